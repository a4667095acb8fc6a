"""The pages of the guide that tell how scenarios are played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field

from game.content.faults import Fault, UnusableFile
from game.content.file_source import FileSource, known_by
from game.content.file_words import name_of
from game.content.library_files import LibraryFile
from game.content.library_kinds import PAGE
from game.content.references import LibraryNames
from game.content.rulebook import ID, UnknownClauseError, clause
from game.content.schema_faults import validated
from game.content.schemas import AsIn, Part, Several, Spot, Words, Written, about
from game.content.situations.situation_files import LoadedSituation, situation_of
from game.content.situations.situation_schema import Situation
from game.content.strict_toml import parse_toml
from game.content.user_files import DISK

PARTS = 6
"""Maximum number of pictures on a page."""


Spots = Annotated[Several[Spot], Written("list of points", "lists of points `[x, y]`")]


class RingAt(Part):
    at: Annotated[Spot, about("its centre")]
    radius: Annotated[float, Field(gt=0, le=60), about("its radius in inches")]


class LineAt(Part):
    start: Annotated[Spot, about("where it begins")]
    end: Annotated[Spot, about("where it ends")]
    words: Annotated[str, Field(max_length=24), about("words beside it")] = ""


class Picture(Part):
    """The opening position of a situation, with drawings over it in inches."""

    situation: Annotated[
        dict[str, Any],
        AsIn(Situation),
        Written("a situation"),
        about("the position that is drawn"),
    ]
    ring: Annotated[Several[RingAt], about("circles over it")] = ()
    line: Annotated[Several[LineAt], about("lines over it")] = ()
    path: Annotated[Several[Spots], about("measured moves of up to 6 inches")] = ()
    way: Annotated[
        Several[Spots], about("paths along which a model or piece drifts or is pushed")
    ] = ()


class Passage(Part):
    title: Annotated[Words, about("shown above the picture")]
    text: Annotated[
        str,
        Field(min_length=1, max_length=260),
        about("shown below it; clauses that it cites stand in backticks"),
    ]
    picture: Annotated[Picture, about("the picture")]


class HowToPage(LibraryFile):
    """The how-to-play page of a scenario."""

    kind = PAGE

    lead: Annotated[str, Field(min_length=1, max_length=300), about("what the game is about")]
    passages: Annotated[
        tuple[Passage, ...],
        Field(min_length=1, max_length=PARTS, strict=False, alias="part"),
        about("the pictures with their texts"),
    ]
    _opened: tuple[LoadedSituation, ...] = ()

    def model_post_init(self, context: Any, /) -> None:
        """Look up the clauses and read the situations; raise UnusableFile with faults."""
        super().model_post_init(context)
        if faults := [*_unknown_clauses(self)]:
            raise UnusableFile(self.file, faults)
        situations = [passage.picture.situation for passage in self.passages]
        self._opened = tuple(
            situation_of(one, f"{self.file}, part[{n}].picture.situation", context.library)
            for n, one in enumerate(situations)
        )

    @property
    def opened(self) -> tuple[LoadedSituation, ...]:
        """Return the situation of each passage's picture."""
        return self._opened


def has_page(scenario: str, library: FileSource = DISK) -> bool:
    """Return whether a scenario has a how-to-play page."""
    return library.has(f"{PAGE.folder}/{scenario}.toml")


def load_page(scenario: str, library: FileSource = DISK) -> HowToPage:
    """Return the page of a scenario by its name, or by the page's path; raise UnusableFile."""
    name = name_of(library, scenario, PAGE)
    with known_by(library):
        return parse_page(library.read(name), name, library)


def parse_page(text: str, name: str, library: FileSource = DISK) -> HowToPage:
    names = LibraryNames(library, name)
    return validated(HowToPage, parse_toml(text, name), name, names)


def _unknown_clauses(read: HowToPage) -> Iterator[Fault]:
    texts = [
        ("lead", read.lead),
        *((f"part[{n}]", p.text) for n, p in enumerate(read.passages)),
    ]
    for place, text in texts:
        for id_ in ID.findall(text):
            try:
                clause(id_)
            except UnknownClauseError as error:
                yield Fault(place, str(error))
