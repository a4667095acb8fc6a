"""``MI-06``  Units that the bot keeps below, or brings up by a drain."""

from __future__ import annotations

from game.cores.kit.queries import AIMS
from game.geometry.points import distance
from game.play.decisions import Choose
from game.play.game import GameView
from game.table.records import Side, UnitId


def kept_below(view: GameView, side: Side, asked: Choose) -> str:
    """Keep back the unit with the shortest range; among equal ones, the largest."""
    table = view.table

    def order(id_: str) -> tuple[float, int]:
        models = [table.models[m] for m in table.units[UnitId(id_)].models]
        reach = max([weapon.range for m in models for weapon in m.profile.weapons], default=0.0)
        return reach, -len(models)

    return min([o.id for o in asked.options if o.id in table.units], key=order)


def drain(view: GameView, side: Side, asked: Choose) -> str:
    """Come up nearest to a scoring place of the side; without one, nearest to an enemy."""
    table = view.table
    spots = {spot.id: spot.outline[0] for spot in table.board.spots}
    goals = [aim.at for aim in AIMS.of(view, side)] or [
        marker.at for marker in table.objectives
    ]
    goals = goals or [m.at for m in table.standing(table.enemy(side))]
    open_ = [o.id for o in asked.options if o.id in spots]
    return min(
        open_, key=lambda id_: min([distance(spots[id_], at) for at in goals], default=0)
    )
