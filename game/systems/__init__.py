"""The rule systems, each in a folder of its own.

The same names are in each folder. A layer of the game asks for what each system adds to it:
``part("cage", "view")``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from operator import itemgetter
from types import ModuleType
from typing import Generic, NamedTuple, TypeVar, cast

NAMES = ["classic", "flood", "zero_g", "pursuit", "cage", "modern", "matched", "sandbox"]
"""All systems, and the cores that they stand on, in the order in which they are offered."""
HOMES = ("game.systems", "game.cores")
T = TypeVar("T")


class Ranked(NamedTuple):
    """The place where a system declares one of several things that have an order."""

    where: str
    rank: int = 0
    """They are in the order of their ranks, then in that of their systems."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemEntry:
    """All that is known of a system before it is loaded.

    Its parts are named by module and object within its folder: ``"rules.twists:TWIST"``.
    """

    plays: str = "rules.system:SYSTEM"
    """Its declaration; empty if it only adds modules to other systems."""
    profiles: str = ""
    """The core whose profiles its armouries have; empty if it has no armouries of its own."""
    armed_as: str = ""
    """The system whose rosters and armouries it uses, if it has none of its own."""
    missions: Mapping[str, str] = field(default_factory=dict)
    modules: Mapping[str, Ranked] = field(default_factory=dict)
    """The modules that scenarios and options may add, in the order in which they are built."""
    generators: Mapping[str, Ranked] = field(default_factory=dict)
    """Its generators of maps, in the order in which they are offered."""
    by_hand: Sequence[str] = ()
    """``SB-14``  Rules that it offers to a sandbox: a system and modules."""
    lies_over: bool = False
    """``SB-14``  Whether it lies over the other systems."""
    event: str = ""
    """``SB-10`` to ``SB-13``  The event that it lets the players of a sandbox start."""
    situations: str = ""
    """Its additions to the format of situations."""
    unfit: str = ""
    """The judge of boards that can be seen to be made for it; others have no faults."""
    has_doors: bool = False
    """``CC-39``  Whether models open and close the doors of a board."""


class NoSuchSystemError(LookupError):
    """No system has this name."""


@lru_cache(maxsize=512)
def package_of(name: str) -> str:
    """Return the package of a system; raise NoSuchSystemError."""
    for home in HOMES:
        if find_spec(f"{home}.{name}"):
            return f"{home}.{name}"
    raise NoSuchSystemError(name)


def entry_of(name: str) -> SystemEntry:
    """Return the entry of a system; raise NoSuchSystemError."""
    found: SystemEntry = import_module(package_of(name)).ENTRY
    return found


@lru_cache(maxsize=512)
def part(name: str, inner: str) -> ModuleType | None:
    """Return a part of a system, imported now, or None if it has none; raise NoSuchSystemError.

    *inner*: name of a module or package in its folder: ``"view"``, ``"bot.answers"``.
    """
    whole, at = package_of(name), ""
    *packages, last = inner.split(".")
    for step in packages:
        at = f"{at}.{step}"
        found = find_spec(whole + at)
        if found is None or found.submodule_search_locations is None:
            return None
    whole = f"{whole}{at}.{last}"
    return import_module(whole) if find_spec(whole) else None


class Parts(Mapping[str, T], Generic[T]):
    """An object of each system that has one, each imported when it is first looked up.

    Type checkers do not follow it: it is not verified that an object is a T.
    """

    def __init__(self, inner: str, attribute: str = "", **others: T) -> None:
        """Take the part of the systems that holds the object, and the object's name there.

        Without a name it is the part itself. *others* are objects by names that are no
        systems'; they come last.
        """
        self._inner, self._attribute, self._others = inner, attribute, others

    def __getitem__(self, name: str) -> T:
        """Return the object of a system; raise KeyError if it has none."""
        if name in self._others:
            return self._others[name]
        module = part(name, self._inner) if name in NAMES else None
        if module is None:
            raise KeyError(name)
        return cast("T", getattr(module, self._attribute) if self._attribute else module)

    def __iter__(self) -> Iterator[str]:
        yield from (name for name in NAMES if part(name, self._inner))
        yield from self._others

    def __len__(self) -> int:
        return sum(1 for _ in self)


def ranked(field_name: str) -> dict[str, str]:
    """Return the entry points that systems declare with ranks, by their names, in order."""
    found = [
        (entry.rank, name, f"{package_of(system)}.{entry.where}")
        for system in NAMES
        for name, entry in getattr(entry_of(system), field_name).items()
    ]
    return {name: where for _, name, where in sorted(found, key=itemgetter(0))}


def declared(field_name: str) -> dict[str, str]:
    """Return the entry points that systems declare in a field of `SystemEntry`, by system."""
    entries = {name: getattr(entry_of(name), field_name) for name in NAMES}
    return {name: f"{package_of(name)}.{entry}" for name, entry in entries.items() if entry}
