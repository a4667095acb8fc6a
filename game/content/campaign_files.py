"""Campaign files: battles, each with the results that lead to the next (MI-06)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import Field

from game.content.faults import Fault, UnusableFile, did_you_mean
from game.content.file_source import FileSource, known_by
from game.content.file_words import name_of
from game.content.library_files import LibraryFile
from game.content.library_kinds import CAMPAIGN
from game.content.references import LibraryNames
from game.content.schema_faults import validated
from game.content.schemas import (
    OneForEach,
    Part,
    Refers,
    Several,
    Some,
    Word,
    Words,
    Written,
    about,
)
from game.content.strict_toml import parse_toml
from game.content.user_files import DISK

DRAW = "draw"
MAX_BATTLES = 40
MAX_EXTRA = 20
"""Maximum number of units that join the sides after a result."""

Prose = Annotated[str, Field(min_length=1, max_length=1200)]
KnownScenario = Annotated[str, Refers("scenario")]
KnownMap = Annotated[str, Refers("map", may_be_empty=True)]
KnownRoster = Annotated[str, Refers("roster", may_be_empty=True)]
Hundredths = Annotated[int, Field(ge=0, le=100)]
SideId = Annotated[Word, Refers("side")]
BattleId = Annotated[Word, Refers("battle")]
SideKey = Annotated[str, Refers("side")]
OptionKey = Annotated[str, Refers("option")]


class Extra(Part):
    """A unit of some roster that joins a side for the next battle."""

    side: Annotated[SideId, about("the side that the unit joins")]
    roster: Annotated[str, Refers("roster"), about("the roster that lists the unit")]
    unit: Annotated[Word, Written("id of a unit"), about("the unit")]


class CampaignResult(Part):
    """The consequences of one result of a battle: a side's victory, or a draw."""

    winner: Annotated[
        Word, Refers("winner"), about("who won the battle", value="id of a side, or `draw`")
    ]
    text: Annotated[Prose, about("shown after the battle")]
    next: Annotated[BattleId | None, about("the next battle; without it the campaign ends")] = (
        None
    )
    points: Annotated[
        dict[SideKey, Annotated[int, Field(ge=0, le=100)]],
        about("the side with more points at the end wins", value="table: side = 0 to 100"),
    ] = Field(default_factory=dict)
    chooses: Annotated[
        SideId | None,
        about("picks a zone and who goes first in the next battle, without roll-offs"),
    ] = None
    sewer_rats: Annotated[
        SideId | None, about("has sewer rats in the next battle; its map needs a `Drain`")
    ] = None
    options: Annotated[
        dict[OptionKey, bool | int],
        about(
            "options of the next battle's scenario; they replace those of the battle",
            value="table: option = value",
        ),
    ] = Field(default_factory=dict)
    extra: Annotated[Several[Extra], Field(max_length=MAX_EXTRA), about("units that join")] = ()

    @property
    def changes(self) -> bool:
        """Return whether the result changes anything in the next battle."""
        return bool(self.chooses or self.sewer_rats or self.options or self.extra)


class CampaignBattle(Part):
    """A battle of a campaign."""

    id: Annotated[Word, about("different for each battle")]
    title: Annotated[Words, about("shown on the campaign's map")]
    text: Annotated[Prose, about("shown before the battle")]
    scenario: Annotated[KnownScenario, about("the scenario that is played")]
    at: Annotated[
        tuple[Hundredths, Hundredths],
        Field(strict=False),
        about(
            "its place on the campaign's map, in hundredths of width and height",
            value="2 whole numbers, 0 to 100",
        ),
    ]
    map: Annotated[KnownMap | None, about("the map", usual="the scenario's")] = None
    swapped: Annotated[bool, about("the campaign's first side is the scenario's second")] = (
        False
    )
    options: Annotated[
        dict[OptionKey, bool | int],
        about("options of the scenario", value="table: option = value"),
    ] = Field(default_factory=dict)
    rosters: Annotated[
        dict[SideKey, Annotated[str, Refers("roster", may_be_empty=True)]],
        about(
            "what sides of the campaign bring",
            value="table: side = roster",
            usual="the scenario's",
        ),
    ] = Field(default_factory=dict)
    result: Annotated[
        Some[CampaignResult],
        OneForEach("winner"),
        about("one for each side and one for `draw`"),
    ]

    def after(self, winner: str) -> CampaignResult:
        """Return the result that applies if *winner*, a side's id or ``draw``, wins."""
        return next(one for one in self.result if one.winner == winner)


class _Side(Part):
    id: Annotated[
        Word,
        about("used in results; need not be an id of the scenarios", value="id, not `draw`"),
    ]
    name: Annotated[Words, about("shown to players")]


class Campaign(LibraryFile):
    """A campaign that passed all checks."""

    kind = CAMPAIGN

    title: Annotated[Words, about("shown on the title")]
    blurb: Annotated[str, Field(min_length=1, max_length=400), about("what it is about")]
    start: Annotated[BattleId, about("the first battle")]
    losses: Annotated[
        Literal["none", "half", "all"],
        about(
            "how many lost models are missing when the roster comes again; half of each "
            "unit's, rounded down"
        ),
    ] = "none"
    experience: Annotated[
        int,
        Field(ge=0, le=20),
        about(
            "after this many battles a surviving unit is seasoned: Ld one better, at most 10; "
            "0 for never"
        ),
    ] = 0
    side: Annotated[
        tuple[_Side, _Side], Field(strict=False), about("the sides of the campaign")
    ]
    battle: Annotated[Some[CampaignBattle], Field(max_length=MAX_BATTLES), about("the battles")]
    _text: str = ""

    def model_post_init(self, context: Any, /) -> None:
        """Keep the text of the file too."""
        super().model_post_init(context)
        self._text = context.text

    @property
    def text(self) -> str:
        """Return the text of the whole file; a running campaign keeps a copy of it."""
        return self._text

    @property
    def names(self) -> dict[str, str]:
        """Return the names of both sides by their ids, the first side first."""
        return {side.id: side.name for side in self.side}

    @property
    def sides(self) -> tuple[str, str]:
        """Return the ids of both sides, the first side first."""
        one, other = self.side
        return one.id, other.id

    @cached_property
    def stages(self) -> Mapping[str, CampaignBattle]:
        """The battles by their ids."""
        return {stage.id: stage for stage in self.battle}


def campaign_names(library: FileSource = DISK) -> list[str]:
    """Return the names of all campaigns, shipped and the user's own."""
    return library.names(CAMPAIGN)


def load_campaign(word: str, library: FileSource = DISK) -> Campaign:
    """Return a campaign by its name (``the-water-below``) or path; raise UnusableFile."""
    name = name_of(library, word, CAMPAIGN)
    with known_by(library):
        return parse_campaign(library.read(name), name, library)


def parse_campaign(text: str, name: str, library: FileSource = DISK) -> Campaign:
    """Parse a campaign; raise UnusableFile with all its faults.

    Its battles name files by the words by which *library* knows them; ``check_campaign``
    checks whether they can be played.
    """
    names = LibraryNames(library, name, text=text)
    read = validated(Campaign, parse_toml(text, name), name, names)
    if faults := [*_oddities(read)] or [*_astray(read)]:
        raise UnusableFile(name, faults)
    return read


def _oddities(read: Campaign) -> Iterator[Fault]:
    """Yield a fault for each unknown id, and for each missing or repeated result."""
    sides, ids = read.sides, [stage.id for stage in read.battle]
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


def _astray(read: Campaign) -> Iterator[Fault]:
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
