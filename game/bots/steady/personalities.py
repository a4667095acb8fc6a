"""The personality files of bots."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator, ValidationError

from game.content.faults import UnusableFile, did_you_mean
from game.content.file_source import DISK, FileSource, known_by, missing, named
from game.content.schema_faults import faults_in
from game.content.schemas import Part, Words
from game.content.strict_toml import parse_toml
from game.cores.classic.bot import ClassicWeights
from game.cores.modern.bot import ModernWeights
from game.systems.cage.bot import CageWeights
from game.systems.pursuit.bot import PursuitWeights
from game.systems.zero_g.bot import ZeroGWeights

FOLDER = "assets/bots"
BASE = "steady"
"""The file with all weights; the others hold only those that differ."""


class SteadyWeights(Part):
    """The weights of the steady bot, by the systems that it plays."""

    cage: CageWeights
    classic: ClassicWeights
    modern: ModernWeights
    zero_g: ZeroGWeights
    pursuit: PursuitWeights


LEVELS = "steady", "sharp"
"""The kinds of bots that play by weights, the weakest first."""


def _level(text: str) -> str:
    if text not in LEVELS:
        raise ValueError(f"there is no level {text[:40]!r}{did_you_mean(text, LEVELS)}")
    return text


Level: TypeAlias = Annotated[str, AfterValidator(_level)]


class _PersonalityFile(SteadyWeights):
    name: Words
    level: Level
    note: Words


@dataclass(frozen=True, slots=True)
class Personality:
    """A bot as its file describes it."""

    id: str
    name: str
    level: str
    note: str
    """A sentence that describes it where bots are chosen."""
    weights: SteadyWeights


def personality_names(library: FileSource = DISK) -> list[str]:
    """Return the names of the personality files, in alphabetical order."""
    return library.names(FOLDER, ".toml")


def load_personality(word: str, library: FileSource = DISK) -> Personality:
    """Return a personality by its name (``bold``) or path; raise UnusableFile."""
    if no := missing(library, "bot", word, FOLDER, ".toml"):
        raise UnusableFile("", [("", no)])
    name = named(word, FOLDER, ".toml")
    with known_by(library):
        return parse_personality(library.read(name), name, library)


def parse_personality(text: str, name: str, library: FileSource = DISK) -> Personality:
    """Return the personality of a file's text; weights that it leaves out are ``BASE``'s."""
    raw, id_ = parse_toml(text, name), PurePath(name).stem
    if id_ != BASE:
        base = named(BASE, FOLDER, ".toml")
        raw = _completed(raw, parse_toml(library.read(base), base))
    try:
        read = _PersonalityFile.model_validate(raw)
    except ValidationError as error:
        raise UnusableFile(name, faults_in(error, _PersonalityFile)) from error
    tables = {table: getattr(read, table) for table in SteadyWeights.model_fields}
    weights = SteadyWeights.model_construct(**tables)
    return Personality(id_, read.name, read.level, read.note, weights)


def _completed(raw: dict[str, Any], base: dict[str, Any]) -> dict[str, Any]:
    """Return a file's keys with the weights that only the base file has."""
    tables = {key: table for key, table in base.items() if isinstance(table, dict)}
    own = {key: raw.get(key, {}) for key in tables}
    added = {
        key: {**table, **own[key]} if isinstance(own[key], dict) else own[key]
        for key, table in tables.items()
    }
    return {**raw, **added}
