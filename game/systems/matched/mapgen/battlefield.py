"""Generator of battlefields (MP-23)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.content.faults import Fault
from game.content.maps.battle_checks import free, shape
from game.content.maps.map_class import TerrainClass
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import drawn_map
from game.geometry.points import Path
from game.geometry.polygons import Box
from game.mapgen.generator import Generator, choice, number, retry_until_fit
from game.mapgen.piece_placement import (
    PlacedShape,
    PlacementTable,
    area_of,
    centred,
    number_in,
    pair,
    rounded_number,
    scattered,
    unused_name,
)
from game.mapgen.piece_shapes import (
    Corner,
    Feature,
    Outline,
    in_eighths,
    middle_of,
    round_to_eighth,
)
from game.systems.matched.mapgen.battlefield_themes import THEMES, BattlefieldTheme
from game.systems.matched.rules import matched_boards
from game.systems.matched.rules.matched_boards import MIN_TABLE
from game.table.board import Board

ATTEMPTS = 40
DEFAULT_AREA = 72.0 * 48.0
"""Area in square inches of the table that the features of themes are counted for."""
GLOWS = {"Reactor": "#ffffa050", "PlasmaRegulator": "#ff60d0ff"}
"""Colours of the light of machines, by class."""
FILLED = 8
"""Maximum number of pairs of fillers on a usual table."""
LAMPS = 12.0
"""Approximate distance in inches between lamps."""
LARGEST_BASE = 1.2
"""Radius in inches of the largest base, which must be able to go everywhere."""
STRIDE = 9.0
"""Maximum distance in inches from any point to the nearest cover."""
FROM_RIM = 3.0
"""Width in inches of the border of the table in which cover is not required."""
CLEAR = 0.65
"""Maximum share of the lines of fire that may be clear."""
GRID, RANGE = 6.0, 36.0
"""Lines of fire: grid spacing of their end points, and their maximum length, in inches."""
AROUND = 4.0
"""Inches around a bare area within which a filler may be placed."""


@dataclass(frozen=True, slots=True)
class BattlefieldPlan:
    """Parameters of a battlefield; lengths in inches."""

    width: int = number(72, 30, 120, "Width")
    height: int = number(48, 30, 96, "Height")
    theme: str = choice("ruins", "Theme", THEMES)


def plan_faults(plan: BattlefieldPlan) -> Iterator[Fault]:
    """``MP-23``  Yield a fault if the table is too short for matched play."""
    if max(plan.width, plan.height) < MIN_TABLE[0]:
        yield Fault("--width", f'a table is at least {MIN_TABLE[0]:g}" long (MP-23)')


def make_battlefield(plan: BattlefieldPlan, seed: int) -> MapFile:
    """Return a battlefield that is fit for matched play; equal seeds give equal maps.

    Raise NoRoomError if no attempt was fit.
    """
    row = f"{plan.theme} {seed}"
    return retry_until_fit(row, ATTEMPTS, partial(_drawn, plan, seed), _unfit)


def _unfit(board: Board) -> list[Fault]:
    return [*matched_boards.unfit(board), *balance_faults(board)]


def _drawn(plan: BattlefieldPlan, seed: int, rng: Random) -> MapFile:
    theme = THEMES[plan.theme]
    wide, high = plan.width, plan.height
    across = road(wide, high, rng)
    ground = PlacementTable(wide, height=high, road=across, seats=quarters(wide, high))
    _middle(ground, rng, theme.middle)
    share = wide * high / DEFAULT_AREA
    for feature in theme.features:
        for _ in range(rounded_number(feature.many * share, rng)):
            pair(ground, rng, feature)
    _fill(ground, theme, rng)
    layers = {
        "ground": _ground(theme, ground, across, rng),
        "terrain": _terrain(ground, rng),
        "lamps": _lamps(ground),
    }
    title = f"{plan.theme.capitalize()} {seed}"
    return drawn_map(plan.width, plan.height, layers, title=title, look=theme.look)


def _fill(ground: PlacementTable, theme: BattlefieldTheme, rng: Random) -> None:
    """Add small pieces where there is no cover nearby."""
    for _ in range(round(FILLED * ground.width * ground.height / DEFAULT_AREA)):
        if (bare := _barest(ground)) is None:
            return
        pair(ground, rng, rng.choice(theme.fillers), bare)


def _terrain(ground: PlacementTable, rng: Random) -> list[dict[str, Any]]:
    """Return the piece in the centre and the pairs, named by their positions."""
    centre, *rest = ground.pieces
    objects, used = [centre.raw(centre.feature.names)], set[str]()
    for both in zip(rest[::2], rest[1::2], strict=True):
        name = unused_name(both[0].feature, used, rng)
        for piece, other in (both, both[::-1]):
            where = _where(middle_of(piece.outline), middle_of(other.outline))
            objects.append(piece.raw(f"{where} {name}" if name else ""))
    return objects


def _where(one: Corner, other: Corner) -> str:
    """Return the side on which a piece stands, compared with its copy."""
    if one[1] != other[1]:
        return "north" if one[1] < other[1] else "south"
    return "west" if one[0] < other[0] else "east"


def _ground(
    theme: BattlefieldTheme, ground: PlacementTable, across: Outline, rng: Random
) -> list[dict[str, Any]]:
    """Return patches of ground, with the road over them."""
    patches = list[dict[str, Any]]()
    for _ in range(round(3 * ground.width * ground.height / DEFAULT_AREA)):
        drawn = theme.patch(rng)
        wide, high = (max(side) for side in zip(*drawn, strict=True))
        x, y = rng.uniform(0, ground.width - wide), rng.uniform(0, ground.height - high)
        outline = in_eighths((x + cx, y + cy) for cx, cy in drawn)
        patches += [_laid(theme.ground, o) for o in (outline, ground.others(outline))]
    return [*patches, _laid(theme.road, across)]


def _laid(material: str, outline: Outline) -> dict[str, Any]:
    return {"class": "Ground", "polygon": [[x, y] for x, y in outline], "material": material}


def _lamps(ground: PlacementTable) -> list[dict[str, Any]]:
    """Return lamps on machines, and others evenly distributed; none without machines."""
    glowing = [p for p in ground.pieces if p.feature.kind in GLOWS]
    if not glowing:
        return []
    lamps = [
        {
            "class": "Lamp",
            "point": [*middle_of(piece.outline)],
            "radius": 6.0,
            "brightness": 1.2,
            "tint": GLOWS[piece.feature.kind],
        }
        for piece in glowing
    ]
    across, down = (max(1, round(side / LAMPS)) for side in (ground.width, ground.height))
    return lamps + [
        {
            "class": "Lamp",
            "point": [ground.width * (i + 0.5) / across, ground.height * (j + 0.5) / down],
            "radius": 8.0,
            "brightness": 0.8,
        }
        for i in range(across)
        for j in range(down)
    ]


def quarters(width: float, height: float) -> list[Corner]:
    """``MP-36``  Return the centre, and the points halfway from it to each corner."""
    around = [(x, y) for x in (width / 4, 3 * width / 4) for y in (height / 4, 3 * height / 4)]
    return [(width / 2, height / 2), *around]


def _middle(ground: PlacementTable, rng: Random, feature: Feature) -> None:
    """Place a piece in the centre that equals its own rotated copy."""
    outline = centred(feature.drawn(rng))
    x, y = ground.centre
    placed = in_eighths((x + cx, y + cy) for cx, cy in outline[: len(outline) // 2])
    ground.add(PlacedShape(feature, [*placed, *ground.others(placed)]))


def road(width: int, height: int, rng: Random) -> Outline:
    """Return a road from one short edge through the centre to the other."""
    wide, lean, curl = rng.uniform(4.5, 6.0), rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5)
    upper = list(_side(width, height, wide, lean * height / 2, curl * height / 2))
    return [*upper, *((width - x, height - y) for x, y in upper)]


def _side(
    width: int, height: int, wide: float, lean: float, curl: float
) -> Iterator[tuple[float, float]]:
    steps = max(4, width // 6)
    for n in range(steps + 1):
        t = 2.0 * n / steps - 1.0
        y = height / 2 + lean * t + curl * (t * t * t - t) - wide / 2
        yield round_to_eighth(width * n / steps), round_to_eighth(min(max(y, 0.0), height))


def balance_faults(board: Board) -> list[Fault]:
    """Return the faults of a battlefield: pockets, bare ground, open lines of fire."""
    return [*_pockets(board), *_bare(board), *_open(board)]


def _pockets(board: Board) -> Iterator[Fault]:
    parts = shapely.get_parts(free(board, LARGEST_BASE))
    if len(parts) != 1:
        text = f'falls into {len(parts)} parts for a base {2 * LARGEST_BASE:g}" across'
        yield Fault("board", text)


def _bare(board: Board) -> Iterator[Fault]:
    cover = [shape(t) for t in board.terrain if t.cover]
    bare = without_cover(board.width, board.height, cover)
    if not bare.is_empty:
        at = bare.representative_point()
        yield Fault("board", f'is bare round ({at.x:.0f}, {at.y:.0f}): no cover in {STRIDE:g}"')


def without_cover(width: float, height: float, cover: list[BaseGeometry]) -> BaseGeometry:
    """Return the area of a table that has no cover nearby."""
    table = shapely.box(FROM_RIM, FROM_RIM, width - FROM_RIM, height - FROM_RIM)
    return table.difference(shapely.union_all(shapely.buffer(cover, STRIDE)))


def _open(board: Board) -> Iterator[Fault]:
    if (share := clear_share(board)) > CLEAR:
        most = round(100 * CLEAR)
        text = f"{round(100 * share)} in 100 lines of fire are clear, more than {most}"
        yield Fault("board", text)


def clear_share(board: Board) -> float:
    """Return the share of clear lines of fire, from 0 to 1.

    The lines have at most ``RANGE`` inches. A piece does not block lines with an end in it.
    """
    solid = shapely.union_all([shape(t) for t in board.terrain if t.impassable])
    spots = [
        (x, y)
        for x in _steps(board.width)
        for y in _steps(board.height)
        if not shapely.intersects_xy(solid, x, y)
    ]
    pairs = [(a, b) for a, b in combinations(spots, 2) if _square(a, b) <= RANGE * RANGE]
    if not pairs:
        return 1.0
    ends = np.array(pairs)
    lines = shapely.linestrings(ends)
    hidden = np.zeros(len(pairs), bool)
    for piece in [shape(t) for t in board.terrain if t.blocks_sight]:
        shapely.prepare(piece)
        within = shapely.intersects_xy(piece, ends[..., 0], ends[..., 1]).any(axis=1)
        hidden |= shapely.intersects(piece, lines) & ~within
    return 1.0 - float(hidden.mean())


def _square(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the square of the distance between two points."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _steps(side: float) -> list[float]:
    many = max(1, round(side / GRID))
    return [side * (n + 0.5) / many for n in range(many)]


def _barest(ground: PlacementTable) -> Box | None:
    """Return the bounds of the largest area without cover nearby; None if there is none."""
    cover = [p.shape for p in ground.pieces if not p.feature.solid]
    rest = without_cover(ground.width, ground.height, cover)
    if rest.is_empty:
        return None
    largest = max(shapely.get_parts(rest), key=lambda part: part.area)
    left, top, right, low = largest.bounds
    return left - AROUND, top - AROUND, right + AROUND, low + AROUND


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
    numbers = [(one, number_in(area, half, rng)) for one, half in wanted]
    return scattered(mapfile, area, (TerrainClass,), numbers, "terrain", rng)


GENERATOR = Generator(
    "battlefield",
    label="Battlefield",
    about="A symmetrical battlefield for matched play.",
    plan=BattlefieldPlan,
    make=make_battlefield,
    make_into=battlefield_into,
    own_faults=plan_faults,
)
