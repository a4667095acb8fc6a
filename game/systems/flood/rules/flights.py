"""Ways back of models that move over everything.

Clauses FF-20, FF-23, FF-24.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.cores.kit.landings import nearest_landing
from game.geometry.limits import just_beyond
from game.geometry.points import CONTACT, Disc, length
from game.play.moves.pathfinding import ShortestPath
from game.play.moves.paths import PULL_BACK, cut
from game.table.records import Model, UnitId
from game.table.state import Table

OFF = 1.0
"""``FF-20``, ``CC-38``  Inches within which a legal path comes of no enemy."""
CLEAR = 2 * CONTACT
"""Inches from an enemy's base at which there is no contact."""


def flight_to_landing(
    table: Table,
    model: Model,
    goal: Disc,
    others: Mapping[str, Disc],
    through: UnitId | None,
) -> ShortestPath | None:
    """``CC-18``, ``FF-20``  Return the straight path over everything to the nearest landing.

    None if there is no landing. *others*: the bases on which it may not land, enlarged by the
    distances to keep; without the unit that it goes *through*. It is more than 1" from that
    unit, if there is such a place, or else only clear of contact with it.
    """
    around = Disc(goal.at, goal.radius + model.base + PULL_BACK)
    crossed = [m for m in table.of(through) if m.id != model.id] if through else []
    for apart in (just_beyond(OFF), CLEAR) if crossed else (0.0,):
        taken = dict(others)
        for m in crossed:
            taken[m.id] = m.disc._replace(radius=m.base + apart)
        if landing := nearest_landing(table.board, model.disc, around, taken):
            return ShortestPath((model.at, landing), arrived=True)
    return None


def flight_to_contact(
    table: Table, model: Model, foe: Model, others: Mapping[str, Disc], distance: float
) -> ShortestPath | None:
    """``FF-24``  Return the straight path over everything to contact with an enemy, or None.

    Of a path longer than *distance* it is the beginning.
    """
    around = foe.disc._replace(radius=foe.base + model.base + PULL_BACK)
    landing = nearest_landing(table.board, model.disc, around, {**others, foe.id: foe.disc})
    if landing is None:
        return None
    path = model.at, landing
    return ShortestPath(cut(path, distance), arrived=length(path) <= distance)
