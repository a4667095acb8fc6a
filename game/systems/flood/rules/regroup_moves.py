"""Compulsory moves back to the unit (FF-20 to FF-24).

They may pass a scattered enemy.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from game.cores.kit.coherency import is_scattered, main_body
from game.cores.kit.core import Core
from game.cores.kit.difficult_ground import goes_over
from game.cores.kit.marks import CHARGED, MAY_BREAK, marked
from game.cores.kit.movement import carry_out_path
from game.cores.kit.units import holders, sorted_by_distance
from game.geometry.limits import just_beyond
from game.geometry.points import gap, length
from game.play.game import Game, Step
from game.play.moves.base_placement import chains
from game.play.moves.path_goals import ContactGoal
from game.play.moves.pathfinding import UNREACHABLE, shortest_path
from game.play.moves.paths import Moves
from game.play.phases import Todo
from game.systems.flood.rules import paths_back
from game.systems.flood.rules.coherency_watch import APART, CUT_OFF
from game.systems.flood.rules.flights import CLEAR, OFF, flight_to_contact
from game.systems.flood.rules.paths_back import (
    as_far_as,
    bases_to_avoid,
    enemy_in_the_way,
    path_back_to_unit,
)
from game.table.events import Act, Acted, Handled, Marked, PhaseOver, Queued, Removed, Unmarked
from game.table.records import How, Mark, Model, ModelId, UnitId, Until, Where
from game.table.state import Table

CROSSING = "crossing"
"""``FF-23``  A model that goes through the enemy unit that the mark is *about*."""


def move_back_to_unit(
    game: Game, core: Core, unit_id: UnitId, distances: Mapping[ModelId, float]
) -> Moves:
    """``FF-20``, ``FF-21``  Move models back to their unit, each at most its distance."""
    table, moves = game.table, list[tuple[ModelId, Moves]]()
    left = [m for m in distances if not holders(table, table.models[m], core.holds)]
    while left:
        # If the main body was lost since the phase began, models go to their squad mates.
        scattered = is_scattered(table.units[unit_id]) or not main_body(table, unit_id)
        model = _nearest_pair(table, left) if scattered else _nearest(table, unit_id, left)
        left.remove(model)
        mates = _mates(table, model) if scattered else _main_chain(table, unit_id, model)
        moves.append(
            (model, _rejoin(game, core, model, mates, distances[model], first=scattered))
        )
    return tuple(move for _, made in moves for move in made)


def comes_back(table: Table, unit_id: UnitId, model: ModelId, distance: float) -> bool:
    """Return whether a model gets back to its unit by its move, as all models stand."""
    scattered = is_scattered(table.units[unit_id]) or not main_body(table, unit_id)
    mates = _mates(table, model) if scattered else _main_chain(table, unit_id, model)
    found = path_back_to_unit(table, model, mates, distance, first=scattered) if mates else None
    return found is not None and found.arrived


def _nearest(table: Table, unit_id: UnitId, left: list[ModelId]) -> ModelId:
    """``FF-20``  Return the model nearest to the main body, which moves next."""
    main = main_body(table, unit_id)
    return sorted_by_distance(
        left, lambda m: min([gap(table.models[m].disc, n.disc) for n in main])
    )[0]


def _main_chain(table: Table, unit_id: UnitId, model: ModelId) -> list[ModelId]:
    """``FF-20``  Return the main body and the models that are back with it by now."""
    main = main_body(table, unit_id)[0].id
    groups = chains({m.id: m.disc for m in table.of(unit_id) if m.id != model}, APART)
    return next(group for group in groups if main in group)


def _nearest_pair(table: Table, left: list[ModelId]) -> ModelId:
    """``FF-21``  Return the model with the nearest mate outside its chain; it moves next."""

    def off(model: ModelId) -> float:
        mates = _mates(table, model)
        at = table.models[model].disc
        return gap(at, table.models[mates[0]].disc) if mates else UNREACHABLE

    return sorted_by_distance(left, off)[0]


def _mates(table: Table, model_id: ModelId) -> list[ModelId]:
    """``FF-21``  Return the squad mates outside a model's own 2" chain, the nearest first."""
    model = table.models[model_id]
    unit = {m.id: m.disc for m in table.of(model.unit)}
    own = next(group for group in chains(unit, APART) if model_id in group)
    others = [m for m in unit if m not in own]
    return sorted_by_distance(others, lambda m: gap(unit[m], model.disc))


def _rejoin(
    game: Game,
    core: Core,
    model_id: ModelId,
    mates: list[ModelId],
    distance: float,
    *,
    first: bool,
) -> Moves:
    """``FF-20``  Move a model back by the shortest legal path.

    A model that is cut off goes through a scattered enemy, or at one in good order.
    """
    table = game.table
    if not mates:
        return ()
    clause = "FF-21" if first else "FF-20"
    if found := path_back_to_unit(table, model_id, mates, distance, first=first):
        path = found.path
        if goes_over(table.models[model_id]):
            path = as_far_as(table, model_id, path, _room(table, model_id, {}))
        return carry_out_path(game, clause, model_id, path)
    foe = enemy_in_the_way(table, model_id, mates)
    if foe is None:
        return ()
    if is_scattered(table.units[foe]):
        return _go_through(game, model_id, mates, foe, distance)
    return _go_at(game, core, model_id, foe, distance)


def _room(
    table: Table, model_id: ModelId, named: Mapping[UnitId, float]
) -> Mapping[UnitId, float]:
    """Return the inches that a model keeps at its end from units, those *named* among them.

    The path of a model on the ground keeps 1" from the other enemies anyway.
    """
    if not goes_over(table.models[model_id]):
        return named
    return {unit.id: named.get(unit.id, just_beyond(OFF)) for unit in table.fielded()}


def _go_through(
    game: Game, model_id: ModelId, mates: list[ModelId], foe: UnitId, distance: float
) -> Moves:
    """``FF-23``  Move a model its full move through the models of a scattered enemy.

    If it would be back but still near that enemy, it goes on to a place further off, if any.
    """
    table = game.table
    game.do(Marked("FF-23", model_id, Mark(CROSSING, Until.TURN, foe)))
    found = path_back_to_unit(table, model_id, mates, distance, through=foe)
    if found is None:
        return ()
    path = as_far_as(table, model_id, found.path, _room(table, model_id, {foe: CLEAR}))
    model = table.models[model_id]
    end = model.disc._replace(at=path[-1])
    if found.arrived and paths_back.is_near(table, end, foe) and not goes_over(model):
        off = {foe: just_beyond(OFF)}
        whole = path_back_to_unit(table, model_id, mates, distance, through=foe, apart=0.0)
        beyond = as_far_as(table, model_id, whole.path, off) if whole else ()
        path = beyond if length(beyond) > length(path) else path
    return carry_out_path(game, "FF-23", model_id, path)


def _go_at(game: Game, core: Core, model_id: ModelId, foe: UnitId, distance: float) -> Moves:
    """``FF-24``  Move a model into base contact with an enemy in good order.

    That enemy counts as having charged. If contact is out of reach, the model moves as near as
    1".
    """
    table, model = game.table, game.table.models[model_id]
    size = table.board.width, table.board.height
    for other in sorted_by_distance(table.of(foe), lambda m: gap(m.disc, model.disc)):
        others = bases_to_avoid(table, model, OFF, through=foe)
        others |= {m.id: m.disc for m in table.of(foe) if m.id != other.id}
        if goes_over(model):
            found = flight_to_contact(table, model, other, others, distance)
        else:
            found = shortest_path(
                model.disc,
                ContactGoal(other.disc),
                table.board.walls,
                others,
                size,
                distance,
                partly=True,
            )
        if found is None:
            continue
        path = found.path
        if not found.arrived:
            path = as_far_as(table, model_id, path, _room(table, model_id, {foe: OFF}))
        moves = carry_out_path(game, "FF-24", model_id, path)
        if foe in holders(table, table.models[model_id], core.holds):
            game.do(Marked("FF-24", model_id, Mark(CUT_OFF, Until.BATTLE, foe)))
            game.do(marked("FF-24", foe, CHARGED, model.unit))
            core.lock(game, "FF-24")
        return moves
    return ()


def break_off(game: Game, core: Core, model_id: ModelId, distance: float) -> Moves:
    """``FF-24``  Move a model back toward its unit, through that enemy if need be.

    It ends more than 1" off that enemy. With no such place within its move it stays.
    """
    table, model = game.table, game.table.models[model_id]
    mark = model.mark(MAY_BREAK)
    foe = UnitId(mark.about if mark else "")
    main = [m.id for m in main_body(table, model.unit)]
    scattered = not main or is_scattered(table.units[model.unit])
    mates = _mates(table, model_id) if scattered else main
    found = (
        path_back_to_unit(table, model_id, mates, distance, first=scattered, through=foe)
        if mates
        else None
    )
    room = _room(table, model_id, {foe: just_beyond(OFF)})
    path = as_far_as(table, model_id, found.path, room) if found else ()
    moves = carry_out_path(game, "FF-24", model_id, path) if length(path) else ()
    if moves:
        core.lock(game, "FF-24")
    return moves


def crossing(core: Core) -> Todo:
    """Return the to-do function of a phase after the moves: losses first, then fights."""

    async def fight(game: Game) -> None:
        unit_id = UnitId(game.table.queue[0])
        game.do(Handled("FF-23"))
        await _fights(game, core, unit_id)

    def todo(table: Table) -> Step | None:
        if table.queue:
            return fight
        return settle if _crossers(table) else None

    return todo


def parting(table: Table) -> Step | None:
    """Return the step that removes lost models as the moves end, or None; fights come later."""
    return part if _crossers(table) else None


def meeting(core: Core) -> Todo:
    """Return the to-do function of the fights of models that crossed; they come first."""

    def todo(table: Table) -> Step | None:
        crossers = _crossers(table)
        if not crossers:
            return None
        return partial(_fights, core=core, unit_id=crossers[0].unit)

    return todo


def _crossers(table: Table) -> list[Model]:
    return [m for m in table.standing(table.clock.side) if m.mark(CROSSING)]


async def settle(game: Game) -> None:
    """``FF-23``  Kill models that have not passed right through and 1" beyond; queue fights."""
    game.do(Queued("FF-23", tuple(_settled(game))))


async def part(game: Game) -> None:
    """``FF-23``, ``FF-25``  Kill the same models at the end of Movement."""
    _settled(game)
    game.do(PhaseOver("FF-23"))


def _settled(game: Game) -> list[UnitId]:
    """Kill models that have not passed through; return the units that have a fight."""
    fights = list[UnitId]()
    for model in _crossers(game.table):
        foe = _foe(model)
        if not has_crossed(game.table, model.id, foe):
            game.do(Removed("FF-23", model.id, How.LOST))
        if not game.table.of(foe):
            game.do(Unmarked("FF-23", model.id, CROSSING))
        elif game.table.models[model.id].where is Where.TABLE and model.unit not in fights:
            fights.append(model.unit)
    return fights


def _foe(model: Model) -> UnitId:
    mark = model.mark(CROSSING)
    return UnitId(mark.about if mark else "")


def has_crossed(table: Table, model_id: ModelId, foe: UnitId) -> bool:
    """``FF-23``  Return whether a model is more than 1" off all of them and past them.

    It is past them if none of them is in its way back any more.
    """
    model = table.models[model_id]
    if paths_back.is_near(table, model.disc, foe):
        return False
    mates = [m.id for m in main_body(table, model.unit)] or [m.id for m in table.of(model.unit)]
    others = [m for m in mates if m != model_id]
    if not others or path_back_to_unit(table, model_id, others, UNREACHABLE):
        return True
    return enemy_in_the_way(table, model_id, others) != foe


async def _fights(game: Game, core: Core, unit_id: UnitId) -> None:
    """``FF-23``  Fight one round between a unit and each enemy unit that it crossed."""
    acting = game.table.clock.side
    assert acting
    while mine := [m for m in game.table.of(unit_id) if m.mark(CROSSING)]:
        foe = _foe(mine[0])
        for model in [m.id for m in mine if _foe(m) == foe]:
            game.do(Unmarked("FF-23", model, CROSSING))
        if game.table.of(foe):
            game.do(Acted("FF-23", unit=unit_id, act=Act.FIGHTS, target=foe))
            await core.skirmish(game, unit_id, foe, acting)
