"""Streets for tests of the pursuit: the shipped forces on a table of 72" by 48"."""

from __future__ import annotations

from game.content.rosters import load_roster, muster
from game.cores.kit.game_rules import GameRules
from game.geometry.points import Path, Point
from game.rules.catalog import rules_of
from game.table.board import Board, Spot
from game.table.records import Side
from game.table.state import Table
from game.table.system_additions import pieces_of

RIDERS, SWARM = Side("riders"), Side("swarm")
RULES: GameRules = rules_of("pursuit")


def rectangle(x: float, y: float, wide: float, high: float) -> Path:
    return (Point(x, y), Point(x + wide, y), Point(x + wide, y + high), Point(x, y + high))


def piece(name: str, outline: Path, size: int = 3, condition: str = "intact") -> Spot:
    return Spot(
        name,
        kind="city piece",
        outline=outline,
        numbers=(("size", float(size)),),
        words=(("condition", condition),),
    )


def street(*pieces: Spot, width: float = 72.0, height: float = 48.0) -> Board:
    """Return a board of *width* by *height* inches; its right edge is the Arrival."""
    arrival = Spot("arrival", "arrival", (Point(width, 0.0), Point(width, height)))
    return Board("street", width, height, spots=(arrival, *pieces), look="street")


def winding() -> Board:
    """Return a winding street, 9 inches wide, between 18 pieces, six of each size."""
    found = list[Spot]()
    for n in range(9):
        x, deep = 1.0 + 8.0 * n, (12.0, 18.0, 24.0, 18.0)[n % 4]
        kinds = (
            ((1, "ruin"), (2, "ruin"), (3, "intact")),
            ((2, "intact"), (3, "ruin"), (1, "ruin")),
        )
        for side, of in enumerate(kinds):
            size, condition = of[n % 3]
            high = deep if side == 0 else 39.0 - deep
            y = 0.0 if side == 0 else 48.0 - high
            long = (5.0, 6.0, 7.0)[size - 1]
            found.append(
                piece(f"block-{2 * n + side}", rectangle(x, y, long, high), size, condition)
            )
    return street(*found)


def mustered(board: Board, riders: str = "riders", swarm: str = "gargoyles") -> Table:
    """Return the forces of a pursuit before it begins, on a board."""
    table = Table(board, (RIDERS, SWARM), pieces=pieces_of(board, RULES.pieces))
    for side, word in ((RIDERS, riders), (SWARM, swarm)):
        roster = load_roster(word)
        units, models = muster(roster, side)
        table.units |= {unit.id: unit for unit in units}
        table.models |= {model.id: model for model in models}
        table.pieces |= {piece.id: piece for piece in roster.pieces}
    return table
