"""The missions Visions of victory (MP-41), Tactical escalation (MP-42) and Deadlock (MP-43)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from game.cores.kit.modules import Module
from game.cores.modern.rules import COST, Stratagem
from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.game import Game, GameView, Step
from game.play.phases import Phase, When, once
from game.play.wording import side_name
from game.systems.matched.rules import victory
from game.systems.matched.rules.objective_deck import DECK, HANDS, KINDS, hand_of, write
from game.systems.matched.rules.objective_scoring import MISSION_PRIORITIES, DrawRules, tactics
from game.systems.matched.rules.victory import LAST, SUDDEN_DEATH, matched_mission, rounds_end
from game.systems.matched.rules.zones_and_markers import (
    SIX,
    MatchedKind,
    by_armies,
    by_units,
    place_next,
    placing_six,
    zones_by,
)
from game.table.events import Announced, AnnouncementKind, PhaseOver, Queued, Reason
from game.table.records import Side
from game.table.state import Table

CLAUSE = "MP-42"
BONUSES = (
    MISSION_PRIORITIES,
    victory.SLAY_THE_WARLORD,
    victory.FIRST_BLOOD,
    victory.LINEBREAKER,
)
TERMS = DrawRules(CLAUSE, lambda round_: round_)


def tactical_escalation(options: Mapping[str, Any]) -> Module:
    """``MP-42``  Return the mission: set-up, secret priorities, and tactical objectives."""
    hooks, phases = tactics(TERMS)
    return Module(
        "tactical_escalation",
        hooks=hooks,
        phases=(
            *escalating(),
            once("priority", CLAUSE, name_priorities, When.SETUP),
            *phases,
            SUDDEN_DEATH,
            rounds_end(BONUSES),
        ),
        page=HANDS,
    )


TACTICAL_ESCALATION = matched_mission(
    tactical_escalation,
    BONUSES,
    (
        "Achieve objectives by the end of your turns. You hold as many as the round number.",
        "MP-39",
    ),
    ("Objectives of your priority score 1 more; discarding one costs 1 point.", CLAUSE),
)


def escalating() -> tuple[Phase, ...]:
    """``MP-42``  Return the set-up: six markers, zones, deployment by units, first turn.

    The player that placed the sixth marker determines the zones.
    """
    return (
        Phase("markers", clause="MP-29", todo=placing, when=When.SETUP),
        *by_units(CLAUSE, determine),
    )


def placing(table: Table) -> Step | None:
    """``MP-29``, ``MP-42``  Return the next marker to place; the sixth is remembered."""
    is_last = len(table.markers) == SIX - 1 and len(table.queue) == 1
    return place_last if is_last else placing_six(table)


async def place_last(game: Game) -> None:
    """``MP-42``  Place the sixth marker, and keep the side that placed it in the queue."""
    (side,) = game.table.queue
    await place_next(game)
    game.do(Queued(CLAUSE, (side,)))


async def determine(game: Game) -> None:
    """``MP-42``  Let the player of the sixth marker determine the map and pick a zone."""
    (side,) = game.table.queue
    await zones_by(game, CLAUSE, Side(side))
    game.do(Queued(CLAUSE, ()))


async def name_priorities(game: Game) -> None:
    """``MP-42``  *Tactical priority*: let the sides name types in secret, revealed together."""
    options = tuple(Option(kind, kind.capitalize(), CLAUSE) for kind in KINDS)
    asks = "Which type of objective has priority?"
    named = [
        await Choose(
            side,
            clause=CLAUSE,
            asks=asks,
            options=options,
            kind=MatchedKind.PRIORITY,
            sealed=True,
        )
        for side in game.table.sides
    ]
    for side, kind in zip(game.table.sides, named, strict=True):
        write(game, CLAUSE, side, replace(hand_of(game.table, side), priority=kind))
        game.do(Announced(CLAUSE, f"The priority of {side_name(side)} is {kind}"))


DEADLOCK_CLAUSE = "MP-43"
DEADLOCK_BONUSES = (victory.SLAY_THE_WARLORD, victory.FIRST_BLOOD, victory.LINEBREAKER)
DEAR_FROM = 3
"""First round in which stratagems cost double."""


def deadlock(options: Mapping[str, Any]) -> Module:
    """``MP-43``  Return the mission: set-up, tactical objectives, and dearer stratagems."""
    hooks, phases = tactics(DrawRules(DEADLOCK_CLAUSE, lambda round_: LAST - round_))
    return Module(
        "deadlock",
        hooks=(*hooks, COST.gets(doubled)),
        phases=(*escalating(), *phases, SUDDEN_DEATH, rounds_end(DEADLOCK_BONUSES)),
        page=HANDS,
    )


def doubled(view: GameView, stratagem: Stratagem) -> Iterator[Reason]:
    """``MP-43``  Double the cost of stratagems from round 3 on."""
    if view.table.clock.round >= DEAR_FROM:
        yield Reason(stratagem.points, "deadlock", DEADLOCK_CLAUSE)


DEADLOCK = matched_mission(
    deadlock,
    DEADLOCK_BONUSES,
    (
        "Achieve objectives by the end of your turns: 6 in round 1, one fewer each round.",
        DEADLOCK_CLAUSE,
    ),
    ("From round 3 stratagems cost double.", DEADLOCK_CLAUSE),
)


VISIONS_CLAUSE = "MP-41"
ACTIVE = 4
STRUCK = 6
"""Maximum number of the thirty-six objectives that a player may strike out."""
VISIONS_BONUSES = (victory.SLAY_THE_WARLORD, victory.FIRST_STRIKE, victory.LINEBREAKER)
VISIONS_TERMS = DrawRules(VISIONS_CLAUSE, lambda _: ACTIVE, advised=True)


def visions_of_victory(options: Mapping[str, Any]) -> Module:
    """``MP-41``  Return the mission: set-up, refined strategy, and tactical objectives."""
    hooks, phases = tactics(VISIONS_TERMS)
    return Module(
        "visions_of_victory",
        hooks=hooks,
        phases=(
            Phase("markers", clause="MP-29", todo=placing_six, when=When.SETUP),
            *by_armies(
                Phase("strategy", clause=VISIONS_CLAUSE, todo=refining, when=When.SETUP)
            ),
            *phases,
            SUDDEN_DEATH,
            rounds_end(VISIONS_BONUSES),
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
                Option(str(n), f"{n} {DECK[n].name}: {DECK[n].words}", "MP-40")
                for n in hand.left()
            )
            asks = f"Strike out an objective? ({more} left)"
            done = pass_option("Done", VISIONS_CLAUSE)
            answer = await Choose(
                side,
                clause=VISIONS_CLAUSE,
                asks=asks,
                options=(*options, done),
                kind=MatchedKind.STRIKE_OUT,
            )
            if answer == PASS:
                break
            write(game, VISIONS_CLAUSE, side, replace(hand, struck=(*hand.struck, int(answer))))
            name = DECK[int(answer)].name
            words = f"{side_name(side)} strike out {answer} {name}"
            game.do(Announced(VISIONS_CLAUSE, words, kind=AnnouncementKind.STRIKES_OUT))
    game.do(PhaseOver(VISIONS_CLAUSE))


VISIONS_OF_VICTORY = matched_mission(
    visions_of_victory,
    VISIONS_BONUSES,
    ("Achieve objectives by the end of your turns. You hold up to 4 at a time.", "MP-39"),
    ("You roll two at a time; the enemy picks which one you get.", "MP-41"),
)
