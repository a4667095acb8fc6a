"""Reading of army lists in JSON, XML and zipped XML."""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from game.content.faults import UnusableFile
from game.content.reading import MIB, read_bytes, too_big
from game.content.schema_faults import faults_in
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


def _worded(raw: Any) -> Any:
    return str(raw) if isinstance(raw, int | float) else raw


ListText = Annotated[str, BeforeValidator(_worded)]


class _Part(BaseModel):
    """A table of an army list; unknown keys are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class ListedName(_Part):
    name: ListText = ""


class Category(_Part):
    name: ListText
    primary: bool = False


class Cost(_Part):
    name: ListText
    kind: ListText = Field("", alias="typeId")
    value: float = 0.0

    @property
    def is_points(self) -> bool:
        return self.kind == "points" or self.name.strip().lower() in ("pts", "points")


class ListedCharacteristic(_Part):
    name: ListText
    text: ListText = Field("", alias="$text")


class ListedProfile(_Part):
    name: ListText
    characteristics: tuple[ListedCharacteristic, ...] = ()

    def values(self) -> dict[str, str]:
        """Return the characteristics by upper-case name, with ``SV`` for the save."""
        found = {c.name.strip().upper(): c.text.strip() for c in self.characteristics}
        if "SAVE" in found:
            found["SV"] = found.pop("SAVE")
        return found

    @property
    def is_model(self) -> bool:
        """Return whether the profile is a model's, rather than of a weapon or an ability."""
        return self.values().keys() >= {"T", "W"}

    @property
    def is_weapon(self) -> bool:
        return {"RANGE", "S", "AP"} <= self.values().keys()

    @property
    def is_psyker(self) -> bool:
        return "CAST" in self.values()


class Selection(_Part):
    name: ListText
    number: Annotated[int, Field(ge=0, le=1000)] = 1
    type: ListText = ""
    selections: tuple[Selection, ...] = ()
    profiles: tuple[ListedProfile, ...] = ()
    categories: tuple[Category, ...] = ()
    rules: tuple[ListedName, ...] = ()
    costs: tuple[Cost, ...] = ()

    def all(self) -> Iterator[Selection]:
        """Yield the selection and all selections within it, depth first."""
        yield self
        for part in self.selections:
            yield from part.all()

    def models(self) -> Iterator[ListedProfile]:
        """Return the profiles of models in the selection and within it."""
        return (p for part in self.all() for p in part.profiles if p.is_model)

    @property
    def own(self) -> tuple[ListedProfile, ...]:
        """The profiles of models that the selection has itself."""
        return tuple(p for p in self.profiles if p.is_model)

    @property
    def weapons(self) -> tuple[ListedProfile, ...]:
        """The different profiles of weapons that the selection has itself."""
        return tuple(dict.fromkeys(p for p in self.profiles if p.is_weapon))


class Force(_Part):
    name: ListText
    selections: tuple[Selection, ...] = ()
    forces: tuple[Force, ...] = ()

    def all(self) -> Iterator[Force]:
        yield self
        for force in self.forces:
            yield from force.all()


class ArmyList(_Part):
    name: ListText = "Army"
    system: ListText = Field("", alias="gameSystemName")
    forces: tuple[Force, ...] = ()
    costs: tuple[Cost, ...] = ()
    limits: tuple[Cost, ...] = Field((), alias="costLimits")

    @property
    def limit(self) -> int | None:
        """Return the points limit; None if the list has none."""
        return next((int(c.value) for c in self.limits if c.is_points and c.value > 0), None)

    @property
    def points(self) -> float | None:
        """Return what the list says it costs in points; None if it does not say it."""
        stated = [cost.value for cost in self.costs if cost.is_points]
        return sum(stated) if stated else None


class _File(_Part):
    roster: ArmyList


def army_list(raw: Any, name: str) -> ArmyList:
    """Return the validated list; raise UnusableFile with all faults of its form."""
    try:
        return _File.model_validate(raw).roster
    except ValidationError as error:
        raise UnusableFile(name, faults_in(error, _File)) from error
