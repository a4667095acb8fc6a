"""The rows of a table of odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from itertools import zip_longest
from typing import NamedTuple

from game.cores.kit.probability import Spread
from game.cores.kit.queries import ForecastFigure
from game.geometry.points import EPSILON
from game.play.log.wording import name
from game.table.events import Reason
from game.table.state import Table

MAX_COLUMNS = 7
"""Maximum number of columns side by side."""
SELDOM = 0.005
"""Minimum chance of a first or last result to have a column of its own."""
NEVER = 7


class Column(NamedTuple):
    """A result, or consecutive ones, with the chance of any of them."""

    label: str
    chance: float


def columns(spread: Spread, most: int = MAX_COLUMNS) -> tuple[Column, ...]:
    """Return a distribution as at most *most* columns; rare ends are merged."""
    found = [(n, n, p) for n, p in enumerate(spread) if p > 0.0]
    while len(found) > 1:
        low, high = found[0][2], found[-1][2]
        if len(found) <= most and min(low, high) >= SELDOM:
            break
        if len(found) > most:
            # The end that is rarer even with its neighbour.
            low, high = low + found[1][2], high + found[-2][2]
        if low < high:
            first, second = found[:2]
            found[:2] = [(first[0], second[1], first[2] + second[2])]
        else:
            first, second = found[-2:]
            found[-2:] = [(first[0], second[1], first[2] + second[2])]
    top = found[-1]
    return tuple(Column(_label(n, last, ends=(n, last, p) == top), p) for n, last, p in found)


def _label(first: int, last: int, *, ends: bool) -> str:
    if first == last:
        return str(first)
    return f"{first}+" if ends else f"{first}–{last}"


class OddsRowKind(Enum):
    """The kind of a row."""

    HEAD = "whom or what the next rows are about"
    FIGURE = "a number"
    WHY = "what made it what it is"
    SPREAD = "how likely each number is"


class OddsRow(NamedTuple):
    kind: OddsRowKind
    label: str
    number: str = ""
    share: float = -1.0
    """A chance from 0 to 1, drawn as a bar; below 0 for none."""
    clause: str = ""
    tip: str = ""
    columns: tuple[Column, ...] = ()
    """The distribution as columns; in a figure only if no row below it shows them."""
    is_roll: bool = False
    """True for what a single roll needs, not for what comes of it."""


def rows_of(figures: Sequence[ForecastFigure], table: Table) -> tuple[OddsRow, ...]:
    """Return the rows of a forecast, with figures about the same thing together."""
    rows, about = list[OddsRow](), ""
    block = list[ForecastFigure]()
    """Figures below the last head."""
    for n, figure in enumerate(figures):
        if figure.what in _alike(figures, n):
            # The same figure of several: its name stands once, above their names.
            if figure.what != about:
                about = figure.what
                rows.append(OddsRow(OddsRowKind.HEAD, about))
            rows += _rows(replace(figure, what=name(table, figure.about)), table)
            continue
        again = bool(figure.need and block) and figure.what == block[0].what
        if figure.about and (figure.about != about or again):
            about, block = figure.about, []
            rows.append(OddsRow(OddsRowKind.HEAD, name(table, about)))
        block.append(figure)
        rows += _rows(figure, table)
    return tuple(_once(rows))


def _once(rows: Sequence[OddsRow]) -> Iterator[OddsRow]:
    """Drop columns that equal those of the next figure."""
    for row, after in zip_longest(rows, rows[2:]):
        if not (row.columns and after and row.columns == after.columns):
            yield row


def _alike(figures: Sequence[ForecastFigure], n: int) -> set[str]:
    """Return the names of adjacent figures that are about another thing."""
    beside = [*figures[max(0, n - 1) : n], *figures[n + 1 : n + 2]]
    return {f.what for f in beside if f.about != figures[n].about}


def _rows(figure: ForecastFigure, table: Table) -> Iterator[OddsRow]:
    clause = figure.clause
    words = figure.what[:1].upper() + figure.what[1:]
    if figure.need:
        never = figure.need >= NEVER and not figure.value
        words += ": impossible" if never else f" {figure.need}+"
    if figure.spread:
        sure = max(figure.spread) >= 1.0 and figure.value == round(figure.value)
        number = f"{figure.value:.0f}" if sure else f"{figure.value:.1f}"
        tip = format_spread(figure.spread)
        yield OddsRow(
            OddsRowKind.FIGURE, label=words, number=number, share=-1.0, clause=clause, tip=tip
        )
        likely = columns(figure.spread)
        if len(likely) > 1:
            yield OddsRow(
                OddsRowKind.SPREAD,
                label="",
                number="",
                share=-1.0,
                clause=clause,
                tip=tip,
                columns=likely,
            )
    else:
        yield OddsRow(
            OddsRowKind.FIGURE,
            label=words,
            number=percent(figure.value),
            share=figure.value,
            clause=clause,
            is_roll=figure.need > 0,
        )
    for reason in figure.reasons:
        yield OddsRow(OddsRowKind.WHY, reason_text(reason, table), clause=reason.clause)


def reason_text(reason: Reason, table: Table) -> str:
    """Return a modifier in words: amount, reason, and what gives it."""
    named = name(table, reason.about) if reason.about else ""
    words = reason.why.removesuffix(reason.about) + named
    return f"{reason.amount:+d} {words}" if reason.amount else words


def percent(chance: float) -> str:
    """Return a chance in percent: never 0 if it is possible, nor 100 if it is not sure."""
    if 0.0 < chance < 0.005:
        return "< 1%"
    if 0.995 <= chance < 1.0 - EPSILON:
        return "> 99%"
    return f"{100 * chance:.0f}%"


def format_spread(spread: Spread) -> str:
    """Return the chance of each number, without those below 0.5 percent.

    Empty if one number is sure.
    """
    if max(spread) >= 1.0:
        return ""
    likely = [(n, p) for n, p in enumerate(spread) if p >= 0.005]
    return "   ".join(f"{n}: {percent(p)}" for n, p in likely)


def fitting(
    rows: tuple[OddsRow, ...], fits: Callable[[Sequence[OddsRow]], bool]
) -> tuple[OddsRow, ...]:
    """Return as many rows as there is room for.

    Distributions are dropped first, then reasons, each from the top; then what single rolls
    need, and at last all other figures, from the bottom.
    """
    for kind in (OddsRowKind.SPREAD, OddsRowKind.WHY):
        while not fits(rows) and any(row.kind is kind for row in rows):
            first = [row.kind for row in rows].index(kind)
            before = rows[:first]
            if kind is OddsRowKind.SPREAD:
                # The columns are drawn small, beside the number.
                before = (*before[:-1], before[-1]._replace(columns=rows[first].columns))
            rows = (*before, *rows[first + 1 :])
    while rows and not fits(rows):
        rolls = [n for n, row in enumerate(rows) if row.is_roll]
        rows = _without(rows, rolls[-1] if rolls else len(rows) - 1)
    return rows


def _without(rows: tuple[OddsRow, ...], n: int) -> tuple[OddsRow, ...]:
    """Return rows without the *n*-th, and without a head that would have none below it."""
    after = rows[n + 1 :]
    is_alone = n and rows[n - 1].kind is OddsRowKind.HEAD
    if is_alone and (not after or after[0].kind is OddsRowKind.HEAD):
        return rows[: n - 1] + after
    return rows[:n] + after
