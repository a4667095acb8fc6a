"""The rows of a table of odds: labels and numbers of known figures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.cores.kit.queries import ForecastFigure, counted
from game.shown.odds_rows import OddsRow, OddsRowKind, columns, fitting, percent, rows_of
from game.table.board import BARE
from game.table.events import Reason
from game.table.records import Side
from game.table.state import Table

TABLE = Table(BARE, (Side("wardens"), Side("brood")))
HIT = ForecastFigure(
    "to hit",
    value=0.5,
    clause="CC-05",
    about="rifle",
    need=4,
    reasons=(Reason(-1, "icy water", "FF-09"),),
)
TIP = "0: 25%   1: 50%   2: 25%"
LOST = counted("models lost", (0.25, 0.5, 0.25), "CC-17", "wardens")


def test_rows_tell_what_is_needed_what_comes_of_it_and_why() -> None:
    assert rows_of((HIT, LOST), TABLE) == (
        OddsRow(OddsRowKind.HEAD, "rifle"),
        OddsRow(
            OddsRowKind.FIGURE,
            label="To hit 4+",
            number="50%",
            share=0.5,
            clause="CC-05",
            is_roll=True,
        ),
        OddsRow(OddsRowKind.WHY, "-1 icy water", clause="FF-09"),
        OddsRow(OddsRowKind.HEAD, "Wardens"),
        OddsRow(
            OddsRowKind.FIGURE,
            label="Models lost",
            number="1.0",
            share=-1.0,
            clause="CC-17",
            tip=TIP,
        ),
        OddsRow(
            OddsRowKind.SPREAD,
            label="",
            number="",
            share=-1.0,
            clause="CC-17",
            tip=TIP,
            columns=columns(LOST.spread),
        ),
    )


def test_columns_that_the_next_figure_has_too_stand_once() -> None:
    wounds = replace(LOST, what="wounds")

    kinds = [row.kind for row in rows_of((wounds, LOST, HIT), TABLE)]
    assert kinds[:4] == [
        OddsRowKind.HEAD,
        OddsRowKind.FIGURE,
        OddsRowKind.FIGURE,
        OddsRowKind.SPREAD,
    ]


def test_what_is_sure_has_no_columns() -> None:
    rows = rows_of((counted("models lost", (0.0, 1.0), "CC-17", "wardens"),), TABLE)

    assert [row.kind for row in rows] == [OddsRowKind.HEAD, OddsRowKind.FIGURE]


def test_nor_has_what_is_as_good_as_sure() -> None:
    rows = rows_of((counted("models lost", (0.999, 0.001), "CC-17", "wardens"),), TABLE)

    assert [row.kind for row in rows] == [OddsRowKind.HEAD, OddsRowKind.FIGURE]


def test_each_number_has_its_column() -> None:
    assert columns((0.25, 0.5, 0.25)) == (("0", 0.25), ("1", 0.5), ("2", 0.25))
    assert columns((0.0, 0.5, 0.5)) == (("1", 0.5), ("2", 0.5))


def test_an_end_that_is_rare_is_put_to_its_neighbour() -> None:
    assert columns((0.5, 0.498, 0.002)) == (("0", 0.5), ("1+", 0.5))
    assert columns((0.002, 0.498, 0.5)) == (("0–1", 0.5), ("2", 0.5))


def test_many_numbers_are_put_together_at_the_rarer_end() -> None:
    found = columns((0.1, 0.2, 0.3, 0.2, 0.15, 0.05), most=4)

    assert [column.label for column in found] == ["0–1", "2", "3", "4+"]
    assert [c.chance for c in found] == pytest.approx([0.3, 0.3, 0.2, 0.2])


def test_what_no_die_can_show_is_told_so() -> None:
    (_, row) = rows_of(
        (ForecastFigure("to wound", value=0.0, clause="CC-12", about="rifle", need=7),), TABLE
    )

    assert (row.label, row.number) == ("To wound: impossible", "0%")


def test_a_total_may_need_more_than_a_die_shows() -> None:
    (_, row) = rows_of(
        (ForecastFigure("arrives", value=0.5, clause="MC-22", about="wardens", need=8),), TABLE
    )

    assert row.label == "Arrives 8+"


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0.0, "0%"), (0.001, "< 1%"), (0.5, "50%"), (0.999, "> 99%"), (1.0, "100%")],
)
def test_what_may_happen_is_never_told_as_impossible_or_sure(chance: float, words: str) -> None:
    assert percent(chance) == words


def test_where_there_is_no_room_columns_go_first_then_reasons_then_numbers() -> None:
    rows = rows_of((HIT, LOST), TABLE)

    def most(many: int) -> tuple[OddsRow, ...]:
        return fitting(rows, lambda found: len(found) <= many)

    assert most(6) == rows
    short = most(5)
    assert [r.kind for r in short] == [r.kind for r in rows[:-1]]
    # A row whose columns no longer fit below shows them small beside its number.
    assert (rows[-2].columns, short[-1].columns) == ((), rows[-1].columns)
    # What comes of the rolls stays longer than the rolls, and no head stands alone.
    assert [r.label for r in most(4)] == ["rifle", "To hit 4+", "Wardens", "Models lost"]
    assert [r.label for r in most(3)] == ["Wardens", "Models lost"]
    assert most(1) == ()


@pytest.mark.parametrize("about", ["rifle", "rifle of 2 models"])
def test_the_rolls_of_each_group_have_a_head(about: str) -> None:
    groups = [
        replace(HIT, reasons=()),
        ForecastFigure("to save", value=0.5, clause="CC-13", about="rifle", need=4),
        ForecastFigure("to save", value=0.2, clause="CC-13", about="rifle", need=6),
    ]
    other = [replace(figure, about=about) for figure in groups]
    labels = [row.label for row in rows_of((*groups, *other), TABLE)]
    own = ["To hit 4+", "To save 4+", "To save 6+"]
    assert labels == ["rifle", *own, about, *own]


def test_the_same_of_several_stands_once_above_their_names() -> None:
    stray = (
        ForecastFigure("stray round hits", value=0.25, clause="ZG-17", about="wardens"),
        ForecastFigure("stray round hits", value=0.125, clause="ZG-17", about="brood"),
    )

    assert rows_of((HIT, *stray), TABLE)[3:] == (
        OddsRow(OddsRowKind.HEAD, "stray round hits"),
        OddsRow(OddsRowKind.FIGURE, label="Wardens", number="25%", share=0.25, clause="ZG-17"),
        OddsRow(OddsRowKind.FIGURE, label="Brood", number="12%", share=0.125, clause="ZG-17"),
    )
