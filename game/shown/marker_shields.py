"""The shields in the header, which show the holder of each objective marker."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from game.cores.kit.queries import FACTS, TableView
from game.play.log.wording import name, phase_text, possessive, side_name, the_side, turn_word
from game.table.apply import apply
from game.table.events import Event, PhaseBegan
from game.table.records import Clock, Side
from game.table.state import Table

Holders: TypeAlias = Callable[[Table], Mapping[str, Side]]
"""Returns the side that holds each marker of a table, by the marker's id."""


class MarkerShield(NamedTuple):
    """A marker as the header shows it."""

    marker: str
    number: str
    team: int | None
    """Place of the side that holds it among the table's sides; None if no side does."""
    words: str
    """Its holder, since when, and why."""


class MarkerHistory:
    """Follows a game on a table of its own, to know since when its markers are held."""

    def __init__(self, holders: Holders, opening: Table) -> None:
        self.since: dict[str, Clock] = {}
        """The clock at which each marker got its holder, or lost its last one."""
        self._holders, self._opening = holders, opening
        self._held: Mapping[str, Side] = {}
        self._start()

    def _start(self) -> None:
        self._table, self._count = self._opening.fork(), 0
        self.since.clear()
        self._held = self._holders(self._table)

    def follow(self, story: Sequence[Event], shown: int) -> None:
        """Go on to the table after *shown* events; from the opening, if some were undone."""
        if shown < self._count:
            self._start()
        for event in story[self._count : shown]:
            if isinstance(event, PhaseBegan):
                self._note()
            apply(self._table, event)
        self._count = shown
        self._note()

    def _note(self) -> None:
        """Note the markers whose holder is another one than before."""
        now = self._holders(self._table)
        for marker in {**self._held, **now}:
            if self._held.get(marker) != now.get(marker):
                self.since[marker] = self._table.clock
        self._held = now


def shields(
    view: TableView, held: Mapping[str, Side], since: Mapping[str, Clock]
) -> tuple[MarkerShield, ...]:
    """Return the shields of all markers, in the order of their numbers.

    *held*: the side that holds each marker; *since*: the clock of the last change.
    """
    table = view.table
    found = list[MarkerShield]()
    for marker in sorted(table.objectives, key=lambda marker: marker.number):
        side = held.get(marker.id)
        team = table.sides.index(side) if side else None
        called = name(table, marker.id)
        holder = f"held by {the_side(side)}" if side else "held by neither side"
        when = _when(table, since[marker.id]) if marker.id in since else ""
        why = [fact.why for fact in FACTS.of(view, marker.id)]
        words = "\n".join([f"{called[:1].upper()}{called[1:]}: {holder}{when}", *why])
        found.append(MarkerShield(marker.id, str(marker.number or "?"), team, words))
    return tuple(found)


def _when(table: Table, clock: Clock) -> str:
    whose = f"{possessive(side_name(clock.side))} " if clock.side else ""
    return f" since {whose}{turn_word(table)} {clock.round}, {phase_text(clock.phase)}"
