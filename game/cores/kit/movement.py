"""Execution of paths, Difficult ground, and doors worked before moving (CC-20, CC-39)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from game.cores.kit import Module
from game.cores.kit.asking import ask_unit
from game.cores.kit.parts import MUST_MOVE, AddOn, Core, EventByHand
from game.cores.kit.probability import HIGHER
from game.cores.kit.queries import GROUND, ForecastFigure, counted
from game.cores.kit.units import is_astray
from game.geometry.limits import is_within
from game.geometry.points import Path, degrees, length, segments_of
from game.geometry.polygons import (
    box,
    box_within,
    boxes_meet,
    inside,
    off_polygon,
    off_segment,
    widened,
    within_reach,
)
from game.play.base_placement import is_over, piece_over
from game.play.decisions import (
    PASS,
    Choose,
    CommonKind,
    DecisionKind,
    Option,
    Refusal,
    pass_option,
    sorted_options,
)
from game.play.game import Game, GameView
from game.play.paths import MoveLimits, Moves
from game.play.phases import once
from game.play.wording import name, with_article
from game.table.board import Terrain, TerrainKind
from game.table.events import Act, Acted, DoorMoved, Moved, Reason, RollKind
from game.table.records import Model, ModelId, Side, UnitId, Where
from game.table.state import Table


async def ask_mover(
    game: Game, found: Iterable[tuple[Option, Refusal | None]], clause: str, ends: str
) -> UnitId | None:
    """Ask for a unit to move; None if the phase ends, by the clause *ends*."""
    options, greyed = sorted_options(found)
    units = [game.table.units[UnitId(option.id)] for option in options]
    return await ask_unit(
        game,
        options,
        greyed,
        clause=clause,
        asks="Move which unit?",
        ends=pass_option("End Movement phase", ends),
        kind=CommonKind.UNIT_TO_MOVE,
        idle=Act.STAYS,
        stuck=next((no for unit in units for no in MUST_MOVE.of(game, unit)), None),
    )


def carry_out_moves(game: Game, clause: str, unit_id: UnitId, act: Act, moves: Moves) -> Moves:
    """Log the act of a unit and move its models; return the moves that are none of 0 inches."""
    moves = tuple([move for move in moves if length(move[1])])
    game.do(Acted(clause, unit_id, act if moves else Act.STAYS))
    for model, path in moves:
        carry_out_path(game, clause, model, path)
    return moves


def carry_out_path(game: Game, clause: str, model_id: ModelId, path: Path) -> Moves:
    """Move one model along a path; return the move, or none if the path is empty."""
    ways = [toward for _, toward, _ in segments_of(path)]
    if not ways:
        return ()
    game.do(Moved(clause, model=model_id, path=path, facing=degrees(ways[-1])))
    return ((model_id, path),)


FLYING = frozenset({"jump infantry", "skimmer", "flier", "FLY"})
UNSLOWED = frozenset({"bike", "jump infantry"})

KEEPS_OUT, ENTERS = "keep out", "enter"


@dataclass(frozen=True, slots=True)
class GroundPermission:
    """Move limits of the models of a unit, and the areas that it keeps out of."""

    goings: Mapping[ModelId, MoveLimits]
    shut: tuple[Terrain, ...] = ()


def is_slowed(model: Model) -> bool:
    """``CC-20``  Return whether Difficult ground slows a model: not bikes or jump infantry."""
    return not model.profile.has_any(UNSLOWED)


def goes_over(model: Model) -> bool:
    """``CC-18``, ``MC-04``  Return whether a model moves over terrain and other models.

    Jump infantry, skimmers and fliers do, and in the modern core models with FLY.
    """
    return model.profile.has_any(FLYING)


def reach_of(
    table: Table, unit: UnitId, distances: Mapping[ModelId, float]
) -> dict[ModelId, MoveLimits]:
    """Return the move limits of the models of a unit that move, given their distances."""
    return {
        m.id: MoveLimits(distances[m.id], goes_over(m))
        for m in table.of(unit)
        if m.id in distances
    }


OnTheWay: TypeAlias = Callable[[Terrain], bool]
"""Returns whether an area might be on the path of a unit to its goal."""


async def ask_to_cross(
    game: Game,
    unit_id: UnitId,
    distances: Mapping[ModelId, float],
    areas: Sequence[Terrain],
    on_the_way: OnTheWay | None = None,
) -> GroundPermission:
    """``CC-20``  Roll 2d6 for a unit that starts in Difficult terrain or wants to enter it.

    *distances*: inches that each model could move on open ground; *areas*: all Difficult
    terrain. If *on_the_way* is given and accepts no area near the unit, the player is not
    asked, and the unit keeps out of all areas.
    """
    near, inside = difficult_near(game.table, unit_id, distances, areas, on_the_way)
    if not near:
        shut = difficult_near(game.table, unit_id, distances, areas)[0] if on_the_way else ()
        return GroundPermission(reach_of(game.table, unit_id, distances), shut)
    if not inside and not await _wants_in(game, unit_id, near):
        game.do(Acted("CC-20", unit_id, Act.KEEPS_OUT))
        return GroundPermission(reach_of(game.table, unit_id, distances), near)
    if not inside:
        game.do(Acted("CC-20", unit_id, Act.ENTERS_DIFFICULT))
    side = game.table.units[unit_id].side
    most = max(
        game.throw("CC-20", side, "difficult ground", 2, id_=unit_id, kind=RollKind.DIFFICULT)
    )
    return difficult_ground_limit(game.table, unit_id, distances, most)


def difficult_near(
    table: Table,
    unit_id: UnitId,
    distances: Mapping[ModelId, float],
    areas: Sequence[Terrain],
    on_the_way: OnTheWay | None = None,
) -> tuple[tuple[Terrain, ...], bool]:
    """``CC-20``  Return the Difficult areas near a unit, and whether it starts in one."""
    models = [m for m in table.of(unit_id) if m.id in distances and is_slowed(m)]
    near = _near(areas, models, distances)
    inside = any(area.holds(m.disc) for area in near for m in models)
    if on_the_way and not inside and not any(on_the_way(area) for area in near):
        near = ()
    return near, inside


def is_on_the_way(
    table: Table,
    unit_id: UnitId,
    foe: UnitId,
    distances: Mapping[ModelId, float],
    touching: float,
    area: Terrain,
) -> bool:
    """Return whether a model might go through an area and still reach contact with a foe.

    Its path is at least as long as the distance to the area and from there to the foe.
    """
    offs = [off_polygon(m.at, area.outline) - m.base for m in table.of(foe)]
    for m in [m for m in table.of(unit_id) if m.id in distances]:
        there = max(0.0, off_polygon(m.at, area.outline) - m.base)
        for off in offs:
            if there + max(0.0, off - 2 * m.base) <= distances[m.id] + touching:
                return True
    return False


def difficult_ground_limit(
    table: Table, unit_id: UnitId, distances: Mapping[ModelId, float], most: int
) -> GroundPermission:
    """``CC-20``  Limit slowed models to the higher die, unless their move is less."""
    goings = reach_of(table, unit_id, distances)
    for m in table.of(unit_id):
        if m.id in distances and is_slowed(m):
            goings[m.id] = MoveLimits(min(distances[m.id], float(most)), goes_over(m))
    return GroundPermission(goings)


def _near(
    areas: Sequence[Terrain], models: Sequence[Model], distances: Mapping[ModelId, float]
) -> tuple[Terrain, ...]:
    """Return the Difficult areas that some model stands in or could reach."""
    if not models:
        return ()
    reaches = [(m.at, m.base + distances[m.id]) for m in models]
    around = widened(box([m.at for m in models]), max([reach for _, reach in reaches]))
    return tuple(
        area
        for area in areas
        if boxes_meet(area.box, around)
        and any(
            within_reach(at, area.outline, reach)
            for at, reach in reaches
            if box_within(area.box, at, reach)
        )
    )


async def _wants_in(game: Game, unit_id: UnitId, near: tuple[Terrain, ...]) -> bool:
    unit = game.table.units[unit_id]
    answer = await Choose(
        unit.side,
        clause="CC-20",
        asks=f"{unit.name}: enter Difficult ground?",
        options=(
            Option(KEEPS_OUT, "Stay out", "CC-20"),
            Option(ENTERS, "Enter: roll 2d6 and move at most the higher die", "CC-20"),
        ),
        about=unit_id,
        places=tuple(area.id for area in near),
        kind=CommonKind.DIFFICULT,
    )
    return answer == ENTERS


def inches_through(answer: str) -> tuple[ForecastFigure, ...]:
    """``CC-20``  Return the distribution of a unit's move, if the answer is to enter."""
    if answer != ENTERS:
        return ()
    return (counted("inches", tuple(ways / 36 for ways in HIGHER), "CC-20"),)


CLAUSE = "CC-39"
BY_HAND_CLAUSE = "SB-20"
REACH = 1.0
"""Inches between a base and a door within which the model can open and close it."""


class DoorKind(DecisionKind):
    """Kinds of decisions about doors."""

    DOOR = "door"


def doors(options: Mapping[str, Any], core: Core) -> Module:
    """``CC-39``  Return the module, which is in force on every board with a door."""
    return Module(
        "doors",
        hooks=(GROUND.gets(ground),),
        phases=(once("doors", CLAUSE, partial(work_doors, core=core), before="movement"),),
    )


DOORS = AddOn(doors, CLAUSE, ("classic", "modern", "matched"))


async def work_doors(game: Game, *, core: Core) -> None:
    """``CC-39``  Let the side in turn open and close doors in reach, each door once."""
    side, moved = game.table.clock.side, list[str]()
    assert side
    while True:
        workers = workers_of(game.table, side, core, moved)
        options, greyed = _options(game.table, [*workers], CLAUSE)
        if not options:
            return
        answer = await Choose(
            side,
            clause=CLAUSE,
            asks="Open or close which door?",
            options=(*options, pass_option("Leave the doors as they are", CLAUSE)),
            greyed=tuple(greyed),
            kind=DoorKind.DOOR,
        )
        if answer == PASS:
            return
        door = next(door for door in game.table.board.doors if door.id == answer)
        by = workers[door.id].id
        game.do(DoorMoved(CLAUSE, door.id, is_open=not door.is_open, by=by))
        moved.append(door.id)


def workers_of(
    table: Table, side: Side, core: Core, moved: Collection[str] = ()
) -> dict[str, Model]:
    """``CC-39``  Return the model of a side that works each door in reach, by the door's id.

    It is the nearest one whose unit is not in combat; models that can only make their way back
    work none. *moved* are doors left out.
    """
    free = [
        m
        for m in table.standing(side)
        if not core.locked(table, m.unit) and not is_astray(table, m)
    ]
    found = dict[str, Model]()
    for door in table.board.doors:
        near = [(off_door(m, door), n) for n, m in enumerate(free)]
        off, n = min(near, default=(REACH + 1.0, 0))
        if is_within(off, REACH) and door.id not in moved:
            found[door.id] = free[n]
    return found


def off_door(model: Model, door: Terrain) -> float:
    """Return the distance in inches from a model's base to a door; 0 or less if it is on it."""
    if door.closed and inside(model.at, door.outline):
        return -model.base
    return min(off_segment(model.at, leg) for leg in door.sides()) - model.base


def blocked_by(table: Table, door_id: str) -> str:
    """``CC-39``  Return a model or piece that an open door would close on; empty if none."""
    closed = table.board.with_door(door_id, is_open=False)
    door = next(door for door in closed.doors if door.id == door_id)
    lying = (Where.TABLE, Where.BODY)
    for model in table.models.values():
        if model.where in lying and is_over(model.disc, door):
            return model.id
    pieces = (p for p in table.pieces.values() if p.where is Where.TABLE and not p.holder)
    return next((piece.id for piece in pieces if piece_over(piece, door)), "")


def _options(
    table: Table, ids: Collection[str], clause: str
) -> tuple[list[Option], list[tuple[Option, Refusal]]]:
    """Return the options for some doors, and those that cannot close, with the reason."""
    found = list[tuple[Option, Refusal | None]]()
    for door in table.board.doors:
        if door.id in ids:
            verb = "Close" if door.is_open else "Open"
            option = Option(door.id, f"{verb} {with_article(door.name)}", clause, door.id)
            by = blocked_by(table, door.id) if door.is_open else ""
            no = Refusal(f"{name(table, by)} is in the way", clause) if by else None
            found.append((option, no))
    return sorted_options(found)


def ground(view: GameView, piece: Terrain) -> Iterator[Reason]:
    """``CC-39``  Yield the state of a door, and the models that may change it."""
    if piece.kind is TerrainKind.DOOR:
        now, then = ("Open", "close") if piece.is_open else ("Closed", "open")
        words = f'{now}: a model within {REACH:g}" may {then} it before its side moves'
        yield Reason(0, words, CLAUSE)


async def work_by_hand(game: Game, side: Side, core: Core) -> None:
    """``SB-20``  Open or close any door."""
    table = game.table
    options, greyed = _options(table, [d.id for d in table.board.doors], BY_HAND_CLAUSE)
    answer = await Choose(
        side,
        clause=BY_HAND_CLAUSE,
        asks="Open or close which door?",
        options=(*options, pass_option("Leave the doors as they are", BY_HAND_CLAUSE)),
        greyed=tuple(greyed),
    )
    if answer != PASS:
        door = next(door for door in table.board.doors if door.id == answer)
        game.do(DoorMoved(BY_HAND_CLAUSE, door.id, is_open=not door.is_open))


BY_HAND = EventByHand(
    "doors",
    label="Open or close a door",
    clause=BY_HAND_CLAUSE,
    does=work_by_hand,
    why_not=lambda table: "" if table.board.doors else "the map has no door",
)
