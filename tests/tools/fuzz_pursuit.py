"""Random games of the pursuit, checked for overlaps, their length and their saves.

``python -m tests.tools.fuzz_pursuit 200`` plays 200 with both forces, both options and all maps
in rotation; ``200 1 steady`` plays those of another bot, from seed 1. It checks the table as
each phase begins, restores a save after each answer, checks that each game ends within 20 turns
without any clause that the pursuit replaces, prints each violation, and exits with 1 if there
was any.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from itertools import combinations

from game.bots.protocol import Policy
from game.bots.registry import policy
from game.content.save_format import SaveHeader, parse_save
from game.content.scenarios import load_scenario
from game.content.state_hashes import TableHash, story_hash
from game.geometry.points import gap
from game.geometry.polygons import area_distance
from game.play.decisions import Choose, CommonKind
from game.play.session import Session
from game.rules import PLAYED
from game.rules.battles import Battle, prepare
from game.rules.saving import restore, saved_text
from game.systems.pursuit.rules.state import TURNS
from game.systems.pursuit.rules.street_pieces import city, is_impassable, off
from game.table.state import Table
from tests.tools.faults import report_faults
from tests.tools.replay_check import told_again

TOLERANCE = 0.00101
"""Inches lost in rounding to thousandths."""
REPLACED = ("CC-18", *(f"CC-{n}" for n in (20, 21, 22, 23, 29, 30, 31, 32, 33)))
"""``PU-31``"""
FORCES: tuple[Mapping[str, str], ...] = ({}, {"riders": "rough-riders", "swarm": "gun-drones"})


def overlaps(table: Table) -> Iterator[str]:
    """``PU-03``  Yield overlaps, and models off the table."""
    board, standing, pieces = table.board, table.standing(), city(table)
    for one, other in combinations(standing, 2):
        if gap(one.disc, other.disc) < -TOLERANCE:
            yield f"{one.id} overlaps {other.id}"
    for a, b in combinations(pieces, 2):
        if area_distance(a.corners, b.corners) <= 0.0:
            yield f"{a.id} overlaps {b.id}"
    for model in standing:
        (x, y), r = model.at, model.base - TOLERANCE
        if not (r <= x <= board.width - r and r <= y <= board.height - r):
            yield f"{model.id} is off the table at {x}, {y}"
        for piece in pieces:
            if is_impassable(piece) and off(piece, model.disc) < -TOLERANCE:
                yield f"{model.id} is in {piece.id} at {x}, {y}"


def replaced(session: Session) -> Iterator[str]:
    """``PU-31``  Yield the clauses that a pursuit cites though it replaces them."""
    cited = {event.clause for event in session.game.story}
    yield from (f"{clause} is cited" for clause in REPLACED if clause in cited)


def answered(session: Session, bot: Policy) -> None:
    """Answer as the bot does, but face the Arrival and mostly keep pace, to live longer."""
    asked, answer = session.pending, bot.answer(session)
    assert asked
    if asked.clause == "PU-04":
        answer = answer[:2]
    elif (
        isinstance(asked, Choose) and asked.kind is CommonKind.PACE and session.table.rolls % 3
    ):
        answer = "keep"
    session.answer(answer)


def watched(battle: Battle, bot: Policy) -> Iterator[str]:
    """Play a pursuit to its end; yield the faults found on the way."""
    session, header = battle.session(), battle.header({})
    while session.pending and session.table.clock.round <= TURNS:
        clock = session.table.clock
        answered(session, bot)
        if session.table.clock != clock:
            for fault in overlaps(session.table):
                yield f"turn {clock.round}, {clock.phase}: {fault}"
        if not is_same(session, reopened(battle, session, header)):
            yield f"turn {clock.round}, {clock.phase}: it is another game when it is loaded"
    if session.table.result is None:
        yield f"no result after turn {TURNS}"
    if not is_same(session, told_again(session)):
        yield "it is another game when it is told again"
    yield from replaced(session)


def reopened(battle: Battle, session: Session, header: SaveHeader) -> Session:
    """Return a game as its save opens it."""
    save = parse_save(saved_text(session, header), "a chase")
    return restore(save, battle.rules(), battle.opening).session


def is_same(session: Session, other: Session) -> bool:
    """Return whether two games agree in event log, table and pending question."""
    return (
        story_hash(other.game.story) == story_hash(session.game.story)
        and TableHash().of(other.table) == TableHash().of(session.table)
        and other.pending == session.pending
    )


def chases(many: int, first: int = 1) -> Iterator[tuple[str, Battle]]:
    """Yield *many* pursuits with names; forces, options and maps take turns."""
    maps = load_scenario("pursuit", PLAYED).maps
    for seed in range(first, first + many):
        map_, veteran, forces = maps[seed % len(maps)], seed % 4 > 1, FORCES[seed % 8 > 3]
        battle = prepare(
            "pursuit", seed=seed, map_=map_, options={"veteran": veteran}, rosters=forces
        )
        yield f"seed {seed} on {map_}{', veteran' * veteran}{', others' * bool(forces)}", battle


def main(many: int, first: int = 1, bot: str = "random") -> int:
    each = ((name, watched(battle, policy(bot))) for name, battle in chases(many, first))
    return report_faults("chases", each)


if __name__ == "__main__":
    many, first, bot = (*sys.argv[1:], *("200", "1", "random")[len(sys.argv) - 1 :])
    sys.exit(main(int(many), int(first), bot))
