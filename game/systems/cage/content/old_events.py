"""Steps in old saves, which did not hold the kinds of them."""

from __future__ import annotations

from game.systems.cage.table.events import StepKind

KINDS = (
    ("Stepped", "step", StepKind.ENTERS, "TC-04"),
    ("Stepped", "step", StepKind.TURNS, "TC-10"),
    ("Stepped", "step", StepKind.ADVANCES, "TC-08"),
    ("Stepped", "step", StepKind.FALLS_BACK, "TC-09"),
    ("Stepped", "step", StepKind.RETREATS, "TC-23"),
)
