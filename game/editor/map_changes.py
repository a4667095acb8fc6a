"""Sentences that say what differs between two versions of a map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.content.maps.map_file import PX, MapFile, MapObject
from game.editor.object_words import counted, object_words

NAMED = 3
"""Maximum number of objects that are named one by one."""


def changes_in_words(before: MapFile, after: MapFile) -> str:
    """Return what became of the objects and the board: ``moves west 0.5"; adds 2 exits``.

    Empty if the maps are alike.
    """
    return "; ".join(_changes(before, after))


def _changes(before: MapFile, after: MapFile) -> Iterator[str]:
    if (before.width, before.height) != (after.width, after.height):
        yield f'makes the board {after.width}" × {after.height}"'
    old, new = before.by_id(), after.by_id()
    if added := [new[id_] for id_ in new if id_ not in old]:
        yield f"adds {counted(added)}"
    if gone := [old[id_] for id_ in old if id_ not in new]:
        yield f"removes {counted(gone)}"
    both = [(old[id_], new[id_]) for id_ in old if id_ in new and old[id_] != new[id_]]
    shifts = [(was, shift) for was, now in both if (shift := _shift(was, now))]
    yield from _moves(shifts)
    shifted = {was.id for was, _ in shifts}
    reshaped = [w for w, n in both if w.id not in shifted and w.outline != n.outline]
    if reshaped:
        yield f"reshapes {_named(reshaped)}"
    if rest := [w for w, n in both if w.outline == n.outline]:
        yield f"sets properties of {_named(rest)}"


def _shift(was: MapObject, now: MapObject) -> float:
    """Return the inches that an object moved; 0 if more than its place changed."""
    if was.model_copy(update={"x": now.x, "y": now.y}) != now:
        return 0.0
    dx, dy = (now.x - was.x) / PX, (now.y - was.y) / PX
    return float((dx * dx + dy * dy) ** 0.5)


def _moves(shifts: Sequence[tuple[MapObject, float]]) -> Iterator[str]:
    if len(shifts) > NAMED:
        yield f"moves {counted([was for was, _ in shifts])}"
    else:
        yield from (f'moves {object_words(was)} {inches:.3g}"' for was, inches in shifts)


def _named(objects: Sequence[MapObject]) -> str:
    if len(objects) > NAMED:
        return counted(objects)
    return ", ".join(object_words(one) for one in objects)
