"""Who went through a scattered enemy: ``FF-23``."""

from __future__ import annotations

from functools import partial

from game.play.game import Game, Step, Todo
from game.play.pathfinding import FURTHEST
from game.rules.flood.regroup.moves import CROSSING
from game.rules.flood.regroup.paths import enemy_in_the_way, is_near, way_back
from game.rules.kit.core_api import Core
from game.rules.kit.unit_marks import main_body
from game.table.events import Act, Acted, Handled, PhaseOver, Queued, Removed, Unmarked
from game.table.records import How, Model, ModelId, UnitId, Where
from game.table.state import Table


def crossing(core: Core) -> Todo:
    """Return what is left to do in one phase after the moves: the lost, then the fights."""

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
    """Return what is left to do as the moves end, where the fights come later: the lost."""
    return part if _crossers(table) and not table.clock.over else None


def meeting(core: Core) -> Todo:
    """Return what is left to do before all other fights: those of who went through."""

    def todo(table: Table) -> Step | None:
        crossers = _crossers(table)
        if not crossers:
            return None
        return partial(_fights, core=core, who=crossers[0].unit)

    return todo


def _crossers(table: Table) -> list[Model]:
    return [m for m in table.standing(table.clock.side) if m.mark(CROSSING)]


async def settle(game: Game) -> None:
    """``FF-23``  Who has not passed right through, and 1" beyond, is killed."""
    game.do(Queued("FF-23", tuple(_settled(game))))


async def part(game: Game) -> None:
    """``FF-23``, ``FF-25``  Likewise, at the end of Movement."""
    _settled(game)
    game.do(PhaseOver("FF-23"))


def _settled(game: Game) -> list[UnitId]:
    """Kill who has not passed through; return the units that have somebody to fight."""
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
    """``FF-23``  More than 1" off all of them, and none of them in the way back any more."""
    model = table.models[who]
    if is_near(table, model.disc, foe):
        return False
    mates = [m.id for m in main_body(table, model.unit)] or [m.id for m in table.of(model.unit)]
    others = [m for m in mates if m != who]
    if not others or way_back(table, who, others, FURTHEST):
        return True
    return enemy_in_the_way(table, who, others) != foe


async def _fights(game: Game, core: Core, who: UnitId) -> None:
    """``FF-23``  One round between those who crossed, with their whole unit, and the other."""
    acting = game.table.clock.side
    assert acting
    while mine := [m for m in game.table.of(who) if m.mark(CROSSING)]:
        foe = _foe(mine[0])
        for model in [m.id for m in mine if _foe(m) == foe]:
            game.do(Unmarked("FF-23", model, CROSSING))
        if game.table.of(foe):
            game.do(Acted("FF-23", who, Act.FIGHTS, foe))
            await core.skirmish(game, who, foe, acting)
