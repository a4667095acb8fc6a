"""Generators in an area of a map: its contents are replaced, all else stays."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from game.content.maps.battle_checks import battle_faults
from game.content.maps.classes import Block, Objective, Wall
from game.content.maps.made_board import to_board
from game.content.maps.map_class import MapClass, TerrainClass
from game.content.maps.map_file import MapFile, MapObject
from game.content.maps.map_library import map_of, parse_map, read_map
from game.content.maps.writer import canonical
from game.content.shipped_folders import MAPS
from game.geometry.points import Path as Outline
from game.geometry.points import Point
from game.mapgen.generator import NoRoomError
from game.mapgen.makers import MAKERS
from game.systems.flood.content.map_checks import flood_faults
from game.systems.flood.content.map_classes import FloodOrigin, Gantry, Lane
from game.systems.pursuit.content.map_classes import CityPiece
from game.systems.zero_g.content.map_classes import Debris
from tests.tiers import few
from tests.tools.shapes import box_corners


def made_into(
    maker: str, before: MapFile, area: Outline, seed: int = 5, **asked: Any
) -> MapFile:
    found = MAKERS[maker]
    return found.make_into(before, area, found.plan(**asked), seed)


@cache
def shipped(name: str) -> MapFile:
    return read_map(MAPS / f"{name}.tmj")


@cache
def remade(maker: str, name: str, area: Outline) -> MapFile:
    """Return a shipped map with an area made anew by the usual plan of a generator."""
    return made_into(maker, shipped(name), area)


def by_id(mapfile: MapFile) -> dict[int, MapObject]:
    return {one.id: one for _, one in mapfile.objects()}


def shape(one: MapObject) -> BaseGeometry:
    if one.shape == "point":
        return shapely.Point(one.outline[0])
    return LineString(one.outline) if one.shape == "polyline" else Polygon(one.outline)


SCENERY = [
    ("battlefield", "ruined-crossing", box_corners(4, 10, 44, 38), {}, (TerrainClass,)),
    (
        "battlefield",
        "venom-glade",
        box_corners(0, 0, 36, 48),
        {"theme": "industry"},
        (TerrainClass,),
    ),
    ("wreck", "void-drift", box_corners(4, 8, 44, 40), {"kind": "void"}, (Debris, Block)),
    ("wreck", "hulk-hold", box_corners(10, 10, 38, 38), {}, (Debris, Block)),
    ("street", "foundry-bend", box_corners(20, 0, 50, 48), {}, (CityPiece,)),
]


@pytest.mark.parametrize(
    ("maker", "name", "area", "asked", "kinds"),
    SCENERY,
    ids=[f"{s[0]} {s[1]}" for s in SCENERY],
)
def test_what_lies_in_the_area_is_replaced_and_all_else_stays_as_it_is(
    maker: str,
    name: str,
    area: Outline,
    asked: dict[str, Any],
    kinds: tuple[type[MapClass], ...],
) -> None:
    before = shipped(name)
    after = made_into(maker, before, area, **asked) if asked else remade(maker, name, area)
    old, new = by_id(before), by_id(after)
    within = Polygon(area).buffer(0.01)

    kept = {
        id_
        for id_, one in old.items()
        if not (isinstance(one.what, kinds) and within.covers(shape(one)))
    }
    assert len(kept) < len(old)
    assert all(new[id_] == old[id_] for id_ in kept)
    fresh = [one for id_, one in new.items() if id_ not in kept]
    assert len(fresh) >= 5
    assert all(isinstance(one.what, kinds) and within.covers(shape(one)) for one in fresh)
    text = canonical(after)
    assert canonical(parse_map(text, "x.tmj")) == text
    assert battle_faults(to_board(after)) == []


def test_new_pieces_keep_off_old_ones_and_off_markers() -> None:
    before = shipped("ruined-crossing")
    after = remade("battlefield", "ruined-crossing", box_corners(4, 10, 44, 38))
    fresh = [shape(one) for id_, one in by_id(after).items() if id_ not in by_id(before)]
    old = [
        shape(one)
        for _, one in after.objects()
        if isinstance(one.what, TerrainClass) and one.id in by_id(before)
    ]

    assert min(one.distance(other) for one in fresh for other in old) >= 1.25
    board = to_board(after)
    solid = [Polygon(t.outline) for t in board.terrain if t.impassable and t.closed]
    assert all(s.distance(shapely.Point(m.at)) >= 0.5 for s in solid for m in board.markers)


def test_houses_are_replaced_by_as_many_of_each_size() -> None:
    before = shipped("foundry-bend")
    after = remade("street", "foundry-bend", box_corners(20, 0, 50, 48))

    def sizes(mapfile: MapFile) -> Counter[int]:
        return Counter(
            o.what.size for _, o in mapfile.objects() if isinstance(o.what, CityPiece)
        )

    assert sizes(after) == sizes(before)
    names = [one.name for _, one in after.objects() if isinstance(one.what, CityPiece)]
    assert len(set(names)) == len(names)


def test_on_bare_ground_as_many_houses_stand_as_a_plan_asks_for() -> None:
    # 18 pieces on 72" x 48" are six of each size; on a third of it, two.
    made = made_into("street", map_of(72, 48), box_corners(0, 0, 24, 48), ruins=100)
    houses = [one.what for _, one in made.objects() if isinstance(one.what, CityPiece)]

    assert Counter(house.size for house in houses) == {1: 2, 2: 2, 3: 2}
    assert {house.condition for house in houses} == {"ruin"}


SEWERS = [
    ("sewer-cross", box_corners(14, 14, 34, 34)),
    ("sewer-bend", box_corners(16, 4, 46, 28)),
    ("sewer-canal", box_corners(20, 6, 50, 42)),
    ("sewer-springs", box_corners(4, 4, 44, 44)),
]


@pytest.mark.rule("FF-04")
@pytest.mark.parametrize(("name", "area"), SEWERS, ids=[s[0] for s in SEWERS])
def test_a_sewer_with_another_middle_can_still_be_flooded_and_fought_in(
    name: str, area: Outline
) -> None:
    before, within = shipped(name), Polygon(area)
    after = remade("sewer", name, area)
    board = to_board(after)

    assert battle_faults(board) == flood_faults(board) == []
    old, new = by_id(before), by_id(after)
    for id_, one in old.items():
        if shape(one).disjoint(within.buffer(0.01)):
            assert new[id_] == one
    lanes = [shape(one) for one in new.values() if isinstance(one.what, Lane)]
    joined = shapely.get_parts(shapely.union_all([lane.buffer(0.005) for lane in lanes]))
    assert len(joined) == 1  # inside and outside the area


def test_walls_and_lanes_are_cut_at_the_edge_of_the_area() -> None:
    # A corridor of 6" between two walls, and a lane, from end to end; the middle is replaced.
    before = map_of(
        60,
        30,
        [
            {"class": "Wall", "name": "north", "rectangle": [0, 0, 60, 12]},
            {"class": "Wall", "name": "south", "rectangle": [0, 18, 60, 12]},
            {"class": "Lane", "name": "main", "polyline": [[1, 15], [59, 15]]},
            {"class": "FloodOrigin", "name": "mouth", "point": [1, 15]},
        ],
    )
    after = made_into("sewer", before, box_corners(15, 3, 45, 27), loops=0)
    named = [(one.name, one.outline) for _, one in after.objects() if one.name]

    assert flood_faults(to_board(after)) == []
    assert [outline for name, outline in named if name == "main"] == [
        ((1.0, 15.0), (15.0, 15.0)),
        ((45.0, 15.0), (59.0, 15.0)),
    ]
    # A wall goes round the area in one piece.
    (north,) = [Polygon(outline) for name, outline in named if name == "north"]
    assert north.area == 60 * 12 - 30 * 9
    assert north.intersection(shapely.box(15, 3, 45, 27)).area == 0
    assert {one.id for _, one in after.objects()} >= {1, 2, 3, 4}


def test_a_marker_in_the_area_is_not_walled_in() -> None:
    after = remade("sewer", "sewer-cross", box_corners(14, 14, 34, 34))
    markers = [one for _, one in after.objects() if isinstance(one.what, Objective)]
    walls = shapely.union_all(
        [shape(o) for _, o in after.objects() if isinstance(o.what, Wall)]
    )

    assert len(markers) == 5
    assert all(walls.distance(shape(marker)) >= 1.0 for marker in markers)


def test_solid_ground_gets_corridors_with_gantries_and_no_way_in_but_the_origin_s() -> None:
    rock = [
        {"class": "Wall", "rectangle": [0, 0, 60, 48]},
        {"class": "FloodOrigin", "point": [30, 24]},
    ]
    after = made_into("sewer", map_of(60, 48, rock), box_corners(6, 6, 54, 42))
    found = Counter(type(one.what) for _, one in after.objects())

    assert found[FloodOrigin] == 1
    assert found[Lane] >= 3
    assert found[Gantry] >= 1
    assert flood_faults(to_board(after)) == []


def test_what_is_in_a_locked_layer_stays() -> None:
    before = shipped("void-drift")
    locked = [layer.model_copy(update={"locked": True}) for layer in before.layers]
    before = before.model_copy(update={"layers": tuple(locked)})
    after = made_into("wreck", before, box_corners(4, 8, 44, 40), kind="void", wreckage=25)

    assert set(by_id(before)) < set(by_id(after))
    assert after.layers[: len(before.layers)] == before.layers


def test_a_locked_wall_is_not_cut_at_the_edge_of_the_area() -> None:
    wall = {"class": "Wall", "name": "north", "rectangle": [0, 0, 60, 12]}
    before = map_of(60, 30, [wall])
    layers = tuple(layer.model_copy(update={"locked": True}) for layer in before.layers)
    before = before.model_copy(update={"layers": layers})
    after = made_into("sewer", before, box_corners(15, 8, 45, 27), loops=0)

    assert by_id(after)[1] == by_id(before)[1]


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize(
    ("area", "reason"),
    [
        (box_corners(4, 4, 8, 8), "the area is too small"),
        ((Point(0, 0), Point(20, 20), Point(20, 0), Point(0, 20)), "the area is too small"),
        (box_corners(60, 60, 90, 90), "the area is too small"),
    ],
)
def test_an_area_of_no_use_is_refused(maker: str, area: Outline, reason: str) -> None:
    with pytest.raises(NoRoomError, match=reason):
        made_into(maker, shipped("void-drift"), area)


@pytest.mark.parametrize("maker", few(sorted(MAKERS, key="street".__eq__), 3))
def test_a_seed_always_makes_the_same_in_an_area(maker: str) -> None:
    before, area = map_of(48, 48), box_corners(4, 4, 44, 44)
    first, again, other = (canonical(made_into(maker, before, area, n)) for n in (7, 7, 8))

    assert first == again
    assert first != other
