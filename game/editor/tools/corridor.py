"""The tool that digs corridors: floor, walls and lane at one stroke."""

from __future__ import annotations

from shapely import Polygon

from game.content.maps.class_base import TerrainClass
from game.content.maps.spot_classes import Lane
from game.content.maps.terrain_classes import Wall
from game.editor.edits.corridors import dug, floor_of
from game.editor.mirror import over
from game.editor.tools.shapes import ChainTool
from game.editor.tools.tool import Handle, Line, Role, Sketch, Word
from game.editor.words import inches
from game.geometry.points import Path, Point


class CorridorTool(ChainTool):
    shape = "polyline"
    fewest = 2
    attracting = Lane
    name = "Corridor"
    key = "C"
    hint = (
        "Click the corners of its middle line; double click, right click or Enter digs it. "
        "It joins corridors that it meets."
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
        """Return a path and, with the mirror on, that of the other side."""
        space = self.workspace
        if not space.mirror:
            return [path]
        board = space.map
        there = tuple(over(at, space.mirror, board.width, board.height) for at in path)
        return [path] if there in {path, path[::-1]} else [path, there]

    def outlined(self, path: Path, dots: list[Handle], words: list[Word]) -> Sketch:
        how = self.workspace.corridor
        wide = Word(path[0], f"{inches(how.width)} wide")
        lines = [*self.guides]
        for side in self._sides(path) if len(path) > 1 else []:
            floor = floor_of(side, how.width, self.workspace.map)
            if isinstance(floor, Polygon) and not floor.is_empty:
                corners = tuple(Point(x, y) for x, y in list(floor.exterior.coords)[:-1])
                lines.append(Line(corners, Role.OUTLINE, closed=True))
            lines.append(Line(side, Role.GUIDE))
        hint = "Click the next corner; double click, right click or Enter digs it."
        return self.shown(lines=lines, handles=dots, words=[*words, wide], hint=hint)
