"""Files in packs and beside one another are found by the names that files give them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.content import library_kinds
from game.content.armouries.armoury_library import load_armoury
from game.content.campaign_files import load_campaign
from game.content.campaign_saves import begun, load_ongoing, new_place
from game.content.campaign_saves import keep as keep_campaign
from game.content.faults import UnusableFile
from game.content.file_words import nearest, word_of
from game.content.icons import load_icon
from game.content.own_folders import own_folder, own_packs
from game.content.packs.pack import Pack
from game.content.packs.pack_library import find_pack, kept_packs
from game.content.packs.pack_reading import pack_of
from game.content.rosters import load_roster
from game.content.save_format import parse_save
from game.content.scenarios import load_scenario, scenario_names
from game.content.user_files import DISK, PackSource
from game.rules.battles import battle_of, prepare
from game.rules.saving import restore, saved_text
from tests.content.pack_parts import HAWK, keep, pack_bytes, texts

pytestmark = pytest.mark.usefixtures("own_home")


def test_files_of_a_pack_are_known_by_its_name_and_their_own() -> None:
    keep(pack_bytes())

    assert "river-war/crossing" in scenario_names()
    assert "river-war/yard" in DISK.own_names(library_kinds.MAP)
    assert not DISK.is_bundled("maps/river-war/yard.tmj")
    assert "river-war/guard" in DISK.names(library_kinds.ROSTER)
    scenario = load_scenario("river-war/crossing")
    assert scenario.id == "river-war/crossing"
    assert (scenario.map, scenario.maps) == (
        "river-war/yard",
        ("river-war/yard", "old-quarter"),
    )
    assert scenario.sides[0].roster == "river-war/guard"
    assert scenario.sides[1].roster == "brood-patrol"
    roster = load_roster("river-war/guard")
    (unit,) = roster.units
    assert {w.name for model in unit.models for w in model.profile.weapons} >= {"musket"}
    assert {model.profile.icon for model in unit.models} == {"river-war/hawk"}


def test_a_pack_never_changes_what_has_the_same_name_elsewhere() -> None:
    shipped = DISK.read("maps/old-quarter.tmj")
    raw = pack_bytes({"maps/old-quarter.tmj": texts()["maps/yard.tmj"]})
    keep(raw, "one")
    keep(raw, "two")

    assert DISK.read("maps/old-quarter.tmj") == shipped
    assert load_scenario("combat_patrol").maps.count("old-quarter") == 1
    for name in ("one", "two"):
        scenario = load_scenario(f"{name}/crossing")
        assert scenario.maps == (f"{name}/yard", f"{name}/old-quarter")


def test_a_game_of_a_pack_is_loaded_where_the_pack_is_not() -> None:
    path = keep(pack_bytes())
    battle = prepare("river-war/crossing", seed=3)
    session = battle.session()
    text = saved_text(session, battle.header({}))
    path.unlink()

    save = parse_save(text, "game.undertow")
    again = battle_of(save)
    assert again.map == "maps/river-war/yard.tmj"
    assert {"assets/armouries/river-war/guns.toml", again.map} <= again.files.keys()
    restored = restore(save, again.rules(), again.opening).session
    assert restored.game.story == session.game.story
    with pytest.raises(UnusableFile, match="no scenario called 'river-war/crossing'"):
        load_scenario("river-war/crossing")


def test_a_running_campaign_says_that_its_pack_is_missing(tmp_path: Path) -> None:
    campaign = DISK.read("assets/campaigns/the-water-below.toml")
    path = keep(pack_bytes({"campaigns/water.toml": campaign}))
    found = load_campaign("river-war/water")
    assert found.id == "river-war/water"
    assert new_place(found).name.startswith("river-war-water-")
    ongoing = tmp_path / "x.campaign.json"
    keep_campaign(ongoing, begun(found, 1, {}))
    assert load_ongoing(ongoing).campaign().stages == found.stages

    path.unlink()
    with pytest.raises(UnusableFile, match="its pack 'river-war' is missing: add it again"):
        load_ongoing(ongoing)


def test_a_faulty_pack_hides_no_other_one() -> None:
    keep(pack_bytes())
    torn = keep(pack_bytes()[:-3], "torn")
    named = keep(pack_bytes(), "River War (1)")

    found = kept_packs()
    assert isinstance(found["river-war"], Pack)
    assert "its end is missing" in str(found["torn"])
    assert "rename the file: 'River War (1)' is not an id" in str(found["River War (1)"])
    assert str(found["torn"]).startswith(str(torn))
    assert str(found["River War (1)"]).startswith(str(named))
    assert "river-war/crossing" in scenario_names()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes as POSIX has them")
def test_a_pipe_or_a_folder_named_like_a_pack_is_not_waited_for() -> None:
    own_packs().mkdir(parents=True)
    os.mkfifo(own_packs() / "pipe.undertow-pack")
    (own_packs() / "folder.undertow-pack").mkdir()

    assert "is not a file" in str(kept_packs()["pipe"])
    assert "is not a file" in str(kept_packs()["folder"])


def test_a_changed_pack_is_opened_anew() -> None:
    path = keep(pack_bytes())
    assert find_pack("river-war")
    path.write_bytes(pack_bytes({"maps/new.tmj": "{}"}))

    assert "river-war/new" in DISK.names(library_kinds.MAP)
    path.unlink()
    assert find_pack("river-war") is None


def test_a_fault_in_a_pack_is_told_with_its_path_and_the_file_in_it() -> None:
    path = keep(pack_bytes({"rosters/guard.toml": 'title = "x"\n'}))

    with pytest.raises(UnusableFile) as caught:
        load_roster("river-war/guard")
    assert f"{path}: rosters/guard.toml: armoury: is missing" in str(caught.value)


def test_a_pack_that_is_checked_sees_no_file_of_the_user() -> None:
    own_folder(library_kinds.MAP).mkdir(parents=True)
    (own_folder(library_kinds.MAP) / "shed.tmj").write_text("{}", "utf-8")
    source = PackSource(pack_of(pack_bytes(), Path("p.undertow-pack")))

    assert source.has("maps/river-war/yard.tmj")
    assert source.has("maps/old-quarter.tmj")
    assert not source.has("maps/shed.tmj")
    for name in (
        str(own_folder(library_kinds.MAP) / "shed.tmj"),
        "maps/../pyproject.toml",
        "pyproject.toml",
    ):
        assert not source.has(name)
        with pytest.raises(UnusableFile, match="is outside of the pack"):
            source.read(name)


def test_a_file_opened_by_its_path_finds_others_beside_it(tmp_path: Path) -> None:
    together, apart = tmp_path / "together", tmp_path / "apart"
    for name, text in texts().items():
        folder, _, file = name.rpartition("/")
        for path in (apart / name, together / ("icons" if folder == "icons" else "") / file):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")

    for scenario, folder in (
        (together / "crossing.toml", ""),
        (apart / "scenarios" / "crossing.toml", "maps"),
    ):
        battle = prepare(str(scenario), seed=1)
        root = scenario.parent.parent if folder else together
        assert battle.map == str(root / folder / "yard.tmj")
        guard = battle.brought()[0].units[0]
        assert {w.name for m in guard.models for w in m.profile.weapons} >= {"musket"}
        icons = {model.profile.icon for model in guard.models}
        assert icons == {str(root / "icons" / "hawk.svg")}
        assert all(load_icon(icon) for icon in icons)
        save = parse_save(saved_text(battle.session(), battle.header({})), "game.undertow")
        assert battle_of(save).opening.models == battle.opening.models


def test_a_file_beside_another_one_is_not_itself(tmp_path: Path) -> None:
    file = tmp_path / "wardens-patrol.toml"
    file.write_text("", "utf-8")

    assert nearest(DISK, str(file), "wardens-patrol", library_kinds.ROSTER) == (
        "wardens-patrol"
    )


def test_shipped_files_opened_by_their_path_name_shipped_ones() -> None:
    path = DISK.shipped.root / "assets" / "scenarios" / "combat_patrol.toml"

    assert load_scenario(str(path)).sides == load_scenario("combat_patrol").sides


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("assets/rosters/river-war/guard.toml", "river-war/guard"),
        ("assets/rosters/guard.toml", "guard"),
        ("/home/me/guard.toml", "guard"),
    ],
)
def test_a_word_stands_for_a_file(name: str, word: str) -> None:
    assert word_of(name, library_kinds.ROSTER) == word


def test_icons_of_the_users_folder_are_known_by_their_names() -> None:
    own_folder(library_kinds.ICON).mkdir(parents=True)
    (own_folder(library_kinds.ICON) / "hawk.svg").write_text(HAWK, "utf-8")

    found = load_icon("hawk")
    assert found
    assert 'd="M0 0 9 9 0 9"' in found.svg
    assert load_icon("nothing") is None
    assert load_armoury("classic").kinds["warden"].profile.icon == "rifle"
