"""The report of an experiment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

import pygame

from game.background import Pending
from game.content.file_lookup import free_path, without_ending
from game.content.safe_writing import write_whole
from game.entry_points import EntryPoints
from game.lab.report_charts import Chart, charts_of
from game.lab.report_summary import headline, summary
from game.lab.results import Results
from game.lab.store import ENDING, open_store
from game.screens.card import Card, CardSize
from game.screens.figure_view import FigureView
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Change, Load
from game.table.board import Board
from game.widgets.button import Button
from game.widgets.cells import Child, column, keyed, row, sized, spring
from game.widgets.keys import Key
from game.widgets.list_box import ListBox, ListRow
from game.widgets.sizes import APART, CLOSE, EDGE, FIELD, SIDE, STEADY
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Log, LogEntry, Paragraph
from game.widgets.theme import AMBER, MUTED, TEXT, WELL

CHARTS, FIGURE, NUMBERS = "charts", "figure", "numbers"
"""Keys of the widgets."""
DRAWN: Mapping[str, Callable[..., Any]] = EntryPoints(
    {"png": "game.lab.report_page:picture_of", "html": "game.lab.report_page:page_of"}
)
"""The parts of reports that need matplotlib."""
COSTLY = "The chance to win before the answer, and at the next question; dice included."
NO_FIGURES = "Figures take the library matplotlib: pip install matplotlib"


class ReportScreen(MenuScreen):
    """The report of an experiment: a list of its charts, each as a figure or in numbers."""

    def __init__(self, path: Path, found: Results, boards: Mapping[int, Board]) -> None:
        self.path, self.found, self.boards = path, found, boards
        self.charts = {chart.name: chart for chart in charts_of(found)}
        self.costly = {f"costly-{one.cell}": one for one in found.cells if one.costly}
        self.chosen, self.in_numbers = "summary", False
        self.has_figures = True
        """False if the library that draws them is missing."""
        self._pictures = dict[tuple[str, tuple[int, int]], pygame.Surface]()
        self._drawn_key = "", (0, 0)
        """The figure that is drawn in the background, and its size."""
        self._drawing = Pending[bytes]()

    def view(self) -> Card:
        charts = ListBox([*self._rows()], on_choose=self._choose, chosen=self.chosen)
        content = row(
            sized(keyed(CHARTS, charts), width=SIDE, least=FIELD),
            sized(column(self._about(), self._shown(), gap=CLOSE), grow=1),
            gap=APART,
        )
        label, icon = "Figure" if self.in_numbers else "Numbers", "ui/list-ordered"
        none = "" if self.chosen in self.charts else "There is no figure"
        keys = Key(pygame.K_n), Key(pygame.K_s)
        turn = Button(label, self.turn, icon=icon, shortcut=keys[0], reason=none)
        foot = row(
            sized(turn, least=STEADY),
            Button("Save as a page", self.save, icon="ui/save", shortcut=keys[1]),
            spring(),
            self.back_button(),
        )
        body = column(sized(content, grow=1), foot, gap=APART)
        return Card(self.found.title.upper(), body, size=CardSize.FULL, focus=CHARTS)

    @property
    def _as_text(self) -> bool:
        return self.in_numbers or self.chosen not in self.charts

    def _about(self) -> Child:
        """Return the words on the chosen chart."""
        if not self.has_figures and self.chosen in self.charts:
            words = TextSpan(NO_FIGURES, AMBER)
        else:
            chart, costly = self.charts.get(self.chosen), self.chosen in self.costly
            words = TextSpan(chart.words if chart else COSTLY if costly else "", MUTED)
        return Paragraph((words,), least_lines=2)

    def _shown(self) -> Child:
        """Return the chosen chart, as a figure or in numbers."""
        if self._as_text:
            lines = [*self._lines(self.charts.get(self.chosen))]
            numbers = Log(entries=lines, indent=0, follows=False)
            log = sized(keyed(NUMBERS, numbers), height=0, grow=1)
            return sized(column(log, pad=EDGE, plate=WELL), grow=1)
        figure = FigureView(self._picture, "Drawing the figure …")
        return sized(column(keyed(FIGURE, figure), plate=WELL), grow=1)

    @property
    def _key(self) -> tuple[str, tuple[int, int]] | None:
        """Return the figure that is shown, with its size; None if none is."""
        figure = self.panel.known(FIGURE)
        return (self.chosen, figure.rect.size) if figure and not self._as_text else None

    @property
    def _picture(self) -> pygame.Surface | None:
        key = self._key
        return self._pictures.get(key) if key else None

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
            yield LogEntry((TextSpan(headline(self.found), AMBER),))
            for words in summary(self.found):
                yield LogEntry((TextSpan(words, TEXT),))
            return
        for line in chart.rows:
            yield LogEntry((TextSpan(line.label, AMBER),))
            for name, words in zip(chart.series, line.told, strict=True):
                yield LogEntry((TextSpan(f"{name}: ", MUTED), TextSpan(words, TEXT)))

    def turn(self) -> None:
        """Show the numbers instead of the figure, or the figure again."""
        self.in_numbers = not self.in_numbers

    def update(self, seconds: float) -> Change | None:
        """Draw the figure that is shown in the background."""
        try:
            for drawn in self._drawing.finished():
                picture = pygame.image.load(BytesIO(drawn), "figure.png")
                self._pictures[self._drawn_key] = picture.convert()
        except ModuleNotFoundError:
            self.has_figures, self.in_numbers = False, True
            self.changed()
        key, figure = self._key, self.panel.known(FIGURE)
        if key in self._pictures and isinstance(figure, FigureView) and not figure.picture:
            self.changed()
        elif key and key not in self._pictures and not self._drawing.is_running:
            chart = self.charts[self.chosen]
            board = self.boards.get(chart.cell or 0)
            self._drawing.start(lambda: DRAWN["png"](chart, board, key[1]))
            self._drawn_key = key
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
