"""Assembly of zero-g, which replaces the classic movement, and the mission Adrift (MI-04)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from game.content.faults import Fault
from game.cores.classic.rules.core_api import CLASSIC
from game.cores.classic.rules.deployment import TURNS, beginning
from game.cores.classic.rules.losses import kills
from game.cores.classic.rules.system import classic
from game.cores.classic.rules.unit_state import is_model_locked, leadership_test
from game.cores.classic.rules.zone_faults import two_zones
from game.cores.kit.core import Core
from game.cores.kit.declarations import EventByHand, Mission, System
from game.cores.kit.deployment import end_by, ending, has_models
from game.cores.kit.hooks import QueryHook
from game.cores.kit.marks import TESTED, marked
from game.cores.kit.modules import Module
from game.cores.kit.score import Score
from game.play.game import Game, GameView, Step
from game.play.phases import Interrupt, Phase, Precedence, When, end_of_game
from game.systems.zero_g.rules import charge, move_outcomes, movement, queries, shooting
from game.systems.zero_g.rules.drift import drift
from game.table.board import Board
from game.table.events import Ended, Handled, PhaseBegan, PhaseOver, Queued, Reason, Removed
from game.table.records import How, ModelId, Side, UnitId, Where
from game.table.state import Table


def zero_g(options: Mapping[str, Any]) -> Module:
    """``ZG-24``  Assemble the module: corpses drift before their player's models move."""
    core = classic(options)
    drifting = Phase("bodies", "ZG-24", movement.drifting)
    return Module(
        "zero_g",
        hooks=(
            *core.hooks,
            *movement.HOOKS,
            *shooting.HOOKS,
            *charge.HOOKS,
            *queries.HOOKS,
            *move_outcomes.HOOKS,
        ),
        phases=(drifting, *core.phases),
        interrupts=(
            Interrupt(
                "corpses go", "ZG-24", movement.remove_disturbed_corpses, order=Precedence.STATE
            ),
            *core.interrupts,
        ),
        settles=core.settles,
    )


SYSTEM = System(zero_g, CLASSIC, options=("turns", "billiards", "chooser"))

DRIFT = "drift"
"""Name of the phase in which all models and corpses with arrows drift."""


async def drifts(game: Game, side: Side, core: Core) -> None:
    """``SB-12``  Let all models with arrows drift once, then all corpses."""
    game.do(PhaseBegan("SB-12", game.table.clock.round, DRIFT, None))
    game.do(Queued("SB-12", tuple(_drifters(game.table))))


def _drifters(table: Table) -> list[ModelId]:
    moved = [m for m in (*table.standing(), *movement.bodies(table)) if m.arrows]
    return [m.id for m in moved]


def no_drift(table: Table) -> str:
    """``SB-12``  Return why nothing drifts; empty if something does."""
    return "" if _drifters(table) else "no model has arrows: set some first"


async def drifts_next(game: Game) -> None:
    """``SB-12``  Let the next model drift by ``ZG-07``, or a corpse by ``ZG-24``."""
    model_id = ModelId(game.table.queue[0])
    game.do(Handled("SB-12"))
    model = game.table.models[model_id]
    if model.where is Where.BODY:
        await movement.drifts_on(game, model_id)
    elif model.where is Where.TABLE and model.arrows:
        await drift(game, model_id)
    if not game.table.queue:
        game.do(PhaseOver("SB-12"))


def drift_phase(core: Core) -> Phase:
    """``SB-12``  Return the phase in which everything drifts, one after the other."""
    return Phase(
        DRIFT, clause="SB-12", todo=lambda t: drifts_next if t.queue else None, when=When.START
    )


BY_HAND = EventByHand(
    "drift",
    label="Drift everything with arrows",
    clause="SB-12",
    does=drifts,
    why_not=no_drift,
    phase=drift_phase,
)


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
