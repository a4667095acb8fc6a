"""A file that grows line by line while a game is played, and that no other game touches."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path


def now() -> str:
    """Return the time for the header of a save and the name of its file."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Journal:
    """Open for appending; every line is with the system before ``add`` returns.

    All that can go wrong with a disk is raised as OSError.
    """

    def __init__(self, path: Path, text: str) -> None:
        """Write a new file with its first lines; raise FileExistsError if there is one."""
        self.path = path
        _create(path, text.encode())
        self._file = path.open("ab", buffering=0)

    def add(self, line: str) -> None:
        """Append a line; one that cannot be written whole is taken out again."""
        at = self._file.tell()
        try:
            _write(self._file.fileno(), line.encode())
        except OSError:
            with suppress(OSError):
                self._file.truncate(at)
            raise

    def settle(self) -> None:
        """Bring all lines to the disk, so that they outlast a power cut."""
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()


def new_journal(folder: Path, stem: str, ending: str, text: str) -> Journal:
    """Open a journal under a name in *folder* that no other game has."""
    folder.mkdir(parents=True, exist_ok=True)
    for n in count(1):
        name = f"{stem}{f'-{n}' if n > 1 else ''}{ending}"
        with suppress(FileExistsError):
            return Journal(folder / name, text)
    raise AssertionError


def _create(path: Path, text: bytes) -> None:
    """Write beside the place and link into it: nobody ever sees half of it, or loses a file."""
    beside = path.parent / f".undertow-{secrets.token_hex(8)}.tmp"
    try:
        _write_new(beside, text)
        try:
            path.hardlink_to(beside)
        except FileExistsError:
            raise
        except OSError:  # a disk without links
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
