"""The mission Visions of victory (MP-41)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from game.cores.kit.modules import Module
from game.play.decisions import PASS, Choose, Option, Passing, pass_option
from game.play.game import Game, Step
from game.play.log.wording import side_name
from game.play.phases import Phase, When
from game.systems.matched.rules import victory
from game.systems.matched.rules.deployment import by_armies
from game.systems.matched.rules.matched_decisions import MatchedKind
from game.systems.matched.rules.objective_deck import DECK, HANDS, hand_of, write
from game.systems.matched.rules.objective_markers import placing_six
from game.systems.matched.rules.objective_scoring import DrawRules, tactics
from game.systems.matched.rules.victory import SUDDEN_DEATH, matched_mission, rounds_end
from game.table.events import Announced, AnnouncementKind, PhaseOver
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
    hooks, phases = tactics(TERMS)
    return Module(
        "visions_of_victory",
        hooks=hooks,
        phases=(
            Phase("markers", clause="MP-29", todo=placing_six, when=When.SETUP),
            *by_armies(Phase("strategy", clause=CLAUSE, todo=refining, when=When.SETUP)),
            *phases,
            SUDDEN_DEATH,
            rounds_end(BONUSES),
        ),
        page=HANDS,
    )


def refining(table: Table) -> Step | None:
    """``MP-41``  *Refined strategy*: the side that sets up first strikes out first."""
    picker, other = table.zones
    return partial(refine, order=(other, picker))


async def refine(game: Game, *, order: tuple[Side, Side]) -> None:
    """``MP-41``  Let each player strike out up to six of their objectives."""
    for side in order:
        for more in range(STRUCK, 0, -1):
            hand = hand_of(game.table, side)
            options = tuple(
                Option(
                    str(n),
                    f"{n} {DECK[n].name}",
                    "MP-40",
                    does=f"Strike out {n} {DECK[n].name}",
                    detail=DECK[n].words,
                )
                for n in hand.left()
            )
            asks = f"Strike out an objective? ({more} left)"
            done = pass_option("Done", CLAUSE)
            answer = await Choose(
                side,
                clause=CLAUSE,
                asks=asks,
                options=(*options, done),
                kind=MatchedKind.STRIKE_OUT,
                passing=Passing.KEEPS,
            )
            if answer == PASS:
                break
            write(game, CLAUSE, side, replace(hand, struck=(*hand.struck, int(answer))))
            name = DECK[int(answer)].name
            words = f"{side_name(side)} strike out {answer} {name}"
            game.do(Announced(CLAUSE, words, kind=AnnouncementKind.STRIKES_OUT))
    game.do(PhaseOver(CLAUSE))


VISIONS_OF_VICTORY = matched_mission(
    visions_of_victory,
    BONUSES,
    ("Achieve objectives by the end of your turns. You hold up to 4 at a time.", "MP-39"),
    ("You roll two at a time; the enemy picks which one you get.", "MP-41"),
)
