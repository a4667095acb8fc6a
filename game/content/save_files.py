"""Save files on disk."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from itertools import count
from pathlib import Path

from game.content.faults import UnusableFile, system_reason
from game.content.file_lookup import files_with, is_device_name, is_file
from game.content.file_names import joined
from game.content.save_format import ENDING, SavedGame, default_save_name


class SaveWriter:
    """An append-only save file; each line is written before ``add`` returns.

    All disk errors are raised as OSError.
    """

    def __init__(self, path: Path, text: str) -> None:
        """Create the file with its first lines; raise FileExistsError if it exists."""
        self.path = path
        _create(path, text.encode())
        self._file = path.open("ab", buffering=0)

    def add(self, line: str) -> None:
        """Append a line; if it cannot be written completely, remove it and raise OSError."""
        at = self._file.tell()
        try:
            _write(self._file.fileno(), line.encode())
        except OSError:
            with suppress(OSError):
                self._file.truncate(at)
            raise

    def settle(self) -> None:
        """Flush all lines to the disk, so that they survive a power cut."""
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def new_journal(folder: Path, stem: str, ending: str, text: str) -> SaveWriter:
    """Create a save file in *folder* under an unused name."""
    folder.mkdir(parents=True, exist_ok=True)
    for n in count(1):
        name = f"{stem}{f'-{n}' if n > 1 else ''}{ending}"
        with suppress(FileExistsError):
            return SaveWriter(joined(folder, name), text)
    raise AssertionError


def _create(path: Path, text: bytes) -> None:
    """Write a temporary file and link it to *path*.

    No reader sees an incomplete file, and no existing file is overwritten.
    """
    beside = path.parent / f".undertow-{secrets.token_hex(8)}.tmp"
    try:
        _write_new(beside, text)
        try:
            path.hardlink_to(beside)
        except FileExistsError:
            raise
        except OSError:  # a file system without hard links
            _write_new(path, text)
    finally:
        beside.unlink(missing_ok=True)


def _write_new(path: Path, text: bytes) -> None:
    with path.open("xb", buffering=0) as file:
        _write(file.fileno(), text)
        os.fsync(file.fileno())


def _write(file: int, text: bytes) -> None:
    rest = memoryview(text)
    while rest:
        rest = rest[os.write(file, rest) :]


def save_path_for(folder: Path, name: str) -> Path:
    """Return the path of a save named *name*; raise UnusableFile if it exists or is no name."""
    stem = "".join(c if c.isalnum() or c in " -_.,'()" else "-" for c in name).strip(" .")
    if not stem or is_device_name(stem):
        raise UnusableFile(name, [("", "is not a valid file name")])
    path = folder / f"{stem}{ENDING}"
    if is_file(path):
        raise UnusableFile(path.name, [("", "already exists: choose another name")])
    return path


def automatic_save(folder: Path, save: SavedGame) -> Path | None:
    """Return the file of a save in *folder* if no player has named it."""
    stem = default_save_name(save.header.scenario, save.header.begun)
    found = next((one for one in files_with(folder, ENDING) if str(one) == save.file), None)
    if found is None or not re.fullmatch(rf"{re.escape(stem)}(-\d+)?", found.stem):
        return None
    return found


def rename_save(path: Path, name: str) -> Path:
    """Rename a save; return its new path, or raise UnusableFile."""
    if name.strip() == path.stem:
        return path
    place = save_path_for(path.parent, name)
    try:
        return path.rename(place)
    except OSError as error:
        reason = f"cannot rename it: {system_reason(error)}"
        raise UnusableFile(path.name, [("", reason)]) from error
