"""Restoring a game from a save, and verifying it by replaying its answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from game.content.event_json import TableHash, restore_page_types
from game.content.faults import UnusableFile
from game.content.save_format import Pieces, SavedGame, SaveEntry
from game.play.decisions import IllegalAnswer
from game.play.dice import Dice, ScriptedDice, SeededDice, SplicedDice
from game.play.game import Rules
from game.play.session import BrokenRuleError, Chapter, GivenAnswer, Session, StuckError
from game.play.transcript import line
from game.table.apply import apply
from game.table.events import Event
from game.table.records import Side
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class Restored:
    """A game restored from a save."""

    session: Session
    lost: int = 0
    """Number of final answers that no longer fit the rules and have to be given anew."""


@dataclass(slots=True)
class _Past:
    """State built from the events of a save: the table, the event log and the chapters."""

    table: Table
    story: list[Event]
    chapters: list[Chapter]
    fingerprint: TableHash


def restore(save: SavedGame, rules: Rules, opening: Table) -> Restored:
    """Restore the game of a save; raise UnusableFile with the line at fault.

    Events are applied without running the rules, so that old games continue when rules change.
    Only the answers of the last chapter are given again. *opening*: the table before the first
    event.
    """
    past = _Past(opening.fork(), [], [], TableHash())
    for entry in (save.opening, *save.answers):
        if entry is not save.opening:
            _give(past, entry, save)
        _relive(past, entry, save, rules)
    dice = row(save, save.row)
    if save.end and past.table.result:
        session = Session(rules, past.table, dice, chapters=past.chapters, story=past.story)
        restored = Restored(session)
    else:
        restored = _reopen(past, rules, dice, save)
    if not restored.lost:
        restored.session.undone = _undone(save, len(past.story))
    return restored


def _undone(save: SavedGame, events_before: int) -> list[tuple[GivenAnswer, Dice]]:
    """Return the answers that can be redone, each with the dice in use at the time."""
    undone = list[tuple[GivenAnswer, Dice]]()
    for entry in reversed(save.undone):
        undone.insert(0, (_given_answer(entry, events_before), row(save, entry.row)))
        events_before += len(entry.events)
    return undone


def _given_answer(entry: SaveEntry, events_before: int) -> GivenAnswer:
    return GivenAnswer(entry.answer, Side(entry.by), entry.rolls, events_before, entry.sealed)


def _give(past: _Past, entry: SaveEntry, save: SavedGame) -> None:
    if entry.rolls != past.table.rolls:
        raise _unfit(save, entry, "was answered when other dice had fallen")
    past.chapters[-1].answers.append(_given_answer(entry, len(past.story)))


def row(save: SavedGame, pieces: Pieces) -> Dice:
    """Return the dice of a save, with *pieces* spliced into the row."""
    header = save.header
    first: Dice = SeededDice(header.seed)
    if header.script:
        first = ScriptedDice(header.script, header.seed)
    return SplicedDice(first, pieces) if pieces else first


def events_of(save: SavedGame, entry: SaveEntry, rules: Rules) -> list[Event]:
    """Return the events of an entry, with typed module states; raise UnusableFile."""
    blanks = {page.name: page.blank for page in rules.pages.values()}
    try:
        return restore_page_types(entry.events, blanks)
    except (LookupError, ValidationError) as error:
        raise _unfit(save, entry, f"holds a note that does not fit: {error}") from error


def _relive(past: _Past, entry: SaveEntry, save: SavedGame, rules: Rules) -> None:
    """Apply the events of an entry and open its chapters."""
    marks = list(entry.chapters)
    for n, event in enumerate(events_of(save, entry, rules)):
        _open_chapters(past, marks, n, save, entry)
        try:
            apply(past.table, event)
        except (LookupError, AttributeError, TypeError) as error:
            reason = f"mentions {error}, which is not on this table"
            raise _unfit(save, entry, reason) from error
        past.story.append(event)
    _open_chapters(past, marks, len(entry.events), save, entry)
    if not past.chapters:
        raise _unfit(save, entry, "opens no chapter")


def _open_chapters(
    past: _Past, marks: list[tuple[int, str]], n: int, save: SavedGame, entry: SaveEntry
) -> None:
    while marks and marks[0][0] == n:
        _, fingerprint = marks.pop(0)
        try:
            found = past.fingerprint.of(past.table)
        except OverflowError as error:
            raise _unfit(save, entry, "holds a number beyond any table") from error
        if found != fingerprint:
            raise _unfit(save, entry, "leads to a different table than the saved one")
        past.chapters.append(Chapter(past.table.fork(), len(past.story)))


def _unfit(save: SavedGame, entry: SaveEntry, reason: str) -> UnusableFile:
    return UnusableFile(save.file, [(f"line {entry.number}", reason)])


def _reopen(past: _Past, rules: Rules, dice: Dice, save: SavedGame) -> Restored:
    """Reopen the last chapter and give its answers again; drop them if the events differ."""
    last = past.chapters.pop()
    story = past.story[: last.events_before]

    def opened() -> Session:
        table = last.opening.fork()
        return Session(rules, table, dice, chapters=past.chapters, story=story)

    try:
        session = opened()
        if _replay(session, last.answers) and session.game.story == past.story:
            return Restored(session)
        return Restored(opened(), len(last.answers))
    except Exception as error:
        entry = save.answers[-1] if save.answers else save.opening
        raise _unfit(save, entry, f"the rules cannot go on from here: {error}") from error


def _replay(session: Session, answers: Sequence[GivenAnswer]) -> bool:
    """Give answers again; return whether all of them were asked for and legal."""
    for answer in answers:
        if session.pending is None or session.pending.by != answer.by:
            return False
        try:
            session.answer(answer.answer)
        except (IllegalAnswer, BrokenRuleError):
            return False
    return True


def verify(save: SavedGame, rules: Rules, opening: Table) -> str | None:
    """Return the first difference between a save and a replay of its answers; None if none.

    *opening*: the table before the first event. Raise UnusableFile if these rules cannot read
    the events of the save.
    """
    try:
        session = Session(rules, opening.fork(), row(save, save.row))
    except (StuckError, LookupError) as error:
        return f"the game does not open: {error}"
    count = 0
    for n, entry in enumerate((save.opening, *save.answers)):
        if n and (no := _given(session, entry)):
            return f"answer {n} (line {entry.number}) {no}"
        expected = events_of(save, entry, rules)
        if no := _differs(session.game.story[count:], expected, session.table):
            where = f"answer {n} (line {entry.number})" if n else "the opening (line 2)"
            return f"{where} gives a different result: {no}"
        count = len(session.game.story)
    if save.end and not save.end.settled and session.pending:
        return f"the game is not over: {session.pending.by} is asked {session.pending.asks!r}"
    return None


def _given(session: Session, entry: SaveEntry) -> str | None:
    """Give the answer of an entry; return the reason if that is not possible."""
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
            return f"{_event_text(mine, table)} instead of {_event_text(theirs, table)}"
    if len(fresh) > len(expected):
        return f"extra: {_event_text(fresh[len(expected)], table)}"
    if len(fresh) < len(expected):
        return f"{_event_text(expected[len(fresh)], table)} is missing"
    return None


def _event_text(event: Event, table: Table) -> str:
    return f'"{line(event, table) or type(event).__name__}" ({event.clause})'
