"""Drift along the arrows.

Collisions on the way exchange momentum (ZG-07, ZG-12, ZG-13).
"""

from __future__ import annotations

from dataclasses import dataclass

from game.cores.classic.rules.unit_state import is_model_locked
from game.cores.classic.rules.wounds import test_dangerous_terrain
from game.geometry.points import (
    EPSILON,
    Disc,
    Point,
    distance,
    heading_of_vector,
    point_ahead,
    thousandths,
    unit_vector,
    vector_of_heading,
)
from game.geometry.polygons import edges
from game.geometry.sweeps import Touch
from game.physics.collisions import PASS, MovedSolid, Solid, resolve_collisions
from game.physics.space import STILL
from game.physics.travel import DriftLeg, glides
from game.play.dice_sequences import D3, halved
from game.play.game import Game, GameView
from game.systems.zero_g.rules.drift_die import FLING
from game.systems.zero_g.rules.mobility import (
    KEEP_OFF,
    LEAVES,
    REACHES,
    SNAPS_ONLY,
    PieceReached,
    around_of,
    is_free,
    remove_corpses_passed,
    snaps_only,
)
from game.table.events import (
    Act,
    Acted,
    ArrowsChanged,
    BodyRemoved,
    Event,
    Motion,
    Moved,
    PieceMoved,
    PieceRemoved,
    RollKind,
)
from game.table.records import Model, ModelId, Where
from game.table.state import Piece, Table

OPTION = "billiards"
SQUARE = 4.0
"""Square inches of loose debris that weigh 1."""


def drift_is_on(view: GameView) -> bool:
    """``ZG-13``  Return whether the scenario turns on billiards."""
    return bool(view.rules.options.get(OPTION))


def solids_of(table: Table) -> dict[str, Solid]:
    """``ZG-13``  Return everything that can collide, with its weight and velocity in arrows."""
    solids = {
        str(m.id): Solid(m.at, m.base, pace=_pace(m))
        for m in table.models.values()
        if m.where in (Where.TABLE, Where.BODY)
    }
    for p in table.pieces.values():
        if p.holder is None:
            mass = area(p.outline) / SQUARE if p.outline else 1.0
            solids[p.id] = Solid(
                p.at, radius=p.radius, corners=p.outline, mass=mass, pace=_pace(p)
            )
    return solids


def area(outline: tuple[Point, ...]) -> float:
    """Return the area of an outline in square inches."""
    twice = 0.0
    for a, b in edges(outline):
        twice += a.x * b.y - a.y * b.x
    return abs(twice) / 2


def _pace(thing: Model | Piece) -> Point:
    return point_ahead(STILL, vector_of_heading(thing.heading), float(thing.arrows))


class CollisionTest:
    """A function that returns the inches at which one thing stops another."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __call__(self, one: str, other: str) -> float | None:
        """``ZG-13``  Return the inches between two things that do not collide; None if they do.

        Enemies keep an inch apart; nothing sets free movers and locked models in motion. A
        corpse that comes near to an enemy is removed (``ZG-26``) and stops nothing: ``PASS``.
        """
        models = self.table.models
        first, second = models.get(ModelId(one)), models.get(ModelId(other))
        alive = [m for m in (first, second) if m and m.where is Where.TABLE]
        if first and second and first.side != second.side and alive:
            return PASS if second.where is Where.BODY else KEEP_OFF
        if any(is_free(m) or is_model_locked(self.table, m) for m in alive):
            return 0.0
        return None


async def rolls(game: Game, clause: str, id_: str, inches: float) -> None:
    """``ZG-13``  Move a model, a corpse or a piece, and everything that it sets in motion.

    When all is still, speeds are rounded to whole arrows; then come the tests for rebounds.
    """
    board = game.table.board
    size = board.width, board.height
    moved = resolve_collisions(
        board.walls, solids_of(game.table), id_, inches, size, CollisionTest(game.table)
    )
    for name, rolled in moved.items():
        if name == id_:
            _goes(game, clause, name, rolled, Motion.DRIFTS)
        else:
            _goes(game, "ZG-13", name, rolled, Motion.KNOCKED)
    for name, rolled in moved.items():
        await _leaves(game, name, rolled)
    for model in game.table.standing():
        if model.id in moved:
            await test_dangerous_terrain(game, "ZG-12", [model.id] * moved[model.id].rebounds)


def _goes(game: Game, clause: str, name: str, rolled: MovedSolid, motion: Motion) -> None:
    table, path = game.table, tuple(thousandths(at) for at in rolled.path)
    piece = table.pieces.get(name)
    thing: Model | Piece = piece or table.models[ModelId(name)]
    if len(path) > 1:
        game.do(_moved(clause, thing, path, motion))
        if isinstance(thing, Model):
            remove_corpses_passed(game, thing.id, path)
            if game.table.models[thing.id].where is Where.GONE:
                return
    speed = distance(STILL, rolled.pace)
    arrows = int(speed + 0.5)
    points = heading_of_vector(rolled.pace) if arrows else thing.heading
    if (arrows, points) != (thing.arrows, thing.heading):
        game.do(ArrowsChanged("ZG-13", name, arrows, points))


def _moved(clause: str, thing: Model | Piece, path: tuple[Point, ...], motion: Motion) -> Event:
    if isinstance(thing, Piece):
        return PieceMoved(clause, thing.id, path)
    last, end = path[-2:]
    facing = thing.facing if last == end else heading_of_vector(unit_vector(last, end))
    return Moved(clause, model=thing.id, path=path, facing=facing, motion=motion)


async def _leaves(game: Game, name: str, rolled: MovedSolid) -> None:
    """``ZG-14``, ``ZG-26``  Remove a piece, corpse or model that has left the table."""
    if not rolled.left:
        return
    if name in game.table.pieces:
        game.do(PieceRemoved("ZG-14", name))
    elif game.table.models[ModelId(name)].where is Where.BODY:
        game.do(BodyRemoved("ZG-26", ModelId(name)))
    elif game.table.models[ModelId(name)].where is Where.TABLE:
        await LEAVES.happens(game, ModelId(name))


@dataclass(slots=True)
class DriftState:
    """A moving model, in unrounded positions, between two of its dice."""

    model_id: ModelId
    base: Disc
    toward: Point
    stopped: bool = False
    """True if something is in its way: it goes no further in this move."""


def course_of(game: Game, model_id: ModelId) -> DriftState:
    """Return the state of a model that is about to drift along its heading."""
    model = game.table.models[model_id]
    return DriftState(model_id, model.disc, vector_of_heading(model.heading))


def is_there(game: Game, model_id: ModelId) -> bool:
    """Return whether a model is still on the table, and alive."""
    return game.table.models[model_id].where is Where.TABLE


def with_arrows(clause: str, model: Model, more: int) -> ArrowsChanged:
    """Return the event that changes a model's arrows by *more*, to 0 at least."""
    return ArrowsChanged(clause, model.id, max(0, model.arrows + more), model.heading)


async def drift(game: Game, model_id: ModelId) -> None:
    """``ZG-07``  Roll a die for each arrow and move them in the order rolled.

    A 1 takes its arrow; a 6 brings its tests and is moved as 6 + d3", and its arrow comes when
    the drift is over. A model that has stopped moves no further: later dice only take and bring
    arrows.
    """
    model = game.table.models[model_id]
    many = model.arrows
    faces = game.throw(
        "ZG-07", model.side, "drift", many, id_=model.unit, kind=RollKind.DISTANCE
    )
    course = course_of(game, model_id)
    for face in faces:
        if face == 1:
            game.do(with_arrows("ZG-07", game.table.models[model_id], -1))
        elif face < 6:
            await _moves(game, "ZG-07", course, face)
        elif not course.stopped:
            await long_drift(game, "ZG-07", course, tests=many - 1)
        if not is_there(game, model_id):
            return
    if sixes := faces.count(6):
        game.do(with_arrows("ZG-07", game.table.models[model_id], sixes))
    if (sixes or 1 in faces) and not game.table.units[model.unit].mark(SNAPS_ONLY):
        game.do(snaps_only("ZG-07", game.table.models[model_id]))


async def long_drift(game: Game, clause: str, course: DriftState, tests: int) -> None:
    """``ZG-07``, ``ZG-10``  Take the tests of a 6 or an acceleration, then move 6 + d3"."""
    await test_dangerous_terrain(game, clause, [course.model_id] * tests)
    if is_there(game, course.model_id):
        await _moves(game, clause, course, FLING + d3(game, clause, course.model_id))


def d3(game: Game, clause: str, model_id: ModelId) -> int:
    """``CC-36``  Roll a d3: a d6 halved, rounded up."""
    model = game.table.models[model_id]
    kind = RollKind.DISTANCE
    (face,) = game.throw(clause, model.side, D3, id_=model.unit, kind=kind, sides=3)
    return halved(face)


async def _moves(game: Game, clause: str, course: DriftState, inches: float) -> None:
    """``ZG-12``  Move a model *inches*, rebounding from walls with a test for each."""
    if drift_is_on(game) and not course.stopped:
        await _rolls(game, clause, course, inches)
        return
    while not course.stopped and inches > EPSILON:
        around, met = around_of(game.table, course.model_id), None
        around = around._replace(discs={**around.discs, course.model_id: course.base})
        for leg in glides(around, course.model_id, course.toward, inches):
            await _glides(game, clause, course, leg)
            if not is_there(game, course.model_id):
                return
            inches, met = inches - leg.distance, leg.touch
        if not course.stopped:
            return
        course.stopped = not await takes_hold_of(game, course.model_id, met)
        if course.stopped and met:
            game.do(stop_event("ZG-12", game.table.models[course.model_id], met))


def stop_event(clause: str, model: Model, met: Touch, motion: Motion = Motion.DRIFTS) -> Acted:
    """Return the event that names the obstacle that stopped a drifting or pushed model."""
    return Acted(clause, unit=model.unit, act=Act.STOPPED, target=met.disc or "", motion=motion)


async def _rolls(game: Game, clause: str, course: DriftState, inches: float) -> None:
    """``ZG-13``  Move a model and the things it strikes; without arrows it goes no further."""
    await rolls(game, clause, course.model_id, inches)
    model = game.table.models[course.model_id]
    course.base, course.toward = model.disc, vector_of_heading(model.heading)
    course.stopped = not model.arrows


async def takes_hold_of(game: Game, model_id: ModelId, met: Touch | None) -> bool:
    """``MI-05``  Return whether a model takes hold of the piece it ran into, and so goes on."""
    piece = met.disc if met else None
    if piece is None or piece not in game.table.pieces:
        return False
    await REACHES.has_come(game, PieceReached(model_id, piece))
    return game.table.pieces[piece].holder == model_id


async def _glides(game: Game, clause: str, course: DriftState, leg: DriftLeg) -> None:
    """Move a model along one straight segment, and resolve its end."""
    path = thousandths(leg.start), thousandths(leg.end)
    if path[0] != path[1]:
        game.do(
            Moved(
                clause,
                model=course.model_id,
                path=path,
                facing=heading_of_vector(course.toward),
                motion=Motion.DRIFTS,
            )
        )
        remove_corpses_passed(game, course.model_id, path)
    course.base, course.toward = course.base._replace(at=leg.end), leg.toward
    if leg.left:
        await LEAVES.happens(game, course.model_id)
    elif leg.rebounds:
        model = game.table.models[course.model_id]
        game.do(ArrowsChanged("ZG-12", model.id, model.arrows, heading_of_vector(leg.toward)))
        await test_dangerous_terrain(game, "ZG-12", [model.id])
    course.stopped = leg.touch is not None and not leg.rebounds
