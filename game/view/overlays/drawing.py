"""Drawing of the overlay shapes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, cos, floor, radians, sin
from typing import Final, assert_never

from shapely import LineString, Polygon, unary_union
from shapely import Point as ShapelyPoint

from game.content.palettes import palette
from game.geometry.points import (
    LOOSE_EPSILON,
    Disc,
    Path,
    Point,
    distance,
    gap,
    length,
    midpoint,
    point_ahead,
    segments_of,
    unit_vector,
)
from game.geometry.polygons import box, box_middle, edges
from game.table.records import ORIGIN
from game.view.colours import COOL, CREAM
from game.view.overlays import (
    Area,
    BaseOutline,
    Blast,
    BoardNote,
    Current,
    DriftArrows,
    Grid,
    LabelPlate,
    Links,
    MarchTrails,
    Overlay,
    OverlayLine,
    OverlayTone,
    Pin,
    RangeRing,
    Ruler,
    Stroke,
    SvgSketch,
    Sweep,
    Tags,
    TargetBrackets,
    Trail,
    UnitLabels,
    VisibleArea,
)

RIM: Final = 0.8
"""Inches from the middle of an origin to its rim."""
BAR: Final = 0.7
"""Inches that the bar at a dead end extends to each side."""
APART: Final = 1.0
"""Inches between two lines of the hatching."""
ARROW: Final = 0.7
"""Half the width of an arrowhead, in inches."""
OPEN: Final = "9 5"
"""Dashes around rubble; sliding pieces that strike models are dotted, as all that is bad."""
RING_GAP: Final = 0.09
"""Inches between a base and the ring around it."""
PIN, SMALLEST = 0.4, 6
"""Radius of a drawn marker in inches, and its minimum radius in units."""
BEYOND = 3.0
"""Inches beyond an obstacle of a line of sight at which it is named, if the line is longer."""
BENEATH = -15.0
"""Units by which its word is lifted from its rim; negative, so that it stands below."""
SHORT = 0.005
"""Tolerance in inches for rounding beyond the allowed length."""


def draw_current(drawn: SvgSketch, current: Current) -> None:
    for path in current.dry:
        drawn.line(path, Stroke(CREAM, "1.5 7"), 1.2)
    for path in current.streams:
        drawn.line(path, Stroke(COOL), 1.2)
    for at in current.ends:
        steps = ((-1, 0), (0, -1), (1, 0), (0, 1))
        diamond = [Point(at.x + x * BAR, at.y + y * BAR) for x, y in steps]
        drawn.line(diamond, Stroke(palette().bad), 2.4, closed=True)
        drawn.cross(at, Stroke(palette().bad), 3.5)
    for at in current.pools:
        drawn.circle(at, BAR, Stroke(COOL, "3 4"), 2.2, fill=0.25)
    if current.source:
        _source(drawn, current.source)


def _source(drawn: SvgSketch, source: Path) -> None:
    if len(source) == 1:
        drawn.circle(source[0], RIM, Stroke(COOL), 3, fill=0.35)
    else:
        drawn.line(source, Stroke(COOL), 6)


def draw_sweep(drawn: SvgSketch, sweep: Sweep) -> None:
    inches = distance(ORIGIN, sweep.by)
    if inches <= 0.0:
        return
    whole = swept_polygon(sweep.outline, sweep.by)
    corners = tuple(Point(x, y) for x, y in whole.exterior.coords[:-1])
    stroke = Stroke(palette().bad, "2.5 5") if sweep.hard else Stroke(COOL, OPEN)
    drawn.area((corners,), stroke.colour, 0.13 if sweep.hard else 0.06)
    if sweep.hard:
        drawn.hairs([*_hatching(whole)], stroke.colour, 0.5)
    drawn.line(corners, stroke, 1.8, closed=True)
    _arrow(drawn, sweep, stroke)


def swept_polygon(outline: Path, by: Point) -> Polygon:
    """Return the area that an outline covers while it slides."""
    end = tuple(Point(x + by.x, y + by.y) for x, y in outline)
    sides = [
        Polygon([a, b, (b.x + by.x, b.y + by.y), (a.x + by.x, a.y + by.y)])
        for a, b in edges(outline)
    ]
    parts = [
        Polygon(outline),
        Polygon(end),
        *(side for side in sides if side.area > LOOSE_EPSILON),
    ]
    whole = unary_union([part.buffer(1e-4) for part in parts])
    # A hole closes before a model could be in it.
    assert isinstance(whole, Polygon)
    plain = Polygon(whole.exterior).simplify(0.01)
    assert isinstance(plain, Polygon)
    return plain


def _merged(bases: Iterable[Disc]) -> Iterator[Path]:
    """Yield the outer rims of bases that may overlap."""
    discs = [ShapelyPoint(*base.at).buffer(base.radius + RING_GAP) for base in bases]
    whole = unary_union(discs)
    for part in getattr(whole, "geoms", [whole]):
        yield tuple(Point(x, y) for x, y in part.exterior.coords[:-1])


def _hatching(whole: Polygon) -> Iterator[tuple[Point, Point]]:
    """Yield slanted lines across an area."""
    left, top, right, low = whole.bounds
    for n in range(ceil((left - low) / APART), floor((right - top) / APART) + 1):
        at = n * APART
        line = LineString([(at + top - 1.0, top - 1.0), (at + low + 1.0, low + 1.0)])
        cut = whole.intersection(line)
        for part in getattr(cut, "geoms", [cut]):
            if isinstance(part, LineString) and not part.is_empty:
                (ax, ay), (bx, by) = part.coords[0], part.coords[-1]
                yield Point(ax, ay), Point(bx, by)


def _arrow(drawn: SvgSketch, sweep: Sweep, stroke: Stroke) -> None:
    """Draw an arrow from the middle of the piece's place to the middle of its destination."""
    start = box_middle(box(sweep.outline))
    end = Point(start.x + sweep.by.x, start.y + sweep.by.y)
    toward = unit_vector(start, end)
    aside = Point(-toward.y, toward.x)
    solid = Stroke(stroke.colour)
    drawn.line((start, end), solid, 2)
    back = point_ahead(end, toward, -ARROW)
    left, right = (point_ahead(back, aside, half) for half in (-ARROW, ARROW))
    drawn.line((left, end, right), solid, 2.6)
    if sweep.leaves:
        drawn.line(_tick(end, aside, 2 * ARROW), solid, 2.6)


def _tick(at: Point, aside: Point, half: float) -> Path:
    """Return a line across a point, *half* inches to each side."""
    return point_ahead(at, aside, -half), point_ahead(at, aside, half)


def sketch(  # noqa: C901, PLR0912  one case for each overlay
    overlay: Overlay, ppi: int, scale: float
) -> SvgSketch:
    """Return an overlay as lines, at *ppi* pixels per inch and a UI scale.

    Raise TypeError for overlays that are made of pictures.
    """
    drawn = SvgSketch(ppi, scale)
    match overlay:
        case RangeRing():
            _ring(drawn, overlay)
        case Trail():
            _trail(drawn, overlay)
        case MarchTrails():
            for path in overlay.paths:
                drawn.line(path, Stroke(OverlayTone.PLANNED.value.colour, "2.5 5"), 1.3)
        case Ruler():
            _ruler(drawn, overlay)
        case BaseOutline(merged=True):
            for outline in _merged(overlay.bases):
                drawn.line(outline, overlay.tone.value, 2.6, closed=True)
        case BaseOutline():
            for base in overlay.bases:
                drawn.circle(base.at, base.radius + RING_GAP, overlay.tone.value, 2.6)
        case Links():
            _links(drawn, overlay)
        case OverlayLine():
            _line(drawn, overlay)
        case TargetBrackets():
            _aim(drawn, overlay)
        case Blast():
            drawn.circle(
                overlay.at, overlay.diameter / 2, Stroke(palette().bad, "7 5"), fill=0.22
            )
            drawn.cross(overlay.at, Stroke(palette().bad), 5)
        case Area():
            _area(drawn, overlay)
        case VisibleArea():
            _field(drawn, overlay)
        case Grid():
            _grid(drawn, overlay)
        case Current():
            draw_current(drawn, overlay)
        case Sweep():
            draw_sweep(drawn, overlay)
        case DriftArrows() | Tags() | UnitLabels():
            raise TypeError(f"{type(overlay).__name__} is made of pictures, not of lines")
        case BoardNote():
            drawn.note(overlay.at, overlay.words, overlay.tone)
        case Pin(at, words, colour):
            wide = max(PIN, SMALLEST * scale / ppi)
            drawn.circle(at, wide, Stroke(colour), 2.6, fill=0.55)
            if words:
                rim = Point(at.x, at.y + wide)
                drawn.pills.append(LabelPlate(rim, words, colour, BENEATH))
        case _:
            assert_never(overlay)
    return drawn


def _ring(drawn: SvgSketch, ring: RangeRing) -> None:
    drawn.circle(ring.at, ring.radius, ring.tone.value, fill=0.07)
    if ring.words:
        top = Point(ring.at.x, ring.at.y - ring.radius)
        drawn.note(top, ring.words, ring.tone)


def _trail(drawn: SvgSketch, trail: Trail) -> None:
    """Draw the allowed part of a path in one style, and the rest in another."""
    used = length(trail.path)
    short = used > trail.allowed + SHORT
    fair = trail.legal and not short
    left = trail.allowed
    for start, toward, leg in segments_of(trail.path):
        here = max(0.0, min(left, leg))
        if here:
            drawn.line((start, point_ahead(start, toward, here)), OverlayTone.PLANNED.value, 3)
        if here < leg:
            end = point_ahead(start, toward, leg)
            drawn.line((point_ahead(start, toward, here), end), OverlayTone.BAD.value, 3)
        left -= leg
    end = trail.path[-1]
    tone = OverlayTone.PLANNED if fair else OverlayTone.BAD
    drawn.circle(end, trail.base, Stroke(tone.value.colour), 2, fill=0.10)
    words = f'{used:.1f}" of {trail.allowed:g}"'
    if short:
        words += f' · {used - trail.allowed:.1f}" too far'
    below = Point(end.x, end.y + trail.base)
    drawn.note(below, words, tone, lift=-18)


def _ruler(drawn: SvgSketch, ruler: Ruler) -> None:
    """Draw a line between the nearest points of two bases, with a tick at each end."""
    (a, near), (b, inches) = ruler.start, ruler.end
    apart = gap(ruler.start, ruler.end)
    if apart <= 0.0:
        drawn.note(b, "touching", OverlayTone.CHOSEN, lift=24)
        return
    toward = unit_vector(a, b)
    start, end = point_ahead(a, toward, near), point_ahead(b, toward, -inches)
    aside = Point(-toward.y, toward.x)
    drawn.line((start, end), OverlayTone.CHOSEN.value)
    for tip in (start, end):
        drawn.line(_tick(tip, aside, 0.18), OverlayTone.CHOSEN.value, 2)
    drawn.note(midpoint(start, end), f'{apart:.1f}"', OverlayTone.CHOSEN)


def _links(drawn: SvgSketch, links: Links) -> None:
    for a, b in links.kept:
        drawn.line((a, b), Stroke(OverlayTone.GOOD.value.colour), 2)
    for a, b in links.broken:
        drawn.line((a, b), OverlayTone.BAD.value, 2.6)
        drawn.note(midpoint(a, b), f'{distance(a, b):.1f}"', OverlayTone.BAD)


def _line(drawn: SvgSketch, line: OverlayLine) -> None:
    if line.block is None:
        drawn.line((line.start, line.end), line.tone.value)
    else:
        drawn.line((line.start, line.block), line.tone.value)
        drawn.line((line.block, line.end), OverlayTone.BAD.value)
        drawn.cross(line.block, Stroke(palette().bad))
    if line.words:
        if line.block is None:
            drawn.note(midpoint(line.start, line.end), line.words, line.tone, lift=20)
        else:
            # Beyond the obstacle, because those who look often stand close before it.
            beyond = min(BEYOND, distance(line.block, line.end) / 2)
            at = point_ahead(line.block, unit_vector(line.block, line.end), beyond)
            drawn.note(at, line.words, OverlayTone.BAD)


def _aim(drawn: SvgSketch, aim: TargetBrackets) -> None:
    (x, y), inches = aim.base.at, aim.base.radius + 0.28
    arm = inches * 0.5
    stroke = Stroke(aim.tone.value.colour)
    for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        corner = Point(x + right * inches, y + down * inches)
        across = Point(corner.x - right * arm, corner.y)
        along = Point(corner.x, corner.y - down * arm)
        drawn.line((across, corner, along), stroke, 2.6)


def _area(drawn: SvgSketch, area: Area) -> None:
    _outlined(drawn, area, 0.16, 2)
    if area.words and area.outlines:
        drawn.note(box_middle(box(area.outlines[0])), area.words, area.tone)


def _field(drawn: SvgSketch, field: VisibleArea) -> None:
    if field.tone.value.dash:
        _outlined(drawn, field, field.fill, 1.6)
    else:
        drawn.fill(field.outlines, field.tone.value.colour, field.fill, 1.6)
    if field.words and field.outlines:
        spot = field.at or min(field.outlines[0], key=lambda at: at.y)
        drawn.note(spot, field.words, field.tone)


def _outlined(
    drawn: SvgSketch, shape: Area | VisibleArea, opacity: float, width: float
) -> None:
    stroke = shape.tone.value
    drawn.area(shape.outlines, stroke.colour, opacity)
    for outline in shape.outlines:
        drawn.line(outline, stroke, width, closed=True)


def _grid(drawn: SvgSketch, grid: Grid) -> None:
    wide, high = round(grid.width), round(grid.height)
    downs = [(n, (Point(n, 0), Point(n, high))) for n in range(1, wide)]
    acrosses = [(n, (Point(0, n), Point(wide, n))) for n in range(1, high)]
    for strong in (False, True):
        drawn.hairs(
            [ends for n, ends in (*downs, *acrosses) if (n % 6 == 0) is strong],
            OverlayTone.PLAIN.value.colour,
            0.34 if strong else 0.12,
        )


def fan(at: Point, radius: float, facing: float, half: float) -> tuple[Point, ...]:
    """Return the outline of an arc, *half* degrees to each side of a facing.

    For display only.
    """
    steps = max(2, round(half / 3))
    turns = [facing - half + half * n / steps for n in range(2 * steps + 1)]
    rim = [
        Point(at.x + sin(radians(t)) * radius, at.y - cos(radians(t)) * radius) for t in turns
    ]
    return (at, *rim)
