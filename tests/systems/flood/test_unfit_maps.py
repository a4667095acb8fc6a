"""A battle with the flood is refused on a map that cannot be flooded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from game.content.faults import UnusableFile
from game.content.maps.map_library import map_of
from game.content.maps.writer import canonical
from game.content.user_files import DISK
from game.rules.battles import Battle, prepare
from tests.tools.texts import edited

ZONES = [
    {"class": "DeploymentZone", "name": "west", "rectangle": [0, 0, 10, 48]},
    {"class": "DeploymentZone", "name": "east", "rectangle": [38, 0, 10, 48]},
]
SPRING = {"class": "FloodOrigin", "name": "spring", "point": [0, 24]}
CANAL = {"class": "Lane", "name": "canal", "polyline": [[0, 24], [47, 24]]}
PIER = {"class": "Wall", "name": "pier", "rectangle": [20, 20, 4, 8]}


def battle_on_map(
    tmp_path: Path, *objects: Mapping[str, object], modules: tuple[str, ...]
) -> Battle:
    map_ = tmp_path / "x.tmj"
    map_.write_text(canonical(map_of(48, 48, [*ZONES, *objects])), "utf-8")
    scenario = tmp_path / "wet.toml"
    text = DISK.read("assets/scenarios/combat_patrol.toml")
    words = edited(text, {"modules = []": f"modules = {json.dumps(modules)}"})
    scenario.write_text(words, "utf-8")
    return prepare(str(scenario), seed=1, map_=str(map_))


@pytest.mark.rule("FF-01")
def test_a_map_that_names_no_origin_is_refused_only_with_the_flood(tmp_path: Path) -> None:
    assert battle_on_map(tmp_path, modules=()).settings

    with pytest.raises(UnusableFile) as caught:
        battle_on_map(tmp_path, modules=("flood",))
    assert str(caught.value) == (
        f"{tmp_path}/x.tmj: the map has no flood origin: "
        "draw a FloodOrigin, or play without the flood (FF-01)"
    )


@pytest.mark.rule("FF-01", "FF-04")
def test_every_fault_is_told_by_its_objects(tmp_path: Path) -> None:
    drowned = {"class": "FloodOrigin", "name": "spring", "point": [22, 24]}
    canal = {"class": "Lane", "name": "canal", "polyline": [[1, 24], [47, 24]]}

    with pytest.raises(UnusableFile) as caught:
        battle_on_map(tmp_path, drowned, canal, PIER, modules=("flood",))
    assert [fault.place for fault in caught.value.faults] == ["spring", "canal"]


@pytest.mark.rule("FF-01")
def test_a_map_that_can_be_flooded_is_played_on(tmp_path: Path) -> None:
    wet = battle_on_map(tmp_path, SPRING, CANAL, modules=("flood",))

    assert wet.rules().unfit(wet.opening.board) == []
