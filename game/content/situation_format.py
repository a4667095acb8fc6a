"""Situation files: the state of a game, the dice, the answers, the expected result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, model_validator

from game.content.armouries.armoury_library import FOLDER as ARMOURIES
from game.content.armouries.armoury_library import load_armoury
from game.content.armouries.weapon_rules import Armoury
from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_source import DISK, MAPS, FileSource, nearest
from game.content.maps.class_base import Look
from game.content.names_in_files import name_faults
from game.content.registry import SituationKeys, SituationModelKeys
from game.content.scenarios import FOLDER as SCENARIOS
from game.content.scenarios import load_scenario
from game.content.schema_faults import faults_in
from game.content.schemas import Part, Several, Word, Words
from game.content.situation_parts import Expectations, Json, Spot, Statline
from game.content.strict_toml import parse_toml
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


@dataclass(frozen=True, slots=True)
class LoadedSituation:
    """A validated situation file with the armoury of its profiles."""

    file: str
    situation: Situation
    armoury: Armoury


def load_situation(name: str, library: FileSource = DISK) -> LoadedSituation:
    """Return a situation by its path; raise UnusableFile with all its faults."""
    return parse_situation(library.read(name), name, library)


def parse_situation(text: str, name: str, library: FileSource = DISK) -> LoadedSituation:
    return situation_of(parse_toml(text, name), name, library)


def situation_of(
    raw: Mapping[str, Any], name: str, library: FileSource = DISK
) -> LoadedSituation:
    """Return a situation from parsed data, which may be part of another file.

    Raise UnusableFile with its faults.
    """
    faults = [] if library.is_closed else name_faults("situation", raw)
    try:
        read = Situation.model_validate(raw)
    except ValidationError as error:
        raise UnusableFile(name, [*faults, *faults_in(error, Situation)]) from error
    if faults:
        raise UnusableFile(name, faults)
    read = _as_known(read, name, library)
    if read.scenario is not None:
        one, other = load_scenario(read.scenario, None, library).sides
        read = read.model_copy(update={"sides": (one.id, other.id)})
    armoury = load_armoury(read.armoury, library)
    if faults := [*_unknown(read, armoury), *_of_no_side(read), *_contradictions(read)]:
        raise UnusableFile(name, faults)
    return LoadedSituation(name, read, armoury)


def _as_known(read: Situation, name: str, library: FileSource) -> Situation:
    """Return a situation of the file *name* with the words by which the library knows files."""
    files = (("scenario", SCENARIOS), ("map", MAPS), ("armoury", ARMOURIES))
    changes = dict[str, str]()
    for key, folder in files:
        word = getattr(read, key) or ""
        known = nearest(library, name, word, folder, ".tmj" if folder == MAPS else ".toml")
        if known != word:
            changes[key] = known
    return read.model_copy(update=changes) if changes else read


def _unknown(read: Situation, armoury: Armoury) -> Iterator[Fault]:
    """Yield a fault for each profile, weapon or value unknown to the armoury or its system."""
    for place, like in _likes(read):
        if like.profile is not None:
            yield from _not_in(f"{place}.profile", "profile", [like.profile], armoury.kinds)
        yield from _not_in(f"{place}.weapons", "weapon", like.weapons, armoury.weapons)
        yield from (Fault(f"{place}.{k}", no) for k, no in like.foreign(armoury.system))


def _not_in(
    place: str, what: str, words: Iterable[str], known: Mapping[str, object]
) -> Iterator[Fault]:
    for word in words:
        if word not in known:
            yield Fault(place, f"there is no {what} {word!r}{did_you_mean(word, known)}")


def _likes(read: Situation) -> Iterator[tuple[str, UnitAt | ModelAt]]:
    yield from ((f"unit[{n}]", unit) for n, unit in enumerate(read.unit))
    yield from ((f"model[{n}]", model) for n, model in enumerate(read.model))


def _of_no_side(read: Situation) -> Iterator[Fault]:
    found = [(f"{place}.side", like.side) for place, like in _likes(read)]
    found += [("first", read.first), ("clock.side", read.clock.side if read.clock else None)]
    found += [(f"zones.{side}", side) for side in read.zones]
    found += [(f"command.{side}", side) for side in (*read.command, *read.expect.command)]
    found += [(f"scores.{side}", side) for side in (*read.scores, *(read.expect.scores or ()))]
    found += [(f"lost[{n}].side", loss.side) for n, loss in enumerate(read.lost)]
    for place, side in found:
        if side is not None and side not in read.sides:
            yield Fault(place, f"{side!r} is neither {read.sides[0]} nor {read.sides[1]}")


def _contradictions(read: Situation) -> Iterator[Fault]:
    models = read.models
    for id_, many in Counter(m.id for m in models).items():
        if many > 1:
            yield Fault("model", f"two models have the id {id_!r}")
    for id_, many in Counter(u.id for u in read.unit).items():
        if many > 1:
            yield Fault("unit", f"two units have the id {id_!r}")
    side_of = dict[str, str]()
    for model in models:
        if side_of.setdefault(model.unit, model.side) != model.side:
            yield Fault("model", f"unit {model.unit!r} would be of two sides")
    if models:
        expected = read.expect
        wanted = [("unit", "unit", u.id) for u in read.unit if u.id not in side_of]
        wanted += [("expect.unit", "unit", u.id) for u in expected.unit if u.id not in side_of]
        ids = {m.id for m in models}
        wanted += [("expect.model", "model", m.id) for m in expected.model if m.id not in ids]
        wanted += [("lost", "model", loss.model) for loss in read.lost if loss.model not in ids]
        yield from (Fault(place, f"there is no {what} {id_!r}") for place, what, id_ in wanted)
