"""Movement options of a model without gravity.

Clauses ZG-03, ZG-05 to ZG-11, ZG-24.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.cores.classic.rules import SNAPS, UNIT_MOVED, movement
from game.cores.classic.rules.movement import MOVING
from game.cores.kit.attempts import MUST_MOVE, REFUSED, Attempt, Shot
from game.cores.kit.marks import HANDLED, marked
from game.geometry.points import (
    LOOSE_EPSILON,
    Point,
    distance,
    heading_of_vector,
    unit_vector,
    vector_of_heading,
)
from game.play.decisions import Aim, Choose, CommonKind, Option, Refusal
from game.play.game import Game, GameView
from game.play.log.wording import unit_does
from game.play.moves.single_move import Steer
from game.systems.zero_g.rules.drift import (
    course_of,
    drift,
    is_there,
    long_drift,
    takes_hold_of,
    with_arrows,
)
from game.systems.zero_g.rules.mobility import (
    PUSHED_OFF,
    SNAPS_ONLY,
    ZeroGKind,
    is_free,
    push_of,
    pushed_off,
    pushes,
    snaps_only,
    turns_by,
)
from game.table.events import Act, Acted, ArrowsChanged, Reason
from game.table.records import Fire, Model, ModelId, Unit, UnitId

PUSH = 6.0
"""``ZG-05``  Maximum inches of a push off."""
OPTIONS = (
    Option("drift", "Drift", "ZG-07"),
    Option("slow", "Slow down, then drift", "ZG-08"),
    Option("turn", "Turn, then drift", "ZG-09"),
    Option("accelerate", 'Accelerate: 6 + d3"', "ZG-10"),
)
ACTS = {
    "drift": Act.DRIFTS,
    "slow": Act.SLOWS,
    "turn": Act.TURNS,
    "accelerate": Act.ACCELERATES,
}
DRIFTED = Reason(0, "drifted with a 1 or a 6", "ZG-07")
MOVED_HOW = (
    DRIFTED,
    Reason(0, "slowed", "ZG-08"),
    Reason(0, "turned", "ZG-09"),
    Reason(0, "accelerated", "ZG-10"),
)
"""Reasons why a unit fires only snap shots; they are stored in events."""


async def move(game: Game, unit_id: UnitId) -> None:
    """``ZG-03``, ``ZG-05``, ``ZG-06``  Move a unit by its kind and its arrows."""
    model = game.table.of(unit_id)[0]
    if is_free(model):
        await movement.move_unit(game, unit_id)
        return
    game.do(marked("CC-33", unit_id, HANDLED))
    act = await _pushed_on(game, model) if model.arrows else await push_off(game, model)
    await UNIT_MOVED.has_come(game, Attempt(unit_id, act))


async def push_off(game: Game, model: Model, clause: str = "ZG-05") -> Act:
    """``ZG-05``  Let a model push off straight, up to 6", for an arrow; or it stays."""
    name = game.table.units[model.unit].name
    asks = f'{name}: push off, up to {PUSH:g}"'
    answer = await Steer(
        model.side, clause=clause, asks=asks, model=model.id, distance=PUSH, does="Push off"
    )
    inches = distance(model.at, answer)
    if not inches:
        game.do(Acted(clause, model.unit, Act.STAYS))
        return Act.STAYS
    along, left, act = unit_vector(model.at, answer), inches, Act.STAYS
    while True:
        push = push_of(game, model.id, along, left)
        if push.path and act is Act.STAYS:
            act = Act.PUSHES_OFF
            game.do(Acted(clause, model.unit, act))
        await pushes(game, clause, model.id, push)
        if not is_there(game, model.id) or not await takes_hold_of(game, model.id, push.touch):
            break
        left = inches - distance(model.at, game.table.models[model.id].at)
    if act is Act.STAYS:
        game.do(Acted(clause, model.unit, act))
    if game.table.models[model.id].at != model.at and is_there(game, model.id):
        game.do(ArrowsChanged("ZG-05", model.id, 1, heading_of_vector(along)))
        game.do(pushed_off(model))
    return act


async def _pushed_on(game: Game, model: Model) -> Act:
    """``ZG-06``  Let a model with arrows drift, slow, turn or accelerate."""
    name = game.table.units[model.unit].name
    answer = await Choose(
        model.side,
        clause="ZG-06",
        asks=f"{name}: drift, slow, turn or accelerate?",
        options=OPTIONS,
        about=model.unit,
        kind=ZeroGKind.DRIFT,
    )
    turned = await _turned(game, model) if answer == "turn" else None
    act = ACTS[answer]
    game.do(Acted(next(o.clause for o in OPTIONS if o.id == answer), model.unit, act))
    if turned is not None:
        game.do(ArrowsChanged("ZG-09", model.id, model.arrows, mean_heading(model, turned)))
        game.do(snaps_only("ZG-09", model))
    elif answer == "slow":
        game.do(with_arrows("ZG-08", model, -1))
        game.do(snaps_only("ZG-08", model))
    if answer == "accelerate":
        await accelerate(game, model.id)
    else:
        await drift(game, model.id)
    return act


async def _turned(game: Game, model: Model) -> float:
    """``ZG-09``, ``ZG-11``  Ask for a turn: up to 45°; jump infantry and jetpacks any way."""
    by = turns_by(model)
    most = f"by up to {by:g}°" if by < 180.0 else "any way"
    name = game.table.units[model.unit].name
    clause = "ZG-09" if by < 180.0 else "ZG-11"
    asks = f"{name}: turn {most}"
    return await Aim(
        model.side,
        clause=clause,
        asks=asks,
        about=model.unit,
        middle=model.heading,
        spread=by,
        kind=CommonKind.TURN,
    )


def mean_heading(model: Model, turned: float) -> float:
    """``ZG-09``  Return the mean direction of all arrows, one of them turned.

    If they cancel out, return the turned arrow's direction.
    """
    whole, one = vector_of_heading(model.heading), vector_of_heading(turned)
    rest = model.arrows - 1
    mean = Point(whole.x * rest + one.x, whole.y * rest + one.y)
    return (
        turned if distance(mean, Point(0.0, 0.0)) <= LOOSE_EPSILON else heading_of_vector(mean)
    )


async def accelerate(game: Game, model_id: ModelId) -> None:
    """``ZG-10``  Take a test for each arrow above the first, move 6 + d3", add an arrow."""
    arrows = game.table.models[model_id].arrows
    await long_drift(game, "ZG-10", course_of(game, model_id), tests=arrows - 1)
    if is_there(game, model_id):
        model = game.table.models[model_id]
        game.do(with_arrows("ZG-10", model, 1))
        game.do(snaps_only("ZG-10", model))


def must_move(view: GameView, unit: Unit) -> Iterator[Refusal]:
    """``ZG-06``  Yield why a unit with arrows may not stay: it takes one of four options."""
    if any(m.arrows for m in view.table.of(unit.id)):
        no = unit_does(view.table, unit, "has arrows and must drift, slow, turn or accelerate")
        yield Refusal(no, "ZG-06")


def no_unit_runs(view: GameView, attempt: Attempt) -> Iterator[Refusal]:
    """``ZG-06``  Yield why no unit runs, free movers included."""
    if attempt.act is Act.RUNS:
        yield Refusal("nobody can run in zero-g", "ZG-06", always=True)


def snaps(view: GameView, shot: Shot) -> Iterator[Reason]:
    """``ZG-07`` to ``ZG-10``  Yield why a model fires only snap shots after its move."""
    model = view.table.models[shot.model]
    unit = view.table.units[model.unit]
    if mark := unit.mark(SNAPS_ONLY):
        yield next(reason for reason in MOVED_HOW if reason.clause == mark.about)
    elif unit.mark(PUSHED_OFF):
        weapon = next(w for w in model.profile.weapons if w.name == shot.weapon)
        if weapon.fire is Fire.HEAVY:
            yield Reason(0, "pushed off", "ZG-08")


def moved_text(clause: str) -> str:
    """Return why a unit fires only snap shots, by the clause that its mark holds."""
    why = next(reason for reason in MOVED_HOW if reason.clause == clause)
    return "rolled a 1 or a 6 drifting" if why is DRIFTED else why.why


HOOKS = (
    MOVING.by(move),
    MUST_MOVE.gets(must_move),
    REFUSED.gets(no_unit_runs),
    SNAPS.gets(snaps),
)
