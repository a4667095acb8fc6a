"""The direction of the water, as queries return it: ``FF-04``, ``FF-11``, ``FF-12``."""

from __future__ import annotations

from typing import Any

import pytest

from game.cores.kit.queries import GROUND
from game.geometry.points import Point, distance
from game.geometry.polygons import inside
from game.systems.flood.rules import FloodState, water_of
from game.systems.flood.rules.system import FLOWS, Stream, WaterFlow
from game.table.events import Reason
from tests.systems.flood.flood_tables import (
    ORIGIN,
    STRAIGHT,
    flood,
    squad_at,
    view_before_flood,
)


def flow(*objects: dict[str, Any], origin: str = "") -> WaterFlow:
    """Return the flow of water over a table of 48 by 48 inches."""
    foe = squad_at((45, 45), id="foes", side="brood")
    session = flood(squad_at((45, 40)), foe, round_=1, objects=objects)
    (found,) = FLOWS.of(session.game, origin)
    return found


def lane(*corners: list[float], **more: Any) -> dict[str, Any]:
    return {"class": "Lane", "polyline": list(corners), **more}


@pytest.mark.rule("FF-04")
@pytest.mark.rule("FF-12")
def test_a_lane_is_told_downstream_to_where_it_ends_at_a_wall() -> None:
    found = flow(*STRAIGHT)

    assert found.source == (Point(0, 10),)
    assert found.streams == (Stream((Point(0, 10), Point(40, 10)), 0.0),)
    assert found.ends == (Point(40, 10),)
    assert not found.pools + found.dry
    assert not found.branches


@pytest.mark.rule("FF-11")
@pytest.mark.parametrize(
    ("arms", "faces"),
    [
        ([(20, 0)], {(20, 7.6): "1–3", (22.4, 10): "4–6"}),
        ([(20, 0), (20, 20)], {(20, 7.6): "1–2", (22.4, 10): "3–4", (20, 12.4): "5–6"}),
    ],
)
def test_branches_tell_the_faces_that_lead_into_them_from_the_left(
    arms: list[tuple[float, float]], faces: dict[tuple[float, float], str]
) -> None:
    sides = [lane([20, 10], [*arm]) for arm in arms]
    found = flow(*STRAIGHT, *sides)

    assert {tuple(b.at): b.words for b in found.branches} == faces


@pytest.mark.rule("FF-12")
def test_where_streams_meet_and_none_leaves_is_no_wall() -> None:
    ring = lane([10, 10], [10, 20], [20, 20], [20, 10], [10, 10])
    found = flow(ORIGIN, lane([0, 10], [10, 10]), ring)

    assert found.pools == (Point(20, 20),)
    assert found.ends == ()


@pytest.mark.rule("FF-04")
def test_lanes_that_hang_on_no_other_are_dry() -> None:
    found = flow(*STRAIGHT, lane([0, 30], [40, 30]))

    assert found.dry == ((Point(0, 30), Point(40, 30)),)
    assert len(found.streams) == 1


@pytest.mark.rule("FF-01")
def test_an_origin_that_is_only_thought_of_is_told_too() -> None:
    east = {"class": "FloodOrigin", "point": [40, 10], "name": "east"}
    west = {**ORIGIN, "name": "west"}

    for origin, start in (("", 0), ("west", 0), ("east", 40), ("a model", 0)):
        found = flow(west, east, STRAIGHT[1], origin=origin)
        assert found.source == (Point(start, 10),)
        assert found.streams[0].path[0] == Point(start, 10)


@pytest.mark.rule("FF-04")
def test_without_lanes_water_runs_straight_away_from_a_point() -> None:
    found = flow({"class": "FloodOrigin", "point": [20, 20]})

    assert len(found.streams) == 24
    for stream in found.streams:
        start, end = stream.path
        assert distance(found.source[0], start) == pytest.approx(stream.off)
        assert distance(found.source[0], end) == pytest.approx(
            stream.off + distance(start, end)
        )
    assert min(s.off for s in found.streams) == pytest.approx(0.5)


@pytest.mark.rule("FF-03")
def test_without_lanes_what_a_wall_encloses_stays_dry() -> None:
    vault = {
        "class": "Block",
        "polygon": [[20, 8], [28, 8], [28, 12], [20, 12]],
    }
    found = flow({"class": "FloodOrigin", "polyline": [[0, 0], [0, 48]]}, vault)
    runs = [(s.path[0].y, s.path[0].x, s.path[1].x) for s in found.streams]

    # The way on is looked at in half inches, from half an inch off the edge.
    free = [(2.0 + 4.0 * n, 0.5, 48.0) for n in range(12) if n != 2]
    assert runs == [*free[:2], (10.0, 0.5, 20.0), (10.0, 28.0, 48.0), *free[2:]]


@pytest.mark.rule("FF-03", "FF-18")
def test_all_the_ground_within_a_grate_is_flooded_for_water_passes_it() -> None:
    # The lane turns off within the grate, so that the way from its corners leads out and in.
    bent = lane([0, 10], [20, 10], [24, 2])
    grate = {"class": "Grate", "rectangle": [18, 8, 4, 4]}
    foe = squad_at((45, 45), id="foes", side="brood")
    view = view_before_flood(squad_at((4, 10)), foe, objects=(ORIGIN, bent, grate))

    flooded = water_of(view.table).flooded
    squares = [Point(18.25 + x / 2, 8.25 + y / 2) for x in range(8) for y in range(8)]
    assert all(any(inside(at, area) for area in flooded) for at in squares)


@pytest.mark.rule("FF-18")
def test_no_water_slips_diagonally_through_the_corners_of_walls() -> None:
    # Two corridors 4" wide cross at (24, 24): from their walls' corners a line at 45 degrees
    # leads to where the lanes cross.
    lanes = lane([0, 24], [48, 24]), lane([24, 0], [24, 48])
    corners = [
        (
            [24 + 2 * x, 24 + 24 * y],
            [24 + 2 * x, 24 + 2 * y],
            [24 + 24 * x, 24 + 2 * y],
            [24 + 24 * x, 24 + 3 * y],
            [24 + 3 * x, 24 + 3 * y],
            [24 + 3 * x, 24 + 24 * y],
        )
        for x in (-1, 1)
        for y in (-1, 1)
    ]
    walls = [{"class": "Wall", "polygon": [*corner]} for corner in corners]
    origin = {"class": "FloodOrigin", "point": [0, 24]}
    foe = squad_at((44, 24), id="foes", side="brood")
    view = view_before_flood(squad_at((4, 24)), foe, objects=(origin, *lanes, *walls))

    boxes = [(a, c) for a, _, c, _ in water_of(view.table).flooded]
    assert sum(abs(c.x - a.x) * abs(c.y - a.y) for a, c in boxes) == 4 * 48 * 2 - 4 * 4


@pytest.mark.rule("FF-03")
@pytest.mark.parametrize(
    ("gate", "water"),
    [({}, "water flows through"), ({"watertight": True}, "keeps water out")],
)
def test_a_gate_is_told_to_be_shut_in_a_flood_until_it_has_come(
    gate: dict[str, Any], water: str
) -> None:
    shut = {"class": "SluiceGate", "rectangle": [8, 20, 4, 4], **gate}
    view = view_before_flood(squad_at((30, 30)), objects=(*STRAIGHT, shut))
    (piece,) = view.table.board.terrain

    found = Reason(0, f"Impassable during a flood; {water}", "FF-03")
    assert found in [*GROUND.of(view, piece)]

    view.table.notes["flood"] = FloodState("", came=2)
    assert "FF-03" not in [reason.clause for reason in GROUND.of(view, piece)]
