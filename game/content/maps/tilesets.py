"""Tilesets of Tiled, as far as tile layers are drawn with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from game.content.background_pictures import leads_out, name_fault, plain_name
from game.content.faults import Fault, shown, spelt
from game.content.schema_faults import faults_in
from game.content.schemas import Several

MAX_TILESETS = 256
MAX_SIDE = 4096
"""Maximum side of a tile, in pixels."""
MAX_TILES = 1_000_000
"""Maximum number of tiles of a tileset."""
_MIDDLE, _LEVEL = {"top", "center", "bottom"}, {"left", "center", "right"}
"""Alignments of objects to the middle of their width, and of their height."""


class _Outside(BaseModel):
    """A table of Tiled; keys that drawing does not need are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True, allow_inf_nan=False)


class _Offset(_Outside):
    x: Annotated[int, Field(ge=-MAX_SIDE, le=MAX_SIDE)] = 0
    y: Annotated[int, Field(ge=-MAX_SIDE, le=MAX_SIDE)] = 0


class _Frame(_Outside):
    tileid: Annotated[int, Field(ge=0, le=MAX_TILES)]


class _Tile(_Outside):
    id: Annotated[int, Field(ge=0, le=MAX_TILES)]
    image: str = ""
    imagewidth: Annotated[int, Field(ge=0)] = 0
    imageheight: Annotated[int, Field(ge=0)] = 0
    x: Annotated[int, Field(ge=0)] = 0
    y: Annotated[int, Field(ge=0)] = 0
    width: Annotated[int, Field(ge=0, le=MAX_SIDE)] = 0
    height: Annotated[int, Field(ge=0, le=MAX_SIDE)] = 0
    transparentcolor: str = ""
    animation: Several[_Frame] = ()


class TilePart(NamedTuple):
    """The part of a picture's file that shows a tile."""

    image: str
    """Name of the file beside the map."""
    box: tuple[int, int, int, int]
    """Left edge, upper edge, width and height in pixels."""
    transparent: str
    """The colour that is left out, such as ``#ff00ff``; empty for none."""


class Tileset(_Outside):
    """A tileset; its pictures are beside the map."""

    firstgid: Annotated[int, Field(ge=1, lt=1 << 28)]
    name: str = ""
    image: str = ""
    imagewidth: Annotated[int, Field(ge=0)] = 0
    imageheight: Annotated[int, Field(ge=0)] = 0
    tilewidth: Annotated[int, Field(ge=1, le=MAX_SIDE)]
    tileheight: Annotated[int, Field(ge=1, le=MAX_SIDE)]
    spacing: Annotated[int, Field(ge=0, le=MAX_SIDE)] = 0
    margin: Annotated[int, Field(ge=0, le=MAX_SIDE)] = 0
    columns: Annotated[int, Field(ge=0, le=MAX_TILES)] = 0
    tilecount: Annotated[int, Field(ge=0, le=MAX_TILES)] = 0
    tileoffset: _Offset = _Offset()
    objectalignment: str = ""
    tilerendersize: Literal["tile", "grid"] = "tile"
    fillmode: Literal["stretch", "preserve-aspect-fit"] = "stretch"
    transparentcolor: str = ""
    tiles: Several[_Tile] = ()

    @cached_property
    def _by_id(self) -> Mapping[int, _Tile]:
        return {one.id: one for one in self.tiles}

    @cached_property
    def _columns(self) -> int:
        """Return the tiles of a row; Tiled before 0.15 did not write their number."""
        step = self.tilewidth + self.spacing
        return self.columns or (self.imagewidth - self.margin + self.spacing) // step

    @property
    def anchor(self) -> tuple[float, float]:
        """Return where a tile off the grid is held: shares of its width and its height."""
        where = self.objectalignment
        right = 1.0 if where.endswith("right") else 0.5 if where in _MIDDLE else 0.0
        low = 0.0 if where.startswith("top") else 0.5 if where in _LEVEL else 1.0
        return right, low

    @property
    def fits_the_grid(self) -> bool:
        """Return whether tiles are fitted into their cells in their own proportions."""
        return self.tilerendersize == "grid" and self.fillmode == "preserve-aspect-fit"

    def faults(self) -> Iterator[str]:
        """Yield the reasons why tiles of this tileset cannot be drawn."""
        for image in dict.fromkeys([self.image, *(one.image for one in self.tiles)]):
            if image and (reason := name_fault(plain_name(image))):
                yield f"its image {image[:60]!r} {reason}"
        if self.image and self._columns < 1:
            yield "its image has no width, nor the tileset columns"
        if not self.image and not any(one.image for one in self.tiles):
            yield "has no image"

    def part(self, number: int) -> TilePart | None:
        """Return the picture of a tile by its number in the tileset; None if it has none.

        That of an animation is its first frame.
        """
        tile = self._by_id.get(number)
        if tile and tile.animation:
            number = tile.animation[0].tileid
            tile = self._by_id.get(number)
        if tile and tile.image:
            size = tile.width or tile.imagewidth, tile.height or tile.imageheight
            found = TilePart(
                plain_name(tile.image), (tile.x, tile.y, *size), tile.transparentcolor
            )
        elif self.image and self._columns > 0 and number < (self.tilecount or MAX_TILES):
            row, column = divmod(number, self._columns)
            left = self.margin + column * (self.tilewidth + self.spacing)
            top = self.margin + row * (self.tileheight + self.spacing)
            box = left, top, self.tilewidth, self.tileheight
            found = TilePart(plain_name(self.image), box, self.transparentcolor)
        else:
            return None
        return None if name_fault(found.image) else found


def read_tilesets(raw: Any) -> tuple[Sequence[Tileset], list[Fault]]:
    """Return the tilesets of a map by their first numbers, and the faults of all."""
    listed = raw if isinstance(raw, list) else []
    found, faults = list[Tileset](), list[Fault]()
    if len(listed) > MAX_TILESETS:
        faults.append(Fault("tilesets", f"are {len(listed)}; the limit is {MAX_TILESETS}"))
    for n, one in enumerate(listed[:MAX_TILESETS]):
        place = f"tilesets[{n}]"
        if not isinstance(one, dict):
            faults.append(Fault(place, f"must be a tileset, not {shown(one)}"))
            continue
        name = one.get("name") or one.get("source")
        place = f"tileset {name[:60]!r}" if isinstance(name, str) and name else place
        if "source" in one:
            faults.append(Fault(place, _why_elsewhere(one["source"])))
            continue
        try:
            tileset = Tileset.model_validate(one)
        except ValidationError as error:
            faults += _faults_in(error, place)
        else:
            found.append(tileset)
            faults += [Fault(place, reason) for reason in tileset.faults()]
    return sorted(found, key=lambda one: one.firstgid), faults


def _faults_in(error: ValidationError, place: str) -> list[Fault]:
    return faults_in(error, Tileset, lambda steps: f"{place}: {spelt(tuple(steps))}")


def _why_elsewhere(source: Any) -> str:
    """Return the reason why the tileset of a file was not written out in the map."""
    if not isinstance(source, str) or leads_out(plain_name(source)):
        return "must be a file beside the map, or in a folder there; put the tileset there"
    return "cannot be read: its file is missing, damaged or too big"
