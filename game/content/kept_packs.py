"""The packs that are shipped, and those in the user's folder."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from stat import S_ISREG

from game.content.faults import UnusableFile
from game.content.packs import (
    ENDING,
    MANIFEST,
    MAX_PACK_BYTES,
    Pack,
    pack_in,
    pack_in_folder,
)
from game.content.parsing import no_word, too_big
from game.content.storage import PACKS, is_file, own_packs, write_bytes


def keep_pack(raw: bytes, name: str) -> Path:
    """Write a checked pack into the user's folder under a name; raise UnusableFile."""
    path = place_of_pack(name)
    write_bytes(path, raw)
    return path


def place_of_pack(name: str) -> Path:
    """Return the path of a pack of the user's by its name in the library."""
    return own_packs() / f"{name}{ENDING}"


def kept_packs() -> dict[str, Pack | UnusableFile]:
    """Return the shipped packs, then the user's, by name; faulty ones as their faults."""
    shipped = sorted(path for path in PACKS.glob("*") if is_file(path / MANIFEST))
    own = sorted(own_packs().glob(f"*{ENDING}"))
    found = {path.name: _shipped(path) for path in shipped}
    for path in own:
        name = path.name.removesuffix(ENDING)
        if name in found:
            no = "a shipped pack has this name: rename the file"
            found[path.name] = UnusableFile(str(path), [("", no)])
        else:
            found[name] = _kept(path)
    return found


def find_pack(name: str) -> Pack | None:
    """Return the usable pack of a name, shipped or the user's; None if there is none."""
    if is_file(PACKS / name / MANIFEST):
        found = _shipped(PACKS / name)
    else:
        found = _kept(place_of_pack(name))
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
    name = path.name.removesuffix(ENDING)
    if no := no_word(name):
        return UnusableFile(str(path), [("", f"rename the file: {no}")])
    if size > MAX_PACK_BYTES:
        return UnusableFile(str(path), [("", too_big(size, MAX_PACK_BYTES))])
    try:
        return pack_in(lambda: path.open("rb"), size, path, name)
    except UnusableFile as error:
        return error
