"""The cage floor as one object: centre, rings, notches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.content.maps import MapFile
from game.content.maps.map_file import MapObject
from game.content.maps.spot_classes import Notch, Ring
from game.editor.edits.objects import (
    EditRefusedError,
    added,
    changed,
    next_id,
    removed,
    replaced,
    with_layers,
    with_objects,
)
from game.editor.edits.transform import bearing_of, box_of, drawn, middle, rotated
from game.geometry.points import Point, distance, thousandths
from game.table.cage_floor import MAX_CELLS, MIN_CELLS

PARTS = (2, 5, 8, 11)
"""Radii of the rims, in elevenths of the cage's radius, as in the shipped cages."""
CELLS = (1, 5, 7, 9)
"""``TC-01``  Numbers of cells of the centre and the rings."""
MAX_RINGS = 10


def rings_of(mapfile: MapFile) -> list[MapObject]:
    """Return the rings of a map, the centre first."""
    found = [(_ring(one).number, one) for _, one in mapfile.objects() if _is_ring(one)]
    return [one for _, one in sorted(found, key=lambda ring: ring[0])]


def _is_ring(one: MapObject) -> bool:
    return isinstance(one.what, Ring)


def _ring(one: MapObject) -> Ring:
    assert isinstance(one.what, Ring)
    return one.what


def notches_of(mapfile: MapFile) -> list[MapObject]:
    return [one for _, one in mapfile.objects() if isinstance(one.what, Notch)]


def whole_cage(mapfile: MapFile, objects: Sequence[MapObject]) -> list[MapObject]:
    """Return the objects, and the whole cage if a ring is among them: it moves as one."""
    if not any(_is_ring(one) for one in objects):
        return [*objects]
    ids = {one.id for one in objects}
    cage = [*rings_of(mapfile), *notches_of(mapfile)]
    return [*objects, *(one for one in cage if one.id not in ids)]


def with_cage(
    mapfile: MapFile, layer: int, at: Point, radius: float
) -> tuple[MapFile, list[int]]:
    """Return the map with a whole cage of *radius* inches, and the ids of its parts."""
    first = next_id(mapfile)
    rims = [round(radius * part / PARTS[-1], 2) for part in PARTS[:-1]] + [radius]
    # The outermost is drawn first: the others lie on it.
    discs = [
        _disc(first + n, at, rims[k], Ring(number=k, cells=CELLS[k]))
        for n, k in enumerate(reversed(range(len(PARTS))))
    ]
    inches = (rims[-2] + rims[-1]) / 2
    cells = CELLS[-1]
    notches = [
        drawn(first + len(discs) + n, Notch(), "point", (_spot(at, inches, turn),))
        for n, turn in enumerate((180.0 / cells, (cells // 2 + 0.5) * 360.0 / cells))
    ]
    parts = [*discs, *notches]
    return added(mapfile, layer, parts), [one.id for one in parts]


def _disc(id_: int, at: Point, radius: float, what: Ring) -> MapObject:
    corners = (Point(at.x - radius, at.y - radius), Point(at.x + radius, at.y + radius))
    return drawn(id_, what, "ellipse", corners)


def _spot(at: Point, inches: float, turn: float) -> Point:
    return thousandths(rotated(Point(at.x, at.y - inches), at, turn))


def with_ring(mapfile: MapFile, radius: float, what: Ring) -> tuple[MapFile, list[int]]:
    """Return the map with one more ring around its cage, and the ring's id.

    The notches move to the new ring. Raise EditRefusedError if it would not lie around the
    others.
    """
    rings = rings_of(mapfile)
    outer = rings[-1]
    if len(rings) >= MAX_RINGS:
        raise EditRefusedError(f"a cage has at most {MAX_RINGS - 1} rings (TC-01)")
    if radius <= _radius(outer):
        text = f'the cage is {2 * _radius(outer):g}" across'
        raise EditRefusedError(f"{text}; another ring must be larger (TC-01)")
    cells = what.cells if what.cells >= MIN_CELLS else _ring(outer).cells + 2
    new = Ring(number=len(rings), cells=min(cells, MAX_CELLS))
    disc = _disc(next_id(mapfile), middle(outer), radius, new)
    home = next(layer for layer, one in mapfile.objects() if one is outer)
    layers = (
        with_objects(layer, (disc, *layer.objects)) if layer is home else layer
        for layer in mapfile.layers
    )
    return mended(with_layers(mapfile, layers)), [disc.id]


def _radius(one: MapObject) -> float:
    left, _, right, _ = box_of([one])
    return (right - left) / 2


def mended(mapfile: MapFile) -> MapFile:
    """Return the map with a valid cage again after a change.

    Rings are numbered from the centre outward, and notches lie in the outer one. If not even a
    centre and one ring are left, the whole cage is removed.
    """
    rings, notches = rings_of(mapfile), notches_of(mapfile)
    if len(rings) < 2:
        left = {one.id for one in (*rings, *notches)}
        return removed(mapfile, left) if left else mapfile
    new = dict(_numbered(rings))
    at, inches = middle(rings[0]), (_radius(rings[-2]) + _radius(rings[-1])) / 2
    for notch in notches:
        off = distance(notch.outline[0], at)
        if not _radius(rings[-2]) < off <= _radius(rings[-1]):
            spot = _spot(at, inches, bearing_of(notch.outline[0], at))
            new[notch.id] = drawn(notch.id, notch.what, "point", (spot,), notch.name)
    return replaced(mapfile, new) if new else mapfile


def _numbered(rings: Iterable[MapObject]) -> Iterable[tuple[int, MapObject]]:
    for n, one in enumerate(rings):
        what = _ring(one)
        cells = 1 if n == 0 else max(what.cells, MIN_CELLS)
        if (what.number, what.cells) != (n, cells):
            what = what.model_copy(update={"number": n, "cells": cells})
            yield one.id, changed(one, what=what)
