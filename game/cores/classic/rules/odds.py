"""Odds of unsaved wounds on a unit, model by model (CC-12 to CC-17)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

from game.cores.classic.rules import ClassicHit, CoverBonus
from game.cores.classic.rules.unit_state import leadership
from game.cores.classic.rules.wounds import ClassicAttacks, is_slain
from game.cores.kit import attack_odds
from game.cores.kit.attack_odds import CERTAIN, AttackBatch, batch, batches_of, succeeds
from game.cores.kit.attacks import AttackGroup
from game.cores.kit.dice_chances import SUMS, SURE
from game.cores.kit.probability import Spread, of_total
from game.cores.kit.traits import trait
from game.play.game import GameView
from game.table.records import Model, Unit


class WoundSlot(NamedTuple):
    """A model that may take a wound, reduced to the properties that matter for the odds."""

    kind: int
    """Index of its kind; models of one kind save, resist wounds and fight alike."""
    wounds: int
    given: bool = False
    """True if it was given a wound in this volley; each model gets one before any gets two."""


Ranks: TypeAlias = tuple[WoundSlot, ...]
"""The models left, in the order in which their owner gives them up."""
Futures: TypeAlias = dict[Ranks, float]
"""Probability of each possible rest of a unit."""


@dataclass(frozen=True, slots=True)
class RanksOrder:
    """``CC-16``, ``CC-17``  The order in which an owner gives models wounds of one attack."""

    slays: tuple[bool, ...]
    """By kind of model: True if the wound is instant death."""

    def kind(self, state: Ranks) -> int:
        if not state:
            return -1
        n, ranks = _next_to_be_wounded(state, self.slays)
        return ranks[n].kind

    def struck(self, state: Ranks, damage: int) -> Ranks:
        n, ranks = _next_to_be_wounded(state, self.slays)
        return _struck(ranks, n, damage, slain=self.slays[ranks[n].kind])

    def saved(self, state: Ranks) -> Ranks:
        n, ranks = _next_to_be_wounded(state, self.slays)
        return (*ranks[:n], ranks[n]._replace(given=True), *ranks[n + 1 :])

    def mortal(self, state: Ranks) -> Ranks:
        n, ranks = _next_to_be_wounded(state, (False,) * len(self.slays))
        return _struck(ranks, n, 1, slain=False)


@lru_cache(maxsize=8192)
def _next_to_be_wounded(ranks: Ranks, slays: tuple[bool, ...]) -> tuple[int, Ranks]:
    """Return the index of the model that takes the next wound, and the ranks.

    If every model was given a wound, the marks in the ranks are cleared.
    """
    if all([body.given for body in ranks]):
        ranks = tuple([body._replace(given=False) for body in ranks])
    can = [n for n, body in enumerate(ranks) if not body.given]

    def dear(n: int) -> tuple[bool, int, int]:
        kind, wounds, _ = ranks[n]
        return (True, wounds, n) if slays[kind] else (wounds == 1, -wounds, n)

    return min(can, key=dear), ranks


def _struck(ranks: Ranks, n: int, damage: int, *, slain: bool) -> Ranks:
    kind, wounds, _ = ranks[n]
    if slain or wounds <= damage:
        return (*ranks[:n], *ranks[n + 1 :])
    return (*ranks[:n], WoundSlot(kind, wounds - damage, given=True), *ranks[n + 1 :])


def hit_kind(
    ranks: Ranks, kind: int, chance: float, *, slain: bool
) -> Iterable[tuple[Ranks, float]]:
    """Yield the outcomes of a possible wound on the only model of a kind."""
    for n, body in enumerate(ranks):
        if body.kind == kind:
            left = _struck(ranks, n, 1, slain=slain)
            if len(left) == len(ranks):
                left = (*left[:n], left[n]._replace(given=body.given), *left[n + 1 :])
            return (left, chance), (ranks, 1.0 - chance)
    return ((ranks, 1.0),)


def start_new_volley(futures: Futures) -> Futures:
    """Return the futures with all ``given`` marks cleared, for a new volley or round."""
    left: Futures = {}
    for ranks, chance in futures.items():
        rested = tuple([WoundSlot(body.kind, body.wounds) for body in ranks])
        left[rested] = left.get(rested, 0.0) + chance
    return left


def lost_models(start: Ranks, futures: Futures) -> Spread:
    """Return the distribution of the models lost."""
    spread = [0.0] * (len(start) + 1)
    for ranks, chance in futures.items():
        spread[len(start) - len(ranks)] += chance
    return tuple(spread)


def lost_wounds(start: Ranks, futures: Futures) -> Spread:
    """Return the distribution of the wounds lost, as close combat counts them (``CC-29``)."""
    total = total_wounds(start)
    spread = [0.0] * (total + 1)
    for ranks, chance in futures.items():
        spread[total - total_wounds(ranks)] += chance
    return tuple(spread)


def total_wounds(ranks: Ranks) -> int:
    return sum([body.wounds for body in ranks])


class TargetKinds:
    """The models of a unit under fire, grouped by saves and toughness.

    *apart*: each model is a kind of its own, so that hits on single models can be followed.
    """

    def __init__(self, view: GameView, models: Sequence[Model], *, apart: bool = False) -> None:
        numbers = dict[tuple[object, ...], int]()
        self.leads = list[Model]()
        """One model of each kind."""
        bodies = list[WoundSlot]()
        for model in models:
            p = model.profile
            tough = trait(view, model, "t").now
            id_ = model.id if apart else ""
            key = id_, p.sv, p.inv, p.has("stealth"), p.own_t, tough
            if key not in numbers:
                numbers[key] = len(self.leads)
                self.leads.append(model)
            bodies.append(WoundSlot(numbers[key], model.wounds))
        self.ranks: Ranks = tuple(reversed(bodies))
        """The models in reverse order of the roster: the last ones are given up first."""


@dataclass(frozen=True, slots=True)
class CountedAttacks:
    """Identical attacks on a unit, with all that matters for their odds."""

    batch: AttackBatch
    order: RanksOrder
    alike: bool
    """True if all models save alike: saves are rolled before wounds are given."""

    @classmethod
    def of(
        cls, view: GameView, group: AttackGroup[CoverBonus], leads: Sequence[Model]
    ) -> CountedAttacks:
        """Return a group of identical hits; *leads*: a model of each kind of the target."""
        rules, hit = ClassicAttacks(), group.attacks[0].hit
        (one,) = batches_of(rules, view, group, leads)
        slays = tuple([is_slain(view, model, hit) for model in leads])
        return cls(one, RanksOrder(slays), rules.save_alike(view, leads, [hit]))

    def after(self, futures: Futures, dice: int | None = None) -> Futures:
        """Return the futures of a unit after the attacks, or after some number of them."""
        batch = self.batch if dice is None else replace(self.batch, attacks=(of_total(dice),))
        return attack_odds.strike(self.order, futures, [batch], alike=self.alike)[1]


def fails_save(view: GameView, model: Model, wound: ClassicHit) -> float:
    """``CC-14``  Return the chance that a model does not save a wound."""
    return 1.0 - succeeds(ClassicAttacks().save_roll(view, model, wound).need)


def is_wounded(view: GameView, model: Model, hit: ClassicHit) -> float:
    """``CC-12`` to ``CC-14``  Return the chance that a hit on a model wounds it unsaved."""
    rules = ClassicAttacks()
    cast = rules.wound_roll(hit, model.id, trait(view, model, "t").now)
    one = batch(
        CERTAIN, replace(cast, need=SURE), cast, hit, partial(rules.saves, view, [model])
    )
    return one.harm(0)


def passes(need: int) -> float:
    """``CC-03``  Return the chance of *need* or less on 2d6; a double 1 always passes."""
    return max(1, sum(SUMS[: max(0, min(12, need)) + 1])) / 36


def leadership_chance(view: GameView, unit: Unit, worse: int = 0) -> float:
    """``CC-03``  Return the chance that a unit passes a Leadership test at -*worse*."""
    if all(m.profile.has("fearless") for m in view.table.of(unit.id)):
        return 1.0
    return passes(leadership(view, unit).now - worse)
