"""The modern core (rulebook: modern-core.md)."""

from game.systems import Ranked, SystemEntry

ENTRY = SystemEntry(
    profiles="modern",
    modules={"reinforcements": Ranked("rules.reinforcements:REINFORCEMENTS", rank=1)},
    by_hand=("modern",),
    has_doors=True,
)
