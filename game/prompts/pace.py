"""Whether a fig keeps pace or slows down: one answer serves all to whom nothing comes."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.content.key_bindings import Action
from game.prompts.choose import ChoosePrompt
from game.prompts.delegate_setup import REST
from game.prompts.prompt import Choice
from game.table.records import ModelId
from game.widgets.keys import action_of, key_for

PACE = "pace"
"""The kind of choice that is asked of each fig as the street rolls."""


class PacePrompt(ChoosePrompt):
    """``PU-11``  Each fig is asked when its turn comes; most have nothing to decide."""

    @property
    def others(self) -> bool:
        """Whether any other fig of the side is still to be handled in this phase."""
        models = self.table.models
        waiting = [models[ModelId(id_)] for id_ in self.table.queue if id_ in models]
        return any(m.side == self.decision.by for m in waiting)

    def choices(self) -> Sequence[Choice]:
        shown = [*super().choices()]
        if self.others:
            words = "Keep pace with all to whom nothing comes"
            detail = "in this phase; the others are asked"
            key = key_for(Action.REST)
            shown.append(Choice(REST, words, self.decision.clause, key, detail=detail))
        return shown

    def press(self, id_: str) -> None:
        if id_ == REST and self.others:
            self.left = True
        else:
            super().press(id_)

    def _key(self, event: pygame.Event) -> bool:
        if action_of(event) is Action.REST and self.others:
            self.press(REST)
            return True
        return super()._key(event)
