"""Scenario files: mission, map, sides, rules and options."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Annotated, Any, Self

from pydantic import Field, ValidationError, ValidationInfo, field_validator, model_validator

from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_names import naming_fault
from game.content.file_source import (
    DISK,
    MAPS,
    FileSource,
    Refers,
    known_by,
    made_once,
    missing,
    named,
    nearest,
    word_of,
)
from game.content.names_in_files import name_faults
from game.content.rosters import FOLDER as ROSTERS
from game.content.schema_faults import faults_in
from game.content.schemas import Part, Several, Some, Word, Words
from game.content.strict_toml import shared_toml

ORDINARY = "combat_patrol"
FREE = "sandbox"
"""The sandbox: it cannot be won and fits any map, so it is never the default."""
FOLDER = "assets/scenarios"


MAX_CHOICES = 100
"""Maximum number of maps that a scenario names, and of rosters that a side may bring."""
KnownRoster = Annotated[str, Refers("roster")]
KnownMap = Annotated[str, Refers("map")]


class _Side(Part):
    id: Word
    name: Words
    roster: KnownRoster = ""
    """Empty only where all rosters are available in play (``SB-02``)."""
    rosters: Annotated[Several[KnownRoster], Field(max_length=MAX_CHOICES)] = ()


class _Option(Part):
    label: Words
    clause: Annotated[str, Refers("clause")]
    default: bool | Annotated[int, Field(ge=-9999, le=9999)]
    least: int | None = None
    most: int | None = None
    step: Annotated[int, Field(ge=1, le=1000)] = 1
    names: Several[Words] = ()

    @model_validator(mode="after")
    def _bounds_are_for_numbers(self) -> Self:
        if isinstance(self.default, bool) and (self.least, self.most) != (None, None):
            raise ValueError("least and most are for numbers")
        if self.step > 1 and self.least is None:
            raise ValueError("steps go from least: it is missing")
        if self.names and (self.least, self.most, self.step) != (0, len(self.names) - 1, 1):
            raise ValueError("names are for each whole number from least = 0 to most")
        return self

    def option(self, id_: str) -> OptionOf:
        return OptionOf(id_, **dict(self))


class ScenarioFile(Part):
    """Schema of a scenario file."""

    title: Words
    blurb: Annotated[str, Field(min_length=1, max_length=400)]
    system: Annotated[str, Refers("system")]
    mission: Annotated[str, Refers("mission")] = ""
    modules: Several[Annotated[str, Refers("module")]] = ()
    map: KnownMap
    maps: Annotated[Some[KnownMap], Field(max_length=MAX_CHOICES)]
    minutes: Annotated[int, Field(ge=1, le=600)]
    rules: Some[Annotated[str, Refers("clause")]]
    own_forces: bool = False
    side: Annotated[tuple[_Side, _Side], Field(strict=False)]
    option: dict[str, _Option] = Field(default_factory=dict)

    @field_validator("system", "mission", "modules")
    @classmethod
    def _is_played(cls, raw: Any, info: ValidationInfo) -> Any:
        known = (info.context or {}).get(info.field_name)
        for word in (raw,) if isinstance(raw, str) else raw:
            if known is not None and word not in known:
                what = str(info.field_name).removesuffix("s")  # one word of "modules"
                raise ValueError(f"there is no {what} {word!r}{did_you_mean(word, known)}")
        return raw


@dataclass(frozen=True, slots=True)
class SideOf:
    """One side of a scenario, with its rosters."""

    id: str
    name: str
    roster: str
    rosters: tuple[str, ...] = ()
    """All rosters that it may bring, the usual one first."""


@dataclass(frozen=True, slots=True)
class OptionOf:
    """An option that can be set before a game."""

    id: str
    label: str
    clause: str
    _: KW_ONLY
    default: bool | int
    least: int | None = None
    most: int | None = None
    step: int = 1
    """Difference between allowed numbers, counted from ``least``."""
    names: tuple[str, ...] = ()
    """Labels of the numbers from 0 on, if the numbers stand for names."""

    def read(self, text: str) -> bool | int:
        """Parse a value from the command line; raise ValueError."""
        if isinstance(self.default, bool):
            if text.lower() in {"yes", "true", "on", "1"}:
                return True
            if text.lower() in {"no", "false", "off", "0"}:
                return False
            raise ValueError(f"{self.id} must be yes or no, not {text!r}")
        named = [_word(name) for name in self.names]
        if (word := _word(text)) in named:
            return named.index(word)
        try:
            number = int(text)
        except ValueError:
            if named:
                more = did_you_mean(word, named)
                raise ValueError(f"{self.id} cannot be {text!r}{more}") from None
            raise ValueError(f"{self.id} must be a whole number, not {text!r}") from None
        if not self.allows(number):
            steps = f" in steps of {self.step}" if self.step > 1 else ""
            words = f"{self.id} must be {self.least} to {self.most}{steps}, not {number}"
            raise ValueError(words)
        return number

    def allows(self, value: bool | int | str) -> bool:  # noqa: FBT001  the value of an option
        if isinstance(value, str):  # possible in a save that was edited by hand
            return False
        if isinstance(self.default, bool) or isinstance(value, bool):
            return isinstance(value, bool) and isinstance(self.default, bool)
        low, high = self.least, self.most
        on_a_step = (value - (low or 0)) % self.step == 0
        return on_a_step and (low is None or value >= low) and (high is None or value <= high)


def _word(name: str) -> str:
    """Return a label as it is written on the command line: ``"acid-rain"``."""
    return name.strip().lower().replace(" ", "-").replace(",", "")


CARRIED: Mapping[str, OptionOf] = {
    "chooser": OptionOf(
        "chooser", label="Who chooses", clause="MI-06", default=0, least=0, most=2
    ),
    "sewer_rats": OptionOf(
        "sewer_rats",
        label="Sewer rats, from drains",
        clause="MI-06",
        default=0,
        least=0,
        most=2,
    ),
}
"""``MI-06``  Options that a battle may set for a later one.

The value 1 is the first side, 2 the second. Scenarios do not have these options, and
setups do not offer them, unless their files name them.
"""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario that was read from a file: the mission, map, sides and options."""

    id: str
    file: str
    title: str
    _: KW_ONLY
    blurb: str
    system: str
    mission: str
    """Mission; empty if the system itself decides the winner."""
    modules: tuple[str, ...]
    map: str
    maps: tuple[str, ...]
    minutes: int
    """Typical length of a game of two people, in minutes."""
    rules: tuple[str, ...]
    """Clauses that apply, or prefixes of clauses."""
    sides: tuple[SideOf, SideOf]
    options: Mapping[str, OptionOf]
    own_forces: bool = False
    """True if a side may bring a roster of the user's instead of those listed."""

    def forces(self, chosen: Mapping[str, str] = {}) -> dict[str, str]:
        """Return the roster of each side, as chosen or else the usual one.

        Raise ValueError for a roster that a side may not bring, or an unknown side.
        """
        forces = dict[str, str]()
        for side in self.sides:
            forces[side.id] = word = chosen.get(side.id, side.roster)
            if word not in (side.roster, *side.rosters) and not self.own_forces:
                may = ", ".join(side.rosters)
                raise ValueError(
                    f"{side.name} cannot bring {word!r} to {self.title}; choose: {may}"
                )
        for id_ in chosen:
            if id_ not in forces:
                more = did_you_mean(id_, forces)
                raise ValueError(f"{id_!r} is not a side of {self.title}{more}")
        return forces

    def option(self, name: str) -> OptionOf:
        """Return an option by its name; raise ValueError if there is none."""
        if name in self.options:
            return self.options[name]
        if name in CARRIED:
            return CARRIED[name]
        more = did_you_mean(name, self.options)
        raise ValueError(f"{self.id} has no option {name!r}{more}")

    def settings(self, chosen: Mapping[str, Any] = {}) -> dict[str, bool | int]:
        """Return the values of all options; raise ValueError for an invalid choice."""
        for name in chosen:
            self.option(name)
        settings = {name: option.default for name, option in self.options.items()} | dict(
            chosen
        )
        for name, value in settings.items():
            if not self.option(name).allows(value):
                raise ValueError(f"{value!r} is not a value of the option {name}")
        return settings


def scenario_names(library: FileSource = DISK) -> list[str]:
    """Return the names of all scenarios, with the ordinary battle first for newcomers."""
    names = library.names(FOLDER, ".toml")
    return sorted(names, key=lambda name: (name != ORDINARY, name == FREE))


def load_scenario(
    word: str,
    played: Mapping[str, Sequence[str]] | None = None,
    library: FileSource = DISK,
    *,
    whole: bool = True,
) -> Scenario:
    """Return a scenario by its name (``combat_patrol``) or path; raise UnusableFile.

    *played* lists the known systems, missions and modules by the key's name; with None they
    are not checked. *whole* is whether all its maps and rosters must exist; a save only
    carries those that were played.
    """
    if no := missing(library, "scenario", word, FOLDER, ".toml"):
        raise UnusableFile("", [("", no)])
    name = named(word, FOLDER, ".toml")
    with known_by(library):
        return made_once(
            library,
            ("scenario", name, played is None, whole),
            lambda source: parse_scenario(source.read(name), name, played, source, whole=whole),
        )


def parse_scenario(
    text: str,
    name: str,
    played: Mapping[str, Sequence[str]] | None = None,
    library: FileSource = DISK,
    *,
    whole: bool = True,
) -> Scenario:
    raw = shared_toml(text, name)
    faults = [] if library.is_closed else name_faults("scenario", raw)
    try:
        read = ScenarioFile.model_validate(raw, context=played)
    except ValidationError as error:
        raise UnusableFile(name, [*faults, *faults_in(error, ScenarioFile)]) from error
    read = _as_known(read, name, library)
    leading_out = {fault.place for fault in faults}
    faults += _missing_files(read, library, leading_out) if whole else []
    if faults := [*faults, *_oddities(read)]:
        raise UnusableFile(name, faults)
    options = {id_: option.option(id_) for id_, option in read.option.items()}
    one, other = (
        SideOf(
            s.id, s.name, s.roster, tuple(dict.fromkeys(filter(None, (s.roster, *s.rosters))))
        )
        for s in read.side
    )
    return Scenario(
        id=word_of(name, FOLDER, ".toml"),
        file=name,
        sides=(one, other),
        options=options,
        **read.model_dump(exclude={"side", "option"}),
    )


def _as_known(read: ScenarioFile, name: str, library: FileSource) -> ScenarioFile:
    """Return a scenario of the file *name* with the words by which the library knows files.

    Words that may lead out of the library, which are faults, stay as they are.
    """

    def map_(word: str) -> str:
        return word if naming_fault(word) else nearest(library, name, word, MAPS, ".tmj")

    def roster(word: str) -> str:
        return word if naming_fault(word) else nearest(library, name, word, ROSTERS, ".toml")

    sides = [
        side.model_copy(
            update={"roster": roster(side.roster), "rosters": tuple(map(roster, side.rosters))}
        )
        for side in read.side
    ]
    changes = {"map": map_(read.map), "maps": tuple(map(map_, read.maps))}
    return read.model_copy(update={**changes, "side": tuple(sides)})


def _missing_files(
    read: ScenarioFile, library: FileSource, besides: Collection[str]
) -> list[Fault]:
    """Return a fault for each file that does not exist, but for those at some places."""
    wanted = [("map", "map", read.map, MAPS, ".tmj")]
    wanted += [(f"maps[{n}]", "map", m, MAPS, ".tmj") for n, m in enumerate(read.maps)]
    for n, side in enumerate(read.side):
        if side.roster:
            wanted.append((f"side[{n}].roster", "roster", side.roster, ROSTERS, ".toml"))
        wanted += [
            (f"side[{n}].rosters[{m}]", "roster", word, ROSTERS, ".toml")
            for m, word in enumerate(side.rosters)
        ]
    return [
        Fault(place, no)
        for place, kind, word, folder, ending in wanted
        if place not in besides and (no := missing(library, kind, word, folder, ending))
    ]


def _oddities(read: ScenarioFile) -> list[Fault]:
    faults = list[Fault]()
    if read.side[0].id == read.side[1].id:
        faults.append(Fault("side", f"both sides are called {read.side[0].id!r}"))
    for id_, o in read.option.items():
        if not o.option(id_).allows(o.default):
            steps = f" in steps of {o.step}" if o.step > 1 else ""
            words = f"is not between least and most{steps}"
            faults.append(Fault(f"option.{id_}.default", words))
    return faults
