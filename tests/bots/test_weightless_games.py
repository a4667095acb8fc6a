"""Whole games of the steady bot without gravity: nobody is ever where he can do nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.bots.players import policy
from game.geometry.directions import direction
from game.geometry.points import gap
from game.geometry.shapes import off_segment
from game.rules.battles import prepare
from game.rules.classic.bearing import is_locked
from game.rules.zero_g.kinds import is_free
from game.rules.zero_g.moving import PUSH
from game.rules.zero_g.straight import push_of
from game.table.records import Model
from game.table.state import Table

SLACK = 0.003
"""Inches that are lost in rounding, of both that touch."""
GAMES = [
    ("adrift", "void-wreckage", 1),
    ("adrift", "hulk-spine", 3),
    ("salvage", "hulk-hold", 2),
    ("salvage", "void-drift", 4),
]


def faults(table: Table) -> Iterator[str]:
    """Yield who is inside something, off the table, or at a place that he cannot leave."""
    board, standing = table.board, table.standing()
    for n, m in enumerate(standing):
        (x, y), r = m.at, m.base
        if not (0.0 <= x <= board.width and 0.0 <= y <= board.height):
            yield f"{m.id} is off the table at {m.at}"
        for wall in board.walls.near(x - r, y - r, x + r, y + r):
            if off_segment(m.at, board.walls.segments[wall]) < r - SLACK:
                yield f"{m.id} is inside a wall at {m.at}"
        for other in standing[n + 1 :]:
            if gap(m.disc, other.disc) < -SLACK:
                yield f"{m.id} is inside {other.id}"
        if is_stuck(table, m):
            yield f"{m.id} can go nowhere from {m.at}"


def is_stuck(table: Table, model: Model) -> bool:
    """Return whether no push moves a model, even when its friends who can have moved aside.

    Whoever has arrows may always slow, and who is locked in combat fights.
    """
    if model.arrows or is_free(model) or is_locked(table.units[model.unit]):
        return False
    alone = table.fork()
    for mate in table.standing(model.side):
        if mate.id != model.id and not is_locked(table.units[mate.unit]):
            del alone.models[mate.id]
    ways = [direction(degrees) for degrees in range(0, 360, 10)]
    return not any([push_of(alone, model.id, way, PUSH).path for way in ways])


@pytest.mark.parametrize(("scenario", "map_", "seed"), GAMES)
def test_nobody_is_ever_where_he_can_do_nothing(scenario: str, map_: str, seed: int) -> None:
    """In every phase of a whole game, and every question has an answer."""
    session, bot = prepare(scenario, seed=seed, map_=map_).session(), policy("steady")
    seen = None
    while asked := session.pending:
        assert next(asked.samples(session.table, 64), None) is not None, asked.asks
        session.answer(bot.answer(session))
        clock = session.table.clock
        if clock.round and seen != (clock.round, clock.side, clock.phase):
            seen = clock.round, clock.side, clock.phase
            assert not [*faults(session.table)], clock

    assert session.table.result
    assert session.table.clock.round <= 8
    lost = [loss.model for loss in session.table.losses if loss.how == "lost"]
    assert not lost, "nobody leaves the table who need not"


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("scenario", "map_"), [("adrift", "void-drift"), ("salvage", "hulk-hold")]
)
def test_the_steady_bot_beats_the_random_one_from_either_seat(
    scenario: str, map_: str, seat: int
) -> None:
    won = 0
    for seed in (11, 12, 13):
        session = prepare(scenario, seed=seed, map_=map_).session()
        sides = session.table.sides
        bots = {
            side: policy("steady" if n == seat else "random") for n, side in enumerate(sides)
        }
        while asked := session.pending:
            session.answer(bots[asked.by].answer(session))
        assert session.table.result
        won += session.table.result.winner == sides[seat]

    assert won >= 2
