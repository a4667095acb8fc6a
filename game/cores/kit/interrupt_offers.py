"""Offers of actions that interrupt another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Generic

from game.cores.kit.hooks import QueryHook, Subject
from game.play.decisions import PASS, Choose, CommonKind, Option, Passing, pass_option
from game.play.game import Game, GameView, Rule
from game.table.records import Side


@dataclass(frozen=True, slots=True)
class InterruptOffer(Generic[Subject]):
    """An action that *by* may take now.

    It must spend something, or it is offered again for ever.
    """

    name: str
    clause: str
    by: Side
    _: KW_ONLY
    does: Callable[[Game, Subject], Rule[Subject]]
    """Carries the action out and returns the subject as it is afterwards."""
    label: str = ""
    """Text of the option, if it is not simply the name."""
    slight: bool = False
    """True if the decision is of little consequence."""
    anchor: str = ""
    """Id of the unit or marker on the board that the offer is about."""
    detail: str = ""
    """Its meaning to a player; empty if the label says it."""


async def offer_interrupts(
    game: Game,
    moment: QueryHook[Subject, InterruptOffer[Subject]],
    subject: Subject,
    by: Side,
    asks: Callable[[GameView, Subject], str] | None = None,
    about: str = "",
) -> Subject:
    """Offer *by* the interrupts of a hook, one at a time, until it passes or has none.

    Return the subject as it is afterwards. *asks* returns the question text, by default the
    hook's name. *about*: the id of the unit or model that the question is about.
    """
    if moment not in game.rules.hooks:
        return subject
    while offers := {o.name: o for o in moment.of(game, subject) if o.by == by}:
        options = tuple(
            Option(o.name, o.label or o.name, o.clause, o.anchor, detail=o.detail)
            for o in offers.values()
        )
        clause = options[0].clause
        without = "Go on without it" if len(options) == 1 else "Use none of these"
        said = asks(game, subject) if asks else moment.name
        name = await Choose(
            by,
            clause=clause,
            asks=said,
            options=(*options, pass_option(without, clause)),
            about=about,
            kind=CommonKind.BREAK_IN,
            passing=Passing.KEEPS,
            on=subject,
            slight=all(o.slight for o in offers.values()),
        )
        if name == PASS:
            break
        subject = await offers[name].does(game, subject)
    return subject
