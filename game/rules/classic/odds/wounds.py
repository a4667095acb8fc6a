"""Odds of wounds and saves on a unit, model by model (CC-12 to CC-17)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from game.play.game import GameView
from game.rules.classic.unit_state import leadership, to_wound
from game.rules.classic.wounds import REND_AP, Hit, best_save, is_slain, save_alike
from game.rules.kit.core_api import trait
from game.rules.kit.dice import Again
from game.rules.kit.probability import NEVER, SUMS, Spread, chance_of_face, of_dice
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
class DieHarm:
    """The effect of one die of an attack on the model that has to take it."""

    wounds: float
    """Chance that it hits and wounds without rending."""
    rends: float
    """Chance that it hits and wounds with a rending 6, at that AP."""
    unsaved: Spread
    """By kind of model: chance that such a wound is not saved."""
    unsaved_rent: Spread
    slays: tuple[bool, ...]
    """By kind of model: True if the wound is instant death."""
    alike: bool = True
    """True if all save alike: saves are rolled before wounds are given to models."""

    def harms(self, kind: int) -> float:
        """Return the chance that one die causes an unsaved wound to a model of a kind."""
        return self.wounds * self.unsaved[kind] + self.rends * self.unsaved_rent[kind]


def after(futures: Futures, dice: int, harm: DieHarm) -> Futures:
    """Return the futures of a unit after some more dice."""
    left: Futures = {}
    for ranks, chance in futures.items():
        for end, share in _after(ranks, dice, harm):
            left[end] = left.get(end, 0.0) + chance * share
    return left


@lru_cache(maxsize=8192)
def _after(ranks: Ranks, dice: int, harm: DieHarm) -> tuple[tuple[Ranks, float], ...]:
    if harm.alike and all([body.wounds == 1 for body in ranks]):
        return _one_by_one(ranks, dice, harm)
    futures: Futures = {ranks: 1.0}
    for _ in range(dice):
        futures = _after_one(futures, harm)
    return tuple(futures.items())


def _one_by_one(ranks: Ranks, dice: int, harm: DieHarm) -> tuple[tuple[Ranks, float], ...]:
    """Return the futures of models with one wound each that save alike.

    Each unsaved wound removes the next model.
    """
    if not ranks:
        return ((ranks, 1.0),)
    spread = of_dice(dice, harm.harms(ranks[0].kind))
    left: Futures = {}
    for lost, chance in enumerate(spread):
        left[ranks[lost:]] = left.get(ranks[lost:], 0.0) + chance
    return tuple(left.items())


def _after_one(futures: Futures, harm: DieHarm) -> Futures:
    left: Futures = {}
    for ranks, chance in futures.items():
        for end, share in _outcomes(ranks, harm):
            if share:
                left[end] = left.get(end, 0.0) + chance * share
    return left


def _outcomes(ranks: Ranks, harm: DieHarm) -> Iterable[tuple[Ranks, float]]:
    """Yield the outcomes of one die for a unit."""
    if not ranks:
        return ((ranks, 1.0),)
    n, fresh = _takes(ranks, harm)
    body = fresh[n]
    hurt = harm.harms(body.kind)
    struck = _struck(fresh, n, slain=harm.slays[body.kind])
    if harm.alike:
        return (struck, hurt), (ranks, 1.0 - hurt)
    wounded = harm.wounds + harm.rends
    saved = (*fresh[:n], body._replace(given=True), *fresh[n + 1 :])
    return (struck, hurt), (saved, wounded - hurt), (ranks, 1.0 - wounded)


def _takes(ranks: Ranks, harm: DieHarm) -> tuple[int, Ranks]:
    """Return the index of the model that takes the next wound, and the ranks.

    If every model was given a wound, the marks in the ranks are cleared.
    """
    if all([body.given for body in ranks]):
        ranks = tuple([body._replace(given=False) for body in ranks])
    can = [n for n, body in enumerate(ranks) if not body.given]

    def dear(n: int) -> tuple[bool, int, int]:
        kind, wounds, _ = ranks[n]
        if harm.slays[kind]:
            return True, wounds, n
        return wounds == 1, -wounds, n

    return min(can, key=dear), ranks


def _struck(ranks: Ranks, n: int, *, slain: bool) -> Ranks:
    kind, wounds, _ = ranks[n]
    if slain or wounds == 1:
        return (*ranks[:n], *ranks[n + 1 :])
    return (*ranks[:n], WoundSlot(kind, wounds - 1, given=True), *ranks[n + 1 :])


def hit_kind(
    ranks: Ranks, kind: int, chance: float, *, slain: bool
) -> Iterable[tuple[Ranks, float]]:
    """Yield the outcomes of a possible wound on the only model of a kind."""
    for n, body in enumerate(ranks):
        if body.kind == kind:
            left = _struck(ranks, n, slain=slain)
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


def harm_of(
    view: GameView, chance: float, hit: Hit, toughness: int, leads: Sequence[Model]
) -> DieHarm:
    """Return the harm of one die that hits with a chance; *leads*: a model of each kind."""
    need = to_wound(hit.strength, toughness)
    rends = chance_of_face(6) if "rending" in hit.rules and need < NEVER else 0.0
    rent = replace(hit, ap=REND_AP)
    return DieHarm(
        chance * (chance_of_face(need) - rends),
        chance * rends,
        tuple(1.0 - chance_of_face(best_save(view, m, hit)[0]) for m in leads),
        tuple(1.0 - chance_of_face(best_save(view, m, rent)[0]) for m in leads),
        tuple(is_slain(view, m, hit) for m in leads),
        save_alike(leads, covered=hit.cover > 0),
    )


def succeeds(need: int, again: Again | None) -> float:
    """``CC-04``  Return the chance of a roll with failures re-rolled once."""
    first = chance_of_face(need)
    return first + (1.0 - first) * chance_of_face(again.need) if again else first


def ends_on_one(need: int, again: Again | None) -> float:
    """Return the chance that a die finally shows a 1."""
    return (1.0 - chance_of_face(need)) / 6 if again else 1 / 6


def passes(need: int) -> float:
    """``CC-03``  Return the chance of *need* or less on 2d6; a double 1 always passes."""
    return max(1, sum(SUMS[: max(0, min(12, need)) + 1])) / 36


def leadership_chance(view: GameView, unit: Unit, worse: int = 0) -> float:
    """``CC-03``  Return the chance that a unit passes a Leadership test at -*worse*."""
    if all(m.profile.has("fearless") for m in view.table.of(unit.id)):
        return 1.0
    return passes(leadership(view, unit).now - worse)
