"""Remarks on features of a Tiled map that its board lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from game.content.background_pictures import name_fault
from game.content.faults import Fault
from game.content.maps.classes import Note
from game.content.maps.map_file import PX, MapFile, kept_table
from game.content.maps.tile_layers import drawn_tiles
from game.content.maps.tiled import FOREIGN_CLASS, LAYER_KEYS, MAP_KEYS, line_of
from game.table.records import many

_FEATURES: Mapping[str, tuple[str, object]] = {
    "parallaxx": ("parallax", 1), "parallaxy": ("parallax", 1),
    "mode": ("a blend mode", "normal"),
    "tintcolor": ("a tint", ""), "repeatx": ("a repeated image", False),
    "repeaty": ("a repeated image", False), "transparentcolor": ("a transparent colour", ""),
}  # fmt: skip
"""Features of layers that are not shown, by key, each with its default."""


def remarks_of(mapfile: MapFile) -> list[Fault]:
    """Return what of Tiled the map has and the board does not show, each once."""
    parts = _of_map, remarks_on_notes, _foreign, _hidden, _of_tiles, _unseen, _unheeded
    return [remark for part in parts for remark in part(mapfile)]


def _of_map(mapfile: MapFile) -> Iterator[Fault]:
    kept = kept_table(mapfile.kept)
    if (tile := mapfile.tile) != PX:
        yield Fault("", f"has tiles of {tile} × {tile} pixels: each is one inch")
    if kept.get("infinite"):
        size = f"{mapfile.width} × {mapfile.height}"
        yield Fault("", f"is infinite in Tiled: the board is the {size} tiles from (0, 0)")
    if "backgroundcolor" in kept and not drawn_tiles(mapfile).tiles:
        reason = "has a background colour, which is not shown; its look paints the floor"
        yield Fault("", reason)


def remarks_on_notes(mapfile: MapFile) -> Iterator[Fault]:
    """Yield a remark if shapes without a class became notes when the file was read."""
    known = mapfile.by_id()
    found = [id_ for id_ in mapfile.unclassed if id_ in known and known[id_].what == Note()]
    if found:
        are = "is a note" if len(found) == 1 else "are notes"
        reason = f"{many(len(found), 'shape')} without a class {are}, which no rule reads"
        yield Fault("", f"{reason}; give a class to what should act", about=tuple(found))


def _foreign(mapfile: MapFile) -> Iterator[Fault]:
    """Yield a remark on the objects of classes of other programs."""
    found = [(one.id, one.kept) for _, one in mapfile.objects()]
    found += [(one.id, one.text) for layer in mapfile.layers for one in layer.unseen]
    classes = {id_: name for id_, text in found if (name := _class_before(text))}
    if not classes:
        return
    names = _listed(f"'{name}'" for name in dict.fromkeys(classes.values()))
    count = many(len(classes), "object")
    verb = "acts" if len(classes) == 1 else "act"
    reason = f"{count} of foreign classes ({names}) {verb} in no rule"
    yield Fault("", f"{reason}; give a class of Undertow to what should", about=tuple(classes))


def _class_before(text: str) -> str:
    """Return the class that an object had in another program; empty if it had none."""
    if f'"{FOREIGN_CLASS}"' not in text:
        return ""
    listed = kept_table(text).get("properties", ())
    found = (one.get("value") for one in listed if one.get("name") == FOREIGN_CLASS)
    return next((line_of(name) or "?" for name in found), "")


def _hidden(mapfile: MapFile) -> Iterator[Fault]:
    out = "delete what should not be there"
    for layer in mapfile.layers:
        place = f"layer '{layer.name}'"
        hidden = [one.id for one in layer.objects if not (layer.visible and one.visible)]
        if not hidden:
            continue
        count = many(len(hidden), "object")
        verb = "acts" if len(hidden) == 1 else "act"
        if layer.visible:
            are = "is hidden, but acts" if len(hidden) == 1 else "are hidden, but act"
            reason = f"{count} {are} in play; {out}"
        else:
            reason = f"is hidden, but its {count} {verb} in play; {out}"
        yield Fault(place, reason, about=tuple(hidden))


def _of_tiles(mapfile: MapFile) -> Iterator[Fault]:
    yield from drawn_tiles(mapfile).faults


def _unseen(mapfile: MapFile) -> Iterator[Fault]:
    for one in mapfile.unseen:
        raw, place = kept_table(one.text), f"layer '{one.name}'"
        if raw.get("type") == "imagelayer" and (image := raw.get("image")):
            why = name_fault(image) if isinstance(image, str) else "has no name"
            yield Fault(place, f"its image is kept, but not shown: it {why}")
    for layer in mapfile.layers:
        kinds = Counter(_kind_of(kept_table(one.text)) for one in layer.unseen)
        for word in ("tile", "text", "shape"):
            if count := kinds[word]:
                are = "is" if count == 1 else "are"
                reason = f"{many(count, word)} without a class {are} kept, but not shown"
                yield Fault(f"layer '{layer.name}'", reason)


def _kind_of(raw: dict[str, Any]) -> str:
    """Return what an object without a class is that is not shown: a tile, a text or a shape.

    Empty for a tile that is drawn, as ``drawn_tiles`` says of those that are not.
    """
    if "text" in raw:
        return "text"
    if "gid" in raw:
        return ""
    return "tile" if "template" in raw else "shape"


def _unheeded(mapfile: MapFile) -> Iterator[Fault]:
    """Yield a remark for each feature of layers, and each unknown key and property."""
    kept = [(one.name, one.kept) for one in mapfile.pictures]
    kept += [(one.name, one.kept) for one in mapfile.groups]
    kept += [(one.name, one.kept) for one in mapfile.layers]
    tables = [(name, kept_table(text)) for name, text in kept if text]
    having = dict[str, dict[str, None]]()
    for name, table in tables:
        for key, (feature, usual) in _FEATURES.items():
            if table.get(key, usual) != usual:
                having.setdefault(feature, {})[f"'{name}'"] = None
    for feature, names in having.items():
        which = f"layer{'s' if len(names) > 1 else ''} {_listed(names)}"
        yield Fault(which, f"{feature} is kept, but not shown")
    yield from _unknown("the map", [kept_table(mapfile.kept)], MAP_KEYS)
    yield from _unknown("layer", [table for _, table in tables], LAYER_KEYS)
    objects = [kept_table(one.kept) for _, one in mapfile.objects() if one.kept]
    yield from _unknown("object", objects, set())


def _unknown(
    whose: str, tables: Iterable[dict[str, Any]], known: Collection[str]
) -> Iterator[Fault]:
    """Yield a remark for each key, and each property, that Undertow and Tiled do not know."""
    found = dict[str, int]()
    for table in tables:
        own = [f"key '{key}'" for key in table if key not in known and key != "properties"]
        if whose != "layer":
            named = [one["name"] for one in table.get("properties", ())]
            own += [f"property '{name}'" for name in named if name != FOREIGN_CLASS]
        for name in own:
            found[name] = found.get(name, 0) + 1
    for name, count in found.items():
        of = whose if whose == "the map" else many(count, whose)
        yield Fault("", f"{name} of {of} is kept, but nothing reads it")


def _listed(names: Iterable[str]) -> str:
    found = [*names]
    more = f" and {len(found) - 5} more" if len(found) > 5 else ""
    return ", ".join(found[:5]) + more
