"""Models of army lists and their weapons agree with the numbers of the lists."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from game.content.army_lists.bodies import is_named
from game.content.army_lists.list_import import Imported, import_list, imported
from game.content.army_lists.reader import parse_list_file
from tests.content.army_lists import HERO, SQUAD, Told, armed, army, profile, raw_unit
from tests.content.army_lists import __file__ as here

LISTS = Path(here).parent
LINE: Any = {"M": "6", "WS": "4+", "BS": "4+", "S": 3, "T": 3, "W": 1, "A": 1, "Ld": 6}
BASES = 'bases are 1" across, 1.26" of a CHARACTER, 2.4" of a VEHICLE or MONSTER'

BY_NAME = "by name or place these are models, too"
GUNNER = "'Rifleman w/ big gun'"
THREE = "'Corporal', 'Rifleman', 'Rifleman w/ big gun'"
WHICH = "the list does not say which"
WHOLE = "the list gives it to the unit, so all its models have it"

Men = list[tuple[str, list[str]]]
"""Models by profile, each with its weapons."""


def men_of(found: Imported, squad: int = -1) -> Men:
    models = found.roster.units[squad].models
    return [(m.profile.name, [w.name for w in m.profile.weapons]) for m in models]


def imported_units(*units: Told) -> Imported:
    return imported(army(HERO, SQUAD, *units), "a.json")


def assumptions(found: Imported) -> list[str]:
    """Return the assumptions about numbers."""
    return [words for words in found.assumed if words != BASES]


def upgrade(name: str, number: int = 1, *inside: Told, of: str = "") -> Told:
    """Return a selection that the list marks as an upgrade; *of*: the profile that it has."""
    profiles = [profile(of, **LINE, Sv="5+")] if of else []
    raw = {"name": name, "number": number, "type": "upgrade", "profiles": profiles}
    return {**raw, "selections": [*inside]}


def typed(name: str, number: int = 1, *inside: Told, of: str = "", **values: Any) -> Told:
    """Return a selection that the list marks as a model; *of*: the profile that it has."""
    profiles = [profile(of, **{**LINE, **values}, Sv="5+")] if of else []
    raw = {"name": name, "number": number, "type": "model", "profiles": profiles}
    return {**raw, "selections": [*inside]}


def group(*inside: Told, of: tuple[str, ...] = (), name: str = "S", **more: Any) -> Told:
    """Return a unit that has the profiles *of* itself."""
    profiles = [profile(one, **LINE, Sv="5+") for one in of]
    return {**raw_unit(name, "Elites", *inside), "profiles": profiles, **more}


def in_each_form(name: str, folder: Path) -> list[Imported]:
    """Return the roster of a shipped list, from .ros, .rosz and New Recruit's .json."""
    raw = (LISTS / f"{name}.ros").read_bytes()
    packed = BytesIO()
    with ZipFile(packed, "w") as file:
        file.writestr("list.ros", raw)
    forms = {".ros": raw, ".rosz": packed.getvalue()}
    forms[".json"] = json.dumps(parse_list_file(raw, "a.ros")).encode()
    found = list[Imported]()
    for ending, form in forms.items():
        path = folder / f"list{ending}"
        path.write_bytes(form)
        found.append(import_list(path))
    return found


@pytest.mark.parametrize(
    ("name", "men", "points", "assumed"),
    [
        # Nobody is marked; one, three and one are named after two profiles of the squad.
        (
            "rifle-squad",
            [
                ("Corporal", ["Rifle"]),
                *[("Rifleman", ["Rifle"])] * 3,
                ("Rifleman", ["Big gun"]),
            ],
            [50, 100],
            [f"Rifle Squad: 5 models, where the list marks 0; {BY_NAME}: {THREE}"],
        ),
        # Four are marked, and one is not.
        (
            "big-gun",
            [*[("Rifleman", ["Rifle"])] * 4, ("Rifleman", ["Big gun"])],
            [50, 100],
            [f"Rifle Squad: 5 models, where the list marks 4; {BY_NAME}: {GUNNER}"],
        ),
        # A tank with one gun, and two drones with a carbine each.
        (
            "hover-tank",
            [("Hover Tank", ["Main gun"]), *[("Drone", ["Carbine"])] * 2],
            [50, 50, 160],
            [],
        ),
        # Nine blasters, and missiles for one.
        (
            "support-turret",
            [
                ("Breacher", ["Blaster", "Support turret missiles"]),
                *[("Breacher", ["Blaster"])] * 8,
            ],
            [50, 100],
            [f"Breachers: Support turret is carried by 1 of 9 models, {WHICH}"],
        ),
    ],
)
def test_the_last_unit_of_a_list_has_the_models_and_weapons_that_it_states(
    name: str, men: Men, points: list[int], assumed: list[str], tmp_path: Path
) -> None:
    for found in in_each_form(name, tmp_path):
        assert men_of(found) == men
        assert [one.points for one in found.roster.units] == points
        assert assumptions(found) == assumed


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("Man", "Man"),
        (" man ", "Man"),
        ("Man w/ gun", "Man"),
        ("Man w/gun", "Man"),
        ("Man with a gun", "Man"),
        ("Man (gun)", "Man"),
        ("Man, gun", "Man"),
        ("Man - gun", "Man"),
        ("Man", "Man (Jump Pack)"),
        ("Man w/ gun", "Man [1] (6+ wounds)"),
    ],
)
def test_a_selection_is_named_after_a_profile(name: str, after: str) -> None:
    assert is_named(name, after)


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("Man's gun", "Man"),
        ("Man Comms Array", "Man"),
        ("Manticore", "Man"),
        ("Old Man", "Man"),
        ("Gun", "Man"),
        ("Gun", "(gun)"),
        ("Gun", ""),
    ],
)
def test_a_selection_of_another_name_is_none_of_its_models(name: str, after: str) -> None:
    assert not is_named(name, after)


@pytest.mark.parametrize(
    ("given", "men"),
    [
        # The longest name counts.
        (
            group(upgrade("Man Sergeant", 1), upgrade("Man", 2), of=("Man", "Man Sergeant")),
            [("Man Sergeant", []), *[("Man", [])] * 2],
        ),
        (
            group(upgrade("Man w/ gun"), upgrade("Man w/ axe"), of=("Man", "Man w/ gun")),
            [("Man w/ gun", []), ("Man", [])],
        ),
        # A unit is a model if it has none.
        (group(typed("Man", 0), of=("Man",), name="Man"), [("Man", [])]),
        # Upgrades in a box of their own; several counts, and none at all.
        (
            group(upgrade("Box", 1, upgrade("Man", 2), upgrade("Man w/ x", 0)), of=("Man",)),
            [("Man", [])] * 2,
        ),
        # An upgrade with a profile of its own, beside others that have that of the squad.
        (
            group(upgrade("Man", 2), upgrade("Boss", 1, armed("a"), of="Boss"), of=("Man",)),
            [*[("Man", [])] * 2, ("Boss", ["a"])],
        ),
        # A gun or a sign of a model does not make it two, whatever their names.
        (group(typed("Man", 1, upgrade("Man w/ gun")), of=("Man",)), [("Man", [])]),
        (
            group(typed("Man", 2, upgrade("Axe", 2, of="Man (Fast)")), of=("Man",)),
            [("Man (Fast)", [])] * 2,
        ),
        # A squad within a squad.
        (
            group(group(upgrade("Man", 2), of=("Man",), name="Half"), typed("Boss", of="B")),
            [*[("Man", [])] * 2, ("B", [])],
        ),
        # Degrading rows are one model.
        (
            group(armed("a"), of=("Tank [1] (6+)", "Tank [2] (1-5)"), name="Tank"),
            [("Tank [1] (6+)", ["a"])],
        ),
    ],
)  # fmt: skip
def test_upgrades_are_models_if_they_are_named_so(given: Told, men: Men) -> None:
    assert men_of(imported_units(given)) == men


TANK = armed("cannon")
DRONE = armed("carbine", 2)


@pytest.mark.parametrize(
    ("given", "men"),
    [
        # Two drones of one tank; a drone in a drone; drones that are upgrades.
        (
            typed("Tank", 1, TANK, typed("Drone", 2, DRONE, of="Drone"), of="Tank"),
            [("Tank", ["cannon"]), *[("Drone", ["carbine"])] * 2],
        ),
        (
            typed("Tank", 1, typed("Drone", 1, typed("Bug", 2, of="Bug"), of="Dr"), of="Tank"),
            [("Tank", []), ("Dr", []), *[("Bug", [])] * 2],
        ),
        (
            typed("Tank", 1, TANK, upgrade("Drone", 2, DRONE, of="Drone"), of="Tank"),
            [("Tank", ["cannon"]), *[("Drone", ["carbine"])] * 2],
        ),
        # A man of the squad's profile has a drone of its own.
        (
            group(typed("Man", 1, armed("a"), typed("Drone", of="Drone")), of=("Man",)),
            [("Man", ["a"]), ("Drone", [])],
        ),
        (typed("Engine", 1, upgrade("Bug", 3, of="Bug")), [("Bug", [])] * 3),
        # In a box of the tank.
        (
            typed("Tank", 1, TANK, upgrade("Box", 1, typed("Drone", of="Drone")), of="Tank"),
            [("Tank", ["cannon"]), ("Drone", [])],
        ),
        # Two tanks of a squadron, one with drones.
        (
            group(
                typed("Tank", 1, armed("a"), typed("Bug", 1, armed("b"), of="Bug"), of="Tank"),
                typed("Tank", 1, armed("c"), of="Tank"),
            ),
            [("Tank", ["a"]), ("Bug", ["b"]), ("Tank", ["c"])],
        ),
        # A hero whose unit is himself, with two servants.
        (
            group(armed("a"), typed("Servant", 2, of="Servant"), of=("He",), name="He w/ a"),
            [("He", ["a"]), *[("Servant", [])] * 2],
        ),
        # A group is no model, even if it is marked as one.
        (
            typed("Pair", 1, typed("One", 1, armed("a"), of="One"), typed("Two", of="Two")),
            [("One", ["a"]), ("Two", [])],
        ),
        (typed("Men", 1, typed("Men", 3), of="Men"), [("Men", [])] * 3),
        # A mount is no rider.
        (typed("He", 1, upgrade("He on bike", of="He on bike"), of="He"), [("He", [])]),
        (typed("He", 1, upgrade("He", 1, armed("a"), of="He")), [("He", ["a"])]),
    ],
)  # fmt: skip
def test_a_model_may_hold_others(given: Told, men: Men) -> None:
    raw = {**raw_unit("Tank", "Elites"), **given}
    assert men_of(imported_units(raw)) == men


def test_what_a_model_holds_has_not_its_keywords() -> None:
    given = typed("Tank", 1, typed("Drone", of="Drone"), of="Tank")
    raw = {**raw_unit("Tank", "Elites", words="Vehicle"), **given}
    tank, drone = imported_units(raw).roster.units[-1].models

    assert (tank.profile.keywords, tank.base) == (("VEHICLE",), 1.2)
    assert (drone.profile.keywords, drone.base) == ((), 0.5)


def test_a_marked_model_without_a_profile_is_said() -> None:
    tank = typed("Tank", 1, TANK, typed("Drone", 2, DRONE), of="Tank")
    found = imported_units({**raw_unit("Tank", "Elites"), **tank})

    assert [name for name, _ in men_of(found)] == ["Tank"]
    assert (
        "Tank: 1 model, where the list marks 3; these have no profile: 'Drone'"
        in assumptions(found)
    )


@pytest.mark.parametrize(
    ("given", "men", "words"),
    [
        (
            typed("Tank", 1, typed("2x Drone", 1, armed("a", 4), of="Drone"), of="Tank"),
            [("Tank", []), *[("Drone", ["2 x a"])] * 2],
            "Tank: 3 models, where the list marks 2; by name these are several: '2x Drone'",
        ),
        (
            typed("Tank", 1, upgrade("Two guns", 1, armed("gun", 2)), of="Tank"),
            [("Tank", ["2 x gun"])],
            "",
        ),
        (
            typed("Tank", 1, {**armed("gun"), "name": "Two guns"}, of="Tank"),
            [("Tank", ["2 x gun"])],
            "Tank: 2 x gun, where the list has 1: its name says how many it is",
        ),
        # The list's number is another one: it counts.
        (
            typed("Tank", 1, {**armed("gun", 3), "name": "2x gun"}, of="Tank"),
            [("Tank", ["3 x gun"])],
            "",
        ),
        (
            typed("Tank", 1, {**armed("saw"), "name": "Two-handed saw"}, of="Tank"),
            [("Tank", ["saw"])],
            "",
        ),
    ],
)
def test_a_name_may_say_how_many_a_single_entry_is(given: Told, men: Men, words: str) -> None:
    found = imported_units({**raw_unit("Tank", "Elites"), **given})

    assert men_of(found) == men
    assert assumptions(found) == ([words] if words else [])


def test_two_entries_of_one_weapon_are_two_weapons() -> None:
    tank = typed("Tank", 1, armed("gun"), armed("gun"), armed("gun", S=9), of="Tank")

    assert men_of(imported_units({**raw_unit("Tank", "Elites"), **tank})) == [
        ("Tank", ["2 x gun", "gun"])
    ]


def test_blades_of_one_kind_are_one_and_said() -> None:
    blades = armed("claw", 2, Type="Melee", Range="Melee")
    found = imported_units(group(typed("Man", 1, blades, of="Man")))

    assert men_of(found) == [("Man", ["claw"])]
    words = "S: 1 x claw, where the list has 2: a model has one of a kind to fight with"
    assert assumptions(found) == [words]


PISTOL = armed("pistol", 3, Type="Pistol 1")
TWO = armed("a"), armed("c")
GRENADE = armed("bomb", 1, Type="Grenade D6")


@pytest.mark.parametrize(
    ("inside", "arms"),
    [
        # As many as the list states: one, two, all, more than all.
        ([typed("Man", 3, armed("a", 3), of="Man"), armed("b")], [["a", "b"], ["a"], ["a"]]),
        ([typed("Man", 3, armed("a", 3), of="Man"), armed("b", 2)], [["a", "b"]] * 2 + [["a"]]),
        ([typed("Man", 3, armed("a", 3), of="Man"), armed("b", 3)], [["a", "b"]] * 3),
        ([typed("M", 2, armed("a", 2), of="M"), armed("b", 3)], [["a", "2 x b"], ["a", "b"]]),
        # None, though the list mentions it.
        ([typed("Man", 2, armed("a", 2), of="Man"), armed("b", 0)], [["a"]] * 2),
        # Two extras go to two.
        (
            [typed("Man", 2, armed("a", 2), of="Man"), armed("b"), armed("c")],
            [["a", "b"], ["a", "c"]],
        ),
        # A squad whose weapons stand beside it: each has one.
        ([typed("Man", 3, of="Man"), armed("a", 2), armed("b")], [["a"], ["a"], ["b"]]),
        (
            [typed("He", 1, armed("b"), of="He"), typed("M", 2, of="M"), *TWO],
            [["b"], ["a"], ["c"]],
        ),
        # The weapon of a whole squad is stated once: those without another have it.
        ([typed("Man", 3, PISTOL, of="Man"), armed("a")], [["pistol", "a"]] * 3),
        (
            [typed("Boss", 1, armed("b"), of="Boss"), typed("Man", 2, of="Man"), armed("a")],
            [["b"], ["a"], ["a"]],
        ),
        # Grenades are stated once.
        ([typed("Man", 2, armed("a", 2), of="Man"), GRENADE], [["a", "bomb"]] * 2),
    ],
)  # fmt: skip
def test_a_weapon_beside_the_models_goes_to_as_many_as_the_list_has(
    inside: list[Told], arms: list[list[str]]
) -> None:
    assert [weapons for _, weapons in men_of(imported_units(group(*inside)))] == arms


def test_a_weapon_of_the_unit_itself_is_each_models_once() -> None:
    given = group(typed("Man", 2, armed("a", 2), of="Man"))
    given["profiles"] = [*armed("a")["profiles"], *armed("b")["profiles"]]
    found = imported_units(given)

    assert [weapons for _, weapons in men_of(found)] == [["a", "b"]] * 2
    assert assumptions(found) == [
        f"S: 2 x a, where the list has 3: {WHOLE}",
        f"S: 2 x b, where the list has 1: {WHOLE}",
    ]


def test_a_model_of_no_profiles_name_has_the_first_and_that_is_said() -> None:
    found = imported_units(group(typed("Man", 2), typed("Other"), of=("Man", "Boss")))

    assert [name for name, _ in men_of(found)] == ["Man"] * 3
    assert assumptions(found) == ["S: Other has the profile Man"]


def test_a_weapon_that_cannot_be_had_is_said_once() -> None:
    found = imported_units(group(typed("Man", 3, of="Man"), armed("odd", Type="Cloud")))

    assert assumptions(found) == []
    assert "weapon odd: its type 'Cloud' is not known (MC-14)" in found.left_out


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        (150, ""),
        # Nothing is stated.
        (None, ""),
        # A unit was left out, or it has half points.
        (200, "the units cost 150 points, where the list costs 200"),
        (150.5, "the units cost 150 points, where the list costs 150.5"),
    ],
)
def test_points_are_compared_with_those_of_the_list(stated: float | None, words: str) -> None:
    raw = army(HERO, SQUAD, group(typed("Man", of="Man")))
    if stated is not None:
        raw["roster"]["costs"] = [{"name": "pts", "typeId": "points", "value": stated}]
    found = imported(raw, "a.json")

    end = "; each costs whole points, and what was left out costs none"
    assert assumptions(found) == ([words + end] if words else [])


def test_a_unit_of_more_weapons_than_anybody_carries_stays_out() -> None:
    few = [armed("a", 2)] * 250 + [armed("b", 2, Type="Melee", Range="Melee")] * 250
    found = imported_units(group(typed("Man", 2, of="Man"), *few, name="Few"))
    assert [one.name for one in found.roster.units] == ["Hero", "Squad", "Few"]

    found = imported_units(group(typed("Man", 2, of="Man"), *few, armed("c"), name="Many"))
    assert [one.name for one in found.roster.units] == ["Hero", "Squad"]
    assert "unit Many: 501 weapons are more than 500" in found.left_out
