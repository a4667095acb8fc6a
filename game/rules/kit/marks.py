"""The words that either core keeps on units, and how long each of them stays."""

from __future__ import annotations

from collections.abc import Mapping

from game.table.records import Until

HANDLED = "handled"
"""The unit had its turn in this phase."""
MOVED = "moved"
"""The unit moved in this player turn."""
FIRED = "fired"
"""The unit shot in this player turn; *about* is its target."""
CHARGED = "charged"
HELD = "held in reserve"

LASTS: Mapping[str, Until] = {
    HANDLED: Until.PHASE,
    MOVED: Until.TURN,
    FIRED: Until.TURN,
    CHARGED: Until.TURN,
    HELD: Until.BATTLE,
}
