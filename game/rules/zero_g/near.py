"""Who comes near to a body: ``ZG-26``."""

from __future__ import annotations

from itertools import pairwise

from game.geometry.points import Path
from game.geometry.shapes import Segment, off_segment
from game.play.game import Game
from game.table.events import BodyRemoved
from game.table.records import Model, ModelId, Where

NEAR = 1.0
SLACK = 1e-9


def is_near(model: Model, body: Model, leg: Segment) -> bool:
    """``ZG-26``  Whether an enemy of the dead comes within 1" of a body on a straight leg."""
    off = off_segment(body.at, leg) - body.base - model.base
    return model.side != body.side and off <= NEAR + SLACK


def passes_by(game: Game, who: ModelId, path: Path) -> None:
    """``ZG-26``  Take away the bodies that a model came within 1" of on its way."""
    model = game.table.models[who]
    for body in [m for m in game.table.models.values() if m.where is Where.BODY]:
        if any(is_near(model, body, leg) for leg in pairwise(path)):
            game.do(BodyRemoved("ZG-26", body.id))
