"""The recorder, which writes a game to its save file while it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from game.content.event_json import TableHash, event_to_dict
from game.content.save_files import SaveWriter, new_journal
from game.content.save_format import ENDING, Pieces, SaveHeader, default_save_name, sealed_line
from game.play.dice import Dice, SplicedDice
from game.play.session import Chapter, GivenAnswer, Session, SessionChange
from game.table.records import Result


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
            self._journal.add(self._sealed(_settled(result)))
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
        row = row_of(self._session.game.dice)
        dice = {"dice": row} if row != self._row else {}
        self._row = row
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
    end = (_settled(settled),) if settled and not session.over else ()
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
        chapters = n + 1, opened[k + 1]
        line = _answer(answer) | _came(session, chapters, (ends[k], ends[k + 1]), fingerprint)
        yield line | ({"dice": row} if row and k == 0 else {})
    yield from _end(session)


def _last(session: Session, fingerprint: TableHash) -> dict[str, Any]:
    """Return the line of the most recent answer."""
    at = len(session.chapters) - 1
    while not session.chapters[at].answers:
        at -= 1
    answer = session.chapters[at].answers[-1]
    chapters = at + 1, len(session.chapters)
    events = answer.events_before, len(session.game.story)
    return _answer(answer) | _came(session, chapters, events, fingerprint)


def _answer(answer: GivenAnswer) -> dict[str, Any]:
    line = {"line": "answer", "answer": answer.answer, "by": answer.by, "rolls": answer.rolls}
    return line | ({"sealed": True} if answer.sealed else {})


def _came(
    session: Session,
    chapters: tuple[int, int],
    events: tuple[int, int],
    fingerprint: TableHash,
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


def _ended(result: Result) -> dict[str, Any]:
    winner, reason, clause = result.winner, result.reason, result.clause
    return {"line": "end", "winner": winner, "reason": reason, "clause": clause}


def _settled(result: Result) -> dict[str, Any]:
    return {**_ended(result), "settled": True}
