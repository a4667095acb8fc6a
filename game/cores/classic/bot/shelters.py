"""Places out of the enemies' sight or in cover, near to a unit."""

from __future__ import annotations

from collections.abc import Iterator

from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.bot.unit_summary import UnitSummary
from game.cores.kit.sight_lines import sees
from game.geometry.points import Disc, Point, distance

OFFSETS = tuple(
    Point(dx * step, dy * step)
    for step in (2.5, 5.0)
    for dx, dy in (
        (1, 0),
        (0.7, 0.7),
        (0, 1),
        (-0.7, 0.7),
        (-1, 0),
        (-0.7, -0.7),
        (0, -1),
        (0.7, -0.7),
    )
)
"""Offsets in inches from a unit's middle at which it looks for shelter."""
MAX_SHELTERS = 3
"""Maximum number of shelters evaluated."""


def shelters(
    assessment: ClassicAssessment, unit: UnitSummary, goal: Point | None
) -> Iterator[Point]:
    """Yield the best hidden places within a move; among equal ones, the nearest to a goal."""
    board, here = assessment.view.table.board, unit.middle
    found = list[tuple[float, float, Point]]()
    for off in OFFSETS:
        at = Point(here.x + off.x, here.y + off.y)
        if not (0.0 < at.x < board.width and 0.0 < at.y < board.height):
            continue
        if good := _hidden(assessment, Disc(at, unit.base)):
            found.append((-good, distance(at, goal or here), at))
    for _, _, at in sorted(found)[:MAX_SHELTERS]:
        yield at


def _hidden(assessment: ClassicAssessment, base: Disc) -> float:
    """Return how well a base is hidden from the enemy units that shoot; 0 for not at all."""
    table = assessment.view.table
    guns = [foe for foe in assessment.foes if foe.reach and not foe.locked]
    if not guns:
        return 0.0
    blind = sum([not sees(table, base, foe.models[0].disc) for foe in guns]) / len(guns)
    covers = any(area.cover and area.holds(base) for area in table.board.areas)
    return blind + assessment.weights.cover * covers
