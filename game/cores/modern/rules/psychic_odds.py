"""Odds of psychic powers, their tests included (MC-08 to MC-11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass
from math import fsum

from game.cores.kit import probability
from game.cores.kit.dice_chances import pairs, two_exceed
from game.cores.kit.probability import NONE, Spread, at_most, mixture, of_total
from game.cores.kit.queries import FigureKind, ForecastFigure, counted
from game.cores.modern.rules import DENY_TEST, PSYCHIC_TEST, PerilEffect
from game.cores.modern.rules.odds import TargetUnit
from game.cores.modern.rules.perils import DOUBLES, perils_of
from game.cores.modern.rules.powers import BOLT, STRONG, Power, PowerCast, bolt_targets
from game.cores.modern.rules.psychic import charge_of, deniers, deny_bonus
from game.cores.modern.rules.wounds import ONE_D3, ONE_D6
from game.play.game import GameView
from game.table.events import Reason
from game.table.records import Model, ModelId, UnitId

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
    dead = probability.reaches(test.perils.cost, test.left)
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
