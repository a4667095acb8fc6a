"""Sources of file text: the disk, the user's folders, the files inside a save."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any, Protocol, TypeVar

from game.content.faults import UnusableFile, did_you_mean
from game.content.file_lookup import (
    differs_in_ending,
    files_with,
    has_ending,
    has_size,
    is_file,
    with_any_ending,
    without_ending,
)
from game.content.file_names import is_local_path, joined, naming_fault
from game.content.names_in_files import refusal_of
from game.content.own_folders import (
    own_armouries,
    own_bots,
    own_campaigns,
    own_icons,
    own_maps,
    own_pages,
    own_rosters,
    own_scenarios,
)
from game.content.packs.pack import Pack
from game.content.packs.pack_layout import FOLDERS, inside
from game.content.packs.pack_library import find_pack, kept_packs
from game.content.png_payload import read_map_text
from game.content.reading import read_bytes
from game.content.shipped_folders import PACKS, ROOT

MAPS = "maps"
PICTURE = ".png"
TILED = (".tmx", ".json")
"""Endings of maps of Tiled besides ``.tmj``; they are found by their paths only."""


@dataclass(frozen=True, slots=True)
class Refers:
    """A mark of a text in a schema: it is a name of one kind; forms list those there are."""

    kind: str
    known: tuple[str, ...] = ()
    """All names, if they are always the same."""


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
        path = Path(name)
        return path if path.is_absolute() else joined(self.root, name)

    def names(self, folder: str, ending: str) -> list[str]:
        files = files_with(self.root / folder, ending)
        return [without_ending(file.name, ending) for file in files]

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

    def names(self, folder: str, ending: str) -> list[str]:
        """Return the sorted names of the files in a folder with this ending."""
        names = [
            name.removeprefix(f"{folder}/")
            for name in sorted(self.files)
            if name.startswith(f"{folder}/") and name.endswith(ending)
        ]
        # In a pack, a file lies one step deeper.
        return [name.removesuffix(ending) for name in names if name.count("/") <= 1]

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

    def names(self, folder: str, ending: str) -> list[str]:
        """Return the names in the underlying source."""
        return self.library.names(folder, ending)

    def reported(self, error: UnusableFile) -> UnusableFile:
        """Return *error* as the underlying source reports it."""
        return self.library.reported(error)

    @property
    def is_closed(self) -> bool:
        """Return whether files of the underlying source can name only each other."""
        return self.library.is_closed


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

    def names(self, folder: str, ending: str) -> list[str]:
        """Return the names in the underlying source."""
        key = "names", folder, ending
        return self._once(key, lambda: self.library.names(folder, ending))

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


OWN: Mapping[str, Callable[[], Path]] = {
    MAPS: own_maps,
    "assets/armouries": own_armouries,
    "assets/rosters": own_rosters,
    "assets/scenarios": own_scenarios,
    "assets/campaigns": own_campaigns,
    "assets/pages": own_pages,
    "assets/icons/units": own_icons,
    "assets/bots": own_bots,
}
"""Folder of the user's own files, by the folder of the shipped files of the same kind."""


@dataclass(frozen=True, slots=True)
class PackSource:
    """The files of one pack, and the shipped ones, which are all that a pack may name."""

    pack: Pack
    shipped: DiskSource = DiskSource()
    is_closed = False

    def read(self, name: str) -> str:
        """Return the text of a file; raise UnusableFile."""
        if (member := self.pack.member(name)) is None:
            return self.shipped.read(self._allowed(name))
        with _known_as(name):
            return self.pack.text(member)

    def read_bytes(self, name: str, most: int) -> bytes:
        """Return the bytes of a file; raise UnusableFile."""
        if (member := self.pack.member(name)) is None:
            return self.shipped.read_bytes(self._allowed(name), most)
        with _known_as(name):
            return self.pack.read_bytes(member, most)

    def has(self, name: str) -> bool:
        """Return whether the pack has a file, or is shipped with it."""
        here = self.pack.member(name) is not None
        return here or (_is_shipped_name(name) and self.shipped.has(name))

    def names(self, folder: str, ending: str) -> list[str]:
        """Return the names of shipped files, and those of the pack."""
        return [*self.shipped.names(folder, ending), *self.pack.names(folder, ending)]

    def reported(self, error: UnusableFile) -> UnusableFile:
        """Return *error* as a fault of the pack if the file is in it."""
        is_here = self.pack.member(error.file) is not None
        return self.pack.reported(error) if is_here else error

    def _allowed(self, name: str) -> str:
        """Return the name of a shipped file; raise UnusableFile for any other path."""
        if not _is_shipped_name(name):
            raise UnusableFile(name, [("", "is outside of the pack")])
        return name


def _is_shipped_name(name: str) -> bool:
    """Return whether a name leads to a file of a folder that is shipped, and not out of it."""
    return not naming_fault(name) and name.startswith(tuple(f"{folder}/" for folder in OWN))


@dataclass(frozen=True, slots=True)
class UserFileSource:
    """Shipped files, and under other names the user's own files and those of packs."""

    shipped: DiskSource = DiskSource()
    is_closed = False

    def read(self, name: str) -> str:
        if pack := self.pack_of(name):
            return PackSource(pack, self.shipped).read(name)
        if (own := self.own_file(name)) is None:
            return self.shipped.read(name)
        with _known_as(name):
            return read_map_text(own)

    def read_bytes(self, name: str, most: int) -> bytes:
        if pack := self.pack_of(name):
            return PackSource(pack, self.shipped).read_bytes(name, most)
        if (own := self.own_file(name)) is None:
            return self.shipped.read_bytes(name, most)
        with _known_as(name):
            return read_bytes(own, most)

    def has(self, name: str) -> bool:
        is_own = self.shipped.has(name) or self.own_file(name) is not None
        return is_own or self.pack_of(name) is not None

    def names(self, folder: str, ending: str) -> list[str]:
        names = self.shipped.names(folder, ending)
        return names + [n for n in self.own_names(folder, ending) if n not in names]

    def own_names(self, folder: str, ending: str) -> list[str]:
        """Return the names of the user's own files, including any that shipped files hide.

        Those of the files of packs come last.
        """
        files = files_with(OWN[folder](), ending) if folder in OWN else []
        packs = [pack for pack in kept_packs().values() if isinstance(pack, Pack)]
        names = [*dict.fromkeys(without_ending(file.name, ending) for file in files)]
        return names + [name for pack in packs for name in pack.names(folder, ending)]

    def reported(self, error: UnusableFile) -> UnusableFile:
        if pack := self.pack_of(error.file):
            return pack.reported(error)
        own = self.own_file(error.file)
        return UnusableFile(str(own), error.faults) if own else error

    def own_file(self, name: str) -> Path | None:
        """Return the path of the user's own file; None if there is none or it is shipped."""
        folder = next((one for one in OWN if name.startswith(f"{one}/")), None)
        if folder is None or self.shipped.has(name):
            return None
        try:
            return with_any_ending(joined(OWN[folder](), name[len(folder) + 1 :]))
        except UnusableFile:
            return None

    def is_bundled(self, name: str) -> bool:
        """Return whether a file came with the program, by itself or in a pack."""
        pack = self.pack_of(name)
        return self.shipped.has(name) or (pack is not None and PACKS in pack.path.parents)

    def pack_of(self, name: str) -> Pack | None:
        """Return the pack that has a file, such as ``maps/river-war/yard.tmj``; or None."""
        found = None if naming_fault(name) else inside(name)
        pack = find_pack(found[0]) if found else None
        return pack if pack and pack.member(name) else None

    def is_shipped(self, name: str) -> bool:
        """Return whether a name, which may be any path, is that of a shipped file."""
        return _is_shipped_name(name) and self.shipped.has(name)

    def origin(self, name: str) -> str:
        """Return the path of a file that is not shipped, in a pack or not; else empty."""
        if pack := self.pack_of(name):
            return f"{pack.path}: {pack.member(name)}"
        return str(self.own_file(name) or "")


DISK = UserFileSource()


def named(word: str, folder: str, ending: str) -> str:
    """Return the path that a name or path stands for: ``wardens`` becomes a shipped path.

    A path to a picture is accepted too, because a PNG may carry a map, and for a map those of
    Tiled's other formats.
    """
    others = (PICTURE, *TILED) if folder == MAPS else (PICTURE,)
    return word if has_ending(word, ending, *others) else f"{folder}/{word}{ending}"


def missing(library: FileSource, kind: str, word: str, folder: str, ending: str) -> str | None:
    """Return the reason why a file is missing, with similar names; None if it exists."""
    if library.has(named(word, folder, ending)):
        return None
    return f"no {kind} called {word!r}{did_you_mean(word, library.names(folder, ending))}"


def nearest(library: FileSource, file: str, word: str, folder: str, ending: str) -> str:
    """Return the word by which *library* knows the file that *word* means in another *file*.

    It means a file of the same pack if there is one; beside a file that was opened by its
    path, one in the folder of its kind (``rosters`` or ``../rosters``) or in the same folder;
    else a shipped file or one of the user's. All words in files go through here: raise
    UnusableFile for a word that may lead out of the library, as *file* may be a stranger's.
    """
    if word and (no := naming_fault(word)):
        if library.is_closed:
            return word  # it only looks for it among its own files
        raise UnusableFile(file, [("", refusal_of(word, no, "file"))])
    if not word or has_ending(word, ending, PICTURE):
        return word
    if found := inside(file):
        own = f"{found[0]}/{word}"
        return own if library.has(named(own, folder, ending)) else word
    path = Path(file)
    if not path.is_absolute() or path.is_relative_to(ROOT):
        return word
    kind = next((own for own, of in FOLDERS.items() if of.known_as == folder), folder)
    near = (path.parent / kind, path.parent.parent / kind, path.parent)
    files = [str(joined(place, f"{word}{ending}")) for place in near]
    return next((one for one in files if one != file and library.has(one)), word)


def beside_which(library: FileSource, name: str) -> str:
    """Return the name of a file beside which the disk may be searched; empty if it may not.

    A save may give its files any name. If one has a path, the save was made of the file there,
    which the user had opened, if that has the same text.
    """
    if not (library.is_closed and naming_fault(name)):
        return name
    if not is_local_path(name):
        return ""
    text = library.read(name)
    try:
        is_same = has_size(Path(name), len(text.encode())) and DISK.read(name) == text
    except UnusableFile:
        return ""
    return name if is_same else ""


def word_of(name: str, folder: str, ending: str) -> str:
    """Return the word for a file, the inverse of ``named``; for other paths the file's name."""
    word = without_ending(name.removeprefix(f"{folder}/"), ending)
    usual = named(word, folder, ending)
    is_usual = name == usual or differs_in_ending(name, usual)
    return word if is_usual and not naming_fault(word) else PurePath(name).stem
