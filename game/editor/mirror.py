"""Symmetric editing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from game.content.maps.classes import Objective
from game.content.maps.map_class import MapClass, references
from game.content.maps.map_file import PX, Corner, MapFile, MapLayer, MapObject
from game.editor.edits import changed
from game.editor.object_index import ObjectIndex
from game.editor.transforms import rotated
from game.geometry.points import Path, Point

LEFT_RIGHT, TOP_BOTTOM, TURNED = "left-right", "top-bottom", "turned"
ALIKE = 0.02
"""Tolerance in inches between a corner and that of its twin."""


def mirrored_point(at: Point, mode: str, width: float, height: float) -> Point:
    """Return the counterpart of a point on the other side of the board."""
    x = at[0] if mode == TOP_BOTTOM else width - at[0]
    y = at[1] if mode == LEFT_RIGHT else height - at[1]
    return Point(x, y)


def axis(mode: str, width: float, height: float) -> Path:
    """Return the axis of the mirror; for a half turn, its one fixed point."""
    x, y = width / 2, height / 2
    if mode == LEFT_RIGHT:
        return Point(x, 0.0), Point(x, height)
    if mode == TOP_BOTTOM:
        return Point(0.0, y), Point(width, y)
    return (Point(x, y),)


def mirrored(one: MapObject, mode: str, width: float, height: float) -> MapObject:
    """Return an object mirrored on a board of *width* by *height* inches."""
    at = mirrored_point(Point(one.x / PX, one.y / PX), mode, width, height)
    sx, sy = (1.0 if mode == TOP_BOTTOM else -1.0), (1.0 if mode == LEFT_RIGHT else -1.0)
    turn = one.rotation if mode == TURNED else -one.rotation
    if one.shape in {"polygon", "polyline"}:
        corners = tuple(
            Corner(x=c.x * sx, y=c.y * sy) for c in one.polygon or one.polyline or ()
        )
        drawn = {one.shape: corners}
    else:
        # The mirror swaps sides, so that the object's own corner is at their other end.
        side = (-one.width if sx < 0 else 0.0, -one.height if sy < 0 else 0.0)
        off = rotated(Point(side[0] / PX, side[1] / PX), Point(0.0, 0.0), turn)
        at, drawn = Point(at.x + off.x, at.y + off.y), {}
    what, x, y = _other_way(one.what, mode), at.x * PX, at.y * PX
    return changed(one, what=what, x=x, y=y, rotation=turn, **drawn)


def _other_way(what: MapClass, mode: str) -> MapClass:
    if mode == TURNED:
        return what.after_turn(180.0)
    return what.after_mirror(0.0 if mode == LEFT_RIGHT else 90.0)


def twin_of(index: ObjectIndex, one: MapObject, mode: str) -> MapObject | None:
    """Return the object at the mirrored place of another; it may be that object itself."""
    return twin_at(index, mirrored(one, mode, index.map.width, index.map.height))


def twin_at(index: ObjectIndex, one: MapObject) -> MapObject | None:
    """Return the object of the same class with the same corners, if there is one."""
    for other in index.near(one.outline[0], ALIKE):
        if type(other.object.what) is type(one.what) and _alike(other.object, one):
            return other.object
    return None


def _alike(one: MapObject, other: MapObject) -> bool:
    a, b = one.outline, other.outline
    closed = one.shape != "polyline"
    return len(a) == len(b) and closed is (other.shape != "polyline") and _all_on(a, b)


def _all_on(corners: Path, others: Path) -> bool:
    return all(
        any(abs(x - u) <= ALIKE and abs(y - v) <= ALIKE for u, v in others) for x, y in corners
    )


class Twins(NamedTuple):
    """Changes on the other side that go with an edit."""

    changed: list[MapObject]
    new: list[tuple[int, MapObject]]
    """New objects, each after the id of the object that it mirrors."""
    gone: list[int]


def twins(
    index: ObjectIndex,
    mode: str,
    drafts: Sequence[MapObject],
    gone: Collection[int] = (),
    locked: Collection[int] = (),
) -> Twins:
    """Return the twins' changes for an edit that makes *drafts*, and removes *gone*."""
    own = {one.id for one in drafts} | set(gone)
    fresh = [one for one in drafts if one.id not in index.placed]
    found = Twins([], _new(index, mode, fresh, max([*index.placed, *own], default=0)), [])
    for one in drafts:
        before = index.get(one.id)
        twin = twin_of(index, before, mode) if before else None
        if before and twin and twin.id not in own and twin.id not in locked:
            found.changed.append(_following(twin, before, one, index, mode))
    for id_ in gone:
        before = index.get(id_)
        twin = twin_of(index, before, mode) if before else None
        if twin and twin.id not in own and twin.id not in locked:
            found.gone.append(twin.id)
    return found


def _new(
    index: ObjectIndex, mode: str, fresh: Sequence[MapObject], last: int
) -> list[tuple[int, MapObject]]:
    """Return twins for new objects that have none yet; *last*: the highest id in use."""
    if not fresh:
        return []
    others = ObjectIndex(
        index.map.model_copy(update={"layers": (MapLayer(id=1, objects=tuple(fresh)),)})
    )
    found = list[tuple[int, MapObject]]()
    for one in fresh:
        there = mirrored(one, mode, index.map.width, index.map.height)
        if not twin_at(index, there) and not twin_at(others, there):
            id_ = last + 1 + len(found)
            what = _other_side(index, there.what, mode)
            found.append(
                (one.id, changed(there, id=id_, name="", what=what, group=0, stamp_copy=""))
            )
    ids = {id_: new.id for id_, new in found}
    by_id = {one.id: one for one in fresh}
    return [(id_, _naming(new, by_id[id_], ids)) for id_, new in found]


def _naming(new: MapObject, one: MapObject, ids: Mapping[int, int]) -> MapObject:
    """Return a new twin that refers to the new twins of the objects its original refers to."""
    named = {
        member: ids[id_]
        for member in references(type(one.what))
        if (id_ := getattr(one.what, member)) in ids
    }
    return changed(new, what=new.what.model_copy(update=named)) if named else new


def _following(
    twin: MapObject, before: MapObject, one: MapObject, index: ObjectIndex, mode: str
) -> MapObject:
    """Return a twin changed like its original; members that differ by side stay as they are."""
    there = mirrored(one, mode, index.map.width, index.map.height)
    own = {
        "id": twin.id,
        "name": twin.name,
        "group": twin.group,
        "stamp_copy": twin.stamp_copy,
    }
    if one.what == before.what or type(one.what) is not type(twin.what):
        kept = twin.what if one.what == before.what else _other_side(index, one.what, mode)
        return changed(there, **own, what=kept)
    members = {name: getattr(twin.what, name) for name in sided_members(one.what)}
    return changed(there, **own, what=there.what.model_copy(update=members))


def sided_members(what: MapClass) -> list[str]:
    """Return the names of members that cannot be equal on both sides."""
    named = ["side"] if "side" in type(what).model_fields else []
    number = ["number"] if isinstance(what, Objective) else []
    return [*named, *number, *references(type(what))]


def _other_side(index: ObjectIndex, what: MapClass, mode: str) -> MapClass:
    """Return the class of a new twin: without side and number, referring to other twins."""
    blank: dict[str, object] = {}
    for member in sided_members(what):
        blank[member] = "" if member == "side" else 0
    for member in references(type(what)):
        named = index.get(getattr(what, member))
        twin = twin_of(index, named, mode) if named else None
        blank[member] = twin.id if twin else 0
    return what.model_copy(update=blank) if blank else what


def both_sides(
    index: ObjectIndex, after: MapFile, mode: str, locked: Collection[int]
) -> MapFile:
    """Return the map *after* with all changes since *index* applied on the other side too."""
    objects = after.by_id()
    drafts = [one for one in objects.values() if _differs(index.get(one.id), one)]
    gone = [id_ for id_ in index.placed if id_ not in objects]
    found = twins(index, mode, drafts, gone, locked)
    after = after.replaced(found.changed)
    layers = {one.id: layer.id for layer, one in after.objects()}
    new = dict[int, list[MapObject]]()
    for id_, one in found.new:
        new.setdefault(layers[id_], []).append(one)
    for layer_id, more in new.items():
        after = after.added(layer_id, more)
    return after.removed(found.gone) if found.gone else after


def _differs(before: MapObject | None, one: MapObject) -> bool:
    return before is not one and before != one


def shown_twins(found: Twins) -> Iterable[MapObject]:
    """Yield the objects that the other side shows of an unfinished edit."""
    yield from found.changed
    for _, one in found.new:
        yield one
