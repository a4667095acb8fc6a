"""Generating and discarding objectives; the stratagem New orders (MP-39 to MP-41)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from game.play.decisions import Choose, Option
from game.play.game import Game, GameView
from game.play.wording import side_name
from game.rules.kit.modules import InterruptOffer, QueryHook
from game.rules.matched.objective_markers import MatchedKind, controller
from game.rules.matched.tactical_objectives.conditions import marker_of
from game.rules.matched.tactical_objectives.deck import (
    COMPANION,
    DECK,
    MARKED,
    ActiveObjective,
    hand_of,
    write,
)
from game.rules.modern.hooks import Stratagem
from game.rules.modern.stratagems import stratagem_offer
from game.table.events import Announced, Scored
from game.table.records import Side
from game.table.state import Table

CLAUSE = "MP-39"
GENERATES = "tactical objective"
"""Label of its two dice: tens and ones."""


@dataclass(frozen=True, slots=True)
class DrawRules:
    """The rules by which a mission hands out objectives."""

    clause: str
    limit: Callable[[int], int]
    """Maximum number of active objectives, by the number of the round."""
    advised: bool = False
    """``MP-41``  True if two are rolled each time and the opponent picks one."""


async def generate(
    game: Game, terms: DrawRules, side: Side, many: int, *, led: bool = False
) -> None:
    """``MP-39``  Generate *many* objectives; if no more are left, take those without a roll."""
    for more in range(many, 0, -1):
        left = hand_of(game.table, side).left()
        if not left:
            return
        if len(left) <= more:
            number = left[0]
        elif terms.advised:
            number = await advised(game, side)
        else:
            number = rolled(game, side)
        await take(game, terms, side, number, led=led)


def rolled(game: Game, side: Side, *, but: int = 0) -> int:
    """``MP-39``  Roll a d66 until it shows a number that may still be generated.

    *but*: a number that does not count.
    """
    left = hand_of(game.table, side).left()
    while True:
        tens, ones = game.throw(CLAUSE, side, GENERATES, 2)
        number = 10 * tens + ones
        if number in left and number != but:
            return number


async def advised(game: Game, side: Side) -> int:
    """``MP-41``  Roll two objectives and return the number that the opponent picks."""
    first = rolled(game, side)
    second = rolled(game, side, but=first)
    options = tuple(
        _option(game.table, ActiveObjective(n, DECK[n].marker)) for n in (first, second)
    )
    asks = f"Unreliable advice: which objective goes to {side_name(side)}?"
    enemy = game.table.enemy(side)
    return int(await Choose(enemy, "MP-41", asks, options, kind=MatchedKind.ADVICE))


def _option(table: Table, held: ActiveObjective) -> Option:
    label = f"{held.title}: {held.objective.words}"
    marker = marker_of(table, held.marker)
    return Option(str(held.number), label, "MP-40", marker.id if marker else "")


def options_of(table: Table, held: tuple[ActiveObjective, ...]) -> tuple[Option, ...]:
    """Return objectives as options; one that belongs to a 66 has no option of its own."""
    return tuple(_option(table, one) for one in held if not one.led)


async def take(game: Game, terms: DrawRules, side: Side, number: int, *, led: bool) -> None:
    """``MP-40``  Make an objective active; 44 names a marker, 66 brings one more."""
    marker = DECK[number].marker
    if number == MARKED:
        (marker,) = game.throw("MP-40", side, "marker of objective 44")
    held = ActiveObjective(number, marker, theirs=_is_theirs(game.table, side, marker), led=led)
    hand = hand_of(game.table, side)
    hand = replace(hand, active=(*hand.active, held), drawn=(*hand.drawn, number))
    write(game, CLAUSE, side, hand)
    only = ", for their WARLORD" if led else ""
    game.do(Announced(CLAUSE, f"{side_name(side)} are to achieve {held.title}{only}"))
    if number == COMPANION:
        await generate(game, terms, side, 1, led=True)


def as_turn_begins(table: Table, side: Side) -> tuple[ActiveObjective, ...]:
    """``MP-40``, 44  Return a side's active objectives with the current control of markers."""
    return tuple(
        replace(held, theirs=_is_theirs(table, side, held.marker))
        for held in hand_of(table, side).active
    )


def _is_theirs(table: Table, side: Side, number: int) -> bool:
    marker = marker_of(table, number)
    return marker is not None and controller(table, marker) == table.enemy(side)


def discard(game: Game, clause: str, side: Side, number: int) -> None:
    """``MP-39``  Discard an active objective; a 66 and its companion go together."""
    hand = hand_of(game.table, side)
    gone = hand.bound(next(held for held in hand.active if held.number == number))
    numbers = tuple(held.number for held in gone)
    hand = replace(hand.without(gone), discarded=(*hand.discarded, *numbers))
    write(game, clause, side, hand)
    for held in gone:
        game.do(Announced(clause, f"{side_name(side)} discard {held.title}"))
        if held.objective.kind == hand.priority:
            game.do(Scored("MP-42", side, -1, held.title))


async def ask_discard(game: Game, clause: str, side: Side, asks: str, *others: Option) -> str:
    """Ask which objective to discard, or for one of the other options."""
    options = options_of(game.table, hand_of(game.table, side).active)
    return await Choose(side, clause, asks, (*options, *others), kind=MatchedKind.DISCARD)


STRATAGEM = Stratagem("New orders", 2, CLAUSE)
NEW_ORDERS = QueryHook[Side, InterruptOffer[Side]]("New orders: swap an objective?")


def new_orders(terms: DrawRules) -> Callable[[GameView, Side], Iterator[InterruptOffer[Side]]]:
    """``MP-39``  Return the hook that offers to swap an active objective for a new one."""

    def offers(view: GameView, side: Side) -> Iterator[InterruptOffer[Side]]:
        hand = hand_of(view.table, side)
        if not hand.left():
            return
        for held in [held for held in hand.active if not held.led]:
            swap = partial(_swap, terms=terms, held=held)
            yield from stratagem_offer(
                view, side, STRATAGEM, swap, name_of(held), label=f"Swap {held.title}"
            )

    return offers


def name_of(held: ActiveObjective) -> str:
    """Return the name of the offer to swap an objective."""
    return f"{STRATAGEM.name} {held.number}"


async def _swap(game: Game, side: Side, *, terms: DrawRules, held: ActiveObjective) -> Side:
    discard(game, CLAUSE, side, held.number)
    await generate(game, terms, side, 1)
    return side
