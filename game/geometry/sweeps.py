"""Exact sweep of a moving disc: find the first wall or disc that it touches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import floor, inf, sqrt
from typing import NamedTuple, TypeAlias, TypeVar

from game.geometry.points import EPSILON, Disc, Point, point_ahead
from game.geometry.polygons import nearest_on

Name = TypeVar("Name", bound=str)

PARALLEL = GRAZE = EPSILON
CELL = 4.0
MAX_KNOWN_BOXES = 1024
"""Number of boxes of cells for which walls remember the segments near them."""
FEW = 8
"""Number of walls up to which it is quicker to test each than to look for those near."""

Cell: TypeAlias = tuple[int, int]
Line: TypeAlias = tuple[int, float, float, float, float, float, float, float]
"""A wall prepared for sweeps: number, x and y of both ends, unit vector, length."""


class Touch(NamedTuple):
    """The contact that ends a sweep, after *far* inches.

    Ties: walls before discs, then by number or name.
    """

    distance: float
    disc: str | None
    """The disc touched, or None for a wall."""
    normal: Point
    """Unit vector from the touched object to the centre of the moving disc."""
    wall: int = -1


@dataclass(frozen=True, eq=False)
class Walls:
    """Wall segments that never change. Equal only to itself: a key for caches."""

    segments: tuple[tuple[Point, Point], ...] = ()

    @cached_property
    def grid(self) -> dict[Cell, list[int]]:
        """Return the numbers of the segments in or near each cell of CELL inches."""
        grid: dict[Cell, list[int]] = {}
        for n, (a, b) in enumerate(self.segments):
            for cell in _cells(min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)):
                grid.setdefault(cell, []).append(n)
        return grid

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Return the segments prepared for sweeps."""
        return tuple(_line(n, a, b) for n, (a, b) in enumerate(self.segments))

    @cached_property
    def _known(self) -> dict[tuple[float, float, float, float], Sequence[int]]:
        """Return the answers of ``near`` by the first and last cells across and down."""
        return {}

    @cached_property
    def singles(self) -> tuple[Walls, ...]:
        """Return each segment alone."""
        return tuple(Walls((segment,)) for segment in self.segments)

    def near(self, left: float, top: float, right: float, low: float) -> Sequence[int]:
        """Return the numbers of segments that may enter a box, in order; some may not."""
        cells = left // CELL, top // CELL, right // CELL, low // CELL
        found = self._known.get(cells)
        if found is None:
            if len(self._known) >= MAX_KNOWN_BOXES:
                self._known.clear()
            boxed = _cells(left, top, right, low)
            inside = {n for cell in boxed for n in self.grid.get(cell, ())}
            found = self._known[cells] = sorted(inside)
        return found


NO_WALLS = Walls()


def _cells(left: float, top: float, right: float, low: float) -> list[Cell]:
    rows = range(floor(top / CELL), floor(low / CELL) + 1)
    return [(i, j) for i in range(floor(left / CELL), floor(right / CELL) + 1) for j in rows]


def _line(n: int, a: Point, b: Point) -> Line:
    ex, ey = b.x - a.x, b.y - a.y
    distance = sqrt(ex * ex + ey * ey)
    along = (ex / distance, ey / distance) if distance > 0.0 else (1.0, 0.0)
    return n, a.x, a.y, b.x, b.y, *along, distance


def sweep(
    start: Point,
    toward: Point,
    distance: float,
    radius: float,
    walls: Walls,
    discs: Mapping[Name, Disc],
    skip: Collection[str] = (),
    gap: float = 0.0,
) -> Touch | None:
    """Return the first touch within *distance*; discs are touched at a distance of *gap*."""
    limit, name, wall = first_stop(start, toward, distance, radius, walls, discs, skip, gap)
    if name is not None:
        return Touch(
            limit, name, _away(point_ahead(start, toward, limit), discs[name].at, toward)
        )
    if wall < 0:
        return None
    here = point_ahead(start, toward, limit)
    normal = _away(here, nearest_on(here, walls.segments[wall]), toward)
    return Touch(limit, None, normal, wall)


def first_stop(
    start: Point,
    toward: Point,
    distance: float,
    radius: float,
    walls: Walls,
    discs: Mapping[Name, Disc],
    skip: Collection[str] = (),
    gap: float = 0.0,
) -> tuple[float, Name | None, int]:
    """Return the distance that a disc can move, and the disc or wall that stops it.

    They are None and -1 if none does; see ``sweep``, which also returns the normal.
    """
    limit, wall = _first_wall(start, toward, distance, radius, walls)
    ties = wall < 0
    limit, name = _first_disc(start, toward, limit, radius + gap, discs, skip, ties=ties)
    return limit, name, wall if name is None else -1


def _first_wall(
    start: Point, toward: Point, distance: float, radius: float, walls: Walls
) -> tuple[float, int]:
    """Return the distance that a disc can move, and the wall that stops it; -1 if none does."""
    if not walls.segments:
        return distance, -1
    (x, y), (dx, dy) = start, toward
    ends = x + dx * distance, y + dy * distance
    lines, wide = walls.lines, radius - GRAZE
    near: Sequence[int] = range(len(lines))
    if len(lines) > FEW:
        near = walls.near(
            min(x, ends[0]) - radius,
            min(y, ends[1]) - radius,
            max(x, ends[0]) + radius,
            max(y, ends[1]) + radius,
        )
    limit, first = distance, -1
    for n in near:
        _, ax, ay, bx, by, ex, ey, long = lines[n]
        ax, ay, bx, by = ax - x, ay - y, bx - x, by - y
        # Seen from the start: beside the path, behind it or beyond it?
        aside, bside = dx * ay - dy * ax, dx * by - dy * bx
        if (aside >= wide and bside >= wide) or (aside <= -wide and bside <= -wide):
            continue
        along, blong = dx * ax + dy * ay, dx * bx + dy * by
        if (along <= -radius and blong <= -radius) or (
            along > limit + radius and blong > limit + radius
        ):
            continue
        t = _flat(ax, ay, ex, ey, long, dx, dy, radius)
        if t == inf:
            t = _ends(ax, ay, bx, by, ex, ey, dx, dy, radius)
        if t < limit or (t == limit and first < 0):
            limit, first = t, n
    return limit, first


def _flat(
    ax: float,
    ay: float,
    ex: float,
    ey: float,
    long: float,
    dx: float,
    dy: float,
    radius: float,
) -> float:
    """Return the inches until a disc meets the side of a wall, or inf.

    *ax*, *ay*: the wall's first end, relative to the disc; *ex*, *ey*: its unit vector.
    """
    off = ax * ey - ay * ex
    closing = dx * ey - dy * ex
    if off < 0.0:
        off, closing = -off, -closing
    if closing <= PARALLEL:
        return inf
    t = (off - radius) / closing if off > radius else 0.0
    along = (t * dx - ax) * ex + (t * dy - ay) * ey
    return t if 0.0 <= along <= long else inf


def _ends(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    ex: float,
    ey: float,
    dx: float,
    dy: float,
    radius: float,
) -> float:
    """Return the inches until a disc meets an end of a wall, or inf."""
    beside = ax * ex + ay * ey <= 0.0 <= bx * ex + by * ey
    if beside and -radius < ax * ey - ay * ex < radius:
        return inf  # on the wall, and going away from it
    square = radius * radius
    if ax * ax + ay * ay < square:
        return _round(ax, ay, dx, dy, radius)
    if bx * bx + by * by < square:
        return _round(bx, by, dx, dy, radius)
    return min(_round(ax, ay, dx, dy, radius), _round(bx, by, dx, dy, radius))


def _round(mx: float, my: float, dx: float, dy: float, radius: float) -> float:
    """Return the inches until a disc comes within *radius* of a relative point, or inf."""
    closing = mx * dx + my * dy
    if closing <= PARALLEL * radius:
        return inf
    cross = mx * dy - my * dx
    if cross >= radius - GRAZE or cross <= GRAZE - radius:
        return inf
    outside = mx * mx + my * my - radius * radius
    if outside <= 0.0:
        return 0.0
    return outside / (closing + sqrt(radius * radius - cross * cross))


def _first_disc(
    start: Point,
    toward: Point,
    distance: float,
    reach: float,
    discs: Mapping[Name, Disc],
    skip: Collection[str],
    *,
    ties: bool,
) -> tuple[float, Name | None]:
    """Return the distance that a disc can move, and the disc that stops it.

    With *ties*, a disc that is touched exactly at *distance* counts, too.
    """
    (x, y), (dx, dy) = start, toward
    limit, first = distance, None
    for name, ((atx, aty), away) in discs.items():
        mx, my, size = atx - x, aty - y, away + reach
        closing = mx * dx + my * dy
        if closing <= PARALLEL * size or closing > limit + size:
            continue
        cross = mx * dy - my * dx
        if cross >= size - GRAZE or cross <= GRAZE - size or name in skip:
            continue
        t = _round(mx, my, dx, dy, size)
        if t < limit or (t == limit and (name < first if first is not None else ties)):
            limit, first = t, name
    return limit, first


def _away(here: Point, touched: Point, toward: Point) -> Point:
    x, y = here[0] - touched[0], here[1] - touched[1]
    distance = sqrt(x * x + y * y)
    return (
        Point(x / distance, y / distance) if distance > 0.0 else Point(-toward[0], -toward[1])
    )
