"""Situation files: each fault is reported with its place."""

from __future__ import annotations

import pytest

from game.content.faults import UnusableFile
from game.content.file_source import SavedSource
from game.content.shipped_folders import MAPS
from game.content.situations.situation_files import parse_situation
from game.content.user_files import DISK
from tests.tools.refusals import faults_of
from tests.tools.texts import edited

GOOD = """
title = "A gun fires"
clauses = ["CC-05"]
system = "classic"
armoury = "tests/armouries/proving-ground.toml"
dice = "3 | 4 1"
answers = ["squad", [1, 2], { x = true }]

[clock]
phase = "shooting"
side = "wardens"

[[unit]]
id = "squad"
side = "wardens"
profile = "trooper"
weapons = ["gun"]
Sv = "4+"
at = [[10, 10], [12, 10]]

[[model]]
id = "foe"
unit = "foes"
side = "brood"
profile = "target"
at = [20, 10]

[expect]
model = [{ id = "squad-2", gone = false }]
"""


def faults_of_situation(text: str) -> list[str]:
    return faults_of(parse_situation, text, "a.toml")


def test_a_good_file_is_read_as_it_is_meant() -> None:
    read = parse_situation(GOOD, "a.toml").situation

    assert read.dice == (3, 4, 1)
    assert read.answers == ("squad", [1, 2], {"x": True})
    assert [(m.id, m.unit, m.at) for m in read.models] == [
        ("squad-1", "squad", (10, 10)),
        ("squad-2", "squad", (12, 10)),
        ("foe", "foes", (20, 10)),
    ]


def test_models_of_a_unit_are_all_as_the_unit_says() -> None:
    opened = parse_situation(GOOD, "a.toml")
    one, other, foe = [m.overridden(opened.armoury) for m in opened.situation.models]

    assert one == other
    assert one.pop("weapons") == opened.armoury.weapons["gun"]
    assert one == {"sv": 4}
    assert foe == {}


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ('"3 | 4 1"', '"3 | 7"', "dice: has a value that is not a face of a die"),
        ('"3 | 4 1"', "[3, 4]", "dice: must be text: the faces in order, with bars"),
        ('"4+"', '"1+"', 'unit[0].Sv: must be 2 to 6, or "-" for none'),
        ('"4+"', "7", 'unit[0].Sv: must be 2 to 6, or "-" for none'),
        ('"4+"', "[[4]]", 'unit[0].Sv: must be 2 to 6, or "-" for none'),
        ('"4+"', "{ a = 4 }", 'unit[0].Sv: must be 2 to 6, or "-" for none'),
        ('"4+"', "true", 'unit[0].Sv: must be 2 to 6, or "-" for none'),
        ('Sv = "4+"', "WS = 11", "unit[0].WS: must be at most 10, not 11"),
        ('Sv = "4+"', 'rules = ["fast"]', "unit[0].rules[0]: there is no 'fast'"),
        ('Sv = "4+"', 'types = ["horse"]', "unit[0].types[0]: there is no 'horse'"),
        ('Sv = "4+"', "saves = 4", "unit[0].saves: unknown key"),
        ('"trooper"', '"troper"', "unit[0].profile: there is no profile 'troper'; did you"),
        ('"target"', '"x"', "model[0].profile: there is no profile 'x'; try: trooper"),
        ('["gun"]', '["gum"]', "unit[0].weapons: there is no weapon 'gum'; did you mean 'gun'"),
        ('"foe"', '"squad-1"', "model: two models have the id 'squad-1'"),
        ('"foes"', '"squad"', "model: unit 'squad' would be of two sides"),
        ('"brood"', '"beasts"', "model[0].side: 'beasts' is neither wardens nor brood"),
        ("[clock]", 'first = "x"\n[clock]', "first: 'x' is neither wardens nor brood"),
        ("[clock]", 'zones = { x = "y" }\n[clock]', "zones.x: 'x' is neither wardens nor"),
        ("[clock]", "command = { x = 3 }\n[clock]", "command.x: 'x' is neither wardens nor"),
        ("[clock]", "[clock]\nround = 1.5", "clock.round: must be a whole number, not 1.5"),
        ('id = "squad-2"', 'id = "squad-3"', "expect.model: there is no model 'squad-3'"),
        ("model = [{", 'unit = [{ id = "x" }]\nmodel = [{', "expect.unit: there is no unit"),
        ("[clock]", '[[unit]]\nid = "x"\n[clock]', "unit: there is no unit 'x'"),
        ("[clock]", '[[unit]]\nid = "squad"\n[clock]', "unit: two units have the id 'squad'"),
        ('"wardens"\nprofile = "trooper"', '"wardens"', "unit[0]: needs side, profile and at "),
        ("[clock]", '[[unit]]\nid = "foes"\nT = 5\n[clock]', "unit[0]: needs side, profile"),
        ('"A gun fires"', '"\\n"', "title: must be a sentence of at most 120 characters"),
        ('system = "classic"', "", "needs either a scenario or a system"),
        ('"classic"', '"classic"\nscenario = "x"', "needs either a scenario or a system"),
        ('"classic"', '"classic"\nmap = "x"\nboard = {}', "has either a map or a bare board"),
        ("[expect]", "[expect]\ndice_left = -1", "expect.dice_left: must be at least 0"),
        ("[expect]", "[expect]\nwinners = 1", "expect.winners: unknown key; did you"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_place(was: str, now: str, fault: str) -> None:
    text = edited(GOOD, {was: now}, count=1)
    assert text != GOOD

    (found,) = faults_of_situation(text)
    assert found.startswith(fault)


def test_a_bare_system_needs_models() -> None:
    text = GOOD[: GOOD.index("[[unit]]")]

    assert faults_of_situation(text) == ["a bare system needs models"]


@pytest.mark.parametrize("key", ['mission = "combat_patrol"', 'modules = ["reserves"]'])
def test_a_scenario_names_its_mission_and_modules_itself(key: str) -> None:
    text = edited(GOOD, {'system = "classic"': 'scenario = "combat_patrol"\n' + key})

    assert faults_of_situation(text) == ["a scenario names its mission and modules itself"]


def test_a_scenario_names_its_sides_itself() -> None:
    text = edited(GOOD, {'system = "classic"': 'scenario = "x"\nsides = ["wardens", "brood"]'})

    assert faults_of_situation(text) == ["a scenario names its sides itself"]


def test_a_scenario_says_which_sides_there_are() -> None:
    scenario = edited(DISK.read("assets/scenarios/combat_patrol.toml"), {'"brood"': '"riders"'})
    maps = {f"maps/{map_.name}": "" for map_ in MAPS.glob("*.tmj")}
    rosters = {f"assets/rosters/{side}-patrol.toml": "" for side in ("wardens", "brood")}
    armoury = "tests/armouries/proving-ground.toml"
    files = {"assets/scenarios/combat_patrol.toml": scenario, armoury: DISK.read(armoury)}
    text = edited(GOOD, {'system = "classic"': 'scenario = "combat_patrol"'})

    opened = parse_situation(
        edited(text, {'"brood"': '"riders"'}), "a.toml", SavedSource(files | maps | rosters)
    )
    assert opened.situation.sides == ("wardens", "riders")
    with pytest.raises(UnusableFile, match="'brood' is neither wardens nor riders"):
        parse_situation(text, "a.toml", SavedSource(files | maps | rosters))
