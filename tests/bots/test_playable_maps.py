"""Games of bots on maps of every origin that pass the check."""

from __future__ import annotations

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
    """The scenarios that steady bots play; random bots play the others."""
    terrain: set[str]
    """Terrain that lies on the map, among other kinds."""


TRIED = {
    "corridors": Tried(1, {"combat_patrol", "adrift", "deadlock"}, {"wall"}),
    "battlefield": Tried(
        15,
        {"combat_patrol", "adrift", "salt-marsh/the-ford"},
        {"wood", "deep water", "low wall", "hedge", "rail", "weeds", "fortification"},
    ),
    "rooms": Tried(1, {"combat_patrol", "no_mercy"}, {"wall", "door", "window"}),
    "generated sewer": Tried(
        3,
        {"crossing", "the_nest", "tactical_escalation"},
        {"wall", "deep water", "grate", "pipe", "sluice gate", "rubble", "cave-in"},
    ),
    "generated wreck": Tried(1, {"salvage", "combat_patrol"}, {"wall", "block", "debris"}),
    "generated battlefield": Tried(
        1,
        {"beachhead", "visions_of_victory"},
        {"barricade", "block", "crater", "fortification", "ruin", "statue"},
    ),
    "generated street": Tried(1, {"pursuit", "vital_intelligence"}, set()),
}
"""By origin: each scenario with a map of its own choice has its steady game on one of them."""
NO_OTHER_MAP = {"cage", "first_patrol", "sandbox"}
"""Scenarios that no map of these origins is listed for."""
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
    """Steady bots play some of the scenarios, random bots the others for less than a sixth."""
    seed, steady, terrain = TRIED[origin]
    words = ("-m", "tests.tools.playable_maps", "--count=1", f"--seed={seed}")
    status, said = tool.run(*words, "--origin", origin, "--steady", *sorted(steady), cwd=ROOT)
    assert status == 0, said
    assert "games on 1 maps; 0 wrong" in said
    assert names_counted("steady", said) == steady
    assert names_counted("terrain", said) >= terrain


def names_counted(what: str, text: str) -> set[str]:
    """Return the names that the tool has counted on a line, such as ``steady: adrift 1``."""
    (line,) = (one for one in text.splitlines() if one.startswith(f"{what}: "))
    return {one.rpartition(" ")[0] for one in line.removeprefix(f"{what}: ").split(", ")} - {""}
