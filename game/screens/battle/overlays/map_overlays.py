"""Water current, ring rotation, incoherent units, objective ranges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.geometry.points import Path, Point
from game.geometry.polygons import box
from game.play.wording import name
from game.prompts.choose import ChoosePrompt
from game.prompts.numbers import FloorPrompt
from game.prompts.prompt import AnyPrompt
from game.rules.cage.floor import cell_of, neighbours
from game.rules.cage.queries import could_next
from game.rules.flood.regroup.status import CUT_OFF
from game.rules.kit.queries import FLOWS, MOUTHS, NATURES, STAKES, TOKENS, TableView, WaterFlow
from game.rules.kit.unit_marks import LOOSE, MAY_BREAK, SCATTERED
from game.screens.battle.overlays.background_value import BackgroundValue
from game.table.cage_floor import Rings, floor_of, outline, pose_in_cell
from game.table.records import Model, Side, Unit
from game.table.state import Table
from game.view.overlays.overlay_shapes import (
    Area,
    BaseOutline,
    BoardNote,
    Current,
    DriftArrows,
    Overlay,
    OverlayLayers,
    OverlayTone,
    Pin,
    RangeRing,
    VisibleArea,
)
from game.view.style import INKS

CYCLE = 1.8
"""Seconds in which an arrow moves to the position of the next one."""
STEPS = 20
"""Pictures per cycle; more would not look smoother, and each costs a redraw."""


class CurrentOverlay:
    """The water current; the last one stays visible until a new one is computed."""

    def __init__(self) -> None:
        self._flows = BackgroundValue[WaterFlow | None](None)
        self._flow: WaterFlow | None = None
        self._sheet: tuple[Overlay, ...] = ()
        self._drifts: tuple[DriftArrows, ...] = ()
        self._clock = 0.0

    def update(self, seconds: float, *, still: bool) -> None:
        """Advance the drifting arrows by *seconds*; *still* keeps them in place."""
        self._clock = 0.0 if still else (self._clock + seconds) % CYCLE

    def refresh(
        self, view: TableView, prompt: AnyPrompt | None, moment: object
    ) -> tuple[Overlay, ...]:
        """Return the current's overlays, from the highlighted origin if one is asked for."""
        table, lit = view.table, prompt.lit if isinstance(prompt, ChoosePrompt) else ""
        # The origin is fixed before the first turn.
        key = table.board, lit, None if table.clock.round else moment
        fork = TableView(table.fork(), view.rules)
        flow = self._flows.get(key, lambda: next(FLOWS.of(fork, lit), None))
        if flow is not None and flow is not self._flow:
            self._flow, self._sheet, self._drifts = (
                flow,
                tuple(_draw_current(flow)),
                _drifting(flow),
            )
            self._clock = 0.0
        if not self._drifts:
            return ()
        return *self._sheet, self._drifts[int(self._clock / CYCLE * STEPS) % STEPS]


def _draw_current(flow: WaterFlow) -> Iterator[Overlay]:
    """Yield the parts that do not move, separately where small pictures are painted faster."""
    ways = tuple(stream.path for stream in flow.streams)
    if sum(_size(path) for path in ways) < _size(tuple(at for path in ways for at in path)):
        yield from (Current((path,)) for path in ways)
    else:
        yield Current(ways)
    yield from (Current(dry=(path,)) for path in flow.dry)
    yield from (Current(ends=(at,)) for at in flow.ends)
    yield from (Current(pools=(at,)) for at in flow.pools)
    yield Current(source=flow.source)
    yield from (BoardNote(b.at, b.words, OverlayTone.COOL) for b in flow.branches)


def _size(path: Path) -> float:
    """Return the approximate area of a picture of a path, in square inches."""
    left, top, right, low = box(path)
    return (right - left + 1) * (low - top + 1)


def _drifting(flow: WaterFlow) -> tuple[DriftArrows, ...]:
    ways = tuple(stream.path for stream in flow.streams)
    offs = tuple(stream.off for stream in flow.streams)
    return tuple(DriftArrows(ways, offs, flow.source, n / STEPS) for n in range(STEPS))


BELOW = 0.55
"""Inches from a base to the words below it."""


class RingTurnOverlay:
    """Preview of a ring's rotation, computed anew only when the rotation changes."""

    def __init__(self) -> None:
        self._known: object = None
        self._sheets = OverlayLayers()

    def refresh(
        self, view: TableView, prompt: AnyPrompt | None, moment: object
    ) -> OverlayLayers:
        if not isinstance(prompt, FloorPrompt):
            return OverlayLayers()
        known = moment, id(prompt), prompt.value
        if known != self._known:
            self._known = known
            self._sheets = _draw_turn(view, prompt.rings)
        return self._sheets


def _draw_turn(view: TableView, rings: Rings) -> OverlayLayers:
    after = TableView(view.table.fork(), view.rules)
    after.table.rings = rings
    below, above = list[Overlay](), list[Overlay]()
    models = after.table.standing()
    for model in models:
        below += changed(view, model, rings)
    for model in models:
        foe = next(m for m in models if m is not model)
        words = could_next(after, model, foe)
        at, _ = pose_in_cell(floor_of(after.table.board), rings, cell_of(model), model.edge)
        low = Point(at.x, at.y + model.base + BELOW)
        text = f"{name(after.table, model.id)} {words.why} · {words.clause}"
        above.append(BoardNote(low, text, OverlayTone.PLAIN))
    return OverlayLayers(tuple(below), tuple(above))


def changed(view: TableView, model: Model, rings: Rings) -> Iterator[Overlay]:
    """``TC-02``  Yield a champion's neighbouring cells after a turn: new, lost and kept."""
    floor, cell = floor_of(view.table.board), cell_of(model)
    before = neighbours(floor, view.table.rings, cell)
    after = neighbours(floor, rings, cell)
    held = [cell_of(m) for m in view.table.standing()]
    for other in after:
        edge = (outline(floor, rings, other),)
        if other in before:
            yield VisibleArea(edge, OverlayTone.COOL, fill=0.05)
        else:
            yield Area(edge, OverlayTone.GOOD, "" if other in held else "new neighbour")
    for other in before:
        if other not in after:
            words = "" if other in held else "no longer a neighbour"
            yield Area((outline(floor, rings, other),), OverlayTone.BAD, words)


MUST: dict[str, tuple[str, str]] = {
    CUT_OFF: ("Cut off by the enemy", "FF-24"),
    MAY_BREAK: ("May break off", "FF-24"),
    SCATTERED: ("Scattered", "FF-21"),
    LOOSE: ("Must rejoin its unit", "FF-20"),
}
"""A short text and a clause for each mark that demands regrouping; the worst first."""
ABOVE = 0.75
"""Inches from a base to the words above it."""


def regroup_duty(unit: Unit, model: Model) -> tuple[str, str] | None:
    """Return a model's duty to get back to its unit, and its clause; None without one."""
    marks = {mark.name for mark in (*unit.marks, *model.marks)}
    return next((words for name, words in MUST.items() if name in marks), None)


def muddled(table: Table) -> Iterator[Overlay]:
    """Yield rings around all models that must regroup, and the clause at one of each group."""
    for unit in table.fielded():
        groups = dict[tuple[str, str], list[Model]]()
        for model in table.of(unit.id):
            if found := regroup_duty(unit, model):
                groups.setdefault(found, []).append(model)
        for (_, clause), models in groups.items():
            top = min(models, key=lambda m: (m.at.y, m.at.x))
            at = Point(top.at.x, top.at.y - top.base - ABOVE)
            yield BaseOutline(tuple(m.disc for m in models), OverlayTone.BAD)
            yield BoardNote(at, clause, OverlayTone.BAD)


AROUND, BEYOND = 0.35, 0.9
"""Inches outside a marker's reach to the second ring of an active one, and to the words."""

MOUTH = 0.8
"""Radius in inches of the ring around a drain from which models may come up."""


def marker_ranges(view: TableView, held: Mapping[str, Side]) -> Iterator[Overlay]:
    """Yield a ring around each marker that pays; *held*: the side that holds each marker."""
    table = view.table
    for stake in STAKES.of(view, None):
        marker = table.markers[stake.marker]
        tone = OverlayTone.PLAIN
        if marker.id in held:
            tone = (
                OverlayTone.SECOND if table.sides.index(held[marker.id]) else OverlayTone.FIRST
            )
        yield RangeRing(marker.at, stake.reach, tone)
        if stake.active:
            yield RangeRing(marker.at, stake.reach + AROUND, OverlayTone.CHOSEN)
    for mouth in MOUTHS.of(view, None):
        yield RangeRing(mouth.at, MOUTH, OverlayTone.GOOD if mouth.is_open else OverlayTone.BAD)


def words(view: TableView) -> Iterator[Overlay]:
    """Yield notes on active markers, the markers' natures and drains, and pins of tokens.

    Objective markers drawn by players carry their own labels.
    """
    for stake in STAKES.of(view, None):
        if stake.active:
            at = view.table.markers[stake.marker].at
            yield BoardNote(
                Point(at.x, at.y - stake.reach - BEYOND), "active", OverlayTone.CHOSEN
            )
    reaches = {stake.marker: stake.reach for stake in STAKES.of(view, None)}
    places = {marker.id: marker.at for marker in view.table.objectives}
    for nature in NATURES.of(view, None):
        x, y = places[nature.marker]
        low = y + reaches.get(nature.marker, 0.0) + BEYOND
        yield BoardNote(Point(x, low), nature.words, OverlayTone.PLAIN)
    for mouth in MOUTHS.of(view, None):
        at = Point(mouth.at.x, mouth.at.y + MOUTH + BEYOND)
        tone = OverlayTone.GOOD if mouth.is_open else OverlayTone.BAD
        yield BoardNote(at, "open drain" if mouth.is_open else "shut drain", tone)
    for token in TOKENS.of(view, None):
        yield Pin(token.at, token.words, INKS[token.ink])
