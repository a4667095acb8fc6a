"""Web pages of battles that another process draws, since fonts are not for other threads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from game.content.faults import UnusableFile, reason_of
from game.content.palettes import PaletteName, use_palette
from game.content.save_format import SavedGame
from game.screens.live_game import resume_game
from game.screens.page.battle_page import write_page
from game.screens.screenshots import open_nothing
from game.workers import BackgroundTask

MAX_SECONDS: Final = 300.0
"""Seconds after which a page is given up."""
TOO_LONG: Final = "it took too long"


class PageOrder(NamedTuple):
    """All that another process needs to write a page."""

    save: SavedGame
    palette: PaletteName


def written_apart(order: PageOrder) -> Path:
    """Wait until another process has written a page; raise UnusableFile if it could not."""
    task = BackgroundTask[PageOrder, Path]("page", lives=1)
    try:
        task.begin(page_apart, order)
        path, fault = task.wait(MAX_SECONDS), task.fault
    finally:
        task.close()
    if path is None:
        raise UnusableFile("", [("", reason_of(fault) or TOO_LONG)])
    return path


def page_apart(order: PageOrder) -> Iterator[Path]:
    """Write a page in a process of its own, yielding its path."""
    open_nothing()
    use_palette(order.palette)
    yield write_page(resume_game(order.save))
