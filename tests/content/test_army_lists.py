"""Army lists of other programs become rosters of ours, using only numbers and keywords."""

from __future__ import annotations

import json
import tomllib
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.content.army_lists.list_import import Imported, import_list, imported
from game.content.army_lists.reader import MAX_BYTES, parse_list_file
from game.content.army_lists.roster_draft import Draft
from game.content.faults import Fault, UnusableFile
from game.content.rosters import muster, parse_roster
from game.table.records import DiceExpression, Fire, Model, Side
from tests.content.army_lists import (
    HERO,
    SQUAD,
    WATCH,
    Told,
    armed,
    army,
    profile,
    raw_model,
    raw_unit,
)
from tests.tiers import few
from tests.tools.characters import ANY
from tests.tools.refusals import faults_of

WHOLE = army(HERO, SQUAD)


def models_of(found: Imported) -> list[Model]:
    return list(muster(found.roster, Side("reds"))[1])


def arms_of(*units: Told) -> list[list[str]]:
    """Return the weapons of each model of a squad, without the hero."""
    models = models_of(imported(army(HERO, *units), "a.json"))[1:]
    return [[weapon.name for weapon in one.profile.weapons] for one in models]


def faults_of_list(raw: Any) -> list[str]:
    return faults_of(imported, raw, "a.json")


def faults_in(raw: bytes) -> list[str]:
    return faults_of(parse_list_file, raw, "a.ros")


def zip_of(**files: bytes) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as file:
        for name, raw in files.items():
            # Without the timestamp: tests are named by their parameters.
            found = ZipInfo(name.replace("_", "."))
            file.writestr(found, raw, ZIP_DEFLATED)
    return packed.getvalue()


@pytest.mark.rule("MC-26")
def test_a_list_becomes_an_army() -> None:
    found = import_list(WATCH)

    assert (found.roster.title, found.roster.system) == ("Border watch", "modern")
    assert found.roster.army
    assert (found.roster.army.limit, found.roster.army.command) == (250, 3)
    assert [(s.name, s.slot, s.points, len(s.models)) for s in found.roster.units] == [
        ("Marshal", "hq", 80, 1),  # 70, and 10 for the hammer
        ("Line squad", "troops", 46, 5),  # 40, and 6 for the burner
        ("Gun carriage", "heavy support", 90, 1),
    ]


@pytest.mark.rule("MC-01")
def test_profiles_of_a_list_are_taken_over_as_numbers_and_keywords() -> None:
    marshal, corporal, trooper, *_, carriage = [
        m.profile for m in models_of(import_list(WATCH))
    ]

    assert (marshal.m, marshal.ws, marshal.bs, marshal.s, marshal.t, marshal.w) == (
        6,
        3,
        2,
        3,
        3,
        4,
    )
    assert (marshal.a, marshal.a_dice, marshal.ld) == (0, DiceExpression(1, 6), 8)
    assert (marshal.sv, marshal.inv, marshal.powers) == (4, 5, 2)
    assert marshal.keywords == ("INFANTRY", "CHARACTER", "PSYKER", "WARLORD")
    assert (corporal.ld, trooper.ld, trooper.sv, trooper.inv) == (7, 6, 5, None)
    assert (carriage.m, carriage.ws, carriage.a, carriage.keywords) == (0, 0, 0, ("VEHICLE",))


@pytest.mark.rule("MC-01", "MC-14")
def test_weapons_of_a_list_are_taken_over_as_numbers() -> None:
    arms = {w.name: w for m in models_of(import_list(WATCH)) for w in m.profile.weapons}

    hammer, gun, burner = arms["Hammer"], arms["Long gun"], arms["Burner - wide"]
    assert (hammer.fire, hammer.times, hammer.ap) == (Fire.MELEE, 2, -3)
    assert (hammer.damage, hammer.damage_dice) == (0, DiceExpression(1, 3))
    assert (gun.fire, gun.shots, gun.range, gun.strength, gun.ap) == (Fire.RAPID, 1, 24, 3, 0)
    assert (burner.shots, burner.shots_dice, burner.ap) == (0, DiceExpression(2, 6), -1)
    assert (burner.damage, burner.damage_dice) == (1, DiceExpression(1, 3))
    assert arms["Shard bombs"].shots_dice == DiceExpression(1, 6)


def test_each_model_carries_what_was_chosen_for_it() -> None:
    squad = models_of(import_list(WATCH))[1:6]

    assert [[w.name for w in one.profile.weapons] for one in squad] == [
        ["Sidearm", "Shard bombs"],
        *[["Long gun", "Shard bombs"]] * 3,
        ["Burner - wide", "Shard bombs"],
    ]


def test_two_guns_of_one_model_fire_as_one() -> None:
    carriage = models_of(import_list(WATCH))[-1]

    (gun,) = carriage.profile.weapons
    assert (gun.name, gun.shots, gun.shots_dice) == ("2 x Siege gun", 0, DiceExpression(2, 3))


def test_what_is_somebodys_text_or_unknown_is_listed_and_left_out() -> None:
    found = import_list(WATCH)

    assert found.left_out == (
        "Battle size: no model",
        "abilities of the weapon Hammer",
        "ability Loud voice of Marshal",
        "weapon Smoke: its type 'Cloud' is not known (MC-14)",
    )
    assert "belong to somebody" not in found.text + "".join(found.left_out)


def test_the_three_forms_of_a_list_say_the_same(tmp_path: Path) -> None:
    raw = WATCH.read_bytes()
    recruit = json.dumps(parse_list_file(raw, "a.ros")).encode()
    forms = {"a.ros": raw, "a.rosz": zip_of(border_ros=raw), "a.json": recruit}

    texts = set[str]()
    for name, form in forms.items():
        (tmp_path / name).write_bytes(form)
        texts.add(import_list(tmp_path / name).text)
    assert texts == {import_list(WATCH).text}


def test_what_is_written_is_a_roster_as_any() -> None:
    found = import_list(WATCH)

    again = parse_roster(found.text, "border-watch.toml")
    assert again == found.roster


def test_names_are_written_so_that_they_can_be_read() -> None:
    name = 'The "Old\\Guard"\n\x7f\u2028 = [é] 🛡'
    found = imported(
        army(HERO, raw_unit(name, "Troops", raw_model(name, 1, armed(name)))), "a.json"
    )

    squad = found.roster.units[1]
    assert squad.name == 'The "Old\\Guard" = [é] 🛡'
    assert squad.models[0].profile.weapons[0].name == squad.name
    assert tomllib.loads(found.text)["unit"][1]["name"] == squad.name


@pytest.mark.parametrize(
    ("inside", "arms"),
    [
        # A weapon on each model; on two of three; two weapons for the model with the fewest.
        ([raw_model("T", 2, armed("a", 2))], [["a"], ["a"]]),
        ([raw_model("T", 3, armed("a", 2))], [["a"], ["a"], []]),
        ([raw_model("T", 3, armed("a", 2), armed("b", 1))], [["a"], ["a"], ["b"]]),
        ([raw_model("T", 2, armed("a", 4))], [["2 x a"], ["2 x a"]]),
        ([raw_model("T", 2, armed("a", 3))], [["2 x a"], ["a"]]),
        # Options of the unit as a whole apply to all of its models.
        ([raw_model("T", 2), armed("a")], [["a"], ["a"]]),
        ([{"name": "box", "selections": [raw_model("T", 2), armed("a")]}], [["a"], ["a"]]),
        # Blades are not counted.
        ([raw_model("T", 1, armed("a", 2, Type="Melee", Range="Melee"))], [["a"]]),
        # A selection of zero models adds none.
        ([raw_model("T", 0), raw_model("U", 1)], [[]]),
    ],
)  # fmt: skip
def test_who_carries_what(inside: list[Told], arms: list[list[str]]) -> None:
    assert arms_of(raw_unit("Squad", "Troops", *inside)) == arms


def test_models_without_a_profile_of_their_own_are_what_the_unit_says() -> None:
    both = [profile("Chief", **STATS, Ld=9), profile("Rank", **STATS, Ld=5)]
    inside = [{"name": n, "number": m, "type": "model"} for n, m in (("Rank", 2), ("Chief", 1))]
    squad = {**raw_unit("Squad", "Troops", *inside), "profiles": both}

    models = models_of(imported(army(HERO, squad), "a.json"))[1:]
    assert [(m.profile.name, m.profile.ld) for m in models] == [
        ("Rank", 5),
        ("Rank", 5),
        ("Chief", 9),
    ]


STATS: Any = {"M": "6", "WS": "4+", "BS": "4+", "S": 3, "T": 3, "W": 1, "A": 1, "Sv": "5+"}


def test_a_model_that_has_several_profiles_is_what_the_first_says() -> None:
    """Army lists use several profiles for models that weaken as they lose wounds."""
    rows = [profile(f"Tank [{n}]", **{**STATS, "Ld": 7, "W": w}) for n, w in ((1, 12), (2, 6))]
    tank = {**raw_unit("Tank", "Heavy Support"), "profiles": rows}
    found = imported(army(HERO, SQUAD, tank), "a.json")

    assert [(m.profile.name, m.wounds) for m in models_of(found)[6:]] == [("Tank [1]", 12)]
    assert "profile Tank [2] of Tank" in found.left_out


@pytest.mark.parametrize(
    ("text", "saves"),
    [
        ("3+", (3, None)),
        ("4+/5++", (4, 5)),
        ("4+ / 5++", (4, 5)),
        ("5++", (None, 5)),
        ("-", (None, None)),
        ("7+", (None, None)),
    ],
)
def test_saves_are_written_in_more_than_one_way(
    text: str, saves: tuple[int | None, int | None]
) -> None:
    found = imported(army(HERO, raw_unit("S", "Troops", raw_model("T", Save=text))), "a.json")

    trooper = models_of(found)[1].profile
    assert (trooper.sv, trooper.inv) == saves


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"Type": "Dakka 3"}, "its type 'Dakka 3' is not known (MC-14)"),
        ({"Type": "Heavy"}, "its type 'Heavy' is not known (MC-14)"),
        ({"S": "*"}, 'S: must be 1 to 20, "user", "user + 2" or "user x 2" (MC-01)'),
        ({"S": 99}, 'S: must be 1 to 20, "user", "user + 2" or "user x 2" (MC-01)'),
        ({"AP": "D3"}, "AP 'D3' is not a number"),
        ({"AP": "-9"}, "AP: must be at least -6, not -9"),
        ({"D": "many"}, 'must be 0 to 40, or dice such as "d6", "2d6" or "d3 + 1" (MC-01)'),
        ({"Range": "far"}, "'far' is not a number of inches"),
        ({"Range": "-"}, "range: must be more than 0, not 0"),
    ],
)
def test_a_weapon_that_is_not_known_is_left_out(values: dict[str, Any], reason: str) -> None:
    squad = raw_unit(
        "Squad", "Troops", raw_model("Trooper", 1, armed("odd", **values), armed("gun"))
    )
    found = imported(army(HERO, squad), "a.json")

    assert found.left_out[:1] == (f"weapon odd: {reason}",)
    assert [w.name for w in models_of(found)[1].profile.weapons] == ["gun"]


def test_a_weapon_that_lacks_something_is_left_out() -> None:
    odd = {"name": "odd", "profiles": [profile("odd", Range="8", S=4, AP=0)]}
    found = imported(army(HERO, raw_unit("S", "Troops", raw_model("T", 1, odd))), "a.json")

    assert found.left_out[0] == "weapon odd: has no Type, D"


def test_weapons_of_one_name_that_differ_are_two() -> None:
    squad = raw_unit(
        "S", "Troops", raw_model("T", 1, armed("gun")), raw_model("U", 1, armed("gun", S=7))
    )

    assert arms_of(squad) == [["gun"], ["gun 2"]]


@pytest.mark.rule("MC-08")
def test_a_psyker_of_whom_nothing_more_is_said_tries_one_power() -> None:
    squad = raw_unit("S", "Troops", raw_model("T", 2), words="Psyker")
    one, other = models_of(imported(army(HERO, squad), "a.json"))[1:]

    assert (one.profile.powers, one.profile.has("PSYKER")) == (1, True)
    assert (other.profile.powers, other.profile.has("PSYKER")) == (0, False)


@pytest.mark.rule("MC-08")
def test_powers_of_a_whole_unit_are_tried_by_its_first_model() -> None:
    squad = {
        **raw_unit("S", "Troops", raw_model("T", 3)),
        "profiles": [profile("Seer", Cast=2, Deny=1)],
    }
    models = models_of(imported(army(HERO, squad), "a.json"))[1:]

    assert [m.profile.powers for m in models] == [2, 0, 0]


@pytest.mark.rule("MC-08")
def test_powers_of_a_model_are_tried_by_each_of_its_kind() -> None:
    seers = raw_model("T", 2)
    seers["profiles"].append(profile("Seer", Cast=2, Deny=1))
    models = models_of(imported(army(HERO, raw_unit("S", "Troops", seers)), "a.json"))[1:]

    assert [m.profile.powers for m in models] == [2, 2]


@pytest.mark.rule("MC-26")
def test_what_a_unit_costs_is_all_that_was_chosen_for_it_in_points() -> None:
    gun = {**armed("gun"), "costs": [{"name": " pts ", "typeId": "x", "value": "12.0"}]}
    gun["costs"] += [{"name": "PL", "typeId": "y", "value": 3}]
    found = imported(
        army(HERO, raw_unit("S", "Troops", raw_model("T", 1, gun), points=30)), "a.json"
    )

    assert found.roster.units[1].points == 42


@pytest.mark.rule("MC-26")
def test_a_unit_stands_in_the_slot_that_is_its_first() -> None:
    found = imported(
        army(HERO, SQUAD, raw_unit("S", "Elites", raw_model("T"), words="HQ")), "a.json"
    )
    other = {**SQUAD, "categories": [{"name": "HQ"}, {"name": "Elites", "primary": "true"}]}

    assert found.roster.units[2].slot == "elites"
    assert imported(army(HERO, SQUAD, other), "a.json").roster.units[2].slot == "elites"


@pytest.mark.rule("MC-26")
def test_an_army_that_names_no_warlord_is_led_by_a_character() -> None:
    found = imported(army(SQUAD, HERO), "a.json")

    assert [m.profile.name for m in models_of(found) if m.profile.has("WARLORD")] == ["Hero"]
    assert "no WARLORD is named: Hero becomes it (MC-26)" in found.left_out


@pytest.mark.rule("MC-26")
def test_an_army_of_nobodies_is_led_by_its_first() -> None:
    found = imported(army(raw_unit("Chiefs", "HQ", raw_model("Chief", 3)), SQUAD), "a.json")

    led = [m.profile.has("WARLORD") for m in models_of(found)]
    assert led == [True, False, False, *[False] * 5]


@pytest.mark.rule("MC-26")
def test_forces_and_slots_that_the_rules_do_not_know_are_left_out() -> None:
    raw = army(HERO, SQUAD, raw_unit("Plane", "Flyer", raw_model("Plane")))
    raw["roster"]["forces"].append({"name": "Spearhead", "selections": [SQUAD]})
    found = imported(raw, "a.json")

    assert [squad.name for squad in found.roster.units] == ["Hero", "Squad"]
    slots = "hq, troops, elites, fast attack, heavy support"
    assert found.left_out[:2] == (
        f"Plane: its slot is Flyer, not {slots} (MC-26)",
        "the force Spearhead is neither a patrol nor a battalion (MC-26)",
    )


@pytest.mark.rule("MC-26")
def test_each_force_is_a_detachment() -> None:
    raw = army(HERO, SQUAD)
    inner = {"name": "Company", "selections": [HERO, HERO, SQUAD, SQUAD, SQUAD]}
    raw["roster"]["forces"].append({"name": "Battalion Detachment +5CP", "forces": [inner]})
    found = imported(raw, "a.json")

    assert found.roster.army
    assert [d.kind for d in found.roster.army.detachments] == ["patrol", "battalion"]
    assert found.roster.army.command == 8


NEEDED = "needed are M, WS, BS, S, T, W, A, Ld and Save, or M, T, SV, W and LD (MC-01)"


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (army(), [f"has no profile of a model; {NEEDED}"]),
        ({"roster": {}}, [f"has no profile of a model; {NEEDED}"]),
        ({}, ["roster: is missing"]),
        ([], ["must be a table of keys and values, not a list of 0"]),
        (
            army(raw_unit("S", "Troops", raw_model("T", WS="*", A="lots", Save="good"))),
            ["has no unit that can be brought: unit S: T cannot have WS '*', A 'lots', Save"],
        ),
        (
            army(HERO, raw_unit("S", "Troops", raw_model("T", 1001))),
            ["roster.forces[0].selections[1].selections[0].number: must be at most 1000"],
        ),
        (
            army(HERO, raw_unit("S", "Troops", raw_model("T", -1))),
            ["roster.forces[0].selections[1].selections[0].number: must be at least 0"],
        ),
        (army(HERO, {**SQUAD, "name": None}), ["roster.forces[0].selections[1].name: must be"]),
        (army(HERO, {**SQUAD, "costs": 5}), ["roster.forces[0].selections[1].costs: must be"]),
    ],
)  # fmt: skip
def test_what_cannot_be_brought_is_said_with_its_place(raw: Any, found: list[str]) -> None:
    faults = faults_of_list(raw)

    assert len(faults) == len(found), faults
    assert all(a.startswith(b) for a, b in zip(faults, found, strict=True)), faults


@pytest.mark.parametrize(
    ("raw", "lost"),
    [
        (
            raw_unit("S", "Troops", raw_model("T", WS="*", A="lots", Save="good")),
            "T cannot have WS '*', A 'lots', Save 'good' (MC-01)",
        ),
        (
            {
                **raw_unit("S", "Troops", {"name": "T", "type": "model"}),
                "profiles": [profile("T", T=3, W=1)],
            },
            "T has no M, WS, BS, S, A, Ld, Save (MC-01)",
        ),
        (raw_unit("S", "Troops", raw_model("T", 151)), "152 models are more than 150"),
        (
            raw_unit("S", "Troops", raw_model("T"), points=-50),
            "costs -50 points, not 0 to 10000 (MC-26)",
        ),
        (
            raw_unit("S", "Troops", raw_model("T"), points=1e300),
            "costs 1e+300 points, not 0 to 10000 (MC-26)",
        ),
    ],
)
def test_a_unit_that_cannot_be_brought_is_named_the_others_come(raw: Told, lost: str) -> None:
    found = imported(army(HERO, raw), "a.json")

    assert [squad.name for squad in found.roster.units] == ["Hero"]
    assert f"unit S: {lost}" in found.left_out


@pytest.mark.rule("MC-26")
@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (army(HERO), "the patrol 'patrol-1' has 0 troops units; it needs 1 to 3 (MC-26)"),
        (army(HERO, SQUAD, force="Spearhead"), "it has no detachments (MC-26)"),
        (
            army(HERO, SQUAD, *[HERO] * 2),
            "the patrol 'patrol-1' has 3 hq units; it needs 1 to 2 (MC-26)",
        ),
    ],
)
def test_what_no_detachment_allows_comes_in_for_free_play(raw: Told, reason: str) -> None:
    found = imported(raw, "a.json")

    assert (found.roster.free, found.roster.army) == (reason, None)
    assert found.brief.endswith(f"; for free play only: {reason}")
    assert parse_roster(found.text, "test.toml") == found.roster


@pytest.mark.rule("MC-26")
def test_free_play_has_units_of_all_forces_and_slots() -> None:
    raw = army(HERO, raw_unit("Plane", "Flyer", raw_model("Plane")))
    raw["roster"]["forces"].append({"name": "Spearhead", "selections": [SQUAD]})
    found = imported(raw, "a.json")

    assert [(s.name, s.slot, s.detachment) for s in found.roster.units] == [
        ("Hero", "hq", "patrol-1"),
        ("Plane", None, ""),
        ("Squad", "troops", ""),
    ]
    reason = "Plane needs a slot: hq, troops, elites, fast attack, heavy support (MC-26)"
    assert found.roster.free == reason


def split(name: str, *arms: Told, **values: str | int) -> Told:
    """Return a model whose weapons state its skills, strength and attacks."""
    line = {"M": '6"', "T": 4, "SV": "3+", "W": 2, "LD": "6+", "OC": 1, **values}
    return {
        "name": name,
        "type": "model",
        "profiles": [profile(name, **line)],
        "selections": [*arms],
    }


def shooter(name: str, keywords: str, **values: str | int) -> Told:
    line = {"Range": '24"', "A": 2, "BS": "3+", "S": 5, "AP": -1, "D": 1, **values}
    return {"name": name, "profiles": [profile(name, **line, Keywords=keywords)]}


def blade(name: str, attacks: str | int, **values: str | int) -> Told:
    line = {"Range": "Melee", "A": attacks, "WS": "4+", "S": 4, "AP": 0, "D": 1, **values}
    return {"name": name, "profiles": [profile(name, **line, Keywords="-")]}


@pytest.mark.rule("MC-01", "MC-14")
def test_a_model_has_what_its_weapons_state() -> None:
    """The gun of BS 2+ is better, 2D6 blows are more than 3, and 6+ of 2D6 is at most 8."""
    arms = [
        shooter("rifle", "Rapid Fire 1"),
        shooter("gun", "Heavy, Ignores Cover", BS="2+", A="D6+1"),
        shooter("flamer", "Torrent", BS="N/A", A="D3"),
        blade("fists", 3),
        blade("axe", "2D6", WS="3+", S=7),
    ]
    found = imported(army(raw_unit("S", "Battleline", split("T", *arms))), "a.json")

    (trooper,) = models_of(found)
    who = trooper.profile
    assert (who.ws, who.bs, who.s, who.t, who.ld, who.sv) == (3, 2, 7, 4, 8, 3)
    assert (who.a, who.a_dice) == (0, DiceExpression(2, 6))
    weapons = {w.name: w for w in who.weapons}
    assert (weapons["rifle"].fire, weapons["rifle"].shots) == (Fire.RAPID, 2)
    assert (weapons["gun"].fire, weapons["gun"].rules) == (Fire.HEAVY, ("ignores cover",))
    assert (weapons["gun"].shots, weapons["gun"].shots_dice) == (1, DiceExpression(1, 6))
    assert (weapons["flamer"].fire, weapons["axe"].fire) == (Fire.ASSAULT, Fire.MELEE)
    assert (weapons["axe"].strength, weapons["fists"].strength) == (7, 4)
    assert "keywords of the weapon flamer other than its type" in found.left_out
    assert any("best gun" in words for words in found.assumed)


@pytest.mark.rule("MC-01")
def test_an_invulnerable_save_among_the_abilities_is_a_number() -> None:
    ward = {"name": "ward", "profiles": [profile("Invulnerable Save", Description="It is 4+.")]}
    found = imported(army(raw_unit("S", "Battleline", split("T", ward))), "a.json")

    assert models_of(found)[0].profile.inv == 4


def wound_table(*columns: str, heads: bool = False) -> list[Told]:
    """Return a table of two rows, for 6 to 10 and for 1 to 5 wounds left."""
    names = columns if not heads else [f"Characteristic {n + 1}" for n in range(len(columns))]
    cells = {"6-10+": ['12"', "3+", "D6"], "1-5": ['6"', "5+", "1"]}
    lines = [
        profile("Tank 1", **{"Remaining W": left}, **dict(zip(names, row, strict=False)))
        for left, row in cells.items()
    ]
    if heads:
        head = dict(zip(names, columns, strict=True))
        lines.append(profile("Tank", **{"Remaining W": "-"}, **head))
    return lines[::-1]


@pytest.mark.rule("MC-01")
@pytest.mark.parametrize(
    "table",
    [
        wound_table("Movement", "BS", "Attacks"),
        wound_table("M", "BS", "A", heads=True),
        wound_table("Characteristic 1", "Characteristic 2", "Characteristic 3"),
    ],
)
def test_values_that_get_worse_are_those_of_the_first_row(table: list[Told]) -> None:
    """Columns without names are the values with a star, in the order of the profile."""
    tank = raw_model("Tank", M="*", BS="*", A="*", W=10)
    squad = {**raw_unit("Tank", "Heavy Support", tank), "profiles": table}
    found = imported(army(HERO, SQUAD, squad), "a.json")

    who = models_of(found)[-1].profile
    assert (who.m, who.bs, who.a_dice, who.ws) == (12, 3, DiceExpression(1, 6), 4)
    assert "Tank: as with all its wounds; it does not get worse" in found.assumed


def test_a_star_without_a_table_is_not_known() -> None:
    found = imported(army(HERO, raw_unit("Tank", "Elites", raw_model("Tank", A="*"))), "a.json")

    assert [squad.name for squad in found.roster.units] == ["Hero"]
    assert "unit Tank: Tank cannot have A '*' (MC-01)" in found.left_out


@pytest.mark.parametrize(
    ("text", "inches"), [('20-60"', 40), ('20"-35"', 35), ('20+"', 20), ('8"', 8), ("-", 0)]
)
def test_a_flyer_moves_as_far_as_it_may(text: str, inches: int) -> None:
    found = imported(army(HERO, raw_unit("Jet", "Elites", raw_model("Jet", M=text))), "a.json")

    assert models_of(found)[-1].profile.m == inches
    said = f'Jet: its M of {text} becomes {inches}"' in found.assumed
    assert said == (text[:2] == "20")


def test_a_list_of_another_game_says_what_it_has_and_what_is_needed() -> None:
    ghost = {
        "name": "Ghost",
        "profiles": [profile("Ghost", Move='6"', Health=3, Save="4+", Control=1)],
    }
    raw = army(ghost)
    raw["roster"]["gameSystemName"] = "Ghosts 4.0"
    assert faults_of_list(raw) == [
        f"is of the game 'Ghosts 4.0'; it has models with Move, Health, Save, Control; {NEEDED}"
    ]
    knight = {"name": "Knight", "profiles": [profile("Knight", **{**STATS, "I": 4, "Ld": 9})]}
    assert faults_of_list(army(knight)) == [
        f"has models with M, WS, BS, S, T, W, A, Sv, I, Ld; {NEEDED}"
    ]


NO_LIST = "line 1: is not an army list (.ros, .rosz or .json)"
DEEP = b"<roster>" + b"<selections><selection>" * 20
DOCTYPE = b'<!DOCTYPE roster [<!ENTITY a "aaa">]><roster name="&a;"/>'


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        (b"", NO_LIST),
        (b"a list", NO_LIST),
        (b"<roster>", NO_LIST),
        (b"\x00\xff" * 50, NO_LIST),
        (b'<?xml version="1.0" encoding="nope"?><roster/>', NO_LIST),
        (DOCTYPE, "line 1: declares a document type or an entity: that is not read"),
        (b"<!DOCTYPE roster SYSTEM 'file:///x'><roster/>", "line 1: declares a document type"),
        (b"<roster>&a;</roster>", NO_LIST),
        (DEEP, "line 1: nests more than 32 levels deep"),
        (b'{"roster": ' + b"[" * 40 + b"]" * 40 + b"}", "nests more than 32 levels deep"),
        (b'{"roster": NaN}', "NaN is not a number"),
        (b'{"roster": "\xff"}', "is not UTF-8 text"),
        (zip_of(), "is a zip of 0 army lists (.ros), not of one"),
        (zip_of(a_ros=b"<a/>", b_ros=b"<b/>"), "is a zip of 2 army lists (.ros), not of one"),
        (zip_of(a_txt=b"<roster/>"), "is a zip of 0 army lists (.ros), not of one"),
        (zip_of(a_ros=b"<roster/>")[:40], "is a damaged zip: File is not a zip file"),
        (zip_of(a_ros=DOCTYPE), "line 1: declares a document type or an entity"),
        (zip_of(a_ros=zip_of(b_ros=b"<roster/>")), NO_LIST),
    ],
)  # fmt: skip
def test_a_file_that_is_no_list_is_refused(raw: bytes, fault: str) -> None:
    (found,) = faults_in(raw)

    assert found.startswith(fault)


def test_a_zip_that_unpacks_to_too_much_is_refused() -> None:
    bomb = zip_of(army_ros=b"<roster>" + b" " * MAX_BYTES)

    (found,) = faults_in(bomb)

    assert found.startswith("army.ros: unpacks to more than 16 MiB")


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.ros"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)

    with pytest.raises(UnusableFile, match=r"is 16\.0 MiB; the limit is 16 MiB"):
        import_list(path)


FORMS = (WATCH.read_bytes(), zip_of(a_ros=WATCH.read_bytes()), json.dumps(WHOLE).encode())


def outcome(raw: bytes) -> Imported | list[Fault]:
    """Return the roster, or the faults if the list is refused; other errors propagate."""
    try:
        return imported(parse_list_file(raw, "a"), "a")
    except UnusableFile as error:
        return error.faults


@pytest.mark.parametrize("form", range(len(FORMS)))
def test_the_forms_that_are_damaged_below_can_be_used_whole(form: int) -> None:
    assert isinstance(outcome(FORMS[form]), Imported)


@settings(max_examples=150)
@given(
    st.sampled_from(FORMS),
    st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 40), st.binary(max_size=12)), max_size=6
    ),
)
def test_no_damage_to_a_file_crashes_the_import(
    raw: bytes, damage: list[tuple[float, int, bytes]]
) -> None:
    for where, many, data in damage:
        start = int(where * len(raw))
        raw = raw[:start] + data + raw[start + many :]
    assert outcome(raw)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(ANY, max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(ANY, max_size=4), inner)
    ),
    max_leaves=4,
)
VALUES = ANYTHING | st.sampled_from(["*", "2D6", "+1", "x2", "-", "4+/5++", "User", "Heavy 9"])


@pytest.mark.parametrize("examples", few([60, 600]))
def test_nothing_that_stands_in_a_list_crashes_the_import(examples: int) -> None:
    @settings(max_examples=examples)
    @given(st.randoms(use_true_random=False), st.lists(VALUES, min_size=1, max_size=4))
    def import_with_other_values(random: Any, values: list[Any]) -> None:
        raw = json.loads(json.dumps(squad))
        for value in values:
            holders = [part for part in parts_of(raw) if part]
            holder = random.choice(holders)
            key = random.choice(
                list(holder) if isinstance(holder, dict) else range(len(holder))
            )
            holder[key] = value
        assert outcome(json.dumps(raw).encode())

    squad = army(HERO, raw_unit("S", "Troops", raw_model("T", 2, armed("gun"))))
    import_with_other_values()


def parts_of(raw: Any) -> list[Any]:
    """Return all dicts and lists in a value, itself included."""
    if not isinstance(raw, dict | list):
        return []
    inner = raw.values() if isinstance(raw, dict) else raw
    return [raw, *(part for one in inner for part in parts_of(one))]


def test_each_rule_that_is_left_out_is_named_once_in_the_order_of_the_list() -> None:
    draft = Draft()
    for words in ("b: no rule", "a: no rule", "b: no rule"):
        draft.leave_out(words)
        draft.assume(words)
    assert [*draft.left_out] == [*draft.assumed] == ["b: no rule", "a: no rule"]
