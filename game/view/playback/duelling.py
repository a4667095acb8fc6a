"""What is seen of a duel for a moment: lunges, sparks, results by name, weapons that fly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import pi, sin
from typing import Final

from game.geometry.points import Point, distance
from game.table.cage_floor import floor_of, spot_of
from game.table.events import Act, Acted, Event, Removed, Rolled, WeaponDropped
from game.table.records import How, Model, UnitId
from game.table.state import Table
from game.view.playback.effects import Effect
from game.view.style import AMBER, CREAM, WOUND

LUNGE: Final = 0.85
"""Inches that an attacker comes toward who it attacks."""
FALL: Final = 3.2
"""Inches that a champion is thrown who is pushed out."""
BIG: Final = 40.0
"""Units: the size of a result's name."""
RESULTS: Final = {
    Act.HURTS_ITSELF: (1, "Attacker harmed"),
    Act.TRADES: (2, "Both harmed"),
    Act.PUSHES: (3, "Pushed back"),
    Act.DISARMS: (4, "Disarmed"),
    Act.HARMS: (5, "Harmed"),
    Act.KNOCKS: (6, "Harmed and knocked back"),
}
"""``TC-16`` to ``TC-21``  What each result is called over the board."""
CALLED: Final = {
    Act.PARRIES: "Parry",
    Act.COUNTERS: "Counter-attack",
    Act.GIVES_GROUND: "Gives ground",
    Act.IS_STUBBORN: "Stubborn",
    Act.THIRSTS: "Red thirst",
    Act.IS_CORNERED: "Nowhere to go",
}


def duelling(event: Event, table: Table) -> Iterator[Effect]:
    """Yield what shows an event of a duel; *table* is as it was before."""
    match event:
        case Rolled("TC-14", who=who, target=target):
            me, foe = _of(table, who), _of(table, target)
            yield Effect(me.at, 0.5, CREAM, lunges=me.id, slides=_toward(me.at, foe.at, LUNGE))
            if any(reason.clause == "TC-13" for reason in event.reasons):
                yield Effect(_between(me, foe), 0.6, CREAM, knock=True)
        case Acted(_, unit, act, target) if act in RESULTS:
            me, foe = _of(table, unit), _of(table, target)
            face, words = RESULTS[act]
            at = _between(me, foe)
            over = Point(at.x, min(me.at.y, foe.at.y) - me.base)
            yield Effect(over, 1.5, AMBER, f"{face} · {words}".upper(), size=BIG)
            yield Effect(at, 0.5, CREAM, knock=True)
        case Acted(_, unit, Act.MISSES, target):
            me, foe = _of(table, unit), _of(table, target)
            yield Effect(me.at, 0.5, CREAM, lunges=me.id, slides=_toward(me.at, foe.at, LUNGE))
            yield Effect(_between(me, foe), 0.8, CREAM, "PARRIED", knock=True)
        case Acted(_, unit, act) if act in CALLED:
            yield Effect(
                _of(table, unit).at, 0.9, CREAM, CALLED[act], ring=_of(table, unit).base
            )
        case WeaponDropped(_, model, weapon, cell):
            start = table.models[model].at
            end = spot_of(floor_of(table.board), table.rings, cell)
            way = Point(end.x - start.x, end.y - start.y)
            yield Effect(start, 0.7, CREAM, weapon=weapon, slides=way)
        case Removed(_, model, How.PUSHED):
            lost, middle = table.models[model], floor_of(table.board).at
            way = _toward(middle, lost.at, FALL)
            yield Effect(lost.at, 1.1, WOUND, leaving=lost, slides=way)
            yield Effect(lost.at, 1.5, WOUND, "OUT OF THE CAGE", size=BIG)
        case _:
            pass


def lunging(effects: Iterable[Effect], who: str) -> Point | None:
    """Return by how much somebody has come forward just now; None for who stands still."""
    for effect in effects:
        if effect.lunges == who:
            come = sin(pi * effect.share)
            return Point(effect.slides.x * come, effect.slides.y * come)
    return None


def _of(table: Table, unit: str) -> Model:
    """Return the one champion of a unit."""
    return table.models[table.units[UnitId(unit)].models[0]]


def _between(me: Model, foe: Model) -> Point:
    return Point((me.at.x + foe.at.x) / 2, (me.at.y + foe.at.y) / 2)


def _toward(at: Point, other: Point, far: float) -> Point:
    """Return the way from a point toward another, so many inches long."""
    whole = distance(at, other) or 1.0
    return Point((other.x - at.x) / whole * far, (other.y - at.y) / whole * far)
