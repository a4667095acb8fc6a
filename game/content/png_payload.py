"""PNG pictures with a save or a map in an extra chunk."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from struct import Struct
from typing import BinaryIO, NamedTuple

from game.content.faults import UnusableFile, system_reason
from game.content.reading import MAP_BYTES, MIB, read_text

SIGNATURE = b"\x89PNG\r\n\x1a\n"
SAVE, MAP = b"saVe", b"maPs"
WHAT = {SAVE: "save", MAP: "map"}
MAX_BYTES = {SAVE: 32 * MIB, MAP: MAP_BYTES}
"""Maximum size in bytes of embedded data, both packed and unpacked."""
MAX_CHUNKS = 50_000
_HEAD, _SUM = Struct(">I4s"), Struct(">I")


class _Chunk(NamedTuple):
    name: bytes
    start: int
    """Offset in the file at which the chunk begins."""
    long: int


def is_picture(path: Path) -> bool:
    """Return whether a file has a PNG signature; False if it cannot be read."""
    try:
        if not path.is_file():
            return False  # opening a pipe would block until data is written to it
        with path.open("rb") as file:
            return file.read(len(SIGNATURE)) == SIGNATURE
    except (OSError, ValueError):
        return False


def embed_save(picture: bytes, save: str) -> bytes:
    """Return the PNG picture with a save embedded in it."""
    # The empty last chunk, IEND, ends the picture.
    end = picture.rindex(b"IEND") - 4
    return picture[:end] + embed(SAVE, save) + picture[end:]


def embed(name: bytes, text: str) -> bytes:
    """Return the chunk that embeds a text; *name* is ``SAVE`` or ``MAP``."""
    return make_chunk(name, zlib.compress(text.encode(), 9))


def make_chunk(name: bytes, data: bytes) -> bytes:
    """Return a PNG chunk: length, name, data and checksum."""
    return _HEAD.pack(len(data), name) + data + _SUM.pack(zlib.crc32(name + data))


def has_map(path: Path) -> bool:
    """Return whether a file is a PNG with an embedded map; False if it cannot be read."""
    if not is_picture(path):
        return False
    try:
        with path.open("rb") as file:
            return any(found.name == MAP for found in _chunks(file))
    except OSError:
        return False


def carries(path: Path) -> bool:
    """Return whether a file is a PNG with an embedded map or save; False if unreadable."""
    if not is_picture(path):
        return False
    try:
        with path.open("rb") as file:
            return any(found.name in WHAT for found in _chunks(file))
    except OSError:
        return False


def extract_save(path: Path) -> str:
    """Return the text of the save embedded in a picture; raise UnusableFile."""
    return _carried(path, SAVE)


def read_map_text(path: Path) -> str:
    """Return the text of a map file, or of the map embedded in a picture.

    Raise UnusableFile.
    """
    return _carried(path, MAP) if is_picture(path) else read_text(path)


def _carried(path: Path, wanted: bytes) -> str:
    name, what = str(path), WHAT[wanted]
    try:
        with path.open("rb") as file:
            data = _chunk_data(file, wanted, name)
    except OSError as error:
        raise UnusableFile(name, [("", f"cannot read it: {system_reason(error)}")]) from error
    damaged = UnusableFile(name, [("", f"contains a damaged {what}")])
    unpacking = zlib.decompressobj()
    try:
        raw = unpacking.decompress(data, MAX_BYTES[wanted])
        if unpacking.unconsumed_tail:
            raise UnusableFile(name, [("", _too_big(wanted))])
        if not unpacking.eof:
            raise damaged
        return raw.decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise damaged from error


def _chunk_data(file: BinaryIO, wanted: bytes, name: str) -> bytes:
    """Return the chunk's data, or ``b""`` if its checksum does not match.

    Raise UnusableFile if the chunk is missing or too big.
    """
    found = next((one for one in _chunks(file) if one.name == wanted), None)
    if found is None:
        raise UnusableFile(name, [("", f"is a picture without a {WHAT[wanted]} in it")])
    if found.long > MAX_BYTES[wanted]:
        raise UnusableFile(name, [("", _too_big(wanted))])
    file.seek(found.start + _HEAD.size)
    data = file.read(found.long)
    (check,) = _SUM.unpack(file.read(_SUM.size))
    return data if check == zlib.crc32(wanted + data) else b""


def _too_big(wanted: bytes) -> str:
    return f"contains a {WHAT[wanted]} of more than {MAX_BYTES[wanted] // MIB} MiB"


def _chunks(file: BinaryIO) -> Iterator[_Chunk]:
    """Yield the complete chunks of a PNG picture; only their heads are read."""
    size = file.seek(0, 2)
    at = len(SIGNATURE)
    for _ in range(MAX_CHUNKS):
        if at + _HEAD.size + _SUM.size > size:
            return
        file.seek(at)
        long, name = _HEAD.unpack(file.read(_HEAD.size))
        end = at + _HEAD.size + long + _SUM.size
        if end > size:
            return
        yield _Chunk(name, at, long)
        at = end
