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


def named(mode: RideMode, path: Stretches) -> str:
    """Return a label of a path, such as ``Ride 4.5"``."""
    if not path:
        return "Stay where it is"
    return f'{mode.name.capitalize()} {length(path):.1f}"'


def inches_used_text(ride: Ride, path: Stretches) -> str:
    """Return a text with the inches used and the turns of a path, or with the limits."""
    if not path:
        return "; ".join(
            f'{g.name}: {g.distance:g}", turns of {g.turn:g}° after {g.straight:g}" straight'
            for g in ride.gaits
        ).capitalize()
    mode = ride.gait_of(path)
    turned = ", ".join(
        f"{abs(turn):g}° {'right' if turn > 0.0 else 'left'}" for turn, _ in path if turn
    )
    return f'{mode.name.capitalize()}: {length(path):.1f}" of {mode.distance:g}"' + (
        f", turns {turned}" if turned else ""
    )


def envelopes(
    ride: Ride, model: Model, stem: Stretches, *, known: bool = True
) -> Iterator[Overlay]:
    """Yield the area that each movement mode could reach on open ground after *stem*.

    The keyword argument adds labels.
    """
    here, used = ride_path(model.at, model.facing, stem), length(stem)
    for n, mode in enumerate(ride.gaits):
        if used < mode.distance and not (stem and wrong((*stem, RideSegment(0.0, 0.0)), mode)):
            outline = envelope(
                here.end, here.facing, mode, mode.distance - used, turns=bool(stem)
            )
            words = f'{mode.name}, up to {mode.distance:g}"' if known else ""
            yield VisibleArea(
                (outline,), OverlayTone.PLANNED if n else OverlayTone.COOL, words, 0.07
            )


def envelope(at: Point, facing: float, mode: RideMode, distance: float, *, turns: bool) -> Path:
    """Return the outline of the ends within *distance* inches; *turns*: it may turn at once.

    It is an approximation for drawing.
    """
    right, left = (
        _side(at, facing, mode, distance, sign=sign, turns=turns) for sign in (1.0, -1.0)
    )
    return (*right, *reversed(left[1:-1]))


def _side(
    at: Point, facing: float, mode: RideMode, distance: float, *, sign: float, turns: bool
) -> list[Point]:
    """Return the sharpest path to one side, and back along the rim to straight ahead."""
    inner, arcs = [at], list[tuple[Point, float, float]]()
    if not turns:
        leg = min(mode.straight, distance)
        at, distance = point_ahead(at, vector_of_heading(facing), leg), distance - leg
        inner.append(at)
    while distance > 0.0:
        arcs.append((at, facing, distance))
        facing += sign * mode.turn
        leg = min(mode.straight, distance)
        at, distance = point_ahead(at, vector_of_heading(facing), leg), distance - leg
        inner.append(at)
    many = max(1, round(mode.turn / SWEEP))
    for middle, start, radius in reversed(arcs):
        for n in range(many, -1, -1):
            turned = start + sign * mode.turn * n / many
            inner.append(point_ahead(middle, vector_of_heading(turned), radius))
    return inner


def planned(ride: Ride, model: Model, path: Stretches) -> Iterator[Overlay]:
    """Yield a path with its turns, or the points at which it could first turn."""
    if not path:
        points = [
            point_ahead(model.at, vector_of_heading(model.facing), g.straight)
            for g in ride.gaits
        ]
        yield BaseOutline(tuple(Disc(at, DOT) for at in points), OverlayTone.GOOD)
        return
    led = ride_path(model.at, model.facing, path)
    if len(led.corners) > 1:
        yield MarchTrails((led.corners,))
    found = list[Point]()
    for n, (turn, _) in enumerate(path):
        if turn:
            at = ride_path(model.at, model.facing, path[:n]).end
            found.append(Point(at.x, at.y + 0.9))
            yield BaseOutline((Disc(at, DOT),), OverlayTone.CHOSEN)
            yield BoardNote(found[-1], f"{abs(turn):g}°", OverlayTone.CHOSEN)
    mode = ride.gait_of(path)
    low = Point(led.end.x, led.end.y + model.base + 0.6)
    low = Point(low.x, max([low.y, *(at.y + BELOW for at in found if _is_over(low, at))]))
    costs = f" · {mode.costs}" if mode.costs else ""
    words = f'{mode.name} {length(path):.1f}" of {mode.distance:g}"{costs}'
    yield BoardNote(low, words, OverlayTone.BAD if mode.costs else OverlayTone.PLANNED)


def _is_over(one: Point, other: Point) -> bool:
    """Return whether a long note would overlap a short one."""
    return abs(one.x - other.x) < WIDE and abs(one.y - other.y) < BELOW


def refusal(at: Point, no: str, clause: str) -> BoardNote:
    """Return a note that says why the model cannot reach the mouse position."""
    return BoardNote(
        Point(at.x, at.y - 0.7), f"{no[:1].upper()}{no[1:]} · {clause}", OverlayTone.BAD
    )
