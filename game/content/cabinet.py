"""What can be made again, kept in a folder of the user's so that it need not be.

Nothing depends on it: a folder that cannot be written, a file that is damaged, another game
that cleans up at the same time only mean that things are made again.
"""

from __future__ import annotations

import zlib
from contextlib import suppress
from pathlib import Path

from game.content.faults import UnusableFile
from game.content.parsing import MIB
from game.content.storage import write_bytes

ENDING = ".kept"
LARGEST = 64 * MIB
"""Bytes of one thing: what claims to be larger is damaged."""
MOST = 256 * MIB
"""Bytes of all of it, as they lie on the disk."""


class Cabinet:
    """Bytes under names. What was not wanted for longest goes when it is full."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self.folder, self.most = folder, most
        self._held: int | None = None
        """So many bytes lie there, once they were counted."""

    def find(self, name: str) -> bytes | None:
        """Return what was kept under a name; None if nothing was, or it is damaged."""
        path = self._path(name)
        try:
            if path.stat().st_size > LARGEST:
                return None
            unpacking = zlib.decompressobj()
            found = unpacking.decompress(path.read_bytes(), LARGEST)
            whole = unpacking.eof and not unpacking.unconsumed_tail
        except (OSError, zlib.error):
            return None
        with suppress(OSError):
            path.touch()
        return found if whole else None

    def keep(self, name: str, told: bytes) -> None:
        """Keep bytes under a name, in place of what was there."""
        packed = zlib.compress(told, 1)
        with suppress(UnusableFile, OSError):
            write_bytes(self._path(name), packed, lasting=False)
            self._held = None if self._held is None else self._held + len(packed)
            self._make_room()

    def _make_room(self) -> None:
        """Throw out what was not wanted for longest, down to three quarters."""
        if self._held is not None and self._held <= self.most:
            return
        found = [(path, path.stat()) for path in self.folder.glob(f"*{ENDING}")]
        files = sorted([(stat.st_mtime_ns, stat.st_size, path) for path, stat in found])
        self._held = sum([size for _, size, _ in files])
        if self._held <= self.most:
            return
        for _, size, path in files:
            if self._held <= self.most * 3 // 4:
                return
            with suppress(OSError):
                path.unlink()
            self._held -= size

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}{ENDING}"
