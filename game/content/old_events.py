"""Events of old saves, which lack the kinds that events have now."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

from game.systems import Parts
from game.table.events import (
    Announced,
    AnnouncementKind,
    Event,
    Rolled,
    RollKind,
    Scored,
)

OldKind: TypeAlias = tuple[str, str, Any, str]
"""Name of an event, its field, the field's value, and the clauses by which it had it."""
_KINDS_BY_CLAUSE: dict[tuple[str, str], tuple[str, Any]] = {
    (event, clause): (name, value)
    for kinds in Parts[tuple[OldKind, ...]]("content.old_events", "KINDS").values()
    for event, name, value, clauses in kinds
    for clause in clauses.split()
}
"""Field and value by name of the event and clause: the kinds that old saves do not hold."""
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
