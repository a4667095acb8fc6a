"""The toy with a secret: in each tagging phase both sides give a sealed answer.

The active side guesses whether the other hides a stone or none; the guesser scores if
right, else the hider. Only the event after both answers reveals them.
"""

from __future__ import annotations

from game.play.decisions import Choose, Option
from game.play.dice_sequences import Dice, SeededDice
from game.play.game import Game
from game.play.session import Session
from game.table.events import Scored
from tests.tools.replay_check import fought
from tests.tools.toy import ToyRules, replaced, toy_table

STONE, NONE = "stone", "none"
_HANDS = (Option(STONE, "A stone"), Option(NONE, "No stone"))


async def guess(game: Game) -> None:
    """Ask the hiding side, then the guessing side; only then record the result."""
    guesser = game.table.clock.side
    assert guesser
    hider = game.table.enemy(guesser)
    hidden = await Choose(
        hider, clause="CC-05", asks="Do you hide a stone?", options=_HANDS, sealed=True
    )
    guessed = await Choose(
        guesser, clause="CC-05", asks="Does it hide a stone?", options=_HANDS, sealed=True
    )
    winner = guesser if hidden == guessed else hider
    game.do(Scored("MI-03", winner, 1, f"the {hidden}"))


SEALED = replaced(ToyRules(), "tagging", guess)


def sealed_toy(dice: Dice | int = 1) -> Session:
    """Open a game with secrets and stay at the first sealed question."""
    row = SeededDice(dice) if isinstance(dice, int) else dice
    session = Session(SEALED, toy_table(), row)
    fought.append(session)
    session.answer([])
    return session
