"""Dispatch of each kind of question to a function; sandbox play and draw offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from game.bots.policy import Policy, Thoughts
from game.bots.simple_bots import RandomBot
from game.bots.steady.classic.objectives import turns_left
from game.play.decisions import Choose, Decision
from game.play.game import Game, GameView
from game.play.lazy_imports import EntryPoints
from game.play.session import Session
from game.rules.cage.state import PAGE as CAGE
from game.rules.kit.queries import ARCS
from game.rules.missions.current_score import points
from game.rules.pursuit.state import PAGE as CHASE
from game.rules.sandbox.actions import DEED
from game.rules.sandbox.state import PAGE as SANDBOX
from game.rules.sandbox.state import bench_of
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


class SteadyBot(Policy):
    """Plays the mission: goes where points are, shoots and charges where the odds are good.

    Where there is none, on a sandbox table (``SB-01``), it does anything, in the phases that
    are tried there, too: any models may stand about. So it does where nothing comes of its
    answers any more.
    """

    def think(self, session: Session) -> Thoughts:
        game, asked = session.game, session.pending
        assert asked
        if SANDBOX.name in game.rules.pages or session.idle > PATIENCE:
            return (yield from does_anything(session))
        thoughts = JUDGES[way_of(game)](game, asked.by, asked)
        thoughts = thoughts or JUDGES["classic"](game, asked.by, asked)
        assert thoughts
        return (yield from thoughts)

    def accepts_draw(self, session: Session, mission: str, side: Side) -> bool:

        return accepts_draw(session.game, mission, side)


def way_of(game: Game) -> str:
    """Return in which way a game is played: the name of who thinks about its questions."""
    if ARCS in game.rules.hooks:
        return "weightless"
    if any(model.profile.m for model in game.table.models.values()):
        return "battle"  # Profiles of the modern core say how far they move.
    pages = game.rules.pages
    return "duel" if CAGE.name in pages else "chase" if CHASE.name in pages else "classic"


FEW = 6
"""Units that stand on a table on which something can happen."""


def does_anything(session: Session) -> Thoughts:
    """``SB-01``  Think of an answer, with nothing in mind."""
    yield
    asked = session.pending
    if isinstance(asked, Choose) and asked.kind == DEED:
        offered = [option.id for option in asked.options]
        if bench_of(session.table).came < FEW and "place" in offered:
            return "place"
    return RandomBot().answer(session)


LATE = 1
"""With so many of its own turns left it is late."""


def accepts_draw(look: GameView, mission: str, side: Side) -> bool:
    """Accept when behind, or level late: by what would be paid if the battle ended now."""
    table = look.table
    if not table.clock.round:
        return False
    now = points(mission, table)
    lead = now[side] - now[table.enemy(side)]
    return lead < 0 or (lead == 0 and turns_left(look, side) <= LATE)
