"""Paint target: a part of the board at a given zoom, with methods that draw shapes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, floor, hypot
from typing import NamedTuple, TypeAlias

import pygame

from game.content.palettes import Colour
from game.geometry.points import Path, Point
from game.geometry.polygons import Box
from game.view.board.textures import cover

Shade: TypeAlias = Colour | tuple[int, int, int]
Spot: TypeAlias = tuple[float, float]
Stroke: TypeAlias = tuple[float, Shade] | tuple[float, Shade, float]
"""Width or radius in inches, colour, and a shift in inches to the right and down."""

WHITE = (255, 255, 255)
BLACK = (0, 0, 0)
LEVEL = 0.05
"""Pixels by which the ends of a side differ that is not level or upright."""
FINER = 3
"""Factor by which the picture is larger that a smooth polygon is scaled down from."""
MOST_CORNERS = 4
"""Corners of a polygon whose edges are supersampled; on those of curves it shows less."""
LEAST_SMOOTH, MOST_SMOOTH = 800, 40_000
"""Pixels of the box around a polygon whose edges are supersampled."""


class AreaShape(NamedTuple):
    """An area with holes."""

    outline: Path
    holes: tuple[Path, ...] = ()


class PaintCanvas:
    """A surface that shows a part of the board at *ppi* pixels per inch."""

    def __init__(self, canvas: pygame.Surface, box: Box, ppi: int) -> None:
        """Create a canvas for a part of the board: left, top, right, bottom in inches."""
        self.canvas, self.box, self.ppi = canvas, box, ppi

    def part(self, box: Box, around: float) -> PaintCanvas | None:
        """Return the part of the canvas that shows a box and *around* inches about it.

        It is None if nothing of that is on the canvas. The part shares its pixels with this
        canvas, and masks of a part are as small as the part.
        """
        spots = self.spots((Point(box[0], box[1]), Point(box[2], box[3])))
        (left, top), (right, bottom) = spots
        rect = pygame.Rect(int(left), int(top), ceil(right - left) + 1, ceil(bottom - top) + 1)
        margin = 2 * self.wide(around)
        rect = rect.inflate(margin, margin).clip(self.canvas.get_rect())
        if not rect:
            return None
        x, y, ppi = self.box[0], self.box[1], self.ppi
        inner = (
            x + rect.left / ppi,
            y + rect.top / ppi,
            x + rect.right / ppi,
            y + rect.bottom / ppi,
        )
        return PaintCanvas(self.canvas.subsurface(rect), inner, ppi)

    @property
    def corner(self) -> tuple[int, int]:
        """Return the offset of the canvas from the corner of the board, in pixels."""
        return round(self.box[0] * self.ppi), round(self.box[1] * self.ppi)

    def spot(self, at: Point | Spot) -> Spot:
        return (at[0] - self.box[0]) * self.ppi, (at[1] - self.box[1]) * self.ppi

    def spots(self, path: Iterable[Point]) -> list[Spot]:
        left, top = self.box[:2]
        ppi = self.ppi
        return [((x - left) * ppi, (y - top) * ppi) for x, y in path]

    def sees(self, box: Box, around: float = 0.0) -> bool:
        """Return whether any part of a box, widened by *around* inches, is on the canvas."""
        left, top, right, bottom = self.box
        return (
            box[0] - around < right
            and box[2] + around > left
            and box[1] - around < bottom
            and box[3] + around > top
        )

    def wide(self, inches: float) -> int:
        return max(1, round(inches * self.ppi))

    def fill(self, path: Iterable[Point], colour: Shade) -> None:
        smooth_polygon(self.canvas, colour, self.spots(path))

    def disc(self, at: Point | Spot, radius: float, colour: Shade) -> None:
        pygame.draw.aacircle(self.canvas, colour, self.spot(at), max(1.0, radius * self.ppi))

    def circle(self, at: Point | Spot, radius: float, inches: float, colour: Shade) -> None:
        """Draw a circle with a line of a width in inches, inward from its radius."""
        spot, wide = self.spot(at), self.wide(inches)
        pygame.draw.aacircle(self.canvas, colour, spot, radius * self.ppi, wide)

    def disc_mask(self, at: Point | Spot, radius: float) -> pygame.Surface:
        mask = pygame.Surface(self.canvas.get_size())
        pygame.draw.aacircle(mask, WHITE, self.spot(at), radius * self.ppi)
        return mask

    def band(self, path: Path, inches: float, colour: Shade, *, closed: bool = False) -> None:
        """Draw a line of a width in inches, with rounded corners."""
        thick_line(self.canvas, colour, self.spots(path), inches * self.ppi, closed=closed)

    def mask(self, shapes: Iterable[AreaShape]) -> pygame.Surface:
        """Return a mask that is white where the shapes are."""
        mask = pygame.Surface(self.canvas.get_size())
        for outline, holes in shapes:
            smooth_polygon(mask, WHITE, self.spots(outline))
            for hole in holes:
                smooth_polygon(mask, BLACK, self.spots(hole))
        return mask

    def band_mask(self, path: Path, inches: float, *, closed: bool = False) -> pygame.Surface:
        mask = pygame.Surface(self.canvas.get_size())
        thick_line(mask, WHITE, self.spots(path), inches * self.ppi, closed=closed)
        return mask

    def area(self, outline: Iterable[Point]) -> pygame.Surface:
        """Return a mask that is white inside an outline."""
        mask = pygame.Surface(self.canvas.get_size())
        smooth_polygon(mask, WHITE, self.spots(outline))
        return mask

    def outline(self, path: Path, colour: Shade, *, closed: bool = True) -> None:
        """Draw a line of one pixel."""
        pygame.draw.aalines(self.canvas, colour, closed, self.spots(path))

    def bands(self, path: Path, *strokes: Stroke) -> None:
        """Draw lines over each other, each moved by its shift."""
        for inches, colour, *shift in strokes:
            line = [Point(x + shift[0], y + shift[0]) for x, y in path] if shift else path
            self.band(tuple(line), inches, colour)

    def discs(self, at: Point | Spot, *strokes: Stroke) -> None:
        """Draw discs over each other, each moved by its shift."""
        for radius, colour, *shift in strokes:
            off = shift[0] if shift else 0.0
            self.disc((at[0] + off, at[1] + off), radius, colour)

    def square(self, at: Point | Spot, half: float, colour: Shade) -> None:
        self.fill(square(at, half), colour)

    def blank(self) -> PaintCanvas:
        """Return a black canvas for the same part of the board."""
        return PaintCanvas(pygame.Surface(self.canvas.get_size()), self.box, self.ppi)

    def copy(self) -> PaintCanvas:
        """Return a canvas for the same part of the board, painted like this one."""
        return PaintCanvas(self.canvas.copy(), self.box, self.ppi)

    def sheet(self, texture: pygame.Surface) -> PaintCanvas:
        """Return a canvas for the same part of the board, covered with a texture."""
        return PaintCanvas(self.paper(texture), self.box, self.ppi)

    def paper(self, texture: pygame.Surface) -> pygame.Surface:
        """Return a surface of the canvas's size, covered with a texture."""
        sheet = pygame.Surface(self.canvas.get_size())
        cover(sheet, texture, *self.corner)
        return sheet

    def lay(self, mask: pygame.Surface, sheet: pygame.Surface) -> None:
        """Paint *sheet* over the canvas where the mask is white; this overwrites *sheet*."""
        self.canvas.blit(_inverted(mask), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        sheet.blit(mask, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        self.canvas.blit(sheet, (0, 0), special_flags=pygame.BLEND_RGB_ADD)

    def cover(self, mask: pygame.Surface, texture: pygame.Surface) -> None:
        """Cover the canvas with a texture where the mask is white."""
        self.lay(mask, self.paper(texture))

    def shadow(
        self, mask: pygame.Surface, soft: float, share: float, shift: float = 0.0
    ) -> None:
        """Darken the canvas by a share around a mask, *shift* inches to the right and down."""
        moved = shifted(mask, shift * self.ppi) if shift else mask
        self.darken(blurred(moved, soft * self.ppi), share)

    def bevel(self, mask: pygame.Surface, inches: float, lit: Shade, share: float) -> None:
        """Light the upper left edges of a solid, and darken its lower right ones by a share."""
        wide = max(1.0, inches * self.ppi)
        self.lighten(without(mask, shifted(mask, wide)), lit)
        self.darken(without(mask, shifted(mask, -wide)), share)

    def darken(self, mask: pygame.Surface, share: float) -> None:
        """Darken the canvas by a share where the mask is white."""
        shade = _inverted(dimmed(mask, round(255 * share)))
        self.canvas.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)

    def lighten(self, mask: pygame.Surface, colour: Shade) -> None:
        """Add a colour where the mask is white."""
        glow = mask.copy()
        glow.fill(colour, special_flags=pygame.BLEND_RGB_MULT)
        self.canvas.blit(glow, (0, 0), special_flags=pygame.BLEND_RGB_ADD)


def faded(colour: pygame.Color, share: float) -> tuple[int, int, int]:
    """Return a colour with a share of its brightness."""
    red, green, blue = (min(255, round(part * share)) for part in colour[:3])
    return red, green, blue


def dimmed(mask: pygame.Surface, level: int) -> pygame.Surface:
    """Return a mask that is at most *level* of 255."""
    dim = mask.copy()
    dim.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)
    return dim


def square(at: Point | Spot, half: float) -> Path:
    """Return the corners of a square around a point."""
    return rectangle(at, half, half)


def rectangle(at: Point | Spot, wide: float, high: float) -> Path:
    """Return the corners of a rectangle around a point, from half its width and height."""
    x, y = at
    return (
        Point(x - wide, y - high),
        Point(x + wide, y - high),
        Point(x + wide, y + high),
        Point(x - wide, y + high),
    )


def _inverted(mask: pygame.Surface) -> pygame.Surface:
    inverted = pygame.Surface(mask.get_size())
    inverted.fill(WHITE)
    inverted.blit(mask, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    return inverted


def within(mask: pygame.Surface, other: pygame.Surface) -> pygame.Surface:
    """Return a mask that is white where both masks are."""
    both = mask.copy()
    both.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return both


def without(mask: pygame.Surface, other: pygame.Surface) -> pygame.Surface:
    """Return a mask that is white where the first mask is and the other is not."""
    rest = mask.copy()
    rest.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    return rest


def blurred(mask: pygame.Surface, radius: float) -> pygame.Surface:
    """Return a mask with soft edges, blurred at a quarter of its size to save time."""
    width, height = mask.get_size()
    small = pygame.transform.smoothscale(mask, (max(1, width // 4), max(1, height // 4)))
    small = box_blurred(box_blurred(small, round(radius / 4)), round(radius / 4))
    return pygame.transform.smoothscale(small, (width, height))


def box_blurred(picture: pygame.Surface, radius: int) -> pygame.Surface:
    """Return a picture blurred by at least a pixel, and by less than it is wide or high.

    pygame reads beyond the last row of a picture that is as high as the radius.
    """
    most = min(picture.get_size()) - 1
    return pygame.transform.box_blur(picture, min(max(1, radius), most)) if most else picture


def shifted(mask: pygame.Surface, pixels: float) -> pygame.Surface:
    """Return a mask moved to the right and down; the uncovered edge is black."""
    moved = pygame.Surface(mask.get_size())
    moved.blit(mask, (round(pixels), round(pixels)))
    return moved


def smooth_polygon(canvas: pygame.Surface, colour: Shade, spots: Sequence[Spot]) -> None:
    """Draw a polygon; a turned one of a middling size has supersampled edges."""
    if len(spots) <= MOST_CORNERS and _is_turned(spots) and _supersample(canvas, colour, spots):
        return
    # pygame has no smooth polygon; a hard one under a smooth outline looks like one.
    pygame.draw.polygon(canvas, colour, spots)
    pygame.draw.aalines(canvas, colour, True, spots)  # noqa: FBT003 pygame's own


def _is_turned(spots: Sequence[Spot]) -> bool:
    """Return whether a side is neither level nor upright."""
    around = zip(spots, (*spots[1:], spots[0]), strict=True)
    return any(abs(a[0] - b[0]) > LEVEL and abs(a[1] - b[1]) > LEVEL for a, b in around)


def _supersample(canvas: pygame.Surface, colour: Shade, spots: Sequence[Spot]) -> bool:
    """Draw a polygon of a middling size from a larger one; return whether it was drawn."""
    left, top = (floor(min(spot[n] for spot in spots)) - 1 for n in (0, 1))
    right, low = (ceil(max(spot[n] for spot in spots)) + 2 for n in (0, 1))
    # The size of all of it decides, so that it is the same on each tile.
    if not LEAST_SMOOTH <= (right - left) * (low - top) <= MOST_SMOOTH:
        return False
    seen = pygame.Rect(left, top, right - left, low - top).clip(canvas.get_rect())
    if not seen:
        return True
    # The same colour all over, so that the edge fades by its opacity alone.
    plain = pygame.Color(colour)
    large = pygame.Surface((seen.width * FINER, seen.height * FINER), pygame.SRCALPHA)
    large.fill((plain.r, plain.g, plain.b, 0))
    # Spots are middles of pixels.
    x, y = seen.left - 0.5, seen.top - 0.5
    pygame.draw.polygon(large, plain, [((a - x) * FINER, (b - y) * FINER) for a, b in spots])
    canvas.blit(pygame.transform.smoothscale(large, seen.size), seen)
    return True


def thick_line(
    canvas: pygame.Surface, colour: Shade, spots: Sequence[Spot], width: float, *, closed: bool
) -> None:
    ends = [*spots, spots[0]] if closed else list(spots)
    half = width / 2
    for (ax, ay), (bx, by) in pairwise(ends):
        distance = hypot(bx - ax, by - ay) or 1.0
        nx, ny = (by - ay) / distance * half, (ax - bx) / distance * half
        corners = [
            (ax + nx, ay + ny),
            (bx + nx, by + ny),
            (bx - nx, by - ny),
            (ax - nx, ay - ny),
        ]
        smooth_polygon(canvas, colour, corners)
    if half > 1.5:
        for end in ends if closed else ends[1:-1]:
            pygame.draw.aacircle(canvas, colour, end, half)
