"""The end of a player's turn: objectives are scored, and one may be discarded: ``MP-39``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.play.decisions import PASS, pass_option
from game.play.game import Game
from game.rules.matched.tactical_objectives.conditions import (
    NOTHING,
    Pay,
    held_markers,
    standing,
)
from game.rules.matched.tactical_objectives.deck import LED_MORE
from game.rules.matched.tactical_objectives.drawing import CLAUSE, ask_discard, discard
from game.rules.matched.tactical_objectives.hand import Hand, Held, hand_of, priority_of, write
from game.rules.matched.victory import Bonus
from game.rules.modern.dice_tables import ONE_D3, roll_number
from game.table.events import PhaseOver, Scored
from game.table.records import NO_DICE, Side
from game.table.state import Table


async def score(game: Game) -> None:
    """``MP-39``  The player whose turn it is scores what he achieved, and may discard one."""
    table, side = game.table, game.table.clock.side
    assert side
    hand = hand_of(table, side)
    for held in hand.active:
        pay = standing(table, side, held, hand).pay
        if pay != NOTHING:
            achieve(game, side, held, pay)
    if hand_of(table, side).counted:
        keep = pass_option("Discard nothing", CLAUSE)
        answer = await ask_discard(game, CLAUSE, side, "Do you discard an objective?", keep)
        if answer != PASS:
            discard(game, CLAUSE, side, int(answer))
    remember(game, side)
    game.do(PhaseOver(CLAUSE))


def achieve(game: Game, side: Side, held: Held, pay: Pay) -> None:
    """``MP-39``, ``MP-40``  Score an objective, with the 66 that brought it, if one did.

    ``MP-42``  Each is worth a point more if it is of the priority's type.
    """
    dice = ONE_D3 if pay.d3 else NO_DICE
    points = pay.fixed + roll_number(game, "MP-40", side, held.objective.name, dice)
    hand = hand_of(game.table, side)
    done = hand.bound(held)
    points += LED_MORE * held.led
    points += sum([priority_of(hand, one.objective.kind) for one in done])
    game.do(Scored("MP-40", side, points, held.title))
    numbers = tuple(one.number for one in done)
    write(game, CLAUSE, side, replace(hand.without(done), achieved=(*hand.achieved, *numbers)))


def remember(game: Game, side: Side) -> None:
    """``MP-40``  Note what the objectives ask for at the end of two turns, and begin anew."""
    table = game.table
    held = tuple(held_markers(table, side, led=False))
    led = tuple(held_markers(table, side, led=True))
    hand = hand_of(table, side)
    new = replace(hand, held=held, led=led, powers=0, led_powers=0, broken=())
    if new != hand:
        write(game, CLAUSE, side, new)


def ahead_of(mine: Hand, theirs: Hand) -> bool:
    """``MP-42``  Whether a side achieved more of its type than the other of its own."""
    return mine.of(mine.priority) > theirs.of(theirs.priority)


def _mission_priorities(table: Table, side: Side) -> Iterator[tuple[int, str]]:
    if ahead_of(hand_of(table, side), hand_of(table, table.enemy(side))):
        yield 1, "mission priorities"


def _are_open(table: Table, side: Side) -> bool:
    return table.result is None


MISSION_PRIORITIES = Bonus(
    "Mission priorities",
    "MP-42",
    "Achieve more of your type than the enemy of his: 1 point.",
    _mission_priorities,
    _are_open,
)
