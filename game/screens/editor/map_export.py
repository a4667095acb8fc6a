"""The export of a map as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from game.background import Pending
from game.content.faults import UnusableFile
from game.content.file_names import single_name
from game.content.own_folders import pictures
from game.editor.workspace import Workspace
from game.screens.editor.editor_messages import EditorMessages
from game.view.board.map_exports import FORMS, ExportForm, MapExport, RunningExport
from game.view.board.painter import DEFAULT_PPI, RESOLUTIONS, PrintSettings, StoppedError
from game.view.board.print_pages import PAPERS
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
        super().__init__(theme, "Export the map", words, replies)

    def view(self) -> Child:
        return self.exporting.view()


class Exporting:
    def __init__(self, work: Workspace, messages: EditorMessages) -> None:
        self.work, self.messages = work, messages
        self.ending, self.paper = FORMS[0].ending, next(iter(PAPERS))
        self.ppi, self.grid, self.carrying = DEFAULT_PPI, False, True
        self.underlay, self.marks = False, True
        self._print: RunningExport | None = None
        self._writing = Pending[str]()
        self._path = Path()
        self._shown = -1

    def ask(self) -> None:
        """Ask for the settings of the export."""
        self.messages.ask(ExportDialog(self.messages.theme, self))

    @property
    def form(self) -> ExportForm:
        return next(one for one in FORMS if one.ending == self.ending)

    @property
    def request(self) -> MapExport:
        """Return the map as it is now, with the settings."""
        settings = PrintSettings(
            self.ppi, self.grid, self.carrying, underlay=self.underlay, marks=self.marks
        )
        return MapExport(self.work.map, settings, self.work.place, PAPERS[self.paper])

    def view(self) -> LayoutCell:
        """Describe the settings of the export."""
        request, form = self.request, self.form
        fields = [
            self._choice("Form", "ending", [(one.ending, one.label) for one in FORMS]),
            self._choice("Pixels per inch", "ppi", [(ppi, str(ppi)) for ppi in RESOLUTIONS]),
        ]
        if self.ending == ".pdf":
            papers = [(word, paper.name) for word, paper in PAPERS.items()]
            fields.append(self._choice("Paper", "paper", papers))
        fault = form.fault(request)
        words = f"Too large: {fault}" if fault else form.words(request)
        toggles = [
            self._toggle('1" grid', "grid"),
            self._toggle("Markers and labels", "marks"),
        ]
        if self.ending != ".pdf":
            toggles.append(self._toggle("Include the map file", "carrying"))
        if self.work.map.pictures:
            toggles.append(self._toggle("Pictures underneath", "underlay"))
        size = Label(words, size=SMALL_TEXT, colour=MUTED)
        cells = [one.cell(FORM) for one in fields]
        return column(*cells, size, grid(*toggles, gap=EDGE), gap=EDGE)

    def _choice(self, label: str, name: str, values: Sequence[tuple[Any, str]]) -> Field:
        read, write = partial(getattr, self, name), partial(setattr, self, name)
        return Field(label, choice(values), read, write)

    def _toggle(self, label: str, name: str) -> Toggle:
        return Toggle(label, partial(setattr, self, name), on=getattr(self, name))

    def begin(self) -> None:
        """Write the file in the background; one at a time."""
        work, theme, form = self.work, self.messages.theme, self.form
        request = self.request
        if reason := form.fault(request):
            self.messages.notify("The map is too large", reason)
            return
        self.leave()
        name = work.path.stem if work.path else single_name(work.map.board.title) or "map"
        names = (f"{name}{'' if n == 1 else f' {n}'}{form.ending}" for n in count(1))
        self._path = next(p for p in map(pictures().joinpath, names) if not p.exists())
        drawn = form.begin(request, theme)
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


def _written(drawn: RunningExport, path: Path) -> str:
    """Paint a picture into a file; return an error message, empty if it succeeded."""
    with suppress(StoppedError):
        try:
            drawn.write(path)
        except UnusableFile as error:
            return str(error)
    return ""
