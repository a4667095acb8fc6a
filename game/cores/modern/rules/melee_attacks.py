"""Attacks in the Fight phase (MC-15, MC-24)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from game.content.armouries.weapon_rules import AttackStage
from game.cores.kit.aimed_weapons import MeleeAttack
from game.cores.kit.asking import ask_weapons
from game.cores.kit.attacks import Attack, AttackGroup, group_identical
from game.cores.kit.attempts import Shot
from game.cores.kit.dice import Roll
from game.cores.kit.units import in_reach, in_turn, pairs_within
from game.cores.modern.rules import STRIKE, CoverBonus, ModernKind
from game.cores.modern.rules.movement import NEAR
from game.cores.modern.rules.wounds import (
    ATTACKS,
    ModernAttacks,
    hit_with,
    roll_number,
    to_hit,
    trait,
)
from game.play.decisions import Amount, Choose, CommonKind, Option
from game.play.game import Game, GameView
from game.play.log.wording import name
from game.table.events import Reason, RollKind
from game.table.records import NO_DICE, Fire, How, Model, Profile, Side, UnitId, Weapon
from game.table.state import Table

BARE_HANDS = Weapon("bare hands", Fire.MELEE, ap=0)
"""``MC-01``  The weapon of a model that has no melee weapon: S user, AP 0, D 1."""


Fighters: TypeAlias = dict[tuple[str, tuple[Weapon, ...], tuple[UnitId, ...]], list[Model]]
"""Models that fight, by profile name, weapons to choose among and enemy units in reach."""
SPLIT = "split"


def in_the_fight(table: Table, model: Model) -> tuple[UnitId, ...]:
    """``MC-24``  Return the enemy units that a model may strike, in the order of the rosters.

    They have a model within 1" of it, or within 1" of a squad mate that is within 1" of it.
    """
    mates = [m for m in table.of(model.unit) if m.id == model.id or in_reach(model, m, NEAR)]
    foes = table.standing(table.enemy(model.side))
    near = {foe.unit for _, foe in pairs_within(mates, foes, NEAR)}
    return tuple(unit for unit in table.units if unit in near)


def arms(profile: Profile) -> tuple[Weapon, ...]:
    """``MC-01``  Return the melee weapons of a model, or bare hands if it has none."""
    melee = tuple(w for w in profile.weapons if w.fire is Fire.MELEE)
    return melee or (BARE_HANDS,)


def fighters(table: Table, unit_id: UnitId) -> Fighters:
    """``MC-24``  Return the models of a unit that strike, identical ones together."""
    alike: Fighters = {}
    for model in table.of(unit_id):
        if model.profile.ws and (foes := in_the_fight(table, model)):
            alike.setdefault((model.profile.name, arms(model.profile), foes), []).append(model)
    return alike


def blow(view: GameView, model: Model, weapon: Weapon, target: UnitId) -> MeleeAttack:
    """``MC-24``  Return all attacks of a model with one weapon on one unit."""
    attacks, dice = trait(view, model, "a").now, model.profile.a_dice
    return MeleeAttack(
        model.id,
        unit=model.unit,
        side=model.side,
        target=target,
        weapon=weapon,
        attacks=attacks,
        dice=dice,
    )


def hits_on(view: GameView, struck: MeleeAttack) -> Roll:
    """``MC-15``  Return the roll that an attack needs to hit: WS or more, after modifiers."""
    skill = trait(view, view.table.models[struck.model], "ws")
    strike = Shot(struck.model, struck.weapon.name, struck.target)
    reasons = tuple(STRIKE.of(view, strike))
    return Roll(
        "MC-15",
        by=struck.side,
        what=AttackStage.HIT,
        need=to_hit(skill.now, sum([reason.amount for reason in reasons])),
        who=struck.unit,
        target=struck.target,
        weapon=struck.weapon.name,
        reasons=(Reason(0, f"WS {skill.now}+", "MC-15"), *skill.reasons, *reasons),
        kind=RollKind.HIT,
    )


async def strike(game: Game, unit_id: UnitId) -> None:
    """``MC-24``, ``CC-36``  Let all fighting models of a unit strike, those alike together."""
    await _strike(game, unit_id, fighters(game.table, unit_id))


async def skirmish(game: Game, one: UnitId, other: UnitId, acting: Side) -> None:
    """Fight one round between all models of two units, wherever they stand.

    The unit of the side *acting* strikes first (``MC-23``).
    """
    for side in in_turn(game.table, acting):
        unit, foe = (one, other) if side == game.table.units[one].side else (other, one)
        alike_: Fighters = {}
        for m in game.table.of(unit):
            if m.profile.ws:
                alike_.setdefault((m.profile.name, arms(m.profile), (foe,)), []).append(m)
        await _strike(game, unit, alike_ if game.table.of(foe) else {})


async def _strike(game: Game, unit_id: UnitId, alike_: Fighters) -> None:
    blows = list[MeleeAttack]()
    for (_, weapons, foes), models in alike_.items():
        blows += await _declared(game, models, weapons, foes)
    order = {model: n for n, model in enumerate(game.table.units[unit_id].models)}
    blows.sort(key=lambda b: order[b.model])
    for group in grouped(game, blows):
        if game.table.of(group[0].target):
            await ModernAttacks().resolve(game, attack_group(game, group))


def _of(game: Game, struck: MeleeAttack) -> Model:
    return game.table.models[struck.model]


def grouped(view: GameView, blows: Sequence[MeleeAttack]) -> list[list[MeleeAttack]]:
    """``CC-36``  Group attacks that are rolled together: one target, weapon and roll to hit."""
    keys = [(b.target, b.weapon.name, hits_on(view, b).need) for b in blows]
    return group_identical(blows, keys)


def attack_group(view: GameView, group: Sequence[MeleeAttack]) -> AttackGroup[CoverBonus]:
    """``MC-15``, ``CC-36``  Return attacks that are rolled together."""
    attacks = list[Attack[CoverBonus]]()
    for b in group:
        hit = hit_with(view, view.table.models[b.model], b.weapon, How.FOUGHT)
        attacks.append(Attack(b.model, hit=hit, many=b.attacks, dice=b.dice))
    return AttackGroup(hits_on(view, group[0]), tuple(attacks))


async def _declared(
    game: Game, models: Sequence[Model], weapons: Sequence[Weapon], foes: Sequence[UnitId]
) -> list[MeleeAttack]:
    """``MC-24``  Ask for weapon and targets of identical models, and return their attacks."""
    arms = await ask_weapons(
        game, models, weapons, clause="MC-24", cited="MC-24", as_unit=False
    )
    blows = [
        _counted(game, blow(game, model, weapon, foes[0]))
        for model, weapon in zip(models, arms, strict=True)
    ]
    if len(foes) == 1:
        return blows
    answer = await _target(game, blows, foes)
    if answer == SPLIT and len(blows) > 1:
        apart = list[MeleeAttack]()
        for one in blows:
            apart += await _aimed(game, one, await _target(game, [one], foes), foes)
        return apart
    return [part for one in blows for part in await _aimed(game, one, answer, foes)]


def _counted(game: Game, struck: MeleeAttack) -> MeleeAttack:
    """``MC-01``  Roll a model's random number of attacks, if it has one."""
    if not struck.dice.many:
        return struck
    more = roll_number(
        game,
        "MC-24",
        struck.side,
        ATTACKS,
        struck.dice,
        struck.model,
        struck.weapon.name,
        RollKind.DAMAGE,
    )
    return replace(struck, attacks=struck.attacks + more, dice=NO_DICE)


async def _target(game: Game, blows: Sequence[MeleeAttack], foes: Sequence[UnitId]) -> str:
    lead, units = blows[0], game.table.units
    options = [Option(foe, units[foe].name, "MC-24", foe) for foe in foes]
    if len(blows) > 1:
        options.append(Option(SPLIT, "Choose model by model", "MC-24"))
    elif lead.attacks > 1:
        options.append(Option(SPLIT, "Split attacks", "MC-24"))
    return await Choose(
        lead.side,
        clause="MC-24",
        asks=f"{_called(game, [_of(game, b) for b in blows])}: attack whom?",
        options=tuple(options),
        about=lead.unit if len(blows) > 1 else lead.model,
        kind=CommonKind.STRIKE_AT,
    )


async def _aimed(
    game: Game, one: MeleeAttack, answer: str, foes: Sequence[UnitId]
) -> list[MeleeAttack]:
    """``MC-24``  Return a model's attacks by target, split if the player chose so."""
    if answer != SPLIT:
        return [replace(one, target=UnitId(answer))]
    left, parts = one.attacks, list[MeleeAttack]()
    for foe in foes[:-1]:
        if not left:
            break
        many = await Amount(
            one.side,
            clause="MC-24",
            asks=f"{name(game.table, one.model)}: how many of its {left} attacks on "
            f"{game.table.units[foe].name}?",
            least=0,
            most=left,
            about=one.model,
            kind=ModernKind.ATTACKS,
        )
        parts.append(replace(one, target=foe, attacks=many))
        left -= many
    parts.append(replace(one, target=foes[-1], attacks=left))
    return [part for part in parts if part.attacks]


def _called(game: Game, models: Sequence[Model]) -> str:
    """Return the name of one model, or the common name of several identical ones."""
    if len(models) == 1:
        return name(game.table, models[0].id)
    return f"{models[0].profile.name} × {len(models)}"
