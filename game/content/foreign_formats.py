"""XML, and PNG files with saves or maps in an extra chunk, read with limits."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from struct import Struct
from typing import BinaryIO, ClassVar, NamedTuple
from xml.parsers.expat import ExpatError, ParserCreate

from game.content.faults import UnusableFile, system_reason
from game.content.parsing import DEEPEST, MAP_BYTES, MIB, read_text

MAX_MARKS = {b"<": 150_000, b"=": 300_000}
"""Maximum count of ``<`` and ``=`` in XML; an element has up to two ``<``."""
_STEP = 1024 * 1024
"""Bytes given to the XML parser at a time; it reads an unfinished token anew with each."""


class StrictXml:
    """An XML parser without document types, entities and deep nesting; subclasses collect."""

    no_xml: ClassVar[str] = "is not XML"
    """Reason that refuses a text that cannot be parsed."""

    def __init__(self, name: str, encoding: str | None = None) -> None:
        """Prepare a parser for the file *name*; *encoding* overrides the declared one."""
        self.name = name
        self.parser = ParserCreate(encoding)
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._begins
        self.parser.EndElementHandler = self._ends
        self.parser.CharacterDataHandler = self.text
        self.parser.StartDoctypeDeclHandler = self._declares
        self.parser.EntityDeclHandler = self._declares
        self._depth = 0

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        """Take the start of an element; *tag* is without its namespace."""
        raise NotImplementedError

    def end(self) -> None:
        """Take the end of the innermost element."""
        raise NotImplementedError

    def text(self, text: str) -> None:
        """Take a part of the text in the innermost element."""
        raise NotImplementedError

    def parse_bytes(self, raw: bytes) -> None:
        """Parse a whole file; raise UnusableFile."""
        for mark, most in MAX_MARKS.items():
            if (many := raw.count(mark)) > most:
                reason = f"has {many} times {mark.decode()}; the limit is {most}"
                raise UnusableFile(self.name, [("", reason)])
        try:
            for start in range(0, len(raw), _STEP):
                self.parser.Parse(raw[start : start + _STEP])
            self.parser.Parse(b"", True)  # noqa: FBT003  that it has no more is its second word
        except (ExpatError, LookupError, ValueError) as error:
            raise self.unusable(self.no_xml) from error

    def unusable(self, reason: str) -> UnusableFile:
        """Return an error at the present line."""
        return UnusableFile(self.name, [(f"line {self.parser.CurrentLineNumber}", reason)])

    def _declares(self, *_: object) -> None:
        raise self.unusable("declares a document type or an entity: that is not read")

    def _begins(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self.unusable(f"nests more than {DEEPEST} levels deep")
        self.begin(tag.rpartition(":")[2], attributes)

    def _ends(self, _: str) -> None:
        self._depth -= 1
        self.end()


@dataclass(slots=True)
class XmlNode:
    """An element with its attributes, its children in order, and the text in it."""

    tag: str
    attributes: dict[str, str]
    children: list[XmlNode] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.texts)

    def all(self, tag: str) -> Iterator[XmlNode]:
        """Yield the children with a tag."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> XmlNode | None:
        """Return the first child with a tag; None if there is none."""
        return next(self.all(tag), None)


def parse_xml(text: str, name: str) -> XmlNode:
    """Return the root of an XML text; raise UnusableFile for the file *name*."""
    tree = _Tree(name, "utf-8")
    tree.parse_bytes(text.encode())
    return tree.root.children[0]


def parse_xml_so_far(text: str, *, unfinished: str) -> XmlNode | None:
    """Return the root of an XML text with all that comes before its first fault.

    An open element with the tag *unfinished* is left out, as parts of it are missing. Return
    None if there is no root.
    """
    tree = _Tree("", "utf-8")
    with suppress(UnusableFile):
        tree.parse_bytes(text.encode())
    for around, node in pairwise(tree.open):
        if node.tag == unfinished:
            around.children.remove(node)
    return next(iter(tree.root.children), None)


class _Tree(StrictXml):
    def __init__(self, name: str, encoding: str) -> None:
        super().__init__(name, encoding)
        self.root = XmlNode("", {})
        self.open = [self.root]
        """The elements that are not finished yet, the outermost first."""

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        node = XmlNode(tag, attributes)
        self.open[-1].children.append(node)
        self.open.append(node)

    def end(self) -> None:
        self.open.pop()

    def text(self, text: str) -> None:
        self.open[-1].texts.append(text)


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
