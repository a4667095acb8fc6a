"""Words that stand for files."""

from __future__ import annotations

from pathlib import Path, PurePath

from game.content.faults import UnusableFile, did_you_mean
from game.content.file_lookup import differs_in_ending, has_ending, has_size, without_ending
from game.content.file_names import is_absolute, is_local_path, joined, naming_fault
from game.content.file_source import FileSource
from game.content.library_kinds import PICTURE, LibraryKind
from game.content.names_in_files import refusal_of
from game.content.packs.pack_layout import inside
from game.content.shipped_folders import ROOT
from game.content.user_files import DISK


def named(word: str, kind: LibraryKind) -> str:
    """Return the path that a name or path stands for: ``wardens`` becomes a shipped path.

    A path to a picture is accepted too, because a PNG may carry a map, and for a map those of
    Tiled's other formats.
    """
    is_path = has_ending(word, kind.ending, *kind.as_paths)
    return word if is_path else f"{kind.folder}/{word}{kind.ending}"


def missing(library: FileSource, word: str, kind: LibraryKind) -> str | None:
    """Return the reason why a file is missing, with similar names; None if it exists."""
    if library.has(named(word, kind)):
        return None
    return f"no {kind.name} called {word!r}{did_you_mean(word, library.names(kind))}"


def name_of(library: FileSource, word: str, kind: LibraryKind) -> str:
    """Return the name of the file of a word; raise UnusableFile, with similar words."""
    if no := missing(library, word, kind):
        raise UnusableFile("", [("", no)])
    return named(word, kind)


def nearest(library: FileSource, file: str, word: str, kind: LibraryKind) -> str:
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
    if not word or has_ending(word, *kind.endings, PICTURE):
        return word
    if found := inside(file):
        own = f"{found[0]}/{word}"
        is_here = any(library.has(f"{kind.folder}/{own}{ending}") for ending in kind.endings)
        return own if is_here else word
    if not is_absolute(file) or (path := Path(file)).is_relative_to(ROOT):
        return word
    near = (path.parent / kind.plural, path.parent.parent / kind.plural, path.parent)
    files = [str(joined(place, f"{word}{end}")) for end in kind.endings for place in near]
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


def word_of(name: str, kind: LibraryKind) -> str:
    """Return the word for a file, the inverse of ``named``; for other paths the file's name."""
    word = without_ending(name.removeprefix(f"{kind.folder}/"), kind.ending)
    usual = named(word, kind)
    is_usual = name == usual or differs_in_ending(name, usual)
    return word if is_usual and not naming_fault(word) else PurePath(name).stem
