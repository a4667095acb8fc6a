"""Validation of scenarios and their options, and the shipped scenarios."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from game.content import library_kinds
from game.content.faults import UnusableFile
from game.content.file_source import SavedSource
from game.content.file_words import named
from game.content.rulebook import rulebook
from game.content.scenarios import Scenario, load_scenario, parse_scenario, scenario_names
from game.content.shipped_folders import ROOT
from game.content.user_files import DISK
from game.rules import MISSIONS, SYSTEMS
from game.rules.battles import check_scenario
from game.rules.catalog import missions_of
from tests.tools.refusals import refusal_of
from tests.tools.texts import edited

PLAYED = {
    "system": ("classic",),
    "mission": ("combat_patrol",),
    "modules": ("reserves", "flood"),
}
FILES = dict.fromkeys(
    ["maps/yard.tmj", "maps/mill.tmj", "assets/rosters/reds.toml", "assets/rosters/blues.toml"],
    "",
)
GOOD = """
title = "A small quarrel"
blurb = "Two sides and a yard."
system = "classic"
mission = "combat_patrol"
modules = ["flood"]
map = "yard"
maps = ["yard", "mill"]
minutes = 20
rules = ["CC"]

[[side]]
id = "reds"
name = "Reds"
roster = "reds"

[[side]]
id = "blues"
name = "Blues"
roster = "blues"

[option.turns]
label = "Turns"
clause = "MI-03"
default = 6
least = 1
most = 12

[option.morale]
label = "Morale"
clause = "CC-32"
default = true
"""


def parsed(text: str) -> Scenario:
    return parse_scenario(text, "quarrel.toml", PLAYED, SavedSource(FILES))


def refusal_lines(text: str) -> list[str]:
    lines = str(refusal_of(parsed, text)).splitlines()
    return [line.removeprefix("quarrel.toml: ") for line in lines]


def test_a_scenario_says_who_plays_what_where() -> None:
    scenario = parsed(GOOD)

    assert (scenario.id, scenario.title, scenario.minutes) == ("quarrel", "A small quarrel", 20)
    assert (scenario.system, scenario.mission, scenario.modules) == (
        "classic",
        "combat_patrol",
        ("flood",),
    )
    assert (scenario.map, scenario.maps) == ("yard", ("yard", "mill"))
    assert [(side.id, side.name, side.roster) for side in scenario.sides] == [
        ("reds", "Reds", "reds"),
        ("blues", "Blues", "blues"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ('map = "yard"', 'map = "yart"', ["map: no map called 'yart'; did you mean 'yard'?"]),
        (
            '["yard", "mill"]',
            '["yard", "mil"]',
            ["maps[1]: no map called 'mil'; did you mean 'mill'?"],
        ),
        (
            'roster = "blues"',
            'roster = "blue"',
            ["side[1].roster: no roster called 'blue'; did you mean 'blues'?"],
        ),
        (
            'system = "classic"',
            'system = "clasic"',
            ["system: there is no system 'clasic'; did you mean 'classic'?"],
        ),
        (
            'mission = "combat_patrol"',
            'mission = "patrol"',
            ["mission: there is no mission 'patrol'; did you mean 'combat_patrol'?"],
        ),
        (
            '["flood"]',
            '["flod"]',
            ["modules[0]: there is no module 'flod'; did you mean 'flood'?"],
        ),
        ("minutes = 20", "minutes = true", ["minutes: must be a whole number, not true"]),
        ("minutes = 20", "minutes = 0", ["minutes: must be at least 1, not 0"]),
        ("minutes = 20", "", ["minutes: is missing"]),
        ("minutes = 20", "length = 20", ["minutes: is missing", "length: unknown key"]),
        ('maps = ["yard", "mill"]', "maps = []", ["maps: must not be empty"]),
        (
            "default = 6",
            "default = 60",
            ["option.turns.default: is not between least and most"],
        ),
        (
            "most = 12",
            "most = 12\nstep = 2",
            ["option.turns.default: is not between least and most in steps of 2"],
        ),
        ("least = 1\n", "step = 2\n", ["option.turns: steps go from least: it is missing"]),
        ('id = "blues"', 'id = "reds"', ["side: both sides are called 'reds'"]),
        (
            "[option.morale]",
            "[options.morale]",
            ["options: unknown key; did you mean 'option' (what players may set)?"],
        ),
        ('title = "A', 'file = "x"\ntitle = "A', ["file: unknown key"]),
    ],
)
def test_a_fault_in_a_scenario_has_its_place(old: str, new: str, faults: list[str]) -> None:
    lines = refusal_lines(edited(GOOD, {old: new}))

    assert len(lines) == len(faults)
    for line, fault in zip(lines, faults, strict=True):
        assert line.startswith(fault)


def test_all_missing_files_are_named_at_once() -> None:
    text = edited(GOOD, {'"yard"': '"yart"', '"reds"': '"redds"'})

    assert [fault.partition(":")[0] for fault in refusal_lines(text)] == [
        "map",
        "maps[0]",
        "side[0].roster",
    ]


@pytest.mark.parametrize(
    ("rosters", "brought"),
    [
        ("", ("blues",)),
        ('rosters = ["reds"]', ("blues", "reds")),
        ('rosters = ["reds", "blues", "reds"]', ("blues", "reds")),
    ],
)
def test_a_side_may_bring_its_usual_roster_first(
    rosters: str, brought: tuple[str, ...]
) -> None:
    usual = 'roster = "blues"'
    side = parsed(edited(GOOD, {usual: f"{usual}\n{rosters}"})).sides[1]

    assert (side.roster, side.rosters) == ("blues", brought)


def test_an_unknown_scenario_is_answered_with_those_spelt_alike() -> None:
    with pytest.raises(UnusableFile, match="no scenario called 'combat-patrol'; did you mean"):
        load_scenario("combat-patrol")


def test_options_have_defaults_and_are_set_by_words() -> None:
    scenario = parsed(GOOD)

    assert scenario.settings() == {"turns": 6, "morale": True}
    assert scenario.settings({"turns": 3}) == {"turns": 3, "morale": True}
    assert scenario.options["turns"].read("turns", "12") == 12
    assert [
        scenario.options["morale"].read("morale", word) for word in ("no", "On", "1", "false")
    ] == [
        False,
        True,
        True,
        False,
    ]


def test_an_option_may_go_in_steps() -> None:
    turns = parsed(edited(GOOD, {"least = 1": "least = 3\nstep = 3"})).options["turns"]

    assert [n for n in range(15) if turns.allows(n)] == [3, 6, 9, 12]
    with pytest.raises(ValueError, match="turns must be 3 to 12 in steps of 3, not 8"):
        turns.read("turns", "8")


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ({"turn": 3}, "quarrel has no option 'turn'; did you mean 'turns'?"),
        ({"turns": 13}, "13 is not a value of the option turns"),
        ({"turns": True}, "True is not a value of the option turns"),
        ({"morale": 1}, "1 is not a value of the option morale"),
    ],
)
def test_an_option_that_cannot_be_is_refused(chosen: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason.replace("?", r"\?")):
        parsed(GOOD).settings(chosen)


@pytest.mark.parametrize(
    ("option", "word", "reason"),
    [
        ("turns", "many", "turns must be a whole number, not 'many'"),
        ("turns", "0", "turns must be 1 to 12, not 0"),
        ("morale", "perhaps", "morale must be yes or no, not 'perhaps'"),
    ],
)
def test_a_word_that_sets_nothing_is_refused(option: str, word: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parsed(GOOD).options[option].read(option, word)


def test_a_system_may_say_by_itself_who_wins() -> None:
    assert parsed(edited(GOOD, {'mission = "combat_patrol"\n': ""})).mission == ""


@pytest.mark.parametrize("name", scenario_names())
def test_every_shipped_scenario_cites_clauses_that_there_are(name: str) -> None:
    text = DISK.read(named(name, library_kinds.SCENARIO))
    book = rulebook()

    scenario = parse_scenario(text, f"{name}.toml", None, _Everything(FILES))

    assert scenario.map in scenario.maps
    for clause in scenario.rules:
        assert any(known.id.startswith(clause) for known in book.all)
    for option in scenario.options.values():
        assert option.clause in book


class _Everything(SavedSource):
    """A file source in which no file is missing."""

    def has(self, name: str) -> bool:
        return True


NAMED = """
[option.twist]
label = "Twist"
clause = "MP-11"
default = 0
least = 0
most = 2
names = ["None", "Rolled", "Acid rain"]
"""


@pytest.mark.parametrize("said", ["acid-rain", "Acid rain", "2", " ACID-RAIN "])
def test_an_option_with_names_is_set_by_name_or_by_number(said: str) -> None:
    assert parsed(GOOD + NAMED).option("twist").read("twist", said) == 2


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("acid-rian", "twist cannot be 'acid-rian'; did you mean 'acid-rain'?"),
        ("3", "twist must be 0 to 2, not 3"),
        ("", "twist cannot be ''; try: none, rolled, acid-rain"),
    ],
)
def test_a_name_that_there_is_not_is_refused(said: str, text: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        parsed(GOOD + NAMED).option("twist").read("twist", said)


@pytest.mark.parametrize("wrong", ["most = 3", "least = 1", "most = 2\nstep = 2"])
def test_names_are_for_each_number_from_0_on(wrong: str) -> None:
    key = wrong.split(" ", maxsplit=1)[0]
    value = next(line for line in NAMED.splitlines() if line.startswith(key))

    with pytest.raises(UnusableFile) as caught:
        parsed(GOOD + edited(NAMED, {value: wrong}))

    assert "names are for each whole number from least = 0 to most" in str(caught.value)


def test_text_is_no_value_of_an_option() -> None:
    """A save that was edited by hand may contain it."""
    with pytest.raises(ValueError, match="'many' is not a value of the option turns"):
        load_scenario("combat_patrol").settings({"turns": "many"})


def shipped_but(scenario: str, old: str, new: str, folder: Path) -> Path:
    """Return a copy of a shipped scenario with one change."""
    text = (ROOT / "assets" / "scenarios" / f"{scenario}.toml").read_text("utf-8")
    assert re.search(old, text, re.MULTILINE)
    path = folder / "mine.toml"
    path.write_text(re.sub(old, new, text, count=1, flags=re.MULTILINE), "utf-8")
    return path


PATROLS = "combat_patrol, crossing, nest"
UNREAD = "no rule of {} reads it, and no roster asks for it"


@pytest.mark.parametrize(
    ("scenario", "old", "new", "fault"),
    [
        (
            *("combat_patrol", r"^mission = .*\n", ""),
            f"mission: without a mission a classic game has no end; try: {PATROLS}",
        ),
        (
            *("combat_patrol", '"combat_patrol"', '"no_mercy"'),
            f"mission: no_mercy is not played in classic; try: {PATROLS}",
        ),
        (
            *("pursuit", "^map = ", 'mission = "deadlock"\nmap = '),
            "mission: deadlock is not played in pursuit; leave it out",
        ),
        (
            *("combat_patrol", "^map = .*", 'map = "venom-glade"'),
            "map: 'venom-glade' is not among maps",
        ),
        ("combat_patrol", '"CC"', '"CQ"', "rules[1]: no clause begins with 'CQ'"),
        (
            *("combat_patrol", '"CC-32"', '"CC-99"'),
            "option.morale.clause: there is no clause 'CC-99'",
        ),
        (
            *("combat_patrol", "option.turns", "option.tuns"),
            f"option.tuns: {UNREAD.format('classic')}; did you mean 'turns'?",
        ),
        (
            *("pursuit", "option.veteran", "option.turns"),
            f"option.turns: {UNREAD.format('pursuit')}; try: veteran",
        ),
    ],
)
def test_check_finds_what_does_not_go_together(
    scenario: str, old: str, new: str, fault: str, tmp_path: Path
) -> None:
    path = shipped_but(scenario, old, new, tmp_path)

    with pytest.raises(UnusableFile) as caught:
        check_scenario(str(path))
    assert f"{path}: {fault}" in str(caught.value).splitlines()


def test_a_scenario_that_does_not_go_together_still_opens(tmp_path: Path) -> None:
    """Files that opened before ``check`` was stricter keep opening."""
    path = shipped_but("combat_patrol", "^map = .*", 'map = "venom-glade"', tmp_path)

    assert load_scenario(str(path)).map == "venom-glade"


def test_every_mission_goes_with_a_system() -> None:
    assert {mission for system in SYSTEMS for mission in missions_of(system)} == {*MISSIONS}
