"""Pictures of decor on a map that is edited."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import TypeAlias

import pygame

from game.content.background_pictures import UsablePicture, head_of
from game.content.faults import UnusableFile
from game.content.file_names import joined
from game.content.maps.made_board import decor_of
from game.content.maps.map_file import MapObject
from game.content.picture_heads import MAX_PICTURE_BYTES
from game.content.reading import read_bytes
from game.editor.workspace import Workspace
from game.geometry.polygons import Box
from game.view.board import DecorPicture

MAX_KEPT = 32
"""Maximum number of pictures in the cache."""
Laid: TypeAlias = tuple[pygame.Surface, tuple[int, int]]
"""A picture as it lies on the board, with its place in pixels of the board."""


class DecorPictures:
    """The pictures of a map's decor, read again when their files change."""

    def __init__(self, work: Workspace) -> None:
        self.work = work
        self._known = OrderedDict[tuple[Path, int, int], DecorPicture | None]()

    def laid(self, one: MapObject, ppi: int, seen: Box) -> Laid | None:
        """Return the picture of decor, or the part that is *seen*; None if it has none."""
        if (decor := decor_of(one, "")) is None or (
            picture := self._picture(decor.file)
        ) is None:
            return None
        try:
            return picture.laid(decor, ppi, seen)
        except UnusableFile:
            return None

    def _picture(self, image: str) -> DecorPicture | None:
        try:
            path = joined(self.work.folder, image)
            status = path.stat()
        except OSError:
            return None
        key = path, status.st_mtime_ns, status.st_size
        if key not in self._known:
            self._known[key] = _read(path)
            if len(self._known) > MAX_KEPT:
                self._known.popitem(last=False)
        return self._known[key]


def _read(path: Path) -> DecorPicture | None:
    try:
        data = read_bytes(path, MAX_PICTURE_BYTES)
        head = head_of(data, path.name)
    except UnusableFile:
        return None
    return DecorPicture(UsablePicture(data, head), path.name, head.width * head.height)
