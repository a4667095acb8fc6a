"""The ruler on the board."""

from __future__ import annotations

from collections.abc import Iterator

from game.geometry.points import Disc
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
