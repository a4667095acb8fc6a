"""Boards that matched play refuses: ``MP-05``, ``MP-23``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.geometry.points import Point
from game.rules.battles import check_board
from game.systems.matched.rules.matched_boards import is_battlefield, unfit
from game.table.board import Board, ObjectiveMarker, Spot, Terrain, TerrainKind, Zone, terrain
from tests.content.drawn_maps import prop, thing, tmj


def rectangle_of(
    kind: TerrainKind, left: float, top: float, wide: float, high: float
) -> Terrain:
    corners = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
    return terrain(str(kind).replace(" ", "-"), kind, tuple(Point(x, y) for x, y in corners))


def unfitness_of(*pieces: Terrain, width: float = 72.0, height: float = 48.0) -> list[str]:
    return [str(f) for f in unfit(Board(width=width, height=height, terrain=pieces))]


@pytest.mark.rule("MP-05")
def test_a_feature_of_which_nobody_said_what_cover_it_is_is_refused_by_its_name() -> None:
    fallen, debris = (
        rectangle_of(TerrainKind.CAVE_IN, 30, 20, 4, 1),
        rectangle_of(TerrainKind.DEBRIS, 40, 20, 4, 1),
    )

    assert unfitness_of(rectangle_of(TerrainKind.WOOD, 10, 20, 6, 4), fallen, debris) == [
        "cave-in: set its cover (bonus: soft, hard or none) (MP-05)",
        "debris: set its cover (bonus: soft, hard or none) (MP-05)",
    ]


@pytest.mark.rule("MP-05")
@pytest.mark.parametrize("kind", [TerrainKind.GRATE, TerrainKind.SLUICE_GATE])
def test_what_a_sewer_is_built_of_is_no_feature(kind: TerrainKind) -> None:
    piece = rectangle_of(kind, 30, 20, 4, 1)

    assert unfitness_of(piece) == []
    assert piece.bonus == 0


@pytest.mark.rule("MP-05")
@pytest.mark.parametrize("bonus", [0, 1, 2])
def test_a_feature_that_its_map_calls_soft_hard_or_neither_is_not_refused(bonus: int) -> None:
    outline = rectangle_of(TerrainKind.CAVE_IN, 30, 20, 4, 1).outline

    assert unfitness_of(terrain("cave-in", TerrainKind.CAVE_IN, outline, bonus=bonus)) == []


@pytest.mark.rule("MP-23")
@pytest.mark.parametrize(
    ("size", "fits"),
    [
        ((72, 48), True),
        ((44, 30), True),
        ((30, 44), True),
        ((43, 48), True),
        ((43, 43), False),
        ((72, 29), False),
    ],
)
def test_a_table_is_large_enough_for_its_zones(size: tuple[int, int], *, fits: bool) -> None:
    lines = [
        'board: is {}" × {}"; matched play needs 44" × 30" (MP-23)'.format(*size),
    ]
    assert unfitness_of(width=size[0], height=size[1]) == ([] if fits else lines)


@pytest.mark.rule("MP-23")
def test_every_zone_that_may_be_determined_has_room_for_an_army() -> None:
    # Short edges are 24" deep, an arrowhead as deep at the most; a quarter is 36" wide.
    wall = rectangle_of(TerrainKind.BLOCK, 0, 0, 25, 48)

    assert unfitness_of(wall) == [
        'arrowhead-1: has room for only 0 of 50 1" bases (MP-23)',
        'short-edges-1: has room for only 0 of 50 1" bases (MP-23)',
    ]


@pytest.mark.rule("MP-23")
def test_a_map_with_zones_markers_or_places_of_its_own_is_for_another_battle() -> None:
    corners = (Point(0, 0), Point(72, 0), Point(72, 9))
    lamp, nest = Spot("lamp", "lamp", (Point(3, 3),)), Spot("nest", "nest", (Point(3, 3),))

    assert is_battlefield(Board(spots=(lamp,)))
    assert not is_battlefield(Board(zones=(Zone("north", corners),)))
    assert not is_battlefield(Board(markers=(ObjectiveMarker("one", Point(3, 3), 1),)))
    assert not is_battlefield(Board(spots=(lamp, nest)))


@pytest.mark.rule("MP-05")
@pytest.mark.parametrize("bonus", ["usual", "none"])
def test_the_check_of_a_map_names_a_feature_without_soft_or_hard(
    bonus: str, tmp_path: Path
) -> None:
    pond = thing("DeepWater", 3, name="mill pond", properties=[prop("bonus", bonus)])
    file = tmp_path / "field.tmj"
    file.write_text(json.dumps(tmj(pond)), "utf-8")
    faults = ["mill-pond: set its cover (bonus: soft, hard or none) (MP-05)"]

    assert [str(f) for f in check_board(file).faults] == (faults if bonus == "usual" else [])
