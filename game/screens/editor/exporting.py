"""The map as a picture to print: how fine, asked in a dialog, and painted beside the frames."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from pathlib import Path

from game.content.faults import UnusableFile
from game.content.storage import pictures
from game.screens.battle.menus.dialogs import notice
from game.screens.editor.host import Studio
from game.view.background_task import Loader
from game.view.map_print import (
    RESOLUTIONS,
    USUAL,
    MapPrint,
    PrintSettings,
    StoppedError,
    size_fault,
)
from game.widgets.button import Style
from game.widgets.inputs import Stepper, Toggle
from game.widgets.label import Label
from game.widgets.panel_stack import CANCEL, DIALOG_PADDING, Dialog, Reply
from game.widgets.theme import MUTED, Box

WIDE, ROW = 520.0, 36.0


class Exporting:
    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.ppi, self.grid, self.carrying = USUAL, False, True
        self._print: MapPrint | None = None
        self._writing: Loader[str] | None = None
        self._path = Path()
        self._told = -1

    def ask(self) -> None:
        """Ask how the picture is to be."""
        theme = self.studio.frame.theme
        replies = (Reply("Export", self.begin, Style.PRIMARY), CANCEL)
        words = "It is as large on paper as on the table, and goes to your pictures."
        dialog = Dialog(theme, "Export a picture", words, replies, width=WIDE, room=3 * 44.0)
        top, inner = dialog.body_top, WIDE - 2 * DIALOG_PADDING
        dialog.add(
            Label((DIALOG_PADDING, top, 190, ROW), "Pixels an inch", size=14, colour=MUTED)
        )
        size = dialog.add(
            Label((DIALOG_PADDING, top + 44, inner, 24), "", size=13, colour=MUTED)
        )

        def show() -> None:
            board = self.studio.workspace.map
            wide, high = board.width * self.ppi, board.height * self.ppi
            fault = size_fault(board.width, board.height, self.ppi)
            size.text = f"Too large: {fault}" if fault else f"{wide} x {high} pixels"
            size.text = size.short(size.text, 13, size.rect.width)

        def choose(n: int) -> None:
            self.ppi = RESOLUTIONS[n]
            show()

        at = RESOLUTIONS.index(self.ppi)
        box = (DIALOG_PADDING + 200, top, inner - 200, ROW)
        dialog.add(Stepper(box, [str(ppi) for ppi in RESOLUTIONS], choose, at))
        half = (inner - 12) / 2
        left: Box = (DIALOG_PADDING, top + 84, half, ROW)
        dialog.add(Toggle(left, "A grid of inches", self._set_grid, on=self.grid))
        place: Box = (DIALOG_PADDING + half + 12, top + 84, half, ROW)
        dialog.add(Toggle(place, "Carries the map", self._set_carrying, on=self.carrying))
        show()
        self.studio.ask(dialog)

    def _set_grid(self, on: bool) -> None:  # noqa: FBT001  as toggles call back
        self.grid = on

    def _set_carrying(self, on: bool) -> None:  # noqa: FBT001
        self.carrying = on

    def begin(self) -> None:
        """Paint the picture beside the frames; one at a time."""
        work, theme = self.studio.workspace, self.studio.frame.theme
        if reason := size_fault(work.map.width, work.map.height, self.ppi):
            self.studio.ask(notice(theme, "That is too large", reason))
            return
        self.leave()
        name = work.path.stem if work.path else work.map.board.title or "map"
        names = (f"{name}{'' if n == 1 else f' {n}'}.png" for n in count(1))
        self._path = next(p for p in map(pictures().joinpath, names) if not p.exists())
        drawn = MapPrint(work.map, PrintSettings(self.ppi, self.grid, self.carrying))
        self._print, self._told = drawn, -1
        path = self._path
        self._writing = Loader(lambda: _written(drawn, path))

    def update(self) -> None:
        """Tell how far it is."""
        if self._writing is None or self._print is None:
            return
        if not self._writing.done:
            done = int(self._print.done * 20) * 5
            if done != self._told:
                self._told = done
                self.studio.tell(f"Painting the picture: {done}%")
            return
        fault, self._writing = self._writing.result(), None
        if fault:
            self.studio.ask(notice(self.studio.frame.theme, "Not exported", fault))
        else:
            self.studio.tell(f"Exported: {self._path}")

    def leave(self) -> None:
        """Stop what is being painted."""
        if self._print:
            self._print.stopped = True
            self._print = self._writing = None


def _written(drawn: MapPrint, path: Path) -> str:
    """Paint a picture into a file; return why that could not be."""
    with suppress(StoppedError):
        try:
            drawn.write(path)
        except UnusableFile as error:
            return str(error)
    return ""
