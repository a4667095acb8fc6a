"""The flood is played in every mission of the two cores, on a shipped map: ``FF-25``.

In ``tests/rules/test_every_line.py`` bots that think play each through it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.bots.match import answers, seated
from game.content.maps.map_library import load_board
from game.content.scenarios import Scenario, load_scenario, scenario_names
from game.rules import MISSIONS, PLAYED
from game.rules.battles import Battle, fitting_maps, prepare
from game.systems.flood.rules import PAGE
from game.systems.flood.table.water import origins
from game.table.state import Table
from tests.tiers import few

CORES = ("classic", "matched")
MISSIONS_OF_CORES = {
    name for name, mission in MISSIONS.items() if set(CORES) & {*mission.systems}
}
SEEDS = (1, 2, 3)


def scenarios() -> Iterator[Scenario]:
    """Yield the scenarios of both cores that can be flooded."""
    for name in scenario_names():
        found = load_scenario(name, PLAYED)
        if found.system in CORES and ("flood" in found.modules or "flood" in found.options):
            yield found


def battle_with_flood(scenario: Scenario, seed: int = 0, map_: str | None = None) -> Battle:
    """Return a battle with the flood, which some scenarios have without an option."""
    options = {} if "flood" in scenario.modules else {"flood": True}
    return prepare(scenario.id, seed=seed, map_=map_, options=options)


def table_at_end(battle: Battle, player: str) -> Table:
    """Return the table at the end of a game that bots play."""
    session = battle.session()
    for _ in answers(session, seated(battle.opening.sides, (player, player))):
        pass
    return session.table


def comes(scenario: Scenario, player: str, map_: str | None = None) -> bool:
    """Play games to the end, up to the first with a flood; return whether there was one."""
    for seed in SEEDS:
        table = table_at_end(battle_with_flood(scenario, seed, map_), player)
        assert table.result is not None
        if PAGE.of(table).came:
            return True
    return False


ALL = [*scenarios()]
each = pytest.mark.parametrize("scenario", ALL, ids=[one.id for one in ALL])
pytestmark = pytest.mark.rule("FF-25")


def test_every_mission_of_the_two_cores_has_a_scenario() -> None:
    assert {one.mission for one in ALL} == MISSIONS_OF_CORES


@each
def test_every_mission_can_be_flooded_on_a_shipped_map(scenario: Scenario) -> None:
    battle = battle_with_flood(scenario)
    fitting = fitting_maps(battle)

    assert battle.map in {f"maps/{name}.tmj" for name in fitting}
    assert all(origins(load_board(name)) for name in fitting)


@pytest.mark.parametrize("scenario", few(ALL, 2), ids=lambda one: one.id)
def test_a_flood_comes_in_every_mission(scenario: Scenario) -> None:
    assert comes(scenario, "random")


@pytest.mark.slow
@each
def test_a_flood_comes_in_every_mission_on_every_map_that_fits(scenario: Scenario) -> None:
    for name in fitting_maps(battle_with_flood(scenario)):
        assert comes(scenario, "random", name), name
