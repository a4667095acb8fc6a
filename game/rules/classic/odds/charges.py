"""The odds of a charge to arrive: ``CC-20``, ``CC-23``."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from math import fsum

from game.play.game import GameView
from game.play.paths import Moves
from game.rules.classic.charge import charge_march, course
from game.rules.kit.forecasts import ForecastFigure
from game.rules.kit.movement import (
    ENTERS,
    KEEPS_OUT,
    GroundPermission,
    difficult_ground_limit,
    difficult_near,
    reach_of,
)
from game.rules.kit.probability import HIGHER, NEVER
from game.table.events import Reason
from game.table.records import UnitId
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class Approach:
    """One way to charge: round Difficult terrain or through it."""

    answer: str
    """What the charger says when he is asked about the ground; empty if he is not asked."""
    arrives: float
    need: int
    """What the higher of two dice must show; 0 where none are rolled, 7 where it cannot be."""
    moves: Moves
    """The charge as the rules suggest it, at the furthest; empty if nobody arrives."""

    def figure(self, foe: UnitId) -> ForecastFigure:
        clause = "CC-20" if self.need else "CC-23"
        why = (Reason(0, "the higher of 2d6", "CC-20"),) if self.need else ()
        return ForecastFigure("arrives", self.arrives, clause, foe, self.need, why)


@dataclass(frozen=True, slots=True)
class ChargeOdds:
    """What comes of setting out to charge."""

    unit: UnitId
    foe: UnitId
    approaches: tuple[Approach, ...]

    @property
    def best(self) -> Approach:
        """Return the approach that arrives most often; of equal ones the first."""
        return max(self.approaches, key=lambda approach: approach.arrives)


def charge_odds(look: GameView, who: UnitId, foe: UnitId) -> ChargeOdds:
    """Return the odds of a charge that is allowed, for each answer about the ground."""
    return ChargeOdds(who, foe, tuple(_approaches(look.table, who, foe)))


def surest_charge(look: GameView, who: UnitId, foe: UnitId) -> ChargeOdds:
    """Return the same with no further approach than the first that is sure, if one is."""
    found = list[Approach]()
    for approach in _approaches(look.table, who, foe):
        found.append(approach)
        if approach.arrives >= 1.0:
            break
    return ChargeOdds(who, foe, tuple(found))


def _approaches(table: Table, who: UnitId, foe: UnitId) -> Iterator[Approach]:
    far, between = course(table, who, foe)
    near, inside = difficult_near(table, who, far, table.difficult, between)
    if inside:
        yield _slow(table, who, foe, "")
        return
    yield _sure(table, who, foe, GroundPermission(reach_of(table, who, far), near))
    if near:
        yield _slow(table, who, foe, ENTERS)


def _sure(table: Table, who: UnitId, foe: UnitId, leave: GroundPermission) -> Approach:
    moves = charge_march(table, who, foe, leave).suggested
    return Approach(KEEPS_OUT if leave.shut else "", 1.0 if moves else 0.0, 0, moves)


def _slow(table: Table, who: UnitId, foe: UnitId, answer: str) -> Approach:
    """Halve the results of the higher die: who arrives with less arrives with more."""
    far, _ = course(table, who, foe)

    def moves(most: int) -> Moves:
        return charge_march(
            table, who, foe, difficult_ground_limit(table, who, far, most)
        ).suggested

    furthest, need = moves(6), NEVER
    if furthest:
        need = 1 + bisect_left(range(1, 6), 1, key=lambda most: bool(moves(most)))
    return Approach(answer, fsum(HIGHER[need:]) / 36, need, furthest)
