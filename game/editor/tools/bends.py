"""One corner of an outline, dragged; and where new ones can be made."""

from __future__ import annotations

from itertools import pairwise

from game.content.maps.map_file import MapObject
from game.content.maps.validation import EDGE_CLASSES
from game.editor.edits.transform import clamped, with_corners
from game.editor.snapping import snapped
from game.editor.tools.drags import Held
from game.editor.tools.tool import Pointer, Word
from game.editor.words import counted
from game.editor.workspace import Workspace
from game.geometry.points import Point


class Bend(Held):
    """One corner of an outline; a new one, if it begins as the middle of an edge."""

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
        at = on_edge(found.at, one, *self.board) if _on_edge(one) else found.at
        self.guides = found.guides
        self.words = [Word(pointer.at, f"{at.x:g}, {at.y:g}")]
        if not self.new and at == path[n]:
            self.drafts = []
            return
        rest = path[n:] if self.new else path[n + 1 :]
        bent = (*path[:n], at, *rest)
        if any(a == b for a, b in pairwise(bent)):
            return  # on its neighbour: that would be no corner
        self.drafts = [with_corners(one, bent)]


def _on_edge(one: MapObject) -> bool:
    return isinstance(one.what, EDGE_CLASSES)


def on_edge(at: Point, one: MapObject, width: float, height: float) -> Point:
    """Return the nearest point on that edge of the board that a line lies along."""
    a, b = one.outline[0], one.outline[-1]
    return clamped(Point(a.x, at.y) if a.x == b.x else Point(at.x, a.y), width, height)


def middles(one: MapObject) -> list[tuple[int, Point]]:
    """Return the middles of an outline's edges, each with the number of the corner it makes."""
    path = one.outline
    ends = [*pairwise(path)] if one.shape == "polyline" else [*pairwise((*path, path[0]))]
    return [(n + 1, Point((a.x + b.x) / 2, (a.y + b.y) / 2)) for n, (a, b) in enumerate(ends)]
