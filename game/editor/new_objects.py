"""New objects as the brush makes them, and names of classes in labels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from game.content.maps import MapFile
from game.content.maps.class_base import MapClass, Shape
from game.content.maps.map_file import MapObject
from game.content.maps.validation import shape_faults
from game.editor.edits import added, drawing_layer, loosened, next_id
from game.editor.registry import drawing_of
from game.editor.transform import drawn
from game.editor.workspace import Workspace
from game.geometry.points import Path

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ALIKE = {"rubble", "debris", "spines", "weeds", "venom plants", "deep water", "ground"}
"""Words with the same form in singular and plural."""

SHAPES: tuple[Shape, ...] = ("rectangle", "polygon", "ellipse", "polyline", "point")


def class_words(kind: type[MapClass]) -> str:
    """Return the name of a class in a sentence: ``low wall``."""
    return _HUMP.sub(" ", kind.__name__).lower()


def plural(word: str) -> str:
    """Return the plural of a class's name."""
    if word in _ALIKE:
        return word
    if word.endswith("y"):
        return f"{word[:-1]}ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def with_article(word: str) -> str:
    """Return a class's name with its article, if it takes one."""
    if word in _ALIKE:
        return word
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def object_words(one: MapObject) -> str:
    """Return an object's name, or its class and id: ``ruin 4``."""
    return one.name or f"{class_words(type(one.what))} {one.id}"


def counted(objects: Sequence[MapObject]) -> str:
    """Return a count of objects: ``3 walls``, ``5 objects``; for one, ``object_words``."""
    if len(objects) == 1:
        return object_words(objects[0])
    kinds = {type(one.what) for one in objects}
    word = plural(class_words(kinds.pop())) if len(kinds) == 1 else "objects"
    return f"{len(objects)} {word}"


def inches(value: float) -> str:
    """Return a length as text: ``6.5"``."""
    return f'{round(value, 2):g}"'


def shape_refusal(kind: type[MapClass], shape: Shape) -> str:
    """Return why a class cannot have a shape; empty if it can."""
    if shape in kind.shapes:
        return ""
    wanted = " or ".join(with_article(one) for one in SHAPES if one in kind.shapes)
    thing = with_article(class_words(kind))
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
    what = loosened(what, lambda id_, kind: classes.get(id_) != kind)
    return FreeNumbers(mapfile).free(what)


def new_object(workspace: Workspace, shape: Shape, path: Path) -> MapObject:
    """Return the object that would be drawn; raise EditRefusedError if it is invalid."""
    what = fitted(workspace.brush, workspace.map)
    return drawn(next_id(workspace.map), what, shape, path)


def draft_faults(workspace: Workspace, one: MapObject) -> str:
    """Return the first fault of an object as drawn; empty if it has none."""
    return next(faulty(workspace, one), "")


def faulty(workspace: Workspace, one: MapObject) -> Iterator[str]:
    """Yield the faults of an object as drawn on the workspace's board."""
    board = workspace.map
    for fault in shape_faults(one, board.width, board.height):
        yield f"{class_words(type(one.what))}: {fault}"


def draw(workspace: Workspace, shape: Shape, path: Path) -> None:
    """Draw an object, and select it; raise EditRefusedError if that is impossible."""
    mapfile, layer = drawing_layer(workspace.map, workspace.layer)
    if drawing := drawing_of(workspace.brush):
        drawing.draw(workspace, mapfile, layer, path)
        return
    one = new_object(workspace, shape, path)
    label = f"Draw {with_article(class_words(type(one.what)))}"
    workspace.do(label, added(mapfile, layer, [one]), [one.id])
    workspace.layer = layer
