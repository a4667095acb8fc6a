"""The charts of a report as plain data, before they are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import accumulate
from typing import NamedTuple

from game.lab.results import CellResults, HeatSums, Results, Share, UnitResults

MAX_CLAUSES = 12
"""Number of clauses in the chart of decisions."""
FIFTH_NAMES = ("worst fifth", "second", "middle", "fourth", "best fifth")


class ChartKind(StrEnum):
    """The forms of charts."""

    INTERVALS = "intervals"
    """Dots with intervals, a row for each label."""
    LINES = "lines"
    BARS = "bars"
    """Horizontal bars, a row for each label."""
    PANELS = "panels"
    """The same with a panel, and a scale, for each series."""
    HEAT = "heat"


class ChartRow(NamedTuple):
    """The values of all series at one label, each with its interval if it has one."""

    label: str
    values: tuple[float | None, ...]
    intervals: tuple[tuple[float, float] | None, ...] = ()
    told: tuple[str, ...] = ()
    """The values in words."""


class Chart(NamedTuple):
    """One chart of a report."""

    name: str
    """Its id in a page."""
    title: str
    words: str
    """Its meaning in some sentences."""
    kind: ChartKind
    series: tuple[str, ...]
    rows: tuple[ChartRow, ...]
    axis: str
    """The meaning of its values."""
    share: bool = False
    """True if the values are shares of one, to be shown in percent."""
    cell: int | None = None
    """The cell it is of; None if it is of all."""
    heat: HeatSums | None = None


def charts_of(found: Results) -> Iterator[Chart]:
    """Yield the charts of a report: those of all cells, then those of each."""
    yield from _wins(found)
    if any(side.first.games for cell in found.cells for side in cell.sides):
        yield _first_turns(found)
    if found.pairings:
        yield _differences(found)
    for cell in found.cells:
        if cell.games:
            yield from _charts_of_cell(cell)


def _shares(label: str, all_shares: Iterable[Share]) -> ChartRow:
    shares = [*all_shares]
    return ChartRow(
        label,
        tuple(share.value if share.games else None for share in shares),
        tuple(share.interval if share.games else None for share in shares),
        tuple(
            f"{share}, {share.won} of {share.games}" if share.games else "no game"
            for share in shares
        ),
    )


def _shares_chart(
    name: str,
    title: str,
    words: str,
    series: tuple[str, ...],
    rows: Iterable[ChartRow],
    *,
    axis: str = "share of games",
    cell: int | None = None,
) -> Chart:
    kind = ChartKind.INTERVALS
    return Chart(name, title, words, kind, series, tuple(rows), axis, share=True, cell=cell)


def _wins(found: Results) -> Iterator[Chart]:
    """Yield the wins of all cells, and put together by each setting if several differ."""
    series = (*_sides(found), "drawn")
    words = "Shares of the games that each side won, and of draws, with 95% intervals."
    rows = [_shares(cell.label, _together([cell])) for cell in found.cells]
    varied = any(cell.variant for cell in found.cells)
    if len(rows) > 1 and not varied and series[0] == found.cells[0].sides[0].name:
        rows.append(_shares("all games", _together(found.cells)))
    yield _shares_chart("wins", "Who wins", words, series, rows)
    for n, (name, groups) in enumerate(() if varied else _groups(found), 1):
        title = f"Who wins, by {name}"
        words = (
            f"All games by {name}. Intervals are too narrow if other settings hardly matter."
        )
        rows = [_shares(label, _together(cells)) for label, cells in groups.items()]
        yield _shares_chart(f"wins-{n}", title, words, series, rows)


def _together(cells: Sequence[CellResults]) -> Iterator[Share]:
    """Yield the shares of both sides, and of draws, in all games of some cells."""
    games = sum(cell.games for cell in cells)
    for n in range(2):
        yield Share(sum(cell.sides[n].wins.won for cell in cells), games)
    yield Share(sum(cell.draws.won for cell in cells), games)


def _groups(found: Results) -> Iterator[tuple[str, dict[str, list[CellResults]]]]:
    """Yield the cells of each scenario in groups by their maps, their players and so on.

    Groups of different sizes would differ in other settings, too.
    """
    titles = len({cell.title for cell in found.cells})
    seen = [[[cell] for cell in found.cells]]
    for name in dict.fromkeys(key for cell in found.cells for key in cell.settings):
        groups = dict[str, list[CellResults]]()
        for cell in found.cells:
            value = cell.settings.get(name, "default")
            label = f"{cell.title} · {value}" if titles > 1 else value
            groups.setdefault(label, []).append(cell)
        cells = [*groups.values()]
        if len(groups) > titles and len({*map(len, cells)}) == 1 and cells not in seen:
            seen.append(cells)
            yield name, groups


def _sides(found: Results) -> tuple[str, str]:
    """Return the names of both sides, or words for them if cells have different ones."""
    names = {tuple(side.name for side in cell.sides) for cell in found.cells}
    one, other = next(iter(names)) if len(names) == 1 else ("first side", "second side")
    return one, other


def _first_turns(found: Results) -> Chart:
    return _shares_chart(
        "first-turn",
        "What the first turn is worth",
        "Shares of the games that each side won, of those in which it had the first turn.",
        _sides(found),
        (_shares(cell.label, [side.first for side in cell.sides]) for cell in found.cells),
        axis="share of games with the first turn",
    )


def _differences(found: Results) -> Chart:
    cells = {cell.cell: cell for cell in found.cells}
    rows = list[ChartRow]()
    for pair in found.pairings:
        told = tuple(
            f"{one.value:+.1%} ({one.low:+.1%} to {one.high:+.1%}), "
            f"{one.gained} gained and {one.lost} lost of {one.games}"
            for one in pair.changes
        )
        rows.append(
            ChartRow(
                f"{cells[pair.other].label} against {cells[pair.first].label}",
                tuple(one.value for one in pair.changes),
                tuple((one.low, one.high) for one in pair.changes),
                told,
            )
        )
    return Chart(
        "differences",
        "What a change does",
        "Change of each side's share of wins on the same seeds, with 95% intervals. "
        "An interval that does not reach 0 is a change that is more than chance; of twenty "
        "changes without any effect one looks so.",
        ChartKind.INTERVALS,
        _sides(found),
        tuple(rows),
        "change of the share of wins",
        share=True,
    )


def _charts_of_cell(cell: CellResults) -> Iterator[Chart]:
    names = tuple(side.name for side in cell.sides)
    yield _points(cell, names)
    yield _lengths(cell)
    if cell.units:
        yield from _units(cell)
    if cell.heat:
        yield Chart(
            f"heat-{cell.cell}",
            "Where it happens",
            "How often models moved over, attacked from and fell on each square of the map. "
            "Each picture has a scale of its own.",
            ChartKind.HEAT,
            ("in all",),
            tuple(_heat_rows(cell.heat, cell.games)),
            "per game",
            cell=cell.cell,
            heat=cell.heat,
        )
    if cell.swings:
        yield _decisions(cell)
    if any(share.games for side in cell.sides for share in side.luck):
        yield _shares_chart(
            f"luck-{cell.cell}",
            "What luck is worth",
            "Shares of the games that a side won, by the luck of its dice among games with the "
            "same rolls.",
            names,
            (
                _shares(name, [side.luck[n] for side in cell.sides])
                for n, name in enumerate(FIFTH_NAMES)
            ),
            cell=cell.cell,
        )


def _points(cell: CellResults, names: tuple[str, ...]) -> Chart:
    sums = [list(accumulate(row[n] for row in cell.rounds)) for n in range(len(names))]
    rows = [
        ChartRow(str(n), tuple(values), told=tuple(f"{value:.2f}" for value in values))
        for n, values in enumerate(zip(*sums, strict=True), 1)
    ]
    ends = tuple(side.points for side in cell.sides)
    rows.append(ChartRow("end", ends, told=tuple(f"{value:.2f}" for value in ends)))
    return Chart(
        f"points-{cell.cell}",
        "Points by round",
        "Mean points of both sides after each round, and with those scored at the end.",
        ChartKind.LINES,
        names,
        tuple(rows),
        "points",
        cell=cell.cell,
    )


def _lengths(cell: CellResults) -> Chart:
    shares = {turns: games / cell.games for turns, games in cell.turns.items()}
    return Chart(
        f"lengths-{cell.cell}",
        "How long games last",
        "Shares of the games that ended in each turn.",
        ChartKind.BARS,
        ("games",),
        tuple(
            ChartRow(f"turn {turns}", (share,), told=(f"{share:.0%}, {cell.turns[turns]}",))
            for turns, share in shares.items()
        ),
        "share of games",
        share=True,
        cell=cell.cell,
    )


def _units(cell: CellResults) -> Iterator[Chart]:
    names = {side.id: side.name for side in cell.sides}
    yield Chart(
        f"units-{cell.cell}",
        "What units do",
        "Means per game with the unit on the table: enemy models removed, points scored "
        "at markers and by kills, and the share of its models that survived.",
        ChartKind.PANELS,
        ("kills", "points", "survival"),
        tuple(_unit_row(unit, names[unit.side]) for unit in cell.units),
        "per game",
        cell=cell.cell,
    )
    worth = [unit for unit in cell.units if unit.worth is not None]
    if worth:
        yield Chart(
            f"worth-{cell.cell}",
            "What units are worth",
            "Cost of the enemy models that a unit removed, as a share of its own cost.",
            ChartKind.BARS,
            ("worth",),
            tuple(
                ChartRow(
                    f"{names[unit.side]}: {unit.name} ({unit.cost})",
                    (unit.worth,),
                    told=(f"{unit.worth:.0%}",),
                )
                for unit in sorted(worth, key=lambda unit: -(unit.worth or 0.0))
            ),
            "cost of what it removed, by its own cost",
            share=True,
            cell=cell.cell,
        )
    yield _shares_chart(
        f"survival-{cell.cell}",
        "Which units decide",
        "Shares of the games that a side won, if the unit survived in part, and if it did not.",
        ("unit survived", "unit was lost"),
        (
            _shares(f"{names[unit.side]}: {unit.name}", [unit.won_alive, unit.won_dead])
            for unit in cell.units
        ),
        axis="share of games that its side won",
        cell=cell.cell,
    )


def _unit_row(unit: UnitResults, side: str) -> ChartRow:
    values = (unit.kills, float(unit.scored), unit.survived)
    survived = f"{unit.survived:.0%} of {unit.models}"
    told = (f"{unit.kills:.2f}", f"{unit.scored:.2f}", survived)
    return ChartRow(f"{side}: {unit.name}", values, told=told)


def _heat_rows(heat: HeatSums, games: int) -> Iterator[ChartRow]:
    """Yield the sums over all squares."""
    for name, sums in (("moved", heat.moved), ("attacked", heat.fought), ("fell", heat.fallen)):
        mean = sum(sums.values()) / games
        yield ChartRow(name, (mean,), told=(f"{mean:.1f} a game on {len(sums)} squares",))


def _decisions(cell: CellResults) -> Chart:
    names = {side.id: side.name for side in cell.sides}
    rows = [
        ChartRow(
            f"{names.get(one.side, one.side)}: {one.title or 'other'} ({one.clause})",
            (one.lost, one.gained),
            told=(f"{one.lost:.1%}", f"{one.gained:.1%}, {one.answers:.1f} answers"),
        )
        for one in cell.swings[:MAX_CLAUSES]
    ]
    return Chart(
        f"decisions-{cell.cell}",
        "Which decisions cost most",
        "How much the chance to win fell and rose, per game, between a side's answers to "
        "questions of a rule and the next question; dice included.",
        ChartKind.BARS,
        ("lost", "gained"),
        tuple(rows),
        "chance to win per game",
        share=True,
        cell=cell.cell,
    )
