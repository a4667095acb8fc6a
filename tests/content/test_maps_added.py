"""Objects that a situation adds to a board, in inches."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.content.faults import UnusableFile
from game.content.maps.made_board import to_board
from game.content.maps.map_library import map_of, parse_map
from game.content.maps.writer import canonical
from game.geometry.points import Point
from game.table.board import TerrainKind
from tests.content.drawn_maps import Raw, thing, tmj

SQUARE = [[0, 0], [4, 0], [4, 1], [0, 1]]


def test_shapes_are_told_in_inches() -> None:
    raw: list[dict[str, Any]] = [
        {"class": "Wall", "polygon": SQUARE},
        {"class": "Hedge", "polyline": [[1, 1], [2.5, 1]]},
        {"class": "Ruin", "rectangle": [1, 2, 3, 4], "name": "Mill", "cover": "5+"},
        {"class": "Crater", "ellipse": [10, 10, 4, 2]},
        {"class": "Nest", "point": [7, 8]},
    ]
    board = to_board(map_of(48, 48, raw))

    assert [(piece.id, piece.kind) for piece in board.terrain] == [
        ("wall-1", TerrainKind.WALL),
        ("hedge-2", TerrainKind.HEDGE),
        ("mill", TerrainKind.RUIN),
        ("crater-4", TerrainKind.CRATER),
    ]
    assert board.terrain[0].outline[1:3] == (Point(4, 0), Point(4, 1))
    assert board.terrain[2].cover == 5
    assert board.terrain[3].box == (10, 10, 14, 12)
    assert board.spots[0].outline == (Point(7, 8),)


def test_they_come_after_what_the_map_has_and_are_written_with_it() -> None:
    text = json.dumps(tmj(thing("Wall", 7)))
    mapfile = parse_map(text, "x.tmj", [{"class": "Wall", "polygon": SQUARE}])

    assert [piece.id for piece in to_board(mapfile).terrain] == ["wall-7", "wall-8"]
    assert parse_map(canonical(mapfile), "x.tmj") == mapfile


@pytest.mark.parametrize("raw", [[], {}, {"layers": 3}, {"layers": [3, {"objects": [3]}]}])
def test_what_is_no_map_is_still_refused(raw: Any) -> None:
    with pytest.raises(UnusableFile):
        parse_map(json.dumps(raw), "x.tmj", [{"class": "Wall", "polygon": SQUARE}])


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        (
            {"class": "Wal", "polygon": SQUARE},
            "layer 'object', object 1 (Wal): there is no cla",
        ),
        ({"polygon": SQUARE}, "layer 'object', object 1: has no class"),
        (
            {"class": "Wall"},
            "object[0]: needs one shape: polygon, polyline, rectangle, ellipse",
        ),
        ({"class": "Wall", "polygon": SQUARE, "point": [1, 1]}, "object[0]: needs one shape"),
        (
            {"class": "Wall", "polygon": 3},
            "object[0].polygon: must be numbers of inches, not 3",
        ),
        (
            {"class": "Wall", "polygon": [[0, "a"]]},
            "object[0].polygon: must be numbers of inch",
        ),
        ({"class": "Nest", "point": [0, True]}, "object[0].point: must be numbers of inches"),
        (
            {"class": "Wall", "rectangle": [1, 2]},
            "object[0].rectangle: must be numbers of inch",
        ),
        ({"class": "Wall", "polygon": SQUARE, "covr": "4+"}, "did you mean 'cover' (the"),
        ({"class": "Wall", "rectangle": [47, 1, 2, 1]}, "lies off the 48"),
    ],
)
def test_faults_are_told_in_the_words_of_the_situation(raw: dict[str, Any], fault: str) -> None:
    with pytest.raises(UnusableFile) as caught:
        map_of(48, 48, [raw], "x.toml")

    assert str(caught.value).startswith("x.toml: ")
    assert fault in str(caught.value)


def test_a_second_marker_of_a_number_is_refused() -> None:
    marker: Raw = {"class": "Objective", "point": [5, 5], "number": 1}

    with pytest.raises(UnusableFile, match="number 1 is already used by"):
        map_of(48, 48, [marker, marker])
