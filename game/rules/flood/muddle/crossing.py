"""Who went through a scattered enemy: ``FF-23``."""

from __future__ import annotations

from game.play.game import Game, Step
from game.play.ways import FURTHEST
from game.rules.classic.bearing import body
from game.rules.classic.combat import skirmish
from game.rules.flood.muddle.going import CROSSING
from game.rules.flood.muddle.ways import enemy_in_the_way, is_near, way_back
from game.table.events import Act, Acted, Handled, Queued, Removed, Unmarked
from game.table.records import How, Model, ModelId, UnitId, Where
from game.table.state import Table


def crossing(table: Table) -> Step | None:
    """Return what is left to do after the Shooting phase: the lost, then the fights."""
    if table.queue:
        return fight
    return settle if _crossers(table) else None


def _crossers(table: Table) -> list[Model]:
    return [m for m in table.standing(table.clock.side) if m.mark(CROSSING)]


async def settle(game: Game) -> None:
    """``FF-23``  Who has not passed right through, and 1" beyond, is killed."""
    fights = list[UnitId]()
    for model in _crossers(game.table):
        foe = _foe(model)
        if not has_crossed(game.table, model.id, foe):
            game.do(Removed("FF-23", model.id, How.LOST))
        if not game.table.of(foe):
            game.do(Unmarked("FF-23", model.id, CROSSING))
        elif game.table.models[model.id].where is Where.TABLE and model.unit not in fights:
            fights.append(model.unit)
    game.do(Queued("FF-23", tuple(fights)))


def _foe(model: Model) -> UnitId:
    mark = model.mark(CROSSING)
    return UnitId(mark.about if mark else "")


def has_crossed(table: Table, who: ModelId, foe: UnitId) -> bool:
    """``FF-23``  More than 1" off all of them, and none of them in the way back any more."""
    model = table.models[who]
    if is_near(table, model.disc, foe):
        return False
    mates = [m.id for m in body(table, model.unit)] or [m.id for m in table.of(model.unit)]
    others = [m for m in mates if m != who]
    if not others or way_back(table, who, others, FURTHEST):
        return True
    return enemy_in_the_way(table, who, others) != foe


async def fight(game: Game) -> None:
    """``FF-23``  One round between those who crossed and the whole unit that they crossed."""
    who = UnitId(game.table.queue[0])
    game.do(Handled("FF-23"))
    acting = game.table.clock.side
    assert acting
    while mine := [m for m in game.table.of(who) if m.mark(CROSSING)]:
        foe = _foe(mine[0])
        crossed = [m.id for m in mine if _foe(m) == foe]
        for model in crossed:
            game.do(Unmarked("FF-23", model, CROSSING))
        if game.table.of(foe):
            game.do(Acted("FF-23", who, Act.FIGHTS, foe))
            await skirmish(game, crossed, foe, acting)
