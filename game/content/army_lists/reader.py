"""Reading of army lists in JSON, XML or zipped XML."""

from __future__ import annotations

import lzma
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from game.content.faults import UnusableFile
from game.content.reading import MIB, read_bytes, too_big
from game.content.strict_json import parse_json
from game.content.strict_xml import StrictXml

MAX_BYTES = 16 * MIB
"""Maximum size in bytes of a file, and of the unpacked list in a zip."""
MAX_PACKED_BYTES = 4 * MIB
"""Maximum size in bytes of a zip."""
MAX_VALUES = 150_000
"""Maximum number of JSON values; a list of 2000 points has some 10,000."""
READ_PACKED = (ZIP_STORED, ZIP_DEFLATED)
"""Zip methods that are read; others unpack far more data at a time than requested."""
_LISTS = {
    "forces",
    "selections",
    "profiles",
    "characteristics",
    "categories",
    "costs",
    "costLimits",
    "rules",
}
"""XML elements that hold a list of children."""
_DAMAGED = (
    BadZipFile,
    EOFError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
    zlib.error,
    lzma.LZMAError,
)


def open_list(path: Path) -> Any:
    """Return the JSON data of a file, as New Recruit writes it; raise UnusableFile."""
    return parse_list_file(read_bytes(path, MAX_BYTES), str(path))


def parse_list_file(raw: bytes, name: str) -> Any:
    """Return the JSON data of a file's bytes; raise UnusableFile for the file *name*."""
    if raw.startswith(b"PK"):
        raw = _unzipped(raw, name)
    text = raw.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text.startswith((b"{", b"[")):
        return _Xml(name).parse(raw)
    try:
        return parse_json(text.decode(), name, MAX_VALUES)
    except UnicodeDecodeError as error:
        raise UnusableFile(name, [("", "is not UTF-8 text")]) from error


def _unzipped(raw: bytes, name: str) -> bytes:
    """Return the only list in a zip.

    Raise UnusableFile if the zip is damaged or too large, or does not hold exactly one
    list.
    """
    if len(raw) > MAX_PACKED_BYTES:
        raise UnusableFile(name, [("", too_big(len(raw), MAX_PACKED_BYTES))])
    try:
        with ZipFile(BytesIO(raw)) as files:
            lists = [
                file for file in files.infolist() if file.filename.lower().endswith(".ros")
            ]
            if len(lists) != 1:
                reason = f"is a zip of {len(lists)} army lists (.ros), not of one"
                raise UnusableFile(name, [("", reason)])
            if lists[0].compress_type not in READ_PACKED:
                raise UnusableFile(name, [(lists[0].filename, "is not packed by deflate")])
            with files.open(lists[0]) as packed:
                data = packed.read(MAX_BYTES + 1)
    except _DAMAGED as error:
        raise UnusableFile(name, [("", f"is a damaged zip: {error}")]) from error
    if len(data) > MAX_BYTES:
        reason = f"unpacks to more than {MAX_BYTES // MIB} MiB"
        raise UnusableFile(name, [(lists[0].filename, reason)])
    return data


class _Xml(StrictXml):
    """A converter of XML to dicts of attributes, with lists of child elements."""

    no_xml = "is not an army list (.ros, .rosz or .json)"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.found: dict[str, Any] = {}
        self.open: list[dict[str, Any] | list[Any] | None] = [self.found]
        """Data of the enclosing elements, outermost first; None if ignored."""

    def parse(self, raw: bytes) -> dict[str, Any]:
        """Return the roster in a file; raise UnusableFile."""
        self.parse_bytes(raw)
        return self.found

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        self.open.append(self._placed(tag, attributes))

    def _placed(
        self, tag: str, attributes: dict[str, str]
    ) -> dict[str, Any] | list[Any] | None:
        around = self.open[-1]
        if isinstance(around, list):
            around.append(attributes)
            return attributes
        if around is self.found and tag == "roster":
            self.found["roster"] = attributes
            return attributes
        if around is None or tag not in _LISTS:
            return None
        if not isinstance(around.get(tag), list):
            around[tag] = []
        items: list[Any] = around[tag]
        return items

    def end(self) -> None:
        ended = self.open.pop()
        if isinstance(ended, dict) and "$text" in ended:
            ended["$text"] = "".join(ended["$text"])

    def text(self, text: str) -> None:
        around = self.open[-1]
        if isinstance(around, dict) and text.strip():
            around.setdefault("$text", []).append(text)
