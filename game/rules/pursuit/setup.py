"""Before the chase: who stands where: ``PU-04``."""

from __future__ import annotations

from functools import partial

from game.play.game import Game, Step
from game.play.placement import Place
from game.rules.pursuit.free_space import Behind, crowd_of
from game.rules.pursuit.sides import riders, swarm
from game.table.events import Act, Acted, PhaseOver, Placed
from game.table.pieces import street_of
from game.table.records import Model, ModelId, Where
from game.table.state import Table


def deployment(table: Table) -> Step | None:
    """``PU-04``  The riders are set up first, one by one, then the swarm."""
    if table.clock.over:
        return None
    for side in (riders(table), swarm(table)):
        for model in table.models.values():
            if model.side == side and model.where is Where.RESERVE:
                return partial(sets_up, who=model.id)
    return _done


async def _done(game: Game) -> None:
    game.do(PhaseOver("PU-04"))


async def sets_up(game: Game, *, who: ModelId) -> None:
    """``PU-04``  One fig, facing the Arrival unless its player turns it.

    Who finds no room comes on later, and so do all after it.
    """
    model = game.table.models[who]
    region = zone_of(game.table, model)
    if not region.has_room():
        game.do(Acted("PU-04", model.unit, Act.FINDS_NO_ROOM))
        game.do(PhaseOver("PU-04"))
        return
    asked = place_of(game.table, model, region)
    spot = await asked
    facing = asked.facing if spot.facing is None else spot.facing
    game.do(Placed("PU-04", who, spot.at, round(facing, 3) % 360.0))


def place_of(table: Table, model: Model, region: Behind) -> Place:
    """``PU-04``  Return the question where a fig is to be set up."""
    return Place(
        model.side,
        "PU-04",
        f"Set up {table.units[model.unit].name}",
        region,
        model.id,
        turns=True,
        facing=street_of(table.board).facing,
        does="Set it up here",
    )


def zone_of(table: Table, model: Model) -> Behind:
    """``PU-04``  Return where a fig may be set up, the riders being there already."""
    hunts = model.side == swarm(table)
    away = table.standing(riders(table)) if hunts else []
    return Behind(crowd_of(table), model.base, {m.id: m.disc for m in away})
