"""Compulsory moves back to the unit, and passing a scattered enemy (FF-20 to FF-24)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from game.geometry.points import CONTACT, gap, length
from game.play.base_placement import chains
from game.play.game import Game, Step, Todo
from game.play.path_goals import ContactGoal
from game.play.pathfinding import UNREACHABLE, shortest_path
from game.play.paths import Moves
from game.rules.flood.regroup.paths import (
    OFF,
    as_far_as,
    bases_to_avoid,
    enemy_in_the_way,
    is_near,
    path_back_to_unit,
)
from game.rules.flood.regroup.status import APART, CUT_OFF
from game.rules.kit.core_api import Core
from game.rules.kit.distances import holders, sorted_by_distance
from game.rules.kit.movement import carry_out_path, goes_over
from game.rules.kit.unit_marks import CHARGED, MAY_BREAK, is_scattered, main_body, marked
from game.table.events import Act, Acted, Handled, Marked, PhaseOver, Queued, Removed, Unmarked
from game.table.records import How, Mark, Model, ModelId, UnitId, Until, Where
from game.table.state import Table

CROSSING = "crossing"
"""``FF-23``  A model that goes through the enemy unit that the mark is *about*."""


def move_back_to_unit(
    game: Game, core: Core, who: UnitId, far: Mapping[ModelId, float]
) -> Moves:
    """``FF-20``, ``FF-21``  Move models back to their unit; *far*: the inches each may go."""
    table, moves = game.table, list[tuple[ModelId, Moves]]()
    left = [m for m in far if not holders(table, table.models[m], core.holds)]
    while left:
        # If the main body was lost since the phase began, models go to their squad mates.
        scattered = is_scattered(table.units[who]) or not main_body(table, who)
        model = _nearest_pair(table, left) if scattered else _nearest(table, who, left)
        left.remove(model)
        mates = _mates(table, model) if scattered else _main_chain(table, who, model)
        moves.append((model, _rejoin(game, core, model, mates, far[model], first=scattered)))
    return tuple(move for _, made in moves for move in made)


def comes_back(table: Table, who: UnitId, model: ModelId, far: float) -> bool:
    """Return whether a model gets back to its unit by its move, as all models stand."""
    scattered = is_scattered(table.units[who]) or not main_body(table, who)
    mates = _mates(table, model) if scattered else _main_chain(table, who, model)
    found = path_back_to_unit(table, model, mates, far, first=scattered) if mates else None
    return found is not None and found.arrived


def _nearest(table: Table, who: UnitId, left: list[ModelId]) -> ModelId:
    """``FF-20``  Return the model nearest to the main body, which moves next."""
    main = main_body(table, who)
    return sorted_by_distance(
        left, lambda m: min([gap(table.models[m].disc, n.disc) for n in main])
    )[0]


def _main_chain(table: Table, who: UnitId, model: ModelId) -> list[ModelId]:
    """``FF-20``  Return the main body and the models that are back with it by now."""
    main = main_body(table, who)[0].id
    groups = chains({m.id: m.disc for m in table.of(who) if m.id != model}, APART)
    return next(group for group in groups if main in group)


def _nearest_pair(table: Table, left: list[ModelId]) -> ModelId:
    """``FF-21``  Return the model with the nearest mate outside its chain; it moves next."""

    def off(model: ModelId) -> float:
        mates = _mates(table, model)
        at = table.models[model].disc
        return gap(at, table.models[mates[0]].disc) if mates else UNREACHABLE

    return sorted_by_distance(left, off)[0]


def _mates(table: Table, who: ModelId) -> list[ModelId]:
    """``FF-21``  Return the squad mates outside a model's own 2" chain, the nearest first."""
    model = table.models[who]
    unit = {m.id: m.disc for m in table.of(model.unit)}
    own = next(group for group in chains(unit, APART) if who in group)
    others = [m for m in unit if m not in own]
    return sorted_by_distance(others, lambda m: gap(unit[m], model.disc))


def _rejoin(
    game: Game, core: Core, who: ModelId, mates: list[ModelId], far: float, *, first: bool
) -> Moves:
    """``FF-20``  Move a model back by the shortest legal path.

    A model that is cut off goes through a scattered enemy, or at one in good order.
    """
    table = game.table
    if not mates:
        return ()
    clause = "FF-21" if first else "FF-20"
    if found := path_back_to_unit(table, who, mates, far, first=first):
        path = found.path
        if goes_over(table.models[who]):
            foes = dict.fromkeys([u.id for u in table.fielded()], OFF)
            path = as_far_as(table, who, path, foes)
        return carry_out_path(game, clause, who, path)
    foe = enemy_in_the_way(table, who, mates)
    if foe is None:
        return ()
    if is_scattered(table.units[foe]):
        return _go_through(game, who, mates, foe, far)
    return _go_at(game, core, who, foe, far)


def _go_through(
    game: Game, who: ModelId, mates: list[ModelId], foe: UnitId, far: float
) -> Moves:
    """``FF-23``  Move a model its full move through the models of a scattered enemy.

    If it would be back but still near that enemy, it goes on to a place further off, if any.
    """
    table = game.table
    game.do(Marked("FF-23", who, Mark(CROSSING, Until.TURN, foe)))
    found = path_back_to_unit(table, who, mates, far, through=foe)
    if found is None:
        return ()
    path = as_far_as(table, who, found.path, {})
    if found.arrived and is_near(table, table.models[who].disc._replace(at=path[-1]), foe):
        whole = path_back_to_unit(table, who, mates, far, through=foe, apart=0.0)
        beyond = as_far_as(table, who, whole.path, {foe: OFF + CONTACT}) if whole else ()
        path = beyond if length(beyond) > length(path) else path
    return carry_out_path(game, "FF-23", who, path)


def _go_at(game: Game, core: Core, who: ModelId, foe: UnitId, far: float) -> Moves:
    """``FF-24``  Move a model into base contact with an enemy in good order.

    That enemy counts as having charged. If contact is out of reach, the model moves as near as
    1".
    """
    table, model = game.table, game.table.models[who]
    size = table.board.width, table.board.height
    for other in sorted_by_distance(table.of(foe), lambda m: gap(m.disc, model.disc)):
        others = bases_to_avoid(table, model, OFF, through=foe)
        others |= {m.id: m.disc for m in table.of(foe) if m.id != other.id}
        found = shortest_path(
            model.disc,
            ContactGoal(other.disc),
            table.board.walls,
            others,
            size,
            far,
            partly=True,
        )
        if found is None:
            continue
        path = found.path
        moves = carry_out_path(
            game,
            "FF-24",
            who,
            path if found.arrived else as_far_as(table, who, path, {foe: OFF}),
        )
        if foe in holders(table, table.models[who], core.holds):
            game.do(Marked("FF-24", who, Mark(CUT_OFF, Until.BATTLE, foe)))
            game.do(marked("FF-24", foe, CHARGED, model.unit))
            core.lock(game, "FF-24")
        return moves
    return ()


def break_off(game: Game, core: Core, who: ModelId, far: float) -> Moves:
    """``FF-24``  Move a model back toward its unit, through that enemy if need be.

    It ends more than 1" off that enemy. With no such place within its move it stays.
    """
    table, model = game.table, game.table.models[who]
    mark = model.mark(MAY_BREAK)
    foe = UnitId(mark.about if mark else "")
    main = [m.id for m in main_body(table, model.unit)]
    scattered = not main or is_scattered(table.units[model.unit])
    mates = _mates(table, who) if scattered else main
    found = (
        path_back_to_unit(table, who, mates, far, first=scattered, through=foe)
        if mates
        else None
    )
    path = as_far_as(table, who, found.path, {foe: OFF + CONTACT}) if found else ()
    moves = carry_out_path(game, "FF-24", who, path) if length(path) else ()
    if moves:
        core.lock(game, "FF-24")
    return moves


def crossing(core: Core) -> Todo:
    """Return the to-do function of a phase after the moves: losses first, then fights."""

    async def fight(game: Game) -> None:
        who = UnitId(game.table.queue[0])
        game.do(Handled("FF-23"))
        await _fights(game, core, who)

    def todo(table: Table) -> Step | None:
        if table.queue:
            return fight
        return settle if _crossers(table) else None

    return todo


def parting(table: Table) -> Step | None:
    """Return the step that removes lost models as the moves end, or None; fights come later."""
    return part if _crossers(table) and not table.clock.over else None


def meeting(core: Core) -> Todo:
    """Return the to-do function of the fights of models that crossed; they come first."""

    def todo(table: Table) -> Step | None:
        crossers = _crossers(table)
        if not crossers:
            return None
        return partial(_fights, core=core, who=crossers[0].unit)

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


def has_crossed(table: Table, who: ModelId, foe: UnitId) -> bool:
    """``FF-23``  Return whether a model is more than 1" off all of them and past them.

    It is past them if none of them is in its way back any more.
    """
    model = table.models[who]
    if is_near(table, model.disc, foe):
        return False
    mates = [m.id for m in main_body(table, model.unit)] or [m.id for m in table.of(model.unit)]
    others = [m for m in mates if m != who]
    if not others or path_back_to_unit(table, who, others, UNREACHABLE):
        return True
    return enemy_in_the_way(table, who, others) != foe


async def _fights(game: Game, core: Core, who: UnitId) -> None:
    """``FF-23``  Fight one round between a unit and each enemy unit that it crossed."""
    acting = game.table.clock.side
    assert acting
    while mine := [m for m in game.table.of(who) if m.mark(CROSSING)]:
        foe = _foe(mine[0])
        for model in [m.id for m in mine if _foe(m) == foe]:
            game.do(Unmarked("FF-23", model, CROSSING))
        if game.table.of(foe):
            game.do(Acted("FF-23", who, Act.FIGHTS, foe))
            await core.skirmish(game, who, foe, acting)
