"""Lines of sight by direction find the same as tests against all terrain."""

from __future__ import annotations

from random import Random

import pytest

from game.cores.kit.sight_lines import screens
from game.geometry.line_of_sight import blocked
from game.geometry.points import Disc, Point
from game.systems.zero_g.bot.sight_sectors import SightSectors
from game.table.board import Board, Terrain, TerrainKind, terrain


def strewn(chance: Random) -> Board:
    """Return a board with walls and woods of random outlines, on whole and half inches."""
    pieces = list[Terrain]()
    for n in range(chance.randint(1, 9)):
        kind = chance.choice((TerrainKind.WALL, TerrainKind.BLOCK, TerrainKind.WOOD))
        x, y = chance.randrange(96) / 2, chance.randrange(96) / 2
        outline = [
            Point(x + chance.randrange(-12, 13) / 2, y + chance.randrange(-12, 13) / 2)
            for _ in range(chance.randint(3, 5))
        ]
        closed = kind is not TerrainKind.WALL
        pieces.append(terrain(f"piece-{n}", kind, tuple(outline), closed=closed))
    return Board("strewn", width=48.0, height=48.0, terrain=tuple(pieces))


@pytest.mark.parametrize("seed", range(6))
def test_they_find_what_all_sides_of_terrain_find(seed: int) -> None:
    chance = Random(seed)
    board = strewn(chance)
    base = Disc(Point(chance.randrange(96) / 2, chance.randrange(96) / 2), 0.5)
    sights, clear = SightSectors(board, base), list[bool]()
    for _ in range(150):
        eye = Point(chance.randrange(96) / 2, chance.randrange(96) / 2)
        sides = [
            side for piece in screens(board, Disc(eye, 0.0), base) for side in piece.sides()
        ]
        clear.append(not blocked(eye, base.at, sides))
        assert sights.is_clear_from(eye) is clear[-1]
    assert set(clear) == {True, False}
