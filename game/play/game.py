"""The state of running rules: table, dice, events and the read-only view; rows of dice."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from game.play.decisions import Decision
from game.table.apply import apply
from game.table.events import Event, Reason, Rolled, RollKind
from game.table.records import Side
from game.table.state import StatePage, Table

_WORD = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15

FIRST = "who goes first"
"""Purpose of dice that only decide an order."""
D3 = "d3"
"""Label of a die that counts as a d3, shown after its purpose: ``"damage, d3"``."""


def halved(face: int) -> int:
    """``CC-36``  Return the d3 result of a d6: half of it, rounded up."""
    return (face + 1) // 2


class Dice(Protocol):
    """An endless sequence of d6 that is the same each time it is read."""

    def nth(self, n: int) -> int:
        """Return the face of the n-th die of this game, counted from 0."""

    @property
    def seed(self) -> int:
        """Return the seed from which other sequences are derived."""


@dataclass(frozen=True, slots=True)
class SeededDice:
    """Dice computed from a seed."""

    seed: int

    def nth(self, n: int) -> int:
        """Return the face of the n-th die, counted from 0."""
        return _mixed(self.seed + (n + 1) * _GOLDEN) % 6 + 1


@dataclass(frozen=True, slots=True)
class ScriptedDice:
    """Dice with faces given by a test or a situation."""

    faces: tuple[int, ...]
    seed: int = 0

    def nth(self, n: int) -> int:
        """Return the n-th face, from 0; raise LookupError past the last."""
        if n >= len(self.faces):
            raise LookupError(f"the script holds {len(self.faces)} dice, die {n + 1} was asked")
        return self.faces[n]


@dataclass(frozen=True, slots=True)
class SplicedDice:
    """Dice from one sequence up to a position, and from others after it.

    Earlier dice stay as they were rolled; later ones are new. Forks use it, and so does a game
    after a roll was undone: replaying a chapter still finds the dice of its first run.
    """

    first: Dice
    pieces: tuple[tuple[int, int], ...]
    """Pairs of the first die and the seed from there, in ascending order."""

    @property
    def seed(self) -> int:
        """Return the seed of the first sequence."""
        return self.first.seed

    def nth(self, n: int) -> int:
        """Return the face of the n-th die, counted from 0."""
        for until, seed in reversed(self.pieces):
            if n >= until:
                return SeededDice(seed).nth(n)
        return self.first.nth(n)


def seed_at(dice: Dice, n: int) -> int:
    """Return the seed of the n-th die: in a fork, or after an undo, that of the new dice."""
    pieces = dice.pieces if isinstance(dice, SplicedDice) else ()
    return next((seed for until, seed in reversed(pieces) if n >= until), dice.seed)


def splice(dice: Dice, until: int, luck: int) -> SplicedDice:
    """Return a sequence with other dice from position *until* on.

    They are derived from the game's seed, the position and *luck*, and differ from the sequence
    that they replace. Equal luck at an equal position gives equal dice, and no other does.
    """
    first, pieces = (dice.first, dice.pieces) if isinstance(dice, SplicedDice) else (dice, ())
    kept = tuple(p for p in pieces if p[0] < until)
    left = kept[-1][1] if kept else first.seed
    fresh = _mixed(_mixed(left ^ 0xD1CE) + _mixed(until + 1) + _mixed(luck * _GOLDEN + 7))
    return SplicedDice(first, (*kept, (until, fresh)))


def other_dice(dice: Dice, until: int, luck: int) -> Dice:
    """Return the dice of ``splice`` from position *until* on, without those before it."""
    return SeededDice(splice(dice, until, luck).pieces[-1][1])


def _mixed(z: int) -> int:
    # splitmix64: computes any die in one step, with equal results on every machine.
    z &= _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return z ^ (z >> 31)


Result = TypeVar("Result")

Rule: TypeAlias = Coroutine[Decision[Any], Any, Result]
"""A rule of the rulebook as a coroutine; each ``await`` may wait for a player's decision."""


class GameView(Protocol):
    """Read-only access to a game, from which modifiers and odds are computed."""

    @property
    def table(self) -> Table: ...

    @property
    def rules(self) -> Rules: ...


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A view of a game as it is now; the game goes on without changing it."""

    rules: Rules
    table: Table

    @classmethod
    def of(cls, view: GameView) -> Snapshot:
        """Return a view of a game as it is now."""
        return cls(view.rules, view.table.fork())


@dataclass(slots=True)
class Game:
    """A running game: rules, table, dice and the event log."""

    rules: Rules
    table: Table
    dice: Dice
    story: list[Event] = field(default_factory=list)

    def do(self, event: Event) -> None:
        """Apply an event to the table and append it to the event log."""
        apply(self.table, event)
        self.story.append(event)

    def throw(
        self,
        clause: str,
        by: Side,
        what: str,
        times: int = 1,
        *,
        need: int = 0,
        under: bool = False,
        total: bool = False,
        id_: str = "",
        target: str = "",
        weapon: str = "",
        reasons: tuple[Reason, ...] = (),
        kind: RollKind | None = None,
        sides: int = 6,
    ) -> tuple[int, ...]:
        """Roll dice that cannot be rerolled.

        For all others use ``await roll(...)`` of the kit.
        """
        if not times:
            return ()
        faces = self._fallen(times, need, under=under, total=total)
        self.do(
            Rolled(
                clause=clause,
                by=by,
                what=what,
                faces=faces,
                need=need,
                under=under,
                total=total,
                who=id_,
                target=target,
                weapon=weapon,
                reasons=reasons,
                kind=kind,
                sides=sides,
            )
        )
        return faces

    def _fallen(self, times: int, need: int, *, under: bool, total: bool) -> tuple[int, ...]:
        """Return the next faces of the dice; for the rest see ``throw``."""
        first = self.table.rolls
        return tuple([self.dice.nth(n) for n in range(first, first + times)])


Step: TypeAlias = Callable[[Game], Rule[None]]


def at_once(rule: Rule[Result]) -> Result:
    """Run a rule that asks nothing to its end; raise RuntimeError if it does ask."""
    try:
        asked = rule.send(None)
    except StopIteration as end:
        # A coroutine's return value is the value of its StopIteration.
        return cast("Result", end.value)
    rule.close()
    raise RuntimeError(f"nobody is there to answer: {asked}")


class Rules(Protocol):
    """A rule system with its modules: all that stays the same during a game."""

    @property
    def system(self) -> str:
        """Return the name of the rule system."""

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the names of the system, the mission and the modules, and what they use."""

    @property
    def hooks(self) -> Mapping[object, tuple[Callable[..., Any], ...]]:
        """Return the functions that modules attached to hooks, in the scenario's order."""

    @property
    def pages(self) -> Mapping[str, StatePage[Any]]:
        """Return the states that modules keep on the table, so that saves can read them."""

    @property
    def options(self) -> Mapping[str, Any]:
        """Return the values of the scenario's options in this game."""

    def next_step(self, table: Table) -> Step | None:
        """Return the next step, which follows from the table alone.

        None if the game is over.
        """
