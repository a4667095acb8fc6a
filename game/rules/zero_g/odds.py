"""What may come of a shot or a charge without a floor: ``ZG-15`` to ``ZG-21``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import fsum

from game.geometry.points import gap
from game.play.decisions import PASS, Choose
from game.play.game import Look
from game.rules.classic.aim import Aimed, usable
from game.rules.classic.bearing import CONTACT
from game.rules.classic.ground import peril
from game.rules.classic.moments import CHARGE_ODDS, FIRED, Attempt
from game.rules.classic.odds.chances import shows, succeeds
from game.rules.classic.wounds import best_save
from game.rules.kit.forecast import FORECAST, Figure, Question, counted
from game.rules.kit.spreads import Spread, of_dice
from game.rules.zero_g.charge import dice_of, tests_of
from game.rules.zero_g.kinds import is_free
from game.rules.zero_g.recoil import FireAt, recoil_of, rounds_at
from game.rules.zero_g.strays import Flight, chances, exposed, weapon_of
from game.table.profiles import Weapon
from game.table.records import Model, ModelId, UnitId


def figures(look: Look, question: Question) -> Iterator[Figure]:
    """``ZG-15`` to ``ZG-17``  Yield who may be hit by stray rounds, and the recoil."""
    asked, answer = question.decision, question.answer
    if isinstance(asked, FireAt):
        firer = look.table.models[ModelId(asked.about)]
        weapon = weapon_of(firer, asked.weapon)
        flight = Flight(firer.id, weapon, answer.at)
        yield from _strays(look, flight, rounds_at(firer, weapon, answer.at), 1.0)
        yield from _recoil(firer, weapon)
    elif isinstance(asked, Choose) and answer != PASS and (shot := _shot(look, asked, answer)):
        firer, target = look.table.models[shot[0].model], look.table.of(shot[1])[0]
        flight = Flight(firer.id, shot[0].weapon, target.at, target.id)
        missed = 1.0 - succeeds(shot[0].need, shot[0].again)
        if not flight.weapon.blast:
            yield from _strays(look, flight, shot[0].shots, missed)
        yield from _recoil(firer, flight.weapon)


def _shot(look: Look, asked: Choose, answer: str) -> tuple[Aimed, UnitId] | None:
    """Return how a model fires, and at whom, if an answer fixes both."""
    unit = look.table.units.get(UnitId(asked.about))
    if unit is None or not look.table.of(unit.id):
        return None
    model = look.table.of(unit.id)[0]
    if asked.kind == "target" and answer in look.table.units:
        ways = usable(look, model, UnitId(answer))
        return (ways[0], UnitId(answer)) if len(ways) == 1 else None
    fired = unit.mark(FIRED)
    if asked.kind == "weapon" and fired:
        target = UnitId(fired.about)
        found = [w for w in usable(look, model, target) if w.weapon.name == answer]
        return (found[0], target) if found else None
    return None


def _strays(look: Look, flight: Flight, shots: int, missed: float) -> Iterator[Figure]:
    """``ZG-17``  The chance of each to be hit by one stray round at least.

    As the line stands: who dies by the first round is in the way of the next.
    """
    line = exposed(look, flight)
    for one, chance in zip(line, chances(line), strict=True):
        at_least = 1.0 - (1.0 - missed * chance) ** shots
        yield Figure("hit by a stray round", at_least, "ZG-17", one.model)


def _recoil(firer: Model, weapon: Weapon) -> Iterator[Figure]:
    if inches := recoil_of(firer, weapon):
        yield counted("inches of recoil", (*[0.0] * inches, 1.0), "ZG-15", weapon.name)


def charge_chances(arrows: int) -> dict[tuple[int, int], float]:
    """``ZG-20``  Return how likely each total of inches is with each number of sixes.

    Together they are less than 1: the rest fails by a 1.
    """
    after: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for _ in range(dice_of(arrows)):
        before, after = after, {}
        for (inches, sixes), chance in before.items():
            ways = [(inches + face, sixes, 1 / 6) for face in range(2, 6)]
            ways += [(inches + 6 + more, sixes + 1, 1 / 18) for more in (1, 2, 3)]
            for far, many, share in ways:
                after[far, many] = after.get((far, many), 0.0) + chance * share
    return after


def arrives(look: Look, model: Model, far: float) -> float:
    """``ZG-20``  Return the chance that a charger comes alive to a foe so many inches away."""
    dies = (1.0 - shows(best_save(look, model, peril(look, model))[0])) / 6
    parts = list[float]()
    for (inches, sixes), chance in charge_chances(model.arrows).items():
        if inches + CONTACT >= far:
            wounds: Spread = of_dice(sixes * tests_of(model.arrows), dies)
            parts.append(chance * fsum(wounds[: model.wounds]))
    return fsum(parts)


def charge_odds(look: Look, attempt: Attempt) -> Iterator[Figure]:
    """``ZG-20``, ``ZG-21``  Yield the chance that a charge arrives, and with what impact."""
    assert attempt.target
    model, foe = look.table.of(attempt.unit)[0], look.table.of(UnitId(attempt.target))[0]
    if is_free(model):
        return
    far = gap(model.disc, foe.disc)
    yield Figure("the charge arrives", arrives(look, model, far), "ZG-20", attempt.target)
    dice = dice_of(model.arrows)
    yield Figure("fails by a 1", 1.0 - (5 / 6) ** dice, "ZG-20", attempt.target)
    if spread := impact_spread(model, far):
        yield counted("impact hits", spread, "ZG-21", attempt.target)


def impact_spread(model: Model, far: float) -> Spread:
    """``ZG-20``, ``ZG-21``  Return how many impact hits a charge makes that arrives.

    What a test on the way may cost is left out; empty if it cannot arrive.
    """
    totals, sure = dict[int, float](), 0.0
    for (inches, sixes), chance in charge_chances(model.arrows).items():
        if inches + CONTACT < far:
            continue
        sure += chance
        for more, share in _thrice(sixes).items():
            hits = model.arrows + sixes + more
            totals[hits] = totals.get(hits, 0.0) + chance * share
    if not sure:
        return ()
    hammer = 1 if model.profile.has("hammer of wrath") else 0
    most = max(totals) + hammer
    return tuple(totals.get(n - hammer, 0.0) / sure for n in range(most + 1))


def _thrice(many: int) -> Mapping[int, float]:
    """Return how likely each sum of so many d3 is."""
    sums = {0: 1.0}
    for _ in range(many):
        before, sums = sums, {}
        for total, chance in before.items():
            for more in (1, 2, 3):
                sums[total + more] = sums.get(total + more, 0.0) + chance / 3
    return sums


HOOKS = (FORECAST.gets(figures), CHARGE_ODDS.gets(charge_odds))
