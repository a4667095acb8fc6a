"""Painting of boards, for any view or for print."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil
from pathlib import Path
from struct import pack
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray

from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.maps.writer import canonical
from game.content.png_payload import MAP, SIGNATURE, embed, make_chunk
from game.content.safe_writing import write_parts
from game.geometry.points import Point
from game.geometry.polygons import Box, box
from game.table.board import Board, TerrainKind, Zone
from game.table.records import ORIGIN
from game.view.board import Underlay
from game.view.board.board_layout import BoardLayout
from game.view.board.brushes import Light, light, shine
from game.view.board.canvas import BLACK, PaintCanvas, faded, within
from game.view.board.floors import paint_floor, paint_spots
from game.view.board.terrain import PAINTERS, paint_pools
from game.view.board.textures import materials
from game.view.board.walls import paint_blocks, paint_lights, paint_walls
from game.view.colours import NEUTRAL, VOID
from game.view.memory import trim
from game.view.sprites import MARKER, Sprites, draw_note, notes_of
from game.view.style import DrawingTheme
from game.view.surface_arrays import surfarray
from game.view.system_view import Drawn
from game.view.systems import SYSTEMS, map_pictures, repeats_of

MARGIN: Final = 1
"""Inches painted around each part and cut off again, for shadows and soft edges."""
_TINTS = {
    TerrainKind.WOOD: "#3B4630",
    TerrainKind.HEDGE: "#3B4630",
    TerrainKind.DEEP_WATER: "#1B4346",
    TerrainKind.RUIN: "#57503F",
    TerrainKind.RUBBLE: "#504C43",
    TerrainKind.CRATER: "#433D33",
    TerrainKind.DEBRIS: "#4A5258",
    TerrainKind.WEEDS: "#4A4C2C",
    TerrainKind.SPINES: "#4B4230",
    TerrainKind.VENOM_PLANTS: "#3A3440",
    TerrainKind.REACTOR: "#40464A",
    TerrainKind.SERVO_HAULER: "#46443E",
    TerrainKind.REGULATOR: "#34505A",
    TerrainKind.CONDUIT: "#3F8098",
    TerrainKind.PIPE: "#6A4630",
    TerrainKind.FORTIFICATION: "#504C43",
    TerrainKind.DOOR: "#6E4B28",
    TerrainKind.WINDOW: "#5F8E9C",
}
RESOLUTIONS = (50, 75, 100, 150, 200, 300)
"""Allowed resolutions in pixels per inch."""
DEFAULT_PPI = 100
MAX_MEGAPIXELS = 400
"""Maximum size of a picture, in millions of pixels."""
STRIP, TILE = 3, 6
"""Height and width of the parts painted at once, in inches."""
FINEST = 150
"""Maximum pixels per inch at which pieces are painted; above it, half of it is scaled up."""
GRID = 0.28
"""Opacity of the white lines of the grid."""
PACKING = 4
"""Level of zlib for a print; 6 takes five times as long for a file smaller by 6 %."""
METRE = 39.3701
"""Inches per metre."""


class BoardPainter:
    """Paints any part of a board at any zoom."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.plan = BoardLayout(board, repeats_of(board))
        self.underlay = Underlay(board)

    def part(self, area: Box, ppi: int) -> pygame.Surface:
        """Return a part of the board, in whole inches, painted at *ppi* pixels per inch."""
        left, top, right, bottom = area
        size = round((right - left) * ppi), round((bottom - top) * ppi)
        margin = MARGIN * ppi
        canvas = pygame.Surface((size[0] + 2 * margin, size[1] + 2 * margin))
        around = (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN)
        self._paint(PaintCanvas(canvas, around, ppi))
        painted = canvas.subsurface(pygame.Rect((margin, margin), size)).copy()
        trim()  # Masks and shadows take more memory than the painted part.
        return painted

    def whole(self, ppi: int) -> pygame.Surface:
        """Return the whole board, painted at *ppi* pixels per inch."""
        return self.part((0, 0, ceil(self.board.width), ceil(self.board.height)), ppi)

    @cached_property
    def _light(self) -> Light:
        return light(self.plan)

    def _paint(self, painting: PaintCanvas) -> None:
        paint_floor(painting, self.plan)
        self.underlay.paint(painting)
        for zone in self.board.zones if self.plan.repeats == ORIGIN else ():
            _paint_zone(painting, zone)
        systems, painters = SYSTEMS.values(), dict(PAINTERS)
        for system in systems:
            system.floor(painting, self.plan)
            painters.update(system.terrain)
        paint_pools(painting, self.plan)
        paint_spots(painting, self.plan)
        paint_lights(painting, self.plan)
        for piece in self.board.terrain:
            if part := painting.part(piece.box, 1.0):
                painters[piece.kind](part, self.plan, piece)
        for system in systems:
            system.raised(painting, self.plan)
        paint_walls(painting, self.plan)
        for system in systems:
            system.rim(painting, self.plan)
        paint_blocks(painting, self.plan)
        self.underlay.paint_decor(painting)
        shine(painting, self._light)
        self._cut(painting)

    def _cut(self, painting: PaintCanvas) -> None:
        """Paint over the area off the table, and draw the table's edge."""
        x, y = painting.spot(Point(0, 0))
        right, bottom = painting.spot(Point(self.board.width, self.board.height))
        table = pygame.Rect(round(x), round(y), round(right - x), round(bottom - y))
        seen = table.clip(painting.canvas.get_rect())
        inside = painting.canvas.subsurface(seen).copy()
        painting.canvas.fill(VOID)
        painting.canvas.blit(inside, seen)
        if self.plan.repeats == ORIGIN:
            pygame.draw.rect(painting.canvas, BLACK, table, 2)


def _paint_zone(painting: PaintCanvas, zone: Zone) -> None:
    """Tint a deployment zone, more strongly along its outline.

    Its side's colour comes later.
    """
    part = painting.part(box(zone.outline), 0.1)
    if part is None:
        return
    tint = pygame.Color(NEUTRAL.plain)
    area = part.area(zone.outline)
    part.lighten(area, faded(tint, 0.06))
    part.lighten(
        within(part.band_mask(zone.outline, 0.5, closed=True), area), faded(tint, 0.12)
    )
    part.band(zone.outline, max(0.06, 1.5 / part.ppi), NEUTRAL.plain, closed=True)


def outline(board: Board, ppi: int) -> pygame.Surface:
    """Return a sketch of the board at *ppi* pixels per inch, each piece in one colour."""
    stuff = materials(board.look)
    size = ceil(board.width) * ppi, ceil(board.height) * ppi
    canvas = pygame.Surface(size)
    canvas.fill(dim(stuff.floor, stuff.dark))
    solid = dim(stuff.cap, stuff.dark)
    for piece in board.terrain:
        spots = [(x * ppi, y * ppi) for x, y in piece.outline]
        tint = _TINTS.get(piece.kind, solid)
        if piece.closed:
            pygame.draw.polygon(canvas, tint, spots)
        else:
            pygame.draw.lines(canvas, tint, False, spots, max(2, round(0.3 * ppi)))  # noqa: FBT003
    return canvas


def dim(colour: str, light: tuple[float, float, float]) -> tuple[int, int, int]:
    """Return a colour as it looks in *light*, given as shares of red, green and blue."""
    red, green, blue, _ = pygame.Color(colour)
    return round(red * light[0]), round(green * light[1]), round(blue * light[2])


class StoppedError(Exception):
    """Raised when the painting of a picture was stopped."""


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """The options of a printed map."""

    ppi: int = DEFAULT_PPI
    """Pixels per inch."""
    grid: bool = False
    """True if a line is drawn at every inch."""
    carrying: bool = True
    """True if the map file is embedded in the picture."""
    underlay: bool = False
    """True if the pictures underneath the map are printed, too."""
    marks: bool = True
    """True if objective markers and labels are printed."""


def size_fault(width: float, height: float, ppi: int) -> str:
    """Return the reason why a map, in inches, cannot be printed at a resolution.

    Empty if it can.
    """
    if ppi not in RESOLUTIONS:
        return f"{ppi} pixels an inch are none of {', '.join(map(str, RESOLUTIONS))}"
    wide, high = round(width * ppi), round(height * ppi)
    if wide * high <= MAX_MEGAPIXELS * 1_000_000:
        return ""
    fits = [
        one for one in RESOLUTIONS if width * height * one * one <= MAX_MEGAPIXELS * 1_000_000
    ]
    most = f"at most {max(fits)} pixels an inch do" if fits else "none do"
    return f"{wide} x {high} pixels are more than {MAX_MEGAPIXELS} millions; {most}"


@dataclass(slots=True)
class MapPrint:
    """A printable picture of a map, to be painted by ``write`` in a thread.

    *done* grows to 1 meanwhile. Setting *stopped* cancels the painting; nothing is written
    then.
    """

    mapfile: MapFile
    settings: PrintSettings = PrintSettings()
    file: str = ""
    """Name of the map's file, beside which its pictures are."""
    look: DrawingTheme | None = None
    """Renders markers and the words of labels; without it none are printed."""
    done: float = 0.0
    stopped: bool = False
    _bake: BoardPainter = field(init=False, repr=False)
    _kept: dict[int, Drawn] = field(default_factory=dict, init=False, repr=False)
    """Pictures of the objects in the current strip, by number."""
    _labels: list[Drawn] = field(default_factory=list, init=False, repr=False)

    def __post_init__(self) -> None:
        board = to_board(self.mapfile, self.file)
        if not self.settings.underlay:
            board = replace(board, pictures=())
        self._bake = BoardPainter(board)
        if self.look is None or not self.settings.marks:
            return
        sprites = Sprites(self.look)
        for marker in board.markers:
            words = str(marker.number or "?")
            picture = sprites.marker(words, NEUTRAL, round(MARKER * self._fine))
            self._labels.append((picture, self._centred(picture, marker.at)))
        for note in notes_of(board):
            if note.is_label and not note.is_hidden:
                # Drawn now: fonts are not for other threads.
                picture = draw_note(note, self._fine, self.look).premul_alpha()
                self._labels.append((picture, self._centred(picture, note.at)))

    def _centred(self, picture: pygame.Surface, at: Point) -> tuple[int, int]:
        """Return the place of a picture's corner if its middle is at a point of the board."""
        x, y = (round(part * self._fine) for part in at)
        found: tuple[int, int] = picture.get_rect(center=(x, y)).topleft
        return found

    @property
    def _fine(self) -> int:
        """Return the pixels per inch at which pieces and labels are painted."""
        ppi = self.settings.ppi
        return ppi if ppi <= FINEST else ppi // 2

    @property
    def size(self) -> tuple[int, int]:
        """Return the size of the picture in pixels."""
        ppi = self.settings.ppi
        return self.mapfile.width * ppi, self.mapfile.height * ppi

    def write(self, path: Path) -> None:
        """Paint the picture into a file.

        Raise UnusableFile if it cannot be written, StoppedError if it was stopped; the file
        remains unchanged then.
        """
        write_parts(path, self.parts())

    def parts(self) -> Iterator[bytes]:
        """Yield the bytes of the PNG file in parts; raise StoppedError if stopped."""
        dots = round(self.settings.ppi * METRE)
        yield SIGNATURE
        yield make_chunk(b"IHDR", pack(">IIBBBBB", *self.size, 8, 2, 0, 0, 0))
        yield make_chunk(b"pHYs", pack(">IIB", dots, dots, 1))
        if self.settings.carrying:
            yield embed(MAP, canonical(self.mapfile))
        packing = zlib.compressobj(PACKING)
        above = np.zeros(self.size[0] * 3, np.uint8)
        for strip in self._strips():
            rows = strip.reshape(len(strip), -1)
            before = np.vstack((above[None], rows[:-1]))
            # Filter 2 of the PNG specification: each row as the difference from the row above.
            filtered = np.empty((len(rows), rows.shape[1] + 1), np.uint8)
            filtered[:, 0] = 2
            np.subtract(rows, before, out=filtered[:, 1:])
            above = rows[-1].copy()
            if packed := packing.compress(filtered.tobytes()):
                yield make_chunk(b"IDAT", packed)
        yield make_chunk(b"IDAT", packing.flush())
        yield make_chunk(b"IEND", b"")

    def _strips(self) -> Iterator[NDArray[np.uint8]]:
        """Yield the pixels of the picture by row, column and colour, a strip at a time."""
        wide, high, ppi = self.mapfile.width, self.mapfile.height, self.settings.ppi
        parts = ceil(high / STRIP) * ceil(wide / TILE)
        for n, top in enumerate(range(0, high, STRIP)):
            low = min(top + STRIP, high)
            strip = np.empty(((low - top) * ppi, wide * ppi, 3), np.uint8)
            standing = self._standing(top, low)
            for m, left in enumerate(range(0, wide, TILE)):
                if self.stopped:
                    raise StoppedError
                right = min(left + TILE, wide)
                strip[:, left * ppi : right * ppi] = self._part(
                    (left, top, right, low), standing
                )
                self.done = (n * ceil(wide / TILE) + m + 1) / parts
            if self.settings.grid:
                _rule(strip, ppi)
            yield strip

    def area(self, left: int, top: int, right: int, low: int) -> NDArray[np.uint8]:
        """Return the pixels of a part in whole inches by row, column and colour."""
        pixels = self._part((left, top, right, low), self._standing(top, low)).copy()
        if self.settings.grid:
            _rule(pixels, self.settings.ppi)
        return pixels

    def _part(
        self, area: tuple[int, int, int, int], standing: Iterable[Drawn]
    ) -> NDArray[np.uint8]:
        tile, fine = self._bake.part(area, self.settings.ppi), self._fine
        for one in standing:
            _lay(tile, one, (area[0] * fine, area[1] * fine), self.settings.ppi // fine)
        return surfarray.array3d(tile).swapaxes(0, 1)

    def _standing(self, top: float, low: float) -> list[Drawn]:
        """Return pictures of the objects between two heights in inches; forget those above."""
        found = enumerate(map_pictures(self._bake.plan))
        wanted = {n: one for n, one in found if one.area[1] < low and one.area[3] > top}
        ppi = self._fine
        self._kept = {n: self._kept.get(n) or one.paint(ppi) for n, one in wanted.items()}
        return [*self._kept.values(), *self._labels]


def _lay(tile: pygame.Surface, one: Drawn, corner: tuple[int, int], scale: int) -> None:
    """Draw the part of a picture that lies on a tile; the tile's *corner* is in its pixels."""
    picture, (left, top) = one
    x, y = left - corner[0], top - corner[1]
    whole = pygame.Rect(0, 0, tile.width // scale, tile.height // scale)
    seen = picture.get_rect(topleft=(x, y)).clip(whole)
    if not seen:
        return
    part = picture.subsurface(seen.move(-x, -y))
    if scale > 1:
        part = pygame.transform.smoothscale_by(part, scale)
    at = seen.left * scale, seen.top * scale
    tile.blit(part, at, special_flags=pygame.BLEND_PREMULTIPLIED)


def _rule(strip: NDArray[np.uint8], ppi: int) -> None:
    """Draw lines at every inch of a strip, starting at its upper edge."""
    thick = max(1, ppi // 60)
    for n in range(thick):
        for lines in (strip[n::ppi], strip[:, n::ppi]):
            lines[:] = (lines * (1.0 - GRID) + 255.0 * GRID).astype(np.uint8)
