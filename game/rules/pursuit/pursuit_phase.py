"""The Pursuit phase, and the order of each phase (PU-07 to PU-17, PU-29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from game.geometry.points import CONTACT, EPSILON
from game.play.decisions import Choose, CommonKind, Option
from game.play.game import Game, GameView, Step
from game.rules.kit.core_api import trait
from game.rules.kit.dice import in_order, ties
from game.rules.pursuit.deployment import bring_mines, come_on, comes_back
from game.rules.pursuit.movement import comes_to, go
from game.rules.pursuit.path_contacts import (
    fight,
    foes_of,
    has_fought,
    melee_of,
    pending_melees,
    trip_of,
)
from game.rules.pursuit.roll_back import roll_back
from game.rules.pursuit.shooting import is_armed
from game.rules.pursuit.state import PAGE, is_on_street, pursuit_of, riders, stopped_in
from game.rules.pursuit.street_pieces import city, is_impassable, is_on, meets_at
from game.table.events import Act, Acted, Handled, Motion, PhaseOver, Queued, RollKind
from game.table.pieces import PieceKind
from game.table.pursuit import ROLL, street_of
from game.table.records import Model, ModelId, Side
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


ASTRAY = 45.0
"""``PU-12``  Largest angle in degrees away from the Arrival at which a model can keep pace."""
KEEP = "keep"
DICE = {"slow-1": 1, "slow-2": 2, "slow-3": 3}
PACES = (
    Option(KEEP, "Keep pace: stay here", "PU-11"),
    *(Option(id_, f'Slow down: fall back {n}d6"', "PU-11") for id_, n in DICE.items()),
)


def is_astray(table: Table, model: Model) -> bool:
    """``PU-12``  Return whether a model faces more than 45° away from the Arrival."""
    return street_of(table.board).turned_away(model.facing) > ASTRAY + EPSILON


async def takes_its_turn(game: Game, model_id: ModelId) -> None:
    """``PU-11``, ``PU-12``, ``PU-16``, ``PU-23``  Handle a model when its turn comes."""
    if not is_on_street(game, model_id) or has_fought(game.table.models[model_id]):
        return
    model = game.table.models[model_id]
    if foes_of(game.table, model_id):
        if left := pending_melees(game.table, melee_of(game.table, model_id)):
            await fight(game, "PU-16", left, model.side)
    elif stopped_in(model):
        return
    elif is_astray(game.table, model):
        await falls_back(game, "PU-12", model_id, ROLL, Motion.DROPS_BACK)
    else:
        await _chooses(game, model_id)


async def _chooses(game: Game, model_id: ModelId) -> None:
    """``PU-11``  Let the player keep pace, or slow down by 1d6", 2d6" or 3d6"."""
    model = game.table.models[model_id]
    name = game.table.units[model.unit].name
    answer = await Choose(
        model.side,
        "PU-11",
        f"{name}: keep pace or slow down?",
        PACES,
        about=model_id,
        kind=CommonKind.PACE,
    )
    if answer == KEEP:
        game.do(Acted("PU-11", model.unit, Act.KEEPS_PACE))
        return
    game.do(Acted("PU-11", model.unit, Act.SLOWS_DOWN))
    dice = DICE[answer]
    faces = game.throw(
        "PU-11", model.side, "slows down", dice, total=True, id_=model.unit, kind=RollKind.SLOWS
    )
    await falls_back(game, "PU-11", model_id, float(sum(faces)))


async def falls_back(
    game: Game, clause: str, model_id: ModelId, distance: float, motion: Motion = Motion.MOVES
) -> None:
    """``PU-11`` to ``PU-15``  Move a model straight back until something stops it."""
    before = tuple(m.id for m in foes_of(game.table, model_id))
    trip = trip_of(game.table, model_id, back=True)
    await go(game, clause, trip, street_of(game.table.board).back, distance, motion)
    await comes_to(game, model_id, before, charging=False)


def pursuit(table: Table) -> Step | None:
    """``PU-07``  Return the next step of the Pursuit phase; None when it is over."""
    if table.queue:
        return handles_next
    return _ends if pursuit_of(table).rolled == table.clock.round else begins


async def begins(game: Game) -> None:
    """``PU-07``  Fix the order; record the models that Impassable pieces touch from ahead."""
    table, state = game.table, pursuit_of(game.table)
    street = street_of(table.board)
    at = {m.id: m.at for m in table.standing()} | {p.id: p.at for p in city(table)}

    def behind(id_: str) -> float:
        return -street.off(at[id_])

    def by(id_: str) -> Side:
        model = table.models.get(ModelId(id_))
        return model.side if model else riders(table)

    order = in_order(game, "PU-07", [*at], behind, by, RollKind.ORDER)
    away = [id_ for id_, p in table.pieces.items() if p.kind is PieceKind.CITY and not is_on(p)]
    waiting = tuple(dict.fromkeys((*state.waiting, *away)))
    state = replace(
        state,
        rolled=table.clock.round,
        pressed=models_pressed_from_ahead(table),
        waiting=waiting,
        fresh=(),
    )
    game.do(PAGE.write("PU-07", state))
    game.do(Queued("PU-07", (*order, *waiting)))


def models_pressed_from_ahead(table: Table) -> tuple[tuple[str, str], ...]:
    """``PU-14``  Return the models that Impassable pieces touch from ahead, with the piece."""
    ahead, walls = street_of(table.board).ahead, [p for p in city(table) if is_impassable(p)]
    return tuple(
        (model_id, piece.id)
        for model_id, base in [(m.id, m.disc) for m in table.standing()]
        for piece in walls
        if meets_at(piece, base, ahead, CONTACT) is not None
    )


async def handles_next(game: Game) -> None:
    """``PU-07``  Handle the first model or piece in the queue."""
    id_ = game.table.queue[0]
    game.do(Handled("PU-07"))
    if id_ in game.table.models:
        await takes_its_turn(game, ModelId(id_))
    elif is_on(game.table.pieces[id_]):
        await roll_back(game, id_)
    else:
        await comes_back(game, id_)


async def _ends(game: Game) -> None:
    """``PU-04``, ``PU-10``  Bring on mines, then the models that found no room before."""
    await bring_mines(game)
    await come_on(game)
    game.do(PhaseOver("PU-07"))
