"""What a mission with tactical objectives adds to each player turn: ``MP-39``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from game.play.game import Game, Phase, single_step
from game.rules.kit.modules import HookHandler, offer_interrupts
from game.rules.kit.queries import AIMS, TASKS
from game.rules.matched.tactical_objectives.drawing import (
    CLAUSE,
    Terms,
    as_turn_begins,
    ask_discard,
    discard,
    generate,
)
from game.rules.matched.tactical_objectives.hand import Hand, hand_of, write
from game.rules.matched.tactical_objectives.insight import aims, tasks
from game.rules.matched.tactical_objectives.orders import NEW_ORDERS, new_orders
from game.rules.matched.tactical_objectives.scoring import score
from game.rules.modern.hooks import BROKE, DENIED, MANIFESTED
from game.table.records import ModelId, UnitId

GENERATED, SCORED = "orders", "scoring"


@dataclass(frozen=True, slots=True)
class Tactics:
    """The hooks and phases of a mission with tactical objectives."""

    hooks: tuple[HookHandler, ...]
    phases: tuple[Phase, ...]


def tactics(terms: Terms) -> Tactics:
    """``MP-39``  Objectives are generated as a turn begins, and scored as it ends."""
    return Tactics(
        (
            BROKE.then(note_broken),
            MANIFESTED.then(note_power),
            DENIED.then(note_power),
            NEW_ORDERS.gets(new_orders(terms)),
            AIMS.gets(aims),
            TASKS.gets(tasks),
        ),
        (
            Phase(
                GENERATED,
                CLAUSE,
                single_step(partial(begin, terms=terms), CLAUSE),
                before="movement",
            ),
            Phase(SCORED, CLAUSE, single_step(score, CLAUSE)),
        ),
    )


async def begin(game: Game, *, terms: Terms) -> None:
    """``MP-39``  At the start of his turn a player discards and generates up to the limit."""
    table, side = game.table, game.table.clock.side
    assert side
    hand = hand_of(table, side)
    as_it_is = replace(hand, active=as_turn_begins(table, side))
    if as_it_is != hand:
        write(game, CLAUSE, side, as_it_is)
    limit = terms.limit(table.clock.round)
    while (many := hand_of(table, side).counted) > limit:
        asks = f"Which objective do you discard? You have {many}, the limit is {limit}"
        discard(
            game, terms.clause, side, int(await ask_discard(game, terms.clause, side, asks))
        )
    await generate(game, terms, side, limit - hand_of(table, side).counted)
    await offer_interrupts(game, NEW_ORDERS, side, side)


async def note_broken(game: Game, who: UnitId) -> None:
    """``MP-40``, 55  Remember that an enemy failed a Morale test in a side's own turn."""
    side = game.table.enemy(game.table.units[who].side)
    if game.table.clock.side == side:
        hand = hand_of(game.table, side)
        write(game, "MP-40", side, replace(hand, broken=(*hand.broken, who)))


async def note_power(game: Game, who: ModelId) -> None:
    """``MP-40``, 56  Remember that a side manifested or denied a power."""
    psyker = game.table.models[who]
    hand = hand_of(game.table, psyker.side)
    write(game, "MP-40", psyker.side, _with_power(hand, led=psyker.profile.has("WARLORD")))


def _with_power(hand: Hand, *, led: bool) -> Hand:
    return replace(hand, powers=hand.powers + 1, led_powers=hand.led_powers + led)
