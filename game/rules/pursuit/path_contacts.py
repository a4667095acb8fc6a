"""What a fig meets on a straight way, in the order met: ``PU-13``, ``PU-19`` to ``PU-24``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from game.geometry.points import CONTACT, EPSILON, Disc, Point, point_ahead
from game.geometry.polygons import TOLERANCE
from game.geometry.sweeps import NO_WALLS, sweep
from game.rules.pursuit.figs.harm import EACH
from game.rules.pursuit.sides import riders
from game.rules.pursuit.street_pieces import (
    city,
    covers,
    is_difficult,
    is_impassable,
    is_in,
    is_open,
    meets_at,
    mines,
    on_way,
)
from game.table.pieces import Piece, Street, street_of
from game.table.records import Model, ModelId
from game.table.state import Table


class Thing(IntEnum):
    """What there is to meet; of what is met at once the first comes first."""

    MINES = 0
    DIE = 1
    """``PU-22``  So many inches in a Difficult piece that a die is rolled."""
    ARRIVAL = 2
    PIECE = 3
    EDGE = 4
    REAR = 5
    ENEMY = 6
    FRIEND = 7


class Met(NamedTuple):
    far: float
    """Inches on the way."""
    thing: Thing
    id: str


@dataclass(slots=True)
class Trip:
    """One whole move of a fig, as exactly as tables cannot keep it between its stretches."""

    who: ModelId
    base: Disc
    back: bool = False
    """Whether it slows down or is swept back, in the Pursuit phase; else it rides."""
    within: tuple[str, ...] = ()
    """The pieces that it stood in when it set out to go back."""
    over: bool = False
    rolled: dict[str, int] = field(default_factory=dict)
    """``PU-22``  The dice rolled so far for each Difficult piece."""
    inside: dict[str, float] = field(default_factory=dict)
    """The inches that it went in each of them."""


def trip_of(table: Table, who: ModelId, *, back: bool = False) -> Trip:
    """Return a move that is about to begin."""
    base = table.models[who].disc
    within = tuple([p.id for p in city(table) if is_in(p, base)]) if back else ()
    return Trip(who, base, back, within)


def first_met(table: Table, trip: Trip, toward: Point, far: float) -> Met | None:
    """Return the first thing on the next *far* inches of a move that is more than air."""
    me = table.models[trip.who]
    found = [
        *_figs(table, me, trip, toward, far),
        *_edges(table, me, trip, toward, far),
        *_pieces(table, me, trip, toward, far),
    ]
    return min(found, key=lambda met: (met.far, met.thing), default=None)


def goes_on(table: Table, trip: Trip, toward: Point, far: float) -> None:
    """Take note of *far* inches that a fig has gone on its way."""
    profile = table.models[trip.who].profile
    for piece in on_way(table, trip.base, toward, far):
        if is_difficult(piece, profile) and (spans := covers(piece, trip.base, toward, far)):
            for a, b in spans:
                trip.inside[piece.id] = trip.inside.get(piece.id, 0.0) + b - a
    trip.base = trip.base._replace(at=point_ahead(trip.base.at, toward, far))


def _figs(table: Table, me: Model, trip: Trip, toward: Point, far: float) -> Iterator[Met]:
    enemies = {str(m.id): m.disc for m in table.standing(table.enemy(me.side))}
    friends = {str(m.id): m.disc for m in table.standing(me.side) if m.id != me.id}
    clusters = {p.id: p.disc for p in mines(table)}
    yield from _first(Thing.ENEMY, enemies, trip, toward, far)
    yield from _first(Thing.FRIEND, friends, trip, toward, far)
    yield from _first(Thing.MINES, clusters, trip, toward, far)


def _first(
    thing: Thing, discs: Mapping[str, Disc], trip: Trip, toward: Point, far: float
) -> Iterator[Met]:
    touch = sweep(trip.base.at, toward, far, trip.base.radius, NO_WALLS, discs)
    if touch and touch.disc is not None:
        yield Met(touch.far, thing, touch.disc)


def _edges(table: Table, me: Model, trip: Trip, toward: Point, far: float) -> Iterator[Met]:
    street, (at, r) = street_of(table.board), trip.base
    closing = toward.x * street.back.x + toward.y * street.back.y
    if closing > EPSILON:
        rear = max(0.0, street.to_rear(trip.base) / closing)
        # To touch it is not to cross it: kept in thousandths, it may seem to by half of one.
        if rear < far - TOLERANCE:
            yield Met(rear, Thing.REAR, "rear edge")
    elif closing < -EPSILON:
        near = CONTACT if me.side == riders(table) else 0.0
        arrival = max(0.0, (street.off(at) - r - near) / -closing)
        if arrival <= far + EPSILON:
            yield Met(min(arrival, far), Thing.ARRIVAL, "arrival")
    side = _to_side(street, at, r, toward)
    if side is not None and side < far - EPSILON:
        yield Met(side, Thing.EDGE, "the edge of the table")


def _to_side(street: Street, at: Point, r: float, toward: Point) -> float | None:
    """Return after how many inches a base touches a long edge."""
    step = toward.y if street.back.x else toward.x
    if -EPSILON < step < EPSILON:
        return None
    here = street.along(at)
    left = street.wide - r - here if step > 0.0 else here - r
    return max(0.0, left / abs(step))


def _pieces(table: Table, me: Model, trip: Trip, toward: Point, far: float) -> Iterator[Met]:
    for piece in on_way(table, trip.base, toward, far):
        if is_open(piece, me.profile):
            continue
        if is_impassable(piece) or (trip.back and piece.id not in trip.within):
            hit = meets_at(piece, trip.base, toward, far)
            if hit is not None and hit < far - EPSILON:
                yield Met(hit, Thing.PIECE, piece.id)
        elif (due := _die(piece, trip, toward, far)) is not None:
            yield Met(due, Thing.DIE, piece.id)


def _die(piece: Piece, trip: Trip, toward: Point, far: float) -> float | None:
    """``PU-22``  Return after how many inches the next die is due."""
    had, rolled = trip.inside.get(piece.id, 0.0), trip.rolled.get(piece.id, 0)
    due = EACH * rolled
    for a, b in covers(piece, trip.base, toward, far):
        if had + b - a > due + (TOLERANCE if rolled else EPSILON):
            return a + max(0.0, due - had)
        had += b - a
    return None
