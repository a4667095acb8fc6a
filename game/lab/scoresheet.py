"""The score sheet: what each side scored in which round, and what it has as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.play.wording import name
from game.rules.matched.victory import Bonus
from game.rules.missions.current_score import CAGE, CHASE, MATCHED, UNSCORED, points
from game.table.events import Event, PhaseBegan, Scored
from game.table.records import Side
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class Cell:
    """What one side has in one row."""

    points: int = 0
    told: str = ""
    """What for, or how it stands with it: ``"marker 1 +2"``, ``"open"``."""


@dataclass(frozen=True, slots=True)
class Line:
    """A round, or something that counts at the end, with a cell for each side."""

    title: str
    cells: tuple[Cell, ...]
    clause: str = ""
    words: str = ""
    """What it pays for, as a player reads it."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    rounds: tuple[Line, ...]
    ends: tuple[Line, ...]
    """What counts at the end: scored already, or as it would be now."""
    totals: tuple[int, ...]
    over: bool


def has_sheet(mission: str) -> bool:
    """Return whether a mission is one that is scored."""
    return mission not in (CHASE, CAGE)


def score_sheet(table: Table, story: Sequence[Event], mission: str) -> ScoreSheet:
    """Return the sheet of a game; *story*: all that led to the table."""
    over = table.result is not None
    bonuses = MATCHED.get(mission, ())
    scored, paid = dict[int, list[Scored]](), list[Scored]()
    clauses = {bonus.clause for bonus in bonuses}
    for round_, event in _scored(story):
        if event.clause in clauses and event.points > 0:
            paid.append(event)
        else:
            scored.setdefault(round_, []).append(event)
    rounds = range(1, max([table.clock.round, *scored]) + 1)
    now = points(mission, table)
    ends = [_bonus(table, bonus, paid, over=over) for bonus in bonuses]
    if not bonuses:
        told = dict.fromkeys(table.sides, 0)
        for event in (e for events in scored.values() for e in events):
            told[event.side] += event.points
        rest = tuple(Cell(now[side] - told[side]) for side in table.sides)
        if any(cell.points for cell in rest):
            what = UNSCORED.get(mission, "as it stands")
            ends.append(Line(what[:1].upper() + what[1:], rest))
    return ScoreSheet(
        tuple(_round(table, n, scored.get(n, [])) for n in rounds),
        tuple(ends),
        tuple(now[side] for side in table.sides),
        over,
    )


def _scored(story: Sequence[Event]) -> Iterator[tuple[int, Scored]]:
    """Yield what was scored, each with the round in which it was."""
    round_ = 0
    for event in story:
        if isinstance(event, PhaseBegan):
            round_ = event.round
        elif isinstance(event, Scored):
            yield round_, event


def _round(table: Table, number: int, scored: Sequence[Scored]) -> Line:
    cells = list[Cell]()
    for side in table.sides:
        mine = [e for e in scored if e.side == side]
        told = ", ".join(f"{name(table, e.what)} {e.points:+d}" for e in mine)
        cells.append(Cell(sum(e.points for e in mine), told))
    clause = scored[0].clause if scored else ""
    return Line(f"Round {number}", tuple(cells), clause)


def _bonus(table: Table, bonus: Bonus, paid: Sequence[Scored], *, over: bool) -> Line:
    def cell(side: Side) -> Cell:
        if over or paid:
            mine = [e for e in paid if e.side == side and e.clause == bonus.clause]
            earned = [(e.points, e.what) for e in mine]
        else:
            earned = [*bonus.earned(table, side)] if table.clock.round else []
        many = sum(points for points, _ in earned)
        fallen = [name(table, what) for _, what in earned if what in table.units]
        if fallen:
            return Cell(many, ", ".join(fallen))
        if bonus.may(table, side) and not over:
            return Cell(many, "so far" if many else "open")
        return Cell(many, "earned" if many else "missed")

    cells = tuple(cell(side) for side in table.sides)
    return Line(bonus.name, cells, bonus.clause, bonus.words)
