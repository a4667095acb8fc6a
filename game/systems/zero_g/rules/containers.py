"""Containers that lie, drift or follow their bearers (MI-05)."""

from __future__ import annotations

from functools import partial
from math import inf

from game.cores.kit.dice import random_direction
from game.geometry.points import Point, gap, heading_of_vector, thousandths, vector_of_heading
from game.physics.travel import drift, follow_path
from game.play.decisions import DecisionKind
from game.play.game import Game, Step
from game.play.moves.base_placement import nearest_place
from game.systems.zero_g.rules.drift import drift_is_on, rolls
from game.systems.zero_g.rules.mobility import around_piece
from game.table.events import ArrowsChanged, PieceHeld, PieceMoved, PieceRemoved, RollKind
from game.table.records import ModelId, Where
from game.table.state import Piece, PieceKind, Table

CLAUSE = "MI-05"
SLIP = 0.003
"""Inches by which touching bases may overlap, as positions are rounded to thousandths."""


class ContainerKind(DecisionKind):
    """Kinds of decisions about containers."""

    TAKE_HOLD = "take hold"
    LEAVE = "leave"


def containers(table: Table) -> list[Piece]:
    return [p for p in table.pieces.values() if p.kind is PieceKind.CONTAINER]


def held_by(table: Table, model_id: ModelId) -> list[Piece]:
    return [p for p in containers(table) if p.holder == model_id]


def carried(table: Table) -> Step | None:
    """``MI-05``  Return the step that moves a held container with its bearer, or drops it."""
    for piece in containers(table):
        if piece.holder is None:
            continue
        bearer = table.models[piece.holder]
        if bearer.where is not Where.TABLE:
            return partial(killed, model_id=bearer.id)
        if bearer.at != piece.at:
            return partial(_follows, piece=piece.id)
    return None


async def _follows(game: Game, *, piece: str) -> None:
    held = game.table.pieces[piece]
    assert held.holder
    bearer = game.table.models[held.holder]
    game.do(PieceMoved(CLAUSE, piece, (held.at, bearer.at)))


async def killed(game: Game, model_id: ModelId) -> None:
    """``MI-05``  Drop the containers of a dead bearer, with one arrow in its last heading.

    The first lies where the bearer was, the others as near to it as they can.
    """
    bearer = game.table.models[model_id]
    for held in held_by(game.table, model_id):
        at = bearer.at
        if not _is_free(game.table, held, at, at):
            at = nearest_place(at, partial(_is_free, game.table, held, at)) or at
        if held.at != at:
            game.do(PieceMoved(CLAUSE, held.id, (held.at, at)))
        game.do(PieceHeld(CLAUSE, held.id))
        game.do(ArrowsChanged(CLAUSE, held.id, 1, bearer.heading))


def _is_free(table: Table, piece: Piece, start: Point, at: Point) -> bool:
    """Return whether a container can get from its bearer's place to another that is free."""
    around, here = around_piece(table, piece), piece.disc._replace(at=start)
    there, slip = piece.disc._replace(at=at), SLIP if at == start else 0.0
    others = (disc for name, disc in around.discs.items() if name != piece.id)
    return (
        0.0 <= at.x <= around.size[0]
        and 0.0 <= at.y <= around.size[1]
        and all([gap(there, disc) >= -slip for disc in others])
        and follow_path(around.walls, {piece.id: here}, piece.id, (at,), inf).touch is None
    )


async def headings(game: Game) -> None:
    """``MI-05``  Give each container one arrow with a random heading."""
    for piece in containers(game.table):
        along = random_direction(game, CLAUSE, game.table.sides[0], piece.id, RollKind.HEADING)
        game.do(ArrowsChanged(CLAUSE, piece.id, 1, heading_of_vector(along)))


async def containers_drift(game: Game) -> None:
    """``MI-05``  Let each container that is not held drift d6" at the start of a game turn."""
    by = game.table.first or game.table.sides[0]
    for id_ in [piece.id for piece in containers(game.table)]:
        # Another container may have hit it, or knocked it off the table.
        piece = game.table.pieces.get(id_)
        if piece and piece.holder is None and piece.arrows:
            (distance,) = game.throw(CLAUSE, by, "drift", id_=piece.id, kind=RollKind.DISTANCE)
            if drift_is_on(game):
                await rolls(game, CLAUSE, piece.id, float(distance))
            else:
                _drifts(game, piece, float(distance))


def _drifts(game: Game, piece: Piece, distance: float) -> None:
    """``MI-05``  Move a container: it rebounds from walls, and models stop it.

    Off the table it is lost.
    """
    went = drift(
        around_piece(game.table, piece), piece.id, vector_of_heading(piece.heading), distance
    )
    path = tuple(thousandths(at) for at in went.path)
    if len(path) > 1:
        game.do(PieceMoved(CLAUSE, piece.id, path))
    if went.rebounds:
        game.do(ArrowsChanged(CLAUSE, piece.id, piece.arrows, heading_of_vector(went.toward)))
    if went.left:
        game.do(PieceRemoved(CLAUSE, piece.id))
