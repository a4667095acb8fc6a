"""Close combat without a floor, charges included (ZG-19 to ZG-23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, sqrt

from game.cores.classic.rules import CHARGE_MOVE, IMPACTS, OWN_THREATS, UNIT_MOVED, assault
from game.cores.classic.rules.assault import ONSET, ChargeAttempt
from game.cores.classic.rules.combat import (
    OUTCOME,
    CombatRound,
    consolidate_unit,
    pile_in,
    units_of,
    units_still_in_combat,
)
from game.cores.classic.rules.unit_state import combat_of, is_model_locked, update_locked_marks
from game.cores.classic.rules.wounds import test_dangerous_terrain
from game.cores.kit.attempts import REFUSED, Attempt
from game.cores.kit.marks import CHARGED, marked
from game.cores.kit.queries import ThreatArea, ThreatKind
from game.cores.kit.units import contacts, in_turn, touch
from game.geometry.limits import is_more_than, is_within
from game.geometry.points import (
    CONTACT,
    EPSILON,
    Point,
    gap,
    heading_of_vector,
    thousandths,
    unit_vector,
    vector_of_heading,
)
from game.physics.travel import follow_path
from game.play.decisions import Choose, Option, Refusal, pass_option
from game.play.game import Game, GameView
from game.play.log.inches_text import excess_text
from game.play.log.wording import plain_name, with_article
from game.systems.zero_g.rules.drift import d3, is_there
from game.systems.zero_g.rules.mobility import (
    ANY_WAY,
    ZeroGKind,
    around_of,
    is_free,
    remove_corpses_passed,
    turns_by,
)
from game.systems.zero_g.rules.movement import PUSH, mean_heading, push_off
from game.table.events import Act, Acted, ArrowsChanged, Marked, Motion, Moved, RollKind
from game.table.records import Mark, Model, ModelId, Side, UnitId, Until
from game.table.state import Table

REACH = 9.0
"""``ZG-20``  Inches for each arrow within which a target may be declared."""
KEEP_OFF = 1.0
"""``ZG-20``  Inches that a charger which falls short keeps from its target."""
DIE, LONG_DRIFT = 6.0, 9.0
"""``ZG-07``, ``ZG-10``  Inches of a die without its d3, and of an acceleration at most."""
IMPACT = "impact hits"
"""``ZG-20``, ``ZG-21``  Mark of a unit that charged; *about*: the number of hits."""


def in_arc(model: Model, at: Point) -> bool:
    """``ZG-19``  Return whether a point is in the arc of 90° / 2ⁿ; without arrows, always."""
    if not model.arrows or model.at == at:
        return True
    cosine = sqrt(0.5)
    for _ in range(model.arrows):
        cosine = sqrt((1.0 + cosine) / 2.0)
    (hx, hy), (x, y) = vector_of_heading(model.heading), unit_vector(model.at, at)
    return hx * x + hy * y >= cosine - EPSILON


def arc(arrows: int) -> float:
    """``ZG-19``  Return the width of a charge's arc in degrees."""
    return 90.0 / 2**arrows if arrows else 360.0


def reach(arrows: int) -> float:
    """``ZG-20``  Return the inches within which a target may be declared."""
    return REACH * max(1, arrows)


def refuses(view: GameView, attempt: Attempt) -> Iterator[Refusal]:
    """``ZG-19``, ``ZG-20``  Yield why a model may not charge another."""
    if attempt.act is not Act.CHARGES or attempt.target is None:
        return
    model, foe = _one(view.table, attempt.unit), _one(view.table, attempt.target)
    if is_free(model):
        return
    if not in_arc(model, foe.at):
        wide = f"{arc(model.arrows):.4g}"
        yield Refusal(f"it is outside the {wide}° arc ahead", "ZG-19")
    elif is_more_than(distance := gap(model.disc, foe.disc), reach(model.arrows) + CONTACT):
        off, over = excess_text(distance, reach(model.arrows))
        yield Refusal(f'{off}" away: {over}" too far to charge', "ZG-20")
    elif no := in_the_way(view.table, model, foe):
        yield Refusal(no, "ZG-20")


def in_the_way(table: Table, model: Model, foe: Model) -> str | None:
    """``ZG-20``  Return why the straight line to a foe is not clear; None if it is."""
    if model.at == foe.at:
        return None
    around = around_of(table, model.id)
    travel = follow_path(around.walls, around.discs, model.id, (foe.at,), inf)
    met = travel.touch
    if met is None or met.disc is None:
        return "something is in the way"
    if met.disc != foe.id:
        return f"{_called(table, met.disc)} is in the way"
    end = model.disc._replace(at=travel.path[-1])
    for other in table.standing(foe.side):
        if other.id != foe.id and touch(end, other.disc):
            return f"it would also touch {_called(table, other.id)}"
    return None


def _called(table: Table, id_: str) -> str:
    model = table.models.get(ModelId(id_))
    return table.units[model.unit].name if model else with_article(plain_name(id_))


def _one(table: Table, unit: UnitId) -> Model:
    """``ZG-01``  Return the only model of a unit."""
    return table.of(unit)[0]


def charge_move(view: GameView, model_id: ModelId) -> Iterator[float]:
    """``ZG-20``  Yield no limit of the charge for ``CC-23``: the arrows set the limit."""
    if not is_free(view.table.models[model_id]):
        yield inf


def threats(view: GameView, model_id: ModelId) -> Iterator[tuple[ThreatArea, ...]]:
    """``ZG-05`` to ``ZG-11``, ``ZG-19``, ``ZG-20``  Yield where a model may shoot and charge.

    Without arrows it pushes off and charges along its new arrow, or stays and charges any way.
    With arrows it goes 6" for each, or 6 + 3" by accelerating, ahead or after a turn. Snap
    shots beyond the range (``ZG-18``) are left out.
    """
    model = view.table.models[model_id]
    if is_free(model):
        return
    if is_model_locked(view.table, model):
        yield ()
        return
    move, wide = PUSH, 360.0
    if model.arrows:
        move = max(LONG_DRIFT, DIE * model.arrows)
        turned = mean_heading(model, (model.heading + turns_by(model)) % 360.0)
        aside = abs((turned - model.heading + 180.0) % 360.0 - 180.0)
        wide = 360.0 if turns_by(model) >= ANY_WAY else 2 * aside
    goes = ThreatArea(
        ThreatKind.SHOOTS,
        "ZG-06",
        move=move,
        heading=model.heading,
        wide=wide,
        in_sight=True,
    )
    shots = [goes._replace(reach=w.range) for w in model.profile.weapons if w.range]
    charge = goes._replace(
        kind=ThreatKind.CHARGES,
        clause="ZG-20",
        reach=reach(model.arrows),
        arc=min(360.0, wide + arc(model.arrows)),
    )
    yield *shots, charge


def dice_of(arrows: int) -> int:
    """``ZG-20``  Return the number of dice of a charge: one for each arrow, at least one."""
    return max(1, arrows)


def tests_of(arrows: int) -> int:
    """``ZG-07``, ``ZG-20``  Return the number of Dangerous tests that each 6 brings."""
    return max(0, arrows - 1)


def covered(distance: float, inches: float) -> float:
    """``ZG-20``  Return the inches that a charger moves to a target *distance* inches away.

    All the way, if it can; else no nearer than 1".
    """
    if is_within(distance, inches + CONTACT):
        return distance
    return max(0.0, min(inches, distance - KEEP_OFF))


async def charges(game: Game, onset: ChargeAttempt) -> None:
    """``ZG-20``  Drift straight at the target; ``ZG-03``: free movers charge as usual."""
    model = _one(game.table, onset.unit)
    if is_free(model):
        await assault.charge(game, onset)
    else:
        await _drift_in(game, onset, model, _one(game.table, onset.foe))
    lose_arrows(game, onset.unit)


async def _drift_in(game: Game, onset: ChargeAttempt, model: Model, foe: Model) -> None:
    game.do(Acted("ZG-20", unit=onset.unit, act=Act.CHARGES, target=onset.foe))
    arrows = model.arrows
    faces = game.throw(
        "ZG-20", model.side, "charge", dice_of(arrows), id_=model.unit, kind=RollKind.CHARGE
    )
    if ones := faces.count(1):
        if arrows:
            left = max(0, arrows - ones)
            game.do(ArrowsChanged("ZG-20", model.id, left, model.heading))
        game.do(Acted("ZG-20", unit=onset.unit, act=Act.FAILS_TO_CHARGE, target=onset.foe))
        return
    distance, inches = gap(model.disc, foe.disc), 0
    for face in faces:
        if face == 6:
            if tests := tests_of(arrows):
                _goes(game, model, foe, covered(distance, inches))
                await test_dangerous_terrain(game, "ZG-07", [model.id] * tests)
                if not is_there(game, model.id):
                    return
            inches += d3(game, "ZG-20", model.id)
        inches += face
    _goes(game, model, foe, covered(distance, inches))
    arrows += faces.count(6)
    game.do(ArrowsChanged("ZG-20", model.id, arrows, heading_of_vector(_along(model, foe))))
    if is_more_than(distance, inches + CONTACT):
        game.do(Acted("ZG-20", unit=onset.unit, act=Act.FAILS_TO_CHARGE, target=onset.foe))
        return
    _arrives(game, onset, model, faces.count(6))


def _along(model: Model, foe: Model) -> Point:
    if model.at == foe.at:
        return vector_of_heading(model.heading)
    return unit_vector(model.at, foe.at)


def _goes(game: Game, model: Model, foe: Model, inches: float) -> None:
    """Move a charger to *inches* from where it began."""
    around, here = around_of(game.table, model.id), game.table.models[model.id].at
    discs = {**around.discs, model.id: model.disc}
    end = thousandths(follow_path(around.walls, discs, model.id, (foe.at,), inches).path[-1])
    if end != here:
        facing = heading_of_vector(_along(model, foe))
        game.do(
            Moved(
                "ZG-20", model=model.id, path=(here, end), facing=facing, motion=Motion.DRIFTS
            )
        )
        remove_corpses_passed(game, model.id, (here, end))


def _arrives(game: Game, onset: ChargeAttempt, model: Model, sixes: int) -> None:
    """``ZG-20``, ``ZG-21``  Mark a d3 of impact hits for each 6, and one for each arrow."""
    hits = game.table.models[model.id].arrows
    for _ in range(sixes):
        hits += d3(game, "ZG-20", model.id)
    game.do(marked("CC-25", onset.unit, CHARGED, onset.foe))
    if hits:
        mark = Mark(IMPACT, Until.TURN, str(hits))
        game.do(Marked("ZG-21", onset.unit, mark))
    update_locked_marks(game)


def lose_arrows(game: Game, unit_id: UnitId) -> None:
    """``ZG-22``  Remove the arrows of all models in a combat, on contact."""
    table = game.table
    combat = combat_of(table, unit_id)
    if len(combat) == 1:
        return
    for model in table.standing():
        if model.unit in combat and model.arrows:
            game.do(ArrowsChanged("ZG-22", model.id, 0, model.heading))


def impacts(view: GameView, model_id: ModelId) -> Iterator[int]:
    """``ZG-20``, ``ZG-21``  Yield the impact hits of a charge's momentum."""
    unit = view.table.units[view.table.models[model_id].unit]
    if mark := unit.mark(IMPACT):
        yield int(mark.about)


async def settles(game: Game, fought: CombatRound) -> None:
    """``ZG-22``  End a round without break tests: units fight until one side is dead."""
    left = units_still_in_combat(game.table, fought.combat, ())
    await pile_in(game, left, fought.acting)
    await after_the_kill(game, left, fought.acting)


async def after_the_kill(game: Game, combat: Sequence[UnitId], acting: Side) -> None:
    """``ZG-23``, ``CC-30``  Move on units with no enemy in contact, the active side first."""
    for side in in_turn(game.table, acting):
        beaten = not units_of(game.table, combat, game.table.enemy(side))
        for unit_id in units_of(game.table, combat, side):
            if not contacts(game.table, unit_id):
                await _moves_on(game, unit_id, beaten=beaten)


async def _moves_on(game: Game, unit_id: UnitId, *, beaten: bool) -> None:
    """``ZG-23``  Let a model push off as in ``ZG-05``; free movers (``ZG-03``) consolidate."""
    model = game.table.of(unit_id)[0]
    if is_free(model):
        if beaten:
            await consolidate_unit(game, unit_id)
        return
    options = [Option("push off", 'Push off, up to 6"', "ZG-23")]
    if beaten:
        options.append(Option("consolidate", 'Consolidate, up to d6"', "CC-30"))
    options.append(pass_option("Stay where it is", "ZG-23"))
    answer = await Choose(
        model.side,
        clause="ZG-23",
        asks=f"{game.table.units[unit_id].name} has no enemy left in contact: move?",
        options=tuple(options),
        about=unit_id,
        kind=ZeroGKind.AFTER_THE_KILL,
    )
    if answer == "push off":
        act = await push_off(game, model, "ZG-23")
        await UNIT_MOVED.has_come(game, Attempt(unit_id, act))
    elif answer == "consolidate":
        await consolidate_unit(game, unit_id)
    else:
        game.do(Acted("ZG-23", unit_id, Act.STAYS))


HOOKS = (
    REFUSED.gets(refuses),
    CHARGE_MOVE.gets(charge_move),
    OWN_THREATS.gets(threats),
    ONSET.by(charges),
    IMPACTS.gets(impacts),
    OUTCOME.by(settles),
)
