"""``import``: Universal VTT files become maps in the user's folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.cli import main
from game.content import library_kinds
from game.content.maps.map_library import read_map
from game.content.own_folders import own_folder
from tests.content.drawn_maps import Raw, thing
from tests.content.test_maps_pictures import encoded
from tests.content.test_maps_uvtt import CELLAR
from tests.content.tiled_files import as_tmj, as_tmx, image, objects, tiled_map

pytestmark = pytest.mark.usefixtures("own_home")


def test_a_drawing_becomes_a_map_of_the_users(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(CELLAR)]) == 0

    goal = own_folder(library_kinds.MAP) / "cellar.tmj"
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


def test_a_map_that_is_too_small_for_matched_play_is_no_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "small.tmj"
    main(["import", str(CELLAR), "--out", str(out)])
    capsys.readouterr()

    assert main(["check", str(out)]) == 0
    assert capsys.readouterr().out == (
        f'{out}: warning: board: is 24" × 17"; matched play needs 44" × 30" (MP-23); '
        "smaller ones are for patrols and the sandbox\n1 file OK\n"
    )


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


@pytest.mark.parametrize(("ending", "write"), [("tmx", as_tmx), ("json", as_tmj)])
def test_a_map_of_tiled_becomes_one_of_the_users_with_its_picture(
    ending: str,
    write: Callable[[Raw], str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / f"yard.{ending}"
    raw = tiled_map(image(2, "parts/a.png"), objects(3, thing("Ruin", 2, x=640), visible=False))
    file.write_text(write(raw), "utf-8")
    picture = tmp_path / "parts" / "a.png"
    picture.parent.mkdir()
    picture.write_bytes(encoded("png"))

    assert main(["import", str(file)]) == 0
    goal = own_folder(library_kinds.MAP) / "yard.tmj"
    assert capsys.readouterr().out == (
        f'{file}: 48" × 48", 2 objects\n'
        "  layer 'objectgroup': is hidden, but its 1 object acts in play; "
        "delete what should not be there\n"
        f"  written to {goal}\n"
    )
    assert (own_folder(library_kinds.MAP) / "parts" / "a.png").read_bytes() == encoded("png")
    assert main(["fmt", "--check", str(goal)]) == 0
    assert main(["fmt", str(file)]) == (2 if ending == "tmx" else 0)
    assert main(["import", str(file)]) == 2


def test_check_says_what_of_tiled_is_not_shown_and_which_picture_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "yard.tmx"
    file.write_text(as_tmx(tiled_map(image(2, "a.png"), backgroundcolor="#203040")), "utf-8")
    main(["check", str(file)])

    lines = capsys.readouterr().out.splitlines()
    assert (
        f"{file}: warning: has a background colour, which is not shown; its look" in lines[-3]
    )
    assert any("picture 'a.png': cannot read it: no such file" in line for line in lines)
