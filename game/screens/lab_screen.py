"""The laboratory in the window: experiments, the games they play, and their reports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pygame

from game.content.faults import UnusableFile
from game.content.storage import free_path, own_experiments, to_trash, write_whole
from game.lab.experiment_run import RUNNING, RunningExperiment
from game.lab.experiments import load_experiment
from game.lab.report_charts import Chart, charts_of, summary
from game.lab.results import Results, results_of
from game.lab.store import ENDING, Store, create, open_store
from game.play import EntryPoints
from game.screens.menu_screen import MenuScreen, NoticeScreen
from game.screens.screen import Change, Load, Open
from game.table.board import Board
from game.table.records import many
from game.view import Loader
from game.widgets.button import Style
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry, Paragraph
from game.widgets.theme import AMBER, DIM, MUTED, TEXT, WELL, Box
from game.widgets.widget import Visible, Widget

WIDE, MARGIN, ROW = 1160.0, 24.0, 60.0
LOOK_SECONDS = 0.5
"""Seconds between two looks at running experiments."""
DRAWN: Mapping[str, Callable[..., Any]] = EntryPoints(
    {"png": "game.lab.report_page:picture_of", "html": "game.lab.report_page:page_of"}
)
"""The parts of reports that need matplotlib."""
NO_FIGURES = "Figures take the library matplotlib: pip install matplotlib"


def open_experiment(path: Path) -> Load:
    """Return the opening of a dropped experiment file, which begins, or of a store's report."""
    if path.name.endswith(ENDING):
        return open_report(path)

    def work() -> Path:
        experiment = load_experiment(str(path))
        store = free_path(own_experiments() / f"{path.stem}{ENDING}")
        create(store, experiment).close()
        return store

    def begin(store: Path) -> Change:
        RUNNING[store] = RunningExperiment(store)
        return Open(ExperimentsScreen(store))

    return Load("Preparing the experiment", work, begin, partial(_refused, path))


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
        partial(_refused, path),
    )


def _refused(path: Path, error: UnusableFile) -> Change:
    words = f"{path.name}: " + "\n".join(map(str, error.faults))
    return Open(NoticeScreen("Cannot open this experiment", words))


class ExperimentsScreen(MenuScreen):
    """The list of experiments; Enter or a second click opens a report."""

    def __init__(self, chosen: Path | None = None) -> None:
        self.chosen = str(chosen or "")
        self._since = 0.0

    def lay_out(self) -> None:
        wide, high = self.frame.units
        wide, tall = min(900.0, wide - 2 * MARGIN), min(680.0, high - 2 * MARGIN)
        panel = self.new_card(wide, tall, "RESULTS")
        words = "Many games of bots. Drop an experiment file on the window to begin."
        panel.add(Label((28, 58, wide - 56, 22), words, size=13, colour=MUTED))
        box = (24, 92, wide - 48, tall - 92 - 78)
        self.list = panel.add(
            ListBox(
                box, on_choose=self._choose, on_open=lambda _: self.report(), row_height=ROW
            )
        )
        top = tall - 62
        add, first, danger = self.add_button, Style.PRIMARY, Style.DANGER
        place = (24.0, top, 150.0, 42.0)
        self.report_button = add(place, "Report", self.report, "chart-column", style=first)
        self.run_button = add((184, top, 150, 42), "Run", self.run, "play", pygame.K_r)
        self.stop_button = add((344, top, 130, 42), "Stop", self.stop, "square", pygame.K_t)
        place, key, delete = (484.0, top, 190.0, 42.0), pygame.K_DELETE, self.ask_to_delete
        self.delete_button = add(place, "Delete…", delete, "trash-2", key, style=danger)
        self.add_back((wide - 164, top, 140, 42))
        self._show()
        self.stack.focus.to(self.list)

    def _show(self) -> None:
        self.faults = dict[str, str]()
        self.list.rows = tuple(self._rows())
        ids = [row.id for row in self.list.rows]
        self.list.chosen = self.chosen if self.chosen in ids else ids[0] if ids else ""
        self._choose(self.list.chosen)

    def _rows(self) -> Iterator[ListRow]:
        """Yield a row for each store, the latest first."""
        folder = own_experiments()
        paths = sorted(folder.glob(f"*{ENDING}"), key=lambda path: -path.stat().st_mtime)
        for path in paths:
            going = RUNNING.get(path)
            try:
                with closing(open_store(path)) as store:
                    title, detail = store.experiment.title, _detail(store, going)
            except UnusableFile as error:
                self.faults[str(path)] = str(error.faults[0])
                words = f"Cannot be used: {error.faults[0]}"
                yield ListRow(str(path), path.name, words, faded=True, hint=str(error))
                continue
            yield ListRow(str(path), title, detail, note=_state(going), hint=str(path))

    @property
    def _path(self) -> Path:
        return Path(self.list.chosen)

    @property
    def _going(self) -> RunningExperiment | None:
        """Return the chosen experiment if it is running."""
        found = RUNNING.get(self._path)
        return found if found and not found.is_over else None

    def _choose(self, id_: str) -> None:
        self.chosen = id_
        none = "" if id_ and id_ not in self.faults else "No experiment selected"
        going = self._going
        self.report_button.reason = self.run_button.reason = none
        self.stop_button.reason = none or ("" if going else "It is not running")
        self.delete_button.reason = "Stop it first" if going else "" if id_ else none
        self.run_button.label = "Pause" if going and not going.paused else "Run"

    def report(self) -> None:
        """Open the report of the chosen experiment."""
        if self.chosen and self.chosen not in self.faults:
            self.change = open_report(self._path)

    def run(self) -> None:
        """Run the chosen experiment, pause it, or go on with it."""
        if going := self._going:
            going.paused = not going.paused
        else:
            RUNNING[self._path] = RunningExperiment(self._path)
        self._show()

    def stop(self) -> None:
        """End the chosen experiment; what was played is kept."""
        if going := self._going:
            going.stop()
        self._show()

    def ask_to_delete(self) -> None:
        """Ask whether the chosen experiment is to be deleted."""
        words = f"{self._path.name} will be moved to the folder trash."
        replies = (Reply("Delete", self._delete, Style.DANGER), CANCEL)
        self.stack.ask(Dialog(self.frame.theme, "Delete this experiment?", words, replies))

    def _delete(self) -> None:
        try:
            to_trash(self._path)
        except UnusableFile as error:
            self.show_message("Not deleted", str(error))
        self._show()

    def update(self, seconds: float) -> Change | None:
        self._since += seconds
        if self._since >= LOOK_SECONDS and RUNNING:
            self._since = 0.0
            self._show()
        return super().update(seconds)


def _detail(store: Store, going: RunningExperiment | None) -> str:
    """Return the progress of an experiment in one line."""
    done = sum(store.count(cell) for cell in store.cells)
    wanted = store.experiment.games * len(store.cells)
    parts = [f"{done} of {many(wanted, 'game')}", going.fault if going else ""]
    if going and going.progress and not going.is_over:
        now = going.progress
        parts.append(f"{now.per_hour:,.0f} an hour")
        if now.seconds_left is not None:
            parts.append(f"{max(1, round(now.seconds_left / 60))} min left")
        parts.append(f"intervals up to ±{now.widest:.1%}")
    if failed := len(store.failures()):
        parts.append(f"{failed} not played to the end")
    return " · ".join(filter(None, parts))


def _state(going: RunningExperiment | None) -> str:
    state = "paused" if going and going.paused else "running"
    return ("stopping" if going.stopped else state) if going and not going.is_over else ""


class FigureView(Widget):
    """A chart drawn in the background, on white."""

    picture = Visible[pygame.Surface | None]()
    words = Visible[str]()

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.picture, self.words = None, ""

    def paint(self, canvas: pygame.Surface) -> None:
        if self.picture:
            canvas.blit(self.picture, self.picture.get_rect(midtop=self.rect.midtop))
        else:
            text = self.theme.text(self.words, 14, DIM)
            canvas.blit(text, text.get_rect(center=self.rect.center))


class ReportScreen(MenuScreen):
    """The report of an experiment: a list of its charts, each as a figure or in numbers."""

    def __init__(self, path: Path, found: Results, boards: Mapping[int, Board]) -> None:
        self.path, self.found, self.boards = path, found, boards
        self.charts = {chart.name: chart for chart in charts_of(found)}
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
        cells = {cell.cell: self.found.label(cell) for cell in self.found.cells}
        last: int | None = None
        for chart in self.charts.values():
            if chart.cell is not None and chart.cell != last:
                last = chart.cell
                yield ListRow(f"cell {last}", cells[last], heading=True)
            yield ListRow(chart.name, chart.title)

    def _choose(self, id_: str) -> None:
        self.chosen = id_
        chart = self.charts.get(id_)
        self.words.spans = (TextSpan(chart.words if chart else "", MUTED),)
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
                self.figure.words = NO_FIGURES
            else:
                self._pictures[key] = picture.convert()
                if self.figure.shown:
                    self._draw()
        return super().update(seconds)

    def save(self) -> None:
        """Write the report as a page beside the store."""
        out = free_path(self.path.with_name(f"{self.path.name.removesuffix(ENDING)}.html"))

        try:
            with closing(open_store(self.path)) as store:
                write_whole(out, DRAWN["html"](store))
        except ModuleNotFoundError:
            self.show_message("Not saved", NO_FIGURES)
        except UnusableFile as error:
            self.show_message("Not saved", str(error))
        else:
            self.show_message(
                "The page is saved", f"{out}\n\nOpen it in a browser, or print it."
            )
