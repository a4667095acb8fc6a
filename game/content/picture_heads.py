"""The heads of picture files (PNG or JPEG), read without decoding the picture."""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct
from struct import error as struct_error
from typing import NamedTuple

from game.content.faults import UnusableFile
from game.content.picture_orientations import TURNED, UPRIGHT
from game.content.png_payload import MAX_CHUNKS, SIGNATURE
from game.content.reading import MIB, too_big

MAX_PICTURE_BYTES = 48 * MIB
"""Maximum size in bytes of the file of a picture."""
MAX_PICTURE_PIXELS = 64_000_000
"""Maximum number of pixels of a picture; a decoded one takes four bytes for each."""
_SIZE = Struct(">II")
_FRAME = Struct(">BHHB")
"""Bits of a colour, height, width and number of colours."""
_CHUNK, _CHECKSUM = Struct(">I4s"), 4
_LENGTH = Struct(">H")
JPEG = b"\xff\xd8\xff"
_FRAMES = {0xC0, 0xC1, 0xC2}
"""Markers of the head of a JPEG picture: baseline, extended and progressive."""
_ALONE = {0x01, *range(0xD0, 0xD8)}
"""Markers of JPEG without a length."""
_EXIF, _TIFF = b"Exif\0\0", {b"II*\0": "<", b"MM\0*": ">"}
_ORIENTATION, _SHORT = 0x0112, 3
_APP1, _SCAN = 0xE1, 0xDA


class PictureHead(NamedTuple):
    """The form and size of a picture, as its file begins."""

    form: str
    """``png`` or ``jpg``."""
    width: int
    """Width in pixels, upright."""
    height: int
    """Height in pixels, upright."""


def check_size(width: int, height: int, name: str) -> None:
    """Raise UnusableFile for the file *name* if a picture has too many pixels."""
    if width * height > MAX_PICTURE_PIXELS:
        most = f"the limit is {MAX_PICTURE_PIXELS // 1_000_000} million pixels"
        raise UnusableFile(name, [("", f"is {width} × {height} pixels; {most}")])


def picture_head(data: bytes, name: str) -> PictureHead:
    """Return the form and size of a PNG or JPEG picture as it is shown, without decoding it.

    Raise UnusableFile for the file *name* if it is neither, damaged or too big.
    """
    if len(data) > MAX_PICTURE_BYTES:
        raise UnusableFile(name, [("", too_big(len(data), MAX_PICTURE_BYTES))])
    if data.startswith(SIGNATURE):
        form, size = "png", _png_size(data)
    elif data.startswith(JPEG):
        form, size = "jpg", jpeg_head(data)[:2]
    else:
        raise UnusableFile(name, [("", "is neither a PNG nor a JPEG picture")])
    if size is None or not (size[0] and size[1]):
        raise UnusableFile(name, [("", f"is a damaged {form.upper()} picture")])
    width, height = reversed(size) if orientation(data) in TURNED else size
    check_size(width, height, name)
    return PictureHead(form, width, height)


def orientation(data: bytes) -> int:
    """Return how a picture is to be shown, from 1 to 8 as in Exif; 1 if it does not say so."""
    if data.startswith(JPEG):
        found = (part for kind, part in _jpeg_parts(data) if kind == _APP1)
        exif = next((one for one in found if one.startswith(_EXIF)), b"")[len(_EXIF) :]
    else:
        exif = next((part for kind, part in _png_parts(data) if kind == b"eXIf"), b"")
    value = _tag_of_exif(exif, _ORIENTATION)
    return value if UPRIGHT <= value <= max(TURNED) else UPRIGHT


def _tag_of_exif(exif: bytes, wanted: int) -> int:
    """Return a short number of the first directory of Exif data; 0 if there is none."""
    if (order := _TIFF.get(exif[:4])) is None:
        return 0
    entry = Struct(f"{order}HHIH")
    try:
        (at,) = Struct(f"{order}I").unpack_from(exif, 4)
        (count,) = Struct(f"{order}H").unpack_from(exif, at)
        for n in range(count):
            tag, kind, _, value = entry.unpack_from(exif, at + 2 + 12 * n)
            if tag == wanted:
                return int(value) if kind == _SHORT else 0
    except struct_error:
        pass
    return 0


def _png_parts(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks of a PNG picture before its pixels, each with its name."""
    at = len(SIGNATURE)
    for _ in range(MAX_CHUNKS):
        if at + _CHUNK.size > len(data):
            return
        long, name = _CHUNK.unpack_from(data, at)
        if name == b"IDAT":
            return
        at += _CHUNK.size
        yield name, data[at : at + long]
        at += long + _CHECKSUM


def _png_size(data: bytes) -> tuple[int, int] | None:
    if len(data) < 24 or data[12:16] != b"IHDR":
        return None
    width, height = _SIZE.unpack_from(data, 16)
    return width, height


def jpeg_head(data: bytes) -> tuple[int, int, int]:
    """Return the width, the height and the number of colours of a JPEG picture, or zeros."""
    for kind, part in _jpeg_parts(data):
        if kind in _FRAMES and len(part) >= _FRAME.size:
            _, height, width, colours = _FRAME.unpack_from(part)
            return width, height, colours
    return 0, 0, 0


def _jpeg_parts(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the parts of a JPEG picture before its pixels, each with its marker."""
    at = 2
    for _ in range(MAX_CHUNKS):
        if at + 4 > len(data) or data[at] != 0xFF:
            return
        marker = data[at + 1]
        if marker == 0xFF:  # padding
            at += 1
        elif marker in _ALONE:
            at += 2
        elif marker == _SCAN:
            return
        else:
            (long,) = _LENGTH.unpack_from(data, at + 2)
            yield marker, data[at + 4 : at + 2 + long]
            at += 2 + max(2, long)
