"""The commands lab compare, tune, train, ladder, export and blunders."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from game.bots.registry import POLICIES
from game.cli import main, train
from game.content.library_kinds import BOT
from game.content.own_folders import own_experiments, own_folder
from game.lab import weight_training
from game.lab.bot_ladder import ladder_experiment
from game.lab.experiment_run import Run
from game.lab.experiments import parse_experiment
from game.lab.store import ENDING, Store, create, open_store
from game.lab.tuning import Due
from tests.cli.commands import lab
from tests.lab.made_stores import BOUTS, keep
from tests.tools.texts import edited

Said = pytest.CaptureFixture[str]
ONE = ("--workers", "1")
CAGE = ("--scenario", "cage")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make_store(name: str, *winners: str, text: str = BOUTS) -> None:
    """Make a store in the user's folder, with the winners of each cell's games."""
    path = own_experiments() / f"{name}{ENDING}"
    with closing(create(path, parse_experiment(text, "x"))) as store:
        for cell, signs in enumerate(winners, 1):
            keep(store, cell, signs)


def test_two_played_experiments_are_compared_without_a_game(capsys: Said) -> None:
    make_store("before", "bbb")
    make_store("after", "rbr", text=edited(BOUTS, {"random,random": "steady,random"}))
    assert lab("compare", "before", "after") == 0
    said = capsys.readouterr().out
    assert "A  Training cage · random, random: the first side won 0.0%" in said
    assert "+66.7% (" in said
    assert lab("compare", "before", "after", "--json") == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["pairs"], found["gained"], found["lost"]) == (3, 2, 0)
    assert len([*own_experiments().iterdir()]) == 2


def test_a_file_plays_the_seeds_of_what_was_played_already(here: Path, capsys: Said) -> None:
    make_store("before", "bbb")
    file = here / "after.toml"
    file.write_text(edited(f"{BOUTS}options = {{turns = 4}}\n", {"= 3": "= 1"}))
    assert lab("compare", "before", file, *ONE) == 0
    assert "in 3 pairs" in capsys.readouterr().out
    with closing(open_store(own_experiments() / f"before-and-after{ENDING}")) as store:
        assert [*store.outcomes(1)] == [1, 2, 3]


def test_a_file_plays_no_game_that_has_no_partner(here: Path) -> None:
    make_store("before", "b.bb", text=edited(BOUTS, {"= 3": "= 900"}))
    file = here / "after.toml"
    file.write_text(edited(f"{BOUTS}options = {{turns = 4}}\n", {"= 3": "= 900"}))
    assert lab("compare", "before", file, *ONE) == 0
    with closing(open_store(own_experiments() / f"before-and-after{ENDING}")) as store:
        assert [*store.outcomes(1)] == [1, 3, 4]


def test_without_pairs_there_are_no_numbers(here: Path, capsys: Said) -> None:
    make_store("before", "bbb")
    make_store("after", "", text=edited(BOUTS, {"random,random": "steady,random"}))
    assert lab("compare", "before", "after") == 0
    said = capsys.readouterr().out
    assert "There are no games with the same seed on both sides." in said
    assert "%" not in said
    assert lab("compare", "before", "after", "--json") == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["pairs"], found["shares"], found["interval"]) == (0, None, None)
    (here / "file.toml").write_text(BOUTS)
    assert lab("compare", "after", here / "file.toml") == 0
    assert "There are no games" in capsys.readouterr().out


def test_what_is_compared_is_told_apart(capsys: Said) -> None:
    """Each store has one map only, so that its own heading does not name it."""
    make_store("one", "bbb")
    make_store("two", "rbb", text=f'{BOUTS}maps = ["great-cage"]\n')
    assert lab("compare", "one", "two") == 0
    said = capsys.readouterr().out
    assert "A  Training cage · random, random · map Training Cage: the first" in said
    assert "B  Training cage · random, random · map Great Cage: it won" in said


def test_a_question_may_play_more_than_its_store_wants(here: Path, capsys: Said) -> None:
    """One that was answered is complete: values that were dropped are not played on."""
    (here / "turns.toml").write_text(edited(TUNE, {"[4, 10]": "[4, 8, 10]", "= 4": "= 20"}))
    assert lab("tune", here / "turns.toml", *ONE) == 0
    with closing(open_store(own_experiments() / f"turns{ENDING}")) as store:
        games = [store.count(cell) for cell in store.cells]
    assert sorted(games) == [4, 8, 8]
    capsys.readouterr()
    assert lab("resume", "turns", *ONE) == 0
    assert "8 of 8 games" in capsys.readouterr().out
    with closing(open_store(own_experiments() / f"turns{ENDING}")) as store:
        assert [store.count(cell) for cell in store.cells] == games


def test_two_files_play_the_games_of_the_first_one_in_one_store(
    here: Path, capsys: Said
) -> None:
    one, other = here / "one.toml", here / "other.toml"
    one.write_text(edited(BOUTS, {"= 3": "= 2"}))
    other.write_text(edited(BOUTS, {"= 3": "= 9"}) + "options = {turns = 4}\n")
    assert lab("compare", one, other, "--out", here / "both", "--json", *ONE) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["pairs"] == 2
    with closing(open_store(here / "both")) as store:
        assert [store.count(cell) for cell in store.cells] == [2, 2]
    assert lab("compare", one, other, "--out", here / "both", "--json", *ONE) == 0
    assert json.loads(capsys.readouterr().out) == [found]


TUNE = f"""{BOUTS}
[tune]
option = "turns"
values = [4, 10]
games = 4
"""


def test_values_are_tuned_and_played_once(here: Path, capsys: Said) -> None:
    file = here / "turns.toml"
    file.write_text(TUNE)
    assert lab("tune", file, "--json", *ONE) == 0
    first = json.loads(capsys.readouterr().out)
    assert [one["games"] for one in first["values"]] == [2, 2]
    path = own_experiments() / f"turns{ENDING}"
    before = path.read_bytes()
    assert lab("tune", file, *ONE) == 0
    said = capsys.readouterr().out
    assert f"turns = {first['best']} is the most even" in said
    with closing(open_store(path)) as store:
        assert [store.count(cell) for cell in store.cells] == [2, 2]
    assert len(before) == path.stat().st_size


def test_all_faults_of_a_question_are_found_at_once(here: Path, capsys: Said) -> None:
    file = here / "turns.toml"
    file.write_text(TUNE)
    assert main(["check", str(file)]) == 0
    file.write_text(edited(TUNE, {"cage": "cagge", "[4, 10]": "[4, 4, 1.5]"}))
    for command in (["check"], ["lab", "tune"]):
        capsys.readouterr()
        assert main([*command, str(file)]) != 0
        said = capsys.readouterr()
        for fault in ("'cagge'", "tune.values: has 4 twice", "tune.values[2]: an option has"):
            assert fault in said.out + said.err
    file.write_text(edited(TUNE, {"[4, 10]": "[4, 4, 6]", "games = 4": "games = 2"}))
    assert lab("tune", file) == 2
    last = capsys.readouterr().err
    assert "tune.values: has 4 twice" in last
    assert "tune.games: 3 values take at least 5 games, not 2" in last


TRAIN = f"""{edited(BOUTS, {'players = ["random,random"]': ""})}
[train]
weights = ["cage.ransom"]
games = 2
"""


@pytest.mark.parametrize(("winners", "accepted"), [("rb", True), ("--", False)])
def test_trained_weights_become_a_bot_if_they_pass(
    winners: str, *, accepted: bool, here: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*winners*: those of the games with the new weights in the first seat, and the second."""
    monkeypatch.setattr(weight_training, "SEEDS", 1)
    monkeypatch.setattr(weight_training, "TEST_GAMES", 4)

    def play(store: Store, _: object, due: Due) -> int:
        for n, (cell, seeds) in enumerate(due.items()):
            for seed in seeds:
                keep(store, cell, winners[n], seed)
        return 0

    monkeypatch.setattr(train, "play_due", play)
    (here / "dear.toml").write_text(TRAIN)
    assert lab("train", here / "dear.toml", *ONE) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    file = own_folder(BOT) / "dear.toml"
    assert file.exists() is accepted
    assert last == (
        f"Accepted: the bot dear is in {file}."
        if accepted
        else "Not accepted: they may be no stronger. No file was written."
    )
    assert lab("train", here / "dear.toml", *ONE, "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["games"], said["file"]) == (4, str(file) if accepted else None)
    assert ("dear" in POLICIES) is accepted


def test_a_ladder_is_read_from_what_was_played(capsys: Said) -> None:
    games = ladder_experiment(["random", "steady"], ["cage"], 4, 1)
    with closing(create(own_experiments() / f"ladder{ENDING}", games)) as store:
        keep(store, 1, "bbbr")
        keep(store, 2, "rrrb")
    assert lab("ladder", "random", "steady", *CAGE, "--games", 4, "--json") == 0
    best, worst = json.loads(capsys.readouterr().out)
    assert (best["player"], best["wins"], best["draws"], best["losses"]) == ("steady", 6, 0, 2)
    # Odds of three to one are 190.85, of which half is above the mean; a little less with the
    # assumption that all are alike.
    assert 1593 < best["elo"] < 1595.5
    assert best["elo"] + worst["elo"] == pytest.approx(3000)
    assert lab("ladder", "random", "steady", *CAGE, "--games", 4) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("steady  159")


@pytest.mark.slow
def test_a_ladder_plays_new_pairs_only(capsys: Said) -> None:
    assert lab("ladder", "random", "steady", *CAGE, "--games", 1, *ONE) == 0
    assert lab("ladder", "random", "steady", "bold", *CAGE, "--games", 1, "--json", *ONE) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [one["games"] for one in found] == [4, 4, 4]
    with closing(open_store(own_experiments() / f"ladder{ENDING}")) as store:
        assert sum(store.count(cell) for cell in store.cells) == 6


def test_tables_are_written_where_they_are_wanted(here: Path, capsys: Said) -> None:
    make_store("bouts", "rb-")
    assert lab("export", "bouts", "--out", here / "tables") == 0
    assert capsys.readouterr().out.splitlines() == [
        str(here / "tables" / "games.csv"), str(here / "tables" / "units.csv"),
    ]  # fmt: skip
    assert len((here / "tables" / "games.csv").read_text().splitlines()) == 4


def test_parquet_without_its_library_is_said(
    capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(kind: object, rows: Iterator[object]) -> Iterator[bytes]:
        raise ModuleNotFoundError(name="pyarrow")

    make_store("bouts", "rb-")
    monkeypatch.setattr("game.lab.table_files.FORMATS", {"parquet": missing})
    assert lab("export", "bouts", "--out", "tables", "--format", "parquet") == 2
    said = capsys.readouterr().err
    assert "takes a library that is not installed (pyarrow): pip install" in said


def test_a_game_that_breaks_is_told_by_the_exit_code(
    here: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("the bot broke")

    monkeypatch.setattr("game.lab.game_jobs.play_record", broken)
    file = here / "turns.toml"
    file.write_text(TUNE)
    (here / "bouts.toml").write_text(BOUTS)
    assert lab("tune", file, *ONE) == 1
    assert lab("compare", "bouts.toml", "bouts.toml", *ONE) == 1
    assert lab("ladder", "random", "bold", *CAGE, "--games", 1, *ONE) == 1
    assert "seed 1 was not played to its end: the bot broke" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [("tune", "t.toml"), ("compare", "b.toml", "b.toml"), ("ladder", "random", "bold", *CAGE)],
)
def test_nothing_is_answered_if_the_games_were_interrupted(
    words: tuple[str, ...], here: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "game.cli.experiment_games.play_missing", lambda store, _, due: Run(store, due)
    )
    (here / "t.toml").write_text(TUNE)
    (here / "b.toml").write_text(BOUTS)
    assert lab(*words) == 130
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "interrupted: the same command goes on\n")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("compare", "none", "none"), "none: there is no experiment of this name"),
        (("compare", "none.toml", "none.toml"), "no such file"),
        (("compare", "one", "two"), "one has 1 combination and two has 2 combinations"),
        (("tune", "bouts.toml"), "[tune]: is missing"),
        (("run", "tune.toml"), "[tune]: asks a question: answer it by `lab tune`"),
        (("cage", "--pairs", "--json"), "--json: cannot be used with --pairs"),
        (("cage", "--pairs", "--roster", "red=captain"), "--roster: cannot be used with"),
        (("report", "x" * 300), "there is no experiment of this name"),
        (("ladder", "random"), "players: a ladder takes at least two"),
        (("ladder", "random", "bald"), "players: there is no bot 'bald'"),
        (("ladder", "random", "bold", "--scenario", "cagge"), "cagge"),
        (("export", "none", "--out", "x"), "none: there is no experiment of this name"),
        (("export", "one", "--out", "bouts.toml"), "cannot write it"),
    ],
)
def test_what_cannot_be_done_is_said(
    words: tuple[str, ...], reason: str, here: Path, capsys: Said
) -> None:
    (here / "bouts.toml").write_text(BOUTS)
    (here / "tune.toml").write_text(TUNE)
    make_store("one", "r")
    make_store(
        "two", text=edited(BOUTS, {'["random,random"]': '["random,random", "steady,random"]'})
    )
    assert lab(*words) == 2
    assert reason in capsys.readouterr().err


def test_blunders_are_counted_for_each_side(capsys: Said) -> None:
    assert lab("blunders", "cage", "--players", "random,random", "--games", 1, *ONE) == 0
    first, heads, line = capsys.readouterr().out.splitlines()
    assert first == "Training cage: 1 game, seed 1"
    assert heads.split() == ["Red,", "random", "Blue,", "random"]
    assert line.split() == ["different", "deployments", "1", "of", "1", "1", "of", "1"]
