"""Standing orders: the interrupts that a player is asked about (MC-27)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.cores.modern.rules import ModernKind
from game.play.decisions import Choose, CommonKind, Option, pass_option
from game.play.left_questions import InterruptPreference, skips_question
from game.table.records import Side

SLIGHT = Choose(
    Side("wardens"),
    clause="MC-27",
    asks="Squad, advance: 2",
    options=(Option("Roll the 2 again", "Roll the 2 again"), pass_option("No")),
    kind=CommonKind.BREAK_IN,
    slight=True,
)
GRAVE = replace(SLIGHT, slight=False)


@pytest.mark.rule("MC-27")
@pytest.mark.parametrize(
    ("orders", "slight", "grave"),
    [
        (InterruptPreference.ALWAYS, False, False),
        (InterruptPreference.WEIGHTY, True, False),
        (InterruptPreference.NEVER, True, True),
    ],
)
def test_what_goes_by_unasked(
    orders: InterruptPreference, *, slight: bool, grave: bool
) -> None:
    assert skips_question(orders, SLIGHT) is slight
    assert skips_question(orders, GRAVE) is grave


@pytest.mark.parametrize("orders", list(InterruptPreference))
def test_other_questions_are_always_asked(orders: InterruptPreference) -> None:
    assert not skips_question(orders, replace(SLIGHT, kind=ModernKind.DENY))


def test_each_press_gives_the_next_orders_until_the_first_come_again() -> None:
    given = [InterruptPreference.WEIGHTY]
    while len(given) < 4:
        given.append(given[-1].next)

    assert given == [
        InterruptPreference.WEIGHTY,
        InterruptPreference.ALWAYS,
        InterruptPreference.NEVER,
        InterruptPreference.WEIGHTY,
    ]
