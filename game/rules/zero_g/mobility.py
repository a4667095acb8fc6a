"""What somebody moves among, and a push straight on until something is in the way."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.geometry.points import Path, Point, thousandths
from game.geometry.polygons import edges
from game.geometry.sweeps import Touch, Walls
from game.physics.drift import DriftObstacles, glides
from game.play.game import Game
from game.rules.kit.line_of_sight import loose_debris
from game.rules.zero_g.near import passes_by
from game.rules.zero_g.rim import LEAVES
from game.table.board import Board
from game.table.events import Moved
from game.table.pieces import Piece, PieceKind
from game.table.records import ModelId
from game.table.state import Table

KEEP_OFF = 1.0
"""``ZG-12``, ``CC-18``  Inches from an enemy."""


def around_of(table: Table, who: ModelId) -> DriftObstacles:
    """``ZG-12``  Return what stops a model: walls, debris, friends, enemies 1" off."""
    mover = table.models[who]
    discs = {str(m.id): m.disc for m in table.standing()}
    off = {str(m.id): KEEP_OFF for m in table.standing(table.enemy(mover.side))}
    for piece in table.pieces.values():
        if piece.kind is PieceKind.CONTAINER and piece.holder is None:
            discs[piece.id] = piece.disc
    size = table.board.width, table.board.height
    return DriftObstacles(walls_of(table.board, loose_outlines(table)), discs, size, off)


def around_piece(table: Table, piece: Piece) -> DriftObstacles:
    """``MI-05``  Return what stops a container that drifts: models, others, and walls."""
    discs = {str(m.id): m.disc for m in table.standing()}
    for other in table.pieces.values():
        if other.kind is PieceKind.CONTAINER and other.holder is None:
            discs[other.id] = other.disc
    size = table.board.width, table.board.height
    return DriftObstacles(
        walls_of(table.board, loose_outlines(table)), {**discs, piece.id: piece.disc}, size
    )


def loose_outlines(table: Table) -> tuple[Path, ...]:
    """Return the outlines of debris that drifts about."""
    return tuple([p.corners for p in loose_debris(table)])


@lru_cache(maxsize=64)
def walls_of(board: Board, loose: tuple[Path, ...]) -> Walls:
    """Return what no base may cross: of the map, and debris that drifts about."""
    sides = [edge for corners in loose for edge in edges(corners)]
    return Walls((*board.walls.segments, *sides)) if sides else board.walls


class Push(NamedTuple):
    """A push straight on, as far as it goes."""

    path: Path = ()
    """Empty if it moves nothing."""
    left: bool = False
    """Whether it ends where the centre leaves the table."""
    touch: Touch | None = None
    """What stopped it."""


def push_of(table: Table, who: ModelId, along: Point, far: float) -> Push:
    """Return how a model is pushed straight on, to the first thing that it touches."""
    start = table.models[who].at
    for leg in glides(around_of(table, who), who, along, far):
        end = thousandths(leg.end)
        return Push((start, end) if end != start else (), leg.left, leg.touch)
    return Push()


async def pushes(game: Game, clause: str, who: ModelId, push: Push) -> None:
    """Carry a push out: the model keeps its facing, and ``ZG-14`` may be the end of it."""
    if push.path:
        game.do(Moved(clause, who, push.path, game.table.models[who].facing))
        passes_by(game, who, push.path)
    if push.left:
        await LEAVES.happens(game, who)
