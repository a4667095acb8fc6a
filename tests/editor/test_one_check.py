"""Verdicts on a map: the editor, its simulations, the set-up and the game agree."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from game.content import library_kinds
from game.content.faults import UnusableFile
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import map_of
from game.content.maps.writer import canonical
from game.content.own_folders import own_folder
from game.editor.deployment_probe import DeploymentProbe
from game.editor.documents import History
from game.editor.edits import EditRefusedError
from game.editor.map_checks import judge
from game.editor.probes import ProbeOptions
from game.editor.workspace import Workspace
from game.lab.trial_game import setup_on
from game.rules.battles import check_board, prepare, refusals
from game.rules.catalog import rules_of
from game.screens.editor.play_test import PlayTest
from game.screens.setup_choices import SetupChoices
from game.systems.flood.editor.flood_probe import FloodProbe
from game.systems.pursuit.editor import StreetProbe
from tests.editor.disturbances import DISTURBANCES, PLAYED_ON, disturbed, shipped
from tests.editor.test_scenario_fit import HALLS, ROCK, WATER
from tests.tiers import few

DOOR = {"class": "Door", "name": "door", "rectangle": [23, 16, 1, 16]}
NAME = "varied"
SEEDS = (29, 2, *range(4, 15))
"""Seeds of varied maps, those first whose maps are judged quickly."""


def varied(seed: int) -> tuple[str, MapFile]:
    """Return a scenario and a changed map, on which it cannot be played if the seed is odd."""
    if seed % 2:
        one = disturbed(seed)
        return one.scenario, one.map
    rng = Random(seed)
    scenario = rng.choice([*PLAYED_ON])
    work = Workspace(History(shipped(rng.choice(PLAYED_ON[scenario]))))
    for _ in range(rng.randrange(4)):
        with suppress(EditRefusedError):
            rng.choice(DISTURBANCES)(work, rng)
    return scenario, work.map


def starts(scenario: str, mapfile: MapFile) -> bool:
    """Return whether a game can begin on a map."""
    try:
        setup_on(mapfile, scenario).battle(1)
    except UnusableFile:
        return False
    return True


@pytest.mark.parametrize("seed", few(SEEDS, 2))
def test_editor_set_up_and_game_agree_on_a_varied_map(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    scenario, mapfile = varied(seed)
    battle, board = prepare(scenario, seed=0), to_board(mapfile)
    fits = not refusals(battle, board)
    file = own_folder(library_kinds.MAP) / f"{NAME}.tmj"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(canonical(mapfile), "utf-8")

    monkeypatch.setattr("game.editor.map_checks.battles", lambda: (battle,))
    *_, report = judge(mapfile)
    assert report
    assert [not one.reasons for one in report.playable] == [fits]

    trying, choices = PlayTest(), SetupChoices()
    trying.chosen = scenario
    choices.choose(scenario)
    tried = False
    with suppress(UnusableFile):
        tried = bool(trying.scenario(mapfile))
    assert tried is fits
    assert starts(scenario, mapfile) is fits
    assert (NAME in [one.id for one in choices.maps()]) is fits
    told = [f.words for f in report.findings if not f.severity]
    assert told == [str(fault) for fault in check_board(file).faults]


@pytest.mark.parametrize("seed", few(SEEDS, 2))
def test_simulations_refuse_what_the_rules_refuse(seed: int) -> None:
    scenario, mapfile = varied(seed)
    board = to_board(mapfile)
    asked = ProbeOptions(scenario=scenario)
    simulated = {
        FloodProbe(asked): rules_of("classic", modules=["flood"]).unfit(board),
        StreetProbe(asked): rules_of("pursuit").unfit(board),
    }
    for probe, faults in simulated.items():
        assert bool(next(probe.results(board)).refused) is bool(faults)
    deployed = [*DeploymentProbe(asked).results(board)][-1]
    refused = bool(deployed.refused or any("No room" in words for words in deployed.words))
    assert refused is bool(refusals(prepare(scenario, seed=0), board))


@pytest.mark.rule("CC-39")
def test_a_flood_comes_through_a_door_that_is_closed_now() -> None:
    board = to_board(map_of(48, 48, [*ROCK, *HALLS, *WATER, DOOR]))
    assert not next(FloodProbe(ProbeOptions()).results(board)).refused
