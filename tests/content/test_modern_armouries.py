"""Validation of armouries of the modern core, and the shipped one."""

from __future__ import annotations

import pytest

from game.content.armouries.armoury_library import load_armoury, parse_armoury
from game.content.faults import UnusableFile
from game.content.shipped_folders import ASSETS
from game.content.situations.situation_files import parse_situation
from game.table.records import NO_DICE, DiceExpression, Fire, Weapon
from tests.tools.texts import edited

MODERN = load_armoury("modern")
TEXT = (ASSETS / "armouries" / "modern.toml").read_text("utf-8")
D3, D6 = DiceExpression(1, 3), DiceExpression(1, 6)
MAGE = "INFANTRY, CHARACTER, PSYKER"

PROFILES = [
    # M WS BS S T W A Ld Sv inv
    ("warden", (6, 4, 4, 3, 3, 1, 1, 6, 5, None), "INFANTRY", 0, "rifle"),
    ("sergeant", (6, 4, 4, 3, 3, 1, 2, 7, 5, None), "INFANTRY", 0, "pistol, blade"),
    (
        "commander",
        (6, 3, 3, 3, 3, 4, 3, 8, 5, 5),
        "INFANTRY, CHARACTER",
        0,
        "plasma pistol, power blade",
    ),
    ("seer", (6, 3, 3, 3, 3, 3, 3, 8, 5, None), MAGE, 1, "force staff"),
    ("veteran", (6, 3, 3, 4, 4, 2, 2, 8, 3, None), "INFANTRY", 0, "carbine"),
    ("heavy-team", (6, 4, 4, 3, 3, 2, 2, 6, 5, None), "INFANTRY", 0, "rotary gun"),
    (
        "walker",
        (8, 3, 3, 6, 7, 8, 4, 8, 3, None),
        "VEHICLE",
        0,
        "twin rotary gun, crushing fist",
    ),
    ("skitterer", (6, 4, 4, 3, 3, 1, 1, 5, 6, None), "INFANTRY", 0, "spitter"),
    ("leaper", (8, 4, 4, 3, 3, 1, 2, 5, 6, None), "INFANTRY", 0, "claws"),
    ("stalker", (8, 3, 4, 4, 4, 1, 3, 9, 5, 5), "INFANTRY", 0, "rending claws"),
    ("gargoyle", (12, 4, 4, 3, 3, 1, 1, 5, 6, None), "INFANTRY, FLY", 0, "spitter"),
    ("brute", (6, 3, 4, 4, 4, 3, 3, 9, 4, None), "INFANTRY", 0, "lobber, claws"),
    ("alpha", (8, 2, 0, 5, 5, 6, 6, 10, 4, 5), MAGE, 1, "rending claws"),
    ("oracle", (5, 4, 3, 4, 4, 5, 1, 9, 5, 3), f"{MAGE}, FLY", 2, ""),
    ("colossus", (7, 4, 4, 6, 7, 8, 4, 6, 3, None), "MONSTER", 0, "bio-cannon, crushing claws"),
    ("spawn", (7, 4, 0, 5, 5, 4, 0, 9, 5, None), "", 0, ""),
]  # fmt: skip
WEAPONS = [
    Weapon("rifle", fire=Fire.RAPID, range=24, shots=1, strength=3, ap=0),
    Weapon("carbine", fire=Fire.RAPID, range=24, shots=1, strength=4, ap=0),
    Weapon("pistol", fire=Fire.PISTOL, range=12, shots=1, strength=3, ap=0),
    Weapon("plasma pistol", fire=Fire.PISTOL, range=12, shots=1, strength=7, ap=-3),
    Weapon("rotary gun", fire=Fire.HEAVY, range=36, shots=3, strength=5, ap=-1),
    Weapon("twin rotary gun", fire=Fire.HEAVY, range=36, shots=6, strength=5, ap=-1),
    Weapon(
        "lance cannon",
        fire=Fire.HEAVY,
        range=48,
        shots=1,
        strength=9,
        ap=-3,
        damage=0,
        damage_dice=D6,
    ),
    Weapon("spitter", fire=Fire.ASSAULT, range=12, shots=1, strength=4, ap=0),
    Weapon("lobber", fire=Fire.ASSAULT, range=24, shots=3, strength=5, ap=0),
    Weapon(
        "bio-cannon", fire=Fire.ASSAULT, range=36, shots=0, strength=7, ap=-2, shots_dice=D6
    ),
    Weapon("blade", Fire.MELEE, ap=0),
    Weapon("claws", Fire.MELEE, ap=0),
    Weapon("power blade", Fire.MELEE, ap=-3),
    Weapon("rending claws", Fire.MELEE, ap=-1, rules=("rending",)),
    Weapon("force staff", Fire.MELEE, ap=-1, more=2, damage=0, damage_dice=D3),
    Weapon("crushing fist", Fire.MELEE, ap=-3, times=2, damage=3),
    Weapon("crushing claws", Fire.MELEE, ap=-3, times=2, damage=3),
]


@pytest.mark.rule("MC-01")
@pytest.mark.parametrize(("kind", "numbers", "keywords", "powers", "arms"), PROFILES)
def test_the_profiles_of_the_modern_core(
    kind: str, numbers: tuple[int | None, ...], keywords: str, powers: int, arms: str
) -> None:
    p = MODERN.kinds[kind].profile

    assert (p.m, p.ws, p.bs, p.s, p.t, p.w, p.a, p.ld, p.sv, p.inv) == numbers
    assert ", ".join(p.keywords) == keywords
    assert p.powers == powers
    assert ", ".join(weapon.name for weapon in p.weapons) == arms
    assert p.a_dice == (D6 if kind == "spawn" else NO_DICE)
    assert p.types == ()


def test_no_modern_profile_and_no_weapon_is_left_out_of_these_tables() -> None:
    assert list(MODERN.kinds) == [row[0] for row in PROFILES]
    assert [weapon for (weapon,) in MODERN.weapons.values()] == WEAPONS


@pytest.mark.rule("MC-01")
@pytest.mark.parametrize(
    ("text", "read"),
    [
        ('"assault 2d6"', (Fire.ASSAULT, 0, DiceExpression(2, 6))),
        ('"grenade d3"', (Fire.GRENADE, 0, D3)),
        ('"Rapid Fire 2"', (Fire.RAPID, 2, NO_DICE)),
        ('"heavy d3 + 1"', (Fire.HEAVY, 1, D3)),
    ],
)
def test_how_often_a_weapon_fires_may_be_rolled(
    text: str, read: tuple[Fire, int, DiceExpression]
) -> None:
    armoury = parse_armoury(edited(TEXT, {'"rapid fire 1"': text}, count=1), "a.toml")

    (rifle,) = armoury.weapons["rifle"]
    assert (rifle.fire, rifle.shots, rifle.shots_dice) == read


@pytest.mark.rule("MC-01")
@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("8", (8, 0, 1)),
        ('"user"', (0, 0, 1)),
        ('"User + 1"', (0, 1, 1)),
        ('"user × 3"', (0, 0, 3)),
    ],
)
def test_a_strength_is_a_number_or_made_of_the_users(
    text: str, read: tuple[int, int, int]
) -> None:
    armoury = parse_armoury(edited(TEXT, {'"user + 2"': text}, count=1), "a.toml")

    (staff,) = armoury.weapons["force staff"]
    assert (staff.strength, staff.more, staff.times) == read


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"assault d6"', '"assault"', "weapon.bio-cannon.type: must be assault, heavy,"),
        ('"assault d6"', '"assault 0"', "weapon.bio-cannon.type: must be assault, heavy,"),
        ('"assault d6"', '"assault d8"', "weapon.bio-cannon.type: must be assault, heavy"),
        ('"assault d6"', "3", "weapon.bio-cannon.type: must be assault, heavy, rapid fire"),
        ('"melee"', '"close combat"', "weapon.blade.type: must be assault, heavy, rapid fire,"),
        ("range = 36", "", "weapon.rotary gun: a weapon that shoots needs a range in inches"),
        ("range = 36", "range = 36\nblast = 3", "weapon.rotary gun.blast: unknown key"),
        ("S = 9", "", "weapon.lance cannon: a weapon that shoots needs a strength"),
        ("S = 9", "S = 0", 'weapon.lance cannon.S: must be 1 to 20, "user", "user + 2" or'),
        ("S = 9", 'S = "user - 1"', 'weapon.lance cannon.S: must be 1 to 20, "user", "user'),
        ("AP = -2", "AP = 2", "weapon.bio-cannon.AP: must be at most 0, not 2"),
        ("AP = -2", "AP = -7", "weapon.bio-cannon.AP: must be at least -6, not -7"),
        ("D = 3", "D = 0", 'weapon.crushing fist.D: must be at least 1, or dice such as "d6"'),
        ("D = 3", "D = true", 'weapon.crushing fist.D: must be 0 to 40, or dice such as "d6"'),
        ('"rending"', '"rendign"', "weapon.rending claws.rules[0]: there is no 'rendign'"),
        ('WS = "4+"', "WS = 4", 'profile.warden.WS: must be "2+" to "6+", or "-" for none'),
        ('WS = "4+"', 'WS = "7+"', 'profile.warden.WS: must be "2+" to "6+", or "-" for'),
        ('BS = "-"', "", "profile.alpha.BS: is missing"),
        ("M = 12", "M = -1", "profile.gargoyle.M: must be at least 0, not -1"),
        ("W = 8", "W = 0", "profile.walker.W: must be at least 1, not 0"),
        ('A = "d6"', 'A = "d7"', "profile.spawn.A: must be 0 to 40, or dice such as"),
        ('"FLY"', '"FYL"', "profile.gargoyle.keywords[1]: there is no 'FYL'; did"),
        ('"FLY"', '"WARLORD"', "profile.gargoyle.keywords[1]: there is no 'WARLORD'"),
        ("powers = 2", "", "profile.oracle: the keyword PSYKER and powers go together"),
        ('["VEHICLE"]', '["VEHICLE"]\npowers = 1', "profile.walker: the keyword PSYKER and"),
        ('["VEHICLE"]', '["VEHICLE"]\nI = 3', "profile.walker.I: unknown key"),
        ('system = "modern"', 'system = "modren"', "system: there is no system 'modren'; did"),
    ],
)  # fmt: skip
def test_a_fault_in_a_modern_armoury_has_its_place(old: str, new: str, fault: str) -> None:
    with pytest.raises(UnusableFile) as caught:
        parse_armoury(edited(TEXT, {old: new}, count=1), "bad.toml")

    (found,) = caught.value.faults
    assert str(found).startswith(fault)


SITUATION = """
title = "A spawn as it is not written"
clauses = ["MC-01"]
system = "modern"
armoury = "modern"

[[model]]
id = "one"
unit = "ones"
side = "wardens"
profile = "spawn"
M = 9
WS = "3+"
BS = "-"
W = 12
A = "2d6"
keywords = ["PSYKER", "WARLORD"]
powers = 1
rules = ["camouflage"]
"""


def test_a_situation_may_say_otherwise_what_a_modern_profile_says() -> None:
    opened = parse_situation(SITUATION, "a.toml")

    assert opened.situation.models[0].overridden(opened.armoury) == {
        "m": 9,
        "ws": 3,
        "bs": 0,
        "w": 12,
        "a": 0,
        "a_dice": DiceExpression(2, 6),
        "keywords": ("PSYKER", "WARLORD"),
        "powers": 1,
        "rules": ("camouflage",),
    }


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("M = 9", "I = 4", "model[0].I: is of the classic core, not of the modern"),
        ("M = 9", 'types = ["beast"]', "model[0].types: is of the classic core, not of the"),
        ('"3+"', '"1+"', 'model[0].WS: must be "2+" to "6+", or "-" for none (MC-01)'),
        ('"2d6"', '"2d7"', "model[0].A: must be 0 to 40, or dice such as"),
    ],
)
def test_a_stat_of_another_core_is_refused(old: str, new: str, fault: str) -> None:
    with pytest.raises(UnusableFile) as caught:
        parse_situation(edited(SITUATION, {old: new}), "a.toml")

    (found,) = caught.value.faults
    assert str(found).startswith(fault)


def test_a_model_of_the_classic_core_has_nothing_of_the_modern() -> None:
    text = edited(SITUATION, {'"modern"': '"classic"', "spawn": "brute"})
    text = edited(text, {'rules = ["camouflage"]': "S = 11"})

    with pytest.raises(UnusableFile) as caught:
        parse_situation(text, "a.toml")

    assert [str(fault) for fault in caught.value.faults] == [
        "model[0].M: is of the modern core, not of the classic",
        "model[0].powers: is of the modern core, not of the classic",
        "model[0].keywords: is of the modern core, not of the classic",
        "model[0].S: must be at most 10, not 11",
        "model[0].W: must be at most 10, not 12",
        "model[0].A: must be a number of at most 10",
    ]
