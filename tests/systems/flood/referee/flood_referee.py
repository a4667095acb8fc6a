"""A flood over the models of a table, played from the clauses alone (FF-07 to FF-17).

Nothing of the game is imported: this is a second, slower implementation, whose only purpose is
to disagree with the first where one of them reads a clause wrongly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import TypeAlias

from tests.systems.flood.referee.flood_shapes import (
    CONTACT,
    STORED,
    TINY,
    At,
    Line,
    Side,
    ahead,
    along,
    covers,
    legs,
    long,
    meeting,
    off,
    off_side,
    reach_point,
    reach_side,
    rest,
    sides,
    stored,
    toward,
)
from tests.systems.flood.referee.flood_water import (
    Course,
    Ground,
    Piece,
    Water,
    cut_off_at,
    last_way,
)

Happening: TypeAlias = tuple[object, ...]
"""A roll, a move or a hit: what it is, whose, and its face, place or strength."""


@dataclass(slots=True)
class Model:
    """A model as far as the flood is concerned."""

    id: str
    at: At
    base: float
    strength: int
    toughness: int
    own: int
    """``CC-16``  The toughness that counts for instant death."""
    wounds: int
    gone: bool = False


@dataclass(slots=True)
class Ride:
    """``FF-15``  One carry of one model."""

    model: Model
    course: Course
    ignored: list[Piece]
    doors: list[Piece]
    """``FF-26``  The closed doors between the model and its lane."""
    moved: float = 0.0
    bumped: list[str] = field(default_factory=list)
    is_dashed: bool = False


class Flood:
    """A flood over models, in roster order, with the faces of the dice to come."""

    def __init__(
        self, ground: Ground, models: Sequence[Model], faces: Iterable[int], *, modern: bool
    ) -> None:
        self.water = Water(ground)
        self.models = [replace(one) for one in models]
        self.faces = iter(faces)
        self.modern = modern
        self.log = list[Happening]()
        self.under_way = list[str]()

    def play(self) -> list[Happening]:
        """``FF-07``, ``FF-08``  Test all models within reach, the furthest first."""
        order = self._order()
        for model in order:
            if not model.gone and self._course(model) and not self._keeps_feet(model):
                self._carry(model)
        return self.log

    def _course(self, model: Model) -> Course | None:
        return self.water.course(model.at, model.base)

    def _die(self, what: str, model: Model) -> int:
        face = next(self.faces)
        self.log.append((what, model.id, face))
        return face

    def _order(self) -> list[Model]:
        runs = [(course.run, m) for m in self.models if (course := self._course(m))]
        order = list[Model]()
        while runs:
            most = max(run for run, _ in runs)
            tied = [m for run, m in runs if run >= most - CONTACT - TINY]
            runs = [pair for pair in runs if pair[1] not in tied]
            order += self._by_dice(tied)
        return order

    def _by_dice(self, tied: list[Model]) -> list[Model]:
        """Return tied models in the order of their dice; equal ones roll again."""
        if len(tied) == 1:
            return tied
        rolled = [(self._die("order", model), model) for model in tied]
        return [
            model
            for face in (6, 5, 4, 3, 2, 1)
            if (equal := [m for shown, m in rolled if shown == face])
            for model in self._by_dice(equal)
        ]

    def _keeps_feet(self, model: Model) -> bool:
        """``FF-08``, ``CC-02``  Test a model's Strength."""
        if model.strength == 0:
            return False
        face = self._die("footing", model)
        return face != 6 and (face == 1 or face <= model.strength)

    def _carry(self, model: Model) -> None:
        """``FF-09``, ``FF-16``, ``FF-17``  Carry a model, then hit it."""
        course = self._course(model)
        assert course
        self.under_way.append(model.id)
        ride = Ride(
            model, course, self.water.stood_in(model.at, model.base), self._doors(model, course)
        )
        while True:
            face = self._die("carried", model)
            if self._goes_on(ride, face) or face != 6:
                break
        self._hit(model, "FF-16", min(10, 1 + int((ride.moved + STORED) / 3)))
        if ride.is_dashed and not model.gone:
            self._hit(model, "FF-17", 3)
        self.under_way.remove(model.id)

    def _doors(self, model: Model, course: Course) -> list[Piece]:
        """``FF-26``  Return the closed doors that a model meets on its way to a lane."""
        if not self.water.ground.lanes or off(course.line[0], course.line[1]) <= STORED:
            return []
        way, inches = toward(*course.line[:2]), off(*course.line[:2])
        return [
            p
            for p in self.water.ground.pieces
            if p.kind == "Door"
            and p.stops
            and any(reach_side(model.at, way, model.base, s) <= inches for s in p.edges)
        ]

    def _hit(self, model: Model, clause: str, strength: int) -> None:
        """``CC-12``, ``CC-16``, ``MC-16``  Roll to wound; nothing saves."""
        self.log.append(("hit", model.id, clause, strength))
        if self.modern:
            need = _modern_need(strength, model.toughness)
        else:
            need = {-3: 6, -2: 6, -1: 5, 0: 4, 1: 3}.get(
                strength - model.toughness, 2 if strength > model.toughness else 0
            )
        if not need or self._die("wound", model) < need:
            return
        kills = not self.modern and strength >= 2 * model.own
        model.wounds = 0 if kills else model.wounds - 1
        model.gone = model.wounds == 0

    def _goes_on(self, ride: Ride, left: float) -> bool:
        """``FF-09`` to ``FF-14``  Carry a model on; return whether something stops it."""
        while left > TINY:
            if long(ride.course.line) <= STORED:
                if not self._branches_off(ride):
                    return True
                continue
            inches, stops = self._moves(ride, left)
            left -= inches
            if stops:
                return True
        return self._is_at_the_end(ride)

    def _is_at_the_end(self, ride: Ride) -> bool:
        """``FF-12``, ``FF-13``  Return whether it is in contact with the end of the water."""
        if long(ride.course.line) > CONTACT + TINY or self.water.onward(ride.course):
            return False
        if self.water.is_impassable(ride.course):
            ride.is_dashed = True
        return True

    def _branches_off(self, ride: Ride) -> bool:
        """``FF-11``  Go on where lanes meet; return False if no water leaves."""
        branches = self.water.onward(ride.course)
        if not branches:
            ride.is_dashed = self.water.is_impassable(ride.course)
            return False
        branch = branches[0]
        while len(branches) > 1:
            face, many = self._die("branch", ride.model), len(branches)
            each = {2: 3, 3: 2}.get(many, 1)
            if face <= each * many:
                branch = branches[(face - 1) // each]
                break
        line = [ride.model.at, *branch.line[1:]]
        ride.course = Course(line, branch.run, branch.end, last_way(branch.line))
        return True

    def _stopping(self, ride: Ride) -> list[Piece]:
        """``FF-13``, ``FF-26``  Return the terrain that would stop a model."""
        barriers = self.water.barriers
        pieces = [p for p in barriers if p not in ride.ignored]
        return [*pieces, *(p for p in ride.doors if p not in barriers)]

    def _is_parted(self, ride: Ride, other: Model) -> bool:
        """``FF-26``  Return whether a wall without thickness parts a model from another."""
        lines = [edge for p in self._stopping(ride) if not p.closed for edge in p.edges]
        return any(meeting(ride.model.at, other.at, *edge) for edge in lines)

    def _walls(self, ride: Ride) -> list[Side]:
        """``FF-02``, ``FF-13``  Return the sides of all that would stop a model."""
        water = self.water
        walls = [side for piece in self._stopping(ride) for side in piece.edges]
        if not water.ground.lanes:
            walls += [side for outline in water.ground.gantries for side in sides(outline)]
        return walls

    def _others(self, model: Model) -> list[Model]:
        return [other for other in self.models if other is not model and not other.gone]

    def _moves(self, ride: Ride, left: float) -> tuple[float, bool]:
        """Move a model until something stops it; return the inches, and whether it stops."""
        model, walls = ride.model, self._walls(ride)
        clears = [self._clear_of(p, model, ride.course.line) for p in ride.ignored]
        clear = min(clears, default=inf)
        limit = min(left, clear, long(ride.course.line))
        stop, touched, is_wall = limit, list[Model](), False
        for start, way, inches, walked in legs(ride.course.line):
            if walked > stop:
                break
            room = inches if walked + inches < limit else limit - walked
            reaches = [reach_side(start, way, model.base, side) for side in walls]
            wall = min(reaches, default=inf)
            near = [
                (reach_point(start, way, model.base + other.base, other.at), other)
                for other in self._others(model)
            ]
            first = min([wall, *(reach for reach, _ in near)])
            if first <= room + TINY:
                stop = walked + first
                touched = [other for reach, other in near if reach <= first + TINY]
                is_wall = wall <= first + TINY
                break
        if clear <= stop + TINY:
            del ride.ignored[clears.index(clear)]
        here = stored(along(ride.course.line, stop))
        last = last_way([*cut_off_at(ride.course.line, stop), along(ride.course.line, stop)])
        onward = rest(ride.course.line, stop)
        onward[0] = here
        ride.course = ride.course._replace(line=onward)
        if stop > TINY:
            model.at = here
            ride.moved += stop
            self.log.append(("moved", model.id, here))
        way_on = next((w for _, w, inches, _ in legs(onward) if inches > STORED), last)
        is_end = long(onward) <= STORED and not self.water.onward(ride.course)
        halts = bool(touched) or is_wall or is_end or stop >= left - TINY
        if halts and way_on is not None:
            touched += [m for m in self._led_into(model, way_on) if m not in touched]
            is_wall = is_wall or any(_runs_into(model, way_on, side) for side in walls)
        beyond = [other for other in touched if self._is_parted(ride, other)]
        is_wall = is_wall or bool(beyond)
        stops = self._bumps(ride, [other for other in touched if other not in beyond])
        if is_wall:
            ride.is_dashed = True
        if stops:
            self._is_at_the_end(ride)
        return stop, stops or is_wall

    def _clear_of(self, piece: Piece, model: Model, line: Line) -> float:
        """``FF-03``  Return the inches after which a model does not stand in a piece."""
        for start, way, inches, walked in legs(line):
            if covers(ahead(start, way, inches), model.base, piece.outline):
                continue
            low, high = 0.0, inches
            while high - low > 1e-6:
                half = (low + high) / 2
                if covers(ahead(start, way, half), model.base, piece.outline):
                    low = half
                else:
                    high = half
            return walked + high
        return inf

    def _led_into(self, model: Model, way: At) -> list[Model]:
        """``FF-14``  Return the models in base contact that a carry leads into."""
        return [
            other
            for other in self._others(model)
            if off(model.at, other.at) <= model.base + other.base + CONTACT + TINY
            and reach_point(model.at, way, model.base + other.base, other.at) < inf
        ]

    def _bumps(self, ride: Ride, touched: Sequence[Model]) -> bool:
        """``FF-14``  Bump models, in roster order; return whether one of them stops it."""
        stops = False
        for other in self.models:
            apart = off(ride.model.at, other.at) - ride.model.base - other.base
            if other not in touched or other.gone or apart > CONTACT + TINY:
                continue
            fixed = other.id in self.under_way or other.id in ride.bumped
            if fixed or self._course(other) is None:
                stops = True
                continue
            ride.bumped.append(other.id)
            if self._die("bump", other) >= 4:
                self._carry(other)
            else:
                stops = True
        return stops


def _runs_into(model: Model, way: At, side: Side) -> bool:
    """``FF-13``  Return whether a model is in contact with a side that is ahead of it."""
    near = off_side(model.at, side) <= model.base + CONTACT + TINY
    return near and reach_side(model.at, way, model.base, side) < inf


def _modern_need(strength: int, toughness: int) -> int:
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5
