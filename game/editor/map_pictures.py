"""Editing of the pictures of a map."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from pydantic import ValidationError

from game.content.background_pictures import (
    DECOR_ENDINGS,
    ENDINGS,
    PictureBudget,
    copy_pictures,
    head_of,
    name_fault,
)
from game.content.editor_actions import EditorAction
from game.content.faults import UnusableFile
from game.content.file_lookup import has_ending
from game.content.icons import SVG
from game.content.maps.map_file import MAX_PICTURES, PX, MapPicture
from game.content.maps.map_library import with_copies
from game.content.maps.tile_layers import ids_with_tiles
from game.content.picture_heads import MAX_PICTURE_BYTES, PictureHead
from game.content.picture_orientations import TURNED
from game.content.reading import MIB, read_bytes
from game.editor.edits import EditRefusedError, refused
from game.editor.tools import MeasureLabel, Pointer, Role, SketchLine, Tool, ToolSketch
from game.editor.workspace import Workspace, staged_pictures
from game.geometry.points import Path as Line
from game.geometry.points import Point, distance

HEAD = MIB
"""Bytes of a picture that are read for its size."""
FORGOTTEN = 30 * 86_400.0
"""Seconds after which the picture of a map that was never saved is deleted."""


def add_picture(work: Workspace, file: Path) -> None:
    """Lay a picture underneath, as large as it fits on the board.

    It is copied beside the map, or kept until the map is saved. Raise EditRefusedError.
    """
    if len(work.map.pictures) >= MAX_PICTURES:
        raise EditRefusedError(f"a map has at most {MAX_PICTURES} pictures")
    image, head = _brought(work, file, ENDINGS)
    board = work.map
    scale = min(board.width * PX / head.width, board.height * PX / head.height)
    id_ = board.next_layer_id
    new = _made(id=id_, name=file.stem[:60], image=image, scale=scale)
    new_map = board.model_copy(update={"pictures": (*board.pictures, new)})
    work.do(f"Add picture “{new.name}”", new_map, mirrored=False)
    work.picture = id_


def bring_decor(work: Workspace, file: Path) -> str:
    """Copy a picture beside the map, to be decor there; return its name.

    Raise EditRefusedError.
    """
    return _brought(work, file, DECOR_ENDINGS)[0]


def _brought(work: Workspace, file: Path, endings: Sequence[str]) -> tuple[str, PictureHead]:
    """Copy a picture beside the map; return its name there, and its head."""
    if has_ending(file.name, SVG) and SVG not in endings:
        raise EditRefusedError("an SVG cannot lie underneath; draw it as decor")
    try:
        data = read_bytes(file, MAX_PICTURE_BYTES)
        head = head_of(data, file.name)
        _budget(work).add(file.name, head, len(data))
        name = f"{file.stem}.{head.form}"
        name = f"picture.{head.form}" if name_fault(name, endings) else name
        return copy_pictures([name], lambda _: data, new_picture_folder(work))[name], head
    except UnusableFile as error:
        raise EditRefusedError(str(error)) from error


def _budget(work: Workspace) -> PictureBudget:
    """Return the pixels and bytes that the pictures and the decor of a map take already."""
    budget, mapfile = PictureBudget(), work.map
    for image in [*(one.image for one in mapfile.pictures), *mapfile.decor_images()]:
        if head := _head_of(work, image):
            with suppress(UnusableFile, OSError):  # one that is too much is not shown
                budget.add(image, head, (work.folder / image).stat().st_size)
    return budget


def new_picture_folder(work: Workspace) -> Path:
    """Return the folder for a new picture; those of a map without a file move there."""
    if work.path:
        return work.folder
    stage = staged_pictures()
    if work.folder != stage:
        moved = with_copies(work.map, work.folder, stage)
        work.do("Copy the pictures", moved, mirrored=False)
        work.pictures_at = None
    with suppress(OSError):
        for old in filter(Path.is_file, stage.rglob("*")):
            if time.time() - old.stat().st_mtime > FORGOTTEN:
                old.unlink()
    return stage


def _made(**fields: Any) -> MapPicture:
    try:
        return MapPicture(**fields)
    except ValidationError as error:
        raise refused(error) from error


def chosen_picture(work: Workspace) -> MapPicture | None:
    """Return the picture that is being placed: the chosen one, else the highest."""
    found = [one for one in work.map.pictures if one.id == work.picture]
    return next(iter((*found, *reversed(work.map.pictures))), None)


def change_picture(work: Workspace, label: str, series: str = "", **fields: Any) -> None:
    """Change fields of the chosen picture; raise EditRefusedError."""
    if (old := chosen_picture(work)) is None:
        raise EditRefusedError("there is no picture underneath")
    if old.locked and not fields.keys() <= {"locked", "visible", "opacity"}:
        raise EditRefusedError(f"picture “{old.name}” is locked; unlock it to place it")
    own = {name: getattr(old, name) for name in MapPicture.model_fields}
    new = _made(**own | fields)
    pictures = tuple(new if one is old else one for one in work.map.pictures)
    changed = work.map.model_copy(update={"pictures": pictures})
    work.do(f"{label} “{old.name}”", changed, series=series, mirrored=False)


def remove_picture(work: Workspace) -> None:
    """Remove the chosen picture from the map; its file stays."""
    if old := chosen_picture(work):
        pictures = tuple(one for one in work.map.pictures if one is not old)
        after = work.map.model_copy(update={"pictures": pictures})
        work.do(f"Remove picture “{old.name}”", after, mirrored=False)


def move_picture(work: Workspace, by: int) -> None:
    """Move the chosen picture by *by* places in drawing order; down if *by* is negative.

    It comes to lie on the same tiles as its new neighbour; the highest picture goes over all
    tiles, and the lowest under them.
    """
    if old := chosen_picture(work):
        others = [one for one in work.map.pictures if one is not old]
        at = max(0, min(len(others), work.map.pictures.index(old) + by))
        below, above = others[:at], others[at:]
        if at == work.map.pictures.index(old):
            over = ids_with_tiles(work.map)[-1:] if by > 0 else []
        else:
            over = [(below[-1] if by > 0 else above[0]).over]
        new = old.model_copy(update={"over": next(iter(over), 0)})
        after = work.map.model_copy(update={"pictures": (*below, new, *above)})
        label = f"Move picture “{old.name}” {'up' if by > 0 else 'down'}"
        work.do(label, after, mirrored=False)


def size_of(work: Workspace, picture: MapPicture) -> PictureHead | None:
    """Return the size of a picture in its pixels; None if its file cannot be read."""
    return _head_of(work, picture.image)


def _head_of(work: Workspace, image: str) -> PictureHead | None:
    try:
        path = work.folder / image
        status = path.stat()
        return _head(path, status.st_mtime_ns, status.st_size)
    except (OSError, UnusableFile):
        return None


def shown_size(work: Workspace, picture: MapPicture) -> tuple[float, float]:
    """Return the width and height of a picture as it lies, in pixels of the map.

    That of a picture whose file cannot be read is nothing.
    """
    if (size := size_of(work, picture)) is None:
        return 0.0, 0.0
    wide, high = size.width * picture.scale, size.height * picture.scale
    return (high, wide) if picture.orientation in TURNED else (wide, high)


@lru_cache(maxsize=32)
def _head(path: Path, changed: int, size: int) -> PictureHead:
    with path.open("rb") as file:
        return head_of(file.read(HEAD), path.name)


def outline_of(work: Workspace, picture: MapPicture) -> Line:
    """Return the corners of a picture in inches; none if its file cannot be read."""
    if size_of(work, picture) is None:
        return ()
    wide, high = shown_size(work, picture)
    left, top = picture.x / PX, picture.y / PX
    right, low = left + wide / PX, top + high / PX
    return Point(left, top), Point(right, top), Point(right, low), Point(left, low)


def scale_line(work: Workspace, line: tuple[Point, Point], inches: float) -> None:
    """Scale the chosen picture so that a line over it becomes so long; its start stays."""
    old = chosen_picture(work)
    if old and (long := distance(*line)) > 0.0 and inches > 0.0:
        by, (x, y) = inches / long, line[0]
        place: dict[str, Any] = {
            "x": x * PX - (x * PX - old.x) * by,
            "y": y * PX - (y * PX - old.y) * by,
            "scale": old.scale * by,
        }
        change_picture(work, "Scale picture", **place)


class PictureTool(Tool):
    name: ClassVar[str] = "Picture"
    action: ClassVar[EditorAction] = EditorAction.PICTURE
    hint: ClassVar[str] = (
        "Drag to move the picture underneath; Shift and drag along a length that you know, "
        "then say how long it is."
    )
    drags: ClassVar[bool] = True

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.start: Point | None = None
        self.measures = False
        """True while a length is being drawn."""
        self.line: tuple[Point, Point] | None = None
        """The last length drawn over the picture."""

    def refuses(self) -> str:
        return "" if self.workspace.map.pictures else "Drop a PNG or JPEG on the window first"

    def press(self, pointer: Pointer) -> None:
        super().press(pointer)
        self.refused = self.refuses()
        if not self.refused:
            self.start, self.measures = pointer.at, pointer.shift

    def release(self, pointer: Pointer) -> None:
        self.pointer = pointer
        start, self.start = self.start, None
        if start is None or distance(start, pointer.at) < pointer.reach / 2:
            return
        if self.measures:
            self.line = start, pointer.at
            return
        self.line = None
        if picture := chosen_picture(self.workspace):
            dx, dy = (pointer.at.x - start.x) * PX, (pointer.at.y - start.y) * PX
            place: dict[str, Any] = {"x": picture.x + dx, "y": picture.y + dy}
            self.attempt(lambda: change_picture(self.workspace, "Move picture", **place))

    def cancel(self) -> bool:
        super().cancel()
        under_way = self.start is not None or self.line is not None
        self.start = self.line = None
        return under_way

    def sketch(self) -> ToolSketch:
        picture = chosen_picture(self.workspace)
        corners = outline_of(self.workspace, picture) if picture else ()
        lines, words = list[SketchLine](), list[MeasureLabel]()
        line, dx, dy = self.line, 0.0, 0.0
        if self.start and self.pointer:
            if self.measures:
                line = self.start, self.pointer.at
            else:
                dx, dy = self.pointer.at.x - self.start.x, self.pointer.at.y - self.start.y
        if corners:
            path = tuple(Point(x + dx, y + dy) for x, y in corners)
            lines.append(SketchLine(path, Role.GUIDE, closed=True))
        if line:
            lines.append(SketchLine(line, Role.OUTLINE))
            words.append(MeasureLabel(line[1], f'{distance(*line):.2f}"'))
        return self.shown(lines=lines, words=words)
