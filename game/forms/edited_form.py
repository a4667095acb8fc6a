"""A file that is edited in a form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.content.faults import Fault
from game.content.toml_statements import TomlPath
from game.editor.edits import EditRefusedError
from game.forms.form_fields import NESTED, FieldKind, FormField
from game.forms.form_files import FormFile
from game.forms.play_check import PlayCheck


class EditedForm:
    """A file that is open in a form, with its faults and the page that is shown."""

    def __init__(
        self, file: FormFile, say: Callable[[str], None], go_to: Callable[[TomlPath], None]
    ) -> None:
        """*say*: shows a message; *go_to*: shows the page of a path, and focuses its row."""
        self.file, self.check = file, PlayCheck(file)
        self._say, self.go_to = say, go_to
        self.page: TomlPath = ()
        """Path of the table whose page is shown."""
        self.faults: list[tuple[TomlPath, Fault]] = []
        """All faults, with the paths that they lead to."""
        self.refused = 0
        """Number of changes that were refused; fields show what is after each."""

    @property
    def caption(self) -> str:
        """Return the file's title, or else its name."""
        named = self.file.path.name if self.file.path else "not saved yet"
        return self.file.title or named

    def find_faults(self) -> None:
        """Look for the faults of the file as it is now."""
        found = (*self.file.faults, *self.check.faults)
        self.faults = [(self.file.state.locate(fault.place), fault) for fault in found]

    def page_of(self, path: TomlPath) -> TomlPath:
        """Return the path of the page that has the row of a path."""
        kinds = {one.key: one.kind for one in self.file.fields(())}
        kind = kinds.get(str(path[0])) if path else None
        if kind is FieldKind.TABLE:
            return path[:1]
        entry = path[:2]
        there = self.file.state.at(entry) if len(entry) > 1 else None
        return entry if kind in NESTED and there is not None else ()

    def do(self, what: Callable[[], object]) -> bool:
        """Change the file; return whether it was possible, and show the reason if not."""
        self._say("")
        try:
            what()
        except EditRefusedError as error:
            self._say(f"Cannot do that: {error}")
            self.refused += 1
            return False
        self.check.still = 0.0
        return True

    def add(self, path: TomlPath, one: FormField, like: dict[str, Any]) -> None:
        """Add a table to those at a path, as a copy of another one, and go to it."""
        made = list[TomlPath]()
        if self.do(lambda: made.append(self.file.add(path, one, like))):
            self.go_to(made[0])
