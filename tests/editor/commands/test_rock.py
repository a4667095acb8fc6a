"""Filling with rock: what lanes, zones or a floor cannot reach; boards of 48" x 48"."""

from __future__ import annotations

import pytest
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from game.content.maps.classes import Block
from game.content.maps.map_file import MAX_CORNERS
from game.editor.edits import EditRefusedError
from game.editor.findings import Severity
from game.editor.map_checks import judge
from game.editor.workspace import Snapping
from game.systems.flood.editor.rock import fill_with_rock
from tests.editor.tool_driver import Desk, dig_corridor

BOARD = shapely.box(0, 0, 48, 48)
SLIT = 0.1
"""Inches by which rock may overlap a thin wall, or stay off it."""


def rock(desk: Desk) -> BaseGeometry:
    found = [one for one in desk.objects if isinstance(one.what, Block)]
    assert all(len(one.outline) <= MAX_CORNERS for one in found)
    areas = [Polygon(one.outline) for one in found]
    assert all(area.is_valid for area in areas)
    assert all(a.intersection(b).area < 0.01 for n, a in enumerate(areas) for b in areas[:n])
    return shapely.union_all(areas)


def test_all_around_a_dug_corridor_becomes_rock_up_to_its_walls() -> None:
    """Floor and walls are (7, 21) to (41, 27): a corridor of 4" with walls of 1"."""
    desk = Desk()
    dig_corridor(desk, (10, 24), (38, 24))
    fill_with_rock(desk.space)

    expected = BOARD.difference(shapely.box(7, 21, 41, 27))
    assert rock(desk).symmetric_difference(expected).area < SLIT
    assert desk.labels[-1] == "Fill the rest with rock"
    desk.space.undo()
    assert not rock(desk).area


def test_a_second_time_nothing_is_left_to_fill() -> None:
    desk = Desk()
    dig_corridor(desk, (6, 24), (42, 24))
    dig_corridor(desk, (24, 6), (24, 42))
    dig_corridor(desk, (6, 10), (20, 10), (30, 34), (42, 34))
    fill_with_rock(desk.space)
    before = desk.space.map

    with pytest.raises(EditRefusedError, match="all ground can be reached"):
        fill_with_rock(desk.space)
    assert desk.space.map is before


def test_a_sewer_of_corridors_with_zones_passes_the_checks_once_it_is_filled() -> None:
    desk = Desk()
    for path in (((3, 24), (45, 24)), ((24, 4), (24, 44))):
        dig_corridor(desk, *path)
    desk.draw("Rectangle", "DeploymentZone", (1, 22), (12, 26))
    desk.draw("Rectangle", "DeploymentZone", (36, 22), (47, 26))
    desk.draw("Point", "FloodOrigin", (24, 4))
    fill_with_rock(desk.space)
    *_, last = judge(desk.space.map)

    assert last
    assert [f.words for f in last.findings if f.severity is Severity.FAULT] == []


def test_an_outline_of_walls_around_a_zone_is_a_room_in_rock() -> None:
    """The room is 20" x 20"; its wall is a line."""
    desk = Desk()
    desk.draw("Polyline", "Wall", (10, 10), (30, 10), (30, 30), (10, 30), (10, 10))
    desk.draw("Rectangle", "DeploymentZone", (12, 12), (18, 18))
    fill_with_rock(desk.space)

    expected = BOARD.difference(shapely.box(10, 10, 30, 30))
    assert rock(desk).symmetric_difference(expected).area < 80 * SLIT
    assert rock(desk).intersection(shapely.box(10.1, 10.1, 29.9, 29.9)).area == 0.0


def test_a_gap_counts_as_a_way_if_the_smallest_base_passes_it() -> None:
    """Bases of 1" pass a gap of 1.25", and none of 0.75"."""
    for gap, passes in ((1.25, True), (0.75, False)):
        desk = Desk(snapping=Snapping(0.25))
        desk.draw("Polyline", "Wall", (10, 10), (30, 10), (30, 30), (10, 30), (10, 10 + gap))
        desk.draw("Rectangle", "DeploymentZone", (12, 12), (18, 18))
        if passes:
            with pytest.raises(EditRefusedError, match="close the outline"):
                fill_with_rock(desk.space)
        else:
            fill_with_rock(desk.space)
            assert rock(desk).area > 1800


def test_a_pocket_behind_a_narrow_gap_is_filled_and_corners_of_rooms_are_not() -> None:
    """A wall at x = 30 leaves a gap of 0.75" to a pocket of 5" x 20" in a room."""
    desk = Desk(snapping=Snapping(0.25))
    desk.draw("Polyline", "Wall", (10, 10), (35, 10), (35, 30), (10, 30), (10, 10))
    desk.draw("Polyline", "Wall", (30, 10), (30, 29.25))
    desk.draw("Rectangle", "DeploymentZone", (12, 12), (18, 18))
    fill_with_rock(desk.space)

    assert rock(desk).intersection(shapely.box(31, 11, 34, 28)).area == 3 * 17
    assert rock(desk).intersection(shapely.box(10.1, 10.1, 29.9, 29.9)).area < 0.2


def test_lanes_say_what_stays_open_and_so_does_a_selected_floor() -> None:
    desk = Desk()
    dig_corridor(desk, (10, 24), (38, 24))
    desk.draw("Polyline", "Wall", (4, 4), (12, 4), (12, 12), (4, 12), (4, 4))
    desk.draw("Rectangle", "Ground", (5, 5), (10, 10))
    fill_with_rock(desk.space)
    assert rock(desk).intersection(shapely.box(4.1, 4.1, 11.9, 11.9)).area == 0.0

    desk.space.undo()
    desk.space.select(())
    fill_with_rock(desk.space)
    assert rock(desk).covers(shapely.box(5, 5, 11, 11))


def test_a_map_on_which_nothing_stays_open_is_not_filled() -> None:
    desk = Desk()
    desk.draw("Rectangle", "Wall", (5, 5), (10, 10))

    with pytest.raises(EditRefusedError, match="draw a lane or a zone, or select a floor"):
        fill_with_rock(desk.space)


@pytest.mark.parametrize(("kind", "filled"), [("Door", 0.0), ("Wall", 24 * 48)])
def test_ground_behind_a_closed_door_stays_open(kind: str, filled: float) -> None:
    """A line across the board at x = 24, with a gap from y = 20 to 28 that a piece closes."""
    desk = Desk()
    desk.draw("Polyline", "Wall", (24, 0), (24, 20))
    desk.draw("Polyline", "Wall", (24, 28), (24, 48))
    desk.draw("Polyline", kind, (24, 20), (24, 28))
    desk.draw("Rectangle", "DeploymentZone", (1, 1), (12, 47))
    if kind == "Door":
        with pytest.raises(EditRefusedError, match="all ground can be reached"):
            fill_with_rock(desk.space)
    else:
        fill_with_rock(desk.space)

    assert rock(desk).area == pytest.approx(filled, abs=2.0)
