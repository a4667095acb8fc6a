"""The steady bot: for each way to play somebody who thinks about its questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from game.bots.policy import Policy, Thoughts
from game.play.decisions import Decision
from game.play.game import Game
from game.play.lazy_imports import EntryPoints
from game.play.session import Session
from game.rules.cage.state import PAGE as CAGE
from game.rules.kit.queries import ARCS
from game.rules.pursuit.state import PAGE as CHASE
from game.rules.sandbox.state import PAGE as SANDBOX
from game.table.records import Side

Judge: TypeAlias = Callable[[Game, Side, Decision[Any]], Thoughts | None]
"""Thinks about a question of a side; None if it is of no matter in this way to play."""

JUDGES: Mapping[str, Judge] = EntryPoints(
    {
        "weightless": "game.bots.steady.zero_g.answers:judge_of",
        "battle": "game.bots.steady.modern.answers:judge_of",
        "duel": "game.bots.steady.cage.answers:judge_of",
        "chase": "game.bots.steady.pursuit.answers:judge_of",
        "classic": "game.bots.steady.classic.answers:judge_of",
    }
)


PATIENCE = 100
"""So many answers in a row of which nothing comes are thought about."""


class Steady(Policy):
    """Plays the mission: goes where points are, shoots and charges where the odds are good.

    Where there is none, on a sandbox table (``SB-01``), it does anything, in the phases that
    are tried there, too: any models may stand about. So it does where nothing comes of its
    answers any more.
    """

    def think(self, session: Session) -> Thoughts:
        game, asked = session.game, session.pending
        assert asked
        if SANDBOX.name in game.rules.pages or session.idle > PATIENCE:
            from game.bots.steady.free import does_anything  # noqa: PLC0415  knows all deeds

            return (yield from does_anything(session))
        thoughts = JUDGES[way_of(game)](game, asked.by, asked)
        thoughts = thoughts or JUDGES["classic"](game, asked.by, asked)
        assert thoughts
        return (yield from thoughts)

    def accepts_draw(self, session: Session, mission: str, side: Side) -> bool:
        from game.bots.steady.draw import accepts_draw  # noqa: PLC0415  knows all missions

        return accepts_draw(session.game, mission, side)


def way_of(game: Game) -> str:
    """Return in which way a game is played: the name of who thinks about its questions."""
    if ARCS in game.rules.hooks:
        return "weightless"
    if any(model.profile.m for model in game.table.models.values()):
        return "battle"  # Profiles of the modern core say how far they move.
    pages = game.rules.pages
    return "duel" if CAGE.name in pages else "chase" if CHASE.name in pages else "classic"
