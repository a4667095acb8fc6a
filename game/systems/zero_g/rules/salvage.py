"""Containers, and the mission Salvage (MI-05)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, NamedTuple

from game.content.faults import Fault
from game.cores.classic.rules import UNIT_MOVED
from game.cores.classic.rules.deployment import TURNS, beginning
from game.cores.classic.rules.losses import kills
from game.cores.classic.rules.zone_faults import two_zones
from game.cores.kit.attempts import KILLED, Attempt
from game.cores.kit.declarations import Mission
from game.cores.kit.deployment import end_by, ending
from game.cores.kit.dice import random_direction
from game.cores.kit.hooks import QueryHook
from game.cores.kit.modules import Module
from game.cores.kit.queries import FACTS
from game.cores.kit.score import Score
from game.cores.kit.units import touch
from game.geometry.limits import is_within
from game.geometry.points import (
    CONTACT,
    Point,
    gap,
    heading_of_vector,
    thousandths,
    vector_of_heading,
)
from game.geometry.polygons import Segment, off_segment
from game.physics.travel import drift, follow_path
from game.play.base_placement import nearest_place
from game.play.decisions import PASS, Choose, DecisionKind, Option, pass_option
from game.play.game import Game, GameView, Step
from game.play.phases import Interrupt, Precedence, When, once
from game.systems.zero_g.rules.drift import is_on, rolls
from game.systems.zero_g.rules.mobility import (
    EXITS,
    LEAVES,
    REACHES,
    PieceReached,
    TableExit,
    around_piece,
    is_free,
    lost_in_space,
)
from game.table.board import Board
from game.table.events import (
    ArrowsChanged,
    Marked,
    PieceHeld,
    PieceMoved,
    PieceRemoved,
    Reason,
    Removed,
    RollKind,
    Scored,
)
from game.table.records import How, Mark, Model, ModelId, Side, Until, Where
from game.table.state import Piece, PieceKind, Table

CLAUSE = "MI-05"
BROUGHT = 3
"""Points for a container taken off the table."""
HATCH = "hatch"
SLIP = 0.003
"""Inches by which touching bases may overlap, as positions are rounded to thousandths."""
LEFT, TAKES = "leaves a container", "takes a container"
"""Marks for a model's decision about a container on its path; *about* is the container's id."""


class ContainerKind(DecisionKind):
    """Kinds of decisions about containers."""

    TAKE_HOLD = "take hold"
    LEAVE = "leave"


def containers(table: Table) -> list[Piece]:
    return [p for p in table.pieces.values() if p.kind is PieceKind.CONTAINER]


async def reaches(game: Game, reached: PieceReached) -> None:
    """``MI-05``  Let a moving model stop at a container, or take hold of it and go on."""
    model, piece = game.table.models[reached.model], game.table.pieces[reached.piece]
    options = (
        Option("take hold", "Grab it and move on", CLAUSE, piece.id),
        Option("stop", "Grab it and stop", CLAUSE, piece.id),
    )
    answer = await _asks(game, model, piece, options)
    if answer == "take hold":
        game.do(PieceHeld(CLAUSE, piece.id, model.id))
    else:
        stops = LEFT if answer == PASS else TAKES
        game.do(Marked(CLAUSE, model.unit, Mark(stops, Until.PHASE, piece.id)))


async def has_moved(game: Game, attempt: Attempt) -> None:
    """``MI-05``  Let a model that ends its move in contact with a container take hold of it."""
    for model in game.table.of(attempt.unit):
        for piece in containers(game.table):
            if piece.holder is None and touch(model.disc, piece.disc):
                await _may_take(game, model, piece)
        if is_free(model):
            await _may_leave(game, model)


async def _may_take(game: Game, model: Model, piece: Piece) -> None:
    """``MI-05``  Let a model take hold of a container, unless it decided that on its path."""
    marks = (game.table.units[model.unit].mark(name) for name in (LEFT, TAKES))
    said = next((m.name for m in marks if m and m.about == piece.id), None)
    if said is None:
        take = Option("take hold", "Grab it", CLAUSE, piece.id)
        said = LEFT if await _asks(game, model, piece, (take,)) == PASS else TAKES
    if said == TAKES:
        game.do(PieceHeld(CLAUSE, piece.id, model.id))


async def _asks(game: Game, model: Model, piece: Piece, options: tuple[Option, ...]) -> str:
    return await Choose(
        model.side,
        clause=CLAUSE,
        asks=f"{game.table.units[model.unit].name}: grab {piece.id.replace('-', ' ')}?",
        options=(*options, pass_option("Leave it alone", CLAUSE)),
        about=model.unit,
        kind=ContainerKind.TAKE_HOLD,
    )


async def _may_leave(game: Game, model: Model) -> None:
    """``MI-05``  Let a free mover leave when its base is at its own edge or hatch.

    Free movers never drift off the table.
    """
    if not held_by(game.table, model.id) or not is_home(game.table, model, model.base):
        return
    answer = await Choose(
        model.side,
        clause=CLAUSE,
        asks=f"{game.table.units[model.unit].name}: leave the table with its container?",
        options=(Option("leave", "Leave with it", CLAUSE), pass_option("Stay", CLAUSE)),
        about=model.unit,
        kind=ContainerKind.LEAVE,
    )
    if answer != PASS:
        brings_home(game, model)


def held_by(table: Table, model_id: ModelId) -> list[Piece]:
    return [p for p in containers(table) if p.holder == model_id]


async def leaves(game: Game, model_id: ModelId) -> None:
    """``MI-05``, ``ZG-14``  Let a bearer leave alive over its own edge, or by its own hatch.

    Any other model is lost in space, with the containers that it holds.
    """
    model, cargo = game.table.models[model_id], held_by(game.table, model_id)
    if cargo and is_home(game.table, model):
        brings_home(game, model)
        return
    for piece in cargo:
        game.do(PieceRemoved(CLAUSE, piece.id))
    await lost_in_space(game, model_id)


def brings_home(game: Game, model: Model) -> None:
    """``MI-05``  Score 3 points for each container held; the bearer leaves alive."""
    cargo = held_by(game.table, model.id)
    for piece in cargo:
        game.do(PieceRemoved(CLAUSE, piece.id))
    for piece in cargo:
        game.do(Scored(CLAUSE, model.side, BROUGHT, piece.id))
    game.do(Removed(CLAUSE, model.id, How.LEFT))


def exits(view: GameView, leaving: TableExit) -> Iterator[Reason]:
    """``MI-05``  Yield the reason for which a bearer leaves over its own edge or hatch."""
    cargo = held_by(view.table, leaving.model)
    there = replace(view.table.models[leaving.model], at=leaving.at)
    if cargo and is_home(view.table, there):
        yield Reason(
            BROUGHT * len(cargo), f"brings {cargo[0].id.replace('-', ' ')} home", CLAUSE
        )


def is_home(table: Table, model: Model, within: float = 0.0) -> bool:
    """``MI-05``  Return whether a model's centre is *within* inches of its edge or hatch."""
    return any(
        [
            is_within(off_segment(model.at, exit_), within + CONTACT)
            for exit_ in home(table, model.side)
        ]
    )


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
        hooks=(
            LEAVES.by(leaves),
            EXITS.gets(exits),
            REACHES.then(reaches),
            UNIT_MOVED.then(has_moved),
            KILLED.then(killed),
            FACTS.gets(facts),
            CARGO.gets(cargo),
        ),
        pieces=(PieceKind.CONTAINER,),
        interrupts=(Interrupt("containers follow", CLAUSE, carried, order=Precedence.STATE),),
        unfit=unfit,
    )


def unfit(board: Board) -> list[Fault]:
    """``MI-05``  Return the faults of a board without two usable zones and three containers."""
    faults = two_zones(board, CLAUSE)
    laid = tuple(spot.id for spot in board.spots if spot.kind == PieceKind.CONTAINER)
    if len(laid) != CONTAINERS:
        reason = f"the map has {len(laid)} of them: draw {CONTAINERS} Containers ({CLAUSE})"
        faults.append(
            Fault("containers", reason=reason, kind="number of containers", about=laid)
        )
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
