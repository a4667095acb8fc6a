"""Odds of shots, stray hits and charges (ZG-15 to ZG-21)."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum
from typing import NamedTuple

from game.geometry.points import CONTACT, Point, distance, gap
from game.play.decisions import PASS, Choose, CommonKind
from game.play.game import GameView
from game.rules.classic.hooks import CHARGE_ODDS
from game.rules.classic.targeting import firing_modes
from game.rules.kit.attack_odds import succeeds
from game.rules.kit.core_api import Attempt
from game.rules.kit.modules import QueryHook
from game.rules.kit.probability import Spread, of_dice, of_total
from game.rules.kit.queries import FORECAST, ConsideredAnswer, ForecastFigure, counted
from game.rules.kit.targeting import AimedWeapon
from game.rules.kit.units import FIRED
from game.rules.zero_g.charge import dice_of, tests_of
from game.rules.zero_g.mobility import EXITS, KEEP_OFF, TableExit, is_free
from game.rules.zero_g.move_outcomes import danger
from game.rules.zero_g.recoil import FireAt, recoil, recoil_of, rounds_at
from game.rules.zero_g.shooting import ShotLine, StrayTarget, chances, exposed, weapon_of
from game.table.events import Reason
from game.table.records import DiceExpression, Model, ModelId, UnitId, Weapon


class FiringOption(NamedTuple):
    """A model that may fire a weapon at another model, or at a point."""

    model: ModelId
    weapon: str
    at: Point
    target: ModelId | None = None
    shots: int = 1
    missed: float = 1.0
    """Chance of each shot to miss and fly on."""


FIRINGS = QueryHook[ConsideredAnswer, FiringOption](
    "which weapons an answer fires, and whereto"
)


def firings(view: GameView, question: ConsideredAnswer) -> Iterator[FiringOption]:
    """Yield the weapons that an answer fires: at a target, or at any point (``ZG-16``)."""
    asked, answer = question.decision, question.answer
    if isinstance(asked, FireAt):
        firer = view.table.models[ModelId(asked.about)]
        weapon = weapon_of(firer, asked.weapon)
        shots = rounds_at(firer, weapon, answer.at)
        yield FiringOption(firer.id, weapon.name, answer.at, None, shots)
    elif isinstance(asked, Choose) and answer != PASS:
        for aimed in _aimed(view, asked, answer):
            target = view.table.of(aimed.target)[0]
            missed = 1.0 - succeeds(aimed.need, aimed.again)
            yield FiringOption(
                aimed.model, aimed.weapon.name, target.at, target.id, aimed.shots, missed
            )


def _aimed(view: GameView, asked: Choose, answer: str) -> Iterator[AimedWeapon]:
    """Yield the ways in which a model may fire by an answer, each with its target."""
    unit = view.table.units.get(UnitId(asked.about))
    if unit is None or not view.table.of(unit.id):
        return
    model, fired = view.table.of(unit.id)[0], unit.mark(FIRED)
    if asked.kind is CommonKind.TARGET and answer in view.table.units:
        yield from firing_modes(view, model, UnitId(answer))
    elif asked.kind is CommonKind.WEAPON and fired:
        modes = firing_modes(view, model, UnitId(fired.about))
        yield from (aimed for aimed in modes if aimed.weapon.name == answer)


def figures(view: GameView, question: ConsideredAnswer) -> Iterator[ForecastFigure]:
    """``ZG-15`` to ``ZG-17``  Yield the chances of stray hits, and the recoil.

    Where the weapon is still to be chosen, only the recoil of each.
    """
    found = [*firings(view, question)]
    for firing in found:
        firer = view.table.models[firing.model]
        weapon = weapon_of(firer, firing.weapon)
        if len(found) == 1:
            for one, chance in at_risk(view, firing):
                yield ForecastFigure("stray round hits", chance, "ZG-17", one.model)
        yield from _recoil(view, firer, weapon, firing.at)


def at_risk(view: GameView, firing: FiringOption) -> Iterator[tuple[StrayTarget, float]]:
    """``ZG-17``  Yield the models in the line of fire, with the chance of a stray hit on each.

    As the line stands: a model that the first shot kills still stops the next.
    """
    weapon = weapon_of(view.table.models[firing.model], firing.weapon)
    if weapon.blast and firing.target:
        return
    line = exposed(view, ShotLine(firing.model, weapon, firing.at, firing.target))
    for one, chance in zip(line, chances(line), strict=True):
        yield one, 1.0 - (1.0 - firing.missed * chance) ** firing.shots


def _recoil(
    view: GameView, firer: Model, weapon: Weapon, at: Point
) -> Iterator[ForecastFigure]:
    """``ZG-15``, ``ZG-14``  Yield the inches of recoil, and its effect at the table's edge."""
    whole = recoil_of(firer, weapon)
    if not whole:
        return
    push = recoil(view, firer.id, weapon, at)
    inches = distance(firer.at, push.path[-1]) if push.path else 0.0
    why = (_stop(view, firer, push.touch.disc),) if push.touch and inches < whole else ()
    spread = (*[0.0] * round(inches), 1.0)
    yield ForecastFigure(
        "inches of recoil", inches, "ZG-15", weapon.name, reasons=why, spread=spread
    )
    if push.left:
        home = next(EXITS.of(view, TableExit(firer.id, push.path[-1])), None)
        what, clause = (home.why, home.clause) if home else ("lost in space", "ZG-14")
        yield ForecastFigure(what, 1.0, clause, weapon.name)


def _stop(view: GameView, firer: Model, by: str | None) -> Reason:
    """``ZG-15``  Return why a recoil ends: *by* is a model or container, None a wall."""
    if by is None:
        return Reason(0, "blocked by a wall", "ZG-15")
    other = view.table.models.get(ModelId(by))
    enemy = other is not None and other.side != firer.side
    return Reason(
        0, f'blocked {KEEP_OFF:g}" from: {by}' if enemy else f"blocked by: {by}", "ZG-15"
    )


def charge_chances(arrows: int) -> dict[tuple[int, int], float]:
    """``ZG-20``  Return the chance of each total of inches with each number of sixes.

    Together they are less than 1: the rest fails by a 1.
    """
    after: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for _ in range(dice_of(arrows)):
        before, after = after, {}
        for (inches, sixes), chance in before.items():
            ways = [(inches + face, sixes, 1 / 6) for face in range(2, 6)]
            ways += [(inches + 6 + more, sixes + 1, 1 / 18) for more in (1, 2, 3)]
            for reach, many, share in ways:
                after[reach, many] = after.get((reach, many), 0.0) + chance * share
    return after


def arrives(view: GameView, model: Model, reach: float) -> float:
    """``ZG-20``  Return the chance that a charger reaches a foe *reach* inches away alive."""
    dies = danger(view, model)
    parts = list[float]()
    for (inches, sixes), chance in charge_chances(model.arrows).items():
        if inches + CONTACT >= reach:
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
    yield ForecastFigure("arrives", arrives(view, model, inches), "ZG-20", attempt.target)
    dice = dice_of(model.arrows)
    yield ForecastFigure("fails on a 1", 1.0 - (5 / 6) ** dice, "ZG-20", attempt.target)
    if spread := impact_spread(model, inches):
        yield counted("impact hits", spread, "ZG-21", attempt.target)


def impact_spread(model: Model, reach: float) -> Spread:
    """``ZG-20``, ``ZG-21``  Return the distribution of impact hits of a charge that arrives.

    Losses by tests on the way are left out. Empty if the charge cannot arrive.
    """
    totals, sure = dict[int, float](), 0.0
    for (inches, sixes), chance in charge_chances(model.arrows).items():
        if inches + CONTACT < reach:
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


HOOKS = (FORECAST.gets(figures), FIRINGS.gets(firings), CHARGE_ODDS.gets(charge_odds))
