"""What a player may break in with. The call stack is the stack of interrupts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from game.play.decisions import PASS, Choose, Option, passing
from game.play.game import Game, Rule
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


async def offer(
    game: Game, moment: Ask[Subject, Offer[Subject]], subject: Subject, by: Side
) -> Subject:
    """Let *by* break in, one offer at a time, until it passes or has none."""
    if moment not in game.rules.hooks:
        return subject
    while offers := {o.name: o for o in moment.of(game, subject) if o.by == by}:
        options = tuple(Option(o.name, o.name, o.clause) for o in offers.values())
        first = next(iter(offers.values()))
        options = (*options, passing("Let it be"))
        name = await Choose(by, first.clause, moment.name, options, kind="break in")
        if name == PASS:
            break
        subject = await offers[name].does(game, subject)
    return subject
