"""Fixtures in a sewer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from game.mapgen.piece_shapes import MirroredTable, Outline, RawObject, chamfered_rectangle
from game.systems.flood.mapgen.corridor_stretches import CorridorStretch
from game.systems.flood.mapgen.rooms import HALL, Rooms, Vault
from game.systems.flood.mapgen.sewer_plan import SewerPlan

GATE, GRATE, FALL = 1.0, 0.75, 3.5
"""Thickness in inches of gates, grates and cave-ins, along the corridor."""
CLEAR = 1.25
"""Inches from the middle of a corridor to a gantry beside it."""
LONG = 5.0
"""Maximum length of a gantry in inches."""
SAID: dict[str, dict[str, Any]] = {
    "SluiceGate": {"bonus": "none", "watertight": False},
    "Grate": {"bonus": "none"},
    "CaveIn": {"bonus": "soft"},
    "DeepWater": {"bonus": "none"},
}
"""``MP-05``  Kind of cover in matched play, which the rulebook leaves to the map."""
FALLEN = (
    (0.0, 0.0),
    (1.0, 0.0),
    (1.06, 0.3),
    (0.85, 0.8),
    (0.5, 1.0),
    (0.2, 0.85),
    (-0.05, 0.4),
)
"""Outline of a cave-in: shares of its length along the corridor and of its depth across."""
STREWN = ((0.0, 0.4), (0.35, 0.0), (0.8, 0.1), (1.0, 0.55), (0.6, 1.0), (0.2, 0.9))


def barriers(
    free: list[CorridorStretch], turned: MirroredTable, plan: SewerPlan, rng: Random
) -> list[RawObject]:
    """Return the barriers across corridors, as many as find room."""
    wanted = ["SluiceGate"] * plan.gates + ["Grate"] * plan.grates + ["CaveIn"] * plan.cave_ins
    found = list[RawObject]()
    # Chambers must not be cut off from the water by a barrier.
    closed = [reach for reach in free if not reach.open]
    for kind, reach in zip(wanted, closed, strict=False):
        reach.barred = True
        if kind == "CaveIn":
            found += turned.both(kind, "cave-in", _fallen(reach, rng), **SAID[kind])
            continue
        thick = GATE if kind == "SluiceGate" else GRATE
        across = reach.area(reach.long - thick, thick, -reach.wide / 2, reach.wide)
        name = "gate" if kind == "SluiceGate" else "grate"
        found += turned.both(kind, name, across, **SAID[kind])
    return found


def _fallen(reach: CorridorStretch, rng: Random) -> Outline:
    """Return a cave-in on one side of a corridor."""
    side = -reach.open or rng.choice((-1, 1))
    long = min(FALL, reach.long - 0.5)
    start, deep = (reach.long - long) / 2, reach.wide * rng.uniform(0.6, 0.7)
    return [reach.spot(start + a * long, side * (reach.wide / 2 - b * deep)) for a, b in FALLEN]


def gantries(
    free: list[CorridorStretch], turned: MirroredTable, plan: SewerPlan, rng: Random
) -> list[RawObject]:
    """``FF-02``  Return raised ground beside lanes, clear of gates and opposite chambers."""
    found = list[RawObject]()
    for reach in free[: plan.gantries]:
        side = -reach.open or rng.choice((-1, 1))
        wide = reach.wide / 2 - CLEAR
        long = min(LONG, reach.long - (GATE + 0.5 if reach.barred else 0.0))
        off = CLEAR if side > 0 else -reach.wide / 2
        found += turned.both("Gantry", "gantry", reach.area(0.0, long, off, wide))
    return found


def in_hall(rooms: Rooms, turned: MirroredTable) -> Iterator[RawObject]:
    """Yield the fixtures of both halls: pillars, a pipe along one wall, a gantry opposite."""
    end = max(x for x, _ in rooms.hall)
    top = min(y for _, y in rooms.hall)
    middle, low = top + HALL, top + 2 * HALL
    for x, y in ((end * 0.55, middle - 6.375), (end - 1.125, middle + 6.25)):
        yield from turned.both("Wall", "pillar", _octagon(x, y, 0.5625))
    yield from turned.both(
        "Pipe", "pipe", [(1.0, top + 0.75), (end - 2.0, top + 0.75)], "polyline"
    )
    raised = chamfered_rectangle(0.5, low - 1.75, end - 2.0, low)
    yield from turned.both("Gantry", "hall gantry", raised)


def in_vault(vault: Vault, turned: MirroredTable, *, gated: bool) -> Iterator[RawObject]:
    if gated:
        gate = SAID["SluiceGate"] | {"watertight": True}
        yield from turned.both("SluiceGate", "vault gate", vault.gate, **gate)
    else:
        basin = [vault.spot(*at) for at in chamfered_rectangle(0.75, -3.0, 3.75, -1.25, 0.375)]
        yield from turned.both("DeepWater", "basin", basin, **SAID["DeepWater"])
    yield from turned.both("Drain", "drain", [vault.spot(2.0, 2.0)], "point")


def _octagon(x: float, y: float, radius: float) -> Outline:
    return chamfered_rectangle(x - radius, y - radius, x + radius, y + radius, radius * 0.6)


def rubble(reach: CorridorStretch, turned: MirroredTable, rng: Random) -> list[RawObject]:
    """Return rubble along one side of a corridor."""
    side = -reach.open or rng.choice((-1, 1))
    long, deep = rng.uniform(2.25, 3.25), rng.uniform(1.5, 1.875)
    start = rng.uniform(0.25, max(0.25, reach.long - long - 0.25))
    drawn = [
        reach.spot(start + a * long, side * (reach.wide / 2 - 0.25 - b * deep))
        for a, b in STREWN
    ]
    return turned.both("Rubble", "rubble", drawn)
