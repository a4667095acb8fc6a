"""The personality files of bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

from pydantic import AfterValidator, create_model

from game.content.faults import did_you_mean
from game.content.file_source import FileSource, known_by
from game.content.file_words import name_of, named
from game.content.library_files import LibraryFile
from game.content.library_kinds import BOT
from game.content.references import LibraryNames
from game.content.schema_faults import validated
from game.content.schemas import ForSystem, Part, Words, about
from game.content.strict_toml import parse_toml
from game.content.user_files import DISK
from game.systems import Parts

BASE = "steady"
"""The file with all weights; the others hold only those that differ."""
LEVELS = "gentle", "steady", "sharp"
"""The kinds of bots that play by weights, the weakest first."""
W = TypeVar("W", bound=Part)
_TABLES: dict[str, Any] = {
    system: (
        Annotated[kind, ForSystem(system), about("weights", usual="those of `steady`")],
        ...,
    )
    for system, kind in Parts[type[Part]]("bot.weights", "WEIGHTS").items()
}
"""A file's tables of weights, by the system that they are for; all are required."""
if TYPE_CHECKING:
    _WithTables: TypeAlias = LibraryFile
else:
    _WithTables = create_model(
        "_WithTables", __base__=LibraryFile, __module__=__name__, **_TABLES
    )


@dataclass(frozen=True, slots=True)
class SteadyWeights:
    """The weights of the steady bot."""

    tables: Mapping[str, Part]
    """A table for each system that it plays."""

    def of(self, kind: type[W]) -> W:
        """Return the table of a kind, which is that of one system."""
        return next(table for table in self.tables.values() if isinstance(table, kind))


def _level(text: str) -> str:
    if text not in LEVELS:
        raise ValueError(f"there is no level {text[:40]!r}{did_you_mean(text, LEVELS)}")
    return text


Level: TypeAlias = Annotated[str, AfterValidator(_level)]


class Personality(_WithTables):
    """A bot as its file describes it: all tables of weights, then its description."""

    kind = BOT

    name: Annotated[Words, about("its name")]
    level: Annotated[
        Level,
        about(
            "the kind of bot that plays by the weights",
            value="`gentle`, `steady` or `sharp`",
        ),
    ]
    note: Annotated[
        Words,
        about("sentence shown where bots are chosen; up to 35 characters fit on every screen"),
    ]

    @cached_property
    def weights(self) -> SteadyWeights:
        """The weights of all tables."""
        return SteadyWeights({system: getattr(self, system) for system in _TABLES})


def personality_names(library: FileSource = DISK) -> list[str]:
    """Return the names of the personality files, in alphabetical order."""
    return library.names(BOT)


def load_personality(word: str, library: FileSource = DISK) -> Personality:
    """Return a personality by its name (``bold``) or path; raise UnusableFile."""
    name = name_of(library, word, BOT)
    with known_by(library):
        return parse_personality(library.read(name), name, library)


def parse_personality(text: str, name: str, library: FileSource = DISK) -> Personality:
    """Return the personality of a file's text; weights that it leaves out are ``BASE``'s."""
    raw = parse_toml(text, name)
    if PurePath(name).stem != BASE:
        base = named(BASE, BOT)
        raw = _completed(raw, parse_toml(library.read(base), base))
    return validated(Personality, raw, name, LibraryNames(library, name))


def _completed(raw: dict[str, Any], base: dict[str, Any]) -> dict[str, Any]:
    """Return a file's keys with the weights that only the base file has."""
    tables = {key: table for key, table in base.items() if isinstance(table, dict)}
    own = {key: raw.get(key, {}) for key in tables}
    added = {
        key: {**table, **own[key]} if isinstance(own[key], dict) else own[key]
        for key, table in tables.items()
    }
    return {**raw, **added}
