"""Pieces that may yet reach a model in the Pursuit phase (PU-08, PU-14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.geometry.points import Disc
from game.geometry.sweeps import NO_WALLS, sweep
from game.systems.pursuit.rules.combat import foes_of
from game.systems.pursuit.rules.mines import ACROSS
from game.systems.pursuit.rules.pursuit_phase import is_astray, touches_from_ahead
from game.systems.pursuit.rules.slides import dues, to_rear
from game.systems.pursuit.rules.state import pursuit_of, rolling_order, stopped_in
from game.systems.pursuit.rules.street_pieces import (
    StraightMove,
    is_impassable,
    is_on_table,
    mines,
    runs_into,
)
from game.systems.pursuit.table.street import ROLL, Street, street_of
from game.table.records import Model, ModelId
from game.table.state import Piece, PieceKind, Table

MAX_GAP_BESIDE = 1.0
"""Inches beside a model's path within which other models may interfere."""
BLOWN = 1.5 * ACROSS
"""``PU-24``  Inches from the middle of a cluster that its markers may reach."""


class Threat(NamedTuple):
    """A piece that would reach a model where it stands."""

    piece: str
    distance: float
    """Inches that the piece rolls until then."""
    dice: int
    """``PU-14``  Number of dice rolled in a ruin; 0 for a hit at once."""
    hurts: bool = True
    """False if the piece only pushes a model that it touched from ahead."""
    mines: bool = False


def threats(table: Table, model_id: ModelId, base: Disc | None = None) -> list[Threat]:
    """Return the pieces still to roll that would reach a model, in the order of rolling.

    *base*: where the model would stand; its present place if left out.
    """
    model = table.models[model_id]
    there = base or model.disc
    return [
        threat
        for piece in to_roll(table)
        for threat in sorted(_threats(table, piece, model, there), key=lambda one: one.distance)
    ]


def to_roll(table: Table) -> list[Piece]:
    """``PU-07``  Return the pieces that have not rolled yet, in their order."""
    cities = [p for p in table.pieces.values() if p.kind is PieceKind.CITY and is_on_table(p)]
    if _has_begun(table):
        return [table.pieces[id_] for id_ in table.queue if table.pieces.get(id_) in cities]
    street = street_of(table.board)
    return sorted(cities, key=lambda p: -street.off(p.at))


def _has_begun(table: Table) -> bool:
    """``PU-07``  Return whether the Pursuit phase of this turn has begun."""
    return pursuit_of(table).rolled == table.clock.round


def _threats(table: Table, piece: Piece, model: Model, base: Disc) -> Iterator[Threat]:
    street = street_of(table.board)
    distance = min(ROLL, max(0.0, to_rear(street, piece)))
    move = StraightMove(base, street.ahead, distance)
    for c in [c for c in mines(table) if c.on == piece.id]:
        if met := sweep(c.at, street.back, distance, c.radius, NO_WALLS, {"it": base}):
            yield Threat(piece.id, met.distance, 0, mines=True)
    if is_impassable(piece):
        if (hit := runs_into(piece, move)) is not None:
            pressed = (
                (model.id, piece.id) in pursuit_of(table).pressed
                if _has_begun(table)
                else touches_from_ahead(street, piece, base)
            )
            yield Threat(piece.id, hit, 0, hurts=not pressed)
    elif rolled := list(dues(piece, model, move)):
        yield Threat(piece.id, rolled[0], len(rolled))


def is_alone(now: Table, table: Table, model_id: ModelId, back: float) -> bool:
    """Return whether no other model, no mines and no tie can change a model's fate.

    *now*: the table as it stands; *table*: as its Pursuit phase begins, or goes on; *back*: the
    most inches that the model goes back.
    """
    if foes_of(table, model_id) or _ties(now, model_id):
        return False
    street, me = street_of(table.board), table.models[model_id]
    others = [m for m in table.standing() if m.id != model_id]
    if any(_may_meet(street, table, me, other, back) for other in others):
        return False
    return not any(
        _is_near(street, me.disc, cluster.disc, back, BLOWN)
        and any(
            _is_near(street, m.disc, cluster.disc, ROLL, MAX_GAP_BESIDE)
            for m in table.standing()
        )
        for cluster in mines(table)
    )


def _ties(now: Table, model_id: ModelId) -> bool:
    """``PU-07``  Return whether dice decide when a model is handled."""
    return any(model_id in group and len(group) > 1 for group in rolling_order(now))


def _may_meet(street: Street, table: Table, me: Model, other: Model, back: float) -> bool:
    apart = abs(street.along(me.at) - street.along(other.at)) - me.base - other.base
    if apart > MAX_GAP_BESIDE:
        return False
    behind = street.off(other.at) - street.off(me.at)
    if behind > 0.0:
        return back > 0.0 and behind - me.base - other.base <= back + MAX_GAP_BESIDE
    return -behind - me.base - other.base <= ROLL + MAX_GAP_BESIDE and _comes_back(table, other)


def _comes_back(table: Table, other: Model) -> bool:
    """Return whether a model that keeps pace may still go back."""
    return bool(is_astray(table, other) or stopped_in(other) or threats(table, other.id))


def _is_near(street: Street, base: Disc, cluster: Disc, back: float, reach: float) -> bool:
    """Return whether a model and a cluster may come within *reach* of each other."""
    off = reach + base.radius + cluster.radius
    if abs(street.along(base.at) - street.along(cluster.at)) > off:
        return False
    behind = street.off(cluster.at) - street.off(base.at)
    return -ROLL - off <= behind <= max(back, ROLL) + off
