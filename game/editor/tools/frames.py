"""The frame around what is selected: handles to scale it, and a knob to turn it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from game.content.maps.map_file import PX, MapObject
from game.content.maps.spot_classes import Ring
from game.content.maps.validation import EDGE_CLASSES
from game.editor.edits.transform import box_of, middle_of, place, rotated
from game.editor.tools.drags import Scale, Turn
from game.editor.tools.tool import Handle, Line, Pointer, Role
from game.editor.workspace import Workspace
from game.geometry.points import Path, Point, distance
from game.geometry.polygons import Box

Way: TypeAlias = tuple[int, int]
CORNERS: tuple[Way, ...] = ((-1, -1), (1, -1), (1, 1), (-1, 1))
SIDES: tuple[Way, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
SMALL = 6.0
"""Frames of fewer reaches have their handles outside, so that what is in it can be dragged."""
KNOB = 3.0
"""Reaches above the frame is the knob."""


class Frame(NamedTuple):
    box: Box
    about: Point
    """What it is turned about by *angle*."""
    angle: float
    reach: float
    board: tuple[float, float]
    """How wide and high the board is."""
    even: bool
    """Whether it keeps its form: no handles at its sides."""

    @property
    def middle(self) -> Point:
        return rotated(middle_of(self.box), self.about, self.angle)

    def at(self, way: Way) -> Point:
        left, top, right, low = self.box
        pad = self.reach if min(right - left, low - top) < SMALL * self.reach else 0.0
        x = (left + right) / 2 + way[0] * ((right - left) / 2 + pad)
        y = (top + low) / 2 + way[1] * ((low - top) / 2 + pad)
        return rotated(Point(x, y), self.about, self.angle)

    def knob(self) -> Point:
        """Above the frame; below or in it, where there is no board above."""
        left, top, right, low = self.box
        off = KNOB * self.reach
        x = (left + right) / 2
        places = [
            rotated(Point(x, y), self.about, self.angle)
            for y in (top - off, low + off, top + off)
        ]
        width, height = self.board
        on_it = (p for p in places if 0.0 <= p.x <= width and 0.0 <= p.y <= height)
        return next(on_it, places[-1])

    def outline(self) -> Path:
        return tuple(self.at(way) for way in CORNERS)

    def ways(self) -> Iterator[Way]:
        """Yield the handles that it has; a frame without breadth none that would change it."""
        left, top, right, low = self.box
        yield from CORNERS
        if not self.even:
            for way in SIDES:
                if (way[0] == 0 or right > left) and (way[1] == 0 or low > top):
                    yield way


def frame_of(workspace: Workspace, objects: Sequence[MapObject], reach: float) -> Frame | None:
    """Return the frame of objects; None for none, one point, or what lies on an edge."""
    if not objects or any(isinstance(one.what, EDGE_CLASSES) for one in objects):
        return None
    even = any(isinstance(one.what, Ring) for one in objects)
    board = (float(workspace.map.width), float(workspace.map.height))
    one = objects[0]
    if len(objects) > 1 or not (one.rotation and one.shape in {"rectangle", "ellipse"}):
        whole = box_of(objects)
        if whole[0] == whole[2] and whole[1] == whole[3]:
            return None
        return Frame(whole, middle_of(whole), 0.0, reach, board, even)
    at = place(one)
    whole = (at.x, at.y, at.x + one.width / PX, at.y + one.height / PX)
    return Frame(whole, at, one.rotation, reach, board, even)


def handles(frame: Frame, pointer: Pointer | None) -> list[Handle]:
    def handle(at: Point, role: Role) -> Handle:
        return Handle(at, role, pointer is not None and distance(at, pointer.at) <= frame.reach)

    squares = [handle(frame.at(way), Role.HANDLE) for way in frame.ways()]
    return [*squares, handle(frame.knob(), Role.TURN)]


def lines(frame: Frame) -> list[Line]:
    knob = frame.knob()
    ends = (frame.at((0, -1)), frame.at((0, 1)))
    neck = Line((min(ends, key=lambda end: distance(end, knob)), knob), Role.GUIDE)
    return [Line(frame.outline(), Role.GUIDE, closed=True), neck]


def grabbed(
    frame: Frame, workspace: Workspace, objects: Sequence[MapObject], pointer: Pointer
) -> Scale | Turn | None:
    """Return what a press on a handle begins; None if it is on none."""
    if distance(frame.knob(), pointer.at) <= pointer.reach:
        return Turn(workspace, objects, frame.middle, pointer)
    near = [(distance(frame.at(way), pointer.at), way) for way in frame.ways()]
    far, way = min(near)
    if far > pointer.reach:
        return None
    turn = (frame.about, frame.angle)
    return Scale(workspace, objects, frame.box, way, pointer, turn)
