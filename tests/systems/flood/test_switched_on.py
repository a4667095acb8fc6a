"""The scenarios in which the flood can be switched on: ``FF-25``."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli import main
from game.content.faults import UnusableFile
from game.content.shipped_folders import ROOT
from game.rules.battles import prepare
from game.systems.flood.rules import PAGE
from tests.tools.texts import edited


def phases(scenario: str, **chosen: bool) -> list[str]:
    battle = prepare(scenario, seed=1, map_="maps/sewer-cross.tmj", options=chosen)
    return [phase.name for phase in battle.rules().phases.all]


@pytest.mark.rule("FF-25", "MI-03")
def test_in_a_combat_patrol_the_flood_is_an_option_and_off_unless_wanted() -> None:
    assert "flood" not in phases("combat_patrol")
    assert "flood" in phases("combat_patrol", flood=True)


@pytest.mark.rule("FF-25", "MI-01", "MI-02")
@pytest.mark.parametrize("scenario", ["the_nest", "crossing"])
def test_in_the_missions_of_the_sewer_the_flood_is_on(scenario: str) -> None:
    rules = prepare(scenario, seed=1).rules()

    assert PAGE.name in rules.pages
    assert [p.name for p in rules.phases.all][:4] == [
        "movement",
        "shooting",
        "muddle",
        "assault",
    ]


@pytest.mark.rule("FF-01", "FF-25")
def test_with_the_flood_on_a_map_without_an_origin_is_refused_at_set_up() -> None:
    assert prepare("combat_patrol", seed=1, map_="maps/old-quarter.tmj")
    with pytest.raises(UnusableFile, match="old-quarter") as caught:
        prepare("combat_patrol", seed=1, map_="maps/old-quarter.tmj", options={"flood": True})

    assert "FloodOrigin" in str(caught.value)


@pytest.mark.rule("MI-01", "MI-02")
@pytest.mark.parametrize(
    ("scenario", "wanted"), [("the_nest", "draw a Nest"), ("crossing", "no zones are reserved")]
)
def test_a_map_without_what_the_mission_needs_is_refused(scenario: str, wanted: str) -> None:
    with pytest.raises(UnusableFile, match=wanted):
        prepare(scenario, seed=1, map_="maps/old-quarter.tmj")


@pytest.mark.rule("FF-01", "FF-25")
def test_check_refuses_a_scenario_whose_map_has_no_origin(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dry = (ROOT / "assets" / "scenarios" / "combat_patrol.toml").read_text("utf-8")
    file = tmp_path / "wet.toml"
    file.write_text(edited(dry, {"modules = []": 'modules = ["flood"]'}), "utf-8")

    assert main(["check", str(file)]) == 1
    text = capsys.readouterr().out
    assert "map old-quarter: the map has no flood origin: draw a FloodOrigin" in text
