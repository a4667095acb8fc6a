"""Crowded random zero-g games: no model is ever in an illegal place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import hypot

import pytest

from game.bots.luck import BotRandom
from game.bots.simple_bots import RandomBot
from game.geometry.points import Point
from game.play.dice_sequences import SeededDice
from game.play.session import BrokenRuleError, Session, StuckError
from game.systems.zero_g.rules.mobility import is_free
from game.table.records import Model
from game.table.state import Table
from tests.systems.zero_g.zero_g_tables import (
    BROOD,
    RULES,
    WARDENS,
    drifter,
    table_of,
    void,
    wall,
)
from tests.tools.invariants import off, wrongly_locked
from tests.tools.replay_check import fought

SEEDS = range(24)
WIDE, HIGH, ROUNDS = 26.0, 20.0, 6
KINDS = {
    WARDENS: ("boarder-leader", "boarder-gunner", "boarder", "boarder", "jet-boarder"),
    BROOD: ("drifter", "drifter", "leaping-drifter", "leaping-drifter", "floater"),
}
ROOM = void(
    wall((0, 0), (WIDE, 0), (WIDE, HIGH)),
    wall((8, 7), (8, 13)),
    wall((17, 6), (18, 9), (16, 9), (17, 6)),
    width=WIDE,
    height=HIGH,
)
"""A hull at the top and at the right, two pieces within; the other edges are open."""
SLIPPED = 0.0015


def two_close_teams(seed: int) -> Table:
    """Return two teams that are near to each other; some models have arrows."""
    luck, models = BotRandom(seed), list[Model]()
    for side, kinds in KINDS.items():
        left = 2.0 if side == WARDENS else 13.0
        for n, kind in enumerate(kinds):
            at = left + luck.below(90) / 10, 2.0 + n * 3.4
            arrows = 0 if kind == "floater" else luck.below(4)
            one = drifter(f"{side}-{n}", at, arrows, luck.below(3600) / 10, kind, side)
            if 7.0 < at[0] < 9.0 or 15.0 < at[0] < 19.0:
                # Not on a piece.
                one = replace(one, at=Point(left + 9.5 - (left > 9) * 0.4, at[1]))
            models.append(one)
    return table_of(ROOM, *models)


def wrong(table: Table) -> Iterator[str]:
    standing = table.standing()
    for n, m in enumerate(standing):
        (x, y), r = m.at, m.base - SLIPPED
        if not (0.0 <= x <= WIDE and 0.0 <= y <= HIGH):
            yield f"{m.id} is off the table at {m.at}"
        for (ax, ay), (bx, by) in table.board.walls.segments:
            dx, dy = bx - ax, by - ay
            t = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
            if hypot(x - ax - t * dx, y - ay - t * dy) < r:
                yield f"{m.id} stands on a wall at {m.at}"
        for other in standing[n + 1 :]:
            if off(m, other) < -SLIPPED:
                yield f"{m.id} overlaps {other.id} by {-off(m, other):.4f}"
        if m.arrows and (is_free(m) or table.units[m.unit].mark("locked in combat")):
            yield f"{m.id} has {m.arrows} arrows"
    yield from wrongly_locked(table)


@lru_cache(maxsize=1)
def cited() -> Counter[str]:
    """Play all games; return how many times events cite each clause."""
    clauses = Counter[str]()
    for seed in SEEDS:
        opening = two_close_teams(seed)
        assert not [*wrong(opening)], seed
        session, bot = Session(RULES, opening, SeededDice(seed)), RandomBot()
        while session.pending and session.table.clock.round <= ROUNDS:
            try:
                session.answer(bot.answer(session))
            except BrokenRuleError as over:
                # Without a mission no rule ends a game in which neither side can act.
                if not isinstance(over.__cause__, StuckError):
                    raise
                break
            assert not [*wrong(session.table)], (seed, session.table.clock)
        fought.append(session)
        clauses.update([event.clause for event in session.game.story])
    return clauses


@pytest.mark.slow
@pytest.mark.rule("ZG-12", "ZG-22")
def test_nobody_is_ever_inside_anything_or_keeps_arrows_in_a_combat() -> None:
    assert cited().total() > 1000


@pytest.mark.slow
@pytest.mark.parametrize(
    "clause",
    [f"ZG-{n:02d}" for n in (5, 7, 8, 9, 10, 12, 14, 15, 16, 17, 20, 21, 22, 23, 24, 26)],
)
def test_each_clause_comes_up(clause: str) -> None:
    assert cited()[clause]
