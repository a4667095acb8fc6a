"""Linked copies of stamps, of which a change of one changes all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from game.content.maps.map_class import CIRCLE
from game.content.maps.map_file import MapFile, MapObject
from game.editor.edits import changed
from game.editor.mirror import LEFT_RIGHT, mirrored, sided_members
from game.editor.transforms import bearing_of, middle, moved, turned
from game.geometry.points import Point, distance

ALIKE = 0.02
"""Tolerance in inches between the corners of two copies of a part."""
NAMELESS = "stamp"
MAX_NAME = 40
ORIGIN = Point(0.0, 0.0)
Parts: TypeAlias = Mapping[int, MapObject]
"""The objects of a copy, by the numbers of the parts that they are."""


class Link(NamedTuple):
    """The copy and the part of a stamp that an object is."""

    stamp: str
    copy: int
    part: int

    def text(self) -> str:
        return f"{self.stamp}:{self.copy}:{self.part}"


class RigidMotion(NamedTuple):
    """A way in which one copy lies as another: flipped or not, turned, then moved."""

    is_flipped: bool
    angle: float
    by: Point

    def of(self, one: MapObject) -> MapObject:
        """Return an object as it lies after the motion."""
        if self.is_flipped:
            one = mirrored(one, LEFT_RIGHT, 0.0, 0.0)
        if self.angle:
            one = turned(one, ORIGIN, self.angle)
        return moved(one, *self.by)


def link_of(one: MapObject) -> Link | None:
    """Return the link of an object; None if it has none."""
    if not one.stamp_copy:
        return None
    stamp, copy, part = one.stamp_copy.split(":")
    return Link(stamp, int(copy), int(part))


def linked(objects: Sequence[MapObject], title: str) -> list[MapObject]:
    """Return the objects of a stamp as parts of its first copy."""
    name = " ".join(title.replace(":", " ").split())[:MAX_NAME] or NAMELESS
    return [
        one.model_copy(update={"stamp_copy": Link(name, 1, n).text()})
        for n, one in enumerate(objects, 1)
    ]


def new_copies(mapfile: MapFile, objects: Iterable[MapObject]) -> dict[str, str]:
    """Return the links of objects that are copied onto a map, by their links so far."""
    last = max((link.copy for link in _links(mapfile)), default=0)
    old = [link for one in objects if (link := link_of(one))]
    copies = dict.fromkeys((link.stamp, link.copy) for link in old)
    numbers = {copy: last + n for n, copy in enumerate(copies, 1)}
    return {
        link.text(): link._replace(copy=numbers[link.stamp, link.copy]).text() for link in old
    }


def _links(mapfile: MapFile) -> Iterator[Link]:
    return (link for _, one in mapfile.objects() if (link := link_of(one)))


def detached(mapfile: MapFile, objects: Iterable[MapObject]) -> MapFile:
    """Return the map on which the copies that objects are parts of are linked no more."""
    copies = {(link.stamp, link.copy) for one in objects if (link := link_of(one))}
    return mapfile.replaced(
        one.model_copy(update={"stamp_copy": ""})
        for _, one in mapfile.objects()
        if (link := link_of(one)) and (link.stamp, link.copy) in copies
    )


def copies_changed(before: MapFile, after: MapFile, locked: Collection[int]) -> MapFile:
    """Return the map *after* with the changes of linked copies made to all copies.

    A copy that was only placed elsewhere, or removed as a whole, changes no other.
    """
    if not any(one.stamp_copy for _, one in before.objects()):
        return after
    was, now, objects = _copies(before), _copies(after), after.by_id()
    new, gone, done = list[MapObject](), set[int](), set[str]()
    for (stamp, copy), parts in was.items():
        there = now.get((stamp, copy), {})
        lost = [n for n, one in parts.items() if n not in there and one.id not in objects]
        edited = [n for n, one in parts.items() if n in there and there[n] != one]
        if stamp in done or not there or not (lost or edited):
            continue
        if not lost and _is_placed_elsewhere(parts, there):
            continue
        done.add(stamp)
        for (other_stamp, other), others in now.items():
            same = was.get((other_stamp, other)) == others
            if other_stamp != stamp or other == copy or not same:
                continue
            if motion := motion_between(parts, others):
                free = {n: one for n, one in others.items() if one.id not in locked}
                new += [_like(free[n], there[n], motion) for n in edited if n in free]
                gone |= {free[n].id for n in lost if n in free}
    return after.replaced(new).removed(gone) if new or gone else after


def _copies(mapfile: MapFile) -> dict[tuple[str, int], dict[int, MapObject]]:
    found = dict[tuple[str, int], dict[int, MapObject]]()
    for _, one in mapfile.objects():
        if link := link_of(one):
            found.setdefault((link.stamp, link.copy), {})[link.part] = one
    return found


def _is_placed_elsewhere(before: Parts, after: Parts) -> bool:
    """Return whether all parts of a copy were moved as one, and nothing else was changed."""
    same = all(_bare(before[n]) == _bare(one) for n, one in after.items() if n in before)
    return same and motion_between(before, after) is not None


def _bare(one: MapObject) -> object:
    """Return everything that placing an object elsewhere leaves as it is."""
    sized = (one.width, one.height) if one.shape != "point" else ()
    return type(one.what), one.what.after_turn(0.0), one.visible, one.opacity, sized


def _like(old: MapObject, one: MapObject, motion: RigidMotion) -> MapObject:
    """Return a part changed as that of another copy; its own names and sides stay."""
    new = motion.of(one)
    members = type(new.what).model_fields
    kept = {
        name: getattr(old.what, name) for name in sided_members(old.what) if name in members
    }
    own = {"id": old.id, "name": old.name, "group": old.group, "stamp_copy": old.stamp_copy}
    return changed(new, **own, kept=old.kept, what=new.what.model_copy(update=kept))


def motion_between(one: Parts, other: Parts) -> RigidMotion | None:
    """Return how a copy lies as compared with another; None if they differ in form."""
    common = [n for n in one if n in other]
    for is_flipped in (False, True):
        for angle in _angles([one[n] for n in common], [other[n] for n in common], is_flipped):
            laid = [RigidMotion(is_flipped, angle, ORIGIN).of(one[n]) for n in common]
            a, b = middle(laid[0]), middle(other[common[0]])
            by = Point(b.x - a.x, b.y - a.y)
            if all(
                _lies_on(moved(part, *by), other[n])
                for n, part in zip(common, laid, strict=True)
            ):
                return RigidMotion(is_flipped, angle, by)
    return None


def _angles(
    one: Sequence[MapObject],
    other: Sequence[MapObject],
    is_flipped: bool,  # noqa: FBT001
) -> Iterator[float]:
    """Yield the angles by which the objects of a copy may be turned as against another's."""
    sign = -1.0 if is_flipped else 1.0
    for a, b in zip(one, other, strict=True):
        if a.shape != "point" and type(a.what).shapes != CIRCLE:
            yield round((b.rotation - sign * a.rotation) % 360.0, 3)
            break
    if len(one) > 1:
        # Angles between middles are mirrored, too.
        was, now = (bearing_of(middle(c[-1]), middle(c[0])) for c in (one, other))
        yield round((now - sign * was) % 360.0, 3)
    elif one:
        yield 0.0


def _lies_on(one: MapObject, other: MapObject) -> bool:
    """Return whether two objects have the same corners, in any order."""
    if one.shape != other.shape or len(one.outline) != len(other.outline):
        return False
    return all(
        min(distance(corner, there) for there in other.outline) <= ALIKE
        for corner in one.outline
    )
