"""Random bouts, in which the effects on a position are those of the rules on the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from game.bots.registry import policy
from game.play.decisions import PASS, Amount, Choose
from game.play.session import Session
from game.rules.battles import prepare
from game.systems.cage.rules import CageKind, fighter
from game.systems.cage.rules.action_options import ATTACK
from game.systems.cage.rules.attack_effects import Kinds, planned
from game.systems.cage.rules.attack_options import in_reach, rages
from game.systems.cage.rules.bout_position import Position, next_turn, position_of, turned_by
from game.systems.cage.rules.champion_stats import kind_of
from game.systems.cage.rules.moves import PARRY, TURN, goes
from game.systems.cage.rules.planned_attack import attack_of
from game.systems.cage.table import floor_of
from tests.systems.cage.cage_tables import CHAMPIONS
from tests.tiers import few

PAIRS = few([*pairwise(CHAMPIONS)])
SEEDS = range(3, 13)
QUESTIONS = 90
"""Number of questions of each bout that are looked at."""


def questions(red: str, blue: str) -> Iterator[tuple[Session, object]]:
    """Yield some bouts of random bots at each question, with the answer that is given next."""
    for seed in SEEDS:
        session = prepare("cage", seed=seed, rosters={"red": red, "blue": blue}).session()
        bot = policy("random")
        for _ in range(QUESTIONS):
            if session.pending is None:
                break
            answer = bot.answer(session)
            yield session, answer
            session.answer(answer)


def kinds_of(session: Session) -> Kinds:
    one, other = (fighter(session.table, side) for side in session.table.sides)
    return kind_of(session.game, one, other), kind_of(session.game, other, one)


@pytest.mark.rule("TC-07")
@pytest.mark.parametrize(("red", "blue"), PAIRS)
def test_a_turn_of_the_floor_is_as_foreseen(red: str, blue: str) -> None:
    then, compared = None, 0
    for session, answer in questions(red, blue):
        asked, table = session.pending, session.table
        if then:
            now = position_of(table)
            assert (now.fighters, now.rings) == (then.fighters, then.rings)
            compared, then = compared + 1, None
        if isinstance(asked, Amount) and isinstance(answer, int):
            at = position_of(table)
            ring = at.fighters[table.sides.index(asked.by)].cell.ring
            then = turned_by(at, ring, answer)

    assert compared > 3


@pytest.mark.rule("TC-06", "TC-12", "TC-13", "TC-31")
@pytest.mark.parametrize(("red", "blue"), PAIRS)
def test_the_next_game_turn_begins_as_foreseen(red: str, blue: str) -> None:
    """After a last action that asks no further question; the floor is turned in between."""
    ended: Position | None = None
    compared = 0
    for session, answer in questions(red, blue):
        asked, table = session.pending, session.table
        if not isinstance(asked, Choose) or asked.kind is not CageKind.ACTION:
            continue
        kinds, at = kinds_of(session), position_of(table)
        if ended and ended.turn + 1 == at.turn:
            first = table.sides.index(table.first or table.sides[0])
            begun = next_turn(ended, first, (kinds[0].actions, kinds[1].actions))
            assert at == begun._replace(fighters=at.fighters, rings=at.rings)
            compared += 1
        ended = None
        if sum(at.left) == 1 and str(answer).startswith((PARRY, PASS, TURN)):
            (ended,) = dict(goes(floor_of(table.board), kinds[at.acts], at))[str(answer)]

    assert compared > 1


@pytest.mark.rule("TC-11", "TC-13", "TC-14", "TC-15", "TC-19", "TC-29")
@pytest.mark.parametrize(("red", "blue"), PAIRS)
def test_the_dice_of_every_attack_are_those_of_the_rules(red: str, blue: str) -> None:
    """The weapons on offer are those in reach; their dice and who chooses are alike."""
    compared = 0
    for session, _ in questions(red, blue):
        asked, table = session.pending, session.table
        if not isinstance(asked, Choose) or asked.kind is not CageKind.ACTION:
            continue
        kinds, at, floor = kinds_of(session), position_of(table), floor_of(table.board)
        arms = in_reach(floor, kinds[at.acts], at, at.acts)
        offered = [o.id.removeprefix(f"{ATTACK} ") for o in asked.options if ATTACK in o.id]
        assert offered in ([], [arm.name for arm in arms])
        for arm in arms:
            raging = rages(kinds[at.acts], at, at.acts)
            plan = planned(floor, kinds, at, at.acts, arm, raging=raging)
            ruled = attack_of(session.game, asked.by, arm.weapon)
            assert (plan.dice, table.sides[plan.chooser]) == (ruled.dice, ruled.chooser)
            compared += 1

    assert compared > 3
