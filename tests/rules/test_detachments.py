"""Armies in a battle: their core, the agreed points, command points (``MC-26``)."""

from __future__ import annotations

from typing import Any

import pytest

from game.content.faults import Fault, UnusableFile
from game.content.file_source import SavedSource
from game.content.user_files import DISK
from game.rules.battles import Battle, prepare
from game.table.command_points import Command, commands
from game.table.records import Side
from tests.tools.texts import edited

SCENARIO = """
title = "Skirmish"
blurb = "Two armies meet."
system = "matched"
map = "ruined-crossing"
maps = ["ruined-crossing"]
minutes = 60
rules = ["MC"]
own_forces = true

[[side]]
id = "reds"
name = "Reds"
roster = "wardens-army"

[[side]]
id = "blues"
name = "Blues"
roster = "brood-army"

[option.points]
label = "Points"
clause = "MC-26"
default = 750
least = 100
most = 3000
"""
SMALL = """
title = "A patrol"
armoury = "modern"
[[detachment]]
id = "d"
kind = "patrol"
[[unit]]
id = "led"
name = "Led"
slot = "hq"
points = 70
model = [{ profile = "commander", warlord = true }]
[[unit]]
id = "squad"
name = "Squad"
slot = "troops"
points = 70
model = [{ profile = "warden", count = 5 }]
"""
SHIPPED = (
    "maps/ruined-crossing.tmj",
    "assets/rosters/wardens-army.toml",
    "assets/rosters/brood-army.toml",
    "assets/rosters/wardens-patrol.toml",
    "assets/armouries/modern.toml",
    "assets/armouries/classic.toml",
)
LIBRARY = SavedSource(
    {name: DISK.read(name) for name in SHIPPED}
    | {
        "assets/scenarios/skirmish.toml": SCENARIO,
        "assets/rosters/small.toml": SMALL,
        "assets/rosters/dear.toml": edited(SMALL, {"points = 70": "points = 400"}),
    }
)
REDS, BLUES = Side("reds"), Side("blues")


def skirmish(**settings: Any) -> Battle:
    return prepare("skirmish", seed=1, library=LIBRARY, **settings)


@pytest.mark.rule("MC-26")
def test_a_side_begins_with_the_command_points_of_its_army() -> None:
    opening = skirmish(rosters={"blues": "small"}).opening

    assert commands(opening) == {REDS: Command(8), BLUES: Command(3)}


@pytest.mark.rule("MC-26")
def test_a_battle_takes_armies_up_to_the_points_agreed() -> None:
    both = {"reds": "small", "blues": "small"}
    assert skirmish(rosters=both, options={"points": 140}).opening.units

    with pytest.raises(UnusableFile) as caught:
        skirmish(rosters=both, options={"points": 139})
    (fault,) = caught.value.faults
    assert fault.reason == (
        "the units cost 140 points, more than the 139 agreed (MC-26)"
        "; agree on more with --option points=140"
    )


@pytest.mark.rule("MC-26")
def test_the_points_agreed_are_those_that_the_scenario_says_unless_said() -> None:
    with pytest.raises(
        UnusableFile, match="the units cost 800 points, more than the 750 agreed"
    ):
        skirmish(rosters={"reds": "dear"})


def test_a_battle_that_was_saved_is_not_judged_anew() -> None:
    library = SavedSource({**LIBRARY.files, "assets/scenarios/skirmish.toml": SCENARIO})
    again = prepare("skirmish", seed=1, rosters={"reds": "dear"}, library=library, whole=False)

    assert commands(again.opening)[REDS] == Command(3)


def test_a_roster_of_another_core_is_refused() -> None:
    with pytest.raises(UnusableFile, match="armoury: is for the classic rules, not modern"):
        skirmish(rosters={"reds": "wardens-patrol"})


@pytest.mark.rule("FF-25")
@pytest.mark.parametrize(
    ("module", "system", "clause"),
    [
        ("flood", "zero_g", "FF-25"),
        ("reserves", "matched", "CC-35"),
        ("twist", "modern", "MP-11"),
    ],
)
def test_a_module_that_does_not_lie_over_a_system_is_refused(
    module: str, system: str, clause: str
) -> None:
    text = edited(
        SCENARIO, {'system = "matched"': f'system = "{system}"\nmodules = ["{module}"]'}
    )
    library = SavedSource({**LIBRARY.files, "assets/scenarios/skirmish.toml": text})

    with pytest.raises(UnusableFile) as caught:
        prepare("skirmish", seed=1, library=library)

    (fault,) = caught.value.faults
    assert fault == Fault("modules", f"{module} is not played in {system} ({clause})")
