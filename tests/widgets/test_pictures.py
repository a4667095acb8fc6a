"""The look of the widgets, approved by eye."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.widgets.button import Button, IconButton, TileButton
from game.widgets.desk import Desk
from game.widgets.field import TextField
from game.widgets.keys import Key
from game.widgets.label import heading
from game.widgets.listing import Listing, Row
from game.widgets.log import Entry, Log, heading_entry
from game.widgets.panel import Panel
from game.widgets.plates import URGENT, WELL
from game.widgets.slider import Slider
from game.widgets.styles import Style
from game.widgets.theme import Theme
from game.widgets.toggle import Stepper, Toggle
from game.widgets.wrapping import Span
from tests.tools.pictures import check

HERE = Path(__file__).parent / "pictures"


def nothing(*_: object) -> None:
    pass


def prompt(panel: Panel) -> None:
    panel.inlay((14, 14, 372, 180), URGENT)
    shoot = Button(
        (28, 30, 344, 32), "Snap shot", nothing, icon="ui/crosshair", style=Style.PRIMARY
    )
    shoot.shortcut = Key(pygame.K_1)
    panel.add(shoot)
    panel.add(Button((28, 70, 344, 32), 'Fall back 2"', nothing, icon="ui/footprints"))
    panel.add(Button((28, 110, 344, 32), "Charge", nothing, reason="No enemy is in reach."))
    panel.add(Button((28, 150, 164, 32), "Hold", nothing, style=Style.GHOST))
    panel.add(Button((208, 150, 164, 32), "Give up", nothing, style=Style.DANGER))


def inputs(panel: Panel) -> None:
    panel.add(heading((14, 204, 200, 24), "Options"))
    panel.add(Toggle((14, 234, 80, 32), "Sight", nothing, on=True))
    panel.add(Toggle((100, 234, 80, 32), "Range", nothing))
    panel.add(Stepper((190, 234, 196, 32), ["steady bot", "person"], nothing))
    panel.add(TextField((14, 274, 180, 36), "the nest"))
    panel.add(Slider((204, 274, 182, 36), 4, 0, 10, nothing))
    panel.add(TileButton((14, 320, 110, 70), "Move", nothing, icon="ui/footprints"))
    panel.add(IconButton((134, 320, 38, 38), "Settings", nothing, icon="ui/settings"))


def story(panel: Panel) -> None:
    panel.inlay((400, 14, 386, 190), WELL, "Battle log")
    log = panel.add(Log((410, 56, 366, 140)))
    log.append(heading_entry("Turn 2"))
    for name in ("Orr", "Vance", "Tull"):
        moves = (
            Span(name, "#A9DBF7", face="strong"),
            Span(" moves by "),
            Span("CC-04", link="CC-04"),
        )
        log.append(Entry(moves, icon="ui/footprints"))


def roster(panel: Panel, theme: Theme) -> None:
    rows = [
        Row("hale", "Hale", "sergeant", "active", theme.icon("units/sergeant", 36), (2, 3)),
        Row("orr", "Orr", "rifle", "", theme.icon("units/rifle", 36), (1, 1)),
        Row("doc", "Brandt", "medic", "done", theme.icon("units/medic", 36), faded=True),
    ]
    panel.add(Listing((400, 214, 386, 180), rows, row_height=54, chosen="hale"))


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_a_panel_of_everything(scale: float, request: pytest.FixtureRequest) -> None:
    theme = Theme(scale)
    desk = Desk(theme)
    panel = desk.add(Panel(theme, (0, 0, 800, 404)))
    prompt(panel)
    inputs(panel)
    story(panel)
    roster(panel, theme)
    desk.focus.to(panel.widgets[1])
    canvas = pygame.Surface(panel.rect.size)

    desk.draw(canvas)

    rewrite = bool(request.config.getoption("--rewrite"))
    check(canvas, HERE / f"everything-{scale:g}.png", rewrite=rewrite)
