"""Files of the library as they were read, each in the form of its schema."""

from __future__ import annotations

from typing import Any, ClassVar

from game.content.file_words import word_of
from game.content.library_kinds import LibraryKind
from game.content.references import LibraryNames
from game.content.schemas import Part


class LibraryFile(Part):
    """A file of the library: its keys, and the name by which the library knows it."""

    kind: ClassVar[LibraryKind]
    _file: str = ""

    def model_post_init(self, context: Any, /) -> None:
        """Keep the name of the file; the context of validation knows it."""
        assert isinstance(context, LibraryNames)
        self._file = context.file

    @property
    def file(self) -> str:
        """Return the name of the file."""
        return self._file

    @property
    def id(self) -> str:
        """Return the word by which the file is known."""
        return word_of(self._file, self.kind)
