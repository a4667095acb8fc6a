"""Setting a piece down that has an outline, turned as one likes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

import pygame

from game.geometry.points import Path, Point, distance
from game.play.placement import Lay, PlacedAt, rotation_of
from game.prompts.place import LITTLE, NUDGES, SAME, SPOTS, TURN, PlacePrompt
from game.table.pieces import Piece
from game.table.state import Table
from game.view.overlays.shapes import Area, BoardNote, Overlay, OverlayLine, OverlayTone


class LayPrompt(PlacePrompt):
    """Follows the mouse, drawn to where it will do; the wheel turns it."""

    decision: Lay
    keys: ClassVar = (
        ("Click, Enter", "set it down"),
        ("Wheel, {turn}", f"turn by {TURN:g}°"),
        ("Shift+wheel", f"by {LITTLE:g}°"),
        ("Arrows", 'move it 0.25"'),
        ("Shift+Left, Shift+Right", f"turn by {LITTLE:g}°"),
        ("{suggest}", "suggest a place"),
        ("{mend}", "nearest legal place"),
    )

    def __init__(self, decision: Lay, table: Table) -> None:
        self.piece: Piece = table.pieces[decision.about]
        super().__init__(decision, table)

    @property
    def snap(self) -> float:
        return float(getattr(self.decision.site, "snap", 0.0))

    def wrong(self, spot: PlacedAt) -> str | None:
        return self.decision.site.wrong(spot)

    def nearest_to(self, spot: PlacedAt) -> PlacedAt | None:
        return self.decision.site.nearest(spot)

    def suggest(self) -> None:
        """Move and turn it to the next of some places where it may lie."""
        for _ in range(SPOTS):
            spot = self.decision.site.sample(self.tried % SPOTS, SPOTS)
            self.tried += 1
            if spot is not None:
                self.take(spot)
                return

    def _point(self, at: Point) -> None:
        fitted = self.decision.site.fitted(PlacedAt(at, self.facing))
        super()._point(fitted.at if distance(fitted.at, at) <= self.snap else at)

    def take(self, spot: PlacedAt) -> None:
        self._move(spot.at)
        self.facing = rotation_of(spot)

    def turn(self, degrees: float) -> None:
        """Turn it; it stays drawn to where it will do, if it was."""
        fitted = self.wrong(self.spot) is None
        super().turn(degrees)
        self.refused = None
        if fitted:
            self._point(self.at)

    def _key(self, event: pygame.Event) -> bool:
        if event.mod & pygame.KMOD_SHIFT and event.key in {pygame.K_LEFT, pygame.K_RIGHT}:
            self.turn(LITTLE if event.key == pygame.K_RIGHT else -LITTLE)
            return True
        if event.key in NUDGES:
            right, down = NUDGES[event.key]
            self._point(Point(self.at.x + right, self.at.y + down))
            return True
        return super()._key(event)

    def corners(self, spot: PlacedAt) -> Path:
        """Return its outline as it would lie."""
        return replace(self.piece, at=spot.at, turned=rotation_of(spot)).corners

    def laid(self) -> Sequence[Piece]:
        return (replace(self.piece, at=self.at, turned=rotation_of(self.spot)),)

    def above(self) -> Iterator[Overlay]:
        no, near = self.no, self.near
        if no and near and distance(near.at, self.at) > SAME:
            yield from self.outlined(near)
            yield OverlayLine(self.at, near.at, OverlayTone.BAD)
        yield Area((self.corners(self.spot),), OverlayTone.BAD if no else OverlayTone.CHOSEN)
        if no:
            yield BoardNote(self.at, f"{no.reason} · {no.clause}", OverlayTone.BAD)

    def outlined(self, spot: PlacedAt) -> Iterator[Overlay]:
        yield Area((self.corners(spot),), OverlayTone.GOOD)

    @property
    def status(self) -> str:
        kind = "intact" if self.piece.intact else "a ruin"
        return f"Size {self.piece.size}, {kind}; turned by {self.facing:g}°"
