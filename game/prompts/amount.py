"""The prompt for a number."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from game.play.decisions import Amount
from game.prompts.prompt import Prompt, PromptAction
from game.prompts.steer import FEW, MANY
from game.table.state import Table


class AmountPrompt(Prompt[Amount]):
    keys: ClassVar[tuple[tuple[str, str], ...]] = (
        ("Left, Right", "less, more"),
        ("Shift+arrows", "by more"),
        ("Enter", "choose it"),
    )

    def __init__(self, decision: Amount, table: Table) -> None:
        super().__init__(decision, table)
        least, most, step = decision.least, decision.most, decision.step
        self.value = least + max(0, min(most, 0) - least) // step * step
        """Value to be answered; at first the allowed value nearest to 0, from below."""

    @property
    def thought(self) -> int:
        return self.value

    def propose(self, answer: int) -> str:
        self.set(answer)
        super().propose(answer)
        return self.words

    def change(self, steps: int) -> None:
        """Change the value by steps, within its limits."""
        asked = self.decision
        least, most, step = asked.least, asked.most, asked.step
        last = least + (most - least) // step * step
        self.set(max(least, min(last, self.value + steps * step)))

    def set(self, value: int) -> None:
        if value != self.value:
            self.value = value
            self.changed()

    def choices(self) -> Sequence[PromptAction]:
        clause, does = self.decision.clause, partial(self.give, self.value)
        less, more = self.turns
        return (
            PromptAction.urged("take", self.words, clause, does),
            PromptAction("less", less, does=lambda: self.change(-FEW)),
            PromptAction("more", more, does=lambda: self.change(FEW)),
        )

    @property
    def words(self) -> str:
        """Return the label of the action that takes the value."""
        return f"Choose {self.value}{self.decision.unit}"

    @property
    def turns(self) -> tuple[str, str]:
        """Return the labels of decreasing and increasing the value by a step."""
        step = f"{self.decision.step}{self.decision.unit}"
        return f"{step} less", f"{step} more"

    def nudge(self, right: int, down: int, *, fine: bool) -> bool:
        self.change((right - down) * (MANY if fine else FEW))
        return True
