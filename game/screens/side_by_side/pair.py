"""Two recorded games that are shown beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from game.content.save_format import HUMAN, SaveHeader
from game.lab.shared_clock import SharedStep, first_difference, shared_steps
from game.play.log.wording import turn_word, victory
from game.rules.catalog import points
from game.screens.live_game import RecordedGame
from game.shown.player_names import character_label, known_player
from game.table.events import Event
from game.table.records import many


class NamedRecord(NamedTuple):
    """A recorded game with the name that tells it from the other one."""

    name: str
    record: RecordedGame


def named(record: RecordedGame) -> NamedRecord:
    """Return a recorded game called by its players and its dice."""
    assert record.save
    return NamedRecord(name_of(record.save().header), record)


def name_of(header: SaveHeader) -> str:
    """Return the name of a saved game: ``"Steady against a person, seed 3"``."""
    players = [known_player(name) for name in header.players.values()]
    names = ["a person" if one == HUMAN else character_label(one) for one in players]
    words = " against ".join(names)
    return f"{words[:1].upper()}{words[1:]}, seed {header.seed}"


class GamePair:
    """Two recorded games, the phases that they share, and where they part."""

    def __init__(self, first: NamedRecord, second: NamedRecord) -> None:
        self.games = first, second
        self.steps: Sequence[SharedStep] = shared_steps(*self.stories)

    @property
    def stories(self) -> tuple[Sequence[Event], Sequence[Event]]:
        """Return the events of both games."""
        first, second = self.games
        return first.record.events, second.record.events

    @cached_property
    def parting(self) -> int | None:
        """Return the first step in which the games differ; None if they are the same."""
        alike = first_difference(*self.stories)
        if alike is None:
            return None
        last = len(self.steps) - 1
        return next((n for n, step in enumerate(self.steps) if min(step.ends) > alike), last)

    @property
    def parting_words(self) -> str:
        """Return where the games begin to differ, as a sentence."""
        if self.parting is None:
            return "Both games are the same."
        title = self.steps[self.parting].title(self.games[0].record.opening)
        return f"First difference: {title[:1].lower()}{title[1:]}."

    def results(self) -> list[str]:
        """Return the result of each game, with its points."""
        found = list[str]()
        for name, record in self.games:
            table = record.at(len(record.events))
            score = points(record.mission, table)
            numbers = " to ".join(str(score[side]) for side in table.sides)
            over = victory(table.result.winner) if table.result else "not over"
            turns = many(table.clock.round, turn_word(table))
            found.append(f"{name}: {over}, {numbers} after {turns}")
        return found
