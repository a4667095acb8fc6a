"""Armies of the modern core: points, detachments, the WARLORD (``MC-26``)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.content.detachments import points_of
from game.content.faults import UnusableFile
from game.content.file_source import SavedSource
from game.content.rosters import Roster, load_roster, muster, parse_roster
from game.table.records import Side
from tests.tools.refusals import faults_of
from tests.tools.texts import edited

pytestmark = pytest.mark.rule("MC-26")


def army(slots: Sequence[str], more: str = "", kind: str = "patrol") -> Roster:
    """Return an army with these slots in one detachment; a commander is its WARLORD."""
    head = (
        f'title = "A"\narmoury = "modern"\n{more}\n[[detachment]]\nid = "d"\nkind = "{kind}"\n'
    )
    return parse_roster(head + units(slots), "a.toml")


def units(slots: Sequence[str], detachment: str = "", warlords: int = 1) -> str:
    text = ""
    for n, slot in enumerate(slots):
        text += f'[[unit]]\nid = "{detachment}u{n}"\nname = "Unit {n}"\npoints = 50\n'
        text += f'slot = "{slot}"\n' + (f'detachment = "{detachment}"\n' if detachment else "")
        text += '[[unit.model]]\nprofile = "commander"\n'
        text += "warlord = true\n" if n < warlords else ""
    return text


def faults_of_army(slots: Sequence[str], more: str = "", kind: str = "patrol") -> list[str]:
    return faults_of(army, slots, more, kind)


HQ, TROOPS, ELITES, FAST, HEAVY = "hq", "troops", "elites", "fast attack", "heavy support"


@pytest.mark.parametrize(
    "slots",
    [
        [HQ, TROOPS],
        [HQ, HQ, *[TROOPS] * 3, *[ELITES] * 2, *[FAST] * 2, *[HEAVY] * 2],
    ],
    ids=["least", "most"],
)
def test_a_patrol_has_3_command_points(slots: list[str]) -> None:
    read = army(slots).army

    assert read
    assert read.command == 3


@pytest.mark.parametrize(
    "slots",
    [
        [HQ, HQ, *[TROOPS] * 3],
        [*[HQ] * 3, *[TROOPS] * 6, *[ELITES] * 6, *[FAST] * 3, *[HEAVY] * 3],
    ],
    ids=["least", "most"],
)
def test_a_battalion_brings_5_command_points(slots: list[str]) -> None:
    read = army(slots, kind="battalion").army

    assert read
    assert read.command == 8


@pytest.mark.parametrize(
    ("kind", "slots", "fault"),
    [
        ("patrol", [TROOPS], "has 0 hq units; it needs 1 to 2"),
        ("patrol", [HQ, HQ, HQ, TROOPS], "has 3 hq units; it needs 1 to 2"),
        ("patrol", [HQ], "has 0 troops units; it needs 1 to 3"),
        ("patrol", [HQ, *[TROOPS] * 4], "has 4 troops units; it needs 1 to 3"),
        ("patrol", [HQ, TROOPS, *[ELITES] * 3], "has 3 elites units; it may have at most 2"),
        ("patrol", [HQ, TROOPS, *[FAST] * 3], "has 3 fast attack units; it may have at most 2"),
        ("patrol", [HQ, TROOPS, *[HEAVY] * 3], "has 3 heavy support units; it may have"),
        ("battalion", [HQ, *[TROOPS] * 3], "has 1 hq unit; it needs 2 to 3"),
        ("battalion", [*[HQ] * 4, *[TROOPS] * 3], "has 4 hq units; it needs 2 to 3"),
        ("battalion", [HQ, HQ, TROOPS, TROOPS], "has 2 troops units; it needs 3 to 6"),
        ("battalion", [HQ, HQ, *[TROOPS] * 7], "has 7 troops units; it needs 3 to 6"),
        ("battalion", [HQ, HQ, *[TROOPS] * 3, *[ELITES] * 7], "has 7 elites units; it may"),
        ("battalion", [HQ, HQ, *[TROOPS] * 3, *[FAST] * 4], "has 4 fast attack units; it"),
        ("battalion", [HQ, HQ, *[TROOPS] * 3, *[HEAVY] * 4], "has 4 heavy support units;"),
    ],
)
def test_slots_must_be_legal(kind: str, slots: list[str], fault: str) -> None:
    (found,) = faults_of_army(slots, kind=kind)

    assert found.startswith(f"detachment[0]: the {kind} 'd' {fault}")
    assert found.endswith("(MC-26)")


def test_units_may_cost_as_much_as_was_agreed_and_no_more() -> None:
    assert army([HQ, TROOPS], "points = 100").army
    assert faults_of_army([HQ, TROOPS], "points = 99") == [
        "points: the units cost 100 points, more than the 99 agreed (MC-26)"
    ]


TWO = """
title = "A"
armoury = "modern"
[[detachment]]
id = "north"
kind = "patrol"
[[detachment]]
id = "south"
kind = "battalion"
"""
WHOLE = (
    TWO
    + units([HQ, TROOPS], "north")
    + units([HQ, HQ, TROOPS, TROOPS, TROOPS], "south", warlords=0)
)


def test_every_unit_stands_in_the_detachment_that_it_names() -> None:
    read = parse_roster(WHOLE, "a.toml")

    assert read.army
    assert read.army.command == 8
    assert [squad.detachment for squad in read.units].count("south") == 5


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (
            'detachment = "north"\n',
            "",
            [
                "unit[0].detachment: Unit 0 must say in which: north, south (MC-26)",
                "detachment[0]: the patrol 'north' has 0 hq units; it needs 1 to 2 (MC-26)",
            ],
        ),
        (
            'detachment = "north"',
            'detachment = "nroth"',
            [
                "unit[0].detachment: there is no detachment 'nroth'; try: north, south",
                "detachment[0]: the patrol 'north' has 0 hq units; it needs 1 to 2 (MC-26)",
            ],
        ),
        ("points = 50\n", "", ["unit[0]: Unit 0 has no points value (MC-26)"]),
        (
            'slot = "hq"\n',
            "",
            [
                "unit[0]: Unit 0 needs a slot: hq, troops, elites, fast attack, heavy support",
                "detachment[0]: the patrol 'north' has 0 hq units; it needs 1 to 2 (MC-26)",
            ],
        ),
        ('slot = "hq"\n', 'slot = "hg"\n', ["unit[0].slot: there is no 'hg'; try: hq, tr"]),
        (
            "points = 50\n",
            'points = 50\nonly = "x"\n',
            ["unit[0]: Unit 0 may not depend on an option: armies are fixed (MC-26)"],
        ),
        (
            "warlord = true\n",
            "",
            ["unit: no model is the WARLORD; an army has exactly one (MC-26)"],
        ),
        (
            "warlord = true\n",
            "warlord = true\ncount = 2\n",
            ["unit: 2 models are the WARLORD; an army has exactly one (MC-26)"],
        ),
        (
            'profile = "commander"\nwarlord',
            'profile = "warden"\nwarlord',
            ["unit: the WARLORD Warden is not a CHARACTER, but Commander is (MC-26)"],
        ),
        ('kind = "patrol"', 'kind = "patrole"', ["detachment[0].kind: there is no 'patrole'"]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_army_is_said_with_its_place(
    old: str, new: str, found: list[str]
) -> None:
    with pytest.raises(UnusableFile) as caught:
        parse_roster(edited(WHOLE, {old: new}, count=1), "a.toml")

    lines = [str(fault) for fault in caught.value.faults]
    assert len(lines) == len(found)
    assert all(one.startswith(start) for one, start in zip(lines, found, strict=True)), lines


def test_an_army_without_a_character_may_be_led_by_anybody() -> None:
    read = parse_roster(edited(WHOLE, {"commander": "warden"}), "a.toml")

    _, models = muster(read, Side("reds"))
    assert [m.profile.keywords for m in models[:2]] == [("INFANTRY", "WARLORD"), ("INFANTRY",)]


def test_an_army_without_detachments_is_none() -> None:
    text = 'title = "A"\narmoury = "modern"\n' + units([HQ])

    with pytest.raises(UnusableFile, match=r"detachment: is missing: every unit stands in"):
        parse_roster(text, "a.toml")


def test_what_makes_an_army_has_no_place_in_the_classic_core() -> None:
    text = edited(WHOLE, {'"modern"': '"classic"\npoints = 500', "commander": "warden"})

    with pytest.raises(UnusableFile) as caught:
        parse_roster(text, "a.toml")

    lines = [str(fault) for fault in caught.value.faults]
    assert lines[0] == "points: is for armies of the modern core only (MC-26)"
    assert "unit[0].model[0].warlord: is for armies of the modern core only (MC-26)" in lines
    assert len(lines) == 2 + 7 * 3 + 1


OWN = """
title = "A"
armoury = "modern"
[[detachment]]
id = "d"
kind = "patrol"
[weapon."old rifle"]
type = "rapid fire 2"
range = 18
S = 4
[profile.recruit]
name = "Recruit"
M = 5
WS = "5+"
BS = "5+"
S = 3
T = 3
W = 1
A = 1
Ld = 5
Sv = "-"
base = 0.5
weapons = ["old rifle", "blade"]
"""


def test_a_roster_may_bring_profiles_and_weapons_of_its_own() -> None:
    text = OWN + edited(units([HQ, TROOPS]), {"commander": "recruit"})
    _, (one, _) = muster(parse_roster(text, "a.toml"), Side("reds"))

    assert (one.profile.name, one.profile.m, one.profile.ld) == ("Recruit", 5, 5)
    assert [(w.name, w.shots) for w in one.profile.weapons] == [("old rifle", 2), ("blade", 1)]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("Ld = 5\n", "", "profile.recruit.Ld: is missing"),
        ("range = 18\n", "", "weapon.old rifle: a weapon that shoots needs a range in inches"),
        (
            '"blade"',
            '"bladder"',
            "profile.recruit.weapons[1]: there is no weapon 'bladder'; did",
        ),
    ],
)
def test_a_fault_in_what_a_roster_brings_has_its_place(old: str, new: str, fault: str) -> None:
    text = edited(OWN + units([HQ, TROOPS]), {old: new})

    with pytest.raises(UnusableFile) as caught:
        parse_roster(text, "a.toml", SavedSource({"assets/armouries/modern.toml": MODERN}))

    (found,) = caught.value.faults
    assert str(found).startswith(fault)


MODERN = """
title = "Small"
system = "modern"
[weapon.blade]
type = "melee"
[profile.commander]
name = "C"
M = 6
WS = "3+"
BS = "3+"
S = 3
T = 3
W = 4
A = 3
Ld = 8
Sv = "5+"
base = 0.5
keywords = ["CHARACTER"]
"""


def test_the_two_armies_are_of_equal_points_and_both_battalions() -> None:
    wardens, brood = load_roster("wardens-army"), load_roster("brood-army")

    costs = [points_of(army.units) for army in (wardens, brood)]
    assert max(costs) <= 750
    assert max(costs) - min(costs) <= min(costs) * 0.02
    assert [army.army.command for army in (wardens, brood) if army.army] == [8, 8]


@pytest.mark.parametrize(
    ("roster", "forces"),
    [
        (
            "wardens-army",
            [
                ("Commander", "hq", 1),
                ("Seer", "hq", 1),
                ("First squad", "troops", 12),
                ("Second squad", "troops", 12),
                ("Third squad", "troops", 12),
                ("Veterans", "elites", 6),
                ("Heavy teams", "heavy support", 2),
                ("Walker", "heavy support", 1),
            ],
        ),
        (
            "brood-army",
            [
                ("Alpha", "hq", 1),
                ("Oracle", "hq", 1),
                ("Skitterer swarm", "troops", 14),
                ("Leaper pack", "troops", 12),
                ("Stalker pack", "troops", 8),
                ("Gargoyle flight", "fast attack", 8),
                ("Brutes", "elites", 3),
                ("Colossus", "heavy support", 1),
            ],
        ),
    ],
)
def test_the_forces_of_the_two_armies(roster: str, forces: list[tuple[str, str, int]]) -> None:
    read = load_roster(roster)

    assert [(s.name, s.slot, len(s.models)) for s in read.units] == forces
    led = [t.profile.name for s in read.units for t in s.models if t.profile.has("WARLORD")]
    assert led == [forces[0][0]]


@pytest.mark.rule("MP-10")
def test_a_roster_may_list_a_spawn_that_is_in_no_army() -> None:
    roster = army([HQ, TROOPS], "[spawn]\nname = 'The changed'")
    assert roster.spawn
    unit, models = roster.spawn.brought(Side("brood"))

    assert (unit.id, unit.name) == ("brood-spawn", "The changed")
    assert [(m.id, m.profile.w) for m in models] == [("brood-spawn-1", 4)]
    assert "brood-spawn" not in [unit.id for unit in muster(roster, Side("brood"))[0]]
    assert army([HQ, TROOPS]).spawn is None


@pytest.mark.rule("MP-10")
@pytest.mark.parametrize("name", ["wardens-army", "brood-army"])
def test_both_shipped_armies_list_a_spawn(name: str) -> None:
    """``MP-10``"""
    assert load_roster(name).spawn


def test_what_is_wrong_with_a_spawn_is_told() -> None:
    assert faults_of_army([HQ, TROOPS], '[spawn]\nprofile = "spwan"') == [
        "spawn.profile: there is no profile 'spwan'; did you mean 'spawn'?"
    ]
    assert faults_of_army([HQ, TROOPS], '[spawn]\nid = "u1"')[0].endswith(
        "two units or models would have the id 'u1'"
    )
