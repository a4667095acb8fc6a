"""Clear an area of an existing map, and fill it with scenery, houses or wreckage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

import shapely
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from game.content.maps import MapFile, drawn_map, to_board
from game.content.maps.board_builder import RawObjects
from game.content.maps.class_base import POINT, MapClass, TerrainClass
from game.content.maps.flood_requirements import WIDEST, shape
from game.content.maps.map_file import PX, MapLayer, MapObject
from game.content.maps.map_file import Corner as Drawn
from game.content.maps.spot_classes import CityPiece, Exit, Hatch, Lamp, Lane, Ring
from game.content.maps.terrain_classes import Block, Debris, Hull, Wall
from game.content.maps.validation import faults_of
from game.geometry.points import Path
from game.mapgen.battlefield import FILLED
from game.mapgen.battlefield_themes import THEMES
from game.mapgen.parameters import BattlefieldPlan, NoRoomError, WreckPlan
from game.mapgen.piece_placement import (
    AMPLE,
    CHOICES,
    LANE,
    TRIES,
    PlacedShape,
    PlacementTable,
    RawObject,
    random_spot,
    raw_object,
)
from game.mapgen.piece_shapes import Corner, Feature, Outline, building, ruin
from game.mapgen.sewer.rooms import whole
from game.mapgen.street import DEEP, LONG, NAMES, StreetPlan
from game.mapgen.wreck_layout import LYING
from game.rules.pursuit.street_checks import unfit

SPARE = 0.01
"""Tolerance in inches by which objects within an area may extend beyond it."""
MIN_AREA = 36.0
"""Minimum size of an area in square inches."""


def area_of(outline: Sequence[Corner], mapfile: MapFile) -> Polygon:
    """Return the part of an area on the table; raise NoRoomError if it is unusable.

    An area is unusable if it crosses itself, falls into parts or is too small.
    """
    drawn = Polygon(outline)
    table = Polygon(
        [(0, 0), (mapfile.width, 0), (mapfile.width, mapfile.height), (0, mapfile.height)]
    )
    found = drawn.intersection(table) if drawn.is_valid else Polygon()
    if not isinstance(found, Polygon) or found.area < MIN_AREA:
        raise NoRoomError(f"the area is too small: it needs {MIN_AREA:g} square inches")
    return found


def shape_of(one: MapObject) -> BaseGeometry:
    outline = one.outline
    if one.shape == "point":
        return Point(outline[0])
    return LineString(outline) if one.shape == "polyline" else Polygon(outline)


def lying_in(
    mapfile: MapFile, area: Polygon, kinds: tuple[type[MapClass], ...]
) -> Iterator[MapObject]:
    """Yield the objects of some classes that are wholly in an area and in no locked layer."""
    whole = area.buffer(SPARE)
    for layer, one in mapfile.objects():
        if not layer.locked and isinstance(one.what, kinds) and whole.covers(shape_of(one)):
            yield one


def map_without(mapfile: MapFile, gone: list[MapObject]) -> MapFile:
    ids = {one.id for one in gone}
    layers = [
        layer.model_copy(update={"objects": tuple(o for o in layer.objects if o.id not in ids)})
        for layer in mapfile.layers
    ]
    return mapfile.model_copy(update={"layers": tuple(layers)})


def merge_into_map(mapfile: MapFile, made: Mapping[str, RawObjects]) -> MapFile:
    """Return a map with more objects, which get new ids, in layers of the given names.

    Raise NoRoomError if the map would be invalid.
    """
    laid = {name: found for name, found in made.items() if found}
    drawn = drawn_map(mapfile.width, mapfile.height, laid, title="made", look="city")
    first = max((one.id for _, one in mapfile.objects()), default=0)
    layers = list(mapfile.layers)
    for new in drawn.layers:
        fresh = [one.model_copy(update={"id": first + one.id}) for one in new.objects]
        _put(layers, new.name, fresh)
    whole = mapfile.model_copy(update={"layers": tuple(layers)})
    if faults := faults_of(whole):
        raise NoRoomError(str(faults[0]))
    return whole


def _put(layers: list[MapLayer], name: str, fresh: list[MapObject]) -> None:
    for n, layer in enumerate(layers):
        if layer.name == name and not layer.locked:
            layers[n] = layer.model_copy(update={"objects": (*layer.objects, *fresh)})
            return
    id_ = 1 + max((layer.id for layer in layers), default=0)
    layers.append(MapLayer(id=id_, name=name, objects=tuple(fresh), draworder="index"))


HALF = 72.0 * 48.0 / 2
"""Area in square inches that the features of themes are counted for: half a usual table."""
ATTEMPTS = 6
"""Maximum number of attempts to find room for all pieces."""
KEPT = (Lane, Exit, Hatch, Ring)
"""Classes of objects that nothing is placed on."""


def battlefield_into(
    mapfile: MapFile, outline: Path, plan: BattlefieldPlan, seed: int
) -> MapFile:
    """``MP-05``  Return a map with scenery of a theme in an area; raise NoRoomError.

    Terrain that is wholly in the area is replaced. The plan's width and height are ignored.
    """
    theme = THEMES[plan.theme]
    rng = Random(f"scenery {plan.theme} {seed}")  # noqa: S311  a field, no secret
    area = area_of(outline, mapfile)
    wanted = [(theme.middle, 1.0), *((one, one.many) for one in theme.features)]
    wanted += [(one, FILLED / len(theme.fillers)) for one in theme.fillers]
    numbers = [(one, _number(half, area, rng)) for one, half in wanted]
    return _scattered(mapfile, area, (TerrainClass,), numbers, "terrain", rng)


def wreck_into(mapfile: MapFile, outline: Path, plan: WreckPlan, seed: int) -> MapFile:
    """``ZG-12``  Return a map with wreckage in an area; raise NoRoomError.

    Debris and blocks that are wholly in the area are replaced.
    """
    rng = Random(f"wreckage {plan.kind} {seed}")  # noqa: S311  wreckage, no secret
    area, share = area_of(outline, mapfile), plan.wreckage / 100
    numbers = [(one, _number(one.many * share, area, rng)) for one in LYING[plan.kind]]
    return _scattered(mapfile, area, (Debris, Block), numbers, "wreckage", rng)


def street_into(mapfile: MapFile, outline: Path, plan: StreetPlan, seed: int) -> MapFile:
    """``PU-02``  Return a map with houses in an area; raise NoRoomError.

    Pieces of the street that are wholly in the area are replaced by as many of each size.
    If there are none, the plan and the size of the area determine the number. The result is
    fit for a pursuit if one of the attempts was.
    """
    rng = Random(f"houses {seed}")  # noqa: S311  a street, no secret
    area = area_of(outline, mapfile)
    stood = [one.what for one in lying_in(mapfile, area, (CityPiece,))]
    sizes = Counter(what.size for what in stood if isinstance(what, CityPiece))
    if not sizes:
        many = plan.pieces / 3 * area.area / (plan.length * plan.width)
        sizes = Counter(dict.fromkeys((3, 2, 1), max(1, round(many))))
    numbers = list[tuple[Feature, int]]()
    for size in (3, 2, 1):
        ruined = round(sizes[size] * plan.ruins / 100)
        numbers.append((_house(size, "ruin"), ruined))
        numbers.append((_house(size, "intact"), sizes[size] - ruined))
    found = list[MapFile]()
    for _ in range(ATTEMPTS):
        found.append(_scattered(mapfile, area, (CityPiece,), numbers, "city", rng, rim=0.0))
        if not unfit(to_board(found[-1])):
            return found[-1]
    return found[0]


def _number(half: float, area: Polygon, rng: Random) -> int:
    """Return the number of pieces of a feature in an area, rounded at random.

    *half* is their number on half a usual table.
    """
    many = half * area.area / HALF
    return int(many) + (rng.random() < many - int(many))


def _house(size: int, condition: str) -> Feature:
    drawn = ruin if condition == "ruin" else building
    said = {"size": size, "condition": condition}
    return Feature(
        "CityPiece",
        1,
        lambda rng: drawn(rng, rng.uniform(*LONG[size]), rng.uniform(*DEEP[size])),
        solid=True,
        level=True,
        names=NAMES[size],
        said=said,
    )


def _scattered(
    mapfile: MapFile,
    area: Polygon,
    gone: tuple[type[MapClass], ...],
    numbers: Iterable[tuple[Feature, int]],
    layer: str,
    rng: Random,
    *,
    rim: float = LANE,
) -> MapFile:
    """Return the map with up to *numbers* pieces of each feature placed in the area.

    Objects in the area of the classes *gone* are removed first. Raise NoRoomError if no
    piece found room.
    """
    out = [one for one in lying_in(mapfile, area, gone) if not isinstance(one.what, Hull)]
    rest = map_without(mapfile, out)
    wanted = [feature for feature, many in numbers for _ in range(many)]
    best = list[PlacedShape]()
    for _ in range(ATTEMPTS):
        ground = _ground(rest, area, rim)
        for feature in wanted:
            if piece := _thrown(ground, area, feature, rng):
                ground.add(piece)
        best = max(best, ground.pieces, key=len)
        if len(best) == len(wanted):
            break
    if not best:
        raise NoRoomError("nothing fits there: choose a larger area")
    names = {one.name for _, one in rest.objects()}
    return merge_into_map(rest, {layer: _raw_objects(best, names, rng)})


def _ground(mapfile: MapFile, area: Polygon, rim: float) -> PlacementTable:
    """Return the table with its objects, and with the ground that must stay free."""
    objects = [one for _, one in mapfile.objects()]
    seats: list[Corner] = [
        one.outline[0]
        for one in objects
        if type(one.what).shapes == POINT and not isinstance(one.what, Lamp)
    ]
    kept = [shape_of(one).buffer(WIDEST) for one in objects if isinstance(one.what, KEPT)]
    outside = shapely.box(0, 0, mapfile.width, mapfile.height).difference(area)
    wide, high = mapfile.width, mapfile.height
    ground = PlacementTable(wide, high, seats=seats, rim=rim, barred=[outside, *kept])
    for piece in to_board(mapfile).terrain:
        ground.block(shape(piece), solid=piece.impassable)
    for one in objects:
        if isinstance(one.what, CityPiece) or (isinstance(one.what, Debris) and one.what.loose):
            ground.block(shape_of(one))
    return ground


def _thrown(
    ground: PlacementTable, area: Polygon, feature: Feature, rng: Random
) -> PlacedShape | None:
    """Return a piece at the place with the most room of some random ones; None if none fits."""
    found = list[tuple[float, PlacedShape]]()
    left, top, right, low = area.bounds
    for _ in range(TRIES):
        piece = PlacedShape(feature, random_spot((left, top, right, low), rng, feature))
        if off := ground.room(piece):
            found.append((off, piece))
        if len(found) == CHOICES:
            break
    return max(found, key=lambda one: min(one[0], AMPLE))[1] if found else None


def _raw_objects(pieces: Sequence[PlacedShape], used: set[str], rng: Random) -> list[RawObject]:
    """Return pieces as raw objects, with names that are not used yet."""
    found = list[RawObject]()
    for piece in pieces:
        words = [name.replace("-", " ") for name in piece.feature.names.split()]
        left = [name for name in words if name not in used]
        name = rng.choice(left) if left else ""
        used.add(name)
        drawn = "polyline" if piece.feature.line else "polygon"
        one = raw_object(piece.feature.kind, name, drawn, piece.outline)
        found.append(one | dict(piece.feature.said))
    return found


def cut_at(mapfile: MapFile, area: Polygon) -> MapFile:
    """Return the map with walls and lanes cut off at the edge of the area."""
    ids = iter(range(1 + max((one.id for _, one in mapfile.objects()), default=0), 10**9))
    layers = [
        layer
        if layer.locked
        else layer.model_copy(
            update={
                "objects": tuple(p for one in layer.objects for p in _parts(one, area, ids))
            }
        )
        for layer in mapfile.layers
    ]
    return mapfile.model_copy(update={"layers": tuple(layers)})


def _parts(one: MapObject, area: Polygon, ids: Iterator[int]) -> Iterator[MapObject]:
    """Yield the remaining parts of an object; the first keeps its id, others get new ids."""
    drawn = shape_of(one)
    if not isinstance(one.what, Wall | Lane) or not drawn.intersects(area):
        yield one
        return
    rest = drawn.difference(area)
    if rest.equals(drawn):
        yield one
        return
    if isinstance(drawn, Polygon):
        areas = [p for part in shapely.get_parts(rest) for p in whole(part) if p.area > 0.05]
        outlines = [_corners(part.exterior.coords[:-1]) for part in areas]
    else:
        lines = [p for p in shapely.get_parts(shapely.line_merge(rest)) if p.length > 0.5]
        outlines = [_corners(part.coords) for part in lines]
    form = "polygon" if isinstance(drawn, Polygon) else "polyline"
    for n, outline in enumerate(outlines):
        yield _redrawn(one, form, outline, one.id if n == 0 else next(ids))


def _corners(coords: Iterable[Sequence[float]]) -> Outline:
    return [(at[0], at[1]) for at in coords]


def _redrawn(one: MapObject, form: str, outline: Outline, id_: int) -> MapObject:
    """Return an object with corners relative to the first of them, as Tiled writes it."""
    x, y = outline[0]
    corners = tuple(Drawn(x=(cx - x) * PX, y=(cy - y) * PX) for cx, cy in outline)
    kept = one.model_dump(exclude={"what", "polygon", "polyline", "ellipse", "rotation"})
    size = {"id": id_, "x": x * PX, "y": y * PX, "width": 0.0, "height": 0.0}
    return MapObject(**kept | size | {"what": one.what, form: corners})
