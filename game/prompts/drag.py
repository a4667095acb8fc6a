"""Models held by a hand, and the ways that it draws for them."""

from __future__ import annotations

from collections.abc import Collection

from game.geometry.points import Path, Point, distance
from game.prompts.march_draft import MarchDraft, Trial
from game.table.records import ModelId

SLOP = 0.12
"""Inches: a hand that moved less has only clicked."""


class Drag:
    """One model that was taken hold of, and those that go with it, as one block."""

    def __init__(
        self, draft: MarchDraft, models: Collection[ModelId], held: ModelId, at: Point
    ) -> None:
        self.draft = draft
        self.held = held
        self.start = at
        end = draft.end(held)
        self.grip = Point(at.x - end.x, at.y - end.y)
        """How far off its middle the held model was taken."""
        self.stems = {m: _stem(draft.way(m)) for m in models}
        """What of each way stays: all but its end, which the hand moves."""
        self.ends = {m: draft.end(m) for m in models}
        self.moved = False
        """Whether the hand has moved at all."""
        self.trials: list[Trial] = []

    def to(self, at: Point) -> None:
        """Draw every way on to where the hand is now."""
        self.moved = self.moved or distance(at, self.start) > SLOP
        if self.moved:
            self.trials = self.draft.trials(self._wishes(at))

    def bend(self) -> None:
        """Put a corner where each way ends now, and go on from there."""
        for trial in self.trials:
            stem = self.stems[trial.who]
            self.ends[trial.who] = trial.legal[-1]
            if trial.legal[-1] != stem[-1]:
                self.stems[trial.who] = trial.legal

    @property
    def held_trial(self) -> Trial | None:
        return next((t for t in self.trials if t.who == self.held), None)

    @property
    def stopped(self) -> Trial | None:
        """Return a trial that cannot go as it is wished: the held model's, if it is one."""
        wrong = [t for t in self.trials if t.no]
        return next((t for t in wrong if t.who == self.held), wrong[0] if wrong else None)

    def _wishes(self, at: Point) -> dict[ModelId, Path]:
        """Return the ways that the hand wishes for, the foremost first."""
        end = self.ends[self.held]
        dx, dy = at.x - self.grip.x - end.x, at.y - self.grip.y - end.y

        def behind(who: ModelId) -> float:
            return -(self.ends[who].x * dx + self.ends[who].y * dy)

        return {
            m: (*self.stems[m], Point(self.ends[m].x + dx, self.ends[m].y + dy))
            for m in sorted(self.stems, key=behind)
        }


def _stem(way: Path) -> Path:
    return way[:-1] if len(way) > 1 else way
