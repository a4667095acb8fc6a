"""Trial games of a map, as worker processes play them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from game.content.faults import UnusableFile
from game.content.maps.map_file import MapFile
from game.lab.game_jobs import TrialGame, trial
from game.lab.swapped_games import PlanKey, SwappedGame, cached_plan, swapped_game
from game.lab.trial_game import setup_on, with_options
from game.rules.battles import GameSetup


class TrialResult(NamedTuple):
    """The result of a game."""

    seed: int
    trial: TrialGame | None = None
    """None if the game could not be played to its end."""
    fault: str = ""
    """Traceback of the error that a rule or a bot raised."""
    refused: str = ""
    """Reason why no game can be played on the map at all."""
    swapped: SwappedGame | None = None
    """The result of a game for a verdict; the seed is its number."""


class MapContent:
    """The content of a map that matters to games: names and states of layers are ignored.

    It stores its hash: computing that takes a millisecond for a thousand objects.
    """

    __slots__ = ("_hash", "map", "whole")

    def __init__(self, whole: MapFile) -> None:
        plain = {"name": "", "color": "", "visible": True, "locked": False, "opacity": 1.0}
        layers = tuple(layer.model_copy(update=plain) for layer in whole.layers)
        self.whole = whole
        """The map itself; while it is held, its identity is not reused."""
        self.map = whole.model_copy(update={"layers": layers})
        self._hash = hash(self.map)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, MapContent)
            and self._hash == other._hash
            and self.map == other.map
        )


@dataclass(frozen=True, slots=True)
class TrialKey:
    """The map and scenario of trial games; equal keys have equal results."""

    face: MapContent
    scenario: str


Play: TypeAlias = Callable[[str, tuple[str, str], int, MapFile], Iterator[TrialResult | None]]


def play(
    scenario: str, players: tuple[str, str], seed: int, mapfile: MapFile
) -> Iterator[TrialResult | None]:
    """Play a game; yield None after each answer, and the result at the end."""
    try:
        game = yield from trial(setup_for(scenario, mapfile).battle(seed), players)
    except UnusableFile as error:
        yield TrialResult(seed, refused=str(error))
    else:
        yield TrialResult(seed, game)


def play_swapped(
    scenario: str, players: tuple[str, str], number: int, mapfile: MapFile
) -> Iterator[TrialResult | None]:
    """Play a game for a verdict; yield None after each answer, and the result at the end."""
    try:
        plan = cached_plan(PlanKey(setup_for(scenario, mapfile), mapfile))
        game = yield from swapped_game(plan, players, number)
    except UnusableFile as error:
        yield TrialResult(number, refused=str(error))
    else:
        yield TrialResult(number, swapped=game)


@lru_cache(maxsize=1)
def setup_for(scenario: str, mapfile: MapFile) -> GameSetup:
    """Return the set-up of trial games on a map."""
    return with_options(setup_on(mapfile, scenario), mapfile)
