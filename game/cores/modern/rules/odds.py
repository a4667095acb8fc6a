"""Odds of a whole attack as the rules would roll it now (MC-03, MC-15 to MC-19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

from game.cores.kit import probability
from game.cores.kit.aimed_weapons import MeleeAttack
from game.cores.kit.attack_odds import (
    AttackBatch,
    DiceCounts,
    batches_of,
    dice_counts,
    rolls_needed,
    strike,
)
from game.cores.kit.attacks import AttackGroup
from game.cores.kit.dice_chances import FACES
from game.cores.kit.probability import NONE, Spread, at_most, average, mixture
from game.cores.kit.queries import FigureKind, ForecastFigure, counted
from game.cores.modern.rules import MORALE, CoverBonus, melee_attacks
from game.cores.modern.rules.melee_attacks import blow, fighters
from game.cores.modern.rules.morale import best_ld, lost_in_turn
from game.cores.modern.rules.wounds import CAMOUFLAGE, ModernAttacks, invulnerable
from game.play.game import GameView
from game.table.events import Reason
from game.table.records import Model, UnitId, Weapon


class WoundCandidate(NamedTuple):
    """A model that may take wounds."""

    left: int
    """Wounds that it has left: 1 or more."""
    of: int
    """The W of its profile."""
    kind: int = 0
    """Models of one kind save alike."""


class WoundQueue:
    """``MC-18``  The models of a unit in the order in which they take wounds.

    Its state is the number of wounds lost. *bearers*: in the order that their owner likes;
    wounded models come first.
    """

    __slots__ = ("kinds", "lost", "models", "room", "total")

    def __init__(self, bearers: Iterable[WoundCandidate]) -> None:
        models = sorted(bearers, key=lambda b: b.left == b.of)
        self.models = len(models)
        self.total = sum([b.left for b in models])
        """Wounds that all models have left together."""
        self.room = tuple([left for b in models for left in range(b.left, 0, -1)])
        """By wounds lost: the wounds left of the model that takes the next one."""
        self.kinds = tuple([b.kind for b in models for _ in range(b.left)])
        """By wounds lost: the kind of that model."""
        lost = [n for n, b in enumerate(models) for _ in range(b.left)]
        self.lost = (*lost, self.models)
        """By wounds lost: the number of models lost."""

    def kind(self, state: int) -> int:
        return self.kinds[state] if state < self.total else -1

    def struck(self, state: int, damage: int) -> int:
        """``MC-18``  Return the wounds lost after one more wound, without its excess."""
        return state + min(damage, self.room[state])

    def saved(self, state: int) -> int:
        return state

    def mortal(self, state: int) -> int:
        return state + 1

    def models_lost(self, wounds: Spread) -> Spread:
        """Return the distribution of models lost for a distribution of wounds lost."""
        spread = [0.0] * (self.models + 1)
        for n, chance in enumerate(wounds):
            spread[self.lost[n]] += chance
        return tuple(spread)


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """Odds of an attack on a unit."""

    groups: tuple[DiceCounts, ...]
    """For each group of attacks, in order."""
    damage: Spread
    """Number of wounds that the unit loses; excess damage to a model does not count."""
    lost: Spread
    """Number of models that it loses."""

    @property
    def destroys(self) -> float:
        """Return the chance that no model of the unit is left."""
        return self.lost[-1]

    @property
    def counts(self) -> DiceCounts:
        """Return the dice counts of all groups together."""
        return reduce(DiceCounts.__add__, self.groups, DiceCounts())

    def loses(self, least: int) -> float:
        """Return the chance that the unit loses *least* models or more."""
        return probability.reaches(self.lost, least)


def attack_odds(groups: Iterable[Sequence[AttackBatch]], line: WoundQueue) -> AttackOdds:
    """Return the exact odds of groups of attacks, each of batches, on the models of a unit."""
    counts, states, kinds = list[DiceCounts](), {0: 1.0}, tuple(dict.fromkeys(line.kinds))
    for batches in groups:
        alike = all(
            [batch.wounded[k] == batch.wounded[kinds[0]] for batch in batches for k in kinds]
        )
        unsaved, states = strike(line, states, batches, alike=alike)
        counts.append(dice_counts(batches, unsaved))
    damage = tuple([states.get(n, 0.0) for n in range(line.total + 1)])
    return AttackOdds(tuple(counts), damage, line.models_lost(damage))


class TargetUnit:
    """A unit that is attacked, with its models grouped by their saves."""

    def __init__(self, view: GameView, unit: UnitId) -> None:
        self.leads = list[Model]()
        """One model of each kind."""
        numbers, bearers = dict[object, int](), list[WoundCandidate]()
        for model in view.table.of(unit):
            profile = model.profile
            key = profile.sv, invulnerable(view, model).now, profile.has(CAMOUFLAGE)
            if key not in numbers:
                numbers[key] = len(self.leads)
                self.leads.append(model)
            bearers.append(WoundCandidate(model.wounds, profile.w, numbers[key]))
        self.line = WoundQueue(bearers)


@dataclass(frozen=True, slots=True)
class AttackForecast:
    """The odds of a unit's attack on another, and the rolls it needs."""

    target: UnitId
    dice: tuple[ForecastFigure, ...]
    """The rolls needed to hit, to wound and, by the target, to save."""
    odds: AttackOdds
    flee: tuple[ForecastFigure, ...] = ()
    """Number of models that flee at the end of the turn, if any may."""

    def figures(self) -> tuple[ForecastFigure, ...]:
        return (*self.dice, *harm_figures(self.target, self.odds), *self.flee)


def harm_figures(target: UnitId, odds: AttackOdds) -> Iterator[ForecastFigure]:
    """Yield the results of an attack, each number with its distribution."""
    counts = odds.counts
    yield counted("hits", counts.hits, "MC-15", target)
    yield counted("wounds", counts.wounds, "MC-16", target)
    yield counted("not saved", counts.unsaved, "MC-17", target)
    if odds.damage != odds.lost:
        yield counted("wounds lost", odds.damage, "MC-18", target, kind=FigureKind.WOUNDS_LOST)
    yield counted("models lost", odds.lost, "MC-18", target, kind=FigureKind.MODELS_LOST)
    yield ForecastFigure(
        "is destroyed",
        value=odds.destroys,
        clause="MC-18",
        about=target,
        kind=FigureKind.DESTROYED,
    )


def attack(
    view: GameView, target: UnitId, groups: Sequence[AttackGroup[CoverBonus]]
) -> AttackForecast:
    """Return the forecast of some groups of attacks at a unit, one after the other."""
    foe, rules = TargetUnit(view, target), ModernAttacks()
    dice = [f for one in groups for f in rolls_needed(rules, view, one, foe.leads)]
    odds = attack_odds([batches_of(rules, view, one, foe.leads) for one in groups], foe.line)
    return AttackForecast(target, tuple(dice), odds, tuple(flee_figures(view, target, odds)))


def flee_figures(view: GameView, target: UnitId, odds: AttackOdds) -> Iterator[ForecastFigure]:
    """``MC-25``  Yield the number of models that flee in this turn, if the unit may test."""
    unit, models = view.table.units[target], view.table.of(target)
    if any(True for _ in MORALE.of(view, unit)):
        return
    lost, ld = lost_in_turn(view.table, target), best_ld(view, target)
    spread = fleeing_after(odds.lost, lost, ld, len(models))
    yield counted("flee then", spread, "MC-25", target, (Reason(0, f"Ld {ld}", "MC-25"),))


def fleeing(lost: int, ld: int, left: int, bonus: int = 0) -> Spread:
    """Return the distribution of models that flee: one per point of d6 + *lost* above Ld.

    *ld*: the highest of the unit; *left*: the models in it; *bonus*: added to the die. A unit
    that lost no model does not test.
    """
    if not lost:
        return NONE
    parts = [(1 / 6, (*[0.0] * max(0, face + bonus + lost - ld), 1.0)) for face in FACES]
    return at_most(mixture(parts), left)


def fleeing_after(lost: Spread, before: int, ld: int, models: int, bonus: int = 0) -> Spread:
    """Return the distribution of models that flee after an attack on a unit of *models*.

    *lost*: the distribution of models that it costs; *before*: the number lost in the turn so
    far.
    """
    return mixture(
        [(p, fleeing(before + n, ld, models - n, bonus)) for n, p in enumerate(lost) if p]
    )


def strike_odds(view: GameView, target: UnitId, blows: Sequence[MeleeAttack]) -> AttackForecast:
    """``CC-36``  Return the forecast of melee attacks on a unit, those alike together."""
    return attack(
        view,
        target,
        [
            melee_attacks.attack_group(view, group)
            for group in melee_attacks.grouped(view, blows)
        ],
    )


def blows_at(
    view: GameView, unit_id: UnitId, target: UnitId, weapon: str = ""
) -> list[MeleeAttack]:
    """``MC-24``  Return all attacks that a unit may make on another.

    *weapon*: used by all models that have it; others use the one that does most damage.
    """
    blows = list[MeleeAttack]()
    for (_, weapons, foes), models in fighters(view.table, unit_id).items():
        if target in foes:
            arm = _best(view, models[0], weapons, target, weapon)
            blows += [blow(view, model, arm, target) for model in models]
    return blows


def _best(
    view: GameView, model: Model, weapons: Sequence[Weapon], target: UnitId, wish: str
) -> Weapon:
    named = [w for w in weapons if w.name == wish]
    if named or len(weapons) == 1:
        return (named or weapons)[0]

    def worth(weapon: Weapon) -> float:
        blows = [blow(view, model, weapon, target)]
        return average(strike_odds(view, target, blows).odds.damage)

    return max(weapons, key=worth)
