"""Blast markers, and their odds (CC-10, CC-11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import reduce
from typing import NamedTuple, TypeAlias

from game.cores.classic.rules import ClassicHit
from game.cores.classic.rules.odds import Futures, Ranks, hit_kind, is_wounded
from game.cores.classic.rules.targeting import shot_hit
from game.cores.classic.rules.wounds import is_slain, strike_models
from game.cores.kit.aimed_weapons import AimedWeapon
from game.cores.kit.dice import random_direction, scatter
from game.cores.kit.dice_chances import SUMS
from game.cores.kit.probability import NONE, Spread, at_most, convolve, mixture, of_dice
from game.cores.kit.queries import ForecastFigure, counted
from game.cores.kit.sight import sees
from game.cores.kit.traits import trait
from game.cores.kit.units import in_turn, touch
from game.geometry.limits import is_within
from game.geometry.points import (
    CONTACT,
    Disc,
    Point,
    direction,
    distance,
    gap,
    point_ahead,
    thousandths,
)
from game.play.decisions import CommonKind, Option, ask_which
from game.play.game import Game, GameView
from game.play.placement import Place, Touching
from game.table.events import MarkerLaid, RollKind
from game.table.records import Model, ModelId, Side, UnitId


class BlastMarker(NamedTuple):
    """A blast marker on the table, with the shot that it belongs to."""

    shot: AimedWeapon
    disc: Disc


async def fire_blasts(game: Game, shots: Sequence[AimedWeapon], target: UnitId) -> None:
    """``CC-10``, ``CC-11``, ``CC-36``  Lay all markers of a group.

    Then hit the models they touch.
    """
    down = list[BlastMarker]()
    for shot in shots:
        down += [BlastMarker(shot, disc) for disc in await lay(game, shot, target)]
    if down:
        await burst(game, down)


async def lay(game: Game, shot: AimedWeapon, target: UnitId) -> list[Disc]:
    """``CC-09``, ``CC-11``  Lay the markers of one weapon and return them.

    Each shot is a marker of its own, but those of a barrage touch each other.
    """
    firer = game.table.models[shot.model]
    if not (models := in_sight(game, firer, shot, target)):
        return []
    barrage = "barrage" in shot.weapon.rules
    markers = list[Disc]()
    for n in range(shot.shots):
        if n and barrage:
            markers.append(await lay_further(game, shot, markers))
        else:
            markers.append(await lay_first(game, shot, await _aim(game, firer, shot, models)))
    return markers


def in_sight(view: GameView, firer: Model, shot: AimedWeapon, target: UnitId) -> list[Model]:
    """``CC-10``  Return the models of the target over which a marker may be placed."""
    return [
        foe
        for foe in view.table.of(target)
        if is_within(gap(firer.disc, foe.disc), shot.weapon.range)
        and sees(view.table, firer.disc, foe.disc)
    ]


async def _aim(game: Game, firer: Model, shot: AimedWeapon, models: Sequence[Model]) -> Point:
    options = [Option(m.id, m.profile.name, "CC-10", m.id) for m in models]
    asks = f"{shot.weapon.name}: place the blast over which model?"
    kind = CommonKind.AIM
    over = await ask_which(firer.side, "CC-10", asks, options, about=firer.id, kind=kind)
    return game.table.models[ModelId(over)].at


async def lay_first(game: Game, shot: AimedWeapon, aim: Point) -> Disc:
    """``CC-10``  Roll scatter for a marker and lay it.

    On a hit it stays; otherwise it moves 2d6 - BS inches, never less than 0.
    """
    firer = game.table.models[shot.model]
    thrown = scatter(game, "CC-10", firer.side, firer.unit)
    if not thrown.hit:
        distance = max(0, thrown.distance - trait(game, firer, "bs").now)
        aim = thousandths(point_ahead(aim, thrown.toward, distance))
    return _laid(game, "CC-10", shot, aim)


async def lay_further(game: Game, shot: AimedWeapon, down: Sequence[Disc]) -> Disc:
    """``CC-11``  Roll for a further marker of a barrage and lay it.

    An arrow: touching the first marker in that direction; a hit: touching any, as its owner
    chooses.
    """
    firer = game.table.models[shot.model]
    at = await place_next_blast_marker(game, firer.side, firer.unit, firer.id, down)
    return _laid(game, "CC-11", shot, at)


async def place_next_blast_marker(
    game: Game, by: Side, id_: str, about: str, down: Sequence[Disc]
) -> Point:
    """``CC-11``  Return the position of the next marker of a barrage, of the same size.

    *by* throws the dice; *about* is the model or piece that fires the barrage.
    """
    (die,) = game.throw("CC-11", by, "scatter", id_=id_, kind=RollKind.BLAST)
    radius = down[0].radius
    if die > 2:
        toward = random_direction(game, "CC-11", by, id_)
        return thousandths(point_ahead(down[0].at, toward, 2 * radius))
    place = Place(
        by,
        "CC-11",
        "Place the next blast touching one already placed",
        region=Touching(tuple(down), radius),
        about=about,
        kind=CommonKind.BLAST,
    )
    return (await place).at


def _laid(game: Game, clause: str, shot: AimedWeapon, at: Point) -> Disc:
    game.do(MarkerLaid(clause, at, shot.weapon.blast))
    return Disc(at, shot.weapon.blast / 2)


async def burst(game: Game, down: Sequence[BlastMarker]) -> None:
    """``CC-10``  Give every model that a marker touches, friend or foe, a hit from it.

    ``CC-36``  All rolls to wound, the acting side's models first, then all saves.
    """
    firer = game.table.models[down[0].shot.model]
    struck = [
        (model.id, hits)
        for side in in_turn(game.table, firer.side)
        for model in game.table.standing(side)
        if (hits := [blast_hit(game, m.shot, model) for m in down if touch(m.disc, model.disc)])
    ]
    await strike_models(game, struck)


def blast_hit(view: GameView, shot: AimedWeapon, model: Model) -> ClassicHit:
    """Return the hit of a marker on a model that it touches."""
    firer, weapon = view.table.models[shot.model], shot.weapon
    return shot_hit(view, firer, weapon, model.unit, weapon.strength)


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
