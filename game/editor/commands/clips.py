"""Copy, cut, paste and duplicate. What is copied is a small map, so that it goes anywhere."""

from __future__ import annotations

from collections.abc import Sequence

from game.content.faults import UnusableFile
from game.content.maps import MapFile, canonical, parse_map
from game.content.maps.class_base import references
from game.content.maps.map_file import MapLayer, MapObject
from game.editor.commands.objects import delete, free
from game.editor.edits.layers import drawing_layer
from game.editor.edits.objects import EditRefusedError, added, changed, next_id
from game.editor.edits.transform import box_of, kept_on, middle_of, moved
from game.editor.new_objects import Numbers
from game.editor.snapping import on_grid
from game.editor.words import counted
from game.editor.workspace import Workspace
from game.geometry.points import Point

OFFSET = 1.0
"""Inches right and down of the original that a copy lies without a place of its own."""
NAME = "the clipboard"


def copy(workspace: Workspace) -> str:
    """Return what is selected as the text of a map; empty if nothing is."""
    chosen = set(workspace.selection)
    objects = [one for _, one in workspace.map.objects() if one.id in chosen]
    if not objects:
        return ""
    return canonical(_clip(workspace.map, objects))


def _clip(mapfile: MapFile, objects: Sequence[MapObject]) -> MapFile:
    """Return a map of nothing but some objects, which name nothing beside them."""
    ids = {one.id for one in objects}
    layer = MapLayer(id=1, name="objects", objects=tuple(_renamed(one, ids) for one in objects))
    return mapfile.model_copy(update={"layers": (layer,)})


def _renamed(one: MapObject, ids: set[int]) -> MapObject:
    loose = {
        member: 0
        for member in references(type(one.what))
        if getattr(one.what, member) not in ids
    }
    return changed(one, what=one.what.model_copy(update=loose)) if loose else one


def cut(workspace: Workspace) -> str:
    """Return what is selected as the text of a map, and delete it."""
    objects = free(workspace)
    if not objects:
        return ""
    workspace.select([one.id for one in objects])
    text = copy(workspace)
    delete(workspace, workspace.selection, f"Cut {counted(objects)}")
    return text


def paste(workspace: Workspace, text: str, at: Point | None = None) -> None:
    """Add the objects of a map's text, with their middle at a point, and select them.

    Without a point they lie where they were, or a little aside if that is taken. Raise
    EditRefusedError if the text is no map, or its objects are too large for this board.
    """
    try:
        clip = parse_map(text, NAME)
    except UnusableFile as error:
        told = f"{NAME} holds no objects of a map: {error.faults[0]}"
        raise EditRefusedError(told) from error
    objects = [one for _, one in clip.objects()]
    if not objects:
        raise EditRefusedError(f"{NAME} holds a map without objects")
    _add(workspace, objects, f"Paste {counted(objects)}", at)


def duplicate(workspace: Workspace) -> None:
    """Add what is selected once more, a little aside, and select that."""
    if objects := free(workspace):
        _add(workspace, objects, f"Duplicate {counted(objects)}", None)


def _add(
    workspace: Workspace, objects: Sequence[MapObject], label: str, at: Point | None
) -> None:
    mapfile, layer = drawing_layer(workspace.map, workspace.layer)
    new = _placed(workspace, _fresh(mapfile, objects), at)
    workspace.do(label, added(mapfile, layer, new), [one.id for one in new])
    workspace.layer = layer


def _fresh(mapfile: MapFile, objects: Sequence[MapObject]) -> list[MapObject]:
    """Return objects with ids of their own; what they name among themselves goes with them."""
    first = next_id(mapfile)
    ids = {one.id: first + n for n, one in enumerate(objects)}
    there = {one.id for _, one in mapfile.objects()}
    numbers = Numbers(mapfile)
    found = []
    for one in objects:
        members = {
            member: ids.get(named, named if named in there else 0)
            for member in references(type(one.what))
            if (named := getattr(one.what, member))
        }
        what = numbers.free(one.what)
        what = what.model_copy(update=members) if members else what
        found.append(changed(one, id=ids[one.id], what=what))
    return found


def _placed(
    workspace: Workspace, objects: list[MapObject], at: Point | None
) -> list[MapObject]:
    board = workspace.map
    left, top, right, low = whole = box_of(objects)
    if right - left > board.width or low - top > board.height:
        size = f'{right - left:g}" x {low - top:g}"'
        raise EditRefusedError(f"{counted(objects)}: {size} is more than the board")
    dx = dy = 0.0
    if at is not None:
        mid = middle_of(whole)
        corner = Point(left + at[0] - mid.x, top + at[1] - mid.y)
        corner = on_grid(workspace, corner)
        dx, dy = corner.x - left, corner.y - top
    elif any(_taken(workspace, one) for one in objects):
        dx = OFFSET if right + OFFSET <= board.width else -min(OFFSET, left)
        dy = OFFSET if low + OFFSET <= board.height else -min(OFFSET, top)
    there = [moved(one, dx, dy) for one in objects] if dx or dy else objects
    return kept_on(there, board.width, board.height)


def _taken(workspace: Workspace, one: MapObject) -> bool:
    near = workspace.index.near(one.outline[0], 0.0)
    return any(other.object.outline == one.outline for other in near)
