"""A campaign in progress (MI-06).

It has a next battle, its rosters, and the state after each result.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from game.content.army_lists.roster_toml import written
from game.content.campaign_files import (
    DRAW,
    Campaign,
    CampaignBattle,
    CampaignResult,
    Extra,
    load_campaign,
)
from game.content.campaign_saves import Fought
from game.content.faults import REST, Fault, UnusableFile, first_faults
from game.content.file_source import FileSource, LayeredSource
from game.content.file_words import named, nearest
from game.content.library_kinds import ARMOURY, ROSTER
from game.content.rosters import load_roster
from game.content.scenarios import Scenario, load_scenario
from game.content.source_cache import CachingSource
from game.content.strict_toml import parse_toml
from game.content.user_files import DISK
from game.cores.kit.deployment import RATS_OPTION
from game.cores.kit.zones_and_turns import CHOOSER
from game.rules import PLAYED
from game.rules.battles import Battle, GameSetup
from game.table.records import How, Side, UnitId
from game.table.records import Result as Verdict
from game.table.state import Table

APART = 10_007
"""Difference between the seeds of consecutive battles."""
SEASONED = "seasoned"
BRAVEST = 10


@dataclass(frozen=True)
class Course:
    """A campaign in progress. Its state follows from its seed and the battles fought so far."""

    campaign: Campaign
    seed: int
    fought: tuple[Fought, ...] = ()
    library: FileSource = DISK

    @cached_property
    def results(self) -> tuple[CampaignResult, ...]:
        """The result that applies to each battle fought."""
        stages = self.campaign.stages
        return tuple(stages[one.stage].after(one.winner) for one in self.fought)

    @property
    def came(self) -> CampaignResult | None:
        """The result of the last battle; None before the first one."""
        return self.results[-1] if self.results else None

    @property
    def stage(self) -> CampaignBattle | None:
        """The next battle; None if the campaign is over."""
        next_ = self.came.next if self.came else self.campaign.start
        return self.campaign.stages[next_] if next_ else None

    @property
    def points(self) -> dict[str, int]:
        """Return the campaign points of each side."""
        return {
            side: sum([one.points.get(side, 0) for one in self.results])
            for side in self.campaign.sides
        }

    @property
    def winner(self) -> str | None:
        """The side with more points; None if the sides are equal."""
        (one, many), (other, more) = self.points.items()
        return None if many == more else one if many > more else other

    def after(self, one: Fought) -> Course:
        """Return the course with one more battle fought."""
        return replace(self, fought=(*self.fought, one))

    def scenario(self, stage: CampaignBattle) -> Scenario:
        """Return the scenario of a battle; raise UnusableFile."""
        return load_scenario(stage.scenario, PLAYED, self.library)

    def seat(self, stage: CampaignBattle, side: str) -> int:
        """Return a campaign side's seat in a battle: 0 for the first side, else 1."""
        return self.campaign.sides.index(side) ^ stage.swapped

    def brought(self, stage: CampaignBattle) -> dict[str, str]:
        """Return the roster that each side of the campaign brings; empty for none."""
        sides = self.scenario(stage).sides
        return {
            side: stage.rosters.get(side, sides[self.seat(stage, side)].roster)
            for side in self.campaign.sides
        }

    def gone(self, roster: str) -> dict[str, int]:
        """Return the number of missing models of each unit of a roster that has losses."""
        found = dict[str, int]()
        for one in self.fought:
            for unit, many in one.lost.get(roster, {}).items():
                stay = {"none": 0, "half": many // 2, "all": many}[self.campaign.losses]
                found[unit] = found.get(unit, 0) + stay
        return {unit: many for unit, many in found.items() if many}

    def seasoned(self, roster: str) -> list[str]:
        """Return the units of a roster that survived enough battles to count as experienced."""
        if not self.campaign.experience:
            return []
        lived = [unit for one in self.fought for unit in one.lived.get(roster, ())]
        return [u for u in dict.fromkeys(lived) if lived.count(u) >= self.campaign.experience]

    def battle(self) -> Battle:
        """Return the next battle; raise UnusableFile if it cannot be fought."""
        stage = self.stage
        assert stage
        return self.prepared(stage, self.came, self.seed + APART * len(self.fought))

    def prepared(self, stage: CampaignBattle, came: CampaignResult | None, seed: int) -> Battle:
        """Return the battle that follows a result.

        Raise UnusableFile if it cannot be fought.
        """
        files, rosters = self._forces(stage, came.extra if came else ())
        sides = self.scenario(stage).sides
        setup = GameSetup(
            stage.scenario,
            stage.map or "",
            options=self._options(stage, came),
            rosters={sides[self.seat(stage, side)].id: word for side, word in rosters.items()},
            files=files,
        )
        return setup.battle(seed, self.library)

    def _options(self, stage: CampaignBattle, came: CampaignResult | None) -> dict[str, Any]:
        options = dict[str, Any](stage.options)
        if came:
            options |= came.options
            for key, side in ((CHOOSER, came.chooses), (RATS_OPTION, came.sewer_rats)):
                if side:
                    options[key] = self.seat(stage, side) + 1
        return options

    def _forces(
        self, stage: CampaignBattle, extra: Sequence[Extra]
    ) -> tuple[dict[str, str], Mapping[str, str]]:
        """Return the texts of changed rosters by file, and the roster that each side brings."""
        brought = {side: word for side, word in self.brought(stage).items() if word}
        files = dict[str, str]()
        for side, word in brought.items():
            joins = [one for one in extra if one.side == side]
            own = list(brought.values()).count(word) == 1
            gone, seasoned = (self.gone(word), self.seasoned(word)) if own else ({}, [])
            if gone or seasoned or joins:
                text = changed(word, self.library, gone, seasoned, joins)
                if gone and not self._is_legal(word, text):
                    text = changed(word, self.library, {}, seasoned, joins)
                files[roster_file(word)] = text
        return files, brought

    def _is_legal(self, word: str, text: str) -> bool:
        """Return whether a changed roster is still usable."""
        try:
            load_roster(word, LayeredSource({roster_file(word): text}, self.library))
        except UnusableFile:
            return False
        return True

    def outcome(self, table: Table, verdict: Verdict, save: str = "") -> Fought:
        """Return the record of the current battle, from the table as the battle left it."""
        stage = self.stage
        assert stage
        seats = {table.sides[self.seat(stage, side)]: side for side in self.campaign.sides}
        lost, lived = dict[str, dict[str, int]](), dict[str, tuple[str, ...]]()
        brought = self.brought(stage)
        for own, side in seats.items():
            if word := brought[side]:
                units = sizes(word, self.library)
                lost[word] = _lost(table, own, units)
                lived[word] = _lived(table, own, units)
        winner = seats[verdict.winner] if verdict.winner else DRAW
        return Fought(
            stage=stage.id,
            winner=winner,
            reason=verdict.reason,
            turns=table.clock.round,
            lost=lost,
            lived=lived,
            save=save,
        )


def _lost(table: Table, side: Side, units: Mapping[str, int]) -> dict[str, int]:
    """Return the number of models that each unit lost, not counting those that left alive."""
    dead = [loss.unit for loss in table.losses if loss.how is not How.LEFT]
    many = {unit: dead.count(UnitId(f"{side}-{unit}")) for unit in units}
    return {unit: count for unit, count in many.items() if count}


def _lived(table: Table, side: Side, units: Mapping[str, int]) -> tuple[str, ...]:
    """Return the units of which at least one model that was brought survived."""
    dead = {loss.model for loss in table.losses if loss.how is not How.LEFT}
    there = {unit.id: unit.models for unit in table.units.values()}
    return tuple(
        unit
        for unit in units
        if any(m not in dead for m in there.get(UnitId(f"{side}-{unit}"), ()))
    )


def check_campaign_file(name: str, library: FileSource = DISK) -> None:
    """Raise UnusableFile if a campaign file, or one of its battles, is unusable."""
    check_campaign(load_campaign(name, library), library)


def check_campaign(campaign: Campaign, library: FileSource = DISK) -> None:
    """Raise UnusableFile if a battle cannot be fought, at first or after any result."""
    library = library if isinstance(library, CachingSource) else CachingSource(library)
    course, faults = Course(campaign, 0, library=library), list[Fault]()
    for place, stage, came in battles_of(campaign):
        faults += _faults(course, stage, came, place)
    if faults:
        raise UnusableFile(campaign.file, list(dict.fromkeys(faults)))


def battles_of(
    campaign: Campaign,
) -> Iterator[tuple[str, CampaignBattle, CampaignResult | None]]:
    """Yield the battles of a campaign, at first and after results that change them.

    Each comes with its place in the file.
    """
    for n, stage in enumerate(campaign.stages.values()):
        yield f"battle[{n}]", stage, None
        for m, result in enumerate(stage.result):
            if result.next and result.changes:
                yield f"battle[{n}].result[{m}]", campaign.stages[result.next], result


def _faults(
    course: Course, stage: CampaignBattle, came: CampaignResult | None, place: str
) -> list[Fault]:
    try:
        course.prepared(stage, came, 0)
    except UnusableFile as error:
        file = f"{error.file}: " if error.file else ""
        shown = first_faults(error.faults)
        return [f if f.kind == REST else Fault(place, f"{file}{f}") for f in shown]
    return []


def roster_file(word: str) -> str:
    """Return the path of a roster by its name or path."""
    return named(word, ROSTER)


def sizes(word: str, library: FileSource) -> dict[str, int]:
    """Return the number of models of each unit of a roster, by unit id; raise UnusableFile."""
    raw = parse_toml(library.read(roster_file(word)), word)
    return {unit["id"]: _size(unit) for unit in raw.get("unit", ())}


def changed(
    word: str,
    library: FileSource,
    gone: Mapping[str, int],
    seasoned: Collection[str] = (),
    extra: Sequence[Extra] = (),
) -> str:
    """Return a roster's text with its losses, seasoned units and extra units.

    *gone* maps a unit's id to the number of its missing models; the last models in the file
    are removed first. A unit without models is left out, but a force without any models
    comes back whole. The models of units in *seasoned* get one more Ld, to at most 10.
    Raise UnusableFile if the roster is unusable, or an *extra* unit does not exist.
    """
    load_roster(word, library)
    raw = parse_toml(library.read(roster_file(word)), word)
    if any(gone.get(unit["id"], 0) < _size(unit) for unit in raw["unit"]):
        raw["unit"] = [left for unit in raw["unit"] if (left := _left(unit, gone))]
    for unit in raw["unit"]:
        if unit["id"] in seasoned:
            _season(unit, raw, roster_file(word), library)
    for one in extra:
        _join(raw, one, library)
    return written(raw)


def _size(unit: Mapping[str, Any]) -> int:
    return sum([part.get("count", 1) for part in unit["model"]])


def _left(unit: dict[str, Any], gone: Mapping[str, int]) -> dict[str, Any] | None:
    missing = gone.get(unit["id"], 0)
    parts = list[dict[str, Any]]()
    for part in reversed(unit["model"]):
        away = min(missing, part.get("count", 1))
        missing -= away
        if stay := part.get("count", 1) - away:
            parts.insert(0, {**part, "count": stay} if stay > 1 else _one(part))
    return {**unit, "model": parts} if parts else None


def _one(part: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in part.items() if key != "count"}


def _season(unit: dict[str, Any], raw: dict[str, Any], file: str, library: FileSource) -> None:
    """Replace the profiles of a unit's models by copies with Ld raised by one, at most 10.

    *raw* is the roster of the unit, from *file*.
    """
    word = nearest(library, file, raw["armoury"], ARMOURY)
    armoury = parse_toml(library.read(named(word, ARMOURY)), "armoury")
    own = raw.setdefault("profile", {})
    for part in unit["model"]:
        profile = deepcopy(own.get(part["profile"], armoury["profile"].get(part["profile"])))
        if profile is None:
            continue  # parsing the roster reports it
        profile["Ld"] = min(BRAVEST, profile.get("Ld", 0) + 1)
        part["profile"] = f"{part['profile']}-{SEASONED}"
        own[part["profile"]] = profile


def _join(raw: dict[str, Any], extra: Extra, library: FileSource) -> None:
    load_roster(extra.roster, library)
    other = parse_toml(library.read(roster_file(extra.roster)), extra.roster)
    found = next((unit for unit in other["unit"] if unit["id"] == extra.unit), None)
    if found is None:
        raise UnusableFile(extra.roster, [("unit", f"there is no unit {extra.unit!r}")])
    for key in ("weapon", "profile"):
        raw.setdefault(key, {}).update(other.get(key, {}))
    ids, id_ = [unit["id"] for unit in raw["unit"]], extra.unit
    while id_ in ids:
        id_ += "-joined"
    raw["unit"].append({**found, "id": id_})
