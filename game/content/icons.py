"""Icons of units, which are SVG or PNG pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.parsers.expat import ExpatError, ParserCreate

from game.content.faults import Fault, UnusableFile, first_faults, lower_first
from game.content.file_lookup import has_ending
from game.content.file_names import naming_fault
from game.content.file_source import FileSource
from game.content.file_words import nearest
from game.content.library_kinds import ICON
from game.content.picture_heads import picture_head
from game.content.reading import DEEPEST
from game.content.user_files import DISK

SVG, PNG = ".svg", ".png"
MAX_SVG_BYTES = 64 * 1024
MAX_PNG_BYTES = 256 * 1024
MAX_PIXELS = 512
"""Maximum width and height of a PNG picture."""
MAX_ELEMENTS = 500
MAX_NUMBER = 100_000.0
"""Maximum size of a coordinate, in the units of the SVG."""
_ESCAPES = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        "\n": "&#10;",
        "\r": "&#13;",
        "\t": "&#9;",
    }
)
"""Signs of the values of attributes, as XML writes them between double quotes."""
_SHAPES = frozenset(
    (
        *("svg", "g", "defs", "path", "circle", "ellipse", "rect", "line", "polyline"),
        *("polygon", "linearGradient", "radialGradient", "stop"),
    )
)
_IGNORED = frozenset(("title", "desc", "metadata", "style", "namedview", "text"))
"""Elements that are left out with everything within; they show nothing that is needed."""
_GEOMETRY = frozenset(
    (
        *("d", "points", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry"),
        *("fx", "fy", "width", "height", "viewBox", "transform", "gradientTransform"),
        *("offset", "stroke-width"),
    )
)
_PAINT = frozenset(
    (
        *("id", "fill", "fill-rule", "fill-opacity", "stroke", "stroke-opacity", "opacity"),
        *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "color", "display"),
        *("stop-color", "stop-opacity", "gradientUnits", "spreadMethod"),
        "preserveAspectRatio",
    )
)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_INSIDE = re.compile(r"(?!url\()|url\(\s*[\"']?#")


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon that is safe to draw: either an SVG or a PNG picture."""

    svg: str = ""
    png: bytes = b""


def known_icon(word: str, file: str) -> str:
    """Return the word by which an icon is known that a roster or armoury *file* names.

    Icons take no part in the game: they are looked up on the disk, not in a save. *file* is
    empty for one of which the folder is not to be searched. Return an empty word if it may lead
    out of the library, as it may in a save; other files with such a word are refused.
    """
    if naming_fault(word):
        return ""
    return nearest(DISK, file, word, ICON)


def icon_file(word: str, library: FileSource = DISK) -> str:
    """Return the path of an icon by its word or path; empty if there is none."""
    if has_ending(word, SVG, PNG):
        return word if library.has(word) else ""
    names = (f"{ICON.folder}/{word}{ending}" for ending in ICON.endings)
    return next((name for name in names if library.has(name)), "")


def load_icon(word: str, library: FileSource = DISK) -> Icon | None:
    """Return an icon by its word; None if there is none. Raise UnusableFile with its faults."""
    name = icon_file(word, library)
    if not name:
        return None
    raw = library.read_bytes(name, MAX_SVG_BYTES if has_ending(name, SVG) else MAX_PNG_BYTES)
    return parse_icon(raw, name)


def parse_icon(raw: bytes, name: str) -> Icon:
    """Return the icon in a file's bytes; raise UnusableFile for the file *name*."""
    if has_ending(name, SVG):
        return Icon(svg=_Cleaner(name).clean(raw))
    form, wide, high = picture_head(raw, name)
    if form != "png":
        raise UnusableFile(name, [("", "is not a PNG picture")])
    if max(wide, high) > MAX_PIXELS:
        reason = f"is {wide} × {high} pixels; the limit is {MAX_PIXELS} × {MAX_PIXELS}"
        raise UnusableFile(name, [("", reason)])
    return Icon(png=raw)


class _Cleaner:
    """A parser of SVG that writes it anew, with shapes and colours only."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.parts = list[str]()
        self.faults = list[Fault]()
        self.open = list[str]()
        self.ignored = 0
        """Depth within an element that is left out; 0 outside of one."""
        self.count = 0
        self.parser = ParserCreate()
        self.parser.StartElementHandler = self._begins
        self.parser.EndElementHandler = self._ends
        self.parser.StartDoctypeDeclHandler = self._declares
        self.parser.EntityDeclHandler = self._declares
        self.parser.ProcessingInstructionHandler = self._instructs

    def clean(self, raw: bytes) -> str:
        """Return the cleaned text; raise UnusableFile with all its faults."""
        if len(raw) > MAX_SVG_BYTES:
            reason = f"is {len(raw) // 1024} KiB; the limit is {MAX_SVG_BYTES // 1024} KiB"
            raise UnusableFile(self.name, [("", reason)])
        try:
            self.parser.Parse(raw, True)  # noqa: FBT003  that it has no more is its second word
        except (ExpatError, LookupError, ValueError) as error:
            if isinstance(error, ExpatError) or not self.faults:
                self._complain(f"is not valid SVG: {lower_first(str(error))}")
        if not self.count and not self.faults:
            self._complain("draws nothing")
        if self.faults:
            raise UnusableFile(self.name, first_faults(self.faults))
        return "".join(self.parts)

    def _complain(self, reason: str) -> None:
        self.faults.append(Fault(f"line {self.parser.CurrentLineNumber}", reason))

    def _declares(self, *_: object) -> None:
        self._complain("declares a document type or an entity: that is not read")
        raise ValueError("it ends here")

    def _instructs(self, *_: object) -> None:
        self._complain("has a processing instruction, such as a style sheet")

    def _begins(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        self.count += 1
        if self.count > MAX_ELEMENTS or len(self.open) + self.ignored >= DEEPEST:
            self._complain(f"has more than {MAX_ELEMENTS} elements, or {DEEPEST} levels")
            raise ValueError("it is too large")
        if self.ignored or name in _IGNORED:
            self.ignored += 1
        elif name not in _SHAPES:
            self._complain(f"has <{name[:20]}>: an icon is made of plain shapes")
            self.ignored += 1
        elif not self.open and name != "svg":
            self._complain("is not SVG")
            self.ignored += 1
        else:
            self.open.append(name)
            space = ' xmlns="http://www.w3.org/2000/svg"' if len(self.open) == 1 else ""
            self.parts.append(f"<{name}{space}{''.join(self._kept(attributes))}>")

    def _ends(self, _: str) -> None:
        if self.ignored:
            self.ignored -= 1
        else:
            self.parts.append(f"</{self.open.pop()}>")

    def _kept(self, attributes: dict[str, str]) -> Iterator[str]:
        """Yield the attributes that are kept, and those in ``style``; complain about others."""
        styled = (part.partition(":") for part in attributes.get("style", "").split(";"))
        found = {**attributes, **{key.strip(): value.strip() for key, _, value in styled}}
        for key, value in found.items():
            name = key.rpartition(":")[2]
            if name.lower().startswith("on"):
                self._complain(f"has a script: {name[:20]}")
            elif name in {"href", "src"} and not value.startswith("#"):
                self._complain("refers to another file")
            elif key in _GEOMETRY and not _is_bounded(value):
                self._complain(f"{key} has a number beyond {MAX_NUMBER:g}")
            elif key in _PAINT and not _INSIDE.match(value.strip()):
                self._complain(f"{key} refers to another file")
            elif key in _GEOMETRY or key in _PAINT or key == "href":
                yield f' {key}="{value.translate(_ESCAPES)}"'


def _is_bounded(value: str) -> bool:
    return all(abs(float(number)) <= MAX_NUMBER for number in _NUMBER.findall(value))
