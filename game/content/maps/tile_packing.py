"""The packed data of Tiled's tile layers."""

from __future__ import annotations

import zlib
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from struct import unpack
from typing import Any

MAX_GID = (1 << 32) - 1
GID_BYTES = 4
"""Bytes of a tile in packed data."""
ZSTD = "zstandard"
"""Name of the library that unpacks Zstandard, which is used if it is installed."""


class PackingError(ValueError):
    """Raised with the reason why the data of tiles cannot be unpacked."""


def unpacked(data: Any, encoding: Any, compression: Any, most: int) -> Sequence[int]:
    """Return the numbers of a layer's or a chunk's tiles, row by row; raise PackingError.

    *most*: number of tiles beyond which compressed data is not unpacked.
    """
    if isinstance(data, list):
        if not all(type(one) is int and 0 <= one <= MAX_GID for one in data):
            raise PackingError(f"they must be whole numbers from 0 to {MAX_GID}")
        return data
    if not isinstance(data, str):
        raise PackingError("they must be a list, or text in base64")
    if encoding not in ("base64", None, ""):
        raise PackingError("their encoding is neither csv nor base64")
    try:
        packed = b64decode(data.strip(), validate=True)
        raw = _decompressed(packed, compression or "", GID_BYTES * most)
    except (Base64Error, zlib.error, ValueError) as error:
        raise PackingError(_reason(error)) from error
    if len(raw) % GID_BYTES:
        raise PackingError("their data is damaged")
    return unpack(f"<{len(raw) // GID_BYTES}I", raw)


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, PackingError) else "their data is damaged"


def _decompressed(raw: bytes, compression: str, most: int) -> bytes:
    """Return unpacked data of up to *most* bytes."""
    match compression:
        case "":
            return raw
        case "zlib" | "gzip":
            # 32 more than the usual window lets zlib recognise both heads.
            unpacker = zlib.decompressobj(32 + zlib.MAX_WBITS)
            # One byte more than allowed: a limit of 0 would mean none.
            found = unpacker.decompress(raw, most + 1)
            if not unpacker.eof or len(found) > most:
                raise PackingError("their data is damaged or too long")
            return found
        case "zstd":
            return _from_zstd(raw, most)
        case _:
            raise PackingError(f"their compression is not known: {compression[:20]!r}")


def _from_zstd(raw: bytes, most: int) -> bytes:
    if find_spec(ZSTD) is None:
        raise PackingError(
            "they are packed with Zstandard; choose zlib in the map's properties"
        )
    library = import_module(ZSTD)
    try:
        # As a stream: the head of a frame may promise any length, for which memory is taken.
        with library.ZstdDecompressor().stream_reader(raw) as reader:
            found: bytes = reader.read(most + 1)
    except library.ZstdError as error:
        raise PackingError("their data is damaged") from error
    if len(found) > most:
        raise PackingError("their data is too long")
    return found
