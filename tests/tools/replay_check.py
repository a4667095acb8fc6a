"""Replays every game of a test from its answers, and checks its way from phase to phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, cast

from game.play.phases import OVER, PhaseMachine, State, Transition
from game.play.session import Session
from game.table.events import Ended, PhaseBegan

fought: list[Session] = []
"""The games of the running test; each helper that opens a game adds it."""


def check_replays() -> None:
    """Replay each game of the running test from its answers; check its transitions."""
    battles = [*fought]
    fought.clear()
    for battle in battles:
        assert told_again(battle).game.story == battle.game.story
        assert undeclared(battle) == []


def told_again(session: Session) -> Session:
    """Play a new game from the first table with the same dice and answers."""
    game = session.game
    again = Session(game.rules, session.chapters[0].opening.fork(), game.dice)
    for chapter in session.chapters:
        for answer in chapter.answers:
            again.answer(answer.answer)
    return again


class _HasPhases(Protocol):
    phases: PhaseMachine


def walked(session: Session) -> Iterator[Transition]:
    """Yield the transitions that a game has made, by its events."""
    opening = session.chapters[0].opening.clock
    at: State = (opening.phase, opening.side)
    for event in session.game.story:
        if isinstance(event, (PhaseBegan, Ended)):
            then = (event.phase, event.side) if isinstance(event, PhaseBegan) else OVER
            if at[0]:
                yield Transition(at, then)
            at = then


def undeclared(session: Session) -> list[Transition]:
    """Return the transitions of a game that the state machine of its rules does not declare."""
    machine = cast("_HasPhases", session.game.rules).phases
    ways = {(t.start, t.end) for t in machine.transitions(session.table)}
    return [t for t in walked(session) if (t.start, t.end) not in ways]
