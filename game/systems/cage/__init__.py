"""The training cage: a duel on turning rings (rulebook: training-cage.md)."""

from game.systems import SystemEntry

ENTRY = SystemEntry(
    by_hand=("cage",), event="rules.system:BY_HAND", situations="rules.system:PART"
)
