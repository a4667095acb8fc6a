"""Files read up to a limit of their size."""

from __future__ import annotations

import re
from pathlib import Path
from stat import S_ISREG

from game.content.faults import UnusableFile, system_reason

MIB = 1 << 20
MAP_BYTES = 4 * MIB
TEXT_BYTES = 96 * MIB
"""Maximum memory of a decoded text in bytes, at up to four bytes per character."""
DEEPEST = 32
"""Maximum depth of nested tables and lists."""
_WIDE = ((4, re.compile(rb"[\xf0-\xff]")), (2, re.compile(rb"[\xc4-\xef]")))
"""Bytes per character that Python needs for a text, by the leading bytes in its UTF-8."""


def read_text(path: Path, most: int = MAP_BYTES) -> str:
    """Return a file's text; raise UnusableFile if it has more than *most* bytes."""
    return decoded(read_bytes(path, most), str(path))


def decoded(raw: bytes, name: str) -> str:
    """Return the text of a file's bytes; raise UnusableFile for the file *name*."""
    if (size := len(raw) * _width(raw)) > TEXT_BYTES:
        raise UnusableFile(name, [("", too_big(size, TEXT_BYTES))])
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UnusableFile(name, [(f"line {line}", "is not UTF-8 text")]) from error


def read_bytes(path: Path, most: int) -> bytes:
    """Return a file's bytes; raise UnusableFile if it has more than *most*.

    The size is checked before the file is read.
    """
    name = str(path)
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode):
            raise UnusableFile(name, [("", "is not a file")])
        if status.st_size > most:
            raise UnusableFile(name, [("", too_big(status.st_size, most))])
        with path.open("rb") as file:
            raw = file.read(status.st_size + 1)  # no more, since it is allocated at once
            if len(raw) > status.st_size:  # the file grew in the meantime
                raw += file.read(most + 1 - len(raw))
    except (OSError, ValueError) as error:
        reason = system_reason(error) if isinstance(error, OSError) else str(error)
        raise UnusableFile(name, [("", f"cannot read it: {reason}")]) from error
    if len(raw) > most:
        raise UnusableFile(name, [("", too_big(len(raw), most))])
    return raw


def refuse_if_large(
    text: str, name: str, most: int, *, marks: str = ",[{", place: str = ""
) -> None:
    """Raise UnusableFile if a text has more than *most* values, before it is parsed.

    The values are counted by the *marks* that precede or enclose them.
    """
    if (many := sum(map(text.count, marks))) > most:
        raise UnusableFile(name, [(place, f"has {many} values; the limit is {most}")])


def _width(raw: bytes) -> int:
    """Return the number of bytes that Python takes for each character of UTF-8 text."""
    if raw.isascii():
        return 1
    return next((wide for wide, leads in _WIDE if leads.search(raw)), 1)


def too_big(size: int, most: int) -> str:
    """Return the reason that refuses a file of *size* bytes when at most *most* are read."""
    return f"is {size / MIB:.1f} MiB; the limit is {most / MIB:g} MiB"
