"""The mission Salvage (MI-05)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from game.content.faults import Fault
from game.geometry.points import heading_of_vector, thousandths, vector_of_heading
from game.geometry.polygons import Segment
from game.physics.travel import drift
from game.play.game import Game, GameView
from game.play.phases import Interrupt, When, once
from game.rules.classic.deployment import TURNS, beginning, kills, two_zones
from game.rules.kit.deployment import end_by, ending
from game.rules.kit.dice import random_direction
from game.rules.kit.modules import Module, QueryHook
from game.rules.kit.parts import Mission, Score
from game.rules.kit.queries import FACTS
from game.rules.zero_g.containers import (
    BROUGHT,
    CLAUSE,
    HOOKS,
    carried,
    containers,
    held_by,
    home,
)
from game.rules.zero_g.drift import is_on, rolls
from game.rules.zero_g.mobility import around_piece
from game.table.board import Board
from game.table.events import ArrowsChanged, PieceMoved, PieceRemoved, Reason, RollKind, Scored
from game.table.pieces import Piece, PieceKind
from game.table.records import ModelId, Side


class Cargo(NamedTuple):
    """A container that is worth points to the side that takes it off the table."""

    piece: str
    value: float
    """In points."""
    exits: tuple[Segment, ...]
    """Edges where the side may take it off."""


CARGO = QueryHook[Side, Cargo]("what a side wants to bring home")


CONTAINERS = 3
KILL = 1
"""Points for a kill."""


def salvage(options: Mapping[str, Any]) -> Module:
    """``MI-05``  Return the mission: set-up, drifting containers, and the points."""
    turns = int(options.get("turns", TURNS))
    return Module(
        "salvage",
        phases=(
            *beginning(CLAUSE),
            once("headings", CLAUSE, headings, When.SETUP),
            once("containers", CLAUSE, containers_drift, When.START),
            ending(CLAUSE, turns, tally),
        ),
        hooks=(*HOOKS, FACTS.gets(facts), CARGO.gets(cargo)),
        pieces=(PieceKind.CONTAINER,),
        interrupts=(Interrupt("containers follow", CLAUSE, carried),),
        unfit=unfit,
    )


def unfit(board: Board) -> list[Fault]:
    """``MI-05``  Return the faults of a board without two usable zones and three containers."""
    faults = two_zones(board, CLAUSE)
    laid = tuple(spot.id for spot in board.spots if spot.kind == PieceKind.CONTAINER)
    if len(laid) != CONTAINERS:
        reason = f"the map has {len(laid)} of them: draw {CONTAINERS} Containers ({CLAUSE})"
        faults.append(Fault("containers", reason, "number of containers", laid))
    return faults


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
            if is_on(game):
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


def cargo(view: GameView, side: Side) -> Iterator[Cargo]:
    """``MI-05``  Yield each container on the table, with the edges where it scores."""
    if side in view.table.zones:
        exits = home(view.table, side)
        for piece in containers(view.table):
            yield Cargo(piece.id, BROUGHT, exits)


def facts(view: GameView, id_: str) -> Iterator[Reason]:
    """``MI-05``  Yield the containers that a model holds, or the rules of a loose container."""
    table = view.table
    for piece in held_by(table, ModelId(id_)):
        what = piece.id.replace("-", " ")
        yield Reason(
            0, f"Carries {what}: {BROUGHT} points if it leaves over its own edge", CLAUSE
        )
    loose = [p.id for p in containers(table) if p.holder is None]
    if id_ in loose:
        worth = f"{BROUGHT} points if brought home"
        yield Reason(0, f'Drifts d6" each game turn; {worth}', CLAUSE)


async def tally(game: Game) -> None:
    """``MI-05``  Score 3 points for each container taken off, 1 for each kill; the most win."""
    table = game.table
    for side in table.sides:
        if dead := kills(table, side):
            game.do(Scored(CLAUSE, side, KILL * dead, "kills"))
    end_by(game, CLAUSE, table.scores, "points")


MISSION = Mission(
    salvage,
    ("zero_g",),
    Score(
        goals=(
            ("Carry a container off over your own edge: 3 points.", CLAUSE),
            ("Kill an enemy: 1 point. Most points {end} win.", CLAUSE),
        ),
        due=kills,
        unscored="kills",
    ),
)
