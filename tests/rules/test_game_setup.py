"""The set-up of a game: its texts come before those of a library, or stand alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.content.faults import UnusableFile
from game.content.maps.map_library import load_board
from game.content.user_files import DISK
from game.rules.battles import GameSetup, left_off, on_board, prepare
from game.table.state import PieceKind

CAGE = "assets/scenarios/cage.toml"


def test_a_setup_without_a_map_has_the_usual_one() -> None:
    battle = GameSetup("cage", options={"turns": 7}).battle(3)
    assert (battle.seed, battle.settings["turns"]) == (3, 7)
    assert battle.map == prepare("cage", seed=1).map
    assert GameSetup("cage", "great-cage").battle(3).map != battle.map


def test_its_texts_stand_in_place_of_those_of_the_library() -> None:
    titled = DISK.read(CAGE).replace("Training cage", "Another cage")
    setup = GameSetup("cage", files={CAGE: titled})
    assert setup.battle(1).scenario.title == "Another cage"
    assert replace(setup, files={}).battle(1).scenario.title == "Training cage"


def test_a_recorded_battle_reads_nothing_but_its_own_texts() -> None:
    fresh = prepare("cage", seed=5)
    setup = GameSetup(fresh.scenario.file, fresh.map, files=fresh.files)
    assert setup.recorded_battle(5).opening.models == fresh.opening.models
    without = replace(setup, files={CAGE: fresh.files[CAGE]})
    with pytest.raises(UnusableFile, match="no map called"):
        without.recorded_battle(5)
    assert without.battle(5).opening.models == fresh.opening.models


def test_a_fault_of_a_recorded_battle_is_one_of_the_file_that_holds_it() -> None:
    setup = GameSetup(CAGE, files={CAGE: "title = "})
    with pytest.raises(UnusableFile) as refused:
        setup.recorded_battle(5, "mine")
    assert refused.value.file == "mine"


@pytest.mark.parametrize(
    ("scenario", "are_there"),
    [("combat_patrol", True), ("crossing", False), ("the_nest", False)],
)
def test_markers_are_on_the_table_only_where_they_can_be_held(
    scenario: str, *, are_there: bool
) -> None:
    """``MI-01`` to ``MI-03``: one map serves all three."""
    battle = prepare(scenario, seed=1, map_="sewer-cross")
    board = battle.opening.board
    assert bool(battle.opening.objectives) == are_there
    assert board is prepare(scenario, seed=2, map_="sewer-cross").opening.board
    assert board is on_board(battle, load_board("sewer-cross")).board


@pytest.mark.parametrize("scenario", ["adrift", "salvage", "combat_patrol"])
def test_pieces_that_are_not_on_the_table_are_known_beforehand(scenario: str) -> None:
    battle = prepare(scenario, seed=1)
    drawn = {spot.kind for spot in load_board(battle.map).spots} & {*PieceKind}
    laid = {piece.kind for piece in battle.opening.pieces.values()}
    left = left_off(battle.scenario, battle.map)
    assert {*left} == drawn - laid
    assert bool(left) == (scenario == "adrift")
