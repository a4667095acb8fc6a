"""Score sheets, which show the points of a game by their rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.cores.kit.score import Bonus
from game.play.log.wording import name, turn_word
from game.rules.catalog import points, score_of
from game.table.events import Event, PhaseBegan, Scored
from game.table.records import Side
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """The points of one side in one row."""

    points: int = 0
    text: str = ""
    """Reasons, or the current state: ``"marker 1 +2"``, ``"open"``."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A round, or a bonus at the end, with a cell for each side."""

    title: str
    cells: tuple[ScoreCell, ...]
    clause: str = ""
    words: str = ""
    """The condition of the bonus, in words for players."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The points of all sides, by round and at the end."""

    rounds: tuple[ScoreRow, ...]
    ends: tuple[ScoreRow, ...]
    """Bonuses at the end: scored already, or as they would be now."""
    totals: tuple[int, ...]
    over: bool


def score_sheet(table: Table, story: Sequence[Event], mission: str) -> ScoreSheet:
    """Return the score sheet of a game; *story* holds all its events so far."""
    over = table.result is not None
    bonuses = score_of(mission).bonuses
    scored, paid = dict[int, list[Scored]](), list[Scored]()
    for round_, event in _scored(story):
        if event.bonus:
            paid.append(event)
        else:
            scored.setdefault(round_, []).append(event)
    rounds = range(1, max([table.clock.round, *scored]) + 1)
    now = points(mission, table)
    ends = [_bonus(table, bonus, paid, over=over) for bonus in bonuses]
    if not bonuses:
        found = dict.fromkeys(table.sides, 0)
        for event in (e for events in scored.values() for e in events):
            found[event.side] += event.points
        rest = tuple(ScoreCell(now[side] - found[side]) for side in table.sides)
        if any(cell.points for cell in rest):
            what = score_of(mission).unscored or "as it stands"
            ends.append(ScoreRow(what[:1].upper() + what[1:], rest))
    return ScoreSheet(
        tuple(_round(table, n, scored.get(n, [])) for n in rounds),
        tuple(ends),
        tuple(now[side] for side in table.sides),
        over,
    )


def _scored(story: Sequence[Event]) -> Iterator[tuple[int, Scored]]:
    """Yield all Scored events, each with its round."""
    round_ = 0
    for event in story:
        if isinstance(event, PhaseBegan):
            round_ = event.round
        elif isinstance(event, Scored):
            yield round_, event


def _round(table: Table, number: int, scored: Sequence[Scored]) -> ScoreRow:
    cells = list[ScoreCell]()
    for side in table.sides:
        mine = [e for e in scored if e.side == side]
        text = ", ".join(f"{name(table, e.what)} {e.points:+d}" for e in mine)
        cells.append(ScoreCell(sum(e.points for e in mine), text))
    clause = scored[0].clause if scored else ""
    return ScoreRow(f"{turn_word(table).capitalize()} {number}", tuple(cells), clause)


def _bonus(table: Table, bonus: Bonus, paid: Sequence[Scored], *, over: bool) -> ScoreRow:
    def cell(side: Side) -> ScoreCell:
        if paid:
            mine = [e for e in paid if e.side == side and e.bonus == bonus.name]
            earned = [(e.points, e.what) for e in mine]
        else:
            earned = [*bonus.earned(table, side)] if table.clock.round else []
        many = sum(points for points, _ in earned)
        fallen = [name(table, what) for _, what in earned if what in table.units]
        if fallen:
            return ScoreCell(many, ", ".join(fallen))
        if bonus.may(table, side) and not over:
            return ScoreCell(many, "so far" if many else "open")
        return ScoreCell(many, "earned" if many else "missed")

    cells = tuple(cell(side) for side in table.sides)
    return ScoreRow(bonus.name, cells, bonus.clause, bonus.words)
