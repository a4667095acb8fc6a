"""The characters that a font file can draw, read from its character map."""

from __future__ import annotations

import struct
from array import array
from bisect import bisect_right
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import IO

PICTURES = {b"sbix", b"CBDT", b"EBDT"}
"""Tables of fonts that consist of pictures of a few sizes, which cannot be scaled."""
OUTLINES = {b"glyf", b"CFF ", b"CFF2"}
COLLECTION = b"ttcf"
MAX_TABLES = 200
MAX_MAP = 8 * 1024 * 1024
"""Maximum size of a character map in bytes; larger ones are faulty."""


class Coverage:
    """A set of characters as ranges of code points."""

    def __init__(self, firsts: array[int], lasts: array[int]) -> None:
        self._firsts, self._lasts = firsts, lasts

    def __contains__(self, sign: str) -> bool:
        n = bisect_right(self._firsts, code := ord(sign)) - 1
        return n >= 0 and code <= self._lasts[n]


NOTHING = Coverage(array("I"), array("I"))


@lru_cache(maxsize=4000)
def coverage_of(path: Path) -> Coverage:
    """Return the characters of a font file that can be drawn at any size.

    A file that is faulty, missing or made of pictures has none.
    """
    try:
        with path.open("rb") as file:
            return _coverage(file)
    except (OSError, ValueError, IndexError, OverflowError, struct.error):
        return NOTHING


def _coverage(file: IO[bytes]) -> Coverage:
    tables = _tables(file)
    if not tables.keys() & OUTLINES or tables.keys() & PICTURES or b"cmap" not in tables:
        return NOTHING
    start, size = tables[b"cmap"]
    file.seek(start)
    table = file.read(min(size, MAX_MAP))
    (many,) = struct.unpack_from(">H", table, 2)
    subtables = dict[int, int]()
    for n in range(many):
        platform, encoding, at = struct.unpack_from(">HHI", table, 4 + 8 * n)
        # Platforms 0 and 3 are Unicode, but for symbol fonts.
        if platform in {0, 3} and (platform, encoding) != (3, 0):
            (form,) = struct.unpack_from(">H", table, at)
            subtables.setdefault(form, at)
    for form, reader in READERS.items():
        if form in subtables:
            firsts, lasts = array("I"), array("I")
            reader(table, subtables[form], firsts, lasts)
            return Coverage(firsts, lasts)
    return NOTHING


def _tables(file: IO[bytes]) -> dict[bytes, tuple[int, int]]:
    """Return the place and size of each table of a font, the first one of a collection."""
    start = 0
    if file.read(4) == COLLECTION:
        file.seek(12)
        (start,) = struct.unpack(">I", file.read(4))
    file.seek(start + 4)
    (many,) = struct.unpack(">H", file.read(2))
    file.seek(start + 12)
    rows = file.read(16 * min(many, MAX_TABLES))
    return {tag: (at, size) for tag, _, at, size in struct.iter_unpack(">4sIII", rows)}


def _read_full(table: bytes, at: int, firsts: array[int], lasts: array[int]) -> None:
    """Read a character map of format 12: groups of consecutive characters and glyphs."""
    (many,) = struct.unpack_from(">I", table, at + 12)
    if at + 16 + 12 * many > len(table):
        raise ValueError("the character map is longer than its table")
    rows = struct.iter_unpack(">III", table[at + 16 : at + 16 + 12 * many])
    for first, last, glyph in rows:
        _append(firsts, lasts, first + (glyph == 0), last)


def _read_basic(table: bytes, at: int, firsts: array[int], lasts: array[int]) -> None:
    """Read a character map of format 4: segments with a shift or with a list of glyphs."""
    (double,) = struct.unpack_from(">H", table, at + 6)
    many = double // 2
    row = f">{many}H"
    ends = struct.unpack_from(row, table, at + 14)
    starts = struct.unpack_from(row, table, at + 16 + double)
    shifts = struct.unpack_from(row, table, at + 16 + 2 * double)
    place = at + 16 + 3 * double
    lists = struct.unpack_from(row, table, place)
    for n, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if start > end or start == 0xFFFF:
            continue
        if not lists[n]:
            nothing = -shifts[n] & 0xFFFF
            if start <= nothing <= end:
                _append(firsts, lasts, start, nothing - 1)
                start = nothing + 1  # noqa: PLW2901  the rest of the segment
            _append(firsts, lasts, start, end)
            continue
        first = place + 2 * n + lists[n]
        for code, (glyph,) in enumerate(
            struct.iter_unpack(">H", table[first : first + 2 * (end - start + 1)]), start
        ):
            if glyph:
                _append(firsts, lasts, code, code)


def _append(firsts: array[int], lasts: array[int], first: int, last: int) -> None:
    """Add a range of characters, which begins after all others."""
    if last < first:
        return
    if lasts and first <= lasts[-1]:
        raise ValueError("the characters of the map are not in order")
    if lasts and first == lasts[-1] + 1:
        lasts[-1] = last
    else:
        firsts.append(first)
        lasts.append(last)


READERS: Mapping[int, Callable[[bytes, int, array[int], array[int]], None]] = {
    12: _read_full,
    4: _read_basic,
}
"""Readers of the formats of character maps, the fullest first."""
