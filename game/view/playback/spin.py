"""A ring of a cage on its way round, and whoever is on it: ``TC-07``."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from game.geometry.points import Point
from game.table.cage_floor import floor_of
from game.table.events import RingTurned
from game.table.records import ModelId, Where
from game.table.state import Table

PACE: Final = 90.0
"""Degrees a second."""
SHORTEST, LONGEST = 0.45, 1.4
"""Seconds."""


class Spin:
    def __init__(self, event: RingTurned, table: Table) -> None:
        """*table*: before the ring is turned."""
        self.ring = event.ring
        self.by = (event.by + 180) % 360 - 180
        """Degrees clockwise, the shorter way."""
        self.lasts = min(LONGEST, max(SHORTEST, abs(self.by) / PACE))
        self._rings, self._middle = table.rings, floor_of(table.board).at
        self._on = {
            m.id: m
            for m in table.models.values()
            if m.cell and m.cell.ring == event.ring and m.where is Where.TABLE
        }

    def rings(self, share: float) -> tuple[float, ...]:
        """Return how all rings stand after a share of the time: degrees clockwise."""
        return tuple(
            degrees + (self._come(share) if n == self.ring else 0.0)
            for n, degrees in enumerate(self._rings)
        )

    def at(self, who: str, share: float) -> Point | None:
        """Return where a champion is that stands on the ring; None for any other."""
        model = self._on.get(ModelId(who))
        if model is None:
            return None
        come = radians(self._come(share))
        dx, dy = model.at.x - self._middle.x, model.at.y - self._middle.y
        x, y = dx * cos(come) - dy * sin(come), dx * sin(come) + dy * cos(come)
        return Point(self._middle.x + x, self._middle.y + y)

    def faces(self, who: str, share: float) -> float | None:
        """Return where a champion on the ring faces; None for any other."""
        model = self._on.get(ModelId(who))
        return None if model is None else (model.facing + self._come(share)) % 360

    def _come(self, share: float) -> float:
        """Return how far it has come: it sets out and comes to rest gently."""
        return self.by * share * share * (3 - 2 * share)
