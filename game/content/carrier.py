"""Pictures that carry a save: PNG files with one chunk more, which other programs pass by.

The chunk is named ``saVe``: ancillary, private, safe to copy, as the PNG specification asks
for it. It holds the save's text, deflated.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from struct import Struct
from typing import NamedTuple

from game.content.faults import UnusableFile
from game.content.reading import MIB, read_bytes

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHUNK = b"saVe"
LARGEST = 64 * MIB
"""Bytes of a picture, and of the save in it once it is unpacked."""
_HEAD, _SUM = Struct(">I4s"), Struct(">I")


class _Chunk(NamedTuple):
    name: bytes
    start: int
    """Where its length stands in the file."""
    told: bytes
    sound: bool
    """Whether its checksum is right."""


def is_picture(path: Path) -> bool:
    """Return whether a file begins as PNG files do; False if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(SIGNATURE)) == SIGNATURE
    except OSError:
        return False


def with_save(picture: bytes, save: str) -> bytes:
    """Return a PNG picture that carries a save beside what it shows."""
    end = next(chunk.start for chunk in _chunks(picture) if chunk.name == b"IEND")
    told = zlib.compress(save.encode(), 9)
    chunk = _HEAD.pack(len(told), CHUNK) + told + _SUM.pack(zlib.crc32(CHUNK + told))
    return picture[:end] + chunk + picture[end:]


def carried_save(path: Path) -> str:
    """Return the text of the save that a picture carries; raise UnusableFile."""
    name = str(path)
    found = next((c for c in _chunks(read_bytes(path, LARGEST)) if c.name == CHUNK), None)
    if found is None:
        raise UnusableFile(name, [("", "is a picture that carries no save")])
    unpacking = zlib.decompressobj()
    try:
        told = unpacking.decompress(found.told, LARGEST) if found.sound else b""
        if unpacking.unconsumed_tail:
            reason = f"carries a save of more than {LARGEST // MIB} MiB"
            raise UnusableFile(name, [("", reason)])
        if not unpacking.eof:
            raise UnusableFile(name, [("", "carries a save that is damaged")])
        return told.decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise UnusableFile(name, [("", "carries a save that is damaged")]) from error


def _chunks(picture: bytes) -> Iterator[_Chunk]:
    """Yield the chunks of a PNG picture, as far as they are whole."""
    at = len(SIGNATURE)
    while at + _HEAD.size + _SUM.size <= len(picture):
        long, name = _HEAD.unpack_from(picture, at)
        start, end = at + _HEAD.size, at + _HEAD.size + long
        if end + _SUM.size > len(picture):
            return
        told = picture[start:end]
        (check,) = _SUM.unpack_from(picture, end)
        yield _Chunk(name, at, told, check == zlib.crc32(name + told))
        at = end + _SUM.size
