"""A disk cache of limited size."""

from __future__ import annotations

import zlib
from contextlib import suppress
from pathlib import Path

from game.content.faults import UnusableFile
from game.content.file_lookup import is_file
from game.content.safe_writing import write_bytes

ENDING = ".kept"
MAX_ENTRY_BYTES = 64 << 20
"""Maximum size in bytes of one entry, unpacked; a larger one counts as damaged."""
MAX_CACHE_BYTES = 256 << 20
"""Default maximum size in bytes of a cache, packed."""


class DiskCache:
    """Disk cache for derived data; least recently used entries are evicted."""

    def __init__(self, folder: Path, most: int = MAX_CACHE_BYTES) -> None:
        self.folder, self.most = folder, most
        self._held: int | None = None
        """Total size in bytes; None before it is first computed."""

    def find(self, name: str) -> bytes | None:
        """Return the data stored under a name; None if there is none or it is damaged."""
        path = self._path(name)
        try:
            if path.stat().st_size > MAX_ENTRY_BYTES:
                return None
            unpacking = zlib.decompressobj()
            found = unpacking.decompress(path.read_bytes(), MAX_ENTRY_BYTES)
            whole = unpacking.eof and not unpacking.unconsumed_tail
        except (OSError, zlib.error):
            return None
        with suppress(OSError):
            path.touch()
        return found if whole else None

    def has(self, name: str) -> bool:
        """Return whether data is stored under a name, which may be damaged."""
        return is_file(self._path(name))

    def keep(self, name: str, data: bytes) -> None:
        """Store data under a name; failures to write are ignored."""
        packed = zlib.compress(data, 1)
        with suppress(UnusableFile, OSError):
            write_bytes(self._path(name), packed, lasting=False)
            self._held = None if self._held is None else self._held + len(packed)
            self._make_room()

    def _make_room(self) -> None:
        """Evict least recently used entries until three quarters of the limit are used."""
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
