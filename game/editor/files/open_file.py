"""An open map file, its lock, and detection of outside changes."""

from __future__ import annotations

import hashlib
import os
import sys
from collections import Counter
from pathlib import Path
from typing import IO

from game.content.faults import UnusableFile
from game.content.maps import MapFile, canonical, map_of, parse_map, read_map
from game.content.maps.class_base import Look
from game.content.maps.spot_classes import Board
from game.content.maps.uvtt_import import ENDINGS, import_map
from game.content.parsing import MAP_BYTES, read_bytes
from game.content.png_payload import is_picture
from game.content.storage import MAPS, unsaved, write_bytes
from game.editor.files.repair import Repair
from game.editor.workspace import History, Workspace

_OURS: Counter[Path] = Counter()
"""Locks that this very process has, and how often: it is not in its own way."""
_FILES: dict[Path, IO[str]] = {}


class Lock:
    """A lock file; its words tell others who has it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.held = False

    def take(self, words: str = "") -> bool:
        """Take the lock; return whether we have it now. Where none can be made we have it."""
        if not self.held:
            self.held = _OURS[self.path] > 0 or _take(self.path, words)
            _OURS[self.path] += self.held
        return self.held

    def release(self) -> None:
        if self.held:
            self.held = False
            _OURS[self.path] -= 1
            if not _OURS[self.path] and (file := _FILES.pop(self.path, None)):
                self.path.unlink(missing_ok=True)
                file.close()

    @property
    def holder(self) -> str:
        """Return the words of whoever has it, as far as they can be read."""
        try:
            return self.path.read_text("utf-8")[:200].strip()
        except (OSError, ValueError):
            return ""


def is_held(path: Path) -> bool:
    """Return whether a living process has the lock."""
    if _OURS[path]:
        return True
    if not path.exists():
        return False
    lock = Lock(path)
    if lock.take():
        lock.release()
        return False
    return True


def _take(path: Path, words: str) -> bool:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+", encoding="utf-8")
    except OSError:
        return True
    if not _locked(file):
        file.close()
        return False
    file.truncate(0)
    file.write(words)
    file.flush()
    _FILES[path] = file
    return True


def _locked(file: IO[str]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415  there is none elsewhere

            # Beyond all words: what is locked there cannot be read by others.
            file.seek(1 << 20)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415  there is none on Windows

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Whoever had it may have taken the file away between our opening and our locking.
            return os.fstat(file.fileno()).st_nlink > 0
    except OSError:
        return False
    return True


class OverwriteError(Exception):
    """Saving would overwrite what somebody else did; the words say what is at stake."""


class OpenFile:
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


USUAL = (48, 48)
"""Inches of a new map."""


def blank(
    width: int = USUAL[0], height: int = USUAL[1], title: str = "", look: Look = "city"
) -> MapFile:
    """Return a map with nothing on it."""
    bare = map_of(width, height)
    return bare.model_copy(update={"board": Board(title=title, look=look)})


def new_workspace(mapfile: MapFile | None = None) -> Workspace:
    """Open a map that has no file yet: only an empty one may be left without a word."""
    first = mapfile or blank()
    saved = None if any(first.objects()) else first
    return Workspace(History(first, "New map"), saved=saved)


def open_workspace(path: Path) -> Workspace:
    """Open a map's file; a shipped one, or what a picture carries, as a copy.

    Raise UnusableFile.
    """
    mapfile = read_map(path)
    own = None if path.resolve().is_relative_to(MAPS) or is_picture(path) else path
    return Workspace(History(mapfile), path=own, saved=mapfile)


def open_or_repair(path: Path) -> Workspace | Repair:
    """Open a map's file, or what can be read of it; raise UnusableFile if nothing can.

    Walls and doors of another program's file become a new map.
    """
    if path.suffix.lower() in ENDINGS:
        return new_workspace(import_map(path).mapfile)
    try:
        return open_workspace(path)
    except UnusableFile:
        if is_picture(path):
            raise
        return Repair(path)
