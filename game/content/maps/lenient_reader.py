"""Recovery of the valid parts of a broken map file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar

from pydantic import ValidationError

from game.content.faults import Fault, UnusableFile, and_so
from game.content.maps.class_registry import CLASSES
from game.content.maps.map_class import Board, MapClass
from game.content.maps.map_file import (
    COPY,
    GROUP,
    MAX_OBJECTS,
    MAX_SIDE,
    MIN_SIDE,
    KeptObject,
    LayerGroup,
    MapFile,
    MapLayer,
    MapObject,
    MapPicture,
)
from game.content.maps.old_tiled import objects_in
from game.content.maps.reader import FIELDS, LayerPart, Reading, is_copy
from game.content.maps.tiled import OF_LAYER, Frame
from game.content.maps.tiled_remarks import remarks_on_notes
from game.content.maps.tmx import is_xml, raw_map, torn_map
from game.content.schemas import Part
from game.content.strict_json import parse_json
from game.table.records import many

Read = TypeVar("Read", bound=Part)

DEFAULT_SIDE = 48
"""Assumed side of a board in inches, if nothing in the file shows its size."""
_NUMBER = re.compile(r'^\W*"(width|height)"\s*:\s*(\d+),?\s*$')
_SHAPES = {"polygon", "polyline", "point", "ellipse", "width", "height", "x", "y", "id"}
"""Keys without which an object would become a different one."""


class PartialMap(NamedTuple):
    """The recovered parts of a map; it may have faults, which ``faults_of`` finds."""

    map: MapFile
    losses: tuple[Fault, ...]
    """The refused parts, each with its replacement or its omission."""


def salvaged(text: str, name: str) -> PartialMap:
    """Return the parts of any text that can be read as a map; *name* is the file's name."""
    torn = list[Fault]()
    try:
        raw = raw_map(text, name)
    except UnusableFile as error:
        xml = is_xml(text)
        raw = torn_map(text) if xml else _by_lines(text)
        how = "all before the fault" if xml else "each on one line"
        words = f"{many(sum(1 for _ in objects_in(raw)), 'object')} recovered, {how}"
        torn = [f._replace(reason=and_so(f.reason, words)) for f in error.faults]
    if not isinstance(raw, dict):
        raw = {}
        torn.append(Fault("", "is not a map: nothing in it can be read"))
    reading = _Salvaging()
    mapfile = reading.map(raw)
    losses = (*torn, *reading.faults, *remarks_on_notes(mapfile))
    return PartialMap(mapfile.model_copy(update={"unclassed": ()}), losses)


def _by_lines(text: str) -> dict[str, Any]:
    """Return the objects on complete lines of a text that is not valid JSON."""
    objects, head = list[Any](), dict[str, Any]()
    for line in text.splitlines():
        if match := _NUMBER.match(line):
            head[match[1]] = int(match[2][:6])
        elif (one := _table(line)) and "id" in one and ("type" in one or "class" in one):
            objects.append(one)
    layer = {"id": 1, "name": "what could be read", "type": "objectgroup", "objects": objects}
    return {"properties": [], **head, "layers": [layer]}


def _table(line: str) -> dict[str, Any] | None:
    try:
        value = parse_json(line.strip().rstrip(",").removesuffix("]}").strip(), "")
    except UnusableFile:
        return None
    return value if isinstance(value, dict) else None


class _Salvaging(Reading):
    """A reader that retries refused parts without the members that were refused."""

    patience = 10**9

    def map(self, raw: dict[str, Any]) -> MapFile:
        whole = super().map(raw)
        layers = tuple(self._with_own_ids(whole))
        known = _size(raw, "width"), _size(raw, "height")
        wide, high = (side or _reach(layers, n) for n, side in enumerate(known))
        return whole.model_copy(update={"width": wide, "height": high, "layers": layers})

    def board(self, properties: list[Any]) -> tuple[Board, dict[str, Any]]:
        before = len(self.faults)
        whole, kept = super().board(properties)
        if len(self.faults) > before:
            members = self._silently(properties)
            members.pop("format", None)
            whole = _lenient(Board, members) or Board()
            self._became(before, "the default is used")
        return whole, kept

    def picture(self, raw: dict[str, Any], place: str, inner: Frame) -> MapPicture | None:
        before = len(self.faults)
        one = super().picture(raw, place, inner)
        self._became(before, "the picture is left out")
        return one

    def layers(self, listed: list[Any], path: str, frame: Frame) -> Iterator[LayerPart | None]:
        before = len(self.faults)
        yield from super().layers(listed, path, frame)
        self._became(before, "the layer is left out", own=True)

    def frame_inside(self, raw: dict[str, Any], place: str, frame: Frame) -> Frame:
        before = len(self.faults)
        inner = super().frame_inside(raw, place, frame)
        self._became(before, "the layer is kept without it")
        return inner

    def group(self, raw: dict[str, Any], place: str, frame: Frame) -> LayerGroup | None:
        before = len(self.faults)
        group = super().group(raw, place, frame)
        self._became(before, "its layers are kept without the group")
        return group

    def layer(self, raw: dict[str, Any], place: str, inner: Frame) -> MapLayer | None:
        before = len(self.faults)
        layer = super().layer(raw, place, inner)
        if layer is None:
            # The faults of its objects are recorded already; the objects are read once more.
            faults = self.faults[before:]
            rest = {key: value for key, value in raw.items() if key in OF_LAYER}
            objects = [self.object(k, one, place, inner) for k, one in enumerate(_listed(raw))]
            self.faults[before:] = faults
            own = tuple(one for one in objects if isinstance(one, MapObject))
            layer = _lenient(MapLayer, rest | {"id": 1, "objects": own})
            self._became(before, "the layer is kept without it", own=True)
        return layer

    def object(
        self, n: int, raw: Any, layer: str, inner: Frame
    ) -> MapObject | KeptObject | None:
        before = len(self.faults)
        if one := super().object(n, raw, layer, inner):
            return one
        one = self._again(raw, inner) if isinstance(raw, dict) else None
        became = "the object is kept without it" if one else "the object is left out"
        self._became(before, became)
        return one

    def _again(self, raw: dict[str, Any], inner: Frame) -> MapObject | None:
        name = raw.get("type") or raw.get("class") or ""
        if not isinstance(name, str) or name not in CLASSES:
            return None
        members = self._silently(raw.get("properties", []))
        own = {key: value for key, value in raw.items() if key in FIELDS}
        own |= inner.moved(own, self.scale)
        if GROUP in members:
            own[GROUP] = members.pop(GROUP)
        if is_copy(members.get(COPY)):
            own[COPY] = members.pop(COPY)
        what = _lenient(CLASSES[name], members)
        return _lenient(MapObject, own | {"what": what or MapClass()}) if what else None

    def _silently(self, properties: Any) -> dict[str, Any]:
        """Return the readable properties by name, without reporting faults."""
        before = len(self.faults)
        found = self.members(properties, "")
        del self.faults[before:]
        return found

    def _became(self, before: int, what: str, *, own: bool = False) -> None:
        """Add the outcome to the faults from index *before* on.

        With *own*, faults that have an outcome already are left alone.
        """
        for n, fault in enumerate(self.faults[before:], before):
            if not own or not fault.kind:
                reason = and_so(fault.reason, what)
                self.faults[n] = fault._replace(reason=reason, kind="read without")

    def _with_own_ids(self, whole: MapFile) -> Iterator[MapLayer]:
        """Yield layers and objects with unique ids, up to the maximum number of objects."""
        layers = whole.layers
        taken = {one.id for layer in layers for one in layer.objects}
        others = whole.model_copy(update={"layers": ()}).layer_ids()
        fresh = iter(range(max(taken, default=0) + 1, 10**9))
        seen, known, count = set[int](), {id_ for id_, _ in others}, 0
        for layer in layers:
            objects = list[MapObject]()
            for one in layer.objects:
                count += 1
                if count > MAX_OBJECTS:
                    self.faults.append(Fault(one.label, "exceeds the limit and was left out"))
                    continue
                new = one
                if one.id in seen:
                    new = one.model_copy(update={"id": next(fresh)})
                    reason = f"id {one.id} is already taken: it is now {new.id}"
                    self.faults.append(Fault(one.label, reason, about=(new.id,)))
                seen.add(new.id)
                objects.append(new)
            id_ = layer.id
            if id_ in known:
                id_ = max(known) + 1
                reason = f"id {layer.id} is already taken by another layer: it is now {id_}"
                self.faults.append(Fault(f"layer '{layer.name}'", reason))
            known.add(id_)
            yield layer.model_copy(update={"id": id_, "objects": tuple(objects)})


def _lenient(model: type[Read], raw: dict[str, Any]) -> Read | None:
    """Return a part without its refused members; None if it would become a different one."""
    left = dict(raw)
    for _ in range(len(raw) + 1):
        try:
            return model.model_validate(left)
        except ValidationError as error:
            wrong = {str(one["loc"][0]) for one in error.errors() if one["loc"]}
            if not wrong & left.keys() or (model is MapObject and wrong & _SHAPES):
                return None
            left = {key: value for key, value in left.items() if key not in wrong}
    return None


def _listed(raw: dict[str, Any]) -> list[Any]:
    objects = raw.get("objects")
    return objects if isinstance(objects, list) else []


def _size(raw: dict[str, Any], key: str) -> int | None:
    value = raw.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if MIN_SIDE <= value <= MAX_SIDE else None


def _reach(layers: tuple[MapLayer, ...], axis: int) -> int:
    """Return the side of a board, in inches, that contains all objects."""
    ends = [c[axis] for layer in layers for one in layer.objects for c in one.outline]
    most = max(ends, default=float(DEFAULT_SIDE))
    return max(MIN_SIDE, min(MAX_SIDE, int(-(-most // 1))))
