"""Copying of map objects, within a map or by the clipboard."""

from __future__ import annotations

from collections.abc import Sequence

from game.content.faults import UnusableFile
from game.content.maps.map_class import references
from game.content.maps.map_file import MapFile, MapLayer, MapObject
from game.content.maps.map_library import parse_map
from game.content.maps.writer import canonical
from game.editor.edits import EditRefusedError, changed, drawing_layer
from game.editor.linked_copies import new_copies
from game.editor.new_objects import FreeNumbers
from game.editor.object_commands import delete, free
from game.editor.object_words import counted
from game.editor.transforms import box_of, middle_of, moved, shift_onto_board
from game.editor.workspace import Workspace
from game.geometry.points import Point

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
    """Return objects with new ids, free numbers, and groups and linked copies of their own.

    References among them are kept.
    """
    first = mapfile.next_id
    ids = {one.id: first + n for n, one in enumerate(objects)}
    there = {one.id for _, one in mapfile.objects()}
    last = max((one.group for _, one in mapfile.objects()), default=0)
    groups = dict.fromkeys(one.group for one in objects if one.group)
    renewed = {old: last + n for n, old in enumerate(groups, 1)} | {0: 0}
    numbers, copies = FreeNumbers(mapfile), new_copies(mapfile, objects)
    found = []
    for one in objects:
        members = {
            member: ids.get(named, named if named in there else 0)
            for member in references(type(one.what))
            if (named := getattr(one.what, member))
        }
        what = numbers.free(one.what)
        what = what.model_copy(update=members) if members else what
        own = {"group": renewed[one.group], "stamp_copy": copies.get(one.stamp_copy, "")}
        found.append(changed(one, id=ids[one.id], what=what, **own))
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
