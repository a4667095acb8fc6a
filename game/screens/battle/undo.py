"""Undo in a battle, of a draft or of answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from game.play.log.wording import side_does
from game.screens.battle.battle_play import BattlePlay
from game.table.records import Side

Consent: TypeAlias = Callable[[Side, str, Callable[[], None]], None]
"""Asks the other side whether it agrees to a proposal, and then calls a function."""


class UndoController:
    def __init__(self, play: BattlePlay[Any], consent: Consent) -> None:
        self.play, self.consent = play, consent

    def undo(self) -> None:
        """Undo the last change of the prompt's draft; without one, undo the last answer."""
        play = self.play
        if play.prompt and play.prompt.can_undo:
            play.prompt.undo()
            return
        step = play.undo_step
        if step is None:
            return
        if step.free:
            play.undo(step)
            play.note(f"{side_does(step.by, 'undoes')} the last choice")
        else:
            why = "dice were rolled since" if step.dice else "a secret was revealed"
            words = f"{side_does(step.by, 'asks')} to undo the last choice, though {why}"
            self.consent(step.by, words, lambda: play.undo(step))

    def redo(self) -> None:
        """Redo a change of the prompt's draft; without one, redo the answer."""
        if self.play.prompt and self.play.prompt.can_redo:
            self.play.prompt.redo()
        else:
            self.play.redo()
