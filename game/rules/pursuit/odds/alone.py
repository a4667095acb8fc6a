"""Whether others may have a hand in what a Pursuit phase does to a fig."""

from __future__ import annotations

from game.geometry.points import Disc
from game.rules.pursuit.activation_order import rolling_order
from game.rules.pursuit.figs.mines import ACROSS
from game.rules.pursuit.figs.pace import is_astray
from game.rules.pursuit.melee import foes_of
from game.rules.pursuit.odds.threats import threats
from game.rules.pursuit.state import stopped_in
from game.rules.pursuit.street_pieces import mines
from game.table.pieces import ROLL, Street, street_of
from game.table.records import Model, ModelId
from game.table.state import Table

BESIDE = 1.0
"""Inches beside the way of a fig within which others may come into it."""
BLOWN = 1.5 * ACROSS
"""``PU-24``  Inches from the middle of a cluster that its markers may reach."""


def is_alone(now: Table, table: Table, who: ModelId, back: float) -> bool:
    """Return whether nobody else, no mines and no tie can change what becomes of a fig.

    *now*: the table as it stands; *table*: as its Pursuit phase begins, or goes on; *back*:
    inches that the fig goes back, at most.
    """
    if foes_of(table, who) or _ties(now, who):
        return False
    street, me = street_of(table.board), table.models[who]
    others = [m for m in table.standing() if m.id != who]
    if any(_may_meet(street, table, me, other, back) for other in others):
        return False
    return not any(
        _is_near(street, me.disc, cluster.disc, back, BLOWN)
        and any(_is_near(street, m.disc, cluster.disc, ROLL, BESIDE) for m in table.standing())
        for cluster in mines(table)
    )


def _ties(now: Table, who: ModelId) -> bool:
    """``PU-07``  Whether dice say when it is handled."""
    return any(who in group and len(group) > 1 for group in rolling_order(now))


def _may_meet(street: Street, table: Table, me: Model, other: Model, back: float) -> bool:
    apart = abs(street.along(me.at) - street.along(other.at)) - me.base - other.base
    if apart > BESIDE:
        return False
    behind = street.off(other.at) - street.off(me.at)
    if behind > 0.0:
        return back > 0.0 and behind - me.base - other.base <= back + BESIDE
    return -behind - me.base - other.base <= ROLL + BESIDE and _comes_back(table, other)


def _comes_back(table: Table, other: Model) -> bool:
    """Return whether a fig that keeps pace may go back all the same."""
    return bool(is_astray(table, other) or stopped_in(other) or threats(table, other.id))


def _is_near(street: Street, fig: Disc, cluster: Disc, back: float, reach: float) -> bool:
    """Return whether a cluster may come within reach of a fig, or the fig of it."""
    off = reach + fig.radius + cluster.radius
    if abs(street.along(fig.at) - street.along(cluster.at)) > off:
        return False
    behind = street.off(cluster.at) - street.off(fig.at)
    return -ROLL - off <= behind <= max(back, ROLL) + off
