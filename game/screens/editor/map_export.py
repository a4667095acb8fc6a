"""The export of a map as a picture."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path

from game.background import Pending
from game.content.faults import UnusableFile
from game.content.own_folders import pictures
from game.editor.workspace import Workspace
from game.screens.editor.editor_messages import EditorMessages
from game.view.board.painter import (
    DEFAULT_PPI,
    RESOLUTIONS,
    MapPrint,
    PrintSettings,
    StoppedError,
    size_fault,
)
from game.widgets.button import Style
from game.widgets.cells import Child, LayoutCell, column, grid
from game.widgets.fields import Field, FormStyle, choice
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.sizes import EDGE, SMALL_TEXT
from game.widgets.text_view import Label
from game.widgets.theme import MUTED, Theme
from game.widgets.toggle import Toggle

FORM = FormStyle(190.0, 14.0, MUTED, 36.0, 8.0, tells=False)


class ExportDialog(Dialog):
    def __init__(self, theme: Theme, exporting: Exporting) -> None:
        self.exporting = exporting
        words = "Prints at table scale. Saved in your pictures folder."
        replies = (Reply("Export", exporting.begin, Style.PRIMARY), CANCEL)
        super().__init__(theme, "Export a picture", words, replies)

    def view(self) -> Child:
        return self.exporting.view()


class Exporting:
    def __init__(self, work: Workspace, messages: EditorMessages) -> None:
        self.work, self.messages = work, messages
        self.ppi, self.grid, self.carrying = DEFAULT_PPI, False, True
        self._print: MapPrint | None = None
        self._writing = Pending[str]()
        self._path = Path()
        self._shown = -1

    def ask(self) -> None:
        """Ask for the settings of the picture."""
        self.messages.ask(ExportDialog(self.messages.theme, self))

    def view(self) -> LayoutCell:
        """Describe the settings of the picture."""
        ppi = Field(
            "Pixels per inch",
            choice([(ppi, str(ppi)) for ppi in RESOLUTIONS]),
            lambda: self.ppi,
            partial(setattr, self, "ppi"),
        )
        board = self.work.map
        wide, high = board.width * self.ppi, board.height * self.ppi
        fault = size_fault(board.width, board.height, self.ppi)
        words = f"Too large: {fault}" if fault else f"{wide} × {high} pixels"
        grid_ = Toggle('1" grid', partial(setattr, self, "grid"), on=self.grid)
        carry = partial(setattr, self, "carrying")
        carried = Toggle("Include the map file", carry, on=self.carrying)
        size = Label(words, size=SMALL_TEXT, colour=MUTED)
        return column(ppi.cell(FORM), size, grid(grid_, carried, gap=EDGE), gap=EDGE)

    def begin(self) -> None:
        """Paint the picture in the background; one at a time."""
        work, theme = self.work, self.messages.theme
        if reason := size_fault(work.map.width, work.map.height, self.ppi):
            self.messages.notify("The picture is too large", reason)
            return
        self.leave()
        name = work.path.stem if work.path else work.map.board.title or "map"
        names = (f"{name}{'' if n == 1 else f' {n}'}.png" for n in count(1))
        self._path = next(p for p in map(pictures().joinpath, names) if not p.exists())
        settings = PrintSettings(self.ppi, self.grid, self.carrying)
        drawn = MapPrint(work.map, settings, work.place, theme)
        self._print, self._shown = drawn, -1
        path = self._path
        self._writing.start(lambda: _written(drawn, path))

    def update(self) -> None:
        """Show the progress or the result."""
        if self._print and self._writing.is_running and not self._writing.is_done:
            done = int(self._print.done * 20) * 5
            if done != self._shown:
                self._shown = done
                self.messages.say(f"Painting the picture: {done}%")
        for fault in self._writing.finished():
            if fault:
                self.messages.notify("Not exported", fault)
            else:
                self.messages.say(f"Exported: {self._path}")

    def leave(self) -> None:
        """Stop painting."""
        if self._print:
            self._print.stopped = True
            self._print = None
            self._writing.drop()


def _written(drawn: MapPrint, path: Path) -> str:
    """Paint a picture into a file; return an error message, empty if it succeeded."""
    with suppress(StoppedError):
        try:
            drawn.write(path)
        except UnusableFile as error:
            return str(error)
    return ""
