"""Sewer rats of the steady bot: which units stay below and which drain they use (``MI-06``)."""

from __future__ import annotations

import pytest

from game.bots.registry import policy
from game.cores.kit.queries import AIMS, MOUTHS, SewerRatsKind
from game.geometry.points import distance
from game.play.decisions import Choose
from game.play.session import Session
from game.rules.battles import prepare
from game.table.events import Acted, Marked, Placed
from game.table.records import Side

pytestmark = pytest.mark.rule("MI-06")
BROOD = Side("brood")


def until_it_may_come() -> Session:
    """Return a crossing of two bots at the point where the brood is asked for a drain."""
    battle = prepare("crossing", seed=3, map_="sewer-cross", options={"sewer_rats": 2})
    session, steady, any_ = battle.session(), policy("steady"), policy("random")
    while asked := session.pending:
        if isinstance(asked, Choose) and asked.kind is SewerRatsKind.DRAIN:
            return session
        # Only the questions about rats take any thought; all others are answered at once.
        bot = (
            steady
            if isinstance(asked, Choose) and asked.kind is SewerRatsKind.SEWER_RATS
            else any_
        )
        session.answer(bot.answer(session))
    raise AssertionError("nobody was asked")


def test_it_keeps_back_who_is_of_use_only_near_the_enemy_and_comes_up_where_it_pays() -> None:
    """Leapers have no gun, and there are eight of them: more models than the brute has."""
    session = until_it_may_come()
    kept = [e.who for e in session.game.story if isinstance(e, Marked) and e.clause == "MI-06"]
    assert kept[0] == "brood-leapers"
    table, asked = session.table, session.pending
    assert isinstance(asked, Choose)
    goal = next(iter(AIMS.of(session.game, BROOD))).at
    spots = {spot.id: spot.outline[0] for spot in table.board.spots}
    nearest = min(
        (o.id for o in asked.options[:-1]), key=lambda id_: distance(spots[id_], goal)
    )

    answer = policy("steady").answer(session)
    assert answer == nearest
    session.answer(answer)
    story = session.game.story
    assert any(isinstance(e, Acted) and e.unit == "brood-leapers" for e in story)
    first = next(e for e in story if isinstance(e, Placed) and e.model == "brood-leapers-1")
    assert first.clause == "MI-06"
    assert first.at == spots[nearest]


def test_the_window_is_told_which_drains_are_open() -> None:
    session = until_it_may_come()
    asked = session.pending
    assert isinstance(asked, Choose)
    mouths = [*MOUTHS.of(session.game, None)]

    assert {m.id for m in mouths if m.is_open} == {o.id for o in asked.options[:-1]}
    assert {m.id for m in mouths if not m.is_open} == {o.id for o, _ in asked.greyed}
    assert {m.side for m in mouths} == {BROOD}
    session.answer("pass")
    assert [*MOUTHS.of(session.game, None)]
