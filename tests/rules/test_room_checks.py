"""Detection of the sides that find no room to deploy on a map."""

from __future__ import annotations

import pytest

from game.content.faults import UnusableFile
from game.content.maps.made_board import to_board
from game.content.maps.map_class import Board
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import load_map, map_of, read_map
from game.content.shipped_folders import ROOT
from game.editor.findings import Playable
from game.editor.map_checks import judge
from game.rules.battles import Battle, on_board, prepare, refusals
from game.screens.editor.play_test import PlayTest
from game.systems.cage.table import rings_of
from game.systems.cage.table.floor_state import rings_now


def two_zones(deep: float) -> MapFile:
    """Return a map with two zones 8" wide; 21 bases of 1" or more need a depth of 3"."""
    return map_of(
        48,
        48,
        [
            {"class": "DeploymentZone", "name": "west", "rectangle": [0, 20, 8, deep]},
            {"class": "DeploymentZone", "name": "east", "rectangle": [40, 20, 8, deep]},
        ],
    )


def of(scenario: str) -> Battle:
    return prepare(scenario, seed=0)


def test_a_side_that_finds_no_room_is_told_with_its_zone() -> None:
    (fault,) = refusals(of("combat_patrol"), to_board(two_zones(2)))
    assert fault.about in {("west",), ("east",)}
    assert (fault.place, fault.clause) == (fault.about[0], "CC-33")
    assert refusals(of("combat_patrol"), to_board(two_zones(0.9)))
    assert not refusals(of("combat_patrol"), to_board(two_zones(8)))


@pytest.mark.parametrize(("deep", "reasons"), [(2, 1), (8, 0)])
def test_what_a_map_can_be_played_as_asks_for_room(
    monkeypatch: pytest.MonkeyPatch, deep: float, reasons: int
) -> None:
    monkeypatch.setattr("game.editor.map_checks.battles", lambda: (of("combat_patrol"),))
    *_, report = judge(two_zones(deep))
    assert report
    (patrol,) = report.playable
    assert len(patrol.reasons) == reasons
    if reasons:
        assert patrol.reasons[0].about


@pytest.mark.rule("FF-25")
def test_options_that_do_not_fit_a_map_are_named_beside_the_scenario(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both = (of("combat_patrol"), of("the_nest"))
    monkeypatch.setattr("game.editor.map_checks.battles", lambda: both)
    *_, dry = judge(read_map(ROOT / "maps/ruined-crossing.tmj"))
    *_, wet = judge(read_map(ROOT / "maps/sewer-bend.tmj"))
    assert dry
    assert wet

    patrol, nest = dry.playable
    assert [words.partition(":")[0] for words in patrol.refused] == [
        "Flash flood",
        "Sewer rats, from drains",
    ]
    assert "no flood origin" in patrol.refused[0]
    assert nest.reasons
    assert nest.refused == ()
    assert [one.refused for one in wet.playable] == [(), ()]


def test_no_bots_are_sent_where_they_find_no_room() -> None:
    trying = PlayTest()
    trying.chosen = "combat_patrol"
    with pytest.raises(UnusableFile, match="enlarge it"):
        trying.scenario(two_zones(2))
    assert trying.scenario(two_zones(8)) == "combat_patrol"


def test_no_map_is_tried_as_what_is_played_elsewhere() -> None:
    # Adrift takes any map with two zones, and is played in hulls and in space.
    takes = [Playable(name, name, ()) for name in ("adrift", "combat_patrol")]
    sewer = two_zones(2).model_copy(update={"board": Board(look="sewer")})
    hulk = two_zones(2).model_copy(update={"board": Board(look="hull")})
    trying = PlayTest()

    assert trying.likely(hulk, takes[:1]) == "adrift"
    assert trying.likely(sewer, takes[:1]) == "combat_patrol"
    with pytest.raises(UnusableFile, match="enlarge it"):
        trying.scenario(sewer)
    assert {"the_nest", "crossing", "combat_patrol"} == {*trying.suited("sewer")}


def test_a_map_is_tried_in_the_scenario_that_it_is_made_for() -> None:
    trying = PlayTest()
    takes = [Playable(name, name, ()) for name in trying.scenarios]

    def tried(name: str) -> str:
        return trying.likely(read_map(ROOT / f"maps/{name}.tmj"), takes)

    assert tried("weir-yard") == "first_patrol"
    assert tried("ruined-crossing") == "combat_patrol"
    assert tried("kiln-road") == "pursuit"
    assert tried("great-cage") == "cage"
    # One that no scenario names is for that whose map has most of its classes.
    sewer = read_map(ROOT / "maps/sewer-cross.tmj")
    sewer = sewer.model_copy(update={"board": Board(look="sewer", title="Mine")})
    fit = [one for one in takes if one.scenario in {"combat_patrol", "the_nest"}]
    assert trying.likely(sewer, fit) == "the_nest"


def test_a_battle_moves_to_another_cage_with_all_its_rings() -> None:
    board = load_map(ROOT / "maps/great-cage.tmj")
    battle = of("cage")
    assert rings_now(on_board(battle, board)) == rings_of(board) != rings_now(battle.opening)
    assert not refusals(battle, board)
