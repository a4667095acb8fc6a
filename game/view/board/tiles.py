"""Cached tiles of a board, which are painted in the background."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from functools import partial
from math import ceil
from time import sleep
from typing import NamedTuple
from weakref import ref

import pygame

from game.background import Pending
from game.content.own_folders import cache as cache_folder
from game.geometry.points import Point
from game.geometry.polygons import Box
from game.table.board import Board
from game.view.board.painter import BoardPainter, outline
from game.view.camera import Camera, Pixel
from game.view.colours import VOID
from game.view.picture_disk_cache import PictureDiskCache, fingerprint_of
from game.view.system_view import BARE, Cover, CoverFront, GroundState

TILE = 512
"""Approximate width of a tile in pixels; a tile is always whole inches wide."""
KEPT, SHARE = 24, 2
"""Number of tiles kept, some 25 MB, or this multiple of those in sight if that is more."""
BLUR, DUSK, NIGHT = 10, 0.46, 0.13
"""Pixels that one of the blurred ground around the table replaces along each side, and the
shares of light on it beside the table and far from it.
"""
FADES = 0.3
"""Share of the window's width in which the light on the ground around the table fades."""
BREATH = 0.001
"""Seconds between two tiles that leave the processor to the frames."""
Tile = tuple[int, int, int]
"""Pixels per inch, column and row."""
Painted = tuple[Box, int, pygame.Surface]
"""A part of a board, its pixels per inch, and its picture."""
Done = tuple[Tile, pygame.Surface, tuple[Cover, pygame.Surface] | None]
"""A painted tile, and its covered picture, if there is a cover."""


class TileDiskCache:
    """Disk cache of the painted parts of one board, for this version of the painter."""

    def __init__(self, bake: BoardPainter) -> None:
        self._pictures = PictureDiskCache(cache_folder() / "boards")
        self._board = fingerprint(bake.board, bake.underlay.stamp)

    def part(
        self, area: Box, ppi: int, paint: Callable[[Box, int], pygame.Surface]
    ) -> pygame.Surface:
        """Return a part of the board from the cache, or paint and cache it."""
        if (found := self.find(area, ppi)) is None:
            found = paint(area, ppi)
            self.keep(area, ppi, found)
        return found

    def find(self, area: Box, ppi: int) -> pygame.Surface | None:
        """Return the cached picture of a part at *ppi* pixels per inch, or None."""
        return self._pictures.find(self._name(area, ppi))

    def has(self, area: Box, ppi: int) -> bool:
        """Return whether the picture of a part is cached, without reading it."""
        return self._pictures.has(self._name(area, ppi))

    def keep(self, area: Box, ppi: int, picture: pygame.Surface) -> None:
        """Store the picture of a part at *ppi* pixels per inch."""
        self._pictures.keep(self._name(area, ppi), picture)

    def _name(self, area: Box, ppi: int) -> str:
        return "-".join([self._board, str(ppi), *(f"{edge:g}" for edge in area)])


def fingerprint(board: Board, underlay: str = "") -> str:
    """Return a hash of all data that a picture of a board depends on.

    *underlay* is the stamp of the pictures underneath.
    """
    drawn = (board.name, board.width, board.height, board.look, board.zones, board.spots)
    pieces = [(t.id, t.kind.value, t.outline, t.closed) for t in board.terrain]
    return fingerprint_of(drawn, pieces, underlay)


class TileRequest(NamedTuple):
    """A request to paint a tile, bare and covered."""

    tile: Tile
    dry: pygame.Surface | None
    """The dry picture, if it is already painted."""
    wet: Cover | None


class BoardTiles:
    """Draws a board from painted tiles, and missing ones from a scaled whole picture.

    One thread paints the requested tiles, and ends when there are none left. It only reads the
    list of requests and appends to the list of finished tiles; all else belongs to the frame
    loop.
    """

    def __init__(self, board: Board) -> None:
        self.bake = BoardPainter(board)
        self.shelf = TileDiskCache(self.bake)
        self._tiles: OrderedDict[Tile, pygame.Surface] = OrderedDict()
        self._soaked: dict[Tile, pygame.Surface] = {}
        """The same tiles with their cover."""
        self._wet: Cover | None = None
        self._wanted: tuple[TileRequest, ...] = ()
        self._done: deque[Done] = deque()
        self._taken = 0
        """Number of finished tiles that were taken."""
        self._painter = Pending[None]()
        self._whole_ppi = 0
        self._whole: pygame.Surface
        """The whole board: a sketch at first, then replaced tile by tile.

        Its tiles are parts of it.
        """
        self._missing: set[Tile] = set()
        """Tiles of the whole board that are not painted yet."""
        self._beyond: pygame.Surface | None = None
        """The ground around the table, as large as the window."""
        self._parts = 1
        self._most = KEPT
        """Maximum number of tiles kept."""

    @property
    def whole(self) -> pygame.Surface | None:
        """Return the whole board, as far as it is painted; None before the first frame."""
        return self._whole if self._whole_ppi else None

    @property
    def progress(self) -> float:
        """Return the painted share of the whole board, from 0 to 1."""
        return 1.0 - len(self._missing) / self._parts if self._whole_ppi else 0.0

    @property
    def has_news(self) -> bool:
        """Return whether the next frame may show more than the last one of the same camera."""
        return bool(self._done) or not self._painter.is_running or self._painter.is_done

    def prepare(self, camera: Camera, *, whole: bool = True) -> None:
        """Paint all tiles in sight now, in this thread, and with *whole* all others, too."""
        self.wait()
        self._lay_out(camera)
        wanted = *self._in_sight(camera), *(sorted(self._missing) if whole else ())
        self._most = max(KEPT, len(wanted))
        for tile in wanted:
            if tile not in self._tiles:
                found = self.shelf.part(self._box(tile), tile[0], self.bake.part)
                self._done.append((tile, found, None))
                self._take_done()
            if self._wet:
                self._soaked[tile] = self._wet.over(self._tiles[tile], self._box(tile), tile[0])

    def fill_disk_cache(self, camera: Camera) -> Iterator[None]:
        """Paint the parts of the whole board that are not cached, and yield after each.

        End if one cannot be cached.
        """
        for tile in sorted(self._tiles_of_whole(camera.fitting)):
            area, ppi = self._box(tile), tile[0]
            if not self.shelf.has(area, ppi):
                self.shelf.keep(area, ppi, self.bake.part(area, ppi))
                if not self.shelf.has(area, ppi):
                    return
                yield

    def soak(self, wet: Cover | None) -> None:
        """Show the board with a cover from now on, or bare."""
        if self._wet is not wet:
            if self._wet is None or wet is None or self._wet.outlines != wet.outlines:
                self._soaked.clear()
            self._wet = wet

    def wait(self) -> None:
        """Wait until the painter has finished its requests."""
        for _ in self._painter.waited():
            pass
        self._take_done()

    def draw(
        self,
        canvas: pygame.Surface,
        camera: Camera,
        ground: GroundState = BARE,
    ) -> bool:
        """Draw the visible part of the board; return whether all of it was drawn sharply."""
        self.soak(ground.cover)
        self._lay_out(camera)
        self._take_done()
        clip = canvas.get_clip()
        self._draw_beyond(canvas, camera)
        missing, pictures, seen = list[Tile](), list[tuple[pygame.Surface, Pixel]](), 0
        canvas.set_clip(camera.window.clip(camera.board).clip(clip))
        pitch = inches(camera.ppi) * camera.ppi
        for right, down in _shifts(camera, ground.shift):
            left, top = camera.left + right, camera.top + down
            for tile in self._in_sight(camera, (right, down)):
                seen += 1
                spot = left + tile[1] * pitch, top + tile[2] * pitch
                if tile in self._tiles:
                    self._tiles.move_to_end(tile)
                    pictures.append((self._seen(tile, ground.front), spot))
                    if self._wet and tile not in self._soaked:
                        missing.append(tile)
                else:
                    self._stand_in(canvas, tile, spot)
                    missing.append(tile)
        canvas.fblits(pictures)
        canvas.set_clip(clip)
        self._most = max(KEPT, SHARE * seen)
        self._want(missing)
        return not missing

    def looks(self, camera: Camera) -> Iterator[tuple[Tile, bool, pygame.Rect]]:
        """Yield the tiles in sight, whether each is painted, and its area.

        The ground has not moved (``GroundState.shift``).
        """
        self._take_done()
        side = inches(camera.ppi) * camera.ppi
        for tile in self._in_sight(camera):
            spot = self._spot(tile, camera, (0, 0))
            yield tile, tile in self._tiles, pygame.Rect(spot, (side, side))

    @property
    def painted(self) -> int:
        """Return the number of tiles that have been painted so far."""
        self._take_done()
        return self._taken

    def _draw_beyond(self, canvas: pygame.Surface, camera: Camera) -> None:
        """Draw the ground around the table, dark and out of focus, once it is painted."""
        size = camera.window.size
        strips = [strip for strip in beside(camera.window, camera.board) if strip]
        if not strips:
            return
        if self._missing:
            for strip in strips:
                canvas.fill(VOID, strip)
            return
        if self._beyond is None or self._beyond.get_size() != size:
            self._beyond = ground_around(self._whole, size)
        left, top = camera.window.topleft
        for strip in strips:
            canvas.blit(self._beyond, strip, strip.move(-left, -top))

    def _seen(self, tile: Tile, front: CoverFront | None) -> pygame.Surface:
        """Return a painted tile in its present state: dry, wet, or wet in part."""
        dry, wet = self._tiles[tile], self._soaked.get(tile)
        if wet is None:
            return dry
        return front.part(tile, dry, wet, self._box(tile), tile[0]) if front else wet

    def _lay_out(self, camera: Camera) -> None:
        """Create the picture of the whole board, at the zoom at which it fits the window."""
        if self._whole_ppi:
            return
        self._whole_ppi = ppi = camera.fitting
        self._whole = outline(self.bake.board, ppi)
        self._missing = self._tiles_of_whole(ppi)
        self._parts = len(self._missing)

    def _tiles_of_whole(self, ppi: int) -> set[Tile]:
        side, board = inches(ppi), self.bake.board
        across, down = ceil(board.width / side), ceil(board.height / side)
        return {(ppi, i, j) for i in range(across) for j in range(down)}

    def _want(self, missing: list[Tile]) -> None:
        """Request tiles to be painted, instead of those requested before."""
        done = {(tile, wet[0] if wet else None) for tile, _, wet in tuple(self._done)}
        rest = (t for t in sorted(self._missing) if t not in missing)
        self._wanted = tuple(
            TileRequest(tile, self._tiles.get(tile), self._wet)
            for tile in (*missing, *rest)
            if (tile, self._wet) not in done
        )
        if self._wanted and self._painter.is_free():
            self._painter.start(partial(_paint_wanted, ref(self), self.shelf))

    def paint_next(self, seen: set[tuple[Tile, Cover | None]]) -> list[Painted] | None:
        """Paint the next request not in *seen*; return its new pictures.

        Return None if there is no request. Called by the painter's thread.
        """
        wish = next((w for w in self._wanted if (w.tile, w.wet) not in seen), None)
        if wish is None:
            return None
        tile, picture, wet = wish
        seen.add((tile, wet))
        area, fresh = self._box(tile), list[Painted]()
        if picture and picture.get_parent():
            picture = picture.copy()  # painting it wet would lock the whole board
        if picture is None:
            picture = self.shelf.find(area, tile[0])
        if picture is None:
            picture = self.bake.part(area, tile[0])
            fresh.append((area, tile[0], picture))
        soaked = (wet, wet.over(picture, area, tile[0])) if wet else None
        self._done.append((tile, picture, soaked))
        return fresh

    def _take_done(self) -> None:
        while self._done:
            tile, picture, soaked = self._done.popleft()
            self._taken += 1
            if tile in self._missing:
                left, top = self._box(tile)[:2]
                self._whole.blit(picture, (left * tile[0], top * tile[0]))
                self._missing.discard(tile)
            self._tiles[tile] = self._shared(tile, picture)
            if soaked and soaked[0] is self._wet:
                is_dry = soaked[1] is picture
                self._soaked[tile] = self._tiles[tile] if is_dry else soaked[1]
            if len(self._tiles) > self._most:
                self._soaked.pop(self._tiles.popitem(last=False)[0], None)

    def _shared(self, tile: Tile, picture: pygame.Surface) -> pygame.Surface:
        """Return a tile's picture as a part of that of the whole board, if it is one."""
        if tile[0] != self._whole_ppi:
            return picture
        left, top = self._box(tile)[:2]
        corner = left * tile[0], top * tile[0]
        return self._whole.subsurface(pygame.Rect(corner, picture.get_size()))

    def _in_sight(self, camera: Camera, shift: Pixel = (0, 0)) -> Iterator[Tile]:
        ppi = camera.ppi
        pitch = inches(ppi) * ppi
        board = camera.board.move(shift)
        seen = board.clip(camera.window).clip(camera.board)
        if not seen:
            return
        across = range(
            (seen.left - board.left) // pitch, (seen.right - 1 - board.left) // pitch + 1
        )
        down = range(
            (seen.top - board.top) // pitch, (seen.bottom - 1 - board.top) // pitch + 1
        )
        # The camera may be that of a board whose size has just changed.
        side, own = inches(ppi), self.bake.board
        wide, high = ceil(own.width / side), ceil(own.height / side)
        yield from ((ppi, i, j) for j in down for i in across if i < wide and j < high)

    def _box(self, tile: Tile) -> Box:
        ppi, i, j = tile
        side = inches(ppi)
        right = min((i + 1) * side, ceil(self.bake.board.width))
        bottom = min((j + 1) * side, ceil(self.bake.board.height))
        return i * side, j * side, right, bottom

    def _spot(self, tile: Tile, camera: Camera, shift: Pixel) -> Pixel:
        ppi, i, j = tile
        pitch = inches(ppi) * ppi
        return camera.left + shift[0] + i * pitch, camera.top + shift[1] + j * pitch

    def _stand_in(self, canvas: pygame.Surface, tile: Tile, spot: Pixel) -> None:
        """Draw a tile from the scaled picture of the whole board."""
        ppi, box = tile[0], self._box(tile)
        left, top, right, bottom = (round(edge * self._whole_ppi) for edge in box)
        part = self._whole.subsurface((left, top, right - left, bottom - top))
        size = round((box[2] - box[0]) * ppi), round((box[3] - box[1]) * ppi)
        canvas.blit(pygame.transform.scale(part, size), spot)


def beside(window: pygame.Rect, board: pygame.Rect) -> Iterator[pygame.Rect]:
    """Yield the parts of a window beside the board; filling all of it would take longer."""
    seen = window.clip(board)
    if not seen:
        yield window
        return
    yield pygame.Rect(window.left, window.top, window.width, seen.top - window.top)
    yield pygame.Rect(window.left, seen.bottom, window.width, window.bottom - seen.bottom)
    yield pygame.Rect(window.left, seen.top, seen.left - window.left, seen.height)
    yield pygame.Rect(seen.right, seen.top, window.right - seen.right, seen.height)


def ground_around(table: pygame.Surface, size: Pixel) -> pygame.Surface:
    """Return the ground around a table in the middle of a window: its mirror image, dark."""
    wide, high = (max(1, round(n / BLUR)) for n in table.get_size())
    small = pygame.transform.smoothscale(table, (wide, high))
    ground = pygame.Surface([max(1, round(n / BLUR)) for n in size])
    middle = small.get_rect(center=ground.get_rect().center)
    across, down = ceil(ground.get_width() / wide), ceil(ground.get_height() / high)
    for i in range(-across, across + 1):
        for j in range(-down, down + 1):
            mirrored = pygame.transform.flip(small, flip_x=bool(i % 2), flip_y=bool(j % 2))
            ground.blit(mirrored, middle.move(i * wide, j * high))
    light, steps = pygame.Surface(ground.get_size()), round(ground.get_width() * FADES)
    light.fill([round(255 * NIGHT)] * 3)
    for n in range(steps, -1, -1):
        share = DUSK + (NIGHT - DUSK) * n / max(1, steps)
        pygame.draw.rect(light, [round(255 * share)] * 3, middle.inflate(2 * n, 2 * n))
    ground.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return pygame.transform.smoothscale(ground, size)


def _shifts(camera: Camera, rolled: Point) -> list[Pixel]:
    """Return the pixel offsets at which the floor is drawn; several where it wraps around."""
    wide, high = camera.board.size
    x, y = round(rolled.x * camera.ppi) % wide, round(rolled.y * camera.ppi) % high
    return [
        (right, down)
        for right in ((x, x - wide) if x else (0,))
        for down in ((y, y - high) if y else (0,))
    ]


def inches(ppi: int) -> int:
    """Return the width of a tile in inches."""
    return max(1, TILE // ppi)


def _paint_wanted(whose: ref[BoardTiles], shelf: TileDiskCache) -> None:
    """Paint requested tiles until none are left or the board is gone.

    The new ones are cached when nothing is left to paint, or when there are many.
    """
    fresh, seen = deque[Painted](), set[tuple[Tile, Cover | None]]()
    while True:
        ground = whose()
        more = ground.paint_next(seen) if ground else None
        del ground
        fresh += more or ()
        if more is None and not fresh:
            return
        if more is None or len(fresh) > KEPT:
            shelf.keep(*fresh.popleft())
        sleep(BREATH)
