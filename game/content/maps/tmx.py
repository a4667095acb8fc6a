"""Maps of Tiled in XML (``.tmx``), converted to the JSON that the reader takes.

Objects that come from templates are completed here, also in maps in JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from posixpath import dirname, join, normpath
from typing import Any

from game.content.background_pictures import leads_out, plain_name
from game.content.faults import Fault, UnusableFile, first_faults
from game.content.maps.map_file import MAX_VALUES
from game.content.maps.old_tiled import modernised, objects_in
from game.content.maps.tiled import label_of
from game.content.strict_json import parse_json
from game.content.strict_xml import XmlNode, parse_xml, parse_xml_so_far

_FLAGS = {
    "visible", "locked", "infinite", "repeatx", "repeaty", "wrap", "bold", "italic",
    "underline", "strikeout", "kerning",
}  # fmt: skip
"""Attributes that are true or false."""
_WORDS = {
    "name", "type", "class", "source", "template", "color", "backgroundcolor", "tintcolor",
    "transparentcolor", "trans", "draworder", "orientation", "renderorder", "tiledversion",
    "version", "encoding", "compression", "fontfamily", "halign", "valign", "format", "target",
    "objectalignment", "tilerendersize", "fillmode", "mode", "staggeraxis", "staggerindex",
    "value", "propertytype",
}  # fmt: skip
"""Attributes that are text; all others are numbers."""
_BOOLS = {"1": True, "true": True, "0": False, "false": False}
_LAYERS = {
    "layer": "tilelayer",
    "objectgroup": "objectgroup",
    "imagelayer": "imagelayer",
    "group": "group",
}
"""Types of layers by their elements."""
_LAYER = {"name": "", "opacity": 1, "visible": True, "x": 0, "y": 0}
_OBJECT = {
    "name": "", "type": "", "width": 0, "height": 0, "rotation": 0, "visible": True,
}  # fmt: skip
"""Values that Tiled leaves out of XML, and writes in JSON."""
_NUMBERS = re.compile(r"\s*\d{1,15}\s*(?:,\s*\d{1,15}\s*)*", re.ASCII)
"""Whole numbers between commas, as nearly all lists of tiles are."""
_WHOLE = re.compile(r"[+-]?\d{1,18}")
TILES_OF_A_SET = 1 << 20
"""Numbers kept free for the tiles of a tileset of unknown size."""
MAX_TEMPLATES = 100
"""Maximum number of template files of a map."""


def raw_map(text: str, name: str) -> Any:
    """Return the data of a map in JSON or XML, as Tiled writes JSON; raise UnusableFile."""
    if not is_xml(text):
        return modernised(parse_json(text, name, MAX_VALUES))
    root = parse_xml(text, name)
    if root.tag != "map":
        raise UnusableFile(name, [("", f"is not a map but a <{root.tag[:40]}> of XML")])
    return modernised(_map(root))


def torn_map(text: str) -> dict[str, Any]:
    """Return the data of a map in faulty XML: all before the fault, with whole objects only."""
    root = parse_xml_so_far(text, unfinished="object")
    return modernised(_map(root)) if root and root.tag == "map" else {}


def is_xml(text: str) -> bool:
    """Return whether a text begins as XML does."""
    return text.lstrip()[:1] == "<"


def _value(key: str, text: str) -> Any:
    """Return an attribute as JSON has it; a text that does not fit stays one."""
    if key in _WORDS:
        return text
    return _BOOLS.get(text, text) if key in _FLAGS else _number(text)


def _number(text: str) -> Any:
    if _WHOLE.fullmatch(text):
        return int(text)
    try:
        value = float(text)
    except ValueError:
        return text
    return value if value - value == 0.0 else text


def _attributes(node: XmlNode) -> dict[str, Any]:
    return {key: _value(key, text) for key, text in node.attributes.items()}


def _with_properties(node: XmlNode, raw: dict[str, Any]) -> dict[str, Any]:
    found = node.first("properties")
    return raw | {"properties": [*map(_property, found.all("property"))]} if found else raw


def _property(node: XmlNode) -> dict[str, Any]:
    kind = node.attributes.get("type", "string")
    named = {key: node.attributes[key] for key in ("propertytype",) if key in node.attributes}
    return {
        "name": node.attributes.get("name", ""),
        **named,
        "type": kind,
        "value": _property_value(node, kind),
    }


def _property_value(node: XmlNode, kind: str) -> Any:
    text = node.attributes.get("value", node.text)
    match kind:
        case "int" | "float" | "object":
            return _number(text)
        case "bool":
            return _BOOLS.get(text, text)
        case "class":
            found = node.first("properties")
            parts = [*map(_property, found.all("property"))] if found else []
            return {one["name"]: one["value"] for one in parts}
        case _:
            return text


def _map(node: XmlNode) -> dict[str, Any]:
    raw: dict[str, Any] = {"type": "map"} | _attributes(node)
    raw = _with_properties(node, raw) | {"layers": [*_layers(node)]}
    if tilesets := [*map(tileset_of, node.all("tileset"))]:
        raw["tilesets"] = tilesets
    if settings := node.first("editorsettings"):
        raw["editorsettings"] = {one.tag: _attributes(one) for one in settings.children}
    return raw


def _layers(node: XmlNode) -> Iterator[dict[str, Any]]:
    for child in node.children:
        if child.tag not in _LAYERS:
            continue
        raw = _with_properties(child, _LAYER | _attributes(child))
        raw["type"] = _LAYERS[child.tag]
        match child.tag:
            case "layer":
                raw |= _tiles(child)
            case "objectgroup":
                raw |= {"draworder": raw.get("draworder", "topdown")}
                raw |= {"objects": [*map(_object, child.all("object"))]}
            case "imagelayer":
                raw |= {"image": ""} | _image(child)
            case _:
                raw |= {"layers": [*_layers(child)]}
        yield raw


def _tiles(node: XmlNode) -> dict[str, Any]:
    """Return the tiles of a tile layer, with their packing."""
    if (data := node.first("data")) is None:
        return {"data": []}
    encoding = data.attributes.get("encoding", "csv")
    packing = {key: data.attributes[key] for key in ("compression",) if key in data.attributes}
    packing |= {"encoding": encoding} if encoding != "csv" else {}
    chunks = [_attributes(one) | {"data": _data(one, encoding)} for one in data.all("chunk")]
    return packing | ({"chunks": chunks} if chunks else {"data": _data(data, encoding)})


def _data(node: XmlNode, encoding: str) -> Any:
    if encoding != "csv":
        return node.text.strip()
    if tiles := [*node.all("tile")]:
        return [_number(tile.attributes.get("gid", "0")) for tile in tiles]
    if _NUMBERS.fullmatch(text := node.text.strip().removesuffix(",")):
        return [*map(int, text.split(","))]  # there may be millions
    return [_number(one.strip()) for one in text.split(",") if one.strip()]


def _image(node: XmlNode) -> dict[str, Any]:
    """Return the image of a layer or tileset, as keys of what it belongs to."""
    if (image := node.first("image")) is None:
        return {}
    names = {
        "source": "image",
        "width": "imagewidth",
        "height": "imageheight",
        "trans": "transparentcolor",
    }
    found = _attributes(image)
    if (colour := found.get("trans", "#"))[:1] != "#":
        found["trans"] = f"#{colour}"
    return {names[key]: value for key, value in found.items() if key in names}


def _object(node: XmlNode) -> dict[str, Any]:
    # What an instance of a template leaves out, the template says.
    usual = {} if "template" in node.attributes else _OBJECT
    raw = _with_properties(node, usual | _attributes(node))
    for child in node.children:
        match child.tag:
            case "ellipse" | "point" | "capsule":
                raw[child.tag] = True
            case "polygon" | "polyline":
                raw[child.tag] = [*map(_corner, child.attributes.get("points", "").split())]
            case "text":
                raw["text"] = _attributes(child) | {"text": child.text}
            case _:
                pass
    return raw


def _corner(text: str) -> Any:
    x, comma, y = text.partition(",")
    return {"x": _number(x), "y": _number(y)} if comma else text


def tileset_of(node: XmlNode) -> dict[str, Any]:
    """Return a tileset as Tiled keeps it in JSON."""
    raw = _with_properties(node, _attributes(node)) | _image(node)
    for child in node.children:
        match child.tag:
            case "tileoffset" | "grid" | "transformations":
                raw[child.tag] = _attributes(child)
            case "tile":
                raw.setdefault("tiles", []).append(_tile(child))
            case "wangsets":
                raw["wangsets"] = [*map(_wangset, child.all("wangset"))]
            case _:
                pass
    return raw


def _tile(node: XmlNode) -> dict[str, Any]:
    raw = _with_properties(node, _attributes(node)) | _image(node)
    if animation := node.first("animation"):
        raw["animation"] = [*map(_attributes, animation.all("frame"))]
    for shapes in _layers(node):
        raw["objectgroup"] = shapes
    return raw


def _wangset(node: XmlNode) -> dict[str, Any]:
    raw = _with_properties(node, _attributes(node))
    raw["colors"] = [_with_properties(one, _attributes(one)) for one in node.all("wangcolor")]
    raw["wangtiles"] = [
        {
            "tileid": _number(one.attributes.get("tileid", "0")),
            "wangid": [_number(part) for part in one.attributes.get("wangid", "").split(",")],
        }
        for one in node.all("wangtile")
    ]
    return raw


def with_templates(text: str, name: str, read: Callable[[str], str]) -> str:
    """Return the text of a map whose objects no longer come from templates.

    *read* returns the text of a file by its name beside the map, or raises UnusableFile. The
    text stays as it is if no object comes from a template. Raise UnusableFile for the file
    *name* with all faults of its templates.
    """
    if '"template"' not in text and "template=" not in text:
        return text
    raw = raw_map(text, name)
    found = [one for one in objects_in(raw) if isinstance(one.get("template"), str)]
    if not found:
        return text
    faults, templates = list[Fault](), dict[str, dict[str, Any]]()
    tilesets = _ListOfTilesets(raw)
    for n, one in enumerate(found):
        file = plain_name(one["template"])
        try:
            if file not in templates:
                templates[file] = _template(file, read, len(templates), tilesets)
        except UnusableFile as error:
            reason = "; ".join(str(fault) for fault in error.faults[:3])
            about = f"comes from template {file[:60]!r}, which {reason}"
            faults.append(Fault(label_of(n, one), f"{about}: detach it in Tiled"))
        else:
            _resolve(one, templates[file])
    if faults:
        raise UnusableFile(name, first_faults(faults))
    return json.dumps(raw, ensure_ascii=False)


class _ListOfTilesets:
    """The tilesets of a map, to which those of templates are added."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self._raw = raw
        listed = raw.get("tilesets")
        found = listed if isinstance(listed, list) else []
        self._listed = [one for one in found if isinstance(one, dict)]

    def number(self, gid: int, template: str, tileset: dict[str, Any]) -> int:
        """Return the number on the map of a tile of a template's own tileset."""
        source, first = tileset.get("source"), tileset.get("firstgid", 1)
        if not isinstance(source, str) or not isinstance(first, int):
            return gid
        file = normpath(join(dirname(template), source))
        for one in self._listed:
            if plain_name(str(one.get("source"))) == file:
                break
        else:
            one = {"firstgid": self._free(), "source": file}
            self._listed.append(one)
            self._raw["tilesets"] = self._listed
        return gid - first + one["firstgid"] if isinstance(one.get("firstgid"), int) else gid

    def _free(self) -> int:
        """Return a number that is higher than that of any tile."""
        firsts = (one.get("firstgid") for one in self._listed)
        most = max((first for first in firsts if isinstance(first, int)), default=None)
        return 1 if most is None else most + TILES_OF_A_SET


def _template(
    file: str, read: Callable[[str], str], known: int, tilesets: _ListOfTilesets
) -> dict[str, Any]:
    """Return the object of a template, its tile as the map counts it; raise UnusableFile."""
    if known >= MAX_TEMPLATES:
        raise UnusableFile(file, [("", f"is one of more than {MAX_TEMPLATES} templates")])
    if leads_out(file):
        raise UnusableFile(file, [("", "is not beside the map")])
    text = read(file)
    if is_xml(text):
        root = parse_xml(text, file)
        node, own = root.first("object"), root.first("tileset")
        raw, tileset = _object(node) if node else None, tileset_of(own) if own else None
    else:
        whole = parse_json(text, file, MAX_VALUES)
        parts = whole if isinstance(whole, dict) else {}
        raw, tileset = parts.get("object"), parts.get("tileset")
    if not isinstance(raw, dict) or "template" in raw:
        raise UnusableFile(file, [("", "holds no object of its own")])
    if isinstance(gid := raw.get("gid"), int) and isinstance(tileset, dict):
        raw["gid"] = tilesets.number(gid, file, tileset)
    return raw


def _resolve(one: dict[str, Any], template: dict[str, Any]) -> None:
    """Complete an object by its template."""
    own = {key: value for key, value in one.items() if key != "template"}
    lists = [table.get("properties", []) for table in (template, own)]
    one.clear()
    one |= template | own
    if all(isinstance(listed, list) for listed in lists):
        named = {
            part.get("name"): part
            for listed in lists
            for part in listed
            if isinstance(part, dict)
        }
        if named:
            one["properties"] = [*named.values()]
