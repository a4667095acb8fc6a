"""Drifts in saves of older versions, which lack the kinds of events."""

from __future__ import annotations

from game.table.events import Motion, RollKind

KINDS = (
    ("Moved", "motion", Motion.DRIFTS, "ZG-07 ZG-10 ZG-20 ZG-24"),
    ("Moved", "motion", Motion.KNOCKED, "ZG-13"),
    ("Moved", "motion", Motion.RECOILS, "ZG-15"),
    ("Acted", "motion", Motion.RECOILS, "ZG-15"),
    ("Removed", "motion", Motion.DRIFTS, "ZG-14"),
    ("Rolled", "kind", RollKind.HEADING, "MI-05"),
)
