"""Search for the smallest change with which a scenario can be played on a map."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from game.content.faults import Fault
from game.content.maps.board_faults import faults_on
from game.content.maps.made_board import to_board
from game.content.maps.map_class import MapClass
from game.content.maps.map_file import MapFile, MapObject
from game.content.maps.validation import faults_of
from game.editor.edits import EditRefusedError
from game.editor.finding_fixes import GROWING, fixes_of
from game.editor.findings import Finding, Places, Severity
from game.editor.outline_edits import area_of
from game.rules.battles import Battle, prepare, refusals

MAX_JUDGED = 120
"""Maximum number of maps that are judged until the search is given up."""
BREADTH = 0.25
"""Half the breadth in inches that lines and points have when changes are measured."""
EACH = 0.5
"""Square inches for which a change counts, however small it is."""


class ScenarioFit(NamedTuple):
    """A map changed for a scenario, or why that is impossible."""

    scenario: str
    before: MapFile
    after: MapFile
    """The map before if nothing was found."""
    left: tuple[Finding, ...] = ()
    """The reasons that no fix removes; empty if the scenario can be played on the map after."""


def fit(scenario: str, mapfile: MapFile) -> Iterator[ScenarioFit | None]:
    """Yield the map changed as little as possible so that a scenario can be played on it.

    Yield None now and then during the search, so that the caller can stop there.
    """
    search = _Search(mapfile, prepare(scenario, seed=0))
    found = None
    for found in search.run():
        if found is None:
            yield None
    if found is None:
        yield ScenarioFit(scenario, mapfile, mapfile, (*search.reasons(mapfile),))
        return
    for kept in search.pruned(found):
        yield None
        found = kept
    yield ScenarioFit(scenario, mapfile, found)


def fitted(scenario: str, mapfile: MapFile) -> ScenarioFit:
    """Return the result of the whole search."""
    *_, found = fit(scenario, mapfile)
    assert found
    return found


class _Search:
    """A search by uniform cost: the first playable map is the one that differs least."""

    def __init__(self, mapfile: MapFile, battle: Battle) -> None:
        self.before, self.battle = mapfile, battle
        self.sides = tuple(side.id for side in battle.scenario.sides)
        self.old_faults = {*map(_kind, faults_on(to_board(mapfile)))}
        """Kinds of the faults that the map had before, which are no affair of the search."""
        self.judged = 0
        self.least = inf
        """Cost of the least change so far with which the scenario can be played."""
        self.size_before = _Extent(mapfile)

    def reasons(self, mapfile: MapFile) -> list[Finding]:
        """Return why the scenario cannot be played on a map, then new faults of the map."""
        self.judged += 1
        board = to_board(mapfile)
        found = refusals(self.battle, board)
        new = [fault for fault in faults_on(board) if _kind(fault) not in self.old_faults]
        places = Places(mapfile)
        return places.found(dict.fromkeys([*found, *new]), Severity.DEMAND, self.sides)

    def run(self) -> Iterator[MapFile | None]:
        """Yield None while searching, and the playable map last if there is one."""
        order = count()
        known = {self.before}
        waiting = [(0.0, next(order), self.before)]
        while waiting and self.judged < MAX_JUDGED:
            _, _, mapfile = heappop(waiting)
            yield None
            reasons = self.reasons(mapfile)
            if not reasons:
                yield mapfile
                return
            for after in self._ways(mapfile, reasons[0]):
                yield None
                if after is not None and after not in known:
                    known.add(after)
                    heappush(waiting, (self._cost(after), next(order), after))

    def _ways(self, mapfile: MapFile, finding: Finding) -> Iterator[MapFile | None]:
        """Yield maps on which a finding is fixed, each in another way."""
        for fix in fixes_of(finding):
            try:
                after = fix.does(mapfile, finding)
            except EditRefusedError:
                continue
            if after != mapfile and not faults_of(after, sound=self.before):
                yield after
        for grows in GROWING.get(finding.kind, ()):
            maps = _until_refused(grows(mapfile, finding))
            yield from self._least(mapfile, finding, maps)

    def _least(
        self, mapfile: MapFile, finding: Finding, maps: Iterable[MapFile]
    ) -> Iterator[MapFile | None]:
        """Yield the least changed of the maps on which the finding is gone.

        If it is gone on one of them, it is on all after that.
        """
        found = [
            after
            for after in maps
            if self._cost(after) < self.least and not faults_of(after, sound=self.before)
        ]
        least, most, step = 0, len(found), 1
        while least < most:
            n = min(least + step, len(found)) - 1 if most == len(found) else (least + most) // 2
            yield None
            reasons = self.reasons(found[n])
            if _same(finding) in map(_same, reasons):
                least, step = n + 1, 2 * step
            else:
                most = n
            if not reasons:
                self.least = min(self.least, self._cost(found[n]))
        if most < len(found):
            yield found[most]

    def _cost(self, after: MapFile) -> float:
        return self.size_before.difference(_Extent(after))

    def pruned(self, found: MapFile) -> Iterator[MapFile]:
        """Yield maps on which ever fewer objects differ from the map before."""
        old = self.before.by_id()
        changed = [one.id for _, one in found.objects() if old.get(one.id) != one]
        if len(changed) < 2:
            return
        for id_ in changed:
            less = found.replaced([old[id_]]) if id_ in old else found.removed({id_})
            if not faults_of(less, sound=self.before) and not self.reasons(less):
                found = less
            yield found


def _until_refused(maps: Iterable[MapFile]) -> Iterator[MapFile]:
    """Yield the maps that come before an edit that is refused."""
    with suppress(EditRefusedError):
        yield from maps


def _kind(fault: Fault) -> str:
    return fault.kind or fault.reason


def _same(finding: Finding) -> tuple[str, str, tuple[int, ...]]:
    """Return what two findings have in common if they are about the same thing."""
    return finding.kind, finding.place, finding.about


class _Extent:
    """The ground that the objects of each class and members cover."""

    def __init__(self, mapfile: MapFile) -> None:
        self.board = shapely.box(0, 0, mapfile.width, mapfile.height)
        self.objects: Mapping[int, MapObject] = mapfile.by_id()

    def difference(self, other: _Extent) -> float:
        """Return the square inches that differ, and some for each object that does."""
        mine, theirs = self.objects, other.objects
        differ = [
            id_ for id_ in dict.fromkeys([*mine, *theirs]) if mine.get(id_) != theirs.get(id_)
        ]
        size = self.board.symmetric_difference(other.board).area + EACH * len(differ)
        both = [id_ for id_ in differ if id_ in mine and id_ in theirs]
        same = {id_ for id_ in both if mine[id_].outline == theirs[id_].outline}
        left = [id_ for id_ in differ if id_ not in same]
        before, after = _grounds(mine, left), _grounds(theirs, left)
        none = shapely.Polygon()
        for what in dict.fromkeys([*before, *after]):
            one, two = before.get(what, none), after.get(what, none)
            size += one.symmetric_difference(two).area
        return float(size)


def _grounds(
    objects: Mapping[int, MapObject], ids: Sequence[int]
) -> dict[MapClass, BaseGeometry]:
    found = defaultdict[MapClass, list[BaseGeometry]](list)
    for id_ in ids:
        if id_ in objects:
            found[objects[id_].what].append(_ground(objects[id_]))
    return {what: shapely.union_all(areas) for what, areas in found.items()}


@lru_cache(maxsize=256)
def _ground(one: MapObject) -> BaseGeometry:
    if one.shape == "point":
        return shapely.Point(one.outline[0]).buffer(BREADTH)
    return area_of(one).buffer(BREADTH)
