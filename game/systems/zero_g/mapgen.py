"""Generator of wrecks for the zero-g missions (ZG-12, ZG-14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import partial
from random import Random

import shapely

from game.content.faults import Fault
from game.content.maps.battle_checks import WIDEST, battle_faults, free
from game.content.maps.classes import Block
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import drawn_map
from game.geometry.points import Path
from game.mapgen.generator import Generator, NoRoomError, choice, number, retry_until_fit
from game.mapgen.piece_placement import (
    PlacedShape,
    PlacementTable,
    area_of,
    number_in,
    pair,
    rounded_number,
    scattered,
    unused_name,
)
from game.mapgen.piece_shapes import (
    Corner,
    Feature,
    MirroredTable,
    Outline,
    RawObject,
    Shaper,
    angle,
    beam,
    blob,
    block,
    chamfered_rectangle,
    raw_object,
    round_to_eighth,
    slab,
)
from game.systems.zero_g.content.map_classes import Debris
from game.systems.zero_g.rules import adrift, salvage
from game.table.board import Board

ATTEMPTS = 40
DEFAULT_AREA = 72.0 * 48.0
INSET = 6.0
"""Inches from the sides of the table to the zones."""
AWAY = 2.0
"""Inches around a zone in which nothing lies."""
SIDES = ("boarders", "drifters")
WHITE, WARM, AMBER, BLUE, RED = (
    "#ffe8f2ff",
    "#ffffe2b0",
    "#ffffd9a0",
    "#ff9fd8ff",
    "#ffff7a5c",
)
PITCH = 12.0
"""Approximate distance in inches between lamps."""
LOCK = 6.0
"""``MI-04``  Inches from the edge within which a side deploys."""
CORNER = 5.5
"""Length in inches of the filled corners of a hulk, along its edges."""
FIRST = 8.25
"""Inches from the edge to the first row of bulkheads."""
THICK = 1.25
DOOR = (4.0, 5.5)
LENGTHS = (4.5, 7.5)
"""Minimum and maximum width of doors, and length of the walls between them, in inches."""
STUB = 2.5
"""Length in inches of the branch of a bulkhead."""
FREE = 5.0
"""Inches on either side of the middle without bulkheads."""


@dataclass(frozen=True, slots=True)
class WreckPlan:
    """Parameters of a wreck; lengths in inches.

    A ``hulk`` is the inside of a ship, with hull along the edges; the ``void`` is full of
    loose wreckage.
    """

    width: int = number(48, 36, 96, "Width")
    height: int = number(48, 36, 84, "Height")
    kind: str = choice("hulk", "Kind", ("hulk", "void"))
    _: KW_ONLY
    wreckage: int = number(100, 25, 150, "Wreckage", "percent", 5)
    bulkheads: int = number(2, 1, 3, "Rows of bulkheads per half", "rows")
    hatch: int = number(10, 6, 24, "Width of hatches")


def make_wreck(plan: WreckPlan, seed: int) -> MapFile:
    """Return a wreck; equal seeds give equal maps. Raise NoRoomError if no attempt was fit."""
    row = f"wreck {plan.kind} {seed}"
    return retry_until_fit(row, ATTEMPTS, partial(_drawn, plan, seed), unfit)


def unfit(board: Board) -> list[Fault]:
    """Return the reasons why a board does not suit the missions of wrecks."""
    faults = [*adrift.unfit(board), *salvage.unfit(board), *battle_faults(board)]
    parts = shapely.get_parts(free(board, WIDEST))
    if len(parts) != 1:
        wide = f'{2 * WIDEST:g}"'
        faults.append(Fault("board", f"falls into {len(parts)} parts for a base {wide} across"))
    return faults


def _drawn(plan: WreckPlan, seed: int, rng: Random) -> MapFile:
    turned = MirroredTable(plan.width, plan.height)
    containers = _containers(turned, rng)
    zone = chamfered_rectangle(INSET, 0.0, plan.width - INSET, LOCK)
    ground = PlacementTable(
        plan.width, plan.height, seats=[*containers], barred=_kept(turned, zone)
    )
    hole = breach(turned, rng) if plan.kind == "hulk" else None
    floor = decks(turned, hole, rng) if hole else []
    walls = [*corners(turned), *bulkheads(turned, plan, rng)] if hole else []
    lamps = _lamps(turned, hole, rng) if hole else []
    for wall in walls:
        ground.block(shapely.Polygon(wall))
        ground.block(shapely.Polygon(turned.others(wall)))
    zones = turned.both("DeploymentZone", "lock", zone)
    layers: dict[str, list[RawObject]] = {
        "ground": floor,
        "zones": [z | {"side": side} for z, side in zip(zones, SIDES, strict=True)],
        "hatches": _hatches(turned, plan.hatch, 1 + len(floor)),
        "salvage": [raw_object("Container", "container", "point", [at]) for at in containers],
        "hulls": [*skin(turned, hole, plan.hatch)] if hole else [],
        "bulkheads": [one for wall in walls for one in turned.both("Wall", "", wall)],
        "wreckage": _lying(ground, plan, rng),
        "lamps": lamps,
    }
    look, title = ("hull", "Hulk") if hole else ("space", "Wreckage")
    return drawn_map(plan.width, plan.height, layers, title=f"{title} {seed}", look=look)


def _kept(turned: MirroredTable, zone: Outline) -> list[shapely.Polygon]:
    """Return the ground on which nothing may lie: the zones with a margin."""
    room = shapely.Polygon(zone).buffer(AWAY, join_style="mitre")
    assert isinstance(room, shapely.Polygon)
    return [room, shapely.Polygon(turned.others((x, y) for x, y in room.exterior.coords))]


def _containers(turned: MirroredTable, rng: Random) -> list[Corner]:
    """``MI-05``  Return the places of containers: one in the centre, and two beside it."""
    x, y = turned.centre
    at = (x - rng.uniform(5.0, 8.0), y + rng.uniform(-1.5, 1.5))
    return [at, turned.other(at), turned.centre]


def _hatches(turned: MirroredTable, wide: int, first: int) -> list[RawObject]:
    """Return the hatches, each for the zone at its edge; *first* is the first zone's id."""
    x = turned.width / 2
    hatches = turned.both(
        "Hatch", "hatch", [(x - wide / 2, 0.0), (x + wide / 2, 0.0)], "polyline"
    )
    return [hatch | {"zone": first + n} for n, hatch in enumerate(hatches)]


def _lying(ground: PlacementTable, plan: WreckPlan, rng: Random) -> list[RawObject]:
    """Place wreckage on the table, as much as the plan asks for or finds room."""
    share = plan.wreckage / 100 * plan.width * plan.height / DEFAULT_AREA
    for feature in LYING[plan.kind]:
        for _ in range(rounded_number(feature.many * share, rng)):
            try:
                pair(ground, rng, feature)
            except NoRoomError:
                break
    return _named(ground.pieces, rng)


def _named(pieces: list[PlacedShape], rng: Random) -> list[RawObject]:
    found, used = list[RawObject](), set[str]()
    for piece, other in zip(pieces[::2], pieces[1::2], strict=True):
        name = unused_name(piece.feature, used, rng)
        found += [piece.raw(name), other.raw(f"far {name}" if name else "")]
    return found


def _lamps(turned: MirroredTable, hole: Breach, rng: Random) -> list[RawObject]:
    """Return white lamps in the locks, red ones at the breaches, and others over the hold."""
    lit: list[tuple[Corner, float, float, str]] = [
        ((turned.width / 2, 3.0), 11.0, 1.1, WHITE),
        ((INSET + 2.5, 3.5), 6.5, 0.9, AMBER),
        ((turned.width - INSET - 2.5, 3.5), 6.5, 0.9, AMBER),
        ((4.5, hole.top - 2.5), 7.0, 0.9, RED),
    ]
    across = max(2, round(turned.width / PITCH))
    rows = max(1, round((turned.height / 2 - 10.0) / PITCH))
    for i in range(across):
        for j in range(rows):
            x = turned.width * (i + 0.5) / across + rng.uniform(-1.0, 1.0)
            y = 11.0 + (turned.height / 2 - 11.0) * (j + 0.5) / rows
            lit.append(((x, y), 8.0, 1.0, rng.choice((WHITE, WARM, WARM, AMBER, BLUE))))
    return [
        one
        for at, radius, bright, tint in lit
        for one in turned.both(
            "Lamp", "", [at], "point", radius=radius, brightness=bright, tint=tint
        )
    ]


@dataclass(frozen=True, slots=True)
class Breach:
    """A tear in the hull at the left edge."""

    top: float
    low: float
    void: Outline


def breach(turned: MirroredTable, rng: Random) -> Breach:
    """Return a breach at a random place near the middle of the left side."""
    middle = turned.height / 2 + rng.uniform(-3.0, 3.0)
    half = rng.uniform(4.5, 6.5)
    top, low = round_to_eighth(middle - half), round_to_eighth(middle + half)
    steps = 7
    rim = [
        (rng.uniform(2.5, 6.5) if 0 < n < steps else 2.0, top + (low - top) * n / steps)
        for n in range(steps + 1)
    ]
    return Breach(top, low, [(0.0, top), *((x, y) for x, y in rim[1:-1]), (0.0, low)])


def skin(turned: MirroredTable, hole: Breach, hatch: int) -> Iterator[RawObject]:
    """Yield the hull along the edges, left open at hatches and breaches."""
    wide, high = turned.width, turned.height
    start, end = (wide - hatch) / 2, (wide + hatch) / 2
    for path in (
        [(0.0, 0.0), (start, 0.0)],
        [(end, 0.0), (wide, 0.0)],
        [(0.0, hole.top), (0.0, 0.0)],
        [(0.0, high), (0.0, hole.low)],
    ):
        yield from turned.both("Hull", "", path, "polyline")


def corners(turned: MirroredTable) -> list[Outline]:
    """Return the filled corners of the left half."""
    high = turned.height
    return [
        [(0.0, 0.0), (CORNER, 0.0), (0.0, CORNER)],
        [(0.0, high), (0.0, high - CORNER), (CORNER, high)],
    ]


def bulkheads(turned: MirroredTable, plan: WreckPlan, rng: Random) -> list[Outline]:
    """Return the walls of the upper half, in rows with doors."""
    found = list[Outline]()
    deep = turned.height / 2 - FREE - FIRST
    rows = min(plan.bulkheads, 1 + int(deep / 6.5))
    for row in range(rows):
        y = round_to_eighth(FIRST + row * deep / max(1, rows - 1) * 0.9 if row else FIRST)
        found += _row(turned, y, rng, inner=row > 0)
    return found


def _row(turned: MirroredTable, y: float, rng: Random, *, inner: bool) -> Iterator[Outline]:
    """Yield the walls of a row; inner rows keep off the sides, and some walls branch."""
    x = rng.uniform(3.5, 6.0) if inner else 0.0
    end = turned.width - (rng.uniform(3.5, 6.0) if inner else 0.0)
    while x < end - 2.5:
        long = rng.uniform(*LENGTHS)
        stop = end if end - x - long < DOOR[0] + 3.0 else x + long
        if stop - x > 1.6 * LENGTHS[1]:
            stop = x + long
        branches = inner and rng.random() < 0.5 and stop - x > 4.5
        yield _branching(x, stop, y) if branches else _plain(x, stop, y, turned.width)
        x = stop + rng.uniform(*DOOR)


def _plain(x: float, stop: float, y: float, wide: float) -> Outline:
    """Return a wall, with slanted ends at doors."""
    left, right = round_to_eighth(x), round_to_eighth(stop)
    low, cut = y + THICK, 0.375
    start: list[Corner] = [(left, low), (left, y)]
    if left > 0.0:
        start = [(left + cut, low), (left, low - cut), (left, y)]
    end: list[Corner] = [(right, y), (right, low)]
    if right < wide:
        end = [(right, y), (right, low - cut), (right - cut, low)]
    return [*start, *end]


def _branching(x: float, stop: float, y: float) -> Outline:
    """Return a wall with a branch downward from its middle."""
    left, right = round_to_eighth(x), round_to_eighth(stop)
    middle = round_to_eighth((x + stop) / 2)
    low, half = y + THICK, THICK / 2
    return [
        (left, y),
        (right, y),
        (right, low),
        (middle + half, low),
        (middle + half, low + STUB),
        (middle - half, low + STUB),
        (middle - half, low),
        (left, low),
    ]


def decks(turned: MirroredTable, hole: Breach, rng: Random) -> list[RawObject]:
    """Return the floor of the hold, and the holes in it."""
    wide, high = turned.width, turned.height
    side, top = min(10.0, wide / 5), FIRST + 2 * THICK
    found = turned.both("Ground", "breach", hole.void, material="void")
    hold = chamfered_rectangle(side, top, wide - side, high / 2)
    found += turned.both("Ground", "hold floor", hold, material="deck")
    if rng.random() < 0.6:
        found.append(_hole_in_deck(turned, rng))
    return found


def _hole_in_deck(turned: MirroredTable, rng: Random) -> RawObject:
    """Return a hole in the deck in the centre, which equals its own rotated copy."""
    x, y = turned.centre
    angles = ((-1.0, 0.0), (-0.8, -0.6), (-0.35, -0.95), (0.3, -0.9), (0.8, -0.55))
    size = rng.uniform(3.0, 4.0)
    upper = [
        (x + dx * size * rng.uniform(0.8, 1.2), y + dy * size * rng.uniform(0.7, 1.1))
        for dx, dy in angles
    ]
    drawn = [*upper, *turned.others(upper)]
    return raw_object("Ground", "torn deck", "polygon", drawn, material="void")


def _stepped(rng: Random) -> Outline:
    """Return the outline of a stack with a corner missing."""
    w, h = rng.uniform(3.5, 4.5), rng.uniform(3.75, 4.5)
    x, y = w * rng.uniform(0.55, 0.65), h * rng.uniform(0.5, 0.6)
    return [(0.0, 0.0), (w, 0.0), (w, y), (x, y), (x, h), (0.0, h)]


def _debris(many: float, drawn: Shaper, names: str) -> Feature:
    """``ZG-12``  Return a kind of fixed debris."""
    return Feature("Debris", many, drawn, solid=True, names=names, said={"loose": False})


def _cargo(many: float, drawn: Shaper, names: str) -> Feature:
    return Feature("Block", many, drawn, solid=True, square=True, names=names)


SLAG = _debris(3, blob((1.6, 2.4), (1.3, 2.0)), "slag wreck scrap")
SPAR = _debris(2, beam((4.5, 6.0), (0.75, 0.9)), "beam girder spar strut")
LYING: Mapping[str, tuple[Feature, ...]] = {
    "hulk": (
        _cargo(2, block((4.5, 6.0), (2.25, 3.0)), "cargo-stack long-stack racks"),
        _cargo(1.5, _stepped, "crates broken-stack"),
        _cargo(2, block((2.75, 3.5), (3.5, 5.0)), "containers tank generator"),
        _debris(1, slab((3.0, 4.0), (1.4, 1.8)), "torn-plate fallen-plate"),
        SPAR,
        SLAG,
    ),
    "void": (
        _debris(1, angle((4.5, 7.5), (1.25, 1.6)), "broken-bow tail rib"),
        _debris(2.5, slab((5.5, 8.0), (2.2, 3.2)), "wing keel-plate bulkhead flank"),
        SPAR,
        SPAR,
        _debris(2.5, blob((2.2, 3.4), (2.0, 3.0)), "engine-bell cowl shard fin"),
        SLAG,
    ),
}
"""Wreckage by the kind of wreck; its numbers are for half a table of 72" x 48"."""


def wreck_into(mapfile: MapFile, outline: Path, plan: WreckPlan, seed: int) -> MapFile:
    """``ZG-12``  Return a map with wreckage in an area; raise NoRoomError.

    Debris and blocks that are wholly in the area are replaced.
    """
    rng = Random(f"wreckage {plan.kind} {seed}")  # noqa: S311  wreckage, no secret
    area, share = area_of(outline, mapfile), plan.wreckage / 100
    numbers = [(one, number_in(area, one.many * share, rng)) for one in LYING[plan.kind]]
    return scattered(mapfile, area, (Debris, Block), numbers, "wreckage", rng)


GENERATOR = Generator(
    "wreck",
    label="Wreck",
    about="A ship's hold or drifting wreckage for Adrift and Salvage.",
    plan=WreckPlan,
    make=make_wreck,
    make_into=wreck_into,
)
