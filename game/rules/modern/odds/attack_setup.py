"""Attacks as the rules would roll them now, with every modifier, for computing odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from game.play.game import GameView
from game.rules.kit.dice import Again
from game.rules.kit.forecasts import ForecastFigure, counted
from game.rules.kit.probability import average
from game.rules.modern.dice_tables import toughness
from game.rules.modern.hooks import MORALE
from game.rules.modern.melee_attacks import BARE_HANDS, MeleeAttack, blow, fighters, hits_on
from game.rules.modern.morale import best_ld, lost_in_turn
from game.rules.modern.odds.attacks import AttackOdds, Group, attack_odds, succeeds
from game.rules.modern.odds.dice_sums import fleeing_after
from game.rules.modern.odds.wounds import WoundCandidate, WoundQueue
from game.rules.modern.shooting import hit_of
from game.rules.modern.targeting import AimedWeapon
from game.rules.modern.wounds import (
    CAMOUFLAGE,
    RENDING,
    Hit,
    SavingThrow,
    best_save,
    group_identical,
    hit_with,
    invulnerable,
    rending_wound,
    save_again,
    wounds_on,
)
from game.table.events import Reason
from game.table.records import NO_DICE, DiceExpression, How, Model, UnitId, Weapon


class HitGroup(NamedTuple):
    """Attacks of one group with identical hits."""

    hit: Hit
    attacks: int
    dice: DiceExpression = NO_DICE
    twice: DiceExpression = NO_DICE
    """``MC-14``  Dice that count twice each."""


@dataclass(frozen=True, slots=True)
class AttackGroup:
    """All attacks with one weapon and the same roll to hit; rolled together (``CC-36``)."""

    weapon: str
    need: int
    lots: tuple[HitGroup, ...]
    again: Again | None = None
    reasons: tuple[Reason, ...] = ()


class TargetUnit:
    """A unit that is attacked, with its models grouped by their saves."""

    def __init__(self, view: GameView, unit: UnitId) -> None:
        models = view.table.of(unit)
        numbers = dict[tuple[object, ...], int]()
        self.unit = unit
        self.leads = list[Model]()
        """One model of each kind."""
        bearers = list[WoundCandidate]()
        for model in models:
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
    groups: tuple[Group, ...]
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
        yield counted("wounds lost", odds.damage, "MC-18", target)
    yield counted("models lost", odds.lost, "MC-18", target)
    yield ForecastFigure("is destroyed", odds.destroys, "MC-18", target)


def attack(view: GameView, target: UnitId, salvos: Sequence[AttackGroup]) -> AttackForecast:
    """Return the forecast of some attack groups on a unit, one after the other."""
    foe = TargetUnit(view, target)
    groups, figures = list[Group](), list[ForecastFigure]()
    for salvo in salvos:
        first, *also = [_group(view, foe, salvo, lot) for lot in salvo.lots]
        groups.append(replace(first, also=tuple(also)))
        figures += _needs(view, foe, salvo, first)
    odds = attack_odds(groups, foe.line)
    flee = tuple(flee_figures(view, target, odds))
    return AttackForecast(target, tuple(figures), tuple(groups), odds, flee)


def flee_figures(view: GameView, target: UnitId, odds: AttackOdds) -> Iterator[ForecastFigure]:
    """``MC-25``  Yield the number of models that flee in this turn, if the unit may test."""
    unit, models = view.table.units[target], view.table.of(target)
    if any(True for _ in MORALE.of(view, unit)):
        return
    lost, ld = lost_in_turn(view.table, target), best_ld(view, target)
    spread = fleeing_after(odds.lost, lost, ld, len(models))
    yield counted("flee then", spread, "MC-25", target, (Reason(0, f"Ld {ld}", "MC-25"),))


def _group(view: GameView, foe: TargetUnit, salvo: AttackGroup, lot: HitGroup) -> Group:
    hit = lot.hit
    save = tuple([best_save(view, model, hit).need for model in foe.leads])
    rending = [
        best_save(view, m, rending_wound(hit)).need for m in foe.leads if RENDING in hit.rules
    ]
    return Group(
        lot.attacks,
        lot.dice,
        lot.twice,
        salvo.need,
        wounds_on(hit, toughness(view, foe.unit))[0],
        save,
        tuple(rending),
        hit.damage,
        hit.damage_dice,
        relay=salvo.again is not None,
        scatterfield=save_again(view, foe.unit, min(save)) is not None,
        leaks=hit.cover.leaks,
    )


def _needs(
    view: GameView, foe: TargetUnit, salvo: AttackGroup, group: Group
) -> Iterator[ForecastFigure]:
    """``MC-15`` to ``MC-17``  Yield the rolls that attacks need, with every modifier."""
    weapon, again = salvo.weapon, salvo.again
    why = (*salvo.reasons, *((Reason(0, again.why, again.clause),) if again else ()))
    chance = succeeds(salvo.need, again=group.relay)
    yield ForecastFigure("to hit", chance, "MC-15", weapon, salvo.need, why)
    need, why = wounds_on(salvo.lots[0].hit, toughness(view, foe.unit))
    yield ForecastFigure("to wound", succeeds(need), "MC-16", weapon, need, why)
    found = list[SavingThrow]()
    for what, hits in (
        ("to save", [lot.hit for lot in salvo.lots]),
        ("to save, rending", [rending_wound(lot.hit) for lot in salvo.lots if group.rent]),
    ):
        for save in dict.fromkeys([best_save(view, m, hit) for hit in hits for m in foe.leads]):
            if save not in found:
                found.append(save)
                chance = succeeds(save.need, again=group.scatterfield)
                yield ForecastFigure(what, chance, "MC-17", weapon, save.need, save.reasons)


def shot_salvo(view: GameView, group: Sequence[AimedWeapon]) -> AttackGroup:
    """Return the attack group of shots that are fired together, as ``grouped`` returns them."""
    lead = group[0]
    lots = [_shot_lot(hits) for hits in _by_hit(view, group)]
    return AttackGroup(lead.weapon.name, lead.need, tuple(lots), lead.again, lead.reasons)


def _by_hit(
    view: GameView, group: Sequence[AimedWeapon]
) -> Iterator[list[tuple[Hit, AimedWeapon]]]:
    pairs = [(hit_of(view, shot), shot) for shot in group]
    yield from group_identical(pairs, [hit for hit, _ in pairs])


def _shot_lot(shots: Sequence[tuple[Hit, AimedWeapon]]) -> HitGroup:
    hit, lead = shots[0]
    once = [shot for _, shot in shots if not shot.doubled]
    doubled = [shot for _, shot in shots if shot.doubled]
    many = sum([s.shots for s in once]) + 2 * sum([s.shots for s in doubled])
    return HitGroup(hit, many, _dice(lead.dice, once), _dice(lead.dice, doubled))


def _dice(each: DiceExpression, shots: Sequence[AimedWeapon]) -> DiceExpression:
    return DiceExpression(each.many * len(shots), each.sides)


def blow_salvos(view: GameView, blows: Sequence[MeleeAttack]) -> list[AttackGroup]:
    """``CC-36``  Group melee attacks that are rolled together: one weapon, one roll to hit."""
    keys = [(b.weapon.name, hits_on(view, b).need) for b in blows]
    return [_blow_salvo(view, group) for group in group_identical(blows, keys)]


def _blow_salvo(view: GameView, group: Sequence[MeleeAttack]) -> AttackGroup:
    lead = group[0]
    to_hit = hits_on(view, lead)
    hits = [hit_with(view, view.table.models[b.model], b.weapon, How.FOUGHT) for b in group]
    pairs = list(zip(hits, group, strict=True))
    lots = [
        _blow_lot(some)
        for some in group_identical(pairs, [(hit, b.dice.sides) for hit, b in pairs])
    ]
    return AttackGroup(lead.weapon.name, to_hit.need, tuple(lots), reasons=to_hit.reasons)


def _blow_lot(blows: Sequence[tuple[Hit, MeleeAttack]]) -> HitGroup:
    hit, lead = blows[0]
    dice = DiceExpression(sum([b.dice.many for _, b in blows]), lead.dice.sides)
    return HitGroup(hit, sum([b.attacks for _, b in blows]), dice)


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
        salvos = blow_salvos(view, [blow(view, model, weapon, target)])
        return average(attack(view, target, salvos).odds.damage)

    return max(weapons, key=worth, default=BARE_HANDS)
