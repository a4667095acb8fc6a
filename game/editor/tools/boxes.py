"""Tools that draw by dragging from corner to corner: rectangles and ellipses."""

from __future__ import annotations

from typing import ClassVar

from game.content.maps.class_base import Shape
from game.content.maps.spot_classes import Ring
from game.editor.edits.cages import rings_of
from game.editor.edits.objects import EditRefusedError
from game.editor.edits.transform import clamped, middle
from game.editor.new_objects import draft, draw
from game.editor.snapping import snapped
from game.editor.tools.base import BaseTool
from game.editor.tools.tool import Line, Pointer, Sketch, Word
from game.editor.words import inches, shape_refusal
from game.editor.workspace import Workspace
from game.geometry.points import Path, Point, distance

LEAST = 0.05
"""Inches: what is dragged less far is a mere click, and draws nothing."""


class BoxTool(BaseTool):
    shape: ClassVar[Shape]

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.start: Point | None = None
        self.end: Point | None = None
        self.guides: tuple[Line, ...] = ()

    def refuses(self) -> str:
        return shape_refusal(type(self.workspace.brush), self.shape)

    def hover(self, pointer: Pointer) -> None:
        super().hover(pointer)
        self.guides = snapped(self.workspace, pointer).guides

    def press(self, pointer: Pointer) -> None:
        super().press(pointer)
        self.refused = self.refuses()
        if not self.refused:
            self.start = self.end = snapped(self.workspace, pointer).at
            rings = rings_of(self.workspace.map)
            if rings and isinstance(self.workspace.brush, Ring):
                self.start = middle(rings[0])

    def drag(self, pointer: Pointer) -> None:
        super().drag(pointer)
        if self.start:
            # Shift makes a square of it, and bends nothing to an angle.
            found = snapped(self.workspace, pointer._replace(shift=False))
            self.end, self.guides = found

    def release(self, pointer: Pointer) -> None:
        self.drag(pointer)
        path = self.path
        self.start = self.end = None
        self.guides = ()
        if path:
            try:
                draw(self.workspace, self.shape, path)
            except EditRefusedError as error:
                self.refused = str(error)

    def cancel(self) -> bool:
        under_way = self.start is not None
        self.start = self.end = None
        super().cancel()
        return under_way

    @property
    def path(self) -> Path:
        """Two corners of what is drawn; nothing if that has no extent."""
        if self.start is None or self.end is None or self.pointer is None:
            return ()
        start, end = self.start, self.end
        if isinstance(self.workspace.brush, Ring):
            return self._around(start, distance(start, end))
        if self.pointer.shift:
            end = self._square(start, end)
        if min(abs(end.x - start.x), abs(end.y - start.y)) < LEAST:
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
        """Return the box of a circle about its middle, as large as the board lets it be."""
        board = self.workspace.map
        radius = round(min(radius, at.x, at.y, board.width - at.x, board.height - at.y), 3)
        if radius < LEAST:
            return ()
        return Point(at.x - radius, at.y - radius), Point(at.x + radius, at.y + radius)

    def sketch(self) -> Sketch:
        if not (path := self.path):
            return self.shown(lines=self.guides, hint=self.refuses())
        (ax, ay), (bx, by) = path
        words = [Word(path[1], f"{inches(abs(bx - ax))} x {inches(abs(by - ay))}")]
        one = draft(self.workspace, self.shape, path)
        return self.shown([one], lines=self.guides, words=words)


class RectangleTool(BoxTool):
    shape = "rectangle"
    name = "Rectangle"
    key = "R"
    hint = "Drag from corner to corner; Shift makes a square, Alt leaves the grid."


class EllipseTool(BoxTool):
    shape = "ellipse"
    name = "Ellipse"
    key = "E"
    hint = "Drag from corner to corner; Shift makes a circle. Rings are drawn from the middle."
