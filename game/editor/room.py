"""Whether the forces of a scenario find room on a map: they are set up as it comes."""

from __future__ import annotations

from typing import Any

from game.content.faults import Fault
from game.play.decisions import Decision
from game.play.names import side_name
from game.play.session import Session
from game.rules.battles import Battle, on_board
from game.table.board import Board

MOST = 2000
"""Answers until setting up is given up."""
TRIES = 8
"""So many ways to answer are looked at."""


def set_up(session: Session) -> Decision[Any] | None:
    """Answer whatever is asked before the first turn; return what nobody found an answer to."""
    for _ in range(MOST):
        asked = session.pending
        if asked is None or session.table.clock.round > 0:
            return None
        told = next(asked.samples(session.table, TRIES), None)
        if told is None:
            return asked
        session.answer(told)
    return session.pending


def cramped_for(battle: Battle, board: Board) -> list[Fault]:
    """Return who finds no room to set up for a battle on a board that is fit for it."""
    session = Session(battle.rules(), on_board(battle, board), battle.session().game.dice)
    if (asked := set_up(session)) is None:
        return []
    reason = (
        f"too small for all of {side_name(asked.by)}, who cannot answer “{asked.asks}” "
        f"({asked.clause}): draw it larger"
    )
    zone = session.table.zones.get(asked.by, "")
    return [Fault(zone or "zones", reason, "no room to set up", (zone,) if zone else ())]
