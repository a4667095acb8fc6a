"""Outlines of the ground that a model can see or reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from math import hypot
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from game.geometry import cheapest_paths
from game.geometry.points import Disc, Path, Point, point_ahead, vector_of_heading
from game.geometry.polygons import Segment, boxes_meet, edges, off_segment
from game.play.moves.march import March
from game.play.moves.single_move import RideMode
from game.table.board import Board, Terrain
from game.table.records import ModelId
from game.table.state import Table

Floats = npt.NDArray[np.float64]

FINE, COARSE, LONG = 0.25, 0.5, 9.0
"""Inches between grid points, fine and coarse; coarse for moves longer than the third."""
EDGE = 0.3
"""Field values are clipped to this range around 0; outlines need no more."""
STEPS = tuple(
    (down, right)
    for down in range(-2, 3)
    for right in range(-2, 3)
    if (abs(down), abs(right)) in {(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)}
)
SWEEP = 5.0
"""Degrees between two points of a rim."""
Edge: TypeAlias = tuple[int, int, bool]
"""An edge: row and column of a grid point, and the direction of its neighbour.

True is the neighbour below, False the one to the right.
"""
RAY_STEP_DEGREES = 2.0
"""Degrees between two rays in open ground."""
ASIDE = 1e-4
"""Radians by which rays pass on both sides of a corner."""
AT_ONCE = 200_000
"""Maximum number of ray-side crossings computed at once; takes 10 MB."""


@dataclass(frozen=True, slots=True)
class ReachQuery:
    """The part of one model's move that its reach depends on."""

    board: Board
    base: Disc
    distance: float
    _: KW_ONLY
    over: bool
    """True if it moves over everything and only needs a free end position."""
    others: tuple[Disc, ...]
    off_limits: tuple[Terrain, ...]


def reach_query(march: March, table: Table, model_id: ModelId) -> ReachQuery:
    """Return a model's query; its own unit is no obstacle, because it moves too."""
    going, bases = march.model_limits[model_id], march.bases(table)
    mates = {m.id for m in table.of(march.unit)}
    others = tuple(d for m, d in bases.items() if m not in mates)
    return ReachQuery(
        table.board,
        base=bases[model_id],
        distance=going.distance,
        over=going.over,
        others=others,
        off_limits=march.off_limits,
    )


def reach(of: ReachQuery) -> tuple[Path, ...]:
    """Return the outlines of the possible end positions of a base's centre."""
    step = COARSE if of.distance > LONG else FINE
    around = of.distance + 2 * step
    many = 2 * int(around / step) + 3
    corner = Point(of.base.at.x - many // 2 * step, of.base.at.y - many // 2 * step)
    return _ends(of, (of.base.at,), corner, (many, many), step)


def reach_of_all(of: ReachQuery, starts: Sequence[Point]) -> tuple[Path, ...]:
    """Return the outlines of the possible ends of equal bases that start at some places."""
    off = of.distance + 2 * COARSE
    left, top = (min(at[n] for at in starts) - off for n in (0, 1))
    high, wide = (
        int((max(at[n] for at in starts) + off - least) / COARSE) + 2
        for n, least in ((1, top), (0, left))
    )
    return _ends(of, starts, Point(left, top), (high, wide), COARSE)


def _ends(
    of: ReachQuery, starts: Sequence[Point], corner: Point, size: tuple[int, int], step: float
) -> tuple[Path, ...]:
    """Return the outlines of ends on a grid of *size* rows and columns from *corner*."""
    xs = np.arange(size[1], dtype=np.float64) * step + corner.x
    ys = (np.arange(size[0], dtype=np.float64) * step + corner.y)[:, None]
    room = _room(of, xs, ys)
    places = [((at.y - corner.y) / step, (at.x - corner.x) / step) for at in starts]
    gone = np.full(size, of.distance + 2 * step)
    cells = int(of.distance / step) + 3
    for at, (row, column) in zip(starts, places, strict=True):
        top, left = max(0, round(row) - cells), max(0, round(column) - cells)
        near = slice(top, round(row) + cells + 1), slice(left, round(column) + cells + 1)
        straight = np.hypot(xs[near[1]] - at.x, ys[near[0]] - at.y)
        if not of.over:
            place = row - top, column - left
            straight = _direct(room[near] > 0.0, straight, place, of.distance)
        gone[near] = np.minimum(gone[near], straight)
    if not of.over:
        gone = np.minimum(gone, _around(room > 0.0, places, step, of.distance + 2 * step))
    field = np.clip(np.minimum(of.distance - gone, room), -EDGE, EDGE)
    field[0, :] = field[-1, :] = field[:, 0] = field[:, -1] = -EDGE
    return contours(field, corner, step)


def _room(of: ReachQuery, xs: Floats, ys: Floats) -> Floats:
    """Return at each grid point the gap in inches between the base and any obstacle."""
    r, board = of.base.radius, of.board
    room: Floats = np.minimum(
        np.minimum(xs, board.width - xs), np.minimum(ys, board.height - ys)
    )
    box = float(xs[0]) - r, float(ys[0, 0]) - r, float(xs[-1]) + r, float(ys[-1, 0]) + r
    pieces = [t for t in board.terrain if t.impassable] + list(of.off_limits)
    for piece in pieces:
        if boxes_meet(piece.box, box):
            for side in piece.sides():
                room = np.minimum(room, _off(side, xs, ys))
            if piece.closed:
                room = np.where(_inside(piece.outline, xs, ys), -1.0, room)
    for at, radius in of.others:
        room = np.minimum(room, np.hypot(xs - at.x, ys - at.y) - radius)
    # A model in contact with something may leave it.
    return room - r + 0.002


def _off(side: Segment, xs: Floats, ys: Floats) -> Floats:
    (ax, ay), (bx, by) = side
    ex, ey = bx - ax, by - ay
    square = ex * ex + ey * ey or 1.0
    share = np.clip(((xs - ax) * ex + (ys - ay) * ey) / square, 0.0, 1.0)
    off: Floats = np.hypot(xs - ax - share * ex, ys - ay - share * ey)
    return off


def _inside(outline: Path, xs: Floats, ys: Floats) -> npt.NDArray[np.bool_]:
    odd = np.zeros((len(ys), len(xs)), dtype=bool)
    for (ax, ay), (bx, by) in edges(outline):
        if ay != by:
            cuts = ((ay > ys) != (by > ys)) & (xs < (bx - ax) * (ys - ay) / (by - ay) + ax)
            odd ^= cuts
    return odd


def _around(
    free: npt.NDArray[np.bool_],
    starts: Sequence[tuple[float, float]],
    step: float,
    distance: float,
) -> Floats:
    """Return the distance in inches from the nearest start to each point, around obstacles."""
    many = free.shape[1]
    # Steps that leave the grid cost too much; those over its lower edge need a value.
    open_ = [*free.ravel().tolist(), *[False] * (3 * many)]
    ways = [
        (down * many + right, down // 2 * many + right // 2, step * hypot(down, right))
        for down, right in STEPS
    ]

    def steps(n: int) -> list[tuple[int, float]]:
        return [(n + to, leg) for to, over, leg in ways if open_[n + to] and open_[n + over]]

    begins = list[tuple[int, float]]()
    for row, column in starts:
        near = round(row), round(column)
        off = hypot(row - near[0], column - near[1]) * step
        begins.append((near[0] * many + near[1], off))
    costs = cheapest_paths(free.size, begins, steps, distance).costs
    gone: Floats = np.array(costs).reshape(free.shape)
    return gone


def _direct(
    free: npt.NDArray[np.bool_], straight: Floats, start: tuple[float, float], distance: float
) -> Floats:
    """Return the straight distance to each grid point; more than *distance* if blocked."""
    many = max(free.shape)
    row, column = start
    places = np.flatnonzero(straight <= distance + 1.0)
    rows, columns = np.divmod(places, free.shape[1])
    for n in range(1, many + 1):
        share = n / many
        y = np.rint(row + (rows - row) * share).astype(int)
        x = np.rint(column + (columns - column) * share).astype(int)
        clear = free[y, x] | ((y == round(row)) & (x == round(column)))
        if not clear.all():
            places, rows, columns = places[clear], rows[clear], columns[clear]
    found: Floats = straight + distance + 1.0
    found.flat[places] = straight.flat[places]
    return found


def envelope(at: Point, facing: float, mode: RideMode, distance: float, *, turns: bool) -> Path:
    """Return the outline of the ends within *distance* inches; *turns*: it may turn at once.

    It is an approximation for drawing.
    """
    right, left = (
        _side(at, facing, mode, distance, sign=sign, turns=turns) for sign in (1.0, -1.0)
    )
    return (*right, *reversed(left[1:-1]))


def _side(
    at: Point, facing: float, mode: RideMode, distance: float, *, sign: float, turns: bool
) -> list[Point]:
    """Return the sharpest path to one side, and back along the rim to straight ahead."""
    inner, arcs = [at], list[tuple[Point, float, float]]()
    if not turns:
        leg = min(mode.straight, distance)
        at, distance = point_ahead(at, vector_of_heading(facing), leg), distance - leg
        inner.append(at)
    while distance > 0.0:
        arcs.append((at, facing, distance))
        facing += sign * mode.turn
        leg = min(mode.straight, distance)
        at, distance = point_ahead(at, vector_of_heading(facing), leg), distance - leg
        inner.append(at)
    many = max(1, round(mode.turn / SWEEP))
    for middle, start, radius in reversed(arcs):
        for n in range(many, -1, -1):
            turned = start + sign * mode.turn * n / many
            inner.append(point_ahead(middle, vector_of_heading(turned), radius))
    return inner


def contours(field: Floats, corner: Point, step: float) -> tuple[Path, ...]:
    """Return closed outlines of the areas where a field is above zero.

    *field* holds values *step* inches apart, the first of them at *corner*. Its rim has to be
    below zero.
    """
    inside = field > 0.0
    links = dict[Edge, list[Edge]]()
    for a, b in _stretches(inside):
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)
    return tuple(
        tuple(_spot(field, edge, corner, step) for edge in loop) for loop in _loops(links)
    )


def _stretches(inside: npt.NDArray[np.bool_]) -> Iterator[tuple[Edge, Edge]]:
    """Yield the pairs of edges that an outline joins within each square."""
    count = inside[:-1, :-1].astype(int) + inside[:-1, 1:] + inside[1:, :-1] + inside[1:, 1:]
    for row, column in np.argwhere((count > 0) & (count < 4)).tolist():
        top, low = (row, column, False), (row + 1, column, False)
        left, right = (row, column, True), (row, column + 1, True)
        corner = bool(inside[row, column])
        crossed = [
            edge
            for edge, differs in (
                (top, corner != inside[row, column + 1]),
                (left, corner != inside[row + 1, column]),
                (low, inside[row + 1, column] != inside[row + 1, column + 1]),
                (right, inside[row, column + 1] != inside[row + 1, column + 1]),
            )
            if differs
        ]
        for n in range(0, len(crossed), 2):
            yield crossed[n], crossed[n + 1]


def _loops(links: dict[Edge, list[Edge]]) -> Iterator[list[Edge]]:
    left = dict.fromkeys(links)
    while left:
        here = next(iter(left))
        loop = list[Edge]()
        while here in left:
            del left[here]
            loop.append(here)
            here = next((e for e in links[here] if e in left), here)
        yield loop


def _spot(field: Floats, edge: Edge, corner: Point, step: float) -> Point:
    """Return the point between two grid points where the field is zero."""
    row, column, down = edge
    here = float(field[row, column])
    there = float(field[row + down, column + (not down)])
    share = here / (here - there)
    return Point(
        round(corner.x + (column + share * (not down)) * step, 3),
        round(corner.y + (row + share * down) * step, 3),
    )


def visible_area(
    eye: Point,
    distance: float,
    walls: Sequence[Segment],
    clumps: Sequence[Sequence[Segment]] = (),
    arc: tuple[float, float] | None = None,
) -> Path:
    """Return the outline of the area visible from *eye*, as ``visible_rim`` finds it."""
    rim = visible_rim(eye, distance, walls, clumps, arc)
    return tuple(Point(x, y) for x, y in rim.tolist())


def visible_rim(
    eye: Point,
    distance: float,
    walls: Sequence[Segment],
    clumps: Sequence[Sequence[Segment]] = (),
    arc: tuple[float, float] | None = None,
) -> Floats:
    """Return the outline of the area visible from *eye*, a row of two numbers for each corner.

    It is at most *distance* inches away. *arc* limits the directions: its middle, and its
    extent to each side, in degrees. *walls* hide the ground behind them. Each of the *clumps*
    is the sides of an area that the eye is not in; the area can be seen into, but not through.
    """
    near = _near(eye, distance, walls)
    thick = [sides for clump in clumps if len(sides := _near(eye, distance, clump))]
    turns = _turns(eye, [near, *thick])
    if arc:
        turns = _within(turns, *arc)
    reach = np.full(len(turns), distance)
    rays = np.stack((np.sin(turns), -np.cos(turns)), axis=1)
    if len(near):
        reach = np.minimum(reach, _crossings(eye, rays, near, 1))
    for sides in thick:
        reach = np.minimum(reach, _crossings(eye, rays, sides, 2))
    spots: Floats = (np.array(eye) + rays * reach[:, None]).round(3)
    return np.concatenate(([eye], spots)) if arc else spots


def _within(turns: Floats, middle: float, half: float) -> Floats:
    """Return the directions that lie in an arc, in order, with its two sides."""
    ahead, most = np.radians(middle), np.radians(half)
    off = (turns - ahead + np.pi) % (2 * np.pi) - np.pi
    inner = off[np.abs(off) < most]
    found: Floats = ahead + np.sort(np.concatenate(([-most, most], inner)))
    return found


def _near(eye: Point, distance: float, sides: Iterable[Segment]) -> Floats:
    """Return the sides that come nearer than *distance*, one row of four numbers for each."""
    near = [(*a, *b) for a, b in sides if off_segment(eye, (a, b)) < distance]
    return np.array(near, dtype=np.float64).reshape(-1, 4)


def _turns(eye: Point, sides: Sequence[Floats]) -> Floats:
    """Return the directions of the rays, clockwise from up, in radians."""
    ends = np.concatenate([rows.reshape(-1, 2) for rows in sides])
    corners = np.arctan2(ends[:, 0] - eye.x, eye.y - ends[:, 1])
    round_about = np.radians(np.arange(-180.0, 180.0, RAY_STEP_DEGREES))
    turns: Floats = np.unique(
        np.concatenate((round_about, corners - ASIDE, corners, corners + ASIDE))
    )
    return turns


def _crossings(eye: Point, rays: Floats, sides: Floats, nth: int) -> Floats:
    """Return the distance along each ray to its *nth* crossing of some sides, or infinity."""
    ax, ay = sides[:, 0] - eye.x, sides[:, 1] - eye.y
    ex, ey = sides[:, 2] - sides[:, 0], sides[:, 3] - sides[:, 1]
    if len(sides) < nth:
        return np.full(len(rays), np.inf)
    found = []
    for some in np.array_split(rays, 1 + len(rays) * len(sides) // AT_ONCE):
        dx, dy = some[:, :1], some[:, 1:]
        with np.errstate(divide="ignore", invalid="ignore"):
            turn = dx * ey - dy * ex
            along = (ax * ey - ay * ex) / turn
            share = (ax * dy - ay * dx) / turn
        met = (along > 0.0) & (share >= 0.0) & (share <= 1.0)
        distances = np.where(met, along, np.inf)
        found.append(np.partition(distances, nth - 1, axis=1)[:, nth - 1])
    return np.concatenate(found)
