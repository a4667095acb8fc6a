"""Zero-g, a battle without gravity (rulebook: zero-g.md).

Momentum and recoil move its models.
"""

from game.systems import Ranked, SystemEntry

ENTRY = SystemEntry(
    profiles="classic",
    missions={"adrift": "rules.adrift:ADRIFT", "salvage": "rules.salvage:MISSION"},
    generators={"wreck": Ranked("mapgen:GENERATOR")},
    by_hand=("zero_g",),
    event="rules.drift_by_hand:BY_HAND",
    has_doors=True,
)
