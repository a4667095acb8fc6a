"""Findings of map checks, running all checks, and doing so in the background."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum
from functools import cache, partial
from typing import NamedTuple

from game.content.faults import Fault, UnusableFile
from game.content.maps.battle_checks import is_usable
from game.content.maps.board_faults import faults_on, iter_warnings
from game.content.maps.class_base import Board as MapBoard
from game.content.maps.made_board import ids_of, to_board
from game.content.maps.map_file import MapFile, MapLayer, MapObject
from game.content.maps.tiled_remarks import remarks_of
from game.content.scenarios import scenario_names
from game.cores.kit.deployment import without_room
from game.geometry.points import Point
from game.geometry.polygons import box
from game.play.session import Session
from game.play.wording import side_name
from game.rules.battles import Battle, findings_for_its_battle, on_board, prepare, refusals
from game.rules.map_choice import refused_options
from game.table.board import Board
from game.table.records import Side
from game.table.state import Table
from game.workers import BackgroundTask, Work


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


def judge(mapfile: MapFile) -> Iterator[CheckReport | None]:
    """Yield reports on a sound map, each with all of the one before, the last one whole.

    Yield None now and then during long checks, so that the caller can stop there.
    """
    board, places = to_board(mapfile), Places(mapfile)
    own = findings_for_its_battle(board)
    faults = list(dict.fromkeys([*faults_on(board), *own.faults]))
    findings = places.found(faults, Severity.FAULT)
    yield CheckReport(tuple(findings))
    playable = list[Playable]()
    for battle in battles():
        scenario = battle.scenario
        sides = tuple(side.id for side in scenario.sides)
        found = refusals(battle, board) or sides_without_room(battle, board)
        reasons = places.found(found, Severity.DEMAND, sides)
        options = {} if found else refused_options(battle, board)
        refused = (f"{scenario.options[id_].label}: {no}" for id_, no in options.items())
        playable.append(Playable(scenario.id, scenario.title, tuple(reasons), tuple(refused)))
        yield CheckReport(tuple(findings), tuple(playable))
    remarks = remarks_of(mapfile)
    for fault in (*remarks, *own.warnings, *iter_warnings(board)):
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


class Patch(NamedTuple):
    board: MapBoard
    width: int
    height: int
    layers: tuple[tuple[MapLayer, tuple[int | MapObject, ...]], ...]
    """Layers without objects, each with its objects: by id if they are unchanged."""

    @property
    def size(self) -> int:
        """Return the number of objects that the patch carries."""
        return sum(not isinstance(one, int) for _, objects in self.layers for one in objects)


def difference(old: MapFile | None, new: MapFile) -> Patch:
    """Return the difference from the old map, or from nothing, to the new one."""
    known = old.by_id() if old else {}
    layers = tuple(
        (
            layer.with_objects(()),
            tuple(one.id if known.get(one.id) is one else one for one in layer.objects),
        )
        for layer in new.layers
    )
    return Patch(new.board, new.width, new.height, layers)


def patched(patch: Patch, old: MapFile | None) -> MapFile:
    """Return the new map, given the old one and the difference."""
    known = old.by_id() if old else {}
    layers = tuple(
        layer.with_objects(known[o] if isinstance(o, int) else o for o in objects)
        for layer, objects in patch.layers
    )
    return MapFile.model_construct(
        board=patch.board, width=patch.width, height=patch.height, layers=layers
    )


def map_change(old: MapFile | None, new: MapFile) -> Callable[[MapFile | None], MapFile]:
    """Return what a worker process does to its last map; see ``BackgroundTask``."""
    return partial(patched, difference(old, new))


SETTLE_SECONDS = 0.12
"""Seconds for which a map must stay unchanged before it is checked."""
LIVES = 3
"""Number of processes that may be lost over a map before its checks are given up."""
MAX_REPORTS = 30
"""Maximum number of maps for which reports are kept."""
NICE = 10
"""Niceness of the process, so that the editor has priority."""


class LiveChecks:
    """Checks of the current map in a background process.

    Call ``update`` once a frame; ``report`` is the state of knowledge about the map.
    """

    def __init__(self, work: Work[MapFile, CheckReport] = judge) -> None:
        """*work*: the function that the process runs."""
        self.report = CheckReport()
        """The latest report."""
        self.map: MapFile | None = None
        """The map that the report is about."""
        self.task = BackgroundTask[MapFile, CheckReport](
            "checks", NICE, LIVES, f"the map check crashed {LIVES} times", map_change
        )
        self._work = work
        self._wanted: MapFile | None = None
        self._still = 0.0
        """Seconds since the map changed."""
        self._kept: OrderedDict[int, tuple[MapFile, CheckReport]] = OrderedDict()

    @property
    def fault(self) -> str:
        """Traceback of a failed check; empty if none failed."""
        return self.task.fault

    def update(self, seconds: float, mapfile: MapFile) -> None:
        """Advance by *seconds* with the current map; never blocks."""
        report = self.task.poll() if self.task.busy else None
        if report and self._wanted:
            self.map, self.report = self._wanted, report
            if report.is_whole:
                self._keep(self._wanted, report)
        if self.fault:
            self.map = self._wanted
        if mapfile is not self._wanted:
            self.task.cancel()
            self._wanted, self._still = mapfile, 0.0
            if kept := self._kept.get(id(mapfile)):
                self.map, self.report = kept
        else:
            self._still += seconds
        if not (self.is_of(mapfile) or self.task.busy) and self._still >= SETTLE_SECONDS:
            self.task.begin(self._work, mapfile)

    def is_of(self, mapfile: MapFile) -> bool:
        """Return whether the report is about this map and complete."""
        return self.map is mapfile and (self.report.is_whole or bool(self.fault))

    def close(self) -> None:
        """End the process; another one is started when needed."""
        self.task.close()

    def _keep(self, mapfile: MapFile, report: CheckReport) -> None:
        self._kept[id(mapfile)] = mapfile, report
        if len(self._kept) > MAX_REPORTS:
            self._kept.popitem(last=False)


MAX_ANSWERS = 2000
"""Maximum number of answers until the set-up is given up."""
TRIES = 8
"""Maximum number of candidate answers per question."""


class Cramped(NamedTuple):
    """A side that finds no room, or no room that can be left, to set up a unit."""

    side: Side
    asks: str
    """The question that it cannot answer: “Deploy Scout squad”."""
    clause: str
    why: str = "has no legal answer"


def set_up(session: Session) -> Cramped | None:
    """Answer all questions before the first turn; return the first side without room.

    None if all sides are set up.
    """
    for _ in range(MAX_ANSWERS):
        if unit := without_room(session.table):
            return Cramped(unit.side, f"Deploy {unit.name}", "CC-33")
        asked = session.pending
        if asked is None or session.table.clock.round > 0:
            return _stuck(session.table)
        raw = next(asked.samples(session.table, TRIES), None)
        if raw is None:
            break
        session.answer(raw)
    return Cramped(asked.by, asked.asks, asked.clause) if asked else None


def _stuck(table: Table) -> Cramped | None:
    """Return the first side with a model that cannot leave its zone for another, or None."""
    for side in table.zones:
        goal = table.board.zone(table.zones[table.enemy(side)]).outline
        for model in table.standing(side):
            if not is_usable(table.board, (goal,), model.disc):
                name = table.units[model.unit].name
                inches = f'{2 * model.base:g}"'
                why = f"leaves a base {inches} across where no way leads to another zone"
                return Cramped(side, f"Deploy {name}", "CC-33", why)
    return None


def sides_without_room(battle: Battle, board: Board) -> list[Fault]:
    """Return a fault if a side finds no room to set up on a board that is fit otherwise."""
    session = Session(battle.rules(board), on_board(battle, board), battle.session().game.dice)
    if (cramped := set_up(session)) is None:
        return []
    reason = (
        f"too small for all the {side_name(cramped.side)}: “{cramped.asks}” "
        f"({cramped.clause}) {cramped.why}; enlarge it"
    )
    zone = session.table.zones.get(cramped.side, "")
    return [
        Fault(
            zone or "zones",
            reason=reason,
            kind="no room to set up",
            about=(zone,) if zone else (),
        )
    ]
