"""``film``: short films of a recorded save, in all formats."""

from __future__ import annotations

from pathlib import Path

import pytest

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
