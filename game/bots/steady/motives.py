"""Words for the values by which a bot chose an answer, for captions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from game.play.log.wording import name
from game.table.state import Table

LEAST_GAIN: Final = 0.01
"""Points below which a gain is no motive."""
LEAST_SHOWN: Final = 0.05
"""Expected number below which one decimal would show 0."""
POINTS: Final = "for points"
SHOT: Final = "for a clear shot"
CHARGE: Final = "for a charge"
LATER: Final = "for a later attack"
SAFETY: Final = "for safety"
SAFER_GROUND: Final = "for safer ground"


class Merit(NamedTuple):
    """One part of the value of an answer, with the motive of a bot that chooses it for that."""

    worth: float
    motive: str


def main_motive(
    before: Sequence[Merit], after: Sequence[Merit], least: float = LEAST_GAIN
) -> str:
    """Return the motive of the merit that grows most; empty if none grows.

    Both hold the same merits in the same order: without the answer, and with it. *least*: the
    gain from which one counts.
    """
    gains = [new.worth - old.worth for old, new in zip(before, after, strict=True)]
    most = max(gains, default=0.0)
    return after[gains.index(most)].motive if most >= least else ""


def added_up(merits: Sequence[Merit]) -> list[Merit]:
    """Return merits of which those with the same motive are one."""
    worths = dict[str, float]()
    for worth, motive in merits:
        worths[motive] = worths.get(motive, 0.0) + worth
    return [Merit(worth, motive) for motive, worth in worths.items()]


def expected(number: float, what: str) -> str:
    """Return how many are expected: ``"1.8 wounds expected"``; empty if hardly any are."""
    return f"{number:.1f} {what} expected" if number >= LEAST_SHOWN else ""


def for_place(table: Table, id_: str) -> str:
    """Return the motive of a bot that goes to a place that is worth points."""
    is_marker = any(marker.id == id_ for marker in table.objectives)
    return f"for {name(table, id_)}" if is_marker else POINTS
