"""The card of a model: its characteristics, weapons, wounds, facts and marks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.cores.kit.queries import Characteristic
from game.shown.card_text import (
    CardSubject,
    card_cells,
    card_lines,
    card_subject,
    cell_tip,
    changed,
    characteristics,
    described,
    kinds,
    short_card_line,
    weapon_lines,
    weapon_names,
)
from game.table.events import Reason
from game.table.records import (
    DiceExpression,
    Fire,
    Mark,
    Model,
    ModelId,
    Profile,
    Side,
    Unit,
    UnitId,
    Until,
    Weapon,
    Where,
)
from game.table.state import Table

CLASSIC = Profile("Rider", ws=4, bs=3, t=5, own_t=4, sv=4, types=("bike",), rules=("scout",))
MODERN = Profile(
    "Beast",
    ws=4,
    bs=0,
    s=6,
    t=7,
    w=8,
    m=7,
    a=2,
    ld=6,
    sv=3,
    inv=5,
    a_dice=DiceExpression(1, 3),
    keywords=("MONSTER", "PSYKER", "WARLORD"),
    powers=2,
)


@pytest.mark.rule("CC-01")
def test_a_classic_card_has_initiative_and_plain_skills() -> None:
    text = " ".join(f"{name} {number}" for name, number in characteristics(CLASSIC))

    assert text == "WS 4 BS 3 S 3 T 5(4) W 1 I 3 A 1 LD 7 SV 4+"
    assert kinds(CLASSIC) == ("bike", "scout")


@pytest.mark.rule("MC-01")
def test_a_modern_card_has_move_rolls_and_dice_and_names_the_warlord_first() -> None:
    text = " ".join(f"{name} {number}" for name, number in characteristics(MODERN))

    assert text == 'M 7" WS 4+ BS – S 6 T 7 W 8 A 2+d3 LD 6 SV 3+ INV 5+'
    assert kinds(MODERN) == ("WARLORD", "MONSTER", "PSYKER", "2 powers")


@pytest.mark.rule("MC-01")
def test_a_changed_number_is_written_as_the_others_are() -> None:
    assert changed(MODERN, Characteristic("ws", 4, 5)) == ("WS", "5+")
    assert changed(MODERN, Characteristic("inv", 5, 2)) == ("INV", "2+")
    assert changed(MODERN, Characteristic("m", 7, 9)) == ("M", '9"')
    assert changed(MODERN, Characteristic("a", 2, 3)) == ("A", "3+d3")
    assert changed(CLASSIC, Characteristic("ws", 4, 5)) == ("WS", "5")


@pytest.mark.rule("MC-14", "MC-18")
def test_a_weapon_tells_its_damage_in_the_modern_core() -> None:
    gun = Weapon(
        "cannon",
        Fire.HEAVY,
        48,
        shots=0,
        strength=9,
        ap=-3,
        shots_dice=DiceExpression(2, 6),
        damage=0,
        damage_dice=DiceExpression(1),
    )
    fist = Weapon("fist", Fire.MELEE, ap=-3, times=2, damage=2)

    assert described(gun, modern=True) == '48" S9 AP-3 Dd6 heavy 2d6'
    assert described(fist, modern=True) == "S user x2 AP-3 D2"
    assert (
        described(Weapon("bow", fire=Fire.RAPID, range=24, shots=1, strength=3))
        == '24" S3 AP– rapid fire'
    )


RIDER = ModelId("rider-1")


def subject(profile: Profile = CLASSIC, many: int = 1, **more: Any) -> CardSubject:
    """Return the card of the first of *many* alike models, the last of which is lost."""
    unit = UnitId("rider")
    ids = tuple(ModelId(f"rider-{n + 1}") for n in range(many))
    table = Table(sides=(Side("reds"), Side("blues")))
    table.units[unit] = Unit(unit, Side("blues"), "Riders", models=ids)
    for id_ in ids:
        model = Model(id_, unit, Side("blues"), profile=profile, base=0.5, wounds=profile.w)
        table.models[id_] = model
    if many > 1:
        table.models[ids[-1]] = replace(table.models[ids[-1]], where=Where.GONE)
    table.models[RIDER] = replace(table.models[RIDER], **more)
    found = card_subject(table, RIDER)
    assert found
    return found


def test_a_card_is_about_a_model_of_the_table() -> None:
    assert (subject().name, subject().team) == ("Riders", 1)
    assert card_subject(Table(), "rider-1") is None


def test_a_model_of_a_squad_names_its_unit_and_how_many_are_left() -> None:
    one = subject(many=3)
    assert one.name == "Rider 1"
    assert one.kinds_text == "Riders · bike · scout"
    assert one.strength_text == "1 / 1 wound · 2 of 3 left"
    assert subject().kinds_text == "bike · scout"


def test_wounds_beyond_those_of_the_profile_count_too() -> None:
    assert subject(MODERN, wounds=5).strength_text == "5 / 8 wounds"
    assert subject(MODERN, wounds=9).strength_text == "9 / 9 wounds"


def test_a_unit_that_is_off_the_table_says_how_many_models_it_has() -> None:
    waiting = replace(subject(many=3), standing=0)

    assert waiting.strength_text == "1 / 1 wound · 3 models"


@pytest.mark.rule("MP-10")
def test_changed_boxes_are_marked_and_a_new_save_is_added() -> None:
    numbers = {
        "ld": Characteristic("ld", 7, 9),
        "s": Characteristic("s", 3, 3),
        "inv": Characteristic("inv", 0, 5),
    }
    found = card_cells(CLASSIC, numbers)

    assert [cell.name for cell in found][-2:] == ["SV", "INV"]
    assert [(cell.name, cell.value) for cell in found if cell.changed] == [
        ("LD", "9"),
        ("INV", "5"),
    ]


PISTOL = Weapon("bolt pistol", Fire.PISTOL, range=12, shots=1, strength=4, ap=5)
RIFLE = Weapon("rifle", fire=Fire.RAPID, range=24, shots=1, strength=4)
LAUNCHER = Weapon("grenade launcher, frag", Fire.ASSAULT, range=24, shots=1, strength=3)
CLAWS = Weapon("claws", Fire.MELEE)


def test_each_weapon_of_a_lone_model_has_a_line() -> None:
    armed = replace(CLASSIC, weapons=(PISTOL,))

    assert weapon_lines(subject(armed)) == (("Bolt pistol", '12" S4 AP5 pistol', True),)


def armed_squad(*weapons: tuple[Weapon, ...]) -> tuple[Profile, ...]:
    return tuple(replace(CLASSIC, weapons=borne) for borne in weapons)


def test_the_weapons_of_a_squad_are_counted_behind_those_of_the_model() -> None:
    profiles = armed_squad((PISTOL,), (LAUNCHER,), (RIFLE, CLAWS), (LAUNCHER,), (RIFLE, CLAWS))
    one = replace(subject(profiles[0], many=3), squad=(*profiles, profiles[2]))

    assert [(line.name, line.own) for line in weapon_lines(one)] == [
        ("1 bolt pistol", True),
        ("3 rifles", False),
        ("3 claws", False),
        ("2 grenade launchers, frag", False),
    ]
    assert weapon_names(weapon_lines(one)[2:]) == "3 claws · 2 grenade launchers, frag"


def test_a_model_that_bears_a_weapon_twice_counts_once() -> None:
    profiles = armed_squad((PISTOL, PISTOL), (PISTOL,))
    one = replace(subject(profiles[0], many=3), squad=profiles)

    assert [line.name for line in weapon_lines(one)] == ["2 bolt pistols"]


def test_the_squad_of_a_card_are_its_models_that_are_left() -> None:
    assert subject(many=3).squad == (CLASSIC,) * 2
    assert subject().squad == ()


def test_weapons_of_one_name_with_other_numbers_are_other_weapons() -> None:
    profiles = armed_squad((PISTOL,), (replace(PISTOL, strength=6),))
    one = replace(subject(profiles[0], many=3), squad=profiles)

    assert [line.text for line in weapon_lines(one)] == [
        '12" S4 AP5 pistol',
        '12" S6 AP5 pistol',
    ]


@pytest.mark.parametrize("profile", [CLASSIC, replace(CLASSIC, inv=5), MODERN])
def test_each_box_of_a_card_is_explained(profile: Profile) -> None:
    tips = [cell_tip(profile, cell, {}) for cell in card_cells(profile, {})]

    assert all(tip.endswith(".") and ": " in tip for tip in tips)
    assert len({tip.partition(":")[0] for tip in tips}) == len(tips)


def test_skills_are_explained_by_the_core_of_the_profile() -> None:
    (old, _), (new, _) = (
        [cell_tip(p, cell, {}) for cell in card_cells(p, {}) if cell.name in {"WS", "BS"}]
        for p in (CLASSIC, MODERN)
    )

    assert old.startswith("Weapon Skill: compared with the enemy's")
    assert new == "Weapon Skill: hits in close combat on this or more on a die."


def test_a_changed_box_also_says_why() -> None:
    cell = next(c for c in card_cells(CLASSIC, NUMBERS) if c.name == "LD")

    assert cell_tip(CLASSIC, cell, NUMBERS).splitlines() == [
        "Leadership: a test passes on this or less on two dice.",
        "LD 9, not 7: +2 a banner (CC-33)",
    ]


NUMBERS = {"ld": Characteristic("ld", 7, 9, (Reason(2, "a banner", "CC-33"),))}
FACTS = (Reason(0, "locked in combat", "CC-29"),)


def test_the_lines_of_a_card_are_reasons_facts_and_marks() -> None:
    marked = (Mark("ran", Until.PHASE), Mark("handled"), Mark("locked in combat"))
    one = subject(marks=marked)

    assert card_lines(one, NUMBERS, FACTS) == [
        "LD 9, not 7: +2 a banner (CC-33)",
        "locked in combat (CC-29)",
        "Ran this phase",
    ]


def test_a_card_without_room_has_its_lines_in_one() -> None:
    one = subject(marks=(Mark("ran", Until.PHASE), Mark("handled")))

    assert short_card_line(one, NUMBERS, FACTS) == (
        "LD 9, not 7: +2 a banner (CC-33) · locked in combat · ran"
    )
