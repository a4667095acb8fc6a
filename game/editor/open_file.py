"""An open map file, its lock, and detection of outside changes."""

from __future__ import annotations

import hashlib
import os
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import IO

from game.content.faults import Fault, UnusableFile, and_so
from game.content.file_kinds import Kind, kind_of_file, refusal, words_for
from game.content.file_names import joined
from game.content.file_source import DISK, known_by, named
from game.content.file_source import MAPS as MAPS_FOLDER
from game.content.foreign_formats import is_picture
from game.content.maps.class_base import Board, Look
from game.content.maps.lenient_reader import salvaged
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import map_of, parse_map, text_of_map
from game.content.maps.tiled import remarks_of
from game.content.maps.tmx import is_xml, with_templates
from game.content.maps.uvtt_import import import_map, keep_map
from game.content.maps.validation import faults_of
from game.content.parsing import MAP_BYTES, read_bytes, read_text
from game.content.storage import MAPS, has_ending, unsaved, write_bytes
from game.content.underlays import MAX_PICTURE_BYTES, beside, copy_pictures
from game.editor.edits import EditRefusedError
from game.editor.fixes import Fix
from game.editor.map_checks import Finding, Places, Severity
from game.editor.registry import fixes_of
from game.editor.workspace import History, Workspace, staged_pictures

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


DEFAULT_SIZE = (48, 48)
"""Default width and height of a new map in inches."""


def blank(
    width: int = DEFAULT_SIZE[0],
    height: int = DEFAULT_SIZE[1],
    title: str = "",
    look: Look = "city",
) -> MapFile:
    """Return an empty map."""
    bare = map_of(width, height)
    return bare.model_copy(update={"board": Board(title=title, look=look)})


def new_workspace(mapfile: MapFile | None = None) -> Workspace:
    """Return a workspace without a file; only an empty map counts as saved."""
    first = mapfile or blank()
    saved = None if any(first.objects()) else first
    return Workspace(History(first, "New map"), saved=saved)


def open_workspace(path: Path, greeting: str = "") -> Workspace:
    """Open a map file; a shipped map, or that of a picture, is opened as a copy.

    *greeting*: a message for the one who opens it. Raise UnusableFile if it cannot be read.
    """
    text = text_of_map(path)
    mapfile = parse_map(text, str(path))
    xml = is_xml(text)
    copies = xml or path.resolve().is_relative_to(MAPS) or is_picture(path)
    if not greeting and (xml or mapfile.unclassed or not has_ending(path.name, ".tmj", ".png")):
        lines = ["A copy of a map of Tiled, to be saved as .tmj."] * xml
        greeting = "\n".join([*lines, *(f"{one}." for one in remarks_of(mapfile)[:8])])
    mapfile = mapfile.model_copy(update={"unclassed": ()})
    return Workspace(
        History(mapfile),
        path=None if copies else path,
        saved=mapfile,
        greeting=greeting,
        pictures_at=path.parent if copies else None,
    )


def open_packed_map(word: str) -> Workspace:
    """Open a copy of a map in a pack, such as ``river-war/yard``; raise UnusableFile.

    Its pictures are copied out of the pack, to wait until the map is saved.
    """
    name = named(word, MAPS_FOLDER, ".tmj")
    with known_by(DISK):
        mapfile = parse_map(DISK.read(name), name)
    images = copy_pictures(
        [one.image for one in mapfile.pictures],
        lambda image: DISK.read_bytes(beside(name, image), MAX_PICTURE_BYTES),
        staged_pictures(),
    )
    mapfile = mapfile.with_images(images)
    return Workspace(History(mapfile), saved=mapfile)


OPENED: tuple[Kind, ...] = ("map", "drawing")


def open_or_repair(path: Path) -> Workspace | Repair:
    """Open a map file, or a repair of its readable part; raise UnusableFile if it is no map.

    A file of another program becomes one of the user's maps; the workspace's ``greeting`` says
    of it all that the command line would say.
    """
    kind = kind_of_file(path)
    if kind.kind == "drawing":
        found = import_map(path)
        goal = keep_map(found, path)
        skipped = f"Left out: {'; '.join(found.left_out)}." if found.left_out else ""
        words = (f"It is kept as {goal.stem}: {found.brief}.", *found.notes, skipped)
        return open_workspace(goal, " ".join(filter(None, words)))
    if kind.kind != "map":
        raise refusal(path, kind, f"the editor opens {words_for(OPENED)}")
    try:
        return open_workspace(path)
    except UnusableFile:
        if is_picture(path):
            raise
        return Repair(path)


class Repair:
    """The repair of one file. Nothing is written: the repaired map has no file yet."""

    def __init__(self, path: Path) -> None:
        """Raise UnusableFile if the file cannot be read at all, or is far too big."""
        self.path = path
        text = read_bytes(path, MAP_BYTES).decode("utf-8-sig", "replace")
        with suppress(UnusableFile):
            text = with_templates(
                text, str(path), lambda file: read_text(joined(path.parent, file))
            )
        self.map, self.losses = salvaged(text, str(path))
        """The readable part of the map, and the parts that were lost."""

    @property
    def wrong(self) -> list[Finding]:
        """Return the faults that keep the readable part from being a valid map."""
        return Places(self.map).found(faults_of(self.map), Severity.FAULT)

    def fix(self, finding: Finding, fix: Fix) -> None:
        """Fix one finding; raise EditRefusedError if that is impossible."""
        self.map = fix.does(self.map, finding)

    def leave_out(self, finding: Finding) -> None:
        """Remove the objects of a finding."""
        self.map = self.map.removed(set(finding.about))

    def mend(self) -> list[Fault]:
        """Fix all findings, removing objects without a fix; return those removed, with reasons.

        Raise UnusableFile if a fault without objects has no fix.
        """
        gone = list[Fault]()
        # Each round fixes or removes at least one object; a fix may reveal further faults.
        for _ in range(4 * sum(len(layer.objects) for layer in self.map.layers) + 4):
            found = self.wrong
            if not found:
                break
            if not self._mended(found[0]):
                if not found[0].about:
                    raise UnusableFile(str(self.path), [Fault("", found[0].words)])
                gone.append(Fault(found[0].place, and_so(found[0].reason, "removed")))
                self.leave_out(found[0])
        return gone

    def _mended(self, finding: Finding) -> bool:
        for fix in fixes_of(finding):
            try:
                after = fix.does(self.map, finding)
            except EditRefusedError:
                continue
            left = Places(after).found(faults_of(after), Severity.FAULT)
            if finding.words not in [one.words for one in left] and after != self.map:
                self.map = after
                return True
        return False

    def workspace(self) -> Workspace:
        """Return a workspace with the repaired map, which has no file.

        All findings left are fixed first. Raise UnusableFile if one of them cannot be.
        """
        self.mend()
        return Workspace(History(self.map, f"Repaired from {self.path.name}"))
