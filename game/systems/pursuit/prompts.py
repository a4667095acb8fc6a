"""The prompt for keeping pace as the ground rolls."""

from __future__ import annotations

from collections.abc import Sequence

from game.content.table_actions import Action
from game.play.decisions import CommonKind
from game.prompts.choose import ChoosePrompt
from game.prompts.prompt import REST, PromptAction, PromptClasses
from game.table.records import ModelId
from game.widgets.key_bindings import key_for


class PacePrompt(ChoosePrompt):
    """Prompt for "keep pace or slow down"; one key answers for all safe models."""

    weighs_options = True

    @property
    def others(self) -> bool:
        """Return whether another model of the side is still waiting in this phase."""
        models = self.table.models
        waiting = [models[ModelId(id_)] for id_ in self.table.queue if id_ in models]
        return any(m.side == self.decision.by for m in waiting)

    def choices(self) -> Sequence[PromptAction]:
        shown = [*super().choices()]
        if self.others:
            words = "Keep pace with everyone not in danger"
            detail = "this phase; you decide for the others"
            key = key_for(Action.REST)
            clause = self.decision.clause
            shown.append(
                PromptAction(
                    REST, label=words, clause=clause, key=key, detail=detail, does=self.leave
                )
            )
        return shown


PROMPTS: PromptClasses = {CommonKind.PACE: PacePrompt}
