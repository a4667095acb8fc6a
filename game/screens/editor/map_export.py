"""The export of a map as a picture."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path

from game.background import Loader
from game.content.faults import UnusableFile
from game.content.own_folders import pictures
from game.screens.editor.host import EditorHost
from game.view.board.painter import (
    DEFAULT_PPI,
    RESOLUTIONS,
    MapPrint,
    PrintSettings,
    StoppedError,
    size_fault,
)
from game.widgets.button import Style
from game.widgets.dialogs import notice
from game.widgets.inputs import Stepper, Toggle
from game.widgets.panel_stack import CANCEL, DIALOG_PADDING, Dialog, Reply
from game.widgets.text_view import Label
from game.widgets.theme import MUTED, Box

EXPORT_WIDTH, EXPORT_ROW = 520.0, 36.0


class Exporting:
    def __init__(self, host: EditorHost) -> None:
        self.host = host
        self.ppi, self.grid, self.carrying = DEFAULT_PPI, False, True
        self._print: MapPrint | None = None
        self._writing: Loader[str] | None = None
        self._path = Path()
        self._shown = -1

    def ask(self) -> None:
        """Ask for the settings of the picture."""
        theme = self.host.frame.theme
        replies = (Reply("Export", self.begin, Style.PRIMARY), CANCEL)
        words = "Prints at table scale. Saved in your pictures folder."
        dialog = Dialog(
            theme, "Export a picture", words, replies, width=EXPORT_WIDTH, room=3 * 44.0
        )
        top, inner = dialog.body_top, EXPORT_WIDTH - 2 * DIALOG_PADDING
        dialog.add(
            Label(
                (DIALOG_PADDING, top, 190, EXPORT_ROW), "Pixels per inch", size=14, colour=MUTED
            )
        )
        size = dialog.add(
            Label((DIALOG_PADDING, top + 44, inner, 24), "", size=13, colour=MUTED)
        )

        def show() -> None:
            board = self.host.workspace.map
            wide, high = board.width * self.ppi, board.height * self.ppi
            fault = size_fault(board.width, board.height, self.ppi)
            size.text = f"Too large: {fault}" if fault else f"{wide} × {high} pixels"
            size.text = size.short(size.text, 13, size.rect.width)

        def choose(n: int) -> None:
            self.ppi = RESOLUTIONS[n]
            show()

        at = RESOLUTIONS.index(self.ppi)
        box = (DIALOG_PADDING + 200, top, inner - 200, EXPORT_ROW)
        dialog.add(Stepper(box, [str(ppi) for ppi in RESOLUTIONS], choose, at))
        half = (inner - 12) / 2
        left: Box = (DIALOG_PADDING, top + 84, half, EXPORT_ROW)
        dialog.add(Toggle(left, '1" grid', partial(setattr, self, "grid"), on=self.grid))
        place: Box = (DIALOG_PADDING + half + 12, top + 84, half, EXPORT_ROW)
        dialog.add(
            Toggle(
                place,
                "Include the map file",
                partial(setattr, self, "carrying"),
                on=self.carrying,
            )
        )
        show()
        self.host.ask(dialog)

    def begin(self) -> None:
        """Paint the picture in the background; one at a time."""
        work, theme = self.host.workspace, self.host.frame.theme
        if reason := size_fault(work.map.width, work.map.height, self.ppi):
            self.host.ask(notice(theme, "The picture is too large", reason))
            return
        self.leave()
        name = work.path.stem if work.path else work.map.board.title or "map"
        names = (f"{name}{'' if n == 1 else f' {n}'}.png" for n in count(1))
        self._path = next(p for p in map(pictures().joinpath, names) if not p.exists())
        settings = PrintSettings(self.ppi, self.grid, self.carrying)
        drawn = MapPrint(work.map, settings, work.place, theme)
        self._print, self._shown = drawn, -1
        path = self._path
        self._writing = Loader(lambda: _written(drawn, path))

    def update(self) -> None:
        """Show the progress or the result."""
        if self._writing is None or self._print is None:
            return
        if not self._writing.done:
            done = int(self._print.done * 20) * 5
            if done != self._shown:
                self._shown = done
                self.host.show_message(f"Painting the picture: {done}%")
            return
        fault, self._writing = self._writing.result(), None
        if fault:
            self.host.ask(notice(self.host.frame.theme, "Not exported", fault))
        else:
            self.host.show_message(f"Exported: {self._path}")

    def leave(self) -> None:
        """Stop painting."""
        if self._print:
            self._print.stopped = True
            self._print = self._writing = None


def _written(drawn: MapPrint, path: Path) -> str:
    """Paint a picture into a file; return an error message, empty if it succeeded."""
    with suppress(StoppedError):
        try:
            drawn.write(path)
        except UnusableFile as error:
            return str(error)
    return ""
