"""The Movement phase of a pursuit (PU-16 to PU-26).

Riders and swarm move in one order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.cores.kit.dice import roll_off
from game.cores.kit.marks import MOVED, marked
from game.cores.kit.units import touch
from game.geometry.points import Point, thousandths, vector_of_heading
from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.game import Game, Step
from game.play.moves.single_move import Ride, RideMode, Stretches
from game.systems.pursuit.rules import combat, street_hazards, street_pieces
from game.systems.pursuit.rules.combat import (
    clash,
    foes_of,
    has_fought,
    melee_of,
    pending_melees,
)
from game.systems.pursuit.rules.mines import explode
from game.systems.pursuit.rules.path_contacts import (
    ContactKind,
    PathContact,
    RidePathState,
    contacts,
    trip_of,
)
from game.systems.pursuit.rules.state import (
    ACCELERATED,
    PAGE,
    PARTING,
    PursuitKind,
    clear_stop,
    closest_first,
    is_on_street,
    is_over,
    mark_event,
    pursuit_of,
    riders,
    settled_order,
    stopped_in,
)
from game.systems.pursuit.rules.street_hazards import collide, passes_difficult_test
from game.systems.pursuit.rules.street_pieces import mines
from game.table.events import (
    Act,
    Acted,
    Handled,
    Motion,
    Moved,
    PhaseOver,
    Queued,
    Removed,
    RollKind,
    Turned,
)
from game.table.records import How, Model, ModelId, Side
from game.table.state import Table

TRIES = 3
LOST = 2.0
"""``PU-23``  Inches that each failure to get away takes off the move."""
PART = "part"
DEFAULT_MODE = RideMode("ride", 6.0, 2.0)
ACCELERATE = RideMode("accelerate", 12.0, 4.0, costs="may not shoot (PU-27)")
"""``PU-18``  Movement mode of a model that accelerates."""


async def go(
    game: Game,
    clause: str,
    trip: RidePathState,
    toward: Point,
    distance: float,
    motion: Motion = Motion.MOVES,
) -> None:
    """Move a model straight on until its inches are spent or something ends its move."""
    losses = len(game.table.losses)
    for met in contacts(game.table, trip, toward, distance):
        _records(game, clause, trip, motion)
        await _meets(game, trip, met)
        gone = not is_on_street(game, trip.model_id)
        trip.over = trip.over or gone or is_over(game.table, losses)
    if not trip.over:
        _records(game, clause, trip, motion)


def _records(game: Game, clause: str, trip: RidePathState, motion: Motion) -> None:
    """Record that a model has come as far as its move, in thousandths of an inch."""
    model, end = game.table.models[trip.model_id], thousandths(trip.base.at)
    if end != model.at:
        game.do(
            Moved(
                clause,
                model=trip.model_id,
                path=(model.at, end),
                facing=model.facing,
                motion=motion,
            )
        )


async def _meets(game: Game, trip: RidePathState, met: PathContact) -> None:
    match met.thing:
        case ContactKind.MINES:
            await explode(game, met.id)
        case ContactKind.DIE:
            trip.over = not await passes_difficult_test(game, "PU-22", trip.model_id, met.id)
        case ContactKind.ARRIVAL:
            if game.table.models[trip.model_id].side == riders(game.table):
                game.do(Removed("PU-26", trip.model_id, How.LEFT))
        case ContactKind.PIECE | ContactKind.EDGE:
            if not trip.back:
                await _crashes(game, trip.model_id, met.id)
        case ContactKind.REAR:
            if trip.back:
                game.do(Removed("PU-15", trip.model_id, How.LOST, motion=Motion.DROPS_BACK))
        case ContactKind.ENEMY | ContactKind.FRIEND:
            pass


async def _crashes(game: Game, model_id: ModelId, into: str) -> None:
    """``PU-21``  Hit a model that ran into a wall, and let its player turn it if it lives."""
    await collide(game, "PU-21", model_id, street_pieces.called(into))
    if is_on_street(game, model_id):
        await street_hazards.turns(game, "PU-21", model_id)


async def comes_to(
    game: Game, model_id: ModelId, before: tuple[ModelId, ...], *, charging: bool
) -> None:
    """``PU-20``, ``PU-24``  Resolve contact at the end of a move: mines first, then enemies.

    *before*: the enemies that the model touched before it moved.
    """
    for cluster in mines(game.table):
        if is_on_street(game, model_id) and touch(
            cluster.disc, game.table.models[model_id].disc
        ):
            await explode(game, cluster.id)
    if not is_on_street(game, model_id):
        return
    foes = [m.id for m in foes_of(game.table, model_id) if m.id not in before]
    if foes:
        await clash(game, "PU-20", model_id, foes, charging=charging)


def movement(table: Table) -> Step | None:
    """``PU-17``  Return the next step of the Movement phase; None when it is over."""
    if table.queue:
        return _next
    return _ends if pursuit_of(table).moved == table.clock.round else _begins


async def _begins(game: Game) -> None:
    """``PU-17``  Fix the order: the model closest to the Arrival moves first."""
    table, order = game.table, settled_order(game, "PU-17", closest_first(game.table))
    game.do(PAGE.write("PU-17", replace(pursuit_of(table), moved=table.clock.round)))
    game.do(Queued("PU-17", order))


async def _next(game: Game) -> None:
    model_id = ModelId(game.table.queue[0])
    model = game.table.models[model_id]
    if is_on_street(game, model_id) and _comes_up(game.table, model):
        await _takes_turns(game, model_id)
        return
    game.do(Handled("PU-17"))
    if is_on_street(game, model_id) and not has_fought(model):
        await _moves(game, model_id)


def _comes_up(table: Table, model: Model) -> bool:
    """``PU-16``  Return whether a model's melee has not come up in this phase yet."""
    return bool(foes_of(table, model.id)) and not (model.mark(PARTING) or has_fought(model))


async def _takes_turns(game: Game, model_id: ModelId) -> None:
    """``PU-16``  Bring up all models of a melee, those of the winner of a roll-off first."""
    table = game.table
    melee = [id_ for id_ in table.queue if id_ in melee_of(table, model_id)]
    first = roll_off(
        game, "PU-16", "who may part first", table.models[model_id].side, RollKind.PARTING
    )
    melee.sort(key=lambda id_: table.models[ModelId(id_)].side != first)
    for id_ in melee:
        game.do(mark_event("PU-16", ModelId(id_), PARTING, first))
    rest = [id_ for id_ in table.queue if id_ not in melee]
    game.do(Queued("PU-16", (*melee, *rest)))


async def _moves(game: Game, model_id: ModelId) -> None:
    gaits: tuple[RideMode, ...] = (DEFAULT_MODE, ACCELERATE)
    if foes_of(game.table, model_id):
        if not await _breaks_off(game, model_id):
            return
    elif stopped_in(game.table.models[model_id]):
        usual = _gets_away(game, model_id)
        if usual is None:
            return
        gaits = (usual,)
    await ride(game, model_id, gaits)


async def _breaks_off(game: Game, model_id: ModelId) -> bool:
    """``PU-16``  Let a model part, turned any way; return whether it parts."""
    model = game.table.models[model_id]
    options = (
        Option(PART, "Break off: turn any way, then move", "PU-16"),
        pass_option("Fight on: another round at the end of this phase", "PU-16"),
    )
    name = game.table.units[model.unit].name
    asks = f"{name}: break off?"
    answer = await Choose(
        model.side,
        clause="PU-16",
        asks=asks,
        options=options,
        about=model_id,
        kind=PursuitKind.PART,
    )
    if answer == PASS:
        return False
    game.do(Acted("PU-16", model.unit, Act.PARTS))
    await street_hazards.turns(game, "PU-16", model_id)
    return True


def _gets_away(game: Game, model_id: ModelId) -> RideMode | None:
    """``PU-23``  Roll up to three dice to get away; return the movement mode that is left.

    Each 1 fails and takes 2" off the move. None if all three fail.
    """
    model = game.table.models[model_id]
    for failed in range(TRIES):
        (face,) = game.throw(
            "PU-23", model.side, "to get away", need=2, id_=model.unit, kind=RollKind.ESCAPE
        )
        if face > 1:
            clear_stop(game, "PU-23", model_id)
            return RideMode(
                DEFAULT_MODE.name, DEFAULT_MODE.distance - LOST * failed, DEFAULT_MODE.straight
            )
    game.do(Acted("PU-23", model.unit, Act.IS_STUCK))
    return None


async def ride(game: Game, model_id: ModelId, gaits: tuple[RideMode, ...]) -> None:
    """``PU-18``  Ask for one model's move and carry it out until something stops it."""
    model = game.table.models[model_id]
    name, most = game.table.units[model.unit].name, gaits[-1].distance
    decision = Ride(
        model.side,
        clause="PU-18",
        asks=f'{name}: move, up to {most:g}"',
        model=model_id,
        gaits=gaits,
    )
    path = await decision
    faster = accelerates(decision, path)
    game.do(Acted("PU-18", model.unit, _act(path, accelerates=faster)))
    if faster:
        game.do(mark_event("PU-18", model_id, ACCELERATED))
    if path:
        game.do(marked("PU-18", model.unit, MOVED))
    before = tuple(m.id for m in foes_of(game.table, model_id))
    trip = trip_of(game.table, model_id)
    for turn, distance in path:
        if trip.over:
            break
        if turn:
            facing = round((game.table.models[model_id].facing + turn) % 360.0, 3)
            game.do(Turned("PU-18", model_id, facing))
        await go(
            game, "PU-18", trip, vector_of_heading(game.table.models[model_id].facing), distance
        )
    await comes_to(game, model_id, before, charging=True)


def accelerates(asked: Ride, path: Stretches) -> bool:
    """``PU-18``  Return whether a model accelerates: only that allows its path."""
    return asked.gait_of(path) == ACCELERATE


def _act(path: Stretches, *, accelerates: bool) -> Act:
    if not path:
        return Act.STAYS
    return Act.ACCELERATES if accelerates else Act.RIDES


def _came_up_first(table: Table, melee: Sequence[ModelId]) -> Side:
    """``PU-16``  Return the side that a roll-off let move first in a melee of this phase.

    Without one, the side of the melee's first model.
    """
    first = table.models[melee[0]]
    mark = first.mark(PARTING)
    return Side(mark.about) if mark and mark.about else first.side


async def _ends(game: Game) -> None:
    """``PU-16``  Fight another round for models still in contact that have not fought in it."""
    table, done = game.table, list[ModelId]()
    for model in table.standing():
        if model.id in done or not foes_of(table, model.id):
            continue
        melee = melee_of(table, model.id)
        done += melee
        if left := pending_melees(table, melee):
            await combat.fight(game, "PU-16", left, _came_up_first(table, left))
    game.do(PhaseOver("PU-17"))
