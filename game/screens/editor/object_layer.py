"""Rendering of the edited map in cached layers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple

import pygame

from game.background import Pending
from game.content.maps.classes import Lamp
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile, MapObject
from game.content.palettes import Colour
from game.editor.system_parts import PARTS
from game.editor.workspace import Workspace
from game.geometry.points import Path
from game.screens.editor.decor_pictures import DecorPictures
from game.screens.editor.object_painter import (
    bounds,
    box_of,
    draw_mark,
    draw_shape,
    draw_stream,
    numbers,
    pixels,
    rank,
    side_colours,
)
from game.table.board import Board
from game.view.board.board_layout import BoardLayout
from game.view.board.painter import FINEST, BoardPainter, dim
from game.view.board.textures import materials
from game.view.board.tiles import BoardTiles
from game.view.camera import Camera
from game.view.colours import VOID
from game.view.style import DrawingTheme
from game.view.system_view import Drawn
from game.view.systems import map_pictures

MAX_REPAIRED = 40
"""Maximum number of changed objects to redraw singly; with more, all is redrawn."""
MAX_PATCH = 2_000_000
"""Maximum number of pixels of the ground that is painted anew where objects have gone."""
REST = 0.6
"""Seconds for which a map must be unchanged before it is painted anew."""


class LayerView(NamedTuple):
    """Everything besides the objects on which the layer depends."""

    ppi: int
    corner: tuple[int, int]
    size: tuple[int, int]
    board: tuple[int, int]
    look: str
    painted: bool
    grid: float


class LayerItem(NamedTuple):
    one: MapObject
    box: pygame.Rect
    """Pixels from the board's corner."""
    rank: int


class ObjectLayer:
    def __init__(self, look: DrawingTheme, decor: DecorPictures | None = None) -> None:
        self.look, self.decor = look, decor
        self.surface = pygame.Surface((1, 1))
        self._ground = pygame.Surface((1, 1))
        self._view: LayerView | None = None
        self._map: MapFile | None = None
        self._hidden = frozenset[int]()
        self._items: list[LayerItem] = []
        self._boxes: list[pygame.Rect] = []
        self.numbers: dict[int, int] = {}
        """Numbers of the markers by id."""
        self.colours: dict[int, Colour] = {}
        """Colours of objects that are reserved for a side, by id."""
        self._was: dict[int, MapObject] = {}
        """The objects of the painted board by id."""
        self._gone = frozenset[int]()
        """Ids of painted objects that have moved or are gone."""
        self._patch: BoardPatch | None = None
        """The part of the ground without objects that have moved or are gone."""
        self._crisp = False

    @property
    def is_crisp(self) -> bool:
        """Return whether everything in view was painted."""
        return self._crisp

    def spoil(self) -> None:
        """Force a full redraw in the next frame."""
        self._view = None

    def bring(
        self,
        mapfile: MapFile,
        hidden: frozenset[int],
        camera: Camera,
        paint: BoardRenderer,
        view: LayerView,
    ) -> list[pygame.Rect]:
        """Update the layer; return the rectangles of it that changed."""
        whole = pygame.Rect((0, 0), view.size)
        self._gone = _gone(paint.map, mapfile, hidden) if view.painted else frozenset()
        patch = paint.patch(self._gone, view.ppi)
        stale = patch is not self._patch or (not self._crisp and paint.has_news(view.ppi))
        if view != self._view or stale:
            fresh = self._view is None or view.ppi != self._view.ppi
            self._view, self._patch = view, patch
            self._take(mapfile, fresh=fresh)
            self._hidden = hidden
            self._lay(camera, paint, view)
            return self._mend([whole], paint)
        changed = self._take(mapfile, fresh=False)
        changed += [i.box for i in self._items if i.one.id in hidden ^ self._hidden]
        self._hidden = hidden
        if len(changed) > MAX_REPAIRED:
            return self._mend([whole], paint)
        return self._mend([box.move(view.corner).clip(whole) for box in changed], paint)

    def _take(self, mapfile: MapFile, *, fresh: bool) -> list[pygame.Rect]:
        """Replace the objects by those of a map; return the boxes of those that changed."""
        if mapfile is self._map and not fresh:
            return []
        assert self._view
        ppi, look = self._view.ppi, self.look
        before = {} if fresh else {item.one.id: item for item in self._items}
        items, boxes = list[LayerItem](), list[pygame.Rect]()
        for layer, one in mapfile.objects():
            if not (layer.visible and one.visible):
                continue
            old = before.pop(one.id, None)
            if old is None or old.one is not one:
                old_box = [old.box] if old else []
                old = LayerItem(one, box_of(one, ppi, look), rank(one))
                boxes += [*old_box, old.box]
            items.append(old)
        boxes += [item.box for item in before.values()]
        items.sort(key=lambda item: item.rank)
        boxes += _reordered(self._items, items)
        self._items, self._map = items, mapfile
        self._boxes = [item.box for item in items]
        known = numbers(mapfile)
        boxes += [i.box for i in items if known.get(i.one.id) != self.numbers.get(i.one.id)]
        self.numbers = known
        own = side_colours(mapfile)
        boxes += [i.box for i in items if own.get(i.one.id) != self.colours.get(i.one.id)]
        self.colours = own
        return boxes

    def _lay(self, camera: Camera, paint: BoardRenderer, view: LayerView) -> None:
        """Draw the ground of everything in view."""
        if self._ground.get_size() != view.size:
            self._ground = pygame.Surface(view.size)
            self.surface = pygame.Surface(view.size)
        self._was = {one.id: one for _, one in paint.map.objects()}
        if view.painted:
            self._crisp = paint.draw(self._ground, camera)
            if self._patch:
                self._ground.blit(self._patch.picture, self._patch.rect.move(view.corner))
        else:
            self._crisp = True
            self._ground.fill(VOID)
            stuff = materials(view.look)
            self._ground.fill(dim(stuff.floor, stuff.dark), camera.board)
        if view.grid:
            self._draw_grid(camera, view)

    def _draw_grid(self, camera: Camera, view: LayerView) -> None:
        """Draw the grid at the snapping distance, or wider if that is too dense."""
        step = view.grid
        while step * view.ppi < 12:
            step *= 2
        board = camera.board.clip(self._ground.get_rect())
        left, top = view.corner
        pitch = step * view.ppi
        for n in range(
            ceil((board.left - left) / pitch), int((board.right - left) / pitch) + 1
        ):
            box = pygame.Rect(left + round(n * pitch), board.top, 1, board.height)
            self._ground.fill(_light(n * step), box.clip(board), pygame.BLEND_RGB_ADD)
        for n in range(ceil((board.top - top) / pitch), int((board.bottom - top) / pitch) + 1):
            box = pygame.Rect(board.left, top + round(n * pitch), board.width, 1)
            self._ground.fill(_light(n * step), box.clip(board), pygame.BLEND_RGB_ADD)

    def _mend(self, places: Iterable[pygame.Rect], paint: BoardRenderer) -> list[pygame.Rect]:
        mended = [place for place in places if place]
        for place in mended:
            self._draw(place, paint)
        return mended

    def _draw(self, place: pygame.Rect, paint: BoardRenderer) -> None:
        assert self._view
        view, sheet, corner = self._view, self.surface, self._view.corner
        sheet.set_clip(place)
        sheet.blit(self._ground, place, place)
        here = place.move(-corner[0], -corner[1])
        seen = [self._items[n] for n in here.collidelistall(self._boxes)]
        seen = [item for item in seen if item.one.id not in self._hidden]
        if view.painted:
            self._wipe(here, view)
        for item in seen:
            one, filled = item.one, self._is_filled(item.one)
            own, pictures = self.colours, self.decor
            draw_shape(sheet, one, view.ppi, corner, filled=filled, colours=own, decor=pictures)
        for stream in paint.still.streams:
            draw_stream(sheet, stream, view.ppi, corner, self.look)
        # Lamps lie below the objects that rules use.
        for item in sorted(seen, key=lambda item: not isinstance(item.one.what, Lamp)):
            known, own = self.numbers, self.colours
            draw_mark(sheet, item.one, view.ppi, corner, self.look, known, own)
        sheet.set_clip(None)

    def _is_filled(self, one: MapObject) -> bool:
        """Return whether an object is drawn filled: the painted board does not show it."""
        assert self._view
        was = self._was.get(one.id)
        if not self._view.painted or one.what.is_hardly_painted:
            return True
        return was is None or was != one

    def _wipe(self, here: pygame.Rect, view: LayerView) -> None:
        """Draw floor over objects that have moved or are gone, until their patch is there."""
        stuff = materials(view.look)
        floor = dim(stuff.floor, stuff.dark)
        patched = self._patch.gone if self._patch else frozenset()
        for id_ in self._gone - patched:
            was = self._was[id_]
            if here.colliderect(_near(was, view.ppi)):
                spots = pixels(was.outline, view.ppi, view.corner)
                if was.shape == "polyline":
                    wide = max(3, round(0.5 * view.ppi))
                    pygame.draw.lines(self.surface, floor, False, spots, wide)  # noqa: FBT003
                else:
                    pygame.draw.polygon(self.surface, floor, spots)


def _gone(was: MapFile, now: MapFile, hidden: frozenset[int]) -> frozenset[int]:
    """Return the ids of painted objects that have moved, have changed or are not shown."""
    shown = {
        one.id: one
        for layer, one in now.objects()
        if layer.visible and one.visible and one.id not in hidden
    }
    changed = (one for _, one in was.objects() if shown.get(one.id) is not one)
    return frozenset(
        one.id
        for one in changed
        if shown.get(one.id) != one and one.shape != "point" and not one.what.is_hardly_painted
    )


def _light(inches: float) -> tuple[int, int, int]:
    """Return the brightness of a grid line: most for each sixth inch, least for fractions."""
    return (26,) * 3 if inches % 6 == 0 else (15,) * 3 if inches % 1 == 0 else (8,) * 3


def _reordered(before: Sequence[LayerItem], after: Sequence[LayerItem]) -> list[pygame.Rect]:
    """Return the boxes of objects drawn in another order relative to others than before."""
    there = {item.one.id for item in after}
    old = [item.one.id for item in before if item.one.id in there]
    known = {*old}
    new = [item for item in after if item.one.id in known]
    wrong = [n for n, item in enumerate(new) if item.one.id != old[n]]
    return [item.box for item in new[wrong[0] : wrong[-1] + 1]] if wrong else []


def _near(one: MapObject, ppi: int) -> pygame.Rect:
    """Return the pixels that an object may occupy on the painted board."""
    return bounds(pixels(one.outline, ppi, (0, 0))).inflate(ppi, ppi)


class PieceRenderer:
    """Pictures of one board's pieces at the last requested zoom, drawn in the background."""

    def __init__(self, plan: BoardLayout) -> None:
        self.plan = plan
        self._ppi = 0
        self._drawn: tuple[Drawn, ...] = ()
        self._next_ppi = 0
        self._next = Pending[tuple[Drawn, ...]]()

    def at(self, ppi: int) -> tuple[Drawn, ...] | None:
        """Return the pictures; None while they are being drawn."""
        if ppi == self._ppi:
            return self._drawn
        for drawn in self._next.finished():
            self._ppi, self._drawn = self._next_ppi, drawn
            return self.at(ppi)
        if not self._next.is_running:
            self._next_ppi = ppi
            self._next.start(lambda: self._draw(ppi))
        return None

    def has_news(self, ppi: int) -> bool:
        """Return whether pictures of a zoom that were being drawn are there."""
        return ppi != self._ppi and (not self._next.is_running or self._next.is_done)

    def prepare(self, ppi: int) -> None:
        """Draw the pictures now, which may take long."""
        self._ppi, self._drawn = ppi, self._draw(ppi)

    def _draw(self, ppi: int) -> tuple[Drawn, ...]:
        return tuple(one.paint(ppi) for one in map_pictures(self.plan))


class BoardPatch(NamedTuple):
    """A part of a painted map without some of its objects."""

    map: MapFile
    """The map with all of them, as it is painted elsewhere."""
    gone: frozenset[int]
    ppi: int
    rect: pygame.Rect
    """Pixels from the board's corner."""
    picture: pygame.Surface


class MapSnapshot(NamedTuple):
    """A map at one moment, with everything derived from it."""

    map: MapFile
    board: Board
    ground: BoardTiles
    standing: PieceRenderer
    streams: tuple[Path, ...]
    """Paths that are drawn with arrows."""


class BoardRenderer:
    """The painted board of the last snapshot; later changes are drawn over it elsewhere."""

    def __init__(self, workspace: Workspace) -> None:
        mapfile = workspace.map
        self.workspace = workspace
        self.still = _still(mapfile, workspace.place)
        self._next = Pending[MapSnapshot]()
        self._patch: BoardPatch | None = None
        self._next_patch = Pending[BoardPatch]()
        self._seen, self._rested = mapfile, 0.0

    @property
    def map(self) -> MapFile:
        """Return the map as it is painted."""
        return self.still.map

    def follow(self, mapfile: MapFile, seconds: float, camera: Camera, *, held: bool) -> bool:
        """Advance by *seconds*; return whether a new snapshot or patch is shown from now on.

        *held*: something is being dragged, so that no snapshot is begun.
        """
        for patch in self._next_patch.finished():
            self._patch = patch
            return True
        if mapfile is not self._seen:
            self._seen, self._rested = mapfile, 0.0
        self._rested += seconds
        if not self._next.is_running:
            if mapfile is not self.map and self._rested >= REST and not held:
                view, place = _copy(camera, mapfile), self.workspace.place
                self._next.start(lambda: _painted(mapfile, place, view))
            return False
        if held:
            return False
        for still in self._next.finished():
            self.still, self._patch = still, None
            return True
        return False

    def patch(self, gone: frozenset[int], ppi: int) -> BoardPatch | None:
        """Return the ground where all or some of the objects *gone* were painted.

        It is painted in the background: None before that, and if it would be too large.
        """
        if not gone:
            return None
        found, wanted = self._patch, (self.map, gone, ppi)
        if found and (found.map is not self.map or found.ppi != ppi or not found.gone <= gone):
            found = None
        if (found is None or found.gone != gone) and not self._next_patch.is_running:
            rect = self._rect_of(gone, ppi)
            if 0 < rect.width * rect.height <= MAX_PATCH and ppi <= FINEST:
                place = self.workspace.place
                self._next_patch.start(lambda: _patched(*wanted, rect, place))
        return found

    def _rect_of(self, gone: frozenset[int], ppi: int) -> pygame.Rect:
        """Return the pixels around some objects, from the board's corner, in whole inches."""
        was = [one for _, one in self.map.objects() if one.id in gone]
        box = _near(was[0], ppi).unionall([_near(one, ppi) for one in was[1:]])
        left, top = max(0, box.left // ppi), max(0, box.top // ppi)
        right = min(self.map.width, -(-box.right // ppi))
        low = min(self.map.height, -(-box.bottom // ppi))
        return pygame.Rect(
            left * ppi, top * ppi, max(0, right - left) * ppi, max(0, low - top) * ppi
        )

    def prepare(self, camera: Camera) -> None:
        """Paint everything in view now, which may take long."""
        self.still.ground.prepare(camera)
        self.still.standing.prepare(camera.ppi)

    def has_news(self, ppi: int) -> bool:
        """Return whether more of the same view may have been painted since it was drawn."""
        return self.still.ground.has_news or self.still.standing.has_news(ppi)

    def draw(self, sheet: pygame.Surface, camera: Camera) -> bool:
        """Draw everything in view; return whether it was complete and crisp."""
        crisp = self.still.ground.draw(sheet, camera)
        standing = self.still.standing.at(camera.ppi)
        for picture, (x, y) in standing or ():
            at = camera.left + x, camera.top + y
            sheet.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)
        return crisp and standing is not None


def _still(mapfile: MapFile, place: str) -> MapSnapshot:
    board = to_board(mapfile, place)
    ground = BoardTiles(board)
    streams = tuple(path for part in PARTS.values() for path in part.streams(board))
    return MapSnapshot(
        mapfile,
        board=board,
        ground=ground,
        standing=PieceRenderer(ground.bake.plan),
        streams=streams,
    )


def _painted(mapfile: MapFile, place: str, camera: Camera) -> MapSnapshot:
    """Return a snapshot of a map at a place, with everything in view painted."""
    still = _still(mapfile, place)
    still.ground.prepare(camera)
    still.standing.prepare(camera.ppi)
    return still


def _patched(
    mapfile: MapFile, gone: frozenset[int], ppi: int, rect: pygame.Rect, place: str
) -> BoardPatch:
    """Return a part of a map at a place, painted without some objects."""
    painter = BoardPainter(to_board(mapfile.removed(gone), place))
    left, top, right, low = (
        edge // ppi for edge in (rect.left, rect.top, rect.right, rect.bottom)
    )
    picture = painter.part((left, top, right, low), ppi)
    for one in map_pictures(painter.plan):
        standing, (x, y) = one.paint(ppi)
        at = x - rect.left, y - rect.top
        picture.blit(standing, at, special_flags=pygame.BLEND_PREMULTIPLIED)
    return BoardPatch(mapfile, gone, ppi, rect, picture)


def _copy(camera: Camera, mapfile: MapFile) -> Camera:
    """Return a camera for another thread, with the same view."""
    copy = Camera(mapfile.width, mapfile.height, camera.window.copy())
    copy.lie(camera.view)
    return copy
