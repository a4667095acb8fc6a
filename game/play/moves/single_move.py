"""Decisions that move a single model.

Steer is straight, Ride has turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import pairwise
from math import isfinite
from typing import Any, NamedTuple, TypeAlias

from game.geometry.limits import is_at_least, is_more_than, is_within
from game.geometry.points import (
    LOOSE_EPSILON,
    ROUNDING,
    Path,
    Point,
    distance,
    heading_of_vector,
    point_ahead,
    thousandths,
    unit_vector,
    vector_of_heading,
)
from game.play.decisions import (
    MAX_DISTANCE,
    Decision,
    IllegalAnswer,
    low_discrepancy_point,
    read_point,
)
from game.play.log.inches_text import excess_text
from game.table.records import ModelId
from game.table.state import Table

NEAR = 0.05
"""Inches: of paths that end this close together the one with fewer turns is used."""


@dataclass(frozen=True, slots=True)
class Steer(Decision[Point]):
    """A straight move to a point, which is the answer; the model's own place means to stay."""

    _: KW_ONLY
    model: ModelId
    distance: float
    """Maximum inches."""
    does: str = "Move"
    """Effect of the answer, in a few words."""

    @property
    def about(self) -> ModelId:
        """Return the model that moves."""
        return self.model

    def read(self, raw: Any) -> Point:
        """Return the point; raise IllegalAnswer if it is none."""
        return read_point(raw)

    def judge(self, table: Table, answer: Point) -> None:
        """Raise IllegalAnswer, with the furthest legal point, if it is too far."""
        here = table.models[self.model].at
        inches = distance(here, answer)
        if is_more_than(inches, self.distance):
            off, beyond = excess_text(inches, self.distance)
            reason = f'{off}" is {beyond}" too far (it may move {self.distance:g}")'
            fix = thousandths(
                point_ahead(here, unit_vector(here, answer), self.distance - ROUNDING)
            )
            raise IllegalAnswer(reason, self.clause, list(fix))

    def sample(self, table: Table, k: int, n: int) -> list[float]:
        """Return the k-th of various legal points; the first is to stay."""
        here = table.models[self.model].at
        if k == 0:
            return list(here)
        around, out = low_discrepancy_point(k)
        inches = (self.distance - ROUNDING) * (0.25 + 0.75 * out)
        return list(
            thousandths(point_ahead(here, vector_of_heading(round(360.0 * around, 3)), inches))
        )


class RideSegment(NamedTuple):
    """One straight segment of a ride, after a turn."""

    turn: float
    """Degrees, clockwise, of the turn before the segment."""
    distance: float
    """Inches straight on."""


Stretches: TypeAlias = tuple[RideSegment, ...]


@dataclass(frozen=True, slots=True)
class RideMode:
    """A movement mode of a riding model."""

    name: str
    distance: float
    """Maximum inches in all."""
    straight: float
    """Minimum inches straight on before each turn."""
    _: KW_ONLY
    turn: float = 45.0
    """Maximum degrees to either side."""
    costs: str = ""
    """Restrictions of a model that uses it, in a few words; empty for none."""


@dataclass(frozen=True, slots=True)
class Ride(Decision[Stretches]):
    """A path of segments, as ``[[turn, inches], …]``, followed until something stops the model.

    The first turn must be 0. The last segment may be only a turn. Without segments the model
    stays.
    """

    _: KW_ONLY
    model: ModelId
    gaits: tuple[RideMode, ...]
    """The slowest first; the first one that allows a path applies."""

    @property
    def about(self) -> ModelId:
        """Return the model that moves."""
        return self.model

    def read(self, raw: Any) -> Stretches:
        """Return the segments; raise IllegalAnswer if they are malformed."""
        if not isinstance(raw, list | tuple):
            raise IllegalAnswer(f"{raw!r} is not a list of stretches", self.clause)
        return tuple(self._stretch(one) for one in raw)

    def _stretch(self, raw: Any) -> RideSegment:
        if not isinstance(raw, list | tuple) or len(raw) != 2:
            raise IllegalAnswer(f"{raw!r} is not a stretch: [degrees, inches]", self.clause)
        for number in raw:
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise IllegalAnswer(f"{number!r} is not a number", self.clause)
            if not isfinite(number) or abs(number) > MAX_DISTANCE:
                raise IllegalAnswer(f"{number!r} is too far for any table", self.clause)
        return RideSegment(round(float(raw[0]), 3), round(float(raw[1]), 3))

    def judge(self, table: Table, answer: Stretches) -> None:
        """Raise IllegalAnswer, with a corrected path, if no mode allows it."""
        whole = length(answer)
        mode = next((g for g in self.gaits if wrong(answer, g) is None), None)
        if mode is None:
            # Use the slowest mode that goes so far: it is the one probably meant.
            mode = next((g for g in self.gaits if is_within(whole, g.distance)), self.gaits[-1])
            fix = [list(stretch) for stretch in mended(answer, mode)]
            raise IllegalAnswer(wrong(answer, mode) or "", self.clause, fix)

    def gait_of(self, answer: Stretches) -> RideMode:
        """Return the mode of a legal path."""
        return next(g for g in self.gaits if wrong(answer, g) is None)

    def sample(self, table: Table, k: int, n: int) -> list[list[float]]:
        """Return the k-th of various legal paths; straight ones come first."""
        mode = self.gaits[k % len(self.gaits)]
        if k < len(self.gaits):
            return [[0.0, mode.distance]]
        if k == len(self.gaits):
            return []
        across, out = low_discrepancy_point(k)
        first = min(mode.distance, mode.straight + (mode.distance - mode.straight) * out)
        rest = (mode.distance - first) * low_discrepancy_point(k + n)[1]
        turn = mode.turn * (2 * across - 1)
        path = RideSegment(0.0, round(first, 3)), RideSegment(round(turn, 3), round(rest, 3))
        return [list(stretch) for stretch in mended(path, mode)]


def length(path: Sequence[RideSegment]) -> float:
    """Return the length of a path in inches."""
    whole = 0.0
    for stretch in path:
        whole += stretch.distance
    return whole


def wrong(path: Sequence[RideSegment], mode: RideMode) -> str | None:
    """Return why a mode does not allow a path, or None."""
    if path and path[0].turn:
        return "move straight before the first turn"
    if any(stretch.distance < 0.0 for stretch in path):
        return "riders cannot go backward"
    if no := next(_wrong_turns(path, mode), None):
        return no
    if is_more_than(whole := length(path), mode.distance):
        off, beyond = excess_text(whole, mode.distance)
        return f'{off}" is {beyond}" too far (it may move {mode.distance:g}")'
    return None


def _wrong_turns(path: Sequence[RideSegment], mode: RideMode) -> Iterator[str]:
    for before, stretch in pairwise(path):
        if not is_at_least(before.distance, mode.straight):
            most = f'move {mode.straight:g}" straight before a turn'
            yield f'{most}, not {before.distance:g}"'
        if abs(stretch.turn) > mode.turn + LOOSE_EPSILON:
            yield f"{abs(stretch.turn):g}° is too far to turn (it may turn {mode.turn:g}°)"


def mended(path: Sequence[RideSegment], mode: RideMode) -> Stretches:
    """Return a similar path that is legal: smaller turns, longer or shorter segments."""
    found, left = list[RideSegment](), mode.distance
    for n, (turned, inches) in enumerate(path):
        turn = max(-mode.turn, min(mode.turn, turned)) if n else 0.0
        straight = mode.straight if n + 1 < len(path) else 0.0
        went = min(max(inches, straight), left)
        found.append(RideSegment(turn, round(went, 3)))
        left = round(left - went, 6)
        if went < straight or (
            n + 1 < len(path) and left <= 0.0 and path[n + 1].distance > 0.0
        ):
            break
    return tuple(found)


class RidePath(NamedTuple):
    """The course of a path on the table, if nothing stops the model."""

    corners: Path
    """Its start, turning points and end."""
    facing: float
    """Degrees, at its end."""

    @property
    def end(self) -> Point:
        """Return its last point."""
        return self.corners[-1]


def ride_path(at: Point, facing: float, path: Sequence[RideSegment]) -> RidePath:
    """Return the course of a path from a point and a facing."""
    corners = [at]
    for turn, inches in path:
        facing = (facing + turn) % 360.0
        if inches:
            corners.append(point_ahead(corners[-1], vector_of_heading(facing), inches))
    return RidePath(tuple(thousandths(at) for at in corners), round(facing, 3) % 360.0)


def turn_between(facing: float, goal: float) -> float:
    """Return the degrees of a turn from one facing to another, positive if clockwise."""
    return (goal - facing + 180.0) % 360.0 - 180.0


class Proposal(NamedTuple):
    """The legal path that ends nearest to a point."""

    path: Stretches
    mode: RideMode
    miss: float
    """Inches from its end to the point."""


def nearest_ride(
    at: Point,
    facing: float,
    gaits: Sequence[RideMode],
    goal: Point,
    stem: Sequence[RideSegment] = (),
) -> Proposal | None:
    """Return the legal path that ends nearest to a point, in the slowest mode that has one.

    It turns as early as allowed, by whole degrees. *stem*: segments that are fixed; it turns
    directly after them. Return None if no mode continues them legally.
    """
    best: Proposal | None = None
    for mode in gaits:
        for path in _tries(at, facing, mode, goal, stem):
            if wrong(path, mode) is None:
                miss = distance(ride_path(at, facing, path).end, goal)
                if best is None or miss < best.miss - NEAR:
                    best = Proposal(path, mode, miss)
    return best


def why_not(
    at: Point, facing: float, mode: RideMode, goal: Point, stem: Sequence[RideSegment] = ()
) -> str | None:
    """Return why no path of a mode leads straight to a point, or None."""
    here = ride_path(at, facing, stem)
    wish = list(stem)
    if not stem:
        (x, y), along = at, vector_of_heading(facing)
        first = (goal.x - x) * along.x + (goal.y - y) * along.y
        wish.append(RideSegment(0.0, round(min(first, mode.straight), 1)))
        here = ride_path(at, facing, wish)
    wish.append(RideSegment(_to(here, goal), round(distance(here.end, goal), 1)))
    return wrong(wish, mode)


def _to(here: RidePath, goal: Point) -> float:
    """Return the whole degrees from a path's final heading to a point."""
    if distance(here.end, goal) < LOOSE_EPSILON:
        return 0.0
    return float(
        round(turn_between(here.facing, heading_of_vector(unit_vector(here.end, goal))))
    )


def _tries(
    at: Point, facing: float, mode: RideMode, goal: Point, stem: Sequence[RideSegment]
) -> Iterator[Stretches]:
    """Yield paths with more and more turns, each as early as allowed."""
    path = list(stem)
    while True:
        yield (*path, _last(at, facing, mode, goal, path))
        step = RideSegment(_turn(at, facing, mode, goal, path), mode.straight)
        path.append(step)
        if is_more_than(length(path), mode.distance):
            return


def _last(
    at: Point, facing: float, mode: RideMode, goal: Point, path: Sequence[RideSegment]
) -> RideSegment:
    """Return the last segment: turned to the point, and as long as gets nearest to it."""
    turn = _turn(at, facing, mode, goal, path)
    here = ride_path(at, facing, path)
    (x, y), along = here.end, vector_of_heading(here.facing + turn)
    inches = (goal.x - x) * along.x + (goal.y - y) * along.y
    return RideSegment(turn, round(max(0.0, min(mode.distance - length(path), inches)), 3))


def _turn(
    at: Point, facing: float, mode: RideMode, goal: Point, path: Sequence[RideSegment]
) -> float:
    """Return the turn toward a point after a path: limited, and 0 at the start."""
    if not path:
        return 0.0
    turn = _to(ride_path(at, facing, path), goal)
    return max(-mode.turn, min(mode.turn, turn)) + 0.0
