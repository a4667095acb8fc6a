"""Each map has one canonical text, independent of the program that wrote it before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.content.faults import UnusableFile
from game.content.maps.lenient_reader import salvaged
from game.content.maps.map_library import format_map, parse_map, read_map
from game.content.maps.writer import canonical
from tests.content.drawn_maps import as_tiled_saves, polygon_of, prop, thing, tmj
from tests.tools.texts import edited

SKETCH = tmj(
    thing("Ruin", 1, name="North ruin", rotation=-15, width=200.00049, properties=[]),
    thing("Wall", 7, polyline=polygon_of((0, 0), (4, 0))),
    thing("Crater", 3, ellipse=True, visible=False, properties=[prop("cover", "5+")]),
    thing("DeploymentZone", 4, x=0, y=0, width=1536, height=320),
    thing("Exit", 9, properties=[prop("zone", 4, "object")]),
    thing("Grate", 5, polygon=polygon_of((0, 0), (4, 0), (4, 1.0 / 3.0))),
    thing("Lamp", 6, point=True, properties=[prop("radius", 7, "float")]),
    properties=[prop("title", "Übungsplatz")],
)

CANONICAL = """\
{"class":"Board",
 "compressionlevel":-1,
 "height":48,
 "infinite":false,
 "layers":[
  {"draworder":"topdown", "id":1, "name":"things", "objects":[
   {"height":32, "id":1, "name":"North ruin", "rotation":345, "type":"Ruin", "visible":true, \
"width":200, "x":320, "y":320},
   {"height":0, "id":7, "name":"", "polyline":[{"x":0, "y":0}, {"x":128, "y":0}], \
"rotation":0, "type":"Wall", "visible":true, "width":0, "x":320, "y":320},
   {"ellipse":true, "height":32, "id":3, "name":"", "properties":[{"name":"cover", \
"propertytype":"Cover", "type":"string", "value":"5+"}], "rotation":0, "type":"Crater", \
"visible":false, "width":64, "x":320, "y":320},
   {"height":320, "id":4, "name":"", "properties":[{"name":"side", "type":"string", \
"value":""}], "rotation":0, "type":"DeploymentZone", "visible":true, "width":1536, "x":0, \
"y":0},
   {"height":32, "id":9, "name":"", "properties":[{"name":"zone", "type":"object", \
"value":4}], "rotation":0, "type":"Exit", "visible":true, "width":64, "x":320, "y":320},
   {"height":0, "id":5, "name":"", "polygon":[{"x":0, "y":0}, {"x":128, "y":0}, {"x":128, \
"y":10.667}], "properties":[{"name":"watertight", "type":"bool", "value":false}], \
"rotation":0, "type":"Grate", "visible":true, "width":0, "x":320, "y":320},
   {"height":0, "id":6, "name":"", "point":true, "properties":[{"name":"brightness", \
"type":"float", "value":1}, {"name":"radius", "type":"float", "value":7}, {"name":"tint", \
"type":"color", "value":"#ffffe2b0"}], "rotation":0, "type":"Lamp", "visible":true, \
"width":0, "x":320, "y":320}
  ], "opacity":1, "type":"objectgroup", "visible":true, "x":0, "y":0}],
 "nextlayerid":2,
 "nextobjectid":10,
 "orientation":"orthogonal",
 "properties":[{"name":"format", "type":"int", "value":1}, {"name":"look", \
"propertytype":"Look", "type":"string", "value":"city"}, {"name":"title", \
"type":"string", "value":"Übungsplatz"}],
 "renderorder":"right-down",
 "tiledversion":"1.10.2",
 "tileheight":32,
 "tilesets":[],
 "tilewidth":32,
 "type":"map",
 "version":"1.10",
 "width":48}
"""


def test_each_object_has_a_line_and_keys_are_sorted() -> None:
    assert canonical(parse_map(json.dumps(SKETCH), "x")) == CANONICAL


def test_the_canonical_text_gives_the_same_map_and_the_same_text_again() -> None:
    mapfile = parse_map(CANONICAL, "x")

    assert canonical(mapfile) == CANONICAL
    assert mapfile == parse_map(json.dumps(SKETCH), "x")


@pytest.mark.parametrize("version", ["1.8.2", "1.9.2", "1.10.2", "1.11.0"])
def test_what_tiled_saved_gives_our_text_back_byte_for_byte(version: str) -> None:
    saved = as_tiled_saves(CANONICAL, version)

    assert saved != CANONICAL
    assert canonical(parse_map(saved, "x")) == CANONICAL


def test_an_empty_map_can_be_written() -> None:
    empty = parse_map(json.dumps(tmj(layers=[])), "x")

    assert '"layers":[],' in canonical(empty)
    assert parse_map(canonical(empty), "x") == empty


def test_what_a_layer_of_tiled_has_is_kept() -> None:
    raw = tmj(thing("Wall", opacity=0.5))
    raw["layers"][0] |= {"color": "#ff0000", "locked": True, "opacity": 0.25, "visible": False}

    again = json.loads(canonical(parse_map(json.dumps(raw), "x")))["layers"][0]

    kept = {key: again[key] for key in ("color", "locked", "opacity", "visible")}
    assert kept == {"color": "#ff0000", "locked": True, "opacity": 0.25, "visible": False}
    assert again["objects"][0]["opacity"] == 0.5


def test_formatting_changes_a_file_once(tmp_path: Path) -> None:
    file = tmp_path / "sketch.tmj"
    file.write_text(json.dumps(SKETCH), "utf-8")

    assert format_map(file)
    assert file.read_text("utf-8") == CANONICAL
    assert not format_map(file)


def test_checking_the_form_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "sketch.tmj"
    file.write_text(json.dumps(SKETCH), "utf-8")

    assert format_map(file, check=True)
    assert json.loads(file.read_text("utf-8")) == SKETCH


def test_a_file_with_faults_is_not_formatted(tmp_path: Path) -> None:
    file = tmp_path / "bad.tmj"
    file.write_text("{}", "utf-8")

    with pytest.raises(UnusableFile, match=r"bad\.tmj: type: is missing"):
        format_map(file)

    assert file.read_text("utf-8") == "{}"


def test_windows_line_ends_are_not_canonical(tmp_path: Path) -> None:
    file = tmp_path / "sketch.tmj"
    file.write_bytes(edited(CANONICAL, {"\n": "\r\n"}).encode())

    assert format_map(file)
    assert file.read_bytes() == CANONICAL.encode()


def test_a_map_can_be_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "sketch.tmj"
    file.write_text(CANONICAL, "utf-8")

    assert read_map(file).board.title == "Übungsplatz"


def test_the_group_of_an_object_is_a_property_that_tiled_keeps() -> None:
    text = edited(
        CANONICAL,
        {'"value":"5+"}]': '"value":"5+"}, {"name":"group", "type":"int", "value":3}]'},
    )
    mapfile = parse_map(text, "x")

    assert {one.id: one.group for _, one in mapfile.objects() if one.group} == {3: 3}
    assert canonical(mapfile) == text
    assert canonical(parse_map(as_tiled_saves(text, "1.11.0"), "x")) == text


@pytest.mark.parametrize("value", [-1, "three", 2.5])
def test_a_group_that_is_no_number_is_a_fault_of_its_object(value: object) -> None:
    raw = tmj(thing("Wall", 4, properties=[prop("group", value, "int")]))

    with pytest.raises(UnusableFile, match=r"object 4 \(Wall\): group"):
        parse_map(json.dumps(raw), "x")

    found = salvaged(json.dumps(raw), "x")
    assert [one.group for _, one in found.map.objects()] == [0]
    assert len(found.losses) == 1
