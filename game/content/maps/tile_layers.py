"""Tile layers of Tiled, placed on the board as pictures of tiles."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from game.content.background_pictures import beside
from game.content.faults import Fault, spelt
from game.content.maps.map_file import Kept, KeptLayer, MapFile, kept_table
from game.content.maps.tile_packing import PackingError, unpacked
from game.content.maps.tilesets import Tileset, read_tilesets
from game.content.schema_faults import faults_in
from game.content.schemas import Several
from game.table.board import TileGround, TileImage, TileLayer, TilePlace
from game.table.records import many

TILE_LAYER = "tilelayer"
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


class DrawnTiles(NamedTuple):
    """The tiles of a map, and the faults of those that cannot be drawn."""

    tiles: TileGround | None
    faults: tuple[Fault, ...]
    are_there: bool = False
    """True if the map holds tiles at all, also hidden ones and such as cannot be drawn."""


class _Request(NamedTuple):
    """All that the tiles of a map depend on."""

    kept: Kept
    layers: tuple[tuple[str, Kept, float], ...]
    """Name, text, and opacity of the groups around each tile layer."""
    size: tuple[int, int]
    tile: int


def drawn_tiles(mapfile: MapFile) -> DrawnTiles:
    """Return the tiles of a map; the names of their pictures are relative to its folder."""
    layers = tuple(
        (one.name, one.text, _opacity_around(mapfile, one.within))
        for one in mapfile.unseen
        if is_tile_layer(one)
    )
    if not layers:
        return DrawnTiles(None, ())
    size = mapfile.width, mapfile.height
    return _drawn(_Request(mapfile.kept, layers, size, mapfile.tile))


def is_tile_layer(layer: KeptLayer) -> bool:
    """Return whether a layer that the editor does not draw on is one of tiles."""
    return f'"type":"{TILE_LAYER}"' in layer.text


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
    layers = tuple(one for one in found if one and one.places)
    images = tuple(placing.images)
    tiles = TileGround(request.tile, images, layers) if layers else None
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

    def layer(self, name: str, text: Kept, around: float) -> TileLayer | None:
        """Return the tiles of a layer; None, with faults, for one that cannot be drawn."""
        place = f"layer '{name}'"
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
