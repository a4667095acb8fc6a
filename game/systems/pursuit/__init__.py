"""The pursuit down a rolling street (rulebook: pursuit.md)."""

from game.systems import Ranked, SystemEntry

ENTRY = SystemEntry(
    profiles="classic",
    generators={"street": Ranked("mapgen:GENERATOR", rank=1)},
    by_hand=("pursuit",),
    event="rules.system:BY_HAND",
    unfit="rules.street_checks:unfit_street",
)
