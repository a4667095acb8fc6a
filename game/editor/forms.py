"""Forms made from schemas: the fields of a table, their hints and names, and new tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from enum import Enum, auto
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from game.content.armouries.armoury_library import FOLDER as ARMOURIES
from game.content.armouries.armoury_library import SHAPES
from game.content.armouries.weapon_rules import Armoury, by_name
from game.content.faults import UnusableFile
from game.content.file_source import DISK, MAPS, Refers, named, nearest
from game.content.maps.map_library import map_titles
from game.content.parsing import parse_toml
from game.content.roster_units import ForSystem
from game.content.rosters import FOLDER as ROSTERS
from game.content.rosters import load_roster
from game.content.rulebook import rulebook
from game.content.scenarios import load_scenario, scenario_names
from game.content.storage import ASSETS
from game.rules import ARMED_AS, MODULES, PLAYED
from game.rules.catalog import missions_of, options_of

ENDING = ".toml"


class FieldKind(Enum):
    """The form of a value in a file."""

    TEXT = auto()
    WHOLE = auto()
    NUMBER = auto()
    YES_NO = auto()
    CHOICE = auto()
    """One of a few values."""
    VALUE = auto()
    """A number or a text, as ``3`` or ``"3+"``."""
    TEXTS = auto()
    """A list of texts."""
    TABLE = auto()
    TABLES = auto()
    """A list of tables."""
    NAMED_TABLES = auto()
    """A table of tables, which have names."""


PLAIN: Mapping[type, FieldKind] = {
    bool: FieldKind.YES_NO,
    int: FieldKind.WHOLE,
    float: FieldKind.NUMBER,
    str: FieldKind.TEXT,
}
NESTED = {FieldKind.TABLE, FieldKind.TABLES, FieldKind.NAMED_TABLES}
WHOLE_NUMBER = re.compile(r"[+-]?\d{1,9}")


@dataclass(frozen=True, slots=True)
class FormField:
    """A key of a table, and everything that its schema says about the value."""

    key: str
    kind: FieldKind
    schema: FieldInfo
    _: KW_ONLY
    refers: Refers | None = None
    """The names that it may have; None if it is no name."""
    choices: tuple[Any, ...] = ()
    """The values of a choice, or of each text of a list."""
    least: float | None = None
    most: float | None = None
    longest: int = 80
    """Maximum number of characters of a text."""
    system: str = ""
    """The only system that has it; empty for all."""
    model: type[BaseModel] | None = None
    """Schema of its tables; None if that depends on other values of the file."""
    count: int = 0
    """The number of its tables, if that is fixed."""

    @property
    def label(self) -> str:
        """Return the key as a label; characteristics keep their letters."""
        return self.key if self.key[0].isupper() else self.key.replace("_", " ").capitalize()

    @property
    def required(self) -> bool:
        return self.schema.is_required()

    @property
    def default(self) -> Any:
        """Return the value that a missing key has; None if there is none."""
        return None if self.required else self.schema.get_default(call_default_factory=True)

    def accepts(self, value: Any) -> bool:
        """Return whether a plain value is valid by itself."""
        # None only makes a list of marks that is never empty; mypy takes this for an alias.
        kind = Annotated[self.schema.annotation, *self.schema.metadata, None]  # type: ignore[name-defined]
        try:
            TypeAdapter(kind).validate_python(value, strict=True)
        except ValidationError:
            return False
        return True

    def parsed(self, text: str) -> Any:
        """Return typed text as a value of the file."""
        if self.kind is not FieldKind.VALUE:
            return text
        words = {"yes": True, "true": True, "no": False, "false": False}
        text = text.strip()
        if text.lower() in words and self.accepts(words[text.lower()]):
            return words[text.lower()]
        return int(text) if WHOLE_NUMBER.fullmatch(text) else text


@lru_cache(maxsize=64)
def fields_of(model: type[BaseModel]) -> tuple[FormField, ...]:
    """Return the fields of a table, in the order of its schema."""
    return tuple(
        _field(schema.alias or name, schema) for name, schema in model.model_fields.items()
    )


def _field(key: str, schema: FieldInfo) -> FormField:
    types, marks = _flat(schema.annotation)
    marks = [*schema.metadata, *marks]
    refers = next((mark for mark in marks if isinstance(mark, Refers)), None)
    system = next((mark.system for mark in marks if isinstance(mark, ForSystem)), "")
    least = next((mark.ge for mark in marks if hasattr(mark, "ge")), None)
    most = next((mark.le for mark in marks if hasattr(mark, "le")), None)
    longest = next((mark.max_length for mark in marks if hasattr(mark, "max_length")), 80)
    choices, model, count = tuple[Any, ...](), None, 0
    first, origin = types[0], get_origin(types[0])
    if any(isinstance(mark, BeforeValidator) for mark in marks) or len(types) > 1:
        kind = FieldKind.VALUE
    elif origin is Literal:
        kind, choices = FieldKind.CHOICE, get_args(first)
    elif origin is dict:
        kind, model = FieldKind.NAMED_TABLES, _model(get_args(first)[1])
    elif origin is tuple and (model := _model(get_args(first)[0])):
        kind, args = FieldKind.TABLES, get_args(first)
        count = 0 if Ellipsis in args else len(args)
    elif origin is tuple:
        inner, inside = _flat(get_args(first)[0])
        kind = FieldKind.TEXTS
        choices = get_args(inner[0]) if get_origin(inner[0]) is Literal else ()
        refers = next((mark for mark in inside if isinstance(mark, Refers)), None)
    elif model := _model(first):
        kind = FieldKind.TABLE
    else:
        kind = PLAIN.get(first, FieldKind.VALUE)
    return FormField(
        key,
        kind,
        schema,
        refers=refers,
        choices=choices,
        least=least,
        most=most,
        longest=longest,
        system=system,
        model=model,
        count=count,
    )


def _flat(annotation: Any) -> tuple[list[Any], list[Any]]:
    """Return the types that a value may have, but None, and all marks on them."""
    if get_origin(annotation) is Annotated:
        inner, *marks = get_args(annotation)
        types, more = _flat(inner)
        for mark in marks:
            more += mark.metadata if isinstance(mark, FieldInfo) else [mark]
        return types, more
    if get_origin(annotation) in {Union, UnionType}:
        parts = [_flat(part) for part in get_args(annotation) if part is not NoneType]
        return [t for types, _ in parts for t in types], [m for _, ms in parts for m in ms]
    return [annotation], []


def _model(annotation: Any) -> type[BaseModel] | None:
    is_model = isinstance(annotation, type) and issubclass(annotation, BaseModel)
    return annotation if is_model else None


Known = Callable[[Refers], Sequence[str]]
"""Returns the names that a text may refer to."""
SAMPLES: tuple[Any, ...] = (3, "4+", "-", "close combat", "melee")
"""Values of which a new table gets the first that is valid."""


def new_table(model: type[BaseModel], called: str, known: Known) -> dict[str, Any]:
    """Return a table with a valid value for each required key; *called*: what it is."""
    return {
        field.key: _sample(field, called, known) for field in fields_of(model) if field.required
    }


def _sample(field: FormField, called: str, known: Known) -> Any:
    names = known(field.refers) if field.refers else field.choices
    if field.kind is FieldKind.TABLES and field.model:
        one = new_table(field.model, field.label.lower(), known)
        return [dict(one) for _ in range(field.count or 1)]
    plain: Mapping[FieldKind, Any] = {
        FieldKind.TEXTS: list(names[:1]),
        FieldKind.NAMED_TABLES: {},
        FieldKind.YES_NO: False,
        FieldKind.WHOLE: round(field.least or 3),
        FieldKind.NUMBER: max(0.5, field.least or 0.0),
    }
    if field.kind in plain:
        return plain[field.kind]
    words = f"New {called}", f"new-{called.replace(' ', '-')}"
    samples = (*names, *(SAMPLES if field.kind is FieldKind.VALUE else words))
    return next((value for value in samples if field.accepts(value)), "")


_HEAD = re.compile(r"\| key of (?:an? |the )?(.+?) \|")
_CLAUSES = re.compile(r"`[A-Z]{2}(-\d\d)?`.*")
_ELSEWHERE = re.compile(r"(, )?see (above|below)")
_BRACKETS = re.compile(r"`\[*(.+?)(?:\.x)?\]*`")
_KEYS = re.compile(r"`([^`]+)`")


@lru_cache(maxsize=8)
def hints_of(guide: str) -> Mapping[tuple[str, str], str]:
    """Return the hints for keys by table and key, from the tables of a guide."""
    text = (ASSETS / "guide" / f"{guide}.md").read_text("utf-8")
    return dict(_hints(text.splitlines()))


def _hints(lines: Sequence[str]) -> Iterator[tuple[tuple[str, str], str]]:
    table: str | None = None
    for line in lines:
        if found := _HEAD.match(line):
            named = "`" in found[1] or found[1] not in {"roster", "scenario", "armoury"}
            table = _BRACKETS.sub(r"\1", found[1]) if named else ""
        elif not line.startswith("|"):
            table = None
        elif table is not None and line.startswith("| `"):
            keys, value, default, *rest = (cell.strip() for cell in line.strip("|").split("|"))
            clauses = f"({rest.pop()})" if rest and _CLAUSES.fullmatch(rest[-1]) else ""
            meaning = rest[0] if rest else ""
            words = " ".join(filter(None, (f"{meaning[:1].upper()}{meaning[1:]}", clauses)))
            usual = default if default.startswith("required") else f"usual: {default}"
            form = "; ".join(filter(None, (_ELSEWHERE.sub("", value), usual)))
            hint = "\n".join(filter(None, (words, form))).replace("`", "")
            for key in _KEYS.findall(keys):
                yield (table, key), hint


def renamed(value: Any, old: object, new: str) -> Any:
    """Return a name, or a list of names, with *new* in place of *old*."""
    if isinstance(value, list):
        return [new if one == old else one for one in value]
    return new if value == old else value


def unused(name: str, taken: Mapping[str, Any]) -> str:
    """Return a name, with another number if it is taken.

    There is no hyphen before the number: the models of ``squad`` are called ``squad-2``.
    """
    stem = name.rstrip("0123456789").rstrip("-") if name in taken else name
    tries = (name, *(f"{stem}{n}" for n in range(2, len(taken) + 3)))
    return next(one for one in tries if one not in taken)


@dataclass(frozen=True, slots=True)
class NameFinder:
    """The names that texts of a file may refer to, each with a label."""

    raw: Mapping[str, Any]
    """The data of the file."""
    system: str
    armoury: Armoury | None
    """The armoury of a roster."""

    def of(self, refers: Refers) -> dict[str, str]:
        """Return the names of one kind, with labels."""
        if refers.known:
            return {name: name for name in refers.known}
        find: Mapping[str, Callable[[NameFinder], Iterator[tuple[str, str]]]] = {
            "armoury": lambda _: _same(DISK.names(ARMOURIES, ENDING)),
            "profile": NameFinder._profiles,
            "weapon": NameFinder._weapons,
            "map": lambda _: iter(map_titles(DISK.names(MAPS, ".tmj")).items()),
            "roster": NameFinder._rosters,
            "system": lambda _: _same(PLAYED["system"]),
            "mission": NameFinder._missions,
            "module": NameFinder._modules,
            "detachment": NameFinder._detachments,
            "option": NameFinder._options,
            "icon": lambda _: _same(DISK.names("assets/icons/units", ".svg")),
            "clause": lambda _: _clauses(),
        }
        return dict(find[refers.kind](self)) if refers.kind in find else {}

    def _own(self, key: str) -> dict[str, Any]:
        own = self.raw.get(key)
        return own if isinstance(own, dict) else {}

    def _profiles(self) -> Iterator[tuple[str, str]]:
        for id_, own in self._own("profile").items():
            name = own.get("name") if isinstance(own, dict) else id_
            yield id_, f"{name} (own)"
        for id_, kind in (self.armoury.kinds if self.armoury else {}).items():
            if id_ not in self._own("profile"):
                yield id_, kind.profile.name

    def _weapons(self) -> Iterator[tuple[str, str]]:
        own = by_name(self._own("weapon"))
        yield from ((name, f"{name} (own)" if self.armoury else name) for name in own)
        others = self.armoury.weapons if self.armoury else {}
        yield from ((name, name) for name in others if name not in own)

    def _rosters(self) -> Iterator[tuple[str, str]]:
        armed = ARMED_AS.get(self.system, self.system)
        for word in DISK.names(ROSTERS, ENDING):
            with suppress(UnusableFile):
                roster = load_roster(word)
                if roster.system == armed or armed not in SHAPES:
                    yield word, roster.title

    def _missions(self) -> Iterator[tuple[str, str]]:
        there = missions_of(self.system) if self.system in PLAYED["system"] else ()
        return _same(there or PLAYED["mission"])

    def _modules(self) -> Iterator[tuple[str, str]]:
        able = [name for name, one in MODULES.items() if self.system in one.systems]
        return _same(able or PLAYED["modules"])

    def _detachments(self) -> Iterator[tuple[str, str]]:
        there = self.raw.get("detachment")
        for one in there if isinstance(there, list) else ():
            if isinstance(one, dict) and isinstance(id_ := one.get("id"), str):
                yield id_, id_

    def _options(self) -> Iterator[tuple[str, str]]:
        systems = [s for s in PLAYED["system"] if ARMED_AS.get(s, s) == self.system]
        yield from _same(dict.fromkeys(o for system in systems for o in options_of(system)))
        for name in scenario_names():
            with suppress(UnusableFile):
                scenario = load_scenario(name)
                if scenario.system in systems:
                    yield from ((id_, one.label) for id_, one in scenario.options.items())


def armoury_data(word: str) -> dict[str, Any]:
    """Return the data of an armoury that a file names; empty if it cannot be read."""
    try:
        known = nearest(DISK, "", word, ARMOURIES, ENDING)
        return parse_toml(DISK.read(named(known, ARMOURIES, ENDING)), word)
    except UnusableFile:
        return {}


def _same(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((name, name) for name in names)


def _clauses() -> Iterator[tuple[str, str]]:
    clauses = rulebook().all
    yield from {one.id.partition("-")[0]: one.book for one in clauses}.items()
    yield from ((one.id, f"{one.id} · {one.title}") for one in clauses)
