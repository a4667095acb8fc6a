"""Playback of a bout in the cage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin
from typing import Final

from game.geometry.points import (
    Point,
    distance,
    midpoint,
    point_ahead,
    vector_of_heading,
)
from game.systems.cage.table import floor_of, pose_in_cell, spot_of
from game.systems.cage.table.events import RingTurned, Stepped, WeaponDropped
from game.systems.cage.table.floor_state import rings_now, stance_of
from game.table.events import Act, Acted, Event, Removed, Rolled, RollKind
from game.table.records import How, Model, ModelId, UnitId, Where
from game.table.state import Table
from game.view.colours import AMBER, CREAM, WOUND
from game.view.playback import Track, walk
from game.view.playback.effects import Effect
from game.view.playback.fallen import Fallen
from game.view.playback.stage import Animation
from game.view.sounds import Sound

PACE: Final = 90.0
"""Degrees per second that a ring turns."""
MIN_TURN_SECONDS, MAX_TURN_SECONDS = 0.45, 1.4
"""Shortest and longest time of a turn, in seconds."""
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
CLANK: Final = 3.0
"""Units by which a ring that stops shakes the board."""
CLANK_SECONDS: Final = 0.35
SPARKS: Final = (0.0, 90.0, 180.0, 270.0)
"""Directions, in degrees, in which its rim strikes sparks."""
RESULT_SECONDS: Final = 0.9
"""Seconds that a result is displayed."""
DROP_SECONDS: Final = 0.7
"""Seconds that a dropped weapon is displayed."""
CALLED: Final = {
    Act.PARRIES: "Parry",
    Act.COUNTERS: "Counter-attack",
    Act.GIVES_GROUND: "Gives ground",
    Act.IS_STUBBORN: "Stubborn",
    Act.THIRSTS: "Red thirst",
    Act.IS_CORNERED: "Nowhere to go",
}


class RingTrack(Track):
    """``TC-07``  A ring that turns, with the champions on it."""

    def __init__(self, event: RingTurned, table: Table) -> None:
        """*table* is the state before the turn."""
        self.ring = event.ring
        self.by = (event.by + 180) % 360 - 180
        """Degrees clockwise, in the shorter direction."""
        self.lasts = min(MAX_TURN_SECONDS, max(MIN_TURN_SECONDS, abs(self.by) / PACE))
        self._rings, self._middle = rings_now(table), floor_of(table.board).at
        self._on = {
            m.id: m
            for m in table.standing()
            if (stance := stance_of(table, m.id)) and stance.cell.ring == event.ring
        }

    def rings(self, share: float) -> tuple[float, ...]:
        """Return the rotations of all rings after a share of the time, in degrees clockwise."""
        return tuple(
            degrees + (self._come(share) if n == self.ring else 0.0)
            for n, degrees in enumerate(self._rings)
        )

    def at(self, id_: str, share: float) -> Point | None:
        model = self._on.get(ModelId(id_))
        if model is None:
            return None
        come = radians(self._come(share))
        dx, dy = model.at.x - self._middle.x, model.at.y - self._middle.y
        x, y = dx * cos(come) - dy * sin(come), dx * sin(come) + dy * cos(come)
        return Point(self._middle.x + x, self._middle.y + y)

    def faces(self, id_: str, share: float, seconds: float) -> float | None:
        model = self._on.get(ModelId(id_))
        return None if model is None else (model.facing + self._come(share)) % 360

    def _come(self, share: float) -> float:
        """Return the degrees turned after a share of the time, with a smooth start and end."""
        return self.by * share * share * (3 - 2 * share)


class CageAnimation(Animation):
    """The playback of a bout."""

    @property
    def rings(self) -> tuple[float, ...]:
        """Return the shown rotations of the rings, in degrees clockwise."""
        motion = self.stage.motion
        for track in motion.tracks:
            if isinstance(track, RingTrack):
                return track.rings(motion.share)
        return tuple(float(degrees) for degrees in rings_now(self.stage.seen))

    def tracks(self, events: Sequence[Event]) -> Sequence[Track] | None:
        table = self.stage.seen
        match events[0]:
            case RingTurned() as event:
                return [RingTrack(event, table)]
            case Stepped(model=model, cell=cell, edge=edge) as event:
                # ``TC-08``  A step from cell to cell is a walk, but not during setup.
                if table.models[model].where is not Where.TABLE:
                    return []
                pose = pose_in_cell(floor_of(table.board), rings_now(table), cell, edge)
                path = table.models[model].at, pose[0]
                return [walk(event, model, path, pose[1], table)]
            case _:
                return None

    def effects(self, event: Event, shown: list[Effect]) -> list[Effect]:
        return [*shown, *_effects(event, self.stage.seen)]

    def moved(self, before: float) -> None:
        """Let a ring that begins to turn be heard."""
        if before == 0.0 and any(isinstance(t, RingTrack) for t in self.stage.motion.tracks):
            self.stage.sounds.append(Sound.GRIND)

    def body_at(self, fallen: Fallen, at: Point) -> Point | None:
        """``TC-07``  Return the place of a body in its cell, which turns with its ring."""
        table = self.stage.seen
        stance = stance_of(table, fallen.model.id)
        if stance is None or stance.cell.ring == 0:
            return at
        floor, (ring, number) = floor_of(table.board), stance.cell
        turned = self.rings[ring] + 360.0 * (number + 0.5) / floor.cells[ring]
        out = (floor.radii[ring - 1] + floor.radii[ring]) / 2
        return point_ahead(floor.at, vector_of_heading(turned % 360.0), out)

    def pause(self, event: Event, seconds: float) -> float:
        if isinstance(event, WeaponDropped):
            return DROP_SECONDS
        return RESULT_SECONDS if isinstance(event, Acted) and event.act in RESULTS else seconds


def _effects(event: Event, table: Table) -> Iterator[Effect]:
    """Yield the effects of an event of a bout; *table* is the state before it."""
    match event:
        case Rolled(who=id_, target=target, kind=RollKind.ATTACK | RollKind.PARRIED):
            me, foe = _champion(table, id_), _champion(table, target)
            yield Effect(me.at, 0.5, CREAM, lunges=me.id, slides=_toward(me.at, foe.at, LUNGE))
            if event.kind is RollKind.PARRIED:
                yield Effect(midpoint(me.at, foe.at), 0.6, CREAM, knock=True)
        case Acted(unit=unit, act=act, target=target) if act in RESULTS:
            me, foe = _champion(table, unit), _champion(table, target)
            face, words = RESULTS[act]
            at = midpoint(me.at, foe.at)
            over = Point(at.x, min(me.at.y, foe.at.y) - me.base)
            yield Effect(
                over, lasts=1.5, colour=AMBER, words=f"{face} · {words}".upper(), size=BIG
            )
            yield Effect(at, 0.5, CREAM, knock=True)
        case Acted(unit=unit, act=Act.MISSES, target=target):
            me, foe = _champion(table, unit), _champion(table, target)
            yield Effect(me.at, 0.5, CREAM, lunges=me.id, slides=_toward(me.at, foe.at, LUNGE))
            yield Effect(
                midpoint(me.at, foe.at), lasts=0.8, colour=CREAM, words="PARRIED", knock=True
            )
        case Acted(unit=unit, act=act) if act in CALLED:
            me = _champion(table, unit)
            yield Effect(me.at, lasts=0.9, colour=CREAM, words=CALLED[act], ring=me.base)
        case RingTurned(ring=ring):
            floor = floor_of(table.board)
            yield Effect(floor.at, CLANK_SECONDS, CREAM, shakes=CLANK)
            for degrees in SPARKS:
                ahead = vector_of_heading(degrees)
                at = point_ahead(floor.at, ahead, floor.radii[ring])
                yield Effect(at, CLANK_SECONDS, CREAM, knock=True)
        case WeaponDropped(_, model, weapon, cell):
            start = table.models[model].at
            end = spot_of(floor_of(table.board), rings_now(table), cell)
            direction = Point(end.x - start.x, end.y - start.y)
            yield Effect(start, DROP_SECONDS, CREAM, weapon=weapon, slides=direction)
        case Removed(model=model, how=How.PUSHED):
            lost = table.models[model]
            thrown = _toward(floor_of(table.board).at, lost.at, FALL)
            yield Effect(
                lost.at, 1.1, WOUND, leaving=lost, slides=thrown, spins=200.0, shrinks=0.45
            )
            yield Effect(lost.at, lasts=1.5, colour=WOUND, words="OUT OF THE CAGE", size=BIG)
        case _:
            pass


def _champion(table: Table, unit: str) -> Model:
    """Return the one champion of a unit."""
    return table.models[table.units[UnitId(unit)].models[0]]


def _toward(at: Point, other: Point, inches: float) -> Point:
    """Return the vector from a point toward another, *inches* long."""
    whole = distance(at, other) or 1.0
    return Point((other.x - at.x) / whole * inches, (other.y - at.y) / whole * inches)
