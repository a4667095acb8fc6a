"""Odds of a charge: distance, Overwatch, first round."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from game.play.game import GameView
from game.play.paths import Moves
from game.rules.kit.distances import gap_between
from game.rules.kit.forecasts import ForecastFigure, counted
from game.rules.kit.movement import difficult_near
from game.rules.kit.probability import HIGHER, NEVER
from game.rules.kit.queries import TableView
from game.rules.modern.charge import charge_arrives, charge_march, charge_reasons, course
from game.rules.modern.fight import closing_march
from game.rules.modern.movement import NEAR, difficult
from game.rules.modern.odds.attack_setup import (
    AttackForecast,
    attack,
    blow_salvos,
    blows_at,
    shot_salvo,
)
from game.rules.modern.odds.dice_sums import two_worth, two_worth_again
from game.rules.modern.shooting import overwatch_of
from game.rules.modern.stratagems import RE_ROLL, may_spend
from game.table.board import Terrain
from game.table.events import Reason
from game.table.records import UnitId

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


def charge_requirement(look: GameView, who: UnitId, targets: Sequence[UnitId]) -> Road:
    """``MC-22``, ``CC-20``  Return a charge's needs, round Difficult ground and through it."""
    table, areas, far = look.table, difficult(look), _far(look, who, targets, MAX_2D6)
    near, inside = tuple[Terrain, ...](), False
    if areas:
        each, between = course(table, who, targets, far)
        near, inside = difficult_near(table, who, each, areas, between)
    clear = MAX_2D6 + 1 if inside else _need(look, who, targets, near)
    if not near:
        return Road(clear)

    def arrives(higher: int) -> bool:
        return charge_arrives(table, who, targets, min(far, float(higher)))

    if not arrives(6):
        return Road(clear)
    higher = 1 + bisect_left(range(1, 6), 1, key=lambda face: int(arrives(face)))
    more = sum([reason.amount for reason in charge_reasons(look, who, targets)])
    return Road(clear, max(2, higher - more), higher)


def charge_need(look: GameView, who: UnitId, targets: Sequence[UnitId]) -> int:
    """``MC-22``  Return the 2d6 total needed, before modifiers; 13 or more is impossible."""
    return charge_requirement(look, who, targets).need


def _far(look: GameView, who: UnitId, targets: Sequence[UnitId], total: int) -> float:
    """Return the charge distance in inches for a total of 2d6."""
    more = sum([reason.amount for reason in charge_reasons(look, who, targets)])
    return float(max(0, total + more))


def _need(
    look: GameView, who: UnitId, targets: Sequence[UnitId], shut: tuple[Terrain, ...]
) -> int:
    """Return the lowest total that suffices to arrive without entering the ground *shut*."""

    def arrives(total: int) -> bool:
        far = _far(look, who, targets, total)
        return charge_arrives(look.table, who, targets, far, shut)

    if not arrives(MAX_2D6):
        return MAX_2D6 + 1
    more = sum([reason.amount for reason in charge_reasons(look, who, targets)])
    off = min([gap_between(look.table, who, target) for target in targets])
    least = max(2, ceil(off - NEAR - 1e-9) - more)
    if least >= MAX_2D6 or arrives(least):
        return min(least, MAX_2D6)
    return bisect_left(range(MAX_2D6), 1, lo=least + 1, key=lambda total: int(arrives(total)))


def charge_figures(
    look: GameView, who: UnitId, targets: Sequence[UnitId]
) -> Iterator[ForecastFigure]:
    """Yield the odds of a charge, of Overwatch before it, and of the attacks after it."""
    found, about = charge_requirement(look, who, targets), targets[0]
    far = _far(look, who, targets, MAX_2D6)
    far = min(far, 6.0) if found.clear > MAX_2D6 and found.rough <= MAX_2D6 else far
    furthest = charge_march(look.table, who, targets, far).suggested
    why = (Reason(0, "2d6", "MC-22"), *charge_reasons(look, who, targets))
    if found.rough < found.clear:
        why = (*why, Reason(0, f"through Difficult ground: {found.higher}+", "CC-20"))
    arrives = two_worth(found.chance)
    yield ForecastFigure("arrives", arrives, "MC-22", about, found.need, why)
    if found.need <= MAX_2D6 and may_spend(look, look.table.units[who].side, RE_ROLL):
        again = two_worth_again(found.chance)
        yield ForecastFigure(
            "with a die re-rolled", again, RE_ROLL.clause, about, found.need, more=True
        )
    for target in targets:
        if shots := overwatch_of(look, target, who):
            cost = attack(look, who, [shot_salvo(look, group) for group in shots])
            yield counted("lost to Overwatch", cost.odds.lost, "MC-21", who)
    if furthest:
        for struck in piled_in(moved(look, furthest), who, targets):
            yield from struck.figures()


def piled_in(look: GameView, who: UnitId, targets: Sequence[UnitId]) -> list[AttackForecast]:
    """``MC-24``  Return the forecasts of a unit's attacks on some enemies after piling in."""
    close = moved(look, closing_march(look.table, who).suggested)
    return [found for target in targets if (found := blows_now(close, who, target))]


def blows_now(
    look: GameView, who: UnitId, target: UnitId, weapon: str = ""
) -> AttackForecast | None:
    """``MC-24``  Return the forecast of a unit's attacks from where it stands, or None.

    *weapon*: used by all models that have it.
    """
    struck = blows_at(look, who, target, weapon)
    return attack(look, target, blow_salvos(look, struck)) if struck else None


def moved(look: GameView, moves: Moves) -> TableView:
    """Return a view of the table as if models had moved."""
    table = look.table.fork()
    for model, path in moves:
        table.models[model] = replace(table.models[model], at=path[-1])
    return TableView(table, look.rules)
