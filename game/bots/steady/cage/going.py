"""Actions that are no attack, and what each makes of a position: ``TC-08`` to ``TC-13``."""

from __future__ import annotations

from collections.abc import Iterator

from game.bots.steady.cage.kinds import Kind
from game.bots.steady.cage.position import Fighter, Position, spent
from game.play.decisions import PASS
from game.rules.cage.action_options import ADVANCE, FALL_BACK, PARRY, SIDES, TURN
from game.rules.cage.floor import Bearing, beyond, facings
from game.table.cage_floor import Floor, cell_id
from game.table.records import Cell


def entered(floor: Floor, at: Position, seat: int, cell: Cell) -> list[Position]:
    """``TC-03``, ``TC-19``  Come into a cell: one position for each way that may be faced."""
    me = at.fighters[seat]
    lying = me.lying and tuple([one for one in me.lying if one.cell != cell])
    edges = facings(floor, at.rings, me.cell, me.edge, cell)
    return [at.with_(seat, Fighter(cell, e, me.wounds, lying)) for e in edges]


def ahead_of(floor: Floor, kind: Kind, at: Position, seat: int) -> list[Cell]:
    """``TC-08``, ``TC-26``  The cells that one Advance comes to next."""
    me, foe = at.fighters[seat], at.fighters[1 - seat]
    found = dict[Cell, None]()
    for bearing in (Bearing.FRONT, *(SIDES if kind.aside else ())):
        cells = beyond(floor, at.rings, me.cell, me.edge, bearing)
        found.update((cell, None) for cell in cells if cell != foe.cell)
    return list(found)


def goes(floor: Floor, kind: Kind, at: Position) -> Iterator[tuple[str, list[Position]]]:
    """Yield each answer to which action, but attacks, with the positions it may lead to.

    Where there are several, whoever acts has the choice.
    """
    seat = at.acts
    me, foe = at.fighters[seat], at.fighters[1 - seat]
    surged = spent(at, seat, surges=True)
    for cell in ahead_of(floor, kind, at, seat):
        there = entered(floor, surged, seat, cell)
        if kind.fleet:
            there += [p for one in there for p in onward(floor, kind, one, seat)]
        yield f"{ADVANCE} {cell_id(cell)}", there
    plain = spent(at, seat)
    for cell in beyond(floor, at.rings, me.cell, me.edge, Bearing.BACK):
        if cell != foe.cell:
            yield f"{FALL_BACK} {cell_id(cell)}", entered(floor, plain, seat, cell)
    by, halves = (1 if kind.heavy else 2), 2 * floor.edges(me.cell)
    for way, turned in (("clockwise", by), ("counter-clockwise", -by)):
        after = me._replace(edge=(me.edge + turned) % halves)
        yield f"{TURN} {way}", [plain.with_(seat, after)]
    yield PARRY, [spent(at, seat, parries=True)]
    yield PASS, [plain]


def onward(floor: Floor, kind: Kind, at: Position, seat: int) -> list[Position]:
    """``TC-25``  Where a fleet champion may be that goes on into a second cell."""
    cells = ahead_of(floor, kind, at, seat)
    return [p for cell in cells for p in entered(floor, at, seat, cell)]
