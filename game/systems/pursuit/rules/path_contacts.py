"""Contacts of models on their paths, and combat on the move (PU-13, PU-16, PU-19 to PU-24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from enum import IntEnum
from typing import NamedTuple

from game.cores.classic.rules import SPARED, ClassicHit
from game.cores.classic.rules.blast import place_next_blast_marker
from game.cores.classic.rules.combat import OUTCOME, CombatRound, exchange
from game.cores.classic.rules.core_api import strike
from game.cores.classic.rules.unit_state import combat_of
from game.cores.classic.rules.wounds import strike_models
from game.cores.kit.attacks import Hit
from game.cores.kit.marks import CHARGED, marked
from game.cores.kit.units import touch
from game.geometry.points import CONTACT, EPSILON, Disc, Point, point_ahead
from game.geometry.sweeps import NO_WALLS, sweep
from game.play.decisions import Aim, CommonKind
from game.play.game import Game, GameView
from game.systems.pursuit.rules.state import (
    FOUGHT,
    STOPPED,
    clear_stop,
    is_on_street,
    mark_event,
    riders,
    swarm,
)
from game.systems.pursuit.rules.street_pieces import (
    NEAR,
    city,
    covers,
    is_difficult,
    is_impassable,
    is_in,
    is_on_the_way,
    is_open,
    meets_at,
    mines,
    on_way,
)
from game.systems.pursuit.table.street import Street, street_of
from game.table.events import (
    Act,
    Acted,
    MarkerLaid,
    Motion,
    PieceLeft,
    Reason,
    RollKind,
    Struck,
    Turned,
    Unmarked,
)
from game.table.records import How, Model, ModelId, Side, Unit, Where
from game.table.state import Piece, Table


def foes_of(table: Table, model_id: ModelId) -> list[Model]:
    """Return the enemies in base contact with a model, in the order of the rosters."""
    me = table.models[model_id]
    side, (x, y), near, on = me.side, me.at, me.base + NEAR, Where.TABLE
    return [
        m
        for m in table.models.values()
        # Cheap tests first: most enemies are far away.
        if m.side != side
        and m.where is on
        and -near - m.base < m.at.x - x < near + m.base
        and -near - m.base < m.at.y - y < near + m.base
        and touch(me.disc, m.disc)
    ]


def has_fought(model: Model) -> bool:
    """``PU-16``, ``PU-20``  Return whether a model has already fought in this phase."""
    return model.mark(FOUGHT) is not None


def melee_of(table: Table, model_id: ModelId) -> list[ModelId]:
    """``PU-16``  Return all models linked to a model by contact with enemies, it first."""
    units = combat_of(table, table.models[model_id].unit)
    return [m.id for unit in units for m in table.of(unit)]


def pending_melees(table: Table, melee: Sequence[ModelId]) -> list[ModelId]:
    """``PU-16``  Return the models that still fight a round: at most one in a phase."""
    left = [m for m in melee if not has_fought(table.models[m])]
    return [m for m in left if any(foe.id in left for foe in foes_of(table, m))]


async def clash(
    game: Game, clause: str, model_id: ModelId, foes: Sequence[ModelId], *, charging: bool
) -> None:
    """``PU-20``  Fight a round between a model and only the enemies that it has touched."""
    mover = game.table.models[model_id]
    if charging:
        game.do(marked(clause, mover.unit, CHARGED))
    await fight(
        game, clause, [model_id, *foes], mover.side, charger=model_id if charging else None
    )


async def fight(
    game: Game,
    clause: str,
    model_ids: Sequence[ModelId],
    acting: Side,
    charger: ModelId | None = None,
) -> None:
    """``PU-16``, ``PU-20``  Fight one round (``CC-24`` to ``CC-28``) among models in contact.

    Only *charger* counts as charging, even if another model charged before in this phase.
    """
    models = game.table.models
    units = tuple(models[m].unit for m in model_ids)
    for m in model_ids:
        if m != charger and game.table.units[models[m].unit].mark(CHARGED):
            game.do(Unmarked(clause, models[m].unit, CHARGED))
    for m in model_ids:
        foe = next(f for f in foes_of(game.table, m) if f.unit in units)
        game.do(Acted(clause, unit=models[m].unit, act=Act.FIGHTS, target=foe.unit))
    for m in model_ids:
        game.do(mark_event(clause, m, FOUGHT))
    await OUTCOME.happens(game, CombatRound(units, acting, await exchange(game, units, acting)))
    for m in model_ids:
        # PU-16: a model in combat is not stopped.
        if is_on_street(game, m) and foes_of(game.table, m):
            clear_stop(game, clause, m)


async def nothing_follows(game: Game, fought: CombatRound) -> None:
    """``PU-31``  Do nothing after a round: no tests, falling back, pile-in or consolidation."""


def unshaken(view: GameView, unit: Unit) -> Iterator[Reason]:
    """``PU-01``  Yield the reason why no unit tests morale."""
    yield Reason(0, "nobody tests morale in a pursuit", "PU-01")


HOOKS = (OUTCOME.by(nothing_follows), SPARED.gets(unshaken))


COLLISION_STRENGTH = 5
EACH = 2.0
"""``PU-22``  Inches in a Difficult piece for each die."""


async def collide(
    game: Game, clause: str, model_id: ModelId, by: str, motion: Motion = Motion.MOVES
) -> None:
    """``PU-14``, ``PU-21``  Resolve a collision: a Strength 5 hit without save."""
    game.do(Struck(clause, model=model_id, strength=COLLISION_STRENGTH, by=by, motion=motion))
    await strike(game, model_id, COLLISION_STRENGTH)


async def passes_difficult_test(
    game: Game, clause: str, model_id: ModelId, piece: str, *, swept: bool = False
) -> bool:
    """``PU-22``  Roll one die for a model in a Difficult piece; return whether it passed.

    A 1 is a Strength 5 hit. ``PU-23``: a model that fails and lives is stopped in the piece,
    unless it is in combat.
    """
    model = game.table.models[model_id]
    what = "in difficult ground"
    (face,) = game.throw(
        clause,
        model.side,
        what,
        need=2,
        id_=model.unit,
        kind=RollKind.SWEPT if swept else RollKind.ROUTINE,
    )
    if face > 1:
        return True
    await collide(game, clause, model_id, "rubble", Motion.PUSHED if swept else Motion.MOVES)
    if is_on_street(game, model_id) and not foes_of(game.table, model_id):
        game.do(mark_event("PU-23", model_id, STOPPED, piece))
    return False


async def turns(game: Game, clause: str, model_id: ModelId) -> None:
    """``PU-14``, ``PU-16``, ``PU-21``  Let a model's player turn it any way."""
    model = game.table.models[model_id]
    name = game.table.units[model.unit].name
    asks = f"{name}: turn any way"
    facing = await Aim(
        model.side,
        clause=clause,
        asks=asks,
        about=model_id,
        middle=model.facing,
        spread=180.0,
        kind=CommonKind.TURN,
        faces=True,
    )
    if facing != model.facing:
        game.do(Turned(clause, model_id, facing))


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
    inside: dict[str, float] = field(default_factory=dict)
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
    me = table.models[trip.model_id]
    near = on_way(table, trip.base, toward, distance)
    pieces = [piece for piece in near if not is_open(piece, me.profile)]
    found = [
        *_figs(table, me, trip, toward, distance),
        *_edges(table, me, trip, toward, distance),
        *_walls(pieces, trip, toward, distance),
    ]
    first = min(found, key=lambda met: (met.distance, met.thing), default=None)
    moves = first.distance if first else distance
    dice = [
        PathContact(due, ContactKind.DIE, piece.id)
        for piece in pieces
        if not trip.ends_at(piece) and (due := _die(piece, trip, toward, moves)) is not None
    ]
    return min(dice, key=lambda met: met.distance, default=first)


def goes_on(table: Table, trip: RidePathState, toward: Point, distance: float) -> None:
    """Advance a move by *distance* inches, counting the inches in Difficult pieces."""
    profile = table.models[trip.model_id].profile
    for piece in on_way(table, trip.base, toward, distance):
        if is_difficult(piece, profile) and (
            spans := covers(piece, trip.base, toward, distance)
        ):
            for a, b in spans:
                trip.inside[piece.id] = trip.inside.get(piece.id, 0.0) + b - a
    trip.base = trip.base._replace(at=point_ahead(trip.base.at, toward, distance))


def _figs(
    table: Table, me: Model, trip: RidePathState, toward: Point, distance: float
) -> Iterator[PathContact]:
    enemies, friends = dict[str, Disc](), dict[str, Disc]()
    for model in table.standing():
        if model is not me:
            (friends if model.side == me.side else enemies)[model.id] = model.disc
    clusters = {p.id: p.disc for p in mines(table)}
    yield from _first(ContactKind.ENEMY, enemies, trip, toward, distance)
    yield from _first(ContactKind.FRIEND, friends, trip, toward, distance)
    yield from _first(ContactKind.MINES, clusters, trip, toward, distance)


def _first(
    thing: ContactKind,
    discs: Mapping[str, Disc],
    trip: RidePathState,
    toward: Point,
    distance: float,
) -> Iterator[PathContact]:
    touch = sweep(trip.base.at, toward, distance, trip.base.radius, NO_WALLS, discs)
    if touch and touch.disc is not None:
        yield PathContact(touch.distance, thing, touch.disc)


def _edges(
    table: Table, me: Model, trip: RidePathState, toward: Point, distance: float
) -> Iterator[PathContact]:
    street, (at, r) = street_of(table.board), trip.base
    closing = toward.x * street.back.x + toward.y * street.back.y
    if closing > EPSILON:
        rear = max(0.0, street.to_rear(trip.base) / closing)
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


def _walls(
    pieces: Sequence[Piece], trip: RidePathState, toward: Point, distance: float
) -> Iterator[PathContact]:
    for piece in pieces:
        if trip.ends_at(piece):
            hit = meets_at(piece, trip.base, toward, distance)
            if hit is not None and is_on_the_way(hit, distance):
                yield PathContact(hit, ContactKind.PIECE, piece.id)


def _die(piece: Piece, trip: RidePathState, toward: Point, distance: float) -> float | None:
    """``PU-22``  Return the inches until the next die is due; None if it is further off."""
    had, rolled = trip.inside.get(piece.id, 0.0), trip.rolled.get(piece.id, 0)
    due = EACH * rolled
    for a, b in covers(piece, trip.base, toward, distance):
        if is_on_the_way(due, had + b - a):
            return a + max(0.0, due - had)
        had += b - a
    return None


MARKERS = 3
ACROSS = 5.0
"""Diameter in inches of a mine's blast marker."""
MINE_STRENGTH = 4
AP = 4


def mine_hit(table: Table, cluster: str = "") -> ClassicHit:
    """``PU-24``  Return the hit of a marker of mines."""
    by, how = swarm(table), How.HAZARD
    return Hit(by, MINE_STRENGTH, AP, how=how, weapon="mines", who=cluster)


async def explode(game: Game, cluster: str) -> None:
    """``PU-24``  Explode a cluster: three markers, one hit on each model under each.

    The cluster goes back to its player. ``CC-36``: all rolls to wound come before all saves.
    """
    table, by = game.table, swarm(game.table)
    down = [Disc(table.pieces[cluster].at, ACROSS / 2)]
    game.do(PieceLeft("PU-24", cluster))
    game.do(MarkerLaid("PU-24", down[0].at, ACROSS))
    while len(down) < MARKERS:
        at = await place_next_blast_marker(game, by, cluster, cluster, down)
        down.append(Disc(at, ACROSS / 2))
        game.do(MarkerLaid("CC-11", at, ACROSS))
    hit = mine_hit(table, cluster)
    struck = [
        (m.id, [hit] * many)
        for m in table.standing()
        if (many := len([d for d in down if touch(d, m.disc)]))
    ]
    await strike_models(game, struck)
