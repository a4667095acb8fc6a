"""What each overlay looks like."""

from __future__ import annotations

from math import cos, radians, sin
from typing import assert_never

from game.content.palettes import palette
from game.geometry.points import (
    Point,
    distance,
    gap,
    length,
    point_ahead,
    segments_of,
    unit_vector,
)
from game.view.overlays.currents import draw_current
from game.view.overlays.shapes import (
    Aim,
    Area,
    Blast,
    Current,
    Drift,
    Field,
    Grid,
    Line,
    Links,
    Note,
    Outline,
    Overlay,
    Pin,
    Ring,
    Ruler,
    Stroke,
    Sweep,
    Tags,
    Tone,
    Trail,
    Ways,
)
from game.view.overlays.svg_lines import Pill, Sketch
from game.view.overlays.sweeps import draw_sweep
from game.view.style import AMBER

PIN, SMALLEST = 0.4, 6
"""Inches from a drawn marker's middle to its rim, and units that it has at least."""
BENEATH = -15.0
"""Units that its word is lifted from there: below 0, it stands beneath."""
SHORT = 0.005
"""Inches: less than this beyond what is allowed is a matter of rounding."""


def sketch(  # noqa: C901, PLR0912  one case for each overlay
    overlay: Overlay, ppi: int, scale: float
) -> Sketch:
    """Return an overlay as lines, at so many pixels an inch and at a UI scale."""
    drawn = Sketch(ppi, scale)
    match overlay:
        case Ring():
            _ring(drawn, overlay)
        case Trail():
            _trail(drawn, overlay)
        case Ways():
            for path in overlay.paths:
                drawn.line(path, Stroke(Tone.PLANNED.value.colour, "2.5 5"), 1.3)
        case Ruler():
            _ruler(drawn, overlay)
        case Outline():
            for base in overlay.bases:
                drawn.circle(base.at, base.radius + 0.09, overlay.tone.value, 2.6)
        case Links():
            _links(drawn, overlay)
        case Line():
            _line(drawn, overlay)
        case Aim():
            _aim(drawn, overlay)
        case Blast():
            drawn.circle(
                overlay.at, overlay.diameter / 2, Stroke(palette().bad, "7 5"), fill=0.22
            )
            drawn.cross(overlay.at, Stroke(palette().bad), 5)
        case Area():
            _area(drawn, overlay)
        case Field():
            _field(drawn, overlay)
        case Grid():
            _grid(drawn, overlay)
        case Current():
            draw_current(drawn, overlay)
        case Sweep():
            draw_sweep(drawn, overlay)
        case Drift() | Tags():
            raise TypeError(f"{type(overlay).__name__} is made of pictures, not of lines")
        case Note():
            drawn.pills.append(Pill(overlay.at, overlay.words, overlay.tone.value.colour))
        case Pin(at, words, colour):
            wide = max(PIN, SMALLEST * scale / ppi)
            drawn.circle(at, wide, Stroke(colour), 2.6, fill=0.55)
            if words:
                rim = Point(at.x, at.y + wide)
                drawn.pills.append(Pill(rim, words, colour, BENEATH))
        case _:
            assert_never(overlay)
    return drawn


def _ring(drawn: Sketch, ring: Ring) -> None:
    drawn.circle(ring.at, ring.radius, ring.tone.value, fill=0.07)
    if ring.words:
        top = Point(ring.at.x, ring.at.y - ring.radius)
        drawn.pills.append(Pill(top, ring.words, ring.tone.value.colour))


def _trail(drawn: Sketch, trail: Trail) -> None:
    """Draw the way as far as it is allowed one way, the rest of it another."""
    used = length(trail.path)
    short = used > trail.allowed + SHORT
    fair = trail.legal and not short
    left = trail.allowed
    for start, toward, leg in segments_of(trail.path):
        here = max(0.0, min(left, leg))
        if here:
            drawn.line((start, point_ahead(start, toward, here)), Tone.PLANNED.value, 3)
        if here < leg:
            end = point_ahead(start, toward, leg)
            drawn.line((point_ahead(start, toward, here), end), Tone.BAD.value, 3)
        left -= leg
    end = trail.path[-1]
    tone = Tone.PLANNED if fair else Tone.BAD
    drawn.circle(end, trail.base, Stroke(tone.value.colour), 2, fill=0.10)
    words = f'{used:.1f}" of {trail.allowed:g}"'
    if short:
        words += f' · {used - trail.allowed:.1f}" too far'
    below = Point(end.x, end.y + trail.base)
    drawn.pills.append(Pill(below, words, tone.value.colour, lift=-18))


def _ruler(drawn: Sketch, ruler: Ruler) -> None:
    """Draw a line between the nearest points of two bases, with a tick at each end."""
    (a, near), (b, far) = ruler.start, ruler.end
    apart = gap(ruler.start, ruler.end)
    if apart <= 0.0:
        drawn.pills.append(Pill(b, "touching", AMBER, lift=24))
        return
    toward = unit_vector(a, b)
    start, end = point_ahead(a, toward, near), point_ahead(b, toward, -far)
    aside = Point(-toward.y, toward.x)
    drawn.line((start, end), Tone.CHOSEN.value)
    for tip in (start, end):
        drawn.line(
            (point_ahead(tip, aside, -0.18), point_ahead(tip, aside, 0.18)),
            Tone.CHOSEN.value,
            2,
        )
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    drawn.pills.append(Pill(middle, f'{apart:.1f}"', AMBER))


def _links(drawn: Sketch, links: Links) -> None:
    for a, b in links.kept:
        drawn.line((a, b), Stroke(Tone.GOOD.value.colour), 2)
    for a, b in links.broken:
        drawn.line((a, b), Tone.BAD.value, 2.6)
        middle = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
        drawn.pills.append(Pill(middle, f'{distance(a, b):.1f}"', palette().bad))


def _line(drawn: Sketch, line: Line) -> None:
    if line.block is None:
        drawn.line((line.start, line.end), line.tone.value)
    else:
        drawn.line((line.start, line.block), line.tone.value)
        drawn.line((line.block, line.end), Tone.BAD.value)
        drawn.cross(line.block, Stroke(palette().bad))
    if line.words:
        at = line.block or Point(
            (line.start.x + line.end.x) / 2, (line.start.y + line.end.y) / 2
        )
        colour = line.tone.value.colour if line.block is None else Tone.BAD.value.colour
        drawn.pills.append(Pill(at, line.words, colour, lift=20))


def _aim(drawn: Sketch, aim: Aim) -> None:
    (x, y), far = aim.base.at, aim.base.radius + 0.28
    arm = far * 0.5
    stroke = Stroke(aim.tone.value.colour)
    for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        corner = Point(x + right * far, y + down * far)
        across = Point(corner.x - right * arm, corner.y)
        along = Point(corner.x, corner.y - down * arm)
        drawn.line((across, corner, along), stroke, 2.6)


def _area(drawn: Sketch, area: Area) -> None:
    stroke = area.tone.value
    drawn.area(area.outlines, stroke.colour, 0.16)
    for outline in area.outlines:
        drawn.line(outline, stroke, 2, closed=True)
    if area.words and area.outlines:
        xs, ys = zip(*area.outlines[0], strict=True)
        middle = Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        drawn.pills.append(Pill(middle, area.words, stroke.colour))


def _field(drawn: Sketch, field: Field) -> None:
    stroke = field.tone.value
    drawn.area(field.outlines, stroke.colour, field.fill)
    for outline in field.outlines:
        drawn.line(outline, stroke, 1.6, closed=True)
    if field.words and field.outlines:
        spot = field.at or min(field.outlines[0], key=lambda at: at.y)
        drawn.pills.append(Pill(spot, field.words, stroke.colour))


def _grid(drawn: Sketch, grid: Grid) -> None:
    wide, high = round(grid.width), round(grid.height)
    downs = [(n, (Point(n, 0), Point(n, high))) for n in range(1, wide)]
    acrosses = [(n, (Point(0, n), Point(wide, n))) for n in range(1, high)]
    for strong in (False, True):
        drawn.hairs(
            [ends for n, ends in (*downs, *acrosses) if (n % 6 == 0) is strong],
            Tone.PLAIN.value.colour,
            0.34 if strong else 0.12,
        )


def fan(at: Point, radius: float, facing: float, half: float) -> tuple[Point, ...]:
    """Return the outline of an arc: so many degrees to each side of a facing. For the eye."""
    steps = max(2, round(half / 3))
    turns = [facing - half + half * n / steps for n in range(2 * steps + 1)]
    rim = [
        Point(at.x + sin(radians(t)) * radius, at.y - cos(radians(t)) * radius) for t in turns
    ]
    return (at, *rim)
