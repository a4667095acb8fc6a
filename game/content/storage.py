"""Shipped and user folders, atomic file writes, and a size-limited disk cache."""

from __future__ import annotations

import os
import re
import shutil
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path, PurePath

import platformdirs

from game.content.faults import UnusableFile, system_reason

BESIDE = ".undertow-*.tmp"
"""Name pattern of temporary files that are still being written."""
TORN = 60.0
"""Age in seconds at which a temporary file counts as abandoned."""


def clear_torn(folder: Path) -> None:
    """Delete abandoned temporary files and folders in a folder."""
    with suppress(OSError):
        for path in folder.glob(BESIDE):
            if time.time() - path.stat().st_mtime <= TORN:
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink()


_DEVICES = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\..*)?", re.IGNORECASE
)


def is_device_name(name: str) -> bool:
    """Return whether Windows takes a file name for a device, whatever its ending."""
    return _DEVICES.fullmatch(name) is not None


def is_file(path: Path) -> bool:
    """Return whether a file exists; False for a name that the system does not allow."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def has_size(path: Path, size: int) -> bool:
    """Return whether there is a file of a size in bytes, without opening it."""
    try:
        return is_file(path) and path.stat().st_size == size
    except OSError:
        return False


def files_with(folder: Path, ending: str) -> list[Path]:
    """Return the files of a folder with an ending, in capitals or not, in order of name."""
    try:
        return sorted(one for one in folder.iterdir() if has_ending(one.name, ending))
    except (OSError, ValueError):
        return []


def has_ending(name: str, *endings: str) -> bool:
    """Return whether a name has one of some endings, in capitals or not."""
    return name.lower().endswith(endings)


def without_ending(name: str, ending: str) -> str:
    """Return a name without an ending, in capitals or not."""
    return name[: -len(ending)] if has_ending(name, ending) else name


def differs_in_ending(name: str, other: str) -> bool:
    """Return whether two names differ, but only in the capitals of their endings."""
    start = len(name) - len(PurePath(name).suffix)
    return name != other and name[:start] == other[:start] and name.lower() == other.lower()


def with_any_ending(path: Path) -> Path | None:
    """Return the file at a path, or one whose ending has other capitals; None if neither is."""
    if is_file(path):
        return path
    near = files_with(path.parent, path.suffix.lower()) if path.suffix else []
    return next((one for one in near if differs_in_ending(path.name, one.name)), None)


def free_path(path: Path, data: bytes | None = None) -> Path:
    """Return a path at which there is no file: the given one, or with a number from 2 on.

    With *data* a file that holds just these bytes may be there.
    """
    for n in count(1):
        found = path if n == 1 else path.with_stem(f"{path.stem}-{n}")
        if not found.exists() or (data is not None and _holds(found, data)):
            return found
    raise AssertionError


def _holds(path: Path, data: bytes) -> bool:
    """Return whether a file has just these bytes; False if it cannot be read."""
    try:
        is_alike = path.is_file() and path.stat().st_size == len(data)
        return is_alike and path.read_bytes() == data
    except OSError:
        return False


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
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as into:
                into.writelines(parts)
            return
        whole = path.resolve()
        whole.parent.mkdir(parents=True, exist_ok=True)
        beside = whole.parent / BESIDE.replace("*", os.urandom(8).hex())
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
        reason = f"cannot write it: {system_reason(error)}"
        raise UnusableFile(str(path), [("", reason)]) from error


def _write(path: Path, parts: Iterable[bytes], *, lasting: bool) -> None:
    with path.open("xb") as file:
        for part in parts:
            file.write(part)
        file.flush()
        if lasting:
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
STAMPS = ASSETS / "stamps"
PACKS = ASSETS / "packs"

_NAME = "undertow"


def saves() -> Path:
    """Return the folder of saves."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "saves")


def crashes() -> Path:
    """Return the folder of crash reports."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "crashes")


def own_maps() -> Path:
    """Return the folder of maps that the user drew."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "maps")


def own_stamps() -> Path:
    """Return the folder of stamps, the parts of maps that the user kept."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "stamps")


def trash() -> Path:
    """Return the folder of files that the user deleted."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "trash")


def to_trash(path: Path) -> Path:
    """Move a file of the user's to the trash, and return its place there; raise UnusableFile.

    The name gets a number if it is taken there.
    """
    try:
        trash().mkdir(parents=True, exist_ok=True)
        there = free_path(trash() / path.name)
        shutil.move(path, there)
    except OSError as error:
        reason = f"cannot delete it: {system_reason(error)}"
        raise UnusableFile(str(path), [("", reason)]) from error
    return there


def unsaved() -> Path:
    """Return the folder of the map editor's autosaves."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "unsaved")


def pictures() -> Path:
    """Return the folder of pictures of battles."""
    return _below(platformdirs.user_pictures_path(), "Undertow")


def own_rosters() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "rosters")


def own_armouries() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "armouries")


def own_scenarios() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "scenarios")


def own_campaigns() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "campaigns")


def own_bots() -> Path:
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "bots")


def own_pages() -> Path:
    """Return the folder of how-to-play pages of the user's scenarios."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "pages")


def own_icons() -> Path:
    """Return the folder of the user's icons of units."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "icons")


def own_packs() -> Path:
    """Return the folder of the packs that the user keeps."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "packs")


def own_experiments() -> Path:
    """Return the folder of the user's experiments."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "experiments")


def packs_made() -> Path:
    """Return the folder of packs that the user makes for others."""
    return _below(platformdirs.user_documents_path(), "Undertow")


def downloads() -> Path:
    """Return the folder into which browsers put files."""
    return _below(platformdirs.user_downloads_path(), "downloads" if _home() else "")


def ongoing() -> Path:
    """Return the folder of running campaigns."""
    return _below(platformdirs.user_data_path(_NAME, appauthor=False), "ongoing")


def settings() -> Path:
    """Return the path of the settings file."""
    return _below(platformdirs.user_config_path(_NAME, appauthor=False), "settings.json")


def cache() -> Path:
    """Return the folder of the disk cache."""
    return _below(platformdirs.user_cache_path(_NAME, appauthor=False), "cache")


def own() -> Iterator[Path]:
    """Yield all folders that Undertow writes files to."""
    for place in (saves, crashes, own_maps, unsaved, pictures, own_rosters, own_scenarios):
        yield place()
    yield from (
        own_campaigns(),
        own_bots(),
        own_packs(),
        own_experiments(),
        own_stamps(),
        ongoing(),
        settings().parent,
        cache(),
    )


def _below(usual: Path, name: str) -> Path:
    home = _home()
    return (Path(home) if home else usual) / name


def _home() -> str:
    return os.environ.get("UNDERTOW_HOME", "")


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
