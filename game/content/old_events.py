"""Events of old saves, which lack the kinds that events have now."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

from game.systems import Parts
from game.table.events import (
    Announced,
    AnnouncementKind,
    Event,
    Motion,
    Rolled,
    RollKind,
    Scored,
)

OldKind: TypeAlias = tuple[str, str, Any, str]
"""Name of an event, its field, the field's value, and the clauses by which it had it."""
_OLD_KINDS: tuple[OldKind, ...] = (
    ("Placed", "by_hand", True, "SB-02 SB-03"),
    ("Moved", "motion", Motion.DRIFTS, "ZG-07 ZG-10 ZG-20 ZG-24"),
    ("Moved", "motion", Motion.KNOCKED, "ZG-13"),
    ("Moved", "motion", Motion.RECOILS, "ZG-15"),
    ("Moved", "motion", Motion.DROPS_BACK, "PU-12"),
    ("Moved", "motion", Motion.PUSHED, "PU-14"),
    ("Moved", "motion", Motion.CARRIED, "FF-09"),
    ("PieceMoved", "motion", Motion.ROLLS_BACK, "PU-08"),
    ("PieceLeft", "motion", Motion.ROLLS_BACK, "PU-09 PU-10"),
    ("Acted", "motion", Motion.RECOILS, "ZG-15"),
    ("Removed", "motion", Motion.DROPS_BACK, "PU-15"),
    ("Removed", "motion", Motion.DRIFTS, "ZG-14"),
    ("Struck", "motion", Motion.CARRIED, "FF-16"),
    ("Struck", "motion", Motion.DASHED, "FF-17"),
    ("Struck", "motion", Motion.PUSHED, "PU-14"),
    ("ObjectivePlaced", "renumbered", True, "MP-36"),
    ("TurnsOrdered", "initiative", True, "TC-05"),
    ("Scored", "bonus", "Slay the warlord", "MP-32"),
    ("Scored", "bonus", "First strike", "MP-33"),
    ("Scored", "bonus", "First blood", "MP-34"),
    ("Scored", "bonus", "Linebreaker", "MP-35"),
    ("Scored", "bonus", "No mercy", "MP-38"),
    ("Scored", "bonus", "Mission priorities", "MP-42"),
    ("Announced", "kind", AnnouncementKind.WATER, "FF-05 FF-06"),
    ("Rolled", "kind", RollKind.ATTACK, "TC-14"),
    ("Rolled", "kind", RollKind.ORDER, "PU-07 PU-17 PU-29"),
    ("Rolled", "kind", RollKind.PARTING, "PU-16"),
    ("Rolled", "kind", RollKind.ROUTINE, "PU-22"),
    ("Rolled", "kind", RollKind.ESCAPE, "PU-23"),
    ("Rolled", "kind", RollKind.LANDING, "TC-19"),
    ("Rolled", "kind", RollKind.WATER, "FF-06"),
    ("Rolled", "kind", RollKind.CARRIED, "FF-09"),
    ("Rolled", "kind", RollKind.SELECTION, "FF-11"),
    ("Rolled", "kind", RollKind.BUMPED, "FF-14"),
    ("Rolled", "kind", RollKind.SLOWS, "PU-11"),
    ("Rolled", "kind", RollKind.SWEPT, "PU-14"),
    ("Rolled", "kind", RollKind.HEADING, "MI-05"),
    ("Rolled", "kind", RollKind.BY_HAND, "SB-07"),
)
"""Event, field, value and clauses: the kinds of events in saves that do not hold them."""
_KINDS_BY_CLAUSE: dict[tuple[str, str], tuple[str, Any]] = {
    (event, clause): (name, value)
    for kinds in (
        _OLD_KINDS,
        *Parts[tuple[OldKind, ...]]("content.old_events", "KINDS").values(),
    )
    for event, name, value, clauses in kinds
    for clause in clauses.split()
}
_KINDS_BY_PURPOSE: dict[str, RollKind] = {
    purpose: kind
    for kind, purposes in (
        (RollKind.HIT, ("to hit",)),
        (RollKind.WOUND, ("to wound",)),
        (RollKind.SAVE, ("to save",)),
        (RollKind.BLAST, ("scatter", "scatter distance", "direction")),
        (RollKind.DAMAGE, ("damage", "attacks")),
        (RollKind.STRENGTH, ("S test",)),
        (RollKind.DANGEROUS, ("dangerous ground",)),
        (RollKind.DISTANCE, ("run", "advance", "fall back", "consolidate", "drift", "d3")),
        (RollKind.CHARGE, ("charge",)),
        (RollKind.DIFFICULT, ("difficult ground",)),
        (RollKind.CONTEST, ("initiative", "pursuit")),
        (
            RollKind.ROLL_OFF,
            (
                "roll-off",
                "roll-off for zones",
                "roll-off for the zones",
                "roll-off for the first turn",
                "roll-off for markers",
                "roll-off to number the markers",
            ),
        ),
        (
            RollKind.SELECTION,
            ("tactical objective", "marker of objective 44", "active marker"),
        ),
        (RollKind.TIE, ("who goes first",)),
    )
    for purpose in purposes
}
"""The same for rolls, by their purposes."""


def with_kind(event: Event) -> Event:
    """Return an event with the kind that saves of older versions leave to other fields."""
    field, value = _KINDS_BY_CLAUSE.get((type(event).__name__, event.clause), ("", None))
    if isinstance(event, Rolled) and event.what.endswith("d3"):
        event = replace(event, sides=3)
    match event:
        case Rolled(what=what, kind=None | RollKind.ROUTINE | RollKind.BY_HAND):
            if value is RollKind.BY_HAND and not what.endswith("d6"):
                value = RollKind.SELECTION  # The announcement after it says all.
            kind = _KINDS_BY_PURPOSE.get(what.partition(",")[0])
            if kind in (None, RollKind.TIE, RollKind.BLAST):  # the clause knows more
                kind = value or kind or event.kind
            return replace(event, kind=kind)
        case Scored(points=points) if points < 0:
            return event  # An objective that is given up, which is no bonus.
        case Announced(what=what) if " strike out " in what:
            return replace(event, kind=AnnouncementKind.STRIKES_OUT)
        case _ if (
            field and getattr(event, field) == type(event).__dataclass_fields__[field].default
        ):
            return replace(event, **{field: value})
        case _:
            return event
