"""Pictures underneath a board, painted part by part."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from math import ceil, floor
from typing import Final
from weakref import WeakValueDictionary

import pygame

from game.content.background_pictures import (
    PictureBudget,
    UsablePicture,
    pixels_of_print,
    read_picture,
)
from game.content.faults import UnusableFile
from game.content.file_source import FileSource
from game.content.picture_heads import orientation
from game.content.picture_orientations import ORIENTATIONS, TURNED
from game.content.user_files import DISK
from game.geometry.points import Point
from game.table.board import Board, BoardPicture
from game.view.board.canvas import PaintCanvas
from game.view.board.tile_painting import composed

MAX_KEPT: Final = 24_000_000
"""Maximum number of pixels of a board's decoded pictures; larger ones are scaled down."""
BAND: Final = 128
"""Rows of a picture that are scaled down at once."""
AROUND: Final = 2
"""Pixels of a picture around a part that are scaled too, so that parts fit together."""

_DECODED = WeakValueDictionary[tuple[str, int], pygame.Surface]()
"""Decoded pictures in use, by hash, with the orientation, and maximum of their pixels.

An edited board shares them.
"""


class Underlay:
    """The pictures underneath a board; those that cannot be read are left out."""

    def __init__(self, board: Board, library: FileSource = DISK) -> None:
        self.faults: list[str] = []
        """Reasons why pictures are left out, with their files."""
        budget = PictureBudget()
        read = {file: self._read(file, library, budget) for file in board.picture_files}
        self._pictures = [
            _Picture(one, found, budget.pixels)
            for one in board.pictures
            if (found := read[one.file])
        ]
        sheets = {file: found for file, found in read.items() if found}
        self._tiles = _Tiles(board, sheets, self.faults) if board.tiles else None

    def _read(
        self, file: str, library: FileSource, budget: PictureBudget
    ) -> UsablePicture | None:
        try:
            return read_picture(library, file, budget)
        except UnusableFile as error:
            self.faults.append(str(library.reported(error)))
            return None

    @property
    def stamp(self) -> str:
        """Return a text that changes with anything that the pictures change on the board."""
        found = [(one.picture, one.hash) for one in self._pictures]
        return repr([*found, self._tiles.hash] if self._tiles else found)

    def paint(self, painting: PaintCanvas) -> None:
        """Lay the pictures over a part of the board."""
        for one in self._pictures:
            try:
                one.paint(painting)
            except UnusableFile as error:
                self.faults.append(str(error))
                self._pictures = [other for other in self._pictures if other is not one]
        if self._tiles:
            self._tiles.paint(painting)


class _Picture:
    """One picture, decoded when it is first painted."""

    def __init__(self, picture: BoardPicture, found: UsablePicture, pixels: int) -> None:
        """*pixels* are those of all pictures of the board."""
        self.picture, self._data = picture, found.data
        self.hash = sha256(found.data).hexdigest()
        self._width = found.head.width
        if picture.orientation in TURNED:
            self._width = found.head.height
        own = found.head.width * found.head.height
        self._most = max(1, own * MAX_KEPT // max(MAX_KEPT, pixels))
        """Number of pixels that it is decoded to, at most."""
        self._decoded: pygame.Surface | None = None

    def paint(self, painting: PaintCanvas) -> None:
        """Lay the part of it that lies on the canvas; raise UnusableFile if it is damaged."""
        surface = self._surface()
        side = self.picture.inches * self._width / surface.width
        _lay(surface, self.picture.at, side, painting, self.picture.opacity)

    def _surface(self) -> pygame.Surface:
        if self._decoded is None:
            key = f"{self.hash} {self.picture.orientation}", self._most
            self._decoded = _DECODED.get(key) or upright(
                _decoded(self._data, self.picture.file, self._most), self.picture.orientation
            )
            _DECODED[key] = self._decoded
            self._data = b""
        return self._decoded


class _Tiles:
    """The tiles of a board, composed when they are first painted."""

    def __init__(
        self, board: Board, sheets: Mapping[str, UsablePicture], faults: list[str]
    ) -> None:
        """Reasons why pictures are left out are added to *faults*."""
        assert board.tiles
        self.tiles, self._size, self._faults = board.tiles, (board.width, board.height), faults
        self._sheets = {file: sheets[file] for file in board.tiles.files if file in sheets}
        found = sha256(repr((self.tiles, self._size)).encode())
        for file, sheet in self._sheets.items():
            found.update(file.encode() + sha256(sheet.data).digest())
        self.hash = found.hexdigest()
        self._composed: pygame.Surface | None = None

    def paint(self, painting: PaintCanvas) -> None:
        """Lay the tiles on the canvas; those of damaged pictures are left out."""
        if self._composed is None:
            key = self.hash, 0
            self._composed = _DECODED.get(key) or self._compose()
            _DECODED[key] = self._composed
        surface = self._composed
        _lay(surface, Point(0.0, 0.0), ceil(self._size[0]) / surface.width, painting)

    def _compose(self) -> pygame.Surface:
        sheets = dict[str, pygame.Surface]()
        for file, sheet in self._sheets.items():
            try:
                sheets[file] = _loaded(sheet.data, file)
            except UnusableFile as error:
                self._faults.append(str(error))
        return composed(self.tiles, sheets, *self._size)


def _lay(
    surface: pygame.Surface, at: Point, side: float, painting: PaintCanvas, opacity: float = 1.0
) -> None:
    """Lay the part of a picture that lies on the canvas.

    *at* is the place of its upper left corner, *side* that of its pixels in inches.
    """
    (left, top), (x, y, right, low) = at, painting.box
    columns = _range(x - left, right - left, side, surface.width)
    rows = _range(y - top, low - top, side, surface.height)
    if not (columns and rows):
        return
    # The ends of each part are rounded on the board, so that parts meet without a seam.
    across = [round((left + n * side) * painting.ppi) for n in (columns[0], columns[-1] + 1)]
    down = [round((top + n * side) * painting.ppi) for n in (rows[0], rows[-1] + 1)]
    size = across[1] - across[0], down[1] - down[0]
    if not all(size):
        return
    part = surface.subsurface((columns[0], rows[0], len(columns), len(rows)))
    scaled = pygame.transform.smoothscale(part, size)
    level = round(255 * opacity)
    scaled.fill((level,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    corner = painting.corner
    where = across[0] - corner[0], down[0] - corner[1]
    painting.canvas.blit(scaled, where, special_flags=pygame.BLEND_PREMULTIPLIED)


def _range(start: float, end: float, side: float, many: int) -> range:
    """Return the pixels of *side* inches between two places, and a few around them."""
    first = max(0, floor(start / side) - AROUND)
    return range(first, min(many, ceil(end / side) + AROUND))


def _decoded(data: bytes, file: str, most: int) -> pygame.Surface:
    """Return a picture of at most *most* pixels, its colours multiplied by its opacity.

    Raise UnusableFile.
    """
    found = pixels_of_print(data, file, most)
    surface = pygame.image.frombytes(*found, "RGB") if found else _loaded(data, file)
    if surface.width * surface.height > most:
        surface = _scaled_down(surface, most)
    else:
        surface = _with_alpha(surface).premul_alpha()
    return upright(surface, orientation(data))


def _loaded(data: bytes, file: str) -> pygame.Surface:
    """Return a picture as pygame reads it; raise UnusableFile if it is damaged."""
    try:
        return pygame.image.load(BytesIO(data), file)
    except pygame.error as error:
        raise UnusableFile(file, [("", f"is a damaged picture: {error}")]) from error


def _scaled_down(surface: pygame.Surface, most: int) -> pygame.Surface:
    """Return a picture with at most *most* pixels, its colours multiplied by its opacity.

    It is scaled band by band, because scaling takes three times the memory of its source.
    """
    share = (most / (surface.width * surface.height)) ** 0.5
    wide, high = max(1, int(surface.width * share)), max(1, int(surface.height * share))
    whole = pygame.Surface((wide, high), pygame.SRCALPHA)
    for top in range(0, high, BAND):
        low = min(top + BAND, high)
        first, last = top * surface.height // high, ceil(low * surface.height / high)
        band = surface.subsurface((0, first, surface.width, last - first))
        band = band if band.get_bitsize() in {24, 32} else _with_alpha(band)
        part = pygame.transform.smoothscale(band, (wide, low - top))
        # What is added to nothing is copied.
        copied = _with_alpha(part).premul_alpha()
        whole.blit(copied, (0, top), special_flags=pygame.BLEND_RGBA_ADD)
    return whole


def upright(surface: pygame.Surface, orientation: int) -> pygame.Surface:
    """Return a picture as it is to be shown, by its orientation."""
    mirrored, degrees = ORIENTATIONS.get(orientation, (False, 0))
    if mirrored:
        surface = pygame.transform.flip(surface, flip_x=True, flip_y=False)
    return pygame.transform.rotate(surface, degrees) if degrees else surface


def _with_alpha(surface: pygame.Surface) -> pygame.Surface:
    whole = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    whole.blit(surface, (0, 0))
    return whole
