"""Probe of the ground that a flood covers, with a Warden's fate at each place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

import numpy as np
import shapely
from shapely import Polygon

from game.content.armouries.armoury_library import load_armoury
from game.content.maps.map_class import MapClass
from game.cores.kit.queries import TableView
from game.editor.deployment_probe import can_stand
from game.editor.probes import SIDES, HeatSquares, Probe, ProbeResult
from game.editor.sight_probe import WHO, put_warden
from game.geometry.points import Disc, Point, mean_point
from game.lab.squares import Squares
from game.play.dice_sequences import SeededDice
from game.rules.catalog import rules_of
from game.systems.flood.content.map_classes import FloodOrigin
from game.systems.flood.forecast import forecasts
from game.systems.flood.rules import PAGE, FloodState
from game.systems.flood.rules.flood_phase import within_reach
from game.systems.flood.rules.odds import FloodOutcome, chance_to_fall
from game.systems.flood.rules.system import FLOWS
from game.systems.flood.table.water import origins, water_from
from game.table.board import Board
from game.table.records import Clock, ModelId
from game.table.state import Table
from game.view.overlays import BoardNote, Current, Overlay, OverlayTone, VisibleArea

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
    about: ClassVar[tuple[type[MapClass], ...]] = (FloodOrigin,)
    every: ClassVar[str] = "From any origin"

    def targets(self, board: Board) -> Iterator[str]:
        """``FF-01``  Yield the origins of the flood."""
        return (origin.id for origin in origins(board))

    def results(self, board: Board) -> Iterator[ProbeResult]:
        """``FF-06`` to ``FF-18``  Yield the flooded ground, then the chances place by place.

        ``FF-01``: with several origins, the seed selects one of them unless one is chosen.
        """
        if faults := rules_of("classic", modules=["flood"]).unfit(board):
            yield ProbeResult(refused=str(faults[0]))
            return
        sources = origins(board)
        origin = self.asked.target or sources[(self.asked.seed - 1) % len(sources)].id
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
        if flow.source:
            yield BoardNote(mean_point(flow.source), "flood origin", OverlayTone.COOL)


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
