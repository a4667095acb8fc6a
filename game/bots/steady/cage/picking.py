"""Who fights for the steady bot (``TC-04``): nobody should know, so luck has a say."""

from __future__ import annotations

from game.bots.luck import Luck
from game.bots.policy import Thoughts
from game.bots.steady.cage.evaluation import Scales
from game.bots.steady.cage.kinds import kind_of
from game.play.decisions import Choose
from game.play.game import Game
from game.rules.cage.match_flow import to_pick
from game.table.cage_floor import floor_of
from game.table.records import Model, Side

CLOSE = 0.25
"""Whoever is not further behind the best may be picked as well."""


def picks(game: Game, side: Side, asked: Choose) -> Thoughts:
    """Draw among those who do well against whoever the other may pick."""
    table = game.table
    foes = to_pick(table, table.enemy(side))
    worths = list[tuple[float, str]]()
    for model in to_pick(table, side):
        yield
        each = [_against(game, model, foe) for foe in foes]
        worths.append((sum(each) / max(1, len(each)), model.id))
    best = max(worths)[0]
    close = [name for worth, name in worths if worth >= best - CLOSE]
    luck = Luck(game.dice.seed, table.sides.index(side), len(game.story))
    return close[luck.below(len(close))]


def _against(game: Game, me: Model, foe: Model) -> float:
    """Return how a champion does against another: who lasts longer, and acts more often."""
    scales = Scales(
        floor_of(game.table.board), (kind_of(game, me, foe), kind_of(game, foe, me)), 0, 0
    )
    return scales.lead((me.wounds, foe.wounds), ((), ()))
