"""Sources of the text of files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from game.content.faults import UnusableFile
from game.content.file_lookup import files_with, is_file, without_ending
from game.content.file_names import is_absolute, joined
from game.content.library_kinds import LibraryKind
from game.content.png_payload import read_map_text
from game.content.reading import read_bytes
from game.content.shipped_folders import ROOT


class FileSource(Protocol):
    """A read-only source of file texts; ``has`` returns whether a file of a name exists."""

    def read(self, name: str) -> str:
        """Return the text of a file; raise UnusableFile."""

    def read_bytes(self, name: str, most: int) -> bytes:
        """Return the bytes of a file; raise UnusableFile, also if it has more than *most*."""

    def has(self, name: str) -> bool: ...

    def names(self, kind: LibraryKind) -> list[str]:
        """Return the names of the files of a kind, without folder and ending."""

    def reported(self, error: UnusableFile) -> UnusableFile:
        """Return *error* with the file's name replaced by the one that the user knows."""

    @property
    def is_closed(self) -> bool:
        """Return whether its files can name only each other, as those in a save."""


@contextmanager
def known_by(library: FileSource) -> Iterator[None]:
    """Re-raise UnusableFile under the name by which the user knows the file."""
    try:
        yield
    except UnusableFile as error:
        raise library.reported(error) from error


@contextmanager
def _known_as(name: str) -> Iterator[None]:
    """Re-raise UnusableFile for the file *name*."""
    try:
        yield
    except UnusableFile as error:
        raise UnusableFile(name, error.faults) from error


@dataclass(frozen=True, slots=True)
class DiskSource:
    """Files of a directory by their names in it, and those that the user opened by a path.

    The latter have absolute paths, which no name in a file is (``nearest``).
    """

    root: Path = ROOT
    is_closed = False

    def read(self, name: str) -> str:
        with _known_as(name):
            return read_map_text(self._path(name))

    def read_bytes(self, name: str, most: int) -> bytes:
        with _known_as(name):
            return read_bytes(self._path(name), most)

    def has(self, name: str) -> bool:
        try:
            return is_file(self._path(name))
        except UnusableFile:
            return False

    def _path(self, name: str) -> Path:
        return Path(name) if is_absolute(name) else joined(self.root, name)

    def names(self, kind: LibraryKind) -> list[str]:
        files = files_with(self.root / kind.folder, kind.ending)
        return [without_ending(file.name, kind.ending) for file in files]

    def reported(self, error: UnusableFile) -> UnusableFile:
        return error


@dataclass(frozen=True, slots=True)
class SavedSource:
    """Files stored in a save."""

    files: Mapping[str, str]
    save: str = ""
    """Path of the save, for error messages; empty if there is none."""
    is_closed = True

    def read(self, name: str) -> str:
        """Return the text of a file; raise UnusableFile if the save does not hold it."""
        if name not in self.files:
            raise UnusableFile(name, [("", "is not among the files in the save")])
        return self.files[name]

    def read_bytes(self, name: str, most: int) -> bytes:
        """Raise UnusableFile: a save holds texts only."""
        raise UnusableFile(name, [("", "is not in the save, which holds only texts")])

    def has(self, name: str) -> bool:
        """Return whether the save holds a file of this name."""
        return name in self.files

    def names(self, kind: LibraryKind) -> list[str]:
        """Return the sorted names of the files of a kind."""
        names = [
            name.removeprefix(f"{kind.folder}/")
            for name in sorted(self.files)
            if name.startswith(f"{kind.folder}/") and name.endswith(kind.ending)
        ]
        # In a pack, a file lies one step deeper.
        return [name.removesuffix(kind.ending) for name in names if name.count("/") <= 1]

    def reported(self, error: UnusableFile) -> UnusableFile:
        """Return *error* as a fault of the save, with the inner file as its place."""
        if not self.save or error.file not in self.files:
            return error
        inside = [
            fault._replace(place=": ".join(filter(None, (error.file, fault.place))))
            for fault in error.faults
        ]
        return UnusableFile(self.save, inside)


@dataclass(frozen=True, slots=True)
class LayeredSource:
    """In-memory files that take precedence over those of another source."""

    files: Mapping[str, str]
    behind: FileSource

    def read(self, name: str) -> str:
        """Return the text of a file; raise UnusableFile."""
        return self.files[name] if name in self.files else self.behind.read(name)

    def read_bytes(self, name: str, most: int) -> bytes:
        """Return the bytes of a file of the source behind; raise UnusableFile."""
        return self.behind.read_bytes(name, most)

    def has(self, name: str) -> bool:
        """Return whether either layer has a file of this name."""
        return name in self.files or self.behind.has(name)

    def names(self, kind: LibraryKind) -> list[str]:
        """Return the names in both layers, those of the in-memory files first."""
        own = SavedSource(self.files).names(kind)
        return own + [n for n in self.behind.names(kind) if n not in own]

    def reported(self, error: UnusableFile) -> UnusableFile:
        """Return *error* as the source of the file reports it."""
        return error if error.file in self.files else self.behind.reported(error)

    @property
    def is_closed(self) -> bool:
        """Return whether files of the source behind can name only each other."""
        return self.behind.is_closed


@dataclass(frozen=True, slots=True)
class RecordingSource:
    """A file source that records every file read from it, so that a save can include them."""

    library: FileSource
    files: dict[str, str] = field(default_factory=dict)

    def read(self, name: str) -> str:
        """Return the text of a file and record it; raise UnusableFile."""
        if name not in self.files:
            self.files[name] = self.library.read(name)
        return self.files[name]

    def read_bytes(self, name: str, most: int) -> bytes:
        """Return the bytes of a file, which a save does not include; raise UnusableFile."""
        return self.library.read_bytes(name, most)

    def has(self, name: str) -> bool:
        """Return whether the underlying source has a file of this name."""
        return self.library.has(name)

    def names(self, kind: LibraryKind) -> list[str]:
        """Return the names in the underlying source."""
        return self.library.names(kind)

    def reported(self, error: UnusableFile) -> UnusableFile:
        """Return *error* as the underlying source reports it."""
        return self.library.reported(error)

    @property
    def is_closed(self) -> bool:
        """Return whether files of the underlying source can name only each other."""
        return self.library.is_closed
