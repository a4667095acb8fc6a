"""Order in which pieces and models act (PU-07, PU-17, PU-29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from game.play.game import GameView
from game.rules.kit.core_api import trait
from game.rules.kit.dice import ties
from game.rules.pursuit.shooting import is_armed
from game.rules.pursuit.state import pursuit_of
from game.rules.pursuit.street_pieces import city
from game.table.pursuit import street_of
from game.table.records import ModelId
from game.table.state import Table

Order: TypeAlias = tuple[tuple[str, ...], ...]
"""Ids of models and pieces in order; those of one group roll for it."""
CLAUSES: Mapping[str, str] = {"pursuit": "PU-07", "movement": "PU-17", "shooting": "PU-29"}
"""Clause that sets the order in each phase, by the phase's name."""


def order_of(view: GameView) -> Order:
    """Return the models and pieces still to act in this phase; none before the first turn."""
    table, state = view.table, pursuit_of(view.table)
    phase = table.clock.phase
    if phase not in CLAUSES or table.clock.over:
        return ()
    if table.queue:
        return _queued(table)
    fixed = {"pursuit": state.rolled, "movement": state.moved, "shooting": state.shot}
    if fixed[phase] == table.clock.round:
        return ()
    if phase == "pursuit":
        return furthest_first(table)
    return closest_first(table) if phase == "movement" else _quickest_first(view)


def rolling_order(table: Table) -> Order:
    """``PU-07``  Return the order of the current Pursuit phase, or of the next one."""
    if table.clock.phase == "pursuit" and pursuit_of(table).rolled == table.clock.round:
        return _queued(table)
    return furthest_first(table)


def furthest_first(table: Table) -> Order:
    """``PU-07``  Return the models and pieces, the furthest from the Arrival first."""
    street = street_of(table.board)
    at = {str(m.id): m.at for m in table.standing()} | {p.id: p.at for p in city(table)}
    return _grouped(ties([*at], lambda id_: -street.off(at[id_])))


def closest_first(table: Table) -> Order:
    """``PU-17``  Return the models, the closest to the Arrival first."""
    return _grouped(_by_arrival(table, [m.id for m in table.standing()]))


def _quickest_first(view: GameView) -> Order:
    """``PU-29``  Return the armed models: the closest first, then the highest Initiative."""
    table = view.table

    def slow(model_id: ModelId) -> float:
        return -float(trait(view, table.models[model_id], "i").now)

    able = [m.id for m in table.standing() if is_armed(m)]
    tied = _by_arrival(table, able)
    return _grouped([group for one in tied for group in ties(one, slow)])


def _by_arrival(table: Table, models: Sequence[ModelId]) -> list[list[ModelId]]:
    street = street_of(table.board)
    return ties(models, lambda model_id: street.off(table.models[model_id].at))


def _queued(table: Table) -> Order:
    there = {*(m.id for m in table.standing()), *(p.id for p in city(table))}
    return tuple((id_,) for id_ in table.queue if id_ in there)


def _grouped(groups: Sequence[Sequence[str]]) -> Order:
    return tuple(tuple(group) for group in groups)
