"""Tiles underneath a board, as Tiled draws them."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.content.file_source import DiskSource
from game.content.maps.map_library import load_map, read_map
from game.content.maps.writer import canonical
from game.geometry.points import Point
from game.table.board import Board, BoardPicture, TileGround, TileImage, TileLayer, TilePlace
from game.view.board import Underlay, tile_painting
from game.view.board.canvas import PaintCanvas
from game.view.board.tile_painting import composed
from tests.content.drawn_maps import Raw
from tests.content.test_maps_tiled import run_tiled_tool, tiled
from tests.content.tiled_files import as_tmx, group, image, objects, tiled_map, tiles
from tests.view.test_board_pictures import BLUE, GREEN, RED, WHITE, encoded, quarters

SHEET = TileImage("q.png", (0, 0, 40, 40), (40, 40))
CORNERS = ((5, 5), (35, 5), (5, 35), (35, 35))
"""Points in the quarters of a tile."""


def tile_surface(
    place: TilePlace, image: TileImage = SHEET, opacity: float = 1.0, tint: str = ""
) -> pygame.Surface:
    """Return a tile of 40 pixels to the inch on a board of 6" × 6"."""
    layer = TileLayer((place,), opacity, tint)
    return composed(TileGround(40, (image,), (layer,)), {"q.png": quarters((40, 40))}, 6, 6)


def colours(surface: pygame.Surface, left: int = 0, top: int = 0) -> list[tuple[int, ...]]:
    return [tuple(surface.get_at((left + x, top + y)))[:3] for x, y in CORNERS]


@pytest.mark.usefixtures("canvas")
@pytest.mark.parametrize(
    ("flips", "expected"),
    [
        ((False, False, False), [RED, GREEN, BLUE, WHITE]),
        ((True, False, False), [GREEN, RED, WHITE, BLUE]),
        ((False, True, False), [BLUE, WHITE, RED, GREEN]),
        ((False, False, True), [RED, BLUE, GREEN, WHITE]),
        ((True, False, True), [BLUE, RED, WHITE, GREEN]),
    ],
    ids=["as it is", "across", "down", "diagonally", "a quarter turn"],
)
def test_flips(flips: tuple[bool, bool, bool], expected: list[tuple[int, ...]]) -> None:
    assert colours(tile_surface(TilePlace(80, 120, 0, *flips)), 80, 80) == expected


@pytest.mark.usefixtures("canvas")
def test_a_colour_can_be_left_out() -> None:
    surface = tile_surface(TilePlace(0, 40, 0), image=SHEET._replace(transparent="#c80000"))

    assert [surface.get_at(at).a for at in CORNERS] == [0, 255, 255, 255]


@pytest.mark.usefixtures("canvas")
def test_a_layer_has_an_opacity_and_a_tint() -> None:
    surface = tile_surface(TilePlace(0, 40, 0), opacity=0.5, tint="#ff0000")

    assert tuple(surface.get_at((35, 35))) == pytest.approx((128, 0, 0, 128), abs=1)


@pytest.mark.usefixtures("canvas")
def test_many_tiles_are_composed_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tile_painting, "MAX_COMPOSED", 120 * 120)
    surface = tile_surface(TilePlace(0, 40, 0))

    assert surface.get_size() == (120, 120)
    assert surface.get_at((2, 2))[:3] == RED
    assert surface.get_at((25, 5)).a == 0


@pytest.mark.usefixtures("canvas")
def test_tiles_outside_their_picture_are_left_out() -> None:
    surface = tile_surface(TilePlace(0, 40, 0), image=SHEET._replace(box=(20, 0, 40, 40)))

    assert surface.get_at((5, 5)).a == 0


@pytest.mark.usefixtures("canvas")
def test_a_damaged_picture_is_left_out_and_said(tmp_path: Path) -> None:
    (tmp_path / "q.png").write_bytes(encoded(quarters((40, 40))))
    (tmp_path / "bad.png").write_bytes(encoded(quarters((40, 40)))[:60])
    images = SHEET, SHEET._replace(file="bad.png"), SHEET._replace(file="gone.png")
    layer = TileLayer(tuple(TilePlace(40 * n, 40, n) for n in range(3)))
    board = Board("bare", 6, 6, tiles=TileGround(40, images, (layer,)))
    underlay = Underlay(board, DiskSource(tmp_path))
    surface = pygame.Surface((240, 240))
    underlay.paint(PaintCanvas(surface, (0, 0, 6, 6), 40))

    assert colours(surface) == [RED, GREEN, BLUE, WHITE]
    assert surface.get_at((60, 20))[:3] == surface.get_at((100, 20))[:3] == (0, 0, 0)
    assert [fault.partition(":")[0] for fault in underlay.faults] == ["gone.png", "bad.png"]


@pytest.mark.usefixtures("canvas")
def test_the_background_lies_under_pictures_and_tiles(tmp_path: Path) -> None:
    (tmp_path / "q.png").write_bytes(encoded(quarters((40, 40))))
    tiles = TileGround(40, (SHEET,), (TileLayer((TilePlace(0, 40, 0),)),), "#ff102030")
    under = BoardPicture("q.png", Point(1, 0), 1 / 40)
    board = Board("bare", 6, 6, tiles=tiles, pictures=(under,))
    surface = pygame.Surface((240, 240))
    Underlay(board, DiskSource(tmp_path)).paint(PaintCanvas(surface, (0, 0, 6, 6), 40))

    assert colours(surface) == [RED, GREEN, BLUE, WHITE]
    assert surface.get_at((45, 5))[:3] == surface.get_at((5, 5))[:3]
    assert surface.get_at((200, 200))[:3] == (16, 32, 48)


@pytest.mark.slow
@tiled
@pytest.mark.usefixtures("canvas")
def test_a_map_looks_as_tiled_draws_it(tmp_path: Path) -> None:
    (tmp_path / "q.png").write_bytes(encoded(quarters((84, 84))))
    sheet = {
        "firstgid": 1, "name": "q", "image": "q.png", "imagewidth": 84, "imageheight": 84,
        "tilewidth": 40, "tileheight": 20, "margin": 2, "spacing": 1, "tilecount": 6,
        "columns": 2, "tileoffset": {"x": 3, "y": 2},
    }  # fmt: skip
    data = [(n % 7) | (n * 5 % 8) << 29 for n in range(48 * 48)]
    data = [0 if gid & 7 == 0 else gid for gid in data]
    upper = tiles(3, data[::-1], offsetx=11, offsety=5, opacity=0.5)
    raw = tiled_map(tiles(2, data), group(4, upper, offsetx=3), tilesets=[sheet])
    raw["layers"] = raw["layers"][1:]
    (tmp_path / "a.tmx").write_text(as_tmx(raw))
    run_tiled_tool(tmp_path, "tmxrasterizer", "a.tmx", "theirs.png")
    theirs = pygame.Surface((1536, 1536))
    theirs.blit(pygame.image.load(tmp_path / "theirs.png").convert_alpha(), (0, 0))
    ours = pygame.Surface((1536, 1536))
    Underlay(load_map(tmp_path / "a.tmx")).paint(PaintCanvas(ours, (0, 0, 48, 48), 32))

    apart = pygame.surfarray.array3d(ours).astype(int) - pygame.surfarray.array3d(theirs)
    assert abs(apart).max() <= 3


def tile_object(**keys: Any) -> Raw:
    """Return a tile off the grid: all of the tileset's picture, one inch wide at (3", 3")."""
    usual = {"id": 9, "name": "", "type": "", "gid": 1, "rotation": 0, "visible": True}
    return usual | {"x": 96, "y": 96, "width": 32, "height": 32} | keys


@pytest.mark.usefixtures("canvas")
@pytest.mark.parametrize(
    ("keys", "sheet", "corner", "first"),
    [
        ({}, {}, (3, 2), RED),
        ({"gid": 1 | 1 << 31}, {}, (3, 2), GREEN),
        ({"width": 64, "height": 64}, {}, (3, 1), RED),
        ({"width": 0, "height": 0}, {}, (3, 2), RED),
        ({"rotation": 90}, {}, (3, 3), BLUE),
        ({}, {"objectalignment": "topleft"}, (3, 3), RED),
        ({"rotation": 180}, {"objectalignment": "center"}, (2.5, 2.5), WHITE),
        ({"visible": False}, {}, (3, 2), None),
    ],
)
def test_a_tile_off_the_grid_lies_where_tiled_draws_it(
    tmp_path: Path,
    keys: Raw,
    sheet: Raw,
    corner: tuple[float, float],
    first: tuple[int, int, int] | None,
) -> None:
    board = board_of_tiled(tmp_path, objects(2, tile_object(**keys)), **sheet)
    shown = painted_underlay(board)

    at = round((corner[0] + 0.2) * PPI), round((corner[1] + 0.2) * PPI)
    if first:
        assert tuple(shown.get_at(at))[:3] == pytest.approx(first, abs=3)
    beside = round((corner[0] - 0.1) * PPI), at[1]
    assert tuple(shown.get_at(beside))[:3] == (0, 0, 0)


@pytest.mark.usefixtures("canvas")
def test_tiles_objects_and_pictures_are_drawn_in_the_order_of_the_file(tmp_path: Path) -> None:
    floor = tiles(2, [1], width=1, height=1, offsetx=96, offsety=64)
    picture = image(3, "w.png", offsetx=96, offsety=64)
    thing = objects(4, tile_object())
    (tmp_path / "w.png").write_bytes(encoded(filled(WHITE)))
    for order in permutations((floor, picture, thing)):
        board = board_of_tiled(tmp_path, *order)
        again = tmp_path / "again.tmj"
        again.write_text(canonical(read_map(tmp_path / "yard.tmj")))
        white = order[-1] is picture
        for one in (board, load_map(again)):
            seen = tuple(painted_underlay(one).get_at((round(3.2 * PPI), round(2.2 * PPI))))[:3]
            assert (min(seen) > 240) is white, [raw["type"] for raw in order]


def filled(colour: tuple[int, int, int]) -> pygame.Surface:
    whole = pygame.Surface((32, 32))
    whole.fill(colour)
    return whole


PPI = 20


def board_of_tiled(folder: Path, *layers: Raw, **sheet: Any) -> Board:
    """Return the board of a map whose tileset is one tile of four colours."""
    (folder / "q.png").write_bytes(encoded(quarters((32, 32))))
    own = {"firstgid": 1, "name": "q", "image": "q.png", "imagewidth": 32, "imageheight": 32}
    own |= {"tilewidth": 32, "tileheight": 32, "columns": 1, "tilecount": 1}
    raw = tiled_map(*layers, tilesets=[own | sheet])
    (folder / "yard.tmj").write_text(json.dumps(raw))
    return load_map(folder / "yard.tmj")


def painted_underlay(board: Board) -> pygame.Surface:
    surface = pygame.Surface((12 * PPI, 12 * PPI))
    Underlay(board).paint(PaintCanvas(surface, (0, 0, 12, 12), PPI))
    return surface
