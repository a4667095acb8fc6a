"""The file of the map that is drawn: what it held when we last looked, and who else has it."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from game.content.faults import UnusableFile
from game.content.maps import MapFile, canonical, parse_map
from game.content.parsing import MAP_BYTES, read_bytes
from game.content.storage import unsaved, write_bytes
from game.editor.files.open_file import Lock


class OverwriteError(Exception):
    """Saving would overwrite what somebody else did; the words say what is at stake."""


class Held:
    """A file that an editor has open; closed, others may."""

    def __init__(self, path: Path) -> None:
        """Take the file as it is now, or as none if it cannot be read, for what we know."""
        self.path, self.stamp = path, stamp_of(path)
        self.lock = Lock(_lock_of(path))
        self.lock.take(f"process {os.getpid()}")

    @property
    def is_shared(self) -> bool:
        """Whether another editor has it open, too. Once that is closed the file is ours."""
        return not self.lock.take(f"process {os.getpid()}")

    @property
    def is_changed(self) -> bool:
        """Whether the file is another than when it was last read or written here."""
        return stamp_of(self.path) != self.stamp

    def write(self, mapfile: MapFile, *, anyway: bool = False) -> None:
        """Put a map into the file: whole, or not at all.

        Raise OverwriteError if that would overwrite what others did or may be about to, unless
        it is to be done anyway; raise UnusableFile if it cannot be written.
        """
        if not anyway:
            self._mind()
        told = canonical(mapfile).encode()
        write_bytes(self.path, told)
        self.stamp = _stamp(told)

    def _mind(self) -> None:
        if self.is_changed:
            gone = not self.path.exists()
            done = "is not there any more" if gone else "was changed by somebody else"
            raise OverwriteError(f"{self.path} {done} since it was opened here")
        if self.is_shared:
            who = self.lock.holder or "another process"
            raise OverwriteError(f"{self.path} is open in another editor, too ({who})")

    def reread(self) -> MapFile:
        """Return what the file holds now; raise UnusableFile."""
        mapfile, self.stamp = _read(self.path)
        return mapfile

    def close(self) -> None:
        self.lock.release()


def stamp_of(path: Path) -> str:
    """Return what differs whenever what a file holds does; empty if it cannot be read."""
    try:
        return _stamp(read_bytes(path, MAP_BYTES))
    except UnusableFile:
        return ""


def _read(path: Path) -> tuple[MapFile, str]:
    told = read_bytes(path, MAP_BYTES)
    try:
        text = told.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnusableFile(str(path), [("", "is not UTF-8 text")]) from error
    return parse_map(text, str(path)), _stamp(told)


def _stamp(told: bytes) -> str:
    return hashlib.sha256(told).hexdigest()


def _lock_of(path: Path) -> Path:
    return unsaved() / "locks" / f"{_stamp(str(path.resolve()).encode())[:24]}.lock"
