"""Lines of text in tones, as the log shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from enum import Enum, auto

from game.play.log.log_words import LogSpan, LogSpanKind
from game.table.records import ModelId, UnitId
from game.table.state import Table

FACES = {"1", "2", "3", "4", "5", "6"}
CLAUSE = "clause:"
"""Prefix of links to the rulebook; any other link leads to something on the board."""


class Tone(Enum):
    """The role of a span, which determines its colour."""

    PLAIN = auto()
    TITLE = auto()
    LIT = auto()
    MUTED = auto()
    DIM = auto()
    GOOD = auto()
    BAD = auto()


class DieFace(Enum):
    """A die face that is drawn as a die."""

    PLAIN = auto()
    SUCCESS = auto()
    FAILURE = auto()


TONES = {
    LogSpanKind.SUCCESS: Tone.GOOD,
    LogSpanKind.LOSS: Tone.BAD,
    LogSpanKind.FAILURE: Tone.MUTED,
    LogSpanKind.REASON: Tone.MUTED,
    LogSpanKind.RESULT: Tone.LIT,
}
"""Tones of the words of the log; all others are plain."""
DICE = {
    LogSpanKind.DIE: DieFace.PLAIN,
    LogSpanKind.SUCCESS: DieFace.SUCCESS,
    LogSpanKind.FAILURE: DieFace.FAILURE,
}


@dataclass(frozen=True, slots=True)
class ShownSpan:
    text: str
    tone: Tone = Tone.PLAIN
    link: str = ""
    """Id of the unit, model or marker that the text names, or ``clause:`` with a clause."""
    _: KW_ONLY
    team: int | None = None
    """Place of the side that it names among the table's sides; its colour replaces the tone."""
    strong: bool = False
    die: DieFace | None = None
    """Its drawing, if the text is the face of a die."""


@dataclass(frozen=True, slots=True)
class ShownLine:
    spans: tuple[ShownSpan, ...]
    _: KW_ONLY
    icon: str = ""
    heading: bool = False
    """True for a new turn, a new phase."""
    hint: str = ""

    @property
    def text(self) -> str:
        """Return the line without tones."""
        return "".join(span.text for span in self.spans)

    @property
    def place(self) -> str:
        """Return the first id of the board that it links to; empty if there is none."""
        links = (span.link for span in self.spans if span.link)
        return next((link for link in links if not link.startswith(CLAUSE)), "")


def clause_span(clause: str) -> ShownSpan:
    """Return a clause that links to the rulebook."""
    return ShownSpan(clause, Tone.DIM, CLAUSE + clause)


def cited(clause: str) -> tuple[ShownSpan, ...]:
    """Return a clause as the end of a line; empty if there is no clause."""
    return (ShownSpan(" "), clause_span(clause)) if clause else ()


def clause_line(words: str, clause: str) -> ShownLine:
    """Return a line that cites a clause."""
    return ShownLine((ShownSpan(words), *cited(clause)))


def title_line(words: str, *rest: ShownSpan) -> ShownLine:
    """Return the first line of a card or list."""
    return ShownLine((ShownSpan(words, Tone.TITLE, strong=True), *rest))


def log_spans(words: Iterable[LogSpan], table: Table) -> tuple[ShownSpan, ...]:
    """Return words of the log, with the sides of the units and models that they name."""
    return tuple(_span(word, table) for word in words)


def _span(word: LogSpan, table: Table) -> ShownSpan:
    if word.tone in DICE and word.text in FACES:
        return ShownSpan(word.text, TONES.get(word.tone, Tone.PLAIN), die=DICE[word.tone])
    if word.tone is LogSpanKind.NAME:
        return ShownSpan(word.text, link=word.link, team=team_of(table, word.link))
    return ShownSpan(word.seen or word.text, TONES.get(word.tone, Tone.PLAIN))


def team_of(table: Table, id_: str) -> int | None:
    """Return the place of a unit's or model's side among the table's sides; None of others."""
    thing = table.units.get(UnitId(id_)) or table.models.get(ModelId(id_))
    return table.sides.index(thing.side) if thing else None
