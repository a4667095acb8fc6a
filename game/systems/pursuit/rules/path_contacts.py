"""Contacts of models on their paths.

Clauses PU-13, PU-19, PU-22.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from enum import IntEnum
from typing import NamedTuple

from game.geometry.points import CONTACT, EPSILON, Disc, Point
from game.geometry.sweeps import NO_WALLS, sweep
from game.systems.pursuit.rules.state import riders
from game.systems.pursuit.rules.street_pieces import (
    StraightMove,
    city,
    covers,
    is_difficult,
    is_impassable,
    is_in,
    is_on_the_way,
    is_open,
    mines,
    on_way,
    runs_into,
)
from game.systems.pursuit.table.street import Street, street_of
from game.table.records import Model, ModelId
from game.table.state import Piece, Table

EACH = 2.0
"""``PU-22``  Inches in a Difficult piece for each die."""


class ContactKind(IntEnum):
    """Kinds of contact on a path; of contacts at the same distance the first comes first."""

    MINES = 0
    ARRIVAL = 1
    PIECE = 2
    EDGE = 3
    REAR = 4
    ENEMY = 5
    FRIEND = 6
    DIE = 7
    """``PU-22``  The next die for the inches in a Difficult piece is due."""


PASSED = ContactKind.MINES, ContactKind.DIE
"""Contacts that do not end a move by themselves."""


class PathContact(NamedTuple):
    """A contact of a model on a straight path."""

    distance: float
    """Inches along the path."""
    thing: ContactKind
    id: str


@dataclass(slots=True)
class RidePathState:
    """State of one whole move, kept unrounded between its segments."""

    model_id: ModelId
    base: Disc
    back: bool = False
    """True for a model that goes back in the Pursuit phase; False for a ride."""
    _: KW_ONLY
    within: tuple[str, ...] = ()
    """Pieces that the model stood in when it began to go back."""
    over: bool = False
    rolled: dict[str, int] = field(default_factory=dict)
    """``PU-22``  Number of dice rolled so far for each Difficult piece."""
    inches_in: dict[str, float] = field(default_factory=dict)
    """Inches moved so far in each Difficult piece."""

    def ends_at(self, piece: Piece) -> bool:
        """``PU-13``, ``PU-21``  Return whether a piece that is not open ends the move."""
        return is_impassable(piece) or (self.back and piece.id not in self.within)


def trip_of(table: Table, model_id: ModelId, *, back: bool = False) -> RidePathState:
    """Return the state of a move that is about to begin."""
    base = table.models[model_id].disc
    within = tuple([p.id for p in city(table) if is_in(p, base)]) if back else ()
    return RidePathState(model_id, base=base, back=back, within=within)


def first_met(
    table: Table, trip: RidePathState, toward: Point, distance: float
) -> PathContact | None:
    """Return the first contact in the next *distance* of a move; None if there is none.

    ``PU-22``  A die is rolled for inches moved: it is due only before what else is met.
    """
    me, move = table.models[trip.model_id], StraightMove(trip.base, toward, distance)
    pieces = [piece for piece in on_way(table, move) if not is_open(piece, me.profile)]
    ends = [piece for piece in pieces if trip.ends_at(piece)]
    found = [*_figs(table, me, move), *_edges(table, me, move), *_walls(ends, move)]
    first = min(found, key=lambda met: (met.distance, met.thing), default=None)
    until = move._replace(distance=first.distance) if first else move
    dice = [
        PathContact(due, ContactKind.DIE, piece.id)
        for piece in pieces
        if not trip.ends_at(piece) and (due := _die(piece, trip, until)) is not None
    ]
    return min(dice, key=lambda met: met.distance, default=first)


def contacts(
    table: Table, trip: RidePathState, toward: Point, distance: float
) -> Iterator[PathContact]:
    """Move straight on; yield each contact when the move has come to it, until it is over.

    Mines and dice let the move go on unless the caller ends it; all else ends it.
    """
    while not trip.over:
        met = first_met(table, trip, toward, distance)
        gone = met.distance if met else distance
        _advance(table, trip, StraightMove(trip.base, toward, gone))
        if met is None:
            return
        distance -= met.distance
        if met.thing is ContactKind.DIE:
            trip.rolled[met.id] = trip.rolled.get(met.id, 0) + 1
        trip.over = met.thing not in PASSED
        yield met


def _advance(table: Table, trip: RidePathState, move: StraightMove) -> None:
    """Advance along a part of the path, counting the inches in Difficult pieces."""
    profile = table.models[trip.model_id].profile
    for piece in on_way(table, move):
        if is_difficult(piece, profile):
            for a, b in covers(piece, move):
                trip.inches_in[piece.id] = trip.inches_in.get(piece.id, 0.0) + b - a
    trip.base = move.end


def _figs(table: Table, me: Model, move: StraightMove) -> Iterator[PathContact]:
    enemies, friends = dict[str, Disc](), dict[str, Disc]()
    for model in table.standing():
        if model is not me:
            (friends if model.side == me.side else enemies)[model.id] = model.disc
    clusters = {p.id: p.disc for p in mines(table)}
    yield from _first(ContactKind.ENEMY, enemies, move)
    yield from _first(ContactKind.FRIEND, friends, move)
    yield from _first(ContactKind.MINES, clusters, move)


def _first(
    thing: ContactKind, discs: Mapping[str, Disc], move: StraightMove
) -> Iterator[PathContact]:
    (at, radius), toward, distance = move
    touch = sweep(at, toward, distance, radius, NO_WALLS, discs)
    if touch and touch.disc is not None:
        yield PathContact(touch.distance, thing, touch.disc)


def _edges(table: Table, me: Model, move: StraightMove) -> Iterator[PathContact]:
    street, ((at, r), toward, distance) = street_of(table.board), move
    closing = toward.x * street.back.x + toward.y * street.back.y
    if closing > EPSILON:
        rear = max(0.0, street.to_rear(move.base) / closing)
        if is_on_the_way(rear, distance):
            yield PathContact(rear, ContactKind.REAR, "rear edge")
    elif closing < -EPSILON:
        near = CONTACT if me.side == riders(table) else 0.0
        arrival = max(0.0, (street.off(at) - r - near) / -closing)
        if arrival <= distance + EPSILON:
            yield PathContact(min(arrival, distance), ContactKind.ARRIVAL, "arrival")
    side = _to_side(street, at, r, toward)
    if side is not None and is_on_the_way(side, distance):
        yield PathContact(side, ContactKind.EDGE, "the edge of the table")


def _to_side(street: Street, at: Point, r: float, toward: Point) -> float | None:
    """Return the inches until a base touches a long edge; None if it moves parallel to them."""
    step = toward.y if street.back.x else toward.x
    if -EPSILON < step < EPSILON:
        return None
    here = street.along(at)
    left = street.wide - r - here if step > 0.0 else here - r
    return max(0.0, left / abs(step))


def _walls(pieces: Sequence[Piece], move: StraightMove) -> Iterator[PathContact]:
    for piece in pieces:
        if (hit := runs_into(piece, move)) is not None:
            yield PathContact(hit, ContactKind.PIECE, piece.id)


def _die(piece: Piece, trip: RidePathState, move: StraightMove) -> float | None:
    """``PU-22``  Return the inches until the next die is due; None if it is further off."""
    had, rolled = trip.inches_in.get(piece.id, 0.0), trip.rolled.get(piece.id, 0)
    due = EACH * rolled
    for a, b in covers(piece, move):
        if is_on_the_way(due, had + b - a):
            return a + max(0.0, due - had)
        had += b - a
    return None
