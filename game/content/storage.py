"""Files are written whole or not at all: a torn write leaves the old file as it was.

What is no file, a device or a pipe, is written into.
"""

from __future__ import annotations

import os
import secrets
import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from game.content.faults import UnusableFile

BESIDE = ".undertow-*.tmp"
"""What is being written bears such a name until it is whole."""
TORN = 60.0
"""Seconds after which nobody writes it any more."""


def clear_torn(folder: Path) -> None:
    """Delete what writes left in a folder that never came to their end."""
    with suppress(OSError):
        for path in folder.glob(BESIDE):
            if time.time() - path.stat().st_mtime > TORN:
                path.unlink()


def is_file(path: Path) -> bool:
    """Return whether a file is there; by a name that no system takes, none is."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def write_whole(path: Path, text: str) -> None:
    """Put *text* in the place of a file, as ``write_bytes`` does; raise UnusableFile."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, told: bytes, *, lasting: bool = True) -> None:
    """Put bytes in the place of a file, as ``write_parts`` does; raise UnusableFile."""
    write_parts(path, (told,), lasting=lasting)


def write_parts(path: Path, parts: Iterable[bytes], *, lasting: bool = True) -> None:
    """Put bytes in the place of a file, keeping its permissions; raise UnusableFile.

    They are written beside the file, brought to the disk if they have to outlast a crash of
    the machine, and then renamed. Missing folders are made; where the path is a link, what it
    leads to is replaced.
    """
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as into:
                into.writelines(parts)
            return
        whole = path.resolve()
        whole.parent.mkdir(parents=True, exist_ok=True)
        beside = whole.parent / BESIDE.replace("*", secrets.token_hex(8))
        try:
            _write(beside, parts, lasting=lasting)
            if whole.exists():
                shutil.copymode(whole, beside)
            beside.replace(whole)
        finally:
            beside.unlink(missing_ok=True)
        if lasting:
            _settle(whole.parent)
    except OSError as error:
        raise UnusableFile(str(path), [("", f"cannot be written: {error.strerror}")]) from error


def _write(path: Path, parts: Iterable[bytes], *, lasting: bool) -> None:
    with path.open("xb") as file:
        for part in parts:
            file.write(part)
        file.flush()
        if lasting:
            os.fsync(file.fileno())


def _settle(folder: Path) -> None:
    """Bring a rename to the disk, where folders can be opened."""
    if os.name != "posix":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
