"""The Pursuit phase: everything is handled once, the furthest first: ``PU-07`` to ``PU-16``."""

from __future__ import annotations

from dataclasses import replace

from game.geometry.points import CONTACT
from game.play.game import Game, Step
from game.rules.kit.dice import in_order
from game.rules.pursuit.deployment import comes_back
from game.rules.pursuit.figs.pace import takes_its_turn
from game.rules.pursuit.roll.arrivals import bring_mines, come_on
from game.rules.pursuit.roll.rolling import roll_back
from game.rules.pursuit.sides import riders
from game.rules.pursuit.state import PAGE, chase_of
from game.rules.pursuit.street_pieces import city, is_impassable, is_on, meets_at
from game.table.events import Handled, PhaseOver, Queued
from game.table.pieces import PieceKind, street_of
from game.table.records import ModelId, Side
from game.table.state import Table


def pursuit(table: Table) -> Step | None:
    """``PU-07``  What is left to do before the table has rolled."""
    if table.queue:
        return handles_next
    if table.clock.over:
        return None
    return _ends if chase_of(table).rolled == table.clock.round else begins


async def begins(game: Game) -> None:
    """``PU-07``  Fix the order, and remember whom Impassable pieces touch from ahead."""
    table, chase = game.table, chase_of(game.table)
    street = street_of(table.board)
    at = {m.id: m.at for m in table.standing()} | {p.id: p.at for p in city(table)}

    def far(id_: str) -> float:
        return -street.off(at[id_])

    def by(id_: str) -> Side:
        model = table.models.get(ModelId(id_))
        return model.side if model else riders(table)

    order = in_order(game, "PU-07", [*at], far, by)
    away = [id_ for id_, p in table.pieces.items() if p.kind is PieceKind.CITY and not is_on(p)]
    waiting = tuple(dict.fromkeys((*chase.waiting, *away)))
    chase = replace(
        chase,
        rolled=table.clock.round,
        pressed=pressed_from_ahead(table),
        waiting=waiting,
        fresh=(),
    )
    game.do(PAGE.write("PU-07", chase))
    game.do(Queued("PU-07", (*order, *waiting)))


def pressed_from_ahead(table: Table) -> tuple[tuple[str, str], ...]:
    """``PU-14``  The figs that an Impassable piece touches from ahead, each with the piece."""
    ahead, walls = street_of(table.board).ahead, [p for p in city(table) if is_impassable(p)]
    return tuple(
        (who, piece.id)
        for who, base in [(m.id, m.disc) for m in table.standing()]
        for piece in walls
        if meets_at(piece, base, ahead, CONTACT) is not None
    )


async def handles_next(game: Game) -> None:
    """``PU-07``  Handle the first that was not handled yet."""
    id_ = game.table.queue[0]
    game.do(Handled("PU-07"))
    if id_ in game.table.models:
        await takes_its_turn(game, ModelId(id_))
    elif is_on(game.table.pieces[id_]):
        await roll_back(game, id_)
    else:
        await comes_back(game, id_)


async def _ends(game: Game) -> None:
    """``PU-04``, ``PU-10``  Mines appear, and who found no room before comes on."""
    await bring_mines(game)
    await come_on(game)
    game.do(PhaseOver("PU-07"))
