"""Playing a saved game again by the rules, from its first answer on, and comparing."""

from __future__ import annotations

from collections.abc import Sequence

from game.content.save_format import SavedGame, SaveEntry
from game.play.decisions import IllegalAnswer
from game.play.game import Rules
from game.play.session import BrokenRuleError, Session, StuckError
from game.play.transcript import line
from game.rules.restoring import events_of, row
from game.table.events import Event
from game.table.state import Table


def verify(save: SavedGame, rules: Rules, opening: Table) -> str | None:
    """Say which answer first tells another story than the save; None if none does.

    *opening*: the table before anything happened. Raise UnusableFile if the save cannot be
    read by these rules at all.
    """
    try:
        session = Session(rules, opening.fork(), row(save, save.row))
    except (StuckError, LookupError) as error:
        return f"the game does not open: {error}"
    told = 0
    for n, entry in enumerate((save.opening, *save.answers)):
        if n and (no := _given(session, entry)):
            return f"answer {n} (line {entry.number}) {no}"
        expected = events_of(save, entry, rules)
        if no := _differs(session.game.story[told:], expected, session.table):
            where = f"answer {n} (line {entry.number})" if n else "the opening (line 2)"
            return f"{where} tells another story: {no}"
        told = len(session.game.story)
    if save.end and not save.end.settled and session.pending:
        return f"the game is not over: {session.pending.by} is asked {session.pending.asks!r}"
    return None


def _given(session: Session, entry: SaveEntry) -> str | None:
    """Give the answer of an entry; say why that is not possible."""
    if session.pending is None:
        return "is not asked for: the game is over"
    if session.pending.by != entry.by:
        return f"is asked of {session.pending.by}, not of {entry.by}"
    if session.table.rolls != entry.rolls:
        return f"comes after {session.table.rolls} dice, not after {entry.rolls}"
    try:
        session.answer(entry.answer)
    except IllegalAnswer as refused:
        return f"is refused: {refused}"
    except BrokenRuleError as broken:
        return f"breaks the rules: {broken}: {broken.__cause__}"
    return None


def _differs(fresh: Sequence[Event], expected: Sequence[Event], table: Table) -> str | None:
    for mine, theirs in zip(fresh, expected, strict=False):
        if mine != theirs:
            return f"{_said(mine, table)} instead of {_said(theirs, table)}"
    if len(fresh) > len(expected):
        return f"{_said(fresh[len(expected)], table)} comes in addition"
    if len(fresh) < len(expected):
        return f"{_said(expected[len(fresh)], table)} is missing"
    return None


def _said(event: Event, table: Table) -> str:
    return f'"{line(event, table) or type(event).__name__}" ({event.clause})'
