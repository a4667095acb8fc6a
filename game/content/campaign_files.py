"""Campaign files: battles, each with the results that lead to the next (MI-06)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_source import (
    DISK,
    MAPS,
    FileSource,
    known_by,
    missing,
    named,
    nearest,
    word_of,
)
from game.content.names_in_files import name_faults
from game.content.rosters import FOLDER as ROSTERS
from game.content.scenarios import FOLDER as SCENARIOS
from game.content.schema_faults import faults_in
from game.content.schemas import Part, Several, Some, Word, Words
from game.content.strict_toml import parse_toml

FOLDER = "assets/campaigns"
DRAW = "draw"
MAX_BATTLES = 40
MAX_EXTRA = 20
"""Maximum number of units that join the sides after a result."""

Prose = Annotated[str, Field(min_length=1, max_length=1200)]
Hundredths = Annotated[int, Field(ge=0, le=100)]


class Extra(Part):
    """A unit of some roster that joins a side for the next battle."""

    side: Word
    roster: str
    unit: Word


class CampaignResult(Part):
    """The consequences of one result of a battle: a side's victory, or a draw."""

    winner: Word
    """The id of a side of the campaign, or ``draw``."""
    text: Prose
    next: Word | None = None
    """Id of the battle that follows; None if the campaign ends with this result."""
    points: dict[str, Annotated[int, Field(ge=0, le=100)]] = Field(default_factory=dict)
    chooses: Word | None = None
    """Id of the side that chooses zones and the first turn in the next battle."""
    sewer_rats: Word | None = None
    """Id of the side that has sewer rats in the next battle."""
    options: dict[str, bool | int] = Field(default_factory=dict)
    """Scenario options set for the next battle."""
    extra: Annotated[Several[Extra], Field(max_length=MAX_EXTRA)] = ()

    @property
    def changes(self) -> bool:
        """Return whether the result changes anything in the next battle."""
        return bool(self.chooses or self.sewer_rats or self.options or self.extra)


class CampaignBattle(Part):
    """A battle of a campaign."""

    id: Word
    title: Words
    text: Prose
    scenario: str
    at: Annotated[tuple[Hundredths, Hundredths], Field(strict=False)]
    """Position on the campaign's map, in hundredths of its width and height."""
    map: str | None = None
    """Name of the map; None for the scenario's usual map."""
    swapped: bool = False
    """True if the campaign's first side plays the scenario's second."""
    options: dict[str, bool | int] = Field(default_factory=dict)
    rosters: dict[str, str] = Field(default_factory=dict)
    """Rosters by side, where a side does not bring the scenario's usual roster."""
    result: Some[CampaignResult]

    def after(self, winner: str) -> CampaignResult:
        """Return the result that applies if *winner*, a side's id or ``draw``, wins."""
        return next(one for one in self.result if one.winner == winner)


class _Side(Part):
    id: Word
    name: Words


class _Campaign(Part):
    title: Words
    blurb: Annotated[str, Field(min_length=1, max_length=400)]
    start: Word
    losses: Literal["none", "half", "all"] = "none"
    experience: Annotated[int, Field(ge=0, le=20)] = 0
    side: Annotated[tuple[_Side, _Side], Field(strict=False)]
    battle: Annotated[Some[CampaignBattle], Field(max_length=MAX_BATTLES)]


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign that was read from a file and passed all checks."""

    id: str
    file: str
    text: str
    """Text of the whole file; a running campaign keeps a copy of it."""
    _: KW_ONLY
    title: str
    blurb: str
    start: str
    losses: str
    """Share of its lost models that a roster lacks the next time: none, half or all."""
    experience: int
    """Number of battles after which a surviving unit is seasoned; 0 for never."""
    names: Mapping[str, str]
    """Names of both sides by their ids, the first side first."""
    stages: Mapping[str, CampaignBattle]

    @property
    def sides(self) -> tuple[str, str]:
        """Return the ids of both sides, the first side first."""
        one, other = self.names
        return one, other


def campaign_names(library: FileSource = DISK) -> list[str]:
    """Return the names of all campaigns, shipped and the user's own."""
    return library.names(FOLDER, ".toml")


def load_campaign(word: str, library: FileSource = DISK) -> Campaign:
    """Return a campaign by its name (``the-water-below``) or path; raise UnusableFile."""
    if no := missing(library, "campaign", word, FOLDER, ".toml"):
        raise UnusableFile("", [("", no)])
    name = named(word, FOLDER, ".toml")
    with known_by(library):
        return parse_campaign(library.read(name), name, library)


def parse_campaign(text: str, name: str, library: FileSource = DISK) -> Campaign:
    """Parse a campaign; raise UnusableFile with all its faults.

    Its battles name files by the words by which *library* knows them; ``check_campaign``
    checks whether they can be played.
    """
    raw = parse_toml(text, name)
    faults = [] if library.is_closed else name_faults("campaign", raw)
    try:
        read = _Campaign.model_validate(raw)
    except ValidationError as error:
        raise UnusableFile(name, [*faults, *faults_in(error, _Campaign)]) from error
    if faults := [*faults, *([*_oddities(read)] or [*_astray(read)])]:
        raise UnusableFile(name, faults)
    return Campaign(
        id=word_of(name, FOLDER, ".toml"),
        file=name,
        text=text,
        names={side.id: side.name for side in read.side},
        stages={stage.id: _as_known(stage, name, library) for stage in read.battle},
        **read.model_dump(exclude={"side", "battle"}),
    )


def _as_known(stage: CampaignBattle, name: str, library: FileSource) -> CampaignBattle:
    """Return a battle of the campaign *name* with the words by which files are known."""

    def roster(word: str) -> str:
        return nearest(library, name, word, ROSTERS, ".toml")

    results = [
        one.model_copy(
            update={
                "extra": tuple(
                    extra.model_copy(update={"roster": roster(extra.roster)})
                    for extra in one.extra
                )
            }
        )
        for one in stage.result
    ]
    changes = {
        "scenario": nearest(library, name, stage.scenario, SCENARIOS, ".toml"),
        "map": nearest(library, name, stage.map, MAPS, ".tmj") if stage.map else None,
        "rosters": {side: roster(word) for side, word in stage.rosters.items()},
        "result": tuple(results),
    }
    return stage.model_copy(update=changes)


def _oddities(read: _Campaign) -> Iterator[Fault]:
    """Yield a fault for each unknown id, and for each missing or repeated result."""
    sides, ids = [side.id for side in read.side], [stage.id for stage in read.battle]
    if sides[0] == sides[1] or DRAW in sides:
        yield Fault("side", f"two ids that differ, and none of them {DRAW!r}")
    yield from _unknown("start", "battle", [read.start], ids)
    for n, stage in enumerate(read.battle):
        place = f"battle[{n}]"
        if stage.id in ids[:n]:
            yield Fault(f"{place}.id", f"two battles are called {stage.id!r}")
        yield from _unknown(f"{place}.rosters", "side", stage.rosters, sides)
        winners = [one.winner for one in stage.result]
        for winner in (*sides, DRAW):
            if winners.count(winner) != 1:
                many = "no result" if winner not in winners else "more than one result"
                yield Fault(f"{place}.result", f"has {many} for {winner!r}")
        for m, one in enumerate(stage.result):
            yield from _of_result(f"{place}.result[{m}]", one, sides, ids)


def _of_result(
    place: str, one: CampaignResult, sides: Sequence[str], ids: Sequence[str]
) -> Iterator[Fault]:
    yield from _unknown(f"{place}.winner", "side", [one.winner], [*sides, DRAW])
    yield from _unknown(f"{place}.next", "battle", [one.next], ids)
    yield from _unknown(f"{place}.points", "side", one.points, sides)
    yield from _unknown(f"{place}.chooses", "side", [one.chooses], sides)
    yield from _unknown(f"{place}.sewer_rats", "side", [one.sewer_rats], sides)
    yield from _unknown(f"{place}.extra", "side", [extra.side for extra in one.extra], sides)
    if one.next is None and one.changes:
        yield Fault(place, "changes the next battle, but none follows: say which is next")


def _unknown(
    place: str,
    what: str,
    words: Sequence[str | None] | Mapping[str, object],
    known: Sequence[str],
) -> Iterator[Fault]:
    for word in words:
        if word is not None and word not in known:
            yield Fault(place, f"there is no {what} {word!r}{did_you_mean(word, known)}")


def _astray(read: _Campaign) -> Iterator[Fault]:
    """Yield a fault for each battle that is unreachable, or that leads back to itself."""
    ways = {stage.id: [r.next for r in stage.result if r.next] for stage in read.battle}
    led = _reached(ways, [read.start])
    for n, stage in enumerate(read.battle):
        if stage.id not in led:
            yield Fault(f"battle[{n}]", f"nothing leads to {stage.id!r}")
        elif stage.id in (found := _reached(ways, ways[stage.id])):
            direction = ", ".join(id_ for id_ in found if stage.id in _reached(ways, ways[id_]))
            yield Fault(f"battle[{n}]", f"{stage.id!r} leads in a circle: {direction}")


def _reached(ways: Mapping[str, Sequence[str]], first: Sequence[str]) -> list[str]:
    """Return the battles in *first* and all that follow them, in the order of discovery."""
    found = list(dict.fromkeys(first))
    for here in found:
        found += [id_ for id_ in dict.fromkeys(ways[here]) if id_ not in found]
    return found
