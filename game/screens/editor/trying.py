"""Trying a map: a battle on it as it is drawn, from which all ways lead back to the editor."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import randrange

from game.bots.players import POLICIES
from game.content.faults import UnusableFile
from game.content.maps import MapFile, canonical
from game.content.scenarios import Scenario, load_scenario, scenario_names
from game.lab.trial import DRAWN, Setup
from game.rules.catalog import PLAYED
from game.screens.battle.people.seats import HUMAN
from game.screens.battle.screen import BattleScreen
from game.screens.screen import Change, Visit
from game.screens.sitting import sit_down

SEEDS = 1_000_000
HOME = "editor"
BOT = "steady" if "steady" in POLICIES else next(iter(POLICIES))
SEATS: Mapping[str, tuple[str, str]] = {
    "Two bots": (BOT, BOT),
    "You against a bot": (HUMAN, BOT),
    "A bot against you": (BOT, HUMAN),
    "Two people": (HUMAN, HUMAN),
}


class Trying:
    """Which scenario a map is tried with, and by whom; both keep until they are changed."""

    def __init__(self) -> None:
        self.chosen = ""
        """The name of the scenario; empty: the first that takes the map."""
        self.seats = next(iter(SEATS))

    @cached_property
    def scenarios(self) -> dict[str, Scenario]:
        """Return all that can be played, by their names."""
        found = dict[str, Scenario]()
        for name in scenario_names():
            try:
                found[name] = load_scenario(name, PLAYED)
            except UnusableFile:
                continue  # setting a battle up says why
        return found

    def scenario(self, mapfile: MapFile) -> str:
        """Return the scenario to try a map with; raise UnusableFile if none takes it.

        The faults are those of the one that was chosen, or else of the one that has fewest.
        """
        text = canonical(mapfile)
        worst: UnusableFile | None = None
        for name in [self.chosen] if self.chosen else self.scenarios:
            try:
                Setup(name, text).battle(1)
            except UnusableFile as error:
                if worst is None or len(error.faults) < len(worst.faults):
                    worst = error
            else:
                return name
        assert worst
        raise worst

    def visit(self, mapfile: MapFile, name: str = "") -> Change:
        """Return what leads to a battle on a map; raise UnusableFile if there can be none.

        *name*: of its file, if it has one. The game is not written down.
        """
        setup = Setup(
            self.scenario(mapfile), canonical(mapfile), name=f"{name}.tmj" if name else DRAWN
        )
        battle = setup.battle(randrange(1, SEEDS))  # noqa: S311  which game it is, no secret
        sitting = sit_down(battle, SEATS[self.seats], kept=False)
        return Visit(BattleScreen(sitting), HOME)
