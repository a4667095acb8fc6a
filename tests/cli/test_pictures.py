"""``picture``: in processes of their own or under the dummy driver, without a screen."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pygame
import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from game.cli import main
from game.content.png_payload import extract_save
from game.content.save_format import load_save
from game.table.events import PhaseBegan
from tests.cli.test_no_screen import run_without_screen

BATTLE = ["picture", "combat_patrol", "--seed", "3", "--players", "random,random"]
SMALL = ["--size", "320x240"]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a short battle of two bots, played to its end."""
    path = tmp_path_factory.mktemp("saved") / "battle.undertow"
    words = ["demo", "combat_patrol", "--headless", "--json", "--players", "random,random"]
    words += ["--option", "turns=3", "--seed", "3"]
    assert main([*words, "--save", str(path)]) == 0
    return path


def size_of(path: Path) -> tuple[int, int]:
    return pygame.image.load(path).get_size()


@pytest.mark.slow
def test_a_picture_is_drawn_without_a_screen(tmp_path: Path) -> None:
    out = tmp_path / "shot.png"

    done = run_without_screen(*BATTLE, "--out", str(out), "--size", "1280x720")

    assert (done.returncode, done.stdout) == (0, f"{out}\n")
    assert size_of(out) == (1280, 720)


def test_the_same_picture_comes_out_every_time(tmp_path: Path) -> None:
    outs = [tmp_path / f"{n}.png" for n in range(2)]
    for out in outs:
        assert main([*BATTLE, "--table", "--turn", "2", *SMALL, "--out", str(out)]) == 0

    assert outs[0].read_bytes() == outs[1].read_bytes()


def test_overlays_lie_over_the_table(tmp_path: Path) -> None:
    plain, grid = tmp_path / "plain.png", tmp_path / "grid.png"
    assert main([*BATTLE, "--table", *SMALL, "--out", str(plain)]) == 0
    words = ["--table", *SMALL, "--overlay", "grid", "--overlay", "links", "--out", str(grid)]
    assert main([*BATTLE, *words]) == 0

    assert plain.read_bytes() != grid.read_bytes()


@pytest.mark.slow
def test_the_way_of_the_water_lies_over_a_table_that_may_be_flooded(tmp_path: Path) -> None:
    plain, wet = tmp_path / "plain.png", tmp_path / "wet.png"
    sewer = ["picture", "crossing", "--seed", "4", "--table", *SMALL]
    assert main([*sewer, "--out", str(plain)]) == 0
    assert main([*sewer, "--overlay", "water", "--out", str(wet)]) == 0

    assert plain.read_bytes() != wet.read_bytes()


def test_a_picture_can_carry_its_game(tmp_path: Path) -> None:
    out = tmp_path / "shot.png"
    assert main([*BATTLE, *SMALL, "--turn", "2", "--with-save", "--out", str(out)]) == 0

    save = load_save(out)
    rounds = [
        event.round
        for entry in (save.opening, *save.answers)
        for event in entry.events
        if isinstance(event, PhaseBegan)
    ]
    assert rounds[-1] == 2
    assert save.header.seed == 3
    assert extract_save(out)
    assert main(["check", str(out)]) == 0
    assert main(["replay", str(out), "--verify"]) == 0


def test_a_save_is_drawn_as_it_stands_or_at_a_turn(saved: Path, tmp_path: Path) -> None:
    end, early = tmp_path / "end.png", tmp_path / "early.png"
    assert main(["picture", str(saved), "--table", *SMALL, "--out", str(end)]) == 0
    words = ["picture", str(saved), "--table", *SMALL, "--turn", "2", "--out", str(early)]
    assert main(words) == 0

    assert end.read_bytes() != early.read_bytes()


def test_a_turn_is_filmed(saved: Path, tmp_path: Path) -> None:
    out = tmp_path / "turn.gif"
    words = ["picture", str(saved), "--turn", "1", "--size", "320x240", "--out", str(out)]
    assert main(words) == 0

    with Image.open(BytesIO(out.read_bytes())) as film:
        assert isinstance(film, GifImageFile)
        assert film.size == (320, 240)
        frames = film.n_frames
        film.seek(frames - 1)
        last = film.convert("RGB").tobytes()
        film.seek(0)
        assert film.convert("RGB").tobytes() != last
    # At most 45 seconds of 10 frames, and effects that fade after the last event.
    assert 10 < frames < 480


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--overlay", "grit"], "'grit' is not an overlay of this game; did you mean 'grid'?"),
        (["--overlay", "water"], "'water' is not an overlay of this game"),
        (["--turn", "9"], "the game has only 6 turns"),
        (["--option", "turns=two"], "--option"),
        (["--roster", "brood"], "--roster"),
        (["--players", "human,steady"], "name two of"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    words: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*BATTLE, *words, "--out", str(tmp_path / "shot.png")]) == 2

    assert reason in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("out", "words", "reason"),
    [
        ("shot.jpg", [], "ends neither in .png nor in .gif"),
        ("shot.gif", ["--overlay", "grid"], "for .png only"),
        ("shot.gif", ["--size", "3842x2160"], "at most 3840 x 2160"),
    ],
)
def test_a_wrong_kind_of_file_is_refused(
    out: str, words: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*BATTLE, *words, "--out", str(tmp_path / out)]) == 2

    assert reason in capsys.readouterr().err


@pytest.mark.parametrize("size", ["0x0", "big", "1920", "x9", "99999x99999", "640x480x2"])
def test_a_wrong_size_is_refused(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([*BATTLE, "--size", size, "--out", "shot.png"])

    assert left.value.code == 2
    assert "is not a size" in capsys.readouterr().err


def test_what_a_save_fixes_cannot_be_asked_for(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["picture", str(saved), "--seed", "4", "--out", str(tmp_path / "shot.png")]

    assert main(words) == 2
    assert "is fixed by the save" in capsys.readouterr().err
