"""A bout in the middle of a game turn: two champions in their cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from game.rules.battles import prepare
from game.screens.live_game import LiveGame, start_game
from game.systems.cage.rules import PAGE, BoutState
from game.systems.cage.table import edge_faced, floor_of
from game.systems.cage.table.floor_state import stand
from game.table.records import Cell, Clock


class Stand(NamedTuple):
    kind: str
    cell: Cell
    faces: str


BESIDE: Mapping[str, Stand] = {
    "red": Stand("captain", Cell(2, 0), "out"),
    "blue": Stand("outrider", Cell(3, 1), "counter-clockwise"),
}
"""The captain is at the flank of the outrider, which faces along the outer ring."""
APART: Mapping[str, Stand] = {**BESIDE, "red": Stand("captain", Cell(1, 3), "in")}


def bout(phase: str = "actions", stands: Mapping[str, Stand] = BESIDE) -> LiveGame:
    """Start a bout of two people: each champion has three actions left, red is next."""
    battle = prepare("cage", seed=3)
    table = battle.opening.fork()
    table.first = table.sides[0]
    table.clock = Clock(2, phase)
    floor = floor_of(table.board)
    for model in [*table.models.values()]:
        kind, cell, faces = stands[model.side]
        if model.profile.icon != icon_of(kind):
            continue
        edge = edge_faced(cell, faces, floor.edges(cell))
        assert edge is not None
        stand(table, model.id, cell, edge)
    table.notes[PAGE.name] = BoutState(turn=2, acts="red", left=(3, 3), made=(1, 0))
    return start_game(replace(battle, opening=table), ("human", "human"))


def icon_of(kind: str) -> str:
    """Return the icon of a champion's profile."""
    return {"captain": "captain", "outrider": "sabre"}[kind]
