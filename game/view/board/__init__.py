"""Pictures on a board, painted part by part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from math import ceil, cos, floor, hypot, radians, sin
from typing import Final
from weakref import WeakValueDictionary

import pygame

from game.content.background_pictures import (
    SVG_SIDE,
    PictureBudget,
    UsablePicture,
    pixels_of_print,
    read_picture,
)
from game.content.faults import UnusableFile
from game.content.file_source import FileSource
from game.content.icons import parse_icon
from game.content.picture_heads import orientation
from game.content.picture_orientations import ORIENTATIONS, TURNED
from game.content.user_files import DISK
from game.geometry.points import Point
from game.geometry.polygons import Box
from game.table.board import Board, BoardDecor, BoardPicture, TileGround
from game.view.board.canvas import PaintCanvas
from game.view.board.tile_painting import colour_of, composed

MAX_KEPT: Final = 24_000_000
"""Maximum number of pixels of a board's decoded pictures; larger ones are scaled down."""
BAND: Final = 128
"""Rows of a picture that are scaled down at once."""
AROUND: Final = 2
"""Pixels of a picture around a part that are scaled too, so that parts fit together."""
MAX_WHOLE: Final = 2048 * 2048
"""Maximum number of pixels of decor on the board that is scaled as a whole; else a part is."""

_DECODED = WeakValueDictionary[tuple[str, int], pygame.Surface]()
"""Decoded pictures in use, by hash, with the orientation, and maximum of their pixels.

An edited board shares them.
"""


class Underlay:
    """The pictures underneath a board and its decor; what cannot be read is left out."""

    def __init__(self, board: Board, library: FileSource = DISK) -> None:
        self.faults: list[str] = []
        """Reasons why pictures are left out, with their files."""
        budget = PictureBudget()
        read = {file: self._read(file, library, budget) for file in board.picture_files}
        pictures = [
            _Picture(one, found, budget.pixels)
            for one in sorted(board.pictures, key=lambda one: one.over)
            if (found := read[one.file])
        ]
        self._decor = [
            (one, DecorPicture(found, one.file, budget.pixels))
            for one in board.decor
            if (found := read[one.file])
        ]
        sheets = {file: found for file, found in read.items() if found}
        self._parts = [*_strata(board, pictures, sheets, self.faults)]
        """Pictures and tiles, the lowest first."""

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
        found: list[object] = [one.stamp for one in self._parts]
        found += [(one, picture.hash) for one, picture in self._decor]
        return repr(found)

    def paint(self, painting: PaintCanvas) -> None:
        """Lay the pictures over a part of the board."""
        for one in self._parts:
            try:
                one.paint(painting)
            except UnusableFile as error:
                self.faults.append(str(error))
                self._parts = [other for other in self._parts if other is not one]

    def paint_decor(self, painting: PaintCanvas) -> None:
        """Lay the decor over a part of the board."""
        lost = set[str]()
        for one, picture in self._decor:
            if one.file in lost or not painting.sees(_box_of(one)):
                continue
            try:
                picture.paint(painting, one)
            except UnusableFile as error:
                self.faults.append(str(error))
                lost.add(one.file)
        if lost:
            self._decor = [pair for pair in self._decor if pair[0].file not in lost]


class DecorPicture:
    """The picture of decor, decoded when it is first painted."""

    def __init__(self, found: UsablePicture, file: str, pixels: int) -> None:
        """*pixels* are those of all pictures of the board."""
        self._data, self._file, self._form = found.data, file, found.head.form
        self.hash = sha256(found.data).hexdigest()
        own = found.head.width * found.head.height
        self._most = max(1, own * MAX_KEPT // max(MAX_KEPT, pixels))
        """Number of pixels that it is decoded to, at most."""
        self._decoded: pygame.Surface | None = None

    def paint(self, painting: PaintCanvas, one: BoardDecor) -> None:
        """Lay it on the canvas as decor; raise UnusableFile if it is damaged."""
        if found := self.laid(one, painting.ppi, painting.box):
            laid, (x, y) = found
            at = x - painting.corner[0], y - painting.corner[1]
            painting.canvas.blit(laid, at, special_flags=pygame.BLEND_PREMULTIPLIED)

    def laid(
        self, one: BoardDecor, ppi: int, seen: Box
    ) -> tuple[pygame.Surface, tuple[int, int]] | None:
        """Return the picture as it lies on the board, with its place in pixels of the board.

        Of a large one, return the part that may be *seen*; None if none is. Its colours are
        multiplied by its opacity. Raise UnusableFile if it is damaged.
        """
        source = self._surface()
        side = min(one.width / source.width, one.height / source.height)
        wide, high = source.width * side * ppi, source.height * side * ppi
        columns, rows = range(source.width), range(source.height)
        if wide * high > MAX_WHOLE:
            reach = hypot(seen[2] - seen[0], seen[3] - seen[1]) / 2
            x, y = _turned(
                (seen[0] + seen[2]) / 2 - one.at.x,
                (seen[1] + seen[3]) / 2 - one.at.y,
                -one.angle,
            )
            x, y = (-x if one.flipped else x), (-y if one.upended else y)
            left, top = (
                source.width * side / 2 + x - reach,
                source.height * side / 2 + y - reach,
            )
            columns = _range(left, left + 2 * reach, side, source.width)
            rows = _range(top, top + 2 * reach, side, source.height)
        size = round(len(columns) * side * ppi), round(len(rows) * side * ppi)
        if not all(size):
            return None
        part = source.subsurface((columns[0], rows[0], len(columns), len(rows)))
        part = pygame.transform.smoothscale(part, size)
        part = pygame.transform.flip(part, flip_x=one.flipped, flip_y=one.upended)
        if one.angle % 360.0:
            part = pygame.transform.rotozoom(part, -one.angle, 1.0)
        if one.opacity < 1.0:
            level = round(255 * one.opacity)
            part.fill((level,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
        x = ((columns[0] + columns[-1] + 1) - source.width) / 2 * side
        y = ((rows[0] + rows[-1] + 1) - source.height) / 2 * side
        x, y = _turned(-x if one.flipped else x, -y if one.upended else y, one.angle)
        middle = (one.at.x + x) * ppi, (one.at.y + y) * ppi
        return part, (round(middle[0] - part.width / 2), round(middle[1] - part.height / 2))

    def _surface(self) -> pygame.Surface:
        if self._decoded is None:
            key = f"{self.hash} decor", self._most
            if (found := _DECODED.get(key)) is None:
                found = self._decode()
                _DECODED[key] = found
            self._decoded, self._data = found, b""
        return self._decoded

    def _decode(self) -> pygame.Surface:
        if self._form != "svg":
            return _decoded(self._data, self._file, self._most)
        drawing = BytesIO(parse_icon(self._data, self._file).svg.encode())
        try:
            return pygame.image.load_sized_svg(drawing, (SVG_SIDE, SVG_SIDE)).premul_alpha()
        except pygame.error as error:
            raise UnusableFile(self._file, [("", f"is a damaged picture: {error}")]) from error


def _box_of(one: BoardDecor) -> Box:
    """Return a box around decor at any angle."""
    reach, (x, y) = hypot(one.width, one.height) / 2, one.at
    return x - reach, y - reach, x + reach, y + reach


def _turned(x: float, y: float, angle: float) -> tuple[float, float]:
    """Return a way turned clockwise by *angle* degrees."""
    c, s = cos(radians(angle)), sin(radians(angle))
    return x * c - y * s, x * s + y * c


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

    @property
    def stamp(self) -> object:
        """Return what it changes on the board."""
        return self.picture, self.hash

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


def _strata(
    board: Board,
    pictures: Sequence[_Picture],
    sheets: Mapping[str, UsablePicture],
    faults: list[str],
) -> Iterator[_Picture | _Tiles | _Background]:
    """Yield the pictures of a board and, between them, its tiles, the lowest first."""
    if board.tiles and (colour := colour_of(board.tiles.background)):
        yield _Background(colour)
    layers = board.tiles.layers if board.tiles else ()
    ends = sorted({*(min(one.picture.over, len(layers)) for one in pictures), len(layers)})
    below = 0
    for end in ends:
        if board.tiles and end > below:
            tiles = board.tiles._replace(layers=layers[below:end])
            yield _Tiles(board, tiles, sheets, faults, 1 / len(ends))
        last = end == len(layers)
        yield from (
            one
            for one in pictures
            if one.picture.over == end or (last and one.picture.over > end)
        )
        below = end


class _Background:
    """The colour under the tiles of a board."""

    def __init__(self, colour: pygame.Color) -> None:
        self._colour, self.stamp = colour, repr(colour)

    def paint(self, painting: PaintCanvas) -> None:
        painting.canvas.fill(self._colour)


class _Tiles:
    """Layers of tiles of a board, composed when they are first painted."""

    def __init__(
        self,
        board: Board,
        tiles: TileGround,
        sheets: Mapping[str, UsablePicture],
        faults: list[str],
        share: float,
    ) -> None:
        """Reasons why pictures are left out are added to *faults*.

        *share*: that of the maximum of pixels which these tiles may take.
        """
        self.tiles, self._size, self._faults = tiles, (board.width, board.height), faults
        self._share = share
        self._sheets = {file: sheets[file] for file in tiles.files if file in sheets}
        found = sha256(repr((self.tiles, self._size, share)).encode())
        for file, sheet in self._sheets.items():
            found.update(file.encode() + sha256(sheet.data).digest())
        self.hash = self.stamp = found.hexdigest()
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
        return composed(self.tiles, sheets, *self._size, self._share)


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
