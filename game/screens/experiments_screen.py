"""The laboratory in the window: experiments, the games they play, and their reports."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pygame

from game.background import AT_END, Loader
from game.content.faults import UnusableFile
from game.content.file_lookup import files_with, free_path
from game.content.own_folders import own_experiments, to_trash
from game.lab.experiment_run import (
    RUNNING,
    RunningExperiment,
    StoredGames,
    number_running,
    stored_games,
)
from game.lab.experiments import load_experiment
from game.lab.store import ENDING, create
from game.screens.load_game import ago
from game.screens.menu_screen import MenuScreen
from game.screens.report_screen import not_opened, open_report
from game.screens.screen import Change, Load, Open
from game.table.records import many
from game.widgets.button import Style
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Paragraph
from game.widgets.theme import AMBER, LINE, MUTED

MARGIN, ROW, SHARES = 24.0, 60.0, 60.0
MAX_SHARES = 3
"""Lines of shares of a running experiment."""
BAR = (102.0, 8.0)
"""Size of the bar of progress with a margin at its sides, in units."""
LOOK_SECONDS = 0.5
"""Seconds between two looks at running experiments."""
NOTHING = "You have no experiments yet. The guide to the laboratory has one to begin with."


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

    return Load("Preparing the experiment", work, begin, partial(not_opened, path))


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
