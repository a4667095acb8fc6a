"""Autosaves and recovery."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from game.content.faults import UnusableFile
from game.content.maps import MapFile, canonical, parse_map
from game.content.parsing import MAP_BYTES, parse_json, read_text
from game.content.storage import unsaved, write_whole
from game.editor.files.open_file import Lock, is_held
from game.editor.workspace import History, Workspace
from game.view.background_task import Loader

EVERY = 30.0
"""Seconds from one to the next."""
ENDING = ".unsaved"
MOST_DISCARDED = 10
"""So many are kept that nobody wanted: somebody may think better of it."""


class Autosave:
    """Of one editor. Call ``update`` once a frame; writing is done beside the frames."""

    def __init__(self, every: float = EVERY, session: str = "") -> None:
        """*session*: of the one that is gone on with, if this goes on with one."""
        session = session or secrets.token_hex(8)
        self.path = unsaved() / f"{session}{ENDING}"
        self.every = every
        self.trouble = ""
        """Why it cannot be written; empty as long as it can."""
        self._lock = Lock(_lock_of(self.path))
        self._kept: MapFile | None = None
        """The map as it was written last."""
        self._left = every
        self._writing: tuple[MapFile, Loader[None]] | None = None

    def update(self, seconds: float, workspace: Workspace) -> None:
        """Let time pass while a map is drawn."""
        self._left -= seconds
        if self._writing and self._writing[1].done:
            self.finish()
        if self._left <= 0.0:
            self.keep(workspace)

    def keep(self, workspace: Workspace) -> None:
        """Begin to write the map as it is now, if it is not saved nor kept like that."""
        self._left = self.every
        mapfile = workspace.map
        if mapfile is self._kept or workspace.is_saved or self._writing:
            return
        self._lock.take()
        head = {
            "file": str(workspace.path.resolve()) if workspace.path else "",
            "title": mapfile.board.title,
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "edits": workspace.history.at,
        }
        path = self.path

        def write() -> None:
            write_whole(path, json.dumps(head) + "\n" + canonical(mapfile))

        self._writing = mapfile, Loader(write)

    def finish(self) -> None:
        """Wait until what is being written is."""
        if self._writing:
            mapfile, loader = self._writing
            self._writing = None
            try:
                loader.result()
            except UnusableFile as error:
                self.trouble = str(error)
            else:
                self._kept, self.trouble = mapfile, ""

    def let_go(self) -> None:
        """Leave it behind for whoever comes next."""
        self.finish()
        self._lock.release()

    def adopt(self, mapfile: MapFile) -> None:
        """Take over what another process left behind, which holds this map."""
        self._lock.take()
        self._kept = mapfile

    def drop(self) -> None:
        """Forget it: the map is saved, or what was done is not wanted."""
        self.finish()
        if self._kept is not None or self._lock.held:
            self._kept = None
            self.path.unlink(missing_ok=True)
            self._lock.release()


class _Head(BaseModel):
    """The first line of what is kept."""

    model_config = ConfigDict(extra="ignore", strict=True)

    file: str | None
    title: str
    at: str
    edits: Annotated[int, Field(ge=0, le=10**9)]


@dataclass(frozen=True)
class Recovery:
    """What an editor left behind that did not end as it should."""

    path: Path
    file: Path | None
    """The file that was drawn on; None if it had none yet."""
    title: str
    at: datetime
    """When it was kept."""
    edits: int

    def read(self) -> MapFile:
        """Return the map; raise UnusableFile."""
        _, _, text = _told(self.path).partition("\n")
        return parse_map(text, str(self.path))

    def discard(self) -> None:
        """Put it aside; the last few that were are kept."""
        aside = self.path.parent / "discarded"
        aside.mkdir(parents=True, exist_ok=True)
        self.path.replace(aside / self.path.name)
        _lock_of(self.path).unlink(missing_ok=True)
        files = sorted(aside.glob(f"*{ENDING}"), key=lambda file: file.stat().st_mtime)
        for old in files[:-MOST_DISCARDED]:
            old.unlink(missing_ok=True)

    def go_on(self) -> tuple[Workspace, Autosave]:
        """Return a workspace with what was drawn; undo leads to the file as it is saved.

        What was kept stays until that is saved. Raise UnusableFile if it cannot be read.
        """
        mapfile = self.read()
        first, label = self._before(mapfile)
        history = History(first, label)
        history.do("Recover what was not saved", mapfile)
        autosave = Autosave(session=self.path.name.removesuffix(ENDING))
        autosave.adopt(mapfile)
        return Workspace(history, self.file, saved=first if self.file else None), autosave

    def _before(self, mapfile: MapFile) -> tuple[MapFile, str]:
        try:
            if self.file:
                return parse_map(read_text(self.file), str(self.file)), "As saved"
        except UnusableFile:
            pass
        return mapfile, "As recovered"


def recoveries() -> list[Recovery]:
    """Return what editors left behind whose processes are no more, the newest first."""
    found = list[Recovery]()
    for path in sorted(unsaved().glob(f"*{ENDING}")):
        if not is_held(_lock_of(path)):
            found.append(_recovery(path))
    return sorted(found, key=lambda one: one.at, reverse=True)


def _recovery(path: Path) -> Recovery:
    """Return what is told of one; of one that cannot be read only that it is there."""
    try:
        told = parse_json(_told(path).partition("\n")[0], path.name)
        head = _Head.model_validate(told)
        at = datetime.fromisoformat(head.at).astimezone(UTC)
    except (UnusableFile, ValueError, OverflowError):  # no date as early as year 1 has a UTC
        return Recovery(path, None, "", _written(path), 0)
    return Recovery(path, Path(head.file) if head.file else None, head.title, at, head.edits)


def _written(path: Path) -> datetime:
    """Return when a file was written last; the beginning of time if it is no more."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, OverflowError, ValueError):
        return datetime.fromtimestamp(0, UTC)


def _told(path: Path) -> str:
    # A line more than the largest map.
    return read_text(path, MAP_BYTES + 4096)


def _lock_of(path: Path) -> Path:
    return path.with_suffix(".lock")
