"""The dock's tab for trying a map and for trial games in the background."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pygame
import pytest

from game.bots.protocol import run_to_completion
from game.content.maps.map_library import map_of
from game.content.own_folders import own_experiments, trash
from game.editor.documents import History
from game.editor.edits import EditRefusedError
from game.editor.proposed_edits import apply_proposal
from game.editor.trial_games import MapContent, TrialResult
from game.editor.trial_tallies import FinishedTrial
from game.editor.verdict_trials import VerdictTrials
from game.editor.workspace import Workspace
from game.geometry.points import Point
from game.lab.game_jobs import trial
from game.lab.map_advice import MapProposal, TerrainEdit
from game.lab.running_experiments import RunningExperiment
from game.lab.store import ENDING, open_store
from game.lab.trial_game import setup_on
from game.screens.battle.screen import BattleScreen
from game.screens.editor import trials as editor_trials
from game.screens.editor.heat_legend import HEATS, HeatLegend
from game.screens.editor.inspector import InspectorTab
from game.screens.editor.screen import EditorScreen
from game.screens.editor.share_bar import ShareBar
from game.screens.editor.trials import TrialsTab
from game.screens.report_screen import ReportScreen
from game.systems.cage.table.floor_state import rings_now
from game.systems.sandbox.screens.screen import SandboxScreen
from game.table.records import Side
from game.view.overlays import BoardNote, Pin
from game.widgets.button import Button
from game.widgets.list_box import ListBox
from game.widgets.text_view import Label, Paragraph
from tests.editor.trials.fast_trials import PLAYERS, SCENARIO, cage, cage_turned
from tests.screens.editor.editor_states import (
    docked,
    docked_button,
    status_of,
)
from tests.screens.editor.instant_processes import tally_of
from tests.screens.editor.instant_verdicts import weir_yard
from tests.screens.input_driver import Player


@pytest.fixture
def screen(player: Player) -> Iterator[EditorScreen]:
    screen = player.open(EditorScreen(Workspace(History(cage()))))
    tab = screen.dock.of(TrialsTab)
    tab.trials.players, tab.trials.crew.many = PLAYERS, 1
    screen.dock.show(tab)
    player.wait()
    yield screen
    screen.leave()


def tab_of(screen: EditorScreen) -> TrialsTab:
    return screen.dock.of(TrialsTab)


@pytest.mark.slow
def test_bots_play_on_the_map_again_after_an_edit_and_what_changed_is_told(
    player: Player, screen: EditorScreen
) -> None:
    tab = tab_of(screen)
    tab.trying.chosen = SCENARIO
    player.press("Play")
    assert docked_button(screen, "Stop")
    player.wait_for(lambda: len(tab.trials.tally.games) >= 2)
    player.wait()
    games = len(tab.trials.tally.games)
    assert any(
        one.text.startswith(f"Training cage: {games} of 200") for one in docked(screen, Label)
    )
    assert [bar.share.name for bar in docked(screen, ShareBar)] == ["Red", "Blue", "Draws"]
    assert sum(bar.share.won for bar in docked(screen, ShareBar)) == games
    assert tab.note == str(games)
    assert not docked(screen, Paragraph)[0].text

    screen.workspace.do("Turn a ring", cage_turned(cage(), 35))
    player.wait()
    assert docked(screen, ShareBar)[0].share.games == 0
    player.wait_for(lambda: len(tab.trials.tally.games) >= 2)
    player.wait()
    text = docked(screen, Paragraph)[0].text
    assert text.startswith("Since “Turn a ring”: Red ")
    assert text.endswith(" pairs")

    screen.workspace.undo()
    player.wait()
    assert docked(screen, ShareBar)[0].share.games >= games
    player.press("Stop")
    player.wait()
    assert docked_button(screen, "Play")
    assert not tab.trials.crew.playing


@pytest.mark.slow
def test_a_heat_map_lies_over_the_board_and_says_what_its_colours_mean(
    player: Player, screen: EditorScreen
) -> None:
    tab = tab_of(screen)
    tab.trying.chosen = SCENARIO
    player.press("Play")
    player.wait_for(lambda: bool(tab.trials.tally.games))
    player.press("Stop")
    player.wait_for(lambda: screen.canvas.sheet.is_crisp)
    player.wait(2)
    window = screen.canvas.window
    bare = player.canvas.subsurface(window).copy()

    traffic = HEATS[1]
    tab.lay(traffic)
    player.wait(2)
    heat = tab.trials.tally.heat
    assert heat is not None
    row, column = divmod(int(heat.passed.argmax()), heat.squares.columns)
    at = (column + 0.5) * heat.squares.side, (row + 0.5) * heat.squares.side
    x, y = screen.canvas.camera.pixel(Point(*at))
    warm = player.canvas.subsurface(window)
    before, after = bare.get_at((x + 5, y + 5)), warm.get_at((x + 5, y + 5))
    amber = pygame.Color(traffic.colour)
    assert sum(abs(after[n] - amber[n]) for n in range(3)) < sum(
        abs(before[n] - amber[n]) for n in range(3)
    )
    assert docked(screen, HeatLegend)[0].words.endswith("moves over it per game")

    tab.lay(None)
    player.wait(2)
    assert player.canvas.subsurface(window).get_at((x + 5, y + 5)) == before


@pytest.mark.slow
def test_faulty_games_are_told_and_never_counted(player: Player, screen: EditorScreen) -> None:
    tab = tab_of(screen)
    tab.trying.chosen = SCENARIO
    tab.trials.players = ("random", "nobody")
    player.press("Play")
    player.wait_for(lambda: bool(tab.trials.tally.faults))
    tab.trials.stop()
    player.wait()
    many = len(tab.trials.tally.faults)
    assert docked(screen, ShareBar)[0].share.games == 0
    player.press(f"{many} failed…")

    assert screen.stack.dialog
    words = [w for w in screen.stack.dialog.widgets if isinstance(w, Paragraph)]
    assert "KeyError: 'nobody'" in "".join(s.text for w in words for s in w.spans)


@pytest.mark.slow
def test_a_map_is_tried_and_escape_leads_back_to_where_it_was_drawn(
    player: Player, screen: EditorScreen
) -> None:
    tab = tab_of(screen)
    tab.trying.chosen = SCENARIO
    work, canvas = screen.workspace, screen.canvas
    work.do("Turn a ring", cage_turned(cage(), 35))
    work.do("Turn it again", cage_turned(cage(), 70))
    work.undo()
    ring = next(one.id for _, one in work.map.objects())
    work.select([ring])
    canvas.camera.zoom(3, (200, 200))
    canvas.camera.pan(-40, 25)
    screen.toolbox.use([*screen.toolbox.tools][1])
    player.wait()
    before = (
        canvas.camera.view,
        work.selection,
        canvas.tool,
        work.history.at,
        len(work.history.entries),
        screen.dock.tab,
    )

    player.key(pygame.K_F5)
    battle = player.top
    assert isinstance(battle, BattleScreen)
    assert rings_now(battle.live_game.battle.opening)[-1] == 35
    player.wait(5)
    player.key(pygame.K_ESCAPE)
    player.wait()

    assert player.top is screen
    assert before == (
        screen.canvas.camera.view,
        work.selection,
        screen.canvas.tool,
        work.history.at,
        len(work.history.entries),
        screen.dock.tab,
    )
    work.redo()
    assert work.history.undoes == "Turn it again"


@pytest.mark.slow
def test_the_flood_comes_where_the_map_says_from_where(player: Player) -> None:
    zones = [
        {"class": "DeploymentZone", "rectangle": [0, 0, 24, 8]},
        {"class": "DeploymentZone", "rectangle": [0, 40, 24, 8]},
    ]
    spring = {"class": "FloodOrigin", "point": [0, 24]}
    for objects, floods in ((zones, False), ([*zones, spring], True)):
        screen = player.open(EditorScreen(Workspace(History(map_of(24, 48, objects)))))
        tab_of(screen).trying.chosen = "combat_patrol"
        player.key(pygame.K_F5)

        battle = player.top
        assert isinstance(battle, BattleScreen)
        assert battle.live_game.battle.settings["flood"] is floods
        player.key(pygame.K_ESCAPE)
        player.wait()
        assert status_of(screen)[0].startswith("Playing Combat patrol")


def test_a_map_that_no_scenario_takes_says_why(player: Player) -> None:
    screen = player.open(EditorScreen(Workspace(History(map_of(24, 24)))))
    player.key(pygame.K_F5)

    assert player.top is screen
    assert screen.stack.dialog
    words = [w for w in screen.stack.dialog.widgets if isinstance(w, Paragraph)]
    assert "zones" in "".join(s.text for w in words for s in w.spans)
    player.press("Open as a sandbox")
    player.wait()
    assert isinstance(player.top, SandboxScreen)
    assert player.stack.visits == [(1, "editor")]


def test_shares_are_told_in_words(screen: EditorScreen) -> None:
    tab = tab_of(screen)
    tab.trials.scenario = tab.trying.chosen = SCENARIO
    tally = tally_of(tab.trials, screen.workspace.map)
    for seed in range(1, 11):
        tally.games[seed] = FinishedTrial(Side("red") if seed <= 5 else None, "wounds", 4)
    tab.refresh()

    # Wilson's interval of 5 in 10.
    assert [bar.share.words for bar in docked(screen, ShareBar)] == [
        "50% (24–76%)",
        "0% (0–28%)",
        "50% (24–76%)",
    ]
    assert "4.0 turns" in [one.text for one in docked(screen, Label)]


def test_the_games_of_the_map_become_an_experiment_with_a_report(
    player: Player, screen: EditorScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RunningExperiment, "_run", lambda _: None)  # plays nothing
    monkeypatch.setattr(editor_trials, "RUNNING", running := dict[Path, RunningExperiment]())
    tab = tab_of(screen)
    assert "Report" not in [one.label for one in docked(screen, Button)]
    tab.trials.scenario = tab.trying.chosen = SCENARIO
    tally = tally_of(tab.trials, screen.workspace.map)
    setup = setup_on(screen.workspace.map, SCENARIO)
    for seed in (1, 2):
        game = run_to_completion(trial(setup.battle(seed), PLAYERS))
        tally.add(TrialResult(seed, game))
    tab.refresh()
    player.press("Report")
    player.wait_until(lambda: isinstance(player.top, ReportScreen))
    report = player.top
    assert isinstance(report, ReportScreen)
    (cell,) = report.found.cells
    assert (cell.games, cell.map) == (2, "Training Cage")
    assert cell.sides[0].wins.won == tally.wins(Side("red"))
    player.key(pygame.K_ESCAPE)
    assert player.top is screen

    with closing(open_store(own_experiments() / f"drawn-trials{ENDING}")) as store:
        assert setup.files.items() <= store.cells[1].files.items()
        assert [one.match.seed for one in store.records(1)] == [1, 2]

    tally.records.pop(2)
    player.press("Report")
    player.wait_until(lambda: isinstance(player.top, ReportScreen))
    (earlier,) = trash().iterdir()
    with closing(open_store(earlier)) as store:
        assert store.count(1) == 2
    player.key(pygame.K_ESCAPE)

    running[own_experiments() / earlier.name] = RunningExperiment(earlier)
    player.press("Report")
    assert screen.stack.dialog
    assert len([*trash().iterdir()]) == 1


def test_a_proposed_edit_is_marked_on_the_board_and_made_as_one_undo(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = weir_yard()
    screen = player.open(EditorScreen(Workspace(History(before))))
    tab, work = tab_of(screen), screen.workspace
    proposed = (
        MapProposal("Cover (4, 4): put a ruin there", Point(4, 4)),
        MapProposal("Move pump nearer", Point(12, 12), "pump", Point(14, 12)),
        MapProposal("Guard (12, 15)", Point(12, 15), terrain=TerrainEdit.BARRIER),
        MapProposal("Move pump nearer to the worse zone", Point(12, 12), "pump"),
    )

    def on_this_map(_: VerdictTrials, face: MapContent) -> tuple[MapProposal, ...]:
        return proposed if face.whole == before else ()

    monkeypatch.setattr(VerdictTrials, "proposals", on_this_map)
    tab.verdicts.changes = 1
    screen.dock.show(tab)
    player.wait()
    pins = [one.at for one in tab.overlays() if isinstance(one, Pin)]
    assert pins == [Point(4, 4), Point(14, 12), Point(12, 15), Point(12, 12)]

    (listed,) = docked(screen, ListBox)
    listed.choose("0")
    player.wait()
    assert "draw there" in docked_button(screen, "Do it").reason
    listed.choose("1")
    player.wait()
    player.press("Do it")
    player.wait()
    assert (work.history.at, work.history.undoes) == (1, "Move pump as proposed")
    assert work.selected()[0].outline[0] == Point(14, 12)
    assert not tab.overlays()
    screen.undo()
    player.wait()
    (listed,) = docked(screen, ListBox)
    assert len(listed.rows) == 4
    listed.choose("2")
    player.wait()
    shown = [one.words for one in tab.overlays() if isinstance(one, BoardNote)]
    assert [words[:5] for words in shown] == ["new: "]
    assert work.map == before
    player.press("Do it")
    player.wait()
    assert (work.history.at, len([*work.map.objects()])) == (1, len([*before.objects()]) + 1)
    screen.undo()
    player.wait()
    (listed,) = docked(screen, ListBox)
    listed.choose("3")
    player.wait()
    player.press("Change…")
    player.wait()
    assert isinstance(screen.dock.tab, InspectorTab)
    assert [one.name for one in work.selected()] == ["pump"]
    assert work.map == before
    screen.leave()


def test_a_locked_marker_is_not_moved() -> None:
    work = Workspace(History(weir_yard()))
    (pump,) = [one for _, one in work.map.objects() if one.name == "pump"]
    work.locked = frozenset({pump.id})
    there = MapProposal("Move pump", Point(12, 12), "pump", Point(14, 12))
    with pytest.raises(EditRefusedError, match="pump is locked"):
        apply_proposal(work, there)
