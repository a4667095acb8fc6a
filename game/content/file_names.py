"""Names of files inside other files, which may come from anybody."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from game.content.faults import UnusableFile
from game.content.file_lookup import is_device_name

_LEADS_OUT = (
    (re.compile(r"^[/\\]{2}"), "is a path to another computer"),
    (re.compile(r"^[/\\]"), "is an absolute path"),
    (re.compile(r"^[A-Za-z]:"), "is a path on a drive"),
    (re.compile(r"^~"), "begins in a home folder"),
    (re.compile(r"\.\.(?<![^/\\]\.\.)(?=[/\\]|$)"), "leads out of its folder by '..'"),
)
"""Beginnings and steps with which a name leads out of any folder, on some system."""
_UNSAFE = (
    (re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]"), "has a control character"),
    (re.compile(r"\\"), "has a backslash: write / between folders"),
    (re.compile(r":"), "has a colon, which stands for a drive or a stream"),
)
"""Characters with which a name is another one, or none, on some system."""
_ODD = re.compile(r'[*?"<>|]')
ONLY_INSIDE = "files name only files of the library, or beside them"
_FOR_FILE_NAMES = re.compile(r'[\x00-\x1f\x7f-\x9f\ud800-\udfff/\\:*?"<>|]')


@lru_cache(maxsize=1024)
def naming_fault(name: str) -> str:
    """Return why a name in a file is refused, after *its name*; empty if it is not.

    A name has one or more steps with slashes between them. It leads into a folder on every
    system, and never out of it, whichever folder it is joined to.
    """
    if not name:
        return "is empty: write the name of a file"
    found = [words for pattern, words in _LEADS_OUT if pattern.search(name)]
    if found:
        return f"{found[0]}; {ONLY_INSIDE}"
    found = [words for pattern, words in _UNSAFE if pattern.search(name)]
    for step in name.split("/"):
        if step.endswith((".", " ")) and step != ".":
            found.append(f"has a step that ends in a dot or a space: {step!r}")
        if is_device_name(step):
            found.append(f"is that of a device on some systems: {step!r}")
    return found[0] if found else ""


def is_portable(name: str) -> bool:
    """Return whether a name that has no fault can be the name of a file on every system."""
    return (
        not _ODD.search(name)
        and name.isprintable()
        and all(step == step.strip() and step.strip(".") for step in name.split("/"))
    )


@lru_cache(maxsize=1024)
def joined(folder: Path, name: str) -> Path:
    """Return the path of a name in a folder; raise UnusableFile if it may lead elsewhere.

    No other code makes a path out of what a file says.
    """
    if no := naming_fault(name):
        raise UnusableFile(name, [("", f"there can be no such file: its name {no}")])
    return folder / name


def inward(name: str, levels: int) -> str:
    """Return a name without the steps outwards at its beginning, at most *levels* of them."""
    for _ in range(levels):
        name = name.removeprefix("../")
    return name


def joined_near(folder: Path, name: str, levels: int) -> Path:
    """Return the path of a name that may begin with steps out of a folder, up to *levels*.

    Only the import of a file that the user chose follows such names. Without those steps it is
    ``joined``. With them, links are followed first, and the path must lie in the tree of the
    folder to which they lead, which is not that of the whole disk. Raise UnusableFile for any
    other.
    """
    inside = inward(name, levels)
    steps = (len(name) - len(inside)) // len("../")
    path = joined(folder, inside)
    if not steps:
        return path
    try:
        start = folder.resolve()
        tree = [start, *start.parents][: steps + 1][-1]
        path = joined(tree, inside).resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise UnusableFile(name, [("", "cannot be followed")]) from error
    if tree == tree.parent or not path.is_relative_to(tree):
        raise UnusableFile(name, [("", f"leads out of {tree}; {ONLY_INSIDE}")])
    return path


@lru_cache(maxsize=1024)
def is_absolute(name: str) -> bool:
    """Return whether a name is an absolute path on this computer."""
    return Path(name).is_absolute()


def is_local_path(name: str) -> bool:
    """Return whether a text is an absolute path on this computer without steps outwards."""
    path = Path(name)
    is_elsewhere = name.startswith(("//", "\\\\")) or ".." in path.parts
    return path.is_absolute() and not is_elsewhere


def single_naming_fault(name: str) -> str:
    """Return why a text is no name of a file in one folder; empty if it is."""
    return naming_fault(name) or ("has a folder in it" if "/" in name else "")


def single_name(text: str) -> str:
    """Return a text as the beginning of a file's name, in the nearest form that is one."""
    found = _FOR_FILE_NAMES.sub("-", text)
    return f"my-{found}" if found.startswith("~") or is_device_name(found) else found
