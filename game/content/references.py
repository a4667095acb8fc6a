"""Names in files, looked up while the file is validated."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import KW_ONLY, dataclass, field

from game.content.faults import did_you_mean
from game.content.file_names import naming_fault
from game.content.file_source import FileSource
from game.content.file_words import missing, nearest
from game.content.library_kinds import KINDS
from game.content.names_in_files import refusal_of
from game.content.schemas import NameFinding, Refers

_BY_NAME = {kind.name: kind for kind in KINDS}


@dataclass(frozen=True, slots=True)
class KnownWords(NameFinding):
    """The words of some kinds, such as the weapons that a roster may name."""

    words: Mapping[str, Collection[str]]
    """All words of each kind; others are not checked."""

    def found(self, word: str, refers: Refers) -> str:
        known = self.words.get(refers.kind)
        if known is not None and word not in known:
            raise ValueError(f"there is no {refers.kind} {word!r}{did_you_mean(word, known)}")
        return word


@dataclass(frozen=True, slots=True)
class LibraryNames(NameFinding):
    """The library in which the names in a file are looked up."""

    library: FileSource
    file: str
    """The file that names the others."""
    _: KW_ONLY
    must_exist: bool = False
    """Whether a file that does not exist is a fault."""
    words: KnownWords = field(default_factory=lambda: KnownWords({}))
    """Words of other kinds."""
    text: str = ""
    """Text of the file, where what is read of it keeps it."""

    def found(self, word: str, refers: Refers) -> str:
        """Return the word by which the library knows a file (``nearest``).

        Raise ValueError for a word that may lead out of the library.
        """
        if (kind := _BY_NAME.get(refers.kind)) is None:
            return self.words.found(word, refers)
        if not word and refers.may_be_empty:
            return word
        if not self.library.is_closed and (no := naming_fault(word)):
            raise ValueError(refusal_of(word, no, kind.name))
        known = nearest(self.library, self.file, word, kind)
        if self.must_exist and (reason := missing(self.library, known, kind)):
            raise ValueError(reason)
        return known
