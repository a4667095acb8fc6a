"""Drawing of a planned ride."""

from __future__ import annotations

from collections.abc import Iterator

from game.geometry.points import Disc, Path, Point, point_ahead, vector_of_heading
from game.play.single_move import (
    Ride,
    RideMode,
    RideSegment,
    Stretches,
    length,
    ride_path,
    wrong,
)
from game.table.records import Model
from game.view.overlays.overlay_shapes import (
    BaseOutline,
    BoardNote,
    MarchTrails,
    Overlay,
    OverlayTone,
    VisibleArea,
)

DOT = 0.05
"""Radius in inches of the mark of a turning point, without its margin."""
WIDE, BELOW = 5.0, 1.2
"""Inches: half the width of a long note, and the distance between notes one below another."""
SWEEP = 5.0
"""Degrees between two points of a rim."""


def named(gait: RideMode, way: Stretches) -> str:
    """Return a label of a path, such as ``Ride 4.5"``."""
    if not way:
        return "Stay where it is"
    return f'{gait.name.capitalize()} {length(way):.1f}"'


def inches_used_text(ride: Ride, way: Stretches) -> str:
    """Return a text with the inches used and the turns of a path, or with the limits."""
    if not way:
        return "; ".join(
            f'{g.name}: {g.far:g}", turns of {g.turn:g}° after {g.straight:g}" straight'
            for g in ride.gaits
        ).capitalize()
    gait = ride.gait_of(way)
    turned = ", ".join(
        f"{abs(turn):g}° {'right' if turn > 0.0 else 'left'}" for turn, _ in way if turn
    )
    return f'{gait.name.capitalize()}: {length(way):.1f}" of {gait.far:g}"' + (
        f", turns {turned}" if turned else ""
    )


def envelopes(
    ride: Ride, model: Model, stem: Stretches, *, told: bool = True
) -> Iterator[Overlay]:
    """Yield the area that each movement mode could reach on open ground after *stem*.

    The keyword argument adds labels.
    """
    here, used = ride_path(model.at, model.facing, stem), length(stem)
    for n, gait in enumerate(ride.gaits):
        if used < gait.far and not (stem and wrong((*stem, RideSegment(0.0, 0.0)), gait)):
            outline = envelope(here.end, here.facing, gait, gait.far - used, turns=bool(stem))
            words = f'{gait.name}, up to {gait.far:g}"' if told else ""
            yield VisibleArea(
                (outline,), OverlayTone.PLANNED if n else OverlayTone.COOL, words, 0.07
            )


def envelope(at: Point, facing: float, gait: RideMode, far: float, *, turns: bool) -> Path:
    """Return the outline of the ends within *far* inches; *turns*: it may turn at once.

    It is an approximation for drawing.
    """
    right, left = (_side(at, facing, gait, far, sign=sign, turns=turns) for sign in (1.0, -1.0))
    return (*right, *reversed(left[1:-1]))


def _side(
    at: Point, facing: float, gait: RideMode, far: float, *, sign: float, turns: bool
) -> list[Point]:
    """Return the sharpest path to one side, and back along the rim to straight ahead."""
    inner, arcs = [at], list[tuple[Point, float, float]]()
    if not turns:
        leg = min(gait.straight, far)
        at, far = point_ahead(at, vector_of_heading(facing), leg), far - leg
        inner.append(at)
    while far > 0.0:
        arcs.append((at, facing, far))
        facing += sign * gait.turn
        leg = min(gait.straight, far)
        at, far = point_ahead(at, vector_of_heading(facing), leg), far - leg
        inner.append(at)
    many = max(1, round(gait.turn / SWEEP))
    for middle, start, radius in reversed(arcs):
        for n in range(many, -1, -1):
            turned = start + sign * gait.turn * n / many
            inner.append(point_ahead(middle, vector_of_heading(turned), radius))
    return inner


def planned(ride: Ride, model: Model, way: Stretches) -> Iterator[Overlay]:
    """Yield a path with its turns, or the points at which it could first turn."""
    if not way:
        points = [
            point_ahead(model.at, vector_of_heading(model.facing), g.straight)
            for g in ride.gaits
        ]
        yield BaseOutline(tuple(Disc(at, DOT) for at in points), OverlayTone.GOOD)
        return
    led = ride_path(model.at, model.facing, way)
    if len(led.corners) > 1:
        yield MarchTrails((led.corners,))
    told = list[Point]()
    for n, (turn, _) in enumerate(way):
        if turn:
            at = ride_path(model.at, model.facing, way[:n]).end
            told.append(Point(at.x, at.y + 0.9))
            yield BaseOutline((Disc(at, DOT),), OverlayTone.CHOSEN)
            yield BoardNote(told[-1], f"{abs(turn):g}°", OverlayTone.CHOSEN)
    gait = ride.gait_of(way)
    low = Point(led.end.x, led.end.y + model.base + 0.6)
    low = Point(low.x, max([low.y, *(at.y + BELOW for at in told if _is_over(low, at))]))
    costs = f" · {gait.costs}" if gait.costs else ""
    words = f'{gait.name} {length(way):.1f}" of {gait.far:g}"{costs}'
    yield BoardNote(low, words, OverlayTone.BAD if gait.costs else OverlayTone.PLANNED)


def _is_over(one: Point, other: Point) -> bool:
    """Return whether a long note would overlap a short one."""
    return abs(one.x - other.x) < WIDE and abs(one.y - other.y) < BELOW


def refusal(at: Point, no: str, clause: str) -> BoardNote:
    """Return a note that says why the model cannot reach the mouse position."""
    return BoardNote(
        Point(at.x, at.y - 0.7), f"{no[:1].upper()}{no[1:]} · {clause}", OverlayTone.BAD
    )
