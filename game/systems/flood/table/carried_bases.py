"""The bases, of many, that water carries to a lane (``FF-10``)."""

from __future__ import annotations

from collections.abc import Sequence

from game.geometry.points import Disc
from game.systems.flood.table.lane_joins import joined_from
from game.systems.flood.table.water import Water


def carries(water: Water, bases: Sequence[Disc]) -> list[bool]:
    """``FF-10``  Return which bases, all of one size, have a ``course``.

    There must be lanes.
    """
    assert water.lanes
    may = [not (water.out_of_reach(base.at) or water.is_sealed(base.at)) for base in bases]
    left = [base for base, is_in_reach in zip(bases, may, strict=True) if is_in_reach]
    paths, wet = [path for _, path in water.runs], len(water.lanes.stretches)
    stood = [water.numbers_stood_in(base) for base in left]
    found = iter(joined_from(left, paths, wet, water.lane_obstacles, stood))
    return [is_in_reach and next(found) for is_in_reach in may]
