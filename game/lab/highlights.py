"""The highlights of a game, which are the deeds that decided its largest swings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Final, Protocol

from game.bots.chances.weighing import chances
from game.cores.kit.queries import TableView
from game.lab.turning_points import Swing, gainer
from game.play.game import Rules
from game.table.apply import apply
from game.table.events import Ended, Event, PhaseBegan, Removed, Scored, Wounded
from game.table.state import Table

LEAD_IN, OUTCOME = 2, 1
"""Numbers of deeds shown before the deed of a highlight, and after it."""
HARM_WEIGHT = 2.0
"""Weight of the gain by a deed with losses or points, which is remembered before a move."""
WITHOUT_DEED: Final = "The turn passes without a deed"
"""The caption of a turn that changed the chance although it has no captions."""
MEMORABLE = Wounded | Removed | Scored | Ended


class DeedCaption(Protocol):
    """A deed in a few words."""

    @property
    def text(self) -> str: ...

    @property
    def replaces(self) -> bool:
        """Return whether it is another form of the caption before it."""
        ...


class DeedWriter(Protocol):
    """Writes captions for the events of a battle, one after the other."""

    def add(self, event: Event, table: Table, /) -> DeedCaption | None:
        """Return the caption of an event, or the new form of the last one; None for no news."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A deed that decided a swing, with the events that are shown around it."""

    swing: Swing
    _: KW_ONLY
    start: int
    """Number of events before its lead-in."""
    deed: int
    """Number of events after the deed."""
    end: int
    """Number of events after its outcome."""
    caption: str
    """The deed in a few words."""


@dataclass(slots=True)
class ToldDeed:
    """The events of a turn that have one caption."""

    text: str
    start: int
    """Number of events of the turn before it."""
    end: int
    """Number of events up to its end."""
    weight: float = 1.0


def highlights(
    opening: Table,
    events: Sequence[Event],
    swings: Sequence[Swing],
    rules: Rules,
    writer: Callable[[int], DeedWriter],
) -> Iterator[Highlight]:
    """Yield a highlight for each of some swings, which are in order of time.

    It is the deed with which the chance of the gaining side rose most, by its weight.
    *writer* begins to write captions after some number of events.
    """
    table, count = opening.fork(), 0
    for swing in swings:
        for event in events[count : swing.before.at]:
            apply(table, event)
        count = swing.after.at
        turn, before = events[swing.before.at : count], table.fork()
        deeds = _told(table, turn, writer(swing.before.at))
        yield _decisive(swing, deeds, _gains(swing, deeds, before, turn, rules))


def _told(table: Table, turn: Sequence[Event], writer: DeedWriter) -> list[ToldDeed]:
    """Return the deeds of a turn, whose events are applied to the table."""
    found = list[ToldDeed]()
    for count, event in enumerate(turn):
        apply(table, event)
        caption = writer.add(event, table)
        if isinstance(event, PhaseBegan):
            continue
        if caption:
            if not (caption.replaces and found):
                found.append(ToldDeed(caption.text, count, count))
            found[-1].text = caption.text
        if found:
            found[-1].end = count + 1
        if found and isinstance(event, MEMORABLE):
            found[-1].weight = HARM_WEIGHT
    return found


def _gains(
    swing: Swing, deeds: Sequence[ToldDeed], table: Table, turn: Sequence[Event], rules: Rules
) -> list[float]:
    """Return by how much the chance of the gaining side rose with each deed, weighted."""
    side, _, _ = gainer(swing, table)
    found, count = list[float](), 0

    def chance_at(end: int) -> float:
        nonlocal count
        for event in turn[count:end]:
            apply(table, event)
        count = end
        return chances(TableView(table, rules))[side]

    # A phase that begins changes the chance, too, which is no merit of the deed before it.
    for deed in deeds:
        before = chance_at(deed.start)
        found.append(deed.weight * (chance_at(deed.end) - before))
    return found


def _decisive(swing: Swing, deeds: Sequence[ToldDeed], gains: Sequence[float]) -> Highlight:
    """Return the highlight of a turn, whose deeds are in order of time."""
    first = swing.before.at
    if not deeds:
        last = swing.after.at
        return Highlight(swing, start=first, deed=last, end=last, caption=WITHOUT_DEED)
    best = gains.index(max(gains))
    return Highlight(
        swing,
        start=first + deeds[max(0, best - LEAD_IN)].start,
        deed=first + deeds[best].end,
        end=first + deeds[min(len(deeds) - 1, best + OUTCOME)].end,
        caption=deeds[best].text,
    )
