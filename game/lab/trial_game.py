"""One bot game on a possibly unsaved map, and heat maps of several games."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import ceil
from typing import Any

import numpy as np
import numpy.typing as npt

from game.bots.match import Match, answers, seated
from game.content.file_source import DISK, LayeredSource
from game.geometry.points import Disc, Path, Point, segments_of
from game.play.game import Rules
from game.rules.battles import Battle, prepare
from game.rules.kit.queries import HIDES, TableView
from game.table.apply import apply
from game.table.board import Board
from game.table.events import Event, Moved, PhaseBegan, Removed, Stepped
from game.table.records import How, Where
from game.table.state import Table
from game.view.overlays.visibility import visible_area

Counts = npt.NDArray[np.int64]
FINEST = 1.0
"""Inches: no square is smaller."""
MOST = 60
"""Squares along the longer side of a table: of larger tables they are larger."""
STEP = 0.25
"""Of a square's side: so finely a path is followed."""


@dataclass(frozen=True, slots=True)
class Squares:
    """How a table is parted: rows of squares, the uppermost first."""

    side: float
    """Inches."""
    columns: int
    rows: int

    def at(self, spot: Point) -> tuple[int, int]:
        """Return the row and column of a place, the nearest where it is off the table."""
        row, column = int(spot.y // self.side), int(spot.x // self.side)
        return min(max(row, 0), self.rows - 1), min(max(column, 0), self.columns - 1)

    def none(self) -> Counts:
        return np.zeros((self.rows, self.columns), dtype=np.int64)

    def middles(self) -> npt.NDArray[np.float64]:
        """Return the middle of each square, row by row: x and y."""
        ys, xs = np.mgrid[0 : self.rows, 0 : self.columns]
        return np.stack((xs.ravel() + 0.5, ys.ravel() + 0.5), axis=1) * self.side


def squares_of(board: Board) -> Squares:
    longer = max(board.width, board.height)
    side = FINEST * max(1, ceil(longer / MOST))
    return Squares(side, ceil(board.width / side), ceil(board.height / side))


@dataclass(frozen=True, slots=True, eq=False)
class Heat:
    """What games left on the squares of one table."""

    squares: Squares
    fallen: Counts
    """So many models were lost there, whoever left alive not counted."""
    passed: Counts
    """So many moves led over it: each move counts once on a square."""
    seen: Counts
    """So many models saw its middle, looked at whenever a game turn began."""
    looks: int = 0
    """How often it was looked at."""

    def with_(self, other: Heat) -> Heat:
        """Return both together; they must be of like tables."""
        return Heat(
            self.squares,
            self.fallen + other.fallen,
            self.passed + other.passed,
            self.seen + other.seen,
            self.looks + other.looks,
        )


def merge_heat(maps: Iterable[Heat]) -> Heat | None:
    """Return what several games left; None of no game."""
    found = [*maps]
    return reduce(Heat.with_, found) if found else None


def heat_of(opening: Table, rules: Rules, story: Sequence[Event]) -> Heat:
    """Return what a game left, that was told from an opening."""
    table, squares = opening.fork(), squares_of(opening.board)
    fallen, passed, seen = squares.none(), squares.none(), squares.none()
    looks, looked = 0, 0
    sighted = HIDES in rules.hooks
    for event in story:
        if sighted and isinstance(event, PhaseBegan) and event.round > looked:
            looked, looks = event.round, looks + 1
            for model in table.standing():
                seen += in_sight(TableView(table, rules), model.disc, squares)
        match event:
            case Removed(_, who, how) if how is not How.LEFT:
                if table.models[who].where is Where.TABLE:
                    fallen[squares.at(table.models[who].at)] += 1
            case Moved():
                _pass(passed, squares, event.path)
            case Stepped():
                before = table.models[event.model].at
                apply(table, event)
                _pass(passed, squares, (before, table.models[event.model].at))
                continue
            case _:
                pass
        apply(table, event)
    return Heat(squares, fallen, passed, seen, looks)


def _pass(passed: Counts, squares: Squares, path: Path) -> None:
    for square in dict.fromkeys(_along(squares, path)):
        passed[square] += 1


def _along(squares: Squares, path: Path) -> Iterator[tuple[int, int]]:
    """Yield the squares that a path leads over, one by one; one that leads nowhere, none."""
    step = squares.side * STEP
    for start, way, far in segments_of(path):
        for n in range(int(far / step) + 1):
            yield squares.at(Point(start.x + way.x * n * step, start.y + way.y * n * step))
        yield squares.at(Point(start.x + way.x * far, start.y + way.y * far))


def seen_from(look: TableView, eye: Disc) -> Path:
    """Return the rim of all that is seen from the middle of a base, on the table.

    For the eye: lines of sight to bases are judged by the rules.
    """
    hides = [*HIDES.of(look, eye)]
    walls = [side for hide in hides if not hide.into for side in hide.sides]
    clumps = [hide.sides for hide in hides if hide.into]
    board = look.table.board
    return visible_area(eye.at, board.width + board.height, (*walls, *board.rim), clumps)


def in_sight(look: TableView, eye: Disc, squares: Squares) -> Counts:
    """Return 1 for each square whose middle is seen from the middle of a base, else 0."""
    return _around(eye.at, seen_from(look, eye), squares)


def _around(eye: Point, rim: Path, squares: Squares) -> Counts:
    """Return which middles lie within a rim of which every point is seen from within."""
    spots = squares.middles() - np.array(eye)
    edge = np.array(rim) - np.array(eye)
    turns = np.unwrap(np.arctan2(edge[:, 0], -edge[:, 1]))
    order = np.argsort(turns, kind="stable")
    edge, turns = edge[order], turns[order]
    whole = 2 * np.pi
    off = (np.arctan2(spots[:, 0], -spots[:, 1]) - turns[0]) % whole + turns[0]
    after = np.searchsorted(turns, off, side="right") % len(turns)
    a, b = edge[after - 1], edge[after]
    # Inside is to the right of a rim that is walked clockwise.
    turn = (b[:, 0] - a[:, 0]) * (spots[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (
        spots[:, 0] - a[:, 0]
    )
    found: Counts = (turn >= 0.0).astype(np.int64).reshape(squares.rows, squares.columns)
    return found


DRAWN = "drawn.tmj"
"""What a map is called that is in no file."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is tried: all of it but the seed."""

    scenario: str
    map: str
    """The whole text of the map."""
    players: tuple[str, str] = ("steady", "steady")
    """The names of the policies, the scenario's first side first."""
    options: Mapping[str, Any] = field(default_factory=dict)
    rosters: Mapping[str, str] = field(default_factory=dict)
    """What sides bring that is not their usual roster."""
    name: str = DRAWN
    """What complaints and saves call the map."""

    def battle(self, seed: int) -> Battle:
        """Return the battle of a seed; raise UnusableFile where the map does not do for it."""
        return prepare(
            self.scenario,
            seed=seed,
            map_=self.name,
            options=self.options,
            rosters=self.rosters,
            library=LayeredSource({self.name: self.map}, DISK),
        )


@dataclass(frozen=True, slots=True, eq=False)
class TrialGame:
    match: Match
    heat: Heat


def trial(battle: Battle, players: Sequence[str]) -> Generator[None, None, TrialGame]:
    """Play a battle to its end, and stop after every answer for whoever looks on.

    What it comes to follows from the battle and the players alone; only the seconds differ.
    Raise what a rule or a bot raises.
    """
    session = battle.session()
    match = yield from answers(session, seated(battle.opening.sides, players))
    game = session.game
    return TrialGame(match, heat_of(battle.opening, game.rules, game.story))
