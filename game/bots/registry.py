"""Registry of the bots' parts for the systems; each is imported when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from game.bots.policy import Policy, Thoughts
from game.play.decisions import Decision
from game.play.game import Game
from game.play.lazy_imports import EntryPoints
from game.play.session import Session
from game.table.records import Side

Judge: TypeAlias = Callable[[Game, Side, Decision[Any]], Thoughts | None]
"""Function that thinks about a side's question; None if this way to play has no answer."""

JUDGES: Mapping[str, Judge] = EntryPoints(
    {
        "zero_g": "game.bots.steady.zero_g.answers:judge_of",
        "modern": "game.bots.steady.modern.answers:judge_of",
        "matched": "game.bots.steady.modern.answers:judge_of",
        "cage": "game.bots.steady.cage.answers:judge_of",
        "pursuit": "game.bots.steady.pursuit.answers:judge_of",
        "classic": "game.bots.steady.classic.answers:judge_of",
    }
)
"""By the name of the system; the sandbox has none."""
DELEGATES: Mapping[str, Callable[[Session, Policy], Policy | None]] = EntryPoints(
    {"pursuit": "game.bots.steady.pursuit.pace:delegate"}
)
"""By system: returns the bot for a question that is left to one, or None."""
