"""Files found by their names, on any system."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path, PurePath

_DEVICES = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\..*)?", re.IGNORECASE
)


def is_device_name(name: str) -> bool:
    """Return whether Windows takes a file name for a device, whatever its ending."""
    return _DEVICES.fullmatch(name) is not None


def is_file(path: Path) -> bool:
    """Return whether a file exists; False for a name that the system does not allow."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def has_size(path: Path, size: int) -> bool:
    """Return whether there is a file of a size in bytes, without opening it."""
    try:
        return is_file(path) and path.stat().st_size == size
    except OSError:
        return False


def files_with(folder: Path, ending: str) -> list[Path]:
    """Return the files of a folder with an ending, in capitals or not, in order of name."""
    try:
        return sorted(one for one in folder.iterdir() if has_ending(one.name, ending))
    except (OSError, ValueError):
        return []


def has_ending(name: str, *endings: str) -> bool:
    """Return whether a name has one of some endings, in capitals or not."""
    return name.lower().endswith(endings)


def without_ending(name: str, ending: str) -> str:
    """Return a name without an ending, in capitals or not."""
    return name[: -len(ending)] if has_ending(name, ending) else name


def differs_in_ending(name: str, other: str) -> bool:
    """Return whether two names differ, but only in the capitals of their endings."""
    start = len(name) - len(PurePath(name).suffix)
    return name != other and name[:start] == other[:start] and name.lower() == other.lower()


def with_any_ending(path: Path) -> Path | None:
    """Return the file at a path, or one whose ending has other capitals; None if neither is."""
    if is_file(path):
        return path
    near = files_with(path.parent, path.suffix.lower()) if path.suffix else []
    return next((one for one in near if differs_in_ending(path.name, one.name)), None)


def free_path(path: Path, data: bytes | None = None) -> Path:
    """Return a path at which there is no file: the given one, or with a number from 2 on.

    With *data* a file that holds just these bytes may be there.
    """
    for n in count(1):
        found = path if n == 1 else path.with_stem(f"{path.stem}-{n}")
        if not found.exists() or (data is not None and _holds(found, data)):
            return found
    raise AssertionError


def _holds(path: Path, data: bytes) -> bool:
    """Return whether a file has just these bytes; False if it cannot be read."""
    try:
        is_alike = path.is_file() and path.stat().st_size == len(data)
        return is_alike and path.read_bytes() == data
    except OSError:
        return False
