"""Odds of a unit's fire with the panic that it causes (CC-05 to CC-17, CC-32)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from math import fsum
from types import MappingProxyType
from typing import TypeAlias

from game.cores.classic.rules import SPARED, CoverBonus
from game.cores.classic.rules.blast_odds import BlastOdds, after_blast, best_blast
from game.cores.classic.rules.losses import lost_in_phase
from game.cores.classic.rules.morale import is_a_quarter
from game.cores.classic.rules.odds import (
    CountedAttacks,
    Futures,
    TargetKinds,
    fails_save,
    leadership_chance,
    lost_models,
    lost_wounds,
)
from game.cores.classic.rules.shooting import attack_group, firing_options, in_order
from game.cores.classic.rules.unit_state import is_falling_back, is_locked
from game.cores.classic.rules.wounds import ClassicAttacks, backfire_wound
from game.cores.kit import probability
from game.cores.kit.aimed_weapons import AimedWeapon
from game.cores.kit.attack_odds import rolls_needed, shows
from game.cores.kit.attacks import AttackGroup, group_identical
from game.cores.kit.marks import TESTED
from game.cores.kit.probability import (
    NONE,
    Spread,
    add_outcome,
    at_most,
    average,
    compound,
    convolve,
    of_dice,
    total,
)
from game.cores.kit.queries import ForecastFigure, counted
from game.play.game import GameView
from game.table.records import Unit, UnitId, many

Weapons: TypeAlias = Mapping[str, str]
"""The weapon that each profile fires, by their names; profiles left out fire the best."""
ANY: Weapons = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class VolleyGroup:
    """Models that fire one weapon and need the same rolls."""

    attack_group: AttackGroup[CoverBonus]
    counted: CountedAttacks
    figures: tuple[ForecastFigure, ...]
    """Rolls that each die needs to hit and to wound, and that the target needs to save."""
    hot: float = 0.0
    """Chance that a die overheats and its firer fails to save."""

    @property
    def weapon(self) -> str:
        return self.attack_group.to_hit.weapon


@dataclass(frozen=True, slots=True)
class VolleyOdds:
    """Odds of one unit shooting at another."""

    shooter: UnitId
    target: UnitId
    groups: tuple[VolleyGroup, ...]
    _: KW_ONLY
    blasts: tuple[BlastOdds, ...]
    wounds: Spread
    """Distribution of the wounds lost; instant death counts in full."""
    lost: Spread
    """Distribution of the target's models lost."""
    own: Spread
    """Distribution of the firing unit's models lost to overheating or its own markers."""
    breaks: float
    """Chance that the target falls back for its losses (``CC-32``)."""
    tested: bool = True
    """True if its losses may force a test at all."""

    @property
    def destroys(self) -> float:
        """Return the chance that no model of the target is left."""
        return self.lost[-1] if len(self.lost) > 1 else 0.0

    def figures(self) -> tuple[ForecastFigure, ...]:
        """Return the forecast of the volley: rolls needed, wounds and losses."""
        each = [figure for group in self.groups for figure in group.figures]
        each += [figure for blast in self.blasts for figure in blast.figures()]
        return (
            *each,
            counted("wounds", self.wounds, "CC-12", self.target),
            counted("models lost", self.lost, "CC-17", self.target),
            ForecastFigure(
                "is destroyed", value=self.destroys, clause="CC-17", about=self.target
            ),
            *(
                (
                    ForecastFigure(
                        "falls back", value=self.breaks, clause="CC-32", about=self.target
                    ),
                )
                * self.tested
            ),
            *(
                (counted("own models lost", self.own, "CC-09", self.shooter),)
                * (len(self.own) > 1)
            ),
        )


def volley_odds(
    view: GameView, unit_id: UnitId, target: UnitId, weapons: Weapons = ANY
) -> VolleyOdds | None:
    """Return the odds of a unit's fire at another; None if none of its models may shoot."""
    shots = list[AimedWeapon]()
    for (profile, names), models in firing_options(view, unit_id, target).items():
        n = names.index(weapons[profile]) if weapons.get(profile) in names else None
        if n is None:
            n = best_weapon(view, models, target)
        shots += [ways[n] for ways in models]
    if not shots:
        return None
    return odds_of(view, in_order(view, unit_id, shots), target)


def best_weapon(
    view: GameView, models: Sequence[tuple[AimedWeapon, ...]], target: UnitId
) -> int:
    """Return the index of the weapon with the highest mean of wounds on the target."""
    many = len(models[0])
    if many == 1:
        return 0
    worth = [
        average(odds_of(view, [ways[n] for ways in models], target).wounds) for n in range(many)
    ]
    return max(range(many), key=lambda n: worth[n])


def odds_of(view: GameView, shots: Sequence[AimedWeapon], target: UnitId) -> VolleyOdds:
    """Return the odds of given shots, all of one unit."""
    unit_id, models = view.table.models[shots[0].model].unit, view.table.of(target)
    blasts = [best_blast(view, s, target) for s in shots if s.weapon.blast]
    apart = bool(blasts) and any([m.wounds > 1 for m in models])
    kinds = TargetKinds(view, models, apart=apart)
    groups = _volley_groups(view, [s for s in shots if not s.weapon.blast], kinds)
    futures: Futures = {kinds.ranks: 1.0}
    for group in groups:
        futures = group.counted.after(futures)
    if apart:
        for blast in blasts:
            futures = after_blast(futures, blast, [m.id for m in kinds.leads])
    lost, wounds = lost_models(kinds.ranks, futures), lost_wounds(kinds.ranks, futures)
    if not apart:
        for blast in blasts:
            lost = at_most(convolve(lost, blast.lost.get(target, NONE)), len(models))
            wounds = at_most(convolve(wounds, blast.wounds.get(target, NONE)), len(models))
    own = NONE
    for group in groups:
        own = convolve(own, _overheated(view, group))
    for blast in blasts:
        own = convolve(own, blast.lost.get(unit_id, NONE))
    unit = view.table.units[target]
    breaks, tested = panic_chance(view, unit, lost), may_be_tested(view, unit)
    return VolleyOdds(
        unit_id,
        target=target,
        groups=groups,
        blasts=tuple(blasts),
        wounds=wounds,
        lost=lost,
        own=own,
        breaks=breaks,
        tested=tested,
    )


def _volley_groups(
    view: GameView, shots: Sequence[AimedWeapon], kinds: TargetKinds
) -> tuple[VolleyGroup, ...]:
    """Return the shots in groups of the same weapon, need and hit."""
    each = [attack_group(view, [shot]) for shot in shots]
    keys = [(g.to_hit.weapon, g.to_hit.need, g.to_hit.again, g.attacks[0].hit) for g in each]
    groups = group_identical(each, keys)
    split = Counter([alike[0].to_hit.weapon for alike in groups])
    return tuple(
        [
            _volley_group(view, alike, kinds, named=split[alike[0].to_hit.weapon] > 1)
            for alike in groups
        ]
    )


def _volley_group(
    view: GameView,
    alike: Sequence[AttackGroup[CoverBonus]],
    kinds: TargetKinds,
    *,
    named: bool = False,
) -> VolleyGroup:
    """Return a group of shots with its odds; its figures say who fires if it is *named*."""
    group = replace(alike[0], attacks=tuple([a for one in alike for a in one.attacks]))
    odds, cast = CountedAttacks.of(view, group, kinds.leads), group.to_hit
    hits = total(compound(odds.batch.attacks, odds.batch.hit))
    figures = [
        *rolls_needed(ClassicAttacks(), view, group, kinds.leads, brief=True),
        counted("hits", hits, "CC-05", cast.weapon),
    ]
    hot, firer = 0.0, view.table.models[group.attacks[0].model]
    for trigger in group.attacks[0].hit.triggers:
        if trigger.backfires:
            fails = fails_save(view, firer, backfire_wound(view, firer, trigger))
            hot = shows(trigger.face, cast.need, cast.again) * fails
            figures.append(
                ForecastFigure("overheats", value=hot, clause=trigger.clause, about=cast.weapon)
            )
    if named:
        firers = many(len({a.model for a in group.attacks}), "model")
        figures = [replace(f, about=f"{cast.weapon} of {firers}") for f in figures]
    return VolleyGroup(group, odds, tuple(figures), hot)


def _overheated(view: GameView, group: VolleyGroup) -> Spread:
    """``CC-09``  Return the distribution of firers lost to their own weapons."""
    spread = NONE
    if group.hot:
        for attack in group.attack_group.attacks:
            left = view.table.models[attack.model].wounds
            spread = add_outcome(
                spread, probability.reaches(of_dice(attack.many, group.hot), left)
            )
    return spread


def panic_chance(view: GameView, unit: Unit, lost: Spread) -> float:
    """``CC-32``  Return the chance that a unit falls back for losses of this phase."""
    if is_spared(view, unit):
        return 0.0
    heavy = [chance for n, chance in enumerate(lost) if n in _heavy(view, unit)]
    return fsum(heavy) * (1.0 - leadership_chance(view, unit))


def _heavy(view: GameView, unit: Unit) -> list[int]:
    """``CC-32``  Return the numbers of further losses that force a test, with a model left."""
    before, standing = lost_in_phase(view.table, unit.id), len(view.table.of(unit.id))
    return [n for n in range(standing) if is_a_quarter(before + n, standing - n)]


def may_be_tested(view: GameView, unit: Unit) -> bool:
    """``CC-32``  Return whether losses of this phase may force a test; never for one model."""
    return bool(_heavy(view, unit)) and not is_spared(view, unit)


def is_spared(view: GameView, unit: Unit) -> bool:
    """``CC-32``  Return whether losses of this phase do not force a test."""
    return (
        not view.rules.options.get("morale", True)
        or is_locked(unit)
        or is_falling_back(unit)
        or unit.mark(TESTED) is not None
        or any(True for _ in SPARED.of(view, unit))
    )
