"""Lesson files."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from pathlib import PurePath
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, ValidationError

from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_source import DISK, FileSource, missing, named
from game.content.maps.class_registry import CLASSES
from game.content.rulebook import UnknownClauseError, clause
from game.content.schema_faults import faults_in
from game.content.schemas import Part, Several, Some, Word, Words
from game.content.situations.situation_files import LoadedSituation, situation_of
from game.content.strict_toml import parse_toml
from game.table.events import Act

LESSONS_FOLDER = "assets/lessons"


class StepCondition(StrEnum):
    """A condition that completes a lesson step."""

    READ = "read"
    """The learner continues to the next step."""
    LOOKED = "looked"
    """The view was changed, then the whole table shown again."""
    TAKEN_BACK = "taken back"
    """Something was undone, then redone or done otherwise."""
    PICKED = "picked"
    REFUSED = "refused"
    MEASURED = "measured"
    MOVED = "moved"
    SHOT = "shot"
    CHARGED = "charged"
    FOUGHT = "fought"
    ANSWERED = "answered"
    """A question of the step's kind was answered."""
    SHOWN = "shown"
    """An overlay is on: that of the step's kind, by its action in the settings."""
    OVER = "over"
    PLACED = "placed"
    """Objects of the step's class were added to the map."""
    MIRRORED = "mirrored"
    """A mirror was chosen: what is drawn appears twice."""
    CHANGED = "changed"
    """An object was moved, or given other properties."""
    CHECKED = "checked"
    """The faults of the map were shown."""
    TRIED = "tried"
    """A battle on the map was opened."""


ANYWHERE = frozenset({StepCondition.READ, StepCondition.LOOKED, StepCondition.TAKEN_BACK})
IN_THE_EDITOR = frozenset(
    {
        StepCondition.PLACED,
        StepCondition.MIRRORED,
        StepCondition.CHANGED,
        StepCondition.CHECKED,
        StepCondition.TRIED,
    }
)
OF_UNITS = frozenset(
    {
        StepCondition.PICKED,
        StepCondition.MOVED,
        StepCondition.SHOT,
        StepCondition.CHARGED,
        StepCondition.FOUGHT,
        *Act,
    }
)
OF_KINDS = frozenset({StepCondition.ANSWERED, StepCondition.SHOWN})


Ends: TypeAlias = (
    Annotated[StepCondition, Field(strict=False)] | Annotated[Act, Field(strict=False)]
)
"""The end of a step: a condition, or an act of a unit in the words of the log."""


class LessonStep(Part):
    """One step; it ends when it is done, or when play leaves its round and phase."""

    title: Words
    text: Annotated[str, Field(min_length=1, max_length=330)]
    clause: str = ""
    """Id of the clause that the step teaches; needed in battles."""
    until: Ends = StepCondition.READ
    who: Word | None = None
    """Id of the unit that has to do it; None for any of the learner's units."""
    kind: str = ""
    """Kind of the question to be answered, overlay; in the editor, class of objects to add."""
    answer: str = ""
    """Beginning of the answer that is waited for, such as ``attack``; empty for any."""
    many: Annotated[int, Field(ge=1, le=20)] = 1
    """Number of objects to be added."""
    mark: Several[Word] = ()
    """Units and markers highlighted with a ring on the board."""
    part: Literal[
        "", "ask", "log", "header", "card", "footer", "rosters", "tools", "palette", "dock"
    ] = ""
    """Part of the screen that is framed; the last three are those of the editor."""
    round: Annotated[int, Field(ge=1, le=20)] = 1
    phase: str = ""
    """Phase of the learner's turn until which the step applies; empty for always."""


class _Lesson(Part):
    title: Words
    blurb: Annotated[str, Field(max_length=120)] = ""
    place: Annotated[int, Field(ge=1, le=99)] = 99
    minutes: Annotated[int, Field(ge=1, le=60)]
    seed: Annotated[int, Field(ge=0)] = 0
    side: Word | None = None
    bot: str = "steady"
    card: Some[LessonStep]
    situation: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: a situation to be played by the learner, or an empty map, with instructions."""

    id: str
    title: str
    minutes: int
    _: KW_ONLY
    blurb: str
    place: int
    """Place in the list of lessons."""
    cards: tuple[LessonStep, ...]
    seed: int
    side: str
    """Side that the learner plays."""
    bot: str
    """Bot that plays the other side."""
    opened: LoadedSituation | None
    """The battle; None in a lesson of the editor."""


def lessons(library: FileSource = DISK) -> list[Lesson]:
    """Return all lessons in their order; raise UnusableFile."""
    found = [load_lesson(name, library) for name in library.names(LESSONS_FOLDER, ".toml")]
    return sorted(found, key=lambda lesson: (lesson.place, lesson.title))


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
    opened = None
    if read.situation is not None:
        opened = situation_of(read.situation, f"{name}, situation", library)
    faults = [*(_faults_in_battle(read, opened) if opened else _faults_in_editor(read))]
    if faults:
        raise UnusableFile(name, faults)
    return Lesson(
        PurePath(name).stem,
        title=read.title,
        minutes=read.minutes,
        blurb=read.blurb,
        place=read.place,
        cards=read.card,
        seed=read.seed,
        side=read.side or "",
        bot=read.bot,
        opened=opened,
    )


def _faults_in_battle(read: _Lesson, opened: LoadedSituation) -> Iterator[Fault]:
    situation = opened.situation
    if situation.scenario is None:
        yield Fault("situation.scenario", "is missing: a lesson is a battle of a scenario")
    if read.side not in situation.sides:
        yield Fault("side", f"{read.side!r} is neither {' nor '.join(situation.sides)}")
    units = dict.fromkeys(m.unit for m in situation.models)
    named = [str(o["name"]) for o in situation.object if "name" in o]
    named += [one.id for one in situation.marker]
    for n, card in enumerate(read.card):
        try:
            clause(card.clause)
        except UnknownClauseError as error:
            yield Fault(f"card[{n}].clause", str(error))
        yield from _unknown_names(n, card, units, [*units, *named])
        if card.until in IN_THE_EDITOR:
            yield Fault(f"card[{n}].until", f"{card.until.value!r} is done in the editor")
        if (card.until in OF_KINDS) is not bool(card.kind):
            yield Fault(f"card[{n}].kind", "is of steps that wait for an answer or an overlay")
        if card.answer and card.until is not StepCondition.ANSWERED:
            yield Fault(f"card[{n}].answer", "belongs to steps that end with an answer")


def _unknown_names(
    n: int, card: LessonStep, units: Collection[str], known: Collection[str]
) -> Iterator[Fault]:
    if card.who and card.who not in units:
        yield Fault(
            f"card[{n}].who", f"there is no unit {card.who!r}{did_you_mean(card.who, units)}"
        )
    for id_ in card.mark:
        if id_ not in known:
            more = did_you_mean(id_, known)
            yield Fault(f"card[{n}].mark", f"there is nothing called {id_!r}{more}")
    if card.who and card.until not in OF_UNITS:
        yield Fault(f"card[{n}].who", f"nobody is waited for by {card.until.value!r}")


def _faults_in_editor(read: _Lesson) -> Iterator[Fault]:
    for n, card in enumerate(read.card):
        if card.until not in ANYWHERE | IN_THE_EDITOR:
            yield Fault(f"card[{n}].until", f"{card.until.value!r} is done in a battle")
        if (card.until is StepCondition.PLACED) is not bool(card.kind):
            yield Fault(f"card[{n}].kind", "belongs to steps that end when objects are added")
        if card.kind and card.kind not in CLASSES:
            more = did_you_mean(card.kind, CLASSES)
            yield Fault(f"card[{n}].kind", f"there is no class {card.kind!r}{more}")
