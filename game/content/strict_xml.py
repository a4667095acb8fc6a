"""XML read within limits, without document types or entities."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar
from xml.parsers.expat import ExpatError, ParserCreate

from game.content.faults import UnusableFile
from game.content.reading import DEEPEST

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
