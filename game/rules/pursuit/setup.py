"""Before the chase: who stands where: ``PU-04``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.geometry.points import Disc, Point, gap, thousandths
from game.play.footing import on_table
from game.play.game import Game, Step
from game.play.place import Place
from game.rules.pursuit.arrivals import Among, stands_badly
from game.rules.pursuit.street import Street, riders, street_of, swarm
from game.table.events import Act, Acted, PhaseOver, Placed
from game.table.records import Model, ModelId, Where
from game.table.state import Table

FROM_ARRIVAL = 48.0
FROM_RIDERS = 12.0
STEP = 0.5
EPSILON = 1e-9


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
    name = game.table.units[model.unit].name
    spot = await Place(
        model.side, "PU-04", f"Set up {name}", region, who, turns=True, does="Set it up here"
    )
    facing = street_of(game.table.board).facing if spot.facing is None else spot.facing
    game.do(Placed("PU-04", who, spot.at, round(facing, 3) % 360.0))


def zone_of(table: Table, model: Model) -> Among:
    """``PU-04``  At least 48" from the Arrival, the swarm 12" from every rider, too."""
    street, hunts = street_of(table.board), model.side == swarm(table)
    ahead_of = [m.disc for m in table.standing(riders(table))] if hunts else []

    def why_not(at: Point) -> str | None:
        base = Disc(at, model.base)
        if not on_table(table.board, base):
            return "lies off the table"
        if street.off(at) - model.base < FROM_ARRIVAL - EPSILON:
            return 'is nearer than 48" to the Arrival'
        if any(gap(base, rider) < FROM_RIDERS - EPSILON for rider in ahead_of):
            return 'is nearer than 12" to a rider'
        return stands_badly(table, base)

    return Among(why_not, tuple(_grid(street, model.base)))


def _grid(street: Street, base: float) -> Iterator[Point]:
    """Yield the places at every half inch, the nearest to the Arrival first."""
    for n in range(int((street.long - FROM_ARRIVAL - 2 * base) / STEP) + 1):
        for m in range(int((street.wide - 2 * base) / STEP) + 1):
            spot = street.at(FROM_ARRIVAL + base + n * STEP, base + m * STEP)
            yield thousandths(spot)
