"""Tools that draw from corner to corner by clicks: polygons and polylines."""

from __future__ import annotations

from typing import ClassVar

from game.content.maps.class_base import MapClass, Shape
from game.content.maps.map_file import MOST_CORNERS
from game.content.maps.validation import EDGE_CLASSES
from game.editor.edits.objects import EditRefusedError
from game.editor.edits.transform import bearing_of, clamped
from game.editor.new_objects import draft, draw, wrong
from game.editor.snapping import Snap, snapped
from game.editor.tools.base import BaseTool
from game.editor.tools.tool import Handle, Line, Pointer, Role, Sketch, Word
from game.editor.words import inches, shape_refusal
from game.editor.workspace import Workspace
from game.geometry.points import Path, Point, distance, length


class ChainTool(BaseTool):
    shape: ClassVar[Shape]
    fewest: ClassVar[int]
    """So many corners it needs at least."""
    attracting: ClassVar[type[MapClass]] = MapClass
    """What its corners snap to."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.corners = list[Point]()
        self.next: Point | None = None
        """Where the next corner would be."""
        self.pressed: Point | None = None
        self.guides: tuple[Line, ...] = ()

    def refuses(self) -> str:
        return shape_refusal(type(self.workspace.brush), self.shape)

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
        """Return where a corner can be: of what lies along an edge of the board, on that."""
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
        if len(self.corners) >= MOST_CORNERS:
            self.refused = f"{MOST_CORNERS} corners are the most that one object can have"
        elif self.next and (not self.corners or self.next != self.corners[-1]):
            self.corners.append(self.next)

    def drag(self, pointer: Pointer) -> None:
        super().drag(pointer)
        if self.pressed:
            self._follow(pointer)

    def release(self, pointer: Pointer) -> None:
        """Put a corner where the button goes up as well, if it was dragged there."""
        self.drag(pointer)
        if self.pressed and distance(self.pressed, pointer.at) > pointer.reach:
            self._add()
        self.pressed = None

    def finish(self) -> None:
        self.pressed = None
        if not self.corners:
            return
        if len(self.corners) < self.fewest:
            self.refused = f"{self.name.lower()}: {self.fewest} corners at least; Esc gives up"
            return
        try:
            self.made(tuple(self.corners))
        except EditRefusedError as error:
            self.refused = str(error)
        else:
            self.corners = []

    def made(self, path: Path) -> None:
        """Make what was drawn; raise EditRefusedError if it cannot be."""
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
        """Return the corners with the one that would be next."""
        if self.next is None or self.next in self.corners[-1:]:
            return tuple(self.corners)
        return (*self.corners, self.next)[:MOST_CORNERS]

    def sketch(self) -> Sketch:
        if not self.corners:
            spot = [Handle(self.next, Role.VERTEX)] if self.next and self.guides else []
            return self.shown(lines=self.guides, handles=spot, hint=self.refuses())
        path = self.path()
        dots = [Handle(at, Role.VERTEX) for at in self.corners]
        return self.outlined(path, dots, self._words(path))

    def outlined(self, path: Path, dots: list[Handle], words: list[Word]) -> Sketch:
        """Return what is shown of what is being drawn."""
        hint = "Click the next corner; double click, right click or Enter ends it."
        closing = path[0] == path[-1] and len(path) > self.fewest
        whole = path[:-1] if closing else path
        if len(whole) < self.fewest:
            return self.shown(
                lines=[*self.guides, Line(whole)], handles=dots, words=words, hint=hint
            )
        one = draft(self.workspace, self.shape, whole)
        if wrong(self.workspace, one) and not closing:
            # It may yet be mended: only what is drawn already is shown as wrong.
            line = Line(path, Role.WRONG)
            return self.shown(lines=[*self.guides, line], handles=dots, words=words, hint=hint)
        return self.shown([one], lines=self.guides, handles=dots, words=words, hint=hint)

    def _words(self, path: Path) -> list[Word]:
        if len(path) < 2:
            return []
        a, b = path[-2:]
        whole = f", {inches(length(path))} in all" if len(path) > 2 else ""
        return [Word(b, f"{inches(distance(a, b))} at {round(bearing_of(b, a), 1):g}°{whole}")]


class PolygonTool(ChainTool):
    shape = "polygon"
    fewest = 3
    name = "Polygon"
    key = "P"
    hint = "Click corners; the first again, a double click or Enter closes it. Shift: 45°."


class PolylineTool(ChainTool):
    shape = "polyline"
    fewest = 2
    name = "Polyline"
    key = "L"
    hint = "Click corners; double click, right click or Enter ends it. Shift: 45°."

    def settled(self, at: Point) -> Point:
        if not isinstance(self.workspace.brush, EDGE_CLASSES):
            return at
        board = self.workspace.map
        width, height = float(board.width), float(board.height)
        start = self.corners[0] if self.corners else None
        sides = [Point(0.0, at.y), Point(width, at.y), Point(at.x, 0.0), Point(at.x, height)]
        if start:
            # The line goes on along the edge that it began on.
            sides = [side for side in sides if _share(start, side, width, height)] or [start]
        return clamped(min(sides, key=lambda side: distance(side, at)), width, height)


def _share(a: Point, b: Point, width: float, height: float) -> bool:
    """Whether two points lie on one edge of the board."""
    return (a.x == b.x and a.x in {0.0, width}) or (a.y == b.y and a.y in {0.0, height})
