"""Fonts are opened and closed one at a time, whichever threads ask for them."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pygame
import pytest

from game.content.shipped_folders import ROOT
from game.widgets import open_fonts
from game.widgets.open_fonts import MAX_OPEN, FontStyle, open_font
from game.widgets.theme import FONTS

INTER = FontStyle(FONTS / "Inter-Regular.ttf")
MONO = FontStyle(FONTS / "JetBrainsMono-Regular.ttf")


class SlowFont:
    """A stand-in for pygame's font that records what is opened and closed at the same time."""

    busy = 0
    met = 0
    """The most fonts that were opened or closed at once."""
    closed: list[int] = []  # noqa: RUF012  shared on purpose

    def __init__(self, _: Path, pixels: int) -> None:
        self.pixels = pixels
        self._work()

    def __del__(self) -> None:
        self.closed.append(self.pixels)
        self._work()

    def _work(self) -> None:
        SlowFont.busy += 1
        SlowFont.met = max(SlowFont.met, SlowFont.busy)
        time.sleep(0.0005)
        SlowFont.busy -= 1

    def get_height(self) -> int:
        return self.pixels


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[SlowFont]]:
    monkeypatch.setattr(open_fonts, "_open", type(open_fonts._open)())  # noqa: SLF001  threads share it in all tests
    monkeypatch.setattr(pygame, "Font", SlowFont)
    SlowFont.met = 0
    SlowFont.closed = []
    yield SlowFont
    open_fonts._open.clear()  # noqa: SLF001


def test_threads_share_a_font() -> None:
    with ThreadPoolExecutor(4) as pool:
        found = {id(font) for font in pool.map(lambda _: open_font(INTER, 19), range(40))}

    assert len(found) == 1
    assert open_font(INTER, 20) is not open_font(INTER, 19)
    assert open_font(MONO, 19) is not open_font(INTER, 19)


def test_no_two_fonts_are_opened_or_closed_at_once(slow: type[SlowFont]) -> None:
    with ThreadPoolExecutor(4) as pool:
        for _ in pool.map(lambda pixels: open_font(INTER, pixels).get_height(), range(400)):
            pass

    assert slow.met == 1
    assert len(slow.closed) > 400 - 2 * MAX_OPEN


def test_a_font_in_use_stays_open(slow: type[SlowFont]) -> None:
    used = [open_font(INTER, pixels) for pixels in range(1, MAX_OPEN + 20)]
    for pixels in range(1000, 1003):
        open_font(INTER, pixels)

    assert not [pixels for pixels in slow.closed if pixels < 1000]
    assert [open_font(INTER, font.get_height()) for font in used] == used


def test_a_font_is_opened_anew_after_pygame_was_ended(slow: type[SlowFont]) -> None:
    def ended() -> int:
        raise pygame.error("Invalid font (font module quit since font created)")

    before = open_font(INTER, 21)
    setattr(before, "get_height", ended)  # noqa: B010  pygame's own cannot be set

    assert isinstance(open_font(INTER, 21), slow)
    assert open_font(INTER, 21) is not before


def test_fonts_are_opened_nowhere_else() -> None:
    opens = re.compile(r"\b(Font|SysFont)\(")
    files = (ROOT / "game").rglob("*.py")

    assert {file.name for file in files if opens.search(file.read_text("utf-8"))} == {
        "open_fonts.py"
    }
