"""Who stands in the line of fire: ``ZG-25``, ``ZG-26``."""

from __future__ import annotations

from collections.abc import Iterator

from game.geometry.polygons import line_meets_disc
from game.play.game import Game, GameView
from game.rules.classic.hooks import COVER_HELD, SCREEN, CoverBonus, FireLine
from game.table.events import BodyRemoved
from game.table.records import ModelId, Where

SAVE = 5
"""``ZG-25``  The cover save that a body on the line gives, and any other model."""


def screens(look: GameView, line: FireLine) -> Iterator[CoverBonus]:
    """``ZG-25``  Other models on the line of fire, the living first, then the bodies."""
    models, target = look.table.models, look.table.models[line.target]
    for where in (Where.TABLE, Where.BODY):
        for m in models.values():
            if m.where is not where or m.unit in (line.firer, target.unit):
                continue
            if line_meets_disc(line.eye, target.at, m.disc):
                yield CoverBonus(SAVE, m.id, "ZG-25")


async def cover_held(game: Game, by: str) -> None:
    """``ZG-26``  A body is gone when a save that it gave is passed."""
    model = game.table.models.get(ModelId(by))
    if model and model.where is Where.BODY:
        game.do(BodyRemoved("ZG-26", model.id))


HOOKS = (SCREEN.gets(screens), COVER_HELD.then(cover_held))
