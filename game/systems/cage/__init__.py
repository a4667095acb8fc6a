"""The training cage: a duel on turning rings (rulebook: training-cage.md)."""

from game.systems import SystemEntry

ENTRY = SystemEntry(
    profiles="classic",
    by_hand=("cage",),
    event="rules.cage_by_hand:BY_HAND",
    situations="rules.situation_part:PART",
)
