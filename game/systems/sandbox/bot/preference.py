"""The answer that the steady bot prefers to chance in the sandbox."""

from __future__ import annotations

from game.play.decisions import Choose
from game.play.session import Session
from game.systems.sandbox.rules import SandboxKind, bench_of

FEW = 6
"""Number of units on a table above which no more are placed."""


def preferred(session: Session) -> str | None:
    """``SB-01``  Return the answer that places a unit while there are few, or None."""
    asked = session.pending
    if isinstance(asked, Choose) and asked.kind is SandboxKind.DEED:
        offered = [option.id for option in asked.options]
        if bench_of(session.table).came < FEW and "place" in offered:
            return "place"
    return None
