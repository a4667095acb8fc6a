"""Whatever is loose, were it pushed: where debris and containers drift."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from game.editor.probes.probe import SIDES, Probe, Shown
from game.geometry.points import heading_of_vector
from game.play.dice import SeededDice
from game.play.game import Game, at_once
from game.rules.catalog import rules_of
from game.rules.kit.dice import random_direction
from game.rules.zero_g.drift import rolls
from game.table.board import Board
from game.table.events import ArrowsChanged, Event, PieceMoved, PieceRemoved
from game.table.pieces import Piece, PieceKind, pieces_of
from game.table.records import Clock
from game.table.state import Table
from game.view.overlays.shapes import (
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
        "Where loose debris and containers drift, each pushed any way by chance"
    )
    choices: ClassVar[tuple[str, ...]] = tuple(
        f"{n} move{'s' * (n > 1)}" for n in range(1, LEGS + 1)
    )
    lucky: ClassVar[bool] = True

    def tell(self, board: Board) -> Iterator[Shown]:
        """``ZG-13``  One arrow each, in a random direction; then d6" a move, one by one."""
        table = Table(board, SIDES, clock=Clock(1), pieces=pieces_of(board, LOOSE))
        if not table.pieces:
            yield Shown(refused="Nothing on the map is loose: draw containers or loose debris")
            return
        story = drifted(table, self.asked.many + 1, self.asked.seed)
        lost = [event.piece for event in story if isinstance(event, PieceRemoved)]
        words = [f"{name.replace('-', ' ')} leaves the table." for name in lost]
        still = sum(not piece.arrows for piece in table.pieces.values())
        words.append(f"{len(table.pieces)} pieces are left, {still} of them at rest.")
        overlays = *_trails(story, lost), *_lying(table.pieces.values())
        yield Shown(tuple(overlays), words=tuple(words))


def drifted(table: Table, moves: int, seed: int) -> list[Event]:
    """Push all that is loose, and let it drift so many moves; return what came."""
    game = Game(rules_of("zero_g"), table, SeededDice(seed))
    for name in list(table.pieces):
        along = random_direction(game, CLAUSE, SIDES[0], name)
        game.do(ArrowsChanged(CLAUSE, name, 1, heading_of_vector(along)))
    for _ in range(moves):
        for name in list(table.pieces):
            piece = table.pieces.get(name)
            if piece and piece.arrows:
                (far,) = game.throw(CLAUSE, SIDES[0], "drift", who=name)
                at_once(rolls(game, CLAUSE, name, float(far)))
    return game.story


def _trails(story: Sequence[Event], lost: Sequence[str]) -> Iterator[Overlay]:
    for event in story:
        if isinstance(event, PieceMoved):
            tone = OverlayTone.BAD if event.piece in lost else OverlayTone.PLANNED
            for a, b in pairwise(event.path):
                yield OverlayLine(a, b, tone)


def _lying(pieces: Iterable[Piece]) -> Iterator[Overlay]:
    for piece in pieces:
        if piece.outline:
            yield VisibleArea((piece.corners,), OverlayTone.CHOSEN, fill=0.16)
        else:
            yield RangeRing(piece.at, piece.radius, OverlayTone.CHOSEN)
        yield BoardNote(piece.at, piece.id.replace("-", " "), OverlayTone.CHOSEN)
