"""One model's way, carried out until something stops it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.geometry.points import (
    EPSILON,
    Point,
    distance,
    point_ahead,
    thousandths,
    unit_vector,
    vector_of_heading,
)
from game.play.decisions import Decision, IllegalAnswer, read_point
from game.play.lengths import too_much
from game.play.spread import spread
from game.table.records import ModelId
from game.table.state import Table

INWARD = 0.001
"""Inches that a place may be nearer than the furthest, since places are kept in thousandths."""


@dataclass(frozen=True, slots=True)
class Steer(Decision[Point]):
    """A straight way to the point that is the answer; the model's own place: it stays."""

    model: ModelId
    far: float
    """Inches, at most."""
    kind: str = ""
    """What it is for, in a word of the rules: a bot's policy goes by it."""

    @property
    def about(self) -> ModelId:
        return self.model

    def read(self, told: Any) -> Point:
        return read_point(told)

    def judge(self, table: Table, answer: Point) -> None:
        here = table.models[self.model].at
        far = distance(here, answer)
        if far > self.far + EPSILON:
            off, beyond = too_much(far, self.far)
            reason = f'{off}" is {beyond}" more than the {self.far:g}" that it may move'
            fix = thousandths(point_ahead(here, unit_vector(here, answer), self.far - INWARD))
            raise IllegalAnswer(reason, self.clause, list(fix))

    def sample(self, table: Table, k: int, n: int) -> list[float]:
        here = table.models[self.model].at
        if k == 0:
            return list(here)
        around, out = spread(k)
        far = (self.far - INWARD) * (0.25 + 0.75 * out)
        return list(
            thousandths(point_ahead(here, vector_of_heading(round(360.0 * around, 3)), far))
        )
