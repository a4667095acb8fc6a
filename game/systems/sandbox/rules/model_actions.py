"""Free-play actions on models (SB-02 to SB-06, SB-09)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace

from game.cores.kit.declarations import Cells
from game.geometry.points import Disc, Point, thousandths
from game.play.decisions import Aim, Amount, Choose, CommonKind, Option
from game.play.game import Game
from game.play.log.wording import name, plain_name, side_name
from game.play.moves.arrange import block
from game.play.moves.base_placement import base_under, nearest_place, on_table
from game.play.moves.placement import Place
from game.play.moves.placement_regions import OnTable, PlacedAt
from game.rules import EVENTS_BY_HAND
from game.systems.sandbox.rules import PAGE, bench_of, in_turn
from game.table.board import Board
from game.table.events import (
    ArrowsChanged,
    BodyRemoved,
    Healed,
    Joined,
    Moved,
    Placed,
    Removed,
    Turned,
    Wounded,
)
from game.table.records import (
    Cell,
    How,
    Model,
    ModelId,
    Profile,
    Side,
    Spare,
    Unit,
    UnitId,
    Where,
)
from game.table.state import Table

APART, CHAIN = 0.1, 2.0
"""Inches between the bases of a unit set down together, and its coherency distance."""
MAX_ARROWS = 12


@dataclass(frozen=True, slots=True)
class Free:
    """``SB-03``  A region: the table without other bases, and its cells that are free."""

    board: Board
    radius: float
    bases: dict[ModelId, Disc] = field(default_factory=dict)
    _: KW_ONLY
    cells: Cells | None = None
    taken: tuple[Cell, ...] = ()
    """Cells that other models stand in."""
    snap: float = 1.0
    """Inches within which the mouse snaps to a legal position."""

    def wrong(self, at: Point) -> str | None:
        """Return why a position is not allowed; None if it is."""
        if cell := self.cell(at):
            return "would be in a cell that is taken" if cell in self.taken else None
        if not on_table(self.board, Disc(at, self.radius)):
            return "would be off the table"
        taken = base_under(self.bases, Disc(at, self.radius))
        return "would overlap another base" if taken else None

    def nearest(self, at: Point) -> Point | None:
        """Return the nearest allowed position; None if none is found."""
        inside = OnTable(self.board.width, self.board.height, self.radius).nearest(at)
        return nearest_place(inside, lambda spot: self.wrong(spot) is None)

    def sample(self, k: int, n: int) -> Point | None:
        """Return the k-th of n sample positions; None if it is not allowed."""
        spot = OnTable(self.board.width, self.board.height, self.radius).sample(k, n)
        return spot if self.wrong(spot) is None else None

    def cell(self, at: Point) -> Cell | None:
        """Return the cell at a position, if there is one."""
        return self.cells.at(at) if self.cells else None

    def middle(self, at: Point) -> Point:
        """Return where a model set down at a position would stand."""
        cell = self.cell(at)
        return self.cells.middle(cell) if self.cells and cell else at

    @property
    def turn(self) -> float:
        """Return degrees of one turn: with cells, from an edge to a corner."""
        return 45.0 if self.cells else 15.0


def room_for(table: Table, model: Model, mates: Collection[ModelId] = ()) -> Free:
    """``SB-03``  Return the region where a model may be set down; *mates* move with it."""
    others = [
        m
        for m in table.models.values()
        if m.id != model.id and m.id not in mates and m.where in (Where.TABLE, Where.BODY)
    ]
    cells = cells_of(table)
    return Free(
        table.board,
        radius=model.base,
        bases={m.id: m.disc for m in others},
        cells=cells,
        taken=tuple(filter(None, (cells.of(m.id) for m in others))) if cells else (),
    )


def cells_of(table: Table) -> Cells | None:
    """Return the cells of a table's board, if it has any."""
    return next(filter(None, [one.cells(table) for one in EVENTS_BY_HAND.values()]), None)


def cell_of(table: Table, model_id: ModelId) -> Cell | None:
    """Return the cell that a model stands in, if it is in one."""
    cells = cells_of(table)
    return cells.of(model_id) if cells else None


def hurt(table: Table) -> list[Model]:
    """``SB-05``  Return the models on the table that have lost wounds."""
    return [m for m in table.standing() if m.wounds < m.profile.w]


async def pick(game: Game, clause: str, asks: str, models: Sequence[Model]) -> Model:
    """Let the side in turn choose a model of either side."""
    table = game.table
    options = tuple(Option(m.id, name(table, m.id), clause, m.id) for m in models)
    return table.models[
        ModelId(await Choose(in_turn(table), clause=clause, asks=asks, options=options))
    ]


# Taking models from the rosters.


def rosters_of(table: Table) -> list[str]:
    """``SB-02``  Return the rosters that units can be taken from."""
    return [*dict.fromkeys(spare.unit.side for spare in table.spares.values())]


def kinds_of(
    table: Table, roster: str
) -> Iterator[tuple[str, str, Spare, tuple[ModelId, ...]]]:
    """``SB-02``  Yield the options of a roster: whole units, and a model of each kind.

    Each with its id in answers, its label, its unit and its models.
    """
    seen = list[Profile]()
    for spare in table.spares.values():
        if spare.unit.side != roster:
            continue
        if (many := len(spare.models)) > 1:
            label = f"{spare.unit.name}: {many} models"
            yield spare.unit.id, label, spare, tuple(m.id for m in spare.models)
        for m in spare.models:
            if m.profile not in seen:
                seen.append(m.profile)
                yield m.id, m.profile.name, spare, (m.id,)


async def place(game: Game) -> None:
    """``SB-02``  Take a model or a unit of a roster, for either side, and set it down."""
    table, clause = game.table, "SB-02"
    side = in_turn(table)
    rosters = tuple(
        Option(r, called, clause, does=f"Take from “{called}”")
        for r in rosters_of(table)
        for called in (plain_name(r).capitalize(),)
    )
    roster = await Choose(side, clause=clause, asks="From which roster?", options=rosters)
    found = {
        id_: (label, spare, model_ids)
        for id_, label, spare, model_ids in kinds_of(table, roster)
    }
    options = tuple(
        Option(id_, label, clause, does=f"Take {label}") for id_, (label, _, _) in found.items()
    )
    text = await Choose(side, clause=clause, asks="Place which unit or model?", options=options)
    _, spare, model_ids = found[text]
    sides = tuple(
        Option(s, side_name(s), clause, does=f"Place it for {side_name(s)}")
        for s in table.sides
    )
    of = Side(await Choose(side, clause=clause, asks="For which side?", options=sides))
    bench = bench_of(table)
    unit = UnitId(f"{of}-{spare.unit.id}-{bench.came + 1}")
    game.do(PAGE.write(clause, replace(bench, came=bench.came + 1)))
    game.do(Joined(clause, unit=unit, side=of, like=spare.unit.id, models=model_ids))
    first, *rest = game.table.units[unit].models
    spot = await _spot(game, clause, first, 180.0 if of == table.sides[0] else 0.0)
    _stand(game, clause, first, spot)
    _around(game, clause, rest)


async def _spot(game: Game, clause: str, model_id: ModelId, facing: float) -> PlacedAt:
    model = game.table.models[model_id]
    asked = Place(
        in_turn(game.table),
        clause=clause,
        asks=f"Place {name(game.table, model_id)} where?",
        region=room_for(game.table, model),
        about=model_id,
        turns=True,
        facing=facing,
        does=f"Place {name(game.table, model_id)}",
    )
    spot = await asked
    return PlacedAt(spot.at, facing if spot.facing is None else round(spot.facing, 3) % 360.0)


def _stand(game: Game, clause: str, model_id: ModelId, spot: PlacedAt) -> None:
    """``SB-03``  Set a model down, in the cell at that position if there is one."""
    cells, facing = cells_of(game.table), spot.facing or 0.0
    if cells and (cell := cells.at(spot.at)):
        game.do(cells.step(clause, model_id, cell, cells.edge(cell, facing)))
    else:
        game.do(Placed(clause, model=model_id, at=spot.at, facing=facing, by_hand=True))


def _around(game: Game, clause: str, rest: Sequence[ModelId]) -> None:
    """``SB-02``  Set the rest of a unit down around its first model.

    A model that finds no room stays off the table.
    """
    if not rest:
        return
    table = game.table
    first = table.models[table.units[table.models[rest[0]].unit].models[0]]
    models = {model_id: table.models[model_id] for model_id in (first.id, *rest)}

    def fits(model_id: ModelId, at: Point) -> bool:
        return room_for(game.table, models[model_id]).wrong(at) is None

    bases = {model_id: m.base for model_id, m in models.items()}
    laid = block(bases, fits, first.at, 0, APART, CHAIN) or {}
    for model_id in rest:
        at = laid[model_id].at if model_id in laid else None
        if at is None or not fits(model_id, at):  # somebody of the block may have its cell
            at = _beside(game, models[model_id], first.at)
        if at:
            _stand(game, clause, model_id, PlacedAt(at, first.facing))
        else:
            game.do(Removed(clause, model_id, How.LEFT))


def _beside(game: Game, model: Model, at: Point) -> Point | None:
    room = room_for(game.table, model)
    return nearest_place(thousandths(at), lambda spot: room.wrong(spot) is None)


# Actions on models that are on the table.


async def move(game: Game) -> None:
    """``SB-03``  Set a model down anywhere else; it may be turned, too."""
    model = await pick(game, "SB-03", "Move which model?", game.table.standing())
    spot = await _spot(game, "SB-03", model.id, model.facing)
    if cell_of(game.table, model.id) or room_for(game.table, model).cell(spot.at):
        _stand(game, "SB-03", model.id, spot)
    elif spot.at == model.at:
        game.do(Turned("SB-03", model.id, spot.facing or 0.0))
    else:
        game.do(
            Moved("SB-03", model=model.id, path=(model.at, spot.at), facing=spot.facing or 0.0)
        )


def units(table: Table) -> list[Unit]:
    """``SB-03``  Return the units with several models on the table."""
    return [unit for unit in table.fielded() if len(table.of(unit.id)) > 1]


async def move_unit(game: Game) -> None:
    """``SB-03``  Set a unit down elsewhere: its first model, the others in formation."""
    table, clause = game.table, "SB-03"
    asks = "Move which unit?"
    options = tuple(Option(u.id, name(table, u.id), clause, u.id) for u in units(table))
    unit_id = UnitId(await Choose(in_turn(table), clause=clause, asks=asks, options=options))
    mates = [m.id for m in table.of(unit_id)]
    lead = table.models[mates[0]]
    asks = f"Place the first model of {name(table, unit_id)} where?"
    room = room_for(table, lead, mates)
    does = f"Place {name(table, unit_id)}"
    spot = await Place(
        in_turn(table), clause=clause, asks=asks, region=room, about=lead.id, does=does
    )
    dx, dy = spot.at.x - lead.at.x, spot.at.y - lead.at.y
    for n, mate in enumerate(mates):
        model = game.table.models[mate]
        wish = thousandths(Point(model.at.x + dx, model.at.y + dy))
        at = room_for(game.table, model, mates[n:]).nearest(wish)
        if at is None:
            game.do(Removed(clause, mate, How.LEFT))
        elif cell_of(game.table, mate) or room.cell(at):
            _stand(game, clause, mate, PlacedAt(at, model.facing))
        elif at != model.at:
            game.do(Moved(clause, model=mate, path=(model.at, at), facing=model.facing))


async def turn(game: Game) -> None:
    """``SB-04``  Turn a model in place; in a cell to an edge or a corner."""
    model = await pick(game, "SB-04", "Turn which model?", game.table.standing())
    asks, side = f"Turn {name(game.table, model.id)} which way?", in_turn(game.table)
    kind = CommonKind.TURN
    to = await Aim(
        side,
        clause="SB-04",
        asks=asks,
        about=model.id,
        middle=model.facing,
        spread=180.0,
        kind=kind,
        faces=True,
    )
    cells = cells_of(game.table)
    cell = cell_of(game.table, model.id)
    if cells and cell:
        game.do(cells.step("SB-04", model.id, cell, cells.edge(cell, to)))
    else:
        game.do(Turned("SB-04", model.id, to))


async def wound(game: Game) -> None:
    """``SB-05``  Take wounds off a model; with none left it is off the table."""
    model = await pick(game, "SB-05", "Wound which model?", game.table.standing())
    asks, most = f"Wound {name(game.table, model.id)} by how much?", max(1, model.wounds)
    many = await Amount(
        in_turn(game.table), clause="SB-05", asks=asks, least=1, most=most, about=model.id
    )
    game.do(Wounded("SB-05", model.id, many))
    if not game.table.models[model.id].wounds:
        game.do(Removed("SB-05", model.id, How.LOST))


async def heal(game: Game) -> None:
    """``SB-05``  Give a model back wounds that it has lost."""
    model = await pick(game, "SB-05", "Heal which model?", hurt(game.table))
    asks = f"Heal {name(game.table, model.id)} by how much?"
    most = model.profile.w - model.wounds
    many = await Amount(
        in_turn(game.table), clause="SB-05", asks=asks, least=1, most=most, about=model.id
    )
    game.do(Healed("SB-05", model.id, many))


def removable(table: Table) -> list[Model]:
    """``SB-06``  Return all models and corpses on the table."""
    there = (Where.TABLE, Where.BODY)
    return [m for m in table.models.values() if m.where in there]


async def remove(game: Game) -> None:
    """``SB-06``  Take a model or a corpse off the table, which is no loss."""
    model = await pick(game, "SB-06", "Remove which model?", removable(game.table))
    if model.where is Where.BODY:
        game.do(BodyRemoved("SB-06", model.id))
    else:
        game.do(Removed("SB-06", model.id, How.LEFT))


async def push(game: Game) -> None:
    """``SB-09``  Give a model or a corpse arrows in one direction, or take all away."""
    asks = "Set the arrows of which model?"
    model = await pick(game, "SB-09", asks, removable(game.table))
    side, called = in_turn(game.table), name(game.table, model.id)
    asks = f"How many arrows for {called}?"
    many = await Amount(
        side, clause="SB-09", asks=asks, least=0, most=MAX_ARROWS, about=model.id
    )
    to = model.heading
    if many:
        asks = f"Point the arrows of {called} which way?"
        to = await Aim(
            side, clause="SB-09", asks=asks, about=model.id, middle=model.facing, spread=180.0
        )
    game.do(ArrowsChanged("SB-09", model.id, many, to))
