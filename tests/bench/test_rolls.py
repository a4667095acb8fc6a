"""Cost of possible interrupts of a roll."""

from __future__ import annotations

from statistics import median
from timeit import repeat

import pytest

from game.content.armouries.armoury_library import load_armoury
from game.cores.kit.dice import Roll, roll
from game.play.dice_sequences import SeededDice
from game.play.game import Game, at_once
from game.rules.catalog import rules_of
from game.table.command_points import COMMAND, Command, CommandState
from game.table.records import Clock, Model, ModelId, Side, Unit, UnitId
from game.table.state import Table
from tests.bench.time_budget import allowed

US, SQUAD = Side("wardens"), UnitId("squad")
MORE = 20e-6
"""Maximum additional seconds for a roll if its possible interrupts are unavailable."""
TIMES = 1000
CANNOT = {
    "no points": ("to hit", Command(0)),
    "used in this phase": ("to hit", Command(8, ("Re-roll",))),
    "a die that is not named": ("attacks", Command(8)),
}


def cost(system: str, what: str, command: Command) -> float:
    """Return the seconds for a roll of twenty dice that neither side can re-roll."""
    profile = load_armoury("modern").kinds["warden"].profile
    one = ModelId("squad-1")
    table = Table(
        units={SQUAD: Unit(SQUAD, side=US, name="Squad", models=(one,))},
        models={one: Model(one, unit=SQUAD, side=US, profile=profile, base=0.5)},
        clock=Clock(1, "shooting", US),
    )
    COMMAND.put(table, CommandState({US: command}))
    game, cast = (
        Game(rules_of(system), table, SeededDice(1)),
        Roll("MC-15", by=US, what=what, need=4, who=SQUAD),
    )

    def one_roll() -> None:
        at_once(roll(game, 20, cast))

    return median(repeat(one_roll, number=TIMES, repeat=5)) / TIMES


@pytest.mark.parametrize("why", CANNOT)
def test_a_roll_that_nobody_can_touch(why: str) -> None:
    """Compared with the classic core, which has no interrupts at all."""
    what, command = CANNOT[why]
    free, guarded = cost("classic", what, command), cost("modern", what, command)
    print(f"{why}: {1e6 * guarded:.1f} us, {1e6 * free:.1f} us where nobody ever could")

    assert guarded - free < allowed(MORE)
