"""The question put to a player with the right to interrupt."""

from __future__ import annotations

from collections.abc import Iterator

from game.cores.classic.rules.system import classic
from game.cores.kit.game_rules import GameRules
from game.cores.kit.hooks import QueryHook
from game.cores.kit.interrupt_offers import InterruptOffer, offer_interrupts
from game.cores.kit.modules import Module
from game.play.decisions import Choose
from game.play.dice_sequences import ScriptedDice
from game.play.game import Game, GameView
from game.table.records import Side
from game.table.state import Table

SIDE = Side("wardens")
FALLEN = QueryHook[str, InterruptOffer[str]]("the dice have fallen")


async def same(game: Game, subject: str) -> str:
    return subject


def offers(view: GameView, subject: str) -> Iterator[InterruptOffer[str]]:
    yield InterruptOffer("again", clause="MC-27", by=SIDE, does=same)
    yield InterruptOffer("luck", clause="MP-13", by=SIDE, does=same)


def test_the_question_cites_the_clause_of_what_is_offered_first() -> None:
    module = Module("luck", hooks=(FALLEN.gets(offers),))
    game = Game(GameRules(classic({}), [module]), Table(), ScriptedDice(()))

    asked = offer_interrupts(game, FALLEN, "a die", SIDE).send(None)

    assert isinstance(asked, Choose)
    assert asked.clause == "MC-27"
    clauses = [(option.id, option.clause) for option in asked.options]
    assert clauses == [("again", "MC-27"), ("luck", "MP-13"), ("pass", "MC-27")]
