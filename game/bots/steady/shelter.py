"""Places near by where a unit would be hard to see, or in cover."""

from __future__ import annotations

from collections.abc import Iterator

from game.bots.steady.classic.assessment import Band, Survey
from game.geometry.points import Disc, Point, distance
from game.rules.kit.line_of_sight import sees

AROUND = tuple(
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
"""Where a unit looks round for shelter, in inches from its middle."""
MOST = 3
"""So many shelters are weighed."""
COVERED = 0.4
"""What cover is, where to be unseen by everybody is 1."""


def shelters(survey: Survey, unit: Band, goal: Point | None) -> Iterator[Point]:
    """Yield the best hidden places within a move, of equal ones the nearest to a goal."""
    board, here = survey.look.table.board, unit.middle()
    found = list[tuple[float, float, Point]]()
    for off in AROUND:
        at = Point(here.x + off.x, here.y + off.y)
        if not (0.0 < at.x < board.width and 0.0 < at.y < board.height):
            continue
        if good := _hidden(survey, Disc(at, unit.base)):
            found.append((-good, distance(at, goal or here), at))
    for _, _, at in sorted(found)[:MOST]:
        yield at


def _hidden(survey: Survey, base: Disc) -> float:
    """Return how well a base is hidden from the enemies who shoot."""
    table = survey.look.table
    guns = [foe for foe in survey.foes if foe.reach and not foe.locked]
    if not guns:
        return 0.0
    blind = sum([not sees(table, base, foe.models[0].disc) for foe in guns]) / len(guns)
    covers = any(area.cover and area.holds(base) for area in table.board.areas)
    return blind + COVERED * covers
