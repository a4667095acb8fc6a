"""What a psyker becomes whom the worst of perils has killed (``MP-10``)."""

from __future__ import annotations

from game.geometry.points import Point
from game.play.arrange import Arrange
from game.play.base_placement import MoveClauses, nearest_place
from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.game import Game
from game.table.events import Placed, Raised
from game.table.records import ModelId, Side, Spare
from game.table.state import Table

CLAUSES = MoveClauses(move="MP-10", chain="MP-10", table="MP-10", ground="MP-10")


async def may_spawn(game: Game, psyker: ModelId) -> None:
    """``MP-10``  The opponent may put a spawn of his roster where a psyker fell."""
    table, fallen = game.table, game.table.models[psyker]
    side = table.enemy(fallen.side)
    spare = next((s for s in table.spares.values() if s.unit.side == side), None)
    at = room(table, side, spare, fallen.at) if spare else None
    if spare is None or at is None:
        return
    label = f"Replace {fallen.profile.name} by {spare.unit.name}"
    answer = await Choose(
        side,
        "MP-10",
        f"{fallen.profile.name} is torn apart: shall a spawn of yours replace it?",
        (Option("spawn", label, "MP-10"), pass_option("Let it be gone", "MP-10")),
        about=fallen.unit,
        kind="spawn",
    )
    if answer != PASS:
        game.do(Raised("MP-10", spare.unit.id))
        game.do(Placed("MP-10", spare.models[0].id, at, fallen.facing))


def room(table: Table, side: Side, spare: Spare, at: Point) -> Point | None:
    """``MP-10``  Return the place nearest to a point where a spawn may stand."""
    spawn = spare.models[0]
    arrange = Arrange(
        side,
        "MP-10",
        "",
        unit=spare.unit.id,
        models={spawn.id: spawn.base},
        zone=tuple(corner for corner, _ in table.board.rim),
        clauses=CLAUSES,
    )
    stands = arrange.stands(table)
    return nearest_place(at, lambda spot: not arrange.wrong(table, stands, spawn.id, spot))
