"""The tables of situation files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from game.content.maps.class_base import Look
from game.content.registry import SituationKeys, SituationModelKeys
from game.content.schemas import Part, Several, Spot, Word, Words
from game.content.situations.expectations import Expectations, Json
from game.content.situations.statlines import Statline
from game.table.records import How


def _faces(raw: Any) -> Any:
    if not isinstance(raw, str):
        raise ValueError("must be text: the faces in order, with bars for the eye")  # noqa: TRY004
    faces = raw.replace("|", " ").split()
    if any(face not in {"1", "2", "3", "4", "5", "6"} for face in faces):
        raise ValueError("has a value that is not a face of a die")
    return tuple(int(face) for face in faces)


def _mark(raw: Any) -> Any:
    return {"name": raw} if isinstance(raw, str) else raw


Row = Annotated[tuple[int, ...], BeforeValidator(_faces)]
Arrows = Annotated[int, Field(ge=0, le=99)]
CommandPoints = Annotated[int, Field(ge=0, le=99)]
"""``MC-26``  Command points."""
Heading = Annotated[float, Field(ge=0, lt=360, multiple_of=0.001)]
Where = Literal["table", "reserve", "body", "gone"]


def _title(text: str) -> str:
    if not text.strip() or len(text) > 120 or not text.isprintable():
        raise ValueError("must be a sentence of at most 120 characters on one line")
    return text


Title = Annotated[str, AfterValidator(_title)]


class MarkAt(Part):
    """A mark on a model or unit when the situation opens."""

    name: str
    about: str = ""


Marks = Several[Annotated[MarkAt, BeforeValidator(_mark)]]


class ModelTemplate(Statline):
    """Properties of models: a profile of the armoury with overrides."""

    where: Where = "table"
    facing: float = 0.0
    base: Annotated[float, Field(gt=0, le=5)] | None = None
    wounds: Annotated[int, Field(ge=0, le=60)] | None = None
    arrows: Arrows = 0
    heading: Heading = 0.0

    def given(self) -> dict[str, Any]:
        """Return the properties that the file sets."""
        names = ModelTemplate.model_fields.keys() & self.model_fields_set
        return {name: getattr(self, name) for name in names}


class ModelAt(ModelTemplate, SituationModelKeys):
    """A model at the beginning of the situation."""

    id: Word
    unit: Word
    side: Word
    profile: str
    at: Spot = (0.0, 0.0)
    marks: Marks = ()


class UnitAt(ModelTemplate):
    """A unit; with *at*, it has a model of its profile at each of these places."""

    id: Word
    name: Words | None = None
    marks: Marks = ()
    side: Word | None = None
    profile: str | None = None
    at: Several[Spot] = ()
    spare: bool = False

    @model_validator(mode="after")
    def _models_are_of_something(self) -> Self:
        found = self.side, self.profile, self.at or None
        if all(found) or not (any(found) or self.given()):
            return self
        raise ValueError("needs side, profile and at together: its models are made of them")

    def models(self) -> Iterator[ModelAt]:
        for n, at in enumerate(self.at, 1):
            yield ModelAt.model_construct(
                _fields_set={*self.given(), "id", "unit", "side", "profile", "at"},
                id=f"{self.id}-{n}",
                unit=self.id,
                side=self.side,
                profile=self.profile,
                at=at,
                **self.given(),
            )


class PieceAt(Part):
    """State of a map's piece, or of a cluster of mines, at the beginning of the situation."""

    id: Word
    kind: Literal["mines"] | None = None
    at: Spot | None = None
    arrows: Arrows = 0
    heading: Heading = 0.0
    holder: Word | None = None
    turned: Heading = 0.0
    away: bool = False
    on: str = ""


class MarkerAt(Part):
    """An objective marker that a mission placed."""

    id: Word
    at: Spot
    number: Annotated[int, Field(ge=0, le=9)] = 0


class LossAt(Part):
    """A model that was lost before the beginning of the situation."""

    model: Word
    how: Annotated[How, Field(strict=False)] = How.SHOT
    round: Annotated[int, Field(ge=1, le=99)] = 1
    phase: str = "shooting"
    side: Word | None = None
    moment: Annotated[int, Field(ge=0)] | None = None
    by: str = ""
    """Id of the unit that caused the loss."""


class ClockAt(Part):
    round: Annotated[int, Field(ge=0, le=99)] = 1
    phase: str
    side: Word | None = None
    over: bool = False


class BoardAt(Part):
    """A board without objects, its size in inches."""

    width: Annotated[int, Field(ge=6, le=240)] = 48
    height: Annotated[int, Field(ge=6, le=240)] = 48
    look: Look = "city"


class Situation(SituationKeys):
    """A situation file; ``tests/situations/README.md`` explains each key."""

    title: Title
    clauses: Several[str]
    scenario: str | None = None
    system: str | None = None
    mission: str = ""
    modules: Several[str] = ()
    map: str | None = None
    board: BoardAt | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    armoury: str = "classic"
    sides: Annotated[tuple[Word, Word], Field(strict=False)] = ("wardens", "brood")
    first: Word | None = None
    zones: dict[Word, str] = Field(default_factory=dict)
    command: dict[Word, CommandPoints] = Field(default_factory=dict)
    dice: Row = ()
    answers: Several[Json] = ()
    clock: ClockAt | None = None
    object: Several[dict[str, Any]] = ()
    unit: Several[UnitAt] = ()
    model: Several[ModelAt] = ()
    piece: Several[PieceAt] = ()
    marker: Several[MarkerAt] = ()
    lost: Several[LossAt] = ()
    scores: dict[Word, int] = Field(default_factory=dict)
    pages: dict[str, dict[str, Json]] = Field(default_factory=dict)
    expect: Expectations = Expectations()

    @model_validator(mode="after")
    def _says_what_is_played(self) -> Self:
        if (self.scenario is None) == (self.system is None):
            raise ValueError("needs either a scenario or a system")
        if self.scenario is not None and (self.mission or self.modules):
            raise ValueError("a scenario names its mission and modules itself")
        if self.scenario is not None and "sides" in self.model_fields_set:
            raise ValueError("a scenario names its sides itself")
        if self.map is not None and self.board is not None:
            raise ValueError("has either a map or a bare board, not both")
        if self.system is not None and not self.models:
            raise ValueError("a bare system needs models")
        return self

    @property
    def models(self) -> list[ModelAt]:
        """Return all models in the file: those of whole units, then single ones."""
        return [*(m for unit in self.unit for m in unit.models()), *self.model]
