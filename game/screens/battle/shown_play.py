"""The form of a game that a battle window shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from game.play.dice_sequences import Dice
from game.play.game import Rules
from game.play.left_questions import InterruptPreference
from game.play.phases import PhaseMachine
from game.play.session import Session
from game.shown.event_log import EventLog
from game.table.events import Event
from game.table.records import Side
from game.table.state import Table

P_co = TypeVar("P_co", covariant=True)


class ShownGame(Protocol):
    """A game to show: running or finished."""

    @property
    def title(self) -> str: ...

    @property
    def phases(self) -> PhaseMachine: ...

    @property
    def mission(self) -> str: ...

    @property
    def turns(self) -> int: ...

    @property
    def goals(self) -> Sequence[str]:
        """Return a few words on how each side wins."""
        ...


class DebugSubject(NamedTuple):
    """A running game as the panel with debug information shows it."""

    session: Session
    seed: int
    file: str
    """Name of its save; empty if it has none."""


class ShownPlay(Protocol[P_co]):
    """A game in the course of being shown, running or recorded.

    A battle window shows both alike; it asks here for all that depends on which it is.
    """

    event_log: EventLog

    @property
    def game(self) -> ShownGame: ...

    @property
    def rules(self) -> Rules: ...

    @property
    def key(self) -> object:
        """Return a key of the shown table's state, for comparison and caching."""

    @property
    def prompt(self) -> P_co | None:
        """Return the question to a person; None while no person is asked."""

    @property
    def story(self) -> Sequence[Event]:
        """Return all events so far, even those that are not shown yet."""
        ...

    @property
    def opening(self) -> Table:
        """Return the table before the first event."""
        ...

    @property
    def shown(self) -> int:
        """Return the number of events of the story that the table shows."""
        ...

    @property
    def dice(self) -> Dice:
        """Return the game's dice, which must not be consumed."""
        ...

    @property
    def people(self) -> Sequence[Side]:
        """Return the sides that people play."""
        ...

    @property
    def is_running(self) -> bool:
        """Return whether it is played now: turns are announced, and goals are given."""
        ...

    @property
    def is_new(self) -> bool:
        """Return whether so few answers were given that the main action needs a sign."""
        ...

    @property
    def debugged(self) -> DebugSubject | None:
        """Return what debug information is about; None if there is none."""

    def orders_of(self, side: Side) -> InterruptPreference | None:
        """Return the standing orders of a side; None if no person commands it."""
