"""Names that a field of a form may refer to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from game.content.armouries.armoury_library import SHAPES
from game.content.armouries.weapon_rules import Armoury, by_name
from game.content.campaign_files import DRAW
from game.content.faults import UnusableFile
from game.content.file_words import named, nearest
from game.content.library_kinds import ARMOURY, ICON, MAP, ROSTER
from game.content.maps.map_library import map_titles
from game.content.rosters import load_roster
from game.content.rulebook import rulebook
from game.content.scenarios import load_scenario, scenario_names
from game.content.schemas import Refers
from game.content.strict_toml import parse_toml
from game.content.user_files import DISK
from game.rules import ARMED_AS, MODULES, PLAYED
from game.rules.catalog import missions_of, options_of

ENDING = ".toml"


@dataclass(frozen=True, slots=True)
class NameFinder:
    """The names that texts of a file may refer to, each with a label."""

    raw: Mapping[str, Any]
    """The data of the file."""
    system: str
    armoury: Armoury | None
    """The armoury of a roster."""

    def of(self, refers: Refers) -> dict[str, str]:
        """Return the names of one kind, with labels."""
        if refers.known:
            return {name: name for name in refers.known}
        find: Mapping[str, Callable[[NameFinder], Iterator[tuple[str, str]]]] = {
            "armoury": lambda _: _same(DISK.names(ARMOURY)),
            "profile": NameFinder._profiles,
            "weapon": NameFinder._weapons,
            "map": lambda _: iter(map_titles(DISK.names(MAP)).items()),
            "roster": NameFinder._rosters,
            "system": lambda _: _same(PLAYED["system"]),
            "mission": NameFinder._missions,
            "module": NameFinder._modules,
            "detachment": NameFinder._detachments,
            "option": NameFinder._options,
            "scenario": lambda _: _scenarios(),
            "side": NameFinder._sides,
            "battle": NameFinder._battles,
            "winner": NameFinder._winners,
            "icon": lambda _: _same(DISK.names(ICON)),
            "clause": lambda _: _clauses(),
        }
        return dict(find[refers.kind](self)) if refers.kind in find else {}

    def _own(self, key: str) -> dict[str, Any]:
        own = self.raw.get(key)
        return own if isinstance(own, dict) else {}

    def _profiles(self) -> Iterator[tuple[str, str]]:
        for id_, own in self._own("profile").items():
            name = own.get("name") if isinstance(own, dict) else id_
            yield id_, f"{name} (own)"
        for id_, kind in (self.armoury.kinds if self.armoury else {}).items():
            if id_ not in self._own("profile"):
                yield id_, kind.profile.name

    def _weapons(self) -> Iterator[tuple[str, str]]:
        own = by_name(self._own("weapon"))
        yield from ((name, f"{name} (own)" if self.armoury else name) for name in own)
        others = self.armoury.weapons if self.armoury else {}
        yield from ((name, name) for name in others if name not in own)

    def _rosters(self) -> Iterator[tuple[str, str]]:
        armed = ARMED_AS.get(self.system, self.system)
        for word in DISK.names(ROSTER):
            with suppress(UnusableFile):
                roster = load_roster(word)
                if roster.system == armed or armed not in SHAPES:
                    yield word, roster.title

    def _missions(self) -> Iterator[tuple[str, str]]:
        there = missions_of(self.system) if self.system in PLAYED["system"] else ()
        return _same(there or PLAYED["mission"])

    def _modules(self) -> Iterator[tuple[str, str]]:
        able = [name for name, one in MODULES.items() if self.system in one.systems]
        return _same(able or PLAYED["modules"])

    def _listed(self, key: str, label: str) -> Iterator[tuple[str, str]]:
        """Yield the ids of the tables of a list, with their labels."""
        there = self.raw.get(key)
        for one in there if isinstance(there, list) else ():
            if isinstance(one, dict) and isinstance(id_ := one.get("id"), str):
                yield id_, str(one.get(label) or id_)

    def _sides(self) -> Iterator[tuple[str, str]]:
        return self._listed("side", "name")

    def _battles(self) -> Iterator[tuple[str, str]]:
        return self._listed("battle", "title")

    def _winners(self) -> Iterator[tuple[str, str]]:
        yield from self._listed("side", "name")
        yield DRAW, "A draw"

    def _detachments(self) -> Iterator[tuple[str, str]]:
        return self._listed("detachment", "id")

    def _options(self) -> Iterator[tuple[str, str]]:
        """Yield the options of the scenarios of a system, or of those of a campaign."""
        battles = self.raw.get("battle")
        for one in battles if isinstance(battles, list) else ():
            with suppress(UnusableFile):
                word = one.get("scenario") if isinstance(one, dict) else None
                options = load_scenario(word).options if isinstance(word, str) else {}
                yield from ((id_, option.label) for id_, option in options.items())
        systems = [s for s in PLAYED["system"] if ARMED_AS.get(s, s) == self.system]
        yield from _same(dict.fromkeys(o for system in systems for o in options_of(system)))
        for name in scenario_names():
            with suppress(UnusableFile):
                scenario = load_scenario(name)
                if scenario.system in systems:
                    yield from ((id_, one.label) for id_, one in scenario.options.items())


def armoury_data(word: str) -> dict[str, Any]:
    """Return the data of an armoury that a file names; empty if it cannot be read."""
    try:
        known = nearest(DISK, "", word, ARMOURY)
        return parse_toml(DISK.read(named(known, ARMOURY)), word)
    except UnusableFile:
        return {}


def _scenarios() -> Iterator[tuple[str, str]]:
    for name in scenario_names():
        with suppress(UnusableFile):
            yield name, load_scenario(name).title


def _same(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((name, name) for name in names)


def _clauses() -> Iterator[tuple[str, str]]:
    clauses = rulebook().all
    yield from {one.id.partition("-")[0]: one.book for one in clauses}.items()
    yield from ((one.id, f"{one.id} · {one.title}") for one in clauses)
