"""Running in the Shooting phase: ``CC-22``."""

from __future__ import annotations

from game.play.game import Game
from game.play.march import March
from game.rules.classic.hooks import NO_CHARGE, RAN, marked
from game.rules.classic.movement import CLAUSES, COHERENCY, carry_out
from game.rules.kit.modules import ReplaceHook
from game.rules.kit.movement import reach_of
from game.rules.kit.unit_marks import detached_models, main_body
from game.table.events import Act
from game.table.records import UnitId


async def run(game: Game, who: UnitId) -> None:
    """``CC-22``  d6 inches, not shortened by Difficult terrain; no charge, unless fleet."""
    unit = game.table.units[who]
    (far,) = game.throw("CC-22", unit.side, "run", who=who)
    models = main_body(game.table, who)
    moves = await March(
        unit.side,
        "CC-22",
        f'Run with {unit.name}: up to {far}"',
        unit=who,
        goings=reach_of(game.table, who, {m.id: float(far) for m in models}),
        clauses=CLAUSES,
        chain=COHERENCY,
        loose=detached_models(game.table, who),
    )
    game.do(marked("CC-22", who, RAN, str(far)))
    if not all(m.profile.has("fleet") for m in models):
        game.do(marked("CC-22", who, NO_CHARGE, "CC-22"))
    await carry_out(game, "CC-22", who, Act.RUNS, moves)


RUNNING = ReplaceHook[UnitId]("a unit's run", run)
