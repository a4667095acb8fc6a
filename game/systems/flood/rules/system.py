"""The flood as a module.

It answers queries about flow, footing and ground (FF-03, FF-04, FF-08).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Any, NamedTuple

from game.content.faults import Fault
from game.cores.kit.core import Core
from game.cores.kit.declarations import AddOn, EventByHand, unfit_for
from game.cores.kit.hooks import HookHandler, QueryHook
from game.cores.kit.modules import Module
from game.cores.kit.queries import GROUND, THREATS, ThreatArea, ThreatKind
from game.entry_points import EntryPoints
from game.geometry.points import (
    Disc,
    Path,
    Point,
    distance,
    length,
    point_ahead,
    point_along,
    unit_vector,
)
from game.play.game import Game, GameView
from game.play.phases import Interrupt, Phase, Precedence, When, once
from game.systems.flood.rules import PAGE, water_of
from game.systems.flood.rules.carry import faces_of
from game.systems.flood.rules.coherency_watch import CoherencyWatch
from game.systems.flood.rules.flood_phase import (
    FloodPhase,
    battle_size_warning,
    pick_origin,
    set_origin,
)
from game.systems.flood.rules.odds import LIES_OVER, chance_to_fall, core_of, source_known
from game.systems.flood.table.lanes import CarryPath, LaneNetwork, Node, final_heading
from game.systems.flood.table.water import IMPASSABLE_IN_FLOOD, Water, origins, water_from
from game.table.board import Board, Terrain, TerrainKind
from game.table.events import PhaseBegan, Reason
from game.table.records import ModelId, Side
from game.table.state import Table

REGROUP: Mapping[str, tuple[tuple[HookHandler, ...], tuple[Phase, ...]]] = EntryPoints(
    {
        "classic": "game.systems.flood.rules.regroup_classic:PART",
        "modern": "game.systems.flood.rules.regroup_modern:PART",
    }
)
"""Hooks and phases of units out of coherency (``FF-25``), by the core's name."""
RAYS = 12
"""Number of lines that begin near an origin that is a point, and as many further out."""
CLOSE, FAR = 0.5, 8.0
"""Inches from the origin at which a line begins."""
APART = 4.0
"""Inches between the lines of water that runs square to an edge."""
STEP, SHORTEST = 0.5, 1.5
"""Inches between samples along a line, and the length of the shortest line that is drawn."""
FACES_SHOWN_AT = 2.4
"""Inches down a branch at which its faces are shown."""
CARRIED = 6.0
"""``FF-09``  Inches of one die; each 6 carries on."""


def flood(options: Mapping[str, Any], core: Core) -> Module:
    """``FF-25``  Return the module that lays a flood over a battle of either core.

    ``FF-06``: a phase at the start of each game turn; ``FF-01``: one before the battle.

    ``FF-19`` to ``FF-24``: a check of every unit when a phase begins, and its consequences.
    """
    hooks, phases = REGROUP[core.name]
    return Module(
        "flood",
        phases=(
            once("origin", "FF-01", pick_origin, When.SETUP),
            Phase("flood", clause="FF-06", todo=FloodPhase(core).todo, when=When.START),
            *phases,
        ),
        page=PAGE,
        hooks=(
            *hooks,
            FLOWS.gets(flows),
            GROUND.gets(ground),
            THREATS.gets(threats),
            LIES_OVER.gets(lambda *_: (core,)),
        ),
        interrupts=(
            Interrupt(
                "coherency is checked",
                "FF-19",
                CoherencyWatch(core).todo,
                order=Precedence.STATE,
            ),
        ),
        unfit=unfit,
        cautions=battle_size_warning,
        why_not=no_origin,
    )


def unfit(board: Board) -> list[Fault]:
    """``FF-01``, ``FF-04``  Return the reasons why no flood can come over a board."""
    # Shapely is slow to load, and few battles are flooded.
    from game.systems.flood.content.map_checks import flood_faults  # noqa: PLC0415  loads shapely

    return flood_faults(board)


def no_origin(table: Table, phase: Phase) -> str:
    """``FF-01``  Return why a flood phase has no origin; empty if it has one."""
    if phase.name == "origin" and not origins(table.board):
        return "the map has no flood origin: draw a FloodOrigin"
    if phase.name == "flood" and not source_known(table):
        return "no flood origin is chosen yet: play the Origin phase first"
    return ""


FLOOD = AddOn(
    flood,
    "FF-25",
    ("classic", "modern", "matched"),
    turned_on_by=lambda board: bool(origins(board)),
)


@lru_cache(maxsize=8)
def _unfit_by_hand(board: Board) -> Sequence[Fault]:
    return tuple(unfit(board))


async def comes_by_hand(game: Game, side: Side, core: Core) -> None:
    """``SB-10``  Start the flood, as if the die of ``FF-06`` had done so."""
    await set_origin(game, "SB-10", side)
    game.do(PhaseBegan("SB-10", game.table.clock.round, "flood", None))
    FloodPhase(core).comes(game)


BY_HAND = EventByHand(
    "flood",
    label="Start a flood",
    clause="SB-10",
    does=comes_by_hand,
    why_not=lambda table: unfit_for("a flood", _unfit_by_hand(table.board.all_open)),
    phase=lambda core: Phase(
        "flood", clause="SB-10", todo=FloodPhase(core).todo, when=When.START
    ),
    pages=(PAGE,),
)


class Stream(NamedTuple):
    """Flowing water between two places where it branches, meets or ends."""

    path: Path
    """The path downstream."""
    off: float
    """Inches that the water has flowed before it enters."""


class LaneBranch(NamedTuple):
    """A branch that water, or a base carried by it, may take."""

    at: Point
    """A point a short distance down the branch."""
    words: str
    """Faces of the die for this branch: ``"1-3"``."""


class WaterFlow(NamedTuple):
    """The directions in which water would flow over the table."""

    source: Path
    """A point or a line."""
    streams: tuple[Stream, ...]
    ends: tuple[Point, ...] = ()
    """Points where the water ends at Impassable terrain."""
    pools: tuple[Point, ...] = ()
    """Points where streams meet and none leaves."""
    branches: tuple[LaneBranch, ...] = ()
    dry: tuple[Path, ...] = ()
    """Lanes that no water reaches."""


FLOWS = QueryHook[str, WaterFlow]("which way water runs")
"""*subject*: the id of the place it would come from; any other id for its actual source."""


def flows(view: GameView, origin: str) -> Iterator[WaterFlow]:
    """``FF-04``  Yield the flow of water from an origin, expected or past."""
    board = view.table.board
    spots = {spot.id for spot in origins(board)}
    water = water_from(board, origin) if origin in spots else water_of(view.table)
    if water.lanes is None:
        yield WaterFlow(water.origin, tuple(_runs(water)))
    else:
        yield _along(water, water.lanes)


def footing(view: GameView, model_id: ModelId) -> Reason:
    """``FF-08``  Return the roll a model needs to keep its feet, or why it is not tested."""
    water, base = water_of(view.table), view.table.models[model_id].disc
    if water.out_of_reach(base.at):
        return Reason(0, "out of reach on a gantry", "FF-02")
    if core_of(view) is None or water.course(base) is None:
        is_cut_off = water.lanes is None or water.is_sealed(base.at)
        clause = "FF-03" if is_cut_off else "FF-10"
        return Reason(0, "out of reach: the water does not get here", clause)
    keeps = round(6 * (1 - chance_to_fall(view, model_id)))
    words = f"Strength test: {keeps} or less" if keeps else "Strength 0: fails without a roll"
    return Reason(keeps, words, "FF-08")


def _along(water: Water, lanes: LaneNetwork) -> WaterFlow:
    nodes = range(len(lanes.nodes))
    last = [n for n in nodes if lanes.arriving(n) and not lanes.leaving(n)]
    return WaterFlow(
        water.origin,
        streams=tuple(Stream(s.path, s.off) for s in lanes.stretches),
        ends=tuple(lanes.nodes[n] for n in last if n in lanes.ends),
        pools=tuple(lanes.nodes[n] for n in last if n not in lanes.ends),
        branches=tuple(b for n in nodes for b in _branches(water, lanes, n)),
        dry=lanes.dry,
    )


def _branches(water: Water, lanes: LaneNetwork, node: Node) -> Iterator[LaneBranch]:
    """``FF-11``  Yield the branches of a fork at which all arrive by one stretch."""
    arriving = lanes.arriving(node)
    if len(arriving) != 1:
        return
    path = arriving[0].path
    branches = water.onward(CarryPath(path, 0.0, node, final_heading(path)))
    for n, branch in enumerate(branches if len(branches) > 1 else ()):
        inches = min(FACES_SHOWN_AT, length(branch.path) / 2)
        yield LaneBranch(point_along(branch.path, inches), faces_of(n, len(branches)))


def _runs(water: Water) -> Iterator[Stream]:
    """``FF-04``  Yield the streams of water without lanes, up to obstacles that keep it out."""
    for start in _starts(water):
        course = water.course(Disc(start, 0.0))
        path = course.path if course else (start, start)
        for part in _wet_parts(water, path):
            off = course.off if course else 0.0
            yield Stream(part, off + distance(start, part[0]))


def _starts(water: Water) -> Iterator[Point]:
    """Yield the starting points of lines of water that are spread evenly over the table."""
    board = water.board
    for start in _around(water.origin):
        if 0.0 < start.x < board.width and 0.0 < start.y < board.height:
            yield start


def _around(origin: Path) -> Iterator[Point]:
    if len(origin) == 1:
        for n in range(2 * RAYS):
            turn = pi * n / RAYS
            # Every second line begins further out, where its neighbours have diverged.
            yield point_ahead(origin[0], Point(sin(turn), -cos(turn)), FAR if n % 2 else CLOSE)
        return
    direction, inches = unit_vector(origin[0], origin[-1]), distance(origin[0], origin[-1])
    many = max(1, int(inches / APART))
    for n in range(many):
        at = point_ahead(origin[0], direction, inches / 2 + (n - (many - 1) / 2) * APART)
        for aside in (CLOSE, -CLOSE):
            yield point_ahead(at, Point(-direction.y, direction.x), aside)


def _wet_parts(water: Water, path: Path) -> Iterator[Path]:
    """Yield the parts of a straight path over which water runs."""
    inches, begun = length(path), None
    steps = [min(n * STEP, inches) for n in range(int(inches / STEP) + 1)]
    for along in steps:
        wet = water.course(Disc(point_along(path, along), 0.0)) is not None
        if wet and begun is None:
            begun = along
        if begun is not None and (not wet or along == steps[-1]):
            if along - begun >= SHORTEST:
                yield point_along(path, begun), point_along(path, along)
            begun = None


def threats(view: GameView, model_id: ModelId) -> Iterator[ThreatArea]:
    """``FF-09``, ``FF-11``  Yield where a flood still to come may carry a model by one die."""
    model = view.table.models[model_id]
    if PAGE.of(view.table).came or not source_known(view.table):
        return
    water = water_of(view.table)
    if course := water.course(model.disc):
        for path in _carries(water, course, CARRIED):
            yield ThreatArea(ThreatKind.CARRIED, "FF-09", course=path)


def _carries(water: Water, course: CarryPath, inches: float) -> Iterator[Path]:
    """Yield the paths of some inches down a course and the branches at its end."""
    left = inches - length(course.path)
    branches = water.onward(course) if left > 0.0 else ()
    if not branches:
        legs = [point_along(course.path, min(inches, length(course.path)))]
        kept = [at for n, at in enumerate(course.path) if length(course.path[: n + 1]) < inches]
        yield (*kept, *legs)
    for branch in branches:
        for onward in _carries(water, branch, left):
            yield (*course.path, *onward)


def ground(view: GameView, piece: Terrain) -> Iterator[Reason]:
    """Yield the effect of the flood on a piece of terrain, now or when it comes."""
    if piece.kind is TerrainKind.FLOODED:
        yield Reason(0, "Flooded: Difficult for the rest of the battle", "FF-18")
    elif piece.kind in IMPASSABLE_IN_FLOOD and not PAGE.of(view.table).came:
        water = "keeps water out" if piece.watertight else "water flows through"
        yield Reason(0, f"Impassable during a flood; {water}", "FF-03")
