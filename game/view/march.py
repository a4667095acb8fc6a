"""Models on their way: a unit that walks together, or one that water carries off."""

from __future__ import annotations

from collections.abc import Iterable
from math import pi, sin
from typing import Final, NamedTuple

from game.geometry.points import Path, Point, ahead, legs, length
from game.table.events import Event, Moved
from game.table.records import ModelId
from game.table.state import Table

WALK: Final = 12.0
"""Inches a second."""
LONGEST_WALK: Final = 1.6
"""Seconds: who goes far goes faster."""
CURRENT: Final = 7.0
"""Inches a second that water carries a model."""
TURN: Final = 0.2
"""Seconds that a model takes to turn, before it walks or on the spot."""
STRIDE: Final = 0.3
"""Seconds that a march is left to be seen where nothing moves."""
SPIN: Final = 2.6
"""Inches in which a model that is carried spins round once."""
SWELL: Final = 1.3
"""Inches from the crest of one wave to that of the next."""


class Tumble(NamedTuple):
    """How somebody lies in the water."""

    turned: float
    """Degrees, clockwise, from how it stood."""
    size: float
    """1 as it stands; more on the crest of a wave."""


class March:
    """The next moves of different models of one unit, which go together."""

    def __init__(
        self,
        events: Iterable[Event] = (),
        table: Table | None = None,
        *,
        still: bool = False,
        carried: bool = False,
    ) -> None:
        """*still*: nothing is seen on the way. *carried*: by water, each for itself."""
        self.still, self.carried = still, carried
        walks = _together(events, table) if table else ()
        self.walks = walks[:1] if carried else walks
        self.walked = 0.0
        """Seconds on the way so far."""
        models = table.models if table else {}
        self._facing = {walk.model: models[walk.model].facing for walk in self.walks}
        self.lasts = max([self._lasts(walk) for walk in self.walks], default=0.0)
        """Seconds that all of them take together; 0 if nothing is to be seen of it."""

    @property
    def over(self) -> bool:
        return self.walked >= self.lasts

    def at(self, model: ModelId) -> Point | None:
        """Return where a model is on its way; None if it is not of the march."""
        walk = self._of(model)
        if walk is None:
            return None
        if self.still:
            return walk.path[-1]
        return along(walk.path, self._share * length(walk.path))

    def faces(self, model: ModelId) -> float | None:
        """Return where it faces; who sets out turns to where it will face."""
        walk = self._of(model)
        if walk is None:
            return None
        before = self._facing[model]
        if self.still:
            return walk.facing
        if self._tumbles(walk):
            return before
        turned = min(1.0, self.walked / TURN)
        return (before + _shorter_way(before, walk.facing) * turned) % 360

    def tumble(self, model: ModelId) -> Tumble | None:
        """Return how water turns and lifts a model; None if it stands or walks."""
        walk = self._of(model)
        if walk is None or self.still or not self._tumbles(walk):
            return None
        far, share = length(walk.path), self._share
        # It ends as it will stand: whole turns, and from where it faced to where it will face.
        spins = 360 * round(far / SPIN) + _shorter_way(self._facing[model], walk.facing)
        return Tumble(share * spins, 1.0 + 0.09 * sin(2 * pi * share * far / SWELL))

    @property
    def _share(self) -> float:
        return self.walked / (self.lasts or 1.0)

    def _of(self, model: ModelId) -> Moved | None:
        return next((walk for walk in self.walks if walk.model == model), None)

    def _tumbles(self, walk: Moved) -> bool:
        return self.carried and length(walk.path) > 0.0

    def _lasts(self, walk: Moved) -> float:
        far = length(walk.path)
        turns = walk.facing != self._facing[walk.model]
        if self.still:
            return STRIDE if far or turns else 0.0
        if self.carried:
            return far / CURRENT
        return max(TURN if turns else 0.0, min(LONGEST_WALK, far / WALK))


def _together(events: Iterable[Event], table: Table) -> tuple[Moved, ...]:
    march: list[Moved] = []
    for event in events:
        if not isinstance(event, Moved) or event.model in {m.model for m in march}:
            break
        models = table.models
        if march and models[event.model].unit != models[march[0].model].unit:
            break
        march.append(event)
    return tuple(march)


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
