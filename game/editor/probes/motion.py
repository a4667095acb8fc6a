"""Probes: drifting pieces, rolling street, turning rings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from game.bots.policy import BotRandom
from game.editor.probes.base import SIDES, Probe, ProbeResult
from game.geometry.points import heading_of_vector
from game.play.decisions import Decision
from game.play.dice import SeededDice
from game.play.game import Game, at_once
from game.rules.cage.match_flow import MAX_TURN
from game.rules.catalog import rules_of
from game.rules.kit.dice import random_direction
from game.rules.kit.probability import run_to_end
from game.rules.pursuit.pursuit_phase import begins, handles_next
from game.rules.pursuit.street_checks import unfit
from game.rules.pursuit.street_pieces import is_on
from game.rules.zero_g.drift import rolls
from game.table.board import Board
from game.table.cage_floor import STEP, Rings, cell_id, floor_of, outline, rings_of, spot_of
from game.table.events import ArrowsChanged, Event, PieceLeft, PieceMoved, PieceRemoved
from game.table.pieces import Piece, PieceKind, pieces_of
from game.table.records import Cell, Clock
from game.table.state import Table
from game.view.overlays.overlay_shapes import (
    BoardNote,
    Overlay,
    OverlayLine,
    OverlayTone,
    RangeRing,
    VisibleArea,
)

CLAUSE = "ZG-13"
LOOSE = (PieceKind.DEBRIS, PieceKind.CONTAINER)
LEGS = 4


@dataclass(frozen=True, slots=True)
class DriftProbe(Probe):
    name: ClassVar[str] = "Drift"
    hint: ClassVar[str] = (
        "Where loose debris and containers drift when pushed in random directions"
    )
    choices: ClassVar[tuple[str, ...]] = tuple(
        f"{n} move{'s' * (n > 1)}" for n in range(1, LEGS + 1)
    )
    lucky: ClassVar[bool] = True

    def results(self, board: Board) -> Iterator[ProbeResult]:
        """``ZG-13``  Give each piece one arrow in a random direction; then drift d6" a move."""
        table = Table(board, SIDES, clock=Clock(1), pieces=pieces_of(board, LOOSE))
        if not table.pieces:
            yield ProbeResult(
                refused="Nothing on the map is loose; draw containers or loose debris"
            )
            return
        story = drifted(table, self.asked.many + 1, self.asked.seed)
        lost = [event.piece for event in story if isinstance(event, PieceRemoved)]
        words = [f"{name.replace('-', ' ').capitalize()} leaves the table." for name in lost]
        still = sum(not piece.arrows for piece in table.pieces.values())
        left = len(table.pieces)
        many = "1 piece is left" if left == 1 else f"{left} pieces are left"
        words.append(f"{many}, {still} at rest.")
        overlays = *_drift_trails(story, lost), *_drawn_pieces(table.pieces.values())
        yield ProbeResult(tuple(overlays), words=tuple(words))


def drifted(table: Table, moves: int, seed: int) -> list[Event]:
    """Give each loose piece an arrow, and let all drift *moves* times; return the events."""
    game = Game(rules_of("zero_g"), table, SeededDice(seed))
    for name in list(table.pieces):
        along = random_direction(game, CLAUSE, SIDES[0], name)
        game.do(ArrowsChanged(CLAUSE, name, 1, heading_of_vector(along)))
    for _ in range(moves):
        for name in list(table.pieces):
            piece = table.pieces.get(name)
            if piece and piece.arrows:
                (distance,) = game.throw(CLAUSE, SIDES[0], "drift", id_=name)
                at_once(rolls(game, CLAUSE, name, float(distance)))
    return game.story


def _drift_trails(story: Sequence[Event], lost: Sequence[str]) -> Iterator[Overlay]:
    for event in story:
        if isinstance(event, PieceMoved):
            tone = OverlayTone.BAD if event.piece in lost else OverlayTone.PLANNED
            for a, b in pairwise(event.path):
                yield OverlayLine(a, b, tone)


def _drawn_pieces(pieces: Iterable[Piece]) -> Iterator[Overlay]:
    for piece in pieces:
        if piece.outline:
            yield VisibleArea((piece.corners,), OverlayTone.CHOSEN, fill=0.16)
        else:
            yield RangeRing(piece.at, piece.radius, OverlayTone.CHOSEN)
        yield BoardNote(piece.at, piece.id.replace("-", " "), OverlayTone.CHOSEN)


ROLLS = 4


@dataclass(frozen=True, slots=True)
class StreetProbe(Probe):
    name: ClassVar[str] = "Roll the street"
    hint: ClassVar[str] = "Where the pieces of the street lie after some rolls"
    choices: ClassVar[tuple[str, ...]] = tuple(
        f"{n} roll{'s' * (n > 1)}" for n in range(1, ROLLS + 1)
    )
    lucky: ClassVar[bool] = True

    def results(self, board: Board) -> Iterator[ProbeResult]:
        """``PU-07`` to ``PU-10``  Roll a street without models."""
        if faults := unfit(board):
            yield ProbeResult(refused=str(faults[0]))
            return
        table = Table(board, SIDES, pieces=pieces_of(board, (PieceKind.CITY,)))
        overlays, words = list[Overlay](), list[str]()
        for n in range(1, self.asked.many + 2):
            story = roll(table, n, self.asked.seed)
            overlays += _roll_trails(story)
            words.append(_progress(n, sum(isinstance(event, PieceLeft) for event in story)))
        yield ProbeResult((*overlays, *_drawn_street(table)), words=tuple(words))


def roll(table: Table, round_: int, seed: int) -> list[Event]:
    """``PU-07``  Play one Pursuit phase on a table without models; return the events."""
    table.clock = Clock(round_, "pursuit")
    game = Game(rules_of("pursuit"), table, SeededDice(seed))
    run_to_end(begins(game), table, _first)
    while table.queue:
        run_to_end(handles_next(game), table, _first)
    return game.story


def _first(asked: Decision[Any], table: Table) -> Any:
    return next(asked.samples(table, 1))


def _progress(n: int, left: int) -> str:
    if not left:
        return f"Roll {n}: no piece leaves over the rear edge."
    many = "1 piece leaves" if left == 1 else f"{left} pieces leave"
    back = "comes" if left == 1 else "come"
    return f"Roll {n}: {many} over the rear edge and {back} back ahead."


def _roll_trails(story: Sequence[Event]) -> Iterator[Overlay]:
    for event in story:
        if isinstance(event, PieceMoved):
            for a, b in pairwise(event.path):
                yield OverlayLine(a, b, OverlayTone.PLANNED)


def _drawn_street(table: Table) -> Iterator[Overlay]:
    for piece in table.pieces.values():
        if is_on(piece):
            tone = OverlayTone.BAD if piece.impassable else OverlayTone.CHOSEN
            yield VisibleArea((piece.corners,), tone, fill=0.16)
            yield BoardNote(piece.at, piece.id.replace("-", " "), tone)


@dataclass(frozen=True, slots=True)
class RingsProbe(Probe):
    name: ClassVar[str] = "Turn the rings"
    hint: ClassVar[str] = "The cells after each ring turns at random"
    lucky: ClassVar[bool] = True

    def results(self, board: Board) -> Iterator[ProbeResult]:
        """``TC-07``  Turn each disc by a random multiple of 5°, as players may."""
        if not (rings := rings_of(board)):
            yield ProbeResult(refused="The map has no rings; draw some (TC-01)")
            return
        turned, words = turns(rings, self.asked.seed)
        floor, overlays = floor_of(board), list[Overlay]()
        notches = {number for number, _ in floor.notches}
        for ring, many in enumerate(floor.cells):
            for number in range(many):
                cell = Cell(ring, number)
                kept = ring == floor.outer and number in notches
                tone = (
                    OverlayTone.GOOD
                    if kept
                    else OverlayTone.CHOSEN
                    if number == 0
                    else OverlayTone.PLAIN
                )
                overlays.append(VisibleArea((outline(floor, turned, cell),), tone, fill=0.08))
                overlays.append(BoardNote(spot_of(floor, turned, cell), cell_id(cell), tone))
        yield ProbeResult(tuple(overlays), words=words)


def turns(rings: Rings, seed: int) -> tuple[Rings, tuple[str, ...]]:
    """Return rings turned at random, and the rotations in words."""
    luck = BotRandom(seed)
    steps = (MAX_TURN + 180) // STEP + 1
    by = [STEP * luck.below(steps) - MAX_TURN for _ in rings]
    turned = tuple((ring + one) % 360 for ring, one in zip(rings, by, strict=True))
    names = ["The centre", *(f"Ring {n}" for n in range(1, len(rings)))]
    words = tuple(
        f"{name}: {one:+d}°.".replace("-", "−") for name, one in zip(names, by, strict=True)
    )
    return turned, words
