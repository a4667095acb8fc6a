"""Models that the flood carries away (FF-08 to FF-17).

They test their footing, then are carried, battered and dashed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from itertools import pairwise
from math import inf
from typing import NamedTuple

from game.cores.kit.core import Core
from game.cores.kit.traits import strength_test
from game.geometry.points import (
    CONTACT,
    EPSILON,
    Disc,
    Path,
    Point,
    degrees,
    distance,
    gap,
    length,
    point_along,
    segments_of,
    thousandths,
)
from game.geometry.polygons import Segment, crossing, off_segment
from game.geometry.sweeps import GRAZE, PARALLEL, Walls, sweep
from game.physics.travel import Travel, follow_path
from game.play.game import Game
from game.systems.flood.rules import water_of
from game.systems.flood.table.lanes import ON_LANE, CarryPath, downstream
from game.systems.flood.table.water import Water
from game.table.board import Terrain
from game.table.events import Motion, Moved, RollKind, Struck
from game.table.records import ModelId, Where
from game.table.state import Table

ONCE = 3.0
"""``FF-16``  Inches for each additional point of Strength."""
BUMPED = 4
DASHED = 3
"""``FF-17``  Strength of the hit."""


async def test_footing(game: Game, core: Core, model_id: ModelId) -> None:
    """``FF-08``  Test a model's Strength; a model that fails is carried."""
    if water_of(game.table).course(game.table.models[model_id].disc) is None:
        return
    if not strength_test(game, "FF-08", model_id):
        await carry(game, core, model_id)


@dataclass(slots=True)
class _Carry:
    """``FF-15``  One carry of one model, with bumps, inches and hits of its own."""

    model_id: ModelId
    course: CarryPath
    ignores: tuple[str, ...]
    """``FF-03``  The pieces that it stood in when its carry began."""
    _: KW_ONLY
    closed_doors: tuple[str, ...]
    """``FF-26``  The closed doors between it and its lane when its carry began."""
    under_way: tuple[ModelId, ...]
    """The models with unfinished carries, this one included."""
    bases: dict[str, Disc]
    """Bases of all models on the table; every carry under way keeps them up to date."""
    distance: float = 0.0
    """Inches that it was carried so far."""
    bumped: list[ModelId] = field(default_factory=list)
    dashed: bool = False


class _Ride(NamedTuple):
    """The result of carrying a model on."""

    distance: float
    dashed: bool
    """True if it is in contact with something Impassable ahead of it."""
    met: list[str]
    """The models that it is in contact with and would be carried into."""


async def carry(game: Game, core: Core, model_id: ModelId) -> None:
    """``FF-09`` to ``FF-17``  Carry a model, and the models that it takes along."""
    await _carry(game, core, model_id, (), _stands(game.table))


async def _carry(
    game: Game,
    core: Core,
    model_id: ModelId,
    under_way: tuple[ModelId, ...],
    bases: dict[str, Disc],
) -> None:
    """``FF-09``  Carry a model d6" downstream, and again after each 6; then hit it."""
    water, base = water_of(game.table), game.table.models[model_id].disc
    course = water.course(base)
    if course is None:
        return
    under_way = (*under_way, model_id)
    one = _Carry(
        model_id,
        course=course,
        ignores=water.stood_in(base),
        closed_doors=water.doors_before_lane(base, course),
        under_way=under_way,
        bases=bases,
    )
    side = game.table.models[model_id].side
    while True:
        (face,) = game.throw("FF-09", side, "carried", id_=model_id, kind=RollKind.CARRIED)
        if await _goes_on(game, core, one, float(face)) or face < 6:
            break
    by = f'the water, {one.distance:.1f}"'
    await pays(game, core, model_id, strength_after(one.distance), by, dashed=one.dashed)
    if game.table.models[model_id].where is not Where.TABLE:
        del bases[model_id]


def _stands(table: Table) -> dict[str, Disc]:
    return {m.id: m.disc for m in table.standing()}


def strength_after(inches: float) -> int:
    """``FF-16``  Return the Strength of the hit on a model that was carried so far."""
    return min(10, 1 + int((inches + 0.001) / ONCE))


def room(water: Water, base: Disc, furthest: float) -> float | None:
    """``FF-09``, ``FF-12``, ``FF-13``  Return the inches that a base is carried until dashed.

    At most *furthest*, whatever comes after the first branch; None if it stays dry. Other
    models are left out.
    """
    if (course := water.course(base)) is None:
        return None
    walls = water.walls(water.stood_in(base), water.doors_before_lane(base, course))
    walked = 0.0
    for start, toward, leg in segments_of(course.path):
        inches = min(leg, furthest - walked)
        if touch := sweep(start, toward, inches, base.radius, walls, {}):
            return walked + touch.distance
        walked += inches
        if walked >= furthest:
            return furthest
    return furthest if water.onward(course) or not water.is_wall(course) else walked


async def pays(
    game: Game, core: Core, model_id: ModelId, strength: int, by: str, *, dashed: bool
) -> None:
    """``FF-16``, ``FF-17``  Hit a model for the distance it was moved; again if dashed."""
    game.do(Struck("FF-16", model=model_id, strength=strength, by=by, motion=Motion.CARRIED))
    await core.strike(game, model_id, strength)
    if dashed and game.table.models[model_id].where is Where.TABLE:
        game.do(
            Struck(
                "FF-17",
                model=model_id,
                strength=DASHED,
                by="what it is dashed against",
                motion=Motion.DASHED,
            )
        )
        await core.strike(game, model_id, DASHED)


async def _goes_on(game: Game, core: Core, one: _Carry, left: float) -> bool:
    """``FF-09`` to ``FF-14``  Carry a model *left* inches on; return whether it was stopped."""
    water = water_of(game.table)
    while left > EPSILON:
        if length(one.course.path) <= ON_LANE:
            if not _turns_off(game, water, one):
                return True
            continue
        ride = _rides(game, water, one, left)
        left -= ride.distance
        one.dashed = ride.dashed
        if await _bumps(game, core, one, ride.met) or one.dashed:
            _touches_end(water, one)
            return True
    return _touches_end(water, one)


def _touches_end(water: Water, one: _Carry) -> bool:
    """``FF-12``, ``FF-13``  Return whether a model is in contact with the end of the water.

    The end of a lane is Impassable, whatever else the model touches there.
    """
    if length(one.course.path) > CONTACT + GRAZE or water.onward(one.course):
        return False
    one.dashed = one.dashed or water.is_wall(one.course)
    return True


def _turns_off(game: Game, water: Water, one: _Carry) -> bool:
    """``FF-11``, ``FF-12``  Take a branch where lanes meet; False at the end of the water."""
    branches = water.onward(one.course)
    if not branches:
        one.dashed = water.is_wall(one.course)
        return False
    branch = branches[0] if len(branches) == 1 else _branch(game, one.model_id, branches)
    here = game.table.models[one.model_id].at
    one.course = branch._replace(path=(here, *branch.path[1:]))
    return True


def _branch(game: Game, model_id: ModelId, branches: tuple[CarryPath, ...]) -> CarryPath:
    """``FF-11``  Return the branch that a die decides on.

    Of two: 1-3, 4-6; of three: 1-2, 3-4, 5-6; of more: a face each, or roll again.
    """
    many, side = len(branches), game.table.models[model_id].side
    each = _each(many)
    while True:
        (face,) = game.throw(
            "FF-11", side, f"which of {many} branches", id_=model_id, kind=RollKind.SELECTION
        )
        if face <= each * many:
            return branches[(face - 1) // each]


def _each(many: int) -> int:
    return 6 // many if many <= 3 else 1


def faces_of(branch: int, many: int) -> str:
    """``FF-11``  Return the faces that lead into a branch, counted from 0, of *many*."""
    each = _each(many)
    first, last = branch * each + 1, (branch + 1) * each
    return str(first) if first == last else f"{first}–{last}"


def _rides(game: Game, water: Water, one: _Carry, left: float) -> _Ride:
    """``FF-09``, ``FF-10``, ``FF-26``  Move a model on its course until it touches something.

    It also stops when it is clear of a piece that it stood in.
    """
    table, path = game.table, one.course.path
    walls = water.walls(one.ignores, one.closed_doors)
    clear, piece = _first_clear(water, table.models[one.model_id].base, one.ignores, path)
    discs = one.bases
    travel = follow_path(walls, discs, one.model_id, path[1:], min(left, clear))
    if _halts(water, one, travel, left):
        beyond = _models_beyond(
            water.thin_walls(one.ignores, one.closed_doors),
            discs,
            one.model_id,
            travel.path[-1],
        )
        ahead_of_it = _what_lies_ahead(walls, discs, one.model_id, path, travel, beyond)
    else:
        ahead_of_it = _Ride(travel.distance, dashed=False, met=[])
    if travel.distance >= clear - EPSILON:
        one.ignores = tuple(id_ for id_ in one.ignores if id_ != piece)
    walked = tuple(thousandths(at) for at in travel.path)
    if travel.distance > EPSILON:
        *_, toward = [toward for _, toward, _ in segments_of(travel.path)]
        game.do(
            Moved(
                "FF-09",
                model=one.model_id,
                path=walked,
                facing=degrees(toward),
                motion=Motion.CARRIED,
            )
        )
        discs[one.model_id] = discs[one.model_id]._replace(at=walked[-1])
    one.distance += travel.distance
    one.course = one.course._replace(path=downstream(path, travel.distance, walked[-1]))
    return ahead_of_it


def _halts(water: Water, one: _Carry, travel: Travel, left: float) -> bool:
    """``FF-13``, ``FF-14``  Return whether a model touches something, or its way or inches end.

    Elsewhere, as at a fork, it goes on until it touches.
    """
    if travel.touch or travel.distance >= left - EPSILON:
        return True
    is_at_end = travel.distance >= length(one.course.path) - ON_LANE
    return is_at_end and not water.onward(one.course)


def _first_clear(
    water: Water, radius: float, ignores: tuple[str, ...], path: Path
) -> tuple[float, str]:
    """``FF-03``  Return the inches until a base is clear of an ignored piece, and its id."""
    if not ignores:
        return inf, ""
    return min(
        [(_clear_of(p, radius, path), p.id) for p in water.pieces if p.id in ignores],
        default=(inf, ""),
    )


def _clear_of(piece: Terrain, radius: float, path: Path) -> float:
    """Return the inches until a base does not stand in a piece; inf if it always does."""

    def stands_in(inches: float) -> bool:
        return piece.holds(Disc(point_along(path, inches), radius))

    walked = 0.0
    for leg in (distance(a, b) for a, b in pairwise(path)):
        if not stands_in(walked + leg):
            low, high = walked, walked + leg
            while high - low > CONTACT:
                middle = (low + high) / 2
                low, high = (middle, high) if stands_in(middle) else (low, middle)
            return high
        walked += leg
    return inf


def _led_into(discs: Mapping[str, Disc], id_: str, here: Point, toward: Point) -> list[str]:
    """``FF-14``  Return the models in contact with a base that its carry leads into."""
    base, found = Disc(here, discs[id_].radius), list[str]()
    (herex, herey), near = here, base.radius + 2 * CONTACT
    for name, ((atx, aty), radius) in discs.items():
        x, inches = atx - herex, radius + near
        if x >= inches or x <= -inches:
            continue
        y, wide = aty - herey, base.radius + radius
        if y >= inches or y <= -inches or name == id_:
            continue
        ahead_of_it = x * toward.x + y * toward.y > PARALLEL * wide
        beside = abs(x * toward.y - y * toward.x) >= wide - GRAZE
        if ahead_of_it and not beside and gap(base, discs[name]) <= CONTACT + GRAZE:
            found.append(name)
    return found


def _models_beyond(
    thin: Sequence[Segment], discs: Mapping[str, Disc], id_: str, here: Point
) -> list[str]:
    """``FF-26``  Return the models near a base that a wall without thickness parts from it."""
    near = discs[id_].radius + 2 * CONTACT
    return [
        name
        for name, disc in discs.items()
        if name != id_
        and distance(here, disc.at) <= near + disc.radius
        and any(crossing(here, disc.at, *side) is not None for side in thin)
    ]


def _runs_into(walls: Walls, base: Disc, toward: Point) -> bool:
    """``FF-13``  Return whether a base is in contact with a wall that its carry leads into."""
    (x, y), near = base.at, base.radius + CONTACT + GRAZE
    return any(
        off_segment(base.at, walls.segments[n]) <= near
        and sweep(base.at, toward, near, base.radius, walls.singles[n], {})
        for n in walls.near(x - near, y - near, x + near, y + near)
    )


def _what_lies_ahead(
    walls: Walls,
    discs: Mapping[str, Disc],
    id_: str,
    path: Path,
    travel: Travel,
    beyond: Sequence[str],
) -> _Ride:
    """``FF-13``, ``FF-14``  Return the contacts of a base at its present point.

    ``FF-26``: models *beyond* a wall without thickness are not touched, but the wall is.
    """
    here, touch = thousandths(travel.path[-1]), travel.touch
    rest = downstream(path, travel.distance, here)
    ways = [*segments_of(rest)][:1] or [*segments_of(travel.path)][-1:]
    if not ways:
        return _Ride(travel.distance, dashed=False, met=[])
    toward = ways[0][1]
    wall = _runs_into(walls, discs[id_]._replace(at=here), toward)
    met = [name for name in _led_into(discs, id_, here, toward) if name not in beyond]
    if touch and touch.disc and touch.disc not in (*met, *beyond):
        met.append(touch.disc)
    walled = touch is not None and (touch.disc is None or touch.disc in beyond)
    return _Ride(travel.distance, wall or walled, met)


async def _bumps(game: Game, core: Core, one: _Carry, met: Sequence[str]) -> bool:
    """``FF-14``  Bump the models met; return whether one of them stops the first.

    A model that is bumped on a 4+ is carried at once; otherwise the first model stops.
    """
    stops = False
    for other in [m for m in game.table.models if m in met] if met else ():
        if not _still_touches(game.table, one.model_id, other):
            continue
        if not _may_be_bumped(game, one, other):
            stops = True
            continue
        one.bumped.append(other)
        side = game.table.models[other].side
        (face,) = game.throw(
            "FF-14", side, "knocked off its feet", need=4, id_=other, kind=RollKind.BUMPED
        )
        if face >= BUMPED:
            await _carry(game, core, other, one.under_way, one.bases)
        else:
            stops = True
    return stops


def _still_touches(table: Table, model_id: ModelId, other: ModelId) -> bool:
    """``FF-14``  Return whether a model is still in contact, after the bumps before it."""
    one, it = table.models[model_id], table.models[other]
    return it.where is Where.TABLE and gap(one.disc, it.disc) <= CONTACT + GRAZE


def _may_be_bumped(game: Game, one: _Carry, other: ModelId) -> bool:
    """``FF-14``  Return whether a model may be bumped by a carry.

    It may not be bumped twice, with its own carry unfinished, or out of the flood's reach.
    """
    if other in one.under_way or other in one.bumped:
        return False
    return water_of(game.table).course(game.table.models[other].disc) is not None
