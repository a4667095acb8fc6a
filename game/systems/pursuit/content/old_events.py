"""Events of a pursuit in saves of older versions, which lack their kinds."""

from __future__ import annotations

from game.table.events import Motion, RollKind

KINDS = (
    ("Moved", "motion", Motion.DROPS_BACK, "PU-12"),
    ("Moved", "motion", Motion.PUSHED, "PU-14"),
    ("PieceMoved", "motion", Motion.ROLLS_BACK, "PU-08"),
    ("PieceLeft", "motion", Motion.ROLLS_BACK, "PU-09 PU-10"),
    ("Removed", "motion", Motion.DROPS_BACK, "PU-15"),
    ("Struck", "motion", Motion.PUSHED, "PU-14"),
    ("Rolled", "kind", RollKind.ORDER, "PU-07 PU-17 PU-29"),
    ("Rolled", "kind", RollKind.PARTING, "PU-16"),
    ("Rolled", "kind", RollKind.ROUTINE, "PU-22"),
    ("Rolled", "kind", RollKind.ESCAPE, "PU-23"),
    ("Rolled", "kind", RollKind.SLOWS, "PU-11"),
    ("Rolled", "kind", RollKind.SWEPT, "PU-14"),
)
