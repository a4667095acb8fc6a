"""The missions of the sewer as whole games: ``MI-01``, ``MI-02``."""

from __future__ import annotations

from typing import Any

import pytest

from game.content.situations.situation_files import situation_of
from game.cores.kit.game_rules import GameRules
from game.play.dice_sequences import SeededDice
from game.play.session import Session
from game.rules.battles import prepare
from game.rules.situation_setup import set_up
from game.table.events import Ended, PhaseBegan
from tests.rules.missions.test_combat_patrol import astray, varied_answers
from tests.tiers import few
from tests.tools.replay_check import fought

WALLS = [
    {"class": "Wall", "name": "north", "rectangle": [0, 0, 30, 2]},
    {"class": "Wall", "name": "south", "rectangle": [0, 12, 30, 2]},
]
SEWER: list[dict[str, Any]] = [
    {"class": "DeploymentZone", "name": "west", "rectangle": [0, 2, 6, 10], "side": "wardens"},
    {"class": "DeploymentZone", "name": "east", "rectangle": [24, 2, 6, 10], "side": "brood"},
    {"class": "Exit", "name": "west-exit", "rectangle": [0, 4, 1, 6], "zone": 1},
    {"class": "Exit", "name": "east-exit", "rectangle": [29, 4, 1, 6], "zone": 2},
    {"class": "Nest", "name": "the-nest", "point": [21, 7]},
    {"class": "FloodOrigin", "name": "mouth", "point": [0, 7]},
    {"class": "Lane", "name": "canal", "polyline": [[0, 7], [29, 7]]},
    *WALLS,
]


def squad_of(id_: str, side: str, profile: str, many: int) -> dict[str, Any]:
    at = [[0, 0]] * many
    return {"id": id_, "side": side, "profile": profile, "where": "reserve", "at": at}


def sewer(mission: str, seed: int, turns: int) -> Session:
    """Open a small game in a canal, with the flood on."""
    found = {
        "title": "a test",
        "clauses": [],
        "system": "classic",
        "mission": mission,
        "modules": ["flood"],
        "board": {"width": 30, "height": 14},
        "options": {"turns": turns},
        "object": SEWER,
        "unit": [
            squad_of("squad", "wardens", "warden", 4),
            squad_of("scouts", "wardens", "scout", 3),
            squad_of("pack", "brood", "leaper", 4),
            squad_of("brute", "brood", "brute", 1),
        ],
    }
    rules, table = set_up(situation_of(found, "a test"))
    session = Session(rules, table, SeededDice(seed))
    fought.append(session)
    return session


@pytest.mark.rule("MI-01", "MI-02", "FF-06")
@pytest.mark.parametrize("mission", ["nest", "crossing"])
@pytest.mark.parametrize("luck", few(range(4), 2))
def test_a_game_in_the_sewer_never_stalls_and_nobody_stands_where_nobody_may(
    mission: str, luck: int
) -> None:
    session = sewer(mission, luck, turns=6)

    for answer in varied_answers(session, luck):
        session.answer(answer)
        assert astray(session.table) == []
    assert isinstance(session.game.story[-1], Ended)


@pytest.mark.rule("MI-01", "MI-02")
@pytest.mark.parametrize("mission", ["nest", "crossing"])
def test_every_phase_of_the_sewer_can_be_reached_and_left(mission: str) -> None:
    reached, every = set[str](), set[str]()
    for seed in range(4):
        session = sewer(mission, seed, turns=5)
        for answer in varied_answers(session, seed):
            session.answer(answer)
        reached |= {e.phase for e in session.game.story if isinstance(e, PhaseBegan)}
        assert isinstance(session.game.rules, GameRules)
        every = {phase.name for phase in session.game.rules.phases.all}
        if reached == every:
            break
    assert reached == every


@pytest.mark.rule("MI-01", "MI-02")
@pytest.mark.parametrize("scenario", ["the_nest", "crossing"])
def test_every_map_of_a_scenario_can_be_played_on(scenario: str) -> None:
    maps = prepare(scenario, seed=1).scenario.maps

    assert [prepare(scenario, seed=1, map_=f"maps/{m}.tmj").map for m in maps] == [
        f"maps/{m}.tmj" for m in maps
    ]
