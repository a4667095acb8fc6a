"""Models, bodies and pieces that exchange momentum: ``ZG-13``, where the scenario says so."""

from __future__ import annotations

from game.geometry.points import (
    Point,
    distance,
    heading_of_vector,
    point_ahead,
    thousandths,
    unit_vector,
    vector_of_heading,
)
from game.geometry.polygons import edges
from game.physics.collisions import PASS, MovedSolid, Solid, resolve_collisions
from game.physics.space import STILL
from game.play.game import Game, GameView
from game.rules.classic.unit_state import is_model_locked
from game.rules.classic.wounds import test_dangerous_terrain
from game.rules.zero_g.kinds import is_free
from game.rules.zero_g.mobility import KEEP_OFF
from game.rules.zero_g.near import passes_by
from game.rules.zero_g.rim import LEAVES
from game.table.events import (
    ArrowsChanged,
    BodyRemoved,
    Event,
    Moved,
    PieceMoved,
    PieceRemoved,
)
from game.table.pieces import Piece
from game.table.records import Model, ModelId, Where
from game.table.state import Table

OPTION = "billiards"
SQUARE = 4.0
"""Square inches of loose debris that weigh 1."""


def is_on(look: GameView) -> bool:
    """``ZG-13``  Off unless the scenario says so."""
    return bool(look.rules.options.get(OPTION))


def solids_of(table: Table) -> dict[str, Solid]:
    """``ZG-13``  Return all that can collide, with its weight and the push that it has."""
    solids = {
        str(m.id): Solid(m.at, m.base, pace=_pace(m))
        for m in table.models.values()
        if m.where in (Where.TABLE, Where.BODY)
    }
    for p in table.pieces.values():
        if p.holder is None:
            mass = area(p.outline) / SQUARE if p.outline else 1.0
            solids[p.id] = Solid(p.at, p.radius, p.outline, mass, _pace(p))
    return solids


def area(outline: tuple[Point, ...]) -> float:
    """Return the square inches of an outline."""
    twice = 0.0
    for a, b in edges(outline):
        twice += a.x * b.y - a.y * b.x
    return abs(twice) / 2


def _pace(thing: Model | Piece) -> Point:
    return point_ahead(STILL, vector_of_heading(thing.heading), float(thing.arrows))


class Meetings:
    """Who stops whom on a table, and at how many inches."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __call__(self, one: str, other: str) -> float | None:
        """``ZG-13``  Enemies keep an inch apart; nothing moves free movers and the locked.

        A body that an enemy of the dead comes near to is gone (``ZG-26``): it hinders nobody.
        """
        models = self.table.models
        first, second = models.get(ModelId(one)), models.get(ModelId(other))
        alive = [m for m in (first, second) if m and m.where is Where.TABLE]
        if first and second and first.side != second.side and alive:
            return PASS if second.where is Where.BODY else KEEP_OFF
        if any(is_free(m) or is_model_locked(self.table, m) for m in alive):
            return 0.0
        return None


async def rolls(game: Game, clause: str, who: str, far: float) -> None:
    """``ZG-13``  Move a model, a body or a piece, and all that it sets in motion.

    When all is still, speeds are rounded to whole arrows; then come the tests for rebounds.
    """
    board = game.table.board
    size = board.width, board.height
    told = resolve_collisions(
        board.walls, solids_of(game.table), who, far, size, Meetings(game.table)
    )
    for name, rolled in told.items():
        _goes(game, clause if name == who else "ZG-13", name, rolled)
    for name, rolled in told.items():
        await _leaves(game, name, rolled)
    for model in game.table.standing():
        if model.id in told:
            await test_dangerous_terrain(game, "ZG-12", [model.id] * told[model.id].rebounds)


def _goes(game: Game, clause: str, name: str, rolled: MovedSolid) -> None:
    table, path = game.table, tuple(thousandths(at) for at in rolled.path)
    piece = table.pieces.get(name)
    thing: Model | Piece = piece or table.models[ModelId(name)]
    if len(path) > 1:
        game.do(_moved(clause, thing, path))
        if isinstance(thing, Model):
            passes_by(game, thing.id, path)
            if game.table.models[thing.id].where is Where.GONE:
                return
    speed = distance(STILL, rolled.pace)
    arrows = int(speed + 0.5)
    points = heading_of_vector(rolled.pace) if arrows else thing.heading
    if (arrows, points) != (thing.arrows, thing.heading):
        game.do(ArrowsChanged("ZG-13", name, arrows, points))


def _moved(clause: str, thing: Model | Piece, path: tuple[Point, ...]) -> Event:
    if isinstance(thing, Piece):
        return PieceMoved(clause, thing.id, path)
    last, end = path[-2:]
    facing = thing.facing if last == end else heading_of_vector(unit_vector(last, end))
    return Moved(clause, thing.id, path, facing)


async def _leaves(game: Game, name: str, rolled: MovedSolid) -> None:
    """``ZG-14``, ``ZG-26``  What left the table is gone."""
    if not rolled.left:
        return
    if name in game.table.pieces:
        game.do(PieceRemoved("ZG-14", name))
    elif game.table.models[ModelId(name)].where is Where.BODY:
        game.do(BodyRemoved("ZG-26", ModelId(name)))
    elif game.table.models[ModelId(name)].where is Where.TABLE:
        await LEAVES.happens(game, ModelId(name))
