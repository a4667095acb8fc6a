"""Small files with every feature of Tiled 1.8 to 1.11, in JSON and in XML."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from gzip import compress
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr
from zlib import compress as deflate

from tests.content.drawn_maps import Raw, polygon_of, prop, thing

NOTHING = bytes(4 * 48 * 48)
"""The tiles of an empty layer of 48 × 48."""
SOMETHING = bytes([0, 0, 0, 0, 3, 0, 0, 0]) + NOTHING[8:]


class TiledFile(NamedTuple):
    """One file, and how Undertow takes it."""

    raw: Raw
    remarks: Sequence[str] = ()
    """Remarks expected once each, by how their lines begin."""
    kept: Sequence[str] = ()
    """Parts of the text of the file as Undertow writes it."""


def tiled_map(*layers: Raw, **raw: Any) -> Raw:
    """Return a map of 48" × 48" with a wall and these layers over it."""
    wall = objects(1, thing("Wall", 1), name="walls")
    return {
        "type": "map",
        "version": "1.10",
        "tiledversion": "1.10.2",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "infinite": False,
        "width": 48,
        "height": 48,
        "tilewidth": 32,
        "tileheight": 32,
        "nextlayerid": 50,
        "nextobjectid": 50,
        "layers": [wall, *layers],
    } | raw


def _layer(kind: str, id_: int, raw: Mapping[str, Any]) -> Raw:
    usual = {"id": id_, "name": kind, "type": kind, "opacity": 1, "visible": True}
    return {**usual, "x": 0, "y": 0, **raw}


def objects(id_: int, *listed: Raw, **raw: Any) -> Raw:
    return _layer("objectgroup", id_, {"draworder": "topdown", "objects": [*listed]} | raw)


def group(id_: int, *layers: Raw, **raw: Any) -> Raw:
    return _layer("group", id_, {"layers": [*layers]} | raw)


def image(id_: int, file: str, **raw: Any) -> Raw:
    return _layer("imagelayer", id_, {"image": file} | raw)


def tiles(id_: int, data: Any = None, **raw: Any) -> Raw:
    """Return a tile layer; it is empty, as in a new map, if no *data* is given."""
    data = [0] * 48 * 48 if data is None else data
    return _layer("tilelayer", id_, {"data": data, "width": 48, "height": 48} | raw)


def packed(id_: int, data: bytes, compression: str) -> Raw:
    packing = {"compression": compression} if compression else {}
    return tiles(id_, b64encode(data).decode(), encoding="base64", **packing)


def text_object(id_: int, words: str, **raw: Any) -> Raw:
    look = {"text": words, "wrap": True, "pixelsize": 32, "color": "#ffcc00"}
    return thing("", id_, width=128, height=64, visible=True) | {"text": look} | raw


RUIN = thing("Ruin", 2, x=640, y=640)
TILESET = {
    "firstgid": 1,
    "name": "stones",
    "tilewidth": 32,
    "tileheight": 32,
    "tilecount": 4,
    "columns": 2,
    "margin": 0,
    "spacing": 0,
    "image": "stones.png",
    "imagewidth": 64,
    "imageheight": 64,
}
WANG = {
    "name": "paths",
    "type": "corner",
    "tile": -1,
    "colors": [{"name": "path", "color": "#ff0000", "tile": -1, "probability": 1}],
    "wangtiles": [{"tileid": 0, "wangid": [0, 1, 0, 1, 0, 1, 0, 1]}],
}
COMMENT = prop("comment", "ask Ada")
UNSHOWN = "is kept, but not shown"

READ: dict[str, TiledFile] = {
    "a new map with its empty tile layer": TiledFile(tiled_map(tiles(2))),
    "an empty layer in base64": TiledFile(tiled_map(packed(2, NOTHING, ""))),
    "an empty layer in zlib": TiledFile(tiled_map(packed(2, deflate(NOTHING), "zlib"))),
    "an empty layer in gzip": TiledFile(tiled_map(packed(2, compress(NOTHING), "gzip"))),
    "a layer in zstd, which cannot be looked into": TiledFile(
        tiled_map(packed(2, b"(\xb5/\xfd", "zstd")),
        ["layer 'tilelayer': its tiles are kept, but not shown: they are packed with"],
    ),
    "a layer with a tile": TiledFile(
        tiled_map(tiles(2, [0, 3, *[0] * (48 * 48 - 2)], name="floor"), tilesets=[TILESET]),
        [],
        ['"data":[0, 3, 0,'],
    ),
    "a layer with a tile in zlib": TiledFile(
        tiled_map(packed(2, deflate(SOMETHING), "zlib"), tilesets=[TILESET]),
        [],
    ),
    "a layer of tiles with damaged data": TiledFile(
        tiled_map(packed(2, b"damaged", "zlib")),
        ["layer 'tilelayer': its tiles are kept, but not shown: their data is damaged"],
    ),
    "an infinite map": TiledFile(
        tiled_map(infinite=True),
        ["is infinite in Tiled: the board is the 48 × 48 tiles from (0, 0)"],
        ['"infinite":true'],
    ),
    "an infinite map with chunks": TiledFile(
        tiled_map(
            _layer(
                "tilelayer",
                2,
                {
                    "chunks": [
                        {"x": -16, "y": 0, "width": 16, "height": 16, "data": [0] * 256},
                        {"x": 0, "y": 0, "width": 16, "height": 16, "data": [9] * 256},
                    ],
                    "startx": -16,
                    "starty": 0,
                    "width": 32,
                    "height": 16,
                },
            ),
            infinite=True,
        ),
        ["is infinite in Tiled", "layer 'tilelayer': 256 tiles of no tileset at hand"],
        ['"chunks":[{'],
    ),
    "a tileset of a file": TiledFile(
        tiled_map(tilesets=[{"firstgid": 1, "source": "stones.tsx"}]),
        [],
        ['"source":"stones.tsx"'],
    ),
    "an embedded tileset": TiledFile(
        tiled_map(tilesets=[TILESET]), [], ['"image":"stones.png"']
    ),
    "a tileset with wang sets": TiledFile(
        tiled_map(tilesets=[TILESET | {"wangsets": [WANG]}]), [], ['"wangid":[0, 1, 0, 1']
    ),
    "a tileset with an object alignment": TiledFile(
        tiled_map(
            tilesets=[
                TILESET
                | {
                    "objectalignment": "bottom",
                    "tilerendersize": "grid",
                    "fillmode": "preserve-aspect-fit",
                    "tileoffset": {"x": 0, "y": 4},
                    "grid": {"orientation": "orthogonal", "width": 32, "height": 32},
                    "transformations": {"hflip": 0, "vflip": 0, "rotate": 1},
                }
            ]
        ),
        [],
        ['"objectalignment":"bottom"'],
    ),
    "a tileset with an animation and a collision shape": TiledFile(
        tiled_map(
            tilesets=[
                TILESET
                | {
                    "tiles": [
                        {
                            "id": 0,
                            "animation": [{"tileid": 1, "duration": 100}],
                            "objectgroup": objects(1, thing("", 1, visible=True)),
                        }
                    ]
                }
            ]
        ),
        [],
        ['"duration":100'],
    ),
    "a background colour": TiledFile(
        tiled_map(backgroundcolor="#203040"),
        ["has a background colour, which is not shown"],
        ['"backgroundcolor":"#203040"'],
    ),
    "tiles of 64 pixels": TiledFile(
        tiled_map(
            objects(2, thing("Ruin", 2, x=640, y=640, width=128, height=64)),
            tilewidth=64,
            tileheight=64,
        ),
        ["has tiles of 64 × 64 pixels: each is one inch"],
        ['"tilewidth":64'],
    ),
    "tiles of 16 pixels": TiledFile(
        tiled_map(tilewidth=16, tileheight=16, height=30, width=30),
        ["has tiles of 16 × 16 pixels: each is one inch"],
    ),
    "tiles of 70 pixels": TiledFile(
        tiled_map(tilewidth=70, tileheight=70),
        ["has tiles of 70 × 70 pixels: each is one inch"],
    ),
    "another order of rendering": TiledFile(
        tiled_map(renderorder="left-up"), [], ['"renderorder":"left-up"']
    ),
    "a level of compression": TiledFile(
        tiled_map(compressionlevel=9), [], ['"compressionlevel":9']
    ),
    "settings of the editor": TiledFile(
        tiled_map(
            editorsettings={
                "chunksize": {"width": 32, "height": 32},
                "export": {"format": "json", "target": "out.json"},
            }
        ),
        [],
        ['"target":"out.json"'],
    ),
    "an origin of parallax": TiledFile(
        tiled_map(parallaxoriginx=5, parallaxoriginy=2.5), [], ['"parallaxoriginy":2.5']
    ),
    "a group": TiledFile(
        tiled_map(group(2, objects(3, RUIN), name="town")), [], ['"name":"town"']
    ),
    "nested groups": TiledFile(
        tiled_map(group(2, group(3, group(4, objects(5, RUIN)), objects(6)), tiles(7))),
        [],
        ['"type":"group"'],
    ),
    "an empty group": TiledFile(tiled_map(group(2, name="later")), [], ['"name":"later"']),
    "a group of pictures": TiledFile(
        tiled_map(group(2, image(3, "a.png"), opacity=0.5, offsetx=32)), [], ['"offsetx":32']
    ),
    "a layer with an offset": TiledFile(tiled_map(objects(2, RUIN, offsetx=32, offsety=-16))),
    "offsets of groups add up": TiledFile(
        tiled_map(group(2, group(3, objects(4, RUIN, offsetx=32), offsetx=32), offsetx=64))
    ),
    "a layer with parallax": TiledFile(
        tiled_map(objects(2, RUIN, parallaxx=0.5, parallaxy=0.5, name="far")),
        [f"layer 'far': parallax {UNSHOWN}"],
        ['"parallaxx":0.5'],
    ),
    "parallax of two layers": TiledFile(
        tiled_map(objects(2, parallaxx=0.5, name="a"), group(3, parallaxy=2, name="b")),
        [f"layers 'b', 'a': parallax {UNSHOWN}"],
    ),
    "a tint": TiledFile(
        tiled_map(image(2, "a.png", tintcolor="#ff0000", name="red")),
        [f"layer 'red': a tint {UNSHOWN}"],
        ['"tintcolor":"#ff0000"'],
    ),
    "a faded layer of a colour": TiledFile(
        tiled_map(objects(2, RUIN, opacity=0.5, color="#ff00ff")), [], ['"color":"#ff00ff"']
    ),
    "a locked layer": TiledFile(
        tiled_map(objects(2, RUIN, locked=True)), [], ['"locked":true']
    ),
    "a hidden layer": TiledFile(
        tiled_map(objects(2, RUIN, visible=False, name="old")),
        ["layer 'old': is hidden, but its 1 object acts in play; delete what should not"],
        ['"visible":false'],
    ),
    "a hidden object": TiledFile(
        tiled_map(objects(2, RUIN | {"visible": False}, name="old")),
        ["layer 'old': 1 object is hidden, but acts in play; delete what should not be"],
    ),
    "a hidden group": TiledFile(
        tiled_map(group(2, objects(3, RUIN, name="a"), visible=False)),
        ["layer 'a': is hidden, but its 1 object acts in play"],
    ),
    "a class of layers": TiledFile(
        tiled_map(objects(2, RUIN) | {"class": "Terrain"}, group(3) | {"class": "Part"}),
        [],
        ['"class":"Terrain"', '"class":"Part"'],
    ),
    "properties of a layer": TiledFile(
        tiled_map(objects(2, RUIN, properties=[COMMENT])), [], ['"value":"ask Ada"']
    ),
    "another class of map": TiledFile(
        tiled_map() | {"class": "Level"}, [], ['"class":"Level"']
    ),
    "properties of the map": TiledFile(
        tiled_map(properties=[prop("title", "Yard"), COMMENT]),
        ["property 'comment' of the map is kept, but nothing reads it"],
        ['"value":"ask Ada"', '"value":"Yard"'],
    ),
    "properties of objects": TiledFile(
        tiled_map(objects(2, *(thing("Ruin", n, properties=[COMMENT]) for n in (2, 3)))),
        ["property 'comment' of 2 objects is kept, but nothing reads it"],
        ['"value":"ask Ada"'],
    ),
    "properties of all types": TiledFile(
        tiled_map(
            objects(
                2,
                RUIN,
                properties=[
                    prop("a", 7, "int"),
                    prop("b", 0.5, "float"),
                    prop("c", value=True, kind="bool"),
                    prop("d", "#ff102030", "color"),
                    prop("e", "../x.txt", "file"),
                    prop("f", 1, "object"),
                    prop("g", "two\nlines"),
                ],
            )
        ),
        [],
        ['"value":"two\\nlines"'],
    ),
    "a property of a class": TiledFile(
        tiled_map(
            objects(
                2,
                RUIN,
                properties=[prop("loot", {"gold": 3}, "class") | {"propertytype": "Loot"}],
            )
        ),
        [],
        ['"propertytype":"Loot"'],
    ),
    "a property of an enum": TiledFile(
        tiled_map(
            objects(2, RUIN, properties=[prop("mood", 2, "int") | {"propertytype": "Mood"}])
        )
    ),
    "classes as Tiled 1.9 writes them": TiledFile(
        tiled_map(
            objects(2, {k: v for k, v in RUIN.items() if k != "type"} | {"class": "Ruin"})
        )
    ),
    "a text": TiledFile(
        tiled_map(objects(2, text_object(2, "Old mill"))),
        [],
        ['"value":"Old mill"', '"type":"Note"'],
    ),
    "a text beside the map": TiledFile(
        tiled_map(objects(2, text_object(2, "Key", x=1600), name="notes")),
        ["layer 'notes': 1 text without a class is kept, but not shown"],
        ['"text":"Key"'],
    ),
    "a hidden text": TiledFile(
        tiled_map(objects(2, text_object(2, "Trap", visible=False), name="notes")),
        ["layer 'notes': 1 text without a class is kept"],
    ),
    "tiles as objects": TiledFile(
        tiled_map(
            objects(2, *(thing("", n, gid=3, visible=True) for n in (2, 3)), name="props"),
            tilesets=[TILESET],
        ),
        [],
        ['"gid":3'],
    ),
    "a flipped tile as an object": TiledFile(
        tiled_map(
            objects(2, thing("", 2, gid=0x80000003, visible=True), name="props"),
            tilesets=[TILESET],
        ),
    ),
    "tiles as objects of no tileset": TiledFile(
        tiled_map(objects(2, thing("", 2, gid=3, visible=True), name="props")),
        ["layer 'props': 1 tile of no tileset at hand: not shown"],
        ['"gid":3'],
    ),
    "every shape, turned": TiledFile(
        tiled_map(
            objects(
                2,
                RUIN | {"rotation": 30},
                thing("Wood", 3, ellipse=True, rotation=45, x=960),
                thing(
                    "Crater", 4, polygon=polygon_of((0, 0), (4, 0), (0, 4)), rotation=-90, y=640
                ),
                thing("Hedge", 5, polyline=polygon_of((0, 0), (4, 1))),
                thing("Objective", 6, point=True),
            )
        )
    ),
    "objects drawn by index": TiledFile(tiled_map(objects(2, RUIN, draworder="index"))),
    "faded objects, as Tiled 1.12 has them": TiledFile(
        tiled_map(objects(2, RUIN | {"opacity": 0.5})), [], ['"opacity":0.5']
    ),
    "a picture": TiledFile(tiled_map(image(2, "a.png", offsetx=16, opacity=0.25))),
    "a picture in a folder": TiledFile(tiled_map(image(2, "pictures/a b.jpg"))),
    "a repeated picture": TiledFile(
        tiled_map(image(2, "a.png", repeatx=True, name="sky")),
        [f"layer 'sky': a repeated image {UNSHOWN}"],
        ['"repeatx":true'],
    ),
    "a picture with a transparent colour": TiledFile(
        tiled_map(image(2, "a.png", transparentcolor="#ff00ff", name="p")),
        [f"layer 'p': a transparent colour {UNSHOWN}"],
    ),
    "an image layer without an image": TiledFile(tiled_map(image(2, ""))),
    "a picture elsewhere": TiledFile(
        tiled_map(image(2, "../art/a.png", name="art")),
        ["layer 'art': its image is kept, but not shown: it must be a file beside the map"],
        ['"image":"../art/a.png"'],
    ),
    "a picture of another form": TiledFile(
        tiled_map(image(2, "a.webp", name="art")),
        ["layer 'art': its image is kept, but not shown: it is no picture that is read"],
    ),
    "keys of a later Tiled": TiledFile(
        tiled_map(objects(2, RUIN | {"zorder": 3}, blending=2), skewx=4),
        [
            "key 'blending' of 1 layer is kept, but nothing reads it",
            "key 'zorder' of 1 object is kept",
        ],
        ['"zorder":3', '"blending":2', '"skewx":4'],
    ),
}

REFUSED: dict[str, tuple[Raw, str]] = {
    "isometric": (
        tiled_map(orientation="isometric"),
        "orientation: is 'isometric'; make it orthogonal in the properties of the map",
    ),
    "hexagonal": (
        tiled_map(
            orientation="hexagonal", hexsidelength=8, staggeraxis="x", staggerindex="odd"
        ),
        "orientation: is 'hexagonal'; make it orthogonal in the properties of the map",
    ),
    "tiles that are not square": (
        tiled_map(tileheight=16),
        "tiles: are 32 × 16 pixels; a tile is one inch, so make them square",
    ),
    "too large": (tiled_map(width=400), "width: must be at most 240, not 400"),
    "another game's class": (
        tiled_map(objects(2, thing("Goblin", 2), name="a")),
        "layer 'a', object 2 (Goblin): there is no class 'Goblin'; try: Wall, ",
    ),
    "a capsule": (
        tiled_map(objects(2, thing("Ruin", 2, capsule=True), name="a")),
        "layer 'a', object 2 (Ruin): is a capsule; draw a rectangle, an ellipse or a polygon",
    ),
    "a tile of a class": (
        tiled_map(objects(2, thing("Ruin", 2, gid=1), name="a")),
        "layer 'a', object 2 (Ruin): is a tile of a class; clear its class, or draw a shape",
    ),
    "a text of a class": (
        tiled_map(objects(2, text_object(2, "x", type="Ruin"), name="a")),
        "layer 'a', object 2 (Ruin): is a text of a class; clear its class, or draw a shape",
    ),
    "an object moved off the map by its layer": (
        tiled_map(group(2, objects(3, RUIN, offsetx=1000, name="a"), offsetx=1000)),
        "layer 'a', object 2 (Ruin): lies off the 48",
    ),
    "a misspelt member": (
        tiled_map(objects(2, thing("Ruin", 2, properties=[prop("covr", "4+")]), name="a")),
        "layer 'a', object 2 (Ruin), property 'covr': unknown key; did you mean 'cover' (the",
    ),
}


def as_tmx(raw: Raw) -> str:
    """Return the XML that Tiled writes for a map, from its JSON."""
    inner = [*map(_tileset, raw.get("tilesets", ())), *map(_layer_xml, raw["layers"])]
    if settings := raw.get("editorsettings"):
        parts = [_tag(name, values) for name, values in settings.items()]
        inner.insert(0, _tag("editorsettings", {}, *parts))
    own = {k: v for k, v in raw.items() if not isinstance(v, list | dict) and k != "type"}
    properties = _properties(raw)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + _tag("map", own, *properties, *inner)


def _tag(name: str, attributes: Mapping[str, Any], *inner: str) -> str:
    found = "".join(f" {key}={_written(value)}" for key, value in attributes.items())
    return f"<{name}{found}>" + "\n".join(inner) + f"</{name}>\n"


def _written(value: Any) -> str:
    return quoteattr(str(int(value)) if isinstance(value, bool) else str(value))


def _plain(raw: Mapping[str, Any], *besides: str) -> dict[str, Any]:
    return {k: v for k, v in raw.items() if not isinstance(v, list | dict) and k not in besides}


def _properties(raw: Mapping[str, Any]) -> list[str]:
    found = raw.get("properties")
    return [_tag("properties", {}, *map(_property, found))] if found else []


def _property(one: Raw) -> str:
    own, value = _plain(one, "value"), one["value"]
    if isinstance(value, dict):
        parts = [prop(name, inner, "int") for name, inner in value.items()]
        return _tag("property", own, _tag("properties", {}, *map(_property, parts)))
    if isinstance(value, str) and "\n" in value:
        return _tag("property", own, escape(value))
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return _tag("property", own | {"value": text})


def _layer_xml(raw: Raw) -> str:
    own = _plain(raw, "type", "data", "encoding", "compression", "image", "x", "y")
    own = {k: v for k, v in own.items() if (k, v) not in (("visible", True), ("opacity", 1))}
    if raw.get("transparentcolor"):
        del own["transparentcolor"]
    properties = _properties(raw)
    match raw["type"]:
        case "objectgroup":
            return _tag("objectgroup", own, *properties, *map(_object, raw["objects"]))
        case "group":
            return _tag("group", own, *properties, *map(_layer_xml, raw["layers"]))
        case "imagelayer":
            names = {"source": raw["image"], "trans": raw.get("transparentcolor", "")}
            source = {k: v for k, v in names.items() if v}
            inner = [_tag("image", source)] if source else []
            return _tag("imagelayer", own, *properties, *inner)
        case _:
            packing = {k: raw[k] for k in ("encoding", "compression") if raw.get(k)}
            data = raw.get("data", [])
            held = data if isinstance(data, str) else ",".join(map(str, data))
            if "chunks" in raw:
                held = "".join(
                    _tag("chunk", _plain(one), ",".join(map(str, one["data"])))
                    for one in raw["chunks"]
                )
            return _tag(
                "layer", own, *properties, _tag("data", {"encoding": "csv"} | packing, held)
            )


def _object(raw: Raw) -> str:
    own = _plain(raw, "ellipse", "point", "capsule")
    inner = [_tag(shape, {}) for shape in ("ellipse", "point", "capsule") if raw.get(shape)]
    for shape in ("polygon", "polyline"):
        if shape in raw:
            points = " ".join(f"{one['x']},{one['y']}" for one in raw[shape])
            inner.append(_tag(shape, {"points": points}))
    if words := raw.get("text"):
        inner.append(_tag("text", _plain(words, "text"), escape(words["text"])))
    return _tag("object", own, *_properties(raw), *inner)


def _tileset(raw: Raw) -> str:
    own = _plain(raw, "image", "imagewidth", "imageheight")
    inner = [_tag(k, raw[k]) for k in ("tileoffset", "grid", "transformations") if k in raw]
    if "image" in raw:
        size = {"width": raw["imagewidth"], "height": raw["imageheight"]}
        inner.append(_tag("image", {"source": raw["image"]} | size))
    for one in raw.get("tiles", ()):
        frames = [_tag("frame", frame) for frame in one["animation"]]
        shapes = _layer_xml(one["objectgroup"])
        inner.append(_tag("tile", _plain(one), shapes, _tag("animation", {}, *frames)))
    if wangsets := raw.get("wangsets"):
        inner.append(_tag("wangsets", {}, *map(_wangset, wangsets)))
    return _tag("tileset", own, *inner)


def _wangset(raw: Raw) -> str:
    inner = [_tag("wangcolor", one) for one in raw["colors"]]
    inner += [
        _tag("wangtile", {"tileid": one["tileid"], "wangid": ",".join(map(str, one["wangid"]))})
        for one in raw["wangtiles"]
    ]
    return _tag("wangset", _plain(raw), *inner)


def as_tmj(raw: Raw) -> str:
    return json.dumps(raw)
