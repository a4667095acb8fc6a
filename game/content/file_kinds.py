"""The format of a file, as its content or its ending shows it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias
from zipfile import BadZipFile, ZipFile

from game.content.faults import UnusableFile
from game.content.file_lookup import has_ending, is_file
from game.content.png_payload import SIGNATURE, carries, has_map
from game.content.reading import MAP_BYTES, MIB, read_bytes

Kind: TypeAlias = Literal[
    "map", "drawing", "list", "save", "pack", "experiment", "toml", "icon", "picture", "other"
]
_UNDER_A_MAP = "drop it on a map in the editor to lay it underneath"
READ: Mapping[Kind, str] = {
    "map": "maps (.tmj, .tmx, .json, or within a .png)",
    "drawing": "Universal VTT files (.uvtt, .dd2vtt, .df2vtt)",
    "list": "army lists (.ros, .rosz, .json)",
    "save": "saves (.undertow, or within a .png)",
    "pack": "packs (.undertow-pack)",
    "experiment": "experiments (.toml, .undertow-lab)",
    "toml": ".toml files",
    "icon": "icons (.svg)",
}
"""The files that are read, by their kinds, in words."""
MAX_BYTES = 64 * MIB
"""Maximum size in bytes of a file whose content is looked at; Universal VTT files have this."""
HEAD = 4096
"""Bytes at the start of a file in which its first line or element is looked for."""
_AS_PNG = "save it as PNG or JPEG"
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_ROOT = re.compile(rb"<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)")
_TMX = "let its project settings export Tiled TMX"
_FORMAT = re.compile(rb'"format"\s*:\s*"([\w-]+)"')
_TYPE = re.compile(rb'"type"\s*:\s*"map"')
_KEY = re.compile(rb'"(jsonVersion|defs|roster|walls|grid)"\s*:')


class FileFormat(NamedTuple):
    """A format of files, and what is said of a file of it that is not read in a place."""

    kind: Kind
    words: str
    """Name of the kind in a sentence, such as ``a project of LDtk``."""
    way_out: str = ""
    """The way to make a file of it that is read; empty if there is none."""
    is_xml: bool = False


SAVE = FileFormat("save", "a saved game", "replay shows it")
LIST = FileFormat("list", "an army list", "import makes a roster of it")
DRAWING = FileFormat("drawing", "a Universal VTT file", "import makes a map of it")
TILED, TILED_XML = FileFormat("map", "a map"), FileFormat("map", "a map of Tiled", is_xml=True)
PACK = FileFormat("pack", "a pack", "unpack keeps it")
TOML = FileFormat("toml", "a .toml file", "check names its kind")
STORE = FileFormat("experiment", "the results of an experiment", "lab report shows them")
ICON = FileFormat("icon", "an SVG picture", "it can be the icon of a unit")
ENDINGS: Mapping[str, FileFormat] = {
    ".undertow-pack": PACK,
    ".undertow-lab": STORE,
    ".undertow": SAVE,
    ".tmj": TILED,
    ".tmx": TILED_XML,
    ".uvtt": DRAWING,
    ".dd2vtt": DRAWING,
    ".df2vtt": DRAWING,
    ".ros": LIST,
    ".rosz": LIST,
    ".toml": TOML,
    ".svg": ICON,
}
"""The formats of files by their endings, for those whose content does not say more."""

_JPEG = FileFormat("picture", "a JPEG picture", _UNDER_A_MAP)
_SIGNS: tuple[tuple[re.Pattern[bytes], FileFormat], ...] = (
    (re.compile(rb"\xff\xd8\xff"), _JPEG),
    *(
        (re.compile(sign, re.DOTALL), FileFormat("other", words, way_out))
        for sign, words, way_out in (
            (rb"GIF8[79]a", "a GIF picture", _AS_PNG),
            (rb"RIFF....WEBP", "a WebP picture", _AS_PNG),
            (rb"BM.{12}[\x0c\x28\x6c\x7c]\0\0\0", "a BMP picture", _AS_PNG),
            (rb"II\*\0|MM\0\*", "a TIFF picture", _AS_PNG),
            (rb"....ftyp(?:hei|hev|mif1|msf1)", "a HEIF picture", _AS_PNG),
            (rb"....ftypavi", "an AVIF picture", _AS_PNG),
            (rb"8BPS", "a picture of Photoshop", _AS_PNG),
            (rb"gimp xcf", "a picture of GIMP", _AS_PNG),
            (rb"%PDF-", "a PDF document", ""),
            (
                rb"\x1f\x8b|7z\xbc\xaf\x27\x1c|Rar!|BZh[1-9]1AY|\xfd7zXZ",
                "a packed file",
                "unpack it",
            ),
            (rb"\x7fELF|MZ[^\n]{0,80}\0", "a program", ""),
        )
    ),
)
"""Beginnings of files of other programs."""
_XML: Mapping[str, FileFormat] = {
    "map": TILED_XML,
    "roster": LIST,
    "svg": ICON,
    "tileset": FileFormat("other", "a tileset of Tiled", "open its map (.tmx, .tmj)"),
    "template": FileFormat("other", "a template of Tiled", "open its map (.tmx, .tmj)"),
    "catalogue": FileFormat(
        "other", "a catalogue of army lists", "export a roster (.ros, .rosz)"
    ),
    "gameSystem": FileFormat(
        "other", "a game system of army lists", "export a roster (.ros, .rosz)"
    ),
    "html": FileFormat("other", "a web page"),
}
"""Kinds of XML by the name of the first element."""
_OF_TILED: Mapping[str, FileFormat] = {
    "map": TILED,
    "tileset": _XML["tileset"],
    "template": _XML["template"],
    "world": FileFormat("other", "a world of Tiled", "open one of its maps (.tmx, .tmj)"),
}
"""Kinds of JSON by its type in Tiled."""
_OF_UNDERTOW: Mapping[bytes, FileFormat] = {
    b"undertow-save": SAVE,
    b"undertow-campaign": FileFormat("other", "a campaign under way", "its screen opens it"),
}
"""Kinds of JSON by its format in Undertow."""
_BY_KEYS: tuple[tuple[frozenset[str], FileFormat], ...] = (
    (frozenset({"jsonVersion", "defs"}), FileFormat("other", "a project of LDtk", _TMX)),
    (frozenset({"roster"}), LIST),
    (frozenset({"walls", "grid"}), FileFormat("other", "a scene of Foundry VTT")),
)
"""Kinds of JSON by keys that they have."""
_DATABASE = FileFormat("other", "a database")
_PACKED = FileFormat("other", "a packed file", "unpack it")
_JSON = FileFormat("other", "a JSON file of another program")


def kind_of_file(path: Path) -> FileFormat:
    """Return what a file is, by its content and its ending, in capitals or not.

    The ending counts if the content tells nothing: it is torn, or cannot be read.
    """
    by_name = next((one for end, one in ENDINGS.items() if has_ending(path.name, end)), None)
    head = _head(path)
    found = _by_content(head, path, by_name) if head else None
    return found or by_name or FileFormat("other", _unknown(path, head))


def _head(path: Path) -> bytes:
    """Return the start of a file; nothing of one that cannot be read, or of a pipe."""
    if not is_file(path):
        return b""
    try:
        with path.open("rb") as file:
            return file.read(HEAD)
    except OSError:
        return b""


def _unknown(path: Path, head: bytes) -> str:
    """Return words for a file that neither its content nor its ending tells."""
    if path.is_dir():
        return "a folder"
    if not is_file(path):
        return "no file"
    if not head:
        return "empty, or cannot be read"
    ending = path.suffix if path.suffix.isprintable() else ""
    return (
        f"a file of a kind that is not known ({ending[:12]})" if ending else "of no known kind"
    )


def refusal(path: Path, found: FileFormat, otherwise: str = "") -> UnusableFile:
    """Return the error that refuses a file of a kind that is not read in a place.

    *otherwise* says what is read there.
    """
    way_out = f" ({found.way_out})" if found.way_out else ""
    tail = f"; {otherwise}" if otherwise else ""
    return UnusableFile(str(path), [("", f"is {found.words}{way_out}{tail}")])


def words_for(kinds: Iterable[Kind]) -> str:
    """Return the files of some kinds in words."""
    *most, last = (READ[kind] for kind in kinds)
    return f"{', '.join(most)} and {last}" if most else last


def _by_content(head: bytes, path: Path, by_name: FileFormat | None) -> FileFormat | None:
    """Return the kind of a file by its content; None if that tells nothing."""
    if found := _binary(head, path, by_name):
        return found
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text.startswith(b"<"):
        return _markup(text, by_name)
    if text.startswith((b"{", b"[")) and by_name is not TOML:
        return _json(path) or by_name or _JSON
    return None


def _binary(head: bytes, path: Path, by_name: FileFormat | None) -> FileFormat | None:
    """Return the kind of a file that is no text; None for a text."""
    if head.startswith(SIGNATURE):
        return _picture(path)
    if head.startswith(b"PK\3\4"):
        return by_name if by_name in {PACK, LIST} else _zip(path)
    if head.startswith(b"SQLite format 3\0"):
        return STORE if by_name is STORE else _DATABASE
    return next((kind for sign, kind in _SIGNS if sign.match(head)), None)


def _picture(path: Path) -> FileFormat:
    """Return the kind of a PNG picture, which may carry a map or a save."""
    if has_map(path):
        return FileFormat("map", "a picture with a map in it")
    if carries(path):
        return FileFormat("save", "a picture with a save in it", SAVE.way_out)
    return FileFormat("picture", "a picture without a map or a save in it", _UNDER_A_MAP)


def _zip(path: Path) -> FileFormat:
    """Return the kind of a zip by the files in it, if it is small."""
    names = list[str]()
    with suppress(BadZipFile, ValueError, OSError, NotImplementedError, UnusableFile):
        names = ZipFile(BytesIO(read_bytes(path, MAP_BYTES))).namelist()
    if "pack.toml" in names:
        return PACK
    return LIST if any(has_ending(name, ".ros") for name in names) else _PACKED


def _markup(text: bytes, by_name: FileFormat | None) -> FileFormat | None:
    """Return the kind of XML by its first element."""
    if (root := _ROOT.search(_COMMENT.sub(b"", text))) is None:
        return by_name
    tag = root[1].decode().lower()
    known = next((kind for name, kind in _XML.items() if name.lower() == tag), None)
    return known or by_name or FileFormat("other", f"an XML file of <{tag[:40]}>")


def _json(path: Path) -> FileFormat | None:
    """Return the kind of JSON by its keys; None if they tell nothing."""
    try:
        text = read_bytes(path, MAX_BYTES)
    except UnusableFile:
        return None
    if (found := _FORMAT.search(text, 0, HEAD)) and found[1] in _OF_UNDERTOW:
        return _OF_UNDERTOW[found[1]]
    keys, type_ = _keys(text)
    if type_ in _OF_TILED:
        return _OF_TILED[type_]
    if b'"resolution"' in text and b'"map_size"' in text:
        return DRAWING
    return next((kind for needed, kind in _BY_KEYS if keys >= needed), None)


def _keys(text: bytes) -> tuple[frozenset[str], str]:
    """Return the keys of a table in JSON, and its type as Tiled writes it.

    If the text is torn or large, return all known keys in it, and whether anything is a map.
    """
    if len(text) <= MAP_BYTES:
        with suppress(ValueError, RecursionError):
            raw = json.loads(text)
            table: dict[str, object] = raw if isinstance(raw, dict) else {}
            return frozenset(table), str(table.get("type", ""))
    names = frozenset(found.decode() for found in _KEY.findall(text))
    return names, "map" if _TYPE.search(text) else ""
