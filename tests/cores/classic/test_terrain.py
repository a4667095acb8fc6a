"""``CC-37``: effects of each kind of terrain on sight, cover and paths."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from game.cores.classic.rules.cover import cover_of
from game.cores.kit.sight_lines import sees
from game.geometry.points import Disc, Point
from game.table.board import Board, TerrainKind, terrain
from game.table.records import UnitId
from tests.cores.classic.small_tables import model_at, shooting_game


class Nature(NamedTuple):
    words: str
    """Words for: impassable, blocks sight, difficult."""
    covers_within: int = 0
    covers_behind: int = 0


NATURES = {
    TerrainKind.WALL: Nature("impassable hides"),
    TerrainKind.BLOCK: Nature("impassable hides"),
    TerrainKind.RUIN: Nature("hides difficult", covers_within=4),
    TerrainKind.WOOD: Nature("hides difficult", covers_within=4),
    TerrainKind.RUBBLE: Nature("difficult", covers_within=4),
    TerrainKind.CRATER: Nature("difficult", covers_within=4),
    TerrainKind.LOW_WALL: Nature("", covers_behind=4),
    TerrainKind.HEDGE: Nature("", covers_behind=5),
    TerrainKind.RAIL: Nature("", covers_behind=5),
    TerrainKind.PIPE: Nature("", covers_behind=5),
    TerrainKind.DEEP_WATER: Nature("impassable"),
    TerrainKind.WINDOW: Nature("impassable"),
    # The features of matched play, as ``MP-05`` rules: like rubble, a ruin or a low wall.
    **dict.fromkeys(
        (
            TerrainKind.WEEDS,
            TerrainKind.SPINES,
            TerrainKind.VENOM_PLANTS,
            TerrainKind.STATUE,
            TerrainKind.SERVO_HAULER,
            TerrainKind.REGULATOR,
        ),
        Nature("difficult", covers_within=4),
    ),
    **dict.fromkeys(
        (TerrainKind.REACTOR, TerrainKind.FORTIFICATION),
        Nature("hides difficult", covers_within=4),
    ),
    **dict.fromkeys((TerrainKind.CONDUIT, TerrainKind.BARRICADE), Nature("", covers_behind=4)),
}
LINES = (
    TerrainKind.LOW_WALL,
    TerrainKind.HEDGE,
    TerrainKind.RAIL,
    TerrainKind.PIPE,
    TerrainKind.CONDUIT,
    TerrainKind.BARRICADE,
)

HERE, THERE = Point(10, 10), Point(20, 10)
BASE = Disc(THERE, 0.5)


def seen_and_covered(kind: TerrainKind, left: float, right: float) -> tuple[bool, int]:
    """Return whether (20, 10) is visible from (10, 10) past or into a piece, and its cover."""
    if kind in LINES:
        across = Point((left + right) / 2, 5), Point((left + right) / 2, 15)
        piece = terrain("piece", kind, across, closed=False)
    else:
        corners = Point(left, 5), Point(right, 5), Point(right, 15), Point(left, 15)
        piece = terrain("piece", kind, corners)
    foe = model_at("foe", "foes", THERE)
    game = shooting_game(foe, terrain=[piece])
    seen = sees(game.table, Disc(HERE, 0.5), BASE)
    return seen, cover_of(game, HERE, UnitId("squad"), foe).save


@pytest.mark.rule("CC-37")
@pytest.mark.parametrize(("kind", "nature"), NATURES.items())
def test_sight_past_it_and_cover_behind_it(kind: TerrainKind, nature: Nature) -> None:
    assert seen_and_covered(kind, 14, 16) == ("hides" not in nature.words, nature.covers_behind)


@pytest.mark.rule("CC-37")
@pytest.mark.parametrize(("kind", "nature"), NATURES.items())
def test_sight_into_it_and_cover_within_it(kind: TerrainKind, nature: Nature) -> None:
    if kind not in LINES and "impassable" not in nature.words:
        assert seen_and_covered(kind, 18, 22) == (True, nature.covers_within)


@pytest.mark.rule("CC-37")
@pytest.mark.parametrize(("kind", "nature"), NATURES.items())
def test_ways_over_it(kind: TerrainKind, nature: Nature) -> None:
    closed = kind not in LINES
    corners = Point(10, 10), Point(20, 10), Point(20, 20)
    piece = terrain("piece", kind, corners, closed=closed)
    board = Board(terrain=(piece,))

    assert bool(board.walls.segments) is ("impassable" in nature.words)
    assert bool(board.difficult) is ("difficult" in nature.words)
    assert not piece.dangerous


@pytest.mark.rule("CC-37")
def test_every_kind_of_the_classic_core_is_in_the_table() -> None:
    of_other_clauses = {"grate", "sluice gate", "cave-in", "debris", "flooded ground", "door"}

    assert {kind for kind in TerrainKind if kind not in NATURES} == of_other_clauses


@pytest.mark.rule("CC-37")
@pytest.mark.parametrize("kind", NATURES)
def test_a_map_may_override_any_of_it(kind: TerrainKind) -> None:
    corners = Point(14, 5), Point(16, 5), Point(16, 15), Point(14, 15)
    usual = terrain("piece", kind, corners)
    piece = terrain(
        "piece",
        kind,
        corners,
        impassable=not usual.impassable,
        blocks_sight=not usual.blocks_sight,
        difficult=not usual.difficult,
        dangerous=True,
        cover=6,
    )

    assert piece.impassable is not usual.impassable
    assert piece.blocks_sight is not usual.blocks_sight
    assert piece.difficult is not usual.difficult
    assert (piece.dangerous, piece.cover) == (True, 6)
