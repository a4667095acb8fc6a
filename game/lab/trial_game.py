"""One bot game on a possibly unsaved map, and heat maps of several games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from math import ceil
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import Field

from game.content.file_source import DISK, LayeredSource
from game.cores.kit.queries import HIDES, TableView
from game.geometry.points import Disc, Path, Point, segments_of
from game.play.game import Rules
from game.rules.battles import Battle, prepare
from game.table.apply import apply
from game.table.board import Board
from game.table.events import Event, Moved, PhaseBegan, Removed, Rolled, RollKind
from game.table.records import How, Model, ModelId, UnitId, Where
from game.table.state import SystemEvent, Table
from game.view.overlays.ground_outlines import visible_area

Counts = npt.NDArray[np.int64]
Count = Annotated[int, Field(ge=0, le=10_000_000)]
"""A number of things that a stored record counts."""
FINEST = 1.0
"""Minimum side of a square in inches."""
MAX_SQUARES = 60
"""Maximum squares along the longer side; larger tables have larger squares."""
STEP = 0.25
"""Step along a path, as a share of a square's side."""


@dataclass(frozen=True, slots=True)
class Squares:
    """The division of a table into squares; the top row comes first."""

    side: float
    """Side of a square in inches."""
    columns: int
    rows: int

    def at(self, spot: Point) -> tuple[int, int]:
        """Return the row and column of a point, or the nearest ones if it is off the table."""
        row, column = int(spot.y // self.side), int(spot.x // self.side)
        return min(max(row, 0), self.rows - 1), min(max(column, 0), self.columns - 1)

    def none(self) -> Counts:
        """Return an array of zeros, one for each square."""
        return np.zeros((self.rows, self.columns), dtype=np.int64)

    def middles(self) -> npt.NDArray[np.float64]:
        """Return the centre of each square, row by row: x and y."""
        ys, xs = np.mgrid[0 : self.rows, 0 : self.columns]
        return np.stack((xs.ravel() + 0.5, ys.ravel() + 0.5), axis=1) * self.side


def squares_of(board: Board) -> Squares:
    """Return the division of a board into squares."""
    longer = max(board.width, board.height)
    side = FINEST * max(1, ceil(longer / MAX_SQUARES))
    return Squares(side, ceil(board.width / side), ceil(board.height / side))


@dataclass(frozen=True, slots=True, eq=False)
class Heat:
    """Counts on the squares of one table, from one or more games."""

    squares: Squares
    fallen: Counts
    """Number of models lost on each square, not counting those that left alive."""
    passed: Counts
    """Number of moves over each square; a move counts once per square."""
    _: KW_ONLY
    fought: Counts
    """Number of models on each square that attacked; a volley of a unit counts once each."""
    seen: Counts
    """Number of models that saw the centre, checked at the start of each game turn."""
    looks: int = 0
    """Number of those checks."""

    def with_(self, other: Heat) -> Heat:
        """Return the sum of both; their tables must have equal squares."""
        return Heat(
            self.squares,
            fallen=self.fallen + other.fallen,
            passed=self.passed + other.passed,
            fought=self.fought + other.fought,
            seen=self.seen + other.seen,
            looks=self.looks + other.looks,
        )


@dataclass(frozen=True, slots=True)
class HeatRecord:
    """Counts on the squares of the table, those of each kind by the square's number."""

    side: Annotated[float, Field(gt=0.0)]
    """Side of a square in inches."""
    columns: Annotated[int, Field(ge=1, le=200)]
    rows: Annotated[int, Field(ge=1, le=200)]
    _: KW_ONLY
    moved: Mapping[int, Count]
    """Number of moves over each square."""
    fought: Mapping[int, Count]
    """Number of models whose units shot or fought there."""
    fallen: Mapping[int, Count]


def heat_record(heat: Heat) -> HeatRecord:
    """Return the counts of heat maps without those that are 0."""

    def counts(of: Sequence[int]) -> dict[int, int]:
        return {n: int(count) for n, count in enumerate(of) if count}

    squares = heat.squares
    return HeatRecord(
        squares.side,
        squares.columns,
        squares.rows,
        moved=counts(heat.passed.ravel().tolist()),
        fought=counts(heat.fought.ravel().tolist()),
        fallen=counts(heat.fallen.ravel().tolist()),
    )


ATTACKS = (RollKind.HIT, RollKind.ATTACK, RollKind.PARRIED)
"""Kinds of rolls with which models attack."""


def heat_of(
    opening: Table, rules: Rules, story: Sequence[Event], *, sighted: bool = True
) -> Heat:
    """Return the counts of a game, from its opening and its events.

    *sighted*: also count which squares are seen, which takes longest.
    """
    table, squares = opening.fork(), squares_of(opening.board)
    fallen, passed, seen = squares.none(), squares.none(), squares.none()
    fought, looks, looked = squares.none(), 0, 0
    sighted = sighted and HIDES in rules.hooks
    for event in story:
        if sighted and isinstance(event, PhaseBegan) and event.round > looked:
            looked, looks = event.round, looks + 1
            for model in table.standing():
                seen += in_sight(TableView(table, rules), model.disc, squares)
        match event:
            case Removed(model=model_id, how=how) if how is not How.LEFT:
                if table.models[model_id].where is Where.TABLE:
                    fallen[squares.at(table.models[model_id].at)] += 1
            case Rolled(kind=kind, who=who) if kind in ATTACKS:
                for model in _who(table, who):
                    fought[squares.at(model.at)] += 1
            case Moved():
                _pass(passed, squares, event.path)
            case SystemEvent(mover=mover) if mover:
                _step(passed, squares, table, event, mover)
                continue
            case _:
                pass
        apply(table, event)
    return Heat(squares, fallen=fallen, passed=passed, fought=fought, seen=seen, looks=looks)


def _who(table: Table, who: str) -> Sequence[Model]:
    """Return the models on the table that a roll is for."""
    if who in table.units:
        return table.of(UnitId(who))
    model = table.models.get(ModelId(who))
    return [model] if model and model.where is Where.TABLE else []


def _step(
    passed: Counts, squares: Squares, table: Table, event: SystemEvent, mover: ModelId
) -> None:
    """Apply a step, and count it unless it places the model."""
    model = table.models[mover]
    stood = model.at if model.where is Where.TABLE else None
    apply(table, event)
    if stood:
        _pass(passed, squares, (stood, table.models[mover].at))


def _pass(passed: Counts, squares: Squares, path: Path) -> None:
    for square in dict.fromkeys(_along(squares, path)):
        passed[square] += 1


def _along(squares: Squares, path: Path) -> Iterator[tuple[int, int]]:
    """Yield the squares along a path, with repetitions; none if it has no length."""
    step = squares.side * STEP
    for start, direction, distance in segments_of(path):
        for n in range(int(distance / step) + 1):
            yield squares.at(
                Point(start.x + direction.x * n * step, start.y + direction.y * n * step)
            )
        yield squares.at(
            Point(start.x + direction.x * distance, start.y + direction.y * distance)
        )


def seen_from(view: TableView, eye: Disc) -> Path:
    """Return the outline of the area seen from the centre of a base, on the table.

    For display only: the rules judge lines of sight to bases.
    """
    hides = [*HIDES.of(view, eye)]
    walls = [side for hide in hides if not hide.into for side in hide.sides]
    clumps = [hide.sides for hide in hides if hide.into]
    board = view.table.board
    return visible_area(eye.at, board.width + board.height, (*walls, *board.rim), clumps)


def in_sight(view: TableView, eye: Disc, squares: Squares) -> Counts:
    """Return 1 for each square with its centre seen from that of a base, else 0."""
    return _around(eye.at, seen_from(view, eye), squares)


def _around(eye: Point, rim: Path, squares: Squares) -> Counts:
    """Return which centres lie inside a rim that is visible from *eye* everywhere."""
    spots = squares.middles() - np.array(eye)
    edge = np.array(rim) - np.array(eye)
    turns = np.unwrap(np.arctan2(edge[:, 0], -edge[:, 1]))
    order = np.argsort(turns, kind="stable")
    edge, turns = edge[order], turns[order]
    whole = 2 * np.pi
    off = (np.arctan2(spots[:, 0], -spots[:, 1]) - turns[0]) % whole + turns[0]
    after = np.searchsorted(turns, off, side="right") % len(turns)
    a, b = edge[after - 1], edge[after]
    # The inside is to the right of a rim that is followed clockwise.
    turn = (b[:, 0] - a[:, 0]) * (spots[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (
        spots[:, 0] - a[:, 0]
    )
    found: Counts = (turn >= 0.0).astype(np.int64).reshape(squares.rows, squares.columns)
    return found


DRAWN = "drawn.tmj"
"""Name of a map that is in no file."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of trial games, all but the seed."""

    scenario: str
    map: str
    """The text of the map file."""
    players: tuple[str, str] = ("steady", "steady")
    """Names of the policies, the scenario's first side first."""
    _: KW_ONLY
    options: Mapping[str, Any] = field(default_factory=dict)
    rosters: Mapping[str, str] = field(default_factory=dict)
    """Rosters of sides that do not bring their default one."""
    name: str = DRAWN
    """Name of the map in error messages and saves."""

    def battle(self, seed: int) -> Battle:
        """Return the battle of a seed; raise UnusableFile if the map does not suit it."""
        return prepare(
            self.scenario,
            seed=seed,
            map_=self.name,
            options=self.options,
            rosters=self.rosters,
            library=LayeredSource({self.name: self.map}, DISK),
        )


def costs_of(battle: Battle) -> dict[UnitId, int | None]:
    """Return the points of each unit, as the rosters have them."""
    return {
        squad.brought(side)[0].id: squad.points
        for side, roster in zip(battle.opening.sides, battle.brought(), strict=False)
        for squad in roster.units
    }
