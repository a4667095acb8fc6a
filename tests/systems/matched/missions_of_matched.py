"""The missions of matched play, grouped by whether they have markers."""

from __future__ import annotations

MARKED = (
    "vital_intelligence",
    "beachhead",
    "visions_of_victory",
    "tactical_escalation",
    "deadlock",
)
UNMARKED = ("no_mercy",)
