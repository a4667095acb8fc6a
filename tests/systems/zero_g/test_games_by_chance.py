"""Whole zero-g games of random bots: no overlaps, saved and loaded on the way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from game.geometry.points import gap
from game.geometry.polygons import edges, inside, off_segment
from game.rules.battles import prepare
from game.systems.zero_g.rules.mobility import is_free
from game.table.state import Table
from tests.tools.save_at_every_answer import interrupted, straight

TOLERANCE = 0.002
"""Two places in thousandths of an inch."""


def misplaced_models(table: Table) -> Iterator[str]:
    """``ZG-12``, ``ZG-14``  Yield each overlap, and each model off the table."""
    board, standing = table.board, table.standing()
    for one, other in combinations(standing, 2):
        if gap(one.disc, other.disc) < -TOLERANCE:
            yield f"{one.id} overlaps {other.id}"
    for model in standing:
        (x, y), r = model.at, model.base - TOLERANCE
        if not (0 <= x <= board.width and 0 <= y <= board.height):
            yield f"{model.id} is off the table at {x}, {y}"
        if any(off_segment(model.at, wall) < r for wall in board.walls.segments):
            yield f"{model.id} is in a wall at {x}, {y}"
        for piece in table.pieces.values():
            if piece.outline:
                sides = [off_segment(model.at, side) for side in edges(piece.corners)]
                on = min(sides) < r or inside(model.at, piece.corners)
            else:
                on = piece.holder is None and gap(model.disc, piece.disc) < -TOLERANCE
            if on:
                yield f"{model.id} is on {piece.id} at {x}, {y}"
        if model.arrows and is_free(model):
            yield f"{model.id} moves freely and has arrows"


@pytest.mark.parametrize(
    ("scenario", "map_", "billiards", "every"),
    [
        ("salvage", "void-wreckage", True, 30),
        pytest.param("adrift", "void-drift", False, 1, marks=pytest.mark.slow),
        pytest.param("adrift", "hulk-spine", True, 15, marks=pytest.mark.slow),
        pytest.param("salvage", "hulk-hold", False, 15, marks=pytest.mark.slow),
    ],
)
def test_a_game_comes_to_its_end_with_everybody_where_he_may_be(
    scenario: str,
    map_: str,
    billiards: bool,  # noqa: FBT001
    every: int,
) -> None:
    battle = prepare(scenario, seed=7, map_=map_, options={"billiards": billiards})
    ends = list[tuple[bool, int]]()

    seen: object = None

    def look(table: Table) -> None:
        nonlocal seen
        # Most answers move nothing.
        if seen != (seen := (*table.models.values(), *table.pieces.values())):
            assert list(misplaced_models(table)) == []
        ends.append((table.result is not None, table.clock.round))

    assert interrupted(battle, every, look) == straight(battle)
    over, turns = ends[-1]
    assert over
    assert turns <= 8
