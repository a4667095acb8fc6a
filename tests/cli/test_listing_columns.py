"""Columns of printed tables, whatever script names are written in."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli import main
from game.content.shipped_folders import ROOT
from game.lab.bot_ladder import Rung, ladder_lines
from game.text.columns import columns


def test_descriptions_of_files_with_wide_names_are_in_their_column(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    (tmp_path / "maps").mkdir()
    source = (ROOT / "maps" / "broken-mile.tmj").read_text("utf-8")
    for name in ("\u8981\u585e", "e\u0301cluse", "gate"):
        (tmp_path / "maps" / f"{name}.tmj").write_text(source, "utf-8")
    assert main(["list"]) == 0
    printed = capsys.readouterr().out.splitlines()

    for name in ("\u8981\u585e", "e\u0301cluse", "gate", "broken-mile"):
        (line,) = [one for one in printed if one.startswith(f"  {name} ")]
        about = line.removeprefix(f"  {name}").lstrip()
        assert columns(line.removesuffix(about)) == len("  ") + 20 + len(" ")


def test_the_ladder_is_aligned_for_players_of_any_script() -> None:
    rungs = [
        Rung(player, elo=1000.0, half=5.0, games=8, wins=4, draws=0)
        for player in ("steady", "\u8981\u585e", "e\u0301")
    ]

    assert len({columns(line) for line in ladder_lines(rungs)}) == 1
