"""The recap of the turn before the current one, over the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.geometry.points import Path, Point
from game.play.wording import name
from game.table.events import Event, Moved, PhaseBegan, Removed
from game.table.records import ModelId, UnitId
from game.table.state import Table
from game.view.overlays import BoardNote, MarchTrails, Overlay, OverlayLayers, OverlayTone

RECAP_SECONDS = 6.0


class TurnRecap:
    """Moves and losses of the turn before this one, over the board for some seconds."""

    def __init__(self) -> None:
        self._left = 0.0
        self._layers = OverlayLayers()

    @property
    def layers(self) -> OverlayLayers:
        """Return the overlays while they are shown."""
        return self._layers if self._left > 0.0 else OverlayLayers()

    def show(self, story: Sequence[Event], table: Table) -> None:
        events = last_turn(story)
        self._layers = OverlayLayers((MarchTrails(trails(events)),), (*fallen(events, table),))
        self._left = RECAP_SECONDS if events else 0.0

    def turn(self, story: Sequence[Event], table: Table) -> None:
        """Show or hide it, when a key asks for it."""
        if self._left > 0.0:
            self._left = 0.0
        else:
            self.show(story, table)

    def update(self, seconds: float, *, still: bool) -> None:
        """Advance the time; with *still* it stays until it is hidden."""
        if not still:
            self._left -= seconds


def last_turn(story: Sequence[Event]) -> Sequence[Event]:
    """Return the events of the player turn before the current one; none if there is none."""
    starts, before = list[int](), None
    for n, event in enumerate(story):
        if isinstance(event, PhaseBegan) and event.side is not None:
            if (event.round, event.side) != before:
                starts.append(n)
            before = event.round, event.side
    return story[starts[-2] : starts[-1]] if len(starts) > 1 else ()


def trails(events: Sequence[Event]) -> tuple[Path, ...]:
    """Return the way of each model that moved, from its start to its end."""
    ways = dict[ModelId, Path]()
    for event in events:
        if isinstance(event, Moved):
            ways[event.model] = (*ways.get(event.model, ()), *event.path)
    return tuple(ways.values())


def fallen(events: Sequence[Event], table: Table) -> Iterator[Overlay]:
    """Yield the number of models that each unit lost, where they stood."""
    lost = dict[UnitId, list[Point]]()
    for event in events:
        if isinstance(event, Removed) and event.model in table.models:
            model = table.models[event.model]
            lost.setdefault(model.unit, []).append(model.at)
    for unit, spots in lost.items():
        middle = Point(
            sum(at.x for at in spots) / len(spots), sum(at.y for at in spots) / len(spots)
        )
        words = f"{name(table, unit)}: {len(spots)} lost"
        yield BoardNote(middle, words, OverlayTone.BAD)
