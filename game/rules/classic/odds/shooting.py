"""Odds of a unit's fire, and of the panic it causes (CC-05 to CC-17, CC-32)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from types import MappingProxyType
from typing import TypeAlias

from game.play.game import GameView
from game.rules.classic.hooks import SPARED, TESTED
from game.rules.classic.morale import is_a_quarter, lost_in_phase
from game.rules.classic.odds.blast import BlastOdds, after_blast, best_blast
from game.rules.classic.odds.wounds import (
    DieHarm,
    Futures,
    TargetKinds,
    after,
    ends_on_one,
    harm_of,
    leadership_chance,
    lost_models,
    lost_wounds,
    succeeds,
)
from game.rules.classic.shooting import firing_options, hit_of, in_order, overheat_wound
from game.rules.classic.targeting import AimedWeapon
from game.rules.classic.unit_state import is_falling_back, is_locked, to_wound, unit_trait
from game.rules.classic.wounds import Hit, best_save
from game.rules.kit.dice import Again
from game.rules.kit.forecasts import ForecastFigure, counted
from game.rules.kit.probability import (
    NONE,
    Spread,
    add_outcome,
    at_most,
    average,
    chance_of_face,
    convolve,
    of_dice,
    reaches,
)
from game.table.events import Reason
from game.table.records import Unit, UnitId

Weapons: TypeAlias = Mapping[str, str]
"""The weapon that each profile fires, by their names; profiles left out fire the best."""
ANY: Weapons = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class VolleyGroup:
    """Models that fire one weapon and need the same rolls."""

    weapon: str
    shots: tuple[AimedWeapon, ...]
    figures: tuple[ForecastFigure, ...]
    """Rolls that each die needs to hit and to wound, and that the target needs to save."""
    harm: DieHarm
    hot: float = 0.0
    """Chance that a die overheats and its firer fails to save."""

    @property
    def dice(self) -> int:
        return sum([shot.shots for shot in self.shots])


@dataclass(frozen=True, slots=True)
class VolleyOdds:
    """Odds of one unit shooting at another."""

    shooter: UnitId
    target: UnitId
    batteries: tuple[VolleyGroup, ...]
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
        each = [figure for battery in self.batteries for figure in battery.figures]
        each += [figure for blast in self.blasts for figure in blast.figures()]
        return (
            *each,
            counted("wounds", self.wounds, "CC-12", self.target),
            counted("models lost", self.lost, "CC-17", self.target),
            ForecastFigure("is destroyed", self.destroys, "CC-17", self.target),
            *((ForecastFigure("falls back", self.breaks, "CC-32", self.target),) * self.tested),
            *(
                (counted("own models lost", self.own, "CC-09", self.shooter),)
                * (len(self.own) > 1)
            ),
        )


def volley(
    view: GameView, unit_id: UnitId, target: UnitId, weapons: Weapons = ANY
) -> VolleyOdds | None:
    """Return the odds of a unit's fire at another; None if none of its models may shoot."""
    shots = list[AimedWeapon]()
    for (profile, names), models in firing_options(view, unit_id, target).items():
        n = names.index(weapons[profile]) if weapons.get(profile) in names else None
        if n is None:
            n = _best(view, models, target)
        shots += [ways[n] for ways in models]
    if not shots:
        return None
    return odds_of(view, in_order(view, unit_id, shots), target)


def _best(view: GameView, models: Sequence[tuple[AimedWeapon, ...]], target: UnitId) -> int:
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
    batteries = _batteries(view, [s for s in shots if not s.weapon.blast], target, kinds)
    futures: Futures = {kinds.ranks: 1.0}
    for battery in batteries:
        futures = after(futures, battery.dice, battery.harm)
    if apart:
        for blast in blasts:
            futures = after_blast(futures, blast, [m.id for m in kinds.leads])
    lost, wounds = lost_models(kinds.ranks, futures), lost_wounds(kinds.ranks, futures)
    if not apart:
        for blast in blasts:
            lost = at_most(convolve(lost, blast.lost.get(target, NONE)), len(models))
            wounds = at_most(convolve(wounds, blast.wounds.get(target, NONE)), len(models))
    own = NONE
    for battery in batteries:
        own = convolve(own, _overheated(view, battery))
    for blast in blasts:
        own = convolve(own, blast.lost.get(unit_id, NONE))
    unit = view.table.units[target]
    breaks, tested = panic_chance(view, unit, lost), may_be_tested(view, unit)
    return VolleyOdds(
        unit_id, target, batteries, tuple(blasts), wounds, lost, own, breaks, tested
    )


def _batteries(
    view: GameView, shots: Sequence[AimedWeapon], target: UnitId, kinds: TargetKinds
) -> tuple[VolleyGroup, ...]:
    groups = dict[tuple[str, int, Again | None, Hit], list[AimedWeapon]]()
    for shot in shots:
        key = shot.weapon.name, shot.need, shot.again, hit_of(view, shot, target)
        groups.setdefault(key, []).append(shot)
    toughness = unit_trait(view, target, "t")
    return tuple(
        _battery(view, group, hit, toughness, kinds) for (_, _, _, hit), group in groups.items()
    )


def _battery(
    view: GameView, group: Sequence[AimedWeapon], hit: Hit, toughness: int, kinds: TargetKinds
) -> VolleyGroup:
    lead, need = group[0], to_wound(hit.strength, toughness)
    name, chance = lead.weapon.name, succeeds(lead.need, lead.again)
    why = (Reason(0, f"S {hit.strength} against T {toughness}", "CC-12"),)
    hits = of_dice(sum([shot.shots for shot in group]), chance)
    figures = [
        ForecastFigure("to hit", chance, "CC-05", name, lead.need, lead.reasons),
        ForecastFigure("to wound", chance_of_face(need), "CC-12", name, need, why),
    ]
    for face, reason in dict.fromkeys(best_save(view, m, hit) for m in kinds.leads):
        figures.append(
            ForecastFigure(
                "to save", chance_of_face(face), reason.clause, name, face, (reason,)
            )
        )
    figures.append(counted("hits", hits, "CC-05", name))
    hot = 0.0
    if "gets hot" in lead.weapon.rules:
        firer = view.table.models[lead.model]
        fails = 1.0 - chance_of_face(best_save(view, firer, overheat_wound(view, firer))[0])
        hot = ends_on_one(lead.need, lead.again) * fails
        figures.append(ForecastFigure("overheats", hot, "CC-09", name))
    return VolleyGroup(
        name,
        tuple(group),
        tuple(figures),
        harm_of(view, chance, hit, toughness, kinds.leads),
        hot,
    )


def _overheated(view: GameView, battery: VolleyGroup) -> Spread:
    """``CC-09``  Return the distribution of firers lost to their own weapons."""
    spread = NONE
    if battery.hot:
        for shot in battery.shots:
            left = view.table.models[shot.model].wounds
            spread = add_outcome(spread, reaches(of_dice(shot.shots, battery.hot), left))
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
