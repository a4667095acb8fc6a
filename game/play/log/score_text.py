"""Short words on points, for the board."""

from __future__ import annotations

from game.play.log.transcript import score_words, spelt
from game.table.state import Table


def gain_words(table: Table, points: int, what: str) -> str:
    """Return points with what they are for: ``"+2 marker 3"``."""
    return f"{points:+d} {reward(table, what)}".replace("-", "−", 1)


def reward(table: Table, what: str) -> str:
    """Return what points are for: ``"marker 3"``, ``"Rats destroyed"``."""
    spans = spelt(score_words(what, table), table)
    return "".join([span.text for span in spans]).removeprefix("control of ")
