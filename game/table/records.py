"""The records on a table: models, units, profiles, weapons, marks, clock, losses, result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, NewType

from game.geometry.points import Disc, Point


class DiceExpression(NamedTuple):
    """Dice whose total is part of a number: one d6 of attacks, a d3 of damage (``MC-01``)."""

    many: int = 0
    sides: int = 6
    """6, or 3 for a d6 halved and rounded up."""


NO_DICE = DiceExpression()


class Fire(StrEnum):
    """The weapon types of ``CC-09`` and ``MC-14``; melee weapons do not shoot."""

    ASSAULT = "assault"
    PISTOL = "pistol"
    RAPID = "rapid fire"
    HEAVY = "heavy"
    GRENADE = "grenade"
    MELEE = "melee"


@dataclass(frozen=True, slots=True)
class Weapon:
    name: str
    fire: Fire
    range: float = 0.0
    """Inches; 0 for melee."""
    shots: int = 1
    strength: int = 0
    """0: the user's own."""
    ap: int | None = None
    """None is AP "-". In the modern core 0 or less: what is added to the save (``MC-17``)."""
    blast: float = 0.0
    """The marker's diameter in inches; 0 for no blast."""
    rules: tuple[str, ...] = ()
    more: int = 0
    """How much is added to the user's own strength."""
    times: int = 1
    """How often the user's own strength counts."""
    shots_dice: DiceExpression = NO_DICE
    """What is rolled and added to *shots*."""
    damage: int = 1
    """``MC-18``  How many wounds an unsaved wound costs."""
    damage_dice: DiceExpression = NO_DICE
    """What is rolled and added to *damage*."""


@dataclass(frozen=True, slots=True)
class Profile:
    """``CC-01``, ``MC-01``  What a model is.

    In the modern core WS and BS are the roll that is needed (3 is 3+), 0 for none.
    """

    name: str
    ws: int = 3
    bs: int = 3
    s: int = 3
    t: int = 3
    w: int = 1
    i: int = 3
    a: int = 1
    ld: int = 7
    sv: int | None = None
    """The armour save: 2 to 6; None for none."""
    inv: int | None = None
    own_t: int | None = None
    """A rider's own toughness, the number in brackets of ``T 5(4)`` (``CC-16``)."""
    types: tuple[str, ...] = ("infantry",)
    rules: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    icon: str = ""
    """The token's picture: a file of ``assets/icons/units``."""
    m: int = 0
    """``MC-01``  Move in inches; 0 in the classic core, where its type says how far it goes."""
    a_dice: DiceExpression = NO_DICE
    """What is rolled and added to *a*."""
    powers: int = 0
    """``MC-08``  How many powers a psyker may attempt in a turn."""
    keywords: tuple[str, ...] = ()
    """``MC-01``  In capitals: ``"CHARACTER"``."""

    def has(self, word: str) -> bool:
        """Return whether a type, special rule or keyword is written on the profile."""
        return word in self.types or word in self.rules or word in self.keywords


Side = NewType("Side", str)
"""One of the two sides, by the name that the scenario gives it."""
ModelId = NewType("ModelId", str)
UnitId = NewType("UnitId", str)


ORIGIN = Point(0.0, 0.0)


class Where(StrEnum):
    TABLE = "table"
    RESERVE = "reserve"
    """Not on the table yet: to be deployed, or held back."""
    BODY = "body"
    GONE = "gone"


class Until(StrEnum):
    """How long a mark lasts."""

    PHASE = "the end of the phase"
    TURN = "the end of the player turn"
    ROUND = "the end of the game turn"
    BATTLE = "the end of the battle"


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to be remembered about a model or a unit: has moved, is falling back."""

    name: str
    until: Until = Until.BATTLE
    about: str = ""
    """The id or the number that belongs to it: whom the unit shot at, how far it ran."""


class Cell(NamedTuple):
    """``TC-01``  A cell of a cage."""

    ring: int
    """0 is the centre."""
    number: int
    """Clockwise from 0."""


CENTRE = Cell(0, 0)


@dataclass(frozen=True, slots=True)
class Dropped:
    """``TC-19``  A weapon that lies on the floor of a cage."""

    model: ModelId
    """Whose it is."""
    weapon: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class Model:
    id: ModelId
    unit: UnitId
    side: Side
    profile: Profile
    base: float
    """The radius of its round base."""
    at: Point = ORIGIN
    facing: float = 0.0
    where: Where = Where.TABLE
    wounds: int = 1
    marks: tuple[Mark, ...] = ()
    arrows: int = 0
    """``ZG-04``  How often it is pushed on."""
    heading: float = 0.0
    """Where all its arrows point: degrees, 0 up the table, clockwise, in thousandths; of no
    meaning without arrows."""
    cell: Cell | None = None
    """``TC-01``  Where it stands in a cage; its place and facing follow from it."""
    edge: int = 0
    """``TC-03``  Which edge of its cell it faces, in halves: on a ring 0 out, 2 clockwise,
    4 in, 6 counter-clockwise; in the centre twice the edge's number. Odd: the corner after."""

    @property
    def disc(self) -> Disc:
        return Disc(self.at, self.base)

    def mark(self, name: str) -> Mark | None:
        for mark in self.marks:
            if mark.name == name:
                return mark
        return None


@dataclass(frozen=True, slots=True)
class Unit:
    id: UnitId
    side: Side
    name: str
    models: tuple[ModelId, ...]
    """All that it started with, in the order of the roster."""
    marks: tuple[Mark, ...] = ()

    def mark(self, name: str) -> Mark | None:
        for mark in self.marks:
            if mark.name == name:
                return mark
        return None


class Spare(NamedTuple):
    """A unit that is not in the battle, and may come to be; its models are in reserve then."""

    unit: Unit
    models: tuple[Model, ...]


@dataclass(frozen=True, slots=True)
class Clock:
    """Where in the rulebook the game stands."""

    round: int = 0
    """The game turn; 0 before the first."""
    phase: str = ""
    side: Side | None = None
    """Whose turn it is; None in a phase that belongs to both."""
    over: bool = False
    """Nothing more happens in this phase: it is done, or its player let it go."""


class How(StrEnum):
    """How a model was lost."""

    SHOT = "shot"
    FOUGHT = "in combat"
    HAZARD = "hazard"
    FLED = "fled"
    POWER = "by a power"
    LOST = "lost"
    LEFT = "left"
    """Alive: by an exit (``MI-02``)."""
    PUSHED = "pushed out"
    """Out of a cage (``TC-23``)."""


@dataclass(frozen=True, slots=True)
class Command:
    """``MC-26``, ``MC-27``  What a side can still command with."""

    points: int = 0
    used: tuple[str, ...] = ()
    """The stratagems that it used in this phase."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Who was lost, when and how: morale and victory points read it."""

    model: ModelId
    unit: UnitId
    side: Side
    how: How
    when: Clock
    moment: int = 0
    """How many dice had been rolled by then: what was lost without a die in between was lost
    at the same moment (``MP-34``)."""
    by: str = ""
    """The unit that it was lost to, if it was one."""


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended."""

    winner: Side | None
    """None is a draw."""
    reason: str
    clause: str


START = Clock()
