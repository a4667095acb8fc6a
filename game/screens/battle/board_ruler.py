"""The ruler on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from game.geometry.points import Disc, Point, gap
from game.view.overlays import BaseOutline, Overlay, OverlayTone, Ruler


class RulerState:
    """Start and end of the ruler."""

    def __init__(self) -> None:
        self.start: Disc | None = None
        self.end: Disc | None = None

    @property
    def on(self) -> bool:
        return self.start is not None

    def to(self, spot: Disc) -> None:
        """Start the ruler at a point or base, or move its end there."""
        self.start = self.start or spot
        self.end = spot

    def step(self, selected: Disc | None, units: Iterable[Sequence[Disc]], by: int) -> None:
        """Move its end to the next unit, or the one before, by distance from its start.

        A ruler without length starts at the selected model. *units*: their bases.
        """
        if self.start == self.end and selected:
            self.start = selected
        if (start := self.start) is None:
            return
        others = [unit for unit in units if unit and start not in unit]
        ends = [min(unit, key=lambda disc: gap(start, disc)) for unit in others]
        ends.sort(key=lambda disc: gap(start, disc))
        if ends:
            at = ends.index(self.end) + by if self.end in ends else min(by, 0)
            self.end = ends[at % len(ends)]

    def nudge(self, right: float, down: float, table: tuple[float, float]) -> None:
        """Move its end by some inches, but not off a table of a width and height."""
        if self.end is not None:
            (x, y), (wide, high) = self.end.at, table
            at = Point(min(wide, max(0.0, x + right)), min(high, max(0.0, y + down)))
            self.end = Disc(at, 0.0)

    def lift(self) -> None:
        """Remove the ruler."""
        self.start = self.end = None

    def overlays(self) -> Iterator[Overlay]:
        if self.start is None or self.end is None or self.start == self.end:
            return
        bases = tuple(d for d in (self.start, self.end) if d.radius)
        if bases:
            yield BaseOutline(bases, OverlayTone.CHOSEN)
        yield Ruler(self.start, self.end)
