"""Odds of charges in zero-g (ZG-20, ZG-21)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import fsum

from game.cores.classic.rules import CHARGE_ODDS
from game.cores.kit.attempts import Attempt
from game.cores.kit.probability import Spread, of_dice, of_total
from game.cores.kit.queries import ForecastFigure, counted
from game.geometry.limits import is_more_than, is_within
from game.geometry.points import CONTACT, gap
from game.play.game import GameView
from game.systems.zero_g.rules.charge import dice_of, tests_of
from game.systems.zero_g.rules.drift_die import DRIFT_DIE, rolled
from game.systems.zero_g.rules.mobility import is_free
from game.systems.zero_g.rules.move_outcomes import danger
from game.table.records import DiceExpression, Model, UnitId


@lru_cache(16)
def charge_chances(arrows: int) -> Mapping[tuple[int, int], float]:
    """``ZG-20``  Return the chance of each total of inches with each number of sixes.

    Together they are less than 1: the rest fails by a 1.
    """

    def after(so_far: tuple[int, int]) -> Iterator[tuple[tuple[int, int], float]]:
        inches, sixes = so_far
        for die in DRIFT_DIE:
            if die.face > 1:
                yield (inches + die.inches, sixes + die.is_six), die.chance

    return rolled(dice_of(arrows), (0, 0), after)


def arrives(view: GameView, model: Model, reach: float) -> float:
    """``ZG-20``  Return the chance that a charger reaches a foe *reach* inches away alive."""
    dies = danger(view, model)
    parts = list[float]()
    for (inches, sixes), chance in charge_chances(model.arrows).items():
        if is_within(reach, inches + CONTACT):
            wounds: Spread = of_dice(sixes * tests_of(model.arrows), dies)
            parts.append(chance * fsum(wounds[: model.wounds]))
    return fsum(parts)


def charge_odds(view: GameView, attempt: Attempt) -> Iterator[ForecastFigure]:
    """``ZG-20``, ``ZG-21``  Yield the chance that a charge arrives, and its impact hits."""
    assert attempt.target
    model, foe = view.table.of(attempt.unit)[0], view.table.of(UnitId(attempt.target))[0]
    if is_free(model):
        return
    inches = gap(model.disc, foe.disc)
    yield ForecastFigure(
        "arrives", value=arrives(view, model, inches), clause="ZG-20", about=attempt.target
    )
    dice = dice_of(model.arrows)
    yield ForecastFigure(
        "fails on a 1", value=1.0 - (5 / 6) ** dice, clause="ZG-20", about=attempt.target
    )
    if spread := impact_spread(model, inches):
        yield counted("impact hits", spread, "ZG-21", attempt.target)


def impact_spread(model: Model, reach: float) -> Spread:
    """``ZG-20``, ``ZG-21``  Return the distribution of impact hits of a charge that arrives.

    Losses by tests on the way are left out. Empty if the charge cannot arrive.
    """
    totals, sure = dict[int, float](), 0.0
    for (inches, sixes), chance in charge_chances(model.arrows).items():
        if is_more_than(reach, inches + CONTACT):
            continue
        sure += chance
        for more, share in enumerate(of_total(0, DiceExpression(sixes, 3))):
            hits = model.arrows + sixes + more
            totals[hits] = totals.get(hits, 0.0) + chance * share
    if not sure:
        return ()
    hammer = 1 if model.profile.has("hammer of wrath") else 0
    most = max(totals) + hammer
    return tuple(totals.get(n - hammer, 0.0) / sure for n in range(most + 1))


HOOKS = (CHARGE_ODDS.gets(charge_odds),)
