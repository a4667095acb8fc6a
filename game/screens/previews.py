"""How saved games stand, as small pictures: drawn one after the other, beside the frames."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

import pygame

from game.content.save_files import SaveSummary
from game.content.save_format import load_save
from game.screens.pictures import picture_of
from game.screens.story import story_of_save
from game.view.background_task import Loader

MOST = 64
Key: TypeAlias = tuple[Path, float, tuple[int, int]]

_kept: OrderedDict[Key, pygame.Surface | None] = OrderedDict()
"""Outlives the screen: going back and forth draws nothing twice. None: it cannot be drawn."""


class Previews:
    def __init__(self, size: tuple[int, int]) -> None:
        """*size*: pixels that a picture has at most."""
        self.size = size
        self._drawing: tuple[Key, Loader[list[pygame.Surface]]] | None = None

    def _key(self, glance: SaveSummary) -> Key:
        return glance.path, glance.changed, self.size

    def of(self, glance: SaveSummary) -> pygame.Surface | None:
        """Return the picture of a save, if it was drawn."""
        return _kept.get(self._key(glance))

    def draw_next(self, wanted: Iterable[SaveSummary]) -> bool:
        """Go on with the first that has none yet; return whether another came to be."""
        came = self._take()
        missing = (g for g in wanted if not g.fault and self._key(g) not in _kept)
        if self._drawing is None and (glance := next(missing, None)):
            path, size = glance.path, self.size
            self._drawing = self._key(glance), Loader(lambda: _drawn(path, size))
        return came

    def _take(self) -> bool:
        if self._drawing is None or not self._drawing[1].done:
            return False
        key, loader = self._drawing
        self._drawing = None
        _kept[key] = next(iter(loader.result()), None)
        if len(_kept) > MOST:
            _kept.popitem(last=False)
        return True


def _drawn(path: Path, size: tuple[int, int]) -> list[pygame.Surface]:
    """Return the picture of how a save stands; nothing if it cannot be opened."""
    try:
        story = story_of_save(load_save(path))
        return [picture_of(story.at(len(story.events)), size)]
    except Exception:  # noqa: BLE001  whatever is wrong with a file is told when it is loaded
        return []
