"""What each side holds of tactical objectives, and what they must remember: ``MP-39``."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.play.game import Game
from game.rules.matched.tactical_objectives.deck import COMPANION, DECK, Kind, Objective
from game.table.records import Side
from game.table.state import StatePage, Table


@dataclass(frozen=True, slots=True)
class Held:
    """An active objective."""

    number: int
    marker: int = 0
    """The number of the marker that it is about, if it is about one."""
    theirs: bool = False
    """``MP-40``, 44: whether the enemy controlled that marker when the turn began."""
    led: bool = False
    """``MP-40``, 66: whether only the WARLORD can achieve it."""

    @property
    def objective(self) -> Objective:
        return DECK[self.number]

    @property
    def title(self) -> str:
        """Return what the log and prompts call it: ``"44 A spot that matters (marker 2)"``."""
        more = f" (marker {self.marker})" if self.marker and not self.objective.marker else ""
        return f"{self.number} {self.objective.name}{more}"


@dataclass(frozen=True, slots=True)
class Hand:
    """One side's objectives."""

    active: tuple[Held, ...] = ()
    """In the order in which they were generated."""
    drawn: tuple[int, ...] = ()
    """Every number generated in this battle, in order."""
    struck: tuple[int, ...] = ()
    """``MP-41``  What was struck out before the battle."""
    achieved: tuple[int, ...] = ()
    discarded: tuple[int, ...] = ()
    priority: str = ""
    """``MP-42``  The type that pays more."""
    held: tuple[int, ...] = ()
    """The markers controlled at the end of the side's last turn."""
    led: tuple[int, ...] = ()
    """Those of them with the WARLORD there."""
    powers: int = 0
    """How many powers were manifested or denied since the end of the side's last turn."""
    led_powers: int = 0
    """Those of them by the WARLORD."""
    broken: tuple[str, ...] = ()
    """The enemy units that failed a Morale test in this turn of the side's."""

    @property
    def counted(self) -> int:
        """Return how many objectives count toward the limit."""
        return len([held for held in self.active if not held.led])

    def left(self) -> list[int]:
        """Return the numbers that may still be generated."""
        gone = (*self.drawn, *self.struck)
        return [number for number in DECK if number not in gone]

    def of(self, kind: str) -> int:
        """Return how many objectives of a type were achieved."""
        return len([n for n in self.achieved if DECK[n].kind == kind])

    def bound(self, held: Held) -> tuple[Held, ...]:
        """``MP-40``  Return what is scored and discarded together, an objective and its 66."""
        if held.led or held.number == COMPANION:
            return tuple(h for h in self.active if h.led or h.number == COMPANION)
        return (held,)

    def without(self, gone: tuple[Held, ...]) -> Hand:
        return replace(self, active=tuple(h for h in self.active if h not in gone))


@dataclass(frozen=True, slots=True)
class Hands:
    """The objectives of both sides."""

    first: Hand = Hand()
    second: Hand = Hand()


HANDS = StatePage("tactics", Hands())


def hand_of(table: Table, side: Side) -> Hand:
    hands = HANDS.of(table)
    return hands.first if side == table.sides[0] else hands.second


def write(game: Game, clause: str, side: Side, hand: Hand) -> None:
    """Note what a side holds now."""
    hands = HANDS.of(game.table)
    if side == game.table.sides[0]:
        hands = replace(hands, first=hand)
    else:
        hands = replace(hands, second=hand)
    game.do(HANDS.write(clause, hands))


def priority_of(hand: Hand, kind: Kind) -> int:
    """``MP-42``  Return the points more for an objective achieved of a type."""
    return int(hand.priority == kind)
