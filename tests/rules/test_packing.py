"""Packs are made of what files need, and checked before they are kept."""

from __future__ import annotations

import json
import struct
import zlib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from game.content import library_kinds
from game.content.faults import UnusableFile
from game.content.file_source import FileSource
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import board_of, map_of, parse_map
from game.content.maps.writer import canonical
from game.content.own_folders import own_folder, own_packs
from game.content.packs.pack import Pack, manifest_of
from game.content.packs.pack_library import kept_packs
from game.content.packs.pack_reading import open_pack, pack_of
from game.content.rosters import Roster, parse_roster
from game.content.shipped_folders import ASSETS, PACKS
from game.content.user_files import DISK
from game.rules.pack_checks import MAX_PAIRS, PackedThing, check_pack, contents_in_words
from game.rules.packing import make_pack, needed
from tests.content.pack_parts import GUARD, keep, pack_bytes, texts
from tests.content.tiled_files import TILESET
from tests.tools.refusals import refusal_of
from tests.tools.texts import edited

pytestmark = pytest.mark.usefixtures("own_home")

FILE = Path("river-war.undertow-pack")
TOO_MANY_PIXELS = (
    "with it the pictures of the map have 128,000,000 pixels together; the limit is 100 million"
)
ABOUT = manifest_of("made", "Made here", author="", licence="", description="")


def lay(folder: Path) -> Path:
    """Write the files of the pack of tests as plain files, without a manifest."""
    for name, text in texts().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if "/" in name:
            (folder / name).write_text(text, "utf-8")
    return folder


def refusal_lines_with(**changes: str | bytes | None) -> list[str]:
    names = {name.replace("__", "/").replace("_", "."): data for name, data in changes.items()}
    lines = str(refusal_of(check_pack, pack_of(pack_bytes(names), FILE))).splitlines()
    return [line.removeprefix(f"{FILE}: ") for line in lines]


def png(width: int, height: int) -> bytes:
    head = struct.pack(">II5B", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(height * (width + 1)))
    chunks = [(b"IHDR", head), (b"IDAT", rows), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


def head_of_png(width: int, height: int) -> bytes:
    """Return the beginning of a picture, which says how large it is."""
    return edited(png(1, 1), {struct.pack(">II", 1, 1): struct.pack(">II", width, height)})


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
    home = lay(own_folder(library_kinds.MAP).parent)
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
    text = edited(text, {'scenario = "the-ford"': 'scenario = "crossing"', salt: roster})
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


def test_decor_goes_with_its_map_and_is_checked(tmp_path: Path) -> None:
    decor = {"class": "Decor", "rectangle": [1, 1, 2, 2], "image": "moss/a.svg"}
    (tmp_path / "yard.tmj").write_text(canonical(map_of(24, 20, [decor])), "utf-8")
    with pytest.raises(UnusableFile, match="no such file"):
        make_pack([str(tmp_path / "yard.tmj")], ABOUT)
    (tmp_path / "moss").mkdir()
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="8" height="4"/></svg>'
    (tmp_path / "moss" / "a.svg").write_text(drawing)

    raw, things = make_pack([str(tmp_path / "yard.tmj")], ABOUT)

    assert "maps/moss/a.svg" in pack_of(raw, FILE).sizes
    assert contents_in_words(things) == ["1 picture", "1 map: yard"]
    (tmp_path / "moss" / "a.svg").write_text(drawing.replace("<rect", "<image/><rect"))
    with pytest.raises(UnusableFile, match="has <image>"):
        make_pack([str(tmp_path / "yard.tmj")], ABOUT)


def test_tiles_without_their_picture_are_packed_without_it(tmp_path: Path) -> None:
    raw_map = json.loads(texts()["maps/yard.tmj"])
    layer = {"id": 99, "type": "tilelayer", "name": "floor", "width": 2, "height": 1}
    raw_map["layers"].insert(0, layer | {"data": [1, 1]})
    raw_map["tilesets"] = [{"firstgid": 1, "source": "stones.tsj"}]
    (tmp_path / "yard.tmj").write_text(json.dumps(raw_map), "utf-8")
    (tmp_path / "stones.tsj").write_text(json.dumps(TILESET), "utf-8")

    for drawn in (False, True):
        if drawn:
            (tmp_path / "stones.png").write_bytes(png(8, 8))
        raw, things = make_pack([str(tmp_path / "yard.tmj")], ABOUT)

        pack = pack_of(raw, FILE)
        assert ("maps/stones.png" in pack.sizes) is drawn
        assert "stones.tsj" not in pack.text("maps/yard.tmj")
        assert "1 map: Ruined Crossing" in contents_in_words(things)


def test_a_file_is_named_by_its_plain_name(tmp_path: Path) -> None:
    lay(tmp_path)
    keep(pack_bytes())
    file = tmp_path / "scenarios" / "crossing.toml"
    file.write_text(edited(file.read_text("utf-8"), {'"guard"': '"river-war/guard"'}), "utf-8")

    with pytest.raises(UnusableFile, match="names 'river-war/guard' by a path or in a pack"):
        make_pack([str(file)], ABOUT)


def test_two_files_of_one_name_are_not_packed_together(tmp_path: Path) -> None:
    one = lay(tmp_path / "one") / "maps" / "yard.tmj"
    other = lay(tmp_path / "other") / "maps" / "yard.tmj"

    with pytest.raises(UnusableFile, match=r"would be maps/yard\.tmj in the pack, as .*one"):
        make_pack([str(one), str(other)], ABOUT)


def test_the_faults_of_all_files_are_told_at_once() -> None:
    found = refusal_lines_with(
        maps__yard_tmj="{",
        rosters__guard_toml=edited(GUARD, {'"warden"': '"wardan"'}),
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
    lay(own_folder(library_kinds.MAP).parent)

    found = refusal_lines_with(maps__yard_tmj=None, rosters__guard_toml=None)
    assert any("map: no map called 'yard'" in line for line in found)
    assert any("no roster called 'guard'" in line for line in found)


@pytest.mark.parametrize(
    "word", ["/etc/passwd.tmj", "../../etc/passwd.tmj", "maps/../../x.tmj", "C:/x.tmj"]
)
def test_a_scenario_of_a_pack_leads_to_no_file_outside(word: str) -> None:
    scenario = edited(texts()["scenarios/crossing.toml"], {'map = "yard"': f'map = "{word}"'})

    (line, *_) = refusal_lines_with(scenarios__crossing_toml=scenario)
    assert line.startswith(f"scenarios/crossing.toml: map: no map called {word!r}")


def test_a_page_belongs_to_a_scenario() -> None:
    page = (ASSETS / "pages" / "combat_patrol.toml").read_text("utf-8")

    assert any(
        "no scenario called" in line for line in refusal_lines_with(pages__nothing_toml=page)
    )


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


def crossings(number: int, maps: int, changes: Mapping[str, str] = {}) -> Pack:
    """Return a pack of some scenarios, each on the same maps, which differ in their titles."""
    yard, scenario = texts()["maps/yard.tmj"], texts()["scenarios/crossing.toml"]
    names = ", ".join(f'"yard-{n}"' for n in range(maps))
    scenario = edited(scenario, {'maps = ["yard", "old-quarter"]': f"maps = [{names}]"})
    scenario = edited(scenario, {'map = "yard"': 'map = "yard-0"'})
    files: dict[str, str | bytes | None] = {
        "maps/yard.tmj": None,
        "scenarios/crossing.toml": None,
    }
    files |= {
        f"maps/yard-{n}.tmj": edited(yard, {"Ruined Crossing": f"Yard {n}"})
        for n in range(maps)
    }
    files |= {f"scenarios/crossing-{n}.toml": scenario for n in range(number)}
    return pack_of(pack_bytes({**files, **changes}), FILE)


def pack_refusal(pack: Pack) -> list[str]:
    lines = str(refusal_of(check_pack, pack)).splitlines()
    return [line.removeprefix(f"{FILE}: ") for line in lines]


def test_a_pack_of_more_maps_for_its_scenarios_than_are_tried_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert MAX_PAIRS == 1000
    monkeypatch.setattr("game.rules.pack_checks.MAX_PAIRS", 4)

    assert len(check_pack(crossings(2, 2))) == 2 + 2 + 3
    assert pack_refusal(crossings(3, 2)) == [
        "its scenarios name 6 maps in all; the limit is 4: name fewer in each"
    ]


def test_a_pack_reads_each_map_and_roster_once(monkeypatch: pytest.MonkeyPatch) -> None:
    maps, rosters = Counter[str](), Counter[str]()

    def parse(text: str, name: str) -> MapFile:
        maps[name] += 1
        return parse_map(text, name)

    def parse_units(text: str, name: str, library: FileSource) -> Roster:
        rosters[name] += 1
        return parse_roster(text, name, library)

    board_of.cache_clear()
    monkeypatch.setattr("game.content.maps.map_library.parse_map", parse)
    monkeypatch.setattr("game.content.rosters.parse_roster", parse_units)
    check_pack(crossings(4, 3))

    assert maps == {f"maps/river-war/yard-{n}.tmj": 1 for n in range(3)}
    assert rosters["assets/rosters/river-war/guard.toml"] == 1
    assert {*rosters.values()} == {1}


def test_each_faulty_map_of_a_pack_is_named_and_no_scenario_repeats_it() -> None:
    yard = edited(texts()["maps/yard.tmj"], {'"type":"Ruin"': '"type":"Ruim"'}, count=1)
    assert "Ruim" in yard
    changes = {"maps/yard-0.tmj": yard, "maps/yard-2.tmj": yard}
    lines = pack_refusal(crossings(2, 3, changes))

    assert [line.partition(":")[0] for line in lines] == ["maps/yard-0.tmj", "maps/yard-2.tmj"]


def test_the_fault_of_a_side_is_told_once_for_all_maps_of_a_scenario() -> None:
    lines = pack_refusal(
        crossings(1, 3, {"rosters/guard.toml": edited(GUARD, {'"guns"': '"cage"'})})
    )
    assert len(lines) == len({*lines})
    assert not [line for line in lines if "map yard" in line]


def test_the_texts_of_a_pack_have_a_limit_together() -> None:
    files = {f"maps/wide-{n}.tmj": b" " * (3 << 20) for n in range(3)}
    with pytest.raises(UnusableFile, match=r"besides its pictures; the limit is 8 MiB"):
        pack_of(pack_bytes(files), FILE)


def test_a_pack_with_too_many_battles_in_campaigns_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    campaign = (ASSETS / "campaigns" / "the-water-below.toml").read_text("utf-8")
    monkeypatch.setattr("game.rules.pack_checks.MAX_COURSES", 1)
    lines = pack_refusal(pack_of(pack_bytes({"campaigns/water.toml": campaign}), FILE))

    assert len(lines) == 1
    assert lines[0].startswith("its campaigns have ")
    assert lines[0].endswith(
        " battles and results that change one; the limit is 1: make two packs of it"
    )


def test_a_map_of_a_pack_with_pictures_beyond_its_limit_is_refused() -> None:
    raw = json.loads(texts()["maps/yard.tmj"])
    for n, image in enumerate(("a.png", "b.png")):
        layer = {"id": 900 + n, "type": "imagelayer", "name": image, "image": image}
        raw["layers"].append(layer | {"x": 0, "y": 0, "opacity": 1, "visible": True})
    wide = head_of_png(8000, 8000)
    files: dict[str, str | bytes | None] = {"maps/yard.tmj": json.dumps(raw)}
    files |= {"maps/a.png": wide, "maps/b.png": wide}
    assert pack_refusal(pack_of(pack_bytes(files), FILE)) == [f"maps/b.png: {TOO_MANY_PIXELS}"]
