"""Line of sight from a point to a base past blocking segments.

The share of a base that is hidden is counted, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import inf, sqrt
from typing import NamedTuple, TypeAlias

from game.geometry.points import EPSILON, Disc, Path, Point, vector_of_heading
from game.geometry.polygons import (
    Polygon,
    Segment,
    box,
    crosses,
    crossing,
    enters_polygon,
    lies_beside,
    line_meets_disc,
)

_Shadow: TypeAlias = tuple[float, float, Segment]
"""The least and the greatest slope that a segment may block."""
SURE = 1e-6
"""Slopes and inches by which a segment hides a base beyond all rounding."""
NEAREST = 0.01
"""Inches ahead of the eye from which slopes are exact enough for that."""
RIM = tuple(vector_of_heading(n * 22.5) for n in range(16))
SHORT = 1e-5
"""Share by which a sight line ends early, so that outlines through its end do not hide it."""


class _Gaze(NamedTuple):
    """A view from an eye to the centre of a base; rays are slopes across that line."""

    eye: Point
    ahead: Point
    distance: float
    base: Disc
    widest: float
    """The slope of the tangents to the base."""


def sees(eye: Point, base: Disc, blocks: Sequence[Segment]) -> bool:
    """Return whether some straight line from *eye* to any part of *base* crosses no segment."""
    return seen_point(eye, base, blocks) is not None


def seen_point(eye: Point, base: Disc, blocks: Sequence[Segment]) -> Point | None:
    """Return a visible point of the base, or None.

    Its centre if possible, else one on its rim.
    """
    near = _between(eye, base, blocks)
    if not near:
        return base.at
    dx, dy = base.at[0] - eye[0], base.at[1] - eye[1]
    distance = sqrt(dx * dx + dy * dy)
    if distance <= base.radius:
        return eye
    widest = base.radius / sqrt(distance * distance - base.radius * base.radius)
    gaze = _Gaze(
        eye,
        ahead=Point(dx / distance, dy / distance),
        distance=distance,
        base=base,
        widest=widest,
    )
    if (shadows := _shadows(gaze, near)) is None:
        return None
    if not any([low - EPSILON <= 0.0 <= high + EPSILON for low, high, _ in shadows]):
        return base.at
    for low, high in pairwise(sorted({-widest, widest, *_changes(gaze, shadows)})):
        if high - low > EPSILON and (spot := _lit(gaze, (low + high) / 2.0, shadows)):
            return spot
    return None


def blocked(p: Point, q: Point, blocks: Sequence[Segment]) -> bool:
    """Return whether the line from *p* to *q* crosses any of the segments.

    Each is judged as by ``crossing``, without a call: most games spend their time here.
    """
    (x, y), (atx, aty) = p, q
    dx, dy = atx - x, aty - y
    left, right = (x, atx) if x < atx else (atx, x)
    top, low = (y, aty) if y < aty else (aty, y)
    for a, b in blocks:
        (ax, ay), (bx, by) = a, b
        if (ax < left and bx < left) or (ax > right and bx > right):
            continue
        if (ay < top and by < top) or (ay > low and by > low):
            continue
        ex, ey, sx, sy = bx - ax, by - ay, ax - x, ay - y
        turn = dx * ey - dy * ex
        if (
            turn != 0.0
            and 0.0 < (sx * dy - sy * dx) / turn < 1.0
            and 0.0 <= (sx * ey - sy * ex) / turn <= 1.0
        ):
            return True
    return False


def _between(eye: Point, base: Disc, blocks: Sequence[Segment]) -> list[Segment]:
    """Return the segments that may enter the box around the eye and the base."""
    (x, y), ((atx, aty), r) = eye, base
    left, right = min(x, atx - r), max(x, atx + r)
    top, low = min(y, aty - r), max(y, aty + r)
    return [
        block
        for block in blocks
        for (ax, ay), (bx, by) in (block,)
        if (ax > left or bx > left)
        and (ax < right or bx < right)
        and (ay > top or by > top)
        and (ay < low or by < low)
    ]


def _shadows(gaze: _Gaze, segments: Sequence[Segment]) -> list[_Shadow] | None:
    """Return the slopes that segments may hide, without those that lie outside the view.

    None if one of them surely hides the whole base.
    """
    (x, y), (dx, dy), distance, base, widest = gaze
    before, wide = distance - base.radius - SURE, widest + SURE
    found = list[_Shadow]()
    # In a loop without calls: most lines of sight pass dozens of segments.
    for segment in segments:
        (ax, ay), (bx, by) = segment
        ax, ay, bx, by = ax - x, ay - y, bx - x, by - y
        depth, bdepth = ax * dx + ay * dy, bx * dx + by * dy
        if (depth <= 0.0 and bdepth <= 0.0) or (depth >= distance and bdepth >= distance):
            continue
        off, boff = ay * dx - ax * dy, by * dx - bx * dy
        if depth > 0.0 and bdepth > 0.0:
            low, high = off / depth, boff / bdepth
            if low > high:
                low, high = high, low
            if (
                low < -wide
                and high > wide
                and NEAREST < depth < before
                and NEAREST < bdepth < before
            ):
                return None
        else:
            low, high = _beside(off, depth, boff, bdepth)
        if high > -widest and low < widest:
            found.append((low, high, segment))
    return found


def _beside(off: float, depth: float, boff: float, bdepth: float) -> tuple[float, float]:
    """Return the slopes of a segment that has one end behind the eye."""
    front = off / depth if depth > 0.0 else boff / bdepth
    # Offset at which it passes the eye, times a number that is not negative.
    passes = (off * bdepth - boff * depth) * (1.0 if bdepth > depth else -1.0)
    if passes == 0.0:
        return -inf, inf
    return (front, inf) if passes > 0.0 else (-inf, front)


def _changes(gaze: _Gaze, shadows: Sequence[_Shadow]) -> Iterator[float]:
    """Yield the slopes within the base at which a segment begins or ends to hide it."""
    for low, high, (a, b) in shadows:
        for slope in (low, high, *_cuts(gaze, a, b)):
            if -gaze.widest < slope < gaze.widest:
                yield slope


def _cuts(gaze: _Gaze, a: Point, b: Point) -> Iterator[float]:
    """Yield the slopes where a segment cuts the rim of the base."""
    (x, y), r = gaze.base
    ex, ey = b[0] - a[0], b[1] - a[1]
    fx, fy = a[0] - x, a[1] - y
    square = ex * ex + ey * ey
    half = fx * ex + fy * ey
    rest = half * half - square * (fx * fx + fy * fy - r * r)
    if square == 0.0 or rest <= 0.0:
        return
    root = sqrt(rest)
    (dx, dy), eye = gaze.ahead, gaze.eye
    for share in ((-half - root) / square, (-half + root) / square):
        if 0.0 <= share <= 1.0:
            mx, my = a[0] + share * ex - eye[0], a[1] + share * ey - eye[1]
            if (depth := mx * dx + my * dy) > 0.0:
                yield (my * dx - mx * dy) / depth


def _lit(gaze: _Gaze, slope: float, shadows: Sequence[_Shadow]) -> Point | None:
    """Return the point where a ray meets the base; None if a segment is in the way."""
    spot = _near_side(gaze, slope)
    for low, high, (a, b) in shadows:
        if low < slope < high and crossing(gaze.eye, spot, a, b) is not None:
            return None
    return spot


def _near_side(gaze: _Gaze, slope: float) -> Point:
    """Return the point where a ray first meets the base."""
    (dx, dy), r = gaze.ahead, gaze.base.radius
    stretch = sqrt(1.0 + slope * slope)
    along, off = gaze.distance / stretch, gaze.distance * slope / stretch
    t = (along - sqrt(max(0.0, r * r - off * off))) / stretch
    return Point(gaze.eye[0] + (dx - dy * slope) * t, gaze.eye[1] + (dy + dx * slope) * t)


def sample_points(base: Disc) -> tuple[Point, ...]:
    """Return 16 points on the rim of a base, the first up the table, and its centre."""
    (x, y), r = base
    return (*[Point(x + r * dx, y + r * dy) for dx, dy in RIM], base.at)


def hidden_sample_points(
    eye: Point,
    base: Disc,
    areas: Sequence[Polygon],
    lines: Sequence[Path],
    discs: Sequence[Disc],
    enough: int = 17,
) -> int:
    """Return the number of the base's 17 sample points to which the line from *eye* is blocked.

    *areas* and *discs* block lines that pass through them, *lines* those that cross them. A
    mere touch does not block. The count ends at *enough*.
    """
    wide = base.radius + EPSILON
    areas = [area for area in areas if not lies_beside(area, eye, base.at, wide)]
    lines = [line for line in lines if not lies_beside(line, eye, base.at, wide)]
    boxes = [box(line) for line in lines]
    hidden = 0
    for spot in sample_points(base) if areas or lines or discs else ():
        end = Point(spot.x + SHORT * (eye.x - spot.x), spot.y + SHORT * (eye.y - spot.y))
        if (
            any([line_meets_disc(eye, spot, disc) for disc in discs])
            or any(enters_polygon(eye, spot, area) for area in areas)
            or any(map(partial(crosses, eye, end), lines, boxes))
        ):
            hidden += 1
            if hidden == enough:
                break
    return hidden
