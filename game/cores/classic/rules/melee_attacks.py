"""Attacks in close combat (CC-24 to CC-28, CC-34)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from game.content.armouries.weapon_rules import CLASSIC
from game.cores.classic.rules import IMPACTS
from game.cores.classic.rules.unit_state import strength_of
from game.cores.kit.aimed_weapons import MeleeAttack
from game.cores.kit.asking import ask_each, ask_weapons
from game.cores.kit.attacks import rules_of
from game.cores.kit.deeds import Deed, has_done
from game.cores.kit.marks import CHARGED
from game.cores.kit.traits import trait
from game.cores.kit.units import in_reach, in_turn, touch
from game.play.decisions import CommonKind, Option
from game.play.game import Game, GameView
from game.table.records import Fire, Model, Profile, Side, UnitId, Weapon
from game.table.state import Table

MATE = 2.0
"""``CC-24``  Inches from a mate in base contact within which a model fights."""
FIST_INITIATIVE = 1
IMPACT_INITIATIVE = 10
BARE_HANDS = Weapon("bare hands", Fire.MELEE)
IMPACT = Weapon("impact", Fire.MELEE)
Fighters: TypeAlias = dict[tuple[str, tuple[Weapon, ...], tuple[UnitId, ...]], list[Model]]
"""Fighting models, keyed by profile name, available weapons and enemy units."""


def engaged(table: Table, model: Model, combat: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """``CC-24``, ``CC-25``  Return the enemy units that a model, or a mate near it, touches."""
    by = [model, *(m for m in table.of(model.unit) if m.id != model.id)]
    near = [m for m in by if in_reach(model, m, MATE) or m.id == model.id]
    return tuple(
        unit
        for unit in combat
        if table.units[unit].side != model.side
        and any([touch(m.disc, foe.disc) for m in near for foe in table.of(unit)])
    )


async def all_blows(game: Game, combat: Sequence[UnitId], acting: Side) -> list[MeleeAttack]:
    """Declare every blow of a combat, the acting side first, in the order of the rosters."""
    blows = list[MeleeAttack]()
    for side in in_turn(game.table, acting):
        for unit in game.table.units.values():
            if unit.id in combat and unit.side == side:
                blows += await blows_by(game, fighters(game.table, unit.id, combat))
    return blows


async def blows_by(game: Game, alike: Fighters) -> list[MeleeAttack]:
    """``CC-25``  Ask for the weapon and target of fighting models, where there is a choice."""
    blows = list[MeleeAttack]()
    for (_, weapons, foes), models in alike.items():
        targets = await _targets(game, models, foes)
        arms = await ask_weapons(
            game, models, weapons, clause="CC-25", cited="CC-28", as_unit=True
        )
        for model, weapon, target in zip(models, arms, targets, strict=True):
            blows += blows_of(game, model, weapon, target)
    return blows


def fighters(table: Table, unit_id: UnitId, combat: Sequence[UnitId]) -> Fighters:
    """``CC-24``, ``CC-25``  Return the models of a unit that fight, grouped by choices."""
    alike: Fighters = {}
    for model in table.of(unit_id):
        if foes := engaged(table, model, combat):
            key = model.profile.name, arms(model.profile), foes
            alike.setdefault(key, []).append(model)
    return alike


def arms(profile: Profile) -> tuple[Weapon, ...]:
    """``CC-28``  Return the weapons that a model may choose from: those that differ in combat.

    A plain weapon is no option beside a special one, unless the special one is a power fist.
    """
    mine = sorted([_in_hand(w) for w in profile.weapons if _fights(w)], key=_is_pistol)
    special = [w for w in mine if any(rule.special for rule in rules_of(w, CLASSIC))]
    plain = [w for w in mine if w not in special]
    fists = all("power fist" in w.rules for w in special)
    return (*special, *plain[: int(fists)]) or (BARE_HANDS,)


def allows_armour(weapon: Weapon) -> bool:
    """``CC-28``  Return whether blows with a weapon allow armour saves."""
    return not any(rule.no_armour for rule in rules_of(weapon, CLASSIC))


def _fights(weapon: Weapon) -> bool:
    return weapon.fire in (Fire.MELEE, Fire.PISTOL)


def _in_hand(weapon: Weapon) -> Weapon:
    """``CC-09``  Return a pistol as a plain close combat weapon; others unchanged."""
    return Weapon(weapon.name, Fire.PISTOL) if weapon.fire is Fire.PISTOL else weapon


def _is_pistol(weapon: Weapon) -> bool:
    return weapon.fire is Fire.PISTOL


async def _targets(game: Game, models: Sequence[Model], foes: Sequence[UnitId]) -> list[UnitId]:
    """``CC-25``  Return a target for each model, asking the player if there are several."""
    units = game.table.units
    options = [Option(foe, units[foe].name, "CC-25", foe) for foe in foes]
    picked = await ask_each(
        game,
        models,
        options,
        clause="CC-25",
        asks="attack whom?",
        kind=CommonKind.STRIKE_AT,
        as_unit=True,
    )
    return [UnitId(answer) for answer in picked]


def has_charged(table: Table, model: Model) -> bool:
    """``CC-25``  Return whether a model has charged in this turn with its unit."""
    if not table.units[model.unit].mark(CHARGED):
        return False
    return not has_done(table, model, Deed.STAYED_BEHIND)


def blows_of(view: GameView, model: Model, weapon: Weapon, target: UnitId) -> list[MeleeAttack]:
    """``CC-25``, ``CC-28``, ``CC-34``  Return one model's blows, impact hits included."""
    charged = has_charged(view.table, model)
    blows = list[MeleeAttack]()
    user, initiative = trait(view, model, "s").now, trait(view, model, "i").now
    impacts = impacts_of(view, model) if charged else 0
    if impacts:
        blows += [
            MeleeAttack(
                model.id,
                unit=model.unit,
                side=model.side,
                target=struck,
                weapon=IMPACT,
                attacks=impacts,
                initiative=IMPACT_INITIATIVE,
                strength=user,
                sure=True,
            )
            for struck in _struck_by_impact(view.table, model, target)
        ]
    strength = strength_of(weapon, user, charged=charged)
    if charged and "lance" in weapon.rules:
        initiative = min(10, initiative + 2)
    if "power fist" in weapon.rules:
        initiative = FIST_INITIATIVE
    attacks = attacks_of(view, model, charged=charged)
    blows.append(
        MeleeAttack(
            model.id,
            unit=model.unit,
            side=model.side,
            target=target,
            weapon=weapon,
            attacks=attacks,
            initiative=initiative,
            strength=strength,
        )
    )
    return blows


def attacks_of(view: GameView, model: Model, *, charged: bool) -> int:
    """``CC-25``  Return A, +1 for a charge this turn, +1 for two close combat weapons."""
    return trait(view, model, "a").now + charged + has_two_weapons(model.profile)


def has_two_weapons(profile: Profile) -> bool:
    """``CC-25``  Return whether a model has two close combat weapons; pistols count."""
    return len([w for w in profile.weapons if _fights(w)]) >= 2


def impacts_of(view: GameView, model: Model) -> int:
    """``CC-34``  Return the number of impact hits of a model that charged."""
    return model.profile.has("hammer of wrath") + sum(IMPACTS.of(view, model.id))


def _struck_by_impact(table: Table, model: Model, target: UnitId) -> tuple[UnitId, ...]:
    """``CC-34``  Return the unit struck by a model's impact: one that the model itself touches.

    It is the target if the model touches that, else the first in the order of the rosters. The
    result is empty without contact.
    """
    touched = [
        foe.unit
        for foe in table.standing(table.enemy(model.side))
        if touch(model.disc, foe.disc)
    ]
    return (target,) if target in touched else tuple(touched[:1])
