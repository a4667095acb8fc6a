"""Visual differences between widgets and their states, independent of the colours used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game.widgets.button import Button, IconButton, Style, TileButton
from game.widgets.inputs import Slider, Stepper, Toggle
from game.widgets.keys import Key
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import PanelStack
from game.widgets.text_field import TextField
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Log, LogEntry, heading, heading_entry
from game.widgets.theme import URGENT, WELL, Theme
from game.widgets.widget import Panel, Widget
from tests.tools.layout_checks import Proof, faults, name_of


def nothing(*_: object) -> None:
    pass


def everything(theme: Theme) -> Panel:
    """Return a panel with a widget of each kind, in each of its states."""
    panel = Panel(theme, (0, 0, 800, 404))
    panel.inlay((10, 14, 380, 180), URGENT)
    snap = Button((28, 30, 344, 32), "Snap shot", nothing, icon="ui/crosshair")
    snap.style, snap.shortcut = Style.PRIMARY, Key(pygame.K_1)
    panel.add(snap)
    panel.add(Button((28, 70, 344, 32), 'Fall back 2"', nothing, icon="ui/footprints"))
    panel.add(Button((28, 110, 344, 32), "Charge", nothing, reason="No enemy is in reach."))
    panel.add(Button((28, 150, 164, 32), "Hold", nothing, style=Style.GHOST))
    panel.add(Button((208, 150, 164, 32), "Give up", nothing, style=Style.DANGER))
    panel.add(heading((14, 204, 200, 24), "Options"))
    panel.add(Toggle((14, 234, 80, 32), "Sight", nothing, on=True))
    panel.add(Toggle((100, 234, 80, 32), "Range", nothing))
    panel.add(Stepper((190, 234, 196, 32), ["steady bot", "person"], nothing))
    panel.add(TextField((14, 274, 180, 36), "the nest"))
    panel.add(Slider((204, 274, 182, 36), 4, 0, 10, nothing))
    panel.add(TileButton((14, 320, 110, 70), "Move", nothing, icon="ui/footprints"))
    panel.add(IconButton((134, 320, 38, 38), "Settings", nothing, icon="ui/settings"))
    panel.inlay((400, 14, 386, 190), WELL, "Battle log")
    log = panel.add(Log((410, 56, 366, 140)))
    log.append(heading_entry("Turn 2"))
    for name in ("Orr", "Vance", "Tull"):
        moves = (
            TextSpan(name, face="strong"),
            TextSpan(" moves by "),
            TextSpan("CC-04", link="CC-04"),
        )
        log.append(LogEntry(moves, icon="ui/footprints"))
    panel.add(ListBox((400, 214, 386, 180), rows(theme), row_height=54, chosen="hale"))
    return panel


def rows(theme: Theme) -> list[ListRow]:
    return [
        ListRow(
            "hale",
            label="Hale",
            detail="sergeant",
            note="active",
            picture=theme.icon("units/sergeant", 36),
            pips=(2, 3),
        ),
        ListRow(
            "orr",
            label="Orr",
            detail="rifle",
            note="",
            picture=theme.icon("units/rifle", 36),
            pips=(1, 1),
        ),
        ListRow(
            "doc",
            label="Brandt",
            detail="medic",
            note="done",
            picture=theme.icon("units/medic", 36),
            faded=True,
        ),
    ]


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_a_panel_of_everything_fits_at_each_scale(scale: float) -> None:
    stack = PanelStack(Proof(scale))
    stack.add(everything(stack.theme))

    assert [*faults(stack, pygame.Rect(0, 0, 1280, 720))] == []


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_each_widget_is_seen_on_its_panel(scale: float) -> None:
    panel = everything(Theme(scale))
    panel.paint()
    differs = inked(panel)

    bare = [
        name_of(w)
        for w in panel.widgets
        if not differs[w.rect.left : w.rect.right, w.rect.top : w.rect.bottom].any()
    ]
    assert bare == []


def pixels(picture: pygame.Surface) -> npt.NDArray[np.int16]:
    return pygame.surfarray.array3d(picture).astype(np.int16)


def alone(widget: Widget) -> Panel:
    """Return a painted panel that contains only *widget*."""
    panel = Panel(Theme(), (0, 0, 240, 200))
    panel.add(widget)
    panel.paint()
    return panel


def painted(widget: Widget) -> npt.NDArray[np.int16]:
    surface = alone(widget).surface
    return pixels(surface.subsurface(widget.rect))


def inked(panel: Panel) -> npt.NDArray[np.bool_]:
    """Return a mask of the pixels of a panel that differ from its background."""
    differs: npt.NDArray[np.bool_] = (pixels(panel.surface) != pixels(panel.ground)).any(axis=2)
    return differs


def button(style: Style = Style.PLAIN, reason: str = "") -> Button:
    return Button((0, 0, 200, 32), "Charge", nothing, style=style, reason=reason)


def contrast(widget: Widget) -> int:
    """Return the largest difference of a pixel's brightness from the median."""
    light = painted(widget).sum(axis=2)
    return int(np.abs(light - np.median(light)).max())


def test_a_button_that_cannot_be_pressed_is_dimmer() -> None:
    assert contrast(button(reason="No enemy is in reach.")) < contrast(button()) / 2
    able, unable = painted(button()), painted(button(reason="No enemy is in reach."))
    assert unable.mean() < able.mean() - 10


def test_what_is_urged_is_brightest_and_what_is_rather_not_done_darkest() -> None:
    light = {style: painted(button(style)).mean() for style in Style}

    assert max(light, key=lambda style: light[style]) is Style.PRIMARY
    assert min(light, key=lambda style: light[style]) is Style.GHOST
    assert light[Style.PRIMARY] > light[Style.PLAIN] + 40


@pytest.mark.parametrize("style", Style)
def test_a_button_lights_up_under_the_mouse(style: Style) -> None:
    lit = button(style)
    lit.hovered = True
    unable = button(style, "No enemy is in reach.")
    dark = painted(unable)
    unable.hovered = True

    assert painted(lit).mean() > painted(button(style)).mean() + 2
    assert (painted(unable) == dark).all()


def test_a_toggle_that_is_on_differs_from_one_that_is_off() -> None:
    on, off = (painted(Toggle((0, 0, 80, 32), "Sight", nothing, on=on)) for on in (True, False))

    assert np.abs(on - off).mean() > 10


def test_the_knob_of_a_slider_stands_where_its_value_is() -> None:
    def knob(value: int) -> float:
        """Return the x of the slider's knob: the mean of the columns with the most ink."""
        high = inked(alone(Slider((0, 0, 200, 36), value, 0, 10, nothing))).sum(axis=1)
        return float(np.flatnonzero(high == high.max()).mean())

    places = [knob(value) for value in (0, 2, 5, 8, 10)]

    assert places == sorted(places)
    assert places[2] == pytest.approx(100, abs=4)
    assert places[4] - places[0] > 140


@pytest.mark.parametrize("kind", [Button, TileButton, IconButton])
def test_the_icon_of_a_button_is_drawn(kind: Callable[..., Button]) -> None:
    one, other = (
        painted(kind((0, 0, 110, 70), "Move", nothing, icon=icon))
        for icon in ("ui/footprints", "ui/settings")
    )

    assert (one != other).any()


def listed(row: ListRow, chosen: str = "") -> npt.NDArray[np.int16]:
    return painted(ListBox((0, 0, 240, 60), [row], row_height=54, chosen=chosen))


def test_rows_differ_by_what_they_tell() -> None:
    plain = ListRow("hale", "Hale", "sergeant")
    looks = [
        listed(plain),
        listed(plain, "hale"),
        listed(replace(plain, faded=True)),
        listed(replace(plain, note="done")),
        listed(replace(plain, pips=(1, 3))),
        listed(replace(plain, pips=(2, 3))),
        listed(replace(plain, picture=Theme().icon("units/sergeant", 36))),
    ]

    for n, one in enumerate(looks):
        for other in looks[:n]:
            assert (one != other).sum() > 30
    assert looks[2].max() < looks[0].max()


def test_each_entry_of_a_log_stands_below_the_one_before_behind_its_icon() -> None:
    log = Log((0, 0, 240, 140))

    def rows_inked(left: int, right: int) -> list[int]:
        return [*np.flatnonzero(inked(alone(log))[left:right].any(axis=0))]

    log.append(LogEntry((TextSpan("Orr moves"),), icon="ui/footprints"))
    words, icon = rows_inked(40, 240), rows_inked(0, 24)
    log.append(LogEntry((TextSpan("Vance moves"),), icon="ui/footprints"))

    assert words
    assert icon
    assert abs(sum(icon) / len(icon) - sum(words) / len(words)) < 6
    assert max(rows_inked(40, 240)) > max(words) + 8
    assert max(rows_inked(0, 24)) > max(icon) + 8
