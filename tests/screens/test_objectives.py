"""A side's tactical objectives over the board, with their progress (``MP-39``)."""

from __future__ import annotations

import pytest

from game.rules.battles import prepare
from game.rules.matched.objective_deck import (
    HANDS,
    ActiveObjective,
    ObjectiveHand,
    ObjectiveHands,
)
from game.screens.battle.screen import BattleScreen
from game.screens.battle.seats import Seats
from game.screens.battle.side_panels import FOLDED, Objectives
from game.screens.live_game import LiveGame
from game.table.records import Clock, Side
from tests.screens.input_driver import Player, ready

WARDENS, BROOD = Side("wardens"), Side("brood")
HANDS_HELD = ObjectiveHands(
    ObjectiveHand((ActiveObjective(45), ActiveObjective(53))),
    ObjectiveHand((ActiveObjective(61),)),
)


def opened(
    player: Player, acting: Side, people: str = "human", round_: int = 2
) -> BattleScreen:
    battle = prepare("deadlock", seed=1)
    battle.opening.clock = Clock(
        round_, "movement" if round_ else "", acting if round_ else None
    )
    battle.opening.zones = {WARDENS: "long-edges-1", BROOD: "long-edges-2"}
    battle.opening.first = WARDENS
    battle.opening.notes[HANDS.name] = HANDS_HELD
    seats = Seats({WARDENS: "human", BROOD: people})
    screen = player.open(BattleScreen(LiveGame(battle, battle.session(), seats)))
    ready(player, screen)
    return screen


def told(slip: Objectives) -> list[str]:
    return ["".join(span.text for span in entry.spans) for entry in slip.log.entries]


@pytest.mark.rule("MP-39")
def test_whose_turn_it_is_sees_his_objectives_and_how_far_each_is(player: Player) -> None:
    slip = opened(player, WARDENS).extras.objectives

    assert slip.float.there
    head, markers, deaths = told(slip)
    assert head == "Wardens: 2 objectives  0 achieved MP-39"
    assert markers.startswith("45 Three at once  0 of 3 markers")
    assert deaths.startswith("53 Slaughter  0 of 1 unit")


@pytest.mark.rule("MP-39")
def test_of_two_people_each_sees_his_own_in_his_turn(player: Player) -> None:
    slip = opened(player, BROOD).extras.objectives

    assert told(slip)[0].startswith("Brood: 1 objective ")


@pytest.mark.rule("MP-39")
def test_who_plays_a_bot_always_sees_his_own(player: Player) -> None:
    slip = opened(player, BROOD, people="random").extras.objectives

    assert told(slip)[0].startswith("Wardens: 2 objectives")


@pytest.mark.rule("MP-39")
def test_objectives_lie_open_those_of_the_other_side_too(player: Player) -> None:
    screen = opened(player, WARDENS, people="random")
    slip = screen.extras.objectives

    slip.swap()
    player.wait(2)
    theirs = told(slip)[0]
    slip.swap()
    player.wait(2)

    assert theirs.startswith("Brood: 1 objective ")
    assert told(slip)[0].startswith("Wardens: 2 objectives")


@pytest.mark.rule("MP-39")
def test_the_slip_folds_to_its_heading(player: Player) -> None:
    screen = opened(player, WARDENS)
    slip = screen.extras.objectives
    high = slip.float.box[3]

    slip.fold()
    player.wait(2)

    assert len(told(slip)) == 1
    assert slip.float.box[3] == FOLDED < high


@pytest.mark.rule("MP-39")
def test_before_the_battle_there_is_no_slip(player: Player) -> None:
    assert not opened(player, WARDENS, round_=0).extras.objectives.float.there
