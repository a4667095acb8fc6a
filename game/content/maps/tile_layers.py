"""Tile layers of Tiled, placed on the board as pictures of tiles."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from game.content.background_pictures import beside
from game.content.faults import Fault, spelt
from game.content.maps.map_file import (
    Kept,
    KeptLayer,
    MapFile,
    MapLayer,
    Pixels,
    has_tiles,
    is_tile_layer,
    kept_table,
)
from game.content.maps.tile_packing import PackingError, unpacked
from game.content.maps.tilesets import Tileset, read_tilesets
from game.content.schema_faults import faults_in
from game.content.schemas import Several
from game.table.board import TileGround, TileImage, TileLayer, TileObject, TilePlace
from game.table.records import many

MAX_CELLS = 250_000
"""Maximum number of tiles that are drawn on a map."""
MAX_UNPACKED = 1 << 22
"""Maximum number of tiles of a map, on the board or not, that are unpacked."""
MAX_IMAGES = 4096
"""Maximum number of different tiles that are drawn on a map."""
MAX_TILE_PIXELS = 24_000_000
"""Maximum number of pixels of the different tiles of a map together."""
FLIP_ACROSS, FLIP_DOWN, FLIP_DIAGONALLY = 1 << 31, 1 << 30, 1 << 29
_NUMBER = (1 << 28) - 1
"""The bits of a tile without its flips and its turn on a hexagonal map."""
_FAR = 1_000_000
MAX_OBJECT_SIDE = 8192.0
"""Maximum side of a tile off the grid, in pixels."""
_LAYOUTS = 16
"""Number of maps whose tiles are kept in the cache."""


class _Outside(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True, allow_inf_nan=False)


class _Block(_Outside):
    """A rectangle of tiles: a layer, or a chunk of one of an infinite map."""

    x: Annotated[int, Field(ge=-_FAR, le=_FAR)] = 0
    y: Annotated[int, Field(ge=-_FAR, le=_FAR)] = 0
    width: Annotated[int, Field(ge=0, le=_FAR)]
    height: Annotated[int, Field(ge=0, le=_FAR)]
    data: Any = None


class _Layer(_Block):
    offsetx: Annotated[float, Field(ge=-_FAR, le=_FAR)] = 0.0
    offsety: Annotated[float, Field(ge=-_FAR, le=_FAR)] = 0.0
    opacity: Annotated[float, Field(ge=0, le=1)] = 1.0
    visible: bool = True
    encoding: str = ""
    compression: str = ""
    chunks: Several[_Block] | None = None
    tintcolor: str = ""


class _Object(_Outside):
    """A tile off the grid; its place is that of its anchor, usually the lower left corner."""

    gid: Annotated[int, Field(ge=1, lt=1 << 32)]
    x: Annotated[float, Field(ge=-_FAR, le=_FAR)]
    y: Annotated[float, Field(ge=-_FAR, le=_FAR)]
    width: Annotated[float, Field(ge=0, le=MAX_OBJECT_SIDE)] = 0.0
    height: Annotated[float, Field(ge=0, le=MAX_OBJECT_SIDE)] = 0.0
    rotation: Annotated[float, Field(ge=-36000, le=36000)] = 0.0
    opacity: Annotated[float, Field(ge=0, le=1)] = 1.0
    visible: bool = True


class DrawnTiles(NamedTuple):
    """The tiles of a map, and the faults of those that cannot be drawn."""

    tiles: TileGround | None
    faults: tuple[Fault, ...]
    are_there: bool = False
    """True if the map holds tiles at all, also hidden ones and such as cannot be drawn."""


class _Request(NamedTuple):
    """All that the tiles of a map depend on."""

    kept: Kept
    layers: tuple[tuple[str, Kept | tuple[Kept, ...], float], ...]
    """Name, text, and opacity of the groups around each tile layer.

    Of an object layer with tiles: its name, their texts, and its opacity.
    """
    size: tuple[int, int]
    tile: int


def drawn_tiles(mapfile: MapFile) -> DrawnTiles:
    """Return the tiles of a map; the names of their pictures are relative to its folder."""
    layers = tuple(
        _tile_objects(mapfile, one)
        if isinstance(one, MapLayer)
        else (one.name, one.text, _opacity_around(mapfile, one.within))
        for one in _in_order(mapfile)
    )
    if not layers:
        return DrawnTiles(None, ())
    size = mapfile.width, mapfile.height
    return _drawn(_Request(mapfile.kept, layers, size, mapfile.tile))


def _in_order(mapfile: MapFile) -> list[KeptLayer | MapLayer]:
    """Return the tile layers, and the object layers with tiles, as they are drawn."""
    at = {one.id: n for n, one in enumerate(mapfile.layers)}
    tiles = (one for one in mapfile.unseen if is_tile_layer(one))
    found: list[tuple[float, KeptLayer | MapLayer]]
    found = [(at.get(one.over, -1) + 0.5, one) for one in tiles]
    found += [(at[one.id], one) for one in mapfile.layers if one.visible and has_tiles(one)]
    return [one for _, one in sorted(found, key=lambda pair: pair[0])]


def _tile_objects(mapfile: MapFile, layer: MapLayer) -> tuple[str, tuple[Kept, ...], float]:
    texts = [one.text for one in layer.unseen if '"gid":' in one.text]
    if layer.draworder == "topdown":
        texts.sort(key=lambda text: _number_in(text, "y"))
    return layer.name, tuple(texts), layer.opacity * _opacity_around(mapfile, layer.within)


def _number_in(text: Kept, key: str) -> float:
    value = kept_table(text).get(key)
    return float(value) if isinstance(value, int | float) else 0.0


def ids_with_tiles(mapfile: MapFile) -> list[int]:
    """Return the ids of the layers with tiles, the lowest first."""
    return [one.id for one in _in_order(mapfile)]


def layers_under(mapfile: MapFile) -> list[int]:
    """Return the number of layers of tiles that lie under each picture of a map."""
    order = ids_with_tiles(mapfile)
    return [order.index(one.over) + 1 if one.over in order else 0 for one in mapfile.pictures]


def board_tiles(mapfile: MapFile, file: str) -> TileGround | None:
    """Return the tiles of a map in the file *file*; None if it has none."""
    if (tiles := drawn_tiles(mapfile).tiles) is None:
        return None
    return tiles.renamed({name: beside(file, name) for name in tiles.files})


def _opacity_around(mapfile: MapFile, id_: int) -> float:
    """Return the opacity of a group and those around it."""
    groups, opacity = {one.id: one for one in mapfile.groups}, 1.0
    while group := groups.pop(id_, None):
        found = kept_table(group.kept).get("opacity", 1)
        opacity *= found if isinstance(found, int | float) else 1.0
        id_ = group.within
    return max(0.0, min(1.0, opacity))


@lru_cache(maxsize=_LAYOUTS)
def _drawn(request: _Request) -> DrawnTiles:
    placing = _Placing(request)
    found = [placing.layer(*one) for one in request.layers]
    # Layers without tiles stay, as pictures count those that lie under them.
    layers = tuple(one or TileLayer(()) for one in found)
    images = tuple(placing.images)
    has_any = any(one.places or one.objects for one in layers)
    background = kept_table(request.kept).get("backgroundcolor", "")
    colour = background if isinstance(background, str) else ""
    tiles = TileGround(request.tile, images, layers, colour) if has_any else None
    tileset_faults = placing.tileset_faults if placing.has_tiles else []
    return DrawnTiles(tiles, (*tileset_faults, *placing.faults), are_there=placing.are_there)


class _Placing:
    """The places of a map's tiles, in the pixels of its file."""

    def __init__(self, request: _Request) -> None:
        self.tile, kept = request.tile, kept_table(request.kept)
        self.width, self.height = (side * self.tile for side in request.size)
        self.tilesets, self.tileset_faults = read_tilesets(kept.get("tilesets", []))
        self.firsts = [one.firstgid for one in self.tilesets]
        order = str(kept.get("renderorder", ""))
        self.upward, self.leftward = order.endswith("-up"), order.startswith("left-")
        self.faults = list[Fault]()
        self.images: dict[TileImage, int] = {}
        self._sizes = list[tuple[int, int]]()
        self.has_tiles = self.are_there = False
        """True if there are tiles on visible layers, and on any."""
        self.room = MAX_CELLS
        self.packed_room = MAX_UNPACKED
        """Number of tiles that may still be unpacked."""
        self.pixels = 0
        """Pixels of the different tiles."""
        self.is_full = False
        """True if a tile was left out because there are too many, or it is too large."""
        self._known: dict[int, tuple[int, Tileset] | None] = {}

    def layer(
        self, name: str, text: Kept | tuple[Kept, ...], around: float
    ) -> TileLayer | None:
        """Return the tiles of a layer; None, with faults, for one that cannot be drawn."""
        place = f"layer '{name}'"
        if isinstance(text, tuple):
            return self._objects(place, text, around)
        try:
            layer = _Layer.model_validate(kept_table(text))
        except ValidationError as error:
            self.faults += faults_in(error, _Layer, lambda s: f"{place}: {spelt(tuple(s))}")
            self.are_there = True
            return None
        try:
            blocks = [self._block(one, layer) for one in layer.chunks or (layer,)]
        except PackingError as error:
            if layer.visible:
                self.faults.append(Fault(place, f"its tiles are kept, but not shown: {error}"))
            self.are_there = True
            return None
        has_tiles = any(any(found) for _, found in blocks)
        self.are_there = self.are_there or has_tiles
        if not layer.visible:
            return None
        self.has_tiles = self.has_tiles or has_tiles
        cells = self._in_order(blocks)
        unknown, beyond = 0, 0
        places = list[TilePlace]()
        for x, y, gid in cells:
            if (found := self._image(gid & _NUMBER)) is None:
                unknown += 1
                continue
            spot = self._spot(x, y, gid, *found, layer)
            if spot is None:
                continue
            if len(places) >= self.room:
                beyond += 1
            else:
                places.append(spot)
        self.room -= len(places)
        self._say_left_out(place, unknown, beyond)
        return TileLayer(tuple(places), layer.opacity * around, layer.tintcolor)

    def _objects(self, place: str, texts: tuple[Kept, ...], opacity: float) -> TileLayer:
        """Return the tiles of an object layer."""
        self.are_there = self.has_tiles = True
        unknown, found = 0, list[TileObject]()
        for text in texts:
            try:
                one = _Object.model_validate(kept_table(text))
            except ValidationError:
                unknown += 1
                continue
            if not one.visible:
                continue
            if (image := self._image(one.gid & _NUMBER)) is None:
                unknown += 1
            else:
                size = self._sizes[image[0]]  # Tiled before 0.16 did not write it
                wide, high = one.width or size[0], one.height or size[1]
                sized = one.model_copy(update={"width": wide, "height": high})
                found.append(_placed(sized, *image))
        self._say_left_out(place, unknown, len(found[self.room :]))
        found = found[: self.room]
        self.room -= len(found)
        return TileLayer((), opacity, objects=tuple(found))

    def _say_left_out(self, place: str, unknown: int, beyond: int) -> None:
        """Add the faults of tiles without a picture, and of those beyond the limit."""
        if unknown:
            why = "of no tileset at hand: not shown"
            if self.is_full:
                why = "of no tileset at hand, or too many or too large: not shown"
            self.faults.append(Fault(place, f"{many(unknown, 'tile')} {why}"))
        if beyond:
            words = f"{many(beyond, 'tile')} not shown: a map shows at most {MAX_CELLS:,}"
            self.faults.append(Fault(place, words))

    def _block(self, block: _Block, layer: _Layer) -> tuple[_Block, Sequence[int]]:
        """Return a block with its tiles, row by row; raise PackingError."""
        found = unpacked(block.data, layer.encoding, layer.compression, self.packed_room)
        self.packed_room = max(0, self.packed_room - len(found))
        if block.data in ([], ""):
            return block, ()
        if len(found) != block.width * block.height:
            size = f"{block.width} × {block.height}"
            raise PackingError(f"they are {len(found)}, not {size}")
        return block, found

    def _in_order(
        self, blocks: Sequence[tuple[_Block, Sequence[int]]]
    ) -> list[tuple[int, int, int]]:
        """Return column, row and number of each tile in the order in which Tiled draws them."""
        cells = [
            (n % block.width + block.x, n // block.width + block.y, gid)
            for block, found in blocks
            for n, gid in enumerate(found)
            if gid
        ]
        down, across = -1 if self.upward else 1, -1 if self.leftward else 1
        cells.sort(key=lambda cell: (down * cell[1], across * cell[0]))
        return cells

    def _image(self, gid: int) -> tuple[int, Tileset] | None:
        """Return the number of a tile's picture, and its tileset; None if it has none."""
        if gid not in self._known:
            self._known[gid] = self._found(gid)
        return self._known[gid]

    def _found(self, gid: int) -> tuple[int, Tileset] | None:
        at = bisect_right(self.firsts, gid) - 1
        if at < 0:
            return None
        tileset = self.tilesets[at]
        if (part := tileset.part(gid - tileset.firstgid)) is None:
            return None
        wide, high = part.box[2:]
        size = wide, high
        if not all(size):
            return None
        if tileset.fits_the_grid:
            share = min(self.tile / wide, self.tile / high)
            size = max(1, round(wide * share)), max(1, round(high * share))
        elif tileset.tilerendersize == "grid":
            size = self.tile, self.tile
        image = TileImage(part.image, part.box, size, part.transparent)
        if image not in self.images:
            pixels = max(wide * high, size[0] * size[1])
            if self.pixels + pixels > MAX_TILE_PIXELS or len(self.images) >= MAX_IMAGES:
                self.is_full = True
                return None
            self.pixels += pixels
            self.images[image] = len(self.images)
            self._sizes.append(size)
        return self.images[image], tileset

    def _spot(
        self, x: int, y: int, gid: int, image: int, tileset: Tileset, layer: _Layer
    ) -> TilePlace | None:
        """Return the place of a tile; None if it lies off the board."""
        wide, high = self._sizes[image]
        if gid & FLIP_DIAGONALLY:
            wide, high = high, wide
        left = x * self.tile + layer.offsetx + tileset.tileoffset.x
        low = (y + 1) * self.tile + layer.offsety + tileset.tileoffset.y
        if tileset.fits_the_grid:
            left += (self.tile - wide) / 2
            low -= (self.tile - high) / 2
        if not (-wide < left < self.width and 0 < low < self.height + high):
            return None
        flips = bool(gid & FLIP_ACROSS), bool(gid & FLIP_DOWN), bool(gid & FLIP_DIAGONALLY)
        return TilePlace(round(left), round(low), image, *flips)


def _placed(one: _Object, image: int, tileset: Tileset) -> TileObject:
    """Return the place of a tile off the grid, which turns about its anchor."""
    right, down = tileset.anchor
    x, y = one.width * (0.5 - right), one.height * (0.5 - down)
    x, y = x + tileset.tileoffset.x, y + tileset.tileoffset.y
    turn = radians(one.rotation)
    c, s = round(cos(turn), 9), round(sin(turn), 9)
    across, flip_down = bool(one.gid & FLIP_ACROSS), bool(one.gid & FLIP_DOWN)
    middle: Pixels = (
        round(one.x + x * c - y * s, 3),
        round(one.y + x * s + y * c, 3),
    )
    size = one.width, one.height
    return TileObject(image, middle, *size, one.rotation, across, flip_down, one.opacity)
