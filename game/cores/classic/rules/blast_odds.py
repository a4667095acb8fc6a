"""Odds of blast markers (CC-10, CC-11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import reduce
from typing import NamedTuple, TypeAlias

from game.cores.classic.rules.blast import blast_hit, in_sight
from game.cores.classic.rules.odds import Futures, Ranks, hit_kind, is_wounded
from game.cores.classic.rules.wounds import is_slain
from game.cores.kit.aimed_weapons import AimedWeapon
from game.cores.kit.dice_chances import SUMS
from game.cores.kit.probability import NONE, Spread, at_most, convolve, mixture, of_dice
from game.cores.kit.queries import ForecastFigure, counted
from game.cores.kit.traits import trait
from game.cores.kit.units import touch
from game.geometry.points import (
    CONTACT,
    Disc,
    Point,
    direction,
    distance,
    point_ahead,
    thousandths,
)
from game.play.game import GameView
from game.table.records import Model, ModelId, UnitId

WAYS = tuple(direction(n * 10) for n in range(36))
STAYS = 1 / 3
"""Chance of a *hit* on the scatter die."""
MAX_SCATTER = 12.0
Landing: TypeAlias = tuple[float, Point]
"""The chance of a position of the marker, and the position."""
Sets: TypeAlias = dict[tuple[ModelId, ...], float]
"""Probability of each set of models that a marker touches."""


class BlastHarm(NamedTuple):
    """The effect of one hit on a model."""

    chance: float
    """Chance of an unsaved wound."""
    slays: bool


@dataclass(frozen=True, slots=True)
class BlastOdds:
    """Odds of one weapon's markers, aimed at one model."""

    weapon: str
    aim: ModelId
    hits: Mapping[UnitId, Spread]
    """Distribution of the models of each unit that the markers touch."""
    _: KW_ONLY
    lost: Mapping[UnitId, Spread]
    wounds: Mapping[UnitId, Spread]
    """Distributions of models and of wounds lost by each unit near the aim."""
    touched: tuple[Sets, ...]
    """One for each marker."""
    harms: Mapping[ModelId, BlastHarm]
    """The effect of one hit on each model that may be touched."""

    def figures(self) -> tuple[ForecastFigure, ...]:
        """Return the forecast of hits on each unit."""
        return tuple(
            counted(f"{self.weapon}: hits", hits, "CC-10", unit)
            for unit, hits in self.hits.items()
        )


def best_blast(view: GameView, shot: AimedWeapon, target: UnitId) -> BlastOdds:
    """Return the odds of a marker laid over the model where it would touch most enemies.

    A model of the firer's own side counts as two enemies not touched.
    """
    firer = view.table.models[shot.model]

    def caught(over: Model) -> int:
        near = _touched(over.at, shot.weapon.blast / 2, view.table.standing())
        sides = [view.table.models[model_id].side for model_id in near]
        return sum([-2 if side == firer.side else 1 for side in sides])

    over = max(in_sight(view, firer, shot, target), key=caught)
    return blast(view, shot, over.id)


def blast(view: GameView, shot: AimedWeapon, over: ModelId) -> BlastOdds:
    """Return the odds of a weapon that lays its first marker over a given model."""
    radius, aim = shot.weapon.blast / 2, view.table.models[over].at
    bs = trait(view, view.table.models[shot.model], "bs").now
    barrage = "barrage" in shot.weapon.rules and shot.shots > 1
    reach = MAX_SCATTER + radius + 2 * shot.weapon.blast * barrage
    near = [m for m in view.table.standing() if distance(m.at, aim) <= reach + m.base + CONTACT]
    places = list(landings(aim, bs))
    first = further = _sets(places, radius, near)
    if barrage:
        beside = [
            (c / 36, point_ahead(p, heading, 2 * radius)) for c, p in places for heading in WAYS
        ]
        further = _sets(beside, radius, near)
    sets = [first, *[further] * (shot.shots - 1)]
    harms = {m.id: _harm(view, shot, m) for m in near}
    hits, lost, wounds = dict[UnitId, Spread](), dict[UnitId, Spread](), dict[UnitId, Spread]()
    for unit in dict.fromkeys([m.unit for m in near]):
        mates = [m for m in near if m.unit == unit]
        hits[unit] = _sum_of({m.id: (0.0, 1.0) for m in mates}, sets)
        hurt = {m.id: _hurt(m, harms[m.id]) for m in mates}
        dead = _sum_of({model_id: h[0] for model_id, h in hurt.items()}, sets)
        cost = _sum_of({model_id: h[1] for model_id, h in hurt.items()}, sets)
        all_ = view.table.of(unit)
        lost[unit] = at_most(dead, len(all_))
        wounds[unit] = at_most(cost, sum([m.wounds for m in all_]))
    return BlastOdds(
        shot.weapon.name,
        aim=over,
        hits=hits,
        lost=lost,
        wounds=wounds,
        touched=tuple(sets),
        harms=harms,
    )


def after_blast(futures: Futures, odds: BlastOdds, models: Sequence[ModelId]) -> Futures:
    """Return the futures of a unit after a blast; each of its models is a kind of its own.

    *models*: the model of each kind.
    """
    for sets in odds.touched:
        left: Futures = {}
        for ranks, chance in futures.items():
            for touched, share in sets.items():
                for end, p in _burst(ranks, touched, odds, models).items():
                    left[end] = left.get(end, 0.0) + chance * share * p
        futures = left
    return futures


def _burst(
    ranks: Ranks, touched: Sequence[ModelId], odds: BlastOdds, models: Sequence[ModelId]
) -> Futures:
    futures: Futures = {ranks: 1.0}
    for kind in [models.index(model_id) for model_id in touched if model_id in models]:
        harm, left = odds.harms[models[kind]], dict[Ranks, float]()
        for stand, chance in futures.items():
            for end, share in hit_kind(stand, kind, harm.chance, slain=harm.slays):
                left[end] = left.get(end, 0.0) + chance * share
        futures = left
    return futures


def landings(aim: Point, bs: int) -> Iterator[Landing]:
    """``CC-10``  Yield positions of a marker, scattered 2d6 - BS inches, with chances."""
    stays = STAYS
    for total in range(2, 13):
        chance = (1.0 - STAYS) * SUMS[total] / 36
        inches = max(0, total - bs)
        if not inches:
            stays += chance
            continue
        for heading in WAYS:
            yield chance / 36, thousandths(point_ahead(aim, heading, inches))
    yield stays, aim


def _touched(at: Point, radius: float, models: Sequence[Model]) -> list[ModelId]:
    marker, wide = Disc(at, radius), radius + 2 * CONTACT
    return [
        m.id
        for m in models
        # Most models are far off: compare boxes before circles.
        if abs(m.at.x - at.x) <= wide + m.base
        and abs(m.at.y - at.y) <= wide + m.base
        and touch(marker, m.disc)
    ]


def _sets(places: Sequence[Landing], radius: float, near: Sequence[Model]) -> Sets:
    """Return the probability of each set of models that one marker touches."""
    sets: Sets = {}
    for chance, at in places:
        touched = tuple(_touched(at, radius, near))
        sets[touched] = sets.get(touched, 0.0) + chance
    return sets


def _sum_of(each: Mapping[ModelId, Spread], markers: Sequence[Sets]) -> Spread:
    """Return the distribution of a sum over the models that markers touch."""
    cost = NONE
    for sets in markers:
        parts = list[tuple[float, Spread]]()
        for touched, chance in sets.items():
            spreads = [each[model] for model in touched if model in each]
            parts.append((chance, reduce(convolve, spreads, NONE)))
        cost = convolve(cost, mixture(parts))
    return cost


def _harm(view: GameView, shot: AimedWeapon, model: Model) -> BlastHarm:
    hit = blast_hit(view, shot, model)
    return BlastHarm(is_wounded(view, model, hit), is_slain(view, model, hit))


def _hurt(model: Model, harm: BlastHarm) -> tuple[Spread, Spread]:
    """Return the distributions of models and of wounds lost when a hit strikes a model."""
    wounds = model.wounds if harm.slays else 1
    lost = of_dice(1, harm.chance) if wounds >= model.wounds else NONE
    return lost, (1.0 - harm.chance, *[0.0] * (wounds - 1), harm.chance)
