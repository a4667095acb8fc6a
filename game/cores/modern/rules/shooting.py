"""Fire in the Shooting phase or in Overwatch (MC-12 to MC-19, MC-21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from game.cores.kit.aimed_weapons import AimedWeapon, all_shots, to_hit_roll
from game.cores.kit.asking import ask_unit
from game.cores.kit.attacks import Attack, AttackGroup, group_identical
from game.cores.kit.attempts import UNIT_SHOT, Attempt, Shot
from game.cores.kit.foes import ask_foe
from game.cores.kit.marks import FIRED, HANDLED, marked
from game.cores.modern.rules import CoverBonus, targeting
from game.cores.modern.rules.targeting import (
    Close,
    ModernAim,
    aims,
    can_shoot,
    cover_of,
    enemies_close_by,
    may_target,
    nearest_enemy,
    one_grenade,
    targets,
)
from game.cores.modern.rules.wounds import ModernAttacks, hit_with
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
from game.table.events import Act, Acted, PhaseOver
from game.table.records import Model, Side, Unit, UnitId, Weapon, Where
from game.table.state import Table

SPLIT = "split"
EACH = "each"


class WeaponTargets(NamedTuple):
    """One weapon of a model, with its shots at all units that it may be fired at."""

    model: Model
    weapon: Weapon
    at: tuple[AimedWeapon, ...]


async def take_aim(game: Game, unit_id: UnitId) -> list[AimedWeapon]:
    """``MC-12``  Ask for the targets of a unit and return its shots."""
    close = enemies_close_by(game.table)
    foes = legal, _ = targets(game, unit_id, close)
    splits = len(legal) > 1 and len(all_shots(game.table.of(unit_id))) > 1
    answer = await ask_foe(
        game,
        unit_id,
        foes,
        clause="MC-12",
        asks="shoot at whom?",
        passes="Hold fire",
        kind=CommonKind.TARGET,
        more=[Option(SPLIT, "Split fire", "MC-12")] if splits else (),
    )
    if answer == PASS:
        return []
    if answer == SPLIT:
        return await _split(game, unit_id, legal, close)
    return aims(game, unit_id, UnitId(answer), close)


async def _split(
    game: Game, unit_id: UnitId, legal: Sequence[UnitId], close: Close
) -> list[AimedWeapon]:
    """``MC-12``  Ask for a target for each kind of weapon, or for each model by itself."""
    barrels = list[WeaponTargets]()
    for model, weapon in all_shots(game.table.of(unit_id)):
        found = [ModernAim(game, model, weapon, foe, close).aimed() for foe in legal]
        if at := tuple(aim for aim in found if isinstance(aim, AimedWeapon)):
            barrels.append(WeaponTargets(model, weapon, at))
    keys = [(b.model.profile, b.weapon, tuple(aim.target for aim in b.at)) for b in barrels]
    shots = list[AimedWeapon]()
    for kind in group_identical(barrels, keys):
        answer = await _target(game, kind, each=len(kind) > 1 and len(kind[0].at) > 1)
        if answer != EACH:
            shots += [aim for barrel in kind for aim in barrel.at if aim.target == answer]
            continue
        for barrel in kind:
            answer = await _target(game, [barrel], each=False)
            shots += [aim for aim in barrel.at if aim.target == answer]
    order = {m: n for n, m in enumerate(game.table.units[unit_id].models)}
    shots.sort(key=lambda shot: order[shot.model])
    return one_grenade(shots)


async def _target(game: Game, kind: Sequence[WeaponTargets], *, each: bool) -> str:
    """Ask for the target of one kind of weapon; return ``"pass"`` for none."""
    model, weapon, at = kind[0]
    units = game.table.units
    options = [Option(aim.target, units[aim.target].name, "MC-12", aim.target) for aim in at]
    if each:
        options.append(Option(EACH, "Choose model by model", "MC-12"))
    many = f" × {len(kind)}" if len(kind) > 1 else ""
    return await Choose(
        model.side,
        clause="MC-12",
        asks=f"{model.profile.name}{many}, {weapon.name}: shoot at whom?",
        options=(*options, pass_option("Hold fire", "MC-12")),
        about=model.unit if many else model.id,
        weapon=weapon.name,
        kind=CommonKind.TARGET,
    )


async def fire(game: Game, unit_id: UnitId, shots: Sequence[AimedWeapon]) -> None:
    """``MC-12``  Fire the shots of a unit at its targets, group by group."""
    fired_at = list(dict.fromkeys([shot.target for shot in shots]))
    for target in fired_at:
        game.do(Acted("MC-12", unit=unit_id, act=Act.SHOOTS, target=target))
    game.do(marked("MC-12", unit_id, FIRED, " ".join(fired_at)))
    await _fire_groups(game, shots)
    alone = fired_at[0] if len(fired_at) == 1 else None
    await UNIT_SHOT.has_come(game, Attempt(unit_id, Act.SHOOTS, alone))


def may_overwatch(view: GameView, unit_id: UnitId, charger: UnitId) -> bool:
    """``MC-21``  Return whether a unit has a weapon that may be fired at its charger."""
    return bool(targeting.snaps(view, unit_id, charger))


async def overwatch(game: Game, unit_id: UnitId, charger: UnitId) -> None:
    """``MC-21``  Let a charged unit shoot first, hitting on unmodified 6s only."""
    game.do(Acted("MC-21", unit=unit_id, act=Act.FIRES_OVERWATCH, target=charger))
    await _fire_groups(game, targeting.snaps(game, unit_id, charger))
    await UNIT_SHOT.has_come(game, Attempt(unit_id, Act.FIRES_OVERWATCH, charger))


async def _fire_groups(game: Game, shots: Sequence[AimedWeapon]) -> None:
    for group in grouped(shots):
        able = [s for s in group if game.table.models[s.model].where is Where.TABLE]
        if able and game.table.of(able[0].target):
            await ModernAttacks().resolve(game, attack_group(game, able))


def grouped(shots: Sequence[AimedWeapon]) -> list[list[AimedWeapon]]:
    """``CC-36``  Group shots that share weapon, target, roll needed and re-roll."""
    return group_identical(shots, [(s.weapon.name, s.target, s.need, s.again) for s in shots])


def attack_group(view: GameView, group: Sequence[AimedWeapon]) -> AttackGroup[CoverBonus]:
    """``MC-15``, ``CC-36``  Return the attacks of shots that are fired together."""
    cast = to_hit_roll(view, "MC-15", group[0])
    return AttackGroup(cast, tuple([_attack(view, shot) for shot in group]))


def _attack(view: GameView, shot: AimedWeapon) -> Attack[CoverBonus]:
    """Return the attacks of a shot, with the cover that its target has against it."""
    cover = cover_of(view, Shot(shot.model, shot.weapon.name, shot.target), shot.weapon)
    hit = hit_with(view, view.table.models[shot.model], shot.weapon, cover=cover)
    return Attack(shot.model, hit=hit, many=shot.shots, dice=shot.dice, doubled=shot.doubled)


def volley_of(view: GameView, unit_id: UnitId, target: UnitId) -> list[list[AimedWeapon]]:
    """Return the groups of all shots that a unit may fire at another, for odds."""
    return grouped(aims(view, unit_id, target, enemies_close_by(view.table)))


def overwatch_of(view: GameView, unit_id: UnitId, charger: UnitId) -> list[list[AimedWeapon]]:
    """``MC-21``  Return the groups of all Overwatch shots at a charger, for odds."""
    return grouped(targeting.snaps(view, unit_id, charger))


def shooting(table: Table) -> Step | None:
    """Return the next step of the Shooting phase, or None when no unit may still act."""
    assert table.clock.side
    return shoot if ready(table, table.clock.side) else None


def ready(table: Table, side: Side) -> list[Unit]:
    """Return the units of a side that may still act in this phase."""
    return [u for u in table.fielded(side) if not u.mark(HANDLED)]


async def shoot(game: Game) -> None:
    """``MC-02``, ``MC-12``  Let the active side pick a unit that shoots or holds its fire."""
    table, side = game.table, game.table.clock.side
    assert side
    close = enemies_close_by(table)
    units = ready(table, side)
    able = [unit for unit in units if can_shoot(game, unit.id, close)]
    if not able:
        game.do(PhaseOver("MC-02"))
        return
    now = Snapshot.of(game)
    unable = [unit for unit in units if unit not in able]
    unit_id = await ask_unit(
        game,
        [_option(unit) for unit in able],
        LazySequence(lambda: [(_option(unit), why_idle(now, unit, close)) for unit in unable]),
        clause="MC-12",
        asks="Shoot with which unit?",
        ends=pass_option("End Shooting phase", "MC-02"),
        kind=CommonKind.UNIT_TO_SHOOT,
        idle=Act.HOLDS_FIRE,
    )
    if not unit_id:
        return
    shots = await take_aim(game, unit_id)
    game.do(marked("MC-02", unit_id, HANDLED))
    if shots:
        await fire(game, unit_id, shots)
    else:
        game.do(Acted("MC-12", unit_id, Act.HOLDS_FIRE))


def _option(unit: Unit) -> Option:
    return Option(unit.id, unit.name, "MC-12", unit.id)


def why_idle(view: GameView, unit: Unit, close: Close) -> Refusal:
    """Return why a unit cannot shoot: the reason it may not fire at the nearest enemy."""
    ways = all_shots(view.table.of(unit.id))
    if not ways:
        idle = unit_does(view.table, unit, "has nothing to shoot with")
        return Refusal(idle, "MC-12", always=True)
    unable = [targeting.unfit(view, model, weapon) for model, weapon in ways]
    if no := all(unable) and unable[0]:
        return no
    foe = nearest_enemy(view.table, unit.id)
    if foe and (no := may_target(view, unit.id, foe, close)):
        return replace(no, reason=f"{view.table.units[foe].name}: {no.reason}")
    return Refusal("no target in range and sight", "MC-12")
