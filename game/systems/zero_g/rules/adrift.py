"""The mission Adrift (MI-04)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from game.content.faults import Fault
from game.cores.classic.rules.deployment import TURNS, beginning
from game.cores.classic.rules.losses import kills
from game.cores.classic.rules.unit_state import is_model_locked, leadership_test
from game.cores.classic.rules.zone_faults import two_zones
from game.cores.kit.battle_end import end_by, ending, has_models
from game.cores.kit.declarations import Mission
from game.cores.kit.hooks import QueryHook
from game.cores.kit.marks import TESTED, marked
from game.cores.kit.modules import Module
from game.cores.kit.score import Score
from game.play.game import Game, GameView, Step
from game.play.phases import Phase, end_of_game
from game.table.board import Board
from game.table.events import Ended, Reason, Removed
from game.table.records import How, Side, UnitId, Where
from game.table.state import Table

PLUCK = QueryHook[Side, int]("with how many models left its nerve goes")
"""Each of them may then be lost at the start of each of the side's turns."""
CLAUSE = "MI-04"
"""The clause of the mission Adrift."""


def adrift(options: Mapping[str, Any]) -> Module:
    """``MI-04``  Return the mission: set-up, nerve tests each turn, the last side wins."""
    turns = int(options.get("turns", TURNS))
    return Module(
        "adrift",
        phases=(
            *beginning(CLAUSE),
            Phase("nerve", CLAUSE, nerve, before="bodies"),
            ending(CLAUSE, turns, tally),
        ),
        hooks=(PLUCK.gets(pluck),),
        interrupts=(end_of_game("last on the table", CLAUSE, last_side),),
        unfit=unfit,
    )


def unfit(board: Board) -> list[Fault]:
    """``MI-04``  Return the faults of a board that does not have two usable zones."""
    return two_zones(board, CLAUSE)


def nerve(table: Table) -> Step | None:
    """``MI-04``  Return the next Leadership test at the start of a side's turn."""
    side = table.clock.side
    assert side
    if not lost_half(table, side):
        return None
    for model in table.standing(side):
        unit = table.units[model.unit]
        fearless = model.profile.has("fearless")
        if not unit.mark(TESTED) and not is_model_locked(table, model) and not fearless:
            return partial(keeps_its_nerve, unit_id=unit.id)
    return None


def lost_half(table: Table, side: Side) -> bool:
    """``MI-04``  Return whether a side has lost half of its models or more."""
    wheres = [m.where for m in table.models.values() if m.side == side]
    left = wheres.count(Where.TABLE) + wheres.count(Where.RESERVE)
    return 2 * left <= len(wheres)


def pluck(view: GameView, side: Side) -> Iterator[int]:
    """``MI-04``  Yield the number of models at which a side is tested: half of all it had."""
    yield len([m for m in view.table.models.values() if m.side == side]) // 2


async def keeps_its_nerve(game: Game, *, unit_id: UnitId) -> None:
    """``MI-04``  Take a unit's Leadership test.

    If it fails its models are withdrawn, as killed.
    """
    game.do(marked(CLAUSE, unit_id, TESTED))
    if not leadership_test(
        game, CLAUSE, unit_id, (Reason(0, "half of its side lost", CLAUSE),)
    ):
        for model in game.table.of(unit_id):
            game.do(Removed(CLAUSE, model.id, How.FLED))


def last_side(table: Table) -> Step | None:
    """``MI-04``  End the battle when at most one side is on the table; none is a draw."""
    left = [side for side in table.sides if has_models(table, side)]
    return partial(ends, left=left) if len(left) < 2 else None


async def ends(game: Game, *, left: list[Side]) -> None:
    game.do(Ended(CLAUSE, left[0] if left else None, "last on the table"))


async def tally(game: Game) -> None:
    """``MI-04``  After the last turn let the side win that has killed more; equal is a draw."""
    table = game.table
    end_by(game, CLAUSE, {side: kills(table, side) for side in table.sides}, "killed more")


ADRIFT = Mission(
    adrift,
    ("zero_g",),
    Score(
        goals=(
            ("Be the last side on the table. {End}, most kills wins.", CLAUSE),
            ("A model that drifts off the table counts as killed.", "ZG-14"),
        ),
        counts=kills,
        unscored="kills",
        unit="kills",
        clause=CLAUSE,
    ),
)
