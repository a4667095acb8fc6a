"""A combat patrol on a bare table with two zones and a marker, for tests of the engine."""

from __future__ import annotations

from dataclasses import replace

from game.content.rosters import load_roster, muster
from game.cores.kit.game_rules import GameRules
from game.geometry.points import Point
from game.play.dice_sequences import SeededDice
from game.play.session import Session
from game.rules.catalog import rules_of
from game.table.board import Board, ObjectiveMarker, Zone
from game.table.records import ModelId, Side, Where
from game.table.state import Table

SIZE = 48.0
SIDES = Side("wardens"), Side("brood")
MARKER, MISSION = "marker-1", "combat_patrol"
AT_MARKER, FAR = Point(24.0, 26.0), Point(4.0, 44.0)
"""A place within 3 inches of the marker, and one far from it."""


def patrol_rules() -> GameRules:
    return rules_of("classic", "combat_patrol")


def patrol_table(*, patrols: int = 1) -> Table:
    """Return a table with both forces in reserve; *patrols*: copies of each force."""
    zones = _zone("north", 0.0, 12.0), _zone("south", SIZE - 12.0, SIZE)
    markers = (ObjectiveMarker("marker-1", Point(SIZE / 2, SIZE / 2), 1),)
    table = Table(Board("bare", SIZE, SIZE, zones=zones, markers=markers), SIDES)
    for side in SIDES:
        roster = load_roster(f"{side}-patrol")
        for n in range(patrols):
            # Further patrols belong to a side named after the number.
            units, models = muster(roster, Side(f"{side}-{n}") if n else side)
            table.units |= {u.id: u for u in units}
            table.models |= {m.id: m for m in models}
    return table


def stand(table: Table, side: Side, at: Point) -> ModelId:
    """Put the first model of a side's first unit on the table."""
    unit = next(u for u in table.units.values() if u.side == side)
    model = unit.models[0]
    table.models[model] = replace(table.models[model], at=at, where=Where.TABLE)
    return model


def patrol(seed: int, *, patrols: int = 1) -> Session:
    return Session(patrol_rules(), patrol_table(patrols=patrols), SeededDice(seed))


def play_some(session: Session, answers: int, luck: int = 1) -> int:
    """Give up to *answers* varied sample answers; return the number given."""
    given = 0
    while (asked := session.pending) and given < answers:
        many = list(asked.samples(session.table, 9))
        session.answer(many[(luck * 31 + given * given + given // 3) % len(many)])
        given += 1
    return given


def _zone(name: str, top: float, low: float) -> Zone:
    return Zone(name, (Point(0.0, top), Point(SIZE, top), Point(SIZE, low), Point(0.0, low)))
