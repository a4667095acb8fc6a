"""The cover that a unit stands in."""

from __future__ import annotations

from collections.abc import Sequence

from game.bots.steady.classic.assessment import Survey
from game.geometry.points import Disc


def covered(survey: Survey, bases: Sequence[Disc]) -> int:
    """``CC-15``  Return the cover that half of some models stand in; 0 for none."""
    saves = list[int]()
    for base in bases:
        here = [a.cover for a in survey.look.table.board.areas if a.cover and a.holds(base)]
        if here:
            saves.append(min(here))
    half = (len(bases) + 1) // 2
    return sorted(saves)[half - 1] if len(saves) >= half else 0
