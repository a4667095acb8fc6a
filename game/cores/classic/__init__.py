"""The classic core (rulebook: classic-core.md)."""

from game.systems import Ranked, SystemEntry

ENTRY = SystemEntry(
    profiles="classic",
    missions={"combat_patrol": "rules.combat_patrol:PATROL_MISSION"},
    modules={"reserves": Ranked("rules.deep_strike:RESERVES")},
    by_hand=("classic",),
    has_doors=True,
)
