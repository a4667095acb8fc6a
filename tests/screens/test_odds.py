"""The odds table in its window: clicks, and the room of its rows."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.screens.battle.odds_table import OddsTable, high
from game.shown.odds_rows import OddsRow, OddsRowKind, fitting, rows_of
from game.widgets.panel import Panel
from game.widgets.theme import Theme
from tests.shown.test_odds_rows import HIT, LOST, TABLE


def panel_with_odds(opened: list[str], rows: Sequence[OddsRow]) -> tuple[Panel, OddsTable]:
    panel = Panel(Theme(), (0, 0, 286, 300))
    return panel, panel.add(OddsTable("", rows, opened.append), (0, 0, 286, 300))


def fits(rows: tuple[OddsRow, ...], most: float) -> tuple[OddsRow, ...]:
    return fitting(rows, lambda some: high(some) <= most)


def test_a_click_on_a_row_opens_its_clause() -> None:
    opened = list[str]()
    panel, odds = panel_with_odds(opened, rows_of((HIT, LOST), TABLE))
    # The title is 28 units high, the heading 24, the figure 18: the reason lies below those.
    at = (60, 28 + 24 + 18 + 8)
    panel.handle(pygame.Event(pygame.MOUSEMOTION, pos=at), at)
    assert odds.rows[odds.under].clause == "FF-09"
    panel.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=at, button=1), at)

    assert opened == ["FF-09"]


def test_where_there_is_no_room_columns_go_first_then_reasons_then_numbers() -> None:
    rows = rows_of((HIT, LOST), TABLE)
    assert fits(rows, high(rows)) == rows
    short = fits(rows, high(rows) - 1)

    assert [r.kind for r in short] == [r.kind for r in rows[:-1]]
    # A row whose columns no longer fit below shows them small beside its number.
    assert (rows[-2].columns, short[-1].columns) == ((), rows[-1].columns)
    short = fits(short, high(short) - 1)
    assert [r.kind for r in short] == [
        OddsRowKind.HEAD,
        OddsRowKind.FIGURE,
        OddsRowKind.HEAD,
        OddsRowKind.FIGURE,
    ]
    # The roll goes before what comes of it, and no head is left alone.
    assert fits(short, high(short) - 1) == short[2:]


def test_bars_make_room_for_the_words_beside_them() -> None:
    """Long names appear in full as long as the bars can be shortened."""
    name = "Second jet boarder"
    for label in ("Hits", name, name * 2):
        row = OddsRow(
            OddsRowKind.FIGURE, label=label, number="> 99%", share=0.999, clause="ZG-17"
        )
        _, odds = panel_with_odds([], [row])
        odds.paint(pygame.Surface((286, 300)))
        assert bool(odds.cut) == (label == name * 2)
