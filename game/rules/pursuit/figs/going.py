"""A fig on its way, and what comes of whatever it meets: ``PU-13``, ``PU-19`` to ``PU-24``."""

from __future__ import annotations

from game.geometry.points import Point, thousandths
from game.play.game import Game
from game.rules.kit.distances import touch
from game.rules.pursuit.ending import is_over
from game.rules.pursuit.figs.harm import collide, holds_out, turns
from game.rules.pursuit.figs.mines import explode
from game.rules.pursuit.melee import clash, foes_of
from game.rules.pursuit.path_contacts import Met, Thing, Trip, first_met, goes_on
from game.rules.pursuit.sides import riders
from game.rules.pursuit.state import is_there
from game.rules.pursuit.street_pieces import called, mines
from game.table.events import Moved, Removed
from game.table.records import How, ModelId


async def go(game: Game, clause: str, trip: Trip, toward: Point, far: float) -> None:
    """Carry a fig straight on, until its inches are spent or something ends its move."""
    losses = len(game.table.losses)
    while not trip.over:
        met = first_met(game.table, trip, toward, far)
        went = met.far if met else far
        _carry(game, clause, trip, toward, went)
        far -= went
        if met is None:
            return
        await _meets(game, trip, met)
        gone = not is_there(game, trip.who)
        trip.over = trip.over or gone or is_over(game.table, losses)


def _carry(game: Game, clause: str, trip: Trip, toward: Point, far: float) -> None:
    goes_on(game.table, trip, toward, far)
    model, end = game.table.models[trip.who], thousandths(trip.base.at)
    if end != model.at:
        game.do(Moved(clause, trip.who, (model.at, end), model.facing))


async def _meets(game: Game, trip: Trip, met: Met) -> None:
    match met.thing:
        case Thing.MINES:
            await explode(game, met.id)
        case Thing.DIE:
            trip.rolled[met.id] = trip.rolled.get(met.id, 0) + 1
            trip.over = not await holds_out(game, "PU-22", trip.who, met.id)
        case Thing.ARRIVAL:
            trip.over = True
            if game.table.models[trip.who].side == riders(game.table):
                game.do(Removed("PU-26", trip.who, How.LEFT))
        case Thing.PIECE | Thing.EDGE:
            trip.over = True
            if not trip.back:
                await _crashes(game, trip.who, met.id)
        case Thing.REAR:
            trip.over = True
            if trip.back:
                game.do(Removed("PU-15", trip.who, How.LOST))
        case Thing.ENEMY | Thing.FRIEND:
            trip.over = True


async def _crashes(game: Game, who: ModelId, into: str) -> None:
    """``PU-21``  A hit; who lives stays in contact and may be turned any way."""
    await collide(game, "PU-21", who, called(into))
    if is_there(game, who):
        await turns(game, "PU-21", who)


async def comes_to(
    game: Game, who: ModelId, before: tuple[ModelId, ...], *, charging: bool
) -> None:
    """``PU-20``, ``PU-24``  What comes of contact at the end of a move: mines, then enemies.

    *before*: the enemies that it touched before it moved.
    """
    for cluster in mines(game.table):
        if is_there(game, who) and touch(cluster.disc, game.table.models[who].disc):
            await explode(game, cluster.id)
    if not is_there(game, who):
        return
    foes = [m.id for m in foes_of(game.table, who) if m.id not in before]
    if foes:
        await clash(game, "PU-20", who, foes, charging=charging)
