"""The laboratory in the window: experiments are listed, run, paused, stopped and reported."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pygame
import pytest

from game.content.own_folders import own_experiments, trash
from game.lab import running_experiments
from game.lab.experiment_run import Progress
from game.lab.experiments import parse_experiment
from game.lab.running_experiments import RunningExperiment
from game.lab.store import ENDING, create, open_store
from game.screens import experiment_opening, experiments_screen, report_screen, title_actions
from game.screens.experiments_screen import ExperimentsScreen
from game.screens.figure_view import FigureView
from game.screens.menu_screen import MenuScreen
from game.screens.notice_screen import NoticeScreen
from game.screens.report_screen import CHARTS, FIGURE, NUMBERS, ReportScreen
from game.screens.screenshots import as_png
from game.screens.shelf import LIST
from game.widgets.button import Button
from game.widgets.text_view import Log, Paragraph
from tests.lab.inline_pool import InlinePool
from tests.lab.test_results import filled
from tests.screens.input_driver import Player
from tests.tools.texts import edited

TEXT = 'title = "Bouts"\ngames = 5\nscenarios = ["cage"]\nplayers = ["random,random"]\n'


def listed(player: Player) -> ExperimentsScreen:
    """Open the list with a whole store and a torn one."""
    whole = own_experiments() / f"two{ENDING}"
    filled(whole).close()
    torn = own_experiments() / f"torn{ENDING}"
    torn.write_bytes(b"PK")
    os.utime(torn, (1, 1))
    return player.open(ExperimentsScreen())


def words_of(screen: ReportScreen) -> str:
    numbers = screen.panel.known(NUMBERS)
    assert isinstance(numbers, Log)
    return "\n".join("".join(span.text for span in one.spans) for one in numbers.entries)


def figure(screen: ReportScreen) -> FigureView:
    found = screen.panel.known(FIGURE)
    assert isinstance(found, FigureView)
    return found


def reasons(screen: MenuScreen) -> list[str]:
    return [w.reason for w in screen.panel.widgets if isinstance(w, Button)]


def told(screen: MenuScreen) -> list[str]:
    return [w.text for w in screen.panel.widgets if isinstance(w, Paragraph)]


def test_without_experiments_the_list_is_empty(player: Player) -> None:
    screen = player.open(ExperimentsScreen())
    assert player.list_box(LIST).rows == ()
    assert player.button("Report").reason == "No experiment selected"
    assert player.button("Delete…").reason
    assert told(screen)[-1] == experiments_screen.NOTHING


def test_experiments_are_listed_with_their_games_and_faults(player: Player) -> None:
    listed(player)
    whole, torn = player.list_box(LIST).rows
    assert (whole.label, whole.detail) == (
        "Two <maps> & more",
        "7 of 8 games · just now · 1 not played to the end",
    )
    assert torn.label == f"torn{ENDING}"
    assert torn.detail.startswith("cannot be used as a store")
    player.choose(torn.id, LIST)
    assert player.button("Report").reason == "It cannot be used"
    assert player.button("Run").reason == "It cannot be used"
    assert not player.button("Delete…").reason


def test_experiments_of_the_same_title_name_their_files(player: Player) -> None:
    for name in ("mine", "given", "other"):
        path = own_experiments() / f"{name}{ENDING}"
        text = edited(TEXT, {"Bouts": "Alone"}) if name == "other" else TEXT
        create(path, parse_experiment(text, "x")).close()
    player.open(ExperimentsScreen())
    details = {
        row.label: row.detail for row in player.list_box(LIST).rows if row.label == "Alone"
    }
    assert details == {"Alone": "0 of 5 games · just now"}
    assert {row.detail for row in player.list_box(LIST).rows if row.label == "Bouts"} == {
        f"mine{ENDING} · 0 of 5 games · just now",
        f"given{ENDING} · 0 of 5 games · just now",
    }


def test_enter_opens_the_report_and_n_turns_to_its_numbers(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The library that draws figures takes longer to load than the test.
    drawn = as_png(pygame.Surface((4, 4)))
    monkeypatch.setattr(report_screen, "DRAWN", {"png": lambda *_: drawn})
    listed(player)
    player.key(pygame.K_RETURN)
    player.wait_until(lambda: isinstance(player.top, ReportScreen))
    screen = player.top
    assert isinstance(screen, ReportScreen)
    assert player.list_box(CHARTS).rows[0].label == "In short"
    text = words_of(screen)
    assert "Wardens won 50% (15%–85%), Brood 25% (5%–70%) of 4 games" in text
    screen.in_numbers = True
    player.choose("wins", CHARTS)
    text = words_of(screen)
    assert "50% (15%–85%), 2 of 4" in text
    player.choose("costly-1", CHARTS)
    assert "Charge? (CC-23)\nBrood, round 3, seed 4: 50% to 10%" in words_of(screen)
    assert player.button("Figure").reason
    player.choose("wins", CHARTS)
    player.key(pygame.K_n)
    assert not screen.in_numbers
    player.wait_for(lambda: figure(screen).picture is not None)
    player.key(pygame.K_ESCAPE)
    assert isinstance(player.top, ExperimentsScreen)


def test_without_matplotlib_a_sentence_stands_for_figures(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object) -> None:
        raise ModuleNotFoundError(name="matplotlib")

    monkeypatch.setattr(report_screen, "DRAWN", {"png": missing, "html": missing})
    listed(player)
    player.key(pygame.K_RETURN)
    player.wait_until(lambda: isinstance(player.top, ReportScreen))
    report = player.top
    assert isinstance(report, ReportScreen)
    player.choose("wins", CHARTS)
    player.wait_until(lambda: report_screen.NO_FIGURES in told(report))
    assert "50% (15%–85%), 2 of 4" in words_of(report)
    player.key(pygame.K_s)
    assert report.stack.dialog
    assert not list(own_experiments().glob("*.html"))


@pytest.mark.slow
def test_figures_are_drawn_in_the_background_and_the_page_is_saved(player: Player) -> None:
    listed(player)
    player.key(pygame.K_RETURN)
    player.wait_until(lambda: isinstance(player.top, ReportScreen))
    report = player.top
    assert isinstance(report, ReportScreen)
    for name in ("wins", "heat-1", "units-1"):
        player.choose(name, CHARTS)
        player.wait_for(lambda: figure(report).picture is not None)
        view = figure(report)
        assert view.picture
        assert view.picture.get_width() <= view.rect.width
        assert view.picture.get_height() <= view.rect.height
    player.key(pygame.K_s)
    assert (own_experiments() / "two.html").read_text("utf-8").startswith("<!DOCTYPE html>")


def test_delete_moves_a_store_to_the_trash(player: Player) -> None:
    screen = listed(player)
    screen.stack.focus.to(player.button("Delete…"))
    player.key(pygame.K_RETURN)
    player.press("Delete")
    assert [path.name for path in trash().iterdir()] == [f"two{ENDING}"]
    assert screen.stack.focus.on is player.list_box(LIST)


def test_a_dropped_experiment_begins_and_a_faulty_one_is_reported(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_experiments, "LocalPool", lambda *_: InlinePool(1))
    file = tmp_path / "bouts.toml"
    file.write_text(TEXT)
    player.stack.follow(title_actions.open_dropped(file))
    player.wait_until(lambda: isinstance(player.top, ExperimentsScreen))
    going = running_experiments.RUNNING[own_experiments() / f"bouts{ENDING}"]
    player.wait_for(lambda: going.is_over)
    assert not going.fault
    with closing(open_store(going.path)) as store:
        assert store.count(1) == 5
    screen = player.top
    assert isinstance(screen, ExperimentsScreen)
    player.wait_for(lambda: "All games are played" in reasons(screen))

    file.write_text(edited(TEXT, {"cage": "cagge"}))
    player.stack.follow(title_actions.open_dropped(file))
    player.wait_until(lambda: isinstance(player.top, NoticeScreen))
    assert isinstance(player.top, NoticeScreen)
    assert "no scenario called 'cagge'" in player.top.words


def test_an_experiment_is_paused_gone_on_with_and_stopped(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its thread is not started here: the screen only sets what the thread reads."""
    monkeypatch.setattr(RunningExperiment, "_run", lambda _: None)  # plays nothing
    screen = listed(player)
    player.key(pygame.K_r)
    going = running_experiments.RUNNING[Path(screen.shelf.chosen)]
    going.progress = Progress(
        done=3, wanted=8, failed=0, broken=1, played=2, seconds=36.0, widest=0.25
    )
    going.shares = tuple(f"cell {n}" for n in range(1, 5))
    player.wait(40)
    assert player.list_box(LIST).rows[0].note == "running"
    assert player.list_box(LIST).rows[0].detail == (
        "3 of 8 games · 200 an hour · 2 min left · intervals up to ±25.0% "
        "· 1 not played to the end"
    )
    assert told(screen)[-1] == "cell 1\ncell 2\ncell 3 … and 1 more, see the report"
    assert title_actions.experiments() == "1 experiment running: 3 of 8 games"
    assert player.button("Pause")
    assert player.button("Delete…").reason == "Stop it first"
    player.key(pygame.K_r)
    assert going.is_paused
    assert player.list_box(LIST).rows[0].note == "paused"
    assert title_actions.experiments() == "1 experiment paused: 3 of 8 games"
    player.key(pygame.K_r)
    assert not going.is_paused
    player.key(pygame.K_t)
    assert going.is_stopped
    assert player.list_box(LIST).rows[0].note == "stopping"
    assert player.button("Pause").reason == "It is stopping"
    going.is_over = True
    player.wait(40)
    assert player.list_box(LIST).rows[0].note == ""
    assert title_actions.experiments() == ""
    going.fault = "no space left on the disk"
    screen._read()  # noqa: SLF001  as it does while an experiment runs
    player.wait()
    assert player.list_box(LIST).rows[0].note == "failed"
    assert told(screen)[-1] == "no space left on the disk"


@pytest.fixture(autouse=True)
def _nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    running = dict[Path, RunningExperiment]()
    for module in (running_experiments, experiment_opening, experiments_screen):
        monkeypatch.setattr(module, "RUNNING", running)
