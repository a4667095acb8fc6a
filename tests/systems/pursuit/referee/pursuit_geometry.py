"""Geometry of discs and polygons on a street along x, for the referee of the pursuit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from math import hypot, inf, sqrt
from typing import NamedTuple

LONG, WIDE = 72.0, 48.0
CONTACT = 0.01
"""Largest gap in inches that is contact."""
EXACT = 1e-6
"""Differences up to this are none."""
ROUNDED = 0.0016
"""Largest gap or overlap of two things in contact whose places were rounded to thousandths."""
CLEAR = 0.004
"""Differences beyond this cannot come from rounding."""


class TooClose(Exception):  # noqa: N818  it is no fault: another case is taken
    """Rounding to thousandths decides what happens here, not the rulebook."""


class Vec(NamedTuple):
    x: float
    y: float


Shape = Sequence[Vec]


class Disc(NamedTuple):
    x: float
    y: float
    r: float


class Span(NamedTuple):
    """A stretch along x."""

    low: float
    high: float


def gap(one: Disc, other: Disc) -> float:
    return hypot(one.x - other.x, one.y - other.y) - one.r - other.r


def edges(shape: Shape) -> Iterator[tuple[Vec, Vec]]:
    return zip(shape, [*shape[1:], shape[0]], strict=True)


def shape_moved(shape: Shape, x: float, y: float = 0.0) -> list[Vec]:
    return [Vec(p.x + x, p.y + y) for p in shape]


def centroid(shape: Shape) -> Vec:
    """Return the centre of gravity of an area."""
    area = x = y = 0.0
    for a, b in edges(shape):
        cross = a.x * b.y - b.x * a.y
        area, x, y = area + cross, x + (a.x + b.x) * cross, y + (a.y + b.y) * cross
    return Vec(x / (3.0 * area), y / (3.0 * area))


def to_segment(p: Vec, a: Vec, b: Vec) -> float:
    dx, dy = b.x - a.x, b.y - a.y
    t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy)
    t = min(1.0, max(0.0, t))
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy)


def is_inside(p: Vec, shape: Shape) -> bool:
    inner = False
    for a, b in edges(shape):
        if (a.y > p.y) != (b.y > p.y) and p.x < a.x + (p.y - a.y) * (b.x - a.x) / (b.y - a.y):
            inner = not inner
    return inner


def off_shape(p: Vec, shape: Shape) -> float:
    """Return the inches from a point to an outline, negative within it."""
    off = min(to_segment(p, a, b) for a, b in edges(shape))
    return -off if is_inside(p, shape) else off


def cross(a: Vec, b: Vec, c: Vec, d: Vec) -> bool:
    """Return whether two segments cross."""

    def turn(p: Vec, q: Vec, r: Vec) -> float:
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)

    return turn(a, b, c) * turn(a, b, d) < 0.0 and turn(c, d, a) * turn(c, d, b) < 0.0


def between(one: Shape, other: Shape) -> float:
    """Return the inches between two areas, 0 if they overlap."""
    if is_inside(one[0], other) or is_inside(other[0], one):
        return 0.0
    least = inf
    for a, b in edges(one):
        for c, d in edges(other):
            if cross(a, b, c, d):
                return 0.0
            least = min(
                least,
                to_segment(a, c, d),
                to_segment(b, c, d),
                to_segment(c, a, b),
                to_segment(d, a, b),
            )
    return least


def _near_edge(a: Vec, b: Vec, y: float, r: float) -> Span | None:
    """Return where on the line at *y* a point is less than *r* off a segment."""
    found = list[float]()
    for end in (a, b):
        if abs(y - end.y) < r:
            half = sqrt(r * r - (y - end.y) ** 2)
            found += [end.x - half, end.x + half]
    dx, dy = b.x - a.x, b.y - a.y
    long = hypot(dx, dy)
    if dy:
        for side in (-r, r):  # the sides of the strip along the segment
            x, at = a.x - side * dy / long, a.y + side * dx / long
            if 0.0 <= (t := (y - at) / dy) <= 1.0:
                found.append(x + t * dx)
    return Span(min(found), max(found)) if len(found) > 1 else None


def _within(shape: Shape, y: float) -> Iterator[Span]:
    """Yield where the line at *y* is within an area."""
    at = sorted(
        a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y)
        for a, b in edges(shape)
        if (a.y > y) != (b.y > y)
    )
    return (Span(at[n], at[n + 1]) for n in range(0, len(at), 2))


def _shadow(shape: Shape, y: float, r: float) -> list[Span]:
    near = [span for a, b in edges(shape) if (span := _near_edge(a, b, y, r))]
    merged = list[Span]()
    for span in sorted([*near, *_within(shape, y)]):
        if merged and span.low <= merged[-1].high + EXACT:
            merged[-1] = Span(merged[-1].low, max(merged[-1].high, span.high))
        else:
            merged.append(span)
    return merged


def shadow(shape: Shape, y: float, r: float) -> list[Span]:
    """Return where the centre of a disc at height *y* is while the disc overlaps an area.

    Touching from the side is no overlap. Raise TooClose if rounding decides.
    """
    if y - r > max(p.y for p in shape) or y + r < min(p.y for p in shape):
        return []
    found = _shadow(shape, y, r)
    sure = [_overlap(found, span) for span in _shadow(shape, y, r - CLEAR)]
    touching = [_overlap(found, span) for span in _shadow(shape, y, r - EXACT)]
    if len({*sure}) != len({*touching}) or len(sure) != len({*sure}):
        raise TooClose
    return [found[n] for n in sorted({*sure})]


def _overlap(spans: Sequence[Span], one: Span) -> int:
    return next(
        n for n, span in enumerate(spans) if span.low <= one.high and one.low <= span.high
    )


def _strip(distance: float) -> float:
    """Return the inches until contact: 0 if there is an overlap by rounding."""
    if abs(distance) <= ROUNDED:
        return max(0.0, distance)
    if -5.0 * CONTACT < distance < CONTACT + CLEAR:
        raise TooClose
    return distance


def meets(shape: Shape, base: Disc, ahead: float, most: float) -> float | None:
    """Return the inches until a base moving along x touches an area; None if it does not.

    *ahead*: 1.0 if it moves toward the Arrival, -1.0 if it moves back.
    """
    found = list[float]()
    for span in shadow(shape, base.y, base.r):
        off = _strip(span.low - base.x if ahead > 0.0 else base.x - span.high)
        if 0.0 <= off <= most + EXACT:
            found.append(off)
    return min(found, default=None)


def meets_disc(base: Disc, other: Disc, most: float) -> float | None:
    """Return the inches until a base moving back touches a disc; None if it does not."""
    dx, dy, reach = base.x - other.x, abs(base.y - other.y), base.r + other.r
    if dx <= 0.0 or dx - reach > most:
        return None
    if dy >= reach - EXACT:
        if EXACT < dy - reach < CONTACT + CLEAR:
            raise TooClose
        return None
    lateral = sqrt(reach * reach - dy * dy)
    if reach - dy < CLEAR:
        raise TooClose
    if abs(gap(base, other)) <= ROUNDED:
        return max(0.0, dx - lateral)
    off = dx - lateral
    return off if 0.0 <= off <= most + EXACT else None


def overlaps(shape: Shape, base: Disc) -> bool:
    """Return whether a base overlaps an area by more than rounding."""
    return off_shape(Vec(base.x, base.y), shape) < base.r - ROUNDED


def is_on_table(base: Disc) -> bool:
    r = base.r - EXACT
    return r <= base.x <= LONG - r and r <= base.y <= WIDE - r


def forbidden(shape: Shape, other: Shape, far: float) -> Iterator[Span]:
    """Yield by which lengths along y a shape may not be moved: it is too near another then."""
    yield from _near_corners(shape, other, far)
    for x in (shape[0].x, other[0].x):  # one within the other
        for one in _columns(shape, x):
            for two in _columns(other, x):
                yield Span(two.low - one.high, two.high - one.low)
    for a, b in edges(shape):
        for c, d in edges(other):
            low, high = max(min(a.x, b.x), min(c.x, d.x)), min(max(a.x, b.x), max(c.x, d.x))
            if low <= high:  # here they cross
                offs = [v - u for x in (low, high) for v in _at(c, d, x) for u in _at(a, b, x)]
                yield Span(min(offs), max(offs))


def forbidden_by_disc(shape: Shape, disc: Disc, far: float) -> Iterator[Span]:
    """Yield by which lengths along y a shape may not be moved: it is too near a disc then."""
    at = Vec(disc.x, disc.y)
    for a, b in edges(shape):
        if near := _past(at, a, b, far + disc.r):
            yield Span(at.y - near.high, at.y - near.low)
    for one in _columns(shape, at.x):
        yield Span(at.y - one.high, at.y - one.low)


def _near_corners(shape: Shape, other: Shape, far: float) -> Iterator[Span]:
    for p in shape:
        for a, b in edges(other):
            if near := _past(p, a, b, far):
                yield Span(near.low - p.y, near.high - p.y)
    for p in other:
        for a, b in edges(shape):
            if near := _past(p, a, b, far):
                yield Span(p.y - near.high, p.y - near.low)


def _past(p: Vec, a: Vec, b: Vec, far: float) -> Span | None:
    """Return between which y a point moved along y is less than *far* off a segment."""
    if (a.x - far < p.x or b.x - far < p.x) and (p.x < a.x + far or p.x < b.x + far):
        return _near_edge(Vec(a.y, a.x), Vec(b.y, b.x), p.x, far)
    return None


def _at(a: Vec, b: Vec, x: float) -> list[float]:
    """Return the y of a line through two points, or of both if it runs along y."""
    return [a.y, b.y] if a.x == b.x else [a.y + (x - a.x) * (b.y - a.y) / (b.x - a.x)]


def _columns(shape: Shape, x: float) -> list[Span]:
    """Return where the line along y at *x* is within an area, a hair beside its corners."""
    turned = [Vec(p.y, p.x) for p in shape]
    return [span for off in (-EXACT, EXACT) for span in _within(turned, x + off)]


def candidates(
    here: Vec, r: float, walls: Sequence[Shape], discs: Sequence[Disc]
) -> Iterator[Vec]:
    """Yield spots among which is the one nearest to *here* that is in nobody's way.

    They are the feet of the perpendiculars on all limits, and where two limits cross.
    """
    lines = [line for wall in walls for a, b in edges(wall) for line in _beside(a, b, r)]
    rounds = [(Vec(d.x, d.y), d.r + r + CONTACT) for d in discs]
    rounds += [(p, r) for wall in walls for p in wall]
    corners = [Vec(r, r), Vec(LONG - r, r), Vec(LONG - r, WIDE - r), Vec(r, WIDE - r)]
    lines += [*pairwise([*corners, corners[0]])]
    for a, b in lines:
        t = _along(here, a, b)
        yield Vec(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y))
    for c, q in rounds:
        off = hypot(here.x - c.x, here.y - c.y)
        if off > EXACT:
            yield Vec(c.x + (here.x - c.x) * q / off, c.y + (here.y - c.y) * q / off)
    for one, other in combinations(lines, 2):
        yield from _line_line(one, other)
    for one, round_ in product(lines, rounds):
        yield from _line_round(one, round_)
    for (c, q), (d, s) in combinations(rounds, 2):
        yield from _round_round(c, q, d, s)


def _along(p: Vec, a: Vec, b: Vec) -> float:
    dx, dy = b.x - a.x, b.y - a.y
    return ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy)


def _line_line(one: tuple[Vec, Vec], other: tuple[Vec, Vec]) -> Iterator[Vec]:
    (a, b), (c, d) = one, other
    ux, uy, vx, vy = b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y
    if abs(det := ux * vy - uy * vx) > EXACT:
        t = ((c.x - a.x) * vy - (c.y - a.y) * vx) / det
        yield Vec(a.x + t * ux, a.y + t * uy)


def _line_round(line: tuple[Vec, Vec], round_: tuple[Vec, float]) -> Iterator[Vec]:
    (a, b), (c, q) = line, round_
    long = hypot(b.x - a.x, b.y - a.y)
    ux, uy = (b.x - a.x) / long, (b.y - a.y) / long
    mid = (c.x - a.x) * ux + (c.y - a.y) * uy
    foot = Vec(a.x + mid * ux, a.y + mid * uy)
    off = hypot(c.x - foot.x, c.y - foot.y)
    if off < q:
        half = sqrt(q * q - off * off)
        yield Vec(foot.x + half * ux, foot.y + half * uy)
        yield Vec(foot.x - half * ux, foot.y - half * uy)


def _round_round(c: Vec, q: float, d: Vec, s: float) -> Iterator[Vec]:
    off = hypot(d.x - c.x, d.y - c.y)
    if EXACT < off < q + s and off > abs(q - s):
        a = (off * off + q * q - s * s) / (2.0 * off)
        h = sqrt(max(0.0, q * q - a * a))
        ux, uy = (d.x - c.x) / off, (d.y - c.y) / off
        yield Vec(c.x + a * ux - h * uy, c.y + a * uy + h * ux)
        yield Vec(c.x + a * ux + h * uy, c.y + a * uy - h * ux)


def _beside(a: Vec, b: Vec, off: float) -> Iterator[tuple[Vec, Vec]]:
    """Yield the lines along both sides of a segment."""
    long = hypot(b.x - a.x, b.y - a.y)
    for side in (-off, off):
        x, y = -side * (b.y - a.y) / long, side * (b.x - a.x) / long
        yield Vec(a.x + x, a.y + y), Vec(b.x + x, b.y + y)
