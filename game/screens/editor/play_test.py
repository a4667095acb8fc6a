"""Play tests of a map in a scenario that fits it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from game.bots.registry import HELPER
from game.content.faults import UnusableFile
from game.content.file_words import name_of
from game.content.library_kinds import MAP
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import load_board, map_text, parse_map
from game.content.save_format import HUMAN
from game.content.scenarios import ORDINARY, Scenario, load_scenario, scenario_names
from game.content.user_files import DISK
from game.editor.findings import Playable
from game.lab.trial_game import DRAWN, setup_on, with_options
from game.rules import PLAYED
from game.screens.battle_opening import game_screen
from game.screens.live_game import random_seed, start_game
from game.screens.screen import Change, Visit
from game.table.board import Board

HOME, SANDBOX = "editor", "sandbox"
SEATS: Mapping[str, tuple[str, str]] = {
    "Two bots": (HELPER, HELPER),
    "You against a bot": (HUMAN, HELPER),
    "A bot against you": (HELPER, HUMAN),
    "Two people": (HUMAN, HUMAN),
}


def classes_on(mapfile: MapFile) -> frozenset[str]:
    """Return the names of the classes of a map's objects."""
    return frozenset(type(one.what).__name__ for _, one in mapfile.objects())


class PlayTest:
    """The scenario and seats of play tests; both stay until they are changed."""

    def __init__(self) -> None:
        self.chosen = ""
        """The id of the scenario; empty for the first one that accepts the map."""
        self.seats = next(iter(SEATS))
        self.tried = ""
        """The id of the scenario that was last tried."""

    @cached_property
    def scenarios(self) -> dict[str, Scenario]:
        """Return all scenarios by id, except those of the sandbox, which accepts any map."""
        found = dict[str, Scenario]()
        for name in sorted(scenario_names()):  # the one for a first game is not to be the first
            with suppress(UnusableFile):  # the check of scenarios says why
                one = load_scenario(name, PLAYED)
                if one.system != SANDBOX:
                    found[name] = one
        return found

    @cached_property
    def _boards(self) -> dict[str, list[Board]]:
        """Return the boards of each scenario, the one that it chooses at first in front."""
        return {
            name: [load_board(map_) for map_ in dict.fromkeys((one.map, *one.maps))]
            for name, one in self.scenarios.items()
        }

    @cached_property
    def _classes(self) -> dict[str, frozenset[str]]:
        """Return the classes of objects on the map that each scenario chooses at first."""
        found = dict[str, frozenset[str]]()
        for name, one in self.scenarios.items():
            file = name_of(DISK, one.map, MAP)
            found[name] = classes_on(parse_map(map_text(DISK, file), file))
        return found

    def suited(
        self, look: str, title: str = "", classes: frozenset[str] = frozenset()
    ) -> list[str]:
        """Return the scenarios with maps of a look, and the ordinary one.

        *title*: of a map; scenarios that choose it at first are in front, then those that
        offer it. *classes*: those of its objects; the more of them the usual map of a scenario
        has, the further in front the scenario is.
        """

        def rank(name: str) -> tuple[int, int, bool]:
            titles = [board.name for board in self._boards[name]]
            if title in titles:
                return min(titles.index(title), 1), 0, False
            usual = self._classes[name] if classes else frozenset[str]()
            alike = len(usual & classes)
            return 2, -alike, name != ORDINARY

        looks = {name: {one.look for one in boards} for name, boards in self._boards.items()}
        fit = [name for name, all_ in looks.items() if name == ORDINARY or look in all_]
        return sorted(fit, key=rank)

    def likely(self, mapfile: MapFile, playable: Sequence[Playable]) -> str:
        """Return the chosen scenario, else the best suited one known to accept the map.

        The ordinary one if there is none.
        """
        takes = {one.scenario for one in playable if not one.reasons}
        suited = (name for name in self._suited_to(mapfile) if name in takes)
        return self.chosen or next(suited, ORDINARY)

    def _suited_to(self, mapfile: MapFile) -> list[str]:
        board = mapfile.board
        return self.suited(board.look, board.title, classes_on(mapfile))

    def scenario(self, mapfile: MapFile, playable: Sequence[Playable] = ()) -> str:
        """Return the scenario to try a map with; raise UnusableFile if none accepts it.

        The faults are those of the chosen scenario, or else of the one that has fewest.
        *playable*: results of the map checks, for this map or the one before it.
        """
        suited = self._suited_to(mapfile)
        # Before the checks have looked at any scenario, all that suit it are tried in order.
        first = self.likely(mapfile, playable) if playable or self.chosen else suited[0]
        setup = setup_on(mapfile, first)
        worst: UnusableFile | None = None
        names = [first] if self.chosen else [first, *suited]
        for name in dict.fromkeys(names):
            try:
                replace(setup, scenario=name).battle(1)
            except UnusableFile as error:
                if worst is None or len(error.faults) < len(worst.faults):
                    worst = error
            else:
                return name
        assert worst
        raise worst

    def visit(
        self, mapfile: MapFile, name: str = "", playable: Sequence[Playable] = ()
    ) -> Change:
        """Return the change of screen to a battle; raise UnusableFile if it is impossible.

        *name*: of its file, if it has one. The game is not saved. The map turns on options
        that the scenario leaves open.
        """
        scenario, file = self.scenario(mapfile, playable), f"{name}.tmj" if name else DRAWN
        setup = with_options(setup_on(mapfile, scenario, file), mapfile)
        self.tried = scenario
        battle = setup.battle(random_seed())
        live_game = start_game(battle, SEATS[self.seats], kept=False)
        return Visit(game_screen(live_game), HOME)
