"""Sources of file text: the disk, the user's folders, the files inside a save."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Protocol

from game.content.faults import UnusableFile, did_you_mean
from game.content.parsing import read_bytes
from game.content.png_payload import read_map_text
from game.content.storage import (
    ROOT,
    is_file,
    own_armouries,
    own_bots,
    own_campaigns,
    own_maps,
    own_rosters,
    own_scenarios,
)

MAPS = "maps"
PICTURE = ".png"


class FileSource(Protocol):
    """A read-only source of file texts; ``has`` returns whether a file of a name exists."""

    def read(self, name: str) -> str:
        """Return the text of a file; raise UnusableFile."""

    def read_bytes(self, name: str, most: int) -> bytes:
        """Return the bytes of a file; raise UnusableFile, also if it has more than *most*."""

    def has(self, name: str) -> bool: ...

    def names(self, folder: str, ending: str) -> list[str]:
        """Return the names of the files in a folder with this ending, without both."""

    def reported(self, error: UnusableFile) -> UnusableFile:
        """Return *error* with the file's name replaced by the one that the user knows."""


@contextmanager
def known_by(library: FileSource) -> Iterator[None]:
    """Re-raise UnusableFile under the name by which the user knows the file."""
    try:
        yield
    except UnusableFile as error:
        raise library.reported(error) from error


@dataclass(frozen=True, slots=True)
class DiskSource:
    """Files of a directory; names are relative to it, or absolute paths."""

    root: Path = ROOT

    def read(self, name: str) -> str:
        try:
            return read_map_text(self.root / name)
        except UnusableFile as error:
            raise UnusableFile(name, error.faults) from error

    def read_bytes(self, name: str, most: int) -> bytes:
        try:
            return read_bytes(self.root / name, most)
        except UnusableFile as error:
            raise UnusableFile(name, error.faults) from error

    def has(self, name: str) -> bool:
        return is_file(self.root / name)

    def names(self, folder: str, ending: str) -> list[str]:
        files = sorted((self.root / folder).glob(f"*{ending}"))
        return [file.name.removesuffix(ending) for file in files]

    def reported(self, error: UnusableFile) -> UnusableFile:
        return error


@dataclass(frozen=True, slots=True)
class SavedSource:
    """Files stored in a save."""

    files: Mapping[str, str]
    save: str = ""
    """Path of the save, for error messages; empty if there is none."""

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

    def names(self, folder: str, ending: str) -> list[str]:
        """Return the sorted names of the files in a folder with this ending."""
        paths = [PurePosixPath(name) for name in sorted(self.files)]
        return [
            path.name.removesuffix(ending)
            for path in paths
            if str(path.parent) == folder and path.name.endswith(ending)
        ]

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

    def names(self, folder: str, ending: str) -> list[str]:
        """Return the names in both layers, those of the in-memory files first."""
        own = SavedSource(self.files).names(folder, ending)
        return own + [n for n in self.behind.names(folder, ending) if n not in own]

    def reported(self, error: UnusableFile) -> UnusableFile:
        """Return *error* as the source of the file reports it."""
        return error if error.file in self.files else self.behind.reported(error)


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

    def names(self, folder: str, ending: str) -> list[str]:
        """Return the names in the underlying source."""
        return self.library.names(folder, ending)

    def reported(self, error: UnusableFile) -> UnusableFile:
        """Return *error* as the underlying source reports it."""
        return self.library.reported(error)


OWN: Mapping[str, Callable[[], Path]] = {
    MAPS: own_maps,
    "assets/armouries": own_armouries,
    "assets/rosters": own_rosters,
    "assets/scenarios": own_scenarios,
    "assets/campaigns": own_campaigns,
    "assets/bots": own_bots,
}
"""Folder of the user's own files, by the folder of the shipped files of the same kind."""


@dataclass(frozen=True, slots=True)
class UserFileSource:
    """Shipped files, and under other names the files in the user's own folders."""

    shipped: DiskSource = DiskSource()

    def read(self, name: str) -> str:
        own = self.own_file(name)
        if own is None:
            return self.shipped.read(name)
        try:
            return read_map_text(own)
        except UnusableFile as error:
            raise UnusableFile(name, error.faults) from error

    def read_bytes(self, name: str, most: int) -> bytes:
        own = self.own_file(name)
        if own is None:
            return self.shipped.read_bytes(name, most)
        try:
            return read_bytes(own, most)
        except UnusableFile as error:
            raise UnusableFile(name, error.faults) from error

    def has(self, name: str) -> bool:
        return self.shipped.has(name) or self.own_file(name) is not None

    def names(self, folder: str, ending: str) -> list[str]:
        names = self.shipped.names(folder, ending)
        return names + [n for n in self.own_names(folder, ending) if n not in names]

    def own_names(self, folder: str, ending: str) -> list[str]:
        """Return the names of the user's own files, including any that shipped files hide."""
        files = sorted(OWN[folder]().glob(f"*{ending}")) if folder in OWN else []
        return [file.name.removesuffix(ending) for file in files]

    def reported(self, error: UnusableFile) -> UnusableFile:
        own = self.own_file(error.file)
        return UnusableFile(str(own), error.faults) if own else error

    def own_file(self, name: str) -> Path | None:
        """Return the path of the user's own file; None if there is none or it is shipped."""
        folder = next((one for one in OWN if name.startswith(f"{one}/")), None)
        if folder is None or self.shipped.has(name):
            return None
        file = str(PurePosixPath(name).relative_to(folder))
        inside = PureWindowsPath(file)  # it knows all separators and drives
        path = OWN[folder]() / file
        leaves = ".." in inside.parts or inside.drive
        return path if not leaves and is_file(path) else None


DISK = UserFileSource()


def named(word: str, folder: str, ending: str) -> str:
    """Return the path that a name or path stands for: ``wardens`` becomes a shipped path.

    A path to a picture is accepted too, because a PNG may carry a map.
    """
    return word if word.endswith((ending, PICTURE)) else f"{folder}/{word}{ending}"


def missing(library: FileSource, kind: str, word: str, folder: str, ending: str) -> str | None:
    """Return the reason why a file is missing, with similar names; None if it exists."""
    if library.has(named(word, folder, ending)):
        return None
    return f"no {kind} called {word!r}{did_you_mean(word, library.names(folder, ending))}"
