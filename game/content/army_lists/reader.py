"""Reading of army lists in JSON, XML and zipped XML; the models of their units."""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from game.content.faults import UnusableFile
from game.content.foreign_formats import StrictXml
from game.content.parsing import MIB, faults_in, parse_json, read_bytes, too_big

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
    limits: tuple[Cost, ...] = Field((), alias="costLimits")

    @property
    def limit(self) -> int | None:
        """Return the points limit; None if the list has none."""
        return next((int(c.value) for c in self.limits if c.is_points and c.value > 0), None)


class _File(_Part):
    roster: ArmyList


def army_list(raw: Any, name: str) -> ArmyList:
    """Return the validated list; raise UnusableFile with all faults of its form."""
    try:
        return _File.model_validate(raw).roster
    except ValidationError as error:
        raise UnusableFile(name, faults_in(error, _File)) from error


KEYWORDS = ("INFANTRY", "VEHICLE", "MONSTER", "CHARACTER", "FLY")
PSYKER = "PSYKER"
"""``MC-08``  Keyword that goes with psychic powers."""


@dataclass(slots=True)
class ListedModel:
    """A model of an army list."""

    of: ListedProfile | None
    """The model's profile; None if the list has none for it."""
    name: str
    keywords: tuple[str, ...]
    _: KW_ONLY
    arms: list[tuple[ListedProfile, int]] = field(default_factory=list)
    """Weapon profiles, each with its number."""
    powers: int = 0
    warlord: bool = False


def is_weapon(profile: ListedProfile) -> bool:
    return {"RANGE", "S", "AP"} <= profile.values().keys()


def is_psyker(profile: ListedProfile) -> bool:
    return "CAST" in profile.values()


def bodies(unit: Selection) -> Iterator[tuple[Selection, int]]:
    """Yield the selections that are models of the unit, each with its number."""
    inner = list(_inside(unit))
    if not inner:
        yield unit, max(1, unit.number)
    yield from ((part, part.number) for part in inner if part.number)


def _inside(unit: Selection) -> Iterator[Selection]:
    for part in unit.selections:
        if part.type == "model" or any(p.is_model for p in part.profiles):
            yield part
        else:
            yield from _inside(part)


def models(unit: Selection) -> list[ListedModel]:
    """Return the models of a unit, in the order of the list."""
    found = list[ListedModel]()
    parts = list(bodies(unit))
    for part, many in parts:
        profile = _profile(part, unit)
        group = [ListedModel(profile, part.name, _keywords(part, unit)) for _ in range(many)]
        _arm(group, part)
        _empower(group, part)
        if _leads(part):
            group[0].warlord = True
        found += group
    _share(unit, [part for part, _ in parts], found)
    if found and PSYKER in _categories(unit) and not any(body.powers for body in found):
        found[0].powers = 1
    return found


def _profile(part: Selection, unit: Selection) -> ListedProfile | None:
    """Return the profile of a part: its own, or one of its name, or the unit's first."""
    own = next(part.models(), None)
    like = [p for p in unit.models() if p.name.strip().lower() == part.name.strip().lower()]
    return own or next(iter(like), None) or next(unit.models(), None)


def _keywords(*parts: Selection) -> tuple[str, ...]:
    found = _categories(*parts)
    return tuple(word for word in KEYWORDS if word in found)


def _categories(*parts: Selection) -> set[str]:
    return {c.name.strip().upper() for part in parts for c in part.categories}


def _leads(part: Selection) -> bool:
    return any(
        word.strip().lower() == "warlord"
        for one in part.all()
        for word in (one.name, *(c.name for c in one.categories))
    )


def _arm(group: Sequence[ListedModel], part: Selection) -> None:
    """Distribute a part's weapons; surplus copies go to the models with the fewest."""
    more = [0] * len(group)
    for holder in part.all():
        many = len(group) if holder is part else max(1, holder.number)
        each, left = divmod(many, len(group))
        fewest = sorted(range(len(group)), key=lambda n: more[n])[:left]
        for profile in filter(is_weapon, holder.profiles):
            for n, body in enumerate(group):
                if copies := each + (n in fewest):
                    body.arms.append((profile, copies))
        if left and any(map(is_weapon, holder.profiles)):
            for n in fewest:
                more[n] += 1


def _empower(group: Sequence[ListedModel], part: Selection) -> None:
    casts = [p.values()["CAST"] for one in part.all() for p in one.profiles if is_psyker(p)]
    for cast in casts:
        for body in group:
            body.powers = int(cast) if cast.isdecimal() and len(cast) == 1 else 1


def _share(unit: Selection, parts: Sequence[Selection], group: Sequence[ListedModel]) -> None:
    """Distribute the selections of the whole unit.

    All models get the weapons; the first gets the powers, and is WARLORD if the unit is.
    """
    if parts == [unit] or not group:
        return
    for holder in _outside(unit, parts):
        for profile in filter(is_weapon, holder.profiles):
            for body in group:
                body.arms.append((profile, 1))
        if any(map(is_psyker, holder.profiles)) and not any(body.powers for body in group):
            _empower(group[:1], holder.model_copy(update={"selections": ()}))
    if _leads(unit) and not any(body.warlord for body in group):
        group[0].warlord = True


def _outside(unit: Selection, parts: Sequence[Selection]) -> Iterator[Selection]:
    """Yield the unit and its selections that are not models."""
    yield unit
    for part in unit.selections:
        if not any(part is one for one in parts):
            yield from _outside(part, parts)
