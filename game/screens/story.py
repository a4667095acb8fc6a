"""A whole game as it can be shown again: where it began, and all that happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.content.saves import Save
from game.play.phases import Phases
from game.rules.battles import battle_of
from game.rules.restoring import events_of
from game.screens.sitting import Sitting
from game.table.apply import apply
from game.table.events import Event, Moved
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class Story:
    title: str
    opening: Table
    events: Sequence[Event]
    phases: Phases
    mission: str = ""
    turns: int = 0

    def at(self, count: int) -> Table:
        """Return the table after so many events."""
        table = self.opening.fork()
        for event in self.events[:count]:
            apply(table, event)
        return table

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
        sitting.phases,
        battle.scenario.mission,
        sitting.turns,
    )


def story_of_save(save: Save) -> Story:
    """Return the story that a save tells; raise UnusableFile."""
    battle = battle_of(save)
    rules = battle.rules()
    entries = (save.opening, *save.answers)
    return Story(
        battle.scenario.title,
        battle.opening,
        tuple(event for entry in entries for event in events_of(save, entry, rules)),
        rules.phases,
        battle.scenario.mission,
        int(battle.settings.get("turns", 0)),
    )
