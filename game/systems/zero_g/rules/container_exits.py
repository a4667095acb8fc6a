"""Bearers that leave the table with their containers (MI-05)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from game.cores.kit.hooks import QueryHook
from game.geometry.limits import is_within
from game.geometry.points import CONTACT
from game.geometry.polygons import Segment, off_segment
from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.game import Game, GameView
from game.systems.zero_g.rules.containers import CLAUSE, ContainerKind, containers, held_by
from game.systems.zero_g.rules.mobility import TableExit, lost_in_space
from game.table.events import PieceRemoved, Reason, Removed, Scored
from game.table.records import How, Model, ModelId, Side
from game.table.state import Table

BROUGHT = 3
"""Points for a container taken off the table."""
HATCH = "hatch"


async def may_leave(game: Game, model: Model) -> None:
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


async def leaves(game: Game, model_id: ModelId) -> None:
    """``MI-05``, ``ZG-14``  Let a bearer leave alive over its own edge, or by its own hatch.

    Any other model is lost in space, with the containers that it holds.
    """
    model, carried = game.table.models[model_id], held_by(game.table, model_id)
    if carried and is_home(game.table, model):
        brings_home(game, model)
        return
    for piece in carried:
        game.do(PieceRemoved(CLAUSE, piece.id))
    await lost_in_space(game, model_id)


def brings_home(game: Game, model: Model) -> None:
    """``MI-05``  Score 3 points for each container held; the bearer leaves alive."""
    carried = held_by(game.table, model.id)
    for piece in carried:
        game.do(PieceRemoved(CLAUSE, piece.id))
    for piece in carried:
        game.do(Scored(CLAUSE, model.side, BROUGHT, piece.id))
    game.do(Removed(CLAUSE, model.id, How.LEFT))


def exits(view: GameView, leaving: TableExit) -> Iterator[Reason]:
    """``MI-05``  Yield the reason for which a bearer leaves over its own edge or hatch."""
    carried = held_by(view.table, leaving.model)
    there = replace(view.table.models[leaving.model], at=leaving.at)
    if carried and is_home(view.table, there):
        yield Reason(
            BROUGHT * len(carried), f"brings {carried[0].id.replace('-', ' ')} home", CLAUSE
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


class Cargo(NamedTuple):
    """A container that is worth points to the side that takes it off the table."""

    piece: str
    value: float
    """In points."""
    exits: tuple[Segment, ...]
    """Edges where the side may take it off."""


CARGO = QueryHook[Side, Cargo]("what a side wants to bring home")


def cargoes(view: GameView, side: Side) -> Iterator[Cargo]:
    """``MI-05``  Yield each container on the table, with the edges where it scores."""
    if side in view.table.zones:
        exits = home(view.table, side)
        for piece in containers(view.table):
            yield Cargo(piece.id, BROUGHT, exits)
