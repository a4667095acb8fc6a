"""The tool that scatters small objects of the brush's class by a seed."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from game.bots.luck import BotRandom
from game.content.editor_actions import EditorAction
from game.content.maps.map_class import BOX, CIRCLE, Shape, TerrainClass
from game.content.maps.map_file import MapObject
from game.editor.edits import drawing_layer
from game.editor.new_objects import draft_fault, fitted
from game.editor.object_words import counted
from game.editor.system_parts import drawing_of
from game.editor.tools import Pointer, Role, SketchLine, Tool, ToolSketch
from game.editor.transforms import drawn, turned
from game.editor.workspace import Workspace
from game.geometry.points import Path, Point, direction, distance, point_ahead, thousandths
from game.geometry.polygons import inside
from game.table.board import terrain

APART = 1.6
"""Inches between the places of objects, as a multiple of their size."""
SHARES = 1000
"""Number of steps of a random share."""
CORNERS = 6
MAX_SCATTERED = 200
"""Maximum number of objects of one stroke."""
RIM_STEP = 10
"""Degrees between the corners of the brush as it is shown."""


class ScatterTool(Tool):
    """Scatters objects where it is dragged.

    The objects of a place depend on the seed alone: the same seed scatters the same, however
    the brush was moved.
    """

    name = "Scatter"
    action = EditorAction.SCATTER
    draws_any = True
    hint = (
        "Drag to scatter objects of the class, such as rubble; seed and size are at the right."
    )

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.places: dict[tuple[int, int], MapObject] | None = None
        """The objects so far by their cells, while the button is down."""
        self.last = Point(0.0, 0.0)

    def refuses(self) -> str:
        what = self.workspace.brush
        if drawing_of(what) or what.on_edge or what.is_landmark:
            return f"A {what.words()} cannot be scattered; choose another class"
        return ""

    def press(self, pointer: Pointer) -> None:
        super().press(pointer)
        self.refused = self.refuses()
        if not self.refused:
            self.places, self.last = {}, pointer.at
            self._scatter(pointer.at)

    def drag(self, pointer: Pointer) -> None:
        super().drag(pointer)
        if self.places is None:
            return
        steps = ceil(2 * distance(self.last, pointer.at) / self.workspace.scatter.radius)
        (ax, ay), (bx, by) = self.last, pointer.at
        for n in range(1, steps + 1):
            self._scatter(Point(ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps))
        self.last = pointer.at

    def release(self, pointer: Pointer) -> None:
        self.drag(pointer)
        if found := list((self.places or {}).values()):
            self.attempt(self._add, found)
        self.places = None

    def _add(self, found: list[MapObject]) -> None:
        work = self.workspace
        mapfile, layer = drawing_layer(work.map, work.layer)
        group = 1 + max((one.group for _, one in mapfile.objects()), default=0)
        new = [one.model_copy(update={"group": group}) for one in found]
        after = mapfile.added(layer, new if len(new) > 1 else found)
        work.do(f"Scatter {counted(found)}", after, [one.id for one in found])
        work.layer = layer

    def _scatter(self, at: Point) -> None:
        """Add the objects whose places lie under the brush at a point."""
        assert self.places is not None
        how = self.workspace.scatter
        pitch = how.size * APART
        left, right = (int((at.x + sign * how.radius) // pitch) for sign in (-1, 1))
        top, low = (int((at.y + sign * how.radius) // pitch) for sign in (-1, 1))
        for cell in ((x, y) for y in range(top, low + 1) for x in range(left, right + 1)):
            if cell in self.places or min(cell) < 0 or len(self.places) >= MAX_SCATTERED:
                continue
            if (one := self._object(cell, pitch, at)) and not draft_fault(self.workspace, one):
                self.places[cell] = one

    def _object(self, cell: tuple[int, int], pitch: float, brush: Point) -> MapObject | None:
        """Return the object of a cell; None if it has none, or not under the brush."""
        assert self.places is not None
        how, work = self.workspace.scatter, self.workspace
        luck = BotRandom(how.seed, *cell)
        if luck.below(SHARES) >= how.density * SHARES:
            return None
        # Its middle keeps so far from the rim of the cell that neighbours never meet.
        free = pitch - how.size
        x, y = (n * pitch + how.size / 2 + free * luck.below(SHARES) / SHARES for n in cell)
        at = thousandths(Point(x, y))
        if distance(at, brush) > how.radius or self._is_blocked(at):
            return None
        shape, path = _form(type(work.brush).shapes, at, how.size, luck)
        what = fitted(work.brush, work.map)
        one = drawn(work.map.next_id + len(self.places), what, shape, path)
        return turned(one, at, luck.below(360)) if shape == "rectangle" else one

    def _is_blocked(self, at: Point) -> bool:
        """Return whether a place lies in impassable terrain."""
        return any(
            isinstance(one.what, TerrainClass)
            and one.shape not in {"point", "polyline"}
            and terrain("", one.what.kind, one.outline).impassable
            and inside(at, one.outline)
            for one, _, _ in self.workspace.index.near(at, 0.0)
        )

    def cancel(self) -> bool:
        super().cancel()
        under_way, self.places = self.places is not None, None
        return under_way

    def sketch(self) -> ToolSketch:
        found = list((self.places or {}).values())
        rim = list[SketchLine]()
        if self.pointer:
            path = _rim(self.pointer.at, self.workspace.scatter.radius)
            rim.append(SketchLine(path, Role.BOX, closed=True))
        hint = f"Scatter {counted(found)}" if found else self.refuses()
        return self.shown(found, lines=rim, hint=hint)


def _rim(at: Point, radius: float) -> Path:
    return tuple(point_ahead(at, direction(turn), radius) for turn in range(0, 360, RIM_STEP))


def _form(
    shapes: frozenset[Shape], at: Point, size: float, luck: BotRandom
) -> tuple[Shape, Path]:
    """Return a shape that a class can have, and its corners around a point."""
    if "polygon" in shapes:
        return "polygon", tuple(_corners(at, size, luck))
    if "polyline" in shapes:
        toward = direction(luck.below(180))
        ends = (point_ahead(at, toward, sign * size / 2) for sign in (-1, 1))
        return "polyline", tuple(map(thousandths, ends))
    half = size / 2
    if shapes == CIRCLE:
        return "ellipse", (Point(at.x - half, at.y - half), Point(at.x + half, at.y + half))
    if shapes == BOX:
        return "rectangle", (Point(at.x - half, at.y - half), Point(at.x + half, at.y + half))
    return "point", (at,)


def _corners(at: Point, size: float, luck: BotRandom) -> Iterator[Point]:
    """Yield the corners of an uneven polygon within a circle of *size* inches across."""
    turn = luck.below(360 // CORNERS)
    for n in range(CORNERS):
        share = 0.6 + 0.4 * luck.below(SHARES) / SHARES
        way = direction(turn + n * 360 // CORNERS)
        yield thousandths(point_ahead(at, way, share * size / 2))
