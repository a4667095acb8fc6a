"""The comparison of army lists with their rosters notices what the import gets wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.content.army_lists.list_import import imported
from game.content.army_lists.reader import open_list
from tests.content.army_lists import WATCH
from tests.tools.list_counts import compared, main


def verdicts(*, silent: bool = False, shorter: bool = False) -> list[str]:
    raw = open_list(WATCH)
    found = imported(raw, "a.ros")
    squad = found.roster.units[1]
    if shorter:
        squad = replace(squad, models=squad.models[1:])
        units = found.roster.units[0], squad, *found.roster.units[2:]
        found = replace(found, roster=replace(found.roster, units=units))
    if silent:
        found = replace(found, assumed=())
    return [str(one) for one in compared(raw, found) if one.verdict == "wrong"]


def test_what_agrees_or_is_said_is_not_wrong() -> None:
    assert verdicts() == []


def test_a_number_that_nobody_says_is_wrong() -> None:
    assert verdicts(silent=True) == ["wrong: Shard bombs of Line squad: 1 listed, 5 made"]


def test_a_lost_model_is_wrong_with_its_weapons() -> None:
    """The corporal has a sidearm and a bomb."""
    assert verdicts(shorter=True) == [
        "wrong: models of Line squad: 5 listed, 4 made",
        "wrong: Sidearm of Line squad: 1 listed, 0 made",
        "wrong: Shard bombs of Line squad: 1 listed, 4 made",
    ]


def test_a_folder_is_summed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.ros").write_bytes(WATCH.read_bytes())
    (tmp_path / "b.json").write_text("[]")
    (tmp_path / "c.txt").write_text("no list")

    assert main([str(tmp_path)]) == 0
    first, second, third = capsys.readouterr().out.splitlines()
    assert first == "a.ros: 9 agree, 2 said, 0 wrong"
    assert second.startswith("b.json: refused: ")
    assert third.startswith("1 refused; ")
