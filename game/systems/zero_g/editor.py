"""Zero-g in the editor.

It has loose debris and containers, and shows their drift.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from game.content.maps.classes import Container, DeploymentZone, Hatch
from game.content.maps.map_class import MapClass
from game.content.maps.map_file import MapFile
from game.content.scenarios import load_scenario
from game.cores.kit.dice import random_direction
from game.editor.editor_part import EditorPart
from game.editor.findings import Finding, middle
from game.editor.fixes import Fix, nearest, open_ground, with_new
from game.editor.passages import Passages
from game.editor.probes import SIDES, Probe, ProbeResult, trails
from game.editor.zone_fixes import APART, Preset, board_middle, square_distance
from game.geometry.points import Path, Point, heading_of_vector
from game.play.dice_sequences import SeededDice
from game.play.game import Game, at_once
from game.rules import PLAYED
from game.rules.catalog import rules_of
from game.systems.zero_g.content.map_classes import Debris, Hull
from game.systems.zero_g.rules.drift import rolls
from game.table.board import Board
from game.table.events import ArrowsChanged, Event, PieceRemoved
from game.table.records import Clock
from game.table.state import Piece, PieceKind, Table
from game.table.system_additions import pieces_of
from game.view.overlays import BoardNote, Overlay, OverlayTone, RangeRing, VisibleArea

CLAUSE = "ZG-13"
LOOSE = (PieceKind.DEBRIS, PieceKind.CONTAINER)
LEGS = 4
DRIFTS, EACH = 216, 24
"""Number of drifts from which chances are computed, and between two results."""
SCENARIO = "salvage"
"""The scenario for whose sides the zones of a new map are reserved."""
IN, DEEP, HATCH = 6.0, 6.0, 5.0
"""Inches from the zones of a new map to its sides, their depth, and half a hatch's length."""


@dataclass(frozen=True, slots=True)
class DriftProbe(Probe):
    name: ClassVar[str] = "Drift"
    noun: ClassVar[str] = "a drift"
    hint: ClassVar[str] = (
        "Where loose debris and containers drift when pushed in random directions"
    )
    choices: ClassVar[tuple[str, ...]] = tuple(
        f"{n} move{'s' * (n > 1)}" for n in range(1, LEGS + 1)
    )
    lucky: ClassVar[bool] = True
    about: ClassVar[tuple[type[MapClass], ...]] = (Debris, Container)
    every: ClassVar[str] = "All loose pieces"

    def targets(self, board: Board) -> Iterable[str]:
        """``ZG-13``  Return the loose pieces."""
        return pieces_of(board, LOOSE)

    def results(self, board: Board) -> Iterator[ProbeResult]:
        """``ZG-13``  Give each piece one arrow in a random direction; then drift d6" a move.

        If a piece is chosen, it alone gets an arrow. One drift is shown; then many are counted:
        the ground that pieces pass over, and how many of them are lost.
        """
        table = Table(board, SIDES, clock=Clock(1), pieces=pieces_of(board, LOOSE))
        if not table.pieces:
            yield ProbeResult(
                refused="Nothing on the map is loose; draw containers or loose debris"
            )
            return
        pushed = (self.asked.target,) if self.asked.target else tuple(table.pieces)
        shapes = dict(table.pieces)
        story = drifted(table, self.asked.many + 1, self.asked.seed, pushed)
        lost = [event.piece for event in story if isinstance(event, PieceRemoved)]
        words = [f"{name.replace('-', ' ').capitalize()} leaves the table." for name in lost]
        still = sum(not piece.arrows for piece in table.pieces.values())
        left = len(table.pieces)
        many = "1 piece is left" if left == 1 else f"{left} pieces are left"
        words.append(f"{many}, {still} at rest.")
        overlays = *trails(story, lost), *_drawn_pieces(table.pieces.values())
        shown = ProbeResult(tuple(overlays), words=tuple(words), done=0.0)
        yield shown
        passages, gone = Passages(board), 0
        for n in range(1, DRIFTS + 1):
            table = Table(board, SIDES, clock=Clock(1), pieces=dict(shapes))
            story = drifted(table, self.asked.many + 1, self.asked.seed + n, pushed)
            passages.count(shapes, story)
            gone += sum(isinstance(event, PieceRemoved) for event in story)
            if n % EACH == 0:
                chance = f"{gone / (n * len(pushed)):.0%} of pushed pieces leave the table."
                heat = passages.heat(OverlayTone.COOL)
                yield shown._replace(warm=(heat,), words=(*words, chance), done=n / DRIFTS)


def drifted(
    table: Table, moves: int, seed: int, pushed: Iterable[str] | None = None
) -> list[Event]:
    """Give loose pieces an arrow, and let all drift *moves* times; return the events.

    *pushed*: the pieces with an arrow; all if None.
    """
    game = Game(rules_of("zero_g"), table, SeededDice(seed))
    for name in list(table.pieces) if pushed is None else pushed:
        along = random_direction(game, CLAUSE, SIDES[0], name)
        game.do(ArrowsChanged(CLAUSE, name, 1, heading_of_vector(along)))
    for _ in range(moves):
        for name in list(table.pieces):
            piece = table.pieces.get(name)
            if piece and piece.arrows:
                (distance,) = game.throw(CLAUSE, SIDES[0], "drift", id_=name)
                at_once(rolls(game, CLAUSE, name, float(distance)))
    return game.story


def _drawn_pieces(pieces: Iterable[Piece]) -> Iterator[Overlay]:
    for piece in pieces:
        if piece.outline:
            yield VisibleArea((piece.corners,), OverlayTone.CHOSEN, fill=0.16)
        else:
            yield RangeRing(piece.at, piece.radius, OverlayTone.CHOSEN)
        yield BoardNote(piece.at, piece.id.replace("-", " "), OverlayTone.CHOSEN)


def _void_drawn(mapfile: MapFile) -> MapFile:
    """``MI-04``, ``MI-05``  Draw zones with hatches, containers between them, and debris."""
    w, h = float(mapfile.width), float(mapfile.height)
    sides = [side.id for side in load_scenario(SCENARIO, PLAYED).sides]
    zones = (_box(IN, 0, w - IN, DEEP), _box(IN, h - DEEP, w - IN, h))
    after = with_new(
        mapfile,
        [
            (DeploymentZone(side=side), "rectangle", path)
            for side, path in zip(sides, zones, strict=True)
        ],
    )
    first, second = (one.id for one in after.all_of(DeploymentZone))
    x, y = w / 2, h / 2
    hatches = (
        (first, (Point(x - HATCH, 0), Point(x + HATCH, 0))),
        (second, (Point(x + HATCH, h), Point(x - HATCH, h))),
    )
    hulls = ((Point(0, h), Point(0, 0)), (Point(w, 0), Point(w, h)))
    debris = [(x + sx * w / 5, y + sy * h / 7) for sx in (-1, 1) for sy in (-1, 1)]
    return with_new(
        after,
        [
            *((Hatch(zone=zone), "polyline", path) for zone, path in hatches),
            *((Hull(), "polyline", path) for path in hulls),
            *((Container(), "point", (Point(x + n * w / 5, y),)) for n in (0, -1, 1)),
            *((Debris(), "rectangle", _box(a - 1.5, b - 1, a + 1.5, b + 1)) for a, b in debris),
        ],
    )


def _box(left: float, top: float, right: float, low: float) -> Path:
    return Point(left, top), Point(right, low)


def containers_laid(mapfile: MapFile, finding: Finding) -> MapFile:
    """``MI-05``  Draw containers near the middle until there are three; remove any beyond."""
    there = mapfile.all_of(Container)
    if len(there) > 3:
        return mapfile.removed({one.id for one in there[3:]})
    ground, mid = open_ground(mapfile), board_middle(mapfile)
    ways = ((0, 0), (1, 1), (-1, -1), (1, -1), (-1, 1))
    spots = [Point(mid.x + APART * dx, mid.y + APART * dy) for dx, dy in ways]
    found = [nearest(ground, spot) for spot in spots]
    clear = [at for at in found if all(square_distance(at, middle(one)) > 1.0 for one in there)]
    more = clear[: 3 - len(there)]
    return with_new(mapfile, [(Container(), "point", (at,)) for at in more])


PRESET = Preset(
    "Zero-g",
    "Two zones with hatches, three containers and some debris, for fights in the void.",
    (48, 48),
    "space",
    draw=_void_drawn,
    least=(36, 30),
)
FIXES = {"number of containers": (Fix("Place three containers", containers_laid),)}
PART = EditorPart(5, fixes=FIXES, probes=(DriftProbe,), preset=PRESET)
