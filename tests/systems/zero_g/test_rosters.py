"""Models that may take part in zero-g, and the shipped forces."""

from __future__ import annotations

import pytest

from game.content.armouries.armoury_library import load_armoury
from game.content.faults import UnusableFile
from game.content.file_source import SavedSource
from game.content.rosters import load_roster, parse_roster
from game.content.shipped_folders import ASSETS
from game.systems.zero_g.content.keys import takes_part
from game.table.records import Fire, Weapon
from tests.tools.texts import edited

ZERO_G = load_armoury("zero-g")
FILE = "assets/armouries/zero-g.toml"

PROFILES = [
    # WS BS S T W I A Ld Sv base
    ("boarder", (4, 4, 4, 4, 1, 4, 1, 8, 4), 0.5, "infantry; carbine, blade; "),
    (
        "boarder-leader",
        (4, 4, 4, 4, 1, 4, 2, 9, 4),
        0.5,
        "infantry; plasma pistol, power blade; ",
    ),
    ("boarder-gunner", (4, 4, 4, 4, 1, 4, 1, 8, 4), 0.5, "infantry; rotary gun; "),
    ("jet-boarder", (4, 4, 4, 4, 1, 4, 1, 8, 4), 0.5, "jetpack; shotgun, blade; "),
    ("drifter", (4, 3, 4, 4, 1, 5, 2, 8, 5), 0.5, "infantry; spitter, claws; "),
    (
        "leaping-drifter",
        (4, 3, 4, 4, 1, 5, 2, 8, 5),
        0.5,
        "jump infantry; claws; hammer of wrath",
    ),
    ("floater", (3, 3, 4, 4, 3, 2, 2, 10, 5), 0.8, "flier, monstrous creature; lobber; "),
]


@pytest.mark.parametrize(("kind", "numbers", "base", "has"), PROFILES)
def test_the_profiles_of_zero_g(
    kind: str, numbers: tuple[int, ...], base: float, has: str
) -> None:
    p = ZERO_G.kinds[kind].profile
    found = (p.types, [w.name for w in p.weapons], p.rules)

    assert (p.ws, p.bs, p.s, p.t, p.w, p.i, p.a, p.ld, p.sv) == numbers
    assert ZERO_G.kinds[kind].base == base
    assert "; ".join(", ".join(words) for words in found) == has


def test_its_weapons_are_those_of_the_classic_core() -> None:
    classic = load_armoury("classic").weapons

    assert {name: classic[name] for name in ZERO_G.weapons} == ZERO_G.weapons
    assert ZERO_G.weapons["carbine"] == (
        Weapon("carbine", fire=Fire.RAPID, range=24, shots=1, strength=4, ap=5),
    )
    assert [*ZERO_G.kinds] == [row[0] for row in PROFILES]


@pytest.mark.parametrize(
    ("roster", "kinds"),
    [
        (
            "boarders",
            ["Boarder leader", "Boarder gunner", *["Boarder"] * 3, *["Jet boarder"] * 2],
        ),
        ("drifters", [*["Drifter"] * 4, *["Leaping drifter"] * 2, "Floater"]),
    ],
)
def test_the_teams_each_model_a_unit_of_its_own(roster: str, kinds: list[str]) -> None:
    read = load_roster(roster)

    assert read.system == "zero_g"
    assert [t.profile.name for unit in read.units for t in unit.models] == kinds
    assert len(read.units) == len(kinds)


@pytest.mark.rule("ZG-02")
@pytest.mark.parametrize(
    ("types", "takes"),
    [
        ("infantry", True),
        ("jump infantry", True),
        ("jetpack", True),
        ("skimmer, vehicle", True),
        ("flier, monstrous creature", True),
        ("flier, jetpack", True),
        ("monstrous creature", False),
        ("vehicle", False),
        ("infantry, monstrous creature", False),
        ("bike", False),
        ("bike, skimmer", False),
        ("beast", False),
        ("cavalry", False),
    ],
)
def test_who_hovers_flies_or_walks_lightly_takes_part(types: str, takes: bool) -> None:  # noqa: FBT001
    assert takes_part(types.split(", ")) is takes


ROSTER = """
title = "Mixed company"
armoury = "zero-g"

[[unit]]
id = "floater"
name = "Old walker"

[[unit.model]]
profile = "floater"
name = "Strider"

[[unit]]
id = "pair"
name = "A pair"

[[unit.model]]
profile = "drifter"
count = 2
"""


@pytest.mark.rule("ZG-02")
def test_who_may_not_take_part_is_named_when_the_roster_is_loaded() -> None:
    walking = (ASSETS / "armouries" / "zero-g.toml").read_text("utf-8")
    walking = edited(walking, {'types = ["flier", ': "types = ["})

    with pytest.raises(UnusableFile) as caught:
        parse_roster(ROSTER, "mixed.toml", SavedSource({FILE: walking}))

    assert str(caught.value) == (
        "mixed.toml: unit[0]: Strider (monstrous creature) may not take part in zero-g "
        "(ZG-02)\n"
        "mixed.toml: unit[1]: A pair has 2 models: in zero-g each is a unit"
    )
