"""Games of bots on maps of every origin that pass the check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

import pytest

from game.content.maps.board_faults import faults_on
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.scenarios import scenario_names
from game.content.shipped_folders import ROOT
from game.table.board import TerrainKind
from tests.tools.playable_maps import ORIGINS, battlefield, corridors, rooms
from tests.tools.prepared_process import Prepared, prepared_process


@pytest.mark.parametrize("draw", [corridors, battlefield, rooms])
def test_some_of_the_maps_drawn_pass_the_check(draw: Callable[[Random], MapFile]) -> None:
    assert any(not faults_on(to_board(draw(Random(seed)))) for seed in range(8))


class Tried(NamedTuple):
    """The games that are tried on a map of an origin."""

    seed: int
    steady: set[str]
    """The scenarios that steady bots play."""
    random: set[str]
    """The scenarios that random bots play."""
    terrain: set[str]
    """Terrain that lies on the map, among other kinds."""


TRIED = {
    "corridors": Tried(
        1,
        {"adrift", "deadlock"},
        {"beachhead", "combat_patrol", "tactical_escalation", "vital_intelligence"},
        {"wall"},
    ),
    "battlefield": Tried(
        15,
        {"combat_patrol", "salt-marsh/the-ford"},
        {"adrift", "first_patrol"},
        {"wood", "deep water", "low wall", "hedge", "rail", "weeds", "fortification"},
    ),
    "rooms": Tried(
        1,
        {"first_patrol", "no_mercy"},
        {"adrift", "salt-marsh/the-ford", "visions_of_victory", "vital_intelligence"},
        {"wall", "door", "window"},
    ),
    "generated sewer": Tried(
        3,
        {"crossing", "the_nest", "tactical_escalation"},
        {"beachhead", "combat_patrol", "first_patrol", "no_mercy"},
        {"wall", "deep water", "grate", "pipe", "sluice gate", "rubble", "cave-in"},
    ),
    "generated wreck": Tried(
        1,
        {"salvage"},
        {"adrift", "combat_patrol", "salt-marsh/the-ford"},
        {"wall", "block", "debris"},
    ),
    "generated battlefield": Tried(
        1,
        {"beachhead", "visions_of_victory"},
        {"deadlock", "tactical_escalation"},
        {"barricade", "block", "crater", "fortification", "ruin", "statue"},
    ),
    "generated street": Tried(
        1,
        {"pursuit", "vital_intelligence"},
        {"deadlock", "no_mercy", "visions_of_victory"},
        set(),
    ),
}
"""By origin: each scenario that maps of several origins suit is played on at least three."""
NO_OTHER_MAP = {"cage", "sandbox"}
"""Scenarios that no map of these origins is listed for."""
ONE_ORIGIN = {"crossing", "pursuit", "salvage", "the_nest"}
"""Scenarios that only the maps of one origin are listed for."""
ONLY_SHIPPED = {
    TerrainKind.FLOODED,
    TerrainKind.SPINES,
    TerrainKind.VENOM_PLANTS,
    TerrainKind.REACTOR,
    TerrainKind.SERVO_HAULER,
    TerrainKind.REGULATOR,
    TerrainKind.CONDUIT,
}
"""Terrain that none of the origins makes."""


def test_steady_bots_try_every_origin_every_scenario_and_every_kind_of_terrain() -> None:
    assert [*TRIED] == [*ORIGINS]
    played = set[str]().union(*(one.steady for one in TRIED.values()))
    assert played == {*scenario_names()} - NO_OTHER_MAP
    times = Counter(name for one in TRIED.values() for name in one.steady | one.random)
    assert min(times[name] for name in played - ONE_ORIGIN) >= 3
    met = set[str]().union(*(one.terrain for one in TRIED.values()))
    assert met == {kind.value for kind in TerrainKind if kind not in ONLY_SHIPPED}


@pytest.fixture(scope="module")
def tool() -> Iterator[Prepared]:
    """Return a process that has loaded what the tool needs."""
    with prepared_process("tests.editor.tool_driver", "tests.tools.variety") as prepared:
        yield prepared


@pytest.mark.slow
@pytest.mark.parametrize("origin", ORIGINS)
def test_games_on_maps_of_every_origin_end(origin: str, tool: Prepared) -> None:
    """Steady bots play some of the scenarios, random bots others for less than a sixth."""
    seed, steady, random, terrain = TRIED[origin]
    words = ["-m", "tests.tools.playable_maps", "--count=1", f"--seed={seed}"]
    words += ["--origin", origin, "--steady", *sorted(steady), "--random", *sorted(random)]
    status, said = tool.run(*words, cwd=ROOT)
    assert status == 0, said
    assert "games on 1 maps; 0 wrong" in said
    assert names_counted("steady", said) == steady
    assert names_counted("random", said) == random
    assert names_counted("terrain", said) >= terrain


def names_counted(what: str, text: str) -> set[str]:
    """Return the names that the tool has counted on a line, such as ``steady: adrift 1``."""
    (line,) = (one for one in text.splitlines() if one.startswith(f"{what}: "))
    return {one.rpartition(" ")[0] for one in line.removeprefix(f"{what}: ").split(", ")} - {""}
