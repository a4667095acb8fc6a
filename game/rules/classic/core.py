"""The classic core as modules see it that can lie over either."""

from __future__ import annotations

from functools import partial

from game.play.game import Game
from game.rules.classic.bearing import note_locks
from game.rules.classic.traits import characteristic_test
from game.rules.classic.wounds import Hit, Tally, strike_saved, wound_model
from game.rules.kit.core import Core
from game.table.records import How, ModelId


async def strike(game: Game, who: ModelId, strength: int) -> None:
    """``CC-12``  Roll to wound a model as usual; then no save of any kind is taken."""
    foe = game.table.enemy(game.table.models[who].side)
    hit = Hit(foe, strength, how=How.HAZARD, no_save=True)
    await strike_saved(game, await wound_model(game, [hit], who), who, Tally())


CLASSIC = Core(
    strength_test=partial(characteristic_test, name="s"), strike=strike, lock=note_locks
)
