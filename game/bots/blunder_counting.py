"""Counts of blunders in a game, which is gone through event by event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from game.cores.kit.queries import TableView
from game.play.decisions import Decision
from game.play.game import Rules
from game.systems import Parts
from game.table.apply import apply
from game.table.events import Act, Acted, Event, PhaseBegan, Rolled, RollKind
from game.table.records import ModelId, Side, UnitId
from game.table.state import Table

BLUNDERS: Mapping[str, Sequence[type[BlunderCounter]]] = Parts("bot.blunders", "BLUNDERS")
"""The blunders that each system knows, by its name."""
ATTACK_ACTS = (Act.SHOOTS, Act.FIRES_OVERWATCH)
ATTACK_ROLLS = (RollKind.HIT, RollKind.ATTACK, RollKind.PARRIED)


class AnsweredQuestion(NamedTuple):
    """A question of a game with its answer."""

    asked: Decision[Any]
    answer: Any
    """The answer as JSON."""
    events_before: int
    """Number of events before the question."""


class BlunderCount(NamedTuple):
    """The number of blunders of one kind by one side."""

    name: str
    side: Side
    made: int
    of: int
    """Number of times that the side could have made it."""


class BlunderCounter:
    """Counts the blunders of one kind in one game.

    It is shown everything in order; each of its methods may be left out.
    """

    name: ClassVar[str]
    """The blunder in a few words, as a plural."""

    def __init__(self) -> None:
        self._counts = dict[Side, int]()
        self._cases = dict[Side, int]()

    def see_answer(self, view: TableView, question: AnsweredQuestion) -> None:
        """Note an answer; the table is as it was when the question was asked."""

    def see_event(self, view: TableView, event: Event) -> None:
        """Note an event that the table does not show yet."""

    def see_change(self, view: TableView, event: Event) -> None:
        """Note an event that the table shows."""

    def see_end(self, view: TableView) -> None:
        """Note that the story is over."""

    def note(self, side: Side, *, is_blunder: bool, times: int = 1) -> None:
        """Count a case in which a side could make the blunder, and perhaps did."""
        self._cases[side] = self._cases.get(side, 0) + times
        if is_blunder:
            self._counts[side] = self._counts.get(side, 0) + times

    def counts(self, sides: Sequence[Side]) -> Iterator[BlunderCount]:
        """Yield the blunders of each side."""
        for side in sides:
            yield BlunderCount(
                self.name, side, self._counts.get(side, 0), self._cases.get(side, 0)
            )


def blunders_in(
    opening: Table, story: Sequence[Event], answered: Sequence[AnsweredQuestion], rules: Rules
) -> Iterator[BlunderCount]:
    """Yield the blunders of both sides in a game, by all systems that take part in it."""
    counters = [kind() for name in rules.parts if name in BLUNDERS for kind in BLUNDERS[name]]
    show_game(counters, opening, story, answered, rules)
    for counter in counters:
        yield from counter.counts(opening.sides)


def show_game(
    counters: Sequence[BlunderCounter],
    opening: Table,
    story: Sequence[Event],
    answered: Sequence[AnsweredQuestion],
    rules: Rules,
) -> None:
    """Show a game to counters: its events, and its answers in between."""
    view, given = TableView(opening.fork(), rules), 0
    for count, event in enumerate(story):
        while given < len(answered) and answered[given].events_before <= count:
            for counter in counters:
                counter.see_answer(view, answered[given])
            given += 1
        for counter in counters:
            counter.see_event(view, event)
        apply(view.table, event)
        for counter in counters:
            counter.see_change(view, event)
    for counter in counters:
        counter.see_end(view)


def turn_that_ends(table: Table, event: Event) -> Side | None:
    """Return the side whose turn an event ends, which is not applied yet; None for no turn."""
    clock = table.clock
    if not isinstance(event, PhaseBegan) or not clock.round:
        return None
    return None if (event.round, event.side) == (clock.round, clock.side) else clock.side


def attacker(table: Table, event: Event) -> UnitId | None:
    """Return the unit that attacks by an event; None if none does."""
    match event:
        case Acted(act=act, unit=unit) if act in ATTACK_ACTS:
            return unit
        case Rolled(kind=kind, who=who) if kind in ATTACK_ROLLS:
            model = table.models.get(ModelId(who))
            return model.unit if model else UnitId(who)
        case _:
            return None
