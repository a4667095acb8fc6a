"""A pack with its manifest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal

from pydantic import Field

from game.content.faults import UnusableFile
from game.content.file_lookup import differs_in_ending, has_ending, without_ending
from game.content.library_kinds import LibraryKind
from game.content.packs.pack_layout import inside
from game.content.reading import MAP_BYTES, decoded, too_big
from game.content.schema_faults import validated
from game.content.schemas import Part, Word, Words, about
from game.content.shipped_folders import PACKS


class PackManifest(Part):
    """The file ``pack.toml``."""

    format: Annotated[Literal[1], about("the version of this format")]
    name: Annotated[Word, about("the pack's name, unless it is kept under another one")]
    title: Annotated[Words, about("shown to players")]
    author: Annotated[Words, about("shown before the pack is kept")] = ""
    licence: Annotated[Words, about("shown before the pack is kept")] = ""
    description: Annotated[
        str, Field(max_length=1200), about("shown before the pack is kept")
    ] = ""


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack of which the form was checked; its files are read when they are used."""

    name: str
    """Name in the library: its file ``maps/yard.tmj`` is the map ``name/yard``."""
    path: Path
    _: KW_ONLY
    manifest: PackManifest
    sizes: Mapping[str, int]
    """Size in bytes of each file, by its path in the pack."""
    fetch: Callable[[str], bytes]
    """Returns the bytes of a file by its path in the pack; raises UnusableFile."""

    @property
    def is_shipped(self) -> bool:
        return self.path.parent == PACKS

    def member(self, name: str) -> str | None:
        """Return the path in the pack of a file of the library; None if it is not here."""
        pack, member = inside(name) or ("", "")
        if pack != self.name:
            return None
        if member in self.sizes:
            return member
        # No two files of a pack differ in capitals only.
        return next((one for one in self.sizes if differs_in_ending(member, one)), None)

    def read_bytes(self, member: str, most: int) -> bytes:
        """Return the bytes of a file by its path in the pack; raise UnusableFile."""
        if (size := self.sizes[member]) > most:
            raise UnusableFile(member, [("", too_big(size, most))])
        return self.fetch(member)

    def text(self, member: str) -> str:
        """Return the text of a file by its path in the pack; raise UnusableFile."""
        return decoded(self.read_bytes(member, MAP_BYTES), member)

    def names(self, kind: LibraryKind) -> list[str]:
        """Return the names in the library of the files of one kind."""
        paths = [PurePosixPath(member) for member in self.sizes]
        return [
            f"{self.name}/{without_ending(path.name, kind.ending)}"
            for path in paths
            if str(path.parent) == kind.plural and has_ending(path.name, kind.ending)
        ]

    def reported(self, error: UnusableFile) -> UnusableFile:
        """Return *error* as a fault of the pack, with the file in it as its place."""
        member = self.member(error.file) or error.file
        faults = [
            f._replace(place=": ".join(filter(None, (member, f.place)))) for f in error.faults
        ]
        return UnusableFile(str(self.path), faults)


def manifest_of(name: str, title: str, **about: str) -> PackManifest:
    """Return a manifest; *about* may be empty. Raise UnusableFile with its faults."""
    raw = {"format": 1, "name": name, "title": title}
    return validated(PackManifest, raw | {k: v for k, v in about.items() if v}, "")
