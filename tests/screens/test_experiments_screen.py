"""The laboratory in the window: experiments are listed, run, paused, stopped and reported."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pygame
import pytest

from game.content.own_folders import own_experiments, trash
from game.lab import experiment_run
from game.lab.experiment_run import Progress, RunningExperiment
from game.lab.experiments import parse_experiment
from game.lab.store import ENDING, create, open_store
from game.screens import experiments_screen, report_screen, title_actions
from game.screens.experiments_screen import ExperimentsScreen
from game.screens.notice_screen import NoticeScreen
from game.screens.report_screen import ReportScreen
from tests.lab.inline_pool import InlinePool
from tests.lab.test_results import filled
from tests.screens.input_driver import Player

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
    return "\n".join("".join(span.text for span in one.spans) for one in screen.numbers.entries)


def test_without_experiments_the_list_is_empty(player: Player) -> None:
    screen = player.open(ExperimentsScreen())
    assert screen.list.rows == ()
    assert screen.report_button.reason == "No experiment selected"
    assert screen.delete_button.reason
    assert screen.shares.text == experiments_screen.NOTHING


def test_experiments_are_listed_with_their_games_and_faults(player: Player) -> None:
    screen = listed(player)
    whole, torn = screen.list.rows
    assert (whole.label, whole.detail) == (
        "Two <maps> & more",
        "7 of 8 games · just now · 1 not played to the end",
    )
    assert torn.label == f"torn{ENDING}"
    assert torn.detail.startswith("cannot be used as a store")
    screen.list.choose(torn.id)
    assert screen.report_button.reason == "It cannot be used"
    assert screen.run_button.reason == "It cannot be used"
    assert not screen.delete_button.reason


def test_experiments_of_the_same_title_name_their_files(player: Player) -> None:
    for name in ("mine", "given", "other"):
        path = own_experiments() / f"{name}{ENDING}"
        text = TEXT.replace("Bouts", "Alone") if name == "other" else TEXT
        create(path, parse_experiment(text, "x")).close()
    screen = player.open(ExperimentsScreen())
    details = {row.label: row.detail for row in screen.list.rows if row.label == "Alone"}
    assert details == {"Alone": "0 of 5 games · just now"}
    assert {row.detail for row in screen.list.rows if row.label == "Bouts"} == {
        f"mine{ENDING} · 0 of 5 games · just now",
        f"given{ENDING} · 0 of 5 games · just now",
    }


def test_enter_opens_the_report_and_n_turns_to_its_numbers(player: Player) -> None:
    listed(player)
    player.key(pygame.K_RETURN)
    player.wait_until(lambda: isinstance(player.top, ReportScreen))
    screen = player.top
    assert isinstance(screen, ReportScreen)
    assert screen.list.rows[0].label == "In short"
    text = words_of(screen)
    assert "Wardens won 50% (15%–85%), Brood 25% (5%–70%) of 4 games" in text
    screen.in_numbers = True
    screen.list.choose("wins")
    text = words_of(screen)
    assert "50% (15%–85%), 2 of 4" in text
    screen.list.choose("costly-1")
    assert "Charge? (CC-23)\nBrood, round 3, seed 4: 50% to 10%" in words_of(screen)
    assert screen.numbers_button.reason
    screen.list.choose("wins")
    player.key(pygame.K_n)
    assert not screen.in_numbers
    assert screen.figure.shown
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
    report.list.choose("wins")
    player.wait_until(lambda: report.words.text == report_screen.NO_FIGURES)
    assert report.numbers.shown
    assert "50% (15%–85%), 2 of 4" in words_of(report)
    player.key(pygame.K_s)
    assert report.stack.dialog
    assert not list(own_experiments().glob("*.html"))


@pytest.mark.slow
def test_figures_are_drawn_in_the_background_and_the_page_is_saved(player: Player) -> None:
    pytest.importorskip("matplotlib")
    listed(player)
    player.key(pygame.K_RETURN)
    player.wait_until(lambda: isinstance(player.top, ReportScreen))
    report = player.top
    assert isinstance(report, ReportScreen)
    for name in ("wins", "heat-1", "units-1"):
        report.list.choose(name)
        player.wait_for(lambda: report.figure.picture is not None)
        assert report.figure.picture
        assert report.figure.picture.get_width() <= report.figure.rect.width
        assert report.figure.picture.get_height() <= report.figure.rect.height
    player.key(pygame.K_s)
    assert (own_experiments() / "two.html").read_text("utf-8").startswith("<!DOCTYPE html>")


def test_delete_moves_a_store_to_the_trash(player: Player) -> None:
    screen = listed(player)
    screen.stack.focus.to(screen.delete_button)
    player.key(pygame.K_RETURN)
    player.key(pygame.K_RETURN)
    assert [path.name for path in trash().iterdir()] == [f"two{ENDING}"]
    assert screen.stack.focus.on is screen.list


def test_a_dropped_experiment_begins_and_a_faulty_one_is_reported(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiment_run, "LocalPool", lambda *_: InlinePool(1))
    file = tmp_path / "bouts.toml"
    file.write_text(TEXT)
    player.stack.follow(title_actions.open_dropped(file))
    player.wait_until(lambda: isinstance(player.top, ExperimentsScreen))
    going = experiment_run.RUNNING[own_experiments() / f"bouts{ENDING}"]
    player.wait_until(lambda: going.is_over)
    assert not going.fault
    with closing(open_store(going.path)) as store:
        assert store.count(1) == 5
    screen = player.top
    assert isinstance(screen, ExperimentsScreen)
    player.wait_until(lambda: screen.run_button.reason == "All games are played")

    file.write_text(TEXT.replace("cage", "cagge"))
    player.stack.follow(title_actions.open_dropped(file))
    player.wait_until(lambda: isinstance(player.top, NoticeScreen))
    assert isinstance(player.top, NoticeScreen)
    assert "no scenario called 'cagge'" in player.top.words


def test_an_experiment_is_paused_gone_on_with_and_stopped(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its thread is not started here: the screen only sets what the thread reads."""
    monkeypatch.setattr(RunningExperiment, "_run", lambda _: None)
    screen = listed(player)
    player.key(pygame.K_r)
    going = experiment_run.RUNNING[Path(screen.chosen)]
    going.progress = Progress(
        done=3, wanted=8, failed=0, broken=1, played=2, seconds=36.0, widest=0.25
    )
    going.shares = tuple(f"cell {n}" for n in range(1, 5))
    player.wait(40)
    assert screen.list.rows[0].note == "running"
    assert screen.list.rows[0].detail == (
        "3 of 8 games · 200 an hour · 2 min left · intervals up to ±25.0% "
        "· 1 not played to the end"
    )
    assert screen.shares.text == "cell 1\ncell 2\ncell 3 … and 1 more, see the report"
    assert title_actions.experiments() == "1 experiment running: 3 of 8 games"
    assert screen.run_button.label == "Pause"
    assert screen.delete_button.reason == "Stop it first"
    player.key(pygame.K_r)
    assert going.is_paused
    assert screen.list.rows[0].note == "paused"
    assert title_actions.experiments() == "1 experiment paused: 3 of 8 games"
    player.key(pygame.K_r)
    assert not going.is_paused
    player.key(pygame.K_t)
    assert going.is_stopped
    assert screen.list.rows[0].note == "stopping"
    assert screen.run_button.reason == "It is stopping"
    going.is_over = True
    player.wait(40)
    assert screen.list.rows[0].note == ""
    assert title_actions.experiments() == ""
    going.fault = "no space left on the disk"
    screen._read()
    assert screen.list.rows[0].note == "failed"
    assert screen.shares.text == "no space left on the disk"


@pytest.fixture(autouse=True)
def _nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    running = dict[Path, RunningExperiment]()
    for module in (experiment_run, experiments_screen):
        monkeypatch.setattr(module, "RUNNING", running)
