"""Roll-offs before a battle, for zones or the first turn."""

from __future__ import annotations

from game.cores.kit.dice import roll_off
from game.play.decisions import Choose, CommonKind, Option
from game.play.game import Game, GameView
from game.table.board import Board
from game.table.events import TurnsOrdered, ZoneTaken
from game.table.records import Side

CHOOSER = "chooser"
"""Option for the side that chooses zones and first turn: 1 or 2; 0 for a roll-off."""


def own_zones(board: Board, sides: tuple[Side, Side]) -> dict[Side, str] | None:
    """Return the zones that a map reserves for both sides; None if it does not."""
    zones = {side: z.id for side in sides for z in board.zones if z.side == side}
    return zones if len(zones) == 2 else None


async def take_zones(game: Game, clause: str) -> None:
    """Give each side the zone that the map reserves for it, the first side first."""
    table = game.table
    for side, zone in (own_zones(table.board, table.sides) or {}).items():
        game.do(ZoneTaken(clause, side, zone))


def chosen_before(view: GameView) -> Side | None:
    """``MI-06``  Return the side that chooses because of an earlier battle's result, if any."""
    seat = int(view.rules.options.get(CHOOSER, 0))
    return view.table.sides[seat - 1] if seat else None


def winner_of(game: Game, clause: str, what: str) -> Side:
    """``CC-33``  Return the winner of a roll-off before a battle; ``MI-06`` may settle it."""
    return chosen_before(game) or roll_off(game, clause, what, game.table.sides[0])


async def pick_zone(game: Game, clause: str) -> None:
    """``CC-33``  Let the winner of a roll-off pick a zone; the other side gets the other.

    If the map reserves two zones, it is one of those.
    """
    table = game.table
    winner = winner_of(game, clause, "roll-off for zones")
    own = own_zones(table.board, table.sides)
    zones = [z for z in table.board.zones if own is None or z.id in own.values()]
    options = tuple(Option(z.id, f"Deploy in the {z.name}", clause, z.id) for z in zones)
    asks = "Which zone is yours?"
    picked = await Choose(
        winner, clause=clause, asks=asks, options=options, kind=CommonKind.ZONE
    )
    other = next(z.id for z in zones if z.id != picked)
    game.do(ZoneTaken(clause, winner, picked))
    game.do(ZoneTaken(clause, table.enemy(winner), other))


async def order_turns(game: Game, clause: str) -> None:
    """``CC-33``  Let the winner of a roll-off choose the side that has the first turn."""
    table = game.table
    winner = winner_of(game, clause, "roll-off for the first turn")
    options = (
        Option(winner, "Go first", clause),
        Option(table.enemy(winner), "Go second", clause),
    )
    first = await Choose(
        winner, clause=clause, asks="Who goes first?", options=options, kind=CommonKind.FIRST
    )
    game.do(TurnsOrdered(clause, Side(first), winner))
