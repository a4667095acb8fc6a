"""Close combat without a floor: ``ZG-22``, ``ZG-23``."""

from __future__ import annotations

from collections.abc import Sequence

from game.play.decisions import Choose, Option, pass_option
from game.play.game import Game
from game.rules.classic.combat import (
    OUTCOME,
    CombatRound,
    consolidate_unit,
    pile_in,
    units_of,
    units_still_in_combat,
)
from game.rules.classic.hooks import UNIT_MOVED
from game.rules.kit.core_api import Attempt
from game.rules.kit.distances import contacts, in_turn
from game.rules.zero_g.kinds import is_free
from game.rules.zero_g.movement import push_off
from game.table.events import Act, Acted
from game.table.records import Side, UnitId


async def settles(game: Game, fought: CombatRound) -> None:
    """``ZG-22``  No break tests, and nobody leaves: they fight until one side is dead."""
    left = units_still_in_combat(game.table, fought.combat, ())
    await pile_in(game, left, fought.acting)
    await after_the_kill(game, left, fought.acting)


async def after_the_kill(game: Game, combat: Sequence[UnitId], acting: Side) -> None:
    """``ZG-23``, ``CC-30``  Who has no enemy in contact moves on, the active side first."""
    for side in in_turn(game.table, acting):
        beaten = not units_of(game.table, combat, game.table.enemy(side))
        for who in units_of(game.table, combat, side):
            if not contacts(game.table, who):
                await _moves_on(game, who, beaten=beaten)


async def _moves_on(game: Game, who: UnitId, *, beaten: bool) -> None:
    """``ZG-23``  A move as in ``ZG-05`` instead of consolidating; ``ZG-03``: or as ever."""
    model = game.table.of(who)[0]
    if is_free(model):
        if beaten:
            await consolidate_unit(game, who)
        return
    options = [Option("push off", 'Push off, up to 6"', "ZG-23")]
    if beaten:
        options.append(Option("consolidate", 'Consolidate, up to d6"', "CC-30"))
    options.append(pass_option("Stay where it is", "ZG-23"))
    answer = await Choose(
        model.side,
        "ZG-23",
        f"{game.table.units[who].name} has no enemy in contact: move on?",
        tuple(options),
        about=who,
        kind="after the kill",
    )
    if answer == "push off":
        act = await push_off(game, model, "ZG-23")
        await UNIT_MOVED.has_come(game, Attempt(who, act))
    elif answer == "consolidate":
        await consolidate_unit(game, who)
    else:
        game.do(Acted("ZG-23", who, Act.STAYS))


HOOKS = (OUTCOME.by(settles),)
