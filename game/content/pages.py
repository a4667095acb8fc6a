"""*How to play*, a page for each scenario: short words, and situations drawn as pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, ValidationError

from game.content.faults import Fault, UnusableFile
from game.content.file_source import DISK, Library, missing, named
from game.content.pydantic_faults import faults_in
from game.content.rulebook import ID, UnknownClauseError, clause
from game.content.situation_format import Opened, situation_of
from game.content.situation_parts import Spot
from game.content.toml import Part, Several, Words, parse_toml

FOLDER = "assets/pages"
PARTS = 6
"""So many pictures fit onto a page."""


class RingAt(Part):
    at: Spot
    radius: Annotated[float, Field(gt=0, le=60)]


class LineAt(Part):
    start: Spot
    end: Spot
    words: Annotated[str, Field(max_length=24)] = ""


class _Picture(Part):
    """A situation's table as it opens, and what is drawn over it, in inches."""

    situation: dict[str, Any]
    ring: Several[RingAt] = ()
    line: Several[LineAt] = ()
    path: Several[Several[Spot]] = ()
    """Moves of up to 6 inches, measured."""
    way: Several[Several[Spot]] = ()
    """Where something drifts to, or is pushed."""


class _PartOf(Part):
    title: Words
    text: Annotated[str, Field(min_length=1, max_length=260)]
    picture: _Picture


class _Page(Part):
    lead: Annotated[str, Field(min_length=1, max_length=300)]
    part: Annotated[tuple[_PartOf, ...], Field(min_length=1, max_length=PARTS, strict=False)]


@dataclass(frozen=True, slots=True)
class Picture:
    opened: Opened
    rings: tuple[RingAt, ...]
    lines: tuple[LineAt, ...]
    paths: tuple[tuple[Spot, ...], ...]
    ways: tuple[tuple[Spot, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    title: str
    text: str
    """Clauses are cited in backquotes, as in the rulebook."""
    picture: Picture


@dataclass(frozen=True, slots=True)
class Page:
    scenario: str
    lead: str
    passages: tuple[Passage, ...]


def has_page(scenario: str, library: Library = DISK) -> bool:
    return library.has(f"{FOLDER}/{scenario}.toml")


def load_page(scenario: str, library: Library = DISK) -> Page:
    """Return the page of a scenario by its name, or by the page's path; raise UnusableFile."""
    if no := missing(library, "page", scenario, FOLDER, ".toml"):
        raise UnusableFile(scenario, [("", no)])
    name = named(scenario, FOLDER, ".toml")
    return parse_page(library.read(name), name, scenario, library)


def parse_page(text: str, name: str, scenario: str, library: Library = DISK) -> Page:
    told = parse_toml(text, name)
    try:
        read = _Page.model_validate(told)
    except ValidationError as error:
        raise UnusableFile(name, faults_in(error, _Page)) from error
    if faults := [*_unknown_clauses(read)]:
        raise UnusableFile(name, faults)
    passages = list[Passage]()
    for n, part in enumerate(read.part):
        drawn = part.picture
        opened = situation_of(drawn.situation, f"{name}, part[{n}].picture.situation", library)
        picture = Picture(opened, drawn.ring, drawn.line, drawn.path, drawn.way)
        passages.append(Passage(part.title, part.text, picture))
    return Page(scenario, read.lead, tuple(passages))


def _unknown_clauses(read: _Page) -> Iterator[Fault]:
    texts = [("lead", read.lead), *((f"part[{n}]", p.text) for n, p in enumerate(read.part))]
    for place, text in texts:
        for id_ in ID.findall(text):
            try:
                clause(id_)
            except UnknownClauseError as error:
                yield Fault(place, str(error))
