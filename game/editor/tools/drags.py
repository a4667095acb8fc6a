"""Changes of the selection by dragging."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from game.content.maps.map_class import CIRCLE
from game.content.maps.map_file import PX, MapObject
from game.editor.edits import changed
from game.editor.object_words import counted, inches
from game.editor.snapping import COARSE, FINE, Snap, snapped
from game.editor.tools import Handle, MeasureLabel, Pointer, Role, SketchLine
from game.editor.transforms import (
    bearing_of,
    box_of,
    clamp_move,
    clamped,
    middle,
    middle_of,
    moved,
    place,
    rotated,
    scaled,
    shift_onto_board,
    turned,
    with_corners,
)
from game.editor.workspace import Workspace
from game.geometry.points import Path, Point, direction, distance, point_ahead
from game.geometry.polygons import Box

MIN_SIDE = 0.1
"""Minimum length in inches of a scaled side."""
Way: TypeAlias = tuple[int, int]
CORNERS: tuple[Way, ...] = ((-1, -1), (1, -1), (1, 1), (-1, 1))
SIDES: tuple[Way, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
SMALL = 6.0
"""Below this size in reaches a frame has its handles outside, to keep its objects draggable."""
CIRCLE_STEP = 6
"""Degrees between the corners of a circle that is drawn."""
KNOB = 3.0
"""Distance of the knob from the frame in reaches."""


class ObjectDrag:
    """Objects being dragged, with guides and labels."""

    def __init__(self, workspace: Workspace, objects: Sequence[MapObject]) -> None:
        self.workspace = workspace
        self.objects = list(objects)
        self.ids = frozenset(one.id for one in objects)
        self.drafts = list[MapObject]()
        """The objects as they would be; none while nothing has changed."""
        self.guides: Sequence[SketchLine] = ()
        self.words: Sequence[MeasureLabel] = ()

    @property
    def label(self) -> str:
        """Return the label of the edit in the history."""
        raise NotImplementedError

    def follow(self, pointer: Pointer) -> None:
        """Drag the objects to a pointer."""
        raise NotImplementedError

    @property
    def board(self) -> tuple[float, float]:
        return self.workspace.map.width, self.workspace.map.height


class MoveDrag(ObjectDrag):
    """Move objects; the vertex at the pointer snaps, or else the corner of their box."""

    def __init__(
        self, workspace: Workspace, objects: Sequence[MapObject], start: Pointer
    ) -> None:
        super().__init__(workspace, objects)
        self.start = start.at
        self.box = box_of(objects)
        corners = [c for one in objects if one.shape != "ellipse" for c in one.outline]
        near = min(corners, key=lambda c: distance(c, start.at), default=None)
        by_hand = near is not None and distance(near, start.at) <= start.reach
        self.anchor = near if near and by_hand else Point(self.box[0], self.box[1])

    @property
    def label(self) -> str:
        return f"Move {counted(self.objects)}"

    def follow(self, pointer: Pointer) -> None:
        there = Point(
            self.anchor.x + pointer.at[0] - self.start.x,
            self.anchor.y + pointer.at[1] - self.start.y,
        )
        if pointer.shift:
            there = self._straight(there)
        found = snapped(
            self.workspace, pointer._replace(at=there, shift=False), ignore=self.ids
        )
        direction = found.at.x - self.anchor.x, found.at.y - self.anchor.y
        dx, dy = clamp_move(self.objects, *direction, *self.board)
        self.guides = found.guides
        self.words = [MeasureLabel(pointer.at, f"{_signed(dx)}, {_signed(dy)}")]
        self.drafts = [moved(one, dx, dy) for one in self.objects] if dx or dy else []

    def _straight(self, there: Point) -> Point:
        """Return a point moved along the longer of the two axes only."""
        dx, dy = abs(there.x - self.anchor.x), abs(there.y - self.anchor.y)
        return Point(there.x, self.anchor.y) if dx >= dy else Point(self.anchor.x, there.y)


def _signed(direction: float) -> str:
    return f"{'+' if direction >= 0 else '−'}{inches(abs(direction))}"


class RotateDrag(ObjectDrag):
    """Rotate objects about the middle of the frame.

    It snaps to 15°, with Shift to 45°; Alt turns snapping off.
    """

    def __init__(
        self,
        workspace: Workspace,
        objects: Sequence[MapObject],
        about: Point,
        start: Pointer,
    ) -> None:
        super().__init__(workspace, objects)
        self.about = about
        self.start = bearing_of(start.at, about)
        self.angle = 0.0

    @property
    def label(self) -> str:
        return f"Turn {counted(self.objects)} by {self.angle:g}°"

    def follow(self, pointer: Pointer) -> None:
        own = self.objects[0].rotation if len(self.objects) == 1 else 0.0
        raw = bearing_of(pointer.at, self.about) - self.start
        step = 1.0
        if pointer.alt:
            step = 0.1
        elif pointer.shift:
            step = COARSE
        elif self.workspace.snapping.angles:
            step = FINE
        self.angle = (round((own + raw) / step) * step - own + 180.0) % 360.0 - 180.0
        self.angle = round(self.angle, 3)
        self.words = [MeasureLabel(pointer.at, f"{(own + self.angle) % 360.0:g}°")]
        if not self.angle:
            self.drafts = []
            return
        turned_ = [turned(one, self.about, self.angle) for one in self.objects]
        self.drafts = shift_onto_board(turned_, *self.board)


class ScaleDrag(ObjectDrag):
    """Scale the selection about the point opposite the dragged handle.

    *frame*: the box in a frame that is turned by *axis* about *about*; *way*: the handle, as
    -1, 0 or 1 across and down.
    """

    def __init__(
        self,
        workspace: Workspace,
        objects: Sequence[MapObject],
        frame: Box,
        step: tuple[int, int],
        start: Pointer,
        turn: tuple[Point, float],
    ) -> None:
        super().__init__(workspace, objects)
        self.frame, self.direction, self.start = frame, step, start.at
        self.about, self.axis = turn
        self.even = any(type(one.what).shapes == CIRCLE for one in objects)

    @property
    def label(self) -> str:
        return f"Scale {counted(self.objects)}"

    def follow(self, pointer: Pointer) -> None:
        left, top, right, low = self.frame
        wide, high = right - left, low - top
        grip = Point(
            {-1: left, 0: (left + right) / 2, 1: right}[self.direction[0]],
            {-1: top, 0: (top + low) / 2, 1: low}[self.direction[1]],
        )
        found = self._dragged(grip, pointer)
        # A single circle keeps its middle: both sides move.
        round_ = self.even and len(self.objects) == 1
        both = 2 if round_ else 1
        new_wide = self._side(wide, both * self.direction[0] * (found.at.x - grip.x))
        new_high = self._side(high, both * self.direction[1] * (found.at.y - grip.y))
        sx, sy = new_wide / wide if wide else 1.0, new_high / high if high else 1.0
        if pointer.shift or self.even:
            sx = sy = sx if abs(sx - 1) >= abs(sy - 1) else sy
        fixed = Point(
            right if self.direction[0] < 0 else left, low if self.direction[1] < 0 else top
        )
        fixed = rotated(fixed, self.about, self.axis)
        if round_:
            fixed = middle(self.objects[0])
        self.guides = found.guides
        self.words = [MeasureLabel(pointer.at, f"{inches(wide * sx)} × {inches(high * sy)}")]
        if sx == sy == 1.0:
            self.drafts = []
        else:
            self.drafts = [scaled(one, fixed, sx, sy, self.axis) for one in self.objects]

    def _dragged(self, grip: Point, pointer: Pointer) -> Snap:
        """Return the dragged position of the handle, in the coordinates of the frame."""
        dx, dy = pointer.at[0] - self.start.x, pointer.at[1] - self.start.y
        if self.axis:
            off = rotated(Point(dx, dy), Point(0.0, 0.0), -self.axis)
            return Snap(Point(grip.x + off.x, grip.y + off.y))
        there = Point(grip.x + dx, grip.y + dy)
        return snapped(self.workspace, pointer._replace(at=there, shift=False), ignore=self.ids)

    def _side(self, side: float, more: float) -> float:
        if side == 0.0 or more == 0.0:
            return side
        grid = self.workspace.snapping.grid
        if self.axis and grid:
            return max(grid, round((side + more) / grid) * grid)
        return max(MIN_SIDE, side + more)


class BendDrag(ObjectDrag):
    """Move one corner of an outline, or add one at the middle of an edge."""

    def __init__(
        self, workspace: Workspace, one: MapObject, corner: int, *, new: bool = False
    ) -> None:
        super().__init__(workspace, [one])
        self.corner, self.new = corner, new

    @property
    def label(self) -> str:
        what = "Add a corner to" if self.new else "Move a corner of"
        return f"{what} {counted(self.objects)}"

    def follow(self, pointer: Pointer) -> None:
        one, n = self.objects[0], self.corner
        path = one.outline
        start = path[n - 1] if n or one.shape != "polyline" else path[min(1, len(path) - 1)]
        found = snapped(self.workspace, pointer, start, ignore=self.ids)
        at = on_edge(found.at, one, *self.board) if one.what.on_edge else found.at
        self.guides = found.guides
        self.words = [MeasureLabel(pointer.at, f"{at.x:g}, {at.y:g}")]
        closed = one.shape != "polyline"
        self.words += [*_lengths(at, _beside(path, n, closed=closed, new=self.new))]
        if not self.new and at == path[n]:
            self.drafts = []
            return
        rest = path[n:] if self.new else path[n + 1 :]
        bent = (*path[:n], at, *rest)
        if any(a == b for a, b in pairwise(bent)):
            return  # on its neighbour: that would be no corner
        self.drafts = [with_corners(one, bent)]


def _beside(path: Path, n: int, *, closed: bool, new: bool) -> list[Point]:
    """Return the neighbours of a corner, or of a *new* one before corner *n*."""
    after = n if new else n + 1
    if closed:
        return [path[n - 1], path[after % len(path)]]
    return [*path[max(0, n - 1) : n], *path[after : after + 1]]


def _lengths(at: Point, ends: Iterable[Point]) -> Iterator[MeasureLabel]:
    """Yield the length of each edge that leads to a corner, at the middle of the edge."""
    for end in ends:
        if inside := distance(at, end):
            middle = Point((at.x + end.x) / 2, (at.y + end.y) / 2)
            yield MeasureLabel(middle, inches(inside))


class RadiusDrag(ObjectDrag):
    """Change the radius of the circle that the class of a point has, such as a lamp's light."""

    @property
    def label(self) -> str:
        return f"Resize {counted(self.objects)}"

    def follow(self, pointer: Pointer) -> None:
        one = self.objects[0]
        at, member = one.outline[0], one.what.radius_member
        radius = distance(at, pointer.at)
        if (grid := self.workspace.snapping.grid) and not pointer.alt:
            radius = max(grid, round(radius / grid) * grid)
        radius = _allowed(one, round(radius, 2))
        self.words = [MeasureLabel(pointer.at, f"radius {inches(radius)}")]
        what = one.what.model_copy(update={member: radius})
        self.drafts = [] if radius == radius_of(one) else [changed(one, what=what)]
        self.guides = [circle(self.drafts[0] if self.drafts else one)]


def _allowed(one: MapObject, radius: float) -> float:
    """Return the nearest radius that the class allows."""
    marks = type(one.what).model_fields[one.what.radius_member].metadata
    least = next((mark.ge for mark in marks if hasattr(mark, "ge")), 0.0)
    most = next((mark.le for mark in marks if hasattr(mark, "le")), radius)
    return min(max(radius, least), most)


def radius_of(one: MapObject) -> float:
    """Return the radius in inches of the circle about a point; 0 if its class has none."""
    member = one.what.radius_member
    return float(getattr(one.what, member)) if member else 0.0


def circle(one: MapObject) -> SketchLine:
    """Return the circle about a point."""
    at, radius = one.outline[0], radius_of(one)
    turns = range(0, 360, CIRCLE_STEP)
    rim = tuple(point_ahead(at, direction(turn), radius) for turn in turns)
    return SketchLine(rim, Role.GUIDE, closed=True)


def radius_handle(one: MapObject, board: tuple[float, float]) -> Point:
    """Return the place at which a circle is dragged: on its rim, on the board if it can be."""
    at, radius = one.outline[0], radius_of(one)
    spots = [point_ahead(at, direction(turn), radius) for turn in (90, 270, 180, 0)]
    on_it = (p for p in spots if 0.0 <= p.x <= board[0] and 0.0 <= p.y <= board[1])
    return next(on_it, clamped(spots[0], *board))


def on_edge(at: Point, one: MapObject, width: float, height: float) -> Point:
    """Return the nearest point on the edge of the board along which a line lies."""
    a, b = one.outline[0], one.outline[-1]
    return clamped(Point(a.x, at.y) if a.x == b.x else Point(at.x, a.y), width, height)


def middles(one: MapObject) -> list[tuple[int, Point]]:
    """Return the middles of an outline's edges, each with the index of a new corner there."""
    path = one.outline
    ends = [*pairwise(path)] if one.shape == "polyline" else [*pairwise((*path, path[0]))]
    return [(n + 1, Point((a.x + b.x) / 2, (a.y + b.y) / 2)) for n, (a, b) in enumerate(ends)]


class SelectionFrame(NamedTuple):
    box: Box
    about: Point
    """The point about which it is turned by *angle*."""
    angle: float
    reach: float
    board: tuple[float, float]
    """Width and height of the board."""
    even: bool
    """True if it keeps its proportions: no handles at its sides."""

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
        """Return the knob's position: above the frame, else below it, else in it."""
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
        return tuple(self.at(step) for step in CORNERS)

    def handles(self) -> Iterator[Way]:
        """Yield its handles, without those that could not change a flat frame."""
        left, top, right, low = self.box
        yield from CORNERS
        if not self.even:
            for step in SIDES:
                if (step[0] == 0 or right > left) and (step[1] == 0 or low > top):
                    yield step


def frame_of(
    workspace: Workspace, objects: Sequence[MapObject], reach: float
) -> SelectionFrame | None:
    """Return the frame of objects; None for none, for one point, or for edge objects."""
    if not objects or any(one.what.on_edge for one in objects):
        return None
    even = any(type(one.what).shapes == CIRCLE for one in objects)
    board = (float(workspace.map.width), float(workspace.map.height))
    one = objects[0]
    if len(objects) > 1 or not (one.rotation and one.shape in {"rectangle", "ellipse"}):
        whole = box_of(objects)
        if whole[0] == whole[2] and whole[1] == whole[3]:
            return None
        return SelectionFrame(
            whole, about=middle_of(whole), angle=0.0, reach=reach, board=board, even=even
        )
    at = place(one)
    whole = (at.x, at.y, at.x + one.width / PX, at.y + one.height / PX)
    return SelectionFrame(
        whole, about=at, angle=one.rotation, reach=reach, board=board, even=even
    )


def handles(frame: SelectionFrame, pointer: Pointer | None) -> list[Handle]:
    def handle(at: Point, role: Role) -> Handle:
        return Handle(at, role, pointer is not None and distance(at, pointer.at) <= frame.reach)

    squares = [handle(frame.at(step), Role.HANDLE) for step in frame.handles()]
    return [*squares, handle(frame.knob(), Role.TURN)]


def lines(frame: SelectionFrame) -> list[SketchLine]:
    knob = frame.knob()
    ends = (frame.at((0, -1)), frame.at((0, 1)))
    neck = SketchLine((min(ends, key=lambda end: distance(end, knob)), knob), Role.GUIDE)
    return [SketchLine(frame.outline(), Role.GUIDE, closed=True), neck]


def grabbed(
    frame: SelectionFrame,
    workspace: Workspace,
    objects: Sequence[MapObject],
    pointer: Pointer,
    *,
    scales: bool = True,
) -> ScaleDrag | RotateDrag | None:
    """Return the drag that a press on a handle begins; None if it is on none.

    *scales*: the frame has handles to scale, not only the knob.
    """
    if distance(frame.knob(), pointer.at) <= pointer.reach:
        return RotateDrag(workspace, objects, frame.middle, pointer)
    near = [(distance(frame.at(step), pointer.at), step) for step in frame.handles()]
    reach, step = min(near)
    if reach > pointer.reach or not scales:
        return None
    turn = (frame.about, frame.angle)
    return ScaleDrag(workspace, objects, frame.box, step, pointer, turn)
