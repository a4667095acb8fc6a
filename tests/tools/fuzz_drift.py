"""Random drifts in clutter, each checked: exact lengths and headings, no overlaps.

``python -m tests.tools.fuzz_drift 10000`` lets 10,000 models drift among walls, debris, friends
and enemies, prints each violation, and exits with 1 if there was any.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise
from math import atan2, cos, degrees, inf, pi, radians, sin, sqrt
from random import Random

from game.geometry.points import (
    Disc,
    Point,
    distance,
    gap,
    heading_of_vector,
    length,
    thousandths,
    vector_of_heading,
)
from game.geometry.polygons import Segment, crossing, inside, nearest_on, off_segment
from game.physics.travel import DriftObstacles, DriftPath, drift
from game.systems.zero_g.rules.mobility import around_of
from game.table.board import Board, Terrain, TerrainKind, terrain
from game.table.records import Clock, Model, ModelId, Profile, Side, Unit, UnitId
from game.table.state import Table
from tests.tools.faults import report_faults

SIZE = 48.0
REBOUNDS = 20
"""Maximum number of rebounds checked; by then a base has met every kind of obstacle."""
EXACT, TURN = 0.01, 0.01
"""Tolerances: inches of the whole path, and degrees of each heading."""
NEAR = 1e-6
PLACE = 0.001
"""Tolerance in inches between a leg and an independent computation of its end."""
TOUCH = 1e-9
"""Tolerance in inches: of two sides of a corner at nearly equal distance, only one is hit."""
WHO = ModelId("hale")
FAR = 500.0


def cluttered(luck: int) -> Table:
    """Return a table with hull edges, walls, debris, other models, and one model to drift."""
    rng = Random(luck)
    pieces = [_wall(rng, n) for n in range(rng.randint(0, 6))]
    pieces += [_debris(rng, n) for n in range(rng.randint(2, 8))]
    corners = [Point(0, 0), Point(SIZE, 0), Point(SIZE, SIZE), Point(0, SIZE), Point(0, 0)]
    closed = rng.random() < 0.7
    hulls = [pair for pair in pairwise(corners) if closed or rng.random() < 0.7]
    pieces += [
        terrain(f"hull-{n}", TerrainKind.WALL, pair, closed=False)
        for n, pair in enumerate(hulls)
    ]
    table = Table(
        Board("clutter", width=SIZE, height=SIZE, terrain=tuple(pieces)),
        clock=Clock(1, "movement"),
    )
    stands, many = dict[str, Disc](), rng.randint(1, 8)
    for n in range(200):
        if len(stands) == many:
            break
        base = Disc(_place(rng), rng.choice((0.5, 0.5, 0.8)))
        if _free(base, pieces) and all(gap(base, other) > 1.0 for other in stands.values()):
            model_id = WHO if not stands else ModelId(f"other-{n}")
            stands[model_id] = base
            side = table.sides[len(stands) % 2]
            _add_drifter(table, model_id, side, base, round(rng.uniform(0, 360), 3) % 360)
    return table


def _add_drifter(
    table: Table, model_id: ModelId, side: Side, base: Disc, heading: float
) -> None:
    profile = Profile("Drifter")
    table.models[model_id] = Model(
        model_id,
        unit=UnitId(model_id),
        side=side,
        profile=profile,
        base=base.radius,
        at=base.at,
        arrows=1,
        heading=heading,
    )
    table.units[UnitId(model_id)] = Unit(
        UnitId(model_id), side=side, name=model_id, models=(model_id,)
    )


def _place(rng: Random) -> Point:
    return thousandths(Point(rng.uniform(1.0, SIZE - 1.0), rng.uniform(1.0, SIZE - 1.0)))


def _wall(rng: Random, n: int) -> Terrain:
    line = tuple(_place(rng) for _ in range(rng.randint(2, 3)))
    return terrain(f"wall-{n}", TerrainKind.WALL, line, closed=False)


def _debris(rng: Random, n: int) -> Terrain:
    """Return a piece with five to eight corners around its middle."""
    middle, many = _place(rng), rng.randint(5, 8)
    corners = list[Point]()
    for k in range(many):
        turn, inches = 2 * pi * k / many, rng.uniform(0.6, 3.5)
        corners.append(
            thousandths(Point(middle.x + sin(turn) * inches, middle.y + cos(turn) * inches))
        )
    return terrain(f"debris-{n}", TerrainKind.DEBRIS, tuple(corners))


def _free(base: Disc, pieces: list[Terrain]) -> bool:
    return all(
        off_segment(base.at, side) > base.radius + 0.01 for p in pieces for side in p.sides()
    ) and not any(p.closed and inside(base.at, p.outline) for p in pieces)


def drifted(table: Table, inches: float = FAR) -> tuple[DriftObstacles, DriftPath]:
    """Let the model of a table drift, for at most *REBOUNDS* rebounds."""
    around, model = around_of(table, WHO), table.models[WHO]
    whole = drift(around, WHO, vector_of_heading(model.heading), inches)
    if len(whole.rebounds) > REBOUNDS:
        whole = drift(
            around, WHO, vector_of_heading(model.heading), whole.rebounds[REBOUNDS - 1] + 0.01
        )
    return around, whole


def drift_faults(table: Table) -> Iterator[str]:
    """Yield the faults of a drift, checked without the sweep and the solver."""
    around, path = drifted(table)
    model = table.models[WHO]
    kept = tuple(thousandths(at) for at in path.path)
    asked = path.distance
    if abs(length(path.path) - asked) > NEAR:
        yield f"{length(path.path):.6f} inches of way, {asked:.6f} told"
    if abs(length(kept) - asked) > EXACT:
        yield f"{length(kept):.4f} inches of way as tables keep it, {asked:.4f} moved"
    if not (path.touch or path.left) and len(path.rebounds) < REBOUNDS and FAR - asked > NEAR:
        yield f"{asked:.4f} inches of {FAR:g}, and nothing has stopped it"
    yield from _ends(around, path, model)
    yield from _in_anything(around, path, model)
    yield from _contacts(around, path, model)
    yield from _headings(around, path, model)


def _ends(around: DriftObstacles, path: DriftPath, model: Model) -> Iterator[str]:
    x, y = path.path[-1]
    on_rim = min(x, y, SIZE - x, SIZE - y)
    if path.left and abs(on_rim) > NEAR:
        yield f"it left the table {on_rim:.6f} inches from its edge"
    if path.touch and path.touch.disc:
        other = around.discs[path.touch.disc]
        off = gap(Disc(path.path[-1], model.base), other) - around.off.get(path.touch.disc, 0.0)
        if abs(off) > NEAR:
            yield f"it was stopped {off:.6f} inches from where {path.touch.disc} stops it"


def _in_anything(around: DriftObstacles, path: DriftPath, model: Model) -> Iterator[str]:
    for leg in pairwise(path.path):
        for wall in around.walls.segments:
            if crossing(*leg, *wall) is not None or _between(leg, wall) < model.base - NEAR:
                yield f"a leg to {leg[1]} goes through a wall at {wall}"
        for name, other in around.discs.items():
            least = model.base + other.radius + around.off.get(name, 0.0) - NEAR
            if name != WHO and off_segment(other.at, leg) < least:
                yield f"a leg to {leg[1]} comes too near to {name}"


def _contacts(around: DriftObstacles, path: DriftPath, model: Model) -> Iterator[str]:
    """Compare each leg with the nearest of all contacts, found without sweep and pymunk."""
    others = [
        (other.at, other.radius + model.base + around.off.get(name, 0.0))
        for name, other in around.discs.items()
        if name != WHO
    ]
    for n, (a, b) in enumerate(pairwise(path.path)):
        gone = distance(a, b)
        along = Point((b.x - a.x) / gone, (b.y - a.y) / gone)
        rounds = others + [(tip, model.base) for wall in around.walls.segments for tip in wall]
        nearest = min(
            [
                *(_to_round(a, along, at, radius) for at, radius in rounds),
                *(_to_side(a, along, wall, model.base) for wall in around.walls.segments),
            ]
        )
        ends = n == len(path.path) - 2 and not path.touch and not _turns_at_last(path)
        if nearest < gone - NEAR if ends else abs(nearest - gone) > PLACE:
            yield f"leg {n} is {gone:.6f} inches, but the nearest contact is at {nearest:.6f}"


def _to_round(a: Point, along: Point, at: Point, radius: float) -> float:
    """Return the inches after which a point comes within *radius* of another."""
    x, y = at.x - a.x, at.y - a.y
    ahead, aside = x * along.x + y * along.y, abs(x * along.y - y * along.x)
    if aside >= radius or ahead <= 0.0:
        return inf
    # At less than nothing it began in contact, and goes on only if it comes no nearer.
    return max(0.0, ahead - sqrt(radius * radius - aside * aside))


def _to_side(a: Point, along: Point, wall: Segment, radius: float) -> float:
    """Return the inches after which a point comes within *radius* beside a wall."""
    (ax, ay), (bx, by) = wall
    whole = distance(*wall)
    x, y = (by - ay) / whole, (ax - bx) / whole
    off, closing = (a.x - ax) * x + (a.y - ay) * y, along.x * x + along.y * y
    if off * closing >= -TOUCH * abs(off):
        return inf
    inches = max(0.0, (abs(off) - radius) / abs(closing))
    foot = (a.x + along.x * inches - ax) * -y + (a.y + along.y * inches - ay) * x
    return inches if 0.0 <= foot <= whole else inf


def _between(a: Segment, b: Segment) -> float:
    """Return the distance between two segments that do not cross."""
    return min(
        off_segment(a[0], b), off_segment(a[1], b), off_segment(b[0], a), off_segment(b[1], a)
    )


def _headings(around: DriftObstacles, path: DriftPath, model: Model) -> Iterator[str]:
    """Check each corner of the path: it touches a wall there, and is reflected like light."""
    now, at = radians(model.heading), path.path[0]
    for corner, after in pairwise([*path.path, None]):
        assert corner is not None
        if after is None and not _turns_at_last(path):
            break
        if corner is path.path[0]:
            continue
        want = _mirrored(around, corner, model.base, now)
        if want is None:
            yield f"it is turned at {corner}, where there is no wall"
            return
        leaves = path.toward if after is None else Point(after.x - corner.x, after.y - corner.y)
        now = atan2(leaves.x, -leaves.y)
        if _apart(degrees(now), degrees(want)) > TURN:
            yield f"at {corner} it leaves at {degrees(now):.4f}°, not {degrees(want):.4f}°"
        at = corner
    if _apart(heading_of_vector(path.toward), degrees(now)) > TURN:
        heading = heading_of_vector(path.toward)
        yield f"its arrows point at {heading} after {at}, not {degrees(now):.4f}"


def _turns_at_last(path: DriftPath) -> bool:
    return bool(path.rebounds) and abs(path.rebounds[-1] - path.distance) <= NEAR


def _mirrored(around: DriftObstacles, at: Point, radius: float, heading: float) -> float | None:
    """Return the heading after reflection by all walls that the base touches and runs into."""
    x, y = sin(heading), -cos(heading)
    touched = False
    for _ in range(2):
        for wall in around.walls.segments:
            foot = nearest_on(at, wall)
            inches = distance(at, foot)
            if inches > radius + TOUCH:
                continue
            touched = True
            nx, ny = (at.x - foot.x) / inches, (at.y - foot.y) / inches
            closing = x * nx + y * ny
            if closing < -1e-9:
                x, y = x - 2 * closing * nx, y - 2 * closing * ny
    return atan2(x, -y) if touched else None


def _apart(a: float, b: float) -> float:
    return abs((a - b + 180.0) % 360.0 - 180.0)


def main(many: int, first: int = 0) -> int:
    lucks = range(first, first + many)
    return report_faults(
        "drifts", ((f"drift {luck}", drift_faults(cluttered(luck))) for luck in lucks)
    )


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:] or ["10000"])))
