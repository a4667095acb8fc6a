"""Corridors: 4" wide between walls of 1", on a board of 48" x 48"."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from game.content.editor_actions import EditorAction
from game.content.maps.board_faults import findings_of
from game.content.maps.classes import Wall
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapObject
from game.content.maps.map_library import map_of, parse_map, read_map
from game.content.maps.writer import canonical
from game.geometry.points import Point
from game.systems.flood.content.map_checks import flood_faults
from game.systems.flood.content.map_classes import Lane
from game.systems.flood.table.lanes import Lane as Course
from game.systems.flood.table.lanes import lane_network
from game.table.board import Board
from tests.editor.tool_driver import Desk, dig_corridor, pointer


def lanes(desk: Desk) -> list[tuple[Point, ...]]:
    return [one.outline for one in desk.objects if isinstance(one.what, Lane)]


def walls(desk: Desk) -> BaseGeometry:
    found = [Polygon(one.outline) for one in desk.objects if isinstance(one.what, Wall)]
    assert all(not a.intersection(b).area for n, a in enumerate(found) for b in found[n + 1 :])
    return shapely.union_all(found)


def rim(left: float, top: float, right: float, low: float) -> BaseGeometry:
    return shapely.box(left, top, right, low)


def test_a_corridor_has_a_floor_walls_about_it_and_a_lane() -> None:
    """The floor is (8, 22) to (40, 26) for a lane from (10, 24) to (38, 24); walls are 1"."""
    desk = Desk()
    dig_corridor(desk, (10, 24), (38, 24))
    assert lanes(desk) == [((10, 24), (38, 24))]
    expected = rim(7, 21, 41, 27).difference(rim(8, 22, 40, 26))
    assert walls(desk).equals(expected)
    assert desk.labels == ["Draw a corridor"]
    assert desk.space.selection == tuple(one.id for one in desk.objects if _is_lane(one))
    desk.space.undo()
    assert not desk.objects


def _is_lane(one: MapObject) -> bool:
    return isinstance(one.what, Lane)


def test_width_and_walls_are_what_the_workspace_says() -> None:
    desk = Desk()
    desk.space.corridor = type(desk.space.corridor)(width=6.0, wall=0.5)
    dig_corridor(desk, (24, 10), (24, 30))
    expected = rim(20.5, 6.5, 27.5, 33.5).difference(rim(21, 7, 27, 33))
    assert walls(desk).equals(expected)


def test_keys_change_its_width_while_it_is_drawn_and_the_number_beside_it() -> None:
    desk = Desk()
    desk.take("Corridor").click((24, 10))
    for _ in range(3):
        assert desk.tool.take_action(EditorAction.FORWARD)
    desk.tool.take_action(EditorAction.BACKWARD)
    desk.tool.hover(pointer(24, 30))
    assert '5" wide' in [word.text for word in desk.tool.sketch().words]
    for _ in range(30):
        desk.tool.take_action(EditorAction.FORWARD)
    assert desk.space.corridor.width == 12.0


@pytest.mark.rule("FF-04")
def test_two_that_cross_are_one_floor_with_walls_about_the_whole() -> None:
    desk = Desk()
    dig_corridor(desk, (10, 24), (38, 24))
    dig_corridor(desk, (24, 10), (24, 38))
    floor = rim(8, 22, 40, 26).union(rim(22, 8, 26, 40))
    around = rim(7, 21, 41, 27).union(rim(21, 7, 27, 41))
    assert walls(desk).equals(around.difference(floor))
    assert junctions(desk, Point(24, 24)) == 4


def junctions(desk: Desk, at: Point) -> int:
    """Return how many segments meet at a place, for water from the first lane's start."""
    found = [Course(path) for path in lanes(desk)]
    run = lane_network(found, (found[0].path[0],))
    node = run.nodes.index(at)
    return len(run.leaving(node)) + len(run.arriving(node))


@pytest.mark.rule("FF-04")
def test_one_that_ends_in_another_leads_its_lane_to_the_other() -> None:
    """The second corridor ends at (24, 23), on the first one's floor, 1" short of its lane."""
    desk = Desk()
    dig_corridor(desk, (10, 24), (38, 24))
    dig_corridor(desk, (24, 10), (24, 23))
    assert lanes(desk) == [((10, 24), (38, 24)), ((24, 10), (24, 24))]
    assert junctions(desk, Point(24, 24)) == 3


@pytest.mark.rule("FF-04")
def test_a_lane_that_ended_beside_the_new_corridor_is_led_on_to_it() -> None:
    """The first corridor ends at (24, 23); the second runs below it along y = 24."""
    desk = Desk()
    dig_corridor(desk, (24, 10), (24, 23))
    dig_corridor(desk, (10, 24), (38, 24))
    assert lanes(desk) == [((24, 10), (24, 24)), ((10, 24), (38, 24))]


@pytest.mark.rule("FF-04")
def test_where_it_runs_along_another_lane_it_lays_no_second_one() -> None:
    """From x = 20 to 38 there already is a lane; the new lane begins at its end."""
    desk = Desk()
    dig_corridor(desk, (10, 24), (38, 24))
    dig_corridor(desk, (20, 24), (44, 24))
    assert lanes(desk)[0] == ((10, 24), (38, 24))
    (new,) = lanes(desk)[1:]
    assert new[0] == pytest.approx((38, 24), abs=0.02)
    assert new[-1] == (44, 24)
    assert walls(desk).equals(rim(7, 21, 47, 27).difference(rim(8, 22, 46, 26)))


@pytest.mark.rule("FF-09")
def test_at_the_edge_of_the_board_it_is_open_and_its_lane_ends_an_inch_before() -> None:
    desk = Desk()
    dig_corridor(desk, (0, 24), (38, 24))
    assert lanes(desk) == [((1, 24), (38, 24))]
    assert not walls(desk).intersects(rim(0, 22.1, 5, 25.9))


def test_nameless_walls_that_touch_grow_together_named_ones_are_left() -> None:
    desk = Desk()
    dig_corridor(desk, (10, 24), (38, 24))
    before = len(desk.objects)
    dig_corridor(desk, (10, 24), (10, 40))
    assert len(desk.objects) <= before + 2, "a lane more, and one piece of wall at most"


def test_masonry_is_cut_the_largest_part_keeps_its_name() -> None:
    """20" x 30", cut 4" wide at 10" from its top: 20" x 10" above, 20" x 16" below."""
    desk = Desk()
    mass = desk.draw("Rectangle", "Wall", (14, 12), (34, 42))
    named = mass.model_copy(update={"name": "masonry"})
    layer = desk.space.map.layers[0].model_copy(update={"objects": (named,)})
    desk.space.do("Name", desk.space.map.model_copy(update={"layers": (layer,)}))
    dig_corridor(desk, (4, 24), (44, 24))
    kept = desk.space.index.get(mass.id)
    assert kept
    assert kept.name == "masonry"
    assert Polygon(kept.outline).equals(rim(14, 26, 34, 42))
    assert not walls(desk).intersects(rim(2.1, 22.1, 45.9, 25.9))


def test_what_is_locked_is_not_cut() -> None:
    desk = Desk()
    mass = desk.draw("Rectangle", "Wall", (14, 12), (34, 42))
    desk.space.locked = frozenset({mass.id})
    dig_corridor(desk, (4, 24), (44, 24))
    assert desk.outline(mass.id) == mass.outline


def test_a_thin_wall_is_cut_where_the_floor_is() -> None:
    desk = Desk()
    desk.draw("Polyline", "Wall", (24, 10), (24, 40))
    dig_corridor(desk, (10, 24), (38, 24))
    lines = [one for one in desk.objects if one.shape == "polyline"]
    thin = [one.outline for one in lines if not _is_lane(one)]
    assert sorted(thin) == [((24, 10), (24, 22)), ((24, 26), (24, 40))]


def test_the_mirror_digs_on_the_other_side_as_well() -> None:
    desk = Desk(mirror="turned")
    dig_corridor(desk, (4, 10), (20, 10))
    assert lanes(desk) == [((4, 10), (20, 10)), ((44, 38), (28, 38))]
    assert desk.labels == ["Draw a corridor"]


def test_the_floor_is_shown_before_it_is_dug() -> None:
    desk = Desk().take("Corridor")
    desk.click((10, 24), (38, 24))
    outlines = [line.path for line in desk.tool.sketch().lines if line.closed]
    assert [Polygon(path).equals(rim(8, 22, 40, 26)) for path in outlines] == [True]
    assert '4" wide' in [word.text for word in desk.tool.sketch().words]


def drawn_board(desk: Desk) -> Board:
    return to_board(desk.space.map)


@pytest.mark.rule("FF-04", "FF-09")
@pytest.mark.parametrize("name", ["sewer-cross", "sewer-bend", "sewer-canal"])
def test_through_a_sewer_that_is_there_it_joins_what_it_meets(name: str) -> None:
    """The corridor runs along y = 20 from hall to hall.

    Its lane joins all lanes that it crosses, and no wall stands on an older lane.
    """
    desk = Desk(read_map(Path(f"maps/{name}.tmj")))
    before = lanes(desk)
    dig_corridor(desk, (12, 20), (36, 20))
    assert desk.labels == ["Draw a corridor"]
    solid = walls_and_blocks(desk)
    assert solid.intersection(rim(10.1, 18.1, 37.9, 21.9)).area < 0.01
    for path in before:
        assert solid.intersection(LineString(path)).length < 0.01
    new = lanes(desk)[-1]
    crossed = [path for path in before if LineString(path).crosses(LineString(new))]
    assert crossed
    assert not [fault for fault in flood_faults(drawn_board(desk)) if "circle" in fault.reason]


def walls_and_blocks(desk: Desk) -> BaseGeometry:
    solid = [t for t in drawn_board(desk).terrain if t.impassable and t.closed]
    return shapely.union_all([Polygon(t.outline) for t in solid if t.kind != "deep water"])


@pytest.mark.rule("FF-03")
def test_where_water_finds_its_own_way_no_lane_is_laid() -> None:
    desk = Desk(read_map(Path("maps/sewer-springs.tmj")))
    solid = walls_and_blocks(desk)
    dig_corridor(desk, (28, 30), (28, 20), (6, 20))
    assert not lanes(desk)
    assert walls_and_blocks(desk).difference(solid).area < 0.01, "no new wall in its rooms"


def test_a_ring_of_corridors_has_a_wall_within() -> None:
    desk = Desk()
    dig_corridor(desk, (10, 10), (38, 10), (38, 38), (10, 38), (10, 10))
    (path,) = lanes(desk)
    assert len([*pairwise(path)]) == 4
    inner = rim(12, 12, 36, 36).difference(rim(13, 13, 35, 35))
    outer = rim(7, 7, 41, 41).difference(rim(8, 8, 40, 40))
    assert walls(desk).equals(inner.union(outer))


@pytest.mark.rule("FF-04")
@pytest.mark.parametrize("seed", range(4))
def test_however_many_are_dug_no_lane_runs_through_a_wall(seed: int) -> None:
    rng = Random(seed)
    desk = Desk(map_of(48, 48), mirror=rng.choice(("", "turned")))
    for _ in range(8):
        many = rng.choice((2, 2, 3, 5))
        places = [(rng.uniform(0, 48), rng.uniform(0, 48)) for _ in range(many)]
        dig_corridor(desk, *places)
        assert desk.labels[-1] == "Draw a corridor"
    assert len(desk.labels) == 8
    solid = walls(desk)
    assert not [path for path in lanes(desk) if solid.intersection(LineString(path)).length]
    parse_map(canonical(desk.space.map), "dug")


@pytest.mark.rule("FF-04")
def test_one_that_crosses_itself_lays_one_lane() -> None:
    desk = Desk()
    path = ((10, 10), (40, 10), (40, 30), (20, 30), (20, 4))
    dig_corridor(desk, *path)
    assert lanes(desk) == [path]


@pytest.mark.rule("FF-01", "FF-04")
def test_two_corridors_an_origin_and_two_zones_are_a_sewer_that_passes_the_check() -> None:
    """They cross at (24, 24); water from the north reaches all of the floor."""
    desk = Desk()
    dig_corridor(desk, (0, 24), (48, 24))
    dig_corridor(desk, (24, 3), (24, 45))
    desk.draw("Point", "FloodOrigin", (24, 3))
    desk.draw("Rectangle", "DeploymentZone", (0, 22), (8, 26))
    desk.draw("Rectangle", "DeploymentZone", (40, 22), (48, 26))
    found = findings_of(drawn_board(desk))
    assert (found.faults, found.warnings) == ([], [])
