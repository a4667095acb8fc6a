"""What is under the mouse; and the ruler, from base edge to base edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from game.geometry.points import Disc, Point, distance
from game.table.records import Model, ModelId
from game.view.overlays.shapes import BaseOutline, Overlay, OverlayTone, Ruler


class Measure:
    """Where the ruler was laid on, and where its other end is."""

    def __init__(self) -> None:
        self.start: Disc | None = None
        self.end: Disc | None = None

    @property
    def on(self) -> bool:
        return self.start is not None

    def to(self, spot: Disc) -> None:
        """Lay the ruler on, or draw it to another spot."""
        self.start = self.start or spot
        self.end = spot

    def lift(self) -> None:
        self.start = self.end = None

    def overlays(self) -> Iterator[Overlay]:
        if self.start is None or self.end is None or self.start == self.end:
            return
        bases = tuple(d for d in (self.start, self.end) if d.radius)
        if bases:
            yield BaseOutline(bases, OverlayTone.CHOSEN)
        yield Ruler(self.start, self.end)


def bases(models: Iterable[Model], planned: Mapping[ModelId, Point]) -> dict[ModelId, Disc]:
    """Return the bases of models, where they are planned to be if they are."""
    return {m.id: m.disc._replace(at=planned.get(m.id) or m.at) for m in models}


def base_at(discs: Mapping[ModelId, Disc], at: Point, reach: float) -> ModelId | None:
    """Return whose base is under a point, or nearest within *reach*."""
    near = [(distance(d.at, at) - d.radius, who) for who, d in discs.items()]
    off, who = min(near, default=(1.0, None))
    return who if off <= reach else None
