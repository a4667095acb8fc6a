"""The pursuit down a rolling street (rulebook: pursuit.md)."""

from game.systems import SystemEntry

ENTRY = SystemEntry(
    by_hand=("pursuit",),
    event="rules.system:BY_HAND",
    unfit="rules.street_checks:unfit_street",
)
