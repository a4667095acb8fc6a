"""A whole game as it can be shown again: where it began, and all that happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from game.content.save_format import SavedGame, parse_save
from game.play.game import Phases
from game.rules.battles import battle_of
from game.rules.kit.modules import GameRules
from game.rules.restoring import events_of
from game.screens.live_game import Sitting
from game.table.apply import apply
from game.table.events import Event, Moved, PhaseBegan, Removed, Wounded
from game.table.state import Table


@dataclass(frozen=True)
class Story:
    title: str
    opening: Table
    events: Sequence[Event]
    rules: GameRules
    mission: str = ""
    turns: int = 0
    save: Callable[[], SavedGame] | None = None
    """Tells the game as a save, for whoever wants to play on from a moment of it."""

    @property
    def phases(self) -> Phases:
        return self.rules.phases

    def at(self, count: int) -> Table:
        """Return the table after so many events."""
        table = self.opening.fork()
        for event in self.events[:count]:
            apply(table, event)
        return table

    @cached_property
    def beats(self) -> tuple[int, ...]:
        """Return after how many events each beat begins, and the last one ends."""
        found = [0]
        while found[-1] < len(self.events):
            found.append(found[-1] + len(self.beat(found[-1])))
        return tuple(found)

    @cached_property
    def turns_begun(self) -> tuple[int, ...]:
        """Return after how many events each turn has begun."""
        found, last = list[int](), None
        for count, event in enumerate(self.events, 1):
            if isinstance(event, PhaseBegan):
                if (event.round, event.side) != last:
                    found.append(count)
                last = event.round, event.side
        return tuple(found)

    @cached_property
    def losses(self) -> tuple[int, ...]:
        """Return after how many events somebody is wounded or lost; the first of a row only."""
        hurt = [isinstance(event, Wounded | Removed) for event in self.events]
        return tuple(n + 1 for n, now in enumerate(hurt) if now and not (n and hurt[n - 1]))

    def beat(self, count: int) -> Sequence[Event]:
        """Return what is shown together after so many events: one, or all steps of a march."""
        end = count
        while end < len(self.events) and isinstance(self.events[end], Moved):
            end += 1
        return self.events[count : max(end, count + 1)]


def story_of_sitting(sitting: Sitting) -> Story:
    """Return the story of a game that is being played, as far as it has come."""
    battle = sitting.battle
    return Story(
        battle.scenario.title,
        battle.opening,
        tuple(sitting.session.game.story),
        battle.rules(),
        battle.about,
        sitting.turns,
        lambda: parse_save(sitting.as_text(), battle.scenario.title),
    )


def story_of_save(save: SavedGame) -> Story:
    """Return the story that a save tells; raise UnusableFile."""
    battle = battle_of(save)
    rules = battle.rules()
    entries = (save.opening, *save.answers)
    return Story(
        battle.scenario.title,
        battle.opening,
        tuple(event for entry in entries for event in events_of(save, entry, rules)),
        rules,
        battle.about,
        battle.turns,
        lambda: save,
    )
