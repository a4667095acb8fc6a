"""Findings of map checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import NamedTuple

from game.content.faults import Fault
from game.content.maps.made_board import ids_of
from game.content.maps.map_file import MapFile, MapObject
from game.geometry.points import Point
from game.geometry.polygons import box


class Severity(IntEnum):
    """Severity of a finding; lower values are worse, and listed first."""

    FAULT = 0
    """An error that makes the map bad to play on."""
    WARNING = 1
    """A feature that the author may not have intended."""
    DEMAND = 2
    """A reason why one scenario cannot be played on the map; others may be."""


class Finding(NamedTuple):
    """A problem that map checks have found."""

    severity: Severity
    place: str
    """The subject as the board names it; empty for the map as a whole."""
    reason: str
    clause: str = ""
    kind: str = ""
    """The kind of fault, by which fixes are found."""
    about: tuple[int, ...] = ()
    """The ids of the objects concerned."""
    at: Point | None = None
    """The position on the board; None if it is about the map as a whole."""
    sides: tuple[str, ...] = ()
    """The ids of the sides of the scenario that demands it."""

    @property
    def words(self) -> str:
        """Return place and reason as one sentence."""
        return f"{self.place}: {self.reason}" if self.place else self.reason


class Playable(NamedTuple):
    """A scenario, and the reasons why it cannot be played on a map with its usual options."""

    scenario: str
    title: str
    reasons: tuple[Finding, ...] = ()
    """Empty if the scenario can be played."""
    refused: tuple[str, ...] = ()
    """The options that cannot be switched on there, each with the reason."""
    shared: int = 0
    """Number of classes of special objects that the scenario's usual map has, too."""


class CheckReport(NamedTuple):
    """Results of map checks so far; each report contains the one before."""

    findings: tuple[Finding, ...] = ()
    """The worst first."""
    playable: tuple[Playable, ...] = ()
    is_whole: bool = False
    """True for the last report."""


class Places:
    """The objects and positions that faults refer to."""

    def __init__(self, mapfile: MapFile) -> None:
        self.objects: Mapping[int, MapObject] = mapfile.by_id()
        names = ids_of(one for _, one in mapfile.objects())
        self.names: Mapping[str, int] = {name: id_ for id_, name in names.items()}
        """Ids of objects by their names on the board."""

    def found(
        self, faults: Iterable[Fault], severity: Severity, sides: tuple[str, ...] = ()
    ) -> list[Finding]:
        return [self._one(fault, severity, sides) for fault in faults]

    def _one(self, fault: Fault, severity: Severity, sides: tuple[str, ...]) -> Finding:
        ids = [
            self.names.get(name, 0) if isinstance(name, str) else name for name in fault.about
        ]
        about = tuple(id_ for id_ in ids if id_ in self.objects)
        at = fault.at or (middle(self.objects[about[0]]) if about else None)
        found = fault.place, fault.reason, fault.clause, fault.kind
        return Finding(severity, *found, about, at, sides)


def middle(one: MapObject) -> Point:
    """Return the middle of an object's box; for a line, the middle of its corners.

    With an odd number of corners that is the middle corner, else the middle of a segment.
    """
    if one.shape == "polyline":
        corners = one.outline
        a, b = corners[(len(corners) - 1) // 2], corners[len(corners) // 2]
        return Point((a.x + b.x) / 2, (a.y + b.y) / 2)
    left, top, right, low = box(one.outline)
    return Point((left + right) / 2, (top + low) / 2)
