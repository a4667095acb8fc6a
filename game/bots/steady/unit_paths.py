"""Paths of a unit past other models toward a goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice, pairwise
from math import ceil
from typing import NamedTuple

from game.bots.steady.walking_distance import DistanceField, WalkableGrid
from game.geometry import UNREACHED, cheapest_paths
from game.geometry.limits import last_within
from game.geometry.points import (
    LOOSE_EPSILON,
    Disc,
    Path,
    Point,
    distance,
    length,
    point_ahead,
    unit_vector,
)
from game.geometry.polygons import box, off_segment, widened
from game.play.moves.base_placement import chains, out_of_chain
from game.play.moves.march import March
from game.play.moves.paths import Moves, cut
from game.table.records import ModelId
from game.table.state import Table

TOUCHED = 0.02
"""Inches; models closer than this count as in contact."""
OUT = (0.5, 1.0)
"""Distances in inches that a wedged-in model first tries to go straight out."""
TIGHT = 0.8
"""Inches; a step between squares with less clearance than this may graze a base."""
CROWDS = 128
"""Number of crowds that are remembered: a unit weighs ways to several goals past the same."""
SHADOWS = 2048
"""Number of bases whose blocked squares are remembered: most stay through many questions."""
REACHES = 256
"""Number of bases whose ways over open ground are remembered: each weighs many goals."""
REACH_STEP = 6.0
"""Inches; ways over open ground are searched up to a multiple of this."""
TRIED = 4
"""Number of paths that a model tries when others stand in its way."""
SPARE = 0.005
MIN_STEP_INCHES = 0.1
_HALF = 0.7071067811865476
TURNS = {45: (_HALF, _HALF), -45: (-_HALF, _HALF), 90: (1.0, 0.0), -90: (-1.0, 0.0)}
"""Sine and cosine by angle in degrees."""


def is_near(at: Point, radius: float, groups: Sequence[Sequence[Disc]], chain: float) -> bool:
    """Return whether a base at a point would be in coherency with each group.

    *chain* is the maximum gap in inches. Empty groups do not count.
    """
    most = last_within(chain + radius)
    return all(
        [
            not group or any(distance(at, m.at) <= most + m.radius for m in group)
            for group in groups
        ]
    )


class BlockedRange(NamedTuple):
    """Squares and steps that one base denies to others."""

    taken: frozenset[int]
    """Squares in which no other base can stand."""
    grazing: frozenset[tuple[int, int]]
    """Steps from one square to another that the base blocks."""
    beside: frozenset[int]
    """Squares from which some step is denied."""


@lru_cache(SHADOWS)
def shadow_of(ground: WalkableGrid, around: Disc) -> BlockedRange:
    """Return the squares and steps blocked by a disc that no centre of a base may enter."""
    (x, y), near = around
    reach, columns, rows = near + TIGHT, ground.columns, ground.rows
    taken, tight = list[int](), list[int]()
    for row in range(max(0, int(y - reach)), min(rows, int(y + reach) + 1)):
        for column in range(max(0, int(x - reach)), min(columns, int(x + reach) + 1)):
            n = row * columns + column
            if (place := ground.places[n]) is not None:
                off = distance(place, around.at)
                if off < reach:
                    (taken if off < near else tight).append(n)
    grazing = [
        (n, to)
        for n in tight
        for to, _ in ground.strides[n]
        if (a := ground.places[n])
        and (b := ground.places[to])
        and off_segment(around.at, (a, b)) < near
    ]
    beside = [n for to in taken for n, _ in ground.strides[to]] + [n for n, _ in grazing]
    return BlockedRange(frozenset(taken), frozenset(grazing), frozenset(beside))


def crowd_around(
    bases: Mapping[ModelId, Disc], model_id: ModelId, inches: float
) -> tuple[Disc, ...]:
    """Return the discs that a base's centre may not enter, one for each model within reach.

    A disc is smaller where the models already overlap.
    """
    (x, y), radius = base = bases[model_id]
    return tuple(
        [
            Disc(disc.at, min(disc.radius + radius - LOOSE_EPSILON, off))
            for other, disc in bases.items()
            if other != model_id
            and abs(disc.at.x - x) < (near := inches + radius + disc.radius)
            and abs(disc.at.y - y) < near
            and (off := distance(disc.at, base.at)) < near
        ]
    )


class OpenReach:
    """The cheapest ways of one base from a point past no other models."""

    def __init__(self, ground: WalkableGrid, at: Point, inches: float) -> None:
        strides, places = ground.strides, ground.places
        self.starts = [
            (n, distance(at, place))
            for n in ground.around(ground.square(at))
            if (place := places[n]) is not None and ground.free(at, place)
        ]
        """The squares that can be entered from the point, and their distances."""
        found = cheapest_paths(len(strides), self.starts, strides.__getitem__, inches)
        self.costs, self.before = found
        self.squares = [
            n for n in squares_around(ground, at, inches) if self.before[n] != UNREACHED
        ]
        """The squares within reach, in order."""

    def way_to(self, n: int) -> list[int]:
        """Return the squares on the way to one within reach."""
        way = list[int]()
        while n >= 0:
            way.append(n)
            n = self.before[n]
        return way[::-1]


open_reach = lru_cache(REACHES)(OpenReach)


def squares_around(ground: WalkableGrid, at: Point, inches: float) -> list[int]:
    """Return the squares of a box around a point that holds all places within some inches."""
    around = int(inches) + 2
    row, column = divmod(ground.square(at), ground.columns)
    left, right = max(0, column - around), min(ground.columns, column + around + 1)
    return [
        n
        for i in range(max(0, row - around), min(ground.rows, row + around + 1))
        for n in range(i * ground.columns + left, i * ground.columns + right)
    ]


class CrowdMap:
    """Paths of one base past other models, which ``crowd_around`` returns."""

    def __init__(
        self, ground: WalkableGrid, base: Disc, inches: float, others: tuple[Disc, ...]
    ) -> None:
        self.ground, self.base, self.distance, self.others = ground, base, inches, others
        self.outs = dict[int, Point]()
        """By square, the point through which a wedged-in model gets out to it."""
        self._paths = dict[int, Path]()
        self._open_ways = dict[int, bool]()

    @cached_property
    def _shadows(self) -> list[BlockedRange]:
        return [shadow_of(self.ground, disc) for disc in self.others]

    @cached_property
    def taken(self) -> frozenset[int]:
        """The squares in which another model stands."""
        return frozenset().union(*[shadow.taken for shadow in self._shadows])

    @cached_property
    def blocked(self) -> BlockedRange:
        """The squares and steps that the other models deny."""
        shadows = self._shadows
        return BlockedRange(
            self.taken,
            frozenset().union(*[shadow.grazing for shadow in shadows]),
            frozenset().union(*[shadow.beside for shadow in shadows]),
        )

    def paths(
        self, field: DistanceField, groups: Sequence[Sequence[Disc]], chain: float
    ) -> Iterator[Path]:
        """Yield paths to free places within reach, nearest to the field's goal first.

        The place is within *chain* inches of a model of each group that is not empty.
        """
        at, radius = self.base
        here, places = field.left(at), self.ground.places
        inches, most = field.inches_within(here), self.distance + LOOSE_EPSILON
        # Few of these squares are tried, so the other conditions come after the order.
        for _, n in sorted([(inches[n], n) for n in self._around if inches[n] < here]):
            place = places[n]
            assert place
            if (
                distance(at, place) <= most
                and is_near(place, radius, groups, chain - LOOSE_EPSILON)
                and self._is_reached(n)
            ):
                yield self._path_to(n)

    @cached_property
    def _around(self) -> Sequence[int]:
        """The squares whose places may be within reach."""
        if self._is_wedged:
            return squares_around(self.ground, self.base.at, self.distance)
        costs, most = self._reach.costs, self.distance
        return [n for n in self._reach.squares if costs[n] <= most]

    @cached_property
    def _reach(self) -> OpenReach:
        """The ways that the base would have without the other models."""
        searched = ceil(self.distance / REACH_STEP) * REACH_STEP
        return open_reach(self.ground, self.base.at, searched)

    @cached_property
    def _is_wedged(self) -> bool:
        """True if the base can enter no square around it."""
        return not any(self._enters(n) for n, _ in self._reach.starts)

    def _enters(self, n: int) -> bool:
        """Return whether the base gets into a square around it past the other models."""
        place = self.ground.places[n]
        assert place
        return n not in self.taken and self._passes(self.base.at, place)

    def _is_reached(self, n: int) -> bool:
        if n in self.taken:
            return False
        return self._is_open_way(n) or self._came[n] != UNREACHED

    def _is_open_way(self, n: int) -> bool:
        """Return whether the other models leave the way to a square as it would be alone.

        No way past them is cheaper.
        """
        if (known := self._open_ways.get(n)) is None:
            known = self._open_ways[n] = not self._is_wedged and self._leaves(
                self._reach.way_to(n)
            )
        return known

    def _leaves(self, way: Sequence[int]) -> bool:
        """Return whether a way over some squares leads past the other models."""
        if not self.taken.isdisjoint(way) or not self._enters(way[0]):
            return False
        _, grazing, beside = self.blocked
        return beside.isdisjoint(way) or grazing.isdisjoint(pairwise(way))

    @cached_property
    def _came(self) -> Sequence[int]:
        """For each square within reach the square from which it is entered."""
        at, strides = self.base.at, self.ground.strides
        taken, grazing, beside = self.blocked
        starts = [*self._set_out(at, 0.0)]
        if not starts:
            outs = [(out, distance(at, out)) for out in self._out()]
            starts = [start for out, walked in outs for start in self._set_out(out, walked)]

        def steps(n: int) -> Sequence[tuple[int, float]]:
            if n not in beside:
                return strides[n]
            return [
                step
                for step in strides[n]
                if step[0] not in taken and (n, step[0]) not in grazing
            ]

        return cheapest_paths(len(strides), starts, steps, self.distance).before

    def _set_out(self, at: Point, walked: float) -> Iterator[tuple[int, float]]:
        """Yield the free squares around a point *walked* inches away, and their distances."""
        ground = self.ground
        for n in ground.around(ground.square(at)):
            place = ground.places[n]
            if place is not None and n not in self.taken and self._open(at, place):
                if at != self.base.at:
                    self.outs.setdefault(n, at)
                yield n, walked + distance(at, place)

    def _out(self) -> Iterator[Point]:
        """Yield points beside and behind the models that a wedged-in model touches."""
        at, behind = self.base.at, [0.0, 0.0]
        ways = list[Point]()
        for disc in self.others:
            if 0.0 < distance(at, disc.at) < disc.radius + TOUCHED:
                toward = unit_vector(at, disc.at)
                ways += [Point(-toward.y, toward.x), Point(toward.y, -toward.x)]
                behind = [behind[0] - toward.x, behind[1] - toward.y]
        if abs(behind[0]) + abs(behind[1]) > TOUCHED:
            ways.append(unit_vector(at, Point(at.x + behind[0], at.y + behind[1])))
        for direction in ways:
            for inches in OUT:
                out = point_ahead(at, direction, inches)
                if inches <= self.distance and self._open(at, out):
                    yield out

    def _open(self, a: Point, b: Point) -> bool:
        """Return whether a straight line is free of models and of Impassable terrain."""
        return self._passes(a, b) and self.ground.free(a, b)

    def _passes(self, a: Point, b: Point) -> bool:
        """Return whether a straight line is free of models."""
        (ax, ay), (bx, by) = a, b
        left, right = (ax, bx) if ax < bx else (bx, ax)
        top, low = (ay, by) if ay < by else (by, ay)
        for at, r in self.others:
            x, y = at
            if (
                left - r < x < right + r
                and top - r < y < low + r
                and off_segment(at, (a, b)) < r
            ):
                return False
        return True

    def _path_to(self, n: int) -> Path:
        if n not in self._paths:
            self._paths[n] = cut(self._straightened(self._back(n)), self.distance)
        return self._paths[n]

    def _back(self, n: int) -> list[Point]:
        came = self._reach.before if self._is_open_way(n) else self._came
        path = list[Point]()
        while n >= 0:
            place = self.ground.places[n]
            assert place
            path.append(place)
            if came[n] < 0 and n in self.outs:
                path.append(self.outs[n])
            n = came[n]
        return [*reversed(path)]

    def _straightened(self, nodes: list[Point]) -> Path:
        """Return a path through the nodes without needless bends."""
        path = [self.base.at]
        while nodes:
            n = len(nodes) - 1
            while n and not self._open(path[-1], nodes[n]):
                n -= 1
            path.append(nodes[n])
            nodes = nodes[n + 1 :]
        return tuple(path)


crowd_map = lru_cache(CROWDS)(CrowdMap)


class UnitWalk:
    """Moves a unit along a distance field."""

    def __init__(self, march: March, table: Table, field: DistanceField) -> None:
        self.march, self.table, self.field = march, table, field
        self.body = frozenset(march.body(table))

    @cached_property
    def _bases(self) -> dict[ModelId, Disc]:
        """The bases of the unit, and all others that its models may meet."""
        bases, limits = self.march.bases(self.table), self.march.model_limits
        own = [bases[m] for m in self.table.units[self.march.unit].models if m in bases]
        furthest = max([going.distance for going in limits.values()], default=0.0)
        reach = furthest + max([radius for _, radius in own], default=0.0) + TOUCHED
        left, top, right, low = widened(box([at for at, _ in own]), reach)
        return {
            m: disc
            for m, disc in bases.items()
            for (x, y), r in (disc,)
            if left - r < x < right + r and top - r < y < low + r
        }

    def moves(self, share: float = 1.0) -> Moves | None:
        """Return the models' paths; None if no model gets on or the unit would lose coherency.

        The foremost model goes first, and each other stays near one that has already gone. If
        that fails, the rearmost goes first, and a model leaves only when the others stay
        together without it.
        """
        for last_first in (False, True):
            moves = self._walked(share, last_first=last_first)
            if moves and holds(self.march, self.table, moves):
                return moves
        return None

    def whole_and_half(self) -> Iterator[Moves]:
        """Yield the move with the whole distance, and with half of it."""
        for share in (1.0, 0.5):
            if moves := self.moves(share):
                yield moves

    def _walked(self, share: float, *, last_first: bool) -> Moves:
        models, left = self.table.models, self.field.left
        order = sorted(self.march.model_limits, key=lambda model_id: left(models[model_id].at))
        bases, moves = dict(self._bases), list[tuple[ModelId, Path]]()
        gone = dict[ModelId, Disc]()
        waiting = [*reversed(order)] if last_first else order
        while waiting:
            stay = list[ModelId]()
            for model_id in waiting:
                gone.pop(model_id, None)
                groups = self._others(bases, model_id) if last_first else [[*gone.values()]]
                inches = self.march.model_limits[model_id].distance * share - SPARE
                path = self._along(
                    bases, model_id, inches, groups if model_id in self.body else []
                )
                if path is None:
                    stay.append(model_id)
                else:
                    moves.append((model_id, path))
                    bases[model_id] = bases[model_id]._replace(at=path[-1])
                if model_id in self.body:
                    gone[model_id] = bases[model_id]
            # A model that was wedged in may have room by now.
            waiting = stay if len(stay) < len(waiting) else []
        return tuple(moves)

    def _others(self, bases: Mapping[ModelId, Disc], model_id: ModelId) -> list[list[Disc]]:
        """Return the groups into which the unit would split without a model."""
        rest = {m: bases[m] for m in bases if m in self.body and m != model_id}
        return [[rest[m] for m in group] for group in chains(rest, self.march.chain)]

    def _along(
        self,
        bases: Mapping[ModelId, Disc],
        model_id: ModelId,
        inches: float,
        groups: Sequence[Sequence[Disc]],
    ) -> Path | None:
        """Return a model's path down the field and around other models; None if there is none.

        Its end is in coherency with each of *groups*.
        """
        base, chain = bases[model_id], self.march.chain
        route = self.field.route(base.at, inches)
        if length(route) < MIN_STEP_INCHES:
            return None
        if is_near(route[-1], base.radius, groups, chain) and self._fits(
            bases, model_id, route
        ):
            return route
        others = crowd_around(bases, model_id, inches)
        crowd = crowd_map(self.field.ground, base, inches, others)
        ways = crowd.paths(self.field, groups, chain)
        for path in islice(ways, TRIED):
            if length(path) >= MIN_STEP_INCHES and self._fits(bases, model_id, path):
                return path
        return None

    def _fits(self, bases: Mapping[ModelId, Disc], model_id: ModelId, path: Path) -> bool:
        return self.march.why_not(self.table, bases, model_id, path) is None


def holds(march: March, table: Table, moves: Moves) -> bool:
    """Return whether the unit is in coherency after some moves."""
    ends = {m: table.models[m].disc for m in march.body(table)}
    for model_id, path in moves:
        if model_id in ends:
            ends[model_id] = ends[model_id]._replace(at=path[-1])
    return not out_of_chain(ends, march.chain)


def shifts(
    march: March, table: Table, toward: Point, shares: tuple[float, ...]
) -> Iterator[Moves]:
    """Yield the moves that shift the whole unit in a direction, by shares of its move."""
    for share in shares:
        if moves := march.shift(table, toward, share):
            yield moves


def turned(toward: Point, degrees: int) -> Point:
    """Return a heading turned clockwise by 45, -45, 90 or -90 degrees."""
    sine, cosine = TURNS[degrees]
    return Point(toward.x * cosine - toward.y * sine, toward.x * sine + toward.y * cosine)
