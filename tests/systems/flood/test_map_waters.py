"""Faults that prevent a flood on a map: each names its objects and a remedy."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from game.content.maps.board_faults import findings_of
from game.content.maps.map_library import load_map
from game.rules.battles import check_board
from game.systems.flood.content.map_checks import flood_faults
from tests.content.drawn_maps import Raw, board_of, polygon_of, prop, thing, tmj

SPRING = thing("FloodOrigin", 1, name="spring", point=True, x=0, y=24 * 32)
CANAL = thing("Lane", 2, name="canal", x=0, y=0, polyline=polygon_of((0, 24), (47, 24)))


def lane(n: int, name: str, *path: tuple[float, float], flow: str = "usual") -> Raw:
    properties = [prop("flow", flow)]
    return thing(
        "Lane", n, name=name, x=0, y=0, polyline=polygon_of(*path), properties=properties
    )


def box_object(kind: str, n: int, left: float, top: float, right: float, low: float) -> Raw:
    size = {"width": (right - left) * 32, "height": (low - top) * 32}
    return thing(kind, n, x=left * 32, y=top * 32) | size


def faults_of(*objects: Raw) -> list[str]:
    return [str(fault) for fault in flood_faults(board_of(*objects))]


@pytest.mark.rule("FF-01")
def test_a_corridor_with_an_origin_and_a_lane_can_be_flooded() -> None:
    walls = box_object("Wall", 3, 0, 0, 48, 20), box_object("Wall", 4, 0, 28, 48, 48)

    assert not faults_of(SPRING, CANAL, *walls)


@pytest.mark.rule("FF-01")
def test_a_flood_needs_an_origin() -> None:
    assert faults_of(CANAL) == [
        "the map has no flood origin: draw a FloodOrigin, or play without the flood (FF-01)"
    ]


@pytest.mark.rule("FF-01")
def test_water_does_not_come_out_of_a_wall() -> None:
    pier = box_object("Block", 3, 10, 10, 14, 14)
    blame = "spring: lies in block-3, which is impassable: move it onto the floor (FF-01)"

    assert faults_of(SPRING | {"x": 12 * 32, "y": 12 * 32}, pier) == [blame]
    # Water can come from any point of its outline.
    assert not faults_of(SPRING | {"x": 14 * 32, "y": 12 * 32}, pier)
    assert not faults_of(SPRING | {"x": 12 * 32, "y": 12 * 32}, pier | {"type": "Ruin"})


@pytest.mark.rule("FF-01", "FF-03")
def test_water_does_not_come_out_of_a_gate_that_keeps_it_out() -> None:
    spring, gate = SPRING | {"x": 12 * 32}, box_object("SluiceGate", 3, 10, 22, 14, 26)
    canal = lane(2, "canal", (12, 24), (47, 24))
    tight = gate | {"properties": [prop("watertight", value=True, kind="bool")]}
    blame = "spring: lies in sluice-gate-3, which is watertight: move it onto the floor (FF-01)"

    assert not faults_of(spring, canal, gate)
    assert faults_of(spring, canal, tight) == [blame]


@pytest.mark.rule("FF-01")
def test_an_edge_that_the_flood_comes_from_may_be_walled_but_in_one_place() -> None:
    edge = thing("FloodOrigin", 1, name="west", x=0, y=0, polyline=polygon_of((0, 0), (0, 48)))
    upper, lower = box_object("Wall", 3, 0, 0, 4, 24), box_object("Wall", 4, 0, 24, 4, 48)

    blame = "west: lies in wall-3, which is impassable: move it onto the floor (FF-01)"

    assert not faults_of(edge, upper)
    assert faults_of(edge, upper, lower) == [blame]


@pytest.mark.rule("FF-04")
@pytest.mark.parametrize(
    "wall",
    [
        box_object("Wall", 3, 20, 20, 22, 28),
        thing("Wall", 3, x=0, y=0, polyline=polygon_of((21, 20), (21, 28))),
        box_object("DeepWater", 3, 20, 20, 22, 28) | {"name": "wall-3"},
    ],
    ids=["thick", "thin", "deep water"],
)
def test_a_lane_keeps_to_the_floor(wall: Raw) -> None:
    blame = "canal: leaves the floor at (21, 24), where it runs through wall-3: "

    assert faults_of(SPRING, CANAL, wall) == [
        blame + "bend the lane or end it before that (FF-04)"
    ]


@pytest.mark.rule("FF-03")
@pytest.mark.parametrize("kind", ["Grate", "SluiceGate", "CaveIn"])
def test_what_bars_a_corridor_may_lie_across_a_lane(kind: str) -> None:
    assert not faults_of(SPRING, CANAL, box_object(kind, 3, 20, 20, 22, 28))


@pytest.mark.rule("FF-09")
@pytest.mark.parametrize(("top", "is_near"), [(24.75, True), (24.8125, False)])
def test_the_largest_bases_are_carried_clear_of_walls(top: float, *, is_near: bool) -> None:
    """They are 1.6" across: 0.75" beside the lane is too near, 0.8125" is not."""
    blame = (
        'canal: comes within 0.75" of wall-3 at (20, 24): leave 0.8" so that '
        'a base 1.6" across can pass (FF-09)'
    )

    assert faults_of(SPRING, CANAL, box_object("Wall", 3, 20, top, 30, 48)) == [blame] * is_near


@pytest.mark.rule("FF-09", "FF-12")
def test_a_lane_ends_clear_of_the_edge_but_may_begin_there() -> None:
    blame = (
        'canal: comes within 0" of the edge of the table at (48, 24): leave 0.8" so '
        'that a base 1.6" across can pass (FF-09)'
    )

    assert faults_of(SPRING, CANAL | {"polyline": polygon_of((0, 24), (48, 24))}) == [blame]
    assert not faults_of(SPRING, CANAL | {"polyline": polygon_of((0, 24), (47.1875, 24))})
    # Water from the other end carries to this one.
    both = [SPRING, thing("FloodOrigin", 9, name="far", point=True, x=47 * 32, y=24 * 32)]
    assert faults_of(*both, CANAL) == [blame.replace("(48", "(0")]


@pytest.mark.rule("FF-04")
def test_lanes_do_not_lead_the_water_in_a_circle() -> None:
    ring = [(10, 24), (10, 30), (20, 30), (20, 24), (10, 24)]
    legs = enumerate(pairwise(ring))
    sides = [lane(3 + n, f"side {n}", a, b, flow="as drawn") for n, (a, b) in legs]
    inlet = lane(2, "inlet", (0, 24), (10, 24))

    assert faults_of(SPRING, inlet, *sides) == [
        (
            "lanes: side-0, side-1, side-2 and side-3 lead the water in a circle: "
            "set their flow to 'usual' (FF-04)"
        )
    ]
    assert not faults_of(SPRING, inlet, *sides[:3])


@pytest.mark.rule("FF-04")
def test_a_lane_does_not_lead_the_water_back_to_where_it_began() -> None:
    ring = lane(3, "ring", (20, 24), (20, 34), (30, 34), (20, 24), flow="as drawn")

    assert faults_of(SPRING, CANAL, ring) == [
        "lanes: ring leads the water in a circle: set its flow to 'usual' (FF-04)"
    ]
    assert not faults_of(SPRING, CANAL, lane(3, "ring", (20, 24), (20, 34), (30, 34), (20, 24)))


@pytest.mark.rule("FF-11")
@pytest.mark.parametrize("count", [6, 7])
def test_at_most_six_branches_leave_one_place(count: int) -> None:
    inlet = lane(2, "inlet", (0, 24), (24, 24))
    ends = [(24, 4), (30, 4), (36, 8), (44, 24), (36, 40), (30, 44), (24, 44)][:count]
    arms = [lane(3 + n, f"arm {n}", (24, 24), end) for n, end in enumerate(ends)]
    blame = (
        "lanes: the water parts into 7 branches at (24, 24) (arm-0, arm-1, arm-2, arm-3, "
        "arm-4, arm-5 and arm-6): at most 6 may; let some begin further on (FF-11)"
    )

    assert faults_of(SPRING, inlet, *arms) == [blame] * (count == 7)


def test_all_faults_are_told_at_once() -> None:
    walls = box_object("Wall", 3, 20, 20, 22, 28), box_object("Wall", 4, 30, 24.5, 34, 30)

    assert [fault.split(":")[0] for fault in faults_of(SPRING, CANAL, *walls)] == [
        "canal",
        "canal",
    ]


def test_the_check_refuses_such_a_map_and_one_without_water_is_none_of_its_business(
    tmp_path: Path,
) -> None:
    file = tmp_path / "x.tmj"
    file.write_text(json.dumps(tmj(CANAL)), "utf-8")
    assert [fault.kind for fault in check_board(file).faults] == ["no origin"]

    file.write_text(json.dumps(tmj(box_object("SluiceGate", 3, 20, 20, 22, 28))), "utf-8")
    assert findings_of(load_map(file)) == ([], [])


def test_a_lane_off_the_table_is_no_map_at_all(tmp_path: Path) -> None:
    file = tmp_path / "x.tmj"
    off = CANAL | {"polyline": polygon_of((0, 24), (50, 24))}
    file.write_text(json.dumps(tmj(SPRING, off)), "utf-8")

    assert [str(fault) for fault in check_board(file).faults] == [
        "layer 'things', object 2 'canal' (Lane): lies off the 48\" × 48\" board at (50, 24)"
    ]
