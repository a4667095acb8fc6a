"""The report of an experiment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import partial
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

import pygame

from game.background import Loader
from game.content.faults import UnusableFile, first_faults
from game.content.file_lookup import free_path, without_ending
from game.content.safe_writing import write_whole
from game.lab.report_charts import Chart, charts_of, summary
from game.lab.results import Results, results_of
from game.lab.store import ENDING, open_store
from game.play import EntryPoints
from game.screens.figure_view import FigureView
from game.screens.menu_screen import MenuScreen
from game.screens.notice_screen import NoticeScreen
from game.screens.screen import Change, Load, Open
from game.table.board import Board
from game.widgets.list_box import ListBox, ListRow
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Log, LogEntry, Paragraph
from game.widgets.theme import AMBER, MUTED, TEXT, WELL

WIDE, MARGIN = 1160.0, 24.0
DRAWN: Mapping[str, Callable[..., Any]] = EntryPoints(
    {"png": "game.lab.report_page:picture_of", "html": "game.lab.report_page:page_of"}
)
"""The parts of reports that need matplotlib."""
COSTLY = "The chance to win before the answer, and at the next question; dice included."
NO_FIGURES = "Figures take the library matplotlib: pip install matplotlib"


def open_report(path: Path) -> Load:
    """Return the opening of the report of a store."""

    def work() -> tuple[Results, dict[int, Board]]:
        with closing(open_store(path)) as store:
            boards = {cell: one.battle(0).opening.board for cell, one in store.cells.items()}
            return results_of(store), boards

    return Load(
        "Reading the games",
        work,
        lambda found: Open(ReportScreen(path, *found)),
        partial(not_opened, path),
    )


def not_opened(path: Path, error: UnusableFile) -> Change:
    words = f"{path.name}: " + "\n".join(map(str, first_faults(error.faults)))
    return Open(NoticeScreen("Cannot open this experiment", words))


class ReportScreen(MenuScreen):
    """The report of an experiment: a list of its charts, each as a figure or in numbers."""

    def __init__(self, path: Path, found: Results, boards: Mapping[int, Board]) -> None:
        self.path, self.found, self.boards = path, found, boards
        self.charts = {chart.name: chart for chart in charts_of(found)}
        self.costly = {f"costly-{one.cell}": one for one in found.cells if one.costly}
        self.chosen, self.in_numbers = "", False
        self._pictures = dict[tuple[str, tuple[int, int]], pygame.Surface]()
        self._drawing: tuple[tuple[str, tuple[int, int]], Loader[bytes]] | None = None

    def lay_out(self) -> None:
        wide, high = self.frame.units
        wide, tall = min(WIDE, wide - 2 * MARGIN), high - 2 * MARGIN
        panel = self.new_card(wide, tall, self.found.title.upper(), (28, 16, wide - 56, 42))
        list_wide, top, foot = 310.0, 70.0, 78.0
        place = (24, top, list_wide, tall - top - foot)
        self.list = panel.add(ListBox(place, on_choose=self._choose, row_height=38))
        self.list.rows = tuple(self._rows())
        left = 24 + list_wide + 16
        room = wide - left - 24
        self.words = panel.add(Paragraph((left, top, room - 12, 40), "", size=13))
        view = (left, top + 46, room, tall - top - 46 - foot)
        self.figure = panel.add(FigureView(view))
        panel.inlay(view, WELL)
        inner = (left + 14, top + 54, room - 28, tall - top - 62 - foot)
        self.numbers = panel.add(Log(inner, indent=0))
        line = tall - 62
        self.numbers_button = self.add_button(
            (24, line, 150, 42), "Numbers", self.turn, "list-ordered", pygame.K_n
        )
        self.add_button((184, line, 200, 42), "Save as a page", self.save, "save", pygame.K_s)
        self.add_back((wide - 164, line, 140, 42))
        self.list.chosen = self.chosen or "summary"
        self._choose(self.list.chosen)
        self.stack.focus.to(self.list)

    def _rows(self) -> Iterator[ListRow]:
        yield ListRow("summary", "In short")
        cells = {cell.cell: cell.label for cell in self.found.cells}
        for id_, group in groupby(self.charts.values(), key=lambda chart: chart.cell):
            if id_ is not None:
                yield ListRow(f"cell {id_}", cells[id_], heading=True)
            for chart in group:
                yield ListRow(chart.name, chart.title)
            if f"costly-{id_}" in self.costly:
                yield ListRow(f"costly-{id_}", "Most costly decisions")

    def _choose(self, id_: str) -> None:
        self.chosen = id_
        chart = self.charts.get(id_)
        words = chart.words if chart else COSTLY if id_ in self.costly else ""
        self.words.spans = (TextSpan(words, MUTED),)
        self.numbers_button.reason = "" if chart else "There is no figure"
        self.numbers_button.label = "Figure" if self.in_numbers else "Numbers"
        as_text = chart is None or self.in_numbers
        self.numbers.shown, self.figure.shown = as_text, not as_text
        if as_text:
            self.numbers.show(self._lines(chart))
            self.numbers.lay_out()
            self.numbers.scroll.to(0)
        else:
            self._draw()

    def _lines(self, chart: Chart | None) -> Iterator[LogEntry]:
        if cell := self.costly.get(self.chosen):
            names = {side.id: side.name for side in cell.sides}
            for seed, one in cell.costly:
                place = f"{names.get(one.side, one.side)}, round {one.round}, seed {seed}"
                change = f"{one.before:.0%} to {one.after:.0%}"
                yield LogEntry((TextSpan(f"{one.asks} ({one.clause})", AMBER),))
                yield LogEntry((TextSpan(f"{place}: ", MUTED), TextSpan(change, TEXT)))
            return
        if chart is None:
            for line in summary(self.found):
                yield LogEntry((TextSpan(line, TEXT),))
            return
        for row in chart.rows:
            yield LogEntry((TextSpan(row.label, AMBER),))
            for name, words in zip(chart.series, row.told, strict=True):
                yield LogEntry((TextSpan(f"{name}: ", MUTED), TextSpan(words, TEXT)))

    def turn(self) -> None:
        """Show the numbers instead of the figure, or the figure again."""
        self.in_numbers = not self.in_numbers
        self._choose(self.chosen)

    def _draw(self) -> None:
        """Show the chosen figure if it is drawn, else begin to draw it."""
        chart, size = self.charts[self.chosen], self.figure.rect.size
        key = chart.name, size
        self.figure.picture = self._pictures.get(key)
        if self.figure.picture is None:
            self.figure.words = "Drawing the figure …"
            if self._drawing is None:
                board = self.boards.get(chart.cell or 0)
                self._drawing = key, Loader(lambda: DRAWN["png"](chart, board, size))

    def update(self, seconds: float) -> Change | None:
        if self._drawing and self._drawing[1].done:
            (key, loader), self._drawing = self._drawing, None
            try:
                picture = pygame.image.load(BytesIO(loader.result()), "figure.png")
            except ModuleNotFoundError:
                if self.figure.shown:
                    self.turn()
                    self.words.spans = (TextSpan(NO_FIGURES, AMBER),)
            else:
                self._pictures[key] = picture.convert()
                if self.figure.shown:
                    self._draw()
        return super().update(seconds)

    def save(self) -> None:
        """Write the report as a page beside the store."""
        out = free_path(self.path.with_name(f"{without_ending(self.path.name, ENDING)}.html"))

        def write() -> str:
            with closing(open_store(self.path)) as store:
                try:
                    write_whole(out, DRAWN["html"](store))
                except ModuleNotFoundError:
                    return NO_FIGURES
            return ""

        def tell(fault: str) -> None:
            words = fault or f"{out}\n\nOpen it in a browser, or print it."
            self.show_message("Not saved" if fault else "The page is saved", words)

        self.change = Load("Writing the page", write, tell, lambda error: tell(str(error)))
