"""``import``: army lists of other programs become rosters in the user's folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.cli import main
from game.content import library_kinds
from game.content.faults import UnusableFile
from game.content.own_folders import own_folder
from game.content.rosters import load_roster
from game.rules.battles import prepare
from tests.content.army_lists import HERO, SQUAD, WATCH, army

pytestmark = pytest.mark.usefixtures("own_home")


def test_an_imported_list_is_a_roster_of_the_users(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(WATCH)]) == 0

    goal = own_folder(library_kinds.ROSTER) / "border-watch.toml"
    assert capsys.readouterr().out == (
        f"{WATCH}: 3 units, 7 models, 216 points\n"
        "  assumed: Line squad: 5 x Shard bombs, where the list has 1: all models of a unit "
        "have its grenades\n"
        '  assumed: bases are 1" across, 1.26" of a CHARACTER, 2.4" of a VEHICLE or MONSTER\n'
        "  left out: Battle size: no model\n"
        "  left out: abilities of the weapon Hammer\n"
        "  left out: ability Loud voice of Marshal\n"
        "  left out: weapon Smoke: its type 'Cloud' is not known (MC-14)\n"
        f"  written to {goal}; use it with --roster SIDE=border-watch\n"
    )
    assert load_roster("border-watch").title == "Border watch"
    assert main(["check", str(goal)]) == 0


def test_a_roster_that_is_there_is_not_written_over(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["import", str(WATCH)]) == 0
    before = (own_folder(library_kinds.ROSTER) / "border-watch.toml").read_bytes()

    assert main(["import", str(WATCH)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        f"{WATCH}: a roster called border-watch already exists; choose a file with --out FILE"
    )
    assert (own_folder(library_kinds.ROSTER) / "border-watch.toml").read_bytes() == before


def test_a_list_is_written_where_it_is_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    goal = tmp_path / "watch.toml"

    assert main(["import", str(WATCH), "--out", str(goal)]) == 0
    assert f"use it with --roster SIDE={goal}" in capsys.readouterr().out
    assert load_roster(str(goal)).title == "Border watch"


def test_lists_that_can_be_used_are_imported_though_another_cannot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(army(HERO, SQUAD, name="Good")), "utf-8")
    bad.write_text(json.dumps(army(name="Bad")), "utf-8")

    assert main(["import", str(bad), str(good)]) == 2
    assert capsys.readouterr().err == (
        f"{bad}: has no profile of a model; needed are M, WS, BS, S, T, W, A, Ld and Save, or "
        "M, T, SV, W and LD (MC-01)\n"
    )
    assert [path.name for path in own_folder(library_kinds.ROSTER).iterdir()] == ["good.toml"]


def test_a_list_for_free_play_says_so_and_where_it_can_be_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "few.json"
    path.write_text(json.dumps(army(SQUAD, name="Few")), "utf-8")

    assert main(["import", str(path)]) == 0
    told = capsys.readouterr().out
    reason = "the patrol 'patrol-1' has 0 hq units; it needs 1 to 2 (MC-26)"
    assert told.startswith(
        f"{path}: 1 unit, 5 models, 50 points; for free play only: {reason}\n"
    )
    assert told.endswith("few.toml; place it in the sandbox\n")
    assert main(["list"]) == 0
    assert f"for free play only: {reason}" in capsys.readouterr().out
    with pytest.raises(UnusableFile, match="free: the roster is for free play only: the patr"):
        prepare("no_mercy", seed=1, rosters={"wardens": "few"})


def test_one_file_holds_one_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    goal = tmp_path / "both.toml"

    assert main(["import", str(WATCH), str(WATCH), "--out", str(goal)]) == 2
    assert capsys.readouterr().err == "--out is for a single input file\n"
    assert not goal.exists()


def test_a_list_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "nobody.rosz"]) == 2
    assert capsys.readouterr().err == ("nobody.rosz: cannot read it: no such file\n")
