"""The words that either core keeps on units, and how long each of them stays."""

from __future__ import annotations

from collections.abc import Mapping

from game.table.events import Marked
from game.table.records import Mark, Until

HANDLED = "handled"
"""The unit had its turn in this phase."""
MOVED = "moved"
"""The unit moved in this player turn."""
FIRED = "fired"
"""The unit shot in this player turn; *about* is its target."""
CHARGED = "charged"
HELD = "held in reserve"
LOOSE = "out of coherency"
"""A model that a module parted from its unit: locked for itself, bound by no chain."""
MAY_BREAK = "may break contact"
"""A locked model that may move away in the Movement phase (``CC-31``), from whom it names."""
SCATTERED = "scattered"
"""Most of the unit is out of coherency; *about* the clause that says so."""

LASTS: Mapping[str, Until] = {
    HANDLED: Until.PHASE,
    MOVED: Until.TURN,
    FIRED: Until.TURN,
    CHARGED: Until.TURN,
    HELD: Until.BATTLE,
    LOOSE: Until.BATTLE,
    MAY_BREAK: Until.PHASE,
    SCATTERED: Until.BATTLE,
}


def marked(clause: str, who: str, name: str, about: str = "") -> Marked:
    """Return the event that puts one of these words on a unit or a model."""
    return Marked(clause, who, Mark(name, LASTS[name], about))
