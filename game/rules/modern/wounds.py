"""From a hit to a removed model (MC-16 to MC-19)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from game.content.armouries.weapon_rules import MODERN, AttackStage, Trigger
from game.play.decisions import Choose, CommonKind, Option
from game.play.game import Game, GameView
from game.rules.kit.attacks import Attack, AttackSequence, Hit, triggers_of
from game.rules.kit.core_api import KILLED, Value
from game.rules.kit.dice import Roll
from game.rules.kit.probability import NEVER
from game.rules.modern import dice_tables
from game.rules.modern.dice_tables import (
    LOWEST_NEEDED,
    roll_number,
    rolled,
    to_save,
    to_wound,
    trait,
)
from game.rules.modern.hooks import NO_COVER, SAVE_AGAIN, CoverBonus
from game.table.events import Reason, Removed, Wounded
from game.table.records import How, Model, ModelId, UnitId, Weapon, Where

ATTACKS = "attacks"
DAMAGE = "damage"
CAMOUFLAGE = "camouflage"
"""``MP-02``  Ability that improves cover."""


def hit_with(
    view: GameView,
    model: Model,
    weapon: Weapon,
    how: How = How.SHOT,
    cover: CoverBonus = NO_COVER,
) -> Hit[CoverBonus]:
    """``MC-01``  Return the hit of a model with a weapon."""
    own = trait(view, model, "s").now
    return Hit(
        model.side,
        weapon.strength or own * weapon.times + weapon.more,
        weapon.ap or 0,
        cover,
        (*triggers_of(weapon, MODERN), *cover.triggers),
        how,
        weapon.damage,
        weapon.damage_dice,
        weapon=weapon.name,
        who=model.unit,
    )


class ModernAttacks(AttackSequence[CoverBonus]):
    """``MC-15`` to ``MC-19``  The sequence of attacks of the modern core."""

    def number(self, game: Game, attack: Attack[CoverBonus]) -> int:
        """``MC-01``, ``MC-14``  Return the number of attacks, rolling any dice in it."""
        by, weapon = attack.hit.by, attack.hit.weapon
        more = roll_number(game, "MC-01", by, ATTACKS, attack.dice, attack.model, weapon)
        return (attack.many + more) * (2 if attack.doubled else 1)

    def toughness(self, view: GameView, target: UnitId) -> int:
        """``MC-16``  Return the Toughness of most of a unit's models."""
        return dice_tables.toughness(view, target)

    def wound_roll(self, hit: Hit[CoverBonus], target: str, tough: int) -> Roll:
        """``MC-16``  Return the roll to wound, by S against T."""
        need, why = to_wound(hit.strength, tough), f"S {hit.strength} against T {tough}"
        reasons = (Reason(0, why, "MC-16"),)
        return Roll(
            "MC-16", hit.by, AttackStage.WOUND, need, hit.who, target, hit.weapon, reasons
        )

    def save_roll(self, view: GameView, model: Model, hit: Hit[CoverBonus]) -> Roll:
        """``MC-17``  Return the better of armour, with AP and cover, and invulnerable save."""
        cover, own, ap = hit.cover or NO_COVER, invulnerable(view, model), hit.ap or 0
        bonus = 0
        if cover.used:
            # MP-02
            bonus = cover.better if model.profile.has(CAMOUFLAGE) else cover.bonus
        need, reasons = to_save(model.profile.sv, ap, bonus), [Reason(0, "armour", "MC-17")]
        if 0 < own.now < need:
            need, reasons = max(LOWEST_NEEDED, own.now), [Reason(0, "invulnerable", "MC-17")]
            reasons += [Reason(0, reason.why, reason.clause) for reason in own.reasons]
        elif need >= NEVER:
            need, reasons = NEVER, [Reason(ap, "AP", "MC-17")]
        else:
            if ap:
                reasons.append(Reason(ap, "AP", "MC-17"))
            if bonus:
                clause = "MP-02" if bonus > cover.bonus else cover.clause
                reasons.append(Reason(bonus, f"cover: {cover.by}", clause, cover.by))
        again = next(SAVE_AGAIN.of(view, model.unit), None)
        return Roll(
            "MC-17",
            model.side,
            AttackStage.SAVE,
            need,
            model.unit,
            reasons=tuple(reasons),
            again=again and replace(again, need=need),
        )

    def save_key(self, view: GameView, model: Model, wound: Hit[CoverBonus]) -> Hashable:
        return self.save_roll(view, model, wound), wound.cover

    def save_alike(
        self, view: GameView, models: Sequence[Model], hits: Sequence[Hit[CoverBonus]]
    ) -> bool:
        """``MC-17``, ``MP-02``  Return whether models save alike; camouflage needs cover."""
        covers = [hit.cover or NO_COVER for hit in hits]
        betters = any([cover.used and cover.better != cover.bonus for cover in covers])
        hidden = [betters and m.profile.has(CAMOUFLAGE) for m in models]
        pairs = zip(models, hidden, strict=True)
        return len({(m.profile.sv, invulnerable(view, m).now, h) for m, h in pairs}) == 1

    async def bearer(self, game: Game, target: UnitId, n: int, many: int) -> ModelId:
        return await bearer(game, "MC-18", target)

    async def lose(self, game: Game, wound: Hit[CoverBonus], model_id: ModelId) -> None:
        """``MC-18``  Take D wounds off a model; excess wounds are lost."""
        cast = Roll("MC-18", wound.by, DAMAGE, 0, wound.who, model_id, wound.weapon)
        damage = wound.damage + await rolled(game, wound.damage_dice, cast)
        await lose(game, "MC-18", model_id, damage, wound.how, wound.who)

    async def mortal(
        self, game: Game, clause: str, target: UnitId, many: int, how: How, by: str
    ) -> None:
        await mortal_wounds(game, clause, target, many, how, by)

    async def backfire(self, game: Game, trigger: Trigger, model_id: ModelId) -> None:
        await lose(game, trigger.clause, model_id, 1, How.HAZARD)


def invulnerable(view: GameView, model: Model) -> Value:
    """``MC-17``  Return a model's invulnerable save; 0 if it has none."""
    return trait(view, model, "inv")


async def bearer(game: Game, clause: str, target: UnitId) -> ModelId:
    """``MC-18``  Return the model that takes a wound: one already wounded, else as chosen."""
    models = game.table.of(target)
    able = [m for m in models if m.wounds < m.profile.w] or models
    if len(able) == 1:
        return able[0].id
    options = tuple(Option(m.id, m.profile.name, clause, m.id) for m in able)
    unit = game.table.units[target]
    asks = f"{unit.name}: which model takes the wound?"
    answer = await Choose(
        unit.side, clause, asks, options, about=target, kind=CommonKind.CASUALTY
    )
    return ModelId(answer)


async def mortal_wounds(
    game: Game, clause: str, unit_id: UnitId, many: int, how: How, by: str = ""
) -> None:
    """``MC-19``  Inflict wounds without roll or save, one by one; they spill over.

    *clause*: their source; *how*: the cause of loss of models that they kill; *by*: the unit
    that is credited with it.
    """
    for _ in range(many):
        if not game.table.of(unit_id):
            return
        await lose(game, clause, await bearer(game, "MC-19", unit_id), 1, how, by)


async def lose(
    game: Game, clause: str, model_id: ModelId, wounds: int, how: How, by: str = ""
) -> None:
    """``MC-18``, ``MC-19``  Take wounds off one model, no more than it has; at 0 remove it."""
    model = game.table.models[model_id]
    if model.where is not Where.TABLE:
        return
    game.do(Wounded(clause, model_id, min(wounds, model.wounds)))
    if game.table.models[model_id].wounds == 0:
        game.do(Removed(clause, model_id, how, by=by))
        await KILLED.has_come(game, model_id)
