"""Every game that a test plays is told again from its answers, and must be the same game."""

from __future__ import annotations

from game.play.session import Session

fought: list[Session] = []
"""The games of the test that is running; whoever opens one for a test adds it."""


def told_again(session: Session) -> Session:
    """Play a new game from the first table with the same dice and answers."""
    game = session.game
    again = Session(game.rules, session.chapters[0].opening.fork(), game.dice)
    for chapter in session.chapters:
        for told in chapter.answers:
            again.answer(told.answer)
    return again
