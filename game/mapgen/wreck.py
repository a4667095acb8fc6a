"""Generator of wrecks for the zero-g missions."""

from __future__ import annotations

from functools import partial
from random import Random

import shapely

from game.content.faults import Fault
from game.content.maps import MapFile, drawn_map
from game.content.maps.flood_requirements import WIDEST, free
from game.content.maps.warnings import battle_faults
from game.mapgen import wreck_layout
from game.mapgen.parameters import NoRoomError, WreckPlan, retry_until_fit
from game.mapgen.piece_placement import (
    MirroredTable,
    PlacedShape,
    PlacementTable,
    RawObject,
    chamfered_rectangle,
    pair,
    raw_object,
)
from game.mapgen.piece_shapes import Corner, Outline
from game.mapgen.wreck_layout import LYING
from game.rules.missions import adrift, salvage
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
    salvaged = _containers(turned, rng)
    zone = chamfered_rectangle(INSET, 0.0, plan.width - INSET, wreck_layout.LOCK)
    ground = PlacementTable(
        plan.width, plan.height, seats=[*salvaged], barred=_kept(turned, zone)
    )
    layers = dict[str, list[RawObject]]()
    walls = list[Outline]()
    if plan.kind == "hulk":
        hole = wreck_layout.breach(turned, rng)
        layers["ground"] = wreck_layout.decks(turned, hole, rng)
        layers["hulls"] = [*wreck_layout.skin(turned, hole, plan.hatch)]
        walls = [*wreck_layout.corners(turned), *wreck_layout.bulkheads(turned, plan, rng)]
        layers["bulkheads"] = [one for w in walls for one in turned.both("Wall", "", w)]
        layers["lamps"] = _lamps(turned, hole, rng)
    for wall in walls:
        ground.block(shapely.Polygon(wall))
        ground.block(shapely.Polygon(turned.others(wall)))
    lying = _lying(ground, plan, rng)
    first = 1 + len(layers.get("ground", []))
    zones = turned.both("DeploymentZone", "lock", zone)
    whole: dict[str, list[RawObject]] = {
        "ground": layers.pop("ground", []),
        "zones": [z | {"side": side} for z, side in zip(zones, SIDES, strict=True)],
        "hatches": _hatches(turned, plan.hatch, first),
        "salvage": [raw_object("Container", "container", "point", [at]) for at in salvaged],
        **{name: layers[name] for name in ("hulls", "bulkheads") if name in layers},
        "wreckage": lying,
        "lamps": layers.get("lamps", []),
    }
    look, title = ("hull", "Hulk") if plan.kind == "hulk" else ("space", "Wreckage")
    present = {name: raw for name, raw in whole.items() if raw}
    return drawn_map(plan.width, plan.height, present, title=f"{title} {seed}", look=look)


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
    hatches = turned.both_lines("Hatch", "hatch", [(x - wide / 2, 0.0), (x + wide / 2, 0.0)])
    return [hatch | {"zone": first + n} for n, hatch in enumerate(hatches)]


def _lying(ground: PlacementTable, plan: WreckPlan, rng: Random) -> list[RawObject]:
    """Place wreckage on the table, as much as the plan asks for or finds room."""
    for feature in LYING[plan.kind]:
        share = plan.wreckage / 100 * plan.width * plan.height / DEFAULT_AREA
        many = feature.many * share
        for _ in range(int(many) + (rng.random() < many - int(many))):
            try:
                pair(ground, rng, feature)
            except NoRoomError:
                break
    return _named(ground.pieces, rng)


def _named(pieces: list[PlacedShape], rng: Random) -> list[RawObject]:
    found, used = list[RawObject](), set[str]()
    for piece, other in zip(pieces[::2], pieces[1::2], strict=True):
        left = [name for name in piece.feature.names.split() if name not in used]
        name = rng.choice(left) if left else ""
        used.add(name)
        for one, distance in ((piece, ""), (other, "far ")):
            called = f"{distance}{name.replace('-', ' ')}" if name else ""
            drawn = raw_object(one.feature.kind, called, "polygon", one.outline)
            found.append(drawn | dict(one.feature.said))
    return found


def _lamps(turned: MirroredTable, hole: wreck_layout.Breach, rng: Random) -> list[RawObject]:
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
        for one in turned.both_points(
            "Lamp", "", at, radius=radius, brightness=bright, tint=tint
        )
    ]
