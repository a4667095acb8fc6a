"""The laboratory in the window: experiments, the games they play, and their reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import partial
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

import pygame

from game.background import AT_END, Loader
from game.content.faults import UnusableFile, first_faults
from game.content.storage import (
    files_with,
    free_path,
    own_experiments,
    to_trash,
    without_ending,
    write_whole,
)
from game.lab.experiment_run import (
    RUNNING,
    RunningExperiment,
    StoredGames,
    number_running,
    stored_games,
)
from game.lab.experiments import load_experiment
from game.lab.report_charts import Chart, charts_of, summary
from game.lab.results import Results, results_of
from game.lab.store import ENDING, create, open_store
from game.play import EntryPoints
from game.screens.figure_view import FigureView
from game.screens.load_game import ago
from game.screens.menu_screen import MenuScreen
from game.screens.notice_screen import NoticeScreen
from game.screens.screen import Change, Load, Open
from game.table.board import Board
from game.table.records import many
from game.widgets.button import Style
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry, Paragraph
from game.widgets.theme import AMBER, LINE, MUTED, TEXT, WELL

WIDE, MARGIN, ROW, SHARES = 1160.0, 24.0, 60.0, 60.0
MAX_SHARES = 3
"""Lines of shares of a running experiment."""
BAR = (102.0, 8.0)
"""Size of the bar of progress with a margin at its sides, in units."""
LOOK_SECONDS = 0.5
"""Seconds between two looks at running experiments."""
DRAWN: Mapping[str, Callable[..., Any]] = EntryPoints(
    {"png": "game.lab.report_page:picture_of", "html": "game.lab.report_page:page_of"}
)
"""The parts of reports that need matplotlib."""
NOTHING = "You have no experiments yet. The guide to the laboratory has one to begin with."
COSTLY = "The chance to win before the answer, and at the next question; dice included."
NO_FIGURES = "Figures take the library matplotlib: pip install matplotlib"


def start(path: Path) -> None:
    """Run the experiment of a store in the background, until it or the program ends."""
    RUNNING[path] = going = RunningExperiment(path)
    AT_END.append(going.end)


def open_experiment(path: Path) -> Load:
    """Return the opening of a dropped experiment file, which begins, or of a store's report."""
    if path.suffix.lower() == ENDING:
        return open_report(path)

    def work() -> Path:
        experiment = load_experiment(str(path))
        store = free_path(own_experiments() / f"{path.stem}{ENDING}")
        create(store, experiment).close()
        return store

    def begin(store: Path) -> Change:
        start(store)
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
    words = f"{path.name}: " + "\n".join(map(str, first_faults(error.faults)))
    return Open(NoticeScreen("Cannot open this experiment", words))


class ExperimentsScreen(MenuScreen):
    """The list of experiments; Enter or a second click opens a report."""

    def __init__(self, chosen: Path | None = None) -> None:
        self.chosen = str(chosen or "")
        self._since = 0.0
        self._stores = dict[str, StoredGames]()
        self._reading: Loader[dict[str, StoredGames]] | None = None
        self._were_running = 0

    def lay_out(self) -> None:
        wide, high = self.frame.units
        wide, tall = min(900.0, wide - 2 * MARGIN), min(680.0, high - 2 * MARGIN)
        panel = self.new_card(wide, tall, "RESULTS")
        words = "Many games of bots. Drop an experiment file on the window to begin."
        panel.add(Label((28, 58, wide - 56, 22), words, size=13, colour=MUTED))
        top = tall - 62
        box = (24, 92, wide - 48, top - 92 - 16 - SHARES)
        self.list = panel.add(
            ListBox(
                box, on_choose=self._choose, on_open=lambda _: self.report(), row_height=ROW
            )
        )
        self.shares = panel.add(Paragraph((28, top - 8 - SHARES, wide - 56, SHARES), ""))
        add, first, danger = self.add_button, Style.PRIMARY, Style.DANGER
        place = (24.0, top, 150.0, 42.0)
        self.report_button = add(place, "Report", self.report, "chart-column", style=first)
        self.run_button = add((184, top, 150, 42), "Run", self.run, "play", pygame.K_r)
        self.stop_button = add((344, top, 130, 42), "Stop", self.stop, "square", pygame.K_t)
        place, key, delete = (484.0, top, 190.0, 42.0), pygame.K_DELETE, self.ask_to_delete
        self.delete_button = add(place, "Delete…", delete, "trash-2", key, style=danger)
        self.add_back((wide - 164, top, 140, 42))
        self._read()
        self.stack.focus.to(self.list)

    def _read(self) -> None:
        """Read all stores, in a window in the background, and show them."""
        if self.frame.apart:
            self._reading = self._reading or Loader(_all_stores)
            self._show()
        else:
            self._stores = _all_stores()
            self._show()

    def _take_stores(self) -> None:
        """Show the stores once they are read."""
        if self._reading and self._reading.done:
            self._stores, self._reading = self._reading.result(), None
            self._show()

    def _show(self) -> None:
        """Show the stores as they were read, and the progress of those that run."""
        self._were_running = number_running()
        titles = Counter(one.title for one in self._stores.values())
        self.list.rows = tuple(
            self._row(id_, one, is_twin=titles[one.title] > 1)
            for id_, one in self._stores.items()
        )
        ids = [*self._stores]
        self.list.chosen = self.chosen if self.chosen in ids else ids[0] if ids else ""
        self._choose(self.list.chosen)

    def _row(self, id_: str, one: StoredGames, *, is_twin: bool) -> ListRow:
        """Return the row of a store; one that shares its title names its file, too."""
        if one.fault:
            return ListRow(id_, one.title, one.fault, faded=True, hint=one.fault)
        going = RUNNING.get(Path(id_))
        detail, picture = _detail(one, going), self._bar(one, going)
        if is_twin:
            detail = f"{Path(id_).name} · {detail}"
        return ListRow(id_, one.title, detail, note=_state(going), picture=picture, hint=id_)

    def _bar(self, one: StoredGames, going: RunningExperiment | None) -> pygame.Surface:
        """Return a bar with the share of the games that are played."""
        now = going.progress if going else None
        done, wanted = (now.done, now.wanted) if now else (one.done, one.wanted)
        px = self.frame.theme.px
        bar = pygame.Surface((px(BAR[0]), px(BAR[1])), pygame.SRCALPHA)
        full = pygame.Rect(px(6), 0, px(BAR[0] - 12), px(BAR[1]))
        pygame.draw.rect(bar, LINE, full, border_radius=px(4))
        full.width = round(full.width * min(1.0, done / wanted)) if wanted else 0
        pygame.draw.rect(bar, AMBER, full, border_radius=px(4))
        return bar

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
        one, going = self._stores.get(id_), self._going
        fault = "It cannot be used" if one and one.fault else ""
        none = fault if one else "No experiment selected"
        stopping = "It is stopping" if going and going.is_stopped else ""
        complete = "All games are played" if one and not going and one.is_complete else ""
        self.report_button.reason = none
        self.run_button.reason = none or stopping or complete
        self.stop_button.reason = none or stopping or ("" if going else "It is not running")
        self.delete_button.reason = "Stop it first" if going else "" if id_ else none
        can_pause = going and not going.is_paused
        self.run_button.label = "Pause" if can_pause else "Run"
        self.run_button.icon = "ui/pause" if can_pause else "ui/play"
        last = RUNNING.get(self._path)
        lines = going.shares if going else (last.fault,) if last else ()
        if not self._stores:
            lines = ("Reading …" if self._reading else NOTHING,)
        words = "\n".join(lines[:MAX_SHARES])
        if len(lines) > MAX_SHARES:
            words += f" … and {len(lines) - MAX_SHARES} more, see the report"
        self.shares.spans = (TextSpan(words, MUTED),)

    def report(self) -> None:
        """Open the report of the chosen experiment."""
        if not self.report_button.reason:
            self.change = open_report(self._path)

    def run(self) -> None:
        """Run the chosen experiment, pause it, or go on with it."""
        if going := self._going:
            going.is_paused = not going.is_paused
        else:
            start(self._path)
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
        RUNNING.pop(self._path, None)
        self._read()
        self.stack.focus.to(self.list)

    def update(self, seconds: float) -> Change | None:
        self._take_stores()
        self._since += seconds
        if self._since >= LOOK_SECONDS and (now := number_running()) + self._were_running:
            self._since = 0.0
            self._show() if now == self._were_running else self._read()
        return super().update(seconds)


def _all_stores() -> dict[str, StoredGames]:
    """Return the user's stores by their paths, the latest first."""
    found = {str(path): stored_games(path) for path in files_with(own_experiments(), ENDING)}
    order = sorted(found, key=lambda id_: (-found[id_].changed, id_))
    return {id_: found[id_] for id_ in order}


def _detail(one: StoredGames, going: RunningExperiment | None) -> str:
    """Return the progress of an experiment in one line."""
    now = going.progress if going and not going.is_over else None
    done, wanted = (now.done, now.wanted) if now else (one.done, one.wanted)
    parts = [f"{done} of {many(wanted, 'game')}"]
    if now:
        parts.append(f"{now.per_hour:,.0f} an hour" if now.played else "")
        if now.seconds_left is not None:
            parts.append(f"{max(1, round(now.seconds_left / 60))} min left")
        parts.append(f"intervals up to ±{now.widest:.1%}")
    else:
        parts.append(ago(one.changed))
    if broken := now.broken if now else one.failed:
        parts.append(f"{broken} not played to the end")
    return " · ".join(filter(None, parts))


def _state(going: RunningExperiment | None) -> str:
    if going is None or going.is_over:
        return "failed" if going and going.fault else ""
    return "stopping" if going.is_stopped else "paused" if going.is_paused else "running"


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
