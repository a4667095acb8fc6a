"""The flood in the editor: fixes for lanes and origins, its probe, its streams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

import numpy as np
import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from game.content.armouries.armoury_library import load_armoury
from game.content.maps.battle_checks import WIDEST, shape
from game.content.maps.class_base import MapClass, Shape
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile, MapObject
from game.cores.kit.queries import TableView
from game.editor.edits import EditRefusedError
from game.editor.fixes import (
    OFF,
    Fix,
    first_of,
    moved_to,
    nearest,
    objects_of,
    open_ground,
    setting,
    with_new,
    without_doubles,
)
from game.editor.map_checks import Finding
from game.editor.outline_edits import area_of, lines, outlines
from game.editor.probes import (
    SIDES,
    WHO,
    EditorPart,
    HeatSquares,
    Probe,
    ProbeResult,
    can_stand,
    put_warden,
)
from game.editor.transforms import clamped, with_corners
from game.geometry.points import Disc, Path, Point, distance, thousandths
from game.lab.squares import Squares
from game.play.dice_sequences import SeededDice
from game.rules.catalog import rules_of
from game.systems.flood.content.map_checks import flood_faults
from game.systems.flood.content.map_classes import FloodOrigin, Lane
from game.systems.flood.editor import mission_fixes
from game.systems.flood.editor.rock import PRESET
from game.systems.flood.forecast import forecasts
from game.systems.flood.rules import PAGE, FloodState
from game.systems.flood.rules.flood_phase import within_reach
from game.systems.flood.rules.odds import FloodOutcome, chance_to_fall
from game.systems.flood.rules.system import FLOWS
from game.systems.flood.table.water import origins, water_from
from game.table.board import Board
from game.table.records import Clock, ModelId
from game.table.state import Table
from game.view.overlays import Current, Overlay, OverlayTone, VisibleArea

ROOM = WIDEST + OFF
"""Inches to keep between a lane and a wall."""


def origin_drawn(mapfile: MapFile, finding: Finding) -> MapFile:
    """``FF-01``  Put the origin at the upper end of a lane into which no other lane flows."""
    lanes = mapfile.all_of(Lane)
    if not lanes:
        at = nearest(open_ground(mapfile), Point(mapfile.width / 2, 0.0))
        return with_new(mapfile, [(FloodOrigin(), "point", (at,))])
    lane = next((one for one in lanes if _is_source(one, lanes)), lanes[0])
    return with_new(mapfile, [(FloodOrigin(), "point", (_upper(lane),))], lane.id)


def _upper(lane: MapObject) -> Point:
    assert isinstance(lane.what, Lane)
    return lane.outline[-1 if lane.what.flow == "against" else 0]


def _is_source(lane: MapObject, lanes: list[MapObject]) -> bool:
    at = shapely.Point(_upper(lane))
    return all(one is lane or LineString(one.outline).distance(at) > OFF for one in lanes)


def origin_moved(mapfile: MapFile, finding: Finding) -> MapFile:
    """``FF-01``  Move the origin out of solid terrain, to the nearest floor."""
    origin = first_of(mapfile, finding)
    board = to_board(mapfile)
    closed = [t for t in board.terrain if t.closed and (t.impassable or t.watertight)]
    solid = shapely.union_all([shape(piece) for piece in closed]).buffer(OFF)
    floor = shapely.box(0, 0, mapfile.width, mapfile.height).difference(solid)
    if floor.is_empty:
        raise EditRefusedError("there is no floor")
    return moved_to(mapfile, origin, nearest(floor, origin.outline[0]))


def lane_cut(mapfile: MapFile, finding: Finding) -> MapFile:
    """``FF-04``  Cut a lane where it runs through a solid, and as far as bases need."""
    lane, piece = _both(mapfile, finding)
    left = LineString(lane.outline).difference(area_of(piece).buffer(ROOM))
    parts = sorted(lines(left), key=lambda path: -LineString(path).length)
    if not parts:
        return mapfile.removed({lane.id})
    after = mapfile.replaced([with_corners(lane, parts[0])])
    return with_new(after, [(lane.what, "polyline", path) for path in parts[1:]], lane.id)


def way_opened(mapfile: MapFile, finding: Finding) -> MapFile:
    """``FF-09``  Cut an obstacle that blocks a lane, as wide as the largest bases need."""
    lane, piece = _both(mapfile, finding)
    route = LineString(lane.outline).buffer(ROOM, cap_style="flat", join_style="mitre")
    kind: Shape = "polyline" if piece.shape == "polyline" else "polygon"
    left = area_of(piece).difference(route)
    parts: list[Path] = [*(lines(left) if kind == "polyline" else outlines(left))]
    if not parts:
        return mapfile.removed({piece.id})
    after = mapfile.replaced([with_corners(piece, parts[0])])
    return with_new(after, [(piece.what, kind, path) for path in parts[1:]], piece.id)


def _both(mapfile: MapFile, finding: Finding) -> tuple[MapObject, MapObject]:
    found = objects_of(mapfile, finding)
    if len(found) < 2:
        raise EditRefusedError("the lane is too near the edge of the board; bend it inward")
    return found[0], found[1]


def given_room(mapfile: MapFile, finding: Finding) -> MapFile:
    """``FF-09``  Bend a lane away from the board's edge, or cut a wall that is too near."""
    if len(objects_of(mapfile, finding)) > 1:
        return way_opened(mapfile, finding)
    lane = first_of(mapfile, finding)
    w, h = mapfile.width - 2 * ROOM, mapfile.height - 2 * ROOM
    path = list[Point]()
    for corner in lane.outline:
        at = clamped(Point(corner.x - ROOM, corner.y - ROOM), w, h)
        path.append(thousandths(Point(at.x + ROOM, at.y + ROOM)))
    # At an origin a lane may begin at the edge.
    for end in (0, -1):
        if any(distance(lane.outline[end], o) <= WIDEST for o in _origins(mapfile)):
            path[end] = lane.outline[end]
    return mapfile.replaced([with_corners(lane, without_doubles(path, closed=False))])


def _origins(mapfile: MapFile) -> list[Point]:
    return [at for one in mapfile.all_of(FloodOrigin) for at in one.outline]


usual_flow = setting(flow="usual")
"""``FF-04``  Reset the flow of lanes, so that they run away from the origin."""


def made_wet(mapfile: MapFile, finding: Finding) -> MapFile:
    """``FF-04``  Reset a dry lane's flow, or lead it to the nearest lane or origin."""
    lane = first_of(mapfile, finding)
    if isinstance(lane.what, Lane) and lane.what.flow != "usual":
        return usual_flow(mapfile, finding)
    others: list[BaseGeometry] = [
        LineString(one.outline) for one in mapfile.all_of(Lane) if one.id != lane.id
    ]
    others += [shapely.Point(at) for at in _origins(mapfile)]
    near = shapely.union_all(others)
    ends = lane.outline[0], lane.outline[-1]
    start, end = (shapely.Point(at).distance(near) for at in ends)
    at = ends[0] if start <= end else ends[1]
    found = nearest_points(near, shapely.Point(at))[0]
    to = thousandths(Point(found.x, found.y))
    solid = [shape(piece) for piece in to_board(mapfile).terrain if piece.impassable]
    if LineString((at, to)).distance(shapely.union_all(solid)) < WIDEST:
        raise EditRefusedError("something stands between the lane and the water")
    path = (to, *lane.outline) if start <= end else (*lane.outline, to)
    return mapfile.replaced([with_corners(lane, path)])


CUT = Fix("Cut the lane", lane_cut)
OPEN = Fix("Cut an opening for the lane", way_opened)
FIXES = {
    "no origin": (Fix("Draw an origin at a lane's upper end", origin_drawn),),
    "origin walled in": (Fix("Move the origin onto the floor", origin_moved),),
    "lane through a wall": (CUT, OPEN),
    "narrow lane": (Fix("Move walls off the lane", given_room),),
    "lanes in a circle": (Fix("Reset the flow of the lanes", usual_flow),),
    "dry lane": (Fix("Connect the lane to the water", made_wet),),
    "idle gate": (Fix("Make the gate not watertight", setting(watertight=False)),),
}


T = TypeVar("T")
ONE = ModelId("one")
APART = 2.0
"""Inches between two tested places."""
FLOODS = 40
"""Number of floods per place if its result cannot be computed exactly."""
STRIDE = 11
"""The first pass samples every n-th place."""
EACH = 12
"""Number of places between two results."""


@dataclass(frozen=True, slots=True)
class FloodProbe(Probe):
    name: ClassVar[str] = "Flood now"
    noun: ClassVar[str] = "a flood"
    hint: ClassVar[str] = "What the flood covers, and a Warden's fate at each place"
    choices: ClassVar[tuple[str, ...]] = ("Swept away", "Dashed", "Killed")
    lucky: ClassVar[bool] = True
    subject: ClassVar[type[MapClass] | None] = FloodOrigin

    def results(self, board: Board) -> Iterator[ProbeResult]:
        """``FF-06`` to ``FF-18``  Yield the flooded ground, then the chances place by place.

        ``FF-01``: with several origins, the seed selects one of them.
        """
        if faults := flood_faults(board):
            yield ProbeResult(refused=str(faults[0]))
            return
        sources = origins(board)
        origin = sources[(self.asked.seed - 1) % len(sources)].id
        named = (f"From {origin.replace('-', ' ')}.",) if len(sources) > 1 else ()
        ground = (*_current(board, origin), flooded(board, origin))
        yield ProbeResult(ground, words=named, done=0.0)
        squares = Squares(APART, int(board.width // APART), int(board.height // APART))
        shares = np.zeros((squares.rows, squares.columns))
        spots = spread([*places(board, squares)])
        fates = list[float]()
        for n, (row, column, at) in enumerate(spots, 1):
            chance = chance_at(board, origin, at, self.asked.many)
            shares[row, column] = chance
            fates.append(chance)
            if n % EACH == 0 or n == len(spots):
                words = (*named, *_words(self.choices[self.asked.many], fates))
                warm = (HeatSquares(squares, shares.copy(), OverlayTone.BAD),)
                yield ProbeResult(ground, warm=warm, words=words, done=n / len(spots))


def _current(board: Board, origin: str) -> Iterator[Overlay]:
    view = TableView(Table(board, SIDES), rules_of("classic", modules=["flood"]))
    for flow in FLOWS.of(view, origin):
        streams = tuple(stream.path for stream in flow.streams)
        yield Current(
            streams, source=flow.source, ends=flow.ends, pools=flow.pools, dry=flow.dry
        )


def flooded(board: Board, origin: str) -> VisibleArea:
    """``FF-18``  Return the ground that the flood covers, with its half-inch squares merged."""
    whole = shapely.union_all([Polygon(one) for one in water_from(board, origin).flooded])
    parts = [part for part in shapely.get_parts(whole) if isinstance(part, Polygon)]
    rings = [ring for part in parts for ring in (part.exterior, *part.interiors)]
    outlines = [tuple(Point(x, y) for x, y in ring.coords[:-1]) for ring in rings]
    return VisibleArea(tuple(outlines), OverlayTone.COOL, fill=0.16)


def places(board: Board, squares: Squares) -> Iterator[tuple[int, int, Point]]:
    """Yield the middles of squares where a warden can stand, with their rows and columns."""
    radius = load_armoury("classic").kinds[WHO].base
    for row in range(squares.rows):
        for column in range(squares.columns):
            at = Point((column + 0.5) * squares.side, (row + 0.5) * squares.side)
            base = Disc(at, radius)
            if can_stand(board, base):
                yield row, column, at


def spread(spots: Sequence[T]) -> list[T]:
    """Return the same places in an order in which the first ones lie far apart."""
    return [spot for first in range(STRIDE) for spot in spots[first::STRIDE]]


def chance_at(board: Board, origin: str, at: Point, which: int) -> float:
    """Return the chance of one of the choices; that of being swept away is exact."""
    view = alone(board, origin, at)
    if which == 0:
        wet = within_reach(view.table)
        return float(chance_to_fall(view, ONE)) if ONE in wet else 0.0
    found = fate(view)
    return (found.carried, found.dashed, found.dies)[which].value


def alone(board: Board, origin: str, at: Point) -> TableView:
    """Return a table with a single warden, over which the flood is to come."""
    table = Table(board, SIDES, clock=Clock(5, "flood"))
    put_warden(table, SIDES[0], at)
    table.notes[PAGE.name] = FloodState(origin)
    return TableView(table, rules_of("classic", modules=["flood"]))


def fate(view: TableView) -> FloodOutcome:
    """Return the forecast for the single model on the table."""
    *_, last = forecasts(view, SeededDice(1), FLOODS)
    return last.fates[ONE]


def _words(what: str, fates: list[float]) -> tuple[str, ...]:
    wet = [one for one in fates if one > 0.0]
    if not wet:
        return (f"{what}: nowhere that was tested.",)
    mean = sum(wet) / len(wet)
    there = f"{mean:.0%} there on average, {max(wet):.0%} at most"
    return (f"{what}: {len(wet) / len(fates):.0%} of tested places; {there}.",)


def _streams(board: Board) -> Iterator[Path]:
    """``FF-04``  Yield the paths of the water, each downstream."""
    if origins(board) and (lanes := water_from(board, "").lanes):
        for stretch in lanes.stretches:
            yield stretch.path


PART = EditorPart(
    2,
    fixes=FIXES | mission_fixes.FIXES,
    probes=(FloodProbe,),
    first_step="Place a flood origin: pick it in the palette, then click.",
    streams=_streams,
    turned_on_by=FloodOrigin,
    preset=PRESET,
)
