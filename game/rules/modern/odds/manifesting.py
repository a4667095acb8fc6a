"""The odds of powers as they stand: ``MC-08`` to ``MC-11``."""

from __future__ import annotations

from collections.abc import Iterator

from game.play.game import GameView
from game.rules.kit.forecasts import ForecastFigure, counted
from game.rules.kit.probability import NONE, Spread
from game.rules.modern.hooks import DENY_TEST, PSYCHIC_TEST
from game.rules.modern.odds.attack_setup import Target
from game.rules.modern.odds.dice_sums import two_exceed
from game.rules.modern.odds.psychic import Manifest, bolt_wounds, manifest_odds, mind_bolt
from game.rules.modern.odds.wounds import after_mortal
from game.rules.modern.powers import BOLT, Cast, Power, bolt_targets
from game.rules.modern.psychic import charge_of, deniers, perils_of
from game.table.events import Reason
from game.table.records import Model, ModelId, UnitId


def power_figures(look: GameView, psyker: Model, power: Power) -> Iterator[ForecastFigure]:
    """Yield what comes of trying a power: the test, its perils, what stops it, what it does."""
    test = manifest_of(look, psyker, power)
    odds, name, clause = manifest_odds(test), power.name, power.clause
    why = (
        Reason(0, f"warp charge {test.charge}", clause),
        *PSYCHIC_TEST.of(look, psyker.id),
    )
    need = test.charge - test.bonus
    yield ForecastFigure("is manifested", odds.manifests, "MC-08", name, need, why)
    if test.deny is not None:
        yield ForecastFigure("is denied", odds.denied, "MC-09", name)
    perils = perils_of(look, psyker.id).clause
    yield ForecastFigure("perils", odds.perils, perils, name)
    yield ForecastFigure("its psyker dies", odds.dies, perils, name)
    yield ForecastFigure("takes effect", odds.works, clause, name)
    if power.name == BOLT:
        for target in bolt_targets(look, psyker)[:1]:
            yield from harm(look, target, mind_bolt(odds), "MC-11")


def manifest_of(look: GameView, psyker: Model, power: Power) -> Manifest:
    """Return the test that a psyker would take now."""
    perils = perils_of(look, psyker.id)
    denies = [_deny_more(look, foe.id) for foe in deniers(look.table, psyker.id)]
    return Manifest(
        charge_of(look.table, psyker.side, power),
        sum([r.amount for r in PSYCHIC_TEST.of(look, psyker.id)]),
        max(denies, default=None),
        psyker.wounds,
        perils.cost,
        perils.doubles,
        perils.resolved_first,
    )


def _deny_more(look: GameView, foe: ModelId) -> int:
    return sum([r.amount for r in DENY_TEST.of(look, foe)])


def deny_figures(look: GameView, cast: Cast, foe: ModelId | None) -> Iterator[ForecastFigure]:
    """Yield the chance of one who denies a power, and what it does if nobody does."""
    if foe:
        more, clause = tuple(DENY_TEST.of(look, foe)), "MC-09"
        need = cast.total + 1 - sum([r.amount for r in more])
        why = (Reason(0, f"to beat {cast.total}", clause), *more)
        yield ForecastFigure("denies it", two_exceed(need - 1), clause, foe, need, why)
    for target in bolt_targets(look, look.table.models[cast.psyker])[:1]:
        yield from harm(look, target, bolt_wounds(cast.total), "MC-11")


def harm(
    look: GameView, target: UnitId, mortal: Spread, clause: str
) -> Iterator[ForecastFigure]:
    """``MC-19``  Yield what mortal wounds do to a unit."""
    line = Target(look, target).line
    damage = after_mortal(line, NONE, mortal)
    lost = line.models_lost((*damage, *[0.0] * (line.total + 1 - len(damage))))
    yield counted("mortal wounds", mortal, clause, target)
    yield counted("models lost", lost, "MC-19", target)
    yield ForecastFigure("is destroyed", lost[-1], "MC-19", target)
