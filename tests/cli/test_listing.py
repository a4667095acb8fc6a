"""``list``: the user's own maps are checked, shipped ones are not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.cli import main
from game.content.maps.map_library import map_of
from game.content.maps.writer import canonical
from tests.tools.texts import edited


def test_an_own_map_is_listed_with_its_markers_or_with_its_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    folder = tmp_path / "maps"
    folder.mkdir()
    text = canonical(map_of(8, 6, [{"class": "Objective", "point": [4, 3]}]))
    (folder / "yard.tmj").write_text(text, "utf-8")
    (folder / "torn.tmj").write_text(edited(text, {'"Objective"': '"Objectiv"'}), "utf-8")

    assert main(["list", "--json"]) == 0
    found = {one["id"]: one for one in json.loads(capsys.readouterr().out)["maps"]}
    assert found["yard"]["about"] == 'yard: 8" × 6", 1 marker'
    assert found["yard"]["file"] == str(folder / "yard.tmj")
    assert "did you mean 'Objective'" in found["torn"]["about"]
    assert found["old-quarter"]["about"] == 'Old Quarter: 48" × 48", 5 markers'
    assert "file" not in found["old-quarter"]
