"""The shipped maps."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from game.content.maps.classes import Lamp
from game.content.maps.map_library import format_map, parse_map, read_map
from game.content.maps.writer import canonical
from game.content.shipped_folders import MAPS
from game.geometry.points import Disc, Point, distance
from game.geometry.polygons import within_polygon
from game.rules.battles import check_board
from game.table.board import Board, Terrain
from tests.content.drawn_maps import as_tiled_saves
from tests.tiers import few
from tests.tools.shipped_boards import shipped_board

SHIPPED = sorted(MAPS.glob("*.tmj"))
BATTLES = {"ruined-crossing": (48, 48), "old-quarter": (48, 48), "long-orchard": (72, 48)}

each_battle = pytest.mark.parametrize("name", BATTLES)


@cache
def written(path: Path) -> str:
    return canonical(read_map(path))


@pytest.mark.parametrize("path", few(SHIPPED, 8), ids=lambda path: path.stem)
def test_a_shipped_map_has_no_faults_and_is_in_canonical_form(path: Path) -> None:
    assert check_board(path) == ([], [])
    assert not format_map(path, check=True)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
@pytest.mark.parametrize("version", few(["1.8.2", "1.9.2", "1.11.0"]))
def test_a_shipped_map_saved_by_tiled_comes_back_byte_for_byte(
    path: Path, version: str
) -> None:
    text = written(path)

    assert canonical(parse_map(as_tiled_saves(text, version), path.name)) == text


@each_battle
@pytest.mark.rule("MI-03")
def test_a_battle_has_its_size_two_zones_and_five_markers(name: str) -> None:
    here = shipped_board(name)

    assert (here.width, here.height) == BATTLES[name]
    assert len(here.zones) == 2
    assert [marker.number for marker in here.markers] == [1, 2, 3, 4, 5]


def point_opposite(here: Board, spot: Point) -> Point:
    return Point(round(here.width - spot.x, 3), round(here.height - spot.y, 3))


def outlines(
    pieces: tuple[Terrain, ...], here: Board, *, turn: bool
) -> set[tuple[str, object]]:
    def corners(piece: Terrain) -> frozenset[tuple[float, float]]:
        spots = [point_opposite(here, c) if turn else c for c in piece.outline]
        # A turned corner may be rounded the other way.
        return frozenset((round(x, 2), round(y, 2)) for x, y in spots)

    return {(piece.kind.value, corners(piece)) for piece in pieces}


@each_battle
def test_a_battle_is_the_same_from_both_sides(name: str) -> None:
    here = shipped_board(name)

    markers = {marker.at for marker in here.markers}
    assert markers == {point_opposite(here, spot) for spot in markers}
    assert outlines(here.terrain, here, turn=False) == outlines(here.terrain, here, turn=True)


@each_battle
def test_markers_stand_apart_and_outside_the_zones(name: str) -> None:
    here = shipped_board(name)

    spots = [marker.at for marker in here.markers]
    assert all(distance(a, b) >= 8.0 for n, a in enumerate(spots) for b in spots[:n])
    for zone in here.zones:
        assert not any(within_polygon(Disc(at, 0.0), zone.outline) for at in spots)


@each_battle
def test_most_lanes_of_fire_are_broken(name: str) -> None:
    """Down the table, at every half inch, something blocks sight."""
    here = shipped_board(name)
    depth = max(corner.y for corner in here.zones[0].outline)

    def meets(piece: Terrain, x: float) -> bool:
        left, top, right, bottom = piece.box
        between = depth <= top and bottom <= here.height - depth
        return between and piece.blocks_sight and left <= x <= right

    middle = [x / 2 for x in range(8, round(here.width) * 2 - 7)]
    open_lanes = [x for x in middle if not any(meets(piece, x) for piece in here.terrain)]
    assert len(open_lanes) <= len(middle) / 3


@each_battle
def test_a_battle_is_lit(name: str) -> None:
    mapfile = read_map(MAPS / f"{name}.tmj")

    assert sum(isinstance(one.what, Lamp) for _, one in mapfile.objects()) >= 8
