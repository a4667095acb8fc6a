"""The records that a table holds."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from typing import NamedTuple, NewType

from game.geometry.points import Disc, Point

Side = NewType("Side", str)
"""One of the two sides, by its name in the scenario."""
ModelId = NewType("ModelId", str)
UnitId = NewType("UnitId", str)
ORIGIN = Point(0.0, 0.0)


class DiceExpression(NamedTuple):
    """Dice added to a number: one d6 of attacks, a d3 of damage (``MC-01``)."""

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
    """A weapon's profile."""

    name: str
    fire: Fire
    range: float = 0.0
    """Inches; 0 for melee."""
    _: KW_ONLY
    shots: int = 1
    strength: int = 0
    """0 for the user's own strength."""
    ap: int | None = None
    """None is AP "-". In the modern core a modifier of the save, 0 or less (``MC-17``)."""
    blast: float = 0.0
    """Diameter of the marker in inches; 0 for no blast."""
    rules: tuple[str, ...] = ()
    more: int = 0
    """Bonus to the user's own strength."""
    times: int = 1
    """Multiplier of the user's own strength."""
    shots_dice: DiceExpression = NO_DICE
    """Dice added to *shots*."""
    damage: int = 1
    """``MC-18``  Wounds lost for each unsaved wound."""
    damage_dice: DiceExpression = NO_DICE
    """Dice added to *damage*."""

    def __hash__(self) -> int:
        # Weapons are keys of caches very often, and few share a name.
        return hash(self.name)


@dataclass(frozen=True, slots=True)
class Profile:
    """``CC-01``, ``MC-01``  The profile of a model.

    In the modern core WS and BS are the roll that is needed (3 is 3+), 0 for none.
    """

    name: str
    _: KW_ONLY
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
    """Icon of the token: a file of ``assets/icons/units``."""
    m: int = 0
    """``MC-01``  Move in inches; 0 in the classic core, where it follows from the type."""
    a_dice: DiceExpression = NO_DICE
    """Dice added to *a*."""
    powers: int = 0
    """``MC-08``  Number of powers that a psyker may attempt in a turn."""
    keywords: tuple[str, ...] = ()
    """``MC-01``  In capitals: ``"CHARACTER"``."""

    def __hash__(self) -> int:
        # Profiles are keys of caches very often, and few share a name.
        return hash(self.name)

    @property
    def is_modern(self) -> bool:
        """``MC-01``  Return whether it is of the modern core, which alone has a Move."""
        return self.m > 0

    def has(self, word: str) -> bool:
        """Return whether the profile has a type, special rule or keyword."""
        return word in self.types or word in self.rules or word in self.keywords

    def has_any(self, words: frozenset[str]) -> bool:
        """Return whether the profile has one of several types, special rules or keywords."""
        lacks = words.isdisjoint
        return not (lacks(self.types) and lacks(self.rules) and lacks(self.keywords))


class Where(StrEnum):
    """The places where a model or piece can be."""

    TABLE = "table"
    RESERVE = "reserve"
    """Not on the table yet: to be deployed, or held back."""
    BODY = "body"
    GONE = "gone"


class Until(StrEnum):
    """The duration of a mark."""

    PHASE = "the end of the phase"
    TURN = "the end of the player turn"
    ROUND = "the end of the game turn"
    BATTLE = "the end of the battle"


@dataclass(frozen=True, slots=True)
class Mark:
    """A fact to remember about a model or unit: it has moved, it is falling back."""

    name: str
    until: Until = Until.BATTLE
    about: str = ""
    """The id or number that belongs to it: the unit's target, the distance it ran."""


class Cell(NamedTuple):
    """A cell of a board that is divided into rings of cells."""

    ring: int
    """Number of the ring; 0 is the centre."""
    number: int
    """Number in the ring, clockwise from 0."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model in its current state; models are replaced, never changed."""

    id: ModelId
    unit: UnitId
    side: Side
    _: KW_ONLY
    profile: Profile
    base: float
    """Radius of its round base, in inches."""
    at: Point = ORIGIN
    facing: float = 0.0
    where: Where = Where.TABLE
    wounds: int = 1
    marks: tuple[Mark, ...] = ()
    arrows: int = 0
    """Number of momentum markers."""
    heading: float = 0.0
    """Heading of all its arrows: degrees in thousandths, 0 up the table, clockwise.

    Meaningless without arrows.
    """
    disc: Disc = field(init=False, repr=False, compare=False)
    """Its base as a disc."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "disc", Disc(self.at, self.base))

    def mark(self, name: str) -> Mark | None:
        """Return the mark with a name, or None."""
        for mark in self.marks:
            if mark.name == name:
                return mark
        return None

    def moved(self, at: Point, facing: float) -> Model:
        """Return the model at another point, as ``replace`` does but in half the time."""
        return Model(
            self.id,
            self.unit,
            self.side,
            profile=self.profile,
            base=self.base,
            at=at,
            facing=facing,
            where=self.where,
            wounds=self.wounds,
            marks=self.marks,
            arrows=self.arrows,
            heading=self.heading,
        )


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit, with the ids of its models."""

    id: UnitId
    side: Side
    name: str
    _: KW_ONLY
    models: tuple[ModelId, ...]
    """All models that it started with, in the order of the roster."""
    marks: tuple[Mark, ...] = ()

    def mark(self, name: str) -> Mark | None:
        """Return the mark with a name, or None."""
        for mark in self.marks:
            if mark.name == name:
                return mark
        return None


class Spare(NamedTuple):
    """A unit that is not in the battle but may join it; its models then begin in reserve."""

    unit: Unit
    models: tuple[Model, ...]


@dataclass(frozen=True, slots=True)
class Clock:
    """The progress of the game: game turn, phase and side."""

    round: int = 0
    """The game turn; 0 before the first."""
    phase: str = ""
    side: Side | None = None
    """The side that has the turn; None in a phase of both sides."""
    over: bool = False
    """True if nothing more happens in this phase: it is done, or its player ended it."""


class How(StrEnum):
    """The ways in which a model can be lost."""

    SHOT = "shot"
    FOUGHT = "in combat"
    HAZARD = "hazard"
    FLED = "fled"
    POWER = "by a power"
    LOST = "lost"
    LEFT = "left"
    """Left the table alive, by an exit (``MI-02``)."""
    PUSHED = "pushed out"
    """Pushed out of the place of the fight."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A loss of a model, for morale and victory points."""

    model: ModelId
    unit: UnitId
    side: Side
    _: KW_ONLY
    how: How
    when: Clock
    moment: int = 0
    """Number of dice rolled by then.

    Losses without a die between them happened at the same moment (``MP-34``).
    """
    by: str = ""
    """The unit that caused it, if one did."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of the game."""

    winner: Side | None
    """None for a draw."""
    reason: str
    clause: str


START = Clock()


def many(count: int, one: str, several: str = "") -> str:
    """Return a count: ``"1 unit"``, ``"3 units"``; *several* is an irregular plural."""
    return f"{count} {one if abs(count) == 1 else several or f'{one}s'}"
