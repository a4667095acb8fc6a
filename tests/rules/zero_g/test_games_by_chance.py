"""Whole games without gravity by the random bot: nobody in anything, saved on the way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from game.bots.random_bot import RandomBot
from game.content.hashes import story_hash
from game.content.saves import parse_save
from game.geometry.points import gap
from game.geometry.shapes import edges, inside, off_segment
from game.play.session import Session
from game.rules.battles import Battle, prepare
from game.rules.recorder import saved_text
from game.rules.restoring import restore
from game.rules.zero_g.kinds import is_free
from game.table.state import Table

TOLERANCE = 0.002
"""Two places in thousandths of an inch."""
MOST = 1500
"""Answers of the longest game."""


def misplaced(table: Table) -> Iterator[str]:
    """``ZG-12``, ``ZG-14``  Nobody overlaps another, a wall, a piece, or is off the table."""
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


def play(session: Session, answers: int) -> None:
    bot = RandomBot()
    for _ in range(answers):
        if session.pending is None:
            return
        session.answer(bot.answer(session))
        assert list(misplaced(session.table)) == []


def reopened(session: Session, battle: Battle) -> Session:
    """Return a game as it is when it was saved and loaded."""
    save = parse_save(saved_text(session, battle.header({})), "void.undertow")
    restored = restore(save, battle.rules(), battle.opening)
    assert restored.lost == 0
    return restored.session


@pytest.mark.parametrize(
    ("scenario", "map_", "billiards"),
    [
        ("adrift", "void-drift", False),
        ("adrift", "hulk-spine", True),
        ("salvage", "hulk-hold", False),
        ("salvage", "void-wreckage", True),
    ],
)
def test_a_game_comes_to_its_end_with_everybody_where_he_may_be(
    scenario: str,
    map_: str,
    billiards: bool,  # noqa: FBT001
) -> None:
    battle = prepare(scenario, seed=7, map_=map_, options={"billiards": billiards})
    session = battle.session()
    while session.pending is not None and len(session.game.story) < 40 * MOST:
        play(session, 60)
        if session.pending is not None:
            again = reopened(session, battle)
            assert again.table == session.table
            assert again.pending == session.pending
            session = again

    assert session.table.result is not None
    assert session.table.clock.round <= 8
    told = story_hash(session.game.story)
    straight = battle.session()
    play(straight, MOST)
    assert story_hash(straight.game.story) == told
