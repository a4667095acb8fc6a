"""Moves of a champion with their effects.

Clauses TC-03, TC-08 to TC-10, TC-25, TC-26.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from game.play.decisions import PASS
from game.play.game import GameView
from game.systems.cage.rules.abilities import Abilities, abilities_of
from game.systems.cage.rules.bout_position import Fighter, Position, spent
from game.systems.cage.rules.floor import (
    Bearing,
    FloorStance,
    beyond,
    facings,
    stance_in,
    taken,
)
from game.systems.cage.table import Floor, cell_id
from game.table.records import Cell, Model

ADVANCE, FALL_BACK, TURN, PARRY = "advance", "fall back", "turn", "parry"
SIDES = (Bearing.RIGHT, Bearing.LEFT)


class Moves(NamedTuple):
    """The moves that a champion may make with one action."""

    forward: tuple[Cell, ...]
    """``TC-08``  Cells that it may advance to."""
    aside: tuple[Cell, ...]
    """``TC-26``  Further cells that it may advance to."""
    back: tuple[Cell, ...]
    """``TC-09``  Cells that it may fall back to."""
    turns: tuple[tuple[str, int], ...]
    """``TC-10``  Both ways to turn with the new facing: an edge on, or half one."""

    @property
    def ahead(self) -> tuple[Cell, ...]:
        """``TC-08``, ``TC-26``  Return all cells that one Advance may enter."""
        return self.forward + self.aside


@lru_cache(maxsize=2048)
def moves_of(stance: FloorStance, foe: Cell | None, kind: Abilities[Any]) -> Moves:
    """``TC-08`` to ``TC-10``, ``TC-26``  Return a champion's moves; *foe*: a taken cell."""
    forward = dict.fromkeys(beyond(stance, Bearing.FRONT))
    aside = dict.fromkeys([c for b in SIDES if kind.aside for c in beyond(stance, b)])
    by = 1 if kind.heavy else 2
    return Moves(
        tuple([c for c in forward if c != foe]),
        aside=tuple([c for c in aside if c != foe and c not in forward]),
        back=tuple([c for c in beyond(stance, Bearing.BACK) if c != foe]),
        turns=(
            ("clockwise", stance.turned(by)),
            ("counter-clockwise", stance.turned(-by)),
        ),
    )


def moves_in(view: GameView, model: Model) -> Moves:
    """Return the moves of a champion that is in the cage."""
    stance = stance_in(view.table, model.id)
    return moves_of(stance, taken(view.table, model.id), abilities_of(view, model))


def entered(at: Position, seat: int, cell: Cell, edge: int) -> Position:
    """``TC-19``  Return the position in which a champion has entered a cell, and picked up."""
    me = at.fighters[seat]
    lying = me.lying and tuple([one for one in me.lying if one.cell != cell])
    return at.with_(seat, Fighter(cell, edge, me.wounds, lying))


def entries(stance: FloorStance, at: Position, seat: int, cell: Cell) -> list[Position]:
    """``TC-03``  Return the positions after entering a cell, one for each possible facing."""
    return [entered(at, seat, cell, edge) for edge in facings(stance, cell)]


def goes(
    floor: Floor, kind: Abilities[Any], at: Position
) -> Iterator[tuple[str, list[Position]]]:
    """``TC-06``  Yield each action but attacks, as an answer, with the positions after it.

    Where there are several, the acting champion has the choice.
    """
    seat = at.acts
    me, foe = at.fighters[seat], at.fighters[1 - seat]
    stance = at.stance(floor, seat)
    moves = moves_of(stance, foe.cell, kind)
    surged = spent(at, seat, surges=True)
    for cell in moves.ahead:
        there = entries(stance, surged, seat, cell)
        if kind.fleet:
            there += [p for one in there for p in onward(floor, kind, one, seat)]
        yield f"{ADVANCE} {cell_id(cell)}", there
    plain = spent(at, seat)
    for cell in moves.back:
        yield f"{FALL_BACK} {cell_id(cell)}", entries(stance, plain, seat, cell)
    for direction, edge in moves.turns:
        yield f"{TURN} {direction}", [plain.with_(seat, me._replace(edge=edge))]
    yield PARRY, [spent(at, seat, parries=True)]
    yield PASS, [plain]


def onward(floor: Floor, kind: Abilities[Any], at: Position, seat: int) -> list[Position]:
    """``TC-25``  Return the positions of a fleet champion that goes on into a second cell."""
    stance = at.stance(floor, seat)
    moves = moves_of(stance, at.fighters[1 - seat].cell, kind)
    return [p for cell in moves.ahead for p in entries(stance, at, seat, cell)]
