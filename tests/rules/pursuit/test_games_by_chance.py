"""Whole chases by the random bot: nobody in anything, told again from what was written."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from game.bots.random_bot import RandomBot
from game.content.eventjson import events_read, plain, with_notes, written
from game.content.hashes import TableHash, story_hash
from game.geometry.points import gap
from game.play.decisions import Choose
from game.play.dice import SeededDice
from game.play.session import Session
from game.rules.pursuit.city import city, is_impassable, off
from game.table.apply import apply
from game.table.state import Table
from tests.rules.pursuit.streets import RULES, mustered, winding

TOLERANCE = 0.00101
"""What is lost in rounding to thousandths of an inch."""
MOST = 600
"""Answers of the longest chase."""


def misplaced(table: Table) -> Iterator[str]:
    """``PU-03``  Nobody overlaps another, an Impassable piece, or is off the table."""
    board, standing = table.board, table.standing()
    for one, other in combinations(standing, 2):
        if gap(one.disc, other.disc) < -TOLERANCE:
            yield f"{one.id} overlaps {other.id}"
    for model in standing:
        (x, y), r = model.at, model.base - TOLERANCE
        if not (r <= x <= board.width - r and r <= y <= board.height - r):
            yield f"{model.id} is off the table at {x}, {y}"
        for piece in city(table):
            if is_impassable(piece) and off(piece, model.disc) < -TOLERANCE:
                yield f"{model.id} is in {piece.id} at {x}, {y}"


def answered(session: Session, bot: RandomBot) -> None:
    """Answer by chance, but face the Arrival: who does not is soon lost (``PU-12``)."""
    asked, answer = session.pending, bot.answer(session)
    assert asked
    if asked.clause == "PU-04":
        answer = answer[:2]
    elif isinstance(asked, Choose) and asked.kind == "pace" and session.table.rolls % 3:
        answer = "keep"
    session.answer(answer)


@pytest.mark.rule("PU-05", "PU-06", "PU-07")
@pytest.mark.parametrize(
    ("seed", "riders", "swarm"),
    [
        (4, "riders", "gargoyles"),
        (7, "riders", "gargoyles"),
        (13, "rough-riders", "gun-drones"),
    ],
)
def test_a_chase_comes_to_its_end_with_everybody_where_he_may_be(
    seed: int, riders: str, swarm: str
) -> None:
    session = Session(RULES, mustered(winding(), riders, swarm), SeededDice(seed))
    bot, phases = RandomBot(), set[str]()
    for _ in range(MOST):
        if session.pending is None:
            break
        clock = session.table.clock
        answered(session, bot)
        phases.add(clock.phase)
        if session.table.clock != clock:
            assert list(misplaced(session.table)) == []
    assert session.table.result is not None
    assert {"deployment", "pursuit", "movement"} <= phases

    story = session.game.story
    blanks = {name: page.blank for name, page in RULES.pages.items()}
    read = with_notes(events_read([plain(event) for event in story]), blanks)
    folded = mustered(winding(), riders, swarm)
    for event in read:
        apply(folded, event)
    assert written([plain(event) for event in read]) == written([plain(e) for e in story])
    assert story_hash(read) == story_hash(story)
    assert TableHash().of(folded) == TableHash().of(session.table)


def test_a_chase_is_told_again_from_any_answer() -> None:
    session = Session(RULES, mustered(winding()), SeededDice(4))
    bot = RandomBot()
    for _ in range(40):
        if session.pending is None:
            break
        answered(session, bot)
        twin = session.fork(7)
        assert TableHash().of(twin.table) == TableHash().of(session.table)
        assert twin.pending == session.pending
