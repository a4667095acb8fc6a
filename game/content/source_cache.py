"""Cache of files for checks, which make something of each file once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from game.content.faults import UnusableFile
from game.content.file_source import FileSource, RecordingSource
from game.content.library_kinds import LibraryKind

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True, eq=False)
class CachingSource:
    """A file source for checks: each file is read once, and made into something once."""

    library: FileSource
    made: dict[Hashable, Any] = field(default_factory=dict)
    """Results by key: made of files, or the fault of a file that cannot be used."""
    reads: dict[Hashable, list[str]] = field(default_factory=dict)
    """The files that were read to make it."""
    making: list[Hashable] = field(default_factory=list)
    """Keys of the results that are being made, the outermost first."""

    def read(self, name: str) -> str:
        """Return the text of a file; raise UnusableFile."""
        for key in self.making:
            self.reads[key].append(name)
        return self._once(("text", name), lambda: self.library.read(name))

    def read_bytes(self, name: str, most: int) -> bytes:
        """Return the bytes of a file, which are not kept; raise UnusableFile."""
        return self.library.read_bytes(name, most)

    def has(self, name: str) -> bool:
        """Return whether the underlying source has a file of this name."""
        return self._once(("has", name), lambda: self.library.has(name))

    def names(self, kind: LibraryKind) -> list[str]:
        """Return the names in the underlying source."""
        return self._once(("names", kind), lambda: self.library.names(kind))

    def reported(self, error: UnusableFile) -> UnusableFile:
        """Return *error* as the underlying source reports it."""
        return self.library.reported(error)

    @property
    def is_closed(self) -> bool:
        """Return whether files of the underlying source can name only each other."""
        return self.library.is_closed

    def make(self, key: Hashable, make: Callable[[FileSource], Made]) -> Made:
        """Return the result of a key, or make it; raise UnusableFile as *make* does."""
        if key not in self.reads:
            self.reads[key] = []
            self.making.append(key)
            try:
                return self._once(key, lambda: make(self))
            finally:
                self.making.pop()
        for outer in self.making:
            self.reads[outer] += self.reads[key]
        return self._once(key, lambda: make(self))

    def _once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        if key not in self.made:
            try:
                self.made[key] = make()
            except UnusableFile as error:
                self.made[key] = error
        found: Made | UnusableFile = self.made[key]
        if isinstance(found, UnusableFile):
            raise UnusableFile(found.file, found.faults)
        return found


def made_once(library: FileSource, key: Hashable, make: Callable[[FileSource], Made]) -> Made:
    """Return the result of *make*, which a source for checks keeps by a key.

    Raise UnusableFile as *make* does, the next time too. A recording source records the files
    of a result each time.
    """
    if isinstance(library, CachingSource):
        return library.make(key, make)
    if isinstance(library, RecordingSource) and isinstance(library.library, CachingSource):
        cache = library.library
        found = cache.make(key, make)
        library.files.update({name: cache.read(name) for name in cache.reads[key]})
        return found
    return make(library)
