"""Shapes drawn as in an engraving: flat tones, outlines, lines that swell into the shade."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, cos, hypot, radians, sin
from typing import NamedTuple, TypeAlias

from game.content.palettes import Colour, Team

Dot: TypeAlias = tuple[float, float]
Outline: TypeAlias = Sequence[Dot]
STEPS = 6
"""Points between two of a smooth curve."""
MIDDLE = 50.0
"""The axis about which shapes are mirrored, in units of the picture, which is 100 wide."""
INK: Colour = "#0A0D0F"
SPARE = 0.6
"""Length of a line of shade below which it is left out."""


class Tones(NamedTuple):
    """The tones of an engraving, from dark to light."""

    ground: Colour
    deep: Colour
    mid: Colour
    light: Colour
    bright: Colour


def tones_of(team: Team) -> Tones:
    """Return the tones of a side's colour."""
    return Tones(
        ground=mixed(team.dark, INK, 0.62),
        deep=mixed(team.dark, INK, 0.15),
        mid=mixed(team.plain, team.dark, 0.55),
        light=mixed(team.plain, team.light, 0.25),
        bright=mixed(team.light, "#FFF6E4", 0.45),
    )


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return a colour between two; a *share* of 1 is the other one."""
    pairs = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def _parts(colour: Colour) -> tuple[int, ...]:
    return tuple(int(colour[n : n + 2], 16) for n in (1, 3, 5))


def mirrored(left: Outline) -> list[Dot]:
    """Return a closed shape from its left half, which goes from its top to its bottom."""
    right = [(2 * MIDDLE - x, y) for x, y in reversed(left) if abs(x - MIDDLE) > 0.01]
    return [*left, *right]


def flipped(outline: Outline) -> list[Dot]:
    """Return a shape on the other side of the axis."""
    return [(2 * MIDDLE - x, y) for x, y in outline]


def smooth(dots: Outline) -> list[Dot]:
    """Return a closed curve through some points (Catmull-Rom)."""
    found, many = list[Dot](), len(dots)
    for n in range(many):
        around = [dots[(n + k) % many] for k in (-1, 0, 1, 2)]
        found += [_between(around, step / STEPS) for step in range(STEPS)]
    return found


def _between(around: Outline, t: float) -> Dot:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = around

    def at(a: float, b: float, c: float, d: float) -> float:
        bend = (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3
        return 0.5 * (2 * b + (c - a) * t + bend)

    return at(ax, bx, cx, dx), at(ay, by, cy, dy)


def oval(x: float, y: float, wide: float, high: float, turned: float = 0.0) -> list[Dot]:
    """Return an oval by its middle, its half width and half height."""
    lean, found = radians(turned), list[Dot]()
    for n in range(24):
        right, down = wide * cos(radians(15 * n)), high * sin(radians(15 * n))
        found.append(
            (x + right * cos(lean) - down * sin(lean), y + right * sin(lean) + down * cos(lean))
        )
    return found


def bar(start: Dot, end: Dot, wide: float, narrow: float | None = None) -> list[Dot]:
    """Return a straight bar between two points, *wide* at its start."""
    (ax, ay), (bx, by) = start, end
    long = hypot(bx - ax, by - ay) or 1.0
    right, down = (ay - by) / long / 2, (bx - ax) / long / 2
    last = wide if narrow is None else narrow
    return [
        (ax + right * wide, ay + down * wide),
        (bx + right * last, by + down * last),
        (bx - right * last, by - down * last),
        (ax - right * wide, ay - down * wide),
    ]


class Hatching(NamedTuple):
    """Lines of shade across a shape."""

    start: float
    """Share of the shape's width at which a line begins, as a point."""
    end: float
    """Share at which it ends, and is thickest."""
    width: float
    pitch: float
    angle: float = 0.0
    """Degrees by which the lines are turned."""


SHADE = (Hatching(0.5, 1.0, 1.15, 2.3, 8.0), Hatching(0.78, 1.0, 0.8, 2.3, -38.0))
"""Shade at the right; a second set of lines crosses the darkest part."""
SHEEN = Hatching(0.42, 0.02, 1.0, 2.3, 8.0)
"""Light at the left."""


class Engraving:
    """A picture that is drawn shape by shape, from the back to the front."""

    def __init__(self, tones: Tones) -> None:
        self.tones = tones
        self._parts: list[str] = []

    @property
    def svg(self) -> str:
        """Return the elements of the picture."""
        return "".join(self._parts)

    def flat(self, shape: Outline, colour: Colour) -> None:
        """Fill a shape."""
        self._parts.append(f'<path d="{_path(shape)}" fill="{colour}"/>')

    def solid(
        self, shape: Outline, colour: Colour, *, line: float = 1.5, shine: Colour = ""
    ) -> None:
        """Draw a body: its tone, its light at the left, its shade at the right, its edge."""
        self.flat(shape, colour)
        self.hatch(shape, SHEEN, shine or self.tones.light)
        for shade in SHADE:
            self.hatch(shape, shade, INK)
        self.edge(shape, line)

    def edge(self, shape: Outline, width: float, colour: Colour = INK) -> None:
        """Draw the edge of a shape."""
        self._parts.append(
            f'<path d="{_path(shape)}" fill="none" stroke="{colour}" '
            f'stroke-width="{width}" stroke-linejoin="round"/>'
        )

    def line(self, dots: Outline, width: float, colour: Colour = INK) -> None:
        """Draw an open line."""
        self._parts.append(
            f'<path d="{_path(dots)[:-1]}" fill="none" stroke="{colour}" '
            f'stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>'
        )

    def dot(self, at: Dot, radius: float, colour: Colour) -> None:
        """Draw a round spot."""
        self._parts.append(
            f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius:.2f}" fill="{colour}"/>'
        )

    def hatch(self, shape: Outline, lines: Hatching, colour: Colour) -> None:
        """Draw lines of shade across a shape, each from a point to a thick end."""
        across, down = cos(radians(lines.angle)), sin(radians(lines.angle))
        left, top = MIDDLE * (1 - across + down), MIDDLE * (1 - across - down)
        strokes = list[str]()
        for y, low, high in _spans(_turned(shape, -lines.angle), lines.pitch):
            start, end = low + (high - low) * lines.start, low + (high - low) * lines.end
            if abs(end - start) < SPARE:
                continue
            # Short lines are thin, so that small shapes do not turn black.
            half = lines.width / 2 * min(1.0, 0.35 + abs(end - start) / 14)
            ax, ay = left + start * across - y * down, top + start * down + y * across
            bx, by = left + end * across - y * down, top + end * down + y * across
            right, below = half * down, half * across
            strokes.append(
                f"M{ax:.1f} {ay:.1f}L{bx + right:.2f} {by - below:.2f}"
                f"L{bx - right:.2f} {by + below:.2f}Z"
            )
        if strokes:
            self._parts.append(f'<path d="{"".join(strokes)}" fill="{colour}"/>')


def _path(dots: Outline) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in dots) + "Z"


def _turned(shape: Outline, angle: float) -> Outline:
    if not angle:
        return shape
    across, down = cos(radians(angle)), sin(radians(angle))
    moved = [(x - MIDDLE, y - MIDDLE) for x, y in shape]
    return [(MIDDLE + x * across - y * down, MIDDLE + x * down + y * across) for x, y in moved]


def _spans(shape: Outline, pitch: float) -> Iterator[tuple[float, float, float]]:
    """Yield the parts of horizontal lines that are within a shape: y, left, right."""
    crossings = dict[int, list[float]]()
    ax, ay = shape[-1]
    for bx, by in shape:
        low, high = (ay, by) if ay < by else (by, ay)
        for n in range(ceil(low / pitch), ceil(high / pitch)):
            x = ax + (n * pitch - ay) / (by - ay) * (bx - ax)
            crossings.setdefault(n, []).append(x)
        ax, ay = bx, by
    for n in sorted(crossings):
        found = sorted(crossings[n])
        for left, right in zip(found[::2], found[1::2], strict=False):
            yield n * pitch, left, right
