"""From a hit to a removed model (MC-16 to MC-19)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from game.play.decisions import Choose, Option
from game.play.game import Game, GameView
from game.rules.kit.core_api import Value
from game.rules.kit.dice import Again, Roll, roll
from game.rules.kit.probability import NEVER
from game.rules.modern.dice_tables import (
    LOWEST_NEEDED,
    rolled,
    to_save,
    to_wound,
    toughness,
    trait,
)
from game.rules.modern.hooks import (
    KILLED,
    NO_COVER,
    SAVE_AGAIN,
    SAVES_ROLLED,
    CoverBonus,
    SavesRolled,
)
from game.table.events import Reason, Removed, Wounded
from game.table.records import (
    NO_DICE,
    DiceExpression,
    How,
    Model,
    ModelId,
    Side,
    UnitId,
    Weapon,
    Where,
)

TO_WOUND = "to wound"
TO_SAVE = "to save"
DAMAGE = "damage"
RENDING = "rending"
REND_AP = -4
"""``MC-01``  The AP of a rending weapon's unmodified 6 to wound."""
CAMOUFLAGE = "camouflage"
"""``MP-02``  Ability that improves cover."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit that is about to wound."""

    by: Side
    strength: int
    ap: int = 0
    damage: int = 1
    damage_dice: DiceExpression = NO_DICE
    cover: CoverBonus = NO_COVER
    """The cover of its target against it; none in the Fight phase (``MC-17``)."""
    rules: tuple[str, ...] = ()
    """The special rules of its weapon."""
    how: How = How.SHOT
    weapon: str = ""
    who: str = ""
    """Id of the unit that hits, for the log."""


class SavingThrow(NamedTuple):
    """The one save that is taken against a wound."""

    need: int
    """``NEVER`` or more if no save can be made."""
    reasons: tuple[Reason, ...] = ()


Thing = TypeVar("Thing")
Key = TypeVar("Key", bound=Hashable)


def hit_with(
    view: GameView,
    model: Model,
    weapon: Weapon,
    how: How = How.SHOT,
    cover: CoverBonus = NO_COVER,
) -> Hit:
    """``MC-01``  Return the hit of a model with a weapon."""
    own = trait(view, model, "s").now
    return Hit(
        model.side,
        weapon.strength or own * weapon.times + weapon.more,
        weapon.ap or 0,
        weapon.damage,
        weapon.damage_dice,
        cover,
        weapon.rules,
        how,
        weapon.name,
        model.unit,
    )


async def strike_unit(game: Game, hits: Sequence[Hit], target: UnitId) -> None:
    """``MC-16`` to ``MC-18``  Make all rolls to wound, then all saves, then give the damage.

    If the models of a unit do not save alike, each wound is given before its save.
    """
    wounds = await _wound(game, hits, target)
    models = game.table.of(target)
    if not wounds or not models:
        return
    saved = list[SavesRolled]()
    if save_alike(game, models, [wound.cover for wound in wounds]):
        for wound in await _save(game, wounds, models[0].id, saved):
            if game.table.of(target):
                await _harm(game, wound, await bearer(game, "MC-18", target))
    else:
        for wound in wounds:
            if game.table.of(target):
                model_id = await bearer(game, "MC-18", target)
                for unsaved in await _save(game, [wound], model_id, saved):
                    await _harm(game, unsaved, model_id)
    for one in saved:
        await SAVES_ROLLED.has_come(game, one)


def save_alike(view: GameView, models: Sequence[Model], covers: Sequence[CoverBonus]) -> bool:
    """Return whether some models all have the same saves against some wounds."""
    betters = any([cover.used and cover.better != cover.bonus for cover in covers])
    hidden = [betters and m.profile.has(CAMOUFLAGE) for m in models]
    pairs = zip(models, hidden, strict=True)
    saves = {(m.profile.sv, invulnerable(view, m).now, h) for m, h in pairs}
    return len(saves) == 1


def wounds_on(hit: Hit, tough: int) -> tuple[int, tuple[Reason, ...]]:
    """``MC-16``  Return the roll that a hit needs to wound, and the reason."""
    why = Reason(0, f"S {hit.strength} against T {tough}", "MC-16")
    return to_wound(hit.strength, tough), (why,)


async def _wound(game: Game, hits: Sequence[Hit], target: UnitId) -> list[Hit]:
    """``MC-16``  Roll to wound; a rending 6 wounds at AP -4."""
    wounds = list[Hit]()
    tough = toughness(game, target) if hits else 0
    for batch in group_identical(hits, [hit.strength for hit in hits]):
        lead = batch[0]
        need, why = wounds_on(lead, tough)
        cast = Roll("MC-16", lead.by, TO_WOUND, need, lead.who, target, lead.weapon, why)
        cast = await roll(game, len(batch), cast)
        for n in cast.successes:
            rends = RENDING in batch[n].rules and cast.faces[n] == 6
            wounds.append(rending_wound(batch[n]) if rends else batch[n])
    return wounds


def rending_wound(hit: Hit) -> Hit:
    """``MC-01``  Return a hit after an unmodified 6 to wound: with better AP if rending."""
    return replace(hit, ap=min(hit.ap, REND_AP)) if RENDING in hit.rules else hit


def invulnerable(view: GameView, model: Model) -> Value:
    """``MC-17``  Return a model's invulnerable save; 0 if it has none."""
    return trait(view, model, "inv")


def best_save(view: GameView, model: Model, wound: Hit) -> SavingThrow:
    """``MC-17``  Return the better of armour, with AP and cover, and invulnerable save."""
    cover, own = wound.cover, invulnerable(view, model)
    bonus = bonus_of(model, cover)
    armour = to_save(model.profile.sv, wound.ap, bonus)
    if 0 < own.now < armour:
        why = (Reason(0, reason.why, reason.clause) for reason in own.reasons)
        return SavingThrow(
            max(LOWEST_NEEDED, own.now), (Reason(0, "invulnerable", "MC-17"), *why)
        )
    if armour >= NEVER:
        return SavingThrow(NEVER, (Reason(wound.ap, "AP", "MC-17"),))
    reasons = [Reason(0, "armour", "MC-17")]
    if wound.ap:
        reasons.append(Reason(wound.ap, "AP", "MC-17"))
    if bonus:
        clause = "MP-02" if bonus > cover.bonus else cover.clause
        reasons.append(Reason(bonus, f"cover: {cover.by}", clause))
    return SavingThrow(armour, tuple(reasons))


def bonus_of(model: Model, cover: CoverBonus) -> int:
    """``MC-17``, ``MP-02``  Return the bonus of cover to a model's armour saves."""
    if not cover.used:
        return 0
    return cover.better if model.profile.has(CAMOUFLAGE) else cover.bonus


async def _save(
    game: Game, wounds: Sequence[Hit], model: ModelId, saved: list[SavesRolled]
) -> list[Hit]:
    """``MC-17``  Roll one save for each wound; return the unsaved wounds.

    The rolls are appended to *saved*.
    """
    one = game.table.models[model]
    unsaved = list[Hit]()
    saves = [(best_save(game, one, wound), wound.cover) for wound in wounds]
    for batch in group_identical(wounds, saves):
        need, reasons = best_save(game, one, batch[0])
        if need >= NEVER:
            unsaved += batch
            continue
        again = save_again(game, one.unit, need)
        cast = Roll("MC-17", one.side, TO_SAVE, need, one.unit, reasons=reasons, again=again)
        cast = await roll(game, len(batch), cast)
        saved.append(SavesRolled(one.unit, cast.faces, batch[0].cover))
        unsaved += [wound for n, wound in enumerate(batch) if n not in cast.successes]
    return unsaved


def save_again(view: GameView, unit: UnitId, need: int) -> Again | None:
    """Return the re-roll of a unit's saves by the first rule that grants one, or None."""
    again = next(SAVE_AGAIN.of(view, unit), None)
    return again and replace(again, need=need)


async def bearer(game: Game, clause: str, target: UnitId) -> ModelId:
    """``MC-18``  Return the model that takes a wound: one already wounded, else as chosen."""
    models = game.table.of(target)
    able = [m for m in models if m.wounds < m.profile.w] or models
    if len(able) == 1:
        return able[0].id
    options = tuple(Option(m.id, m.profile.name, clause, m.id) for m in able)
    unit = game.table.units[target]
    asks = f"{unit.name}: which model takes the wound?"
    answer = await Choose(unit.side, clause, asks, options, about=target, kind="casualty")
    return ModelId(answer)


async def _harm(game: Game, wound: Hit, model_id: ModelId) -> None:
    """``MC-18``  Take D wounds off a model; excess wounds are lost."""
    cast = Roll("MC-18", wound.by, DAMAGE, 0, wound.who, model_id, wound.weapon)
    damage = wound.damage + await rolled(game, wound.damage_dice, cast)
    await lose(game, "MC-18", model_id, damage, wound.how, wound.who)


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


def group_identical(things: Sequence[Thing], keys: Iterable[Key]) -> list[list[Thing]]:
    """Group things by key, in the order of the first of each group."""
    found = dict[Key, list[Thing]]()
    for thing, key in zip(things, keys, strict=True):
        found.setdefault(key, []).append(thing)
    return list(found.values())
