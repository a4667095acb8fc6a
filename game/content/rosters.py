"""Roster files, which list the units that a side brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, Self

from pydantic import Field, ValidationError, model_validator

from game.content.added_formats import ADDITIONS, RosterKeys
from game.content.armouries.armoury_library import ArmouryFile, enlarged, load_armoury
from game.content.armouries.weapon_rules import Armoury, armed, by_name
from game.content.detachments import (
    SYSTEM,
    WARLORD,
    Army,
    Detachment,
    detachment_faults,
    why_free,
)
from game.content.faults import Fault, UnusableFile
from game.content.file_names import naming_fault
from game.content.file_source import FileSource, known_by
from game.content.file_words import beside_which, missing, name_of, nearest, word_of
from game.content.icons import known_icon
from game.content.library_kinds import ARMOURY, ICON, ROSTER
from game.content.names_in_files import name_faults, named_at, places_in
from game.content.references import KnownWords
from game.content.roster_units import RosterModel, RosterUnit, Slot
from game.content.schema_faults import faults_in
from game.content.schemas import (
    AsIn,
    ForSystem,
    Part,
    Refers,
    Several,
    Some,
    Word,
    Words,
    about,
)
from game.content.source_cache import made_once
from game.content.strict_toml import TOML_TEXTS, shared_toml
from game.content.user_files import DISK
from game.table.records import Model, Side, Spare, Unit, UnitId
from game.table.state import Piece

MAX_MODELS = 150
"""Maximum number of models of a side; more do not fit on a table."""
KnownProfile = Annotated[str, Refers("profile")]
DEAREST = 10_000
"""Maximum points of one unit."""
Points = Annotated[int, Field(ge=0, le=DEAREST)]
OF_AN_ARMY = ForSystem(SYSTEM)
"""Marks the keys that only an army of the modern core may have."""


def _known(armoury: Armoury, weapons: Any, profiles: Any) -> KnownWords:
    """Return the names that the units of a roster may use, also those of faulty tables."""
    own = profiles if isinstance(profiles, dict) else {}
    kinds = {**armoury.kinds, **own}
    return KnownWords({"profile": kinds, "weapon": {**armoury.weapons, **by_name(weapons)}})


class _Models(Part):
    """Some identical models of a unit."""

    profile: Annotated[KnownProfile, about("what it is")]
    count: Annotated[int, Field(ge=1, le=60), about("how many are alike")] = 1
    id: Annotated[
        Word | None, about("only where `count` is 1", usual="its number in the unit")
    ] = None
    name: Annotated[Words | None, about("shown in the log", usual="the profile's")] = None
    icon: Annotated[
        Annotated[Words, Refers("icon")] | None,
        about("drawn on the base; a person if there is no such file", usual="the profile's"),
    ] = None
    weapons: Annotated[
        Several[Annotated[str, Refers("weapon")]] | None,
        about("replaces all of the profile's weapons", usual="the profile's"),
    ] = None
    warlord: Annotated[bool, OF_AN_ARMY, about("one model of the army", "MC-26")] = False

    @model_validator(mode="after")
    def _an_id_is_of_one(self) -> Self:
        if self.id and self.count > 1:
            raise ValueError("an id is for one model; leave it out where count is more")
        return self

    def troopers(self, armoury: Armoury, first: int) -> list[RosterModel]:
        kind = armoury.kinds[self.profile]
        profile = replace(
            kind.profile,
            name=self.name or kind.profile.name,
            icon=self.icon or kind.profile.icon,
            weapons=kind.profile.weapons
            if self.weapons is None
            else armed(self.weapons, armoury.weapons),
            keywords=(*kind.profile.keywords, *([WARLORD] if self.warlord else [])),
        )
        ids = [self.id or str(n) for n in range(first, first + self.count)]
        return [RosterModel(id_, profile, kind.base) for id_ in ids]


class _Unit(Part):
    id: Annotated[Word, about("different for each unit")]
    name: Annotated[Words, about("shown in the log")]
    model: Annotated[Some[_Models], about("its models, the first ones first")]
    only: Annotated[str, Refers("option"), about("comes only if the option is set")] = ""
    unless: Annotated[str, Refers("option"), about("comes only if the option is not set")] = ""
    points: Annotated[Points | None, OF_AN_ARMY, about("required", "MC-26")] = None
    slot: Annotated[Slot | None, OF_AN_ARMY, about("required", "MC-26")] = None
    detachment: Annotated[
        str, Refers("detachment"), OF_AN_ARMY, about("required if there are several", "MC-26")
    ] = ""

    def squad(self, armoury: Armoury) -> RosterUnit:
        models = list[RosterModel]()
        for part in self.model:
            models += part.troopers(armoury, len(models) + 1)
        return RosterUnit(models=tuple(models), **self.model_dump(exclude={"model"}))


class _Spawn(Part):
    """``MP-10``  Unit of one model that an enemy psyker can be turned into."""

    id: Annotated[Word, about("its id", "MP-10")] = "spawn"
    name: Annotated[Words, about("shown in the log")] = "Spawn"
    profile: Annotated[KnownProfile, Field(validate_default=True), about("what it is")] = (
        "spawn"
    )

    def squad(self, armoury: Armoury) -> RosterUnit:
        kind = armoury.kinds[self.profile]
        return RosterUnit(self.id, self.name, (RosterModel("1", kind.profile, kind.base),))


class RosterFile(RosterKeys):
    """Schema of a roster file."""

    title: Annotated[Words, about("shown on the set-up screen")]
    lore: Annotated[
        str, Field(max_length=160), about("a line about the force, on the set-up screen")
    ] = ""
    armoury: Annotated[
        str,
        Refers("armoury"),
        about("the weapons and profiles to choose from; it decides the rule system"),
    ]
    unit: Annotated[Some[_Unit], about("the units")]
    points: Annotated[
        Points | None, OF_AN_ARMY, about("the agreed limit", "MC-26", usual="no limit")
    ] = None
    detachment: Annotated[
        Several[Detachment], OF_AN_ARMY, about("required, unless `free`", "MC-26")
    ] = ()
    spawn: Annotated[
        _Spawn | None, OF_AN_ARMY, about("what an enemy psyker may become", "MP-10")
    ] = None
    free: Annotated[bool, OF_AN_ARMY, about("no army, for free play only", "MC-26")] = False
    weapon: Annotated[dict[str, Any], about("weapons of this roster", "CC-09", "MC-14")] = (
        Field(default_factory=dict)
    )
    profile: Annotated[
        dict[str, Any],
        AsIn(ArmouryFile, "profile"),
        about("profiles of this roster", "CC-01", "MC-01"),
    ] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _not_too_many(self) -> Self:
        many = sum(part.count for unit in self.unit for part in unit.model)
        if many > MAX_MODELS:
            raise ValueError(f"{many} models are more than {MAX_MODELS}")
        return self


@dataclass(frozen=True, slots=True)
class Roster:
    """The units and other forces of one side, read from a file."""

    id: str
    title: str
    system: str
    _: KW_ONLY
    file: str
    units: tuple[RosterUnit, ...]
    lore: str = ""
    """A line about the force; no rule reads it."""
    pieces: tuple[Piece, ...] = ()
    """Pieces of terrain that the roster brings, all off the table."""
    army: Army | None = None
    """``MC-26``  Detachments and points limit; None outside the modern core and if free."""
    spawn: RosterUnit | None = None
    """``MP-10``  The roster's spawn; it costs no points and is in no detachment."""
    free: str = ""
    """``MC-26``  Why the roster is no army, and for free play only; empty for all others."""


def load_roster(word: str, library: FileSource = DISK) -> Roster:
    """Return a roster by its name (``wardens-patrol``) or path; raise UnusableFile."""
    name = name_of(library, word, ROSTER)
    with known_by(library):
        return made_once(
            library,
            ("roster", name),
            lambda source: parse_roster(source.read(name), name, source),
        )


def parse_roster(text: str, name: str, library: FileSource = DISK) -> Roster:
    """Parse a roster with the armoury that it names; raise UnusableFile with all its faults.

    The roster of a text is kept for as long as its armoury and the icons it names stay.
    """
    raw = shared_toml(text, name)
    faults = [] if library.is_closed else name_faults(RosterFile, raw)
    armoury, missing_ = _armoury(raw.get("armoury"), name, library)
    near = beside_which(library, name)
    places = [place.steps for place in places_in(RosterFile) if place.kind is ICON]
    named_ = {icon for steps in places for _, icon in named_at(raw, steps)}
    icons = tuple((icon, known_icon(icon, near)) for icon in sorted(named_))
    return _parsed(text, name, armoury, (*faults, *missing_), near, icons)


@lru_cache(TOML_TEXTS)
def _parsed(
    text: str,
    name: str,
    armoury: Armoury | None,
    faults_: tuple[Fault, ...],
    near: str,
    icons: tuple[tuple[str, str], ...],
) -> Roster:
    """Return the roster of a text; raise UnusableFile. *icons*: each with its known name."""
    raw, faults, known = shared_toml(text, name), [*faults_], None
    if armoury is not None:
        weapons, profiles = raw.get("weapon", {}), raw.get("profile", {})
        armoury, wrong = enlarged(armoury, weapons, profiles, near)
        faults += wrong
        known = _known(armoury, weapons, profiles)
    try:
        read = RosterFile.model_validate(raw, context=known)
    except ValidationError as error:
        raise UnusableFile(name, [*faults, *faults_in(error, RosterFile)]) from error
    faults += _same_ids(read)
    if faults or armoury is None:
        raise UnusableFile(name, faults)
    squads = tuple(_drawn(unit, dict(icons)).squad(armoury) for unit in read.unit)
    army = Army(read.detachment, read.points) if armoury.system == SYSTEM else None
    added = ADDITIONS.get(armoury.system)
    faults += added.unfit_units(squads) if added and added.unfit_units else ()
    free = why_free(army, squads) if army and read.free else ""
    if not free:
        faults += detachment_faults(army, squads) if army else _of_an_army(raw)
    if faults:
        raise UnusableFile(name, faults)
    id_ = word_of(name, ROSTER)
    spawn = read.spawn.squad(armoury) if read.spawn else None
    return Roster(
        id_,
        title=read.title,
        system=armoury.system,
        file=name,
        units=squads,
        lore=read.lore,
        pieces=read.pieces(),
        army=None if free else army,
        spawn=spawn,
        free=free,
    )


def _drawn(unit: _Unit, icons: Mapping[str, str]) -> _Unit:
    """Return a unit with its icons as they are known."""
    parts = (
        part.model_copy(update={"icon": icons[part.icon]}) if part.icon else part
        for part in unit.model
    )
    return unit.model_copy(update={"model": tuple(parts)})


def _of_an_army(raw: Mapping[str, Any]) -> list[Fault]:
    """Return a fault for each key that only an army of the modern core may have."""
    places = _keys_of_an_army(RosterFile, raw)
    for n, unit in enumerate(raw["unit"]):
        places += [f"unit[{n}].{key}" for key in _keys_of_an_army(_Unit, unit)]
        for m, of in enumerate(unit["model"]):
            places += [f"unit[{n}].model[{m}].{key}" for key in _keys_of_an_army(_Models, of)]
    return [Fault(place, "is for armies of the modern core only (MC-26)") for place in places]


def _keys_of_an_army(kind: type[Part], raw: Mapping[str, Any]) -> list[str]:
    fields = kind.model_fields.items()
    return [key for key, field in fields if OF_AN_ARMY in field.metadata and key in raw]


def _armoury(word: Any, name: str, library: FileSource) -> tuple[Armoury | None, list[Fault]]:
    """Return the armoury that the roster *name* names, or the reason why there is none."""
    if not isinstance(word, str) or (naming_fault(word) and not library.is_closed):
        return None, []
    word = nearest(library, name, word, ARMOURY)
    if no := missing(library, word, ARMOURY):
        return None, [Fault("armoury", no)]
    return load_armoury(word, library), []


def _same_ids(read: RosterFile) -> list[Fault]:
    """Return a fault for each id that two units or models would share on the table."""
    ids = [unit.id for unit in read.unit]
    ids += [f"{u.id}-{part.id}" for u in read.unit for part in u.model if part.id]
    ids += [f"{u.id}-{n + 1}" for u in read.unit for n in _unnamed(u)]
    ids += [read.spawn.id, f"{read.spawn.id}-1"] if read.spawn else []
    return [
        Fault("unit", f"two units or models would have the id {id_!r}")
        for id_, many in Counter(ids).items()
        if many > 1
    ]


def _unnamed(unit: _Unit) -> list[int]:
    """Return the positions in a unit, from 0, of the models without an id of their own."""
    named_ = [bool(part.id) for part in unit.model for _ in range(part.count)]
    return [n for n, has_id in enumerate(named_) if not has_id]


def muster(
    roster: Roster, side: Side, options: Mapping[str, Any] = {}
) -> tuple[tuple[Unit, ...], tuple[Model, ...]]:
    """Return a roster's units and models, all in reserve.

    Ids are composed as ``wardens-first-squad`` and ``wardens-first-squad-sergeant``.
    *options* are those of the scenario, on which some units depend.
    """
    units, models = list[Unit](), list[Model]()
    for squad in roster.units:
        if squad.comes(options):
            unit, mustered = squad.brought(side)
            units.append(unit)
            models += mustered
    return tuple(units), tuple(models)


def all_roster_units(library: FileSource, systems: Collection[str]) -> dict[UnitId, Spare]:
    """``SB-02``  Return all units of all rosters of the *systems*, by unit id.

    The roster's name stands for the side. Unreadable rosters are left out; units that
    depend on options are included.
    """
    box = dict[UnitId, Spare]()
    # Sorted, because the user's source lists them in another order than a save does.
    for word in sorted(library.names(ROSTER)) if systems else ():
        try:
            roster = load_roster(word, library)
        except UnusableFile:
            continue
        if roster.system in systems:
            whole = replace(
                roster, units=tuple(replace(u, only="", unless="") for u in roster.units)
            )
            units, models = muster(whole, Side(roster.id))
            of = {m.id: m for m in models}
            box |= {u.id: Spare(u, tuple(of[m] for m in u.models)) for u in units}
    return box
