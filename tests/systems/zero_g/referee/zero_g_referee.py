"""Second implementation of moving with arrows in zero-g, written from the rulebook alone.

It plays ``ZG-06`` to ``ZG-12``, ``ZG-14``, ``ZG-24`` and ``ZG-26``: one model drifts, slows,
turns or accelerates, after the bodies of its side have drifted. It imports nothing of ``game``,
and its geometry is another one: points are complex numbers, and contacts are found by halving.

Positions are stored in thousandths of an inch. A table on which so little decides between two
outcomes is no test of the rules: the referee raises ``UnclearError``.
"""

from __future__ import annotations

from cmath import exp
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import atan2, degrees, inf, radians

EXACT = 1e-9
"""Inches that are no difference, but the rounding of sums."""
CLEAR = 0.002
"""Inches by which two outcomes must differ, unless they are exactly alike."""
CONTACT = 0.01
"""Conventions: at most this gap in inches is contact."""
INCH = 1.0
"""``ZG-12``, ``ZG-26``  Inches kept from enemies, and at which bodies are removed."""
HEADING_ROUNDING = 0.0005
"""Degrees by which a stored heading may be off: a new mean direction is rounded."""
HALVINGS = 60


class UnclearError(Exception):
    """Less than the rounding of stored positions decides what happens."""


@dataclass(frozen=True)
class Figure:
    """A model, or the body of one, on its round base."""

    name: str
    mine: bool
    """True if it is of the side whose turn it is."""
    at: complex
    base: float = 0.5
    arrows: int = 0
    heading: float = 0.0
    """Degrees, 0 up the table, clockwise."""
    wounds: int = 1
    save: int = 7
    """Lowest face of its invulnerable save; 7 for none."""
    jets: bool = False
    body: bool = False


@dataclass(frozen=True)
class Field:
    """The table: its size, all edges of walls and debris, and whoever is on it."""

    width: float
    height: float
    walls: tuple[tuple[complex, complex], ...]
    figures: tuple[Figure, ...]
    """In the order of the roster; of bodies also the order in which they fell."""


@dataclass
class Outcome:
    """The places after the move, with the rolls."""

    figures: dict[str, Figure]
    """Models and bodies that are left on the table."""
    dice: list[list[int]] = field(default_factory=list)
    """The faces of each roll."""
    snap_shots: bool = False
    """True if the model that moved fires only snap shots."""
    happened: Counter[str] = field(default_factory=Counter)
    """Events on the way, to count what a set of cases tests."""


def along(heading: float) -> complex:
    """Return the unit vector of a heading; y runs down the table."""
    return -1j * exp(1j * radians(heading))


def heading_of(vector: complex) -> float:
    return degrees(atan2(vector.real, -vector.imag)) % 360.0


def dot(one: complex, other: complex) -> float:
    return one.real * other.real + one.imag * other.imag


def is_less(one: float, other: float) -> bool:
    """Return whether one length is less than another; exactly alike it is not."""
    if EXACT < abs(one - other) < CLEAR:
        raise UnclearError
    return one < other - EXACT


Nearest = Callable[[complex], complex]
"""The point of an obstacle that is nearest to another point. All obstacles are convex."""


def nearest_of_edge(a: complex, b: complex) -> Nearest:
    length = abs(b - a)
    unit = (b - a) / length

    def nearest(at: complex) -> complex:
        return a + unit * min(length, max(0.0, dot(at - a, unit)))

    return nearest


def nearest_of_point(there: complex) -> Nearest:
    return lambda _: there


def root(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Return where a condition that holds at *low*, and not at *high*, ceases to hold."""
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return (low + high) / 2


def way_to(nearest: Nearest, radius: float, at: complex, unit: complex, most: float) -> float:
    """Return the inches to where a point comes within *radius* of an obstacle, or infinity.

    The distance from a convex obstacle first falls along a line, then rises.
    """

    def gap(inches: float) -> float:
        here = at + unit * inches
        return abs(here - nearest(here)) - radius

    def falls(inches: float) -> bool:
        here = at + unit * inches
        off = here - nearest(here)
        return dot(unit, off) < -EXACT * abs(off)

    if gap(0.0) > most + CLEAR:
        return inf
    if gap(0.0) < CLEAR and 0.0 < abs(_closing(at - nearest(at), unit)) < CLEAR:
        raise UnclearError  # It glides along, or is turned into, what it touches.
    if not falls(0.0):
        return inf
    if gap(0.0) <= EXACT:
        return 0.0
    lowest = root(falls, 0.0, most) if not falls(most) else most
    if abs(gap(lowest)) < CLEAR and not falls(most):
        raise UnclearError  # It grazes.
    if gap(lowest) > EXACT:
        return inf
    return root(lambda inches: gap(inches) > 0.0, 0.0, lowest)


def _closing(off: complex, unit: complex) -> float:
    cosine = dot(off, unit) / abs(off)
    return 0.0 if abs(cosine) <= EXACT else cosine


def gap_on_leg(one: complex, other: complex, at: complex) -> float:
    """Return the distance of a point from a straight leg."""
    if abs(other - one) <= EXACT:
        return abs(at - one)
    return abs(at - nearest_of_edge(one, other)(at))


class Referee:
    """Plays one turn of moving on a field, with the dice of *faces*."""

    def __init__(self, ground: Field, faces: Iterable[int], off: float = 0.0) -> None:
        """Begin on *ground*; *off*: degrees by which a new mean heading is wrong."""
        self.ground = ground
        self.faces = iter(faces)
        self.off = off
        self.outcome = Outcome({figure.name: figure for figure in ground.figures})
        self.edges = [nearest_of_edge(a, b) for a, b in ground.walls]

    @property
    def figures(self) -> dict[str, Figure]:
        return self.outcome.figures

    def roll(self, many: int = 1) -> list[int]:
        faces = [next(self.faces) for _ in range(many)]
        if faces:
            self.outcome.dice.append(faces)
        return faces

    def note(self, what: str) -> None:
        self.outcome.happened[what] += 1

    # Bodies

    def bodies_drift(self) -> None:
        """``ZG-24``  Let the bodies of the side drift, the oldest first."""
        self.remove_bodies()
        for name in [f.name for f in self.ground.figures if f.body and f.mine and f.arrows]:
            if name in self.figures:
                self.body_drifts(name)
                self.remove_bodies()

    def body_drifts(self, name: str) -> None:
        """``ZG-24``, ``ZG-26``  Move a body a d6 for each arrow; only walls turn it back."""
        body = self.figures[name]
        left, unit, before = float(sum(self.roll(body.arrows))), along(body.heading), 0j
        while left > EXACT:
            leg, wall = self.way_to_wall(body, unit, left)
            rim = self.way_to_rim(body.at, unit)
            leaves = not is_less(min(leg, left), rim)
            end = body.at + unit * min(leg, left, rim)
            if any(
                not is_less(INCH, gap_on_leg(body.at, end, f.at) - f.base - body.base)
                for f in self.figures.values()
                if not f.body and f.mine != body.mine
            ):
                self.note("a body comes near an enemy")
                del self.figures[name]
                return
            if leaves:
                self.note("a body reaches the edge")
                del self.figures[name]
                return
            body = replace(body, at=end)
            self.figures[name] = body
            if wall is None:
                return
            self.note("a body rebounds")
            turned = self.mirrored(wall, end, unit)
            body = replace(body, heading=heading_of(turned))
            self.figures[name] = body
            if leg <= CONTACT and abs(turned - before) <= EXACT:
                return
            left, before, unit = left - leg, unit, turned

    def remove_bodies(self) -> None:
        """``ZG-24``, ``ZG-26``  Remove bodies at the edge, near an enemy, or under a model."""
        for body in [f for f in self.figures.values() if f.body]:
            at = body.at
            ground = self.ground
            sides = (at.real, at.imag, ground.width - at.real, ground.height - at.imag)
            gone = not all(is_less(0.0, off) for off in sides)
            for f in self.figures.values():
                off = abs(f.at - at) - f.base - body.base
                if not f.body and f.mine != body.mine and not is_less(INCH, off):
                    self.note("a body lies near an enemy")
                    gone = True
                elif not f.body and is_less(off, 0.0):
                    self.note("a body lies under a model")
                    gone = True
            if gone:
                del self.figures[body.name]

    # One model

    def moves(self, name: str, option: str, turned: float = 0.0) -> None:
        """``ZG-06``  Move a model by one of the four options."""
        {
            "drift": self.drifts,
            "slow": self.slows,
            "turn": lambda who: self.turns(who, turned),
            "accelerate": self.accelerates,
        }[option](name)
        self.remove_bodies()

    def slows(self, name: str) -> None:
        """``ZG-08``  Take one arrow away, then drift with those left."""
        self.outcome.snap_shots = True
        model = self.figures[name]
        self.figures[name] = replace(model, arrows=model.arrows - 1)
        self.drifts(name)

    def turns(self, name: str, turned: float) -> None:
        """``ZG-09``  Turn one arrow; the heading is the mean direction of all of them."""
        self.outcome.snap_shots = True
        model = self.figures[name]
        mean = along(model.heading) * (model.arrows - 1) + along(turned)
        new = turned if abs(mean) < CLEAR else heading_of(mean)
        self.figures[name] = replace(model, heading=new + self.off)
        self.drifts(name)

    def accelerates(self, name: str) -> None:
        """``ZG-10``  Take the tests, move 6 + d3", then add an arrow."""
        self.outcome.snap_shots = True
        move = Move(self, name)
        if self.survives(name, self.figures[name].arrows - 1):
            move.goes(6.0 + self.d3())
        if move.is_there():
            self.add_arrows(name, 1)

    def drifts(self, name: str) -> None:
        """``ZG-07``  Roll a die for each arrow, and move them in the order rolled."""
        arrows, move = self.figures[name].arrows, Move(self, name)
        faces = self.roll(arrows)
        if 1 in faces or 6 in faces:
            self.outcome.snap_shots = True
        for face in faces:
            if face == 1:
                self.add_arrows(name, -1)
            elif move.stopped:
                self.note("a die after the stop" if face < 6 else "a 6 after the stop")
            elif face < 6:
                move.goes(float(face))
            elif self.survives(name, arrows - 1):
                move.goes(6.0 + self.d3())
            if not move.is_there():
                return
        self.add_arrows(name, faces.count(6))

    def add_arrows(self, name: str, more: int) -> None:
        model = self.figures[name]
        self.figures[name] = replace(model, arrows=model.arrows + more)

    def d3(self) -> int:
        """``CC-36``  Roll a d6, halved and rounded up."""
        (face,) = self.roll()
        return (face + 1) // 2

    def survives(self, name: str, tests: int) -> bool:
        """``CC-21``  Take Dangerous terrain tests; return whether the model is still alive.

        A 1 is a wound that only an invulnerable save prevents (``CC-14``). A model that dies
        leaves its body where it is, with its arrows (``ZG-24``).
        """
        for face in self.roll(tests):
            if face > 1:
                continue
            model = self.figures[name]
            if model.save <= 6 and self.roll()[0] >= model.save:
                self.note("a wound is saved")
                continue
            self.note("a wound")
            model = replace(model, wounds=model.wounds - 1)
            self.figures[name] = model
            if not model.wounds:
                self.note("a model dies")
                self.figures[name] = replace(model, body=True)
                if not model.arrows:
                    del self.figures[name]
                return False
        return True

    # Ways

    def way_to_wall(
        self, mover: Figure, unit: complex, left: float
    ) -> tuple[float, Nearest | None]:
        """Return the inches to the first wall, and the wall; all that is *left* if none.

        A base whose inches are spent as it comes into contact does not rebound (``ZG-12``).
        """
        best, first = left, None
        for wall in self.edges:
            inches = way_to(wall, mover.base, mover.at, unit, left)
            if inches < best - EXACT and is_less(inches, left):
                best, first = inches, wall
            elif abs(inches - left) <= EXACT:
                self.note("spent at a wall")
        return best, first

    def way_to_rim(self, at: complex, unit: complex) -> float:
        """Return the inches to where a centre comes to the table's edge."""
        ways = [inf]
        for place, step, size in (
            (at.real, unit.real, self.ground.width),
            (at.imag, unit.imag, self.ground.height),
        ):
            if abs(step) > EXACT:
                ways.append(((size if step > 0.0 else 0.0) - place) / step)
        return min(ways)

    @staticmethod
    def mirrored(wall: Nearest, at: complex, unit: complex) -> complex:
        """``ZG-12``  Return a direction as a wall throws it back, like a ball."""
        normal = (at - wall(at)) / abs(at - wall(at))
        return unit - 2.0 * dot(unit, normal) * normal


class Move:
    """The way of one model, from die to die."""

    def __init__(self, referee: Referee, name: str) -> None:
        self.referee = referee
        self.name = name
        self.unit = along(referee.figures[name].heading)
        self.stopped = False

    def is_there(self) -> bool:
        model = self.referee.figures.get(self.name)
        return model is not None and not model.body

    def goes(self, inches: float) -> None:
        """``ZG-12``, ``ZG-14``  Move so many inches, rebounding, until something stops it."""
        referee, left, before = self.referee, inches, 0j
        rebounds = 0
        while left > EXACT:
            model = referee.figures[self.name]
            leg, wall = referee.way_to_wall(model, self.unit, left)
            rim = referee.way_to_rim(model.at, self.unit)
            met, other = self.way_to_figure(model, left)
            if other is not None:
                if abs(met - leg) < CLEAR or abs(met - rim) < CLEAR:
                    raise UnclearError
                if met < min(leg, rim):
                    referee.note("stops " + ("at a friend" if other.mine else "near an enemy"))
                    self.comes_to(model.at + self.unit * met)
                    self.stopped = True
                    return
            if is_less(rim, leg):
                self.comes_to(model.at + self.unit * rim)
                del referee.figures[self.name]
                referee.note("lost in space")
                return
            self.comes_to(model.at + self.unit * leg)
            if wall is None:
                if abs(rim - leg) <= EXACT:
                    referee.note("comes just to the edge")
                return
            rebounds += 1
            referee.note("a rebound" if rebounds == 1 else "a further rebound of one die")
            turned = referee.mirrored(wall, referee.figures[self.name].at, self.unit)
            referee.figures[self.name] = replace(
                referee.figures[self.name], heading=heading_of(turned)
            )
            wedged = leg <= CONTACT and abs(turned - before) <= EXACT
            before, self.unit, left = self.unit, turned, left - leg
            if not referee.survives(self.name, 1):
                return
            if wedged:
                referee.note("held between two walls")
                return

    def way_to_figure(self, model: Figure, left: float) -> tuple[float, Figure | None]:
        """``ZG-12``  Return the inches to the first model that stops it, and this model."""
        best, first = inf, None
        for other in self.referee.figures.values():
            if other.body or other.name == self.name:
                continue
            radius = model.base + other.base + (0.0 if other.mine == model.mine else INCH)
            inches = way_to(nearest_of_point(other.at), radius, model.at, self.unit, left)
            if abs(inches - left) < CLEAR:
                raise UnclearError
            if inches < min(left, best):
                best, first = inches, other
        return best, first

    def comes_to(self, end: complex) -> None:
        """Move straight on; bodies of enemies within 1" of the way are removed (``ZG-26``)."""
        referee = self.referee
        model = referee.figures[self.name]
        for body in [f for f in referee.figures.values() if f.body and f.mine != model.mine]:
            off = gap_on_leg(model.at, end, body.at) - body.base - model.base
            if not is_less(INCH, off):
                referee.note("passes an enemy's body")
                del referee.figures[body.name]
        referee.figures[self.name] = replace(model, at=end)


def judge(
    ground: Field, faces: Sequence[int], name: str, option: str, turned: float = 0.0
) -> Outcome:
    """Return the outcome of a move of one model, after the bodies of its side have drifted.

    Raise UnclearError if so little as the rounding of a stored position or heading decides.
    """
    found = _played(ground, faces, name, option, turned, 0.0)
    if option == "turn":
        for off in (-HEADING_ROUNDING, HEADING_ROUNDING):
            other = _played(ground, faces, name, option, turned, off)
            if other.happened != found.happened or any(
                _differ(figure, other.figures[figure.name]) for figure in found.figures.values()
            ):
                raise UnclearError
    return found


def _differ(one: Figure, other: Figure) -> bool:
    """Return whether two places or headings differ by more than rounding."""
    return abs(one.at - other.at) > CLEAR or abs(
        along(one.heading) - along(other.heading)
    ) > radians(10 * HEADING_ROUNDING)


def _played(
    ground: Field, faces: Sequence[int], name: str, option: str, turned: float, off: float
) -> Outcome:
    referee = Referee(ground, faces, off)
    referee.bodies_drift()
    referee.moves(name, option, turned)
    return referee.outcome
