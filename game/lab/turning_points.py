"""The moments at which a game turned."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from game.table.apply import apply
from game.table.events import Event, PhaseBegan
from game.table.records import Clock, How, Side, Where
from game.table.state import Table

MAX_TURNING_POINTS = 3
"""Number of turning points listed for points, and for wounds."""
PointsOf: TypeAlias = Callable[[Table], Mapping[Side, int]]
"""Returns the points of each side if the game ended with this table."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The changes during one phase."""

    count: int
    """Number of events before it."""
    clock: Clock
    points: tuple[int, int]
    """Points that each side gained, as if the game had ended with the phase."""
    wounds: tuple[int, int]
    """Wounds that each side lost; a lost model counts with all it had left."""

    @property
    def lead(self) -> int:
        """Return the points that the first side gained on the second."""
        return self.points[0] - self.points[1]

    @property
    def toll(self) -> int:
        """Return the wounds that the second side lost more than the first."""
        return self.wounds[1] - self.wounds[0]


@dataclass(frozen=True, slots=True)
class _Stand:
    count: int
    clock: Clock
    points: tuple[int, int]
    health: tuple[int, int]


def turning_points(
    opening: Table, story: Sequence[Event], points: PointsOf, most: int = MAX_TURNING_POINTS
) -> list[TurningPoint]:
    """Return the phases with the largest swings, in order of time.

    Return at most *most* phases for points, and as many for wounds.
    """
    swings = phases(opening, story, points)
    by_points = sorted(swings, key=lambda s: -abs(s.lead))[:most]
    by_wounds = sorted(swings, key=lambda s: -abs(s.toll))[:most]
    chosen = [s for s in by_points if s.lead] + [s for s in by_wounds if s.toll]
    return [s for s in swings if s in chosen]


def phases(opening: Table, story: Sequence[Event], points: PointsOf) -> list[TurningPoint]:
    """Return the changes of each phase in an event log."""
    table = opening.fork()
    stands = [_stand(table, 0, points)]
    for count, event in enumerate(story):
        if isinstance(event, PhaseBegan):
            # The table's clock still shows the phase that has just ended.
            stands.append(_stand(table, count, points))
        apply(table, event)
    stands.append(_stand(table, len(story), points))
    return [
        TurningPoint(
            before.count,
            after.clock,
            _difference(after.points, before.points),
            _difference(before.health, after.health),
        )
        for before, after in pairwise(stands)
    ]


def _stand(table: Table, count: int, points: PointsOf) -> _Stand:
    first, second = table.sides
    now = points(table)
    health = _health(table, first), _health(table, second)
    return _Stand(count, table.clock, (now.get(first, 0), now.get(second, 0)), health)


def _health(table: Table, side: Side) -> int:
    """Return the wounds left to a side: on the table, in reserve or safely away."""
    away = {loss.model for loss in table.losses if loss.how is How.LEFT}
    lost = (Where.GONE, Where.BODY)
    return sum(
        [
            m.wounds
            for m in table.models.values()
            if m.side == side and (m.where not in lost or m.id in away)
        ]
    )


def _difference(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] - other[0], one[1] - other[1]
