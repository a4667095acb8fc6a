"""Terms of the chances in a pursuit.

None is mirrored, because the sides play different games.
"""

from __future__ import annotations

from game.bots.chances.battle import Terms, value_of_wound
from game.geometry.points import distance
from game.play.game import GameView
from game.systems.pursuit.rules.state import ALIVE, TURNS, riders, stopped_in, swarm
from game.systems.pursuit.table.street import ROLL, street_of
from game.table.records import Model, Side
from game.table.state import Table

NAMES = (
    "riders_side",
    "riders",
    "swarm",
    "way",
    "lead",
    "behind",
    "stopped",
    "hunted",
    "turns",
)
"""Names of the terms, each for the riders."""
CLOSE = 12.0
"""Inches within which the swarm is close."""


def terms(view: GameView) -> Terms:
    """Return the terms of a pursuit."""
    table = view.table
    street = street_of(table.board)
    mine, foes = table.standing(riders(table)), table.standing(swarm(table))
    many = max(1, len(mine))
    offs = [street.off(m.at) / street.long for m in mine] or [1.0]
    rear = sum([street.long - street.off(m.at) < ROLL for m in mine])
    return {
        "riders_side": 1.0,
        "riders": _alive(table, riders(table)),
        "swarm": -_alive(table, swarm(table)),
        "way": -sum(offs) / len(offs),
        "lead": -min(offs),
        "behind": -rear / many,
        "stopped": -sum([bool(stopped_in(m)) for m in mine]) / many,
        "hunted": -sum([_is_close(m, foes) for m in mine]) / many,
        "turns": -min(1.0, table.clock.round / TURNS),
    }


def _alive(table: Table, side: Side) -> float:
    """Return the share of a side's value that is left."""
    left = full = 0.0
    for m in table.models.values():
        if m.side == side:
            worth = value_of_wound(m.profile)
            full += worth * m.profile.w
            left += worth * m.wounds * (m.where in ALIVE)
    return left / (full or 1.0)


def _is_close(model: Model, foes: list[Model]) -> bool:
    return any(distance(model.at, foe.at) <= CLOSE for foe in foes)
