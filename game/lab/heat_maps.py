"""Heat maps of the games on a map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Annotated

from pydantic import Field

from game.cores.kit.queries import HIDES, TableView
from game.geometry.points import Path, Point, segments_of
from game.lab.sight import in_sight
from game.lab.squares import Counts, Squares, squares_of
from game.play.game import Rules
from game.table.apply import apply
from game.table.events import Event, Moved, PhaseBegan, Removed, Rolled, RollKind
from game.table.records import How, Model, ModelId, UnitId, Where
from game.table.state import SystemEvent, Table

Count = Annotated[int, Field(ge=0, le=10_000_000)]
"""A number of things that a stored record counts."""
STEP = 0.25
"""Step along a path, as a share of a square's side."""
ATTACKS = (RollKind.HIT, RollKind.ATTACK, RollKind.PARRIED)
"""Kinds of rolls with which models attack."""


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
