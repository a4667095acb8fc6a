"""The checks tab: findings and their places, fixes, and the playable scenarios."""

from __future__ import annotations

from typing import Any

import pytest

from game.content.maps.classes import Exit
from game.content.maps.map_library import map_of
from game.editor.documents import History
from game.editor.findings import CheckReport, Finding, Playable, Severity
from game.editor.scenario_fit import fitted
from game.editor.workspace import Workspace
from game.screens.editor.checks import ChecksTab
from game.screens.editor.screen import EditorScreen
from game.view.overlays import OverlayTone, Pin, VisibleArea
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


SEWER: list[dict[str, Any]] = [
    {"class": "Wall", "rectangle": [0, 0, 48, 16]},
    {"class": "Wall", "rectangle": [0, 32, 48, 16]},
    {"class": "DeploymentZone", "rectangle": [0, 16, 12, 16]},
    {"class": "DeploymentZone", "rectangle": [36, 16, 12, 16]},
    {"class": "FloodOrigin", "point": [1, 24]},
    {"class": "Lane", "polyline": [[1, 24], [47, 24]]},
]


def made_fit(tab: ChecksTab) -> None:
    """Let the tab know what makes the map fit for the wanted scenario, without a process."""
    work, fits = tab.work, tab.fits
    fits.task.result = fitted(fits.scenario, work.map)
    fits._map = work.map  # noqa: SLF001  a search that no process ran


def lacking_zones(player: Player) -> tuple[EditorScreen, ChecksTab]:
    """Return the tab with a sewer that lacks zones to be played as one scenario."""
    screen = player.open(EditorScreen(Workspace(History(map_of(48, 48, SEWER)))))
    work, tab = screen.workspace, screen.dock.of(ChecksTab)
    lacks = Finding(Severity.DEMAND, "zones", "no zones are reserved")
    tab.checks.report = CheckReport(
        (), (Playable("crossing", "Crossing", (lacks,)),), is_whole=True
    )
    tab.checks.map = work.map
    screen.dock.show(tab)
    return screen, tab


def test_what_a_scenario_needs_is_shown_on_the_board_and_done_as_one_undo(
    player: Player,
) -> None:
    screen, tab = lacking_zones(player)
    work = screen.workspace
    (row,) = docked(screen, ListBox)[1].rows
    assert row.detail == "zones: no zones are reserved"

    tab.fits.want("crossing")
    made_fit(tab)
    shown = [one.tone for one in tab.overlays() if isinstance(one, VisibleArea)]
    assert shown == [OverlayTone.CHOSEN, OverlayTone.CHOSEN, OverlayTone.GOOD, OverlayTone.GOOD]
    before = work.map
    tab.make_fit()
    assert work.history.undoes == "Make it fit for Crossing"
    assert len(work.map.all_of(Exit)) == 2
    screen.undo()
    assert work.map == before


def test_a_click_while_changes_are_searched_for_takes_effect_when_they_are_found(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, tab = lacking_zones(player)
    work = screen.workspace
    monkeypatch.setattr(tab.checks, "update", lambda *_: None)
    monkeypatch.setattr(tab.fits, "update", lambda _: None)
    tab.fits.want("crossing")
    player.wait()

    player.press("Make it fit for Crossing")
    player.wait()
    told = [one.text for one in docked(screen, Paragraph)]
    assert "Searching for the smallest change: it is made when it is found…" in told
    assert not work.history.at
    made_fit(tab)
    player.wait()
    assert (work.history.at, work.history.undoes) == (1, "Make it fit for Crossing")

    screen.undo()
    tab.fits.want("crossing")
    tab.make_fit()
    work.do("Draw on", work.map.removed([1]))
    tab.checks.map = work.map
    made_fit(tab)
    player.wait()
    assert work.history.undoes == "Draw on"


@pytest.mark.slow
def test_a_sewer_is_made_fit_for_crossing_by_two_clicks(player: Player) -> None:
    screen = player.open(EditorScreen(Workspace(History(map_of(48, 48, SEWER)))))
    tab = screen.dock.of(ChecksTab)
    screen.dock.show(tab)
    known(player, screen, tab)
    plays = docked(screen, ListBox)[1]
    row = [one.id for one in plays.rows].index("crossing")
    left, top = screen.dock.panel.rect.topleft
    place = plays.rect.move(left, top)

    y = place.top + row * plays.pitch + plays.pitch // 2
    assert y < place.bottom
    player.click(place.centerx, y)
    player.wait()
    player.press("Make it fit for Crossing")
    player.wait_for(lambda: screen.workspace.history.at == 1)

    known(player, screen, tab)
    (crossing,) = [one for one in tab.checks.report.playable if one.scenario == "crossing"]
    assert not crossing.reasons
    assert screen.workspace.history.at == 1


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
