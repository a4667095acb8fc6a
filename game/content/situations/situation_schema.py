"""The tables of situation files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from game.content import schemas
from game.content.added_formats import SituationKeys, SituationModelKeys
from game.content.maps.member_types import Look
from game.content.schemas import (
    Part,
    Refers,
    Several,
    Spot,
    Word,
    Words,
    Written,
    about,
)
from game.content.situations.expectations import Expectations, Json
from game.content.situations.statlines import Statline
from game.systems import NAMES, entry_of
from game.table.records import How

Arrows = Annotated[int, Field(ge=0, le=99)]
CommandPoints = Annotated[int, Field(ge=0, le=99)]
"""``MC-26``  Command points."""
Heading = Annotated[float, Field(ge=0, lt=360, multiple_of=0.001), Written("degrees")]
UnitId = Annotated[Word, Written("id of a unit", "ids of units")]
ModelId = Annotated[Word, Written("id of a model", "ids of models")]
SideId = Annotated[Word, Written("id of a side", "ids of sides")]
ClauseId = Annotated[str, Written("id of a clause", "ids of clauses")]
HOWS = ", ".join(f"`{how}`" for how in How)
SYSTEMS = ", ".join(f"`{name}`" for name in NAMES if entry_of(name).plays)
OF_PROFILE = Written("id of a profile")
Where = Literal["table", "reserve", "body", "gone"]


def _faces(raw: Any) -> Any:
    if not isinstance(raw, str):
        raise ValueError("must be text: the faces in order, with bars for the eye")  # noqa: TRY004
    faces = raw.replace("|", " ").split()
    if any(face not in {"1", "2", "3", "4", "5", "6"} for face in faces):
        raise ValueError("has a value that is not a face of a die")
    return tuple(int(face) for face in faces)


def _mark(raw: Any) -> Any:
    return {"name": raw} if isinstance(raw, str) else raw


Row = Annotated[tuple[int, ...], BeforeValidator(_faces), Written("text: faces in order")]


def _title(text: str) -> str:
    if not text.strip() or len(text) > 120 or not text.isprintable():
        raise ValueError("must be a sentence of at most 120 characters on one line")
    return text


Title = Annotated[
    str, AfterValidator(_title), Written("a sentence of up to 120 characters on one line")
]


class MarkAt(Part):
    """A mark on a model or unit when the situation opens."""

    name: Annotated[str, schemas.about("the mark, see below")]
    about: Annotated[str, schemas.about("its subject")] = ""


Marks = Annotated[
    Several[Annotated[MarkAt, BeforeValidator(_mark)]],
    about("remembered facts, see below", value="list of names, or of tables"),
]


class ModelTemplate(Statline):
    """Properties of models: a profile of the armoury with overrides."""

    where: Annotated[Where, about("where it is")] = "table"
    facing: Annotated[float, Written("degrees"), about("where it faces")] = 0.0
    base: Annotated[
        Annotated[float, Field(gt=0, le=5)] | None,
        about("radius of its base in inches", usual="the profile's"),
    ] = None
    wounds: Annotated[
        Annotated[int, Field(ge=0, le=60)] | None, about("Wounds left", usual="W")
    ] = None
    arrows: Annotated[Arrows, about("its speed arrows")] = 0
    heading: Annotated[Heading, about("where its arrows point")] = 0.0

    def given(self) -> dict[str, Any]:
        """Return the properties that the file sets."""
        names = ModelTemplate.model_fields.keys() & self.model_fields_set
        return {name: getattr(self, name) for name in names}


class ModelAt(ModelTemplate, SituationModelKeys):
    """A model at the beginning of the situation."""

    id: Annotated[Word, about("different for each model")]
    unit: Annotated[
        UnitId, about("its unit; after the other models of one that is listed above")
    ]
    side: Annotated[SideId, about("its side")]
    profile: Annotated[str, OF_PROFILE, about("its profile")]
    at: Annotated[Spot, about("its place", usual="`[0, 0]`")] = (0.0, 0.0)
    marks: Marks = ()


class UnitAt(ModelTemplate):
    """A unit; with *at*, it has a model of its profile at each of these places."""

    id: Annotated[Word, about("different for each unit")]
    name: Annotated[Words | None, about("shown in the log", usual="the id")] = None
    marks: Marks = ()
    side: Annotated[SideId | None, about("its side; with `profile` and `at`")] = None
    profile: Annotated[
        str | None, OF_PROFILE, about("the profile of its models; with `side` and `at`")
    ] = None
    at: Annotated[
        Several[Spot],
        about("the places of its models, called `squad-1`, `squad-2` and so on in this order"),
    ] = ()
    spare: Annotated[bool, about("it is in no army yet, and may be created later", "MP-10")] = (
        False
    )

    @model_validator(mode="after")
    def _models_are_of_something(self) -> Self:
        found = self.side, self.profile, self.at or None
        if all(found) or not (any(found) or self.given()):
            return self
        raise ValueError("needs side, profile and at together: its models are made of them")

    def models(self) -> Iterator[ModelAt]:
        if not self.at:
            return
        given = self.given()
        first = ModelAt.model_construct(
            _fields_set={*given, "id", "unit", "side", "profile", "at"},
            id=f"{self.id}-1",
            unit=self.id,
            side=self.side,
            profile=self.profile,
            at=self.at[0],
            **given,
        )
        yield first
        for n, at in enumerate(self.at[1:], 2):
            yield first.model_copy(update={"id": f"{self.id}-{n}", "at": at})


class PieceAt(Part):
    """State of a map's piece, or of a cluster of mines, at the beginning of the situation."""

    id: Annotated[Word, about("the piece of the map, or of mines that are brought")]
    kind: Annotated[Literal["mines"] | None, about("for a cluster of mines")] = None
    at: Annotated[Spot | None, about("its place", usual="that on the map")] = None
    arrows: Annotated[Arrows, about("its speed arrows")] = 0
    heading: Annotated[Heading, about("where its arrows point")] = 0.0
    holder: Annotated[ModelId | None, about("the model that holds it")] = None
    turned: Annotated[Heading, about("how a piece of the street is turned")] = 0.0
    away: Annotated[bool, about("a piece of the street is off the table")] = False
    on: Annotated[
        str, Written("id of a piece"), about("the piece on which a cluster of mines is")
    ] = ""


class MarkerAt(Part):
    """An objective marker that a mission placed."""

    id: Annotated[Word, about("different for each marker")]
    at: Annotated[Spot, about("its place")]
    number: Annotated[int, Field(ge=0, le=9), about("its number; 0 for none yet")] = 0


class LossAt(Part):
    """A model that was lost before the beginning of the situation."""

    model: Annotated[ModelId, about("the model")]
    how: Annotated[
        How,
        Field(strict=False),
        about("how it was lost", value=HOWS),
    ] = How.SHOT
    round: Annotated[int, Field(ge=1, le=99), about("the round")] = 1
    phase: Annotated[str, Written("name of a phase"), about("the phase")] = "shooting"
    side: Annotated[SideId | None, about("the side whose turn it was")] = None
    moment: Annotated[
        Annotated[int, Field(ge=0)] | None,
        about("equal numbers were lost at the same moment", usual="each by itself"),
    ] = None
    by: Annotated[str, Written("id of a unit"), about("the unit that it was lost to")] = ""


class ClockAt(Part):
    """The moment at which play begins."""

    round: Annotated[int, Field(ge=0, le=99), about("the round")] = 1
    phase: Annotated[str, Written("name of a phase"), about("the phase")]
    side: Annotated[SideId | None, about("left out in a phase that belongs to both sides")] = (
        None
    )
    over: Annotated[bool, about("nothing more happens in the phase")] = False


class BoardAt(Part):
    """A board without objects, its size in inches."""

    width: Annotated[int, Field(ge=6, le=240), about("its size in inches")] = 48
    height: Annotated[int, Field(ge=6, le=240), about("its size in inches")] = 48
    look: Annotated[Look, about("how it is painted")] = "city"


class Situation(SituationKeys):
    """A situation file."""

    title: Annotated[Title, about("the rule that it shows")]
    clauses: Annotated[
        Several[ClauseId], about("the clauses that it tests: the tests count them")
    ]
    scenario: Annotated[
        Annotated[str, Refers("scenario")] | None,
        about("it brings its system, mission, modules, sides, map and rosters"),
    ] = None
    system: Annotated[
        str | None,
        about(
            "instead of a scenario",
            value=", ".join(f"`{name}`" for name in NAMES if entry_of(name).plays),
        ),
    ] = None
    mission: Annotated[
        str,
        Written("name of a mission"),
        about("with a system; without one the game never ends by itself"),
    ] = ""
    modules: Annotated[
        Several[Annotated[str, Written("name of a module", "names of modules")]],
        about("with a system"),
    ] = ()
    map: Annotated[
        Annotated[str, Refers("map")] | None, about("the map", usual="the scenario's")
    ] = None
    board: Annotated[
        BoardAt | None,
        about("an empty table instead of a map", usual='48" × 48", if there is no map'),
    ] = None
    options: Annotated[
        dict[str, Any],
        about("options of the scenario or system", value="table: option = value"),
    ] = Field(default_factory=dict)
    armoury: Annotated[
        str,
        Refers("armoury"),
        Field(validate_default=True),
        about("the profiles and weapons"),
    ] = "classic"
    sides: Annotated[
        tuple[Word, Word],
        Field(strict=False),
        about("the sides, the first one first; a scenario names them itself", value="2 ids"),
    ] = ("wardens", "brood")
    first: Annotated[
        SideId | None,
        about("the side with the first turn", usual="with a clock the first side"),
    ] = None
    zones: Annotated[
        dict[Word, str],
        about("the deployment zone of each side", value="table: side = id of a zone"),
    ] = Field(default_factory=dict)
    command: Annotated[
        dict[Word, CommandPoints],
        about(
            "command points of each side",
            "MC-26",
            value="table: side = 0 to 99",
            usual="none; in a scenario those of the rosters",
        ),
    ] = Field(default_factory=dict)
    dice: Annotated[
        Row,
        about(
            "the dice to come; bars separate groups and mean nothing. Every die must be used, "
            "and none may be missing"
        ),
    ] = ()
    answers: Annotated[
        Several[Json],
        about("the answers to give, see below; the question decides which side answers"),
    ] = ()
    clock: Annotated[
        ClockAt | None,
        about("the moment at which play begins", usual="the beginning of the game"),
    ] = None
    object: Annotated[
        Several[dict[str, Any]],
        about("map objects added to the table, see below", value="`[[object]]`"),
    ] = ()
    unit: Annotated[Several[UnitAt], about("units, in the order of the roster")] = ()
    model: Annotated[Several[ModelAt], about("single models")] = ()
    piece: Annotated[
        Several[PieceAt], about("containers, debris, pieces of the street and mines")
    ] = ()
    marker: Annotated[Several[MarkerAt], about("objective markers that a mission placed")] = ()
    lost: Annotated[Several[LossAt], about("models that were lost before, in order")] = ()
    scores: Annotated[
        dict[Word, int], about("points that sides have scored", value="table: side = points")
    ] = Field(default_factory=dict)
    pages: Annotated[
        dict[str, dict[str, Json]],
        about("the stored state of a module or system, by its name, see below"),
    ] = Field(default_factory=dict)
    expect: Annotated[Expectations, about("the expected result")] = Expectations()

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

    @cached_property
    def models(self) -> Sequence[ModelAt]:
        """Return all models in the file: those of whole units, then single ones."""
        return [*(m for unit in self.unit for m in unit.models()), *self.model]
