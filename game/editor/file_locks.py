"""Locks of open files, so that no editor overwrites the changes of another."""

from __future__ import annotations

import hashlib
import os
import sys
from collections import Counter
from pathlib import Path
from typing import IO

from game.content.faults import UnusableFile
from game.content.own_folders import unsaved
from game.content.reading import MAP_BYTES, read_bytes
from game.content.safe_writing import write_bytes

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_OURS: Counter[Path] = Counter()
"""Number of holders per lock in this process, which does not block itself."""
_FILES: dict[Path, IO[str]] = {}


class Lock:
    """A lock file; its content names the holder to others."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.held = False

    def take(self, words: str = "") -> bool:
        """Take the lock, writing *words*; return whether it is held now.

        If no lock file can be made, it counts as held.
        """
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
        """Return the words of the holder; empty if they cannot be read."""
        try:
            return self.path.read_text("utf-8")[:200].strip()
        except (OSError, ValueError):
            return ""


def is_held(path: Path) -> bool:
    """Return whether a running process has the lock."""
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
            # Beyond the words, because a locked range cannot be read by others.
            file.seek(1 << 20)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            # A former holder may have deleted the file between opening and locking.
            return os.fstat(file.fileno()).st_nlink > 0
    except OSError:
        return False
    return True


class OverwriteError(Exception):
    """Saving would overwrite changes made elsewhere; the message describes the conflict."""


class OpenFile:
    """A file that is open in an editor, with its lock and a stamp of its content."""

    def __init__(self, path: Path) -> None:
        """Remember the file's present state, unreadable or not, and try to lock it."""
        self.path, self.stamp = path, stamp_of(path)
        self.lock = Lock(_lock_of(path))
        self.lock.take(f"process {os.getpid()}")

    @property
    def is_shared(self) -> bool:
        """Return whether another editor has the file open; take the lock if it is free."""
        return not self.lock.take(f"process {os.getpid()}")

    @property
    def is_changed(self) -> bool:
        """Return whether the file has changed since it was last read or written here."""
        return stamp_of(self.path) != self.stamp

    def write(self, text: str, *, anyway: bool = False) -> None:
        """Write a text to the file atomically.

        Unless *anyway*, raise OverwriteError if others changed the file or have it open. Raise
        UnusableFile if it cannot be written.
        """
        if not anyway:
            self._mind()
        data = text.encode()
        write_bytes(self.path, data)
        self.stamp = _stamp(data)

    def _mind(self) -> None:
        if self.is_changed:
            changed = "was changed by another program since it was opened here"
            how = changed if self.path.exists() else "no longer exists"
            raise OverwriteError(f"{self.path} {how}")
        if self.is_shared:
            id_ = self.lock.holder or "another process"
            raise OverwriteError(f"{self.path} is also open in another editor ({id_})")

    def reread(self) -> str:
        """Return the present text of the file; raise UnusableFile if that is no text."""
        data = read_bytes(self.path, MAP_BYTES)
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise UnusableFile(str(self.path), [("", "is not UTF-8 text")]) from error
        self.stamp = _stamp(data)
        return text

    def close(self) -> None:
        """Release the lock."""
        self.lock.release()


def stamp_of(path: Path) -> str:
    """Return a hash of a file's content; empty if it cannot be read."""
    try:
        return _stamp(read_bytes(path, MAP_BYTES))
    except UnusableFile:
        return ""


def _stamp(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _lock_of(path: Path) -> Path:
    return unsaved() / "locks" / f"{_stamp(str(path.resolve()).encode())[:24]}.lock"
