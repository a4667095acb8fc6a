"""Outcomes to expect of a shot without gravity (ZG-15 to ZG-17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.cores.classic.rules.targeting import firing_modes
from game.cores.kit.aimed_weapons import AimedWeapon
from game.cores.kit.attack_odds import succeeds
from game.cores.kit.hooks import QueryHook
from game.cores.kit.marks import FIRED
from game.cores.kit.queries import FORECAST, ConsideredAnswer, ForecastFigure
from game.geometry.points import LOOSE_EPSILON, Point, distance
from game.play.decisions import PASS, Choose, CommonKind
from game.play.game import GameView
from game.systems.zero_g.rules.mobility import KEEP_OFF, StraightPush
from game.systems.zero_g.rules.shooting import (
    FireAt,
    ShotLine,
    StrayTarget,
    chances,
    exposed,
    last_point,
    recoil,
    recoil_of,
    rounds_at,
    strength_after,
    strength_of,
    weapon_of,
)
from game.table.events import Reason
from game.table.records import Model, ModelId, UnitId, Weapon


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
        yield FiringOption(firer.id, weapon=weapon.name, at=answer.at, target=None, shots=shots)
    elif isinstance(asked, Choose) and answer != PASS:
        for aimed in _aimed(view, asked, answer):
            target = view.table.of(aimed.target)[0]
            missed = 1.0 - succeeds(aimed.need, aimed.again)
            yield FiringOption(
                aimed.model,
                weapon=aimed.weapon.name,
                at=target.at,
                target=target.id,
                shots=aimed.shots,
                missed=missed,
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
                yield ForecastFigure(
                    "stray round hits", value=chance, clause="ZG-17", about=one.model
                )
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
        "inches of recoil",
        value=inches,
        clause="ZG-15",
        about=weapon.name,
        reasons=why,
        spread=spread,
    )
    if push.left:
        home = push.exit or Reason(0, "lost in space", "ZG-14")
        yield ForecastFigure(home.why, value=1.0, clause=home.clause, about=weapon.name)


def _stop(view: GameView, firer: Model, by: str | None) -> Reason:
    """``ZG-15``  Return why a recoil ends: *by* is a model or container, None a wall."""
    if by is None:
        return Reason(0, "blocked by a wall", "ZG-15")
    other = view.table.models.get(ModelId(by))
    enemy = other is not None and other.side != firer.side
    return Reason(
        0, f'blocked {KEEP_OFF:g}" from: {by}' if enemy else f"blocked by: {by}", "ZG-15"
    )


class StrayRisk(NamedTuple):
    """A model or corpse that a stray shot may hit."""

    model: ModelId
    chance: float
    """Chance that at least one of the shots hits it."""
    strength: int


class StrayLine(NamedTuple):
    """The line of stray shots, with the models on it in the order in which they may be hit."""

    start: Point
    end: Point
    risks: tuple[StrayRisk, ...]
    clause: str
    spent: bool = False
    """True if the line ends on the table because the shot has no Strength left."""


STRAYS = QueryHook[FiringOption, StrayLine]("where shots fly on that miss")
RECOILS = QueryHook[FiringOption, StraightPush]("where a shot pushes its firer")


def strays(view: GameView, firing: FiringOption) -> Iterator[StrayLine]:
    """``ZG-17``, ``ZG-18``  Yield the line of a shot that misses, and the models it may hit."""
    firer = view.table.models[firing.model]
    weapon = weapon_of(firer, firing.weapon)
    if (weapon.blast and firing.target) or firer.at == firing.at:
        return
    risks = tuple(
        StrayRisk(one.model, chance, one.strength) for one, chance in at_risk(view, firing)
    )
    flight = ShotLine(firing.model, weapon, firing.at, firing.target)
    end = last_point(view, flight)
    spent = distance(firer.at, end) - firer.base
    left = strength_after(strength_of(view, firer, weapon), weapon, spent + LOOSE_EPSILON)
    yield StrayLine(firer.at, end=end, risks=risks, clause="ZG-17", spent=not left)


def recoils(view: GameView, firing: FiringOption) -> Iterator[StraightPush]:
    """``ZG-15``, ``ZG-14``  Yield the path of the firer's recoil, if the weapon has any."""
    firer = view.table.models[firing.model]
    weapon = weapon_of(firer, firing.weapon)
    if recoil_of(firer, weapon):
        yield recoil(view, firing.model, weapon, firing.at)


HOOKS = (
    FORECAST.gets(figures),
    FIRINGS.gets(firings),
    STRAYS.gets(strays),
    RECOILS.gets(recoils),
)
