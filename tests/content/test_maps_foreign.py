"""Maps of other programs that Tiled 1.8 to 1.11 would write otherwise, and faulty ones."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from game.cli import main
from game.cli.check import findings
from game.content import library_kinds
from game.content.faults import UnusableFile
from game.content.maps.classes import Block, Note
from game.content.maps.lenient_reader import salvaged
from game.content.maps.made_board import to_board
from game.content.maps.map_library import load_map, parse_map, read_map, read_map_to_import
from game.content.maps.tiled_remarks import remarks_of
from game.content.maps.writer import canonical
from game.content.own_folders import own_folder
from game.editor.map_repair import Repair, open_or_repair
from game.editor.workspace import Workspace
from game.geometry.points import Point
from tests.content.drawn_maps import Raw, polygon_of, prop, thing
from tests.content.test_file_kinds import FILES
from tests.content.tiled_files import TILESET, as_tmj, as_tmx, group, image, objects, tiled_map
from tests.tools.texts import edited

pytestmark = pytest.mark.usefixtures("own_home")

both = pytest.mark.parametrize("write", [as_tmj, as_tmx])


# Shapes without a class.


def shapes(*listed: Raw) -> Any:
    return tiled_map(objects(2, *listed, name="a"))


def test_a_shape_without_a_class_is_a_note_and_all_are_told_once() -> None:
    found = read_map(FILES / "note-to-self.tmx")
    house, note = (one for _, one in found.objects())

    assert isinstance(house.what, Block)
    assert (note.name, note.what, note.outline[0]) == ("note to self", Note(), Point(2, 2))
    note_of_it = "1 shape without a class is a note, which no rule reads"
    (remark,) = remarks_of(found)
    assert str(remark) == f"{note_of_it}; give a class to what should act"
    assert findings(FILES / "note-to-self.tmx").faults == []


@both
def test_all_shapes_that_a_note_may_have_are_notes(write: Any) -> None:
    raw = shapes(
        thing("", 2, x=64, y=64, visible=True),
        thing("", 3, x=320, y=320, visible=True, ellipse=True),
        thing("", 4, x=320, y=64, width=0, height=0, visible=True, point=True),
        thing("", 5, x=640, visible=True, width=0, height=0)
        | {"polygon": [{"x": x * 32, "y": y * 32} for x, y in ((0, 0), (4, 0), (4, 4))]},
        thing("", 6, x=960, visible=True, properties=[prop("loot", "3")]),
    )
    found = parse_map(write(raw), "x")

    assert [one.id for one in found.all_of(Note)] == [2, 3, 4, 5, 6]
    remark = next(iter(remarks_of(found)))
    assert remark.reason.startswith("5 shapes without a class are notes, which no rule reads")
    assert remark.about == (2, 3, 4, 5, 6)
    text = canonical(found)
    assert '"name":"loot"' in text
    assert parse_map(text, "x").all_of(Note) == found.all_of(Note)
    assert remarks_of(parse_map(text, "x")) == [
        one for one in remarks_of(found) if one is not remark and one.reason != remark.reason
    ]


@both
@pytest.mark.parametrize(
    "raw",
    [
        thing("", 2, visible=False),
        thing("", 2, visible=True, x=4000),
        thing("", 2, visible=True, width=0),
        thing("", 2, visible=True, width=0, height=0)
        | {"polyline": [{"x": 0, "y": 0}, {"x": 32, "y": 0}]},
        thing("", 2, visible=True, capsule=True),
        thing("", 2, visible=True, properties=[prop("size", "big")]),
        thing("", 2, visible=True, name="n" * 70),
    ],
    ids=["hidden", "off the board", "thin", "a line", "a capsule", "a member", "a long name"],
)
def test_a_shape_that_no_note_can_be_is_kept_and_told(raw: Raw, write: Any) -> None:
    found = parse_map(write(shapes(raw)), "x")

    assert found.all_of(Note) == []
    assert [str(one) for one in remarks_of(found)] == [
        "layer 'a': 1 shape without a class is kept, but not shown"
    ]
    assert canonical(parse_map(canonical(found), "x")) == canonical(found)


def test_a_note_that_was_a_shape_acts_in_no_rule() -> None:
    bare, noted = tiled_map(), shapes(thing("", 2, x=64, y=64, visible=True))
    boards = []
    for raw in (bare, noted):
        path = own_folder(library_kinds.MAP) / "x.tmj"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(as_tmj(raw))
        boards.append(load_map(path))

    assert boards[0].terrain == boards[1].terrain
    assert [spot.kind for spot in boards[1].spots] == ["note"]


def test_too_many_objects_that_are_only_kept_are_refused_not_lost() -> None:
    many = [thing("", n, visible=False) for n in range(2, 2003)]
    with pytest.raises(UnusableFile, match="has more than 2000 objects"):
        parse_map(as_tmj(shapes(*many)), "x")


def test_the_editor_says_it_once_and_saves_notes(tmp_path: Path) -> None:
    path = tmp_path / "a.tmj"
    path.write_text(as_tmj(shapes(thing("", 2, x=64, y=64, visible=True))))
    work = open_or_repair(path)

    assert isinstance(work, Workspace)
    assert work.greeting.startswith("1 shape without a class is a note")
    assert work.is_saved
    path.write_text(canonical(work.map))
    again = open_or_repair(path)
    assert isinstance(again, Workspace)
    assert again.greeting == ""
    assert again.map == work.map


# Tiled before 1.2.


def test_layers_without_ids_are_numbered_in_the_order_of_the_file() -> None:
    found = read_map(FILES / "without-layer-ids.tmx")

    assert [(one.id, one.name) for one in found.layers] == [(1, "things")]
    assert [type(one.what) for _, one in found.objects()] == [Block]
    assert findings(FILES / "without-layer-ids.tmx").faults == []


def old(raw: Raw, *, objects_too: bool) -> Raw:
    """Return a map as Tiled before 1.2 wrote it, or as it did before 0.11."""

    def without(value: Any, kind: str = "map") -> Any:
        if isinstance(value, list):
            return [without(one, kind) for one in value]
        if not isinstance(value, dict):
            return value
        gone = {"id"} if kind == "layers" or (kind == "objects" and objects_too) else set()
        gone |= {"nextlayerid"} | ({"nextobjectid"} if objects_too else set())
        return {key: without(one, key) for key, one in value.items() if key not in gone}

    return dict(without(raw))


NESTED = tiled_map(
    group(7, objects(8, thing("Ruin", 5, x=640, y=640)), image(9, "a.png")),
    objects(12, thing("Block", 9, x=32, y=32)),
)


@both
@pytest.mark.parametrize("objects_too", [False, True])
def test_old_maps_are_the_same_maps_with_ids_in_order(write: Any, *, objects_too: bool) -> None:
    found = parse_map(write(old(NESTED, objects_too=objects_too)), "x")
    now = parse_map(write(NESTED), "x")

    # The wall's layer, the group, its layer and its picture, and the last layer.
    assert sorted(id_ for id_, _ in found.layer_ids()) == [1, 2, 3, 4, 5]
    assert [one.within for one in found.layers] == [0, 2, 0]
    assert [one.id for _, one in found.objects()] == ([1, 2, 3] if objects_too else [1, 5, 9])
    assert [one.outline for _, one in found.objects()] == [
        one.outline for _, one in now.objects()
    ]
    assert parse_map(canonical(found), "x") == found


def test_properties_in_old_json_are_a_table() -> None:
    ruin = thing("Ruin", 2, x=640, y=640) | {
        "properties": {"cover": "5+", "loot": 3},
        "propertytypes": {"cover": "string", "loot": "int"},
    }
    raw = old(tiled_map(objects(2, ruin)), objects_too=False) | {
        "version": 1,
        "properties": {"title": "Old yard"},
    }
    found = parse_map(as_tmj(raw), "x")

    assert found.board.title == "Old yard"
    assert getattr(found.by_id()[2].what, "cover") == "5+"  # noqa: B009  a Ruin has it
    assert '"loot"' in canonical(found)


@pytest.mark.parametrize("left", ["layers", "objects"])
def test_a_map_in_which_only_some_have_ids_is_faulty(left: str) -> None:
    raw = tiled_map(objects(2, thing("Ruin", 2, x=640, y=640)))
    part = raw["layers"][1] if left == "layers" else raw["layers"][1]["objects"][0]
    del part["id"], raw["nextlayerid"], raw["nextobjectid"]

    with pytest.raises(UnusableFile, match="id: is missing"):
        parse_map(as_tmj(raw), "x")


# Classes of other programs.


def foreign_map(*listed: Raw, tile: int = 1) -> Any:
    tile_of_it = {"id": 20, "type": "coin", "gid": tile, "x": 64, "y": 64}
    shape = thing("start", 21, name="Start", x=320, y=320, visible=True)
    line = thing("path", 22, x=640, visible=True, width=0, height=0)
    line["polyline"] = [{"x": 0, "y": 0}, {"x": 32, "y": 0}]
    raw = tiled_map(objects(2, tile_of_it, shape, line, *listed, name="a"), tilesets=[TILESET])
    raw["layers"].pop(0)
    return raw


@both
def test_an_import_keeps_objects_of_foreign_classes(write: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.tmx"
    exit_of_it = thing("exit", 23, x=32, y=640, visible=True, properties=[prop("to", "b")])
    path.write_text(write(foreign_map(exit_of_it)), "utf-8")
    found = read_map_to_import(path)

    assert [one.id for one in found.all_of(Note)] == [21, 23]
    (remark,) = (one for one in remarks_of(found) if "foreign" in str(one))
    assert remark.reason == (
        "4 objects of foreign classes ('start', 'exit', 'coin', 'path') act in no rule; "
        "give a class of Undertow to what should"
    )
    assert set(remark.about) == {20, 21, 22, 23}
    assert found.unclassed == ()
    board = to_board(found)
    assert board.tiles
    assert len(board.tiles.layers[0].objects) == 1
    again = parse_map(canonical(found), "x")
    assert canonical(again) == canonical(found)
    assert remark in remarks_of(again)
    with pytest.raises(UnusableFile, match="there is no class 'start'"):
        read_map(path)


@pytest.mark.parametrize("name", ["block", "exits", "Blok", "Exits"])
def test_an_import_refuses_what_may_be_misspelt(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.tmx"
    alone, ours = thing(name, 23), thing("Block", 24, x=640)
    refused = pytest.raises(UnusableFile, match=f"there is no class '{name}'; did you mean")
    path.write_text(as_tmx(foreign_map(alone)), "utf-8")
    with nullcontext() if name.islower() else refused:
        assert len(read_map_to_import(path).all_of(Note)) == 2

    path.write_text(as_tmx(foreign_map(alone, ours)), "utf-8")
    with refused:
        read_map_to_import(path)


# Names of pictures and templates.


@both
@pytest.mark.parametrize(
    "name", ["./pics/x.jpg", "pics/./x.jpg", "pics//x.jpg", "././pics/x.jpg"]
)
def test_a_name_with_steps_that_lead_nowhere_is_the_plain_one(write: Any, name: str) -> None:
    found = parse_map(write(tiled_map(image(2, name))), "x")

    assert [one.image for one in found.pictures] == ["pics/x.jpg"]
    assert found.unseen == ()


@pytest.mark.parametrize("name", ["./../x.jpg", "//host/x.jpg", "/./x.jpg", "./", "./C:/x.jpg"])
def test_a_name_that_leads_away_stays_refused(name: str) -> None:
    found = parse_map(as_tmj(tiled_map(image(2, name))), "x")

    assert found.pictures == ()
    assert len(found.unseen) == 1


def test_a_template_may_have_such_a_name_too(tmp_path: Path) -> None:
    (tmp_path / "hut.tx").write_text(
        '<template><object type="Ruin" width="96" height="64"/></template>'
    )
    path = tmp_path / "a.tmj"
    one = {"id": 2, "template": "./hut.tx", "x": 320, "y": 320}
    path.write_text(as_tmj(tiled_map(objects(2, one))))

    assert read_map(path).by_id()[2].label == "object 2 (Ruin)"


# Repair of XML.

BROKEN = shapes(
    thing("Blok", 2, name="mill", x=64, y=64, visible=True),
    thing("Block", 3, name="barn", x=320, y=320, visible=True),
)


def repaired(path: Path, text: str) -> Repair:
    path.write_text(text, "utf-8")
    found = open_or_repair(path)
    assert isinstance(found, Repair)
    return found


@pytest.mark.parametrize("name", ["a.tmx", "A.TMX", "a.tmj"])
def test_a_faulty_map_in_xml_loses_what_the_same_in_json_loses(
    tmp_path: Path, name: str
) -> None:
    xml = repaired(tmp_path / name, as_tmx(BROKEN))
    plain = repaired(tmp_path / "b.tmj", as_tmj(BROKEN))

    assert xml.losses == plain.losses
    assert [one.reason for one in xml.losses] == [
        "there is no class 'Blok'; did you mean 'Block'? The object is left out"
    ]
    assert [one.name for _, one in xml.workspace().map.objects()] == ["", "barn"]


def test_a_torn_map_in_xml_keeps_all_whole_objects_before_the_fault(tmp_path: Path) -> None:
    shape = thing("Ruin", 4, x=640, y=640, width=0, height=0) | {
        "polygon": polygon_of((0, 0), (4, 0), (4, 4))
    }
    text = as_tmx(tiled_map(objects(2, thing("Block", 3, x=320, y=320), shape, name="a")))
    at = text.index("<polygon")
    repair = repaired(tmp_path / "a.tmx", text[:at])

    assert [one.id for _, one in repair.map.objects()] == [1, 3]
    assert (repair.map.width, repair.map.height) == (48, 48)
    assert repair.losses[0].reason == "is not XML: 2 objects recovered, all before the fault"
    whole = repaired(tmp_path / "b.tmx", edited(text, {"</objectgroup>": ""}, count=1))
    assert 1 in whole.map.by_id()


def test_shapes_without_a_class_are_told_in_a_repair_too() -> None:
    raw = shapes(thing("Blok", 2), thing("", 3, x=320, y=320, visible=True))
    found = salvaged(as_tmx(raw), "x.tmx")

    assert found.losses[-1].reason.startswith("1 shape without a class is a note")
    assert [one.id for one in found.map.all_of(Note)] == [3]


def test_a_repair_reads_templates(tmp_path: Path) -> None:
    (tmp_path / "hut.tj").write_text(
        json.dumps({"object": thing("Ruin", 1, width=96, height=64)})
    )
    hut = {"id": 2, "template": "hut.tj", "x": 320, "y": 320}
    repair = repaired(tmp_path / "a.tmj", as_tmj(shapes(hut, thing("Blok", 3))))

    assert repair.map.by_id()[2].label == "object 2 (Ruin)"


@pytest.mark.parametrize("name", ["levels.ldtk", "sideways.jpg"])
@pytest.mark.parametrize("ending", ["", ".tmj"])
def test_the_editor_repairs_nothing_that_is_no_map(
    name: str, ending: str, tmp_path: Path
) -> None:
    path = tmp_path / f"{name}{ending}"
    path.write_bytes((FILES / name).read_bytes())
    with pytest.raises(UnusableFile) as refused:
        open_or_repair(path)

    words = (
        "the editor opens maps (.tmj, .tmx, .json, or within a .png) and Universal VTT files"
    )
    assert words in str(refused.value)


# Capitals.


def test_endings_in_capitals_are_read_by_every_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = FILES / "RINGS.TMJ"

    assert findings(path).faults == []
    assert main(["import", str(path)]) == 0
    assert (own_folder(library_kinds.MAP) / "RINGS.tmj").read_text("utf-8") == path.read_text(
        "utf-8"
    )
    assert main(["fmt", "--check", str(path)]) == 0
    work = open_or_repair(path)
    assert isinstance(work, Workspace)
    assert work.path == path
    assert capsys.readouterr().err == ""


def test_a_picture_is_painted_of_and_to_files_whose_endings_are_in_capitals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "SMALL.TMJ", tmp_path / "small.PNG"
    path.write_text(as_tmj(tiled_map(width=12, height=12)))

    assert main(["picture", str(path), "--out", str(out), "--ppi", "50"]) == 0
    assert out.is_file()
    assert capsys.readouterr().err == ""
