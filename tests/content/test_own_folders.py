from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from game.cli.check import findings
from game.content import library_kinds, own_folders
from game.content.faults import UnusableFile
from game.content.file_source import LayeredSource, RecordingSource, SavedSource
from game.content.maps.map_library import drawn_map, map_title, map_titles
from game.content.maps.writer import canonical
from game.content.own_folders import own_folder
from game.content.save_format import SaveHeader, parse_save
from game.content.scenarios import load_scenario, scenario_names
from game.content.shipped_folders import ROOT
from game.content.user_files import DISK
from game.rules.battles import Battle, battle_of, prepare
from game.rules.saving import saved_text
from tests.tools.texts import edited

OWN = """title = "Six militia"
armoury = "classic"

[[unit]]
id = "militia"
name = "Militia"

[[unit.model]]
profile = "warden"
count = 6
"""


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    for folder in (
        own_folder(library_kinds.ARMOURY),
        own_folder(library_kinds.MAP),
        own_folder(library_kinds.ROSTER),
        own_folder(library_kinds.SCENARIO),
    ):
        folder.mkdir(parents=True)


def militia(rosters: dict[str, str]) -> Battle:
    return prepare("combat_patrol", seed=1, rosters=rosters)


def test_the_users_files_stand_beside_the_shipped_ones() -> None:
    (own_folder(library_kinds.MAP) / "back-yard.tmj").write_text(
        DISK.read("maps/old-quarter.tmj"), "utf-8"
    )
    text = DISK.read("assets/scenarios/combat_patrol.toml")
    (own_folder(library_kinds.SCENARIO) / "yard_fight.toml").write_text(
        edited(text, {'map = "ruined-crossing"': 'map = "back-yard"'}), "utf-8"
    )

    assert scenario_names()[-3:] == ["yard_fight", "salt-marsh/the-ford", "sandbox"]
    assert load_scenario("yard_fight").map == "back-yard"
    battle = prepare("yard_fight", seed=1)
    assert battle.map == "maps/back-yard.tmj"
    assert battle.map in battle.files  # so each save includes it


def test_a_shipped_file_is_never_replaced_by_one_of_the_users() -> None:
    (own_folder(library_kinds.MAP) / "old-quarter.tmj").write_text("{}", "utf-8")

    assert DISK.own_file("maps/old-quarter.tmj") is None
    assert DISK.read("maps/old-quarter.tmj") != "{}"
    assert DISK.names(library_kinds.MAP).count("old-quarter") == 1


def test_bytes_are_read_from_the_users_folder_and_from_the_shipped_files() -> None:
    folder = own_folder(library_kinds.MAP) / "pictures"
    folder.mkdir()
    (folder / "yard.png").write_bytes(b"\x89PNG")
    shipped = "assets/icons/weapons/blade.svg"

    assert DISK.read_bytes("maps/pictures/yard.png", 4) == b"\x89PNG"
    assert DISK.read_bytes(shipped, 100_000) == (ROOT / shipped).read_bytes()
    for source in (LayeredSource({}, DISK), RecordingSource(DISK)):
        assert source.read_bytes("maps/pictures/yard.png", 4) == b"\x89PNG"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("maps/pictures/yard.png", r"is 0\.0 MiB; the limit"),
        ("maps/pictures/shed.png", "no such file"),
        ("maps/../secret.png", "no such file"),
        ("maps/pictures/../../secret.png", "no such file"),
        (r"maps/..\secret.png", "no such file"),
        ("maps", "is not a file"),
    ],
)
def test_bytes_that_are_too_many_or_not_there_are_refused(name: str, reason: str) -> None:
    (own_folder(library_kinds.MAP) / "pictures").mkdir()
    (own_folder(library_kinds.MAP) / "pictures" / "yard.png").write_bytes(b"\x89PNG")
    (own_folder(library_kinds.MAP).parent / "secret.png").write_bytes(b"")

    with pytest.raises(UnusableFile, match=f"^{re.escape(name)}: .*{reason}"):
        DISK.read_bytes(name, 3)


def test_a_save_holds_texts_only() -> None:
    with pytest.raises(UnusableFile, match=r"yard\.png: is not in the save, which holds only"):
        SavedSource({"maps/yard.png": ""}).read_bytes("maps/yard.png", 9)


def test_a_side_brings_another_roster() -> None:
    (own_folder(library_kinds.ROSTER) / "militia.toml").write_text(OWN, "utf-8")
    battle = militia({"brood": "militia"})
    models = [m for m in battle.opening.models.values() if m.side == "brood"]

    assert [m.id for m in models] == [f"brood-militia-{n}" for n in range(1, 7)]
    assert battle.header({}).rosters == {"brood": "militia"}
    assert battle.files["assets/rosters/militia.toml"] == OWN


def test_a_roster_takes_its_weapons_from_an_armoury_of_the_users() -> None:
    armoury = edited(DISK.read("assets/armouries/classic.toml"), {"rifle": "musket"})
    (own_folder(library_kinds.ARMOURY) / "muskets.toml").write_text(armoury, "utf-8")
    (own_folder(library_kinds.ROSTER) / "militia.toml").write_text(
        edited(OWN, {"classic": "muskets"}), "utf-8"
    )
    battle = militia({"wardens": "militia"})
    save = parse_save(saved_text(battle.session(), battle.header({})), "game.undertow")
    (own_folder(library_kinds.ARMOURY) / "muskets.toml").unlink()

    models = [m for m in battle_of(save).opening.models.values() if m.side == "wardens"]
    carried = {weapon.name for model in models for weapon in model.profile.weapons}
    assert carried == {"musket"}


def test_a_save_opens_without_the_rosters_that_nobody_brought() -> None:
    (own_folder(library_kinds.ROSTER) / "militia.toml").write_text(OWN, "utf-8")
    battle = militia({"brood": "militia", "wardens": "militia"})
    (own_folder(library_kinds.ROSTER) / "militia.toml").unlink()
    save = parse_save(saved_text(battle.session(), battle.header({})), "game.undertow")

    assert "assets/rosters/wardens-patrol.toml" not in battle.files
    assert battle_of(save).opening.models == battle.opening.models


def test_both_sides_may_bring_the_same_shipped_roster() -> None:
    units = militia({"brood": "wardens-patrol"}).opening.units

    assert len([u for u in units if u.startswith("brood-")]) == 4
    assert len(units) == 8


@pytest.mark.parametrize(
    ("rosters", "complaint"),
    [
        ({"rats": "brood-patrol"}, "'rats' is not a side of Combat patrol"),
        ({"brood": "nobody"}, "nobody"),
    ],
)
def test_a_roster_that_cannot_be_brought_is_told(
    rosters: dict[str, str], complaint: str
) -> None:
    with pytest.raises(UnusableFile) as caught:
        militia(rosters)

    assert complaint in str(caught.value)


def test_a_scenario_that_allows_none_keeps_to_those_that_it_names() -> None:
    text = DISK.read("assets/scenarios/combat_patrol.toml")
    fixed = edited(text, {"own_forces = true\n": ""})
    (own_folder(library_kinds.SCENARIO) / "fixed.toml").write_text(fixed, "utf-8")
    (own_folder(library_kinds.ROSTER) / "militia.toml").write_text(OWN, "utf-8")

    with pytest.raises(UnusableFile, match="Brood cannot bring 'militia'"):
        prepare("fixed", seed=1, rosters={"brood": "militia"})


def test_saves_from_before_forces_could_be_chosen_bring_the_usual_ones() -> None:
    raw = SaveHeader(begun="x", scenario="s", map="m", seed=1).model_dump()
    del raw["rosters"]

    assert SaveHeader.model_validate(raw).rosters == {}


def test_what_is_wrong_with_the_users_files_is_told_of_where_they_are() -> None:
    (own_folder(library_kinds.ROSTER) / "armed.toml").write_text(
        edited(OWN, {"classic": "guns"}), "utf-8"
    )
    files: dict[Path, Callable[[], Battle]] = {
        own_folder(library_kinds.MAP) / "yard.tmj": lambda: prepare(
            "combat_patrol", seed=1, map_="yard"
        ),
        own_folder(library_kinds.ARMOURY) / "guns.toml": lambda: militia({"wardens": "armed"}),
        own_folder(library_kinds.ROSTER) / "us.toml": lambda: militia({"wardens": "us"}),
        own_folder(library_kinds.SCENARIO) / "raid.toml": lambda: prepare("raid", seed=1),
    }
    for path, opened in files.items():
        path.write_text("[5]", "utf-8")
        with pytest.raises(UnusableFile) as caught:
            opened()
        assert caught.value.file == str(path)


def test_check_names_the_armoury_in_which_a_rosters_fault_is() -> None:
    roster, armoury = (
        own_folder(library_kinds.ROSTER) / "armed.toml",
        own_folder(library_kinds.ARMOURY) / "guns.toml",
    )
    roster.write_text(edited(OWN, {"classic": "guns"}), "utf-8")
    armoury.write_text(
        'title = "Guns"\nsystem = "classic"\nweapon = 3\nprofile = {}\n', "utf-8"
    )

    assert [fault.place for fault in findings(roster).faults] == [f"{armoury}: weapon"]
    assert [fault.place for fault in findings(armoury).faults] == ["weapon"]


@pytest.mark.parametrize("what", ["map", "roster", "scenario"])
def test_what_is_not_there_is_called_what_it_was_called(what: str) -> None:
    rosters = {"wardens": "none"} if what == "roster" else {}
    with pytest.raises(UnusableFile, match=f"^no {what} called 'none'"):
        prepare(
            "none" if what == "scenario" else "combat_patrol",
            seed=1,
            map_="none" if what == "map" else None,
            rosters=rosters,
        )


def test_what_is_wrong_inside_a_save_is_told_of_the_save() -> None:
    battle = militia({})
    save = parse_save(saved_text(battle.session(), battle.header({})), "mine.undertow")
    name = "assets/rosters/wardens-patrol.toml"
    files = {**save.header.files, name: "odd = 1"}
    save.header = save.header.model_copy(update={"files": files})
    with pytest.raises(UnusableFile) as caught:
        battle_of(save)
    assert caught.value.file == "mine.undertow"
    assert f"{name}: odd: unknown key" in str(caught.value)


def test_a_map_is_called_by_its_title_or_else_by_its_file() -> None:
    text = canonical(drawn_map(24, 24, {}, title="Under the roof", look="city"))
    (own_folder(library_kinds.MAP) / "attic.tmj").write_text(text, "utf-8")
    (own_folder(library_kinds.MAP) / "torn.tmj").write_text("{", "utf-8")
    (own_folder(library_kinds.MAP) / "odd.tmj").write_text(
        '{"properties": [3, {"name": "title"}]}', "utf-8"
    )

    assert map_title("sewer-bend") == map_title("maps/sewer-bend.tmj") == "The Long Bend"
    assert map_title(str(own_folder(library_kinds.MAP) / "attic.tmj")) == "Under the roof"
    assert [map_title(name) for name in ("torn", "odd", "no-such")] == [
        "torn",
        "odd",
        "no-such",
    ]

    (own_folder(library_kinds.MAP) / "attic.tmj").write_text(
        edited(text, {"roof": "eaves"}), "utf-8"
    )
    assert map_title("attic") == "Under the eaves"


def test_maps_of_the_same_title_have_their_files_beside_it() -> None:
    (own_folder(library_kinds.MAP) / "quarter-2.tmj").write_text(
        DISK.read("maps/old-quarter.tmj"), "utf-8"
    )

    assert map_titles(["quarter-2", "old-quarter", "sewer-cross"]) == {
        "quarter-2": "Old Quarter (quarter-2)",
        "old-quarter": "Old Quarter (old-quarter)",
        "sewer-cross": "Four Ways",
    }


def test_files_of_the_users_with_endings_in_capitals_are_known_by_their_names() -> None:
    (own_folder(library_kinds.MAP) / "Yard.TMJ").write_text(
        DISK.read("maps/old-quarter.tmj"), "utf-8"
    )
    (own_folder(library_kinds.ROSTER) / "six.TOML").write_text(OWN, "utf-8")

    assert "Yard" in DISK.own_names(library_kinds.MAP)
    assert "six" in DISK.own_names(library_kinds.ROSTER)
    assert DISK.own_file("maps/Yard.tmj") == own_folder(library_kinds.MAP) / "Yard.TMJ"
    assert DISK.own_file("maps/yard.tmj") is None
    battle = prepare("combat_patrol", seed=1, map_="Yard", rosters={"wardens": "six"})
    assert battle.files["maps/Yard.tmj"] == DISK.read("maps/old-quarter.tmj")


def test_a_path_in_capitals_is_a_path(tmp_path: Path) -> None:
    path = tmp_path / "YARD.TMJ"
    path.write_text(DISK.read("maps/old-quarter.tmj"), "utf-8")

    assert prepare("combat_patrol", seed=1, map_=str(path)).map == str(path)
    assert map_title(str(path)) == map_title("old-quarter")


def test_a_file_with_the_plain_ending_comes_before_one_in_capitals() -> None:
    for name in ("yard.TMJ", "yard.tmj"):
        (own_folder(library_kinds.MAP) / name).write_text("{}", "utf-8")

    assert DISK.own_file("maps/yard.tmj") == own_folder(library_kinds.MAP) / "yard.tmj"
    assert DISK.own_names(library_kinds.MAP).count("yard") == 1


def test_what_a_stopped_program_left_is_cleared_in_every_folder() -> None:
    makers = {
        name
        for name, maker in vars(own_folders).items()
        if getattr(maker, "__annotations__", {}) == {"return": "Path"} and name[0] != "_"
    }

    assert makers - {"downloads", "settings"} == {
        maker.__name__ for maker in own_folders.WRITTEN
    }
    assert own_folders.settings().parent in set(own_folders.own())
