"""Who stays below the drains, and from which drain it comes: ``MI-06``."""

from __future__ import annotations

from game.geometry.points import distance
from game.play.decisions import Choose
from game.play.game import GameView
from game.rules.kit.queries import AIMS
from game.table.records import Side, UnitId


def kept_below(look: GameView, side: Side, asked: Choose) -> str:
    """Keep back who has to come near to be of use: who shoots least far, then the most."""
    table = look.table

    def order(id_: str) -> tuple[float, int]:
        models = [table.models[m] for m in table.units[UnitId(id_)].models]
        reach = max([weapon.range for m in models for weapon in m.profile.weapons], default=0.0)
        return reach, -len(models)

    return min([o.id for o in asked.options if o.id in table.units], key=order)


def drain(look: GameView, side: Side, asked: Choose) -> str:
    """Come up nearest to what pays the side; where nothing does, to an enemy."""
    table = look.table
    spots = {spot.id: spot.outline[0] for spot in table.board.spots}
    goals = [aim.at for aim in AIMS.of(look, side)] or [
        marker.at for marker in table.objectives
    ]
    goals = goals or [m.at for m in table.standing(table.enemy(side))]
    open_ = [o.id for o in asked.options if o.id in spots]
    return min(
        open_, key=lambda id_: min([distance(spots[id_], at) for at in goals], default=0)
    )
