"""Registry of the bots by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from game.bots.steady.personalities import (
    LEVELS,
    Personality,
    SteadyWeights,
    load_personality,
    personality_names,
)
from game.content.faults import UnusableFile
from game.content.user_files import DISK
from game.entry_points import EntryPoints

if TYPE_CHECKING:
    # Bots are loaded when they play.
    from game.bots.protocol import Policy
RANDOM = "random"
"""The bot without a personality."""
HELPER = "steady"
"""The bot for the questions that a person leaves to a bot."""
BOTS_OF_LEVEL: Mapping[str, Callable[[SteadyWeights], Policy]] = EntryPoints(
    {
        "gentle": "game.bots.steady.policy:GentleBot",
        "steady": "game.bots.steady.policy:SteadyBot",
        "sharp": "game.bots.steady.policy:SharpBot",
    }
)
"""By ``LEVELS``: the bot that plays by a personality's weights."""
BOTS_WITHOUT: Mapping[str, type[Policy]] = EntryPoints(
    {RANDOM: "game.bots.simple_bots:RandomBot"}
)
"""Bots that play without weights."""


@dataclass(frozen=True, slots=True)
class BotDescription:
    """A bot as it is described where bots are chosen."""

    label: str
    note: str


@lru_cache(maxsize=1)
def _shipped_names() -> frozenset[str]:
    """Return the names of the shipped personalities, which stay while the program runs."""
    return frozenset(personality_names(DISK.shipped))


class BotRegistry(Mapping[str, Callable[[], "Policy"]]):
    """All bots by name: ``random``, then the personalities by level and name.

    A file is read when its bot is first needed. A user's file that cannot be used is left out;
    the command ``check`` says why.
    """

    def __init__(self) -> None:
        self._found = dict[str, Personality]()

    def __getitem__(self, name: str) -> Callable[[], Policy]:
        """Return a function that returns a new bot; raise KeyError if there is none."""
        if name in BOTS_WITHOUT:
            return BOTS_WITHOUT[name]
        one = self._personality(name)
        return partial(BOTS_OF_LEVEL[one.level], one.weights)

    def __contains__(self, name: object) -> bool:
        """Return whether there is a bot of this name, without importing it."""
        with suppress(KeyError):
            return name in BOTS_WITHOUT or bool(self._personality(str(name)))
        return False

    def __iter__(self) -> Iterator[str]:
        found = list[tuple[int, str]]()
        for name in personality_names():
            with suppress(KeyError):
                found.append((LEVELS.index(self._read(name).level), name))
        yield RANDOM
        yield from [name for _, name in sorted(found)]

    def __len__(self) -> int:
        return sum(1 for _ in self)  # a list of self would ask for its length

    def described(self, name: str) -> BotDescription:
        """Return the label and note of a bot; for one that is missing, its name and none."""
        if name == RANDOM:
            return BotDescription("Random", "Any legal move, at once.")
        try:
            one = self._personality(name)
        except KeyError:
            return BotDescription(name, "")
        return BotDescription(one.name, one.note)

    def _personality(self, name: str) -> Personality:
        """Return a personality by name; raise KeyError if there is none that can be used."""
        if name not in _shipped_names() and name not in personality_names():
            raise KeyError(name)
        return self._read(name)

    def _read(self, name: str) -> Personality:
        """Return a personality whose file exists; raise KeyError if it cannot be used."""
        if name not in self._found:
            try:
                self._found[name] = load_personality(name)
            except UnusableFile as error:
                raise KeyError(name) from error
        return self._found[name]


POLICIES = BotRegistry()


def policy(name: str) -> Policy:
    """Return a new policy of this name; raise KeyError if there is none."""
    return POLICIES[name]()
