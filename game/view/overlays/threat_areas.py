"""Areas of the board that the enemy threatens in its next turn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import shapely
from shapely import LineString, Polygon

from game.background import BackgroundValue
from game.cores.kit.queries import HIDES, THREATS, TableView, ThreatArea, ThreatKind
from game.geometry.points import CONTACT, Disc, Path, Point, point_ahead, segments_of
from game.geometry.polygons import Segment, edges
from game.table.board import Board
from game.table.records import UnitId
from game.table.state import Table
from game.view.overlays import Overlay, OverlayTone, VisibleArea
from game.view.overlays.ground_outlines import Floats, ReachQuery, reach_of_all, visible_rim

SAMPLES_APART: Final = 1.5
"""Inches between the ends of a move from which sight is examined."""
FINE: Final = 0.05
"""Inches by which the outline of a single view may be simplified."""
SLIVER: Final = 0.25
"""Inches: parts and gaps of an area narrower than twice this are left out."""
MAX_UNITS: Final = 128
"""Maximum number of units whose areas are cached."""

TONES: Final = {
    ThreatKind.SHOOTS: (OverlayTone.CHOSEN, 0.11, "can be shot"),
    ThreatKind.CHARGES: (OverlayTone.THREAT, 0.16, "can be charged"),
    ThreatKind.STRIKES: (OverlayTone.THREAT, 0.2, "can be struck"),
    ThreatKind.CARRIED: (OverlayTone.COOL, 0.26, "may be carried"),
}
"""Tone, opacity and words of each kind of area, in the order in which they are drawn."""


class UnitThreats(NamedTuple):
    """The threats of a unit's models, each with its base: all that its areas depend on."""

    threats: tuple[tuple[Disc, ThreatArea], ...]


class ThreatOverlay:
    """The threats of all enemies, or of the unit under the pointer, computed aside."""

    def __init__(self) -> None:
        self._shown = BackgroundValue[tuple[Overlay, ...]](())
        self._last: tuple[object, tuple[Overlay, ...]] = None, ()
        self._left: tuple[Overlay, ...] = ()
        """Areas that are computed, but not shown yet: each takes some milliseconds to paint."""
        self._units: OrderedDict[Hashable, dict[ThreatKind, Any]] = OrderedDict()
        self._ground: tuple[object, ...] = ()
        self._serial = 0
        self._asked: tuple[object, tuple[UnitThreats, ...]] = None, ()

    @property
    def busy(self) -> bool:
        """True while areas are computed."""
        return self._shown.busy or bool(self._left)

    def of(
        self, view: TableView, units: tuple[UnitId, ...], moment: object
    ) -> tuple[Overlay, ...]:
        """Return the areas of some units, one more in each frame.

        While new ones are computed, they are the last ones. *moment*: key of the table's state.
        """
        ground = view.table.board, tuple(view.table.pieces.values())
        if ground != self._ground:
            self._ground, self._serial = ground, self._serial + 1
        if self._asked[0] != (moment, units):
            found = tuple(threats_of(view, unit) for unit in units)
            self._asked = (moment, units), found
        asked = self._asked[1]
        key = self._serial, asked
        fork, serial = TableView(view.table.fork(), view.rules), self._serial
        areas = self._shown.get(key, lambda: tuple(self._overlays(fork, serial, asked)))
        if areas or not self._shown.busy:
            kept = [area for area in areas if area in self._last[1]]
            self._left = tuple(area for area in areas if area not in kept)
            kept += self._left[:1]
            self._last, self._left = (units, tuple(kept)), self._left[1:]
        return self._last[1] if self._last[0] == units else ()

    def _overlays(
        self, view: TableView, serial: int, asked: Sequence[UnitThreats]
    ) -> Iterator[Overlay]:
        """Yield the areas; runs in a background thread, of which there is only one."""
        found = list[dict[ThreatKind, Any]]()
        for unit in asked:
            key = serial, unit
            if key not in self._units:
                self._units[key] = areas_of(view, unit)
            self._units.move_to_end(key)
            found.append(self._units[key])
        while len(self._units) > MAX_UNITS:
            self._units.popitem(last=False)
        table = open_ground(view.table.board)
        for kind, (tone, fill, words) in TONES.items():
            whole = shapely.union_all([one[kind] for one in found if kind in one])
            if outlines := loops(smoothed(whole).intersection(table)):
                at = _label_place(outlines[0], view.table, low=kind is not ThreatKind.SHOOTS)
                yield VisibleArea(outlines, tone, words, fill=fill, at=at)


def open_ground(board: Board) -> Any:
    """Return the table without the terrain that no base may overlap."""
    solid = [Polygon(t.outline) for t in board.terrain if t.impassable and t.closed]
    return shapely.box(0.0, 0.0, board.width, board.height).difference(shapely.union_all(solid))


def _label_place(outline: Path, table: Table, *, low: bool) -> Point:
    """Return the lowest or highest corner, off the table's edge if there is one."""
    wide, high = table.board.width, table.board.height
    inner = [at for at in outline if 1 < at.x < wide - 1 and 1 < at.y < high - 1]
    return (max if low else min)(inner or outline, key=lambda at: at.y)


def threats_of(view: TableView, unit_id: UnitId) -> UnitThreats:
    """Return what the areas of a unit depend on; clauses that differ do not matter."""
    return UnitThreats(
        tuple(
            (model.disc, threat)
            for model in view.table.of(unit_id)
            for threat in THREATS.of(view, model.id)
        )
    )


def areas_of(view: TableView, unit: UnitThreats) -> dict[ThreatKind, Any]:
    """Return the area of each kind that a unit threatens, as a shapely geometry."""
    alike = dict[tuple[ThreatArea, float], list[Point]]()
    for base, threat in unit.threats:
        # Straight moves and known areas belong to one model; the others spread together.
        alike.setdefault((threat, base.radius), []).append(base.at)
    found = dict[ThreatKind, list[Any]]()
    for (threat, radius), places in alike.items():
        found.setdefault(threat.kind, []).extend(_threatened(view, threat, radius, places))
    return {kind: shapely.union_all(parts) for kind, parts in found.items()}


def _threatened(
    view: TableView, threat: ThreatArea, radius: float, places: Sequence[Point]
) -> Iterator[Any]:
    if threat.area:
        yield Polygon(threat.area)
    elif threat.course:
        line = LineString(threat.course) if len(threat.course) > 1 else shapely.Point(places[0])
        yield line.buffer(radius)
    elif not threat.in_sight:
        yield _ends(view, threat, radius, places).buffer(radius + threat.reach)
    else:
        spots = [*places]
        if threat.move:
            spots += _samples(_ends(view, threat, radius, places))
        yield from _seen(view, threat, radius, spots)


def _ends(view: TableView, threat: ThreatArea, radius: float, places: Sequence[Point]) -> Any:
    """Return the area in which the centres of bases may end their move."""
    if threat.heading is None:
        query = ReachQuery(
            view.table.board,
            Disc(places[0], radius),
            threat.move,
            over=threat.over,
            others=(),
            off_limits=(),
        )
        return area_of(reach_of_all(query, places))
    board = view.table.board
    pieces = [edges(p.corners) for p in view.table.pieces.values() if p.corners]
    walls = [side for t in board.terrain if t.impassable for side in t.sides()]
    walls += [side for piece in pieces for side in piece]
    part = (threat.heading, threat.wide / 2) if threat.wide < 360.0 else None
    views = [visible_rim(at, threat.move, (*walls, *board.rim), arc=part) for at in places]
    seen = shapely.union_all([area_of([outline]) for outline in views])
    # A base keeps its whole radius off what stops it.
    stops = shapely.union_all([LineString(side) for side in walls])
    return seen.difference(stops.buffer(radius - CONTACT))


def _samples(area: Any) -> Iterator[Point]:
    """Yield points along the edges of an area, evenly spread."""
    for loop in loops(area):
        left = 0.0
        for start, toward, leg in segments_of((*loop, loop[0])):
            while left < leg:
                yield point_ahead(start, toward, left)
                left += SAMPLES_APART
            left -= leg


def _seen(
    view: TableView, threat: ThreatArea, radius: float, spots: Iterable[Point]
) -> Iterator[Any]:
    """Yield the areas that are within reach along clear lines from some places."""
    part = (threat.heading or 0.0, threat.arc / 2) if threat.arc < 360.0 else None
    rim = view.table.board.rim
    for at in spots:
        hides = [*HIDES.of(view, Disc(at, radius))]
        walls: list[Segment] = [side for hide in hides if not hide.into for side in hide.sides]
        clumps = [hide.sides for hide in hides if hide.into]
        outline = visible_rim(at, threat.reach + radius, (*walls, *rim), clumps, part)
        yield area_of([outline]).simplify(FINE)


def area_of(outlines: Iterable[Path | Floats]) -> Any:
    """Return the area within some outlines, those of holes among them."""
    whole: Any = Polygon()
    for outline in outlines:
        if len(outline) > 2:
            whole = whole.symmetric_difference(shapely.make_valid(shapely.polygons(outline)))
    return whole


def smoothed(area: Any) -> Any:
    """Return an area without slivers and narrow gaps."""
    filled = area.buffer(SLIVER, quad_segs=4).buffer(-2 * SLIVER, quad_segs=4)
    return filled.buffer(SLIVER, quad_segs=4).simplify(FINE / 2)


def loops(area: Any) -> tuple[Path, ...]:
    """Return the outlines of an area, those of its holes among them."""
    parts = [part for part in shapely.get_parts(area) if isinstance(part, Polygon)]
    rings = [ring for part in parts for ring in (part.exterior, *part.interiors)]
    return tuple(
        tuple(Point(round(x, 3), round(y, 3)) for x, y in ring.coords[:-1])
        for ring in rings
        if not ring.is_empty
    )
