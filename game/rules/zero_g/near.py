"""Who comes near to a body: ``ZG-26``."""

from __future__ import annotations

from itertools import pairwise

from game.geometry.points import Path
from game.geometry.shapes import off_segment
from game.play.game import Game
from game.table.events import BodyRemoved
from game.table.records import ModelId, Where

NEAR = 1.0
SLACK = 1e-9


def passes_by(game: Game, who: ModelId, path: Path) -> None:
    """``ZG-26``  Take away the bodies that a model came within 1" of on its way."""
    model = game.table.models[who]
    for body in [m for m in game.table.models.values() if m.where is Where.BODY]:
        off = NEAR + SLACK + body.base + model.base
        if model.side != body.side and any(
            off_segment(body.at, leg) <= off for leg in pairwise(path)
        ):
            game.do(BodyRemoved("ZG-26", body.id))
