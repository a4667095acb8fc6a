"""Lesson files and how-to-play files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from pathlib import PurePath
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_source import DISK, FileSource, missing, named
from game.content.parsing import Part, Several, Some, Word, Words, faults_in, parse_toml
from game.content.rulebook import ID, UnknownClauseError, clause
from game.content.situation_format import LoadedSituation, situation_of
from game.content.situation_parts import Spot

LESSONS_FOLDER = "assets/lessons"


class StepCondition(StrEnum):
    """The event that completes a lesson step.

    READ to TAKEN_BACK are actions of the learner at the screen; the others are game events.
    """

    READ = "read"
    """The learner continues to the next step."""
    LOOKED = "looked"
    PICKED = "picked"
    REFUSED = "refused"
    MEASURED = "measured"
    TAKEN_BACK = "taken back"
    MOVED = "moved"
    SHOT = "shot"
    CHARGED = "charged"
    FOUGHT = "fought"
    OVER = "over"


OF_UNITS = frozenset(
    {
        StepCondition.PICKED,
        StepCondition.MOVED,
        StepCondition.SHOT,
        StepCondition.CHARGED,
        StepCondition.FOUGHT,
    }
)


class LessonStep(Part):
    """One step; it ends when it is done, or when play leaves its round and phase."""

    title: Words
    text: Annotated[str, Field(min_length=1, max_length=330)]
    clause: str
    """Id of the clause that the step teaches."""
    until: StepCondition = Field(StepCondition.READ, strict=False)
    who: Word | None = None
    """Id of the unit that has to do it; None for any of the learner's units."""
    mark: Several[Word] = ()
    """Units and markers highlighted with a ring on the board."""
    part: Literal["", "ask", "log", "header", "card", "footer"] = ""
    """Part of the screen that is framed."""
    round: Annotated[int, Field(ge=1, le=20)] = 1
    phase: str = ""
    """Phase of the learner's turn until which the step applies; empty for always."""


class _Lesson(Part):
    title: Words
    minutes: Annotated[int, Field(ge=1, le=60)]
    seed: Annotated[int, Field(ge=0)]
    side: Word
    bot: str
    card: Some[LessonStep]
    situation: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: a situation to be played by the learner, with instructions."""

    id: str
    title: str
    minutes: int
    _: KW_ONLY
    seed: int
    side: str
    """Side that the learner plays."""
    bot: str
    """Bot that plays the other side."""
    cards: tuple[LessonStep, ...]
    opened: LoadedSituation


def load_lesson(word: str, library: FileSource = DISK) -> Lesson:
    """Return a lesson by its name (``first-battle``) or path; raise UnusableFile."""
    if no := missing(library, "lesson", word, LESSONS_FOLDER, ".toml"):
        raise UnusableFile("", [("", no)])
    name = named(word, LESSONS_FOLDER, ".toml")
    return parse_lesson(library.read(name), name, library)


def parse_lesson(text: str, name: str, library: FileSource = DISK) -> Lesson:
    raw = parse_toml(text, name)
    try:
        read = _Lesson.model_validate(raw)
    except ValidationError as error:
        raise UnusableFile(name, faults_in(error, _Lesson)) from error
    opened = situation_of(read.situation, f"{name}, situation", library)
    if faults := [*_faults(read, opened)]:
        raise UnusableFile(name, faults)
    return Lesson(
        PurePath(name).stem,
        title=read.title,
        minutes=read.minutes,
        seed=read.seed,
        side=read.side,
        bot=read.bot,
        cards=read.card,
        opened=opened,
    )


def _faults(read: _Lesson, opened: LoadedSituation) -> Iterator[Fault]:
    situation = opened.situation
    if situation.scenario is None:
        yield Fault("situation.scenario", "is missing: a lesson is a battle of a scenario")
    if read.side not in situation.sides:
        yield Fault("side", f"{read.side!r} is neither {' nor '.join(situation.sides)}")
    units = dict.fromkeys(m.unit for m in situation.models)
    named = [str(o["name"]) for o in situation.object if "name" in o]
    for n, card in enumerate(read.card):
        try:
            clause(card.clause)
        except UnknownClauseError as error:
            yield Fault(f"card[{n}].clause", str(error))
        for id_ in (card.who,) if card.who else ():
            if id_ not in units:
                more = did_you_mean(id_, units)
                yield Fault(f"card[{n}].who", f"there is no unit {id_!r}{more}")
        for id_ in card.mark:
            if id_ not in (known := [*units, *named]):
                more = did_you_mean(id_, known)
                yield Fault(f"card[{n}].mark", f"there is nothing called {id_!r}{more}")
        if card.who and card.until not in OF_UNITS:
            yield Fault(f"card[{n}].who", f"nobody is waited for by {card.until.value!r}")


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
