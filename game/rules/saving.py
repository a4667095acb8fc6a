"""Saves of games, from writing to verification.

A game is saved while it is played; it is restored from its save.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from game.content.event_json import event_to_dict, restore_page_types
from game.content.faults import UnusableFile
from game.content.save_files import SaveWriter, new_journal
from game.content.save_format import (
    ENDING,
    Pieces,
    SavedGame,
    SaveEntry,
    SaveHeader,
    default_save_name,
    sealed_line,
)
from game.content.state_hashes import TableHash
from game.play.decisions import IllegalAnswer
from game.play.dice_sequences import Dice, ScriptedDice, SeededDice, SplicedDice
from game.play.game import Rules
from game.play.log.transcript import line
from game.play.session import (
    BrokenRuleError,
    Chapter,
    GivenAnswer,
    Session,
    SessionChange,
    StuckError,
)
from game.table.apply import apply
from game.table.events import Event
from game.table.records import Result, Side
from game.table.state import Table


class Recorder:
    """Appends a line to a save file for every change of a session.

    If writing fails it calls *complain* once and stops recording; the game goes on.
    """

    def __init__(
        self,
        session: Session,
        header: SaveHeader,
        folder: Path,
        complain: Callable[[str], None],
    ) -> None:
        """Create a new file in *folder* with everything that happened so far."""
        self._session = session
        self._complain = complain
        self._journal: SaveWriter | None = None
        self._seal = ""
        self._row: Pieces = ()
        self._hash = TableHash()
        self._settled = session.table.clock
        """The clock when the file was last flushed to disk, which is done once per phase."""
        try:
            stem = default_save_name(header.scenario, header.begun)
            self._journal = new_journal(folder, stem, ENDING, self._whole(header))
        except OSError as error:
            self._fail(error)
        session.watch.append(self._changed)

    @property
    def path(self) -> Path | None:
        """The save file; None if it could not be created."""
        return self._journal.path if self._journal else None

    def settle(self, result: Result) -> None:
        """Record an agreed result of the game; an undo may still resume it."""
        if self._journal is None:
            return
        try:
            self._journal.add(self._sealed(_ended(result, settled=True)))
            self._journal.settle()
        except OSError as error:
            self._fail(error)

    def close(self) -> None:
        """Stop recording. The file keeps everything recorded so far."""
        if self._changed in self._session.watch:
            self._session.watch.remove(self._changed)
        if self._journal:
            self._journal.close()

    def _whole(self, header: SaveHeader) -> str:
        lines = [self._sealed(header.model_dump(mode="json"))]
        lines += [self._sealed(raw) for raw in _story(self._session, self._hash)]
        self._row = row_of(self._session.game.dice)
        return "".join(lines)

    def _sealed(self, raw: dict[str, Any]) -> str:
        line, self._seal = sealed_line(raw, self._seal)
        return line

    def _changed(self, change: SessionChange) -> None:
        if self._journal is None:
            return
        try:
            for raw in self._fresh(change):
                self._journal.add(self._sealed(raw))
            if self._session.table.clock != self._settled:
                self._journal.settle()
                self._settled = self._session.table.clock
        except OSError as error:
            self._fail(error)

    def _fresh(self, change: SessionChange) -> Iterator[dict[str, Any]]:
        before, self._row = self._row, row_of(self._session.game.dice)
        dice = {"dice": self._row} if self._row != before else {}
        if change is SessionChange.TAKEN_BACK:
            yield {"line": "take-back", **dice}
            return
        redone = {"redone": True} if change is SessionChange.REDONE else {}
        yield {**_last(self._session, self._hash), **dice, **redone}
        yield from _end(self._session)

    def _fail(self, error: OSError) -> None:
        if self._journal:
            self._journal.close()
            self._journal = None
        self._complain(f"This game can no longer be saved: {error.strerror or error}")


def saved_text(session: Session, header: SaveHeader, settled: Result | None = None) -> str:
    """Return a session as the text of a save, without answers that were undone.

    *settled*: the result that the players agreed on, if they did.
    """
    lines, seal = list[str](), ""
    end = (_ended(settled, settled=True),) if settled and not session.over else ()
    for raw in (header.model_dump(mode="json"), *_story(session, TableHash()), *end):
        line, seal = sealed_line(raw, seal)
        lines.append(line)
    return "".join(lines)


def row_of(dice: Dice) -> Pieces:
    return dice.pieces if isinstance(dice, SplicedDice) else ()


def _story(session: Session, fingerprint: TableHash) -> Iterator[dict[str, Any]]:
    """Yield the lines of a save after its header, for the session as it is now."""
    asked = [(n, answer) for n, c in enumerate(session.chapters) for answer in c.answers]
    ends = [answer.events_before for _, answer in asked] + [len(session.game.story)]
    opened = [n + 1 for n, _ in asked] + [len(session.chapters)]
    until = opened[0] if asked else len(session.chapters)
    yield {"line": "opening"} | _came(session, (0, until), (0, ends[0]), fingerprint)
    row = row_of(session.game.dice)
    for k, (n, answer) in enumerate(asked):
        chapters, events = (n + 1, opened[k + 1]), (ends[k], ends[k + 1])
        raw = _answer(answer) | _came(session, chapters, events, fingerprint)
        yield raw | ({"dice": row} if row and k == 0 else {})
    yield from _end(session)


def _last(session: Session, fingerprint: TableHash) -> dict[str, Any]:
    """Return the line of the most recent answer."""
    at = next(n for n in reversed(range(len(session.chapters))) if session.chapters[n].answers)
    answer = session.chapters[at].answers[-1]
    chapters = at + 1, len(session.chapters)
    events = answer.events_before, len(session.game.story)
    return _answer(answer) | _came(session, chapters, events, fingerprint)


def _answer(answer: GivenAnswer) -> dict[str, Any]:
    line = {"line": "answer", "answer": answer.answer, "by": answer.by, "rolls": answer.rolls}
    return line | ({"sealed": True} if answer.sealed else {})


def _came(
    session: Session, chapters: tuple[int, int], events: tuple[int, int], fingerprint: TableHash
) -> dict[str, Any]:
    """Return the events and chapters that followed an answer.

    *chapters* and *events* are half-open ranges of indices.
    """
    opened: Sequence[Chapter] = session.chapters[slice(*chapters)]
    marks = [(c.events_before - events[0], fingerprint.of(c.opening)) for c in opened]
    raw = [event_to_dict(event) for event in session.game.story[slice(*events)]]
    return ({"events": raw} if raw else {}) | ({"chapters": marks} if marks else {})


def _end(session: Session) -> Iterator[dict[str, Any]]:
    if session.over and (result := session.table.result):
        yield _ended(result)


def _ended(result: Result, **settled: bool) -> dict[str, Any]:
    winner, reason, clause = result.winner, result.reason, result.clause
    return {"line": "end", "winner": winner, "reason": reason, "clause": clause, **settled}


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
    by, sealed = Side(entry.by), entry.sealed
    return GivenAnswer(
        entry.answer, by, entry.rolls, events_before=events_before, sealed=sealed
    )


def _give(past: _Past, entry: SaveEntry, save: SavedGame) -> None:
    if entry.rolls != past.table.rolls:
        raise _unfit(save, entry, "was answered when other dice had fallen")
    past.chapters[-1].answers.append(_given_answer(entry, len(past.story)))


def row(save: SavedGame, pieces: Pieces) -> Dice:
    """Return the dice of a save, with *pieces* spliced into the row."""
    script, seed = save.header.script, save.header.seed
    first: Dice = ScriptedDice(script, seed) if script else SeededDice(seed)
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
        return Session(rules, last.opening.fork(), dice, chapters=past.chapters, story=story)

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
    for mine, theirs in zip_longest(fresh, expected):
        if theirs is None:
            return f"extra: {_event_text(mine, table)}"
        if mine is None:
            return f"{_event_text(theirs, table)} is missing"
        if mine != theirs:
            return f"{_event_text(mine, table)} instead of {_event_text(theirs, table)}"
    return None


def _event_text(event: Event, table: Table) -> str:
    return f'"{line(event, table) or type(event).__name__}" ({event.clause})'
