"""The result that a situation expects."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from game.content.registry import ExpectedKeys, ExpectedModelKeys
from game.content.schemas import Part, Several, Spot, Word

Json = Any


class ExpectedDecision(Part):
    """The pending decision at the end of a situation."""

    kind: str | None = None
    clause: str | None = None
    by: Word | None = None
    about: str | None = None
    options: Several[str] | None = None
    """Options that may be chosen, in order."""
    greyed: dict[str, str] | Several[str] | None = None
    """Options that may not be chosen, in order; as a table, with the clause of each."""


class ExpectedRefusal(Part):
    clause: str
    fix: Json = None


class ExpectedModel(ExpectedModelKeys):
    """Expected state of a model at the end; None where it is not checked."""

    id: Word
    at: Spot | None = None
    wounds: int | None = None
    gone: bool | None = None
    body: bool | None = None
    facing: float | None = None
    arrows: int | None = None
    heading: float | None = None
    marks: Several[str] | None = None


class ExpectedPiece(Part):
    """Expected state of a piece at the end; None where it is not checked."""

    id: Word
    at: Spot | None = None
    gone: bool | None = None
    arrows: int | None = None
    heading: float | None = None
    holder: str | None = None
    """Id of the piece's holder; empty for none."""
    turned: float | None = None
    away: bool | None = None
    """True if the piece is off the table and will return."""
    on: str | None = None


class ExpectedUnit(Part):
    id: Word
    marks: Several[str] | None = None


class ExpectedMarker(Part):
    """Expected state of an objective marker at the end; None where it is not checked."""

    id: Word
    at: Spot | None = None
    number: int | None = None


class Expectations(ExpectedKeys):
    """Expected result of a situation."""

    dice_left: Annotated[int, Field(ge=0)] = 0
    clauses: Several[str] = ()
    """Clauses that events cite in this order; other clauses may come in between."""
    never: Several[str] = ()
    """Clauses that no event may cite."""
    log: Several[str] = ()
    """Texts that the log contains in this order; others may come in between."""
    unsaid: Several[str] = ()
    """Texts that no line of the log may contain."""
    asks: ExpectedDecision | None = None
    refused: ExpectedRefusal | None = None
    winner: str | None = None
    """Id of a side, or ``draw``."""
    first: str | None = None
    """Id of the side that has the first turn."""
    zones: dict[Word, str] | None = None
    """Zone of each side, by the side's id; the side that chose first comes first."""
    marker: Several[ExpectedMarker] = ()
    scores: dict[str, int] | None = None
    command: dict[Word, int] = Field(default_factory=dict)
    """``MC-26``  Command points that the sides have left."""
    model: Several[ExpectedModel] = ()
    unit: Several[ExpectedUnit] = ()
    piece: Several[ExpectedPiece] = ()
