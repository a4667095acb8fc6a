"""Autosaves, from which unsaved work is recovered."""

from __future__ import annotations

import json
import secrets
from dataclasses import KW_ONLY, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from game.background import Pending
from game.content.faults import UnusableFile
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import parse_map
from game.content.own_folders import unsaved
from game.content.reading import MAP_BYTES, read_text
from game.content.safe_writing import write_whole
from game.content.strict_json import parse_json
from game.editor.documents import Document, History
from game.editor.file_locks import Lock, OpenFile, is_held, stamp_of
from game.editor.workspace import Workspace

AUTOSAVE_SECONDS = 30.0
"""Seconds between two autosaves."""
ENDING = ".unsaved"
MAX_DISCARDED = 10
"""Number of discarded autosaves to keep, in case the user changes their mind."""


class Autosave:
    """The autosave of one editor.

    Call ``update`` once a frame; files are written in a thread.
    """

    def __init__(self, every: float = AUTOSAVE_SECONDS, session: str = "") -> None:
        """*session*: name of the autosave to continue; empty for a new one."""
        session = session or secrets.token_hex(8)
        self.path = unsaved() / f"{session}{ENDING}"
        self.every = every
        self.trouble = ""
        """Reason why it cannot be written; empty if it can."""
        self.stamp = ""
        """Stamp of the file on which a recovered autosave is based; empty if unknown."""
        self.held: OpenFile | None = None
        """The file that is edited, for its stamp."""
        self._lock = Lock(_lock_of(self.path))
        self._kept: object = None
        """The content as it was last autosaved."""
        self._left = every
        self._writing = Pending[None]()
        self._written: object = None
        """The content that was written last, or is being written."""

    def update(self, seconds: float, document: Document) -> None:
        """Advance by *seconds*; finish and begin writing when due."""
        self._left -= seconds
        if self._writing.is_done:
            self.finish()
        if self._left <= 0.0:
            self.keep(document)

    def keep(self, document: Document) -> None:
        """Begin to write the current content, unless it is saved or autosaved already."""
        self._left = self.every
        state = document.state
        if state is self._kept or document.is_saved or self._writing.is_running:
            return
        self._lock.take()
        head = {
            "file": str(document.path.resolve()) if document.path else "",
            "title": document.title,
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "edits": document.edits,
            "kind": document.kind,
            "stamp": self.held.stamp if self.held else "",
        }
        path, text = self.path, document.text

        def write() -> None:
            write_whole(path, json.dumps(head) + "\n" + text())

        self._written = state
        self._writing.start(write)

    def finish(self) -> None:
        """Wait until the current write is done."""
        try:
            for _ in self._writing.waited():
                self._kept, self.trouble = self._written, ""
        except UnusableFile as error:
            self.trouble = str(error)

    def let_go(self) -> None:
        """Leave the autosave behind, to be recovered later."""
        self.finish()
        self._lock.release()

    def adopt(self, state: object) -> None:
        """Take over an autosave left by another process, which holds this content."""
        self._lock.take()
        self._kept = state

    def drop(self) -> None:
        """Delete the autosave: the file is saved, or its changes are not wanted."""
        self.finish()
        if self._kept is not None or self._lock.held:
            self._kept = None
            self.path.unlink(missing_ok=True)
            self._lock.release()


class _Head(BaseModel):
    """The first line of an autosave."""

    model_config = ConfigDict(extra="ignore", strict=True)

    file: str | None
    title: str
    at: str
    edits: Annotated[int, Field(ge=0, le=10**9)]
    kind: str = "map"
    stamp: str = ""


@dataclass(frozen=True)
class Recovery:
    """An autosave left behind by an editor that did not end properly."""

    path: Path
    file: Path | None
    """The file that was edited; None if there was none yet."""
    title: str
    _: KW_ONLY
    at: datetime
    """The time of the autosave."""
    edits: int
    kind: str = "map"
    stamp: str = ""
    """Stamp of the file on which the edits are based; empty if unknown."""

    @property
    def is_file_changed(self) -> bool:
        """Return whether the file has changed or vanished since the edits began."""
        if self.file is None or not self.stamp:
            return False
        return stamp_of(self.file) != self.stamp

    def text(self) -> str:
        """Return the text of the file as it was autosaved; raise UnusableFile."""
        return _read(self.path).partition("\n")[2]

    def read(self) -> MapFile:
        """Return the map; raise UnusableFile if it cannot be read."""
        return parse_map(self.text(), str(self.path))

    def continued(self, state: object) -> Autosave:
        """Return the autosave, taken over with the recovered content."""
        autosave = Autosave(session=self.path.name.removesuffix(ENDING))
        autosave.stamp = self.stamp
        autosave.adopt(state)
        return autosave

    def discard(self) -> None:
        """Move the autosave to the discarded ones, and delete the oldest of those."""
        aside = self.path.parent / "discarded"
        aside.mkdir(parents=True, exist_ok=True)
        self.path.replace(aside / self.path.name)
        _lock_of(self.path).unlink(missing_ok=True)
        files = sorted(aside.glob(f"*{ENDING}"), key=lambda file: file.stat().st_mtime)
        for old in files[:-MAX_DISCARDED]:
            old.unlink(missing_ok=True)

    def go_on(self) -> tuple[Workspace, Autosave]:
        """Return a workspace with the recovered map; undo leads to the file as it is saved.

        The autosave stays until that is saved. Raise UnusableFile if it cannot be read.
        """
        mapfile = self.read()
        first, label = self._before(mapfile)
        history = History(first, label)
        history.do("Recover unsaved changes", mapfile)
        work = Workspace(history, self.file, saved=first if self.file else None)
        return work, self.continued(mapfile)

    def _before(self, mapfile: MapFile) -> tuple[MapFile, str]:
        try:
            if self.file:
                return parse_map(read_text(self.file), str(self.file)), "As saved"
        except UnusableFile:
            pass
        return mapfile, "As recovered"


def recoveries() -> list[Recovery]:
    """Return the autosaves of editors that no longer run, the newest first."""
    found = list[Recovery]()
    for path in sorted(unsaved().glob(f"*{ENDING}")):
        if not is_held(_lock_of(path)):
            found.append(_recovery(path))
    return sorted(found, key=lambda one: one.at, reverse=True)


def _recovery(path: Path) -> Recovery:
    """Return the recovery of an autosave; with default values if it cannot be read."""
    try:
        raw = parse_json(_read(path).partition("\n")[0], path.name)
        head = _Head.model_validate(raw)
        at = datetime.fromisoformat(head.at).astimezone(UTC)
    except (UnusableFile, ValueError, OverflowError):  # dates near year 1 have no UTC
        return Recovery(path, file=None, title="", at=_written(path), edits=0)
    return Recovery(
        path,
        file=Path(head.file) if head.file else None,
        title=head.title,
        at=at,
        edits=head.edits,
        kind=head.kind,
        stamp=head.stamp,
    )


def _written(path: Path) -> datetime:
    """Return the time at which a file was last written; the epoch if that is unknown."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, OverflowError, ValueError):
        return datetime.fromtimestamp(0, UTC)


def _read(path: Path) -> str:
    # The head line, in addition to the largest map.
    return read_text(path, MAP_BYTES + 4096)


def _lock_of(path: Path) -> Path:
    return path.with_suffix(".lock")
