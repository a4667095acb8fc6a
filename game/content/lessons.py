"""Lesson files."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_source import FileSource
from game.content.file_words import name_of
from game.content.library_files import LibraryFile
from game.content.library_kinds import LESSON
from game.content.maps.class_registry import CLASSES
from game.content.references import LibraryNames
from game.content.rulebook import UnknownClauseError, clause
from game.content.schema_faults import validated
from game.content.schemas import AsIn, Part, Refers, Several, Some, Word, Words, Written, about
from game.content.situations.situation_files import LoadedSituation, situation_of
from game.content.situations.situation_schema import Situation
from game.content.strict_toml import parse_toml
from game.content.user_files import DISK
from game.table.events import Act


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


CONDITIONS = ", ".join(f"`{end}`" for end in StepCondition)


class LessonStep(Part):
    """One step; it ends when it is done, or when play leaves its round and phase."""

    title: Annotated[Words, about("shown on the card")]
    text: Annotated[str, Field(min_length=1, max_length=330), about("shown below the title")]
    clause: Annotated[
        str, Written("id of a clause"), about("the clause that it teaches; needed in battles")
    ] = ""
    until: Annotated[
        Ends, about("what ends the step", value=f"{CONDITIONS}, or what a unit does: `parries`")
    ] = StepCondition.READ
    who: Annotated[
        Word | None,
        Written("id of a unit"),
        about("the unit that has to do it", usual="any of the learner's"),
    ] = None
    kind: Annotated[
        str,
        about(
            "kind of the question to be answered, or overlay; in the editor, class of the "
            "objects to be added"
        ),
    ] = ""
    answer: Annotated[
        str,
        about(
            "beginning of the answer that is waited for, such as `attack`", usual="any answer"
        ),
    ] = ""
    many: Annotated[int, Field(ge=1, le=20), about("number of objects to be added")] = 1
    mark: Annotated[
        Several[Word], about("units and markers that have a ring on the board")
    ] = ()
    part: Annotated[
        Literal[
            "", "ask", "log", "header", "card", "footer", "rosters", "tools", "palette", "dock"
        ],
        about(
            "part of the screen that is framed; the last three are those of the editor",
        ),
    ] = ""
    round: Annotated[int, Field(ge=1, le=20), about("round until which the step applies")] = 1
    phase: Annotated[
        str,
        about("phase of the learner's turn until which the step applies", usual="always"),
    ] = ""


class Lesson(LibraryFile):
    """A lesson: a situation to be played by the learner, or an empty map, with instructions."""

    kind = LESSON

    title: Annotated[Words, about("shown in the list of lessons")]
    blurb: Annotated[str, Field(max_length=120), about("what it is about")] = ""
    place: Annotated[int, Field(ge=1, le=99), about("its place in the list of lessons")] = 99
    minutes: Annotated[int, Field(ge=1, le=60), about("how long it takes")]
    seed: Annotated[int, Field(ge=0), about("the seed of its dice")] = 0
    side: Annotated[
        Word | None,
        Written("id of a side"),
        about("the side that the learner plays; needed in battles"),
    ] = None
    bot: Annotated[
        str, Written("name of a bot"), about("the bot that plays the other side")
    ] = "steady"
    then: Annotated[
        str,
        Refers("scenario", may_be_empty=True),
        about("the scenario that is offered at its end", usual="any"),
    ] = ""
    cards: Annotated[
        Some[LessonStep], Field(alias="card"), about("the steps, each with a card")
    ]
    situation: Annotated[
        Annotated[dict[str, Any], AsIn(Situation)] | None,
        Written("a situation"),
        about("the battle; without one the lesson is in the editor"),
    ] = None
    _opened: LoadedSituation | None = None

    def model_post_init(self, context: Any, /) -> None:
        """Read the situation; raise UnusableFile with its faults."""
        super().model_post_init(context)
        if self.situation is not None:
            place = f"{self.file}, situation"
            self._opened = situation_of(self.situation, place, context.library)

    @property
    def opened(self) -> LoadedSituation | None:
        """Return the battle; None in a lesson of the editor."""
        return self._opened


def lessons(library: FileSource = DISK) -> list[Lesson]:
    """Return all lessons in their order; raise UnusableFile."""
    found = [load_lesson(name, library) for name in library.names(LESSON)]
    return sorted(found, key=lambda lesson: (lesson.place, lesson.title))


def load_lesson(word: str, library: FileSource = DISK) -> Lesson:
    """Return a lesson by its name (``first-battle``) or path; raise UnusableFile."""
    name = name_of(library, word, LESSON)
    return parse_lesson(library.read(name), name, library)


def parse_lesson(text: str, name: str, library: FileSource = DISK) -> Lesson:
    read = validated(Lesson, parse_toml(text, name), name, LibraryNames(library, name))
    opened = read.opened
    faults = [*(_faults_in_battle(read, opened) if opened else _faults_in_editor(read))]
    if faults:
        raise UnusableFile(name, faults)
    return read


def _faults_in_battle(read: Lesson, opened: LoadedSituation) -> Iterator[Fault]:
    situation = opened.situation
    if situation.scenario is None:
        yield Fault("situation.scenario", "is missing: a lesson is a battle of a scenario")
    if read.side not in situation.sides:
        yield Fault("side", f"{read.side!r} is neither {' nor '.join(situation.sides)}")
    units = dict.fromkeys(m.unit for m in situation.models)
    named = [str(o["name"]) for o in situation.object if "name" in o]
    named += [one.id for one in situation.marker]
    for n, card in enumerate(read.cards):
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


def _faults_in_editor(read: Lesson) -> Iterator[Fault]:
    for n, card in enumerate(read.cards):
        if card.until not in ANYWHERE | IN_THE_EDITOR:
            yield Fault(f"card[{n}].until", f"{card.until.value!r} is done in a battle")
        if (card.until is StepCondition.PLACED) is not bool(card.kind):
            yield Fault(f"card[{n}].kind", "belongs to steps that end when objects are added")
        if card.kind and card.kind not in CLASSES:
            more = did_you_mean(card.kind, CLASSES)
            yield Fault(f"card[{n}].kind", f"there is no class {card.kind!r}{more}")
