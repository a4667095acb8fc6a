"""The format of saves, in which each answer is a sealed line of JSON.

A replay is played from a save.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from game.content.event_json import AnyEvent, to_json
from game.content.faults import MAX_FAULTS, Fault, UnusableFile, first_faults
from game.content.file_names import single_name
from game.content.names_in_files import SingleName
from game.content.png_payload import extract_save, is_picture
from game.content.reading import MIB, read_text, refuse_if_large
from game.content.rulebook import rulebook
from game.content.schema_faults import faults_in
from game.content.schemas import Part, Several
from game.content.strict_json import parse_json
from game.table.events import Event

FORMAT = "undertow-save"
VERSION = 1
"""Version of the format; a change needs a function that converts older files."""
ENGINE = "1"
"""The version of the rules as a whole; to change one book raises that book's rules version."""
ENDING = ".undertow"
HUMAN = "human"
"""Name of a person among the players of a save; bots go by their own names."""
MAX_BYTES = 32 * MIB
"""Maximum size in bytes; a long game takes 0.5 MiB."""
MAX_LINES, MAX_VALUES, MAX_VALUES_OF_LINE = 50_000, 1_000_000, 100_000

_SEAL = ',"seal":"'
_DIGITS = 12

Pieces: TypeAlias = tuple[tuple[int, int], ...]
"""Segments of the dice: the first die of each, and its seed (see ``SplicedDice``)."""
Mark: TypeAlias = tuple[int, str]
"""Start of a chapter: number of the line's events before it, and the table's hash."""

_Pieces = Several[Annotated[tuple[int, int], Field(strict=False)]]
_Marks = Several[Annotated[tuple[int, str], Field(strict=False)]]
_Bookmark = Annotated[int, Field(ge=0)]


@cache
def rules_versions() -> dict[str, str]:
    """Return the rules version of each file of the shipped rulebook."""
    return {book.file: book.version for book in rulebook().books}


class SaveHeader(Part):
    """The first line of a save: everything that a game depends on before its answers."""

    format: Literal["undertow-save"] = "undertow-save"
    version: int = VERSION
    engine: str = ENGINE
    rulebook: dict[str, str] = Field(default_factory=rules_versions)
    """The rules version of each of its files."""
    begun: str
    scenario: str
    map: str
    seed: int
    script: Several[int] = ()
    """Dice that a situation specifies, instead of dice from the seed."""
    options: dict[str, bool | int | str] = Field(default_factory=dict)
    rosters: dict[str, str] = Field(default_factory=dict)
    """Rosters by side, where a side does not bring its usual roster."""
    players: dict[str, str] = Field(default_factory=dict)
    """Player of each side: ``human``, or the name of a bot."""
    files: dict[str, str] = Field(default_factory=dict)
    campaign: SingleName = ""
    """Name of the campaign that the game is a battle of; empty if it is none."""
    stage: Annotated[int, Field(ge=0)] = 0
    """Number of battles of the campaign that were played before this one."""


class _Line(BaseModel):
    # An event has one key more than fields: the name of its class.
    model_config = ConfigDict(
        frozen=True, extra="ignore", strict=True, allow_inf_nan=False, defer_build=True
    )


class _Told(_Line):
    events: Several[AnyEvent] = ()
    chapters: _Marks = ()


class OpeningLine(_Told):
    """The events before the first answer."""

    line: Literal["opening"]


class AnswerLine(_Told):
    line: Literal["answer"]
    answer: Any
    by: str
    rolls: _Bookmark
    """Number of dice rolled when the question was asked."""
    dice: _Pieces | None = None
    """Dice from here on; None if they are those of the line before."""
    redone: bool = False
    sealed: bool = False


class UndoLine(_Line):
    line: Literal["take-back"]
    dice: _Pieces | None = None


class EndLine(_Line):
    line: Literal["end"]
    winner: str | None
    reason: str
    clause: str
    settled: bool = False
    """True if the game ended outside the rules: by a concession, or an agreed draw."""


@dataclass(frozen=True, slots=True)
class SaveEntry:
    """The events up to a question: the opening, or an answer and its consequences."""

    number: int
    """Number of its line in the file, counted from 1."""
    events: tuple[Event, ...]
    chapters: tuple[Mark, ...]
    _: KW_ONLY
    answer: Any = None
    by: str = ""
    rolls: int = 0
    sealed: bool = False
    """True if the answer was secret until both sides had answered."""
    row: Pieces = ()
    """Dice that redoing the answer restores; set only for an undone answer."""


@dataclass(slots=True)
class SavedGame:
    """A validated save; the notes in its events are still plain JSON."""

    file: str
    header: SaveHeader
    opening: SaveEntry
    _: KW_ONLY
    answers: list[SaveEntry] = field(default_factory=list)
    """Answers in effect, without those that were undone."""
    undone: list[SaveEntry] = field(default_factory=list)
    """Undone answers that can be redone, the next one last."""
    row: Pieces = ()
    """Dice in use at the end of the file."""
    end: EndLine | None = None
    torn: bool = False
    """True if the last line was incomplete and is left out."""


def default_save_name(scenario: str, begun: str) -> str:
    """Return the default name of a save, from its scenario and its time of beginning."""
    moment = "".join(c for c in begun if c.isdigit() or c == "T")
    return f"{single_name(PurePath(scenario).stem)}-{moment}"


def sealed_line(raw: dict[str, Any], before: str) -> tuple[str, str]:
    """Return a line of a save and its seal; *before* is the seal of the previous line."""
    body = to_json(raw)[:-1]
    seal = _seal(body, before)
    return f'{body}{_SEAL}{seal}"}}\n', seal


def _seal(body: str, before: str) -> str:
    return sha256(f"{before}{body}".encode()).hexdigest()[:_DIGITS]


def load_save(path: Path) -> SavedGame:
    """Load a save, or the save embedded in a picture; raise UnusableFile, naming the line."""
    if is_picture(path):
        return parse_save(extract_save(path), str(path))
    return parse_save(read_text(path, MAX_BYTES), str(path))


def parse_save(text: str, name: str) -> SavedGame:
    """Parse the text of a save; raise UnusableFile for the file *name*.

    Its lines may end as on Windows: mail and version control change line ends.
    """
    text = text.replace("\r\n", "\n")
    if (many := text.count("\n")) > MAX_LINES:
        raise UnusableFile(name, [("", f"has {many} lines; the limit is {MAX_LINES}")])
    refuse_if_large(text, name, MAX_VALUES)
    lines = text.split("\n")
    torn = lines.pop() != ""
    header = _header(lines[0] if lines else text, name, whole=bool(lines))
    bodies = _unsealed(lines, name)
    faults, raw = list[Fault](), list[Any]()
    for number, body in enumerate(bodies[1:], 2):
        refuse_if_large(body, name, MAX_VALUES_OF_LINE, place=f"line {number}")
        try:
            raw.append(_line().validate_json(body, strict=True))
        except ValidationError as error:
            faults += [Fault(f"line {number}", str(fault)) for fault in faults_in(error)]
        if len(faults) > MAX_FAULTS:
            break
    if faults:
        raise UnusableFile(name, first_faults(faults))
    if not raw or not isinstance(raw[0], OpeningLine):
        raise UnusableFile(name, [("line 2", "does not say how the game began")])
    save = SavedGame(name, header, _entry(2, raw[0]), torn=torn)
    for number, line in enumerate(raw[1:], 3):
        _follow(save, number, line)
    return save


@cache
def _line() -> TypeAdapter[Any]:
    kinds = Annotated[
        OpeningLine | AnswerLine | UndoLine | EndLine, Field(discriminator="line")
    ]
    return TypeAdapter(kinds)


def _header(line: str, name: str, *, whole: bool) -> SaveHeader:
    if not whole:
        ours = f'"format":"{FORMAT}"' in line[:200]
        reason = "is incomplete (cut off in the header)" if ours else "is not an Undertow save"
        raise UnusableFile(name, [("line 1", reason)])
    try:
        raw = parse_json(line, name)
    except UnusableFile:
        raw = None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise UnusableFile(name, [("line 1", "is not an Undertow save")])
    version = raw.get("version")
    if isinstance(version, int) and version > VERSION:
        newer = f"is of version {version}; this version of the game reads up to {VERSION}"
        raise UnusableFile(name, [("line 1", newer)])
    raw.pop("seal", None)
    try:
        return SaveHeader.model_validate(raw)
    except ValidationError as error:
        faults = [(f"line 1: {f.place}", f.reason) for f in faults_in(error, SaveHeader)]
        raise UnusableFile(name, faults) from error


def _unsealed(lines: Sequence[str], name: str) -> list[str]:
    """Return the lines without seals; raise UnusableFile for the first that does not match."""
    bodies, before = list[str](), ""
    for number, line in enumerate(lines, 1):
        body, _, rest = line.rpartition(_SEAL)
        if rest != f'{_seal(body, before)}"}}':
            reason = "was edited by hand, or a line before it is missing"
            raise UnusableFile(name, [(f"line {number}", reason)])
        bodies.append(body + "}")
        before = rest[:_DIGITS]
    return bodies


def _entry(number: int, found: OpeningLine | AnswerLine) -> SaveEntry:
    if isinstance(found, OpeningLine):
        return SaveEntry(number, found.events, found.chapters)
    t = found
    return SaveEntry(
        number,
        events=t.events,
        chapters=t.chapters,
        answer=t.answer,
        by=t.by,
        rolls=t.rolls,
        sealed=t.sealed,
    )


def _follow(
    save: SavedGame, number: int, found: OpeningLine | AnswerLine | UndoLine | EndLine
) -> None:
    """Apply a line to the save; raise UnusableFile if it does not fit."""
    match found:
        case AnswerLine():
            save.row = save.row if found.dice is None else found.dice
            save.undone = save.undone[:-1] if found.redone else []
            save.answers.append(_entry(number, found))
            save.end = None
        case UndoLine():
            if not save.answers:
                raise UnusableFile(
                    save.file, [(f"line {number}", "takes back a choice that was never made")]
                )
            save.undone.append(replace(save.answers.pop(), row=save.row))
            save.row = save.row if found.dice is None else found.dice
            save.end = None
        case EndLine():
            save.end = found
        case OpeningLine():
            raise UnusableFile(save.file, [(f"line {number}", "opens the game again")])
