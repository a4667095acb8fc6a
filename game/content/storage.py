"""Shipped and user folders, atomic file writes, and a size-limited disk cache."""

from __future__ import annotations

import os
import secrets
import shutil
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import platformdirs

from game.content.faults import UnusableFile
from game.content.parsing import MIB

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


_HERE = Path(__file__).resolve().parents[2]
_INSTALLED = _HERE / "undertow_data"
ROOT = _INSTALLED if _INSTALLED.is_dir() else _HERE
"""The folder of ``assets`` and ``maps``: beside ``game`` in a copy of the repository, else the
folder into which pip installed them."""
MAPS = ROOT / "maps"
ASSETS = ROOT / "assets"
RULEBOOK = ASSETS / "rulebook"
ROSTERS = ASSETS / "rosters"
SCENARIOS = ASSETS / "scenarios"
ICONS = ASSETS / "icons"

_NAME = "undertow"


def saves() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "saves")


def crashes() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "crashes")


def own_maps() -> Path:
    """Return where maps are kept that a user drew."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "maps")


def unsaved() -> Path:
    """Return where an editor keeps what is drawn and not saved yet."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "unsaved")


def pictures() -> Path:
    """Return where pictures of battles go."""
    return _below(platformdirs.user_pictures_path(), "Undertow")


def own_rosters() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "rosters")


def own_scenarios() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "scenarios")


def own_campaigns() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "campaigns")


def ongoing() -> Path:
    """Return where campaigns are kept that were begun."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "ongoing")


def settings() -> Path:
    """Return the file of the user's settings."""
    return _below(platformdirs.user_config_path(_NAME, appauthor=False), "settings.json")


def cache() -> Path:
    return _below(platformdirs.user_cache_path(_NAME, appauthor=False), "cache")


def own() -> Iterator[Path]:
    """Yield all folders of the user's that anything is written into."""
    for place in (saves, crashes, own_maps, unsaved, pictures, own_rosters, own_scenarios):
        yield place()
    yield from (own_campaigns(), ongoing(), settings().parent, cache())


def _below(usual: Path, name: str) -> Path:
    home = os.environ.get("UNDERTOW_HOME")
    return (Path(home) if home else usual) / name


ENDING = ".kept"
LARGEST = 64 * MIB
"""Bytes of one thing: what claims to be larger is damaged."""
MOST = 256 * MIB
"""Bytes of all of it, as they lie on the disk."""


class DiskCache:
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
