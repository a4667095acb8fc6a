"""What a player may break in with. The call stack is the stack of interrupts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.game import Game, GameView, Rule
from game.rules.kit.moments import Ask
from game.table.records import Side

Subject = TypeVar("Subject")


@dataclass(frozen=True, slots=True)
class Offer(Generic[Subject]):
    """One thing that *by* may do now. It must spend something, or it is offered for ever."""

    name: str
    clause: str
    by: Side
    does: Callable[[Game, Subject], Rule[Subject]]
    """Returns what the moment is about as it stands afterwards."""
    label: str = ""
    """What it says to a player, if more than its name."""
    slight: bool = False
    """Whether little hangs on it."""
    anchor: str = ""
    """The unit on the board that it is about."""


BREAK_IN = "break in"
"""What such choices are called (``Choose.kind``)."""


async def offer(
    game: Game,
    moment: Ask[Subject, Offer[Subject]],
    subject: Subject,
    by: Side,
    asks: Callable[[GameView, Subject], str] | None = None,
    about: str = "",
) -> Subject:
    """Let *by* break in, one offer at a time, until it passes or has none.

    *asks*: what the question says; the moment's name without. *about*: whom it is about.
    """
    if moment not in game.rules.hooks:
        return subject
    while offers := {o.name: o for o in moment.of(game, subject) if o.by == by}:
        options = tuple(
            Option(o.name, o.label or o.name, o.clause, o.anchor) for o in offers.values()
        )
        clause = options[0].clause
        said = asks(game, subject) if asks else moment.name
        name = await Choose(
            by,
            clause,
            said,
            (*options, pass_option("Let it be", clause)),
            about=about,
            kind=BREAK_IN,
            on=subject,
            slight=all(o.slight for o in offers.values()),
        )
        if name == PASS:
            break
        subject = await offers[name].does(game, subject)
    return subject
