"""New objects, their names in labels, and commands on objects: delete, nudge, copy, paste."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final, Literal, TypeAlias

from game.content.faults import UnusableFile
from game.content.maps.class_base import MapClass, Shape, references
from game.content.maps.map_file import MapFile, MapLayer, MapObject
from game.content.maps.map_library import parse_map
from game.content.maps.validation import shape_faults
from game.content.maps.writer import canonical
from game.editor.edits import (
    EditRefusedError,
    box_of,
    changed,
    clamp_move,
    drawing_layer,
    drawn,
    middle_of,
    moved,
    shift_onto_board,
    turned,
)
from game.editor.mirror import mirrored
from game.editor.registry import drawing_of, mended, moved_together
from game.editor.workspace import Workspace
from game.geometry.points import Path, Point

_ALIKE = {"rubble", "debris", "spines", "weeds", "venom plants", "deep water", "ground"}
"""Words with the same form in singular and plural."""

SHAPES: tuple[Shape, ...] = ("rectangle", "polygon", "ellipse", "polyline", "point")


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
    return one.name or f"{one.what.words()} {one.id}"


def counted(objects: Sequence[MapObject]) -> str:
    """Return a count of objects: ``3 walls``, ``5 objects``; for one, ``object_words``."""
    if len(objects) == 1:
        return object_words(objects[0])
    kinds = {type(one.what) for one in objects}
    word = plural(kinds.pop().words()) if len(kinds) == 1 else "objects"
    return f"{len(objects)} {word}"


MAX_KINDS = 4
"""Maximum number of classes that a summary names."""


def summary(objects: Sequence[MapObject]) -> str:
    """Return how many objects there are of what: ``9 objects (5 walls, 3 ruins, 1 lamp)``."""
    kinds = Counter(one.what.words() for one in objects).most_common()
    if len(kinds) < 2:
        return counted(objects)
    words = [f"{many} {kind if many == 1 else plural(kind)}" for kind, many in kinds]
    others = sum(many for _, many in kinds[MAX_KINDS:])
    more = [f"{others} of other classes"] if others else []
    return f"{counted(objects)} ({', '.join(words[:MAX_KINDS] + more)})"


def inches(value: float) -> str:
    """Return a length as text: ``6.5"``."""
    return f'{round(value, 2):g}"'


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


NUDGE = 0.25
"""Inches of a nudge if there is no grid."""


def free(workspace: Workspace) -> list[MapObject]:
    """Return the unlocked selected objects; raise EditRefusedError if all are locked."""
    chosen = workspace.selected()
    locked = workspace.untouchable()
    found = [one for one in chosen if one.id not in locked]
    if chosen and not found:
        verb = "is" if len(chosen) == 1 else "are"
        raise EditRefusedError(f"{counted(chosen)} {verb} locked")
    return found


def delete(workspace: Workspace, ids: Collection[int] = (), label: str = "") -> None:
    """Delete the objects of *ids*; without any, the selected ones."""
    gone = [one for one in (workspace.index.get(id_) for id_ in ids) if one] or free(workspace)
    if gone:
        left = mended(workspace.map.removed({one.id for one in gone}), gone)
        workspace.do(label or f"Delete {counted(gone)}", left)


def nudge(workspace: Workspace, dx: int, dy: int, *, far: bool = False) -> None:
    """Move the selection by steps of the grid, as far as the board allows.

    *far*: by ten steps at once. Consecutive nudges are one entry of the history.
    """
    objects = moved_together(workspace.map, free(workspace))
    if not objects:
        return
    step = (workspace.snapping.grid or NUDGE) * (10 if far else 1)
    board = workspace.map
    x, y = clamp_move(objects, dx * step, dy * step, board.width, board.height)
    there = [moved(one, x, y) for one in objects]
    series = "nudge " + " ".join(str(one.id) for one in objects)
    workspace.do(f"Move {counted(objects)}", board.replaced(there), series=series)


def turn(workspace: Workspace, angle: float) -> None:
    """Turn the selection by *angle* degrees clockwise about its middle."""
    if objects := moved_together(workspace.map, free(workspace)):
        about = middle_of(box_of(objects))
        board = workspace.map
        there = [turned(one, about, angle) for one in objects]
        new = shift_onto_board(there, board.width, board.height)
        workspace.do(f"Turn {counted(objects)} by {angle:g}°", board.replaced(new))


def flip(workspace: Workspace, mode: str) -> None:
    """Mirror the selection on the board."""
    if objects := moved_together(workspace.map, free(workspace)):
        board = workspace.map
        new = [mirrored(one, mode, board.width, board.height) for one in objects]
        after = board.replaced(new)
        workspace.do(f"Mirror {counted(objects)}", after, mirrored=False)


FRONT: Final = 2
BACK: Final = -2
Step: TypeAlias = Literal[2, 1, -1, -2]
"""To the front, one forward, one backward, to the back."""


def order(workspace: Workspace, step: Step) -> None:
    """Move the selection in the drawing order of its layers."""
    if objects := free(workspace):
        ids = {one.id for one in objects}
        how = {FRONT: "to the front", BACK: "to the back", 1: "forward", -1: "backward"}[step]
        after = workspace.map.with_layers(
            layer.with_objects(_reordered(layer.objects, ids, step))
            for layer in workspace.map.layers
        )
        verb = "Send" if step in {BACK, -1} else "Bring"
        workspace.do(f"{verb} {counted(objects)} {how}", after, mirrored=False)


def _reordered(
    objects: Sequence[MapObject], chosen: Collection[int], step: Step
) -> list[MapObject]:
    if step in {FRONT, BACK}:
        return sorted(objects, key=lambda one: (one.id in chosen) is (step == FRONT))
    found = [*objects] if step == -1 else [*reversed(objects)]
    for n in range(1, len(found)):
        if found[n].id in chosen and found[n - 1].id not in chosen:
            found[n - 1], found[n] = found[n], found[n - 1]
    return found if step == -1 else found[::-1]


def select_all(workspace: Workspace) -> None:
    """Select all objects that are visible and not locked."""
    locked = workspace.untouchable()
    workspace.select(
        one.id
        for layer, one in workspace.map.objects()
        if layer.visible and one.visible and one.id not in locked
    )


def unlock(workspace: Workspace, ids: Collection[int] | None = None) -> None:
    """Unlock the objects of *ids*; by default all that are not on locked layers."""
    workspace.locked -= workspace.locked if ids is None else frozenset(ids)


OFFSET = 1.0
"""Inches right and down by which a copy is offset if its place is taken."""
NAME = "the clipboard"


def copy(workspace: Workspace) -> str:
    """Return the selection as the text of a map; empty if nothing is selected."""
    chosen = set(workspace.selection)
    objects = [one for _, one in workspace.map.objects() if one.id in chosen]
    if not objects:
        return ""
    return canonical(copy_of(workspace.map, objects))


def copy_of(mapfile: MapFile, objects: Sequence[MapObject]) -> MapFile:
    """Return a map with some objects only, without references to others."""
    ids = {one.id for one in objects}
    kept = tuple(one.loosened(lambda id_, _: id_ not in ids) for one in objects)
    layer = MapLayer(id=1, name="objects", objects=kept)
    return mapfile.model_copy(update={"layers": (layer,)})


def cut(workspace: Workspace) -> str:
    """Return the unlocked selection as the text of a map, and delete it."""
    objects = free(workspace)
    if not objects:
        return ""
    workspace.select([one.id for one in objects])
    text = copy(workspace)
    delete(workspace, workspace.selection, f"Cut {counted(objects)}")
    return text


def paste(workspace: Workspace, text: str, at: Point | None = None) -> None:
    """Add the objects of a map's text with their middle at *at*, and select them.

    Without *at* they keep their places, or are offset if those are taken. Raise
    EditRefusedError if the text is no map, or its objects are too large for this board.
    """
    try:
        clip = parse_map(text, NAME)
    except UnusableFile as error:
        words = f"{NAME} contains no map objects: {error.faults[0]}"
        raise EditRefusedError(words) from error
    objects = [one for _, one in clip.objects()]
    if not objects:
        raise EditRefusedError(f"{NAME} contains a map without objects")
    add_copies(workspace, objects, f"Paste {counted(objects)}", at)


def duplicate(workspace: Workspace) -> None:
    """Add a copy of the selection, offset a little, and select it."""
    if objects := free(workspace):
        add_copies(workspace, objects, f"Duplicate {counted(objects)}", None)


def add_copies(
    workspace: Workspace,
    objects: Sequence[MapObject],
    label: str,
    at: Point | None,
    *,
    on_grid: bool = True,
) -> None:
    """Add copies of objects with their middle at *at*, and select them.

    Raise EditRefusedError if they do not fit on the board.
    """
    mapfile, layer = drawing_layer(workspace.map, workspace.layer)
    new = placed_copies(workspace, mapfile, objects, at, on_grid=on_grid)
    workspace.do(label, mapfile.added(layer, new), [one.id for one in new])
    workspace.layer = layer


def _fresh(mapfile: MapFile, objects: Sequence[MapObject]) -> list[MapObject]:
    """Return objects with new ids, free numbers and groups of their own.

    References among them are kept.
    """
    first = mapfile.next_id
    ids = {one.id: first + n for n, one in enumerate(objects)}
    there = {one.id for _, one in mapfile.objects()}
    last = max((one.group for _, one in mapfile.objects()), default=0)
    groups = dict.fromkeys(one.group for one in objects if one.group)
    renewed = {old: last + n for n, old in enumerate(groups, 1)} | {0: 0}
    numbers = FreeNumbers(mapfile)
    found = []
    for one in objects:
        members = {
            member: ids.get(named, named if named in there else 0)
            for member in references(type(one.what))
            if (named := getattr(one.what, member))
        }
        what = numbers.free(one.what)
        what = what.model_copy(update=members) if members else what
        found.append(changed(one, id=ids[one.id], what=what, group=renewed[one.group]))
    return found


def placed_copies(
    workspace: Workspace,
    mapfile: MapFile,
    originals: Sequence[MapObject],
    at: Point | None,
    *,
    on_grid: bool = True,
) -> list[MapObject]:
    """Return copies of objects on the board, new to a map, with their middle at *at*.

    Without *at* they keep their places, or are offset if those are taken.
    """
    objects = _fresh(mapfile, originals)
    board = workspace.map
    left, top, right, low = whole = box_of(objects)
    if right - left > board.width or low - top > board.height:
        size = f'{right - left:g}" × {low - top:g}"'
        raise EditRefusedError(f"{counted(objects)}: {size} is larger than the board")
    dx = dy = 0.0
    if at is not None:
        mid = middle_of(whole)
        corner = Point(left + at[0] - mid.x, top + at[1] - mid.y)
        corner = workspace.on_grid(corner) if on_grid else corner
        dx, dy = corner.x - left, corner.y - top
    elif any(_taken(workspace, one) for one in objects):
        dx = OFFSET if right + OFFSET <= board.width else -min(OFFSET, left)
        dy = OFFSET if low + OFFSET <= board.height else -min(OFFSET, top)
    there = [moved(one, dx, dy) for one in objects] if dx or dy else objects
    return shift_onto_board(there, board.width, board.height)


def _taken(workspace: Workspace, one: MapObject) -> bool:
    near = workspace.index.near(one.outline[0], 0.0)
    return any(other.object.outline == one.outline for other in near)
