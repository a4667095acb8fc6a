"""Scenario files, each of which describes a battle with its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_source import FileSource, known_by
from game.content.file_words import name_of
from game.content.library_files import LibraryFile
from game.content.library_kinds import SCENARIO
from game.content.references import KnownWords, LibraryNames
from game.content.scenario_order import place_of
from game.content.schema_faults import validated
from game.content.schemas import (
    Among,
    AtMost,
    Part,
    Refers,
    Several,
    Some,
    Word,
    Words,
    about,
)
from game.content.source_cache import made_once
from game.content.strict_toml import shared_toml
from game.content.user_files import DISK

ORDINARY = "combat_patrol"
FREE = "sandbox"
"""The sandbox: it cannot be won and fits any map, so it is never the default."""


MAX_CHOICES = 100
"""Maximum number of maps and of modules that a scenario names, and of rosters of a side."""
MAX_GOAL = 48
"""Maximum length of the goal of a side, in characters."""
KnownRoster = Annotated[str, Refers("roster")]
KnownMap = Annotated[str, Refers("map")]


class ScenarioSide(Part):
    """One side of a scenario, with its rosters."""

    id: Annotated[Word, about("for `--roster`, and for `side` on maps; different for both")]
    name: Annotated[Words, about("shown in the log")]
    roster: Annotated[
        str,
        Refers("roster", may_be_empty=True),
        about("the roster it brings; empty in the sandbox only", "SB-02"),
    ] = ""
    rosters: Annotated[
        Several[KnownRoster],
        AtMost(MAX_CHOICES),
        Field(validate_default=True),
        about("other rosters to choose from"),
    ] = ()
    """All rosters that it may bring, the usual one first."""
    goal: Annotated[
        str,
        Field(max_length=MAX_GOAL),
        about("what it has to do to win, in a few words for spectators"),
    ] = ""

    @field_validator("rosters")
    @classmethod
    def _usual_first(cls, rosters: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        return tuple(dict.fromkeys(filter(None, (info.data.get("roster"), *rosters))))


class ScenarioOption(Part):
    """An option that can be set before a game."""

    label: Annotated[Words, about("shown on the set-up screen")]
    clause: Annotated[str, Refers("clause"), about("shown beside it")]
    default: Annotated[
        bool | Annotated[int, Field(ge=-9999, le=9999)],
        about("a number makes the option a number"),
    ]
    least: Annotated[int | None, about("smallest value", usual="no limit")] = None
    most: Annotated[int | None, about("largest value", usual="no limit")] = None
    step: Annotated[
        int, Field(ge=1, le=1000), about("from one value to the next; needs `least`")
    ] = 1
    names: Annotated[
        Several[Words], about("a word for each number from `least` = 0 to `most`")
    ] = ()

    @model_validator(mode="after")
    def _bounds_are_for_numbers(self) -> Self:
        if isinstance(self.default, bool) and (self.least, self.most) != (None, None):
            raise ValueError("least and most are for numbers")
        if self.step > 1 and self.least is None:
            raise ValueError("steps go from least: it is missing")
        if self.names and (self.least, self.most, self.step) != (0, len(self.names) - 1, 1):
            raise ValueError("names are for each whole number from least = 0 to most")
        return self

    @property
    def in_steps(self) -> str:
        """Return the words for the steps between numbers; empty if all numbers count."""
        return f" in steps of {self.step}" if self.step > 1 else ""

    def read(self, name: str, text: str) -> bool | int:
        """Parse a value of the option *name* from the command line; raise ValueError."""
        if isinstance(self.default, bool):
            if text.lower() in {"yes", "true", "on", "1"}:
                return True
            if text.lower() in {"no", "false", "off", "0"}:
                return False
            raise ValueError(f"{name} must be yes or no, not {text!r}")
        labels = [_word(label) for label in self.names]
        if (word := _word(text)) in labels:
            return labels.index(word)
        try:
            number = int(text)
        except ValueError:
            if labels:
                more = did_you_mean(word, labels)
                raise ValueError(f"{name} cannot be {text!r}{more}") from None
            raise ValueError(f"{name} must be a whole number, not {text!r}") from None
        if not self.allows(number):
            bounds = f"{self.least} to {self.most}{self.in_steps}"
            raise ValueError(f"{name} must be {bounds}, not {number}")
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


CARRIED: Mapping[str, ScenarioOption] = {
    "chooser": ScenarioOption(label="Who chooses", clause="MI-06", default=0, least=0, most=2),
    "sewer_rats": ScenarioOption(
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


class Scenario(LibraryFile):
    """A scenario: the mission, map, sides and options."""

    kind = SCENARIO

    title: Annotated[Words, about("shown on the set-up screen")]
    blurb: Annotated[str, Field(min_length=1, max_length=400), about("what it is about")]
    system: Annotated[str, Refers("system"), about("the rule system")]
    mission: Annotated[str, Refers("mission"), about("what the sides play for")] = ""
    """Mission; empty if the system itself decides the winner."""
    modules: Annotated[
        Several[Annotated[str, Refers("module")]],
        AtMost(MAX_CHOICES),
        about("rules laid over the system"),
    ] = ()
    map: Annotated[
        KnownMap,
        Among("maps"),
        about(
            "the map chosen at first, one of `maps`; where the options do not fit it, the "
            "first of `maps` that they fit is taken"
        ),
    ]
    maps: Annotated[
        Some[KnownMap],
        AtMost(MAX_CHOICES),
        about("maps that the set-up screen offers, if the options fit them"),
    ]
    minutes: Annotated[int, Field(ge=1, le=600), about("how long two people play")]
    rules: Annotated[
        Some[Annotated[str, Refers("clause")]],
        about('the clauses it is played by, or their beginnings: "MI-03", "CC"'),
    ]
    own_forces: Annotated[bool, about("players may bring any roster of the system")] = False
    bot: Annotated[
        str,
        Refers("bot"),
        about("the bot that the set-up screen seats against a person at first"),
    ] = "steady"
    sides: Annotated[
        tuple[ScenarioSide, ScenarioSide],
        Field(strict=False, alias="side"),
        about(
            "the sides, in the order in which the mission names them; the first is drawn in "
            "the first colour of the palette, unless their `id`s are colours: `red` is never "
            "drawn blue"
        ),
    ]
    options: Annotated[dict[str, ScenarioOption], about("what players may set")] = Field(
        default_factory=dict, alias="option"
    )

    @field_validator("sides")
    @classmethod
    def _sides_are_told_apart(
        cls, sides: tuple[ScenarioSide, ScenarioSide]
    ) -> tuple[ScenarioSide, ScenarioSide]:
        if sides[0].id == sides[1].id:
            raise ValueError(f"both sides are called {sides[0].id!r}")
        return sides

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

    def option(self, name: str) -> ScenarioOption:
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
    """Return the names of all scenarios, in the order in which they are offered."""
    return sorted(library.names(SCENARIO), key=place_of)


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
    name = name_of(library, word, SCENARIO)
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
    # One word of "modules" is a module.
    words = {key.removesuffix("s"): known for key, known in (played or {}).items()}
    names = LibraryNames(library, name, must_exist=whole, words=KnownWords(words))
    read = validated(Scenario, shared_toml(text, name), name, names)
    if faults := [*_beyond_bounds(read)]:
        raise UnusableFile(name, faults)
    return read


def _beyond_bounds(read: Scenario) -> Iterator[Fault]:
    """Yield a fault for each option whose default is not one of its values."""
    for id_, o in read.options.items():
        if not o.allows(o.default):
            yield Fault(f"option.{id_}.default", f"is not between least and most{o.in_steps}")
