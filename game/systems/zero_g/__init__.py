"""Zero-g, with momentum and recoil (rulebook: zero-g.md)."""

from game.systems import Ranked, SystemEntry

ENTRY = SystemEntry(
    missions={"adrift": "rules.adrift:ADRIFT", "salvage": "rules.salvage:MISSION"},
    generators={"wreck": Ranked("mapgen:GENERATOR")},
    by_hand=("zero_g",),
    event="rules.drift_by_hand:BY_HAND",
    has_doors=True,
)
