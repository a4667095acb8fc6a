"""What is seen of each event while a flood is told: dice beside models, knocks and splashes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from game.geometry.points import Disc, Point, gap, length
from game.table.events import (
    Announced,
    Event,
    GroundChanged,
    Handled,
    Moved,
    PhaseBegan,
    Removed,
    Rolled,
    Struck,
)
from game.table.records import Model, ModelId, Where
from game.table.state import Table
from game.view.playback.effects import Effect
from game.view.playback.movement import March, along
from game.view.playback.timing import SURGE, comes
from game.view.playback.toss import LASTS, MOST
from game.view.style import CREAM

TOUCH = 0.05
"""Bases so near to one another, in inches, knock together."""
BELOW = 0.3
"""Inches from a base to the dice that are about it."""
WAKE = 0.45
"""Inches from one splash of a wake to the next."""


@dataclass(slots=True)
class Flood:
    """A flood that is being told, from when it comes to when the ground has changed."""

    spot: str
    """Where it comes from."""
    since: float = 0.0
    """Seconds that it has run."""
    carried: ModelId | None = None
    """Who was moved last in the story that is just told."""

    @property
    def share(self) -> float:
        """Return how much of the surge is over, from 0 to 1."""
        return min(1.0, self.since / SURGE)


def flood_after(flood: Flood | None, event: Event) -> Flood | None:
    """Return the flood that is told once an event was, if any."""
    match event:
        case Announced(_, _, spot) if comes(event):
            return Flood(spot)
        case GroundChanged() | PhaseBegan():
            return None
        case Handled() if flood:
            return replace(flood, carried=None)
        case Moved(_, model) if flood:
            return replace(flood, carried=model)
        case _:
            return flood


def recalled(events: Iterable[Event]) -> Flood | None:
    """Return the flood that still runs after events that were told before."""
    flood: Flood | None = None
    for event in events:
        flood = flood_after(flood, event)
    return replace(flood, since=SURGE) if flood else None


def seen_of(event: Event, flood: Flood, table: Table, *, still: bool) -> Iterator[Effect]:
    """Yield what else shows an event in the water; *table* is as it was before.

    *still*: nothing splashes, for who wants less motion.
    """
    yield from _dice(event, flood, table)
    if not still:
        yield from _splashes(event, table)


def _dice(event: Event, flood: Flood, table: Table) -> Iterator[Effect]:
    """Yield dice beside whom they are about, and the knock if he was run into."""
    if not isinstance(event, Rolled) or len(event.faces) > MOST:
        return
    if about := whom(event, table):
        yield from _knock(flood, about, table)
        below = Point(about.at.x, about.at.y + about.base + BELOW)
        yield Effect(below, LASTS, CREAM, rolled=event)


def _splashes(event: Event, table: Table) -> Iterator[Effect]:
    match event:
        case Moved(_, model, path) if length(path) > 0.0:
            base = table.models[model].base
            yield Effect(path[-1], 0.9, CREAM, splash=base + 0.5)
        case Struck(_, model):
            struck = table.models[model]
            yield Effect(struck.at, 0.7, CREAM, splash=struck.base + 0.3)
        case Removed(_, model):
            lost = table.models[model]
            if lost.where is Where.TABLE:
                yield Effect(lost.at, 1.2, CREAM, splash=lost.base + 0.9)
        case _:
            pass


def entering(walk: Moved, table: Table) -> Effect:
    """Return the splash where a model is swept off."""
    return Effect(walk.path[0], 0.9, CREAM, splash=table.models[walk.model].base + 0.6)


def wake(march: March, before: float, table: Table) -> Iterator[Effect]:
    """Yield splashes behind who is carried, since so many seconds of its way."""
    for walk in march.walks:
        far, share = length(walk.path), 1.0 / (march.lasts or 1.0)
        first, last = (int(far * t * share / WAKE) for t in (before, march.walked))
        for n in range(first + 1, last + 1):
            at = along(walk.path, n * WAKE)
            yield Effect(at, 0.8, CREAM, splash=0.7 * table.models[walk.model].base)


def whom(rolled: Rolled, table: Table) -> Model | None:
    """Return the model that dice are about: whose they are, or whom they may hurt."""
    for id_ in (rolled.target, rolled.who):
        model = table.models.get(ModelId(id_))
        if model and model.where is Where.TABLE:
            return model
    return None


def _knock(flood: Flood, about: Model, table: Table) -> Iterator[Effect]:
    """Yield the knock if dice are about somebody whom the carried one has run into."""
    if flood.carried is None or flood.carried == about.id:
        return
    first = table.models[flood.carried]
    if gap(first.disc, about.disc) <= TOUCH:
        yield Effect(_between(first.disc, about.disc), 0.6, CREAM, knock=True)
        yield Effect(about.at, 0.7, CREAM, ring=about.base)


def _between(a: Disc, b: Disc) -> Point:
    share = a.radius / (a.radius + b.radius)
    return Point(a.at.x + (b.at.x - a.at.x) * share, a.at.y + (b.at.y - a.at.y) * share)
