"""The classic core (rulebook: classic-core.md)."""

from game.systems import AddOnEntry, SystemEntry

ENTRY = SystemEntry(
    missions={"combat_patrol": "rules.combat_patrol:PATROL_MISSION"},
    modules={"reserves": AddOnEntry("rules.deployment:RESERVES")},
    by_hand=("classic",),
    has_doors=True,
)
