"""A direction inside an arc."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

from game.geometry.points import LOOSE_EPSILON
from game.play.decisions import FURTHEST, Decision, IllegalAnswer
from game.table.state import Table

WHOLE = 360.0


@dataclass(frozen=True, slots=True)
class Aim(Decision[float]):
    """A direction in degrees, 0 up the table, clockwise, kept in thousandths."""

    about: str
    """The unit or model for which it is chosen."""
    middle: float
    """The direction that the arc opens around."""
    spread: float
    """How many degrees it opens to either side; 180 is any direction."""
    kind: str = ""
    """What it is for, in a word of the rules: a bot's policy goes by it."""
    faces: bool = False
    """Whether the model faces that way then."""

    def read(self, told: Any) -> float:
        if isinstance(told, bool) or not isinstance(told, int | float):
            raise IllegalAnswer(f"{told!r} is not a direction in degrees", self.clause)
        if not isfinite(told) or abs(told) > FURTHEST:
            raise IllegalAnswer(f"{told!r} is no direction: 0 to 360 degrees", self.clause)
        return round(float(told), 3) % WHOLE

    def judge(self, table: Table, answer: float) -> None:
        off = (answer - self.middle + WHOLE / 2) % WHOLE - WHOLE / 2
        if abs(off) > self.spread + LOOSE_EPSILON:
            edge = self.spread if off > 0.0 else -self.spread
            fix = round((self.middle + edge) % WHOLE, 3)
            reason = f"{abs(off):.3g}° off is more than {self.spread:g}°"
            raise IllegalAnswer(reason, self.clause, fix)

    def sample(self, table: Table, k: int, n: int) -> float:
        """Yield the two ends of the arc and what lies evenly between."""
        last = n if self.spread >= WHOLE / 2 else max(1, n - 1)
        return round((self.middle - self.spread + 2 * self.spread * k / last) % WHOLE, 3)
