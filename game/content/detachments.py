"""The detachments that make units a legal army (MC-26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from game.content.faults import Fault
from game.content.roster_units import RosterUnit, Slot
from game.content.schemas import Part, Word, about
from game.table.records import many

SYSTEM = "modern"
WARLORD = "WARLORD"
LEGAL: Mapping[str, Mapping[Slot, tuple[int, int]]] = {
    "patrol": {
        "hq": (1, 2),
        "troops": (1, 3),
        "elites": (0, 2),
        "fast attack": (0, 2),
        "heavy support": (0, 2),
    },
    "battalion": {
        "hq": (2, 3),
        "troops": (3, 6),
        "elites": (0, 6),
        "fast attack": (0, 3),
        "heavy support": (0, 3),
    },
}
"""Minimum and maximum number of units of each slot, by kind of detachment."""
COMMAND, FOR_A_BATTALION = 3, 5
"""Command points of every army, and those added for each battalion."""


class Detachment(Part):
    id: Annotated[Word, about("different for each detachment", "MC-26")]
    kind: Annotated[
        Literal["patrol", "battalion"], about("the slots that its units fill", "MC-26")
    ]


@dataclass(frozen=True, slots=True)
class Army:
    """The detachments and points limit of a roster of the modern core."""

    detachments: tuple[Detachment, ...]
    limit: int | None = None
    """Agreed limit in points; None if there is none."""

    @property
    def command(self) -> int:
        """Return the army's command points."""
        battalions = sum(d.kind == "battalion" for d in self.detachments)
        return COMMAND + FOR_A_BATTALION * battalions


def points_of(squads: Sequence[RosterUnit]) -> int:
    """Return the total points of some units; a unit without points counts 0."""
    return sum(squad.points or 0 for squad in squads)


def detachment_faults(army: Army, squads: Sequence[RosterUnit]) -> Iterator[Fault]:
    """Yield the reasons why units are no legal army, each with its place."""
    if not army.detachments:
        yield Fault("detachment", "is missing: every unit stands in a detachment (MC-26)")
    for n, squad in enumerate(squads):
        yield from (
            Fault(f"unit[{n}]", f"{squad.name} {words}") for words in _unit_faults(squad)
        )
    yield from _misplaced(army, squads)
    for n, detachment in enumerate(army.detachments):
        for words in _illegal(detachment, squads, alone=len(army.detachments) == 1):
            yield Fault(f"detachment[{n}]", words)
    yield from points_exceeded(army.limit, squads)
    yield from _warlords(squads)


def why_free(army: Army, squads: Sequence[RosterUnit]) -> str:
    """``MC-26``  Return in a sentence why units that are for free play are no army."""
    reasons = [fault.reason for fault in detachment_faults(army, squads)]
    if not army.detachments or not reasons:
        return "it has no detachments (MC-26)" if reasons else "its file says so (MC-26)"
    more = f"; and {len(reasons) - 1} more" if len(reasons) > 1 else ""
    return reasons[0] + more


def points_exceeded(limit: int | None, squads: Sequence[RosterUnit]) -> Iterator[Fault]:
    """Yield a fault if the units cost more than *limit* points."""
    if limit is not None and (points := points_of(squads)) > limit:
        words = f"the units cost {points} points, more than the {limit} agreed (MC-26)"
        yield Fault("points", words)


def _unit_faults(squad: RosterUnit) -> Iterator[str]:
    if squad.points is None:
        yield "has no points value (MC-26)"
    if squad.slot is None:
        yield f"needs a slot: {', '.join(LEGAL['patrol'])} (MC-26)"
    if squad.only or squad.unless:
        yield "may not depend on an option: armies are fixed (MC-26)"


def _misplaced(army: Army, squads: Sequence[RosterUnit]) -> Iterator[Fault]:
    ids = [detachment.id for detachment in army.detachments]
    for id_, times in Counter(ids).items():
        if times > 1:
            yield Fault("detachment", f"two detachments have the id {id_!r}")
    for n, squad in enumerate(squads):
        place = f"unit[{n}].detachment"
        if squad.detachment and squad.detachment not in ids:
            known = f"; try: {', '.join(ids)}" if ids else ""
            yield Fault(place, f"there is no detachment {squad.detachment!r}{known} (MC-26)")
        if not squad.detachment and len(ids) > 1:
            yield Fault(place, f"{squad.name} must say in which: {', '.join(ids)} (MC-26)")


def _illegal(
    detachment: Detachment, squads: Sequence[RosterUnit], *, alone: bool
) -> Iterator[str]:
    here = [s for s in squads if s.detachment == detachment.id or (alone and not s.detachment)]
    for slot, (least, most) in LEGAL[detachment.kind].items():
        found = sum(squad.slot == slot for squad in here)
        if not least <= found <= most:
            legal = f"needs {least} to {most}" if least else f"may have at most {most}"
            id_ = f"the {detachment.kind} {detachment.id!r}"
            yield f"{id_} has {many(found, f'{slot} unit')}; it {legal} (MC-26)"


def _warlords(squads: Sequence[RosterUnit]) -> Iterator[Fault]:
    profiles = [trooper.profile for squad in squads for trooper in squad.models]
    warlords = [profile for profile in profiles if profile.has(WARLORD)]
    if len(warlords) != 1:
        id_ = f"{len(warlords)} models are" if warlords else "no model is"
        yield Fault("unit", f"{id_} the WARLORD; an army has exactly one (MC-26)")
        return
    characters = [profile.name for profile in profiles if profile.has("CHARACTER")]
    if characters and not warlords[0].has("CHARACTER"):
        words = f"the WARLORD {warlords[0].name} is not a CHARACTER, but {characters[0]} is"
        yield Fault("unit", f"{words} (MC-26)")
