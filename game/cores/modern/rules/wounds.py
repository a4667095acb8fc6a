"""Rolls from a hit to a removed model (MC-01, MC-16 to MC-19)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from game.content.armouries.weapon_rules import MODERN, AttackStage, Trigger
from game.cores.kit import traits
from game.cores.kit.attacks import Attack, AttackSequence, Hit, triggers_of
from game.cores.kit.attempts import KILLED
from game.cores.kit.dice import Roll, roll
from game.cores.kit.dice_chances import NEVER
from game.cores.kit.traits import Value, majority
from game.cores.modern.rules import NO_COVER, SAVE_AGAIN, CoverBonus
from game.play.decisions import CommonKind, Option, ask_which
from game.play.dice_sequences import D3, halved
from game.play.game import Game, GameView
from game.table.events import Reason, Removed, RollKind, Wounded
from game.table.records import DiceExpression, How, Model, ModelId, Side, UnitId, Weapon, Where

LOWEST_NEEDED = 2
"""``MC-03``  Lowest roll that is ever needed, because an unmodified 1 always fails."""
MAX_CHARACTERISTIC = 99
"""Upper limit of modified characteristics; the rules set none."""
ATTACKS = "attacks"
DAMAGE = "damage"
CAMOUFLAGE = "camouflage"
"""``MP-02``  Ability that improves cover."""
ONE_D3 = DiceExpression(1, 3)
ONE_D6 = DiceExpression(1)


def to_hit(skill: int, bonus: int = 0) -> int:
    """``MC-15``  Return the roll needed to hit with a BS or WS (4 is 4+) and a bonus.

    A result above 6 cannot be rolled. A skill of 0 gives ``NEVER``.
    """
    return max(LOWEST_NEEDED, skill - bonus) if skill else NEVER


def to_wound(strength: int, toughness: int) -> int:
    """``MC-16``  Return the roll needed to wound, by S against T."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def to_save(armour: int | None, ap: int, cover: int = 0) -> int:
    """``MC-17``  Return the roll needed for an armour save; ``NEVER`` or more if impossible.

    *ap*: 0 or less; *cover*: the bonus of cover.
    """
    return NEVER if armour is None else max(LOWEST_NEEDED, armour - ap - cover)


def total(faces: tuple[int, ...], dice: DiceExpression) -> int:
    """Return the total of d6 faces; for a d3 each is halved and rounded up (``CC-36``)."""
    return sum([halved(face) for face in faces]) if dice.sides == 3 else sum(faces)


def roll_label(what: str, dice: DiceExpression) -> str:
    """Return the label of a roll in the log, such as ``"damage, d3"``."""
    return f"{what}, {D3}" if dice.sides == 3 else what


def roll_number(
    game: Game,
    clause: str,
    by: Side,
    what: str,
    dice: DiceExpression,
    id_: str = "",
    weapon: str = "",
    kind: RollKind | None = None,
) -> int:
    """Roll a number that no player may roll again; return 0 if there are no dice."""
    faces = game.throw(
        clause,
        by,
        roll_label(what, dice),
        dice.many,
        total=dice.sides != 3,
        id_=id_,
        weapon=weapon,
        kind=kind,
        sides=dice.sides,
    )
    return total(faces, dice)


async def rolled(game: Game, dice: DiceExpression, cast: Roll) -> int:
    """Roll a number that may be rolled again; return 0 if there are no dice."""
    cast = replace(
        cast, what=roll_label(cast.what, dice), total=dice.sides != 3, sides=dice.sides
    )
    return total((await roll(game, dice.many, cast)).faces, dice)


def trait(view: GameView, model: Model, name: str) -> Value:
    """``MC-01``  Return a characteristic (``"m"``, ``"ws"``, ``"t"``, …) with its modifiers."""
    return traits.trait(view, model, name, MAX_CHARACTERISTIC)


def toughness(view: GameView, unit: UnitId) -> int:
    """``MC-16``  Return the Toughness of most of a unit's models, the higher of equals."""
    return majority([trait(view, model, "t").now for model in view.table.of(unit)])


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
        strength=weapon.strength or own * weapon.times + weapon.more,
        ap=weapon.ap or 0,
        cover=cover,
        triggers=(*triggers_of(weapon, MODERN), *cover.triggers),
        how=how,
        damage=weapon.damage,
        damage_dice=weapon.damage_dice,
        weapon=weapon.name,
        who=model.unit,
    )


class ModernAttacks(AttackSequence[CoverBonus]):
    """``MC-15`` to ``MC-19``  The sequence of attacks of the modern core."""

    def number(self, game: Game, attack: Attack[CoverBonus]) -> int:
        """``MC-01``, ``MC-14``  Return the number of attacks, rolling any dice in it."""
        by, weapon = attack.hit.by, attack.hit.weapon
        more = roll_number(
            game,
            "MC-01",
            by,
            ATTACKS,
            attack.dice,
            attack.model,
            weapon,
            RollKind.DAMAGE,
        )
        return (attack.many + more) * (2 if attack.doubled else 1)

    def toughness(self, view: GameView, target: UnitId) -> int:
        """``MC-16``  Return the Toughness of most of a unit's models."""
        return toughness(view, target)

    def wound_roll(self, hit: Hit[CoverBonus], target: str, tough: int) -> Roll:
        """``MC-16``  Return the roll to wound, by S against T."""
        need, why = to_wound(hit.strength, tough), f"S {hit.strength} against T {tough}"
        reasons = (Reason(0, why, "MC-16"),)
        return Roll(
            "MC-16",
            by=hit.by,
            what=AttackStage.WOUND,
            need=need,
            who=hit.who,
            target=target,
            weapon=hit.weapon,
            reasons=reasons,
            kind=RollKind.WOUND,
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
            by=model.side,
            what=AttackStage.SAVE,
            need=need,
            who=model.unit,
            reasons=tuple(reasons),
            again=again and replace(again, need=need),
            kind=RollKind.SAVE,
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
        return await bearer(game, "MC-18", target, many - n + 1)

    async def lose(self, game: Game, wound: Hit[CoverBonus], model_id: ModelId) -> None:
        """``MC-18``  Take D wounds off a model; excess wounds are lost."""
        cast = Roll(
            "MC-18",
            by=wound.by,
            what=DAMAGE,
            need=0,
            who=wound.who,
            target=model_id,
            weapon=wound.weapon,
            kind=RollKind.DAMAGE,
        )
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


async def bearer(game: Game, clause: str, target: UnitId, left: int) -> ModelId:
    """``MC-18``  Return the model that takes a wound: one already wounded, else as chosen.

    *left*: the number of wounds still to be taken.
    """
    models = game.table.of(target)
    able = [m for m in models if m.wounds < m.profile.w] or models
    options = [Option(m.id, m.profile.name, clause, m.id) for m in able]
    unit, kind = game.table.units[target], CommonKind.CASUALTY
    asks = f"{unit.name}: which model takes the wound?"
    return ModelId(
        await ask_which(unit.side, clause, asks, options, about=target, kind=kind, series=left)
    )


async def mortal_wounds(
    game: Game, clause: str, unit_id: UnitId, many: int, how: How, by: str = ""
) -> None:
    """``MC-19``  Inflict wounds without roll or save, one by one; they spill over.

    *clause*: their source; *how*: the cause of loss of models that they kill; *by*: the unit
    that is credited with it.
    """
    for n in range(many):
        if not game.table.of(unit_id):
            return
        await lose(game, clause, await bearer(game, "MC-19", unit_id, many - n), 1, how, by)


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
