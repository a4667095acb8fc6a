"""The document of a map file, with corners in inches."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import cos, radians, sin
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, Field, PlainValidator

from game.content.background_pictures import name_fault, plain_name
from game.content.file_names import inward
from game.content.maps.map_class import Board, MapClass, Shape
from game.content.maps.member_types import Line, rounded
from game.content.schemas import Part, Several
from game.geometry.points import Path, Point

PX = 32
"""Pixels of Tiled per inch."""
CORNERS = 32
"""Number of corners of an ellipse on the board."""

_PER_PX = 1000 / PX

Pixels: TypeAlias = tuple[float, float]
FORMAT = 1
"""Version of Undertow's own properties, stored as a property of the map."""
MIN_SIDE, MAX_SIDE = 6, 240
"""Minimum and maximum length of a side of a board, in inches."""
MAX_OBJECTS = 2000
MAX_CORNERS = 200
"""Maximum number of corners of one polygon or polyline."""
MAX_VALUES = 400_000
"""Maximum number of JSON values; a map of 4 MiB may have as many."""
_FAR = MAX_SIDE * PX * 2
Px: TypeAlias = Annotated[float, Field(ge=-_FAR, le=_FAR), AfterValidator(rounded)]
Length: TypeAlias = Annotated[float, Field(ge=0, le=_FAR), AfterValidator(rounded)]
Share: TypeAlias = Annotated[float, Field(ge=0, le=1), AfterValidator(rounded)]
Id: TypeAlias = Annotated[int, Field(ge=1, le=10**9)]
Inches: TypeAlias = Annotated[int, Field(ge=MIN_SIDE, le=MAX_SIDE)]
Kept: TypeAlias = str
"""JSON of a table of the file that no board shows and no rule reads; empty for none."""
MIN_SCALE, MAX_SCALE = 0.001, 64.0
MAX_PICTURES = 8
TILE_LAYER, IMAGE_LAYER = "tilelayer", "imagelayer"
SCALE = "scale"
"""Name of the property that holds a picture's scale."""
ORIENTATION = "orientation"
"""Name of the property that holds how a picture is turned and flipped."""
GROUP = "group"
"""Name of the property that holds an object's group."""
COPY = "stamp_copy"
"""Name of the property that tells the linked copy of a stamp, and the part."""
COPY_FORM = r"[^:\n]{1,40}:[1-9]\d{0,8}:[1-9]\d{0,8}"
"""Its form: the stamp's name, the number of the copy on the map, that of the part."""


def _unit(degrees: float) -> Pixels:
    # Rounded before use: sin and cos may differ in their last digit between machines.
    turn = radians(degrees)
    return round(cos(turn), 9) + 0.0, round(sin(turn), 9) + 0.0


_CIRCLE = tuple(_unit(360.0 * n / CORNERS) for n in range(CORNERS))


def rectangle(width: float, height: float) -> Sequence[Pixels]:
    return (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)


def ellipse(width: float, height: float) -> Sequence[Pixels]:
    rx, ry = width / 2, height / 2
    return [(rx + rx * c, ry + ry * s) for c, s in _CIRCLE]


def placed(corners: Iterable[Pixels], x: float, y: float, rotation: float) -> Path:
    """Return the corners of an object at (x, y), turned clockwise about it by *rotation*.

    The corners are given in pixels relative to (x, y), and returned in inches.
    """
    if rotation:
        c, s = _unit(rotation)
        corners = [(dx * c - dy * s, dx * s + dy * c) for dx, dy in corners]
    # Three times as fast as ``thousandths``; maps have many corners.
    return tuple(
        [
            Point(round((x + dx) * _PER_PX) / 1000, round((y + dy) * _PER_PX) / 1000)
            for dx, dy in corners
        ]
    )


def _scale(scale: float) -> float:
    return round(scale, 6)


def _turned(degrees: float) -> float:
    return rounded(rounded(degrees) % 360.0) % 360.0


Degrees: TypeAlias = Annotated[float, Field(ge=-36000, le=36000), AfterValidator(_turned)]


class Corner(Part):
    """A corner in pixels, relative to the object's position and before rotation."""

    x: Px
    y: Px


def kept_text(table: dict[str, Any]) -> Kept:
    """Return a table as it is kept: with sorted keys, and whole numbers without a point."""
    if not table:
        return ""
    separators = (", ", ":")
    return json.dumps(plain(table), ensure_ascii=False, separators=separators, sort_keys=True)


def kept_table(kept: Kept) -> dict[str, Any]:
    """Return the table that is kept; empty for none."""
    return dict(json.loads(kept)) if kept else {}


def plain(value: Any) -> Any:
    """Convert whole floats to integers, as Tiled writes them: 2, not 2.0."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        if {*map(type, value)} <= {int, str}:  # often thousands of tiles
            return value
        return [plain(inner) for inner in value]
    return int(value) if isinstance(value, float) and value == int(value) else value


Corners: TypeAlias = Annotated[Several[Corner], Field(max_length=MAX_CORNERS)]


def _known(raw: object) -> MapClass:
    if not isinstance(raw, MapClass):
        raise ValueError("is not a map class")  # noqa: TRY004  pydantic takes no TypeError
    return raw


class MapObject(Part):
    """One object; a rectangle unless one of the last four fields is set."""

    id: Id
    name: Line = ""
    what: Annotated[MapClass, PlainValidator(_known)]
    """Class and members of the object: ``type`` and ``properties`` in the file."""
    group: Annotated[int, Field(ge=0, le=10**9)] = 0
    """Number shared by objects that the editor moves as one; 0 for none.

    In the file it is the property ``group``, which is not written if it is 0.
    """
    stamp_copy: Annotated[str, Field(pattern=f"^({COPY_FORM})?$")] = ""
    """The linked copy of a stamp that it is a part of, as ``COPY_FORM``; empty for none.

    In the file it is the property ``stamp_copy``, which is not written if it is empty.
    """
    x: Px
    y: Px
    width: Length = 0.0
    height: Length = 0.0
    rotation: Degrees = 0.0
    """Rotation in degrees, clockwise about (x, y)."""
    visible: bool = True
    opacity: Share = 1.0
    point: bool = False
    ellipse: bool = False
    polygon: Corners | None = None
    polyline: Corners | None = None
    kept: Kept = ""

    @property
    def shape(self) -> Shape:
        """Return the shape that Tiled drew."""
        if self.polygon is not None:
            return "polygon"
        if self.polyline is not None:
            return "polyline"
        if self.point:
            return "point"
        return "ellipse" if self.ellipse else "rectangle"

    @cached_property
    def outline(self) -> Path:
        """Return the corners on the board in inches; a single one for a point."""
        return placed(self._corners(), self.x, self.y, self.rotation)

    def _corners(self) -> Sequence[Pixels]:
        match self.shape:
            case "point":
                return ((0.0, 0.0),)
            case "ellipse":
                return ellipse(self.width, self.height)
            case "rectangle":
                return rectangle(self.width, self.height)
            case _:
                return [(corner.x, corner.y) for corner in self.polygon or self.polyline or ()]

    def loosened(self, is_loose: Callable[[int, str], bool]) -> MapObject:
        """Return the object without some of its references, as ``MapClass.loosened`` says."""
        what = self.what.loosened(is_loose)
        return self if what is self.what else self.model_copy(update={"what": what})

    @property
    def label(self) -> str:
        """Return the name used in faults: ``object 5 'gate 1' (SluiceGate)``."""
        name = f" '{self.name}'" if self.name else ""
        return f"object {self.id}{name} ({type(self.what).__name__})"


Placed: TypeAlias = Sequence[tuple[str, MapObject]]
"""Objects, each with its place in the file."""


class KeptObject(Part):
    """An object that no board shows, as the file has it: a tile, or a text."""

    id: Id
    text: Kept


class MapLayer(Part):
    """A layer; the order of layers is the order in which objects are listed and drawn."""

    id: Id
    name: Line = ""
    objects: Annotated[Several[MapObject], Field(max_length=MAX_OBJECTS)] = ()
    draworder: Literal["topdown", "index"] = "topdown"
    color: str = ""
    visible: bool = True
    locked: bool = False
    opacity: Share = 1.0
    within: int = 0
    """Id of the group of layers that it is in; 0 for none."""
    unseen: Several[KeptObject] = ()
    kept: Kept = ""

    def with_objects(self, objects: Iterable[MapObject]) -> MapLayer:
        """Return the layer with other objects."""
        return self.model_copy(update={"objects": tuple(objects)})


def _image(name: str) -> str:
    if reason := name_fault(name):
        raise ValueError(reason)
    return name


class MapPicture(Part):
    """A picture under the objects, as an image layer; pixels are those of Tiled."""

    id: Id
    name: Line = ""
    image: Annotated[str, AfterValidator(_image)]
    """Name of its file beside the map."""
    x: Px = 0.0
    y: Px = 0.0
    scale: Annotated[float, Field(ge=MIN_SCALE, le=MAX_SCALE), AfterValidator(_scale)] = 1.0
    """Pixels of the map for each pixel of the picture.

    In the file it is the property ``scale``, which is not written if it is 1, as Tiled draws.
    """
    orientation: Annotated[int, Field(ge=1, le=8)] = 1
    """Its turn and flip, as the eight orientations of Exif.

    In the file it is the property ``orientation``, which is not written if it is 1.
    """
    opacity: Share = 1.0
    visible: bool = True
    locked: bool = False
    over: int = 0
    """Id of the layer with tiles that it lies on; 0 for none. In the file it follows that."""
    kept: Kept = ""


class LayerGroup(Part):
    """A group of layers in Tiled; its offset and visibility are those of its layers."""

    id: Id
    name: Line = ""
    within: int = 0
    """Id of the group that it is in; 0 for none."""
    kept: Kept = ""


class KeptLayer(Part):
    """A layer that no board shows, as the file has it: of tiles, or an image elsewhere."""

    id: Id
    name: str = ""
    within: int = 0
    """Id of the group of layers that it is in; 0 for none."""
    over: int = 0
    """Id of the object layer that it lies on; 0 for none. In the file it follows that layer."""
    text: Kept


def is_tile_layer(layer: KeptLayer) -> bool:
    """Return whether a layer that the editor does not draw on is one of tiles."""
    return f'"type":"{TILE_LAYER}"' in layer.text


def has_tiles(layer: MapLayer) -> bool:
    """Return whether tiles lie on an object layer."""
    return any('"gid":' in one.text for one in layer.unseen)


def _pictured(kept: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the tables of tilesets and tiles that may name an image, of what a map keeps."""
    tilesets = kept.get("tilesets", [])
    for tileset in tilesets if isinstance(tilesets, list) else []:
        if isinstance(tileset, dict) and "source" not in tileset:
            yield tileset
            tiles = tileset.get("tiles", [])
            yield from (
                one
                for one in (tiles if isinstance(tiles, list) else [])
                if isinstance(one, dict)
            )


def _image_of(table: dict[str, Any], levels: int) -> str:
    """Return the name of the image of a tileset or a tile; empty if none can be read."""
    image = table.get("image")
    name = plain_name(image) if isinstance(image, str) else ""
    return "" if name_fault(inward(name, levels)) else name


def _image_of_layer(layer: KeptLayer, levels: int) -> str:
    """Return the name of the image of an image layer; empty if it has none to be read."""
    is_image = f'"type":"{IMAGE_LAYER}"' in layer.text
    return _image_of(kept_table(layer.text), levels) if is_image else ""


class MapFile(Part):
    """A whole map; ``faults_of`` checks whether it is valid."""

    board: Board = Board()
    width: Inches
    height: Inches
    pictures: Several[MapPicture] = ()
    """The pictures under the objects, the lowest first."""
    layers: Several[MapLayer] = ()
    tile: Annotated[int, Field(ge=1, le=1024)] = PX
    """Pixels to the inch in the file: the side of a tile of Tiled."""
    groups: Several[LayerGroup] = ()
    unseen: Several[KeptLayer] = ()
    kept: Kept = ""
    unclassed: Several[int] = ()
    """Ids of the notes that were shapes without a class in the file just read."""

    def objects(self) -> Iterator[tuple[MapLayer, MapObject]]:
        """Yield all objects in the order of the file, each with its layer."""
        for layer in self.layers:
            for one in layer.objects:
                yield layer, one

    def all_of(self, *kinds: type[MapClass]) -> list[MapObject]:
        """Return the objects of some classes, in the order of the file."""
        return [one for _, one in self.objects() if isinstance(one.what, kinds)]

    def by_id(self) -> dict[int, MapObject]:
        """Return the objects by their ids."""
        return {one.id: one for _, one in self.objects()}

    @property
    def next_id(self) -> int:
        """Return an id that is higher than that of any object."""
        unseen = (one.id for layer in self.layers for one in layer.unseen)
        return max([*self.by_id(), *unseen], default=0) + 1

    def layer_ids(self) -> Iterator[tuple[int, str]]:
        """Yield the ids of all pictures, groups and layers, each with its name."""
        for part in (self.pictures, self.groups, self.layers, self.unseen):
            yield from ((one.id, one.name) for one in part)

    @property
    def next_layer_id(self) -> int:
        """Return an id that is higher than that of any layer, group or picture."""
        return max((id_ for id_, _ in self.layer_ids()), default=0) + 1

    def decor_images(self) -> list[str]:
        """Return the names of the files of its decor, each once."""
        named = (name for _, one in self.objects() for name in one.what.pictures())
        return list(dict.fromkeys(named))

    def images(self, *, levels: int = 0) -> list[str]:
        """Return the names of the files of its pictures, decor and tiles, each once.

        *levels*: how many folders up the image of a tile may lie; none is shown from there.
        """
        named = [*(one.image for one in self.pictures), *self.decor_images()]
        tables = _pictured(kept_table(self.kept))
        named += [image for table in tables if (image := _image_of(table, levels))]
        named += [image for one in self.unseen if (image := _image_of_layer(one, levels))]
        return list(dict.fromkeys(named))

    def with_images(self, names: Mapping[str, str], *, levels: int = 0) -> MapFile:
        """Return the map with other names of some files of its pictures, decor and tiles."""
        new = [
            one.model_copy(update={"image": names.get(one.image, one.image)})
            for one in self.pictures
        ]
        kept = kept_table(self.kept)
        for table in _pictured(kept):
            if image := _image_of(table, levels):
                table["image"] = names.get(image, image)
        whole = self.replaced(
            one.model_copy(update={"what": one.what.with_pictures(names)})
            for _, one in self.objects()
            if one.what.pictures()
        )
        unseen = [
            one.model_copy(update={"text": kept_text(table | {"image": names[image]})})
            if (image := _image_of_layer(one, levels)) in names
            and (table := kept_table(one.text))
            else one
            for one in self.unseen
        ]
        return whole.model_copy(
            update={"pictures": tuple(new), "kept": kept_text(kept), "unseen": tuple(unseen)}
        )

    def with_image_sizes(
        self, size_of: Callable[[str], tuple[int, int] | None], *, levels: int = 0
    ) -> MapFile:
        """Return the map with the sizes of the images of its tiles that the file leaves out.

        *size_of* returns width and height of an image in pixels by its name; None if unknown.
        """
        kept = kept_table(self.kept)
        for table in _pictured(kept):
            if "image" not in table or table.get("imagewidth"):
                continue
            if (image := _image_of(table, levels)) and (size := size_of(image)):
                table["imagewidth"], table["imageheight"] = size
        return self.model_copy(update={"kept": kept_text(kept)})

    def with_layers(self, layers: Iterable[MapLayer]) -> MapFile:
        """Return the map with other layers."""
        return self.model_copy(update={"layers": tuple(layers)})

    def replaced(self, objects: Iterable[MapObject]) -> MapFile:
        """Return the map with objects in place of those with the same ids."""
        new = {one.id: one for one in objects}
        return self.with_layers(
            layer.with_objects(new.get(one.id, one) for one in layer.objects)
            for layer in self.layers
        )

    def added(self, to: int, objects: Iterable[MapObject]) -> MapFile:
        """Return the map with objects at the end of a layer, by its id."""
        more = tuple(objects)
        return self.with_layers(
            layer.with_objects((*layer.objects, *more)) if layer.id == to else layer
            for layer in self.layers
        )

    def removed(self, ids: Collection[int]) -> MapFile:
        """Return the map without some objects; references to them are cleared."""
        return self.with_layers(
            layer.with_objects(
                one.loosened(lambda id_, _: id_ in ids)
                for one in layer.objects
                if one.id not in ids
            )
            for layer in self.layers
        )
