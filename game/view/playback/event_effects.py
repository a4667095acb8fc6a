"""Effects of each event of the pursuit, the cage and the flood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import pi, sin
from typing import Final

from game.geometry.points import Disc, Point, distance, gap, length, point_ahead
from game.table.cage_floor import floor_of, spot_of
from game.table.events import (
    Act,
    Acted,
    Announced,
    Event,
    GroundChanged,
    Handled,
    MarkerLaid,
    Moved,
    PhaseBegan,
    PieceCame,
    Removed,
    Rolled,
    Struck,
    WeaponDropped,
)
from game.table.pieces import PieceKind, Street
from game.table.records import ORIGIN, How, Model, ModelId, UnitId, Where
from game.table.state import Table
from game.view.playback.effects import DICE_SECONDS, MAX_DICE, Effect
from game.view.playback.movement import MovementAnimation, along
from game.view.playback.timing import SURGE, brings_flood
from game.view.style import AMBER, CREAM, GLOW, WOUND

DUST: Final = "#B7A689"
LOST: Final = 3.0
"""Inches that a model lost from the street still slides while it fades."""
AWAY: Final = 5.0
"""Inches that a model riding through the Arrival continues."""


def pursuit_effects(
    event: Event, shown: list[Effect], street: Street, table: Table, *, still: bool
) -> Iterator[Effect]:
    """Yield the effects of an event of the pursuit; *shown* are its usual ones.

    *table* is the state before the event. *still*: nothing slides (reduced motion).
    """
    yield from (_sliding(effect, event, street) for effect in shown) if not still else shown
    match event:
        case MarkerLaid(_, at, diameter):
            yield Effect(at, 1.2, AMBER, blast=diameter / 2)
        case Struck(_, model_id, _, _):
            struck = table.models[model_id]
            yield Effect(
                point_ahead(struck.at, street.ahead, struck.base), 0.6, CREAM, knock=True
            )
        case Moved(_, _, path) if length(path) > 1.0 and not still:
            yield Effect(path[-1], 0.8, DUST, trail=path)
        case PieceCame(_, piece, at) if table.pieces[piece].kind is PieceKind.MINES:
            yield Effect(at, 0.9, WOUND, ring=table.pieces[piece].radius)
        case Removed(_, model_id, How.LEFT):
            gone = table.models[model_id]
            yield Effect(gone.at, 2.0, GLOW, "AWAY!", gone.base)
        case _:
            pass


def _sliding(effect: Effect, event: Event, street: Street) -> Effect:
    """Return an effect in which a model removed over an edge slides over it."""
    if effect.leaving is None or not isinstance(event, Removed):
        return effect
    if event.how is How.LEFT:
        return replace(effect, lasts=1.0, slides=_far(street.ahead, AWAY))
    if event.how is How.LOST:
        return replace(effect, lasts=1.0, slides=_far(street.back, LOST))
    return effect


def _far(direction: Point, inches: float) -> Point:
    return point_ahead(ORIGIN, direction, inches)


LUNGE: Final = 0.85
"""Inches that an attacker lunges toward its target."""
FALL: Final = 3.2
"""Inches that a champion pushed out of the cage is thrown."""
BIG: Final = 40.0
"""Size of a result's name, in units."""
RESULTS: Final = {
    Act.HURTS_ITSELF: (1, "Attacker hit"),
    Act.TRADES: (2, "Both hit"),
    Act.PUSHES: (3, "Pushed back"),
    Act.DISARMS: (4, "Disarmed"),
    Act.HARMS: (5, "Hit"),
    Act.KNOCKS: (6, "Hit and knocked back"),
}
"""``TC-16`` to ``TC-21``  Face of the die and name shown for each result."""
CALLED: Final = {
    Act.PARRIES: "Parry",
    Act.COUNTERS: "Counter-attack",
    Act.GIVES_GROUND: "Gives ground",
    Act.IS_STUBBORN: "Stubborn",
    Act.THIRSTS: "Red thirst",
    Act.IS_CORNERED: "Nowhere to go",
}


def cage_effects(event: Event, table: Table) -> Iterator[Effect]:
    """Yield the effects of an event of a bout; *table* is the state before it."""
    match event:
        case Rolled("TC-14", who=id_, target=target):
            me, foe = _of(table, id_), _of(table, target)
            yield Effect(me.at, 0.5, CREAM, lunges=me.id, slides=_toward(me.at, foe.at, LUNGE))
            if any(reason.clause == "TC-13" for reason in event.reasons):
                yield Effect(_midpoint_of_models(me, foe), 0.6, CREAM, knock=True)
        case Acted(_, unit, act, target) if act in RESULTS:
            me, foe = _of(table, unit), _of(table, target)
            face, words = RESULTS[act]
            at = _midpoint_of_models(me, foe)
            over = Point(at.x, min(me.at.y, foe.at.y) - me.base)
            yield Effect(over, 1.5, AMBER, f"{face} · {words}".upper(), size=BIG)
            yield Effect(at, 0.5, CREAM, knock=True)
        case Acted(_, unit, Act.MISSES, target):
            me, foe = _of(table, unit), _of(table, target)
            yield Effect(me.at, 0.5, CREAM, lunges=me.id, slides=_toward(me.at, foe.at, LUNGE))
            yield Effect(_midpoint_of_models(me, foe), 0.8, CREAM, "PARRIED", knock=True)
        case Acted(_, unit, act) if act in CALLED:
            yield Effect(
                _of(table, unit).at, 0.9, CREAM, CALLED[act], ring=_of(table, unit).base
            )
        case WeaponDropped(_, model, weapon, cell):
            start = table.models[model].at
            end = spot_of(floor_of(table.board), table.rings, cell)
            direction = Point(end.x - start.x, end.y - start.y)
            yield Effect(start, 0.7, CREAM, weapon=weapon, slides=direction)
        case Removed(_, model, How.PUSHED):
            lost, middle = table.models[model], floor_of(table.board).at
            direction = _toward(middle, lost.at, FALL)
            yield Effect(lost.at, 1.1, WOUND, leaving=lost, slides=direction)
            yield Effect(lost.at, 1.5, WOUND, "OUT OF THE CAGE", size=BIG)
        case _:
            pass


def lunging(effects: Iterable[Effect], id_: str) -> Point | None:
    """Return the present offset of a lunging model, in inches; None if it does not lunge."""
    for effect in effects:
        if effect.lunges == id_:
            come = sin(pi * effect.share)
            return Point(effect.slides.x * come, effect.slides.y * come)
    return None


def _of(table: Table, unit: str) -> Model:
    """Return the one champion of a unit."""
    return table.models[table.units[UnitId(unit)].models[0]]


def _midpoint_of_models(me: Model, foe: Model) -> Point:
    return Point((me.at.x + foe.at.x) / 2, (me.at.y + foe.at.y) / 2)


def _toward(at: Point, other: Point, inches: float) -> Point:
    """Return the vector from a point toward another, *inches* long."""
    whole = distance(at, other) or 1.0
    return Point((other.x - at.x) / whole * inches, (other.y - at.y) / whole * inches)


TOUCH = 0.05
"""Maximum gap in inches at which bases knock together."""
BELOW = 0.3
"""Inches from a base down to the dice about it."""
WAKE = 0.45
"""Inches between the splashes of a wake."""


@dataclass(slots=True)
class FloodPlayback:
    """The flood being played back, from its announcement until the ground has changed."""

    spot: str
    """Id of the spot that it comes from."""
    since: float = 0.0
    """Seconds that it has run."""
    carried: ModelId | None = None
    """Model moved last while the current model is handled."""

    @property
    def share(self) -> float:
        """Return the elapsed share of the surge, from 0 to 1."""
        return min(1.0, self.since / SURGE)


def flood_after(flood: FloodPlayback | None, event: Event) -> FloodPlayback | None:
    """Return the flood that is played back after an event, if any."""
    match event:
        case Announced(_, _, spot) if brings_flood(event):
            return FloodPlayback(spot)
        case GroundChanged() | PhaseBegan():
            return None
        case Handled() if flood:
            return replace(flood, carried=None)
        case Moved(_, model) if flood:
            return replace(flood, carried=model)
        case _:
            return flood


def restored_flood(events: Iterable[Event]) -> FloodPlayback | None:
    """Return the flood that still runs after events that are not played back."""
    flood: FloodPlayback | None = None
    for event in events:
        flood = flood_after(flood, event)
    return replace(flood, since=SURGE) if flood else None


def flood_effects(
    event: Event, flood: FloodPlayback, table: Table, *, still: bool
) -> Iterator[Effect]:
    """Yield the additional effects of an event in the water; *table* is the state before it.

    *still*: nothing splashes (reduced motion).
    """
    yield from _dice(event, flood, table)
    if not still:
        yield from _splashes(event, table)


def _dice(event: Event, flood: FloodPlayback, table: Table) -> Iterator[Effect]:
    """Yield dice beside the model they are about, and the knock if that model was run into."""
    if not isinstance(event, Rolled) or len(event.faces) > MAX_DICE:
        return
    if about := model_of_roll(event, table):
        yield from _knock(flood, about, table)
        below = Point(about.at.x, about.at.y + about.base + BELOW)
        yield Effect(below, DICE_SECONDS, CREAM, rolled=event)


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
    """Return the splash at the start of a movement, where a model is swept off."""
    return Effect(walk.path[0], 0.9, CREAM, splash=table.models[walk.model].base + 0.6)


def wake(march: MovementAnimation, before: float, table: Table) -> Iterator[Effect]:
    """Yield splashes along the part of the paths covered since *before* seconds."""
    for walk in march.walks:
        inches, share = length(walk.path), 1.0 / (march.lasts or 1.0)
        first, last = (int(inches * t * share / WAKE) for t in (before, march.walked))
        for n in range(first + 1, last + 1):
            at = along(walk.path, n * WAKE)
            yield Effect(at, 0.8, CREAM, splash=0.7 * table.models[walk.model].base)


def model_of_roll(rolled: Rolled, table: Table) -> Model | None:
    """Return the model that dice are about: their target, or else the model that rolls them."""
    for id_ in (rolled.target, rolled.who):
        model = table.models.get(ModelId(id_))
        if model and model.where is Where.TABLE:
            return model
    return None


def _knock(flood: FloodPlayback, about: Model, table: Table) -> Iterator[Effect]:
    """Yield the knock if dice are about a model that the carried one has run into."""
    if flood.carried is None or flood.carried == about.id:
        return
    first = table.models[flood.carried]
    if gap(first.disc, about.disc) <= TOUCH:
        yield Effect(_midpoint_of_bases(first.disc, about.disc), 0.6, CREAM, knock=True)
        yield Effect(about.at, 0.7, CREAM, ring=about.base)


def _midpoint_of_bases(a: Disc, b: Disc) -> Point:
    share = a.radius / (a.radius + b.radius)
    return Point(a.at.x + (b.at.x - a.at.x) * share, a.at.y + (b.at.y - a.at.y) * share)
