"""Whether the steady bot accepts a draw."""

from __future__ import annotations

from game.bots.steady.stakes import turns_left
from game.play.game import GameView
from game.rules.missions.current_score import points
from game.table.records import Side

LATE = 1
"""With so many of its own turns left it is late."""


def accepts_draw(look: GameView, mission: str, side: Side) -> bool:
    """Accept when behind, or level late: by what would be paid if the battle ended now."""
    table = look.table
    if not table.clock.round:
        return False
    now = points(mission, table)
    lead = now[side] - now[table.enemy(side)]
    return lead < 0 or (lead == 0 and turns_left(look, side) <= LATE)
