"""A whole number in a range."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.play.decisions import Decision, IllegalAnswer
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class Amount(Decision[int]):
    """How much of something: from *least* to *most*, in steps."""

    least: int
    most: int
    step: int = 1
    """An answer is *least* and so many times this."""
    about: str = ""
    """The unit, model or ring for which it is chosen."""
    kind: str = ""
    """What it is for, in a word of the rules: a bot's policy goes by it."""
    unit: str = ""
    """What is counted, in a word or a sign: ``"°"``."""

    def read(self, told: Any) -> int:
        if isinstance(told, bool) or not isinstance(told, int):
            raise IllegalAnswer(f"{told!r} is not a whole number", self.clause)
        return told

    def judge(self, table: Table, answer: int) -> None:
        low, high, step = self.least, self.most, self.step
        fix = min(high, max(low, low + (answer - low + step // 2) // step * step))
        if not low <= answer <= high:
            reason = f"{answer}{self.unit} is not from {low} to {high}"
            raise IllegalAnswer(reason, self.clause, fix)
        if (answer - low) % step:
            reason = f"{answer}{self.unit} is between two steps of {step}{self.unit}"
            raise IllegalAnswer(reason, self.clause, fix)

    def sample(self, table: Table, k: int, n: int) -> int | None:
        """Yield each number once; if there are more than *n*, evenly spread ones."""
        many = (self.most - self.least) // self.step + 1
        if many <= n:
            return self.least + k * self.step if k < many else None
        return self.least + k * many // n * self.step
