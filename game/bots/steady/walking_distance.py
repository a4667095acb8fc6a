"""Walking distances over a board.

Ways lead around Impassable terrain, and slowly through Difficult terrain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import inf

from game.geometry import CostsOnDemand
from game.geometry.points import LOOSE_EPSILON, Disc, Path, Point, distance, unit_vector
from game.geometry.polygons import box, boxes_meet, inside, off_segment, widened
from game.geometry.sweeps import Walls, sweep
from game.play.moves.base_placement import impassable_under, is_over, on_table
from game.play.moves.paths import cut
from game.table.board import Board, Terrain

SLOW = 1.35
"""Cost of an inch of Difficult ground: 6 divided by the average higher of two dice."""
OFF_CENTRE = (
    (0.0, 0.0),
    (0.3, 0.0),
    (-0.3, 0.0),
    (0.0, 0.3),
    (0.0, -0.3),
    (0.3, 0.3),
    (0.3, -0.3),
    (-0.3, 0.3),
    (-0.3, -0.3),
)
"""Offsets from the centre of a square, in inches, at which a base is tried."""
ASIDE = 0.45
"""Upper bound in inches of the distance of these offsets from the centre."""
DOOR = 2.0
"""``CC-39``  Inches that a step onto or across a closed door costs in addition.

The door must be opened first. Most ways through one have two such steps.
"""
FIELDS, BOARDS = 96, 8
"""Cache sizes: goals for each board, and boards for each base size."""
ROUTES = 512
"""Number of paths that a field remembers: a unit that weighs its moves asks for many again."""
LINES = 8000
"""Number of lines for which a grid remembers whether they are free of Impassable terrain."""


class WalkableGrid:
    """Squares of a board on which a base of one size can stand, and the steps between them.

    ``CC-39``: steps through closed doors are among them, at a price; paths end before them.
    """

    def __init__(self, board: Board, radius: float, whole: WalkableGrid | None = None) -> None:
        """Build the grid; *whole* is the full grid if this is only its smooth ground."""
        self.board, self.radius, self.whole = board, radius, whole
        self.barred: dict[tuple[int, int], str] = whole.barred if whole else {}
        """The steps through a closed door, with its id; complete once ``steps`` is read."""
        self.columns, self.rows = int(board.width), int(board.height)
        self.places: list[Point | None] = (
            [self._smooth(place) for place in whole.places]
            if whole
            else [self._place(n) for n in range(self.columns * self.rows)]
        )
        """A position in each square where a base can stand; None if there is none.

        It may be in a closed door if there is no other.
        """
        self.costs = [self._cost(place) for place in self.places]
        self.field = lru_cache(FIELDS)(self._field)
        self.nearest = lru_cache(FIELDS)(self._nearest)
        self._lines = dict[tuple[Point, Point], bool]()

    def _place(self, n: int) -> Point | None:
        x, y = n % self.columns + 0.5, n // self.columns + 0.5
        for board in dict.fromkeys((self.board, self.board.all_open)):
            if not _lies_deep(board, Point(x, y)):
                for dx, dy in OFF_CENTRE:
                    base = Disc(Point(x + dx, y + dy), self.radius)
                    if on_table(board, base) and impassable_under(board, base) is None:
                        return base.at
        return None

    def _smooth(self, place: Point | None) -> Point | None:
        base = Disc(place, self.radius) if place else None
        rough = base and any(area.holds(base) for area in self.board.difficult)
        return None if rough else place

    def _cost(self, place: Point | None) -> float:
        if place is None:
            return inf
        return SLOW if any(_holds(a, place) for a in self.board.difficult) else 1.0

    def square(self, at: Point) -> int:
        column = min(self.columns - 1, max(0, int(at.x)))
        row = min(self.rows - 1, max(0, int(at.y)))
        return row * self.columns + column

    def around(self, n: int) -> Iterator[int]:
        """Yield a square and its neighbours."""
        row, column = divmod(n, self.columns)
        for i in (-1, 0, 1):
            if 0 <= row + i < self.rows:
                for j in (-1, 0, 1):
                    if 0 <= column + j < self.columns:
                        yield n + i * self.columns + j

    @cached_property
    def steps(self) -> list[list[tuple[int, float]]]:
        """Return for each square the squares that a base can step to, with the cost."""
        if self.whole:
            return [
                [step for step in steps if here and self.places[step[0]]]
                for here, steps in zip(self.places, self.whole.steps, strict=True)
            ]
        steps: list[list[tuple[int, float]]] = [[] for _ in self.places]
        numbers = [*range(len(self.places))]  # Numbers that all steps share take less memory.
        for n, here in zip(numbers, self.places, strict=True):
            if here is None:
                continue
            for to in map(numbers.__getitem__, self.around(n)):
                there = self.places[to]
                if to <= n or there is None:
                    continue
                cost = distance(here, there) * (self.costs[n] + self.costs[to]) / 2
                if (
                    n in self._squares_in_closed_doors
                    or to in self._squares_in_closed_doors
                    or not self.free_of(here, there, self.board.walls)
                ):
                    door = self._door_between(here, there)
                    if not door:
                        continue
                    cost += DOOR
                    self.barred[n, to] = self.barred[to, n] = door
                steps[n].append((to, cost))
                steps[to].append((n, cost))
        return steps

    @cached_property
    def _closed_doors(self) -> list[tuple[Terrain, Walls]]:
        return [(d, Walls(d.sides())) for d in self.board.doors if not d.is_open]

    @cached_property
    def _squares_in_closed_doors(self) -> frozenset[int]:
        """Return the squares whose place is in a closed door."""
        return frozenset(
            n
            for n, at in enumerate(self.places if self._closed_doors else ())
            if at
            and any(is_over(Disc(at, self.radius), door) for door, _ in self._closed_doors)
        )

    def _door_between(self, a: Point, b: Point) -> str:
        """``CC-39``  Return the door that alone bars a step; empty if there is none."""
        around = widened(box((a, b)), self.radius)
        for door, walls in self._closed_doors:
            if boxes_meet(door.box, around) and (
                any(is_over(Disc(at, self.radius), door) for at in (a, b))
                or not self.free_of(a, b, walls)
            ):
                return door.id if self.free_of(a, b, self.board.all_open.walls) else ""
        return ""

    @cached_property
    def strides(self) -> list[list[tuple[int, float]]]:
        """Return the steps through no closed door, with their length in inches."""
        return [
            [
                # Most steps lead over open ground, where they cost their length.
                step if step[1] == (inches := distance(here, there)) else (step[0], inches)
                for step in steps
                if (there := self.places[step[0]]) and (n, step[0]) not in self.barred
            ]
            if here
            else []
            for n, (here, steps) in enumerate(zip(self.places, self.steps, strict=True))
        ]

    def free(self, a: Point, b: Point) -> bool:
        """Return whether a straight line is free of Impassable terrain.

        Answers are remembered: a unit that weighs its moves asks for most lines again.
        """
        line = a, b
        if (known := self._lines.get(line)) is None:
            if len(self._lines) >= LINES:
                self._lines.clear()
            known = self._lines[line] = self.free_of(a, b, self.board.walls)
        return known

    def free_of(self, a: Point, b: Point, walls: Walls) -> bool:
        """Return whether a straight line is free of some walls."""
        (ax, ay), (bx, by), r = a, b, self.radius
        if not walls.near(min(ax, bx) - r, min(ay, by) - r, max(ax, bx) + r, max(ay, by) + r):
            return True
        inches = distance(a, b)
        return (
            inches < LOOSE_EPSILON or sweep(a, unit_vector(a, b), inches, r, walls, {}) is None
        )

    def _nearest(self, at: Point) -> int:
        """Return the square nearest to a point where a base can stand."""
        here = self.square(at)
        if self.places[here] is not None:
            return here
        found, best = here, inf
        for rings in range(1, self.columns + self.rows):
            for n in self._ring(at, rings):
                if (place := self.places[n]) is not None:
                    off = distance(at, place)
                    if (off, n) < (best, found):
                        found, best = n, off
            if best < rings - 1:
                break  # no place is a whole square off its square's middle
        return found

    def _ring(self, at: Point, rings: int) -> Iterator[int]:
        """Yield the squares that are *rings* squares away from that of a point."""
        row, column = divmod(self.square(at), self.columns)
        for i in range(max(0, row - rings), min(self.rows, row + rings + 1)):
            step = 1 if abs(i - row) == rings else 2 * rings
            for j in range(column - rings, column + rings + 1, step):
                if 0 <= j < self.columns:
                    yield i * self.columns + j

    def _field(self, goals: tuple[int, ...]) -> DistanceField:
        starts = [(goal, 0.0) for goal in goals]
        costs = CostsOnDemand(len(self.places), starts, self.steps.__getitem__)
        return DistanceField(self, costs)


class DistanceField:
    """The walking distance from every square to the nearest of some goals."""

    def __init__(self, ground: WalkableGrid, costs: CostsOnDemand) -> None:
        self.ground, self._costs = ground, costs
        self._routes = dict[tuple[Point, float], Path]()

    @property
    def inches(self) -> Sequence[float]:
        """Return the distance from every square; ``inf`` where there is no way."""
        return self.inches_within(inf)

    def inches_within(self, most: float) -> Sequence[float]:
        """Return distances that are exact if they are less than *most*, and no less if not."""
        self._costs.settle(most)
        return self._costs.known

    def left(self, at: Point) -> float:
        """Return the walking distance to the goal in inches of open ground; ``inf`` if none."""
        ground, best = self.ground, inf
        here = ground.square(at)
        if (place := ground.places[here]) is not None and (left := self._costs[here]) < inf:
            return left + distance(at, place) * 0.5
        for n in ground.around(here):
            if (place := ground.places[n]) is not None:
                best = min(best, self._costs[n] + distance(at, place))
        return best

    def path(self, at: Point, inches: float) -> list[Point]:
        """Return positions that lead down the field from a point, for at least *inches*.

        It is shorter if the goal or a closed door is nearer, and empty if the field cannot be
        entered.
        """
        path, before = list[Point](), -1
        for n in self._squares(at, inches):
            if (before, n) in self.ground.barred:
                break
            place = self.ground.places[n]
            assert place
            path.append(place)
            before = n
        return path

    def first_door(self, at: Point, inches: float) -> str:
        """``CC-39``  Return the first closed door on the way from a point, or ``""``.

        *inches* is the length of the way that is looked at.
        """
        steps = pairwise(self._squares(at, inches))
        return next((door for s in steps if (door := self.ground.barred.get(s))), "")

    def _squares(self, at: Point, inches: float) -> Iterator[int]:
        """Yield the squares down the field from a point, through closed doors as well."""
        n = self._entrance(at)
        here, walked = at, 0.0
        # All squares nearer to the goal than the entrance are settled, and no other is next.
        known = self._costs.known
        while n is not None and walked < inches:
            yield n
            place = self.ground.places[n]
            assert place
            walked, here = walked + distance(here, place), place
            steps = self.ground.steps[n]
            after = min(steps, key=lambda to: known[to[0]] + to[1], default=(n, 0.0))
            n = after[0] if known[after[0]] < known[n] else None

    def _entrance(self, at: Point) -> int | None:
        """Return the first square that a base at a point goes to; None if there is none."""
        ground, best, least = self.ground, None, inf
        for n in ground.around(ground.square(at)):
            place = ground.places[n]
            if place is None or (left := self._costs[n]) == inf:
                continue
            left += distance(at, place)
            if left < least and ground.free(at, place):
                best, least = n, left
        return best

    def route(self, at: Point, inches: float) -> Path:
        """Return the path of up to some inches from a point, without needless bends.

        Paths are remembered, but not by ``lru_cache``: it would hold the field, and so keep it
        until the next garbage collection, which comes seldom where there is no window.
        """
        asked = at, inches
        if (known := self._routes.get(asked)) is None:
            if len(self._routes) >= ROUTES:
                self._routes.clear()
            known = self._routes[asked] = self._route(at, inches)
        return known

    def _route(self, at: Point, inches: float) -> Path:
        nodes, path = self.path(at, inches), [at]
        while nodes:
            n = len(nodes) - 1
            while n and not self.ground.free(path[-1], nodes[n]):
                n -= 1
            path.append(nodes[n])
            nodes = nodes[n + 1 :]
        return cut(tuple(path), inches)


def field_to(board: Board, radius: float, *goals: Point, smooth: bool = False) -> DistanceField:
    """Return the distances of a base to a goal, or to the place nearest to it.

    With several goals, to the nearest. *smooth*: without any Difficult ground.
    """
    ground = ground_of(board, radius, smooth=smooth)
    return ground.field(tuple(dict.fromkeys([ground.nearest(goal) for goal in goals])))


def ground_of(board: Board, radius: float, *, smooth: bool = False) -> WalkableGrid:
    """Return the cached grid of a board for one base radius; *smooth*: no Difficult ground."""
    return _ground(_Plan(board), radius, smooth)


def _lies_deep(board: Board, at: Point) -> bool:
    """Return whether the square around a point is completely inside Impassable terrain."""
    (x, y), walls = at, board.walls
    lines = walls.near(x - ASIDE, y - ASIDE, x + ASIDE, y + ASIDE)
    if any(off_segment(at, walls.segments[n]) <= ASIDE for n in lines):
        return False
    return any([t.closed and _holds(t, at) for t in board.impassable])


def _holds(piece: Terrain, at: Point) -> bool:
    """Return whether a point is inside a piece of terrain."""
    (x, y), (left, top, right, low) = at, piece.box
    return left < x < right and top < y < low and inside(at, piece.outline)


class _Plan:
    """A cache key that compares boards by content, so that games on one map share the grid."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __hash__(self) -> int:
        board = self.board
        return hash((board.name, board.width, board.height, len(board.terrain)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Plan):
            return False
        a, b = self.board, other.board
        return a is b or (a.width, a.height, a.terrain) == (b.width, b.height, b.terrain)


@lru_cache(BOARDS)
def _ground(plan: _Plan, radius: float, smooth: bool) -> WalkableGrid:  # noqa: FBT001  a key of a cache
    whole = ground_of(plan.board, radius) if smooth else None
    return WalkableGrid(plan.board, radius, whole)
