"""Playing back what happened: the table as it *seems* to be."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

from game.geometry.points import Path, Point, ahead, distance, legs, length
from game.table.apply import apply
from game.table.events import (
    Act,
    Acted,
    Announced,
    Event,
    GroundChanged,
    MarkerLaid,
    Moved,
    PhaseBegan,
    Removed,
    Rerolled,
    Rolled,
    Scored,
    Struck,
    Wounded,
)
from game.table.records import ModelId
from game.table.state import Table
from game.view.effects import Effect, effects_of, landed, older
from game.view.tray import Tray

WALK: Final = 12.0
"""Inches a second."""
LONGEST_WALK: Final = 1.6
"""Seconds: who goes far goes faster."""
TURN: Final = 0.2
"""Seconds that a model takes to turn, before it walks or on the spot."""
STRIDE: Final = 0.3
"""Seconds that a march is left to be seen where nothing moves."""

PAUSES: Final[dict[type[Event], float]] = {
    Rolled: 0.75,
    Rerolled: 0.75,
    MarkerLaid: 0.6,
    Announced: 1.2,
    GroundChanged: 0.6,
    Struck: 0.3,
    Wounded: 0.45,
    Removed: 0.35,
    Scored: 0.7,
}
"""Seconds that an event is left to be seen; any other is followed by the next at once."""

DEEDS: Final = frozenset({Act.MOVES, Act.RUNS, Act.SHOOTS, Act.CHARGES, Act.FIGHTS})
"""What a unit sets out to do, and so ends what dice before it were about."""


class Stage:
    """Keeps a *seen* table and tells it the same events as it shows them.

    A story takes time, the game is already further. Cards, log, tray and overlays look at the
    seen table, so that nothing on the screen is ahead of what was shown; prompts wait until
    nothing is left to show.
    """

    def __init__(self, table: Table, tray: Tray | None = None) -> None:
        self.seen = table.fork()
        self.tray = tray
        self.speed = 1.0
        self.reduced = False
        """Whether nothing walks, tumbles, rises or fades: for who wants less motion."""
        self.effects: tuple[Effect, ...] = ()
        """What is still seen of events that were told."""
        self.showing: Event | None = None
        """What is left to be seen just now: a roll, a blast marker, a loss."""
        self._waiting: deque[Event] = deque()
        self._march: tuple[Moved, ...] = ()
        self._walked = 0.0
        """Seconds that the models of the march have walked."""
        self._pause = 0.0

    @property
    def busy(self) -> bool:
        return bool(self._waiting) or self._pause > 0.0

    @property
    def lively(self) -> bool:
        """Return whether the picture changes by itself, even if nothing is left to tell."""
        return self.busy or bool(self.effects)

    def hear(self, events: Iterable[Event]) -> None:
        self._waiting.extend(events)

    def play(self, seconds: float) -> list[Event]:
        """Let time pass; return the events that were told meanwhile, for log and sound."""
        left = seconds * self.speed
        self.effects = older(self.effects, left)
        if self.tray:
            self.tray.tumbles = not self.reduced
            self.tray.play(left)
        told: list[Event] = []
        while self.busy:
            lasts = self._pause or self._march_lasts()
            if lasts:
                left -= self._spend(left, lasts)
                if self._pause or (self._march and self._walked < lasts):
                    return told
            if self._waiting:
                told += self._tell_next()
        self.showing = None
        return told

    def skip(self) -> list[Event]:
        """Tell all that waits at once."""
        told = list(self._waiting)
        for event in told:
            self._tell(event)
        self._waiting.clear()
        self._march, self._walked, self._pause = (), 0.0, 0.0
        self.showing, self.effects = None, ()
        if self.tray:
            self.tray.settle()
        return told

    def stands(self, model: ModelId) -> Point:
        """Return where a model is seen, on its way if it walks."""
        walk = next((m for m in self._march if m.model == model), None)
        if walk is None:
            return self.seen.models[model].at
        if self.reduced:
            return walk.path[-1]
        share = self._walked / (self._march_lasts() or 1.0)
        return along(walk.path, share * length(walk.path))

    def faces(self, model: ModelId) -> float:
        """Return where a model is seen to face; who sets out turns to where it will face."""
        walk = next((m for m in self._march if m.model == model), None)
        before = self.seen.models[model].facing
        if walk is None:
            return before
        turned = 1.0 if self.reduced else min(1.0, self._walked / TURN)
        return (before + _shorter_way(before, walk.facing) * turned) % 360

    def model_at(self, spot: Point, reach: float = 0.0) -> ModelId | None:
        """Return the model whose base is under a point, or nearest within *reach* of it."""
        near = [
            (distance(self.stands(m.id), spot) - m.base, m.id) for m in self.seen.standing()
        ]
        off, model = min(near, default=(1.0, None))
        return model if off <= reach else None

    def _march_lasts(self) -> float:
        """Return the seconds that whoever sets out next takes together; 0 for none."""
        if not self._march:
            self._march = self._next_march()
            jumps = [w for w in self._march if self.reduced and length(w.path)]
            self.effects += tuple(landed(jump, self.seen) for jump in jumps)
        return max((self._lasts(m) for m in self._march), default=0.0)

    def _lasts(self, walk: Moved) -> float:
        """Return the seconds that a move takes; 0 if nothing is to be seen of it."""
        far = length(walk.path)
        turns = walk.facing != self.seen.models[walk.model].facing
        if self.reduced:
            return STRIDE if far or turns else 0.0
        return max(TURN if turns else 0.0, min(LONGEST_WALK, far / WALK))

    def _next_march(self) -> tuple[Moved, ...]:
        """Return the next moves, of different models of one unit: they go together."""
        march: list[Moved] = []
        for event in self._waiting:
            if not isinstance(event, Moved) or event.model in {m.model for m in march}:
                break
            models = self.seen.models
            if march and models[event.model].unit != models[march[0].model].unit:
                break
            march.append(event)
        return tuple(march)

    def _spend(self, seconds: float, lasts: float) -> float:
        """Let a pause or a march go on; return how much of the time it took."""
        if self._pause:
            spent = min(seconds, self._pause)
            self._pause -= spent
            return spent
        spent = min(seconds, lasts - self._walked)
        self._walked += spent
        return spent

    def _tell_next(self) -> list[Event]:
        count = max(1, len(self._march))
        self._march, self._walked = (), 0.0
        told = [self._waiting.popleft() for _ in range(count)]
        for event in told:
            self._tell(event)
        self._pause = PAUSES.get(type(told[-1]), 0.0)
        self.showing = told[-1] if self._pause else None
        return told

    def _tell(self, event: Event) -> None:
        self.effects += tuple(effects_of(event, self.seen))
        apply(self.seen, event)
        if self.tray is None:
            return
        if isinstance(event, Rolled | Rerolled):
            self.tray.take(event)
        elif isinstance(event, PhaseBegan) or (isinstance(event, Acted) and event.act in DEEDS):
            self.tray.clear()


def _shorter_way(before: float, after: float) -> float:
    """Return the degrees from one direction to another, clockwise or against it."""
    return (after - before + 180) % 360 - 180


def along(path: Path, far: float) -> Point:
    """Return the point of a path so many inches from its start."""
    for start, toward, leg in legs(path):
        if far <= leg:
            return ahead(start, toward, far)
        far -= leg
    return path[-1]
