"""The save and replay format: one line of JSON per answer, with seals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from game.content.event_json import AnyEvent, to_json
from game.content.faults import Fault, UnusableFile
from game.content.parsing import MIB, Part, Several, parse_json, read_text, refuse_if_large
from game.content.png_payload import extract_save, is_picture
from game.content.pydantic_faults import MOST_TOLD, faults_in, shortened
from game.content.rulebook import rulebook
from game.table.events import Event

FORMAT = "undertow-save"
VERSION = 1
"""Of the format: whoever changes it writes a function that brings old files up to date."""
ENGINE = "1"
"""The version of the rules as a whole; to change one book raises that book's rules version."""
ENDING = ".undertow"
MOST_BYTES = 32 * MIB
"""A long game takes 0.5 MiB."""
MOST_LINES, MOST_VALUES, MOST_OF_LINE = 50_000, 1_000_000, 100_000

_SEAL = ',"seal":"'
_DIGITS = 12

Pieces: TypeAlias = tuple[tuple[int, int], ...]
"""A row of dice: from which die on, and the seed from there (see ``respliced``)."""
Mark: TypeAlias = tuple[int, str]
"""Where a chapter opened: after so many of the line's events, with the table's fingerprint."""

_Pieces = Several[Annotated[tuple[int, int], Field(strict=False)]]
_Marks = Several[Annotated[tuple[int, str], Field(strict=False)]]
_Bookmark = Annotated[int, Field(ge=0)]


_FIRST_FINGERPRINTS = (
    "6a34811c4eab97f9",
    "701e9f7b8342d6af",
    "c7a8ee3ddbbb8776",
    "8c0571a108850bb8",
    "ce7d7486e725255b",
    "1134e209511aeb5f",
    "02ad2279c2a025a9",
    "eec207230aee6b67",
    "6b787ca0f8b2ff92",
    "07d93ac6a7ea4f81",
)
"""In place of versions, older saves hold fingerprints of the files; these are of version 1."""
_FIRST = dict.fromkeys(_FIRST_FINGERPRINTS, "1")


@cache
def rules_versions() -> dict[str, str]:
    """Return the rules version of each file of the shipped rulebook."""
    return {book.file: book.version for book in rulebook().books}


class SaveHeader(Part):
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
    """Dice that a situation fixed, instead of the seed's."""
    options: dict[str, bool | int | str] = Field(default_factory=dict)
    rosters: dict[str, str] = Field(default_factory=dict)
    """What sides bring that is not their usual roster."""
    players: dict[str, str] = Field(default_factory=dict)
    """Who sits on which side: ``human``, or the name of a bot."""
    files: dict[str, str] = Field(default_factory=dict)
    campaign: str = ""
    """The name of the campaign that it is a battle of, if it is."""
    stage: Annotated[int, Field(ge=0)] = 0
    """How many battles of the campaign were fought before."""

    @property
    def same_rules(self) -> bool:
        """Whether the same answers must tell the same story today."""
        played = {file: _FIRST.get(version, version) for file, version in self.rulebook.items()}
        return self.engine == ENGINE and played == rules_versions()


class _Line(BaseModel):
    # Events bear the name of their class as one key more than they have fields.
    model_config = ConfigDict(
        frozen=True, extra="ignore", strict=True, allow_inf_nan=False, defer_build=True
    )


class _Told(_Line):
    events: Several[AnyEvent] = ()
    chapters: _Marks = ()


class OpeningLine(_Told):
    """What happened before the first answer."""

    line: Literal["opening"]


class AnswerLine(_Told):
    line: Literal["answer"]
    answer: Any
    by: str
    rolls: _Bookmark
    """The bookmark in the row of dice when the question stood."""
    dice: _Pieces | None = None
    """The row from here on, where it is not that of the line before."""
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
    """Whether it was settled beside the rules: a side conceded, or both agreed on a draw."""


@dataclass(frozen=True, slots=True)
class SaveEntry:
    """What happened up to a question: the opening, or an answer and all that came of it."""

    number: int
    """Its line in the file, counted from 1."""
    events: tuple[Event, ...]
    chapters: tuple[Mark, ...]
    answer: Any = None
    by: str = ""
    rolls: int = 0
    sealed: bool = False
    """Whether it was secret until both sides had answered."""
    row: Pieces = ()
    """Of what can be redone: the row of dice that comes back with it."""


@dataclass(slots=True)
class SavedGame:
    """A save that passed the door. Notes in its events are plain JSON yet."""

    file: str
    header: SaveHeader
    opening: SaveEntry
    answers: list[SaveEntry] = field(default_factory=list)
    """Those that stand; what was taken back is not among them."""
    undone: list[SaveEntry] = field(default_factory=list)
    """What could be redone, the last first to be redone."""
    row: Pieces = ()
    """The row of dice as it is at the end."""
    end: EndLine | None = None
    torn: bool = False
    """Whether the last line was incomplete and is left out."""


def default_save_name(scenario: str, begun: str) -> str:
    """Return what a game is called while nobody gives it a name: by scenario and beginning."""
    moment = "".join(c for c in begun if c.isdigit() or c == "T")
    return f"{Path(scenario).stem}-{moment}"


def sealed_line(told: dict[str, Any], before: str) -> tuple[str, str]:
    """Return a line of a save, and its seal; *before* is the seal of the line before."""
    body = to_json(told)[:-1]
    seal = _seal(body, before)
    return f'{body}{_SEAL}{seal}"}}\n', seal


def _seal(body: str, before: str) -> str:
    return sha256(f"{before}{body}".encode()).hexdigest()[:_DIGITS]


def load_save(path: Path) -> SavedGame:
    """Read a save, or the one that a picture carries; raise UnusableFile, naming the line."""
    if is_picture(path):
        return parse_save(extract_save(path), str(path))
    return parse_save(read_text(path, MOST_BYTES), str(path))


def parse_save(text: str, name: str) -> SavedGame:
    if (many := text.count("\n")) > MOST_LINES:
        raise UnusableFile(name, [("", f"has {many} lines; at most {MOST_LINES} are read")])
    refuse_if_large(text, name, MOST_VALUES)
    lines = text.split("\n")
    torn = lines.pop() != ""
    header = _header(lines[0] if lines else text, name, whole=bool(lines))
    bodies = _unsealed(lines, name)
    faults, told = list[Fault](), list[Any]()
    for number, body in enumerate(bodies[1:], 2):
        refuse_if_large(body, name, MOST_OF_LINE, place=f"line {number}")
        try:
            told.append(_line().validate_json(body, strict=True))
        except ValidationError as error:
            faults += [Fault(f"line {number}", str(fault)) for fault in faults_in(error)]
        if len(faults) > MOST_TOLD:
            break
    if faults:
        raise UnusableFile(name, shortened(faults, len(faults)))
    if not told or not isinstance(told[0], OpeningLine):
        raise UnusableFile(name, [("line 2", "does not tell how the game opened")])
    save = SavedGame(name, header, _entry(2, told[0]), torn=torn)
    for number, line in enumerate(told[1:], 3):
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
        reason = "is cut off in its header" if ours else "is not a save of Undertow"
        raise UnusableFile(name, [("line 1", reason)])
    try:
        told = parse_json(line, name)
    except UnusableFile:
        told = None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise UnusableFile(name, [("line 1", "is not a save of Undertow")])
    version = told.get("version")
    if isinstance(version, int) and version > VERSION:
        newer = f"is of version {version}; this game reads up to {VERSION}: it is older"
        raise UnusableFile(name, [("line 1", newer)])
    told.pop("seal", None)
    try:
        return SaveHeader.model_validate(told)
    except ValidationError as error:
        faults = [(f"line 1: {f.place}", f.reason) for f in faults_in(error, SaveHeader)]
        raise UnusableFile(name, faults) from error


def _unsealed(lines: Sequence[str], name: str) -> list[str]:
    """Take the seals off; raise UnusableFile for the first line that is not as it was."""
    bodies, before = list[str](), ""
    for number, line in enumerate(lines, 1):
        body, _, rest = line.rpartition(_SEAL)
        if rest != f'{_seal(body, before)}"}}':
            reason = "was changed by hand, or a line before it was taken out"
            raise UnusableFile(name, [(f"line {number}", reason)])
        bodies.append(body + "}")
        before = rest[:_DIGITS]
    return bodies


def _entry(number: int, told: OpeningLine | AnswerLine) -> SaveEntry:
    if isinstance(told, OpeningLine):
        return SaveEntry(number, told.events, told.chapters)
    t = told
    return SaveEntry(number, t.events, t.chapters, t.answer, t.by, t.rolls, t.sealed)


def _follow(
    save: SavedGame, number: int, told: OpeningLine | AnswerLine | UndoLine | EndLine
) -> None:
    """Do what a line says to the save as it was told so far."""
    match told:
        case AnswerLine():
            save.row = save.row if told.dice is None else told.dice
            save.undone = save.undone[:-1] if told.redone else []
            save.answers.append(_entry(number, told))
            save.end = None
        case UndoLine():
            if not save.answers:
                raise UnusableFile(
                    save.file, [(f"line {number}", "takes back what was never answered")]
                )
            save.undone.append(replace(save.answers.pop(), row=save.row))
            save.row = save.row if told.dice is None else told.dice
            save.end = None
        case EndLine():
            save.end = told
        case OpeningLine():
            raise UnusableFile(save.file, [(f"line {number}", "opens the game again")])
