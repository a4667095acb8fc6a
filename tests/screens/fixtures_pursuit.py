"""A pursuit in the middle of a turn: a few models on a street with free space."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from game.geometry.points import Point
from game.rules.battles import prepare
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import LiveGame, start_game
from game.systems.pursuit.rules.state import PAGE, PursuitState
from game.systems.pursuit.window import PursuitWindow
from game.table.board import Board
from game.table.records import Clock, Where
from game.table.state import PieceKind
from game.table.system_additions import pieces_of
from tests.systems.pursuit.pursuit_tables import piece, rectangle, street


class Spot(NamedTuple):
    x: float
    y: float
    facing: float = 90.0


SPOTS: Mapping[str, Spot] = {
    "sergeant": Spot(23, 21),
    "bike-1": Spot(16, 23),
    "bike-2": Spot(20, 13),
    "gargoyle-1": Spot(8, 22),
    "gargoyle-2": Spot(6, 12),
}
"""Positions by name; units without one are gone, and each model is a unit of its own."""


def pursuit_before(
    phase: str = "movement", spots: Mapping[str, Spot] = SPOTS, *, ends: int = 20
) -> LiveGame:
    """Start a pursuit of two people in a turn before its phase begins.

    The pursuit is a draw *ends* turns later.
    """
    battle = prepare("pursuit", seed=1, map_="broken-mile")
    table = battle.opening.fork()
    table.first = table.sides[0]
    table.clock = Clock(21 - ends, phase)
    for model in [*table.models.values()]:
        word = model.unit.split("-", 1)[1]
        if spot := spots.get(word):
            at = Point(spot.x, spot.y)
            there = replace(model, where=Where.TABLE, at=at, facing=spot.facing)
        else:
            there = replace(model, where=Where.GONE)
        table.models[model.id] = there
    table.notes[PAGE.name] = PursuitState()
    return start_game(replace(battle, opening=table), ("human", "human"))


FORCES = ("sergeant", "bike-1", "bike-2", *(f"gargoyle-{n}" for n in range(1, 5)))
KINDS = ((1, "ruin"), (2, "ruin"), (3, "intact"))


def avenue() -> Board:
    """Return a broad street between low pieces, with one ruin in its middle."""
    found = [piece("heap", rectangle(36, 20, 6, 7), 2, "ruin")]
    for n in range(9):
        size, condition = KINDS[n % 3]
        for word, y in (("north", 0.0), ("south", 42.0)):
            outline = rectangle(1.0 + 7.8 * n, y, 5.0, 6.0)
            found.append(piece(f"{word}-{n}", outline, size, condition))
    return street(*found)


def deploying() -> LiveGame:
    """Start a pursuit of two people with a few models on an avenue, before deployment."""
    battle = prepare("pursuit", seed=1, map_="broken-mile")
    table, board = battle.opening.fork(), avenue()
    table.board = board
    mines = {p.id: p for p in table.pieces.values() if p.kind is PieceKind.MINES}
    table.pieces = pieces_of(board, (PieceKind.CITY,)) | mines
    for model in [*table.models.values()]:
        if model.unit.split("-", 1)[1] not in FORCES:
            table.models[model.id] = replace(model, where=Where.GONE)
    return start_game(replace(battle, opening=table), ("human", "human"))


def pursuit_of(screen: BattleScreen) -> PursuitWindow:
    """Return what the pursuit adds to a screen."""
    part = screen.extras.systems["pursuit"]
    assert isinstance(part, PursuitWindow)
    return part
