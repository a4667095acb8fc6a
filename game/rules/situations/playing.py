"""Playing a situation and comparing what came of it with what its file expects."""

from __future__ import annotations

from dataclasses import dataclass

from game.content.file_source import DISK, FileSource
from game.content.situation_format import LoadedSituation
from game.play.decisions import IllegalAnswer
from game.play.dice import ScriptedDice
from game.play.session import BrokenRuleError, Session
from game.rules.situation_runner import compared
from game.rules.situation_setup import set_up
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a situation; no faults means that all expectations hold."""

    session: Session | None
    """The game as it stands at the end; None if it could not be opened."""
    opening: Table
    faults: tuple[str, ...]


def play_situation(opened: LoadedSituation, library: FileSource = DISK) -> Outcome:
    """Open a situation, give its answers, and compare; raise UnusableFile."""
    s = opened.situation
    rules, table = set_up(opened, library)
    opening = table.fork()
    try:
        session = Session(rules, table, ScriptedDice(s.dice))
    except Exception as error:  # noqa: BLE001  whatever a rule raises is what is reported
        return Outcome(None, opening, (f"before the first answer: {_broke(error)}",))
    refused: IllegalAnswer | None = None
    for n, answer in enumerate(s.answers, 1):
        if session.pending is None:
            return Outcome(session, opening, (f"answer {n} is one too many: the game is over",))
        try:
            session.answer(answer)
        except IllegalAnswer as no:
            refused = no
            if n < len(s.answers) or not s.expect.refused:
                return Outcome(session, opening, (f"answer {n} was refused: {no}",))
        except BrokenRuleError as error:
            where = " > ".join(error.where)
            fault = f"answer {n}: {_broke(error.__cause__ or error)}, in {where}"
            return Outcome(session, opening, (fault,))
    return Outcome(session, opening, tuple(compared(s.expect, session, opening, refused)))


def _broke(error: BaseException) -> str:
    if type(error) is LookupError:  # the dice ran out
        return str(error)
    return f"{type(error).__name__}: {error}"
