"""The stratagem *New orders*: ``MP-39``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from game.play.game import Game, GameView
from game.rules.kit.modules import InterruptOffer, QueryHook
from game.rules.matched.tactical_objectives.drawing import CLAUSE, Terms, discard, generate
from game.rules.matched.tactical_objectives.hand import Held, hand_of
from game.rules.modern.hooks import Stratagem
from game.rules.modern.stratagems import stratagem_offer
from game.table.records import Side

STRATAGEM = Stratagem("New orders", 2, CLAUSE)
NEW_ORDERS = QueryHook[Side, InterruptOffer[Side]]("Do you swap an objective for a new one?")


def new_orders(terms: Terms) -> Callable[[GameView, Side], Iterator[InterruptOffer[Side]]]:
    """``MP-39``  Make the offers: an active objective is swapped for a new one."""

    def offers(look: GameView, side: Side) -> Iterator[InterruptOffer[Side]]:
        hand = hand_of(look.table, side)
        if not hand.left():
            return
        for held in [held for held in hand.active if not held.led]:
            swap = partial(_swap, terms=terms, held=held)
            yield from stratagem_offer(
                look, side, STRATAGEM, swap, name_of(held), label=f"Swap {held.title}"
            )

    return offers


def name_of(held: Held) -> str:
    """Return what the offer to swap an objective is called."""
    return f"{STRATAGEM.name} {held.number}"


async def _swap(game: Game, side: Side, *, terms: Terms, held: Held) -> Side:
    discard(game, CLAUSE, side, held.number)
    await generate(game, terms, side, 1)
    return side
