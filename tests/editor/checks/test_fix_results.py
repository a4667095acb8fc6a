"""Results of fixes: places, sizes and members that can be worked out by hand."""

from __future__ import annotations

import pytest
import shapely

from game.content.maps.class_registry import CLASSES
from game.content.maps.classes import DeploymentZone
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import map_of
from game.editor import fixes, zone_fixes
from game.editor.edits import EditRefusedError, changed
from game.editor.finding_fixes import FIXES, fixed_map
from game.editor.findings import Finding, Severity
from game.editor.fixes import Fix
from game.editor.map_changes import changes_in_words
from game.editor.transforms import drawn, middle, moved
from game.geometry.points import Point, distance
from game.geometry.polygons import box
from game.systems.cage.content.map_classes import Notch, Ring
from game.systems.cage.editor import cage_edits as cage
from game.systems.cage.table import MIN_CELLS
from game.systems.pursuit import editor as pursuit
from game.systems.pursuit.content.map_classes import Arrival

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


ROCK = [
    {"class": "Block", "rectangle": [0, 0, 48, 18]},
    {"class": "Block", "rectangle": [0, 30, 48, 18]},
]
MARKS = [{"class": "Objective", "point": [x, 24]} for x in (16, 24, 32)]


def zones_of(mapfile: MapFile) -> list[tuple[float, ...]]:
    return [box(zone.outline) for zone in mapfile.all_of(DeploymentZone)]


def zoned(*boxes: tuple[float, float, float, float], walls: bool = True) -> MapFile:
    """Return a corridor from west to east, with zones: left, top, width and height."""
    zones = [{"class": "DeploymentZone", "rectangle": [*area]} for area in boxes]
    return map_of(48, 48, [*(ROCK if walls else []), *MARKS, *zones])


def test_zones_that_miss_the_edge_by_half_an_inch_are_moved_by_half_an_inch() -> None:
    mapfile = zoned((0.5, 20.75, 7, 6.5), (40.5, 20.75, 7, 6.5))

    after = zone_fixes.opposite(mapfile, about())
    assert zones_of(after) == [(0, 20.75, 7, 27.25), (41, 20.75, 48, 27.25)]
    assert changes_in_words(mapfile, after) == (
        'moves deployment zone 6 0.5"; moves deployment zone 7 0.5"'
    )


def test_zones_that_are_moved_to_the_edge_leave_out_the_rock_there() -> None:
    """Half a square inch of rock at each edge, which is no reason to draw strips instead."""
    zones = [(0.5, 20.75, 7, 6.5), (40.5, 20.75, 7, 6.5)]
    rock = [(0, 20.75, 0.5, 1), (47.5, 26.25, 0.5, 1)]
    mapfile = map_of(
        48,
        48,
        [
            *ROCK,
            *MARKS,
            *({"class": "Block", "rectangle": [*place]} for place in rock),
            *({"class": "DeploymentZone", "rectangle": [*place]} for place in zones),
        ],
    )

    after = zone_fixes.opposite(mapfile, about())
    assert zones_of(after) == [(0, 20.75, 7, 27.25), (41, 20.75, 48, 27.25)]
    areas = [shapely.Polygon(zone.outline).area for zone in after.all_of(DeploymentZone)]
    assert areas == pytest.approx([7 * 6.5 - 0.5] * 2)


def test_the_zone_that_is_changed_is_the_one_of_which_less_changes() -> None:
    """The first is turned onto the second, or the other way round: 15 against 6 inches."""
    mapfile = zoned((0, 20, 7, 8), (41, 20, 7, 7))
    assert zones_of(zone_fixes.opposite(mapfile, about())) == [(0, 20, 7, 28), (41, 20, 48, 28)]

    smaller = zoned((0, 19, 6, 10), (41, 20, 7, 8))
    # 60 + 56 - 2 * 48 for one, and the same for the other: the first stays.
    assert zones_of(zone_fixes.opposite(smaller, about()))[0] == (0, 19, 6, 29)


def test_no_zone_is_laid_over_rock() -> None:
    """Strips 12 inches deep along the short edges are cut to the corridor of 12 inches."""
    after = zone_fixes.two_zones(zoned(), about())
    assert zones_of(after) == [(0, 18, 12, 30), (36, 18, 48, 30)]
    other = zone_fixes.two_zones(zoned((0, 15, 7, 9)), about())
    assert zones_of(other) == [(0, 15, 7, 24), (41, 24, 48, 30)]


def test_a_zone_grows_only_where_no_rock_is() -> None:
    mapfile = zoned((0, 19, 2, 10), (46, 19, 2, 10))

    after = zone_fixes.grown(mapfile, about(mapfile.all_of(DeploymentZone)[0].id))
    left, top, right, low = zones_of(after)[0]
    assert (left, top, low) == (0, 18, 30)
    assert right < 12


def test_where_rock_leaves_no_pair_of_zones_nothing_is_changed() -> None:
    rock = {"class": "Block", "rectangle": [24, 0, 24, 48]}
    zones = [{"class": "DeploymentZone", "rectangle": [0, y, 6, 6]} for y in (0, 20)]

    with pytest.raises(EditRefusedError, match="no room for"):
        zone_fixes.opposite(map_of(48, 48, [rock, *zones]), about())


def test_words_say_what_a_fix_changes() -> None:
    before = zoned((0, 20, 7, 8), walls=False)
    first = before.all_of(DeploymentZone)[0]

    added = zone_fixes.two_zones(before, about())
    assert changes_in_words(before, added) == "adds deployment zone 5"
    assert changes_in_words(added, before) == "removes deployment zone 5"
    named = before.replaced([changed(first, name="west")])
    assert changes_in_words(named, before) == "sets properties of west"
    wider = before.replaced([changed(first, width=first.width + 32)])
    assert changes_in_words(before, wider) == "reshapes deployment zone 4"
    assert changes_in_words(before, before) == ""
