"""The missions of matched play by whether there are markers in them."""

from __future__ import annotations

MARKED = (
    "vital_intelligence",
    "beachhead",
    "visions_of_victory",
    "tactical_escalation",
    "deadlock",
)
UNMARKED = ("no_mercy",)
