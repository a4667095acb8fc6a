"""Odds of a charge, and of psychic tests and powers (MC-08 to MC-11, MC-20 to MC-22)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from math import ceil, fsum

from game.cores.kit.charge_moves import arrives as can_arrive
from game.cores.kit.dice_chances import (
    HIGHER,
    NEVER,
    pairs,
    two_exceed,
    two_worth,
    two_worth_again,
)
from game.cores.kit.difficult_ground import difficult_near
from game.cores.kit.probability import NONE, Spread, at_most, mixture, of_total, reaches
from game.cores.kit.queries import FigureKind, ForecastFigure, TableView, counted
from game.cores.kit.units import gap_between
from game.cores.modern.rules import DENY_TEST, PSYCHIC_TEST, PerilEffect
from game.cores.modern.rules.charge import charge_march, charge_reasons, course, onset
from game.cores.modern.rules.fight import closing_march
from game.cores.modern.rules.movement import NEAR, difficult
from game.cores.modern.rules.odds import (
    AttackForecast,
    TargetUnit,
    attack,
    blows_at,
    strike_odds,
)
from game.cores.modern.rules.psychic import (
    BOLT,
    DOUBLES,
    STRONG,
    Power,
    PowerCast,
    bolt_targets,
    charge_of,
    deniers,
    deny_bonus,
    perils_of,
)
from game.cores.modern.rules.shooting import overwatch_of, volley
from game.cores.modern.rules.stratagems import RE_ROLL, may_spend
from game.cores.modern.rules.wounds import ONE_D3, ONE_D6
from game.geometry.points import EPSILON
from game.play.game import GameView
from game.play.paths import Moves
from game.table.board import Terrain
from game.table.events import Reason
from game.table.records import Model, ModelId, UnitId

MAX_2D6 = 12
"""Highest total of 2d6."""


@dataclass(frozen=True, slots=True)
class Road:
    """The rolls that a charge needs to arrive."""

    clear: int
    """Total of 2d6 needed on clear ground, before modifiers; 13 or more is impossible."""
    rough: int = MAX_2D6 + 1
    """The same through Difficult ground."""
    higher: int = NEVER
    """``CC-20``  Roll then needed on the higher of 2d6."""

    @property
    def need(self) -> int:
        """Return the lowest total that may suffice."""
        return min(self.clear, self.rough)

    def chance(self, total: int) -> float:
        """Return the chance to arrive if the 2d6 of the charge come to *total*."""
        if total >= self.clear:
            return 1.0
        return sum(HIGHER[self.higher :]) / 36 if total >= self.rough else 0.0


def charge_requirement(view: GameView, unit_id: UnitId, targets: Sequence[UnitId]) -> Road:
    """``MC-22``, ``CC-20``  Return a charge's needs, round Difficult ground and through it."""
    table, areas, distance = view.table, difficult(view), _far(view, unit_id, targets, MAX_2D6)
    near, inside = tuple[Terrain, ...](), False
    if areas:
        each, between = course(table, unit_id, targets, distance)
        near, inside = difficult_near(table, unit_id, each, areas, between)
    clear = MAX_2D6 + 1 if inside else _need(view, unit_id, targets, near)
    if not near:
        return Road(clear)

    def arrives(higher: int) -> bool:
        return can_arrive(onset(table, unit_id, targets, min(distance, float(higher))), table)

    if not arrives(6):
        return Road(clear)
    higher = 1 + bisect_left(range(1, 6), 1, key=lambda face: int(arrives(face)))
    more = sum([reason.amount for reason in charge_reasons(view, unit_id, targets)])
    return Road(clear, max(2, higher - more), higher)


def charge_need(view: GameView, unit_id: UnitId, targets: Sequence[UnitId]) -> int:
    """``MC-22``  Return the 2d6 total needed, before modifiers; 13 or more is impossible."""
    return charge_requirement(view, unit_id, targets).need


def _far(view: GameView, unit_id: UnitId, targets: Sequence[UnitId], total: int) -> float:
    """Return the charge distance in inches for a total of 2d6."""
    more = sum([reason.amount for reason in charge_reasons(view, unit_id, targets)])
    return float(max(0, total + more))


def _need(
    view: GameView, unit_id: UnitId, targets: Sequence[UnitId], shut: tuple[Terrain, ...]
) -> int:
    """Return the lowest total that suffices to arrive without entering the ground *shut*."""

    def arrives(total: int) -> bool:
        distance = _far(view, unit_id, targets, total)
        return can_arrive(onset(view.table, unit_id, targets, distance, shut), view.table)

    if not arrives(MAX_2D6):
        return MAX_2D6 + 1
    more = sum([reason.amount for reason in charge_reasons(view, unit_id, targets)])
    off = min([gap_between(view.table, unit_id, target) for target in targets])
    least = max(2, ceil(off - NEAR - EPSILON) - more)
    if least >= MAX_2D6 or arrives(least):
        return min(least, MAX_2D6)
    return bisect_left(range(MAX_2D6), 1, lo=least + 1, key=lambda total: int(arrives(total)))


def charge_figures(
    view: GameView, unit_id: UnitId, targets: Sequence[UnitId]
) -> Iterator[ForecastFigure]:
    """Yield the odds of a charge, of Overwatch before it, and of the attacks after it."""
    found, about = charge_requirement(view, unit_id, targets), targets[0]
    distance = _far(view, unit_id, targets, MAX_2D6)
    distance = (
        min(distance, 6.0) if found.clear > MAX_2D6 and found.rough <= MAX_2D6 else distance
    )
    furthest = charge_march(view.table, unit_id, targets, distance).suggested
    why = (Reason(0, "2d6", "MC-22"), *charge_reasons(view, unit_id, targets))
    if found.rough < found.clear:
        why = (*why, Reason(0, f"through Difficult ground: {found.higher}+", "CC-20"))
    arrives = two_worth(found.chance)
    yield ForecastFigure(
        "arrives",
        value=arrives,
        clause="MC-22",
        about=about,
        need=found.need,
        reasons=why,
        kind=FigureKind.ARRIVES,
    )
    if found.need <= MAX_2D6 and may_spend(view, view.table.units[unit_id].side, RE_ROLL):
        again = two_worth_again(found.chance)
        yield ForecastFigure(
            "with a die re-rolled",
            value=again,
            clause=RE_ROLL.clause,
            about=about,
            need=found.need,
            more=True,
        )
    for target in targets:
        if shots := overwatch_of(view, target, unit_id):
            cost = attack(view, unit_id, [volley(view, group) for group in shots])
            yield counted(
                "lost to Overwatch",
                cost.odds.lost,
                "MC-21",
                unit_id,
                kind=FigureKind.LOST_TO_OVERWATCH,
            )
    if furthest:
        for struck in piled_in(moved(view, furthest), unit_id, targets):
            yield from struck.figures()


def piled_in(
    view: GameView, unit_id: UnitId, targets: Sequence[UnitId]
) -> list[AttackForecast]:
    """``MC-24``  Return the forecasts of a unit's attacks on some enemies after piling in."""
    close = moved(view, closing_march(view.table, unit_id).suggested)
    return [found for target in targets if (found := blows_now(close, unit_id, target))]


def blows_now(
    view: GameView, unit_id: UnitId, target: UnitId, weapon: str = ""
) -> AttackForecast | None:
    """``MC-24``  Return the forecast of a unit's attacks from where it stands, or None.

    *weapon*: used by all models that have it.
    """
    struck = blows_at(view, unit_id, target, weapon)
    return strike_odds(view, target, struck) if struck else None


def moved(view: GameView, moves: Moves) -> TableView:
    """Return a view of the table as if models had moved."""
    table = view.table.fork()
    for model, path in moves:
        table.models[model] = replace(table.models[model], at=path[-1])
    return TableView(table, view.rules)


PERIL = PerilEffect("MC-10", DOUBLES, of_total(0, ONE_D3))


@dataclass(frozen=True, slots=True)
class Manifest:
    """A psychic test that is considered."""

    charge: int
    """Total that the test must reach."""
    bonus: int = 0
    """Added to the 2d6."""
    deny: int | None = None
    """Added to the 2d6 of the enemy psyker that may deny the power; None if none may."""
    _: KW_ONLY
    left: int = 1
    """Number of wounds that the psyker has left."""
    perils: PerilEffect = PERIL


@dataclass(frozen=True, slots=True)
class ManifestOdds:
    """Odds of a psychic test."""

    manifests: float
    """The chance that the total reaches the charge."""
    denied: float
    """The chance that the total reaches the charge and the power is denied."""
    perils: float
    _: KW_ONLY
    dies: float
    """The chance that perils kill the psyker."""
    totals: Spread
    """By total: the chance that it is rolled and the power takes effect."""

    @property
    def works(self) -> float:
        """Return the chance that the power takes effect."""
        return fsum(self.totals)


def manifest_odds(test: Manifest) -> ManifestOdds:
    """Return the exact odds of a psychic test.

    Perils come before denial: a power that is lost with its psyker is not denied.
    """
    totals = [0.0] * (13 + max(0, test.bonus))
    manifests = denied = perils = dies = 0.0
    dead = reaches(test.perils.cost, test.left)
    for first, second in pairs():
        total, chance = first + second + test.bonus, 1 / 36
        if first == second and first in test.perils.doubles:
            perils += chance
            dies += chance * dead
            lives = 1.0 if test.perils.resolved_first else 1.0 - dead
        else:
            lives = 1.0
        if total >= test.charge:
            manifests += chance
            stopped = 0.0 if test.deny is None else two_exceed(total, test.deny)
            denied += chance * lives * stopped
            totals[total] += chance * lives * (1.0 - stopped)
    return ManifestOdds(
        manifests, denied=denied, perils=perils, dies=dies, totals=tuple(totals)
    )


def mind_bolt(odds: ManifestOdds) -> Spread:
    """``MC-11``  Return the distribution of a mind bolt's mortal wounds, before its test."""
    parts = [(p, bolt_wounds(total)) for total, p in enumerate(odds.totals)]
    return mixture([(1.0 - odds.works, NONE), *parts])


def bolt_wounds(total: int) -> Spread:
    """``MC-11``  Return the same after a test of *total*: d3, or d6 on 11 or more."""
    return of_total(0, ONE_D6 if total >= STRONG else ONE_D3)


def power_figures(view: GameView, psyker: Model, power: Power) -> Iterator[ForecastFigure]:
    """Yield the odds of trying a power: its test, perils, denial and effect."""
    test = manifest_of(view, psyker, power)
    odds, name, clause = manifest_odds(test), power.name, power.clause
    why = (
        Reason(0, f"warp charge {test.charge}", clause),
        *PSYCHIC_TEST.of(view, psyker.id),
    )
    need = test.charge - test.bonus
    yield ForecastFigure(
        "is manifested",
        value=odds.manifests,
        clause="MC-08",
        about=name,
        need=need,
        reasons=why,
    )
    if test.deny is not None:
        yield ForecastFigure("is denied", value=odds.denied, clause="MC-09", about=name)
    perils = test.perils.clause
    yield ForecastFigure("perils", value=odds.perils, clause=perils, about=name)
    yield ForecastFigure(
        "its psyker dies",
        value=odds.dies,
        clause=perils,
        about=name,
        kind=FigureKind.PSYKER_LOST,
    )
    yield ForecastFigure(
        "takes effect",
        value=odds.works,
        clause=clause,
        about=name,
        kind=FigureKind.TAKES_EFFECT,
    )
    if power.name == BOLT:
        for target in bolt_targets(view, psyker)[:1]:
            yield from harm(view, target, mind_bolt(odds), "MC-11")


def manifest_of(view: GameView, psyker: Model, power: Power) -> Manifest:
    """Return the test that a psyker would take now."""
    denies = [deny_bonus(view, foe.id) for foe in deniers(view.table, psyker.id)]
    return Manifest(
        charge_of(view.table, power),
        bonus=sum([r.amount for r in PSYCHIC_TEST.of(view, psyker.id)]),
        deny=max(denies, default=None),
        left=psyker.wounds,
        perils=perils_of(view, psyker.id),
    )


def deny_figures(
    view: GameView, cast: PowerCast, foe: ModelId | None
) -> Iterator[ForecastFigure]:
    """Yield the chance that a psyker denies a power, and the effect of the power otherwise."""
    if foe:
        more, clause = tuple(DENY_TEST.of(view, foe)), "MC-09"
        need = cast.total + 1 - sum([r.amount for r in more])
        why = (Reason(0, f"to beat {cast.total}", clause), *more)
        yield ForecastFigure(
            "denies it",
            value=two_exceed(need - 1),
            clause=clause,
            about=foe,
            need=need,
            reasons=why,
            kind=FigureKind.DENIED,
        )
    for target in bolt_targets(view, view.table.models[cast.psyker])[:1]:
        yield from harm(view, target, bolt_wounds(cast.total), "MC-11")


def harm(
    view: GameView, target: UnitId, mortal: Spread, clause: str
) -> Iterator[ForecastFigure]:
    """``MC-19``  Yield the effect of mortal wounds on a unit."""
    line = TargetUnit(view, target).line
    damage = at_most(mortal, line.total)
    lost = line.models_lost((*damage, *[0.0] * (line.total + 1 - len(damage))))
    yield counted("mortal wounds", mortal, clause, target)
    yield counted("models lost", lost, "MC-19", target, kind=FigureKind.MODELS_LOST)
    yield ForecastFigure(
        "is destroyed", value=lost[-1], clause="MC-19", about=target, kind=FigureKind.DESTROYED
    )
