"""The highlights of a game, which are the deeds that decided its largest swings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass

from game.bots.chances.weighing import chances
from game.cores.kit.queries import TableView
from game.lab.turning_points import Swing, gainer
from game.play.game import Rules
from game.play.log.battle_report import BattleReport
from game.table.apply import apply
from game.table.events import Ended, Event, PhaseBegan, Removed, Scored, Wounded
from game.table.state import Table

LEAD_IN, OUTCOME = 2, 1
"""Numbers of lines of the report shown before the line of a highlight, and after it."""
MAX_CAPTION_WORDS = 12
HARM_WEIGHT = 2.0
"""Weight of the gain by a deed with losses or points, which is remembered before a move."""
MEMORABLE = Wounded | Removed | Scored | Ended
ASIDE, CLAUSE_END = re.compile(r" \([^)]*\)"), re.compile(r"[;:] ")


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
    """The deed in at most ``MAX_CAPTION_WORDS`` words."""


@dataclass(slots=True)
class ToldDeed:
    """The events of a turn that the report tells in one line."""

    text: str
    start: int
    """Number of events of the turn before it."""
    end: int
    """Number of events up to its end."""
    weight: float = 1.0


def caption_of(line: str) -> str:
    """Return a line of the report, shortened to the words that a caption may have."""
    words = ASIDE.sub("", line).split()
    if len(words) <= MAX_CAPTION_WORDS:
        return " ".join(words)
    cut = " ".join(words[:MAX_CAPTION_WORDS])
    ends = [match.start() for match in CLAUSE_END.finditer(cut)]
    return cut[: ends[-1]] if ends else cut.rstrip(",;:—–.") + "…"


def highlights(
    opening: Table, events: Sequence[Event], swings: Sequence[Swing], rules: Rules
) -> Iterator[Highlight]:
    """Yield a highlight for each of some swings, which are in order of time.

    It is the deed with which the chance of the gaining side rose most, by its weight.
    """
    table, count = opening.fork(), 0
    for swing in swings:
        for event in events[count : swing.before.at]:
            apply(table, event)
        count = swing.after.at
        turn, before = events[swing.before.at : count], table.fork()
        deeds = _told(table, turn)
        yield _decisive(swing, deeds, _gains(swing, deeds, before, turn, rules))


def _told(table: Table, turn: Sequence[Event]) -> list[ToldDeed]:
    """Return the lines of the report on a turn, whose events are applied to the table."""
    report, found = BattleReport(), list[ToldDeed]()
    for count, event in enumerate(turn):
        apply(table, event)
        if isinstance(event, PhaseBegan):
            report.end_line()
        elif line := report.add(event, table):
            if not (line.replaces and found):
                found.append(ToldDeed(line.text, count, count))
            found[-1].text = line.text
        if found and not isinstance(event, PhaseBegan):
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
        return Highlight(swing, start=first, deed=last, end=last, caption="")
    best = gains.index(max(gains))
    return Highlight(
        swing,
        start=first + deeds[max(0, best - LEAD_IN)].start,
        deed=first + deeds[best].end,
        end=first + deeds[min(len(deeds) - 1, best + OUTCOME)].end,
        caption=caption_of(deeds[best].text),
    )
