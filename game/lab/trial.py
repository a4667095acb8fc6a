"""A trial: a game of bots on a map that may be in no file, and what it left on the table."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.bots.match import Match, answers, seated
from game.content.file_source import DISK, LayeredSource
from game.lab.trial_game import Heat, heat_of
from game.rules.battles import Battle, prepare

DRAWN = "drawn.tmj"
"""What a map is called that is in no file."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is tried: all of it but the seed."""

    scenario: str
    map: str
    """The whole text of the map."""
    players: tuple[str, str] = ("steady", "steady")
    """The names of the policies, the scenario's first side first."""
    options: Mapping[str, Any] = field(default_factory=dict)
    rosters: Mapping[str, str] = field(default_factory=dict)
    """What sides bring that is not their usual roster."""
    name: str = DRAWN
    """What complaints and saves call the map."""

    def battle(self, seed: int) -> Battle:
        """Return the battle of a seed; raise UnusableFile where the map does not do for it."""
        return prepare(
            self.scenario,
            seed=seed,
            map_=self.name,
            options=self.options,
            rosters=self.rosters,
            library=LayeredSource({self.name: self.map}, DISK),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    match: Match
    heat: Heat


def trial(battle: Battle, players: Sequence[str]) -> Generator[None, None, Trial]:
    """Play a battle to its end, and stop after every answer for whoever looks on.

    What it comes to follows from the battle and the players alone; only the seconds differ.
    Raise what a rule or a bot raises.
    """
    session = battle.session()
    match = yield from answers(session, seated(battle.opening.sides, players))
    game = session.game
    return Trial(match, heat_of(battle.opening, game.rules, game.story))
