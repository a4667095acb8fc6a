"""``picture MAP``: a printable map, which may carry the map file, and the use of such files."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli import main
from game.content.maps.map_library import map_of, read_map
from game.content.maps.uvtt_import import import_map
from game.content.maps.writer import canonical
from tests.cli.test_no_screen import run_without_screen


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "yard.tmj"
    path.write_text(canonical(map_of(8, 6, [{"class": "Container", "point": [4, 3]}])), "utf-8")
    return path


@pytest.mark.slow
def test_a_map_is_printed_without_a_screen_and_taken_out_again(
    file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "yard.png"
    done = run_without_screen(
        "picture", str(file), "--out", str(out), "--ppi", "50", "--grid", "--with-map"
    )

    assert (done.returncode, done.stdout) == (
        0,
        f"{out}: 400 × 300 pixels (50 per inch)\n",
    )
    assert canonical(read_map(out)) == file.read_text("utf-8")
    assert main(["check", str(out)]) == 0
    # It is drawn again from the map that it carries.
    again = tmp_path / "again.png"
    assert main(["picture", str(out), "--out", str(again), "--ppi", "50"]) == 0
    assert main(["check", str(again)]) == 1


@pytest.mark.slow
def test_a_picture_that_carries_a_map_is_played_on(tmp_path: Path) -> None:
    out = tmp_path / "void.png"
    shipped = "maps/void-drift.tmj"
    assert main(["picture", shipped, "--out", str(out), "--ppi", "50", "--with-map"]) == 0
    bots = ["--headless", "--json", "--players", "random,random", "--seed", "1"]
    saved = str(tmp_path / "game.undertow")

    assert main(["demo", "adrift", *bots, "--map", str(out), "--save", saved]) == 0
    out.unlink()  # the save carries the map
    assert main(["replay", saved, "--verify"]) == 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--ppi", "60"], "--ppi: 60 pixels an inch are none of 50, 75, 100"),
        (["--seed", "3"], "--seed: is for battles; a map has --ppi, --grid, --with-map"),
        (["--table", "--with-save"], "--table, --with-save: is for battles"),
        (["--out", "x.gif"], "--out: 'x.gif' ends in none of .png, .pdf, .uvtt"),
    ],
)
def test_what_makes_no_sense_for_a_map_is_refused(
    words: list[str], reason: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["picture", str(file), "--out", "x.png", *words]) == 2
    assert reason in capsys.readouterr().err


def test_what_is_for_maps_makes_no_sense_for_a_battle(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["picture", "adrift", "--out", "x.png", "--grid", "--ppi", "100"]

    assert main(words) == 2
    assert capsys.readouterr().err == "--ppi, --grid: is for maps (.tmj) only\n"


def test_a_map_becomes_a_universal_vtt_file(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "yard.uvtt"
    assert main(["picture", str(file), "--ppi", "50", "--bare", "--out", str(out)]) == 0
    assert "pixels (50 per inch)" in capsys.readouterr().out
    found = import_map(out)

    assert found.picture is not None
    assert (found.inches, found.mapfile.width) == (1, read_map(file).width)


def test_paper_is_for_pages(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["picture", str(file), "--out", "x.png", "--paper", "a3"]) == 2
    assert "--paper: is for .pdf only" in capsys.readouterr().err


def test_pages_hold_no_map(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["picture", str(file), "--out", "x.pdf", "--with-map"]) == 2
    assert "--with-map: is for pictures, not for .pdf" in capsys.readouterr().err
