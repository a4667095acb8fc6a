"""Pictures of debris, hulls and wrecks in space."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game.content.maps.map_library import load_map
from game.content.shipped_folders import MAPS
from game.geometry.points import Path, Point
from game.table.board import Board, Spot, Terrain, TerrainKind, terrain
from game.view.board.board_layout import BoardLayout
from game.view.board.painter import BoardPainter
from tests.view.tables import rectangle

PPI = 20
Picture: TypeAlias = npt.NDArray[Any]


def space_board(*pieces: Terrain, spots: tuple[Spot, ...] = (), look: str = "space") -> Board:
    return Board("void", width=16, height=12, terrain=pieces, spots=spots, look=look)


@cache
def painted_pixels(board: Board) -> Picture:
    """Return the pixels of a board, painted once for all tests."""
    return pygame.surfarray.array3d(BoardPainter(board).whole(PPI)).astype(np.int16)


def part_of(picture: Picture, left: float, top: float, right: float, low: float) -> Picture:
    return picture[round(left * PPI) : round(right * PPI), round(top * PPI) : round(low * PPI)]


@pytest.mark.rule("ZG-12")
def test_debris_is_lit_from_the_upper_left() -> None:
    """One plate is darker than the next, so several pieces are looked at together."""
    lumps = [terrain(name, TerrainKind.DEBRIS, rectangle(4, 4, 6, 4)) for name in "abcdefgh"]
    # Only the inches around them are painted, from 3" of both edges of the board.
    area = 3, 3, 11, 9
    parts = [BoardPainter(space_board(lump)).part(area, PPI) for lump in lumps]
    picture = np.mean([pygame.surfarray.array3d(part) for part in parts], axis=0)

    upper, lower = part_of(picture, 1.05, 1, 6.5, 1.4), part_of(picture, 1.5, 4.6, 6.95, 5)
    assert upper.mean() > lower.mean() + 8
    left, right = part_of(picture, 1, 1.05, 1.4, 4.5), part_of(picture, 6.6, 1.5, 7, 4.95)
    assert left.mean() > right.mean() + 8


@pytest.mark.rule("ZG-12")
def test_debris_throws_its_shadow_on_a_deck() -> None:
    lump = terrain("lump", TerrainKind.DEBRIS, rectangle(4, 4, 6, 4))
    fall = painted_pixels(space_board(look="hull")) - painted_pixels(
        space_board(lump, look="hull")
    )

    assert part_of(fall, 10.05, 5, 10.3, 8).mean() > 20
    assert part_of(fall, 5, 8.05, 10, 8.3).mean() > 20
    assert part_of(fall, 3.5, 5, 3.9, 7.5).mean() < 10


@pytest.mark.rule("ZG-12")
def test_no_two_pieces_of_debris_look_alike() -> None:
    one, other = (
        painted_pixels(space_board(terrain(name, TerrainKind.DEBRIS, rectangle(4, 4, 6, 4))))
        for name in ("wing", "tail")
    )

    assert np.abs(part_of(one, 4, 4, 10, 8) - part_of(other, 4, 4, 10, 8)).mean() > 8


def hull(*line: tuple[float, float]) -> Terrain:
    path: Path = tuple(Point(*at) for at in line)
    return terrain("hull", TerrainKind.WALL, path, closed=False)


@pytest.mark.rule("ZG-14")
def test_a_hull_along_the_edge_is_a_thick_rim_of_steel() -> None:
    open_, closed = (
        painted_pixels(space_board()),
        painted_pixels(space_board(hull((0, 2), (0, 10)))),
    )

    gain = closed - open_
    assert part_of(gain, 0.1, 2.5, 0.35, 9.5).mean() > 30
    assert np.abs(part_of(gain, 2, 0, 16, 12)).max() == 0
    assert np.abs(part_of(gain, 0, 0, 2, 1)).max() == 0


@pytest.mark.rule("ZG-14")
@pytest.mark.parametrize(
    ("line", "rims", "walls"),
    [
        (((0, 2), (0, 10)), 1, 0),
        (((16, 10), (16, 2)), 1, 0),
        (((3, 12), (9, 12)), 1, 0),
        (((0, 2), (3, 2)), 0, 1),
        (((0, 2), (16, 2)), 0, 1),
    ],
)
def test_only_what_lies_along_an_edge_is_a_rim(
    line: tuple[tuple[float, float], ...], rims: int, walls: int
) -> None:
    plan = BoardLayout(space_board(hull(*line)))

    assert (len(plan.rims), len(plan.walls)) == (rims, walls)


def test_through_a_torn_deck_there_are_stars() -> None:
    torn = Spot("torn", "ground", rectangle(3, 3, 10, 6), words=(("material", "void"),))
    whole, breached = (
        painted_pixels(space_board(look="hull")),
        painted_pixels(space_board(spots=(torn,), look="hull")),
    )

    sky = part_of(breached, 3.5, 3.5, 12.5, 8.5)
    assert np.median(sky) < 30 < np.median(part_of(whole, 3.5, 3.5, 12.5, 8.5))
    assert (sky.max(axis=2) > 70).sum() > 20
    assert (part_of(breached, 0, 0, 2, 12) == part_of(whole, 0, 0, 2, 12)).all()


def test_behind_the_walls_of_a_hull_lie_ribs_and_pipes() -> None:
    rock = terrain("rock", TerrainKind.WALL, rectangle(0, 0, 16, 8))
    outside = part_of(painted_pixels(space_board(rock, look="hull")), 2, 2, 14, 6)
    plain = part_of(painted_pixels(space_board(rock, look="steel")), 2, 2, 14, 6)

    # Ribs run down the table, pipes across it.
    for across in ((1, 2), (0, 2)):
        assert np.ptp(outside.mean(axis=across)) > 1.3 * np.ptp(plain.mean(axis=across))


def test_freight_in_a_hull_has_more_than_one_colour() -> None:
    stack = terrain("stack", TerrainKind.BLOCK, rectangle(3, 3, 8, 5))
    roof = part_of(painted_pixels(space_board(stack, look="hull")), 3.5, 3.5, 10.5, 7.5)

    warm = roof[:, :, 0] - roof[:, :, 2]
    assert warm.max() - warm.min() > 40


@pytest.mark.parametrize("name", ["void-drift", "hulk-spine"])
def test_a_tile_of_a_shipped_map_fits_the_next_without_a_seam(name: str) -> None:
    bake = BoardPainter(replace(load_map(MAPS / f"{name}.tmj"), zones=()))
    whole = pygame.surfarray.array3d(bake.part((0, 8, 24, 24), PPI)).astype(np.int16)
    part = pygame.surfarray.array3d(bake.part((4, 10, 16, 20), PPI)).astype(np.int16)

    off = np.abs(part - whole[4 * PPI : 16 * PPI, 2 * PPI : 12 * PPI])
    assert np.percentile(off, 99) <= 6
