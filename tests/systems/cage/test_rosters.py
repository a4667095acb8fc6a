"""The shipped champions, and the models that a cage refuses."""

from __future__ import annotations

import pytest

from game.content.armouries.armoury_library import load_armoury
from game.content.file_source import SavedSource
from game.content.rosters import load_roster, parse_roster
from game.content.shipped_folders import ASSETS
from game.systems.cage.content.keys import hands
from tests.tools.refusals import refusal_of
from tests.tools.texts import edited

CAGE = load_armoury("cage")
FILE = "assets/armouries/cage.toml"

# As in the table of forces: WS S T W I A, armour save, invulnerable save.
CHAMPIONS = [
    (
        "captain",
        (6, 4, 4, 1, 5, 3, 4, 5),
        {"power blade": ("right",), "pistol butt": ("left",)},
        ("combat tactics",),
    ),
    ("veteran", (5, 4, 4, 2, 4, 2, 3, 5), {"chain blade": ("right",)}, ("red thirst",)),
    ("prelate", (5, 4, 4, 2, 4, 2, 3, 4), {"mace": ("left", "right")}, ("stubborn",)),
    ("warlock", (5, 4, 4, 2, 4, 2, 3, 4), {"staff": ("left", "right")}, ("fleet",)),
    (
        "bulwark",
        (4, 4, 4, 2, 4, 2, 2, 4),
        {"power fist": ("right",)},
        ("counter-attack", "heavy armour"),
    ),
    (
        "outrider",
        (5, 4, 4, 2, 5, 2, 4, None),
        {"sabre": ("right",), "knife": ("left",)},
        ("hit and run",),
    ),
]
SPECIAL = {"power blade": "power weapon", "mace": "power weapon", "power fist": "power fist"}

ROSTER = """
title = "One"
armoury = "cage"
[[unit]]
id = "one"
name = "One"
[[unit.model]]
profile = "captain"
"""


@pytest.mark.parametrize(("kind", "numbers", "weapons", "rules"), CHAMPIONS)
@pytest.mark.rule("TC-11")
def test_the_champions_are_those_of_the_table(
    kind: str,
    numbers: tuple[int | None, ...],
    weapons: dict[str, tuple[str, ...]],
    rules: tuple[str, ...],
) -> None:
    p = CAGE.kinds[kind].profile

    assert (p.ws, p.s, p.t, p.w, p.i, p.a, p.sv, p.inv) == numbers
    assert {w.name: hands(w) for w in p.weapons} == weapons
    assert p.rules == rules
    for weapon in p.weapons:
        special = [rule for rule in weapon.rules if "hand" not in rule]
        assert special == ([SPECIAL[weapon.name]] if weapon.name in SPECIAL else [])


@pytest.mark.parametrize("kind", ["veteran", "warlock"])
def test_the_heavier_weapons_make_their_bearers_stronger_by_one(kind: str) -> None:
    """S + 1, for any S of the bearer."""
    (weapon,) = CAGE.kinds[kind].profile.weapons

    assert (weapon.strength, weapon.more) == (0, 1)


def test_all_six_come_together_and_each_alone() -> None:
    together = load_roster("champions").units

    assert [unit.id for unit in together] == [kind for kind, *_ in CHAMPIONS]
    for unit in together:
        assert load_roster(unit.id).units == (unit,)


def roster_refusal(old: str, new: str, roster: str = ROSTER) -> list[str]:
    text = (ASSETS.parent / FILE).read_text("utf-8")
    files = {FILE: edited(text, {old: new})}
    return str(refusal_of(parse_roster, roster, "one.toml", SavedSource(files))).split("\n")


def test_a_champion_without_a_weapon_hand_is_refused_by_name() -> None:
    assert roster_refusal('rules = ["left hand"]', "rules = []") == [
        (
            "one.toml: unit[0]: Captain has no weapon hand for its pistol butt: "
            "it must be one of left hand, right hand, two-handed (TC-11)"
        )
    ]


def test_a_hand_holds_one_weapon_and_two_hands_at_least_one() -> None:
    assert roster_refusal('rules = ["left hand"]', 'rules = ["two-handed"]') == [
        "one.toml: unit[0]: Captain holds power blade and pistol butt in its right hand (TC-11)"
    ]
    bare = ROSTER + "weapons = []\n"
    assert roster_refusal("Captain", "Captain", bare) == [
        "one.toml: unit[0]: Captain has no weapon in either hand (TC-11)"
    ]


def test_all_that_keeps_champions_out_is_told_at_once() -> None:
    two = edited(ROSTER, {'profile = "captain"': 'profile = "captain"\ncount = 2'}) + (
        '[[unit]]\nid = "other"\nname = "Other"\n[[unit.model]]\nprofile = "veteran"\n'
    )
    found = roster_refusal("I = 4", "I = 0", two)

    assert found == [
        "one.toml: unit[0]: One has 2 models: a champion fights alone (TC-04)",
        "one.toml: unit[1]: Veteran has Initiative 0: it could never act (TC-06)",
    ]


def test_what_shoots_is_no_weapon_of_the_cage() -> None:
    old = '[weapon."pistol butt"]\ntype = "close combat"\nS = "user"'
    found = roster_refusal(old, '[weapon."pistol butt"]\ntype = "pistol"\nrange = 12\nS = 3')

    assert found == [
        (
            "one.toml: unit[0]: Captain brings its pistol butt, "
            "which is not a close combat weapon (TC-22)"
        )
    ]
