"""A bout as the steady bot comes to it: from the table to scales and a position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from game.bots.steady.cage.actions import Kinds
from game.bots.steady.cage.evaluation import Scales
from game.bots.steady.cage.kinds import kind_of
from game.bots.steady.cage.position import Position, duellist, position_of
from game.bots.steady.cage.search import Ahead
from game.play.game import GameView
from game.rules.cage.match_flow import TURNS
from game.table.cage_floor import Floor, floor_of
from game.table.records import Side


@dataclass(frozen=True, slots=True)
class Scene:
    """What is known when somebody is asked in a bout."""

    look: GameView
    seat: int
    """Whose question it is."""
    at: Position
    ahead: Ahead

    @property
    def scales(self) -> Scales:
        return self.ahead.scales


def scene_of(look: GameView, side: Side) -> Scene:
    """Return how a bout stands to whoever is asked."""
    table = look.table
    one, other = (duellist(table, s) for s in table.sides)
    kinds = kind_of(look, one, other), kind_of(look, other, one)
    first = table.sides.index(table.first or table.sides[0])
    agreed = int(look.rules.options.get("turns", TURNS))
    scales = _scales(floor_of(table.board), kinds, first, agreed)
    return Scene(look, table.sides.index(side), position_of(table), Ahead(scales))


@lru_cache(maxsize=2)
def _scales(floor: Floor, kinds: Kinds, first: int, agreed: int) -> Scales:
    """Return what weighs the positions of a bout: it knows them again at the next question."""
    return Scales(floor, kinds, first, agreed)
