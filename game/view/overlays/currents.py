"""How the ways of water are drawn: a thin line down each, marks where they begin and end."""

from __future__ import annotations

from typing import Final

from game.content.palettes import palette
from game.geometry.points import Path, Point
from game.view.overlays.shapes import Current, Stroke, Tone
from game.view.overlays.svg_lines import Pill, Sketch
from game.view.style import COOL, CREAM

RIM: Final = 0.8
"""Inches from the middle of an origin to its rim."""
BAR: Final = 0.7
"""Inches that the bar at a dead end reaches to each side."""


def draw_current(drawn: Sketch, current: Current) -> None:
    for path in current.dry:
        drawn.line(path, Stroke(CREAM, "1.5 7"), 1.2)
    for path in current.streams:
        drawn.line(path, Stroke(COOL), 1.2)
    for at in current.ends:
        drawn.line(_diamond(at, BAR), Stroke(palette().bad), 2.4, closed=True)
        drawn.cross(at, Stroke(palette().bad), 3.5)
    for at in current.pools:
        drawn.circle(at, BAR, Stroke(COOL, "3 4"), 2.2, fill=0.25)
    if current.source:
        _source(drawn, current.source)


def _source(drawn: Sketch, source: Path) -> None:
    if len(source) == 1:
        drawn.circle(source[0], RIM, Stroke(COOL), 3, fill=0.35)
    else:
        drawn.line(source, Stroke(COOL), 6)
    first, last = source[0], source[-1]
    middle = Point((first.x + last.x) / 2, (first.y + last.y) / 2)
    drawn.pills.append(Pill(middle, "Origin", Tone.COOL.value.colour, lift=-20))


def _diamond(at: Point, far: float) -> tuple[Point, ...]:
    (x, y) = at
    return Point(x - far, y), Point(x, y - far), Point(x + far, y), Point(x, y + far)
