"""Facts about maps for lists: the size, the look, the scenarios that a map is for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from game.content.faults import UnusableFile
from game.content.maps.map_library import load_board
from game.content.scenarios import FREE, load_scenario, scenario_names
from game.editor.map_checks import battles
from game.rules.battles import refusals
from game.table.board import Board

MAX_TITLES = 3
"""Maximum number of scenarios that are named."""


class MapFacts(NamedTuple):
    """The facts about one map."""

    width: float = 0.0
    """Inches."""
    height: float = 0.0
    """Inches."""
    look: str = ""
    scenarios: tuple[str, ...] = ()
    """Titles of the scenarios that offer it; if there is none, of those that accept it."""
    fault: str = ""
    """Why it cannot be played on at all; empty if it can."""

    @property
    def area(self) -> float:
        """Return its area in square inches."""
        return self.width * self.height

    @property
    def words(self) -> str:
        """Return all of it in one line."""
        if self.fault:
            return f"faulty: {self.fault}"
        named = ", ".join(self.scenarios[:MAX_TITLES])
        more = len(self.scenarios) - MAX_TITLES
        fit = f"for {named}" if named else "fit for no scenario yet"
        fit += f" and {more} more" if more > 0 else ""
        return f'{self.width:g} × {self.height:g}" · {self.look} · {fit}'


def facts_of(word: str) -> MapFacts:
    """Return the facts about a map by its name."""
    try:
        board = load_board(word)
    except UnusableFile as error:
        return MapFacts(fault=str(error.faults[0]))
    titles = tuple(_offered_by(word)) or tuple(_accepted_by(board))
    return MapFacts(board.width, board.height, board.look, titles)


def _offered_by(word: str) -> Iterator[str]:
    """Yield the titles of the scenarios that offer a map, of those that choose it first."""
    found: Mapping[bool, list[str]] = {True: [], False: []}
    for name in scenario_names():
        with suppress(UnusableFile):
            scenario = load_scenario(name)
            if name != FREE and word in scenario.maps:
                found[scenario.map == word].append(scenario.title)
    yield from (*found[True], *found[False])


def _accepted_by(board: Board) -> Iterator[str]:
    """Yield the titles of the scenarios that can be played on a board."""
    for battle in battles():
        if battle.scenario.id != FREE and not refusals(battle, board):
            yield battle.scenario.title
