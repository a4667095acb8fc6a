"""Free placements in saves of older versions, which lack their kinds."""

from __future__ import annotations

from game.table.events import RollKind

KINDS = (
    ("Placed", "by_hand", True, "SB-02 SB-03"),
    ("Rolled", "kind", RollKind.BY_HAND, "SB-07"),
)
