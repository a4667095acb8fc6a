"""Cached rendering of overlays, animated arrows along a current, and heat maps."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

from game.content.palettes import Colour
from game.geometry.points import Path, Point, degrees, segments_of
from game.geometry.polygons import box as polygon_box
from game.geometry.polygons import inside
from game.view.camera import Camera
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
from game.view.overlays.tags_and_fog import TagPainter
from game.view.style import COOL, HALO, DrawingTheme, draw_svg
from game.view.surface_arrays import surfarray

PITCH: Final = 2.0
"""Inches from one arrow to the next."""
WIDE: Final = 0.62
"""Width of an arrow in inches, limited to between LEAST and MOST units."""
MIN_SIZE, MAX_SIZE = 9, 20
TURNS: Final = 72
"""Number of directions that arrows are drawn in."""
SWELL: Final = (0.8, 2.2)
"""First and last radius, in inches, of the growing ring around an origin."""


Tile = tuple[pygame.Surface, tuple[int, int]]


class DriftArrowPainter:
    def __init__(self, look: DrawingTheme) -> None:
        self.look = look
        self._arrows: dict[tuple[int, int], pygame.Surface] = {}
        self._rings: dict[tuple[int, int], pygame.Surface] = {}
        self._kept: OrderedDict[object, list[Tile]] = OrderedDict()

    def tiles(self, drift: DriftArrows, ppi: int) -> list[Tile]:
        """Return pictures and their places, in pixels from the board's corner."""
        key = drift, ppi
        if key not in self._kept:
            self._kept[key] = [*self._rings_of(drift, ppi), *self._arrows_of(drift, ppi)]
            if len(self._kept) > MAX_RENDERED:
                self._kept.popitem(last=False)
        return self._kept[key]

    def _arrows_of(self, drift: DriftArrows, ppi: int) -> Iterator[Tile]:
        px = self.look.px
        side = min(px(MAX_SIZE), max(px(MIN_SIZE), round(WIDE * ppi)))
        for path, off in zip(drift.streams, drift.offs, strict=True):
            for at, direction in arrows(path, off, drift.share):
                picture = self._arrow(side, round(degrees(direction) * TURNS / 360) % TURNS)
                x, y = round(at.x * ppi), round(at.y * ppi)
                yield picture, (x - picture.get_width() // 2, y - picture.get_height() // 2)

    def _arrow(self, side: int, turn: int) -> pygame.Surface:
        if (side, turn) not in self._arrows:
            direction = f'd="M-7 3 L0 -4.5 L7 3" transform="rotate({turn * 360 / TURNS})"'
            self._arrows[side, turn] = _picture(
                f'<path {direction} fill="none" stroke="{HALO}" stroke-opacity=".7" '
                f'stroke-width="5.6"/><path {direction} fill="none" stroke="{COOL}" '
                'stroke-width="2.8"/>',
                round(side * 1.3),
            )
        return self._arrows[side, turn]

    def _rings_of(self, drift: DriftArrows, ppi: int) -> Iterator[Tile]:
        """Yield the ring that spreads from an origin and fades as it grows."""
        if len(drift.source) != 1:
            return
        least, most = SWELL
        step = round(drift.share * 24)
        radius = round((least + (most - least) * step / 24) * ppi)
        if (radius, step) not in self._rings:
            left = 0.8 * (1 - step / 24)
            self._rings[radius, step] = _picture(
                f'<circle r="8.6" fill="none" stroke="{COOL}" stroke-opacity="{left:.2f}" '
                'stroke-width="0.9"/>',
                2 * radius,
            )
        x, y = (round(n * ppi) for n in drift.source[0])
        yield self._rings[radius, step], (x - radius, y - radius)


def _picture(parts: str, side: int) -> pygame.Surface:
    return draw_svg(f"<g>{parts}</g>", "-10 -10 20 20", side, side).premul_alpha()


def arrows(path: Path, off: float, share: float) -> Iterator[tuple[Point, Point]]:
    """Yield the place and the direction of each arrow on a path."""
    next_, walked = (share * PITCH - off) % PITCH, 0.0
    for start, toward, leg in segments_of(path):
        while next_ < walked + leg:
            distance = next_ - walked
            yield Point(start.x + toward.x * distance, start.y + toward.y * distance), toward
            next_ += PITCH
        walked += leg


MAX_RENDERED = 64
"""Maximum number of cached pictures, not counting those drawn just now."""
JUST_NOW = 2
"""Number of draws that count as just now: overlays below the tokens, and those above."""
AT_ONCE = 6
"""Maximum number of parts of a current rendered in one frame."""
GRID = 256
"""Grid in pixels for the part of large overlays that is rendered around the window."""


MAX_STACKED = 4
"""Maximum number of words that a plate is moved above."""
TILE = 128
"""Size in pixels of the tiles that lines are cut into; empty tiles are dropped."""


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
        canvas.set_clip(camera.window)
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

    def draw_top_words(self, canvas: pygame.Surface, camera: Camera) -> None:
        """Draw the words of the last overlays on top."""
        self._draw_pills(canvas, camera, self._top_words)

    def _draw_pills(
        self, canvas: pygame.Surface, camera: Camera, pills: Iterable[LabelPlate]
    ) -> None:
        for pill in pills:
            if place := self._draw_pill(canvas, camera, pill):
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
        self, canvas: pygame.Surface, camera: Camera, pill: LabelPlate
    ) -> pygame.Rect | None:
        """Draw words on their plate; return its place if it is in the window."""
        px = self.look.px
        words = self.look.text(pill.words, 14, pill.colour, "heading")
        x, y = camera.pixel(pill.at)
        if not camera.window.inflate(px(60), px(60)).collidepoint(x, y):
            return None
        plate = pygame.Rect(0, 0, words.get_width() + px(16), px(22))
        plate.center = x, y - round(pill.lift * self.look.scale)
        plate.clamp_ip(camera.window)
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


EDGE_OPACITY = 0.45
"""Opacity of the dark line on both sides of an area's edge."""


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


MAX_ALPHA = 190
"""Alpha of the hottest square, of 255."""
MIN_ALPHA = 26
"""Minimum alpha of a square above zero, of 255; squares at zero are transparent."""


class HeatMapLayer:
    """Draws a heat map; it is scaled once for each position of the board, and then copied."""

    def __init__(self) -> None:
        self._known: object = None
        self._picture: pygame.Surface | None = None
        self._at = (0, 0)

    def draw(
        self,
        board: pygame.Surface,
        ppi: int,
        corner: tuple[int, int],
        shares: npt.NDArray[np.float64],
        side: float,
        colour: Colour,
    ) -> None:
        """Draw squares of *side* inches; *shares* are their values from 0 to 1, by rows."""
        known = ppi, corner, board.get_size(), id(shares), side, colour
        if known != self._known:
            self._known = known
            self._kept = shares  # Keeping the array alive keeps its id unique.
            self._picture, self._at = _scaled(board, ppi, corner, shares, side, colour)
        if self._picture:
            board.blit(self._picture, self._at, special_flags=pygame.BLEND_PREMULTIPLIED)


def _scaled(
    board: pygame.Surface,
    ppi: int,
    corner: tuple[int, int],
    shares: npt.NDArray[np.float64],
    side: float,
    colour: Colour,
) -> tuple[pygame.Surface | None, tuple[int, int]]:
    """Return the visible part of the squares, and its place."""
    size, (rows, columns) = ppi * side, shares.shape
    left = max(0, int(-corner[0] // size))
    top = max(0, int(-corner[1] // size))
    right = min(columns, int((board.get_width() - corner[0]) // size) + 1)
    low = min(rows, int((board.get_height() - corner[1]) // size) + 1)
    if left >= right or top >= low:
        return None, (0, 0)
    squares = _heat_squares(shares[top:low, left:right], colour)
    place = (corner[0] + round(left * size), corner[1] + round(top * size))
    whole = round((right - left) * size), round((low - top) * size)
    return pygame.transform.scale(squares.premul_alpha(), whole), place


def _heat_squares(shares: npt.NDArray[np.float64], colour: Colour) -> pygame.Surface:
    """Return a picture with one pixel for each square."""
    rows, columns = shares.shape
    picture = pygame.Surface((columns, rows), pygame.SRCALPHA)
    picture.fill(pygame.Color(colour))
    alpha = np.where(shares > 0.0, MIN_ALPHA + shares * (MAX_ALPHA - MIN_ALPHA), 0.0)
    surfarray.pixels_alpha(picture)[:] = alpha.T.astype(np.uint8)
    return picture
