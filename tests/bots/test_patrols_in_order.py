"""Random battles checked by a referee: no model is ever in an illegal place."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest

from game.bots.registry import policy
from game.geometry.points import Point
from game.play.session import Session
from game.rules.battles import prepare
from game.table.events import Act, Acted
from game.table.records import Where
from game.table.state import Table
from tests.tools.fuzz_battles import skirmish
from tests.tools.invariants import Referee, misplaced_in, silent, torn, unsound, wrongly_locked


def refereed(session: Session, bot: str = "random") -> list[str]:
    """Play a battle to its end and return the faults that the referee found."""
    player, referee, seen = policy(bot), Referee(session), len(session.game.story)
    opening = session.table.fork()
    while asked := session.pending:
        before = session.table.fork()
        session.answer(player.answer(session))
        referee.watch(asked, before)
    assert session.table.result
    return [*referee.faults, *silent(opening, session.game.story[seen:])]


@pytest.mark.rule("CC-18", "CC-19", "CC-31", "CC-37")
@pytest.mark.parametrize("seed", range(1, 9))
def test_a_crowded_skirmish_is_in_order(seed: int) -> None:
    assert refereed(skirmish(seed)) == []


MAPS = cycle(["ruined-crossing", "old-quarter", "long-orchard"])


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "map_"), list(zip(range(5101, 5104), MAPS, strict=False)))
def test_a_patrol_is_in_order(seed: int, map_: str) -> None:
    assert refereed(prepare("combat_patrol", seed=seed, map_=map_).session()) == []


def test_the_referee_sees_what_is_planted() -> None:
    session = skirmish(1)
    player = policy("random")
    while session.table.clock.phase != "movement":
        session.answer(player.answer(session))
    table = session.table
    one, other = table.standing()[:2]

    def moved_to(at: Point, **changes: Any) -> Table:
        fork = table.fork()
        fork.models[one.id] = replace(one, at=at, **changes)
        return fork

    assert not [*misplaced_in(table), *unsound(table), *wrongly_locked(table)]
    assert any("overlaps" in f for f in misplaced_in(moved_to(other.at)))
    assert any("over the edge" in f for f in misplaced_in(moved_to(Point(0.2, 8.0))))
    wall = next(piece for piece in table.board.terrain if piece.impassable)
    assert any(f"stands on {wall.id}" in f for f in misplaced_in(moved_to(wall.outline[0])))
    assert [*unsound(moved_to(one.at, wounds=0))]
    assert [*unsound(moved_to(one.at, where=Where.GONE))]
    foe = table.standing(table.enemy(one.side))[0]
    beside = Point(foe.at.x, foe.at.y + foe.base + one.base + 0.005)
    assert [*wrongly_locked(moved_to(beside))]
    assert [*torn(table, moved_to(Point(15.0, 13.0)), one.unit)]


def test_the_referee_hears_what_is_left_out() -> None:
    session, player = skirmish(2), policy("random")
    opening, seen = session.table.fork(), len(session.game.story)
    while session.pending:
        session.answer(player.answer(session))
    story = session.game.story[seen:]
    n = next(n for n, e in enumerate(story) if isinstance(e, Acted) and e.act is Act.MOVES)

    assert not [*silent(opening, story)]
    assert [*silent(opening, [*story[:n], *story[n + 1 :]])]
