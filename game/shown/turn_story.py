"""The story of a turn: its moves, its losses, its points."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from game.geometry.points import Path, Point
from game.play.log.log_words import unit_of
from game.play.log.wording import name, possessive, side_name, turn_word
from game.shown.lines import ShownLine, ShownSpan, Tone, team_of, title_line
from game.table.events import Act, Acted, Event, Motion, Moved, PhaseBegan, Removed, Scored
from game.table.records import How, ModelId, UnitId
from game.table.state import Table

MOST_NAMED = 3
"""Number of units above which those that moved, or shot, are only counted."""
SHOTS: Final = frozenset({Act.SHOOTS, Act.FIRES_OVERWATCH})
"""Acts of a unit that shoots."""
MOTIONS: Final = {
    Motion.MOVES: "moved",
    Motion.DRIFTS: "drifted",
    Motion.DROPS_BACK: "fell back",
    Motion.RECOILS: "recoiled",
    Motion.ROLLS_BACK: "rolled back",
    Motion.PUSHED: "was pushed back",
    Motion.KNOCKED: "was knocked away",
    Motion.CARRIED: "was carried",
    Motion.DASHED: "was dashed against an obstacle",
}
"""Words for a unit that moved in each way, in the order in which they are listed."""


class UnitLosses(NamedTuple):
    """The models that a unit lost."""

    at: Point
    """The middle of the places where they stood."""
    words: str


def last_turn(story: Sequence[Event]) -> Sequence[Event]:
    """Return the events of the player turn before the current one; none if there is none."""
    starts, before = list[int](), None
    for n, event in enumerate(story):
        if isinstance(event, PhaseBegan) and event.side is not None:
            if (event.round, event.side) != before:
                starts.append(n)
            before = event.round, event.side
    return story[starts[-2] : starts[-1]] if len(starts) > 1 else ()


def recap(events: Sequence[Event], table: Table) -> tuple[ShownLine, ...]:
    """Return a player turn in a few words; empty if there is none.

    They name the side, the units that moved and that shot, the losses of each unit and the
    points scored.
    """
    begun = next((e for e in events if isinstance(e, PhaseBegan) and e.side), None)
    if begun is None or begun.side is None:
        return ()
    word = turn_word(table)
    title = f"{possessive(side_name(begun.side))} {word} {begun.round}"
    parts = _moved, _shot, _lost, _scored
    lines = [line for part in parts for line in part(events, table)]
    quiet = ShownLine((ShownSpan("Nothing happened", Tone.MUTED),))
    return title_line(title), *(lines or (quiet,))


def _moved(events: Sequence[Event], table: Table) -> Iterator[ShownLine]:
    found: dict[str, dict[UnitId, None]] = {words: {} for words in MOTIONS.values()}
    acts = dict[str, Act]()
    for event in events:
        if isinstance(event, Acted):
            acts[event.unit] = event.act
        elif isinstance(event, Moved) and event.model in table.models:
            unit, motion = table.models[event.model].unit, event.motion
            falls = motion is Motion.MOVES and acts.get(unit) is Act.FALLS_BACK
            words = MOTIONS[Motion.DROPS_BACK if falls else motion]
            found[words][unit] = None
    for words, units in found.items():
        yield from _did(words, units, table)


def _shot(events: Sequence[Event], table: Table) -> Iterator[ShownLine]:
    fired = (unit_of(table, e.unit) for e in events if isinstance(e, Acted) and e.act in SHOTS)
    yield from _did("shot", dict.fromkeys(u for u in fired if u in table.units), table)


def _did(what: str, units: Collection[UnitId], table: Table) -> Iterator[ShownLine]:
    """Yield the line of the units that did something; they are only counted if many."""
    if len(units) > 1:
        what = what.replace("was ", "were ")
    if len(units) > MOST_NAMED:
        yield ShownLine((ShownSpan(f"{len(units)} units {what}"),))
    elif units:
        names = [_named(table, unit) for unit in units]
        yield ShownLine((*_listed(names), ShownSpan(f" {what}")))


def _lost(events: Sequence[Event], table: Table) -> Iterator[ShownLine]:
    found = dict[tuple[UnitId, bool], int]()
    for event in events:
        if isinstance(event, Removed) and event.model in table.models:
            key = table.models[event.model].unit, event.how is How.LEFT
            found[key] = found.get(key, 0) + 1
    for (unit, left), count in found.items():
        words = f": {count} left the table" if left else f": {count} lost"
        gone = "" if table.of(unit) or left else ", none left"
        yield ShownLine((_named(table, unit), ShownSpan(words + gone, Tone.BAD)))


def _scored(events: Sequence[Event], table: Table) -> Iterator[ShownLine]:
    for side in table.sides:
        mine = [e for e in events if isinstance(e, Scored) and e.side == side]
        if mine:
            points = f"{sum([e.points for e in mine]):+d}".replace("-", "−")
            what = ", ".join(dict.fromkeys(name(table, e.what) for e in mine))
            team = table.sides.index(side)
            yield ShownLine(
                (ShownSpan(side_name(side), team=team), ShownSpan(f" {points}: {what}"))
            )


def _named(table: Table, unit: UnitId) -> ShownSpan:
    return ShownSpan(name(table, unit), link=unit, team=team_of(table, unit))


def _listed(names: Sequence[ShownSpan]) -> Iterator[ShownSpan]:
    for n, span in enumerate(names):
        if n:
            yield ShownSpan(" and " if n == len(names) - 1 else ", ")
        yield span


def trails(events: Sequence[Event]) -> tuple[Path, ...]:
    """Return the way of each model that moved, from its start to its end."""
    ways = dict[ModelId, Path]()
    for event in events:
        if isinstance(event, Moved):
            ways[event.model] = (*ways.get(event.model, ()), *event.path)
    return tuple(ways.values())


def losses(events: Sequence[Event], table: Table) -> Iterator[UnitLosses]:
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
        yield UnitLosses(middle, f"{name(table, unit)}: {len(spots)} lost")
