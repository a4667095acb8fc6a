"""Sources of shipped files beside files of packs or the user."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from game.content.faults import UnusableFile
from game.content.file_lookup import files_with, with_any_ending, without_ending
from game.content.file_names import joined, naming_fault
from game.content.file_source import DiskSource, _known_as
from game.content.library_kinds import OWN, LibraryKind, kind_at
from game.content.own_folders import own_folder
from game.content.packs.pack import Pack
from game.content.packs.pack_layout import inside
from game.content.packs.pack_library import find_pack, kept_packs
from game.content.png_payload import read_map_text
from game.content.reading import read_bytes
from game.content.shipped_folders import PACKS

SHIPPED = DiskSource()


@dataclass(frozen=True, slots=True)
class PackSource:
    """The files of one pack, and the shipped ones, which are all that a pack may name."""

    pack: Pack
    shipped: DiskSource = SHIPPED
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

    def names(self, kind: LibraryKind) -> list[str]:
        """Return the names of shipped files, and those of the pack."""
        return [*self.shipped.names(kind), *self.pack.names(kind)]

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
    return not naming_fault(name) and kind_at(name) in OWN


@dataclass(frozen=True, slots=True)
class UserFileSource:
    """Shipped files, and under other names the user's own files and those of packs."""

    shipped: DiskSource = SHIPPED
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

    def names(self, kind: LibraryKind) -> list[str]:
        names = self.shipped.names(kind)
        return names + [n for n in self.own_names(kind) if n not in names]

    def own_names(self, kind: LibraryKind) -> list[str]:
        """Return the names of the user's own files, including any that shipped files hide.

        Those of the files of packs come last.
        """
        files = files_with(own_folder(kind), kind.ending) if kind.is_own else []
        packs = [pack for pack in kept_packs().values() if isinstance(pack, Pack)]
        names = [*dict.fromkeys(without_ending(file.name, kind.ending) for file in files)]
        return names + [name for pack in packs for name in pack.names(kind)]

    def reported(self, error: UnusableFile) -> UnusableFile:
        if pack := self.pack_of(error.file):
            return pack.reported(error)
        own = self.own_file(error.file)
        return UnusableFile(str(own), error.faults) if own else error

    def own_file(self, name: str) -> Path | None:
        """Return the path of the user's own file; None if there is none or it is shipped."""
        kind = kind_at(name)
        if kind is None or not kind.is_own or self.shipped.has(name):
            return None
        try:
            return with_any_ending(joined(own_folder(kind), name[len(kind.folder) + 1 :]))
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
