"""The modern core (rulebook: modern-core.md)."""

from game.systems import AddOnEntry, SystemEntry

ENTRY = SystemEntry(
    modules={"reinforcements": AddOnEntry("rules.movement:REINFORCEMENTS", rank=1)},
    by_hand=("modern",),
    has_doors=True,
)
