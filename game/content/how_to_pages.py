"""The pages of the guide that tell how scenarios are played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass
from typing import Annotated, Any

from pydantic import Field, ValidationError

from game.content.faults import Fault, UnusableFile
from game.content.file_source import DISK, FileSource, known_by, missing, named
from game.content.rulebook import ID, UnknownClauseError, clause
from game.content.schema_faults import faults_in
from game.content.schemas import Part, Several, Spot, Words
from game.content.situations.situation_files import LoadedSituation, situation_of
from game.content.strict_toml import parse_toml

PAGES_FOLDER = "assets/pages"
PARTS = 6
"""Maximum number of pictures on a page."""


class RingAt(Part):
    at: Spot
    radius: Annotated[float, Field(gt=0, le=60)]


class LineAt(Part):
    start: Spot
    end: Spot
    words: Annotated[str, Field(max_length=24)] = ""


class _Picture(Part):
    """The opening position of a situation, with drawings over it in inches."""

    situation: dict[str, Any]
    ring: Several[RingAt] = ()
    line: Several[LineAt] = ()
    path: Several[Several[Spot]] = ()
    """Measured moves of up to 6 inches."""
    way: Several[Several[Spot]] = ()
    """Paths along which a model or piece drifts or is pushed."""


class _PartOf(Part):
    title: Words
    text: Annotated[str, Field(min_length=1, max_length=260)]
    picture: _Picture


class _Page(Part):
    lead: Annotated[str, Field(min_length=1, max_length=300)]
    part: Annotated[tuple[_PartOf, ...], Field(min_length=1, max_length=PARTS, strict=False)]


@dataclass(frozen=True, slots=True)
class Picture:
    """A situation to be drawn, with circles, lines and paths over it."""

    opened: LoadedSituation
    circles: tuple[RingAt, ...]
    lines: tuple[LineAt, ...]
    _: KW_ONLY
    paths: tuple[tuple[Spot, ...], ...]
    ways: tuple[tuple[Spot, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    title: str
    text: str
    """Text with clauses cited in backquotes, as in the rulebook."""
    picture: Picture


@dataclass(frozen=True, slots=True)
class HowToPage:
    """The how-to-play page of a scenario."""

    scenario: str
    lead: str
    passages: tuple[Passage, ...]


def has_page(scenario: str, library: FileSource = DISK) -> bool:
    """Return whether a scenario has a how-to-play page."""
    return library.has(f"{PAGES_FOLDER}/{scenario}.toml")


def load_page(scenario: str, library: FileSource = DISK) -> HowToPage:
    """Return the page of a scenario by its name, or by the page's path; raise UnusableFile."""
    if no := missing(library, "page", scenario, PAGES_FOLDER, ".toml"):
        raise UnusableFile("", [("", no)])
    name = named(scenario, PAGES_FOLDER, ".toml")
    with known_by(library):
        return parse_page(library.read(name), name, scenario, library)


def parse_page(text: str, name: str, scenario: str, library: FileSource = DISK) -> HowToPage:
    raw = parse_toml(text, name)
    try:
        read = _Page.model_validate(raw)
    except ValidationError as error:
        raise UnusableFile(name, faults_in(error, _Page)) from error
    if faults := [*_unknown_clauses(read)]:
        raise UnusableFile(name, faults)
    passages = list[Passage]()
    for n, part in enumerate(read.part):
        drawn = part.picture
        opened = situation_of(drawn.situation, f"{name}, part[{n}].picture.situation", library)
        picture = Picture(
            opened, circles=drawn.ring, lines=drawn.line, paths=drawn.path, ways=drawn.way
        )
        passages.append(Passage(part.title, part.text, picture))
    return HowToPage(scenario, read.lead, tuple(passages))


def _unknown_clauses(read: _Page) -> Iterator[Fault]:
    texts = [("lead", read.lead), *((f"part[{n}]", p.text) for n, p in enumerate(read.part))]
    for place, text in texts:
        for id_ in ID.findall(text):
            try:
                clause(id_)
            except UnknownClauseError as error:
                yield Fault(place, str(error))
