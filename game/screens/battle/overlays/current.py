"""Which way water runs, as a sheet of the glass: its ways, and arrows that drift down them."""

from __future__ import annotations

from collections.abc import Iterator

from game.geometry.points import Path
from game.geometry.polygons import box
from game.prompts.choose import ChoosePrompt
from game.prompts.prompt import AnyPrompt
from game.rules.kit.queries import FLOWS, TableView, WaterFlow
from game.screens.battle.overlays.background_value import Later
from game.view.overlays.shapes import BoardNote, Current, DriftArrows, Overlay, OverlayTone

CYCLE = 1.8
"""Seconds that an arrow takes to where the next one was."""
STEPS = 20
"""Pictures in a cycle: more would not look smoother, and each is a frame that is drawn."""


class CurrentSheet:
    """Keeps what it told last until something new is worked out."""

    def __init__(self) -> None:
        self._flows = Later[WaterFlow | None](None)
        self._flow: WaterFlow | None = None
        self._sheet: tuple[Overlay, ...] = ()
        self._drifts: tuple[DriftArrows, ...] = ()
        self._clock = 0.0

    def update(self, seconds: float, *, still: bool) -> None:
        """Let the arrows drift; *still*: they may not."""
        self._clock = 0.0 if still else (self._clock + seconds) % CYCLE

    def look(
        self, glance: TableView, prompt: AnyPrompt | None, moment: object
    ) -> tuple[Overlay, ...]:
        """Return what shows where water runs; from the origin that is lit, if one is chosen."""
        table, lit = glance.table, prompt.lit if isinstance(prompt, ChoosePrompt) else ""
        # Where it comes from is fixed before the first turn.
        key = table.board, lit, None if table.clock.round else moment
        fork = TableView(table.fork(), glance.rules)
        flow = self._flows.get(key, lambda: next(FLOWS.of(fork, lit), None))
        if flow is not None and flow is not self._flow:
            self._flow, self._sheet, self._drifts = flow, tuple(_drawn(flow)), _drifting(flow)
            self._clock = 0.0
        if not self._drifts:
            return ()
        return *self._sheet, self._drifts[int(self._clock / CYCLE * STEPS) % STEPS]


def _drawn(flow: WaterFlow) -> Iterator[Overlay]:
    """Yield what stands still: each part by itself, for small pictures are painted sooner."""
    ways = tuple(stream.path for stream in flow.streams)
    if sum(_size(way) for way in ways) < _size(tuple(at for way in ways for at in way)):
        yield from (Current((way,)) for way in ways)
    else:
        yield Current(ways)
    yield from (Current(dry=(way,)) for way in flow.dry)
    yield from (Current(ends=(at,)) for at in flow.ends)
    yield from (Current(pools=(at,)) for at in flow.pools)
    yield Current(source=flow.source)
    yield from (BoardNote(b.at, b.words, OverlayTone.COOL) for b in flow.branches)


def _size(path: Path) -> float:
    """Return about how large a picture of a path is, in square inches."""
    left, top, right, low = box(path)
    return (right - left + 1) * (low - top + 1)


def _drifting(flow: WaterFlow) -> tuple[DriftArrows, ...]:
    ways = tuple(stream.path for stream in flow.streams)
    offs = tuple(stream.off for stream in flow.streams)
    return tuple(DriftArrows(ways, offs, flow.source, n / STEPS) for n in range(STEPS))
