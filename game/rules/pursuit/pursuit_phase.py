"""The Pursuit phase: every piece and model acts once, furthest first (PU-07 to PU-16)."""

from __future__ import annotations

from dataclasses import replace

from game.geometry.points import CONTACT, EPSILON
from game.play.decisions import Choose, CommonKind, Option
from game.play.game import Game, Step
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
from game.rules.pursuit.state import (
    PAGE,
    furthest_first,
    is_on_street,
    pursuit_of,
    settled_order,
    stopped_in,
)
from game.rules.pursuit.street_pieces import city, is_impassable, is_near, is_on, meets_at
from game.table.events import Act, Acted, Handled, Motion, PhaseOver, Queued, RollKind
from game.table.pursuit import ROLL, street_of
from game.table.records import Model, ModelId
from game.table.state import PieceKind, Table

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
        clause="PU-11",
        asks=f"{name}: keep pace or slow down?",
        options=PACES,
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
    order = settled_order(game, "PU-07", furthest_first(table))
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
        if is_near(piece, base) and meets_at(piece, base, ahead, CONTACT) is not None
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
