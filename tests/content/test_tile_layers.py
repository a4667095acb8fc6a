"""Tile layers of Tiled on the board: where tiles lie, and why some are not shown."""

from __future__ import annotations

import json
from base64 import b64encode
from gzip import compress
from pathlib import Path
from struct import pack
from zlib import compress as deflate

import pytest

from game.content.maps.external_parts import self_contained
from game.content.maps.made_board import to_board
from game.content.maps.map_library import (
    IMPORT_LEVELS,
    parse_map,
    read_map,
    read_map_to_import,
    with_copies,
)
from game.content.maps.tile_layers import (
    FLIP_ACROSS,
    FLIP_DIAGONALLY,
    FLIP_DOWN,
    MAX_CELLS,
    drawn_tiles,
)
from game.content.maps.tiled_remarks import remarks_of
from game.content.maps.writer import canonical
from game.content.picture_heads import picture_head
from game.table.board import TileGround, TilePlace
from tests.content.drawn_maps import Raw
from tests.content.tiled_files import TILESET, as_tmj, as_tmx, group, image, tiled_map, tiles

SHEET = TILESET | {"margin": 2, "spacing": 1, "imagewidth": 68, "imageheight": 68}


def small_layer(data: object, **raw: object) -> Raw:
    return tiles(2, data, name="floor", **{"width": 2, "height": 2} | raw)


def drawn(*layers: Raw, **raw: object) -> TileGround:
    found = drawn_tiles(parse_map(as_tmj(tiled_map(*layers, tilesets=[SHEET], **raw)), "x"))
    assert (found.faults, bool(found.tiles)) == ((), True)
    assert found.tiles
    return found.tiles


def remarks(*layers: Raw, **raw: object) -> list[str]:
    return [str(one) for one in remarks_of(parse_map(as_tmj(tiled_map(*layers, **raw)), "x"))]


def test_a_tile_is_cut_out_of_its_sheet_by_margin_and_spacing() -> None:
    found = drawn(small_layer([0, 1, 4, 0]))

    assert [one.box for one in found.images] == [(2, 2, 32, 32), (35, 35, 32, 32)]
    assert found.layers[0].places == (TilePlace(32, 32, 0), TilePlace(0, 64, 1))
    assert found.files == ("stones.png",)


@pytest.mark.parametrize(
    ("data", "packing"),
    [
        (b64encode(pack("<4I", 0, 1, 4, 0)).decode(), {"encoding": "base64"}),
        (
            b64encode(deflate(pack("<4I", 0, 1, 4, 0))).decode(),
            {"encoding": "base64", "compression": "zlib"},
        ),
        (
            b64encode(compress(pack("<4I", 0, 1, 4, 0))).decode(),
            {"encoding": "base64", "compression": "gzip"},
        ),
    ],
    ids=["base64", "zlib", "gzip"],
)
def test_packed_tiles_are_the_same(data: str, packing: Raw) -> None:
    assert drawn(small_layer(data, **packing)) == drawn(small_layer([0, 1, 4, 0]))


def test_tiles_of_chunks_lie_where_the_chunks_do() -> None:
    chunks = [
        {"x": -2, "y": 0, "width": 2, "height": 1, "data": [1, 1]},
        {"x": 16, "y": 4, "width": 1, "height": 1, "data": [2]},
    ]
    layer = small_layer(None, chunks=chunks)
    del layer["data"]

    assert drawn(layer).layers[0].places == (TilePlace(512, 160, 1),)


def test_flips_are_read_from_the_highest_bits() -> None:
    flips = FLIP_ACROSS, FLIP_DOWN, FLIP_DIAGONALLY
    places = drawn(small_layer([1 | flips[0], 1 | flips[1], 1 | flips[2], 1])).layers[0].places

    assert [place[3:] for place in places] == [
        (True, False, False), (False, True, False), (False, False, True), (False, False, False),
    ]  # fmt: skip


def test_offsets_and_opacity_of_groups_and_layers_count() -> None:
    layer = small_layer([1, 0, 0, 0], offsetx=8, offsety=-4, opacity=0.5)
    found = drawn(group(3, layer, offsetx=16, opacity=0.5)).layers[0]

    assert found.places[0][:2] == (24, 28)
    assert found.opacity == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("order", "first"), [("right-down", 0), ("left-down", 1), ("right-up", 2), ("left-up", 3)]
)
def test_tiles_are_drawn_in_the_order_of_the_map(order: str, first: int) -> None:
    places = drawn(small_layer([1, 1, 1, 1]), renderorder=order).layers[0].places

    assert places[0][:2] == [(0, 32), (32, 32), (0, 64), (32, 64)][first]


def test_tiles_with_pictures_of_their_own_stand_on_the_lower_edge_of_their_cell() -> None:
    tree = {"id": 3, "image": "./trees/oak.png", "imagewidth": 40, "imageheight": 80}
    collection = {"firstgid": 1, "name": "trees", "tilewidth": 40, "tileheight": 80}
    raw = tiled_map(small_layer([0, 0, 4, 0]), tilesets=[collection | {"tiles": [tree]}])
    found = drawn_tiles(parse_map(as_tmj(raw), "x")).tiles

    assert found
    assert found.images[0][:3] == ("trees/oak.png", (0, 0, 40, 80), (40, 80))
    assert found.layers[0].places == (TilePlace(0, 64, 0),)


def test_tiles_can_fill_the_grid() -> None:
    fills = SHEET | {"tilewidth": 16, "tileheight": 16, "tilerendersize": "grid"}
    found = drawn_tiles(
        parse_map(as_tmj(tiled_map(small_layer([1, 0, 0, 0]), tilesets=[fills])), "x")
    ).tiles

    assert found
    assert (found.images[0].box[2:], found.images[0].size) == ((16, 16), (32, 32))


def test_every_reason_why_tiles_are_not_shown_is_said() -> None:
    outside = TILESET | {"firstgid": 5, "name": "far", "image": "../far.png"}
    broken = TILESET | {"firstgid": 9, "name": "wild", "tilewidth": 0, "columns": -1}
    lines = remarks(
        small_layer([1, 5, 99, 0]),
        small_layer([1, 2, 3]) | {"id": 3, "name": "short"},
        small_layer([1, -1, 0, 0]) | {"id": 4, "name": "negative"},
        small_layer("AAAA", encoding="base64", compression="lzma") | {"id": 5, "name": "lzma"},
        tilesets=[TILESET, outside, broken, {"firstgid": 20, "source": "../a.tsx"}],
    )

    elsewhere = "must be a file beside the map, or in a folder there; put the"
    kept = "its tiles are kept, but not shown"
    assert lines == [
        f"tileset 'far': its image '../far.png' {elsewhere} picture there",
        "tileset 'wild': tilewidth: must be at least 1, not 0",
        "tileset 'wild': columns: must be at least 0, not -1",
        f"tileset '../a.tsx': {elsewhere} tileset there",
        "layer 'floor': 2 tiles of no tileset at hand: not shown",
        f"layer 'short': {kept}: they are 3, not 2 × 2",
        f"layer 'negative': {kept}: they must be whole numbers from 0 to 4294967295",
        f"layer 'lzma': {kept}: their compression is not known: 'lzma'",
    ]


def test_the_tiles_of_a_map_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_CELLS == 250_000
    monkeypatch.setattr("game.content.maps.tile_layers.MAX_CELLS", 3)
    # Its words differ from those of other maps, whose tiles are in the cache.
    (line,) = remarks(small_layer([1, 2, 3, 4]), tilesets=[SHEET | {"name": "limited"}])

    assert line == "layer 'floor': 1 tile not shown: a map shows at most 3"


def test_chunks_that_unpack_to_ever_more_tiles_are_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.content.maps.tile_layers.MAX_UNPACKED", 6)
    data = b64encode(deflate(pack("<4I", 1, 1, 1, 1))).decode()
    chunk = {"x": 0, "y": 0, "width": 2, "height": 2, "data": data}
    layer = small_layer(None, chunks=[chunk, chunk], encoding="base64", compression="zlib")
    del layer["data"]
    (line,) = remarks(layer, tilesets=[SHEET | {"name": "bomb"}])

    kept = "its tiles are kept, but not shown"
    assert line == f"layer 'floor': {kept}: their data is damaged or too long"


def test_the_different_tiles_of_a_map_have_a_limit_of_pixels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.content.maps.tile_layers.MAX_TILE_PIXELS", 2 * 32 * 32)
    large = SHEET | {"firstgid": 9, "name": "large", "tilewidth": 68, "tileheight": 68}
    tilesets = [SHEET | {"name": "crowded"}, large | {"margin": 0, "columns": 1}]
    (line,) = remarks(small_layer([1, 9, 3, 1]), tilesets=tilesets)

    assert line == (
        "layer 'floor': 1 tile of no tileset at hand, or too many or too large: not shown"
    )


def test_hidden_layers_are_not_shown() -> None:
    raw = tiled_map(small_layer([1, 0, 0, 0], visible=False), tilesets=[SHEET])

    assert to_board(parse_map(as_tmj(raw), "x")).tiles is None


TSX = (
    '<tileset name="stones" tilewidth="32" tileheight="32" tilecount="4" columns="2">'
    '<image source="../art/stones.png" width="64" height="64"/></tileset>'
)


def test_a_tileset_of_a_file_is_written_out_in_the_map(tmp_path: Path) -> None:
    raw = tiled_map(
        small_layer([1, 0, 0, 0]),
        tilesets=[{"firstgid": 1, "source": "./sets/stones.tsx"}],
    )
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "stones.tsx").write_text(TSX)
    for name, text in (("a.tmj", as_tmj(raw)), ("a.tmx", as_tmx(raw))):
        (tmp_path / name).write_text(text)
        found = read_map(tmp_path / name)

        assert found.images() == ["art/stones.png"]
        tiles_ = to_board(found, str(tmp_path / name)).tiles
        assert tiles_
        assert tiles_.files == (str(tmp_path / "art/stones.png"),)


def test_a_tileset_that_cannot_be_read_stays_in_its_file(tmp_path: Path) -> None:
    raw = tiled_map(small_layer([1, 0, 0, 0]), tilesets=[{"firstgid": 1, "source": "no.tsx"}])
    (tmp_path / "a.tmj").write_text(as_tmj(raw))
    found = read_map(tmp_path / "a.tmj")

    assert '"source":"no.tsx"' in canonical(found)
    assert [str(one) for one in remarks_of(found)] == [
        "tileset 'no.tsx': cannot be read: its file is missing, damaged or too big",
        "layer 'floor': 1 tile of no tileset at hand: not shown",
    ]


def test_tilesets_that_would_be_too_much_for_a_map_stay_in_their_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = list[str]()

    def tileset(file: str) -> str:
        read.append(file)
        return TSX

    raw = tiled_map(
        small_layer([1, 0, 0, 0]),
        tilesets=[{"firstgid": n, "source": "a.tsx"} for n in (1, 5, 9)],
    )
    text = as_tmj(raw)
    monkeypatch.setattr("game.content.maps.external_parts.MAX_TEXT", len(TSX) + 1)

    assert self_contained(text, "x", tileset) == text
    assert len(read) == 2


def test_a_map_without_tiles_is_not_rewritten() -> None:
    text = json.dumps(tiled_map(tilesets=[{"firstgid": 1, "source": "a.tsx"}]))

    assert self_contained(text, "x", lambda _: pytest.fail("read")) == text


def test_pictures_of_tiles_are_copied_with_the_map(tmp_path: Path) -> None:
    (tmp_path / "from").mkdir()
    (tmp_path / "to").mkdir()
    stones = (Path(__file__).parent / "foreign_files" / "sideways.jpg").read_bytes()
    (tmp_path / "from" / "stones.jpg").write_bytes(stones)
    (tmp_path / "to" / "stones.jpg").write_bytes(b"another")
    sheet = SHEET | {"image": "stones.jpg"}
    mapfile = parse_map(as_tmj(tiled_map(small_layer([1, 0, 0, 0]), tilesets=[sheet])), "x")
    (copied,) = with_copies(mapfile, tmp_path / "from", tmp_path / "to").images()

    assert copied != "stones.jpg"
    assert (tmp_path / "to" / copied).read_bytes() == stones


def test_an_import_brings_tilesets_from_two_folders_up_and_plain_opening_does_not(
    tmp_path: Path,
) -> None:
    project, goal = tmp_path / "project", tmp_path / "mine"
    for folder in ("sets", "art", "maps/deep"):
        (project / folder).mkdir(parents=True)
    goal.mkdir()
    stones = (Path(__file__).parent / "foreign_files" / "sideways.jpg").read_bytes()
    (project / "art" / "stones.jpg").write_bytes(stones)
    (project / "sets" / "stones.tsx").write_text(TSX.replace(".png", ".jpg"))
    raw = tiled_map(
        small_layer([1, 0, 0, 0]),
        tilesets=[{"firstgid": 1, "source": "../../sets/stones.tsx"}],
    )
    file = project / "maps" / "deep" / "a.tmj"
    file.write_text(as_tmj(raw))

    assert read_map(file).images() == []
    found = with_copies(read_map_to_import(file), file.parent, goal, levels=IMPORT_LEVELS)
    assert found.images() == ["art/stones.jpg"]
    assert (goal / "art" / "stones.jpg").read_bytes() == stones
    assert not remarks_of(found)


@pytest.mark.parametrize(
    "source",
    [
        "../../../secret.tsx",
        "../x/../../../secret.tsx",
        "{root}/secret.tsx",
        "../link.tsx",
        "../linked/secret.tsx",
        "..\\..\\secret.tsx",
    ],
)
def test_an_import_reaches_no_further(tmp_path: Path, source: str) -> None:
    (tmp_path / "secret.tsx").write_text(TSX)
    folder = tmp_path / "a" / "b" / "c"
    folder.mkdir(parents=True)
    (folder.parent / "link.tsx").symlink_to(tmp_path / "secret.tsx")
    (folder.parent / "linked").symlink_to(tmp_path, target_is_directory=True)
    source = source.replace("{root}", str(tmp_path))
    raw = tiled_map(small_layer([1, 0, 0, 0]), tilesets=[{"firstgid": 1, "source": source}])
    (folder / "a.tmj").write_text(as_tmj(raw))

    found = read_map_to_import(folder / "a.tmj")
    assert json.dumps(source) in canonical(found)
    assert found.images(levels=IMPORT_LEVELS) == []


@pytest.mark.parametrize("image", ["../../../stones.jpg", "../link.jpg", "../notes.jpg"])
def test_an_import_copies_no_image_of_elsewhere(tmp_path: Path, image: str) -> None:
    stones = (Path(__file__).parent / "foreign_files" / "sideways.jpg").read_bytes()
    (tmp_path / "stones.jpg").write_bytes(stones)
    folder, goal = tmp_path / "a" / "b" / "c", tmp_path / "a" / "goal"
    folder.mkdir(parents=True)
    (folder.parent / "link.jpg").symlink_to(tmp_path / "stones.jpg")
    (folder.parent / "notes.jpg").write_text("no picture")
    sheet = SHEET | {"image": image}
    (folder / "a.tmj").write_text(as_tmj(tiled_map(small_layer([1]), tilesets=[sheet])))

    found = read_map_to_import(folder / "a.tmj")
    assert with_copies(found, folder, goal, levels=IMPORT_LEVELS).images() == []
    assert not goal.exists()


@pytest.mark.parametrize("columns", [0, 2])
def test_an_import_measures_images_whose_size_the_file_leaves_out(
    tmp_path: Path, columns: int
) -> None:
    stones = Path(__file__).parent / "foreign_files" / "sideways.jpg"
    (tmp_path / "stones.jpg").write_bytes(stones.read_bytes())
    head = picture_head(stones.read_bytes(), "")
    left_out = {"name", "columns", "tilecount", "imagewidth", "imageheight"}
    whole = {key: value for key, value in TILESET.items() if key not in left_out}
    size = {"tilewidth": head.width // 2, "tileheight": head.height // 2}
    sheet = whole | size | {"image": "stones.jpg"} | ({"columns": columns} if columns else {})
    one = {"id": 0, "image": "stones.jpg"}
    several = {"firstgid": 9, "tilewidth": 1, "tileheight": 1, "tiles": [one]}
    raw = tiled_map(small_layer([4, 0, 9, 0]), tilesets=[sheet, several])
    (tmp_path / "a.tmj").write_text(as_tmj(raw))

    found = read_map_to_import(tmp_path / "a.tmj")
    assert remarks_of(found) == []
    tiles_of_it = drawn_tiles(found).tiles
    assert tiles_of_it
    wide, high = size.values()
    assert [one.box for one in tiles_of_it.images] == [
        (wide, high, wide, high),
        (0, 0, head.width, head.height),
    ]


def test_the_background_is_that_of_maps_with_tiles() -> None:
    assert drawn(small_layer([1, 0, 0, 0]), backgroundcolor="#27b99a").background == "#27b99a"
    assert drawn(small_layer([1, 0, 0, 0])).background == ""
    (remark,) = remarks(backgroundcolor="#27b99a")
    assert remark.startswith("has a background colour, which is not shown")


@pytest.mark.parametrize(
    ("fading", "kept"),
    [
        ((1, 1), [3, [4, [5, 6, 7, 8]], 9]),
        ((0.5, 1), [3, [4, [5, 7]], 6, 8, 9]),
        ((1, 0.5), [3, [4, [5, 7], 6, 8], 9]),
        ((0, 1), [3, [4, [5, 7]], 6, 8, 9]),
    ],
)
def test_a_picture_in_a_group_stays_between_its_layers(
    fading: tuple[float, float], kept: list[object]
) -> None:
    inner = group(
        4,
        small_layer([1, 0, 0, 0], id=5),
        image(6, "a.png", offsetx=8),
        small_layer([1, 0, 0, 0], id=7),
        image(8, "b.png"),
        opacity=fading[1],
    )
    raw = tiled_map(
        group(3, inner, opacity=fading[0], offsety=16),
        small_layer([1, 0, 0, 0], id=9),
        tilesets=[SHEET],
    )
    found = parse_map(as_tmj(raw | {"layers": raw["layers"][1:]}), "x")
    text = canonical(found)

    def ids(layers: list[Raw]) -> list[object]:
        listed = list[object]()
        for one in layers:
            listed.append(one["id"])
            listed += [ids(one["layers"])] if "layers" in one else []
        return listed

    assert ids(json.loads(text)["layers"]) == kept
    again = parse_map(text, "x")
    assert [(one.x, one.y) for one in again.pictures] == [(8, 16), (0, 16)]
    assert [one.opacity for one in again.pictures] == [fading[0] * fading[1]] * 2
    assert canonical(again) == text


def test_an_import_brings_image_layers_from_above(tmp_path: Path) -> None:
    stones = (Path(__file__).parent / "foreign_files" / "sideways.jpg").read_bytes()
    folder, goal = tmp_path / "a" / "b", tmp_path / "goal"
    folder.mkdir(parents=True)
    goal.mkdir()
    (tmp_path / "stones.jpg").write_bytes(stones)
    inner = image(3, "../../stones.jpg", offsetx=8, opacity=0.5)
    raw = tiled_map(
        small_layer([1, 0, 0, 0]),
        group(5, inner, offsetx=16, opacity=0.5),
        image(4, "../../../stones.jpg"),
        tilesets=[TILESET],
    )
    shape = {"id": 7, "x": 64, "y": 64, "width": 32, "height": 32, "visible": True}
    raw["layers"][0]["objects"].append(shape)
    (folder / "a.tmj").write_text(as_tmj(raw))
    found = read_map_to_import(folder / "a.tmj")
    found = with_copies(found, folder, goal, levels=IMPORT_LEVELS)

    (picture,) = found.pictures
    assert (picture.image, picture.x, picture.opacity, picture.over) == (
        "stones.jpg",
        24,
        0.25,
        2,
    )
    assert (goal / "stones.jpg").read_bytes() == stones
    assert found.unclassed == (7,)
    assert [one.name for one in found.unseen if "imagelayer" in one.text] == ["imagelayer"]
    assert canonical(parse_map(canonical(found), "x")) == canonical(found)
