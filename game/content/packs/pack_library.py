"""The library of packs, shipped or the user's own."""

from __future__ import annotations

import secrets
import shutil
from functools import lru_cache
from pathlib import Path
from stat import S_ISREG
from typing import Literal

from game.content.faults import UnusableFile, system_reason
from game.content.file_lookup import files_with, is_file, with_any_ending, without_ending
from game.content.file_names import joined, single_naming_fault
from game.content.own_folders import own_packs
from game.content.packs.pack import Pack
from game.content.packs.pack_layout import ENDING, MANIFEST, MAX_PACK_BYTES
from game.content.packs.pack_reading import pack_in, pack_in_folder
from game.content.reading import read_bytes, too_big
from game.content.safe_writing import TEMPORARY_NAME, clear_abandoned, write_bytes
from game.content.schemas import no_word
from game.content.shipped_folders import PACKS


def keep_pack(raw: bytes, name: str, *, replace: bool = False) -> Path:
    """Write a checked pack into the user's folder, under a name, and return its path.

    The same pack may be kept again. Raise UnusableFile if another one has the name, unless it
    is the user's and to be replaced.
    """
    if in_the_way(raw, name, replace=replace):
        no = f"another pack is called {name!r}; try {free_name(name)!r}"
        raise UnusableFile("", [("", no)])
    write_bytes(place_of_pack(name), raw)
    return place_of_pack(name)


def in_the_way(raw: bytes, name: str, *, replace: bool = False) -> bool:
    """Return whether another pack has a name, which is not the user's to be replaced."""
    holder = holder_of(name)
    return holder == "shipped" or (holder == "own" and not replace and not is_kept(raw, name))


def holder_of(name: str) -> Literal["shipped", "own", ""]:
    """Return whose pack has a name; empty if none has it."""
    if is_file(joined(PACKS, f"{name}/{MANIFEST}")):
        return "shipped"
    return "own" if is_file(place_of_pack(name)) else ""


def is_kept(raw: bytes, name: str) -> bool:
    """Return whether the user's pack of a name has the same bytes."""
    try:
        return read_bytes(place_of_pack(name), len(raw)) == raw
    except UnusableFile:
        return False


def free_name(name: str) -> str:
    """Return a name that no pack has: the given one, or with a number."""
    names = (f"{name[:36].rstrip('-')}-{n}" for n in range(2, 1000))
    return name if not holder_of(name) else next(one for one in names if not holder_of(one))


def remove_pack(path: Path) -> None:
    """Delete a pack of the user's, which may be faulty; raise UnusableFile."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        reason = f"cannot delete it: {system_reason(error)}"
        raise UnusableFile(str(path), [("", reason)]) from error


def write_folder(pack: Pack, folder: Path) -> None:
    """Write the files of a pack into a new or empty folder; raise UnusableFile.

    The folder is there with all files or not at all.
    """
    clear_abandoned(folder.absolute().parent)
    beside = folder.absolute().parent / TEMPORARY_NAME.replace("*", secrets.token_hex(8))
    try:
        if folder.exists():
            folder.rmdir()  # fails unless it is empty
        for member in pack.sizes:
            path = joined(beside, member)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(pack.fetch(member))
        beside.rename(folder)
    except OSError as error:
        reason = f"cannot write it: {system_reason(error)}"
        raise UnusableFile(str(folder), [("", reason)]) from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def place_of_pack(name: str) -> Path:
    """Return the path of a pack of the user's by its name in the library.

    Raise UnusableFile if it is no name.
    """
    return joined(own_packs(), f"{name}{ENDING}")


def kept_packs() -> dict[str, Pack | UnusableFile]:
    """Return the shipped packs, then the user's, by name; faulty ones as their faults."""
    shipped = sorted(path for path in PACKS.glob("*") if is_file(path / MANIFEST))
    own = files_with(own_packs(), ENDING)
    found = {path.name: _shipped(path) for path in shipped}
    for path in own:
        name = without_ending(path.name, ENDING)
        if name in found:
            no = "a shipped pack has this name: rename the file"
            found[path.name] = UnusableFile(str(path), [("", no)])
        else:
            found[name] = _kept(path)
    return found


def find_pack(name: str) -> Pack | None:
    """Return the usable pack of a name, shipped or the user's; None if there is none."""
    if single_naming_fault(name):
        return None
    if is_file(joined(PACKS, f"{name}/{MANIFEST}")):
        found = _shipped(joined(PACKS, name))
    else:
        place = place_of_pack(name)
        found = _kept(with_any_ending(place) or place)
    return found if isinstance(found, Pack) else None


@lru_cache(maxsize=8)
def _shipped(path: Path) -> Pack | UnusableFile:
    try:
        return pack_in_folder(path)
    except UnusableFile as error:
        return error


def _kept(path: Path) -> Pack | UnusableFile:
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        return UnusableFile(str(path), [("", f"cannot read it: {error}")])
    if not S_ISREG(status.st_mode):
        return UnusableFile(str(path), [("", "is not a file")])
    return _kept_as(path, status.st_ino, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=200)
def _kept_as(path: Path, _inode: int, _changed: int, size: int) -> Pack | UnusableFile:
    """Return a pack of the user's; the result is cached until its file changes."""
    name = without_ending(path.name, ENDING)
    if no := no_word(name):
        return UnusableFile(str(path), [("", f"rename the file: {no}")])
    if size > MAX_PACK_BYTES:
        return UnusableFile(str(path), [("", too_big(size, MAX_PACK_BYTES))])
    try:
        return pack_in(lambda: path.open("rb"), size, path, name)
    except UnusableFile as error:
        return error
