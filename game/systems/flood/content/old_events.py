"""Events of a flood in saves of older versions, which lack their kinds."""

from __future__ import annotations

from game.table.events import AnnouncementKind, Motion, RollKind

KINDS = (
    ("Moved", "motion", Motion.CARRIED, "FF-09"),
    ("Struck", "motion", Motion.CARRIED, "FF-16"),
    ("Struck", "motion", Motion.DASHED, "FF-17"),
    ("Announced", "kind", AnnouncementKind.WATER, "FF-05 FF-06"),
    ("Rolled", "kind", RollKind.WATER, "FF-06"),
    ("Rolled", "kind", RollKind.CARRIED, "FF-09"),
    ("Rolled", "kind", RollKind.SELECTION, "FF-11"),
    ("Rolled", "kind", RollKind.BUMPED, "FF-14"),
)
