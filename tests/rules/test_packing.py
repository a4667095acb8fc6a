"""Packs are made of what files need, and checked before they are kept."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

import pytest

from game.content.faults import UnusableFile
from game.content.file_source import DISK
from game.content.kept_packs import kept_packs
from game.content.packs import Pack, manifest_of, open_pack, pack_of
from game.content.storage import ASSETS, PACKS, own_maps, own_packs
from game.rules.packing import PackedThing, check_pack, contents_in_words, make_pack, needed
from tests.content.pack_parts import GUARD, keep, pack_bytes, texts

FILE = Path("river-war.undertow-pack")
ABOUT = manifest_of("made", "Made here", author="", licence="", description="")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path / "home"))


def lay(folder: Path) -> Path:
    """Write the files of the pack of tests as plain files, without a manifest."""
    for name, text in texts().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if "/" in name:
            (folder / name).write_text(text, "utf-8")
    return folder


def faults(**changes: str | bytes | None) -> list[str]:
    names = {name.replace("__", "/").replace("_", "."): data for name, data in changes.items()}
    with pytest.raises(UnusableFile) as caught:
        check_pack(pack_of(pack_bytes(names), FILE))
    return [line.removeprefix(f"{FILE}: ") for line in str(caught.value).splitlines()]


def png(width: int, height: int) -> bytes:
    head = struct.pack(">II5B", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(height * (width + 1)))
    chunks = [(b"IHDR", head), (b"IDAT", rows), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


def test_what_a_scenario_needs_goes_with_it(tmp_path: Path) -> None:
    lay(tmp_path)
    raw, things = make_pack([str(tmp_path / "scenarios" / "crossing.toml")], ABOUT)

    pack = pack_of(raw, FILE)
    assert {*pack.sizes} == {*texts()}
    assert pack.text("rosters/guard.toml") == GUARD
    assert [thing.kind for thing in things] == ["map", "armoury", "roster", "scenario", "icon"]
    assert contents_in_words(things) == [
        "1 map: Ruined Crossing",
        "1 armoury: Classic core",
        "1 roster: River guard",
        "1 scenario: Combat patrol",
        "1 icon",
    ]


def test_what_the_users_files_need_goes_with_them_and_what_is_shipped_does_not() -> None:
    home = lay(own_maps().parent)
    (home / "scenarios" / "crossing.toml").rename(home / "scenarios" / "ford.toml")
    page = (ASSETS / "pages" / "combat_patrol.toml").read_text("utf-8")
    (home / "pages").mkdir()
    (home / "pages" / "ford.toml").write_text(page, "utf-8")

    found = needed(["assets/scenarios/ford.toml"])

    assert found.pop("pages/ford.toml") == "assets/pages/ford.toml"
    assert found.pop("scenarios/ford.toml") == "assets/scenarios/ford.toml"
    assert {*found} == {*texts()} - {"pack.toml", "scenarios/crossing.toml"}


def test_a_campaign_brings_its_scenarios_maps_and_rosters(tmp_path: Path) -> None:
    text = (PACKS / "salt-marsh" / "campaigns" / "two-tides.toml").read_text("utf-8")
    lay(tmp_path)
    (tmp_path / "campaigns").mkdir()
    file = tmp_path / "campaigns" / "tides.toml"
    roster, salt = 'roster = "guard"', 'roster = "reed-raiders"'
    text = text.replace('scenario = "the-ford"', 'scenario = "crossing"').replace(salt, roster)
    file.write_text(text, "utf-8")

    assert {*needed([str(file)])} == {*texts()} - {"pack.toml"} | {"campaigns/tides.toml"}


def test_the_pictures_under_a_map_go_with_it(tmp_path: Path) -> None:
    raw_map = json.loads(texts()["maps/yard.tmj"])
    layer = {"id": 99, "type": "imagelayer", "name": "floor", "image": "floors/hall.png"}
    raw_map["layers"].insert(0, layer)
    (tmp_path / "yard.tmj").write_text(json.dumps(raw_map), "utf-8")
    (tmp_path / "floors").mkdir()
    (tmp_path / "floors" / "hall.png").write_bytes(png(8, 8))

    raw, things = make_pack([str(tmp_path / "yard.tmj")], ABOUT)

    assert "maps/floors/hall.png" in pack_of(raw, FILE).sizes
    assert contents_in_words(things) == ["1 picture", "1 map: Ruined Crossing"]
    (tmp_path / "floors" / "hall.png").write_bytes(b"GIF89a")
    with pytest.raises(UnusableFile, match="neither a PNG nor a JPEG"):
        make_pack([str(tmp_path / "yard.tmj")], ABOUT)


def test_a_file_is_named_by_its_plain_name(tmp_path: Path) -> None:
    lay(tmp_path)
    keep(pack_bytes())
    file = tmp_path / "scenarios" / "crossing.toml"
    file.write_text(file.read_text("utf-8").replace('"guard"', '"river-war/guard"'), "utf-8")

    with pytest.raises(UnusableFile, match="names 'river-war/guard' by a path or in a pack"):
        make_pack([str(file)], ABOUT)


def test_two_files_of_one_name_are_not_packed_together(tmp_path: Path) -> None:
    one = lay(tmp_path / "one") / "maps" / "yard.tmj"
    other = lay(tmp_path / "other") / "maps" / "yard.tmj"

    with pytest.raises(UnusableFile, match=r"would be maps/yard\.tmj in the pack, as .*one"):
        make_pack([str(one), str(other)], ABOUT)


def test_the_faults_of_all_files_are_told_at_once() -> None:
    found = faults(
        maps__yard_tmj="{",
        rosters__guard_toml=GUARD.replace('"warden"', '"wardan"'),
        icons__hawk_svg="<svg><script/></svg>",
    )

    for start in (
        "maps/yard.tmj: line 1 column 2: is not valid",
        "rosters/guard.toml: unit[0].model[0].profile: there is no profile 'wardan'",
        "icons/hawk.svg: line 1: has <script>",
    ):
        assert any(line.startswith(start) for line in found)
    assert len(found) == len({*found})


def test_a_pack_that_needs_a_file_of_the_user_is_refused() -> None:
    lay(own_maps().parent)

    found = faults(maps__yard_tmj=None, rosters__guard_toml=None)
    assert any("map: no map called 'yard'" in line for line in found)
    assert any("no roster called 'guard'" in line for line in found)


@pytest.mark.parametrize(
    "word", ["/etc/passwd.tmj", "../../etc/passwd.tmj", "maps/../../x.tmj", "C:/x.tmj"]
)
def test_a_scenario_of_a_pack_leads_to_no_file_outside(word: str) -> None:
    scenario = texts()["scenarios/crossing.toml"].replace('map = "yard"', f'map = "{word}"')

    (line, *_) = faults(scenarios__crossing_toml=scenario)
    assert line.startswith(f"scenarios/crossing.toml: map: no map called {word!r}")


def test_a_page_belongs_to_a_scenario() -> None:
    page = (ASSETS / "pages" / "combat_patrol.toml").read_text("utf-8")

    assert any("no scenario called" in line for line in faults(pages__nothing_toml=page))


def test_the_shipped_packs_are_whole() -> None:
    packs = [pack for pack in kept_packs().values() if isinstance(pack, Pack)]

    assert [pack.name for pack in packs] == [path.name for path in sorted(PACKS.iterdir())]
    for pack in packs:
        assert pack.is_shipped
        assert pack.manifest.name == pack.name
        assert pack.manifest.licence
        things = check_pack(pack)
        assert PackedThing("scenario", "salt-marsh/the-ford", "The salt ford") in things
        assert DISK.origin("maps/salt-marsh/salt-ford.tmj") == (
            f"{PACKS / 'salt-marsh'}: maps/salt-ford.tmj"
        )
    assert not own_packs().exists()


def test_the_example_is_what_its_guide_promises() -> None:
    things = check_pack(open_pack(PACKS / "salt-marsh"))
    kinds = [thing.kind for thing in things]

    assert {kind: kinds.count(kind) for kind in ("map", "armoury", "roster", "scenario")} == {
        "map": 1,
        "armoury": 1,
        "roster": 2,
        "scenario": 1,
    }
    assert kinds.count("campaign") == 1
