from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import gallery
from game.content.save_format import parse_save
from game.content.shipped_folders import ASSETS, ROOT
from game.gallery import SHOTS, SIZE, take_all
from game.screens.live_game import LiveGame, resume_game
from tests.tools.offscreen import offscreen_window  # noqa: F401  a fixture


def test_every_picture_of_the_readme_and_the_guides_is_one_of_the_gallery() -> None:
    pages = [ROOT / "README.md", *(ASSETS / "guide").glob("*.md")]
    text = "\n".join(page.read_text("utf-8") for page in pages)
    shown = set(re.findall(r"\((?:assets|\.\.)/pictures/(\w+)\.png\)", text))

    assert shown == {*SHOTS}
    assert sorted(p.stem for p in (ASSETS / "pictures").iterdir()) == sorted(SHOTS)


def played_once(play: Callable[..., LiveGame]) -> Callable[..., LiveGame]:
    """Return a function that plays a battle the first time, and then opens its save."""
    saves = list[str]()

    def played(*arguments: Any) -> LiveGame:
        if saves:
            return resume_game(parse_save(saves[0], "a battle played before"))
        live_game = play(*arguments)
        saves.append(live_game.as_text())
        return live_game

    return played


@pytest.mark.slow
def test_the_gallery_is_the_same_every_time_and_shows_nobodys_own_saves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "SHOTS", {"setup": SHOTS["setup"], "battle": SHOTS["battle"]})
    monkeypatch.setattr(gallery, "_played", played_once(gallery._played))  # noqa: SLF001  only bots that think take long
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path / "home"))

    first, again = ([*take_all(tmp_path / name)] for name in ("first", "again"))

    assert [path.name for path in first] == ["setup.png", "battle.png"]
    for one, other in zip(first, again, strict=True):
        assert pygame.image.load(one).get_size() == SIZE
        assert one.read_bytes() == other.read_bytes()
    assert not (tmp_path / "home").exists()
