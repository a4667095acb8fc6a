"""Pictures that lie under maps: their names, their heads, and their bytes."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from struct import Struct
from typing import NamedTuple
from warnings import catch_warnings

from game.content.faults import Fault, UnusableFile
from game.content.file_source import FileSource
from game.content.foreign_formats import SIGNATURE
from game.content.parsing import MIB, too_big
from game.content.storage import free_path, write_bytes
from game.table.board import BoardPicture

MAX_PICTURE_BYTES = 48 * MIB
"""Maximum size in bytes of the file of a picture."""
MAX_PICTURE_PIXELS = 64_000_000
"""Maximum number of pixels of a picture; a decoded one takes four bytes for each."""
MAX_NAME = 120
"""Maximum number of characters of the name of a picture's file."""
ENDINGS = (".png", ".jpg", ".jpeg")

_ODD = re.compile(r'[\\:*?"<>|]')
"""Characters that some systems do not allow in names of files, or read as a drive."""


def name_fault(image: str) -> str:
    """Return the reason why a picture under a map cannot have this name; empty if it can.

    The name is relative to the folder of the map, and does not lead out of it.
    """
    if not image or len(image) > MAX_NAME or not image.isprintable():
        return f"the name of a picture has 1 to {MAX_NAME} printable characters"
    if leads_out(image):
        return "must be a file beside the map, or in a folder there; put the picture there"
    if not image.lower().endswith(ENDINGS):
        return f"is no picture that is read: {', '.join(ENDINGS)}"
    return ""


def leads_out(name: str) -> bool:
    """Return whether the name of a file may lead out of the folder that it is relative to."""
    if _ODD.search(name) or name.startswith("/") or not name.isprintable():
        return True
    return any(part.strip(". ") == "" or part != part.strip() for part in name.split("/"))


def beside(map_file: str, image: str) -> str:
    """Return the name of a picture for the source of its map's file, such as ``maps/x.png``."""
    end = max(map_file.rfind("/"), map_file.rfind(os.sep)) + 1
    return map_file[:end] + image


def read_picture(library: FileSource, picture: BoardPicture) -> bytes:
    """Return the bytes of a board's picture, after a look at its head; raise UnusableFile."""
    data = library.read_bytes(picture.file, MAX_PICTURE_BYTES)
    picture_head(data, picture.file)
    return data


def picture_faults(library: FileSource, pictures: Iterable[BoardPicture]) -> Iterator[Fault]:
    """Yield the reason for each of a board's pictures that cannot be drawn."""
    for one in pictures:
        try:
            read_picture(library, one)
        except UnusableFile as error:
            fault = error.faults[0]
            name = one.file.rpartition("/")[2]
            yield Fault(f"picture '{name}'", f"{fault.reason}; the map is shown without it")


def copy_pictures(
    names: Iterable[str], read: Callable[[str], bytes], folder: Path
) -> dict[str, str]:
    """Write pictures into a folder; return their names there by their names before.

    *read* returns the bytes of a picture, or raises UnusableFile: that one is left out. Another
    picture of a name is never replaced: the copy gets a number. Raise UnusableFile if one
    cannot be written.
    """
    copied = dict[str, str]()
    for name in dict.fromkeys(names):
        try:
            data = read(name)
            picture_head(data, name)
        except UnusableFile:
            continue
        path = free_path(folder / name, data)
        if not path.exists():
            write_bytes(path, data)
        copied[name] = path.relative_to(folder).as_posix()
    return copied


class PictureHead(NamedTuple):
    """The form and size of a picture, as its file begins."""

    form: str
    """``png`` or ``jpg``."""
    width: int
    """Width in pixels."""
    height: int
    """Height in pixels."""


class UsablePicture(NamedTuple):
    """A picture that can lie under a map."""

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
    from PIL import Image  # noqa: PLC0415  slow to load, and few maps have such a picture

    bomb = Image.DecompressionBombWarning
    strict = catch_warnings(action="error", category=bomb)
    try:
        with strict, Image.open(BytesIO(data), formats=["WEBP"]) as picture:
            _check_size(picture.width, picture.height, "picture")
            out = BytesIO()
            if picture.mode == "RGB":
                picture.save(out, "JPEG", quality=90)
            else:
                picture.convert("RGBA").save(out, "PNG")
    except (bomb, Image.DecompressionBombError) as error:
        raise UnusableFile("picture", [("", "has far too many pixels")]) from error
    except (OSError, ValueError, SyntaxError) as error:
        raise UnusableFile("picture", [("", "is a damaged WebP picture")]) from error
    return out.getvalue()


def _check_size(width: int, height: int, name: str) -> None:
    """Raise UnusableFile for the file *name* if a picture has too many pixels."""
    if width * height > MAX_PICTURE_PIXELS:
        most = f"the limit is {MAX_PICTURE_PIXELS // 1_000_000} million pixels"
        raise UnusableFile(name, [("", f"is {width} × {height} pixels; {most}")])


_SIZE = Struct(">II")
_FRAME = Struct(">HH")
_LENGTH = Struct(">H")
_JPEG = b"\xff\xd8\xff"
_FRAMES = {0xC0, 0xC1, 0xC2}
"""Markers of the head of a JPEG picture: baseline, extended and progressive."""
_ALONE = {0x01, *range(0xD0, 0xD8)}
"""Markers of JPEG without a length."""


def picture_head(data: bytes, name: str) -> PictureHead:
    """Return the form and size of a PNG or JPEG picture, without decoding it.

    Raise UnusableFile for the file *name* if it is neither, damaged or too big.
    """
    if len(data) > MAX_PICTURE_BYTES:
        raise UnusableFile(name, [("", too_big(len(data), MAX_PICTURE_BYTES))])
    if data.startswith(SIGNATURE):
        form, size = "png", _png_size(data)
    elif data.startswith(_JPEG):
        form, size = "jpg", next(_jpeg_sizes(data), None)
    else:
        raise UnusableFile(name, [("", "is neither a PNG nor a JPEG picture")])
    if size is None or not (size[0] and size[1]):
        raise UnusableFile(name, [("", f"is a damaged {form.upper()} picture")])
    width, height = size
    _check_size(width, height, name)
    return PictureHead(form, width, height)


def _png_size(data: bytes) -> tuple[int, int] | None:
    if len(data) < 24 or data[12:16] != b"IHDR":
        return None
    width, height = _SIZE.unpack_from(data, 16)
    return width, height


def _jpeg_sizes(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the size of a JPEG picture, if the markers lead to its head."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # padding
            at += 1
        elif marker in _ALONE:
            at += 2
        elif marker in _FRAMES:
            height, width = _FRAME.unpack_from(data, at + 5)
            yield width, height
            return
        else:
            at += 2 + _LENGTH.unpack_from(data, at + 2)[0]
