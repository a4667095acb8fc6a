"""Who comes near to a body: ``ZG-26``."""

from __future__ import annotations

from itertools import pairwise

from game.geometry.points import EPSILON, Path
from game.geometry.polygons import off_segment
from game.play.game import Game
from game.table.events import BodyRemoved
from game.table.records import ModelId, Where

NEAR = 1.0


def passes_by(game: Game, who: ModelId, path: Path) -> None:
    """``ZG-26``  Take away the bodies that a model came within 1" of on its way.

    A body is taken away itself that came so near to an enemy of the dead.
    """
    mover = game.table.models[who]
    dead = mover.where is Where.BODY
    for other in [m for m in game.table.models.values() if m.side != mover.side]:
        if other.where is not (Where.TABLE if dead else Where.BODY):
            continue
        off = NEAR + EPSILON + other.base + mover.base
        if any([off_segment(other.at, leg) <= off for leg in pairwise(path)]):
            game.do(BodyRemoved("ZG-26", who if dead else other.id))
            if dead:
                return
