"""Odds of a charge (MC-20 to MC-22)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from game.cores.kit import charge_moves
from game.cores.kit.dice_chances import HIGHER, NEVER, two_worth, two_worth_again
from game.cores.kit.difficult_ground import difficult_near
from game.cores.kit.queries import FigureKind, ForecastFigure, TableView, counted
from game.cores.kit.units import gap_between
from game.cores.modern.rules import charge, shooting
from game.cores.modern.rules.charge import charge_march, charge_reasons, onset
from game.cores.modern.rules.movement import NEAR, difficult
from game.cores.modern.rules.odds import AttackForecast, attack, blows_at, strike_odds
from game.cores.modern.rules.pile_in import closing_march
from game.cores.modern.rules.shooting import overwatch_of
from game.cores.modern.rules.stratagems import RE_ROLL, may_spend
from game.geometry.points import EPSILON
from game.play.game import GameView
from game.play.moves.paths import Moves
from game.table.board import Terrain
from game.table.events import Reason
from game.table.records import UnitId

MAX_2D6 = 12
"""Highest total of 2d6."""


@dataclass(frozen=True, slots=True)
class ChargeRequirement:
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


def charge_requirement(
    view: GameView, unit_id: UnitId, targets: Sequence[UnitId]
) -> ChargeRequirement:
    """``MC-22``, ``CC-20``  Return a charge's needs, round Difficult ground and through it."""
    table, areas, distance = view.table, difficult(view), _far(view, unit_id, targets, MAX_2D6)
    near, inside = tuple[Terrain, ...](), False
    if areas:
        each, between = charge.course(table, unit_id, targets, distance)
        near, inside = difficult_near(table, unit_id, each, areas, between)
    clear = MAX_2D6 + 1 if inside else _need(view, unit_id, targets, near)
    if not near:
        return ChargeRequirement(clear)

    def arrives(higher: int) -> bool:
        return charge_moves.arrives(
            onset(table, unit_id, targets, min(distance, float(higher))), table
        )

    if not arrives(6):
        return ChargeRequirement(clear)
    higher = 1 + bisect_left(range(1, 6), 1, key=lambda face: int(arrives(face)))
    more = sum([reason.amount for reason in charge_reasons(view, unit_id, targets)])
    return ChargeRequirement(clear, max(2, higher - more), higher)


def charge_need(view: GameView, unit_id: UnitId, targets: Sequence[UnitId]) -> int:
    """``MC-22``  Return the 2d6 total needed, before modifiers; 13 or more is impossible."""
    return charge_requirement(view, unit_id, targets).need


def _far(view: GameView, unit_id: UnitId, targets: Sequence[UnitId], total: int) -> float:
    """Return the charge distance in inches for a total of 2d6."""
    more = sum([reason.amount for reason in charge_reasons(view, unit_id, targets)])
    return float(max(0, total + more))


def _need(
    view: GameView, unit_id: UnitId, targets: Sequence[UnitId], avoided: tuple[Terrain, ...]
) -> int:
    """Return the lowest total that suffices to arrive without entering the ground *avoided*."""

    def arrives(total: int) -> bool:
        distance = _far(view, unit_id, targets, total)
        return charge_moves.arrives(
            onset(view.table, unit_id, targets, distance, avoided), view.table
        )

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
            cost = attack(
                view, unit_id, [shooting.attack_group(view, group) for group in shots]
            )
            yield counted(
                "lost to Overwatch",
                cost.odds.lost,
                "MC-21",
                unit_id,
                kind=FigureKind.LOST_TO_OVERWATCH,
            )
    if furthest:
        for struck in piled_in(view, unit_id, targets, furthest):
            yield from struck.figures()


def piled_in(
    view: GameView, unit_id: UnitId, targets: Sequence[UnitId], moves: Moves = ()
) -> list[AttackForecast]:
    """``MC-24``  Return the forecasts of a unit's attacks on some enemies after piling in.

    *moves*: those of the charge before it.
    """
    table = view.table.moved(moves)
    close = TableView(table.moved(closing_march(table, unit_id).suggested), view.rules)
    return [found for target in targets if (found := blows_now(close, unit_id, target))]


def blows_now(
    view: GameView, unit_id: UnitId, target: UnitId, weapon: str = ""
) -> AttackForecast | None:
    """``MC-24``  Return the forecast of a unit's attacks from where it stands, or None.

    *weapon*: used by all models that have it.
    """
    struck = blows_at(view, unit_id, target, weapon)
    return strike_odds(view, target, struck) if struck else None
