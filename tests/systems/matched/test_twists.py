"""Common properties of twists: choice, description and refusal (``MP-11``)."""

from __future__ import annotations

import pytest

from game.bots.registry import policy
from game.content.scenarios import load_scenario
from game.cores.kit.marks import IN_RESERVE
from game.cores.kit.queries import BANNERS, BattleBanner
from game.play.dice_sequences import SeededDice
from game.play.game import Game
from game.rules import PLAYED
from game.rules.battles import Battle, prepare
from game.shown.phase_marks import marks
from game.systems.matched.rules.low_visibility import LIT, light_up
from game.systems.matched.rules.meeting_battle import CONTINGENT
from game.systems.matched.rules.twist_state import PAGE, TwistState
from game.systems.matched.rules.twists import TWISTS
from game.table.events import Marked, PhaseBegan, Rolled
from game.table.records import Clock, Mark, Side

WARDENS, BROOD = Side("wardens"), Side("brood")
MISSIONS = [
    "vital_intelligence",
    "beachhead",
    "no_mercy",
    "visions_of_victory",
    "tactical_escalation",
    "deadlock",
]


def battle_with_twist(twist: int) -> Battle:
    return prepare("no_mercy", seed=1, options={"twist": twist})


def banners(twist: int, note: TwistState) -> list[BattleBanner]:
    opened = battle_with_twist(twist)
    table = opened.opening.fork()
    table.notes[PAGE.name] = note
    return list(BANNERS.of(Game(opened.rules(), table, SeededDice(1)), None))


@pytest.mark.parametrize("mission", MISSIONS)
def test_every_mission_names_the_twists_as_the_table_does(mission: str) -> None:
    option = load_scenario(mission, PLAYED).option("twist")

    assert option.names[:2] == ("None", "Rolled")
    assert option.names[2:] == tuple(TWISTS[n].name for n in range(2, 13))


def test_without_a_twist_there_is_no_trace_of_one() -> None:
    names = [phase.name for phase in battle_with_twist(0).rules().phases.all]

    assert "twist" not in names
    assert banners(0, TwistState()) == []


def test_a_chosen_twist_brings_no_phase_of_another() -> None:
    none = {phase.name for phase in battle_with_twist(0).rules().phases.all}
    rain = {phase.name for phase in battle_with_twist(3).rules().phases.all}

    assert rain - none == {"twist", "rain"}


@pytest.mark.parametrize(
    ("number", "more"), [(6, []), (2, ["restoratives"]), (12, ["arrivals"])]
)
def test_the_bar_of_phases_shows_none_of_another_twist(number: int, more: list[str]) -> None:
    machine, table = battle_with_twist(1).rules().phases, battle_with_twist(1).opening.fork()
    table.notes[PAGE.name] = TwistState(number)
    table.clock = Clock(1, "movement", WARDENS)

    shown = [mark.name for mark in marks(machine, table)]

    plain = [mark.name for mark in marks(battle_with_twist(0).rules().phases, table)]
    assert [name for name in shown if name not in plain] == more
    assert [name for name in shown if name in plain] == plain


def test_nothing_lies_over_the_battle_before_the_twist_is_known() -> None:
    assert banners(1, TwistState()) == []


@pytest.mark.parametrize(
    ("note", "name", "clause", "state"),
    [
        (TwistState(3), "Acid rain", "MP-13", "raining"),
        (TwistState(3, raining=False), "Acid rain", "MP-13", "dry"),
        (TwistState(11, grown=2), "Dead of night", "MP-21", 'to 30"'),
        (TwistState(12), "Meeting battle", "MP-22", ""),
        (TwistState(6), "Battle frenzy", "MP-16", ""),
    ],
)
def test_the_banner_tells_the_twist_and_how_it_stands(
    note: TwistState, name: str, clause: str, state: str
) -> None:
    (banner,) = banners(note.number, note)

    assert (banner.name, banner.clause, banner.state) == (name, clause, state)


def test_the_banner_of_a_meeting_battle_counts_who_is_to_come() -> None:
    opened = battle_with_twist(12)
    game = Game(opened.rules(), opened.opening.fork(), SeededDice(1))
    game.table.notes[PAGE.name] = TwistState(12)
    game.do(PhaseBegan("MC-04", 1, "movement", WARDENS))
    late = [unit.id for unit in game.table.units.values()][:2]

    def state() -> str:
        return next(BANNERS.of(game, None)).state

    assert state() == "all have arrived"
    for unit_id in late:
        for name in (CONTINGENT, IN_RESERVE):
            game.do(Marked("MP-22", unit_id, Mark(name, about="2")))
    assert state() == "2 to come"


def test_fog_is_warned_of_where_nobody_arrives() -> None:
    opened = battle_with_twist(10)
    (caution,) = opened.rules().cautions(opened.opening)

    assert caution.clause == "MP-20"
    assert battle_with_twist(9).rules().cautions(opened.opening) == []


@pytest.mark.parametrize("mission", MISSIONS)
def test_fog_keeps_reinforcements_waiting_in_every_mission(mission: str) -> None:
    """``MP-20``, ``MC-07``  Units held back at set-up roll in round 2."""
    opened = prepare(mission, seed=1, options={"twist": 10, "reinforcements": True})
    session, bot = opened.session(), policy("random")
    while session.pending and session.table.clock.round < 3:
        session.answer(bot.answer(session))
    story = session.game.story

    back = {e.who for e in story if isinstance(e, Marked) and e.mark.name == IN_RESERVE}
    rolls = [e.who for e in story if isinstance(e, Rolled) and e.clause == "MP-20"]
    assert back
    assert sorted(rolls) == sorted(back)
    assert not opened.rules().cautions(opened.opening)


def test_whoever_is_lit_up_is_so_until_the_player_turn_ends() -> None:
    opened = battle_with_twist(7)
    game = Game(opened.rules(), opened.opening.fork(), SeededDice(1))
    foe = next(unit.id for unit in game.table.units.values() if unit.side == BROOD)
    game.do(PhaseBegan("MP-17", 1, "light them up", WARDENS))
    light_up(game, foe)

    game.do(PhaseBegan("MC-12", 1, "shooting", WARDENS))
    assert game.table.units[foe].mark(LIT)

    game.do(PhaseBegan("MC-04", 1, "movement", BROOD))
    assert not game.table.units[foe].mark(LIT)
