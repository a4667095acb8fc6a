"""The commands lab run, resume and add, and what they say when they cannot go on."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from game.content.faults import UnusableFile
from game.content.own_folders import own_experiments
from game.content.shipped_folders import ROOT
from game.lab.experiment_run import Run
from game.lab.store import ENDING, open_store
from game.lab.stored_games import stored_games
from tests.cli.commands import lab
from tests.tools.texts import edited

TEXT = """
title = "Bouts"
games = 2
scenarios = ["cage"]
players = ["random,random"]
"""
ONE = ("--workers", "1")
Said = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path / "home"))
    path = tmp_path / "bouts.toml"
    path.write_text(TEXT)
    return path


@pytest.mark.slow
def test_an_experiment_is_begun_widened_and_gone_on_with(file: Path, capsys: Said) -> None:
    assert lab("run", file, *ONE) == 0
    said = capsys.readouterr().out.splitlines()
    store = own_experiments() / f"bouts{ENDING}"
    assert said[0] == f"Bouts: {store}"
    assert said[1] == "Training cage · random, random: 2 of 2 games"
    assert [line.split(" (")[0].split() for line in said[2:]] == [
        ["Red", "0", "wins"],
        ["Blue", "0", "wins"],
        ["2", "draws"],
    ]

    assert lab("add", "bouts", "--games", 3, "--json", *ONE) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(cell["scenario"], cell["games"]) for cell in found["cells"]] == [("cage", 3)]

    assert lab("resume", store, *ONE) == 0
    assert "3 of 3 games" in capsys.readouterr().out

    assert lab("run", file, *ONE) == 2
    assert "is there already: go on with `lab resume`" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("run", "none.toml"), "cannot read it: no such file"),
        (("resume", "none"), "none: there is no experiment of this name, and no such file"),
        (("add", "none"), "there is no experiment of this name"),
    ],
)
def test_what_is_not_there_is_said(
    words: tuple[str, ...], reason: str, file: Path, capsys: Said
) -> None:
    assert lab(*words) == 2
    assert reason in capsys.readouterr().err


def test_nothing_is_begun_if_a_scenario_a_player_or_an_option_is_unknown(
    file: Path, capsys: Said
) -> None:
    file.write_text(edited(TEXT, {"cage": "cagge", "random,random": "random,bald"}))
    assert lab("run", file) == 2
    assert f"{file}: cagge, players: there is no bot 'bald'" in capsys.readouterr().err
    assert not own_experiments().exists()


@pytest.mark.parametrize("address", ["8786", "ftp://x:1", "tcp"])
def test_an_address_that_is_none_is_refused(address: str, file: Path, capsys: Said) -> None:
    assert lab("run", file, "--on", address) == 2
    assert "is not the address of a scheduler" in capsys.readouterr().err
    assert not own_experiments().exists()


def test_a_cluster_takes_its_library(
    file: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(url: str) -> None:
        raise ModuleNotFoundError(name="distributed")

    monkeypatch.setattr("game.cli.experiment_play.POOLS", {"tcp": missing})
    assert lab("run", file, "--on", "tcp://localhost:1") == 2
    said = capsys.readouterr().err
    assert "takes a library that is not installed (distributed): pip install" in said


def test_a_limit_to_the_intervals_is_kept(file: Path, capsys: Said) -> None:
    """For either winner, the intervals of 50 games are within 13.4% to each side."""
    file.write_text(edited(TEXT, {"= 2": "= 900"}) + "options = {turns = 1}\n")
    assert lab("run", file, "--until", "14%", *ONE) == 0
    assert "50 games, intervals narrow enough" in capsys.readouterr().out
    assert lab("resume", "bouts", *ONE) == 0
    with closing(open_store(own_experiments() / f"bouts{ENDING}")) as store:
        assert (store.experiment.until, store.count(1)) == (14.0, 50)
    assert stored_games(own_experiments() / f"bouts{ENDING}").is_complete


def test_an_interrupted_run_says_how_it_goes_on(
    file: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Run, "play", lambda *_: iter(()))
    assert lab("run", file, *ONE) == 130
    said = capsys.readouterr()
    assert "0 of 2 games" in said.out
    assert said.err == "interrupted: `lab resume bouts` goes on\n"


@pytest.mark.parametrize("narrow", ["0", "60%", "wide"])
def test_an_interval_that_is_none_is_refused(narrow: str, file: Path, capsys: Said) -> None:
    with pytest.raises(SystemExit):
        lab("run", file, "--until", narrow)
    assert "must be more than 0% and up to 50%" in capsys.readouterr().err


@pytest.mark.slow
def test_a_store_is_whole_after_its_program_was_killed(file: Path, capsys: Said) -> None:
    file.write_text(edited(TEXT, {"games = 2": "games = 30"}))
    words = [sys.executable, "main.py", "lab", "run", str(file), "--workers", "2"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(words, cwd=ROOT, stderr=quiet) as going:  # noqa: S603  our own
        path = own_experiments() / f"bouts{ENDING}"
        until = time.monotonic() + 60
        while _count(path) < 5:
            assert time.monotonic() < until
            time.sleep(0.05)
        going.kill()
    there = _count(path)
    assert 5 <= there < 30
    assert lab("resume", "bouts", "--workers", "2") == 0
    assert "30 of 30 games" in capsys.readouterr().out


def _count(path: Path) -> int:
    try:
        with closing(open_store(path)) as store:
            return store.count(1)
    except UnusableFile:
        return 0  # it is not there yet, or not whole
