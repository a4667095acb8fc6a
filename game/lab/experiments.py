"""Experiments, whose files describe many games of bots."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, fields, replace
from functools import lru_cache
from hashlib import sha256
from itertools import product
from math import ceil, prod
from typing import Annotated, Any, NamedTuple, Self

from pydantic import BeforeValidator, Field, TypeAdapter, ValidationError, model_validator

from game.bots.match import SeatAssignment
from game.bots.registry import BOTS_OF_LEVEL, POLICIES, policy
from game.bots.steady.personalities import parse_personality
from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_source import FileSource, LayeredSource
from game.content.file_words import named
from game.content.library_kinds import BOT
from game.content.names_in_files import name_faults
from game.content.reading import MIB
from game.content.scenarios import load_scenario
from game.content.schema_faults import faults_in
from game.content.schemas import Part, Refers, Several, Some, Words, Written, about
from game.content.source_cache import CachingSource
from game.content.strict_toml import parse_toml
from game.content.toml_statements import TomlValue
from game.content.user_files import DISK
from game.lab.confidence import Z
from game.rules import PLAYED
from game.rules.battles import Battle, GameSetup
from game.table.records import Side

MAX_GAMES = 1_000_000
MAX_CELLS = 1_000
MAX_VALUES = 64
BATCH = 50
"""Games of a cell after which it is judged again whether its intervals are narrow enough."""
MAX_CELL_BYTES = 16 * MIB
"""Maximum size in bytes of the description of a cell, with the texts of its files."""
MAX_CELLS_BYTES = 128 * MIB
"""Maximum size in bytes of the descriptions of all cells of a store."""
USUAL = ("steady,steady",)
Value = bool | int | str
LISTED = BeforeValidator(lambda value: value if isinstance(value, list) else [value])
"""Lets a single value stand for a list of one."""
Number = Annotated[int, Field(ge=1, le=MAX_GAMES)]
Players = Annotated[str, Written("two bots: `steady,random`", "pairs: `steady,random`")]
KnownScenario = Annotated[str, Refers("scenario", may_be_empty=True)]
KnownMap = Annotated[str, Refers("map", may_be_empty=True)]
KnownRoster = Annotated[str, Refers("roster", may_be_empty=True)]


class Changes(Part):
    """Settings of one variant, in place of those of the experiment."""

    name: Annotated[Words, about("different for each variant")]
    scenario: Annotated[
        KnownScenario, about("the only scenario", usual="those of the experiment")
    ] = ""
    map: Annotated[KnownMap, about("the only map", usual="those of the experiment")] = ""
    players: Annotated[Players, about("the only players", usual="those of the experiment")] = ""
    options: Annotated[
        dict[str, Value],
        about("in place of those of the experiment", value="table: option = value"),
    ] = Field(default_factory=dict)
    rosters: Annotated[
        dict[str, KnownRoster],
        about("in place of those of the experiment", value="table: side = roster"),
    ] = Field(default_factory=dict)
    files: Annotated[
        dict[str, str],
        about("texts of files that the games read, by their names", value="table: file = text"),
    ] = Field(default_factory=dict)


class Tune(Part):
    """The values to be tried, of a key in a file that the games read or of an option."""

    file: Annotated[
        str,
        Refers("file", may_be_empty=True),
        about(
            "the file, by the name by which games read it: `assets/rosters/wardens-patrol.toml`"
        ),
    ] = ""
    key: Annotated[
        str, about("the path of the value in the file: `profile.warden.T`, `unit[2].points`")
    ] = ""
    option: Annotated[
        str, Written("id of an option"), about("an option, instead of file and key")
    ] = ""
    values: Annotated[
        Several[TomlValue],
        Field(min_length=2, max_length=MAX_VALUES),
        about("the values to be tried"),
    ]
    games: Annotated[Number, about("number of games of all values together")]

    @model_validator(mode="after")
    def _names_one_thing(self) -> Self:
        if bool(self.option) == bool(self.file and self.key) or (self.option and self.file):
            raise ValueError("needs either file and key, or option")
        return self


class Train(Part):
    """The weights of a bot that are trained."""

    bot: Annotated[
        str, Refers("bot"), about("the bot that is trained, and its opponent in the test")
    ] = "steady"
    weights: Annotated[
        Some[Annotated[str, Written("key of a weight: `classic.danger`", "weights")]],
        about("the weights that change"),
    ]
    games: Annotated[Number, about("number of games of the training, without its test")]


class ExperimentHead(Part):
    """The keys that all cells of an experiment share."""

    title: Annotated[Words, about("its name")]
    games: Annotated[Number, about("number of games of each combination")] = 100
    first_seed: Annotated[
        int, Field(ge=0, le=2**62), about("seed of the first game", value="0 or more")
    ] = 1
    until: Annotated[
        Annotated[float, Field(gt=0.0, le=50.0)] | None,
        about(
            "a combination ends when each of its intervals is within so many percent to each "
            "side, or with the last of `games`",
            usual="no limit",
        ),
    ] = None


class ExperimentFile(ExperimentHead):
    """Schema of an experiment file."""

    scenarios: Annotated[
        Some[Annotated[str, Refers("scenario")]], about("each is played on every map")
    ]
    maps: Annotated[
        Several[KnownMap],
        about("each is played by every pair of players", usual="the scenario's"),
    ] = ()
    players: Annotated[Some[Players], about("pairs of bots")] = USUAL
    options: Annotated[
        dict[str, Annotated[Some[Value], LISTED]],
        about("options with their values", value="table: option = value, or list of values"),
    ] = Field(default_factory=dict)
    rosters: Annotated[
        dict[str, Annotated[Some[KnownRoster], LISTED]],
        about("rosters of the sides", value="table: side = roster, or list of rosters"),
    ] = Field(default_factory=dict)
    variant: Annotated[
        Several[Changes], about("changes whose games are compared with one another")
    ] = ()
    tune: Annotated[Tune | None, about("a question, to which the games are the answer")] = None
    train: Annotated[Train | None, about("weights to be trained by the games")] = None

    @model_validator(mode="after")
    def _variants_are_told_apart(self) -> Self:
        names = [one.name for one in self.variant]
        if len(set(names)) < len(names):
            raise ValueError("two variants have the same name")
        tables = {"[[variant]]": self.variant, "[tune]": self.tune, "[train]": self.train}
        if len(given := [name for name, table in tables.items() if table]) > 1:
            raise ValueError(f"{' and '.join(given)} exclude each other")
        if self.train and "players" in self.model_fields_set:
            raise ValueError("[train] names the bot that plays: leave out players")
        return self


@dataclass(frozen=True, slots=True)
class CellSetup(GameSetup):
    """The description of games, all but the seed: equal descriptions have equal games.

    It carries the texts of all files that the games read, so that they can be played on a
    computer that lacks them.
    """

    _: KW_ONLY
    players: tuple[str, str]
    """Names of the policies, that of the scenario's first side first."""
    variant: str = ""

    @property
    def packed(self) -> bytes:
        """Return the description, without the variant's name, as compressed JSON."""
        return zlib.compress(self._json, 6)

    @property
    def _json(self) -> bytes:
        raw = {one.name: getattr(self, one.name) for one in fields(self)}
        del raw["variant"]
        return json.dumps(raw, sort_keys=True).encode()

    @property
    def key(self) -> str:
        """Return the hash of the description."""
        return sha256(self._json).hexdigest()

    def seats(self, sides: Sequence[Side]) -> SeatAssignment:
        """Return the policies of both sides; raise KeyError or UnusableFile."""
        named_ = dict(zip(sides, self.players, strict=True))
        policies = {side: self._policy(name) for side, name in named_.items()}
        return SeatAssignment(policies, named_)

    def _policy(self, name: str) -> Any:
        if (file := named(name, BOT)) not in self.files:
            return policy(name)
        one = parse_personality(self.files[file], file, LayeredSource(self.files, DISK))
        return BOTS_OF_LEVEL[one.level](one.weights)


@lru_cache(maxsize=1)
def _setups() -> TypeAdapter[CellSetup]:
    return TypeAdapter(CellSetup)


def unpacked(packed: object, variant: str = "", name: str = "") -> CellSetup:
    """Return the description of compressed JSON; raise UnusableFile for the file *name*."""
    return described(inflated(packed, name), variant, name)


def described(data: bytes, variant: str, name: str) -> CellSetup:
    """Return the description in JSON; raise UnusableFile for the file *name*."""
    try:
        return replace(_setups().validate_json(data), variant=variant)
    except ValidationError as error:
        raise UnusableFile(name, faults_in(error)) from error


def inflated(packed: object, name: str, most: int = MAX_CELL_BYTES) -> bytes:
    """Return decompressed bytes, at most *most*; raise UnusableFile for the file *name*."""
    try:
        one = zlib.decompressobj()
        data = one.decompress(packed if isinstance(packed, bytes) else b"", most)
    except zlib.error as error:
        raise UnusableFile(name, [("", "a game or cell in it is damaged")]) from error
    if one.unconsumed_tail or not one.eof:
        raise UnusableFile(name, [("", "a game or cell in it is damaged or too large")])
    return data


class Experiment(NamedTuple):
    """An experiment with its cells, in the order of its file."""

    title: str
    cells: tuple[CellSetup, ...]
    games: int
    """Number of games of each cell."""
    first_seed: int = 1
    until: float | None = None
    """Percent to each side at which the interval of a cell is narrow enough."""

    @property
    def seeds(self) -> range:
        """Return the seeds of each cell."""
        return range(self.first_seed, self.first_seed + self.games)

    def up_to(self, until: float | None) -> Experiment:
        """Return it with a limit to the width of intervals, and no more games than that takes.

        An interval is widest if a side wins half of the games.
        """
        if until is None:
            return self
        ratio = 50 / until
        most = min(Z * Z * (ratio * ratio - 1), float(self.games))
        games = BATCH * max(1, ceil(most / BATCH))
        return self._replace(until=until, games=min(self.games, games))


def setup_of(battle: Battle, players: tuple[str, str], variant: str = "") -> CellSetup:
    """Return the description of a battle's games, with the texts of its files."""
    own = {named(name, BOT) for name in players}
    bots = {file: DISK.read(file) for file in sorted(own) if DISK.own_file(file)}
    return CellSetup(
        battle.scenario.file,
        battle.map,
        players=players,
        options=dict(battle.settings),
        rosters=dict(battle.rosters),
        files={**battle.files, **bots},
        variant=variant,
    )


def load_experiment(path: str, library: FileSource = DISK) -> Experiment:
    """Return the experiment of a file; raise UnusableFile with all its faults."""
    return parse_experiment(library.read(path), path, library)


def parse_experiment(text: str, name: str, library: FileSource = DISK) -> Experiment:
    """Return the experiment of a text; raise UnusableFile with all faults of its cells."""
    read = read_experiment(text, name)
    if read.tune:
        raise UnusableFile(name, [("[tune]", "asks a question: answer it by `lab tune`")])
    if read.train:
        raise UnusableFile(name, [("[train]", "trains weights: do it by `lab train`")])
    return experiment_of(read, name, library)


def read_experiment(text: str, name: str) -> ExperimentFile:
    """Return the data of an experiment file; raise UnusableFile if they break the schema."""
    raw = parse_toml(text, name)
    faults = name_faults(ExperimentFile, raw)
    try:
        read = ExperimentFile.model_validate(raw)
    except ValidationError as error:
        raise UnusableFile(name, [*faults, *faults_in(error, ExperimentFile)]) from error
    if faults:
        raise UnusableFile(name, faults)
    return read


def experiment_of(read: ExperimentFile, name: str, library: FileSource = DISK) -> Experiment:
    """Return the experiment of a file's data; raise UnusableFile with all its faults."""
    library = CachingSource(library)
    faults, cells = list[Fault](), dict[str, CellSetup]()
    for chosen in _grid(read, name):
        try:
            cell = _cell(chosen, library)
        except UnusableFile as error:
            faults += [
                one._replace(place=_place(chosen, error.file, one)) for one in error.faults
            ]
            continue
        if cell.key in cells:
            other = cells[cell.key].variant
            words = f"{chosen.scenario} of {chosen.players}, {chosen.map or 'its map'}"
            if cell.variant != other:
                words = f"{cell.variant!r} and {other!r}"
            faults.append(Fault("", f"describes the same games twice: {words}"))
        cells[cell.key] = cell
    if faults:
        raise UnusableFile(name, list(dict.fromkeys(faults)))
    experiment = Experiment(read.title, tuple(cells.values()), read.games, read.first_seed)
    return experiment.up_to(read.until)


def _cell(chosen: Changes, library: FileSource) -> CellSetup:
    """Return the description of one place in the grid; raise UnusableFile.

    Without a map it is the scenario's usual one, even if another would fit: cells that differ
    by an option do not differ by their maps as well.
    """
    players = players_named(chosen.players)
    setup = GameSetup(
        chosen.scenario,
        chosen.map,
        options=chosen.options,
        rosters=chosen.rosters,
        files=chosen.files,
    )
    if not setup.map:
        usual = load_scenario(setup.scenario, PLAYED, setup.source(library)).map
        setup = replace(setup, map=usual)
    return setup_of(setup.battle(0, library, suggest=True), players, chosen.name)


def players_named(words: str) -> tuple[str, str]:
    """Return the two players of ``steady,bold``; raise UnusableFile if one is unknown."""
    names = [one.strip() for one in words.split(",")]
    unknown = [name for name in names if name not in POLICIES]
    if len(names) != 2:
        raise UnusableFile("", [("players", f"{words!r} should name two bots: steady,steady")])
    if unknown:
        more = did_you_mean(unknown[0], POLICIES)
        raise UnusableFile("", [("players", f"there is no bot {unknown[0]!r}{more}")])
    return names[0], names[1]


def _grid(read: ExperimentFile, name: str) -> Iterator[Changes]:
    """Yield all combinations; raise UnusableFile if there are too many."""
    many = prod(map(len, (*read.options.values(), *read.rosters.values(), read.scenarios)))
    many *= max(1, len(read.maps)) * len(read.players) * max(1, len(read.variant))
    if many > MAX_CELLS:
        words = f"describes {many} combinations; the limit is {MAX_CELLS}"
        raise UnusableFile(name, [("", words)])
    options = [[(key, one) for one in values] for key, values in read.options.items()]
    rosters = [[(key, one) for one in values] for key, values in read.rosters.items()]
    variants = read.variant or (Changes.model_construct(name=""),)
    axes = (
        read.scenarios,
        read.maps or ("",),
        read.players,
        [*product(*options)],
        [*product(*rosters)],
        variants,
    )
    for scenario, map_, players, option, roster, variant in product(*axes):
        chosen = {
            "scenario": variant.scenario or scenario,
            "map": variant.map or map_,
            "players": variant.players or players,
            "options": {**dict(option), **variant.options},
            "rosters": {**dict(roster), **variant.rosters},
        }
        yield variant.model_copy(update=chosen)


def _place(chosen: Changes, file: str, fault: Fault) -> str:
    """Return the place of a fault in the experiment: its cell, its file, its key."""
    where = [chosen.scenario, f"variant {chosen.name!r}" if chosen.name else ""]
    where += ["" if file in (chosen.scenario, "") else file, fault.place]
    return ", ".join(filter(None, where))
