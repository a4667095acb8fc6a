"""``import``: Universal VTT files become maps in the user's folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli import main
from game.content.maps import read_map
from game.content.storage import own_maps
from tests.content.test_maps_uvtt import CELLAR


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path / "home"))


def test_a_drawing_becomes_a_map_of_the_users(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(CELLAR)]) == 0

    goal = own_maps() / "cellar.tmj"
    assert capsys.readouterr().out == (
        f'{CELLAR}: 24" × 17" (2" a square), 4 walls, 2 doors, 1 lamp\n'
        "  left out: 1 wall cut at the edge of the map\n"
        "  left out: 1 wall without length\n"
        "  left out: 1 duplicate wall\n"
        "  left out: 1 door without width\n"
        "  left out: the picture: is neither a PNG nor a JPEG picture\n"
        "  It is large enough for the sandbox and for patrols; "
        'matched play needs 44" × 30".\n'
        f"  written to {goal}\n"
    )
    assert read_map(goal).board.title == "cellar"
    assert main(["fmt", "--check", str(goal)]) == 0

    assert main(["import", str(CELLAR)]) == 2
    assert "a map called cellar already exists; choose a file with --out FILE" in (
        capsys.readouterr().err
    )


def test_it_is_written_where_it_is_wanted_and_as_large(tmp_path: Path) -> None:
    out = tmp_path / "deep.tmj"

    assert main(["import", str(CELLAR), "--out", str(out), "--inches", "3"]) == 0
    assert (read_map(out).width, read_map(out).height) == (36, 26)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--inches", "nan"], "--inches: must be 0.25 to 12, not nan"),
        (["--inches", "0.5"], 'a board is 6" to 240" a side: choose --inches 0.71 to 12'),
        (["--out", "x.toml"], "--out: 'x.toml' does not end in .tmj"),
    ],
)
def test_what_cannot_be_imported_is_refused(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(CELLAR), *words]) == 2
    assert reason in capsys.readouterr().err
