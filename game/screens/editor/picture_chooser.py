"""The dialog to choose a picture's file from folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from game.content.background_pictures import ENDINGS
from game.editor.picture_folders import FolderListing, is_folder, listed
from game.screens.editor.pick_dialog import HIGH
from game.widgets.cells import Child, column, keyed, sized
from game.widgets.fields import Field, FormStyle, choice
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, Dialog
from game.widgets.sizes import CLOSE, WIDE_DIALOG
from game.widgets.text_field import TextField
from game.widgets.theme import MUTED, Theme

UP = ".."
LONGEST = 400
FORM = FormStyle(90.0, 14.0, MUTED, 36.0, 8.0, tells=False)
WORDS = "PNG or JPEG. You can also drop the file on the window."
NOTHING = ListRow("", "No pictures here", reason="Choose another folder")


class PictureChooser(Dialog):
    """Lists a folder's pictures; a click opens a folder or takes a picture.

    A path can be typed, too.
    """

    def __init__(
        self,
        theme: Theme,
        folders: Sequence[Path],
        on_take: Callable[[Path], None],
        title: str = "Add a picture",
        words: str = WORDS,
        endings: Sequence[str] = ENDINGS,
    ) -> None:
        """*folders* are offered; the first one is shown."""
        self.folders, self.on_take = tuple(folders), on_take
        self.folder, self.endings = folders[0], endings
        self.found = FolderListing()
        self._read(self.folder)
        super().__init__(theme, title, words, (CANCEL,), width=WIDE_DIALOG)

    def view(self) -> Child:
        """Describe the folder and the rows for what is in it."""
        offered = list(dict.fromkeys([*self.folders, self.folder]))
        places = Field(
            "Folder",
            choice([(one, one.name or str(one)) for one in offered]),
            lambda: self.folder,
            self._read,
        )
        typed = TextField(
            str(self.folder), ghost="Path", longest=LONGEST, on_enter=self._take_typed
        )
        rows = ListBox(
            [*self._rows()], on_open=self._open, is_compact=True, chosen="", at_once=True
        )
        shown = sized(keyed(("rows", self.folder), rows), height=HIGH)
        return column(places.cell(FORM), keyed(("path", self.folder), typed), shown, gap=CLOSE)

    def _rows(self) -> Iterator[ListRow]:
        if self.folder.parent != self.folder:
            yield ListRow(UP, "The folder around it", str(self.folder.parent))
        if self.found.fault:
            yield ListRow("", "This folder", self.found.fault, reason=self.found.fault)
        for one in self.found.folders:
            yield ListRow(str(one), f"{one.name}/", note="folder")
        for one in self.found.pictures:
            yield ListRow(str(one), one.name)
        if not (self.found.folders or self.found.pictures or self.found.fault):
            yield NOTHING
        if more := self.found.left_out:
            words = "Type the path of another one above"
            yield ListRow("", f"{more} more are not listed", words, reason=words)

    def _read(self, folder: Path) -> None:
        self.folder, self.found = folder, listed(folder, self.endings)

    def _open(self, id_: str) -> None:
        if id_ == UP:
            self._read(self.folder.parent)
            return
        known = {str(one): one for one in self.found.folders}
        if folder := known.get(id_):
            self._read(folder)
            return
        for one in self.found.pictures:
            if str(one) == id_:
                self._take(one)

    def _take(self, path: Path) -> None:
        self.closed = True
        self.on_take(path)

    def _take_typed(self, words: str) -> None:
        """Go to the folder, or take the picture, whose path was typed."""
        path = self.folder / words.strip()
        with suppress(OSError, RuntimeError):  # the home of nobody, links in a circle
            path = (self.folder / Path(words.strip()).expanduser()).resolve()
        if is_folder(path):
            self._read(path)
        else:
            self._take(path)
