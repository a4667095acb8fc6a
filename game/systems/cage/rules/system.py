"""Assembly of the cage rules, and their additions to situations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from game.content.faults import Fault
from game.cores.classic.rules.core_api import CLASSIC
from game.cores.classic.rules.unit_state import modified_characteristics
from game.cores.kit.core import Core
from game.cores.kit.declarations import EventByHand, SituationPart, System
from game.cores.kit.modules import Module
from game.cores.kit.queries import CHARACTERISTICS
from game.cores.kit.score import Score
from game.geometry.points import Point
from game.play.decisions import Amount, Choose, Option
from game.play.game import Game
from game.play.phases import END, NEXT, Interrupt, Phase, Precedence, When
from game.play.wording import side_name
from game.systems.cage.rules import PAGE, queries
from game.systems.cage.rules.acting import acting
from game.systems.cage.rules.bout_end import CHAMPIONS, decided, reckoning
from game.systems.cage.rules.champions import champions, initiative
from game.systems.cage.rules.floor import held
from game.systems.cage.rules.floor_turns import turning
from game.systems.cage.table import (
    STEP,
    Dropped,
    Floor,
    Rings,
    Stance,
    cell_at,
    cell_name,
    edge_faced,
    facing_text,
    floor_of,
    pose_in_cell,
    rings_of,
    spot_of,
)
from game.systems.cage.table.events import RingTurned, Stepped
from game.systems.cage.table.floor_state import FLOOR, lay_rings, rings_now, stance_of, stand
from game.table.board import Board
from game.table.records import Cell, Model, ModelId, Side
from game.table.state import Table

if TYPE_CHECKING:
    # Formats of files load pydantic, which no game needs.
    from game.content.situations.expectations import Expectations
    from game.content.situations.situation_schema import ModelAt, Situation


def cage(options: Mapping[str, Any]) -> Module:
    """``TC-06``, ``TC-07``  Return the cage system: actions in turn, end check, floor."""
    return Module(
        "cage",
        hooks=(CHARACTERISTICS.gets(modified_characteristics), *queries.HOOKS),
        phases=(
            Phase(CHAMPIONS, clause="TC-04", todo=champions, when=When.SETUP),
            Phase("initiative", clause="TC-05", todo=initiative, when=When.SETUP),
            Phase("actions", clause="TC-06", todo=acting, when=When.START),
            Phase(
                "reckoning",
                clause="TC-31",
                todo=reckoning,
                when=When.END,
                then=(NEXT, CHAMPIONS, END),
            ),
            Phase("floor", clause="TC-07", todo=turning, when=When.END),
        ),
        page=PAGE,
        interrupts=(
            Interrupt(
                "a champion is out",
                "TC-30",
                decided,
                order=Precedence.END,
                then=(CHAMPIONS, END),
            ),
        ),
        unfit=unfit,
        opens=lay_rings,
        left_out=(CHAMPIONS, "reckoning"),
        why_not=no_bout,
    )


def no_bout(table: Table, phase: Phase) -> str:
    """``TC-04``  Return why there is no bout: it needs one champion of each side in a cell."""
    for side in table.sides:
        if len(there := table.standing(side)) != 1 or stance_of(table, there[0].id) is None:
            whose = side_name(side)
            many = len(there)
            return f"a bout needs one champion of each side in the cage, not {many} of {whose}"
    return ""


def unfit(board: Board) -> list[Fault]:
    """``TC-01``  Return a fault if the map has no rings; others are found on reading it."""
    if any(spot.kind == "ring" for spot in board.spots):
        return []
    reason = "there are none: bouts are fought in a cage (TC-01)"
    return [Fault("rings", reason, "no rings")]


def _bouts(table: Table, side: Side) -> int:
    won = table.result is not None and table.result.winner == side
    return max(table.scores.get(side, 0), int(won))


SYSTEM = System(
    cage,
    CLASSIC,
    options=("turns", "three"),
    score=Score(
        goals=(
            ("Wound the other champion until it has no wounds left.", "TC-30"),
            ("Or push it out of the outer ring: it loses at once.", "TC-23"),
            ("Turns without an attack may end the bout: then both lose.", "TC-31"),
        ),
        counts=_bouts,
        unit="bouts won",
        clause="TC-30",
        has_sheet=False,
    ),
)


@dataclass(frozen=True, slots=True)
class CageCells:
    """``SB-03``  The cells of a cage, with its rings as they are turned."""

    floor: Floor
    rings: Rings
    stances: Mapping[ModelId, Stance]

    def of(self, model_id: ModelId) -> Cell | None:
        stance = self.stances.get(model_id)
        return stance.cell if stance else None

    def at(self, spot: Point) -> Cell | None:
        return cell_at(self.floor, self.rings, spot)

    def middle(self, cell: Cell) -> Point:
        return spot_of(self.floor, self.rings, cell)

    def edge(self, cell: Cell, facing: float) -> int:
        """``TC-03``  Return the edge or corner of a cell nearest to a facing in degrees."""

        def off(edge: int) -> float:
            turned = pose_in_cell(self.floor, self.rings, cell, edge)[1]
            return abs((turned - facing + 180.0) % 360.0 - 180.0)

        return min(range(2 * self.floor.edges(cell)), key=off)

    def step(self, clause: str, model_id: ModelId, cell: Cell, edge: int) -> Stepped:
        return Stepped(clause, model=model_id, cell=cell, edge=edge)


def cells(table: Table) -> CageCells | None:
    """Return the cells of a table's cage, if it has one."""
    state = FLOOR.of(table)
    if not state.rings:
        return None
    return CageCells(floor_of(table.board), state.rings, state.stances)


async def turns_ring(game: Game, side: Side, core: Core) -> None:
    """``SB-13``  Turn any ring of a cage, with everything on it."""
    options = tuple(
        Option(str(n), f"Ring {n}" if n else "The centre", "SB-13")
        for n in range(len(rings_now(game.table)))
    )
    ring = int(await Choose(side, clause="SB-13", asks="Turn which ring?", options=options))
    asks = "Turn it how many degrees clockwise?"
    by = await Amount(
        side, clause="SB-13", asks=asks, least=STEP - 180, most=180, step=STEP, unit="°"
    )
    if by:
        game.do(RingTurned("SB-13", side, ring, by))


BY_HAND = EventByHand(
    "ring",
    label="Turn a ring",
    clause="SB-13",
    does=turns_ring,
    why_not=lambda table: "" if rings_now(table) else "the map has no rings",
    opens=lay_rings,
    cells=cells,
)


def faults(s: Situation, table: Table) -> Iterator[Fault]:
    """``TC-01``, ``TC-04``  Yield faults for cells that do not exist or hold two champions."""
    has_rings = bool(rings_of(table.board))
    cells, found = floor_of(table.board).cells if has_rings else (), dict[Cell, str]()
    if s.rings and len(s.rings) != len(cells):
        yield Fault("rings", f"are {len(s.rings)}; the cage has {len(cells)} with its centre")
    listed = [(f"dropped[{n}].cell", d.cell, "") for n, d in enumerate(s.dropped)]
    listed += [(f"model {m.id}: cell", m.cell, m.id) for m in s.models if m.cell is not None]
    for place, at, id_ in listed:
        cell = Cell(*at)
        if cell.ring >= len(cells) or cell.number >= cells[cell.ring]:
            yield Fault(place, f"there is no {cell_name(cell)} (TC-01)")
        elif id_ and cell in found:
            yield Fault(place, f"{cell_name(cell)} is held by {found[cell]} (TC-08)")
        elif id_:
            found[cell] = id_
    for m in s.models:
        if m.cell and m.cell[0] < len(cells):
            edges = floor_of(table.board).edges(Cell(*m.cell))
            if edge_faced(Cell(*m.cell), m.faces, edges) is None:
                no = f"nobody faces {m.faces!r} in {cell_name(Cell(*m.cell))} (TC-03)"
                yield Fault(f"model {m.id}: faces", no)


def lay(s: Situation, table: Table) -> None:
    """Turn the rings, and put champions and dropped weapons into their cells."""
    dropped = tuple(Dropped(ModelId(d.model), d.weapon, Cell(*d.cell)) for d in s.dropped)
    lay_rings(table, tuple(s.rings), dropped)
    for m in s.models:
        if m.cell is not None:
            _stand(table, m, Cell(*m.cell))


def _stand(table: Table, m: ModelAt, cell: Cell) -> None:
    """Put a champion into its cell, and compute its position and facing."""
    edge = edge_faced(cell, m.faces, floor_of(table.board).edges(cell)) or 0
    model_id = ModelId(m.id)
    stand(table, model_id, cell, edge, table.models[model_id].where)


def compared(expect: Expectations, table: Table) -> Iterator[str]:
    """Yield a message if the rings stand otherwise than expected."""
    if expect.rings is not None and expect.rings != rings_now(table):
        yield f"the rings stand at {list(rings_now(table))}, not {list(expect.rings)}"


def values(table: Table, model: Model) -> Mapping[str, Any]:
    """Return the values of a model that a situation may expect."""
    stance = stance_of(table, model.id)
    return {
        "cell": stance and tuple(stance.cell),
        "faces": stance and facing_text(*stance),
        "holds": tuple(w.name for w in held(table, model)),
    }


PART = SituationPart(faults, lay, compared, values)
