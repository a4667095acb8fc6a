"""The state of a pursuit (PU-05 to PU-29).

It has marks, a stored page, sides, orders of the phases, and an end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from typing import TypeAlias

from game.cores.kit.aimed_weapons import shooting_weapons
from game.cores.kit.dice import order_by_dice, ties
from game.cores.kit.traits import trait
from game.play.decisions import DecisionKind
from game.play.game import Game, GameView, Step
from game.systems.pursuit.rules.street_pieces import city
from game.systems.pursuit.table.street import street_of
from game.table.events import Ended, Marked, RollKind, Unmarked
from game.table.records import How, Mark, Model, ModelId, Side, Until, Where
from game.table.state import StatePage, Table

STOPPED = "stopped"
"""``PU-23``  The model goes back with the piece that the mark is *about*."""
ACCELERATED = "accelerated"
"""``PU-18``  The model accelerated in this game turn."""
FOUGHT = "fought"
"""``PU-16``, ``PU-20``  The model fought in this phase: it can neither move nor fight again."""
PARTING = "may part"
"""``PU-16``  The model's melee came up in this phase; *about*: the side that moves first."""

MARK_DURATIONS = {
    STOPPED: Until.BATTLE,
    ACCELERATED: Until.ROUND,
    FOUGHT: Until.PHASE,
    PARTING: Until.PHASE,
}
CLAUSES: Mapping[str, str] = {"pursuit": "PU-07", "movement": "PU-17", "shooting": "PU-29"}
"""Clause that sets the order in each phase, by the phase's name."""
TURNS = 20
ALIVE = Where.TABLE, Where.RESERVE
Order: TypeAlias = tuple[tuple[str, ...], ...]
"""Ids of models and pieces in order; those of one group roll for it."""


class PursuitKind(DecisionKind):
    """Kinds of decisions of the pursuit."""

    MINES = "mines"
    PART = "part"
    SET_UP = "set-up"
    MINE_CLUSTER = "mine cluster"


def mark_event(clause: str, model_id: ModelId, word: str, about: str = "") -> Marked:
    """Return the event that puts one of these marks on a model."""
    return Marked(clause, model_id, Mark(word, MARK_DURATIONS[word], about))


def stopped_in(model: Model) -> str:
    """``PU-23``  Return the id of the piece that a model is stopped in; empty if none."""
    mark = model.mark(STOPPED)
    return mark.about if mark else ""


def clear_stop(game: Game, clause: str, model_id: ModelId) -> None:
    """``PU-23``  Remove a model's mark as stopped, if it has one."""
    if stopped_in(game.table.models[model_id]):
        game.do(Unmarked(clause, model_id, STOPPED))


def is_on_street(game: Game, model_id: ModelId) -> bool:
    """Return whether a model is still on the table."""
    return game.table.models[model_id].where is Where.TABLE


@dataclass(frozen=True, slots=True)
class PursuitState:
    """Stored state of a pursuit, beside the table itself."""

    rolled: int = 0
    """``PU-07``  Last game turn for which the order of the Pursuit phase was fixed."""
    moved: int = 0
    """``PU-17``  Last game turn for which the order of the Movement phase was fixed."""
    shot: int = 0
    """``PU-29``  Last game turn for which the order of the Shooting phase was fixed."""
    _: KW_ONLY
    pressed: tuple[tuple[str, str], ...] = ()
    """``PU-14``  Models that an Impassable piece touched from ahead when that phase began."""
    waiting: tuple[str, ...] = ()
    """``PU-09``  Pieces that are to come back, in the order in which they left."""
    placed: int = 0
    """``PU-09``  Number of pieces that have come back so far: the players take turns."""
    fresh: tuple[str, ...] = ()
    """``PU-10``  Pieces that came back in this phase."""


PAGE = StatePage("pursuit", PursuitState())


def pursuit_of(table: Table) -> PursuitState:
    """Return the stored state of the pursuit on a table."""
    return PAGE.of(table)


def riders(table: Table) -> Side:
    """``PU-01``  Return the riders' side: the scenario's first."""
    return table.sides[0]


def swarm(table: Table) -> Side:
    """``PU-01``  Return the swarm's side: the scenario's second."""
    return table.sides[1]


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
    return closest_first(table) if phase == "movement" else quickest_first(view)


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


def quickest_first(view: GameView) -> Order:
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


def is_armed(model: Model) -> bool:
    """``PU-27``  Return whether a model may shoot in this phase, wherever its enemies are."""
    return not model.mark(ACCELERATED) and any(True for _ in shooting_weapons(model))


def settled_order(game: Game, clause: str, order: Order) -> tuple[str, ...]:
    """Return an order in which ties are rolled off; the riders roll for pieces."""

    def by(id_: str) -> Side:
        model = game.table.models.get(ModelId(id_))
        return model.side if model else riders(game.table)

    return tuple(order_by_dice(game, clause, order, by, RollKind.ORDER))


def decided(table: Table) -> Step | None:
    """``PU-05``  Return a step that ends the game once it is decided, or after 20 turns."""
    for winner, reason in _results(table):
        return partial(_ends, winner=winner, reason=reason)
    return None


def _results(table: Table) -> Iterator[tuple[Side | None, str]]:
    if any(loss.how is How.LEFT for loss in table.losses):
        yield riders(table), "a rider is through the Arrival"
    hunted, hunting = is_left(table, riders(table)), is_left(table, swarm(table))
    if not hunted and not hunting:
        yield None, "nobody is left"
    elif not hunting:
        yield riders(table), "the swarm is dead"
    elif not hunted:
        yield swarm(table), "the riders are dead"
    if table.clock.round > TURNS:
        yield None, f"undecided after {TURNS} turns"


def is_over(table: Table, losses: int) -> bool:
    """``PU-05``  Return whether a loss after the first *losses* has decided the game.

    The rest of the move, slide or shot that caused the loss is then not played.
    """
    return len(table.losses) > losses and any(True for _ in _results(table))


def is_left(table: Table, side: Side) -> bool:
    """``PU-05``  Return whether a model of a side lives; one not yet on the table is alive."""
    return any(m.side == side and m.where in ALIVE for m in table.models.values())


def left(table: Table, side: Side) -> int:
    """``PU-05``  Return the number of living models of a side, those not yet on included."""
    return sum(m.side == side and m.where in ALIVE for m in table.models.values())


async def _ends(game: Game, *, winner: Side | None, reason: str) -> None:
    game.do(Ended("PU-05", winner, reason))
