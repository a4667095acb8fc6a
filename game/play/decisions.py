"""Decisions that rules ask of a side."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum
from math import isfinite
from typing import Any, Generic, TypeVar, overload

from game.geometry.points import LOOSE_EPSILON, Point, thousandths
from game.table.records import Side
from game.table.state import Table

Answer = TypeVar("Answer")
Item = TypeVar("Item")

PASS = "pass"  # noqa: S105  the answer of whoever passes
MAX_DISTANCE = 1000.0
# Types of JSON values: a union written where it is used would be built at each test.
NUMBER, SEQUENCE = (int, float), (list, tuple)
WHOLE = 360.0
_ACROSS, _DOWN = 0.7548776662466927, 0.5698402909980532
_GOLDEN = 0.6180339887498949


class IllegalAnswer(ValueError):  # noqa: N818  it is no error of the program
    """An answer that breaks the rules; its reason can be shown to the player."""

    def __init__(
        self, reason: str, clause: str = "", fix: Any = None, figure: str = ""
    ) -> None:
        words = f"{reason}: {figure}" if figure else reason
        super().__init__(f"{words} ({clause})" if clause else words)
        self.reason = reason
        self.clause = clause
        self.fix = fix
        """The nearest legal answer, as JSON, where one can be found."""
        self.figure = figure
        """The number behind the reason, in words; empty for none."""


class DecisionKind(Enum):
    """The purpose of a decision; each rule system has a subclass with its own kinds."""

    @property
    def needs_sight(self) -> bool:
        """Return whether the rules ask for line of sight to its options."""
        return False


class CommonKind(DecisionKind):
    """Kinds of decisions that several rule systems ask for."""

    FIRST = "first"
    ZONE_MAP = "zone map"
    ZONE = "zone"
    DEPLOY = "deploy"
    HOLD = "hold"
    MAIN_BODY = "main body"
    UNIT_TO_MOVE = "unit to move"
    UNIT_TO_SHOOT = "unit to shoot"
    UNIT_TO_CHARGE = "unit to charge"
    PACE = "pace"
    MOVE = "move"
    RUN = "run"
    DIFFICULT = "difficult"
    TURN = "turn"
    POWER = "power"
    TARGET = "target"
    WEAPON = "weapon"
    AIM = "aim"
    BLAST = "blast"
    CHARGE = "charge"
    STRIKE_AT = "strike at"
    STRIKE_WITH = "strike with"
    CASUALTY = "casualty"
    BREAK_IN = "break in"
    """The offer to interrupt."""

    @property
    def needs_sight(self) -> bool:
        return self in {CommonKind.TARGET, CommonKind.AIM}


class Passing(Enum):
    """The meaning of passing in a choice: it decides what Enter takes, and the key to pass."""

    DECLINES = "declines"
    """It refuses what the question is about: Enter takes another option."""
    ENDS = "ends"
    """It ends the phase; Enter takes another option."""
    KEEPS = "keeps"
    """It is the usual answer, because to act spends or gives up something: Enter passes."""
    GOES_AHEAD = "goes ahead"
    """It is the action itself, without more of what is offered: Enter passes."""


@dataclass(frozen=True, slots=True)
class Decision(Generic[Answer]):
    """A question that rules ask a side; awaiting it returns the answer."""

    by: Side
    clause: str
    asks: str
    """The question, in a few words."""
    kind: DecisionKind | None = field(default=None, kw_only=True)
    """The purpose, where bots, forecasts or prompts distinguish it."""

    def read(self, raw: Any) -> Answer:
        """Return an answer from JSON; raise IllegalAnswer if it is malformed."""
        raise NotImplementedError

    def judge(self, table: Table, answer: Answer) -> None:
        """Raise IllegalAnswer, with a reason for the player, if the rules forbid an answer."""
        raise NotImplementedError

    def sample(self, table: Table, k: int, n: int) -> Any:
        """Return the k-th of *n* legal answers as JSON, spread over all that are possible.

        Return None if there is none at that place.
        """
        raise NotImplementedError

    def samples(self, table: Table, n: int) -> Iterator[Any]:
        """Yield up to *n* legal answers as JSON, spread over all that are possible."""
        for k in range(n):
            if (raw := self.sample(table, k, n)) is not None:
                yield raw

    def __await__(self) -> Generator[Decision[Any], Answer, Answer]:
        return (yield self)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why something is not possible: for a greyed option, or an illegal answer."""

    reason: str
    clause: str
    fix: Any = None
    figure: str = ""
    """The number behind the reason, in words; empty for none."""
    always: bool = False
    """True if it is forbidden to all in the whole game; such options need not be shown."""


@dataclass(frozen=True, slots=True)
class Option:
    """One answer that a Choose offers."""

    id: str
    label: str
    clause: str = ""
    anchor: str = ""
    """The model, unit, marker or zone on the board that it belongs to."""
    does: str = field(default="", kw_only=True)
    """Its effect, beginning with a verb, where the label only names something."""
    detail: str = field(default="", kw_only=True)
    """Its meaning to a player; empty if the label says it."""


def pass_option(label: str, clause: str = "") -> Option:
    """Return the option to do nothing, or nothing more."""
    return Option(PASS, label, clause)


class LazySequence(Sequence[Item]):
    """A sequence that is made when it is first read: playouts never read refusals.

    Its maker must not read a table that the game changes.
    """

    def __init__(self, make: Callable[[], Iterable[Item]]) -> None:
        self._make = make
        self._items: tuple[Item, ...] | None = None

    def _made(self) -> tuple[Item, ...]:
        if self._items is None:
            self._items = tuple(self._make())
        return self._items

    @overload
    def __getitem__(self, at: int) -> Item: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Item, ...]: ...

    def __getitem__(self, at: int | slice) -> Item | tuple[Item, ...]:
        return self._made()[at]

    def __len__(self) -> int:
        return len(self._made())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._made() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._made())

    def __repr__(self) -> str:
        return repr(self._made())

    def __reduce__(self) -> tuple[type[tuple[Item, ...]], tuple[tuple[Item, ...]]]:
        """Pickle as a tuple."""
        return tuple, (self._made(),)


@dataclass(frozen=True, slots=True)
class Choose(Decision[str]):
    """A choice between named options."""

    _: KW_ONLY
    options: tuple[Option, ...]
    greyed: Sequence[tuple[Option, Refusal]] = ()
    """Options that a player might expect here, and why they are not possible."""
    about: str = ""
    """The unit or model that the choice is for, if there is one."""
    places: tuple[str, ...] = ()
    """The pieces of terrain that the question is about."""
    weapon: str = ""
    """The weapon that the question is about, if any: that of *about*, or of its attacker."""
    slight: bool = False
    """True if little depends on it: a player's standing orders may skip it."""
    series: int = 1
    """Number of like questions in a row from this one on, as far as the rule knows."""
    passing: Passing = Passing.DECLINES
    """The meaning of passing, if it is an option."""
    on: object = None
    """Context that no table holds, such as rolled dice; forecasts read it."""
    sealed: bool = False
    """True if the answer is secret until both sides have answered.

    A rule asks both sides in turn and does nothing in between; the first event after that
    reveals the answers.
    """

    def read(self, raw: Any) -> str:
        """Return the id of an option; raise IllegalAnswer if it is not a text."""
        if not isinstance(raw, str):
            raise IllegalAnswer(f"{raw!r} is not the name of an option", self.clause)
        return raw

    def judge(self, table: Table, answer: str) -> None:
        """Raise IllegalAnswer if no option has the id; greyed options give their reason."""
        if any([o.id == answer for o in self.options]):
            return
        for option, why in self.greyed:
            if option.id == answer:
                raise IllegalAnswer(why.reason, why.clause, why.fix, why.figure)
        can = ", ".join([o.id for o in self.options])
        reason = f"you cannot choose {answer!r} here; choose one of: {can}"
        raise IllegalAnswer(reason, self.clause)

    def sample(self, table: Table, k: int, n: int) -> str | None:
        """Return the k-th option; of more than *n* options evenly spread ones."""
        many = len(self.options)
        if many <= n:
            return self.options[k].id if k < many else None
        return self.options[k * many // n].id


def read_point(raw: Any) -> Point:
    """Return the point ``[x, y]`` in inches, rounded to thousandths; raise IllegalAnswer."""
    if not isinstance(raw, SEQUENCE) or len(raw) != 2:
        raise IllegalAnswer(f"{raw!r} is not a point: [x, y] in inches")
    for number in raw:
        if type(number) is float and -MAX_DISTANCE <= number <= MAX_DISTANCE:
            continue  # nearly always
        if isinstance(number, bool) or not isinstance(number, NUMBER):
            raise IllegalAnswer(f"{number!r} is not a number of inches")
        if not isfinite(number) or abs(number) > MAX_DISTANCE:
            raise IllegalAnswer(f"{number!r} is not on any table")
    return thousandths(Point(float(raw[0]), float(raw[1])))


@dataclass(frozen=True, slots=True)
class Amount(Decision[int]):
    """A number from *least* to *most*, in steps."""

    _: KW_ONLY
    least: int
    most: int
    step: int = 1
    """Step between answers, counted from *least*."""
    about: str = ""
    """The unit, model or ring that the number is for."""
    unit: str = ""
    """Unit of the number, as a word or a sign: ``"°"``."""

    def read(self, raw: Any) -> int:
        """Return a whole number; raise IllegalAnswer if it is not one."""
        if isinstance(raw, bool) or not isinstance(raw, int):
            raise IllegalAnswer(f"{raw!r} is not a whole number", self.clause)
        return raw

    def judge(self, table: Table, answer: int) -> None:
        """Raise IllegalAnswer, with the nearest legal number, if it is not allowed."""
        low, high, step = self.least, self.most, self.step
        fix = min(high, max(low, low + (answer - low + step // 2) // step * step))
        if not low <= answer <= high:
            reason = f"{answer}{self.unit} is not from {low} to {high}"
            raise IllegalAnswer(reason, self.clause, fix)
        if (answer - low) % step:
            reason = f"{answer}{self.unit} is between two steps of {step}{self.unit}"
            raise IllegalAnswer(reason, self.clause, fix)

    def sample(self, table: Table, k: int, n: int) -> int | None:
        """Return the k-th number; of more than *n* numbers evenly spread ones."""
        many = (self.most - self.least) // self.step + 1
        if many <= n:
            return self.least + k * self.step if k < many else None
        return self.least + k * many // n * self.step


@dataclass(frozen=True, slots=True)
class Aim(Decision[float]):
    """A direction in degrees, 0 up the table, clockwise, in thousandths."""

    _: KW_ONLY
    about: str
    """The unit or model that the direction is for."""
    middle: float
    """The direction in the middle of the allowed arc."""
    spread: float
    """Degrees of the arc to either side; 180 allows any direction."""
    faces: bool = False
    """True if the model then faces that direction."""

    def read(self, raw: Any) -> float:
        """Return a direction from 0 to 360 degrees; raise IllegalAnswer if it is none."""
        if isinstance(raw, bool) or not isinstance(raw, int | float):
            raise IllegalAnswer(f"{raw!r} is not a direction in degrees", self.clause)
        if not isfinite(raw) or abs(raw) > MAX_DISTANCE:
            raise IllegalAnswer(f"{raw!r} is not a direction: 0 to 360 degrees", self.clause)
        return round(float(raw), 3) % WHOLE

    def judge(self, table: Table, answer: float) -> None:
        """Raise IllegalAnswer, with the nearest end of the arc, if it is outside."""
        off = (answer - self.middle + WHOLE / 2) % WHOLE - WHOLE / 2
        if abs(off) > self.spread + LOOSE_EPSILON:
            edge = self.spread if off > 0.0 else -self.spread
            fix = round((self.middle + edge) % WHOLE, 3)
            reason = f"{abs(off):.3g}° off is more than {self.spread:g}°"
            raise IllegalAnswer(reason, self.clause, fix)

    def sample(self, table: Table, k: int, n: int) -> float:
        """Return the k-th of *n* directions, spread evenly over the arc and its ends."""
        last = n if self.spread >= WHOLE / 2 else max(1, n - 1)
        return round((self.middle - self.spread + 2 * self.spread * k / last) % WHOLE, 3)


def low_discrepancy_point(k: int) -> tuple[float, float]:
    """Return the k-th point of a low-discrepancy sequence in the unit square."""
    return (0.5 + k * _ACROSS) % 1.0, (0.5 + k * _DOWN) % 1.0


def low_discrepancy_number(k: int) -> float:
    """Return the k-th number of a low-discrepancy sequence from 0 to 1."""
    return (0.5 + k * _GOLDEN) % 1.0


def sorted_options(
    found: Iterable[tuple[Option, Refusal | None]],
) -> tuple[list[Option], list[tuple[Option, Refusal]]]:
    """Return the options that may be chosen, and the others with their refusals."""
    options, refused = list[Option](), list[tuple[Option, Refusal]]()
    for option, no in found:
        if no:
            refused.append((option, no))
        else:
            options.append(option)
    return options, refused


async def ask_which(
    side: Side,
    clause: str,
    asks: str,
    options: Sequence[Option],
    *,
    kind: DecisionKind,
    about: str = "",
    series: int = 1,
) -> str:
    """Return the option that a side chooses; it is not asked about a single one."""
    if len(options) == 1:
        return options[0].id
    return await Choose(
        side,
        clause=clause,
        asks=asks,
        options=tuple(options),
        about=about,
        kind=kind,
        series=series,
    )
