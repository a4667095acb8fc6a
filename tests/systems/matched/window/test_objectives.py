"""Each side's tactical objectives in the log, with their progress (``MP-39``)."""

from __future__ import annotations

import pytest

from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import LiveGame
from game.screens.seats import Seats
from game.shown.event_log import Filter
from game.systems.matched.rules.objective_deck import (
    HANDS,
    ActiveObjective,
    ObjectiveHand,
    ObjectiveHands,
)
from game.table.records import Clock, Side
from tests.screens.input_driver import Player, open_battle

WARDENS, BROOD = Side("wardens"), Side("brood")
HANDS_HELD = ObjectiveHands(
    ObjectiveHand((ActiveObjective(45), ActiveObjective(53))),
    ObjectiveHand((ActiveObjective(61),)),
)


def open_deadlock(
    player: Player, acting: Side, round_: int = 2, *, wardens: str = "human"
) -> BattleScreen:
    battle = prepare("deadlock", seed=1)
    battle.opening.clock = Clock(
        round_, "movement" if round_ else "", acting if round_ else None
    )
    battle.opening.zones = {WARDENS: "long-edges-1", BROOD: "long-edges-2"}
    battle.opening.first = WARDENS
    battle.opening.notes[HANDS.name] = HANDS_HELD
    seats = Seats({WARDENS: wardens, BROOD: "human"})
    return open_battle(player, LiveGame(battle, battle.session(), seats), speed=0.0)


def objective_log_lines(screen: BattleScreen) -> list[str]:
    screen.parts.log.pick(Filter.GOALS)
    entries = screen.parts.log.log.entries
    return ["".join(span.text for span in entry.spans) for entry in entries]


def heads(screen: BattleScreen) -> list[str]:
    return [line for line in objective_log_lines(screen) if line.endswith(" MP-39")]


@pytest.mark.rule("MP-39")
def test_the_goals_in_the_log_say_how_far_each_objective_is(player: Player) -> None:
    lines = objective_log_lines(open_deadlock(player, WARDENS))
    at = lines.index("Wardens: 2 objectives  0 achieved MP-39")

    assert lines[at + 1].startswith("45 Three at once  0 of 3 markers")
    assert lines[at + 2].startswith("53 Slaughter  0 of 1 unit")


@pytest.mark.rule("MP-39")
def test_objectives_lie_open_and_a_persons_own_come_first(player: Player) -> None:
    wardens = "Wardens: 2 objectives  0 achieved MP-39"
    brood = "Brood: 1 objective  0 achieved MP-39"

    assert heads(open_deadlock(player, BROOD)) == [wardens, brood]
    assert heads(open_deadlock(player, BROOD, wardens="random")) == [brood, wardens]


@pytest.mark.rule("MP-39")
def test_before_the_battle_the_goals_are_those_of_the_mission(player: Player) -> None:
    screen = open_deadlock(player, WARDENS, round_=0)

    assert screen.event_log.filter is Filter.GOALS
    assert not heads(screen)
    assert objective_log_lines(screen)[0] == "Deadlock: your goal"
