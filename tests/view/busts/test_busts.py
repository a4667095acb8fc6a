"""Engraved busts: every profile has a face of its own, which shows what it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.content.armouries.armoury_library import load_armoury
from game.content.palettes import PALETTES, PaletteName
from game.table.records import Fire, Profile, Weapon
from game.view.busts import bust_svg, draw_bust
from game.view.busts.bust_traits import Kin, ShownWeapon, Traits, traits_of

ARMOURIES = ("classic", "modern", "cage", "pursuit", "zero-g")
BLUE, ORANGE = PALETTES[PaletteName.LAMPLIGHT].teams
RIFLE = Weapon("rifle", Fire.RAPID, 24)
CLAWS = Weapon("rending claws", Fire.MELEE)
PLAIN = Profile("Guard", ld=7, sv=5, weapons=(RIFLE,))


def test_profiles_of_other_names_have_other_faces() -> None:
    kinds = [kind for word in ARMOURIES for kind in load_armoury(word).kinds.values()]
    traits = {traits_of(kind.profile) for kind in kinds}
    # Armouries share some profiles: one of the same name and traits has the same face.
    assert len({bust_svg(one, BLUE) for one in traits}) == len(traits) > 35


@pytest.mark.parametrize("n", range(12))
def test_a_profile_without_an_icon_that_is_known_has_a_face_too(n: int) -> None:
    profile = replace(PLAIN, name=f"Somebody {n}", icon="no such file", sv=n % 5 + 2)
    assert draw_bust(profile, BLUE, 40).get_bounding_rect().size == (40, 40)


def test_the_name_alone_makes_a_difference() -> None:
    faces = {bust_svg(traits_of(replace(PLAIN, name=f"Guard {n}")), BLUE) for n in range(6)}
    assert len(faces) > 3


def test_a_face_is_the_same_each_time_and_has_the_colours_of_its_side() -> None:
    one = bust_svg(traits_of(PLAIN), BLUE)
    assert one == bust_svg(traits_of(PLAIN), BLUE)
    assert one != bust_svg(traits_of(PLAIN), ORANGE)


@pytest.mark.parametrize(
    ("change", "field", "value"),
    [
        ({}, "kin", Kin.PERSON),
        ({"weapons": (CLAWS,)}, "kin", Kin.BEAST),
        ({"weapons": (CLAWS, RIFLE)}, "kin", Kin.PERSON),
        ({"types": ("beast",)}, "kin", Kin.BEAST),
        ({"keywords": ("VEHICLE",)}, "kin", Kin.MACHINE),
        ({"sv": 2}, "armour", 3),
        ({"sv": 3}, "armour", 3),
        ({"sv": 4}, "armour", 2),
        ({"sv": 6}, "armour", 0),
        ({"sv": None}, "armour", 0),
        ({"w": 3}, "bulk", 2),
        ({"t": 2}, "bulk", 0),
        ({"weapons": ()}, "arm", ShownWeapon.NONE),
        ({"weapons": (Weapon("knife", Fire.MELEE), RIFLE)}, "arm", ShownWeapon.LONG),
        ({"weapons": (Weapon("gun", Fire.HEAVY, 36),)}, "arm", ShownWeapon.HEAVY),
        ({"weapons": (Weapon("war hammer", Fire.MELEE),)}, "arm", ShownWeapon.BLUNT),
        ({"weapons": (Weapon("long spear", Fire.MELEE),)}, "arm", ShownWeapon.STAFF),
        ({"ld": 8, "a": 2}, "is_leader", True),
        ({"ld": 8, "a": 1}, "is_leader", False),
        ({"rules": ("leader",)}, "is_leader", True),
        ({"powers": 1}, "is_psychic", True),
        ({"types": ("jump infantry",)}, "is_winged", True),
        ({"types": ("jetpack", "flier")}, "is_winged", False),
        ({"types": ("bike",)}, "is_rider", True),
    ],
)
def test_a_bust_shows_what_a_profile_is(
    change: dict[str, object], field: str, value: object
) -> None:
    found = traits_of(replace(PLAIN, **change))  # type: ignore[arg-type]  # fields vary
    assert getattr(found, field) == value


@pytest.mark.parametrize("field", [*Traits._fields[3:-1], "armour", "bulk"])
def test_each_trait_is_seen(field: str) -> None:
    plain = Traits(Kin.PERSON, armour=1, bulk=1, arm=ShownWeapon.LONG, name="Guard")
    changes: dict[str, Any] = {"arm": ShownWeapon.BLADE, "armour": 3, "bulk": 2}
    other = plain._replace(**{field: changes.get(field, True)})
    assert bust_svg(plain, BLUE) != bust_svg(other, BLUE)
