"""``MI-05``  Salvage: three containers drift in a wreck, and both teams want them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from game.content.faults import Fault
from game.geometry.directions import bearing, toward
from game.geometry.points import Point, thousandths
from game.geometry.shapes import Segment, off_segment
from game.physics.drift import drift
from game.play.decisions import PASS, Choose, Option, passing
from game.play.game import Game, Look, Step
from game.play.phases import Phase, When, once
from game.rules.classic.bearing import touch
from game.rules.classic.moments import UNIT_MOVED, Attempt
from game.rules.kit.dice import random_direction
from game.rules.kit.insight import CARGO, FACTS, Cargo
from game.rules.kit.modules import Module
from game.rules.missions.void import TURNS, beginning, end_by, ending, kills, two_zones
from game.rules.zero_g.billiards import is_on, rolls
from game.rules.zero_g.rim import EXITS, LEAVES, REACHES, Exit, Reached, lost_in_space
from game.rules.zero_g.straight import around_piece
from game.table.board import Board
from game.table.events import (
    ArrowsChanged,
    PieceHeld,
    PieceMoved,
    PieceRemoved,
    Reason,
    Removed,
    Scored,
)
from game.table.pieces import Piece, PieceKind
from game.table.records import How, Model, ModelId, Side, Where
from game.table.state import Table

CLAUSE = "MI-05"
CONTAINERS = 3
BROUGHT, KILL = 3, 1
"""Points for a container that is brought off, and for a kill."""
HATCH = "hatch"
AT_EDGE = 0.01


def salvage(options: Mapping[str, Any]) -> Module:
    """``MI-05``  Set-up, the containers' headings and drifts, who holds them, the points."""
    turns = int(options.get("turns", TURNS))
    return Module(
        "salvage",
        phases=(
            *beginning(CLAUSE),
            Phase("headings", CLAUSE, once(headings, CLAUSE), When.SETUP),
            Phase("containers", CLAUSE, once(containers_drift, CLAUSE), When.START),
            Phase("tally", CLAUSE, ending(turns, tally), When.END),
        ),
        hooks=(
            LEAVES.by(leaves),
            EXITS.gets(exits),
            FACTS.gets(facts),
            CARGO.gets(cargo),
            REACHES.then(reaches),
            UNIT_MOVED.then(has_moved),
        ),
        watch=(carried,),
        unfit=unfit,
    )


def unfit(board: Board) -> list[Fault]:
    """``MI-05``  The mission needs two zones and three containers."""
    faults = two_zones(board, CLAUSE)
    many = len([spot for spot in board.spots if spot.kind == PieceKind.CONTAINER])
    if many != CONTAINERS:
        reason = f"the map has {many} of them: draw {CONTAINERS} Containers ({CLAUSE})"
        faults.append(Fault("containers", reason))
    return faults


def containers(table: Table) -> list[Piece]:
    return [p for p in table.pieces.values() if p.kind is PieceKind.CONTAINER]


async def headings(game: Game) -> None:
    """``MI-05``  Each container has one arrow of random heading."""
    for piece in containers(game.table):
        along = random_direction(game, CLAUSE, game.table.sides[0], piece.id)
        game.do(ArrowsChanged(CLAUSE, piece.id, 1, bearing(along)))


async def containers_drift(game: Game) -> None:
    """``MI-05``  At the start of each game turn each drifts d6, unless somebody holds it."""
    by = game.table.first or game.table.sides[0]
    for piece in containers(game.table):
        if piece.holder is None and piece.arrows:
            (far,) = game.throw(CLAUSE, by, "drift", who=piece.id)
            if is_on(game):
                await rolls(game, CLAUSE, piece.id, float(far))
            else:
                _drifts(game, piece, float(far))


def _drifts(game: Game, piece: Piece, far: float) -> None:
    """``MI-05``  It rebounds from walls, is stopped by models, and is lost off the table."""
    went = drift(around_piece(game.table, piece), piece.id, toward(piece.heading), far)
    path = tuple(thousandths(at) for at in went.path)
    if len(path) > 1:
        game.do(PieceMoved(CLAUSE, piece.id, path))
    if went.rebounds:
        game.do(ArrowsChanged(CLAUSE, piece.id, piece.arrows, bearing(went.toward)))
    if went.left:
        game.do(PieceRemoved(CLAUSE, piece.id))


async def reaches(game: Game, reached: Reached) -> None:
    """``MI-05``  A moving model stops at a container, or takes hold of it and goes on."""
    model = game.table.models[reached.model]
    go_on = Option("take hold", "Take hold of it and go on", CLAUSE, reached.piece)
    await _may_take(game, model, game.table.pieces[reached.piece], go_on)


async def has_moved(game: Game, attempt: Attempt) -> None:
    """``MI-05``  Who ends its move in base contact with a container may take hold of it."""
    for model in game.table.of(attempt.unit):
        for piece in containers(game.table):
            if piece.holder is None and touch(model.disc, piece.disc):
                take = Option("take hold", "Take hold of it", CLAUSE, piece.id)
                await _may_take(game, model, piece, take)


async def _may_take(game: Game, model: Model, piece: Piece, take: Option) -> None:
    words = piece.id.replace("-", " ")
    answer = await Choose(
        model.side,
        CLAUSE,
        f"{game.table.units[model.unit].name}: take hold of {words}?",
        (take, passing("Leave it", CLAUSE)),
        about=model.unit,
        kind="take hold",
    )
    if answer != PASS:
        game.do(PieceHeld(CLAUSE, piece.id, model.id))


def held_by(table: Table, who: ModelId) -> list[Piece]:
    return [p for p in containers(table) if p.holder == who]


async def leaves(game: Game, who: ModelId) -> None:
    """``MI-05``, ``ZG-14``  A bearer leaves alive over its own edge, or by a hatch of its own.

    Anybody else is lost in space, and what he holds with him.
    """
    model, cargo = game.table.models[who], held_by(game.table, who)
    for piece in cargo:
        game.do(PieceRemoved(CLAUSE, piece.id))
    if not cargo or not is_home(game.table, model.side, model.at):
        await lost_in_space(game, who)
        return
    for piece in cargo:
        game.do(Scored(CLAUSE, model.side, BROUGHT, piece.id))
    game.do(Removed(CLAUSE, who, How.LEFT))


def exits(look: Look, leaving: Exit) -> Iterator[Reason]:
    """``MI-05``  What a bearer leaves for over its own edge, or by a hatch of its own."""
    cargo = held_by(look.table, leaving.model)
    side = look.table.models[leaving.model].side
    if cargo and is_home(look.table, side, leaving.at):
        yield Reason(
            BROUGHT * len(cargo), f"brings {cargo[0].id.replace('-', ' ')} home", CLAUSE
        )


def cargo(look: Look, side: Side) -> Iterator[Cargo]:
    """``MI-05``  Each container that is on the table."""
    if side in look.table.zones:
        exits = home(look.table, side)
        for piece in containers(look.table):
            yield Cargo(piece.id, BROUGHT, exits)


def facts(look: Look, id_: str) -> Iterator[Reason]:
    """``MI-05``  Yield what somebody holds, and what can be done with a container."""
    table = look.table
    for piece in held_by(table, ModelId(id_)):
        what = piece.id.replace("-", " ")
        yield Reason(0, f"Holds {what}: {BROUGHT} points over its own edge", CLAUSE)
    loose = [p.id for p in containers(table) if p.holder is None]
    if id_ in loose:
        worth = f"{BROUGHT} points if brought home"
        yield Reason(0, f'Drifts d6" each game turn; {worth}', CLAUSE)


def is_home(table: Table, side: Side, at: Point) -> bool:
    """``MI-05``  Whether a place is at a side's own edge of the table, or at a hatch of it."""
    return any([off_segment(at, exit_) <= AT_EDGE for exit_ in home(table, side)])


def home(table: Table, side: Side) -> tuple[Segment, ...]:
    """``MI-05``  Return a side's own edge of the table, and its hatches."""
    board, zone = table.board, table.zones[side]
    hatches = [
        (spot.outline[0], spot.outline[-1])
        for spot in board.spots
        if spot.kind == HATCH and dict(spot.words).get("zone") == zone
    ]
    return (board.own_edge(board.zone(zone)), *hatches)


def carried(table: Table) -> Step | None:
    """``MI-05``  What a model holds moves with it, and is dropped when it dies."""
    for piece in containers(table):
        if piece.holder is None:
            continue
        bearer = table.models[piece.holder]
        if bearer.where is not Where.TABLE:
            return partial(_drops, piece=piece.id)
        if bearer.at != piece.at:
            return partial(_follows, piece=piece.id)
    return None


async def _follows(game: Game, *, piece: str) -> None:
    held = game.table.pieces[piece]
    assert held.holder
    bearer = game.table.models[held.holder]
    game.do(PieceMoved(CLAUSE, piece, (held.at, bearer.at)))


async def _drops(game: Game, *, piece: str) -> None:
    """``MI-05``  It keeps one arrow in its bearer's last heading."""
    held = game.table.pieces[piece]
    assert held.holder
    bearer = game.table.models[held.holder]
    if held.at != bearer.at:
        game.do(PieceMoved(CLAUSE, piece, (held.at, bearer.at)))
    game.do(PieceHeld(CLAUSE, piece))
    game.do(ArrowsChanged(CLAUSE, piece, 1, bearer.heading))


async def tally(game: Game) -> None:
    """``MI-05``  3 points for each container brought off, 1 for each kill; the most win."""
    table = game.table
    for side in table.sides:
        if dead := kills(table, side):
            game.do(Scored(CLAUSE, side, KILL * dead, "kills"))
    end_by(game, CLAUSE, {side: table.scores.get(side, 0) for side in table.sides}, "points")
