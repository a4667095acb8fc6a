"""The deck of tactical objectives (MP-39, MP-40).

Each side has a hand of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from enum import StrEnum

from game.play.game import Game
from game.table.records import Side, many
from game.table.state import StatePage, Table

MARKED, COMPANION = 44, 66
"""``MP-40``  The objective about a marker that a die names, and the one that brings another."""
LED_MORE = 3
"""``MP-40``  Extra points for an objective that only the WARLORD can achieve."""


class ObjectiveKind(StrEnum):
    """``MP-39``  The six types."""

    CAPTURE = "capture"
    TAKE = "take and hold"
    DEFEND = "defend"
    GROUND = "ground"
    PURGE = "purge"
    HEADHUNT = "headhunt"


KINDS = tuple(ObjectiveKind)
"""Types in the order of the first die."""


@dataclass(frozen=True, slots=True)
class TacticalObjective:
    """One tactical objective."""

    number: int
    """Its d66 number; the first die shows the tens."""
    name: str
    words: str
    """Condition and points, as shown to players."""
    _: KW_ONLY
    condition: str
    """Name of its condition in ``objective_conditions.CONDITIONS``."""
    marker: int = 0
    """Number of the marker that it is about; 0 if none is fixed."""
    clause: str = "MP-40"

    @property
    def kind(self) -> ObjectiveKind:
        return KINDS[self.number // 10 - 1]


def _of_markers() -> Iterator[TacticalObjective]:
    for n in range(1, 7):
        yield TacticalObjective(
            10 + n,
            name=f"Capture {n}",
            words=f"Control marker {n}: 1 point.",
            condition="control",
            marker=n,
        )
    for n in range(1, 7):
        words = f"Control marker {n}: 1 point."
        yield TacticalObjective(
            20 + n, name=f"Take and hold {n}", words=words, condition="control", marker=n
        )
    for n in range(1, 7):
        words = f"Control marker {n} at the end of two of your turns in a row: 2 points."
        yield TacticalObjective(
            30 + n, name=f"Defend {n}", words=words, condition="defend", marker=n
        )


_OTHERS = (
    TacticalObjective(
        41,
        name="Onward",
        words="None of your units in your own zone: 1 point.",
        condition="leave home",
    ),
    TacticalObjective(
        42,
        name="Behind their lines",
        words="A unit wholly in the enemy zone: 1 point. Three: d3 points.",
        condition="go deep",
    ),
    TacticalObjective(
        43,
        name="Firm ground",
        words="Three units wholly in your zone, no enemy in it: 1 point. Not in your first"
        " turn.",
        condition="hold home",
    ),
    TacticalObjective(
        44,
        name="A spot that matters",
        words="Control the named marker: 1 point; d3 points if it was the enemy's at the start"
        " of your turn.",
        condition="control named",
    ),
    TacticalObjective(
        45,
        name="Three at once",
        words="Control any three markers: d3 points.",
        condition="three markers",
    ),
    TacticalObjective(
        46,
        name="The whole field",
        words="Control every marker: d3 + 3 points.",
        condition="all markers",
    ),
    TacticalObjective(
        51,
        name="By fire",
        words="A unit destroyed in your Shooting phase: 1 point. Three: d3 points.",
        condition="by fire",
    ),
    TacticalObjective(
        52,
        name="Cold steel",
        words="A unit destroyed in the Fight phase: 1 point. Three: d3 points.",
        condition="blade",
    ),
    TacticalObjective(
        53,
        name="Slaughter",
        words="A unit destroyed this turn: 1 point. Three: d3 points. Six: d3 + 3 points.",
        condition="slaughter",
    ),
    TacticalObjective(
        54,
        name="Clear the centre",
        words='No enemy within 6" of the centre: 1 point. None within 12": d3 points.',
        condition="clear centre",
    ),
    TacticalObjective(
        55,
        name="Break their nerve",
        words="The enemy failed a Morale test this turn: 1 point. Three: d3 points.",
        condition="nerve",
    ),
    TacticalObjective(
        56,
        name="Masters of the mind",
        words="You manifested or denied a power this turn: 1 point. Three: d3 points.",
        condition="powers",
    ),
    TacticalObjective(
        61,
        name="Their warlord's head",
        words="The enemy WARLORD is dead: d3 points.",
        condition="warlord dead",
    ),
    TacticalObjective(
        62,
        name="Witch hunt",
        words="A PSYKER destroyed this turn: 1 point.",
        condition="psyker",
    ),
    TacticalObjective(
        63,
        name="Out of the sky",
        words="A unit that can FLY destroyed this turn: 1 point.",
        condition="flyer",
    ),
    TacticalObjective(
        64,
        name="Great names",
        words="A CHARACTER destroyed this turn: 1 point. Three: d3 points.",
        condition="characters",
    ),
    TacticalObjective(
        65,
        name="Bring it down",
        words="A unit of W 10 or more destroyed this turn: 1 point. W 20 or more: d3 points.",
        condition="giant",
    ),
    TacticalObjective(
        66,
        name="The warlord's own",
        words="Draw one more objective. Only your WARLORD can achieve it, for 3 extra points.",
        condition="companion",
    ),
)

DECK: Mapping[int, TacticalObjective] = {o.number: o for o in (*_of_markers(), *_OTHERS)}
"""All thirty-six, by number, in order."""


@dataclass(frozen=True, slots=True)
class ActiveObjective:
    """An active objective."""

    number: int
    marker: int = 0
    """Number of the marker that it is about; 0 if it is about none."""
    theirs: bool = False
    """``MP-40``, 44: true if the enemy controlled that marker when the turn began."""
    led: bool = False
    """``MP-40``, 66: true if only the WARLORD can achieve it."""

    @property
    def objective(self) -> TacticalObjective:
        """Return the tactical objective from the deck."""
        return DECK[self.number]

    @property
    def title(self) -> str:
        """Return the name in the log and prompts: ``"44 A spot that matters (marker 2)"``."""
        more = f" (marker {self.marker})" if self.marker and not self.objective.marker else ""
        return f"{self.number} {self.objective.name}{more}"


@dataclass(frozen=True, slots=True)
class ObjectiveHand:
    """One side's objectives."""

    active: tuple[ActiveObjective, ...] = ()
    """In the order in which they were generated."""
    drawn: tuple[int, ...] = ()
    """Every number generated in this battle, in order."""
    struck: tuple[int, ...] = ()
    """``MP-41``  Numbers that were struck out before the battle."""
    _: KW_ONLY
    achieved: tuple[int, ...] = ()
    discarded: tuple[int, ...] = ()
    priority: str = ""
    """``MP-42``  The type that pays an extra point."""
    held: tuple[int, ...] = ()
    """Numbers of the markers controlled at the end of the side's last turn."""
    led: tuple[int, ...] = ()
    """Those of them with the WARLORD there."""
    powers: int = 0
    """Number of powers manifested or denied since the end of the side's last turn."""
    led_powers: int = 0
    """Those of them by the WARLORD."""
    broken: tuple[str, ...] = ()
    """The enemy units that failed a Morale test in the side's current turn."""

    @property
    def counted(self) -> int:
        """Return the number of objectives that count toward the limit."""
        return len([held for held in self.active if not held.led])

    def left(self) -> list[int]:
        """Return the numbers that may still be generated."""
        gone = (*self.drawn, *self.struck)
        return [number for number in DECK if number not in gone]

    def of(self, kind: str) -> int:
        """Return the number of achieved objectives of a type."""
        return len([n for n in self.achieved if DECK[n].kind == kind])

    def bound(self, held: ActiveObjective) -> tuple[ActiveObjective, ...]:
        """``MP-40``  Return the objectives that go together: one, or a 66 and its companion."""
        if held.led or held.number == COMPANION:
            return tuple(h for h in self.active if h.led or h.number == COMPANION)
        return (held,)

    def without(self, gone: tuple[ActiveObjective, ...]) -> ObjectiveHand:
        return replace(self, active=tuple(h for h in self.active if h not in gone))


@dataclass(frozen=True, slots=True)
class ObjectiveHands:
    """The objectives of both sides."""

    first: ObjectiveHand = ObjectiveHand()
    second: ObjectiveHand = ObjectiveHand()


HANDS = StatePage("tactics", ObjectiveHands())


def hand_of(table: Table, side: Side) -> ObjectiveHand:
    """Return the objectives of a side."""
    hands = HANDS.of(table)
    return hands.first if side == table.sides[0] else hands.second


def write(game: Game, clause: str, side: Side, hand: ObjectiveHand) -> None:
    """Store the objectives of a side."""
    hands = HANDS.of(game.table)
    if side == game.table.sides[0]:
        hands = replace(hands, first=hand)
    else:
        hands = replace(hands, second=hand)
    game.do(HANDS.write(clause, hands))


def asks_of(hand: ObjectiveHand, held: ActiveObjective) -> str:
    """Return what an objective asks and pays, in words."""
    return f"{held.objective.words} {extra_of(hand, held)}".strip()


def extra_of(hand: ObjectiveHand, held: ActiveObjective) -> str:
    """``MP-40``, ``MP-42``  Return how an objective pays more, in words; else empty."""
    led = f"Only your WARLORD: {LED_MORE} more." if held.led else ""
    kind = held.objective.kind
    dear = f"Your priority: {more} more." if (more := priority_of(hand, kind)) else ""
    return " ".join(filter(None, (led, dear)))


def price_of(hand: ObjectiveHand, held: ActiveObjective) -> str:
    """``MP-42``  Return a sentence on what discarding an objective costs; empty for nothing."""
    points = sum([priority_of(hand, one.objective.kind) for one in hand.bound(held)])
    return f"Discarding it costs {many(points, 'point')}." if points else ""


def priority_of(hand: ObjectiveHand, kind: ObjectiveKind) -> int:
    """``MP-42``  Return the points that the priority adds, or takes if it is discarded."""
    return int(hand.priority == kind)
