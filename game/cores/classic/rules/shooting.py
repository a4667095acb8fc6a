"""The Shooting phase of the classic core.

Units fire, or run instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from game.cores.classic.rules import FORCE, OTHER_FIRE, SHOTS_DONE, UNIT_DONE, CoverBonus, Fired
from game.cores.classic.rules.blast import fire_blasts
from game.cores.classic.rules.movement import CLAUSES, COHERENCY, carry_out
from game.cores.classic.rules.targeting import bars_charge, firing_modes, shot_hit, targets
from game.cores.classic.rules.unit_state import is_falling_back, is_pinned
from game.cores.classic.rules.wounds import ClassicAttacks
from game.cores.kit import difficult_ground
from game.cores.kit.aimed_weapons import AimedWeapon, shooting_weapons, to_hit_roll
from game.cores.kit.asking import ask_unit
from game.cores.kit.attacks import Attack, AttackGroup, group_identical
from game.cores.kit.attempts import REFUSED, UNIT_SHOT, Attempt, Shot
from game.cores.kit.coherency import detached_models, main_body
from game.cores.kit.foes import ask_foe
from game.cores.kit.hooks import ReplaceHook
from game.cores.kit.marks import FIRED, HANDLED, NO_CHARGE, RAN, marked
from game.cores.kit.traits import trait
from game.play.decisions import (
    PASS,
    Choose,
    CommonKind,
    LazySequence,
    Option,
    Refusal,
    pass_option,
)
from game.play.game import Game, GameView, Snapshot, Step
from game.play.log.wording import unit_does
from game.play.moves.march import March
from game.table.events import Act, Acted, PhaseOver, RollKind
from game.table.records import ModelId, Side, Unit, UnitId, Where
from game.table.state import Table

Alike: TypeAlias = dict[tuple[str, tuple[str, ...]], list[tuple[AimedWeapon, ...]]]
"""The firing options of each model, keyed by profile name and weapon names."""


async def run(game: Game, unit_id: UnitId) -> None:
    """``CC-22``  Let a unit run d6 inches, not shortened by Difficult terrain.

    It may not charge in this turn, unless it is fleet.
    """
    unit = game.table.units[unit_id]
    (distance,) = game.throw("CC-22", unit.side, "run", id_=unit_id, kind=RollKind.DISTANCE)
    models = main_body(game.table, unit_id)
    moves = await March(
        unit.side,
        "CC-22",
        f'Run with {unit.name}: up to {distance}"',
        unit=unit_id,
        model_limits=difficult_ground.reach_of(
            game.table, unit_id, {m.id: float(distance) for m in models}
        ),
        clauses=CLAUSES,
        chain=COHERENCY,
        detached=detached_models(game.table, unit_id),
        kind=CommonKind.RUN,
    )
    game.do(marked("CC-22", unit_id, RAN, str(distance)))
    if not all(m.profile.has("fleet") for m in models):
        game.do(marked("CC-22", unit_id, NO_CHARGE, "CC-22"))
    await carry_out(game, "CC-22", unit_id, Act.RUNS, moves)


RUNNING = ReplaceHook[UnitId]("a unit's run", run, ("shooting",))


def shooting(table: Table) -> Step | None:
    """Return the next step of the Shooting phase, while a unit has not acted yet."""
    assert table.clock.side
    return shoot if next(ready(table, table.clock.side), None) else None


def ready(table: Table, side: Side) -> Iterator[Unit]:
    """Yield the units of a side that may still act in this phase."""
    for unit in table.fielded(side):
        if not unit.mark(HANDLED) and not is_pinned(table, unit):
            yield unit


async def shoot(game: Game) -> None:
    """``CC-07``, ``CC-22``  Let the active side pick a unit to shoot, run or hold fire."""
    table, side = game.table, game.table.clock.side
    assert side
    units = [u for u in ready(table, side) if has_something_to_do(game, u)]
    if not units:
        game.do(PhaseOver("CC-33"))
        return
    options = [Option(u.id, u.name, "CC-07", u.id) for u in units]
    runs = any(refused_run(game, u) is None for u in units)
    now = Snapshot.of(game)
    greyed = LazySequence(
        lambda: [
            (Option(u.id, u.name, "CC-07", u.id), Refusal(f"{u.name} {why}", "CC-07"))
            for u in now.table.fielded(side)
            if (why := _idle(now, u))
        ]
    )
    picked = await ask_unit(
        game,
        options,
        greyed,
        clause="CC-07",
        asks=f"Shoot{' or run' if runs else ''} with which unit?",
        ends=pass_option("End Shooting phase", "CC-33"),
        kind=CommonKind.UNIT_TO_SHOOT,
        idle=Act.HOLDS_FIRE,
    )
    if picked:
        await take_aim(game, picked)


def has_something_to_do(view: GameView, unit: Unit) -> bool:
    """``CC-07``, ``CC-22``  Return whether a unit has anything to fire, or may run."""
    return (
        any(True for m in view.table.of(unit.id) for _ in shooting_weapons(m))
        or next(OTHER_FIRE.of(view, unit.id), None) is not None
        or next(REFUSED.of(view, Attempt(unit.id, Act.RUNS)), None) is None
    )


def _idle(view: GameView, unit: Unit) -> str:
    """Return why a unit cannot be picked; empty if it can be, or was picked before."""
    if is_pinned(view.table, unit):
        return "is locked in combat and cannot shoot"
    if not unit.mark(HANDLED) and not has_something_to_do(view, unit):
        return "has nothing to shoot with"
    return ""


async def take_aim(game: Game, unit_id: UnitId) -> None:
    """``CC-07``, ``CC-22``  Let a unit shoot at one enemy unit, run, or hold fire."""
    unit = game.table.units[unit_id]
    others = {o.name: o for o in OTHER_FIRE.of(game, unit_id)}
    more = [Option(o.name, o.name.capitalize(), o.clause) for o in others.values()]
    running = Option("run", 'Run, up to d6"', "CC-22")
    no = refused_run(game, unit)
    answer = await ask_foe(
        game,
        unit_id,
        targets(game, unit_id),
        clause="CC-07",
        asks="shoot at whom?",
        passes="Hold fire",
        kind=CommonKind.TARGET,
        more=more if no else [*more, running],
        greyed=[(running, no)] if no else (),
    )
    game.do(marked("CC-33", unit_id, HANDLED))
    if answer == "run":
        await RUNNING.happens(game, unit_id)
    elif answer == PASS:
        game.do(Acted("CC-07", unit_id, Act.HOLDS_FIRE))
    elif answer in others:
        await others[answer].does(game, unit_id)
    else:
        await fire(game, unit_id, UnitId(answer))
    await UNIT_DONE.has_come(game, game.table.units[unit_id])


def refused_run(view: GameView, unit: Unit) -> Refusal | None:
    """``CC-22``, ``CC-32``  Return why a unit may not run; None if it may."""
    if any(m.profile.has("bike") for m in view.table.of(unit.id)):
        return Refusal("bikes cannot run", "CC-22")
    if is_falling_back(unit):
        no = unit_does(view.table, unit, "is falling back and may shoot but not run")
        return Refusal(no, "CC-32")
    return next(REFUSED.of(view, Attempt(unit.id, Act.RUNS)), None)


async def fire(game: Game, unit_id: UnitId, target: UnitId) -> None:
    """``CC-36``  Fire group by group: all rolls to hit, then all to wound, then all saves."""
    game.do(Acted("CC-07", unit=unit_id, act=Act.SHOOTS, target=target))
    game.do(marked("CC-07", unit_id, FIRED, target))
    groups = grouped(await choose_weapons(game, unit_id, target))
    note_no_charge(game, unit_id, [shot for group in groups for shot in group])
    attacks = ClassicAttacks()
    for group in groups:
        able = [s for s in group if game.table.models[s.model].where is Where.TABLE]
        if not able or not game.table.of(target):
            continue
        missed = Counter[ModelId]()
        if able[0].weapon.blast:
            await fire_blasts(game, able, target)
        else:
            cast = await attacks.resolve(game, attack_group(game, able))
            by = [shot.model for shot in able for _ in range(shot.shots)]
            missed = Counter([m for n, m in enumerate(by) if n not in cast.successes])
        for s in able:
            await SHOTS_DONE.has_come(game, Fired(s.model, s.weapon, target, missed[s.model]))
    await UNIT_SHOT.has_come(game, Attempt(unit_id, Act.SHOOTS, target))


async def choose_weapons(game: Game, unit_id: UnitId, target: UnitId) -> list[AimedWeapon]:
    """``CC-07``  Return the weapon that each model fires, in the order of the roster.

    Models of one profile with the same weapons choose together.
    """
    shots = list[AimedWeapon]()
    for (profile, names), models in firing_options(game, unit_id, target).items():
        n = names.index(await _weapon(game, unit_id, profile, names, len(models)))
        shots += [ways[n] for ways in models]
    return in_order(game, unit_id, shots)


def firing_options(view: GameView, unit_id: UnitId, target: UnitId) -> Alike:
    """``CC-07``  Return the options of a unit's models for firing at a target."""
    alike: Alike = {}
    for model in main_body(view.table, unit_id):
        if ways := firing_modes(view, model, target):
            key = model.profile.name, tuple(w.weapon.name for w in ways)
            alike.setdefault(key, []).append(ways)
    return alike


def in_order(
    view: GameView, unit_id: UnitId, shots: Sequence[AimedWeapon]
) -> list[AimedWeapon]:
    """Return shots in the order of the roster (``CC-36``)."""
    order = {m: n for n, m in enumerate(view.table.units[unit_id].models)}
    return sorted(shots, key=lambda shot: order[shot.model])


async def _weapon(
    game: Game, unit_id: UnitId, profile: str, names: tuple[str, ...], many: int
) -> str:
    if len(names) == 1:
        return names[0]
    return await Choose(
        game.table.units[unit_id].side,
        clause="CC-07",
        asks=f"{profile}{f' × {many}' if many > 1 else ''}: fire which weapon?",
        options=tuple(Option(name, name, "CC-07") for name in names),
        about=unit_id,
        kind=CommonKind.WEAPON,
    )


def grouped(shots: Sequence[AimedWeapon]) -> list[list[AimedWeapon]]:
    """``CC-36``  Return the shots in groups of the same weapon with the same need.

    The need of a second roll (``CC-05``) is part of the need.
    """
    return group_identical(shots, [(s.weapon.name, s.need, s.again) for s in shots])


def note_no_charge(game: Game, unit_id: UnitId, shots: Sequence[AimedWeapon]) -> None:
    """``CC-09``  Forbid a charge after shots that bar it."""
    if any(bars_charge(game.table.models[s.model], s.weapon) for s in shots):
        game.do(marked("CC-09", unit_id, NO_CHARGE))


def attack_group(view: GameView, group: Sequence[AimedWeapon]) -> AttackGroup[CoverBonus]:
    """``CC-05``, ``CC-36``  Return the attacks of shots that are rolled together."""
    cast = to_hit_roll(view, "CC-05", group[0])
    return AttackGroup(cast, tuple([_attack(view, shot) for shot in group]))


def _attack(view: GameView, shot: AimedWeapon) -> Attack[CoverBonus]:
    """Return the attacks of a shot, with the cover of the target from the firer."""
    firer, weapon, target = view.table.models[shot.model], shot.weapon, shot.target
    strength = weapon.strength or trait(view, firer, "s").now
    changes = [r.amount for r in FORCE.of(view, Shot(firer.id, weapon.name, target))]
    hit = shot_hit(view, firer, weapon, target, max(0, strength + sum(changes)))
    return Attack(shot.model, hit, shot.shots)
