"""Point, eyedropper, eraser and corridor tools."""

from __future__ import annotations

from shapely import Polygon

from game.content.maps.class_base import TerrainClass
from game.content.maps.map_file import MapObject
from game.content.maps.spot_classes import Lane
from game.content.maps.terrain_classes import Wall
from game.editor.commands.objects import delete
from game.editor.edits.corridors import dug, floor_of
from game.editor.edits.objects import EditRefusedError
from game.editor.mirror import mirrored_point
from game.editor.new_objects import (
    class_words,
    counted,
    draw,
    inches,
    new_object,
    object_words,
    shape_refusal,
)
from game.editor.snapping import objects_at, snapped
from game.editor.tools.shapes import ChainTool
from game.editor.tools.tool import (
    BaseTool,
    Handle,
    MeasureLabel,
    Pointer,
    Role,
    SketchLine,
    ToolSketch,
    outline,
)
from game.editor.workspace import Workspace
from game.geometry.points import Path, Point, distance


class PointTool(BaseTool):
    name = "Point"
    key = "D"
    hint = "Click to place it. Alt: ignore the grid."

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.at: Point | None = None
        self.pressed = False
        self.guides: tuple[SketchLine, ...] = ()

    def refuses(self) -> str:
        return shape_refusal(type(self.workspace.brush), "point")

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
            try:
                draw(self.workspace, "point", (self.at,))
            except EditRefusedError as error:
                self.refused = str(error)
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


class EyedropperTool(BaseTool):
    name = "Eyedropper"
    key = "I"
    hint = "Click an object to draw more like it, with the same class and properties."

    def press(self, pointer: Pointer) -> None:
        super().press(pointer)
        if one := self._on():
            self.workspace.brush = one.what

    def _on(self) -> MapObject | None:
        if self.pointer is None:
            return None
        return next(iter(objects_at(self.workspace, self.pointer, locked=True)), None)

    def sketch(self) -> ToolSketch:
        one = self._on()
        if one is None:
            return self.shown()
        hint = f"Draw like {object_words(one)}: {class_words(type(one.what))}"
        return self.shown(lines=[outline(one, Role.HOVER)], hint=hint)


class EraserTool(BaseTool):
    name = "Eraser"
    key = "X"
    hint = "Click or drag across objects to erase them."

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.last: Point | None = None
        """Previous position of the pointer, while the button is down."""
        self.gone: dict[int, MapObject] = {}

    def press(self, pointer: Pointer) -> None:
        super().press(pointer)
        self.gone = {}
        self.last = pointer.at
        # A click takes one object only, however many overlap there.
        for one in objects_at(self.workspace, pointer)[:1]:
            self.gone[one.id] = one

    def drag(self, pointer: Pointer) -> None:
        super().drag(pointer)
        if self.last is None:
            return
        a, b = self.last, pointer.at
        steps = int(distance(a, b) / pointer.reach)
        for n in range(1, steps + 1):
            share = n / steps
            at = Point(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            for one in objects_at(self.workspace, pointer._replace(at=at))[:1]:
                self.gone[one.id] = one
        if steps:
            self.last = b

    def release(self, pointer: Pointer) -> None:
        self.drag(pointer)
        self.last = None
        if self.gone:
            label = f"Erase {counted([*self.gone.values()])}"
            try:
                delete(self.workspace, tuple(self.gone), label)
            except EditRefusedError as error:
                self.refused = str(error)
        self.gone = {}

    def cancel(self) -> bool:
        super().cancel()
        under_way = self.last is not None
        self.last, self.gone = None, {}
        return under_way

    def sketch(self) -> ToolSketch:
        found = [*self.gone.values()]
        if self.last is None and self.pointer:
            found = objects_at(self.workspace, self.pointer)[:1]
        lines = [outline(one, Role.WRONG) for one in found]
        hint = f"Erase {counted(found)}" if found else ""
        return self.shown(gone=tuple(self.gone), lines=lines, hint=hint)


class CorridorTool(ChainTool):
    shape = "polyline"
    fewest = 2
    attracting = Lane
    name = "Corridor"
    key = "C"
    hint = (
        "Click the corners of its centre line; double-click, right-click or press Enter to dig "
        "it. Corridors that meet join up."
    )

    def refuses(self) -> str:
        return ""

    def settled(self, at: Point) -> Point:
        return at

    def made(self, path: Path) -> None:
        space = self.workspace
        brush, how = space.brush, space.corridor
        what: TerrainClass = brush if isinstance(brush, Wall) else Wall()
        locked = space.untouchable()
        after, ids = space.map, list[int]()
        for one in self._sides(path):
            after, new = dug(
                after,
                one,
                width=how.width,
                wall=how.wall,
                what=what,
                layer=space.layer,
                locked=locked,
            )
            ids += new
        space.do("Draw a corridor", after, ids, mirrored=False)

    def _sides(self, path: Path) -> list[Path]:
        """Return a path, and its mirrored counterpart if the mirror is on."""
        space = self.workspace
        if not space.mirror:
            return [path]
        board = space.map
        there = tuple(
            mirrored_point(at, space.mirror, board.width, board.height) for at in path
        )
        return [path] if there in {path, path[::-1]} else [path, there]

    def outlined(self, path: Path, dots: list[Handle], words: list[MeasureLabel]) -> ToolSketch:
        how = self.workspace.corridor
        wide = MeasureLabel(path[0], f"{inches(how.width)} wide")
        lines = [*self.guides]
        for side in self._sides(path) if len(path) > 1 else []:
            floor = floor_of(side, how.width, self.workspace.map)
            if isinstance(floor, Polygon) and not floor.is_empty:
                corners = tuple(Point(x, y) for x, y in list(floor.exterior.coords)[:-1])
                lines.append(SketchLine(corners, Role.OUTLINE, closed=True))
            lines.append(SketchLine(side, Role.GUIDE))
        hint = "Click the next corner; double-click, right-click or press Enter to dig it."
        return self.shown(lines=lines, handles=dots, words=[*words, wide], hint=hint)
