"""Turns and flips of the selection, of pictures and of the whole map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.content.maps.classes import Ruin
from game.content.maps.map_library import map_of, parse_map
from game.content.maps.tile_layers import drawn_tiles
from game.content.maps.writer import canonical
from game.content.picture_orientations import ORIENTATIONS, flipped, turned_clockwise
from game.editor.board_commands import resize
from game.editor.documents import History
from game.editor.edits import EditRefusedError
from game.editor.map_pictures import add_picture, outline_of
from game.editor.turn_commands import (
    flip_map,
    flip_picture,
    flip_selection,
    turn_map,
    turn_picture,
    turn_selection,
)
from game.editor.workspace import Workspace
from game.geometry.polygons import box
from tests.content.test_maps_pictures import headed
from tests.content.tiled_files import TILESET, as_tmj, tiled_map, tiles

OBJECTS: list[dict[str, Any]] = [
    {"class": "Ruin", "rectangle": [2, 3, 4, 2]},
    {"class": "Hedge", "polyline": [[10, 4], [14, 4], [14, 9]]},
    {"class": "Objective", "point": [20, 10]},
]


@pytest.fixture
def work() -> Workspace:
    return Workspace(History(map_of(24, 20, OBJECTS)))


@pytest.fixture
def pictured(work: Workspace, tmp_path: Path) -> Workspace:
    """Return a workspace with a picture of 400 × 200 pixels, 24" × 12" as it is added."""
    (tmp_path / "a.png").write_bytes(headed(400, 200))
    work.path = tmp_path / "map.tmj"
    add_picture(work, tmp_path / "a.png")
    return work


def corners_of_all(work: Workspace) -> list[set[tuple[float, float]]]:
    return [{(x, y) for x, y in one.outline} for _, one in work.map.objects()]


def test_a_map_turns_clockwise(work: Workspace) -> None:
    turn_map(work)

    assert (work.map.width, work.map.height) == (20, 24)
    ruin, hedge, marker = corners_of_all(work)
    assert ruin == {(17, 2), (17, 6), (15, 2), (15, 6)}
    assert hedge == {(16, 10), (16, 14), (11, 14)}
    assert marker == {(10, 20)}


@pytest.mark.parametrize("down", [False, True])
def test_flips_and_turns_come_back(pictured: Workspace, *, down: bool) -> None:
    def places() -> object:
        return corners_of_all(pictured), outline_of(pictured, pictured.map.pictures[0])

    before = places()
    for turn in [turn_map] * 4 + [lambda work: flip_map(work, down=down)] * 2:
        turn(pictured)
        assert parse_map(canonical(pictured.map), "x") == pictured.map

    assert places() == before
    assert pictured.map.pictures[0].orientation == 1


def test_a_picture_goes_with_the_map(pictured: Workspace) -> None:
    assert box(outline_of(pictured, pictured.map.pictures[0])) == (0, 0, 24, 12)
    turn_map(pictured)

    assert box(outline_of(pictured, pictured.map.pictures[0])) == (8, 0, 20, 24)
    assert pictured.map.pictures[0].orientation == 6


def test_a_picture_turns_about_its_middle(pictured: Workspace) -> None:
    turn_picture(pictured)

    assert box(outline_of(pictured, pictured.map.pictures[0])) == (6, -6, 18, 18)
    flip_picture(pictured, down=False)
    assert pictured.map.pictures[0].orientation == 5
    assert box(outline_of(pictured, pictured.map.pictures[0])) == (6, -6, 18, 18)


def test_a_selection_turns_about_its_middle_and_stays_on_the_board(work: Workspace) -> None:
    work.select([1])
    turn_selection(work)

    (ruin,) = work.map.all_of(Ruin)
    assert box(ruin.outline) == (3, 2, 5, 6)


def test_a_selection_flips_in_its_place(work: Workspace) -> None:
    work.select([2])
    flip_selection(work, down=False)

    assert corners_of_all(work)[1] == {(14, 4), (10, 4), (10, 9)}
    flip_selection(work, down=True)
    assert corners_of_all(work)[1] == {(14, 9), (10, 9), (10, 4)}


@pytest.mark.parametrize("shown", [True, False])
@pytest.mark.parametrize("turn", [turn_map, lambda work: flip_map(work, down=True)])
def test_a_map_with_tiles_is_refused(
    turn: Callable[[Workspace], None],
    shown: bool,  # noqa: FBT001  a parameter
) -> None:
    layer = tiles(2, [1] * 4, width=2, height=2) | {"visible": shown}
    raw = tiled_map(layer, tilesets=[TILESET])
    work = Workspace(History(parse_map(as_tmj(raw), "x")))

    with pytest.raises(EditRefusedError, match="tiles cannot be turned"):
        turn(work)


def test_orientations_are_a_group() -> None:
    for number in ORIENTATIONS:
        seen = number
        for _ in range(4):
            seen = turned_clockwise(seen)
        assert seen == number
        both = flipped(flipped(number, down=False), down=True)
        assert both == turned_clockwise(turned_clockwise(number))


def test_tiles_stay_under_what_they_were_under_when_the_board_grows() -> None:
    raw = tiled_map(tiles(2, [1] * 4, width=2, height=2), tilesets=[TILESET])
    work = Workspace(History(parse_map(as_tmj(raw), "x")))
    resize(work, 60, 48)

    found = drawn_tiles(work.map).tiles
    assert found
    assert found.layers[0].places[0][:2] == (6 * 32, 32)
