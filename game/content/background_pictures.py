"""Pictures that lie on maps."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from warnings import catch_warnings

from game.content.faults import Fault, UnusableFile
from game.content.file_lookup import free_path, has_ending
from game.content.file_names import inward, is_portable, joined, naming_fault
from game.content.file_source import FileSource
from game.content.icons import SVG, parse_icon
from game.content.picture_heads import (
    JPEG,
    MAX_PICTURE_BYTES,
    PictureHead,
    check_size,
    jpeg_head,
    picture_head,
)
from game.content.reading import MIB
from game.content.safe_writing import write_bytes
from game.table.board import Board

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_MAP_PIXELS = 100_000_000
"""Maximum number of pixels of all pictures under a map together."""
MAX_MAP_BYTES = 96 * MIB
"""Maximum size in bytes of the files of all pictures under a map together."""
MAX_NAME = 120
"""Maximum number of characters of the name of a picture's file."""
ENDINGS = (".png", ".jpg", ".jpeg")
DECOR_ENDINGS = (*ENDINGS, SVG)
"""Endings of the pictures of decor."""
SVG_SIDE = 1024
"""Pixels of the longer side of an SVG picture, as it counts and at most as it is drawn."""
INKS = 4
"""Number of colours of a JPEG picture that was made for print."""


def name_fault(image: str, endings: Sequence[str] = ENDINGS) -> str:
    """Return the reason why a picture on a map cannot have this name; empty if it can.

    The name is relative to the folder of the map, and does not lead out of it.
    """
    if not image or len(image) > MAX_NAME or not image.isprintable():
        return f"the name of a picture has 1 to {MAX_NAME} printable characters"
    if leads_out(image):
        return "must be a file beside the map, or in a folder there; put the picture there"
    if not has_ending(image, *endings):
        return f"is no picture that is read: {', '.join(endings)}"
    return ""


def plain_name(name: str) -> str:
    """Return the name of a file beside a map without the steps that lead nowhere.

    Other programs write ``./pics/x.jpg`` for ``pics/x.jpg``. A name that begins with ``/`` or
    has steps outwards stays as it is, to be refused.
    """
    if name.startswith("/"):
        return name
    return "/".join(step for step in name.split("/") if step not in {"", "."})


def leads_out(name: str) -> bool:
    """Return whether the name of a file may lead out of the folder that it is relative to.

    So may a name that is not a plain one on every system, as maps are exchanged.
    """
    return bool(naming_fault(name)) or not is_portable(name)


def beside(map_file: str, image: str) -> str:
    """Return the name of a picture for the source of its map's file, such as ``maps/x.png``."""
    end = max(map_file.rfind("/"), map_file.rfind(os.sep)) + 1
    return map_file[:end] + image


def head_of(data: bytes, name: str) -> PictureHead:
    """Return the form and size of a picture on a map without drawing it.

    An SVG is parsed as an icon is, and is refused if it has more than shapes and colours. Raise
    UnusableFile for the file *name*.
    """
    if not has_ending(name, SVG):
        return picture_head(data, name)
    parse_icon(data, name)
    return PictureHead("svg", SVG_SIDE, SVG_SIDE)


class PictureBudget:
    """The pixels and bytes that the pictures on a map take, each file counted once."""

    def __init__(self) -> None:
        self.pixels = self.bytes = 0
        self.files = set[str]()

    def add(self, file: str, head: PictureHead, size: int) -> None:
        """Count a picture of *size* bytes; raise UnusableFile if that is too much."""
        if file in self.files:
            return
        pixels = self.pixels + head.width * head.height
        if pixels > MAX_MAP_PIXELS:
            words = f"with it the pictures of the map have {pixels:,} pixels together"
            most = MAX_MAP_PIXELS // 1_000_000
            raise UnusableFile(file, [("", f"{words}; the limit is {most} million")])
        if self.bytes + size > MAX_MAP_BYTES:
            words = f"with it the pictures of the map take {self.bytes + size:,} bytes together"
            most = MAX_MAP_BYTES // MIB
            raise UnusableFile(file, [("", f"{words}; the limit is {most} MiB")])
        self.pixels, self.bytes = pixels, self.bytes + size
        self.files.add(file)


def read_picture(library: FileSource, file: str, budget: PictureBudget) -> UsablePicture:
    """Return a picture of a map, after a look at its head; raise UnusableFile.

    It is not decoded. The *budget* is that of the map.
    """
    data = library.read_bytes(file, MAX_PICTURE_BYTES)
    head = head_of(data, file)
    budget.add(file, head, len(data))
    return UsablePicture(data, head)


def picture_faults(library: FileSource, board: Board) -> Iterator[Fault]:
    """Yield the reason for each of a board's pictures that cannot be drawn."""
    budget = PictureBudget()
    lost = {one.file: "decor is" for one in board.decor}
    lost |= {one.file: "the map is" for one in board.pictures}
    for file in board.picture_files:
        try:
            read_picture(library, file, budget)
        except UnusableFile as error:
            name, reason = file.rpartition("/")[2], error.faults[0].reason
            without = f"{lost.get(file, 'tiles are')} shown without it"
            yield Fault(f"picture '{name}'", f"{reason}; {without}")


def copy_pictures(
    names: Iterable[str], read: Callable[[str], bytes], folder: Path, *, levels: int = 0
) -> dict[str, str]:
    """Write pictures into a folder; return their names there by their names before.

    *read* returns the bytes of a picture, or raises UnusableFile: that one is left out. One of
    a folder up to *levels* above comes into the folder with the rest of its name. Another
    picture of a name is never replaced: the copy gets a number. Raise UnusableFile if one
    cannot be written.
    """
    copied = dict[str, str]()
    for name in dict.fromkeys(names):
        try:
            data = read(name)
            head_of(data, name)
        except UnusableFile:
            continue
        path = free_path(joined(folder, inward(name, levels)), data)
        if not path.exists():
            write_bytes(path, data)
        copied[name] = path.relative_to(folder).as_posix()
    return copied


class UsablePicture(NamedTuple):
    """A picture that can lie on a map."""

    data: bytes
    head: PictureHead


def usable_picture(data: bytes) -> UsablePicture:
    """Return a picture from another program's file; raise UnusableFile.

    A WebP picture is converted: to JPEG if it is opaque, because a painting takes several times
    as many bytes as PNG, else to PNG.
    """
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        data = _converted(data)
    return UsablePicture(data, picture_head(data, "picture"))


def _converted(data: bytes) -> bytes:
    """Return a WebP picture in another form; its size is checked before it is decoded."""
    out = BytesIO()
    with _decoding(data, "WEBP", "picture") as picture:
        check_size(picture.width, picture.height, "picture")
        if picture.mode == "RGB":
            picture.save(out, "JPEG", quality=90)
        else:
            picture.convert("RGBA").save(out, "PNG")
    return out.getvalue()


@contextmanager
def _decoding(data: bytes, form: str, file: str) -> Iterator[Image]:
    """Open a picture that pygame cannot read; raise UnusableFile for the file *file*."""
    from PIL import Image as Pillow  # noqa: PLC0415  slow to load, and seldom needed

    bomb = Pillow.DecompressionBombWarning
    quiet = catch_warnings(action="ignore")  # damaged Exif is no fault of the picture
    strict = catch_warnings(action="error", category=bomb)
    try:
        with quiet, strict, Pillow.open(BytesIO(data), formats=[form]) as picture:
            yield picture
    except (bomb, Pillow.DecompressionBombError) as error:
        raise UnusableFile(file, [("", "has far too many pixels")]) from error
    except (OSError, ValueError, SyntaxError) as error:
        name = {"JPEG": "JPEG", "WEBP": "WebP"}[form]
        raise UnusableFile(file, [("", f"is a damaged {name} picture")]) from error


def pixels_of_print(data: bytes, file: str, most: int) -> tuple[bytes, tuple[int, int]] | None:
    """Return the red, green and blue of a JPEG picture in the four inks of print, and its size.

    Return None for any other picture. One with more than *most* pixels is read at a half, a
    quarter or an eighth of its size. Raise UnusableFile for the file *file* if it is damaged.
    """
    if not data.startswith(JPEG) or jpeg_head(data)[2] != INKS:
        return None
    with _decoding(data, "JPEG", file) as picture:
        share = min(1.0, most / (picture.width * picture.height)) ** 0.5
        size = int(picture.width * share), int(picture.height * share)
        picture.draft(None, (max(1, size[0]), max(1, size[1])))
        pixels = picture.convert("RGB")
    return pixels.tobytes(), pixels.size
