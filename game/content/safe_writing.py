"""Files written whole or not at all."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from game.content.faults import UnusableFile, system_reason

TEMPORARY_NAME = ".undertow-*.tmp"
"""Name pattern of temporary files that are still being written."""
ABANDONED_SECONDS = 60.0
"""Age in seconds at which a temporary file counts as abandoned."""


def clear_abandoned(folder: Path) -> None:
    """Delete abandoned temporary files and folders in a folder."""
    with suppress(OSError):
        for path in folder.glob(TEMPORARY_NAME):
            if time.time() - path.stat().st_mtime <= ABANDONED_SECONDS:
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink()


def write_whole(path: Path, text: str) -> None:
    """Replace a file by *text* as ``write_parts`` does; raise UnusableFile."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Replace a file by bytes as ``write_parts`` does; raise UnusableFile."""
    write_parts(path, (data,), lasting=lasting)


def write_parts(path: Path, parts: Iterable[bytes], *, lasting: bool = True) -> None:
    """Replace a file atomically, keeping its permissions; raise UnusableFile.

    The data is written to a temporary file in the same folder, flushed to the disk if
    *lasting*, and renamed. Missing folders are created; a link stays, and its target is
    replaced. A path that is no regular file, such as a device, is written directly.
    """
    with whole_file(path, lasting=lasting) as beside:
        _write(beside, parts, lasting=lasting)


@contextmanager
def whole_file(path: Path, *, lasting: bool = True) -> Iterator[Path]:
    """Replace a file by what the body writes at the path that is yielded, as ``write_parts``.

    If the body raises, nothing is left of it.
    """
    try:
        if path.exists() and not path.is_file():
            yield path
            return
        whole = path.resolve()
        whole.parent.mkdir(parents=True, exist_ok=True)
        beside = whole.parent / TEMPORARY_NAME.replace("*", os.urandom(8).hex())
        try:
            yield beside
            if whole.exists():
                shutil.copymode(whole, beside)
            beside.replace(whole)
        finally:
            beside.unlink(missing_ok=True)
        if lasting:
            _settle(whole.parent)
    except OSError as error:
        reason = f"cannot write it: {system_reason(error)}"
        raise UnusableFile(str(path), [("", reason)]) from error


def _write(path: Path, parts: Iterable[bytes], *, lasting: bool) -> None:
    with path.open("wb") as file:
        for part in parts:
            file.write(part)
        file.flush()
        if lasting and path.is_file():
            os.fsync(file.fileno())


def _settle(folder: Path) -> None:
    """Flush a rename to the disk, on systems where folders can be opened."""
    if os.name != "posix":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
