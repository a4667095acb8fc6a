"""The answer that the steady bot takes of those that a judge weighed."""

from __future__ import annotations

from typing import Any

from game.bots.steady.scored_answers import ScoredAnswers


def best_of(weighed: Any) -> Any:
    """Return the best of the answers that a judge weighed; an answer itself if it is one."""
    return weighed.best if isinstance(weighed, ScoredAnswers) else weighed
