"""What a file of an army list holds, whichever of the three forms it has.

``.ros`` is XML, ``.rosz`` a zip of one ``.ros``, New Recruit's ``.json`` tells the same things
under the same names. Nothing is unpacked or parsed that is too big, and no document type.
"""

from __future__ import annotations

import lzma
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.parsers.expat import ExpatError, ParserCreate
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from game.content.faults import UnusableFile
from game.content.parsing import DEEPEST, MIB, parse_json, read_bytes, too_big

LARGEST = 16 * MIB
"""Bytes of such a file, and of what is in a zip."""
MOST_PACKED = 4 * MIB
"""Bytes of a zip."""
MOST_VALUES = 150_000
"""Values of JSON; a list of 2000 points has some 10,000."""
MOST_MARKS = {b"<": 150_000, b"=": 300_000}
"""As many elements, once opened and once closed, and attributes has an XML file."""
READ_PACKED = (ZIP_STORED, ZIP_DEFLATED)
"""Other methods unpack far more at a time than anybody asks for."""
_STEP = 64 * 1024
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
"""The elements whose children are a list."""
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
    """Return what a file holds, as New Recruit would write it; raise UnusableFile."""
    return told_of(read_bytes(path, LARGEST), str(path))


def told_of(raw: bytes, name: str) -> Any:
    """Return what the bytes of a file hold; raise UnusableFile, calling it *name*."""
    if raw.startswith(b"PK"):
        raw = _unzipped(raw, name)
    text = raw.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text.startswith((b"{", b"[")):
        return _Xml(name).told(raw)
    try:
        return parse_json(text.decode(), name, MOST_VALUES)
    except UnicodeDecodeError as error:
        raise UnusableFile(name, [("", "is not UTF-8 text")]) from error


def _unzipped(raw: bytes, name: str) -> bytes:
    """Return the one list in a zip, unless it is larger than it may be."""
    if len(raw) > MOST_PACKED:
        raise UnusableFile(name, [("", too_big(len(raw), MOST_PACKED))])
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
                told = packed.read(LARGEST + 1)
    except _DAMAGED as error:
        raise UnusableFile(name, [("", f"is a damaged zip: {error}")]) from error
    if len(told) > LARGEST:
        reason = f"unpacks to more than {LARGEST // MIB} MiB"
        raise UnusableFile(name, [(lists[0].filename, reason)])
    return told


class _Xml:
    """Elements as tables of their attributes, with lists of their children."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.found: dict[str, Any] = {}
        self.open: list[dict[str, Any] | list[Any] | None] = [self.found]
        """What the elements around are; None for those that nobody reads."""
        self.parser = ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._begins
        self.parser.EndElementHandler = self._ends
        self.parser.CharacterDataHandler = self._says
        self.parser.StartDoctypeDeclHandler = self._declares
        self.parser.EntityDeclHandler = self._declares

    def told(self, raw: bytes) -> dict[str, Any]:
        for mark, most in MOST_MARKS.items():
            if (many := raw.count(mark)) > most:
                reason = f"has {many} times {mark.decode()}; at most {most} are read"
                raise UnusableFile(self.name, [("", reason)])
        try:
            for start in range(0, len(raw), _STEP):
                self.parser.Parse(raw[start : start + _STEP])
            self.parser.Parse(b"", True)  # noqa: FBT003  that it has no more is its second word
        except (ExpatError, LookupError, ValueError) as error:
            raise self._unusable(f"is neither XML nor JSON nor a zip: {error}") from error
        return self.found

    def _unusable(self, reason: str) -> UnusableFile:
        return UnusableFile(self.name, [(f"line {self.parser.CurrentLineNumber}", reason)])

    def _declares(self, *_: object) -> None:
        raise self._unusable("declares a document type or an entity: that is not read")

    def _begins(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self.open) > DEEPEST:
            raise self._unusable(f"nests more than {DEEPEST} levels deep")
        self.open.append(self._placed(tag.rpartition(":")[2], attributes))

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

    def _ends(self, _: str) -> None:
        ended = self.open.pop()
        if isinstance(ended, dict) and "$text" in ended:
            ended["$text"] = "".join(ended["$text"])

    def _says(self, text: str) -> None:
        around = self.open[-1]
        if isinstance(around, dict) and text.strip():
            around.setdefault("$text", []).append(text)
