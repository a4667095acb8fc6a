"""SVG lines with a dark halo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.content.palettes import Colour
from game.geometry.points import Point
from game.view.overlays.overlay_shapes import OverlayTone, Stroke
from game.view.style import HALO


class LabelPlate(NamedTuple):
    """Words on a small dark plate, centred on a point."""

    at: Point
    words: str
    colour: Colour
    lift: float = 0.0
    """Units above the point."""


class SvgSketch:
    """Collects an overlay's lines, and their bounds in pixels from the board's corner."""

    def __init__(self, ppi: int, scale: float) -> None:
        self.ppi, self.scale = ppi, scale
        self.parts: list[str] = []
        self.pills: list[LabelPlate] = []
        self.left = self.top = float("inf")
        self.right = self.bottom = float("-inf")

    def line(
        self, path: Iterable[Point], stroke: Stroke, width: float = 2.4, *, closed: bool = False
    ) -> None:
        spots = [self._spot(at) for at in path]
        path_data = "M" + " L".join(spots) + (" Z" if closed else "")
        self._stroke(f'path d="{path_data}"', stroke, width)

    def circle(
        self, at: Point, radius: float, stroke: Stroke, width: float = 2.2, *, fill: float = 0.0
    ) -> None:
        self._reach(at, radius)
        x, y, r = at[0] * self.ppi, at[1] * self.ppi, radius * self.ppi
        shape = f'circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}"'
        if fill:
            self.parts.append(f'<{shape} fill="{stroke.colour}" fill-opacity="{fill}"/>')
        self._stroke(shape, stroke, width)

    def area(self, outlines: Iterable[Iterable[Point]], colour: Colour, opacity: float) -> None:
        path_data = " ".join(
            "M" + " L".join(self._spot(at) for at in o) + " Z" for o in outlines
        )
        self.parts.append(
            f'<path d="{path_data}" fill="{colour}" fill-opacity="{opacity}" '
            'fill-rule="evenodd"/>'
        )

    def hairs(
        self, lines: Iterable[tuple[Point, Point]], colour: Colour, opacity: float
    ) -> None:
        """Draw thin lines without a halo."""
        path_data = " ".join(f"M{self._spot(a)} L{self._spot(b)}" for a, b in lines)
        self.parts.append(
            f'<path d="{path_data}" fill="none" stroke="{colour}" stroke-opacity="{opacity}" '
            f'stroke-width="{self.scale:.1f}"/>'
        )

    def cross(self, at: Point, stroke: Stroke, units: float = 6.0) -> None:
        arm = units * self.scale / self.ppi
        for turn in (1, -1):
            start = Point(at[0] - arm, at[1] - arm * turn)
            self.line((start, Point(at[0] + arm, at[1] + arm * turn)), stroke, 3)

    def note(self, at: Point, words: str, tone: OverlayTone, lift: float = 0.0) -> None:
        self.pills.append(LabelPlate(at, words, tone.value.colour, lift))

    def _stroke(self, shape: str, stroke: Stroke, width: float) -> None:
        wide = width * self.scale
        dashes = " ".join(f"{float(d) * self.scale:.1f}" for d in stroke.dash.split())
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        rest = 'fill="none" stroke-linejoin="round"'
        self.parts.append(
            f'<{shape} {rest} stroke="{HALO}" stroke-opacity=".6" '
            f'stroke-width="{wide + 2.8 * self.scale:.1f}"/>'
            f'<{shape} {rest} stroke="{stroke.colour}" stroke-width="{wide:.1f}"{dash}/>'
        )

    def _spot(self, at: Point) -> str:
        self._reach(at, 0.0)
        return f"{at[0] * self.ppi:.1f} {at[1] * self.ppi:.1f}"

    def _reach(self, at: Point, around: float) -> None:
        x, y, distance = at[0] * self.ppi, at[1] * self.ppi, around * self.ppi + 8 * self.scale
        self.left, self.right = min(self.left, x - distance), max(self.right, x + distance)
        self.top, self.bottom = min(self.top, y - distance), max(self.bottom, y + distance)
