"""New map objects of the brush."""

from __future__ import annotations

from game.content.maps.map_class import MapClass, Shape
from game.content.maps.map_file import MapFile, MapObject
from game.content.maps.validation import shape_faults
from game.editor.edits import drawing_layer
from game.editor.object_words import with_article
from game.editor.system_parts import drawing_of
from game.editor.transforms import drawn
from game.editor.workspace import Workspace
from game.geometry.points import Path

SHAPES: tuple[Shape, ...] = ("rectangle", "polygon", "ellipse", "polyline", "point")


def shape_refusal(kind: type[MapClass], shape: Shape) -> str:
    """Return why a class cannot have a shape; empty if it can."""
    if shape in kind.shapes:
        return ""
    wanted = " or ".join(with_article(one) for one in SHAPES if one in kind.shapes)
    thing = with_article(kind.words())
    return (
        f"{thing[:1].upper()}{thing[1:]} cannot be {with_article(shape)}; draw it as {wanted}"
    )


class FreeNumbers:
    """The numbers of a map's objects; objects of one class have different ones."""

    def __init__(self, mapfile: MapFile) -> None:
        self.taken: dict[type[MapClass], set[int]] = {}
        for _, one in mapfile.objects():
            self._take(one.what)

    def _take(self, what: MapClass) -> None:
        if (number := getattr(what, "number", None)) is not None:
            self.taken.setdefault(type(what), set()).add(number)

    def free(self, what: MapClass) -> MapClass:
        """Return the class with a free number, and mark the number as taken."""
        taken = self.taken.get(type(what), set())
        if getattr(what, "number", None) in taken:
            what = what.model_copy(update={"number": what.free_number(taken)})
        self._take(what)
        return what


def fitted(what: MapClass, mapfile: MapFile) -> MapClass:
    """Return the class as a new object can have it: with a free number and valid references."""
    classes = {one.id: type(one.what).__name__ for _, one in mapfile.objects()}
    what = what.loosened(lambda id_, kind: classes.get(id_) != kind)
    return FreeNumbers(mapfile).free(what)


def new_object(workspace: Workspace, shape: Shape, path: Path) -> MapObject:
    """Return the object that would be drawn; raise EditRefusedError if it is invalid."""
    what = fitted(workspace.brush, workspace.map)
    return drawn(workspace.map.next_id, what, shape, path)


def draft_fault(workspace: Workspace, one: MapObject) -> str:
    """Return the first fault of an object as drawn on the board; empty if it has none."""
    faults = shape_faults(one, workspace.map.width, workspace.map.height)
    return next((f"{one.what.words()}: {fault}" for fault in faults), "")


def draw(workspace: Workspace, shape: Shape, path: Path) -> None:
    """Draw an object, and select it; raise EditRefusedError if that is impossible."""
    mapfile, layer = drawing_layer(workspace.map, workspace.layer)
    if drawing := drawing_of(workspace.brush):
        drawing.draw(workspace, mapfile, layer, path)
        return
    one = new_object(workspace, shape, path)
    label = f"Draw {with_article(one.what.words())}"
    workspace.do(label, mapfile.added(layer, [one]), [one.id])
    workspace.layer = layer
