"""The map of a battle: the usual one, or another if options do not fit it."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.content import library_kinds
from game.content.faults import UnusableFile
from game.content.maps.map_library import load_board
from game.content.own_folders import own_folder
from game.content.user_files import DISK
from game.rules.battles import fitting_maps, prepare
from game.rules.map_choice import refused_options, replacement_words

SEWERS = ["sewer-bend", "sewer-cross", "sewer-canal", "sewer-springs"]
FLOOD = {"flood": True}


def scenario(tmp_path: Path, *maps: str, usual: str = "") -> str:
    """Return the file of a combat patrol with other maps, the first the usual one."""
    text = DISK.read("assets/scenarios/combat_patrol.toml")
    kept = [line for line in text.splitlines() if not line.startswith(("map =", "maps ="))]
    names = ", ".join(f'"{name}"' for name in maps)
    at = kept.index("modules = []")
    kept.insert(at, f'map = "{usual or maps[0]}"\nmaps = [{names}]')
    file = tmp_path / "patrol.toml"
    file.write_text("\n".join(kept), "utf-8")
    return str(file)


def test_without_options_the_usual_map_is_taken() -> None:
    battle = prepare("combat_patrol", seed=1)

    assert battle.map == "maps/ruined-crossing.tmj"
    assert fitting_maps(battle) == [*battle.scenario.maps]


@pytest.mark.rule("FF-25")
def test_options_that_do_not_fit_the_usual_map_bring_the_first_that_they_fit(
    tmp_path: Path,
) -> None:
    assert prepare("combat_patrol", seed=1, options=FLOOD).map == "maps/sewer-bend.tmj"
    # In the order of the file, and the usual one before those that stand above it.
    own = scenario(tmp_path, "sewer-springs", "old-quarter", "sewer-cross", usual="old-quarter")
    assert prepare(own, seed=1, options=FLOOD).map == "maps/sewer-springs.tmj"
    own = scenario(tmp_path, "sewer-springs", "sewer-cross", usual="sewer-cross")
    assert prepare(own, seed=1, options=FLOOD).map == "maps/sewer-cross.tmj"


def test_the_battle_on_another_map_holds_only_the_files_of_that_map() -> None:
    battle = prepare("combat_patrol", seed=1, options=FLOOD)

    assert [name for name in battle.files if name.startswith("maps/")] == [battle.map]
    assert battle.opening.board == load_board("sewer-bend")


@pytest.mark.rule("FF-25")
def test_a_map_that_was_asked_for_is_never_replaced() -> None:
    with pytest.raises(UnusableFile) as caught:
        prepare("combat_patrol", seed=1, map_="old-quarter", options=FLOOD)
    plain = (
        "maps/old-quarter.tmj: the map has no flood origin: draw a FloodOrigin, "
        "or play without the flood (FF-01)"
    )
    assert str(caught.value) == plain

    with pytest.raises(UnusableFile) as caught:
        prepare("combat_patrol", seed=1, map_="old-quarter", options=FLOOD, suggest=True)
    assert str(caught.value) == f"{plain}; maps that fit: {', '.join(SEWERS)}"


def test_if_no_map_fits_the_usual_one_is_refused(tmp_path: Path) -> None:
    own = scenario(tmp_path, "old-quarter", "long-orchard")
    for suggest in (False, True):
        with pytest.raises(UnusableFile) as caught:
            prepare(own, seed=1, options=FLOOD, suggest=suggest)
        assert str(caught.value) == (
            "maps/old-quarter.tmj: the map has no flood origin: draw a FloodOrigin, "
            "or play without the flood (FF-01)"
        )


def test_unreadable_maps_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path / "home"))
    own_folder(library_kinds.MAP).mkdir(parents=True)
    (own_folder(library_kinds.MAP) / "torn.tmj").write_text("{", "utf-8")
    own = scenario(tmp_path, "old-quarter", "torn", "sewer-cross")

    assert prepare(own, seed=1, options=FLOOD).map == "maps/sewer-cross.tmj"
    # But it is no secret that the usual one is torn.
    own = scenario(tmp_path, "torn", "sewer-cross")
    with pytest.raises(UnusableFile, match=r"torn\.tmj.*not valid JSON"):
        prepare(own, seed=1, options=FLOOD)


def test_the_option_that_a_map_does_not_fit_is_the_reason() -> None:
    one = prepare("combat_patrol", seed=1, options={"flood": True, "turns": 4})
    other = prepare("combat_patrol", seed=1, options={"sewer_rats": 2})

    assert replacement_words(one, "sewer-bend", "ruined-crossing") == (
        "The Long Bend instead of Ruined Crossing, which does not fit “Flash flood” (FF-01)"
    )
    assert replacement_words(other, "sewer-bend", "ruined-crossing") == (
        "The Long Bend instead of Ruined Crossing, "
        "which does not fit “Sewer rats, from drains” (MI-06)"
    )


def test_without_a_single_option_to_blame_the_fault_of_the_map_is_the_reason() -> None:
    both = prepare("combat_patrol", seed=1, options={"flood": True, "sewer_rats": 1})
    always = prepare("the_nest", seed=1)

    for battle in (both, always):
        words = replacement_words(battle, "sewer-bend", "ruined-crossing")
        assert words.startswith("The Long Bend instead of Ruined Crossing: ")
        assert words.removeprefix("The Long Bend instead of Ruined Crossing: ")


def test_options_are_refused_on_a_map_one_by_one() -> None:
    patrol = prepare("combat_patrol", seed=1)
    army = prepare("vital_intelligence", seed=1)

    refused = refused_options(patrol, load_board("ruined-crossing"))
    assert {id_: fault.clause for id_, fault in refused.items()} == {
        "flood": "FF-01",
        "sewer_rats": "MI-06",
    }
    assert refused_options(patrol, load_board("sewer-bend")) == {}
    assert [*refused_options(army, load_board("plasma-works"))] == ["flood"]
    assert refused_options(army, load_board("sunken-quarter")) == {}
