"""Every feature of Tiled 1.8 to 1.11 is read and kept, or refused with the way out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from game.content.faults import UnusableFile
from game.content.maps.classes import Note
from game.content.maps.made_board import to_board
from game.content.maps.map_library import load_board, load_map, parse_map, read_map
from game.content.maps.tiled_remarks import remarks_of
from game.content.maps.tmx import raw_map
from game.content.maps.writer import canonical
from game.geometry.points import Point
from tests.content.drawn_maps import Raw, prop, thing
from tests.content.test_maps_tiled import run_tiled_tool, tiled
from tests.content.tiled_files import (
    READ,
    REFUSED,
    TILESET,
    TiledFile,
    as_tmj,
    as_tmx,
    group,
    image,
    objects,
    text_object,
    tiled_map,
)
from tests.tiers import few

Write: TypeAlias = Callable[[Raw], str]
each = pytest.mark.parametrize("file", READ.values(), ids=READ)
NEWER = (
    "later Tiled", "1.12", "class of", "zstd", "damaged", "of a class", "repeated",
    "object alignment", "1.9", "of all types", "an enum", "chunks",
)  # fmt: skip
LOST = ("of no tileset",)
"""Of what Tiled forgets when it saves: the number of a tile whose tileset it does not have."""
AS_1_8 = pytest.mark.parametrize(
    "file",
    few(
        (
            pytest.param(file, id=name)
            for name, file in READ.items()
            if not any(word in name for word in (*NEWER, *LOST))
        ),
        6,
    ),
)
"""The files with features that Tiled 1.8.2, which the tests run, has too."""


def test_there_are_sixty_and_more() -> None:
    assert len(READ) + len(REFUSED) >= 60


@each
def test_it_is_read_and_what_is_not_shown_is_said_once(file: TiledFile) -> None:
    found = [str(one) for one in remarks_of(parse_map(as_tmj(file.raw), "x.tmj"))]

    assert len(found) == len(file.remarks), found
    for line, start in zip(found, file.remarks, strict=True):
        assert line.startswith(start)


@each
def test_it_is_kept_in_the_file(file: TiledFile) -> None:
    mapfile = parse_map(as_tmj(file.raw), "x.tmj")
    text = canonical(mapfile)

    assert [part for part in file.kept if part not in text] == []
    assert parse_map(text, "x.tmj") == mapfile
    assert canonical(parse_map(text, "x.tmj")) == text


@each
def test_the_same_file_in_xml_is_the_same_map(file: TiledFile) -> None:
    assert parse_map(as_tmx(file.raw), "x.tmx") == parse_map(as_tmj(file.raw), "x.tmj")


@pytest.mark.parametrize(("raw", "reason"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("write", [as_tmj, as_tmx])
def test_what_would_change_play_is_refused_with_the_way_out(
    raw: Raw, reason: str, write: Write
) -> None:
    with pytest.raises(UnusableFile) as refused:
        parse_map(write(raw), "x")

    assert str(refused.value).removeprefix("x: ").startswith(reason)


@tiled
@AS_1_8
def test_tiled_saves_it_as_xml_and_as_json_alike(file: TiledFile, tmp_path: Path) -> None:
    before = parse_map(as_tmj(file.raw), "x.tmj")
    ours = tmp_path / "ours.tmj"
    ours.write_text(canonical(before), "utf-8")
    for ending in ("tmx", "json"):
        out = tmp_path / f"out.{ending}"
        run_tiled_tool(tmp_path, "tiled", "--export-map", str(ours), str(out))

        assert out.read_text("utf-8").startswith("<" if ending == "tmx" else "{")
        after = read_map(out)
        assert after.layers == before.layers
        assert after.pictures == before.pictures
        assert [(one.id, one.name, one.within) for one in after.groups] == [
            (one.id, one.name, one.within) for one in before.groups
        ]
        assert [one.id for one in after.unseen] == [one.id for one in before.unseen]
        assert (after.board, after.tile) == (before.board, before.tile)


def corner(raw: Raw, id_: int = 2) -> tuple[float, float]:
    """Return the place in inches of the first corner of an object."""
    return parse_map(as_tmj(raw), "x").by_id()[id_].outline[0]


def test_offsets_of_layers_and_groups_move_their_objects() -> None:
    assert corner(READ["a layer with an offset"].raw) == (21, 19.5)
    assert corner(READ["offsets of groups add up"].raw) == (24, 20)


def test_a_tile_is_an_inch_whatever_its_pixels() -> None:
    raw = READ["tiles of 64 pixels"].raw
    found = parse_map(as_tmj(raw), "x")

    assert corner(raw) == (10, 10)
    assert (found.width, found.height) == (48, 48)
    assert json.loads(canonical(found))["layers"][1]["objects"][0]["x"] == 640


def test_groups_show_and_hide_and_fade_their_pictures() -> None:
    inner = image(3, "a.png", opacity=0.5, offsetx=16)
    raw = tiled_map(
        group(2, group(4, inner, offsety=8, locked=True), opacity=0.5, visible=False)
    )

    (picture,) = parse_map(as_tmj(raw), "x").pictures
    assert (picture.x, picture.y, picture.opacity) == (16, 8, 0.25)
    assert (picture.visible, picture.locked) == (False, True)


def test_layers_of_groups_are_written_where_they_were() -> None:
    raw = tiled_map(group(2, objects(3), group(4, objects(5)), objects(6)), objects(7))
    layers = json.loads(canonical(parse_map(as_tmj(raw), "x")))["layers"]

    def ids(listed: list[Raw]) -> list[object]:
        return [
            [one["id"], ids(one["layers"])] if "layers" in one else one["id"] for one in listed
        ]

    assert ids(layers) == [1, [2, [3, [4, [5]], 6]], 7]


def test_new_ids_avoid_those_of_what_is_not_shown() -> None:
    far = text_object(30, "Key", x=1600)
    found = parse_map(as_tmj(tiled_map(group(20, objects(21, far)), image(25, ""))), "x")

    assert (found.next_id, found.next_layer_id) == (31, 26)


def test_a_text_is_a_label_in_the_middle_of_its_box() -> None:
    (label,) = parse_map(as_tmj(READ["a text"].raw), "x").all_of(Note)

    assert isinstance(label.what, Note)
    assert label.outline == (Point(12, 11),)
    assert (label.what.text, label.what.style) == ("Old mill", "label")
    assert (label.what.size, label.what.tint) == (1.0, "#ffffcc00")


RUIN_TX = """<?xml version="1.0"?>
<template><object name="hut" type="Ruin" width="96" height="64"><properties>
<property name="cover" value="5+"/><property name="bonus" value="hard"/>
</properties></object></template>"""
RUIN_TJ = {
    "type": "template",
    "object": thing("Ruin", 9, name="hut", width=96, height=64)
    | {"properties": [prop("cover", "5+"), prop("bonus", "hard")]},
}
TILE_TX = (
    '<template><tileset firstgid="1" source="../sets/a.tsx"/>'
    '<object gid="2" width="48" height="32"/></template>'
)
TILE_TJ = {
    "type": "template",
    "tileset": {"firstgid": 1, "source": "sets/a.tsx"},
    "object": {"gid": 2, "width": 48, "height": 32},
}
TSX = (
    '<tileset name="a" tilewidth="32" tileheight="32" tilecount="4" columns="2">'
    '<image source="stones.png" width="64" height="64"/></tileset>'
)


def instance(file: str, **raw: object) -> Raw:
    return {"id": 2, "template": file, "x": 320, "y": 320, **raw}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "hut.tx").write_text(RUIN_TX)
    (tmp_path / "hut.tj").write_text(json.dumps(RUIN_TJ))
    (tmp_path / "parts" / "tile.tx").write_text(TILE_TX)
    (tmp_path / "tile.tj").write_text(json.dumps(TILE_TJ))
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "a.tsx").write_text(TSX)
    (tmp_path / "of-another.tj").write_text(json.dumps({"object": instance("hut.tj")}))
    (tmp_path / "broken.tx").write_text("<template><object")
    return tmp_path


def templates_beside(folder: Path, write: Write, *listed: Raw, **raw: Any) -> Path:
    file = folder / "yard.tmj"
    file.write_text(write(tiled_map(objects(2, *listed, name="a"), **raw)), "utf-8")
    return file


@pytest.mark.parametrize("write", [as_tmj, as_tmx])
@pytest.mark.parametrize("template", ["parts/hut.tx", "hut.tj"])
def test_templates_are_resolved(folder: Path, write: Write, template: str) -> None:
    file = templates_beside(
        folder, write, instance(template, name="mill", properties=[prop("cover", "6+")])
    )
    (ruin,) = [one for _, one in read_map(file).objects() if one.id == 2]

    assert (ruin.name, type(ruin.what).__name__) == ("mill", "Ruin")
    assert ruin.outline == (Point(10, 10), Point(13, 10), Point(13, 12), Point(10, 12))
    assert [(piece.cover, piece.bonus) for piece in load_map(file).terrain[1:]] == [(6, 2)]
    assert [piece.cover for piece in load_board(str(file)).terrain[1:]] == [6]
    assert "template" not in canonical(read_map(file))


@pytest.mark.parametrize("write", [as_tmj, as_tmx])
@pytest.mark.parametrize("template", ["parts/tile.tx", "tile.tj"])
@pytest.mark.parametrize(
    "tilesets",
    [
        [],
        [TILESET],
        [TILESET, {"firstgid": 5, "source": "sets/a.tsx"}],
        [{"firstgid": 9, "source": "./sets/a.tsx"}, TILESET],
    ],
)
def test_a_tile_of_a_template_is_drawn(
    folder: Path, write: Write, template: str, tilesets: list[Raw]
) -> None:
    file = templates_beside(folder, write, instance(template), tilesets=tilesets)
    found = read_map(file)
    board = to_board(found)

    assert remarks_of(found) == []
    assert board.tiles
    assert [(one.file, one.box) for one in board.tiles.images] == [
        ("sets/stones.png", (32, 0, 32, 32))
    ]
    (one,) = board.tiles.layers[0].objects
    assert (one.middle, one.width, one.height) == ((344, 304), 48, 32)
    assert "template" not in canonical(found)
    assert to_board(parse_map(canonical(found), "x")).tiles == board.tiles


@pytest.mark.parametrize(
    ("template", "reason"),
    [
        ("none.tx", "which cannot read it: no such file"),
        ("../hut.tx", "which is not beside the map"),
        ("/etc/passwd", "which is not beside the map"),
        ("of-another.tj", "which holds no object of its own"),
        ("broken.tx", "which line 1: is not XML"),
    ],
)
def test_a_template_that_cannot_be_read_is_named(
    folder: Path, template: str, reason: str
) -> None:
    with pytest.raises(UnusableFile) as refused:
        read_map(templates_beside(folder, as_tmj, instance(template, type="Ruin")))

    expected = (
        f"object 2 (Ruin): comes from template {template!r}, {reason}: detach it in Tiled"
    )
    assert str(refused.value) == f"{folder / 'yard.tmj'}: {expected}"


@pytest.mark.parametrize(
    ("xml", "reason"),
    [
        ('<!DOCTYPE map SYSTEM "x"><map/>', "line 1: declares a document type or an entity"),
        ("<map><layer></map>", "line 1: is not XML"),
        ("<tileset/>", "is not a map but a <tileset> of XML"),
        ("<map>" + "<group>" * 40, "line 1: nests more than 32 levels deep"),
        ("<map width='x'/>", "width: must be a whole number, not 'x'"),
        ("<" * 200_000, "has 200000 times <; the limit is 150000"),
    ],
    ids=["DTD", "torn", "a tileset", "deep", "a word for a number", "many"],
)
def test_broken_xml_is_refused(xml: str, reason: str) -> None:
    with pytest.raises(UnusableFile) as refused:
        parse_map(xml, "x.tmx")

    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("1,2,\n3,", [1, 2, 3]),
        (" 1 , 2 ", [1, 2]),
        ("", []),
        ("1,,2", [1, 2]),
        ("-1,1.5", [-1, 1.5]),
        ("0x1,3", ["0x1", 3]),
        ("3221225473", [3221225473]),
    ],
)
def test_tiles_between_commas_are_read_as_numbers_where_they_are(
    text: str, tiles: list[int | float | str]
) -> None:
    head = '<map orientation="orthogonal" width="1" height="1" tilewidth="32" tileheight="32">'
    layer = f'<layer id="1"><data encoding="csv">{text}</data></layer></map>'
    assert raw_map(head + layer, "a.tmx")["layers"][0]["data"] == tiles
