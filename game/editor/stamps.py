"""Stamps, which are groups kept in small files; renaming and deleting of own files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from game.content.campaign_files import FOLDER as CAMPAIGNS
from game.content.editor_actions import EditorAction
from game.content.faults import UnusableFile, system_reason
from game.content.file_source import DISK
from game.content.maps.class_base import Board
from game.content.maps.map_file import MAX_SIDE, MIN_SIDE, MapFile, MapLayer, MapObject
from game.content.maps.map_library import parse_map
from game.content.maps.writer import canonical
from game.content.parsing import parse_toml, read_text
from game.content.storage import (
    STAMPS,
    files_with,
    own_campaigns,
    own_stamps,
    to_trash,
    write_whole,
)
from game.editor.edits import EditRefusedError, box_of, drawing_layer, moved, turned
from game.editor.form_files import FORMS, FormFile, open_file
from game.editor.forms import ENDING
from game.editor.mirror import LEFT_RIGHT, mirrored
from game.editor.object_commands import add_copies, copy_of, counted, free, placed_copies
from game.editor.open_file import OpenFile
from game.editor.snapping import snapped
from game.editor.tools import Pointer, Tool, ToolSketch
from game.editor.workspace import Workspace
from game.geometry.points import Point

STAMP_ENDING = ".tmj"
MAX_NAME = 40
"""Maximum number of characters of a stamp's name."""


def with_groups(workspace: Workspace, ids: Iterable[int]) -> list[int]:
    """Return the ids of objects and of all objects in their groups, in order."""
    there = workspace.index.placed
    found = list(ids)
    groups = {there[id_].object.group for id_ in found if id_ in there} - {0}
    if not groups:
        return found
    locked = workspace.untouchable()
    more = [
        one.id
        for layer, one in workspace.map.objects()
        if one.group in groups and layer.visible and one.visible and one.id not in locked
    ]
    return [*dict.fromkeys((*found, *more))]


def group(workspace: Workspace) -> None:
    """Make the selection one group; its objects leave the groups that they were in."""
    objects = free(workspace)
    if len(objects) < 2:
        raise EditRefusedError("select two objects or more to group them")
    number = 1 + max(one.group for _, one in workspace.map.objects())
    new = [one.model_copy(update={"group": number}) for one in objects]
    after = workspace.map.replaced(new)
    workspace.do(f"Group {counted(objects)}", after, mirrored=False)


def ungroup(workspace: Workspace) -> None:
    """Dissolve the groups of the selection."""
    groups = {one.group for one in free(workspace)} - {0}
    if not groups:
        raise EditRefusedError("the selection has no group")
    objects = [one for _, one in workspace.map.objects() if one.group in groups]
    after = workspace.map.replaced(one.model_copy(update={"group": 0}) for one in objects)
    workspace.do(f"Ungroup {counted(objects)}", after, mirrored=False)


class Stamp(NamedTuple):
    """A file of the library of stamps."""

    path: Path
    name: str
    """Its title; the name of the file if it has none or is faulty."""
    is_own: bool
    map: MapFile | None
    """The stamp as a map that it fills; None if the file is faulty."""
    fault: str = ""
    """The reason why it cannot be used."""


def stamps() -> list[Stamp]:
    """Return all stamps, the user's own first, each part by name."""
    own = [_stamp(path, is_own=True) for path in files_with(own_stamps(), STAMP_ENDING)]
    shipped = [_stamp(path, is_own=False) for path in STAMPS.glob(f"*{STAMP_ENDING}")]
    return [
        *sorted(own, key=lambda one: (one.name.casefold(), one.path)),
        *sorted(shipped, key=lambda one: one.name),
    ]


def _stamp(path: Path, *, is_own: bool) -> Stamp:
    try:
        mapfile = _parsed(read_text(path), str(path))
    except UnusableFile as error:
        return Stamp(path, path.stem, is_own, None, str(error.faults[0]))
    if not any(mapfile.objects()):
        return Stamp(path, path.stem, is_own, None, "is a map without objects")
    return Stamp(path, mapfile.board.title or path.stem, is_own, mapfile)


@lru_cache(maxsize=64)
def _parsed(text: str, name: str) -> MapFile:
    return parse_map(text, name)


def stamp_of(objects: Sequence[MapObject], workspace: Workspace, name: str) -> MapFile:
    """Return objects as a map that they fill, as one group; without references to others."""
    left, top, right, low = box_of(objects)
    one_group = {"group": 1 if len(objects) > 1 else 0}
    clip = copy_of(workspace.map, objects)
    placed = [moved(one.model_copy(update=one_group), -left, -top) for _, one in clip.objects()]
    wide, high = (min(MAX_SIDE, max(MIN_SIDE, ceil(s))) for s in (right - left, low - top))
    layer = MapLayer(id=1, name="objects", objects=tuple(placed))
    board = Board(title=name, look=workspace.map.board.look)
    return MapFile(board=board, width=wide, height=high, layers=(layer,))


def save_stamp(workspace: Workspace, name: str) -> Path:
    """Keep the selection as a stamp of the user's own, and return its file.

    Raise EditRefusedError if nothing is selected or the name is no name or taken; raise
    UnusableFile if the file cannot be written.
    """
    objects = workspace.selected()
    if not objects:
        raise EditRefusedError("select the objects of the stamp first")
    path = _free_path(name)
    write_whole(path, canonical(stamp_of(objects, workspace, " ".join(name.split()))))
    return path


def _free_path(name: str, old: Path | None = None) -> Path:
    slug = "-".join("".join(c if c.isalnum() else " " for c in name.casefold()).split())
    if not slug or len(name) > MAX_NAME:
        raise EditRefusedError(
            f"a name has a letter or digit and at most {MAX_NAME} characters"
        )
    path = own_stamps() / f"{slug}{STAMP_ENDING}"
    if path != old and path.exists():
        raise EditRefusedError(f"there is a stamp “{name}” already")
    return path


def rename_stamp(stamp: Stamp, name: str) -> Path:
    """Give a stamp of the user's own another name, and return its file.

    Raise EditRefusedError if the name is no name or taken; raise UnusableFile.
    """
    if stamp.map is None:
        raise EditRefusedError(f"“{stamp.name}” cannot be read")
    path = _free_path(name, stamp.path)
    board = stamp.map.board.model_copy(update={"title": " ".join(name.split())})
    write_whole(path, canonical(stamp.map.model_copy(update={"board": board})))
    if path != stamp.path:
        stamp.path.unlink(missing_ok=True)
    return path


def delete_stamp(stamp: Stamp) -> Path:
    """Move a stamp of the user's own to the trash; return its place there."""
    return to_trash(stamp.path)


class StampTool(Tool):
    name = "Stamp"
    action = EditorAction.STAMP
    hint = (
        "Click to place the stamp. {editor_turn_stamp} turns it, {editor_flip_stamp} flips it, "
        "Alt ignores the grid, Esc ends."
    )

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.quarters = 0
        """Quarter turns clockwise, after it was flipped."""
        self.is_flipped = False
        self.is_pressed = False

    def refuses(self) -> str:
        return "" if self.workspace.stamp else "Choose a stamp in the tab Stamps."

    def objects(self) -> list[MapObject]:
        """Return the objects of the stamp, flipped and turned."""
        stamp = self.workspace.stamp
        if stamp is None:
            return []
        found = [one for _, one in stamp.objects()]
        if self.is_flipped:
            found = [mirrored(one, LEFT_RIGHT, stamp.width, stamp.height) for one in found]
        middle = Point(stamp.width / 2, stamp.height / 2)
        angle = 90.0 * self.quarters
        return [turned(one, middle, angle) for one in found] if self.quarters else found

    def take_action(self, action: EditorAction) -> bool:
        """Turn the stamp, or flip it."""
        if action is EditorAction.TURN_STAMP:
            self.quarters = (self.quarters + 1) % 4
        elif action is EditorAction.FLIP_STAMP:
            # Flipped as it is seen: the turn before it goes the other way.
            self.is_flipped, self.quarters = not self.is_flipped, -self.quarters % 4
        else:
            return False
        self.refused = ""
        return True

    def hover(self, pointer: Pointer) -> None:
        super().hover(pointer)
        self.refused = ""

    def press(self, pointer: Pointer) -> None:
        super().press(pointer)
        self.refused = self.refuses()
        self.is_pressed = not self.refused

    def release(self, pointer: Pointer) -> None:
        super().release(pointer)
        if self.is_pressed and (stamp := self.workspace.stamp):
            name = stamp.board.title
            label = f"Place the stamp “{name}”" if name else "Place a stamp"
            self.attempt(self._place, label, pointer)
        self.is_pressed = False

    def _place(self, label: str, pointer: Pointer) -> None:
        at = snapped(self.workspace, pointer).at
        add_copies(self.workspace, self.objects(), label, at, on_grid=not pointer.alt)

    def cancel(self) -> bool:
        super().cancel()
        pressed, self.is_pressed = self.is_pressed, False
        return pressed

    def sketch(self) -> ToolSketch:
        if self.pointer is None or self.workspace.stamp is None:
            return self.shown(hint=self.refuses())
        mapfile, _ = drawing_layer(self.workspace.map, 0)
        try:
            at = snapped(self.workspace, self.pointer).at
            ghost = placed_copies(
                self.workspace, mapfile, self.objects(), at, on_grid=not self.pointer.alt
            )
        except EditRefusedError as error:
            return self.shown(hint=str(error))
        return self.shown(ghost)


def referring_files(kind: str, word: str) -> list[FormFile]:
    """Return the user's own files with forms that refer to a file of a kind by its name.

    Files that can be read only in part are left out, because they cannot be changed safely.
    """
    found = list[FormFile]()
    for form in FORMS.values():
        for path in files_with(form.own(), ENDING):
            try:
                file, salvaged = open_file(form, path)
            except UnusableFile:
                continue
            if not salvaged and file.referring(file.state, kind, word, "") != file.state:
                found.append(file)
    return found


def campaigns_with(word: str) -> list[Path]:
    """Return the user's own campaigns in which a name occurs; they have no form."""
    found = list[Path]()
    for path in files_with(own_campaigns(), ENDING):
        try:
            raw = parse_toml(DISK.read(f"{CAMPAIGNS}/{path.name}"), path.name)
        except UnusableFile:
            continue
        if word in _texts(raw):
            found.append(path)
    return found


def _texts(raw: Any) -> Iterator[str]:
    """Yield all texts in parsed data, not its keys."""
    if isinstance(raw, str):
        yield raw
    elif isinstance(raw, list | dict):
        for inner in raw.values() if isinstance(raw, dict) else raw:
            yield from _texts(inner)


def rename_file(path: Path, new: Path, kind: str, files: Sequence[FormFile]) -> None:
    """Give a file another name, also in other files that refer to it.

    Raise EditRefusedError if the name is taken, or an editor has the file open; raise
    UnusableFile if a file cannot be written.
    """
    if new.exists():
        raise EditRefusedError(f"there is a file {new.name} already")
    _refuse_if_open(path)
    try:
        path.rename(new)
    except OSError as error:
        reason = f"cannot rename it: {system_reason(error)}"
        raise UnusableFile(str(path), [("", reason)]) from error
    for file in files:
        if file.path:
            text = file.referring(file.state, kind, path.stem, new.stem).text
            write_whole(file.path, text)


def delete_file(path: Path) -> Path:
    """Move a file to the trash, and return its place there.

    Raise EditRefusedError if an editor has it open; raise UnusableFile.
    """
    _refuse_if_open(path)
    return to_trash(path)


def _refuse_if_open(path: Path) -> None:
    with closing(OpenFile(path)) as held:
        if held.is_shared:
            raise EditRefusedError(f"another editor has {path.name} open: close it first")
