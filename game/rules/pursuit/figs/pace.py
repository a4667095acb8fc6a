"""A fig's turn in the Pursuit phase: ``PU-11``, ``PU-12``, ``PU-15``, ``PU-16``."""

from __future__ import annotations

from game.play.decisions import Choose, Option
from game.play.game import Game
from game.rules.pursuit.figs.going import comes_to, go
from game.rules.pursuit.melee import fight, foes_of, has_fought, melee_of, still_to_fight
from game.rules.pursuit.path_contacts import trip_of
from game.rules.pursuit.state import is_there, stopped_in
from game.table.events import Act, Acted
from game.table.pieces import ROLL, street_of
from game.table.records import Model, ModelId
from game.table.state import Table

ASTRAY = 45.0
"""``PU-12``  Degrees away from the Arrival up to which a fig can keep pace."""
KEEP = "keep"
DICE = {"slow-1": 1, "slow-2": 2, "slow-3": 3}
PACES = (
    Option(KEEP, "Keep pace: stay here", "PU-11"),
    *(Option(id_, f'Slow down: {n}d6" back', "PU-11") for id_, n in DICE.items()),
)


def is_astray(table: Table, fig: Model) -> bool:
    """``PU-12``  Whether a fig faces more than 45° away from the Arrival."""
    return street_of(table.board).turned_away(fig.facing) > ASTRAY + 1e-9


async def takes_its_turn(game: Game, who: ModelId) -> None:
    """``PU-11``, ``PU-12``, ``PU-16``, ``PU-23``  What becomes of a fig when it is handled."""
    if not is_there(game, who) or has_fought(game.table.models[who]):
        return
    model = game.table.models[who]
    if foes_of(game.table, who):
        if left := still_to_fight(game.table, melee_of(game.table, who)):
            await fight(game, "PU-16", left, model.side)
    elif stopped_in(model):
        return
    elif is_astray(game.table, model):
        await falls_back(game, "PU-12", who, ROLL)
    else:
        await _chooses(game, who)


async def _chooses(game: Game, who: ModelId) -> None:
    """``PU-11``  Keep pace, or slow down by 1d6", 2d6" or 3d6"."""
    model = game.table.models[who]
    name = game.table.units[model.unit].name
    answer = await Choose(
        model.side,
        "PU-11",
        f"{name}: keep pace or slow down?",
        PACES,
        about=who,
        kind="pace",
    )
    if answer == KEEP:
        game.do(Acted("PU-11", model.unit, Act.KEEPS_PACE))
        return
    game.do(Acted("PU-11", model.unit, Act.SLOWS_DOWN))
    dice = DICE[answer]
    faces = game.throw("PU-11", model.side, "slows down", dice, total=True, who=model.unit)
    await falls_back(game, "PU-11", who, float(sum(faces)))


async def falls_back(game: Game, clause: str, who: ModelId, far: float) -> None:
    """``PU-11`` to ``PU-15``  A fig goes straight back, until something stops it."""
    before = tuple(m.id for m in foes_of(game.table, who))
    trip = trip_of(game.table, who, back=True)
    await go(game, clause, trip, street_of(game.table.board).back, far)
    await comes_to(game, who, before, charging=False)
