"""Files are written whole or not at all: a torn write leaves the old file as it was."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterable
from pathlib import Path

from game.content.faults import UnusableFile


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
        whole = path.resolve()
        whole.parent.mkdir(parents=True, exist_ok=True)
        beside = whole.parent / f".undertow-{secrets.token_hex(8)}.tmp"
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
