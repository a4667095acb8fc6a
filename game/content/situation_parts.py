"""What must come of a situation: the ``[expect]`` of its file."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from game.content.toml import Part, Several, Word

Json = Any
Inches = Annotated[float, Field(ge=-240, le=240)]
Spot = Annotated[tuple[Inches, Inches], Field(strict=False)]


class Asks(Part):
    """The decision that is pending at the end."""

    kind: str | None = None
    clause: str | None = None
    by: Word | None = None
    about: str | None = None
    options: Several[str] | None = None
    """All that may be chosen, in order."""
    greyed: dict[str, str] | Several[str] | None = None
    """All that may not be chosen, in order; as a table, with the clause of each."""


class Refused(Part):
    clause: str
    fix: Json = None


class ExpectedModel(Part):
    id: Word
    at: Spot | None = None
    wounds: int | None = None
    gone: bool | None = None
    body: bool | None = None
    facing: float | None = None
    arrows: int | None = None
    heading: float | None = None
    cell: Annotated[tuple[int, int], Field(strict=False)] | None = None
    faces: str | None = None
    holds: Several[str] | None = None
    """The weapons in its hands."""
    marks: Several[str] | None = None


class ExpectedPiece(Part):
    id: Word
    at: Spot | None = None
    gone: bool | None = None
    arrows: int | None = None
    heading: float | None = None
    holder: str | None = None
    """Empty for nobody."""
    turned: float | None = None
    away: bool | None = None
    """Off the table, to come back."""
    on: str | None = None


class ExpectedUnit(Part):
    id: Word
    marks: Several[str] | None = None


class ExpectedMarker(Part):
    id: Word
    at: Spot | None = None
    number: int | None = None


class Expect(Part):
    dice_left: Annotated[int, Field(ge=0)] = 0
    clauses: Several[str] = ()
    """Cited by events, in this order, others in between allowed."""
    never: Several[str] = ()
    """Clauses that no event may cite."""
    log: Several[str] = ()
    """Stretches of the log, in this order, others in between allowed."""
    unsaid: Several[str] = ()
    """Stretches that no line of the log may hold."""
    asks: Asks | None = None
    refused: Refused | None = None
    winner: str | None = None
    """A side, or ``draw``."""
    first: str | None = None
    """Who has the first turn."""
    zones: dict[Word, str] | None = None
    """Who deploys where, whoever picked first before the other."""
    marker: Several[ExpectedMarker] = ()
    scores: dict[str, int] | None = None
    command: dict[Word, int] = Field(default_factory=dict)
    """``MC-26``  The command points that sides have left."""
    model: Several[ExpectedModel] = ()
    unit: Several[ExpectedUnit] = ()
    piece: Several[ExpectedPiece] = ()
    rings: Several[int] | None = None
    """How the rings of a cage stand, in degrees; the centre first."""
