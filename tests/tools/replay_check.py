"""Replays every game of a test from its answers, and compares the two games."""

from __future__ import annotations

from game.play.session import Session

fought: list[Session] = []
"""The games of the running test; each helper that opens a game adds it."""


def told_again(session: Session) -> Session:
    """Play a new game from the first table with the same dice and answers."""
    game = session.game
    again = Session(game.rules, session.chapters[0].opening.fork(), game.dice)
    for chapter in session.chapters:
        for answer in chapter.answers:
            again.answer(answer.answer)
    return again
