"""The Pursuit phase (PU-07 to PU-16).

Every piece and model acts once, the furthest first.
"""

from __future__ import annotations

from dataclasses import replace

from game.cores.kit.units import touch
from game.geometry.limits import is_within
from game.geometry.points import CONTACT, EPSILON, Disc, point_ahead
from game.physics.space import STILL
from game.play.decisions import Choose, CommonKind, Option
from game.play.game import Game, Step
from game.systems.pursuit.rules import combat, street_hazards, street_pieces
from game.systems.pursuit.rules.combat import (
    clash,
    foes_of,
    has_fought,
    melee_of,
    pending_melees,
)
from game.systems.pursuit.rules.deployment import bring_mines, come_on, comes_back
from game.systems.pursuit.rules.mines import explode
from game.systems.pursuit.rules.movement import comes_to, go
from game.systems.pursuit.rules.path_contacts import trip_of
from game.systems.pursuit.rules.slides import (
    Slide,
    SlideEvent,
    SlideEventKind,
    carry_on,
    confirm,
    free_spot,
    next_event,
    to_rear,
)
from game.systems.pursuit.rules.state import (
    PAGE,
    clear_stop,
    furthest_first,
    is_on_street,
    is_over,
    pursuit_of,
    settled_order,
    stopped_in,
)
from game.systems.pursuit.rules.street_hazards import collide, passes_difficult_test
from game.systems.pursuit.rules.street_pieces import (
    StraightMove,
    city,
    is_impassable,
    is_on_table,
    meets_at,
    models_near,
)
from game.systems.pursuit.table.street import ROLL, Street, street_of
from game.table.events import (
    Act,
    Acted,
    Handled,
    Motion,
    Moved,
    PhaseOver,
    PieceLeft,
    Queued,
    Removed,
    RollKind,
)
from game.table.records import How, Model, ModelId
from game.table.state import Piece, PieceKind, Table

ASTRAY = 45.0
"""``PU-12``  Largest angle in degrees away from the Arrival at which a model can keep pace."""
KEEP = "keep"
DICE = {"slow-1": 1, "slow-2": 2, "slow-3": 3}
PACES = (
    Option(KEEP, "Keep pace: stay here", "PU-11"),
    *(Option(id_, f'Slow down {n}d6"', "PU-11") for id_, n in DICE.items()),
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
            await combat.fight(game, "PU-16", left, model.side)
    elif stopped_in(model):
        return
    elif is_astray(game.table, model):
        await falls_back(game, "PU-12", model_id, ROLL, charging=True, motion=Motion.DROPS_BACK)
    else:
        await _chooses(game, model_id)


async def _chooses(game: Game, model_id: ModelId) -> None:
    """``PU-11``  Let the player keep pace, or slow down by 1d6", 2d6" or 3d6"."""
    model = game.table.models[model_id]
    name = game.table.units[model.unit].name
    answer = await Choose(
        model.side,
        clause="PU-11",
        asks=f"{name}: keep pace?",
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
    await falls_back(game, "PU-11", model_id, float(sum(faces)), charging=False)


async def falls_back(
    game: Game,
    clause: str,
    model_id: ModelId,
    distance: float,
    *,
    charging: bool,
    motion: Motion = Motion.MOVES,
) -> None:
    """``PU-11`` to ``PU-15``  Move a model straight back until something stops it.

    ``PU-20``  *charging*: whether it counts as charging an enemy that it comes to.
    """
    before = tuple(m.id for m in foes_of(game.table, model_id))
    trip = trip_of(game.table, model_id, back=True)
    await go(game, clause, trip, street_of(game.table.board).back, distance, motion)
    await comes_to(game, model_id, before, charging=charging)


def pursuit(table: Table) -> Step | None:
    """``PU-07``  Return the next step of the Pursuit phase; None when it is over."""
    if table.queue:
        return handles_next
    return _ends if pursuit_of(table).rolled == table.clock.round else begins


async def begins(game: Game) -> None:
    """``PU-07``  Fix the order; record the models that Impassable pieces touch from ahead."""
    table, state = game.table, pursuit_of(game.table)
    order = settled_order(game, "PU-07", furthest_first(table))
    away = [
        id_
        for id_, p in table.pieces.items()
        if p.kind is PieceKind.CITY and not is_on_table(p)
    ]
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
    street, walls = street_of(table.board), [p for p in city(table) if is_impassable(p)]
    return tuple(
        (model_id, piece.id)
        for model_id, base in [(m.id, m.disc) for m in table.standing()]
        for piece in walls
        if touches_from_ahead(street, piece, base)
    )


def touches_from_ahead(street: Street, piece: Piece, base: Disc) -> bool:
    """``PU-14``  Return whether an Impassable piece touches a base from ahead."""
    if not street_pieces.is_near(piece, base):
        return False
    return meets_at(piece, StraightMove(base, street.ahead, CONTACT)) is not None


async def handles_next(game: Game) -> None:
    """``PU-07``  Handle the first model or piece in the queue."""
    id_ = game.table.queue[0]
    game.do(Handled("PU-07"))
    if id_ in game.table.models:
        await takes_its_turn(game, ModelId(id_))
    elif is_on_table(game.table.pieces[id_]):
        await roll_back(game, id_)
    else:
        await comes_back(game, id_)


async def _ends(game: Game) -> None:
    """``PU-04``, ``PU-10``  Bring on mines, then the models that found no room before."""
    await bring_mines(game)
    await come_on(game)
    game.do(PhaseOver("PU-07"))


async def roll_back(game: Game, id_: str) -> None:
    """``PU-08``, ``PU-09``  Roll a piece 12" back, or off the table at the rear edge."""
    street, piece = street_of(game.table.board), game.table.pieces[id_]
    rear = to_rear(street, piece)
    leaves = is_within(rear, ROLL)
    long = max(0.0, min(rear, ROLL))
    mined = [p.id for p in game.table.pieces.values() if p.on == id_ and is_on_table(p)]
    standing, by = game.table.standing(), point_ahead(STILL, street.back, long)
    near = standing if mined else models_near(piece, by, standing)
    losses, stood = len(game.table.losses), {**game.table.models}
    slide = Slide(
        street,
        piece=id_,
        start=piece.at,
        long=long,
        stood=stood,
        losses=losses,
        near=[m.id for m in near],
        mined=mined,
    )
    for model in standing:
        if model.marks and stopped_in(model) == id_:
            _take_along(game, slide, model.id)
    await _slide_until(game, slide, slide.long)
    await _mines_touch(game, slide)
    if is_over(game.table, losses):  # PU-05: nothing more is played
        return
    if leaves:
        _leave_table(game, slide)
        await _slide_until(game, slide, ROLL)
    for model_id in [*slide.taken]:
        await _ends_its_roll(game, slide, model_id)


async def _mines_touch(game: Game, slide: Slide) -> None:
    """``PU-24``  Explode the piece's mines that touch a model when the roll is over."""
    for cluster in slide.clusters(game.table):
        if not is_over(game.table, slide.losses) and any(
            is_on_street(game, m) and touch(cluster.disc, game.table.models[m].disc)
            for m in slide.near
        ):
            await explode(game, cluster.id)


async def _ends_its_roll(game: Game, slide: Slide, model_id: ModelId) -> None:
    """``PU-16``, ``PU-20``  Resolve contacts of a model taken along, which counts as handled.

    First what it has come to just now; enemies that it pushes along have fought already.
    """
    if is_over(game.table, slide.losses) or not is_on_street(game, model_id):
        return
    stood, foes = slide.stood, foes_of(game.table, model_id)
    before = [
        m.id
        for m in foes
        if m.id in slide.taken or touch(stood[model_id].disc, stood[m.id].disc)
    ]
    await comes_to(game, model_id, tuple(before), charging=False)
    if is_on_street(game, model_id) and (
        left := pending_melees(game.table, melee_of(game.table, model_id))
    ):
        await combat.fight(game, "PU-16", left, game.table.models[model_id].side)


def _leave_table(game: Game, slide: Slide) -> None:
    """``PU-09``, ``PU-10``  Take a piece off the table and queue it to come back.

    Its mines go back to their player.
    """
    for cluster in slide.clusters(game.table):
        game.do(PieceLeft("PU-10", cluster.id, Motion.ROLLS_BACK))
    game.do(PieceLeft("PU-09", slide.piece, Motion.ROLLS_BACK))
    for model_id in slide.taken:
        clear_stop(game, "PU-09", model_id)
    state = pursuit_of(game.table)
    game.do(PAGE.write("PU-09", replace(state, waiting=(*state.waiting, slide.piece))))
    game.do(Queued("PU-09", (*game.table.queue, slide.piece)))


def _take_along(game: Game, slide: Slide, model_id: ModelId) -> None:
    """``PU-07``, ``PU-14``  Take a model along from here on; it counts as handled."""
    slide.taken[model_id] = point_ahead(game.table.models[model_id].at, slide.moved, -1.0)
    if model_id in game.table.queue:
        game.do(Queued("PU-07", tuple(id_ for id_ in game.table.queue if id_ != model_id)))


async def _slide_until(game: Game, slide: Slide, until: float) -> None:
    while not is_over(game.table, slide.losses):
        event = next_event(game.table, slide, until)
        carry_on(game, slide, event.at if event else until)
        if event is None:
            return
        if event.other:
            confirm(game.table, slide, event)
        await _resolve_event(game, slide, event)


async def _resolve_event(game: Game, slide: Slide, event: SlideEvent) -> None:
    model_id = event.model_id
    match event.what:
        case SlideEventKind.MINES:
            await explode(game, event.other)
        case SlideEventKind.DIE:
            slide.dice[model_id] = slide.dice.get(model_id, 0) + 1
            await passes_difficult_test(game, "PU-14", model_id, slide.piece, swept=True)
            if (
                is_on_street(game, model_id)
                and stopped_in(game.table.models[model_id]) == slide.piece
            ):
                _take_along(game, slide, model_id)
        case SlideEventKind.HIT:
            await _sweep_up(game, slide, model_id)
        case SlideEventKind.PUSH:
            await _push_along(game, slide, model_id, ModelId(event.other))
        case SlideEventKind.PRESS:
            await _press_out(game, slide, model_id, event.other)
        case SlideEventKind.REAR:
            game.do(Removed("PU-15", model_id, How.LOST, motion=Motion.DROPS_BACK))
    for gone in [m for m in slide.taken if not is_on_street(game, m)]:
        del slide.taken[gone]


async def _sweep_up(game: Game, slide: Slide, model_id: ModelId) -> None:
    """``PU-14``  Hit a model, unless it was touched from ahead; if it lives, take it along."""
    if (model_id, slide.piece) not in pursuit_of(game.table).pressed:
        await collide(game, "PU-14", model_id, street_pieces.called(slide.piece), Motion.PUSHED)
        if is_on_street(game, model_id):
            await street_hazards.turns(game, "PU-14", model_id)
    if is_on_street(game, model_id):
        clear_stop(game, "PU-14", model_id)
        _take_along(game, slide, model_id)


async def _push_along(game: Game, slide: Slide, model_id: ModelId, other: ModelId) -> None:
    """``PU-14``  Push a model along that another is carried into; enemies fight first."""
    models = game.table.models
    foes = models[model_id].side != models[other].side
    if foes and not touch(slide.stood[model_id].disc, slide.stood[other].disc):
        await clash(game, "PU-14", model_id, [other], charging=False)
    if is_on_street(game, model_id) and is_on_street(game, other):
        clear_stop(game, "PU-14", other)
        _take_along(game, slide, other)


async def _press_out(game: Game, slide: Slide, model_id: ModelId, wall: str) -> None:
    """``PU-14``  Hit a model pressed against another piece.

    If it lives, it moves to the nearest free spot; if there is none, it is lost.
    """
    del slide.taken[model_id]
    slide.spared = (*slide.spared, model_id)
    await collide(game, "PU-14", model_id, street_pieces.called(wall), Motion.PUSHED)
    if not is_on_street(game, model_id):
        return
    clear_stop(game, "PU-14", model_id)
    model = game.table.models[model_id]
    spot = free_spot(game.table, slide, model_id)
    if spot is None:
        game.do(Removed("PU-14", model_id, How.LOST))
    elif spot != model.at:
        game.do(
            Moved(
                "PU-14",
                model=model_id,
                path=(model.at, spot),
                facing=model.facing,
                motion=Motion.PUSHED,
            )
        )
