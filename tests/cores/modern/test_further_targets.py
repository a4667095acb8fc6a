"""The question for further targets of a charge."""

from __future__ import annotations

from game.cores.modern.rules import ModernKind
from game.play.decisions import PASS, Choose, Option, Passing, pass_option
from game.prompts.prompt import Weight
from game.prompts.registry import prompt_for
from game.table.board import BARE
from game.table.records import Side
from game.table.state import Table

SIDES = Side("wardens"), Side("brood")


def test_the_charge_at_those_named_is_the_main_action() -> None:
    options = (pass_option("Charge the pack", "MC-20"), Option("brute", "Brute", "MC-20"))
    asked = Choose(
        SIDES[0],
        clause="MC-20",
        asks="?",
        options=options,
        kind=ModernKind.CHARGE_ALSO,
        passing=Passing.GOES_AHEAD,
    )
    shown = prompt_for(asked, Table(BARE, SIDES), ["modern"]).choices()

    assert [choice.weight for choice in shown if choice.id == PASS] == [Weight.URGED]
