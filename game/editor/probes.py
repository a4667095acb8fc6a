"""Probes and the process that runs them; and the form of a system's part of the editor."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import lru_cache, partial
from itertools import pairwise
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from game.content.armouries.armoury_library import load_armoury
from game.content.file_source import DISK
from game.content.maps.battle_checks import goals_of, is_usable
from game.content.maps.class_base import MapClass
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile, MapObject
from game.content.scenarios import load_scenario
from game.cores.classic.rules.cover import cover_of
from game.cores.kit.queries import TableView
from game.editor.fixes import Fix
from game.editor.map_checks import map_change, set_up
from game.editor.workspace import Workspace
from game.editor.zone_fixes import Preset
from game.geometry.points import Disc, Path, Point
from game.geometry.polygons import within_polygon
from game.lab.sight import in_sight, seen_from
from game.lab.squares import Squares, squares_of
from game.play.base_placement import impassable_under, on_table, piece_under
from game.play.session import Session
from game.play.wording import side_name
from game.rules import PLAYED
from game.rules.battles import on_board, prepare, refusals
from game.rules.catalog import rules_of
from game.table.board import Board, Zone
from game.table.events import Event, PieceMoved
from game.table.records import Model, ModelId, Side, Unit, UnitId, Where
from game.table.registry import pieces_of
from game.table.state import Table
from game.view.overlays import BaseOutline, Overlay, OverlayLine, OverlayTone, VisibleArea
from game.workers import BackgroundTask

Shares = npt.NDArray[np.float64]
SIDES = Side("one"), Side("other")
"""Sides of tables on which nothing is played."""


class HeatSquares(NamedTuple):
    """Squares of the board with their strengths, from 0 to 1."""

    squares: Squares
    shares: Shares
    """Strengths by row and column."""
    tone: OverlayTone


class ProbeResult(NamedTuple):
    """The results of a probe so far."""

    overlays: tuple[Overlay, ...] = ()
    warm: tuple[HeatSquares, ...] = ()
    words: tuple[str, ...] = ()
    """Findings in one sentence each."""
    done: float = 1.0
    """Share of the work that is done, from 0 to 1."""
    refused: str = ""
    """Reason why it is impossible on this map; empty if it is possible."""


class ProbeOptions(NamedTuple):
    """Options that any probe can have."""

    many: int = 0
    """A number of times, or the index of a choice: see ``choices``."""
    seed: int = 1
    """Seed of the dice."""
    at: Point = Point(0.0, 0.0)
    """Position of the pointer, for probes that follow it."""
    scenario: str = ""
    """The scenario with the forces to set up."""


DEFAULT_OPTIONS = ProbeOptions()


@dataclass(frozen=True, slots=True)
class Probe:
    """A preview of a game effect on a map, computed in another process.

    Equal probes have equal results.
    """

    name: ClassVar[str]
    hint: ClassVar[str]
    choices: ClassVar[tuple[str, ...]] = ()
    """Names of the values of *many*, from 0 on; empty if there is no choice."""
    lucky: ClassVar[bool] = False
    """True if the result depends on the seed."""
    follows: ClassVar[bool] = False
    """True if the result depends on the position of the pointer."""

    noun: ClassVar[str] = ""
    """The simulated event, with its article: ``a roll``; empty if it simulates none."""
    subject: ClassVar[type[MapClass] | None] = None
    """Class of objects that suggests the probe for a map; None if none does."""

    asked: ProbeOptions = DEFAULT_OPTIONS

    def results(self, board: Board) -> Iterator[ProbeResult]:
        """Yield the results on a board, each replacing the one before."""
        raise NotImplementedError


def trails(story: Iterable[Event], lost: Collection[str] = ()) -> Iterator[Overlay]:
    """Yield the paths of pieces that moved; in a bad tone those of the *lost* ones."""
    for event in story:
        if isinstance(event, PieceMoved):
            tone = OverlayTone.BAD if event.piece in lost else OverlayTone.PLANNED
            for a, b in pairwise(event.path):
                yield OverlayLine(a, b, tone)


NICE = 5
"""Niceness of the process: below the editor, but above other background work."""


class Prober(BackgroundTask[MapFile, ProbeResult]):
    """Runs the latest probe in a worker process; ``poll`` never blocks."""

    def __init__(self) -> None:
        lost = "the simulation ended unexpectedly"
        super().__init__("probes", NICE, lost=lost, change=map_change)
        self.shown: ProbeResult | None = None
        """The latest result; that of an earlier probe stays until a new one arrives."""
        self.changes = 0
        """Number of changes of that result."""

    def ask(self, mapfile: MapFile, probe: Probe) -> None:
        """Start a probe instead of the current one."""
        self.begin(partial(_results, probe), mapfile)

    def forget(self) -> None:
        """Stop the current probe, and drop its result."""
        self.cancel()
        self.shown, self.result = None, None
        self.changes += 1

    def poll(self) -> ProbeResult | None:
        """Collect results, and return the newest of this probe."""
        found = super().poll()
        if found and found is not self.shown:
            self.shown = found
            self.changes += 1
        return found


def _results(probe: Probe, mapfile: MapFile) -> Iterator[ProbeResult]:
    return probe.results(_board_of(mapfile))


_board_of = lru_cache(maxsize=1)(to_board)


SIDE = 0.5
"""Side in inches of the squares that show where no base can stand."""
BETWEEN = 0.05
"""Minimum gap in inches between bases that are counted."""
ROOM_TONES = (OverlayTone.FIRST, OverlayTone.SECOND)


@dataclass(frozen=True, slots=True)
class DeploymentProbe(Probe):
    name: ClassVar[str] = "Deployment"
    hint: ClassVar[str] = (
        "Whether both sides have room to deploy, for how many bases, and where not"
    )
    lucky: ClassVar[bool] = True

    def results(self, board: Board) -> Iterator[ProbeResult]:
        """Yield the free space, then a set-up of both sides by the rules of the scenario."""
        battle = prepare(self.asked.scenario, seed=self.asked.seed)
        found = load_scenario(self.asked.scenario, PLAYED, DISK)
        if faults := refusals(battle, board):
            yield ProbeResult(refused=f"{found.title}: {faults[0]}")
            return
        opening = on_board(battle, board)
        widest = max(m.base for m in opening.models.values())
        words = [_room(zone, opening, widest) for zone in board.zones]
        warm = (_nowhere(board, widest),) if board.zones else ()
        yield ProbeResult(warm=warm, words=tuple(words), done=0.2)
        session = Session(battle.rules(board), opening, battle.session().game.dice)
        asked = set_up(session)
        stuck = asked.asks if asked else ""
        words = [f"{found.title}.", *_result_lines(session.table, stuck), *words]
        yield ProbeResult(tuple(_stand(session.table)), warm, tuple(words))


def _result_lines(table: Table, stuck: str) -> Iterator[str]:
    if stuck:
        yield f"No room: {stuck}."
    for side in table.sides:
        mine = [m for m in table.models.values() if m.side == side]
        there = sum(m.where is Where.TABLE for m in mine)
        rest = "" if stuck or there == len(mine) else "; the others come later"
        yield f"{side_name(side)}: {there} of {len(mine)} models are deployed{rest}."


def _stand(table: Table) -> Iterator[Overlay]:
    for side, tone in zip(table.sides, ROOM_TONES, strict=True):
        if bases := tuple(m.disc for m in table.standing(side)):
            yield BaseOutline(bases, tone)


def fits(board: Board, zone: Zone, base: Disc) -> bool:
    """``MI-03``  Return whether a base can be set up in a zone and leave it for another.

    Other models are not counted.
    """
    inside = within_polygon(base, zone.outline) and can_stand(board, base)
    return inside and is_usable(board, goals_of(board, zone), base)


def can_stand(board: Board, base: Disc) -> bool:
    """Return whether a base can stand on a board without models and loose pieces."""
    return on_table(board, base) and impassable_under(board, base) is None


def bases_in(zone: Zone, table: Table, radius: float) -> int:
    """Return the number of bases that fit into a zone in rows, an estimate of its capacity."""
    xs, ys = [at.x for at in zone.outline], [at.y for at in zone.outline]
    pitch, many = 2 * radius + BETWEEN, 0
    for row in range(int((max(ys) - min(ys)) / pitch) + 1):
        for column in range(int((max(xs) - min(xs)) / pitch) + 1):
            at = Point(min(xs) + radius + column * pitch, min(ys) + radius + row * pitch)
            base = Disc(at, radius)
            many += fits(table.board, zone, base) and piece_under(table.pieces, base) is None
    return many


def _room(zone: Zone, table: Table, widest: float) -> str:
    usual = sorted(m.base for m in table.models.values())[len(table.models) // 2]
    small, large = (bases_in(zone, table, radius) for radius in (usual, widest))
    name = zone.id.replace("-", " ").capitalize()
    if usual == widest:
        return f'{name}: room for {small} bases {2 * usual:g}" across.'
    return (
        f'{name}: room for {small} bases {2 * usual:g}" across, or {large} of {2 * widest:g}".'
    )


def _nowhere(board: Board, radius: float) -> HeatSquares:
    """Return the squares of the zones where the largest base cannot be set up."""
    squares = Squares(SIDE, int(board.width / SIDE), int(board.height / SIDE))
    shares = np.zeros((squares.rows, squares.columns))
    for row in range(squares.rows):
        for column in range(squares.columns):
            at = Point((column + 0.5) * SIDE, (row + 0.5) * SIDE)
            for zone in board.zones:
                within = within_polygon(Disc(at, 0.0), zone.outline)
                if within and not fits(board, zone, Disc(at, radius)):
                    shares[row, column] = 0.5
    return HeatSquares(squares, shares, OverlayTone.BAD)


WHO = "warden"
"""The kind of the single models that probes put on the table."""
COVER_TONES = {
    0: OverlayTone.GOOD,
    6: OverlayTone.PLAIN,
    5: OverlayTone.COOL,
    4: OverlayTone.CHOSEN,
    3: OverlayTone.BAD,
    2: OverlayTone.BAD,
}
"""Tones of squares, by the cover save that a target has there."""
FAINT = 0.45
"""Strength of a square with a target."""
EYE = UnitId("eye")


@dataclass(frozen=True, slots=True)
class SightProbe(Probe):
    name: ClassVar[str] = "Sight from here"
    hint: ClassVar[str] = "What can be seen from the pointer, and which cover there is"
    follows: ClassVar[bool] = True

    def results(self, board: Board) -> Iterator[ProbeResult]:
        """``CC-08``, ``CC-15``, ``CC-37``  Yield the ground in sight, then the cover on it."""
        at = self.asked.at
        if not (0.0 <= at.x <= board.width and 0.0 <= at.y <= board.height):
            yield ProbeResult(refused="Point at the board")
            return
        view = TableView(Table(board, SIDES, pieces=pieces_of(board)), rules_of("classic"))
        eye = Disc(at, load_armoury("classic").kinds[WHO].base)
        if impassable_under(board, eye):
            yield ProbeResult(refused="No model can stand there")
            return
        outline = (VisibleArea((seen_from(view, eye),), OverlayTone.GOOD, fill=0.05),)
        yield ProbeResult(outline, done=0.0)
        squares = squares_of(board)
        seen = in_sight(view, eye, squares)
        covers = {save: np.zeros(seen.shape) for save in COVER_TONES}
        for row, column in np.argwhere(seen):
            middle = Point((column + 0.5) * squares.side, (row + 0.5) * squares.side)
            save = cover(view, at, middle)
            if save is not None:
                covers[save][row, column] = FAINT
        many = {save: int((shares > 0).sum()) for save, shares in covers.items()}
        warm = tuple(
            HeatSquares(squares, shares, COVER_TONES[save])
            for save, shares in covers.items()
            if many[save]
        )
        yield ProbeResult(outline, warm, _words(many, int(squares.side**2)))


def cover(view: TableView, eye: Point, at: Point) -> int | None:
    """``CC-15``  Return the cover save of a warden at a point, 0 for none.

    None if no warden can stand there.
    """
    base = Disc(at, load_armoury("classic").kinds[WHO].base)
    if not can_stand(view.table.board, base):
        return None
    return cover_of(view, eye, EYE, put_warden(view.table, SIDES[1], at)).save


def put_warden(table: Table, side: Side, at: Point) -> Model:
    """Put a unit of a single warden, ``one``, on a table in place of the last one."""
    kind, model_id, unit = load_armoury("classic").kinds[WHO], ModelId("one"), UnitId("one")
    table.units[unit] = Unit(unit, side=side, name="one", models=(model_id,))
    table.models[model_id] = Model(
        model_id, unit=unit, side=side, profile=kind.profile, base=kind.base, at=at
    )
    return table.models[model_id]


def _words(many: dict[int, int], inches: int) -> tuple[str, ...]:
    whole = sum(many.values())
    lines = [f"A Warden would be seen on {whole * inches} square inches."]
    for save, squares in many.items():
        if squares:
            how = f"Cover {save}+" if save else "No cover"
            lines.append(f"{how}: {squares / whole:.0%}.")
    return tuple(lines)


class ClassDrawing(NamedTuple):
    """The way in which objects of one class are drawn, if not like others."""

    centre: Callable[[MapFile], Point | None]
    """Returns the point around which it is drawn; None if the pointer chooses it."""
    draw: Callable[[Workspace, MapFile, int, Path], None]
    """Draws it along a path, on a map with a layer for it; may raise EditRefusedError."""


@dataclass(frozen=True, slots=True)
class EditorPart:
    """The fixes, probes and drawing that one rule system adds to the editor."""

    place: int
    """Its place among the parts, in which presets and probes are offered."""
    fixes: Mapping[str, tuple[Fix, ...]] = field(default_factory=dict)
    """Fixes by the kind of finding, the best first."""
    probes: tuple[type[Probe], ...] = ()
    _: KW_ONLY
    first_step: str = ""
    """Instruction for drawing it on an empty map, in a sentence."""
    draws: Mapping[type[MapClass], ClassDrawing] = field(default_factory=dict)
    moves_with: Callable[[MapFile, Sequence[MapObject]], Iterable[MapObject]] = lambda *_: ()
    """Returns the objects that move with some."""
    mends: Callable[[MapFile, Sequence[MapObject]], MapFile] = lambda mapfile, _: mapfile
    """Returns a map made valid again from which some objects were removed."""
    streams: Callable[[Board], Iterable[Path]] = lambda _: ()
    """Returns paths on a board that are drawn with arrows."""
    turned_on_by: type[MapClass] | None = None
    """Class of objects with which a map turns on the scenario's option of the part's name."""
    preset: Preset | None = None
    """New map of its kind; None if it has none."""
