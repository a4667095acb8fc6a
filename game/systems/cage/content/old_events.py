"""Events of a bout in saves of older versions, which lack their kinds."""

from __future__ import annotations

from game.systems.cage.table.events import StepKind
from game.table.events import RollKind

KINDS = (
    ("TurnsOrdered", "initiative", True, "TC-05"),
    ("Rolled", "kind", RollKind.ATTACK, "TC-14"),
    ("Rolled", "kind", RollKind.LANDING, "TC-19"),
    ("Stepped", "step", StepKind.ENTERS, "TC-04"),
    ("Stepped", "step", StepKind.TURNS, "TC-10"),
    ("Stepped", "step", StepKind.ADVANCES, "TC-08"),
    ("Stepped", "step", StepKind.FALLS_BACK, "TC-09"),
    ("Stepped", "step", StepKind.RETREATS, "TC-23"),
)
