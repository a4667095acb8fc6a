"""The sequence of attacks in both cores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, Generic, NamedTuple, TypeVar

from game.content.armouries.weapon_rules import AttackStage, Trigger, WeaponRule
from game.cores.kit.dice import Roll, roll
from game.cores.kit.dice_chances import NEVER, SURE
from game.play.game import Game, GameView
from game.table.events import Act, Acted
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

Cover = TypeVar("Cover")
Thing = TypeVar("Thing")
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Hit(Generic[Cover]):
    """A hit that is about to wound."""

    by: Side
    strength: int
    ap: int | None = None
    _: KW_ONLY
    cover: Cover | None = None
    """The cover of its target against it."""
    triggers: tuple[Trigger, ...] = ()
    """Of its weapon, and of the cover."""
    how: How = How.SHOT
    damage: int = 1
    damage_dice: DiceExpression = NO_DICE
    no_armour: bool = False
    no_save: bool = False
    weapon: str = ""
    who: str = ""
    """Id of the attacking unit, for the log."""

    def triggered(self, stage: AttackStage, face: int) -> Iterator[Trigger]:
        """Yield the triggers that a face sets off in a stage."""
        return (t for t in self.triggers if t.stage is stage and t.face == face)

    def multiplied(self, face: int) -> list[Hit[Cover]]:
        """Return the hits that a successful face of the roll to hit makes."""
        return [self] * (1 + sum([t.hits for t in self.triggered(AttackStage.HIT, face)]))

    def after(self, face: int) -> Hit[Cover]:
        """Return the wound that a face of the roll to wound makes of the hit."""
        return self.pierced_by(self.triggered(AttackStage.WOUND, face))

    def pierced_by(self, triggers: Iterable[Trigger]) -> Hit[Cover]:
        """Return the wound that triggers make of the hit: with the best of their APs."""
        hit = self
        for trigger in triggers:
            if trigger.ap is not None and (hit.ap is None or trigger.ap < hit.ap):
                hit = replace(hit, ap=trigger.ap)
        return hit


def rules_of(weapon: Weapon, known: Mapping[str, WeaponRule]) -> list[WeaponRule]:
    """Return the special rules of a weapon; *known*: those of its core."""
    return [known[name] for name in weapon.rules if name in known]


def triggers_of(weapon: Weapon, known: Mapping[str, WeaponRule]) -> tuple[Trigger, ...]:
    """Return the triggers of a weapon's rules; *known*: the rules of its core."""
    return tuple([trigger for rule in rules_of(weapon, known) for trigger in rule.triggers])


@dataclass(frozen=True, slots=True)
class Attack(Generic[Cover]):
    """Attacks of one model with one weapon on one unit."""

    model: ModelId
    hit: Hit[Cover]
    many: int
    _: KW_ONLY
    dice: DiceExpression = NO_DICE
    """Rolled and added to *many*."""
    doubled: bool = False
    """``MC-14``  True if the total counts twice."""


@dataclass(frozen=True, slots=True)
class AttackGroup(Generic[Cover]):
    """Attacks that are rolled together (``CC-36``)."""

    to_hit: Roll
    """With the target; ``SURE`` is needed if they hit without a roll."""
    attacks: tuple[Attack[Cover], ...]


def group_identical(things: Sequence[Thing], keys: Iterable[Key]) -> list[list[Thing]]:
    """Group things by key, in the order of the first of each group."""
    found = dict[Key, list[Thing]]()
    for thing, key in zip(things, keys, strict=True):
        found.setdefault(key, []).append(thing)
    return list(found.values())


class DelayedTrigger(NamedTuple):
    """A trigger that dice of an attack have set off, and that takes effect after it."""

    trigger: Trigger
    times: int
    hit: Hit[Any]


class AttackSequence(ABC, Generic[Cover]):
    """One sequence of attacks on a unit, from rolls to hit to losses.

    A core fills in its rolls and its rules of casualties. ``attack_odds`` counts by the same
    rolls and triggers.
    """

    def __init__(self) -> None:
        self.effects = list[DelayedTrigger]()

    @abstractmethod
    def toughness(self, view: GameView, target: UnitId) -> int:
        """Return the Toughness that rolls to wound a unit are made against."""

    @abstractmethod
    def wound_roll(self, hit: Hit[Cover], target: str, tough: int) -> Roll:
        """Return the roll of a hit to wound; it needs ``NEVER`` if it cannot."""

    @abstractmethod
    def save_roll(self, view: GameView, model: Model, hit: Hit[Cover]) -> Roll:
        """Return a model's best save against a wound; it needs ``NEVER`` or more for none."""

    @abstractmethod
    def save_alike(
        self, view: GameView, models: Sequence[Model], hits: Sequence[Hit[Cover]]
    ) -> bool:
        """Return whether some models all have the same saves against some wounds."""

    @abstractmethod
    async def bearer(self, game: Game, target: UnitId, n: int, many: int) -> ModelId:
        """Return the model that takes the n-th of *many* wounds."""

    @abstractmethod
    async def lose(self, game: Game, wound: Hit[Cover], model_id: ModelId) -> None:
        """Apply an unsaved wound to a model."""

    @abstractmethod
    async def mortal(
        self, game: Game, clause: str, target: UnitId, many: int, how: How, by: str
    ) -> None:
        """Inflict wounds without roll or save; *by*: the unit that is credited with them."""

    @abstractmethod
    async def backfire(self, game: Game, trigger: Trigger, model_id: ModelId) -> None:
        """Wound the model that attacks."""

    def number(self, game: Game, attack: Attack[Cover]) -> int:
        """Return the number of some attacks, rolling any dice in it."""
        return attack.many

    def batches(
        self, hits: Sequence[Hit[Cover]], keys: Sequence[Hashable]
    ) -> Iterable[Sequence[Hit[Cover]]]:
        """``CC-36``  Return the hits whose dice are rolled together, by their keys."""
        return group_identical(hits, keys)

    def saves(self, view: GameView, models: Sequence[Model], wound: Hit[Cover]) -> list[Roll]:
        """Return the save of each of some models against a wound."""
        return [self.save_roll(view, model, wound) for model in models]

    def save_key(self, view: GameView, model: Model, wound: Hit[Cover]) -> Hashable:
        """Return the key of wounds whose saves are rolled together."""
        return self.save_roll(view, model, wound)

    def saver(self, model: Model) -> str:
        """Return the id that the log names for saves of a single model."""
        return model.unit

    async def saved(self, game: Game, cast: Roll, wounds: Sequence[Hit[Cover]]) -> None:
        """Note the final saves against some wounds."""

    async def resolve(self, game: Game, group: AttackGroup[Cover]) -> Roll:
        """Roll to hit for all attacks, then resolve the hits; return the roll to hit."""
        each = [a for a in group.attacks for _ in range(self.number(game, a))]
        cast, hits = group.to_hit, [attack.hit for attack in each]
        if cast.need > SURE:
            cast = await roll(game, len(each), cast)
            self._note(AttackStage.HIT, hits, cast)
            hits = [hit for n in cast.successes for hit in hits[n].multiplied(cast.faces[n])]
            for attack, face in zip(each, cast.faces, strict=True):
                for trigger in attack.hit.triggered(AttackStage.HIT, face):
                    if trigger.backfires:
                        await self.backfire(game, trigger, attack.model)
        await self.strike(game, hits, UnitId(cast.target))
        return cast

    async def strike(self, game: Game, hits: Sequence[Hit[Cover]], target: UnitId) -> None:
        """Make all rolls to wound, then all saves, then apply the unsaved wounds.

        If the models of a unit do not save alike, each wound is given to one before its save.
        """
        tough = self.toughness(game, target) if hits else 0
        wounds, models = await self.wound(game, hits, target, tough), game.table.of(target)
        alike = bool(models) and self.save_alike(game, models, wounds)
        if alike and wounds:
            wounds = await self.save(game, wounds, models[0], target)
        for n, wound in enumerate(wounds, 1):
            if game.table.of(target):
                bearer = await self.bearer(game, target, n, len(wounds))
                if alike:
                    await self.lose(game, wound, bearer)
                else:
                    await self.strike_saved(game, [wound], bearer)
        await self.finish(game, target)

    async def wound(
        self, game: Game, hits: Sequence[Hit[Cover]], target: str, tough: int
    ) -> list[Hit[Cover]]:
        """Roll to wound; return the wounds, changed by triggers such as *rending*."""
        wounds = list[Hit[Cover]]()
        for batch in self.batches(hits, [hit.strength for hit in hits]):
            cast = self.wound_roll(batch[0], target, tough)
            if cast.need == NEVER:
                game.do(
                    Acted(
                        cast.clause, unit=UnitId(cast.who), act=Act.CANNOT_WOUND, target=target
                    )
                )
                continue
            cast = await roll(game, len(batch), cast)
            self._note(AttackStage.WOUND, batch, cast)
            wounds += [batch[n].after(cast.faces[n]) for n in cast.successes]
        return wounds

    async def save(
        self, game: Game, wounds: Sequence[Hit[Cover]], model: Model, who: str
    ) -> list[Hit[Cover]]:
        """Roll one save for each wound; return the unsaved wounds. *who*: named in the log."""
        unsaved = list[Hit[Cover]]()
        keys = [self.save_key(game, model, wound) for wound in wounds]
        for batch in self.batches(wounds, keys):
            cast = replace(self.save_roll(game, model, batch[0]), who=who)
            if cast.need >= NEVER:
                unsaved += batch
                continue
            cast = await roll(game, len(batch), cast)
            self._note(AttackStage.SAVE, batch, cast)
            made = cast.successes
            unsaved += [wound for n, wound in enumerate(batch) if n not in made]
            await self.saved(game, cast, batch)
        return unsaved

    async def strike_saved(
        self, game: Game, wounds: Sequence[Hit[Cover]], model_id: ModelId
    ) -> None:
        """Roll saves for the wounds of one model, and apply the unsaved ones."""
        model = game.table.models[model_id]
        for wound in await self.save(game, wounds, model, self.saver(model)):
            if game.table.models[model_id].where is Where.TABLE:
                await self.lose(game, wound, model_id)

    def _note(self, stage: AttackStage, hits: Sequence[Hit[Cover]], cast: Roll) -> None:
        """Note the triggers that take effect after all wounds; the hits share them."""
        for trigger in hits[0].triggers if hits else ():
            if trigger.stage is stage and trigger.mortal:
                times = cast.faces.count(trigger.face)
                self.effects.append(DelayedTrigger(trigger, times, hits[0]))

    async def finish(self, game: Game, target: UnitId) -> None:
        """Inflict the wounds that triggers cause without a save."""
        effects, self.effects = self.effects, []
        for trigger, times, hit in effects:
            many, clause, need = times, trigger.clause, trigger.confirms
            if not many or not game.table.of(target):
                continue
            if need:
                side, what = game.table.units[target].side, trigger.name
                faces = game.throw(clause, side, what, many, need=need, under=True, id_=target)
                many = len([face for face in faces if face <= need])
            how, by = (trigger.how, "") if trigger.how else (hit.how, hit.who)
            await self.mortal(game, clause, target, many * trigger.mortal, how, by)
