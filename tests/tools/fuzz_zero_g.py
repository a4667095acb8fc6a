"""Games of the steady bot in zero-g: no model may ever be stuck.

``python -m tests.tools.fuzz_zero_g 200`` plays 200, both missions on all their maps in turn,
checks the table as each phase begins, prints each violation, and exits with 1 if there was any
or if a game lasted more than its 8 turns.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from game.bots.registry import policy
from game.content.scenarios import load_scenario
from game.cores.classic.rules.deployment import TURNS
from game.cores.classic.rules.unit_state import is_locked
from game.cores.kit.queries import TableView
from game.geometry.points import direction, gap
from game.geometry.polygons import off_segment
from game.play.session import Session
from game.rules import PLAYED
from game.rules.battles import prepare
from game.rules.catalog import rules_of
from game.systems.zero_g.rules.mobility import is_free, push_of
from game.systems.zero_g.rules.movement import PUSH
from game.table.records import Model
from game.table.state import Table
from tests.tools.faults import report_faults

SLACK = 0.003
"""Inches lost in rounding, by both models in contact."""
MISSIONS = ("adrift", "salvage")


def table_faults(table: Table) -> Iterator[str]:
    """Yield overlaps, models off the table, and models that are stuck."""
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
    """Return whether no push moves a model, even if its friends that can move stood aside.

    A model with arrows can always slow, and a model locked in combat fights.
    """
    if model.arrows or is_free(model) or is_locked(table.units[model.unit]):
        return False
    alone = table.fork()
    for mate in table.standing(model.side):
        if mate.id != model.id and not is_locked(table.units[mate.unit]):
            del alone.models[mate.id]
    view = TableView(alone, rules_of("zero_g"))
    ways = [direction(degrees) for degrees in range(0, 360, 10)]
    return not any([push_of(view, model.id, heading, PUSH).path for heading in ways])


def watched(session: Session) -> Iterator[str]:
    """Play a game to its end; yield the faults found as each phase begins."""
    bot, seen = policy("steady"), None
    while asked := session.pending:
        if next(asked.samples(session.table, 64), None) is None:
            yield f"nobody could answer: {asked.asks}"
        session.answer(bot.answer(session))
        clock = session.table.clock
        if clock.round and seen != (clock.round, clock.side, clock.phase):
            seen = clock.round, clock.side, clock.phase
            for fault in table_faults(session.table):
                yield f"turn {clock.round}, {clock.phase}: {fault}"
    if session.table.result is None or session.table.clock.round > TURNS:
        yield f"no result after turn {session.table.clock.round}"


def main(many: int, first: int = 1) -> int:
    maps = [(m, map_) for m in MISSIONS for map_ in load_scenario(m, PLAYED).maps]

    def each() -> Iterator[tuple[str, Iterator[str]]]:
        for n in range(many):
            (scenario, map_), seed = maps[n % len(maps)], first + n // len(maps)
            session = prepare(scenario, seed=seed, map_=map_).session()
            yield f"{scenario} on {map_}, seed {seed}", watched(session)

    return report_faults("games", each())


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:] or ["200"])))
