"""The checks tab: findings and their places, fixes, and the playable scenarios."""

from __future__ import annotations

from typing import Any

import pytest

from game.content.maps.map_library import map_of
from game.editor.documents import History
from game.editor.findings import Severity
from game.editor.workspace import Workspace
from game.screens.editor.checks import ChecksTab
from game.screens.editor.screen import EditorScreen
from game.view.overlays import Pin
from game.widgets.button import Button
from game.widgets.list_box import ListBox
from game.widgets.text_view import Paragraph
from tests.screens.editor.editor_states import docked
from tests.screens.input_driver import Player

OBJECTS: list[dict[str, Any]] = [
    {"class": "DeploymentZone", "name": "north", "rectangle": [0, 0, 48, 12]},
    {"class": "DeploymentZone", "name": "south", "rectangle": [0, 36, 48, 12]},
    *[{"class": "Objective", "point": [x, 30]} for x in (10, 24, 38)],
    {"class": "FloodOrigin", "name": "spring", "point": [0, 24]},
    {"class": "Lane", "name": "canal", "polyline": [[0, 24], [40, 24]]},
    {"class": "Wall", "name": "dam", "rectangle": [20, 22, 1, 4]},
]


def open_checks_tab(player: Player) -> tuple[EditorScreen, ChecksTab]:
    screen = player.open(EditorScreen(Workspace(History(map_of(48, 48, OBJECTS)))))
    tab = screen.dock.of(ChecksTab)
    screen.dock.show(tab)
    known(player, screen, tab)
    return screen, tab


def known(player: Player, screen: EditorScreen, tab: ChecksTab) -> None:
    """Wait for the process that checks the map; it takes seconds to start."""
    player.wait_for(lambda: tab.checks.is_of(screen.workspace.map))
    player.wait()


@pytest.mark.slow
def test_a_finding_leads_to_its_place_and_is_mended_at_a_click(player: Player) -> None:
    screen, tab = open_checks_tab(player)
    (finding,) = [f for f in tab.checks.report.findings if f.severity is Severity.FAULT]
    assert tab.note == "1"
    assert [o.at for o in tab.overlays() if isinstance(o, Pin)] == [(20.5, 24)]

    docked(screen, ListBox)[0].choose("0")
    player.wait()

    assert screen.workspace.selection == finding.about == (7, 8)
    assert [button.label for button in docked(screen, Button)] == [
        "Fix all",
        "Cut the lane",
        "Cut an opening for the lane",
        "Make it fit",
    ]
    player.press("Cut an opening for the lane")
    known(player, screen, tab)
    assert tab.note == ""
    assert screen.workspace.history.undoes == "Cut an opening for the lane"


@pytest.mark.slow
def test_a_map_with_nothing_wrong_says_so(player: Player) -> None:
    sound = [one for one in OBJECTS if one["class"] in {"DeploymentZone", "Objective"}]
    screen = player.open(EditorScreen(Workspace(History(map_of(48, 48, sound)))))
    tab = screen.dock.of(ChecksTab)
    screen.dock.show(tab)
    known(player, screen, tab)

    assert not tab.checks.report.findings
    assert docked(screen, Paragraph)[0].text == "No problems found."


@pytest.mark.slow
def test_what_keeps_a_scenario_from_the_map_is_shown_and_mended(player: Player) -> None:
    screen, tab = open_checks_tab(player)
    plays = docked(screen, ListBox)[1]
    rows = {row.id: row for row in plays.rows}
    assert (rows["combat_patrol"].note, rows["crossing"].note) == ("yes", "MI-02")
    assert "set 'side' on two zones (MI-02)" in rows["crossing"].hint

    for _ in range(8):
        plays.choose("crossing")
        player.wait()
        if not tab.chosen:
            break
        shown = docked(screen, Button)[1:]
        if shown:
            player.press(shown[0].label)
            known(player, screen, tab)

    assert {row.id: row.note for row in plays.rows}["crossing"] == "yes"
