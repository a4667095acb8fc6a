"""Dangerous ground: ``CC-21``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from game.geometry.points import Disc, Path
from game.geometry.polygons import sweeps_over
from game.play.game import Game, GameView
from game.play.paths import Moves
from game.rules.classic.hooks import WENT
from game.rules.classic.wounds import Hit, Tally, strike_saved
from game.rules.kit.movement import goes_over, is_slowed
from game.table.records import How, Model, ModelId, UnitId, Where
from game.table.state import Table


async def test_ground(game: Game, who: UnitId, moves: Moves) -> None:
    """``CC-21``  A die for each model that went in Dangerous terrain: on a 1 it is wounded."""
    await WENT.has_come(game, moves)
    risky = [m for m, path in moves if _dangerous(game.table, game.table.models[m], path)]
    await endanger(game, "CC-21", [m.id for m in game.table.of(who) if m.id in risky])


async def endanger(game: Game, clause: str, tested: Sequence[ModelId]) -> None:
    """``CC-21``  A die for each test of models of one unit: a 1 is a wound (``peril``)."""
    if not tested:
        return
    first = game.table.models[tested[0]]
    wound = peril(game, first)
    what = "dangerous ground"
    faces = game.throw(clause, first.side, what, len(tested), need=2, who=first.unit)
    for model, face in zip(tested, faces, strict=True):
        if face == 1 and game.table.models[model].where is Where.TABLE:
            await strike_saved(game, [wound], model, Tally())


def peril(look: GameView, model: Model) -> Hit:
    """``CC-21``  The wound of a failed test: neither armour nor cover saves."""
    enemy = look.table.enemy(model.side)
    return Hit(enemy, 0, how=How.HAZARD, no_armour=True, who=model.unit)


def _dangerous(table: Table, model: Model, path: Path) -> bool:
    """Return whether a path takes a model through what is Dangerous for it.

    What flies is in danger only where it starts or ends (``CC-20``).
    """
    for area in table.areas:
        if not (area.dangerous or (area.difficult and not is_slowed(model))):
            continue
        if goes_over(model):
            if any(area.holds(Disc(at, model.base)) for at in (path[0], path[-1])):
                return True
        elif any(sweeps_over(a, b, model.base, area.outline) for a, b in pairwise(path)):
            return True
    return False
