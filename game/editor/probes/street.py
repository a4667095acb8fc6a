"""The street, were it to roll: where its pieces come to lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from game.editor.probes.probe import SIDES, Probe, Shown
from game.play.decisions import Decision
from game.play.dice import SeededDice
from game.play.game import Game
from game.rules.catalog import rules_of
from game.rules.kit.probability import run_to_end
from game.rules.pursuit.pursuit_phase import begins, handles_next
from game.rules.pursuit.street_checks import unfit
from game.rules.pursuit.street_pieces import is_on
from game.table.board import Board
from game.table.events import Event, PieceLeft, PieceMoved
from game.table.pieces import PieceKind, pieces_of
from game.table.records import Clock
from game.table.state import Table
from game.view.overlays.shapes import BoardNote, Overlay, OverlayLine, OverlayTone, VisibleArea

ROLLS = 4


@dataclass(frozen=True, slots=True)
class StreetProbe(Probe):
    name: ClassVar[str] = "Roll the street"
    hint: ClassVar[str] = "Where the pieces of the city lie after some rolls"
    choices: ClassVar[tuple[str, ...]] = tuple(
        f"{n} roll{'s' * (n > 1)}" for n in range(1, ROLLS + 1)
    )
    lucky: ClassVar[bool] = True

    def tell(self, board: Board) -> Iterator[Shown]:
        """``PU-07`` to ``PU-10``  Roll, with nobody on the street."""
        if faults := unfit(board):
            yield Shown(refused=str(faults[0]))
            return
        table = Table(board, SIDES, pieces=pieces_of(board, (PieceKind.CITY,)))
        overlays, words = list[Overlay](), list[str]()
        for n in range(1, self.asked.many + 2):
            story = roll(table, n, self.asked.seed)
            overlays += _trails(story)
            words.append(_told(n, sum(isinstance(event, PieceLeft) for event in story)))
        yield Shown((*overlays, *_lying(table)), words=tuple(words))


def roll(table: Table, round_: int, seed: int) -> list[Event]:
    """``PU-07``  Play one Pursuit phase on a table with nobody on it; return what came."""
    table.clock = Clock(round_, "pursuit")
    game = Game(rules_of("pursuit"), table, SeededDice(seed))
    run_to_end(begins(game), table, _first)
    while table.queue:
        run_to_end(handles_next(game), table, _first)
    return game.story


def _first(asked: Decision[Any], table: Table) -> Any:
    return next(asked.samples(table, 1))


def _told(n: int, left: int) -> str:
    many = "no piece leaves" if not left else "1 piece leaves" if left == 1 else f"{left} leave"
    return f"Roll {n}: {many} over the rear edge, to come back ahead."


def _trails(story: Sequence[Event]) -> Iterator[Overlay]:
    for event in story:
        if isinstance(event, PieceMoved):
            for a, b in pairwise(event.path):
                yield OverlayLine(a, b, OverlayTone.PLANNED)


def _lying(table: Table) -> Iterator[Overlay]:
    for piece in table.pieces.values():
        if is_on(piece):
            tone = OverlayTone.BAD if piece.impassable else OverlayTone.CHOSEN
            yield VisibleArea((piece.corners,), tone, fill=0.16)
            yield BoardNote(piece.at, piece.id.replace("-", " "), tone)
