"""The screen of the laboratory, which lists experiments with their progress."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pygame

from game.background import Pending
from game.content.faults import UnusableFile
from game.content.file_lookup import files_with
from game.content.own_folders import own_experiments, to_trash
from game.lab.running_experiments import RUNNING, RunningExperiment, number_running
from game.lab.store import ENDING
from game.lab.stored_games import StoredGames, stored_games
from game.screens.card import Card, CardSize
from game.screens.elapsed_time import ago
from game.screens.experiment_opening import open_report, start
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Change, WindowContext
from game.screens.shelf import DELETE, LIST, Shelf, ShelfAction
from game.table.records import many
from game.widgets.button import Style
from game.widgets.cells import Child, column, keyed, sized
from game.widgets.list_box import ListRow
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.sizes import CLOSE, THUMBNAIL
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Paragraph
from game.widgets.theme import AMBER, LINE, MUTED

TOLD = "told"
"""Key of the paragraph with the shares."""
MAX_SHARES = 3
"""Lines of shares of a running experiment, for which there is always room."""
BAR = THUMBNAIL[0], CLOSE
"""Size of the bar of progress with a margin at its sides, in units."""
LOOK_SECONDS = 0.5
"""Seconds between two looks at running experiments."""
NOTHING = "You have no experiments yet. The guide to the laboratory has one to begin with."


class ExperimentsScreen(MenuScreen):
    """The list of experiments; Enter or a second click opens a report."""

    def __init__(self, chosen: Path | None = None) -> None:
        self.shelf = Shelf(self.report, none="No experiment selected")
        self.shelf.choose(str(chosen or ""))
        self._since = 0.0
        self._stores = dict[str, StoredGames]()
        self._reading = Pending[dict[str, StoredGames]]()
        self._were_running = 0

    def fill(self, frame: WindowContext) -> None:
        super().fill(frame)
        self._read()

    def view(self) -> Card:
        words = "Many games of bots. Drop an experiment file on the window to begin."
        shares = Paragraph((TextSpan(self._told, MUTED),), least_lines=MAX_SHARES)
        body = column(
            sized(self.shelf.cell(words), grow=1),
            keyed(TOLD, shares),
            self._foot(),
            gap=CLOSE,
        )
        return Card("RESULTS", body, size=CardSize.LIST, focus=LIST)

    def _foot(self) -> Child:
        one, going = self._stores.get(self.shelf.chosen), self._going
        fault = "It cannot be used" if one and one.fault else ""
        stopping = "It is stopping" if going and going.is_stopped else ""
        complete = "All games are played" if one and not going and one.is_complete else ""
        running = "" if going else "It is not running"
        can_pause = going and not going.is_paused
        label, icon = ("Pause", "pause") if can_pause else ("Run", "play")
        delete, danger = self.ask_to_delete, Style.DANGER
        first, no = "Stop it first" if going else "", fault or stopping
        return self.shelf.foot(
            ShelfAction(
                "Report", self.report, "chart-column", style=Style.PRIMARY, reason=fault
            ),
            ShelfAction(label, self.run, icon, key=pygame.K_r, reason=no or complete),
            ShelfAction("Stop", self.stop, "square", key=pygame.K_t, reason=no or running),
            ShelfAction("Delete…", delete, "trash-2", key=DELETE, style=danger, reason=first),
            back=self.back_button(),
        )

    @property
    def _told(self) -> str:
        """Return the shares of the chosen experiment, or why there are none."""
        last, going = RUNNING.get(self._path), self._going
        lines = going.shares if going else (last.fault,) if last else ()
        if not self._stores:
            lines = ("Reading …" if self._reading.is_running else NOTHING,)
        words = "\n".join(lines[:MAX_SHARES])
        if len(lines) > MAX_SHARES:
            words += f" … and {len(lines) - MAX_SHARES} more, see the report"
        return words

    def _read(self) -> None:
        """Read all stores, in a window in the background, and show them."""
        if not self.frame.apart:
            self._stores = _all_stores()
        elif not self._reading.is_running:
            self._reading.start(_all_stores)
        self._put_rows()

    def _put_rows(self) -> None:
        """Show the stores as they were read, and the progress of those that run."""
        self._were_running = number_running()
        titles = Counter(one.title for one in self._stores.values())
        # The chosen row is kept while nothing is read yet.
        if self._stores or not self._reading.is_running:
            self.shelf.put(
                self._row(id_, one, is_twin=titles[one.title] > 1)
                for id_, one in self._stores.items()
            )
        self.changed()

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
        return Path(self.shelf.chosen)

    @property
    def _going(self) -> RunningExperiment | None:
        """Return the chosen experiment if it is running."""
        found = RUNNING.get(self._path)
        return found if found and not found.is_over else None

    def report(self) -> None:
        """Open the report of the chosen experiment."""
        one = self._stores.get(self.shelf.chosen)
        if one and not one.fault:
            self.change = open_report(self._path)

    def run(self) -> None:
        """Run the chosen experiment, pause it, or go on with it."""
        if going := self._going:
            going.is_paused = not going.is_paused
        else:
            start(self._path)
        self._put_rows()

    def stop(self) -> None:
        """End the chosen experiment; what was played is kept."""
        if going := self._going:
            going.stop()
        self._put_rows()

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
        self.stack.focus.to(self.panel.known(LIST))

    def update(self, seconds: float) -> Change | None:
        for stores in self._reading.finished():
            self._stores = stores
            self._put_rows()
        self._since += seconds
        if self._since >= LOOK_SECONDS and (now := number_running()) + self._were_running:
            self._since = 0.0
            self._put_rows() if now == self._were_running else self._read()
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
