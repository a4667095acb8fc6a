"""Commands that set properties of map objects."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from game.content.faults import shown
from game.content.maps.map_class import MapClass, references
from game.content.maps.map_file import MapObject
from game.editor.edits import EditRefusedError, changed, refused
from game.editor.new_objects import shape_refusal
from game.editor.object_commands import free
from game.editor.object_words import counted, with_article
from game.editor.workspace import Workspace


def set_name(workspace: Workspace, name: str) -> None:
    """Name all selected objects; an empty name removes theirs."""
    objects = free(workspace)
    label = f"Name {counted(objects)} “{name}”" if name else f"Unname {counted(objects)}"
    replace_objects(workspace, label, [changed(one, name=name) for one in objects])


def set_member(workspace: Workspace, member: str, value: Any) -> None:
    """Set a member of all selected objects that have it."""
    objects = [one for one in free(workspace) if member in type(one.what).model_fields]
    new = [changed(one, what=with_member(one.what, member, value)) for one in objects]
    words = member.replace("_", " ")
    replace_objects(workspace, f"Set {words} of {counted(objects)} to {_as_text(value)}", new)


def set_brush(workspace: Workspace, member: str, value: Any) -> None:
    """Set a member of the brush."""
    workspace.brush = with_member(workspace.brush, member, value)


def with_member(what: MapClass, member: str, value: Any) -> MapClass:
    """Return a class with a member set; raise EditRefusedError if the value is invalid."""
    raw = {name: getattr(what, name) for name in type(what).model_fields}
    try:
        return type(what)(**raw | {member: value})
    except ValidationError as error:
        raise refused(error) from error


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else shown(value).strip("'\"")


def set_class(workspace: Workspace, kind: type[MapClass]) -> None:
    """Change the class of the selection; common members are kept where they are valid."""
    objects = free(workspace)
    new, word = list[MapObject](), kind.words()
    for one in objects:
        if reason := shape_refusal(kind, one.shape):
            raise EditRefusedError(reason)
        new.append(changed(one, what=converted_to_class(one.what, kind)))
    ids = {one.id for one in objects}
    after = workspace.map.replaced(new)
    # References to objects that have become the wrong class are cleared.
    after = after.replaced(
        one.loosened(lambda id_, wanted: id_ in ids and wanted != kind.__name__)
        for _, one in after.objects()
    )
    if objects:
        workspace.do(f"Make {counted(objects)} {with_article(word)}", after)


def converted_to_class(what: MapClass, kind: type[MapClass]) -> MapClass:
    """Return a class with the members of another, as far as it has them and they are valid."""
    found = kind()
    for member in kind.model_fields:
        if member in type(what).model_fields and member not in references(kind):
            try:
                found = with_member(found, member, getattr(what, member))
            except EditRefusedError:
                continue
    return found


def common_members(workspace: Workspace) -> list[str]:
    """Return the members that all selected objects have, in the order of the first."""
    chosen = [list(type(one.what).model_fields) for one in workspace.selected()]
    if not chosen:
        return []
    return [name for name in chosen[0] if all(name in other for other in chosen)]


def replace_objects(workspace: Workspace, label: str, new: list[MapObject]) -> None:
    """Replace objects by others of the same ids, as one entry of the history."""
    if new:
        workspace.do(label, workspace.map.replaced(new))
