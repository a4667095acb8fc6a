"""Tools that draw objects, one for each shape."""

from __future__ import annotations

from typing import ClassVar

from game.content.editor_actions import EditorAction
from game.content.maps.map_class import CIRCLE, MapClass, Shape
from game.content.maps.map_file import MAX_CORNERS
from game.editor.new_objects import draft_fault, draw, new_object, shape_refusal
from game.editor.object_words import inches
from game.editor.snapping import Snap, snapped
from game.editor.system_parts import drawing_of
from game.editor.tools import Handle, MeasureLabel, Pointer, Role, SketchLine, Tool, ToolSketch
from game.editor.transforms import bearing_of, clamped
from game.editor.workspace import Workspace
from game.geometry.points import Path, Point, distance, length

MIN_DRAG = 0.05
"""Minimum drag in inches; a shorter one is a mere click and draws nothing."""


class ShapeTool(Tool):
    """A tool that draws objects of the brush's class in one shape."""

    shape: ClassVar[Shape]

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.guides: tuple[SketchLine, ...] = ()

    def refuses(self) -> str:
        return shape_refusal(type(self.workspace.brush), self.shape)


class BoxTool(ShapeTool):
    drags = True

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.start: Point | None = None
        self.end: Point | None = None

    def hover(self, pointer: Pointer) -> None:
        super().hover(pointer)
        self.guides = snapped(self.workspace, pointer).guides

    def press(self, pointer: Pointer) -> None:
        super().press(pointer)
        self.refused = self.refuses()
        if not self.refused:
            self.start = self.end = snapped(self.workspace, pointer).at
            if drawing := drawing_of(self.workspace.brush):
                self.start = drawing.centre(self.workspace.map) or self.start

    def drag(self, pointer: Pointer) -> None:
        super().drag(pointer)
        if self.start:
            # Shift makes a square here, and must not snap to angles.
            found = snapped(self.workspace, pointer._replace(shift=False))
            self.end, self.guides = found

    def release(self, pointer: Pointer) -> None:
        self.drag(pointer)
        path = self.path
        self.start = self.end = None
        self.guides = ()
        if path:
            self.attempt(draw, self.workspace, self.shape, path)

    def cancel(self) -> bool:
        under_way = self.start is not None
        self.start = self.end = None
        super().cancel()
        return under_way

    @property
    def path(self) -> Path:
        """Return two corners of the drawn box; empty if it has no extent."""
        if self.start is None or self.end is None or self.pointer is None:
            return ()
        start, end = self.start, self.end
        if type(self.workspace.brush).shapes == CIRCLE:
            return self._around(start, distance(start, end))
        if self.pointer.shift:
            end = self._square(start, end)
        if min(abs(end.x - start.x), abs(end.y - start.y)) < MIN_DRAG:
            return ()
        return start, end

    def _square(self, start: Point, end: Point) -> Point:
        board = self.workspace.map
        dx, dy = end.x - start.x, end.y - start.y
        right = board.width - start.x if dx >= 0 else start.x
        down = board.height - start.y if dy >= 0 else start.y
        side = min(max(abs(dx), abs(dy)), right, down)
        across, along = (side if dx >= 0 else -side), (side if dy >= 0 else -side)
        there = Point(start.x + across, start.y + along)
        return clamped(there, board.width, board.height)

    def _around(self, at: Point, radius: float) -> Path:
        """Return the box of a circle about a point, limited by the edges of the board."""
        board = self.workspace.map
        radius = round(min(radius, at.x, at.y, board.width - at.x, board.height - at.y), 3)
        if radius < MIN_DRAG:
            return ()
        return Point(at.x - radius, at.y - radius), Point(at.x + radius, at.y + radius)

    def sketch(self) -> ToolSketch:
        if not (path := self.path):
            return self.shown(lines=self.guides, hint=self.refuses())
        (ax, ay), (bx, by) = path
        words = [MeasureLabel(path[1], f"{inches(abs(bx - ax))} × {inches(abs(by - ay))}")]
        one = new_object(self.workspace, self.shape, path)
        return self.shown([one], lines=self.guides, words=words)


class RectangleTool(BoxTool):
    shape = "rectangle"
    name = "Rectangle"
    action = EditorAction.RECTANGLE
    hint = "Drag corner to corner. Shift: square. Alt: ignore the grid."


class EllipseTool(BoxTool):
    shape = "ellipse"
    name = "Ellipse"
    action = EditorAction.ELLIPSE
    hint = "Drag corner to corner. Shift: circle. Rings are drawn from the middle."


class PointTool(ShapeTool):
    shape = "point"
    name = "Point"
    action = EditorAction.POINT
    hint = "Click to place it. Alt: ignore the grid."

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.at: Point | None = None
        self.pressed = False

    def hover(self, pointer: Pointer) -> None:
        super().hover(pointer)
        self.refused = ""
        self._follow(pointer)

    def _follow(self, pointer: Pointer) -> None:
        self.at, self.guides = (None, ())
        if not self.refuses():
            self.at, self.guides = snapped(self.workspace, pointer)

    def press(self, pointer: Pointer) -> None:
        super().press(pointer)
        self.refused = self.refuses()
        self.pressed = not self.refused
        self._follow(pointer)

    def drag(self, pointer: Pointer) -> None:
        super().drag(pointer)
        if self.pressed:
            self._follow(pointer)

    def release(self, pointer: Pointer) -> None:
        self.drag(pointer)
        if self.pressed and self.at:
            self.attempt(draw, self.workspace, "point", (self.at,))
        self.pressed = False

    def cancel(self) -> bool:
        super().cancel()
        pressed, self.pressed = self.pressed, False
        return pressed

    def sketch(self) -> ToolSketch:
        if not self.at:
            return self.shown(hint=self.refuses())
        word = MeasureLabel(self.at, f"{self.at.x:g}, {self.at.y:g}")
        dot = [Handle(self.at, Role.VERTEX)]
        drafts = [new_object(self.workspace, "point", (self.at,))] if self.pressed else []
        return self.shown(drafts, lines=self.guides, handles=dot, words=[word])


class ChainTool(ShapeTool):
    fewest: ClassVar[int]
    """Minimum number of corners."""
    attracting: ClassVar[type[MapClass]] = MapClass
    """Class of the objects to which its corners snap."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.corners = list[Point]()
        self.next: Point | None = None
        """Position of the next corner."""
        self.pressed: Point | None = None

    @property
    def is_drawing(self) -> bool:
        return bool(self.corners)

    def hover(self, pointer: Pointer) -> None:
        super().hover(pointer)
        self._follow(pointer)

    def _follow(self, pointer: Pointer) -> None:
        start = self.corners[-1] if self.corners else None
        found = snapped(self.workspace, pointer, start, only=self.attracting)
        if self._closes(pointer):
            found = Snap(self.corners[0])
        self.next, self.guides = self.settled(found.at), found.guides

    def settled(self, at: Point) -> Point:
        """Return the nearest allowed position of a corner; edge classes stay on the edge."""
        return at

    def _closes(self, pointer: Pointer) -> bool:
        if self.shape != "polygon" or len(self.corners) < self.fewest:
            return False
        return distance(self.corners[0], pointer.at) <= pointer.reach

    def press(self, pointer: Pointer) -> None:
        super().press(pointer)
        self.refused = self.refuses()
        if self.refused:
            return
        if self._closes(pointer):
            self.finish()
            return
        self._follow(pointer)
        self._add()
        self.pressed = pointer.at

    def _add(self) -> None:
        if len(self.corners) >= MAX_CORNERS:
            self.refused = f"an object can have at most {MAX_CORNERS} corners"
        elif self.next and (not self.corners or self.next != self.corners[-1]):
            self.corners.append(self.next)

    def drag(self, pointer: Pointer) -> None:
        super().drag(pointer)
        if self.pressed:
            self._follow(pointer)

    def release(self, pointer: Pointer) -> None:
        """Add a corner where the button goes up as well, if it was dragged there."""
        self.drag(pointer)
        if self.pressed and distance(self.pressed, pointer.at) > pointer.reach:
            self._add()
        self.pressed = None

    def finish(self) -> bool:
        self.pressed = None
        if not self.corners:
            return False
        if len(self.corners) < self.fewest:
            self.refused = (
                f"a {self.name.lower()} needs at least {self.fewest} corners; Esc cancels"
            )
        elif self.attempt(self.made, tuple(self.corners)):
            self.corners = []
        return True

    def made(self, path: Path) -> None:
        """Make the drawn object; raise EditRefusedError if it would be invalid."""
        draw(self.workspace, self.shape, path)

    def cancel(self) -> bool:
        super().cancel()
        under_way = bool(self.corners)
        self.corners, self.pressed = [], None
        return under_way

    def erase(self) -> bool:
        if not self.corners:
            return False
        self.refused = ""
        self.corners.pop()
        return True

    def path(self) -> Path:
        """Return the corners including the next one."""
        if self.next is None or self.next in self.corners[-1:]:
            return tuple(self.corners)
        return (*self.corners, self.next)[:MAX_CORNERS]

    def sketch(self) -> ToolSketch:
        if not self.corners:
            spot = [Handle(self.next, Role.VERTEX)] if self.next and self.guides else []
            return self.shown(lines=self.guides, handles=spot, hint=self.refuses())
        path = self.path()
        dots = [Handle(at, Role.VERTEX) for at in self.corners]
        return self.outlined(path, dots, self._words(path))

    def outlined(self, path: Path, dots: list[Handle], words: list[MeasureLabel]) -> ToolSketch:
        """Return the sketch of the object being drawn."""
        hint = "Click the next corner; double-click, right-click or press Enter to finish."
        closing = path[0] == path[-1] and len(path) > self.fewest
        whole = path[:-1] if closing else path
        if len(whole) < self.fewest:
            return self.shown(
                lines=[*self.guides, SketchLine(whole)], handles=dots, words=words, hint=hint
            )
        one = new_object(self.workspace, self.shape, whole)
        if draft_fault(self.workspace, one) and not closing:
            # It may yet become valid, so only the part drawn so far is shown as wrong.
            line = SketchLine(path, Role.WRONG)
            return self.shown(lines=[*self.guides, line], handles=dots, words=words, hint=hint)
        return self.shown([one], lines=self.guides, handles=dots, words=words, hint=hint)

    def _words(self, path: Path) -> list[MeasureLabel]:
        if len(path) < 2:
            return []
        a, b = path[-2:]
        whole = f", {inches(length(path))} in all" if len(path) > 2 else ""
        return [
            MeasureLabel(
                b, f"{inches(distance(a, b))} at {round(bearing_of(b, a), 1):g}°{whole}"
            )
        ]


class PolygonTool(ChainTool):
    shape = "polygon"
    fewest = 3
    name = "Polygon"
    action = EditorAction.POLYGON
    hint = (
        "Click corners; click the first, double-click or press Enter to close it. Shift: 45°."
    )


class PolylineTool(ChainTool):
    shape = "polyline"
    fewest = 2
    name = "Polyline"
    action = EditorAction.POLYLINE
    hint = "Click corners; double-click, right-click or press Enter to finish. Shift: 45°."

    def settled(self, at: Point) -> Point:
        if not self.workspace.brush.on_edge:
            return at
        board = self.workspace.map
        width, height = float(board.width), float(board.height)
        start = self.corners[0] if self.corners else None
        sides = [Point(0.0, at.y), Point(width, at.y), Point(at.x, 0.0), Point(at.x, height)]
        if start:
            # The line continues along the edge on which it began.
            sides = [side for side in sides if _share(start, side, width, height)] or [start]
        return clamped(min(sides, key=lambda side: distance(side, at)), width, height)


def _share(a: Point, b: Point, width: float, height: float) -> bool:
    """Return whether two points lie on one edge of the board."""
    return (a.x == b.x and a.x in {0.0, width}) or (a.y == b.y and a.y in {0.0, height})
