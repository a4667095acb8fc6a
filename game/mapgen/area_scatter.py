"""Pieces thrown into an area of a map: scenery, houses, wreckage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

import shapely
from shapely import Polygon

from game.content.maps import MapFile, to_board
from game.content.maps.class_base import POINT, MapClass, TerrainClass
from game.content.maps.flood_requirements import WIDEST, shape
from game.content.maps.spot_classes import CityPiece, Exit, Hatch, Lamp, Lane, Ring
from game.content.maps.terrain_classes import Block, Debris, Hull
from game.geometry.points import Path
from game.mapgen.areas.exchange import area_of, joined, lying_in, shape_of, without
from game.mapgen.battlefield import FILLED
from game.mapgen.battlefield_part import BattlefieldPlan
from game.mapgen.battlefield_themes import THEMES
from game.mapgen.errors import NoRoomError
from game.mapgen.feature import Feature
from game.mapgen.outlines import Corner, building, ruin
from game.mapgen.pairs import Told, told
from game.mapgen.placement import AMPLE, CHOICES, LANE, TRIES, Ground, Piece, anywhere
from game.mapgen.street import DEEP, LONG, StreetPlan
from game.mapgen.streets import NAMES
from game.mapgen.wreck.debris import LYING
from game.mapgen.wreck.plan import WreckPlan
from game.rules.pursuit.street_checks import unfit

HALF = 72.0 * 48.0 / 2
"""Square inches that the features of themes count for."""
ATTEMPTS = 6
"""So often all is thrown anew if not all found room."""
KEPT = (Lane, Exit, Hatch, Ring)
"""What nothing is thrown onto."""


def battlefield_into(
    mapfile: MapFile, outline: Path, plan: BattlefieldPlan, seed: int
) -> MapFile:
    """``MP-05``  Return a map with scenery of a theme in an area; raise NoRoomError.

    All terrain that lies wholly in it is replaced. The measures of the plan mean nothing here.
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

    Debris and blocks that lie wholly in it are replaced.
    """
    rng = Random(f"wreckage {plan.kind} {seed}")  # noqa: S311  wreckage, no secret
    area, share = area_of(outline, mapfile), plan.wreckage / 100
    numbers = [(one, _number(one.many * share, area, rng)) for one in LYING[plan.kind]]
    return _scattered(mapfile, area, (Debris, Block), numbers, "wreckage", rng)


def street_into(mapfile: MapFile, outline: Path, plan: StreetPlan, seed: int) -> MapFile:
    """``PU-02``  Return a map with houses in an area; raise NoRoomError.

    Pieces of the street that lie wholly in it are replaced, by as many of each size. If there
    are none, as many stand there as on a table of the plan, by its size. The street stays fit
    for a chase if some way of putting them was found that leaves it so.
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
    """Return how many of a feature an area has, if half a usual table has so many."""
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
    """Return a map with so many of each feature in an area, as far as they find room."""
    out = [one for one in lying_in(mapfile, area, gone) if not isinstance(one.what, Hull)]
    rest = without(mapfile, out)
    wanted = [feature for feature, many in numbers for _ in range(many)]
    best = list[Piece]()
    for _ in range(ATTEMPTS):
        ground = _ground(rest, area, rim)
        for feature in wanted:
            if piece := _thrown(ground, area, feature, rng):
                ground.add(piece)
        best = max(best, ground.pieces, key=len)
        if len(best) == len(wanted):
            break
    if not best:
        raise NoRoomError("nothing finds room there: choose a larger area")
    names = {one.name for _, one in rest.objects()}
    return joined(rest, {layer: _told(best, names, rng)})


def _ground(mapfile: MapFile, area: Polygon, rim: float) -> Ground:
    """Return the table as it is: what stands there, and what must be kept free."""
    objects = [one for _, one in mapfile.objects()]
    seats: list[Corner] = [
        one.outline[0]
        for one in objects
        if type(one.what).shapes == POINT and not isinstance(one.what, Lamp)
    ]
    kept = [shape_of(one).buffer(WIDEST) for one in objects if isinstance(one.what, KEPT)]
    outside = shapely.box(0, 0, mapfile.width, mapfile.height).difference(area)
    wide, high = mapfile.width, mapfile.height
    ground = Ground(wide, high, seats=seats, rim=rim, barred=[outside, *kept])
    for piece in to_board(mapfile).terrain:
        ground.block(shape(piece), solid=piece.impassable)
    for one in objects:
        if isinstance(one.what, CityPiece) or (isinstance(one.what, Debris) and one.what.loose):
            ground.block(shape_of(one))
    return ground


def _thrown(ground: Ground, area: Polygon, feature: Feature, rng: Random) -> Piece | None:
    """Return the piece that has most room, of some that find any."""
    found = list[tuple[float, Piece]]()
    left, top, right, low = area.bounds
    for _ in range(TRIES):
        piece = Piece(feature, anywhere((left, top, right, low), rng, feature))
        if off := ground.room(piece):
            found.append((off, piece))
        if len(found) == CHOICES:
            break
    return max(found, key=lambda one: min(one[0], AMPLE))[1] if found else None


def _told(pieces: Sequence[Piece], used: set[str], rng: Random) -> list[Told]:
    """Return pieces as objects, named as nothing else is."""
    found = list[Told]()
    for piece in pieces:
        words = [name.replace("-", " ") for name in piece.feature.names.split()]
        left = [name for name in words if name not in used]
        name = rng.choice(left) if left else ""
        used.add(name)
        drawn = "polyline" if piece.feature.line else "polygon"
        one = told(piece.feature.kind, name, drawn, piece.outline)
        found.append(one | dict(piece.feature.said))
    return found
