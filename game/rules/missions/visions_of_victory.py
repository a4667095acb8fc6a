"""The mission Visions of victory (MP-41)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.game import Game, Phase, Step, When, single_step
from game.play.wording import side_name
from game.rules.kit.modules import Module
from game.rules.matched import victory
from game.rules.matched.deployment import army_by_army, determine_zones, first_turn
from game.rules.matched.objective_markers import placing_six
from game.rules.matched.tactical_objectives.deck import DECK, HANDS, hand_of, write
from game.rules.matched.tactical_objectives.generation import DrawRules
from game.rules.matched.tactical_objectives.scoring import tactics
from game.rules.matched.victory import ending, sudden_death
from game.table.events import Announced, PhaseOver
from game.table.records import Side
from game.table.state import Table

CLAUSE = "MP-41"
ACTIVE = 4
STRUCK = 6
"""Maximum number of the thirty-six objectives that a player may strike out."""
BONUSES = (victory.SLAY_THE_WARLORD, victory.FIRST_STRIKE, victory.LINEBREAKER)
TERMS = DrawRules(CLAUSE, lambda _: ACTIVE, advised=True)


def visions_of_victory(options: Mapping[str, Any]) -> Module:
    """``MP-41``  Return the mission: set-up, refined strategy, and tactical objectives."""
    zones = single_step(partial(determine_zones, clause="MP-24"), "MP-24")
    first = single_step(partial(first_turn, clause="MP-24"), "MP-24")
    added = tactics(TERMS)
    return Module(
        "visions_of_victory",
        hooks=added.hooks,
        phases=(
            Phase("markers", "MP-29", placing_six, When.SETUP),
            Phase("zones", "MP-24", zones, When.SETUP),
            Phase("strategy", CLAUSE, refining, When.SETUP),
            Phase("deployment", "MP-24", army_by_army, When.SETUP),
            Phase("first turn", "MP-24", first, When.SETUP),
            *added.phases,
            Phase("sudden death", "MP-30", sudden_death),
            Phase("round's end", "MP-27", ending(BONUSES), When.END),
        ),
        page=HANDS,
    )


def refining(table: Table) -> Step | None:
    """``MP-41``  *Refined strategy*: the side that sets up first strikes out first."""
    if table.clock.over:
        return None
    picker, other = table.zones
    return partial(refine, order=(other, picker))


async def refine(game: Game, *, order: tuple[Side, Side]) -> None:
    """``MP-41``  Let each player strike out up to six of their objectives."""
    for side in order:
        for more in range(STRUCK, 0, -1):
            hand = hand_of(game.table, side)
            options = tuple(
                Option(str(n), f"{n} {DECK[n].name}: {DECK[n].words}", "MP-40")
                for n in hand.left()
            )
            asks = f"Strike out an objective? ({more} left)"
            done = pass_option("Done", CLAUSE)
            answer = await Choose(side, CLAUSE, asks, (*options, done), kind="strike out")
            if answer == PASS:
                break
            write(game, CLAUSE, side, replace(hand, struck=(*hand.struck, int(answer))))
            name = DECK[int(answer)].name
            game.do(Announced(CLAUSE, f"{side_name(side)} strike out {answer} {name}"))
    game.do(PhaseOver(CLAUSE))
