"""``film``: short films of a recorded save, in all formats."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from game.cli import main
from game.screens.film import film_settings

SAVE = Path(__file__).parents[1] / "content" / "golden" / "toy-version-1.undertow"


@pytest.mark.parametrize(
    ("out", "words", "reason"),
    [
        ("a.avi", [], "'a.avi' does not end in .mp4, .webm, .gif or .webp"),
        ("a.gif", ["--fps", "30"], "--fps: of a .gif is 10 or 20"),
        ("a.mp4", ["--fps", "25"], "--fps: of a .mp4 is 30 or 60"),
        ("a.webp", ["--size", "3842x2160"], "of a film is at most 3840 x 2160 pixels"),
        ("a.mp4", ["--size", "641x480"], "of a .mp4 is an even number of pixels each way"),
        ("a.gif", ["--highlights", "--to", "2"], "do not go with --highlights"),
        ("a.gif", ["--from", "3", "--to", "2"], "turn 3 comes after turn 2"),
    ],
)
def test_a_film_that_cannot_be_is_refused(
    out: str, words: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["film", "combat_patrol", *words, "--out", str(tmp_path / out)]) == 2

    assert reason in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_without_its_library_a_video_says_how_to_install_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film_settings, "can_write_videos", lambda: False)

    assert main(["film", "combat_patrol", "--out", str(tmp_path / "a.mp4")]) == 2
    assert "pip install 'undertow[film]'" in capsys.readouterr().err


def test_stills_alone_are_of_the_whole_battle(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["film", "combat_patrol", "--stills", "x", "--to", "2"]) == 2
    assert "--from and --to: are for a film (--out)" in capsys.readouterr().err


def test_a_film_needs_a_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["film", "combat_patrol"]) == 2
    assert "name --out FILE, --stills FOLDER, or both" in capsys.readouterr().err


@pytest.mark.slow
def test_highlights_are_filmed_and_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, stills = tmp_path / "a.webp", tmp_path / "stills"
    words = ["--seed", "4", "--players", "random,random", "--size", "320x240", "--speed", "20"]
    words += ["--highlights", "--out", str(out), "--stills", str(stills)]
    assert main(["film", "adrift", *words]) == 0
    pictures = sorted(stills.iterdir())
    assert 5 <= len(pictures) <= 8
    for picture in pictures:
        with Image.open(picture) as found:
            assert found.size == (320, 240)
    with Image.open(out) as found:
        assert getattr(found, "n_frames", 1) > len(pictures)
    assert capsys.readouterr().out.splitlines() == [*map(str, pictures), str(out)]
