"""Who has a file open: a lock that the system lets go of when its process ends, however."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path
from typing import IO

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
