"""Decision, Option, Refusal, Choose, and the numeric decisions Amount and Aim."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any, Generic, TypeVar

from game.geometry.points import LOOSE_EPSILON, Point, thousandths
from game.table.records import Side
from game.table.state import Table

Answer = TypeVar("Answer")

PASS = "pass"  # noqa: S105  the answer of whoever passes
FURTHEST = 1000.0


class IllegalAnswer(ValueError):  # noqa: N818  it is no error of the program
    """The answer breaks the rules; the words are fit for the player's eyes."""

    def __init__(self, reason: str, clause: str = "", fix: Any = None) -> None:
        super().__init__(f"{reason} ({clause})" if clause else reason)
        self.reason = reason
        self.clause = clause
        self.fix = fix
        """The nearest legal answer, as JSON, where one can be found."""


@dataclass(frozen=True, slots=True)
class Decision(Generic[Answer]):
    by: Side
    clause: str
    asks: str
    """What is asked, in a few words."""

    def read(self, told: Any) -> Answer:
        """Turn JSON into an answer; raise IllegalAnswer if it is not of the form."""
        raise NotImplementedError

    def judge(self, table: Table, answer: Answer) -> None:
        """Raise IllegalAnswer, with words for the player, if the rules forbid it."""
        raise NotImplementedError

    def sample(self, table: Table, k: int, n: int) -> Any:
        """Return the k-th of *n* legal answers, spread over what is possible, as JSON.

        None where there is none at that place.
        """
        raise NotImplementedError

    def samples(self, table: Table, n: int) -> Iterator[Any]:
        """Yield up to *n* legal answers as JSON, spread over what is possible."""
        for k in range(n):
            if (told := self.sample(table, k, n)) is not None:
                yield told

    def __await__(self) -> Generator[Decision[Any], Answer, Answer]:
        return (yield self)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not possible: for a greyed option and for whoever tries it anyway."""

    reason: str
    clause: str
    fix: Any = None
    always: bool = False
    """Whether nobody may, all the game: then no option need tell of it."""


@dataclass(frozen=True, slots=True)
class Option:
    id: str
    label: str
    clause: str = ""
    anchor: str = ""
    """The model, unit, marker or zone on the board that it belongs to."""


def pass_option(label: str, clause: str = "") -> Option:
    """Return the option to do nothing (more)."""
    return Option(PASS, label, clause)


@dataclass(frozen=True, slots=True)
class Choose(Decision[str]):
    """One of named options."""

    options: tuple[Option, ...]
    greyed: tuple[tuple[Option, Refusal], ...] = ()
    """What might have been expected here, and why it is not possible."""
    about: str = ""
    """The unit or model for which it is chosen, if there is one."""
    places: tuple[str, ...] = ()
    """The pieces of terrain that the question is about."""
    weapon: str = ""
    """The weapon of *about* that the question is about, if there is one."""
    kind: str = ""
    """What is chosen, in a word of the rules: a bot's policy goes by it."""
    slight: bool = False
    """Whether little hangs on it: a player's standing orders may let it go by."""
    on: object = None
    """What it is about that no table holds, dice that have fallen: forecasts read it."""
    sealed: bool = False
    """Whether the answer is secret until both have answered. A rule asks both, one after the
    other, and does nothing in between; the first event after that opens the answers."""

    def read(self, told: Any) -> str:
        if not isinstance(told, str):
            raise IllegalAnswer(f"{told!r} is not the name of an option", self.clause)
        return told

    def judge(self, table: Table, answer: str) -> None:
        if any([o.id == answer for o in self.options]):
            return
        for option, why in self.greyed:
            if option.id == answer:
                raise IllegalAnswer(why.reason, why.clause, why.fix)
        can = ", ".join([o.id for o in self.options])
        raise IllegalAnswer(f"{answer!r} is not possible here; possible: {can}", self.clause)

    def sample(self, table: Table, k: int, n: int) -> str | None:
        """Yield each option once; if there are more than *n*, evenly spread ones."""
        many = len(self.options)
        if many <= n:
            return self.options[k].id if k < many else None
        return self.options[k * many // n].id


def read_point(told: Any) -> Point:
    """Read ``[x, y]`` in inches, rounded to what tables keep; raise IllegalAnswer."""
    if not isinstance(told, list | tuple) or len(told) != 2:
        raise IllegalAnswer(f"{told!r} is not a point: [x, y] in inches")
    for number in told:
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise IllegalAnswer(f"{number!r} is not a number of inches")
        if not isfinite(number) or abs(number) > FURTHEST:
            raise IllegalAnswer(f"{number!r} is not on any table")
    return thousandths(Point(float(told[0]), float(told[1])))


@dataclass(frozen=True, slots=True)
class Amount(Decision[int]):
    """How much of something: from *least* to *most*, in steps."""

    least: int
    most: int
    step: int = 1
    """An answer is *least* and so many times this."""
    about: str = ""
    """The unit, model or ring for which it is chosen."""
    kind: str = ""
    """What it is for, in a word of the rules: a bot's policy goes by it."""
    unit: str = ""
    """What is counted, in a word or a sign: ``"°"``."""

    def read(self, told: Any) -> int:
        if isinstance(told, bool) or not isinstance(told, int):
            raise IllegalAnswer(f"{told!r} is not a whole number", self.clause)
        return told

    def judge(self, table: Table, answer: int) -> None:
        low, high, step = self.least, self.most, self.step
        fix = min(high, max(low, low + (answer - low + step // 2) // step * step))
        if not low <= answer <= high:
            reason = f"{answer}{self.unit} is not from {low} to {high}"
            raise IllegalAnswer(reason, self.clause, fix)
        if (answer - low) % step:
            reason = f"{answer}{self.unit} is between two steps of {step}{self.unit}"
            raise IllegalAnswer(reason, self.clause, fix)

    def sample(self, table: Table, k: int, n: int) -> int | None:
        """Yield each number once; if there are more than *n*, evenly spread ones."""
        many = (self.most - self.least) // self.step + 1
        if many <= n:
            return self.least + k * self.step if k < many else None
        return self.least + k * many // n * self.step


WHOLE = 360.0


@dataclass(frozen=True, slots=True)
class Aim(Decision[float]):
    """A direction in degrees, 0 up the table, clockwise, kept in thousandths."""

    about: str
    """The unit or model for which it is chosen."""
    middle: float
    """The direction that the arc opens around."""
    spread: float
    """How many degrees it opens to either side; 180 is any direction."""
    kind: str = ""
    """What it is for, in a word of the rules: a bot's policy goes by it."""
    faces: bool = False
    """Whether the model faces that way then."""

    def read(self, told: Any) -> float:
        if isinstance(told, bool) or not isinstance(told, int | float):
            raise IllegalAnswer(f"{told!r} is not a direction in degrees", self.clause)
        if not isfinite(told) or abs(told) > FURTHEST:
            raise IllegalAnswer(f"{told!r} is no direction: 0 to 360 degrees", self.clause)
        return round(float(told), 3) % WHOLE

    def judge(self, table: Table, answer: float) -> None:
        off = (answer - self.middle + WHOLE / 2) % WHOLE - WHOLE / 2
        if abs(off) > self.spread + LOOSE_EPSILON:
            edge = self.spread if off > 0.0 else -self.spread
            fix = round((self.middle + edge) % WHOLE, 3)
            reason = f"{abs(off):.3g}° off is more than {self.spread:g}°"
            raise IllegalAnswer(reason, self.clause, fix)

    def sample(self, table: Table, k: int, n: int) -> float:
        """Yield the two ends of the arc and what lies evenly between."""
        last = n if self.spread >= WHOLE / 2 else max(1, n - 1)
        return round((self.middle - self.spread + 2 * self.spread * k / last) % WHOLE, 3)


_ACROSS, _DOWN = 0.7548776662466927, 0.5698402909980532
_GOLDEN = 0.6180339887498949


def low_discrepancy_point(k: int) -> tuple[float, float]:
    """Return the k-th point of a row that fills the unit square ever more evenly."""
    return (0.5 + k * _ACROSS) % 1.0, (0.5 + k * _DOWN) % 1.0


def low_discrepancy_number(k: int) -> float:
    """Return the k-th number of a row that fills the stretch from 0 to 1 ever more evenly."""
    return (0.5 + k * _GOLDEN) % 1.0
