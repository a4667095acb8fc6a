"""Candidate rides of a model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.geometry.points import (
    Point,
    distance,
    heading_of_vector,
    point_ahead,
    unit_vector,
    vector_of_heading,
)
from game.play.moves.single_move import RideMode
from game.systems.pursuit.bot.breakthrough import BreakthroughOdds, Values
from game.systems.pursuit.bot.street_layout import COLUMN, ROW
from game.table.records import Model

RelativePath: TypeAlias = tuple[tuple[float, float], ...]
"""A path as it is answered: turn in degrees and inches of each segment."""

TURNS = (-45.0, -30.0, -15.0, 15.0, 30.0, 45.0)
SHARES = (1.0, 0.75, 0.5, 0.25)
SAMPLES = 13
"""Number of places sampled on each path."""
ROUGH = 0.05
"""Cost of each of them in Difficult ground, as a share of all chances."""
NOT_LEAST = 0.05
BEYOND = 0.1
"""Inches that a dive goes on, to touch for sure."""


class RideCandidates(NamedTuple):
    """Paths for one set of movement modes, relative to a model that faces up."""

    paths: tuple[RelativePath, ...]
    across: Values
    """Inches to the model's right, by paths and samples."""
    on: Values
    """Inches ahead of the model, by paths and samples."""
    turned: Values
    """Degrees by which each path turns the model in all."""
    fast: NDArray[np.bool_]
    """True for the paths that the first movement mode does not allow."""


@lru_cache(16)
def ride_candidates(gaits: tuple[RideMode, ...]) -> RideCandidates:
    """Return the paths that are considered."""
    listed = dict[RelativePath, bool]()
    for mode in gaits:
        for path in _paths(mode):
            listed.setdefault(path, mode is not gaits[0])
    found = [_sampled(path) for path in listed]
    return RideCandidates(
        tuple(listed),
        across=np.array([[p[0] for p in places] for places in found]),
        on=np.array([[p[1] for p in places] for places in found]),
        turned=np.array([_turn(path) for path in listed]),
        fast=np.array([*listed.values()]),
    )


def _turn(path: RelativePath) -> float:
    whole = 0.0
    for turn, _ in path:
        whole += turn
    return whole


def _paths(mode: RideMode) -> Iterator[RelativePath]:
    inches, first = mode.distance, mode.straight
    yield ()
    for share in SHARES:
        yield ((0.0, round(inches * share, 3)),)
        if inches * share >= first:
            for turn in TURNS:
                yield (0.0, round(inches * share, 3)), (turn, 0.0)
    for start in dict.fromkeys([first, (first + inches) / 2, min(inches, first * 1.5)]):
        for turn in TURNS:
            for rest in dict.fromkeys([inches - start, (inches - start) / 2]):
                if rest <= 0.0:
                    continue
                yield (0.0, start), (turn, rest)
                if rest >= first:
                    yield (0.0, start), (turn, rest), (-turn, 0.0)
                    if start + rest + first <= inches:
                        yield (0.0, start), (turn, rest), (-turn, inches - start - rest)


def _sampled(path: RelativePath) -> list[Point]:
    """Return sampled places of a path, the last its end, x to the right and y ahead."""
    whole = 0.0
    for _, inches in path:
        whole += inches
    places = list[Point]()
    for n in range(1, SAMPLES + 1):
        left, at, facing = whole * n / SAMPLES, Point(0.0, 0.0), 0.0
        for turn, inches in path:
            facing += turn
            right, up = vector_of_heading(facing)
            step = min(left, inches)
            at = Point(at.x + right * step, at.y - up * step)
            left -= step
        places.append(at)
    return places


class PathSurvey(NamedTuple):
    """Rough results for all paths of a model at once."""

    paths: RideCandidates
    off: Values
    along: Values
    """Inches of each path's end along the Arrival."""
    aside: Values
    """Degrees clockwise from the Arrival that it faces in the end."""
    free: Values
    """Rough chance that no terrain stops it on its path; 0 if a wall does."""
    arrives: NDArray[np.bool_]
    """True if it leads through the Arrival."""


def looked(
    lanes: BreakthroughOdds, model: Model, gaits: tuple[RideMode, ...], *, leaves: bool
) -> PathSurvey:
    """Evaluate all paths of a model at once; *leaves*: whether it may leave at the Arrival."""
    street, cover = lanes.layout.street, lanes.layout.cover
    away = (model.facing - street.facing + 180.0) % 360.0 - 180.0
    ways = ride_candidates(gaits)
    ahead_of, right = vector_of_heading(model.facing), vector_of_heading(model.facing + 90.0)
    x = model.at.x + ways.across * right.x + ways.on * ahead_of.x
    y = model.at.y + ways.across * right.y + ways.on * ahead_of.y
    over, down = (x, y) if street.back.x else (y, x)
    span = street.width if street.back.x else street.height
    off = over if street.back.x + street.back.y > 0.0 else span - over
    rows = np.clip(np.rint(off / ROW).astype(np.int64), 0, cover.walls.shape[0] - 1)
    columns = np.clip(np.rint(down / COLUMN).astype(np.int64), 0, cover.walls.shape[1] - 1)
    arrived = np.maximum.accumulate(off <= model.base, axis=1) if leaves else off < -1e9
    walls = cover.walls[rows, columns] & ~arrived
    rubble = cover.rubble[rows, columns] & ~arrived
    # A sum, not a product: NumPy's order of multiplication depends on the machine.
    free = np.where(walls.any(axis=1), 0.0, 1.0 - ROUGH * rubble.sum(axis=1))
    beyond = (np.abs(away + ways.turned) > 180.0).astype(np.float64)
    aside = away + ways.turned - 360.0 * np.sign(away + ways.turned) * beyond
    return PathSurvey(
        ways, off=off[:, -1], along=down[:, -1], aside=aside, free=free, arrives=arrived[:, -1]
    )


def dives(
    model: Model, gaits: Sequence[RideMode], at: Point, apart: float
) -> Iterator[RelativePath]:
    """Yield paths that lead a model straight to a place, to within *apart* inches."""
    for mode in gaits:
        inches = distance(model.at, at)
        if inches <= NOT_LEAST:
            return
        turn = _turn_to(model.facing, model.at, at)
        if abs(turn) < NOT_LEAST and inches - apart <= mode.distance:
            yield ((0.0, round(min(mode.distance, inches - apart + BEYOND), 3)),)
        start = mode.straight
        while start < mode.distance:
            there = point_ahead(model.at, vector_of_heading(model.facing), start)
            left = distance(there, at)
            if left > NOT_LEAST:
                turn = _turn_to(model.facing, there, at)
                if abs(turn) <= mode.turn and left - apart <= mode.distance - start:
                    rest = min(mode.distance - start, max(0.0, left - apart) + BEYOND)
                    yield (0.0, start), (round(turn, 3), round(rest, 3))
            start += 1.0


def _turn_to(facing: float, here: Point, there: Point) -> float:
    return (heading_of_vector(unit_vector(here, there)) - facing + 180.0) % 360.0 - 180.0
