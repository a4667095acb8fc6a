"""The modern core in the battle window.

It shows command points, and standing orders for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.cores.kit.queries import TableView
from game.play.left_questions import InterruptPreference
from game.play.log.wording import side_name
from game.screens.battle.window_additions import Orders, Status, StatusSpan, WindowAdditions
from game.table.command_points import commands
from game.table.records import Side
from game.view.colours import TEAMS
from game.widgets.theme import DIM, MUTED, TEXT

COMMAND_CLAUSE = "MC-27"
TELLS = {
    InterruptPreference.WEIGHTY: "You are asked only when it matters:"
    " a failed test or charge, a save for more than a rank-and-file model,"
    " a single heavy blow.",
    InterruptPreference.ALWAYS: "You are asked every time you could spend one.",
    InterruptPreference.NEVER: "You are never asked to spend one.",
}


class ModernWindow(WindowAdditions):
    """``MC-26``  A side's command points and its player's standing orders."""

    def statuses(self, view: TableView, orders: Orders) -> Sequence[Status]:
        return tuple(
            command(side, team, found.points, orders(side))
            for team, side in enumerate(view.table.sides)
            if (found := commands(view.table).get(side))
        )


def command(side: Side, team: int, points: int, orders: InterruptPreference | None) -> Status:
    """Return the points of a side; a press changes its orders, if a person commands it."""
    many = "1 command point" if points == 1 else f"{points} command points"
    tip = f"{side_name(side)}: {many} ({COMMAND_CLAUSE})"
    if orders:
        tip = f"{tip}\n{TELLS[orders]}\nClick to change to: {orders.next}"
    usual = orders in (None, InterruptPreference.WEIGHTY)
    label = "CP" if usual else f"CP · ask {orders}"
    row = (
        StatusSpan(icon="ui/star", ink=TEAMS[team].plain, before=2, room=20),
        StatusSpan(str(points), size=17, ink=TEXT if points else DIM, face="title", room=24),
        StatusSpan(label, 13, MUTED, lights=orders is not None),
    )
    return Status((row,), tip, orders_of=side if orders else None)


WINDOW = ModernWindow
