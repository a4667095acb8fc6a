"""Results of fixes: places, sizes and members that can be worked out by hand."""

from __future__ import annotations

import pytest

from game.content.maps import MapFile, map_of
from game.content.maps.cage import Notch, Ring
from game.content.maps.class_registry import CLASSES
from game.content.maps.pursuit import Arrival
from game.editor import cage, fixes, pursuit
from game.editor.edits import drawn, middle, moved
from game.editor.fixes import Fix
from game.editor.map_checks import Finding, Severity
from game.editor.registry import FIXES, fixed_map
from game.geometry.points import Point, distance
from game.table.cage import MIN_CELLS

BARE = map_of(48, 48)


def about(*ids: int) -> Finding:
    return Finding(Severity.FAULT, "", "", about=ids)


def test_an_ellipse_becomes_the_circle_within_it() -> None:
    oval = drawn(1, CLASSES["Ruin"](), "ellipse", (Point(10, 10), Point(16, 14)))

    made = fixes.round_(BARE, oval)

    assert (made.x / 32, made.y / 32, made.width / 32, made.height / 32) == (11, 10, 4, 4)


@pytest.mark.parametrize(("kind", "left"), [("DeploymentZone", 1), ("Ground", 0)])
def test_only_what_names_an_object_of_its_class_goes_on_naming_it(kind: str, left: int) -> None:
    mapfile = map_of(48, 48, [{"class": kind, "rectangle": [0, 0, 10, 10]}])
    way = drawn(2, CLASSES["Exit"](zone=1), "rectangle", (Point(0, 4), Point(1, 6)))  # type: ignore[call-arg]

    assert getattr(fixes.cleared(mapfile, way).what, "zone", None) == left


def test_the_centre_of_a_cage_gets_one_cell_and_a_ring_the_fewest() -> None:
    mapfile = cage.cage_drawn(BARE, about())
    centre, ring = sorted(mapfile.all_of(Ring), key=lambda one: one.width)[:2]

    for one, cells in ((centre, 1), (ring, MIN_CELLS)):
        after = cage.celled(mapfile, about(one.id)).by_id()
        assert getattr(after[one.id].what, "cells", 0) == cells


def test_two_notches_lie_opposite_to_each_other_in_the_outer_ring() -> None:
    mapfile = cage.notched(cage.cage_drawn(BARE, about()), about())
    outer = max(mapfile.all_of(Ring), key=lambda one: one.width)
    one, other = (notch.outline[0] for notch in mapfile.all_of(Notch))

    assert ((one.x + other.x) / 2, (one.y + other.y) / 2) == pytest.approx(middle(outer))
    assert distance(one, other) > outer.width / 32 / 2


@pytest.mark.parametrize(("old", "edge"), [(0, 0), (48, 48)])
def test_half_an_arrival_becomes_whole_at_the_edge_that_it_is_at(old: int, edge: int) -> None:
    half = {"class": "Arrival", "polyline": [[old, 0], [old, 20]]}

    after = pursuit.arrival_drawn(map_of(48, 48, [half]), about(1))

    (made,) = after.all_of(Arrival)
    assert made.outline == ((edge, 0), (edge, 48))


def test_of_pieces_that_cannot_be_parted_in_three_the_smallest_goes() -> None:
    sides = (5, 2, 4, 3)
    mapfile = map_of(
        72,
        48,
        [
            {"class": "CityPiece", "rectangle": [10 * n, 10, side, side], "size": 1}
            for n, side in enumerate(sides)
        ],
    )

    after = pursuit.sized(mapfile, about()).by_id()

    # The ids are 1 to 4: the piece of two inches is the second.
    assert {id_: getattr(one.what, "size", 0) for id_, one in after.items()} == {
        1: 3,
        3: 2,
        4: 1,
    }


def test_what_would_break_the_map_is_left_out_of_mending_all() -> None:
    wall = {"class": "Wall", "rectangle": [0, 0, 4, 4]}
    finding = Finding(Severity.FAULT, "", "", kind="only a test", about=(1,))

    def breaks(mapfile: MapFile, found: Finding) -> MapFile:
        return mapfile.replaced([moved(mapfile.by_id()[1], -9.0, 0.0)])

    mapfile = map_of(48, 48, [wall])
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(FIXES, "only a test", (Fix("Break it", breaks),))
        assert fixed_map(mapfile, [finding]) == (mapfile, 0)
