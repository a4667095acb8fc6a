"""Cached rendering of overlays."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import pygame

from game.geometry.points import Point
from game.geometry.polygons import box as polygon_box
from game.geometry.polygons import inside
from game.view.camera import Camera
from game.view.colours import HALO
from game.view.overlays import (
    Current,
    DriftArrows,
    FilledArea,
    LabelPlate,
    Overlay,
    SvgSketch,
    Tags,
)
from game.view.overlays.drawing import sketch
from game.view.overlays.drift_arrows import DriftArrowPainter
from game.view.overlays.number_tags import TagPainter
from game.view.style import DrawingTheme, draw_svg
from game.view.surface_arrays import surfarray

MAX_RENDERED = 64
"""Maximum number of cached pictures, not counting those drawn just now."""
JUST_NOW = 2
"""Number of draws that count as just now: overlays below the tokens, and those above."""
AT_ONCE = 6
"""Maximum number of parts of a current rendered in one frame."""
GRID = 256
"""Grid in pixels for the part of large overlays that is rendered around the window."""


MAX_STEPS = 8
"""Maximum number of half heights by which words are moved up or down to clear tokens."""
MAX_STACKED = 4
"""Maximum number of words that a plate is moved above."""
TILE = 128
"""Size in pixels of the tiles that lines are cut into; empty tiles are dropped."""
EDGE_OPACITY = 0.45
"""Opacity of the dark line on both sides of an area's edge."""


class RenderedOverlay(NamedTuple):
    tiles: list[tuple[pygame.Surface, tuple[int, int]]]
    """Pictures and their places, in pixels from the board's corner."""
    pills: list[LabelPlate]
    near: pygame.Rect | None = None
    """Area around the window to which it was cut; None if it is whole."""


class OverlayRenderer:
    """Draws overlays over the board, and caches their pictures."""

    def __init__(self, look: DrawingTheme) -> None:
        self.look = look
        self._kept: OrderedDict[object, RenderedOverlay] = OrderedDict()
        self._used: dict[object, int] = {}
        """Number of the draw in which each was last used."""
        self._draws = 0
        self._drifts, self._tags = DriftArrowPainter(look), TagPainter(look)
        self.notes: list[pygame.Rect] = []
        """Places of words drawn since it was cleared, in pixels from the board's corner."""
        self._top_words: list[LabelPlate] = []
        self._ground_words: list[LabelPlate] = []
        """Words of the overlays below the tokens."""
        self._left = 0
        """Parts of a current that may still be rendered in this frame.

        Negative if some were skipped.
        """

    def draw(
        self,
        canvas: pygame.Surface,
        camera: Camera,
        overlays: Iterable[Overlay],
        top: Iterable[Overlay] = (),
    ) -> bool:
        """Draw overlays in their order, and all of their words on top.

        The words of *top* are left to ``draw_top_words``. A new current appears over several
        frames: return whether it was drawn completely.
        """
        self._left = AT_ONCE
        self._draws += 1
        clip = canvas.get_clip()
        canvas.set_clip(camera.window.clip(clip))
        drawn = [self._drawn(overlay, camera) for overlay in overlays]
        over = [self._drawn(overlay, camera) for overlay in top]
        right, down = camera.left, camera.top
        tiles = [tile for one in (*drawn, *over) for tile in one.tiles]
        seen = [(tile, (right + x, down + y)) for tile, (x, y) in tiles]
        canvas.fblits(seen, pygame.BLEND_PREMULTIPLIED)
        self._draw_pills(canvas, camera, [pill for one in drawn for pill in one.pills])
        self._top_words = [pill for one in over for pill in one.pills]
        canvas.set_clip(clip)
        old = self._draws - JUST_NOW
        while len(self._kept) > MAX_RENDERED and self._used[next(iter(self._kept))] <= old:
            self._used.pop(self._kept.popitem(last=False)[0])
        return self._left >= 0

    def area(self, overlay: Overlay, camera: Camera) -> pygame.Rect | None:
        """Return the pixels of an overlay in the window; None if it has words, which move."""
        drawn = self._drawn(overlay, camera)
        if drawn.pills:
            return None
        places = [tile.get_rect(topleft=at) for tile, at in drawn.tiles]
        if not places:
            return pygame.Rect(0, 0, 0, 0)
        return places[0].unionall(places[1:]).move(camera.left, camera.top)

    def draw_ground(
        self, canvas: pygame.Surface, camera: Camera, overlays: Iterable[Overlay]
    ) -> bool:
        """Draw overlays below the tokens; their words are left to ``draw_ground_words``.

        Return whether they were drawn completely.
        """
        crisp = self.draw(canvas, camera, (), overlays)
        self._ground_words, self._top_words = self._top_words, []
        return crisp

    def draw_ground_words(
        self, canvas: pygame.Surface, camera: Camera, tokens: Sequence[pygame.Rect]
    ) -> None:
        """Draw the words of the overlays below the tokens, clear of the tokens."""
        self._draw_pills(canvas, camera, self._ground_words, tokens)

    @property
    def has_ground_words(self) -> bool:
        """Return whether overlays below the tokens have words."""
        return bool(self._ground_words)

    def draw_top_words(
        self, canvas: pygame.Surface, camera: Camera, badges: Sequence[pygame.Rect] = ()
    ) -> None:
        """Draw the words of the last overlays on top, clear of badges in the window."""
        self._draw_pills(canvas, camera, self._top_words, badges)

    def _draw_pills(
        self,
        canvas: pygame.Surface,
        camera: Camera,
        pills: Iterable[LabelPlate],
        taken: Sequence[pygame.Rect] = (),
    ) -> None:
        for pill in pills:
            if place := self._draw_pill(canvas, camera, pill, taken):
                self.notes.append(place.move(-camera.left, -camera.top))

    def prepare(self, camera: Camera, overlays: Iterable[Overlay]) -> None:
        """Render all new overlays now, however long it takes."""
        for overlay in overlays:
            self._left = AT_ONCE
            self._drawn(overlay, camera)

    def _drawn(self, overlay: Overlay, camera: Camera) -> RenderedOverlay:
        if isinstance(overlay, DriftArrows):
            return RenderedOverlay(self._drifts.tiles(overlay, camera.ppi), [])
        if isinstance(overlay, Tags):
            tiles = self._tags.tiles(overlay, camera)
            self.notes += self._tags.places
            return RenderedOverlay(tiles, [])
        near = _surroundings(camera)
        key = overlay, camera.ppi
        drawn = self._kept.get(key)
        if drawn is None or (drawn.near and drawn.near != near):
            if isinstance(overlay, Current):
                self._left -= 1
                if self._left < 0:
                    return drawn or RenderedOverlay([], [])
            drawn = _render(sketch(overlay, camera.ppi, self.look.scale), near)
            self._kept[key] = drawn
        self._kept.move_to_end(key)
        self._used[key] = self._draws
        return drawn

    def _draw_pill(
        self,
        canvas: pygame.Surface,
        camera: Camera,
        pill: LabelPlate,
        taken: Sequence[pygame.Rect],
    ) -> pygame.Rect | None:
        """Draw words on their plate, clear of things; return its place if in the window."""
        px = self.look.px
        words = self.look.text(pill.words, 14, pill.colour, "heading")
        x, y = camera.pixel(pill.at)
        if not camera.window.inflate(px(60), px(60)).collidepoint(x, y):
            return None
        plate = pygame.Rect(0, 0, words.get_width() + px(16), px(22))
        plate.center = x, y - round(pill.lift * self.look.scale)
        plate.clamp_ip(camera.window)
        if plate.collidelist(taken) >= 0:
            shown = [note.move(camera.left, camera.top) for note in self.notes]
            plate = clear_place(plate, [*taken, *shown], camera.window)
        self._make_room(plate, camera)
        pygame.draw.rect(canvas, HALO, plate, border_radius=plate.height // 2)
        pygame.draw.rect(canvas, "#3A454D", plate, 1, border_radius=plate.height // 2)
        canvas.blit(words, words.get_rect(center=plate.center))
        return plate

    def _make_room(self, plate: pygame.Rect, camera: Camera) -> None:
        """Move a plate above the words that it would cover, if it stays in the window."""
        place = plate.copy()
        for _ in range(MAX_STACKED):
            at = place.move(-camera.left, -camera.top)
            if (n := at.collidelist(self.notes)) < 0:
                plate.topleft = place.topleft
                return
            place.bottom = self.notes[n].top + camera.top - self.look.px(2)
            if place.top < camera.window.top:
                return


def clear_place(
    plate: pygame.Rect, taken: Sequence[pygame.Rect], window: pygame.Rect
) -> pygame.Rect:
    """Return the nearest place of a plate that covers nothing, else the one it has."""
    right, down = plate.width // 2, plate.height // 2 + 1
    steps = range(-MAX_STEPS, MAX_STEPS + 1)
    tried = [plate.move(x * right, y * down) for x in (0, -1, 1, -2, 2) for y in steps]
    free = [t for t in tried if window.contains(t) and t.collidelist(taken) < 0]

    def moved(spot: pygame.Rect) -> int:
        return abs(spot.x - plate.x) + abs(spot.y - plate.y)

    return min(free, key=moved, default=plate)


def _surroundings(camera: Camera) -> pygame.Rect:
    """Return the part of the board near the window, in pixels from its corner, on a grid."""
    window = camera.window.move(-camera.left, -camera.top)
    left, top = window.left // GRID * GRID, window.top // GRID * GRID
    right, bottom = -(-window.right // GRID) * GRID, -(-window.bottom // GRID) * GRID
    return pygame.Rect(left, top, right - left, bottom - top)


def _render(lines: SvgSketch, near: pygame.Rect) -> RenderedOverlay:
    if not (lines.parts or lines.fills):
        return RenderedOverlay([], lines.pills)
    left, top = int(lines.left), int(lines.top)
    whole = pygame.Rect(left, top, int(lines.right) - left + 1, int(lines.bottom) - top + 1)
    box = whole.clip(near)
    cut = None if box == whole else near
    if not box:
        return RenderedOverlay([], lines.pills, cut)
    if lines.fills:
        picture = _filled(lines.fills, box)
    else:
        view = f"{box.x} {box.y} {box.w} {box.h}"
        picture = draw_svg("".join(lines.parts), view, box.width, box.height).premul_alpha()
    return RenderedOverlay([*_tiles(picture, box.topleft)], lines.pills, cut)


def _filled(fills: Iterable[FilledArea], box: pygame.Rect) -> pygame.Surface:
    """Return a premultiplied picture of areas.

    It does without SVG, which takes 20 ms for an area as large as a table.
    """
    picture = pygame.Surface(box.size, pygame.SRCALPHA)
    for area in fills:
        loops = [[Point(x - box.x, y - box.y) for x, y in o] for o in area.outlines]
        loops = sorted((loop for loop in loops if len(loop) > 2), key=_size, reverse=True)
        ink, clear = pygame.Color(area.colour), pygame.Color(0, 0, 0, 0)
        tint = pygame.Color(ink.r, ink.g, ink.b, round(255 * area.opacity)).premul_alpha()
        for n, loop in enumerate(loops):
            around = [inside(loop[0], tuple(other)) for other in loops[:n]]
            pygame.draw.polygon(picture, clear if sum(around) % 2 else tint, loop)
        halo = pygame.Color(HALO)
        halo.a = round(255 * EDGE_OPACITY)
        halo = halo.premul_alpha()
        wide = max(2, round(area.width + 0.4))
        for loop in loops:
            pygame.draw.lines(picture, halo, closed=True, points=loop, width=wide + 2)
        for loop in loops:
            for a, b in zip(loop, [*loop[1:], loop[0]], strict=True):
                pygame.draw.aaline(picture, ink, a, b, wide)
    return picture


def _size(loop: list[Point]) -> float:
    left, top, right, low = polygon_box(loop)
    return (right - left) * (low - top)


def _tiles(
    picture: pygame.Surface, at: tuple[int, int]
) -> Iterator[tuple[pygame.Surface, tuple[int, int]]]:
    """Yield the parts of a picture that are not empty, without empty edges."""
    wide, high = picture.get_size()
    pixels = surfarray.pixels2d(picture).T
    # An empty tile is found a hundred times as fast in the array as by its bounding rectangle.
    places = [
        pygame.Rect(left, top, TILE, TILE).clip(picture.get_rect())
        for top in range(0, high, TILE)
        for left in range(0, wide, TILE)
        if pixels[top : top + TILE, left : left + TILE].any()
    ]
    del pixels  # It locks the picture.
    for place in places:
        spot = picture.subsurface(place).get_bounding_rect().move(place.topleft)
        yield picture.subsurface(spot), (at[0] + spot.left, at[1] + spot.top)
