"""Visual differences between widgets and their states, independent of the colours used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game.widgets.button import Button, IconButton, Style, TileButton
from game.widgets.cells import column, row, sized
from game.widgets.keys import Key
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.slider import Slider
from game.widgets.stepper import Stepper
from game.widgets.text_field import TextField
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Log, LogEntry, heading, heading_entry
from game.widgets.theme import URGENT, WELL, Theme
from game.widgets.toggle import Toggle
from game.widgets.widget import Widget
from tests.tools.layout_checks import Proof, layout_faults, name_of
from tests.tools.pictures import pixels


def do_nothing(*_: object) -> None:
    pass


def everything(theme: Theme) -> Panel:
    """Return a panel with a widget of each kind, in each of its states."""
    panel = Panel(theme, (0, 0, 800, 404))
    urgent = sized(column(plate=URGENT), width=380, height=180)
    logged = sized(column(plate=WELL, heading="Battle log"), width=386, height=190)
    panel.show(row(urgent, logged, pad=(10, 14), align="start"))
    snap = Button("Snap shot", do_nothing, icon="ui/crosshair").placed((28, 30, 344, 32))
    snap.style, snap.shortcut = Style.PRIMARY, Key(pygame.K_1)
    panel.add(snap)
    panel.add(Button('Fall back 2"', do_nothing, icon="ui/footprints"), (28, 70, 344, 32))
    panel.add(Button("Charge", do_nothing, reason="No enemy is in reach."), (28, 110, 344, 32))
    panel.add(Button("Hold", do_nothing, style=Style.GHOST), (28, 150, 164, 32))
    panel.add(Button("Give up", do_nothing, style=Style.DANGER), (208, 150, 164, 32))
    panel.add(heading("Options"), (14, 204, 200, 24))
    panel.add(Toggle("Sight", do_nothing, on=True), (14, 234, 80, 32))
    panel.add(Toggle("Range", do_nothing), (100, 234, 80, 32))
    panel.add(Stepper(["steady bot", "person"], do_nothing), (190, 234, 196, 32))
    panel.add(TextField("the nest"), (14, 274, 180, 36))
    panel.add(Slider(4, 0, 10, do_nothing), (204, 274, 182, 36))
    panel.add(TileButton("Move", do_nothing, icon="ui/footprints"), (14, 320, 110, 70))
    panel.add(IconButton("Settings", do_nothing, icon="ui/settings"), (134, 320, 38, 38))
    log = panel.add(Log(), (410, 56, 366, 140))
    log.append(heading_entry("Turn 2"))
    for name in ("Orr", "Vance", "Tull"):
        moves = (
            TextSpan(name, face="strong"),
            TextSpan(" moves by "),
            TextSpan("CC-04", link="CC-04"),
        )
        log.append(LogEntry(moves, icon="ui/footprints"))
    panel.add(ListBox(varied_rows(theme), row_height=54, chosen="hale"), (400, 214, 386, 180))
    return panel


def varied_rows(theme: Theme) -> list[ListRow]:
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

    assert [*layout_faults(stack, pygame.Rect(0, 0, 1280, 720))] == []


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


def panel_with(widget: Widget) -> Panel:
    """Return a painted panel that contains only *widget*."""
    panel = Panel(Theme(), (0, 0, 240, 200))
    panel.add(widget)
    panel.paint()
    return panel


def pixels_of_widget(widget: Widget) -> npt.NDArray[np.int16]:
    surface = panel_with(widget).surface
    return pixels(surface.subsurface(widget.rect))


def inked(panel: Panel) -> npt.NDArray[np.bool_]:
    """Return a mask of the pixels of a panel that differ from its background."""
    assert panel.ground
    differs: npt.NDArray[np.bool_] = (pixels(panel.surface) != pixels(panel.ground)).any(axis=2)
    return differs


def charge_button(style: Style = Style.PLAIN, reason: str = "") -> Button:
    return Button("Charge", do_nothing, style=style, reason=reason).placed((0, 0, 200, 32))


def contrast(widget: Widget) -> int:
    """Return the largest difference of a pixel's brightness from the median."""
    light = pixels_of_widget(widget).sum(axis=2)
    return int(np.abs(light - np.median(light)).max())


def test_a_button_that_cannot_be_pressed_is_dimmer() -> None:
    assert (
        contrast(charge_button(reason="No enemy is in reach.")) < contrast(charge_button()) / 2
    )
    able, unable = (
        pixels_of_widget(charge_button()),
        pixels_of_widget(charge_button(reason="No enemy is in reach.")),
    )
    assert unable.mean() < able.mean() - 10


def test_what_is_urged_is_brightest_and_what_is_rather_not_done_darkest() -> None:
    light = {style: pixels_of_widget(charge_button(style)).mean() for style in Style}

    assert max(light, key=lambda style: light[style]) is Style.PRIMARY
    assert min(light, key=lambda style: light[style]) is Style.GHOST
    assert light[Style.PRIMARY] > light[Style.PLAIN] + 40


@pytest.mark.parametrize("style", Style)
def test_a_button_lights_up_under_the_mouse(style: Style) -> None:
    lit = charge_button(style)
    lit.hovered = True
    unable = charge_button(style, "No enemy is in reach.")
    dark = pixels_of_widget(unable)
    unable.hovered = True

    assert pixels_of_widget(lit).mean() > pixels_of_widget(charge_button(style)).mean() + 2
    assert (pixels_of_widget(unable) == dark).all()


def test_a_toggle_that_is_on_differs_from_one_that_is_off() -> None:
    on, off = (
        pixels_of_widget(Toggle("Sight", do_nothing, on=on).placed((0, 0, 80, 32)))
        for on in (True, False)
    )

    assert np.abs(on - off).mean() > 10


def test_the_knob_of_a_slider_stands_where_its_value_is() -> None:
    def knob(value: int) -> float:
        """Return the x of the slider's knob: the mean of the columns with the most ink."""
        high = inked(panel_with(Slider(value, 0, 10, do_nothing).placed((0, 0, 200, 36)))).sum(
            axis=1
        )
        return float(np.flatnonzero(high == high.max()).mean())

    places = [knob(value) for value in (0, 2, 5, 8, 10)]

    assert places == sorted(places)
    assert places[2] == pytest.approx(100, abs=4)
    assert places[4] - places[0] > 140


@pytest.mark.parametrize("kind", [Button, TileButton, IconButton])
def test_the_icon_of_a_button_is_drawn(kind: Callable[..., Button]) -> None:
    one, other = (
        pixels_of_widget(kind("Move", do_nothing, icon=icon).placed((0, 0, 110, 70)))
        for icon in ("ui/footprints", "ui/settings")
    )

    assert (one != other).any()


def pixels_of_row(row: ListRow, chosen: str = "") -> npt.NDArray[np.int16]:
    return pixels_of_widget(
        ListBox([row], row_height=54, chosen=chosen).placed((0, 0, 240, 60))
    )


def test_rows_differ_by_what_they_tell() -> None:
    plain = ListRow("hale", "Hale", "sergeant")
    looks = [
        pixels_of_row(plain),
        pixels_of_row(plain, "hale"),
        pixels_of_row(replace(plain, faded=True)),
        pixels_of_row(replace(plain, note="done")),
        pixels_of_row(replace(plain, pips=(1, 3))),
        pixels_of_row(replace(plain, pips=(2, 3))),
        pixels_of_row(replace(plain, picture=Theme().icon("units/sergeant", 36))),
    ]

    for n, one in enumerate(looks):
        for other in looks[:n]:
            assert (one != other).sum() > 30
    assert looks[2].max() < looks[0].max()


def test_each_entry_of_a_log_stands_below_the_one_before_behind_its_icon() -> None:
    log = Log().placed((0, 0, 240, 140))

    def rows_inked(left: int, right: int) -> list[int]:
        return [*np.flatnonzero(inked(panel_with(log))[left:right].any(axis=0))]

    log.append(LogEntry((TextSpan("Orr moves"),), icon="ui/footprints"))
    words, icon = rows_inked(40, 240), rows_inked(0, 24)
    log.append(LogEntry((TextSpan("Vance moves"),), icon="ui/footprints"))

    assert words
    assert icon
    assert abs(sum(icon) / len(icon) - sum(words) / len(words)) < 6
    assert max(rows_inked(40, 240)) > max(words) + 8
    assert max(rows_inked(0, 24)) > max(icon) + 8
