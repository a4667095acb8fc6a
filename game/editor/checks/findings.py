"""Findings of map checks, and running all checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from functools import cache
from typing import NamedTuple

from game.content.faults import Fault, UnusableFile
from game.content.maps import MapFile, faults_on, iter_warnings, to_board
from game.content.maps.board_builder import ids_of
from game.content.maps.map_file import MapObject
from game.content.scenarios import scenario_names
from game.editor.scenario_fit import sides_without_room
from game.geometry.points import Point
from game.geometry.polygons import box
from game.rules.battles import Battle, prepare, refusals, unfit_for_its_battle


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
        objects = [one for _, one in mapfile.objects()]
        self.objects: Mapping[int, MapObject] = {one.id: one for one in objects}
        self.names: Mapping[str, int] = {name: id_ for id_, name in ids_of(objects).items()}
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


def judge(mapfile: MapFile) -> Iterator[CheckReport | None]:
    """Yield reports on a sound map, each with all of the one before, the last one whole.

    Yield None now and then during long checks, so that the caller can stop there.
    """
    board, places = to_board(mapfile), Places(mapfile)
    faults = list(dict.fromkeys([*faults_on(board), *unfit_for_its_battle(board)]))
    findings = places.found(faults, Severity.FAULT)
    yield CheckReport(tuple(findings))
    playable = list[Playable]()
    for battle in battles():
        scenario = battle.scenario
        sides = tuple(side.id for side in scenario.sides)
        found = refusals(battle, board) or sides_without_room(battle, board)
        reasons = places.found(found, Severity.DEMAND, sides)
        playable.append(Playable(scenario.id, scenario.title, tuple(reasons)))
        yield CheckReport(tuple(findings), tuple(playable))
    for fault in iter_warnings(board):
        if fault:
            findings += places.found([fault], Severity.WARNING)
        yield None
    yield CheckReport(tuple(findings), tuple(playable), is_whole=True)


@cache
def battles() -> tuple[Battle, ...]:
    """Return one battle of each usable scenario, on its usual map."""
    found = list[Battle]()
    for name in scenario_names():
        try:
            found.append(prepare(name, seed=0))
        except UnusableFile:
            continue  # the check of scenarios reports the reason
    return tuple(found)
