"""A second Pursuit phase, played from the rulebook alone (PU-07 to PU-16, PU-19 to PU-24).

Nothing here comes from the game. All places are those of a street 72" long and 48" wide whose
Arrival is at x = 72 and whose rear edge is at x = 0, so that "back" is toward lower x.

Left out: models that come on at the rear edge (PU-04), mines that lie by themselves, and
streets on which rounding to thousandths of an inch decides: TooClose is raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum, IntEnum
from math import cos, floor, hypot, inf, radians, sin
from random import Random
from typing import Any, NamedTuple

from tests.systems.pursuit.referee.pursuit_geometry import (
    CLEAR,
    CONTACT,
    EXACT,
    LONG,
    ROUNDED,
    WIDE,
    Disc,
    Shape,
    Span,
    TooClose,
    Vec,
    candidates,
    edges,
    forbidden,
    forbidden_by_disc,
    gap,
    is_on_table,
    meets,
    meets_disc,
    off_shape,
    overlaps,
    shadow,
    shape_moved,
)

ROLL = 12.0
RIDERS, SWARM = "riders", "swarm"
MINES_RADIUS, BLAST_RADIUS = 0.5, 2.5
MOST_CLUSTERS = 4
EACH = 2.0
"""``PU-22``  Inches in a ruin for each die."""


class Line(NamedTuple):
    """A profile: all that a Pursuit phase asks of it."""

    ws: int
    s: int
    t: int
    i: int
    attacks: int
    """Blows without a charge, a second close combat weapon included."""
    save: int
    base: float
    flies: bool = False


PROFILES = {
    "scout-bike": Line(4, 4, 5, 4, 2, save=4, base=0.75),
    "veteran-sergeant": Line(4, 4, 5, 4, 3, save=4, base=0.75),
    "rough-rider": Line(3, 3, 3, 3, 2, save=5, base=0.75),
    "gargoyle": Line(3, 3, 3, 4, 1, save=6, base=0.5, flies=True),
    "gun-drone": Line(2, 3, 3, 4, 1, save=4, base=0.5, flies=True),
}


@dataclass
class Man:
    """A model."""

    id: str
    side: str
    profile: str
    x: float
    y: float
    _: KW_ONLY
    facing: float = 90.0
    wounds: int = 1
    stuck: str = ""
    on: bool = True
    fought: bool = False
    queued: bool = True

    @property
    def line(self) -> Line:
        return PROFILES[self.profile]

    @property
    def base(self) -> Disc:
        return Disc(self.x, self.y, self.line.base)


@dataclass
class Block:
    """A terrain piece."""

    id: str
    size: int
    intact: bool
    outline: Shape
    """Its outline as the map has it, relative to its centroid."""
    at: Vec
    on: bool = True
    turned: float = 0.0

    @property
    def shape(self) -> list[Vec]:
        return shape_moved(rotated(self.outline, self.turned), self.at.x, self.at.y)

    @property
    def impassable(self) -> bool:
        """``PU-03``  A ruin of size 3 and any intact building is Impassable."""
        return self.intact or self.size == 3

    def is_difficult(self, man: Man) -> bool:
        """``PU-03``  Fliers go over a ruin of size 1 as over open ground."""
        return not self.impassable and not (self.size == 1 and man.line.flies)


@dataclass
class Cluster:
    """A cluster of spore mines."""

    id: str
    x: float = 0.0
    y: float = 0.0
    piece: str = ""
    """The piece that it is attached to; empty while it is off the table."""

    @property
    def disc(self) -> Disc:
        return Disc(self.x, self.y, MINES_RADIUS)


class Deed(Enum):
    """The events of a phase."""

    HANDLED = "has its turn"
    ASKED = "is asked"
    GOES_BACK = "goes back"
    STOPS_AT_PIECE = "goes back as far as a piece"
    STOPS_AT_MODEL = "goes back as far as a model"
    TESTS = "tests in a ruin"
    STUCK = "is stuck"
    STRUCK = "takes a Strength 5 hit"
    KILLED = "is killed"
    LOST = "is lost"
    ROLLS = "rolls back"
    LEAVES = "leaves over the rear edge"
    COMES_BACK = "comes back at the Arrival"
    WAITS = "finds no room"
    EXPLODES = "explodes"
    MINES_COME = "is brought on"
    FIGHTS = "fights a round of combat"
    CHARGES = "charges"
    HIT = "is swept up by an Impassable piece"
    TAKEN = "is taken along without a new hit"
    PUSHED = "is pushed along"
    PRESSED = "is pressed against a second piece"
    CARRIED_OFF = "is carried over the rear edge"


class Asked(NamedTuple):
    """A question that the rules put to a player, and the answer."""

    clause: str
    by: str
    about: str
    answer: Any


class Decided(Exception):  # noqa: N818  it is no fault
    """``PU-05``  One side is gone: nothing more is played."""


class Happening(IntEnum):
    """Kinds of things that happen in a slide, in their order at the same inch."""

    MINES = 0
    HIT = 1
    PRESS = 2
    PUSH = 3
    REAR = 4
    DIE = 5


class Event(NamedTuple):
    at: float
    kind: Happening
    order: int
    man: Man
    other: Any = None


def rotated(shape: Shape, degrees: float) -> list[Vec]:
    """Return an outline around the origin, turned clockwise as seen on the table."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return [Vec(p.x * c - p.y * s, p.x * s + p.y * c) for p in shape]


def rounded(value: float) -> float:
    return round(value, 3)


def needs_to_wound(s: int, t: int) -> int:
    """``CC-12``  Return the roll that wounds, 7 if none does."""
    off = s - t
    if off >= 2:
        return 2
    return {1: 3, 0: 4, -1: 5, -2: 6, -3: 6}.get(off, 7)


def needs_to_hit(ws: int, other: int) -> int:
    """``CC-27``  Return the roll that hits in close combat."""
    if ws > other:
        return 3
    return 5 if other > 2 * ws else 4


@dataclass
class Street:
    """A street in a Pursuit phase: its state, the dice to come, and how its players answer."""

    men: list[Man]
    blocks: list[Block]
    clusters: list[Cluster]
    faces: Sequence[int]
    chance: Random
    """Whence the answers of both players come."""
    _: KW_ONLY
    placed: int = 0
    waiting: list[str] = field(default_factory=list)
    paces: Sequence[int] = (0, 0, 1, 1, 2, 3)
    """Numbers of dice from which players choose; 0 keeps pace."""
    used: int = 0
    order: list[str] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    deeds: list[tuple[Deed, str]] = field(default_factory=list)
    """Events of the phase: the kind, and the model, piece or cluster."""
    decided: bool = False
    pressed: list[tuple[str, str]] = field(default_factory=list)
    fresh: list[str] = field(default_factory=list)
    north: float = 0.0
    """Degrees from the top of the street to the top of the game's table."""

    # -- the tools of the table

    def __post_init__(self) -> None:
        """``CC-36``  Where both sides act the riders' models come before those of the swarm."""
        self.men.sort(key=lambda m: m.side != RIDERS)

    def die(self) -> int:
        self.used += 1
        return self.faces[self.used - 1]

    def tell(self, id_: str, deed: Deed) -> None:
        self.deeds.append((deed, id_))

    def ask(self, clause: str, by: str, about: str, answer: Any) -> Any:
        self.asked.append(Asked(clause, by, about, answer))
        self.tell(about, Deed.ASKED)
        return answer

    def standing(self) -> list[Man]:
        return [m for m in self.men if m.on]

    def city(self) -> list[Block]:
        return [b for b in self.blocks if b.on]

    def mines(self) -> list[Cluster]:
        return [c for c in self.clusters if c.piece]

    def block(self, id_: str) -> Block:
        return next(b for b in self.blocks if b.id == id_)

    def roll_off(self, tied: Sequence[str]) -> list[str]:
        """Each rolls a die, the highest goes first, and ties are re-rolled."""
        if len(tied) == 1:
            return [*tied]
        faces = [(self.die(), id_) for id_ in tied]
        return [
            id_
            for face in range(6, 0, -1)
            if (equal := [id_ for f, id_ in faces if f == face])
            for id_ in self.roll_off(equal)
        ]

    def touch(self, one: Man, other: Man) -> bool:
        off = gap(one.base, other.base)
        if 2 * ROUNDED < off < CONTACT + CLEAR:
            raise TooClose
        return off <= CONTACT

    def foes(self, man: Man) -> list[Man]:
        return [m for m in self.standing() if m.side != man.side and self.touch(m, man)]

    # -- harm

    def remove(self, man: Man, how: Deed) -> None:
        man.on = False
        self.tell(man.id, how)

    def check_end(self) -> None:
        """``PU-05``  End the game when one side is gone, or both."""
        if len({m.side for m in self.standing()}) < 2:
            raise Decided

    def wound(self, man: Man) -> None:
        """``CC-17``"""
        if not man.on:
            return
        man.wounds -= 1
        if man.wounds <= 0:
            self.remove(man, Deed.KILLED)

    def strength_5(self, man: Man) -> None:
        """``PU-14``, ``PU-21``, ``PU-22``  A Strength 5 hit without save."""
        self.tell(man.id, Deed.STRUCK)
        if self.die() >= needs_to_wound(5, man.line.t):
            self.wound(man)
        self.check_end()

    def turn(self, clause: str, man: Man) -> None:
        """Let a player turn a model any way."""
        angles = (90.0, 90.0, 45.0, 135.0, 270.0, float(self.chance.randrange(360)))
        man.facing = self.ask(clause, man.side, man.id, self.chance.choice(angles))

    def ruin_dice(self, man: Man, block: Block) -> bool:
        """``PU-22``  Roll a die in a ruin; return whether the model is stuck in it now.

        A model in combat is not stuck (``PU-16``).
        """
        self.tell(man.id, Deed.TESTS)
        if self.die() > 1:
            return False
        self.strength_5(man)
        if not man.on or self.foes(man):
            return False
        man.stuck = block.id
        self.tell(man.id, Deed.STUCK)
        return True

    # -- mines

    def explode(self, cluster: Cluster) -> None:
        """``PU-24``, ``CC-11``, ``CC-36``  Place three blasts, then roll their wounds."""
        self.tell(cluster.id, Deed.EXPLODES)
        blasts = [Vec(cluster.x, cluster.y)]
        for _ in range(2):
            if self.die() <= 2:
                blasts.append(self._owner_places(cluster, blasts))
                continue
            angle = radians(((self.die() - 1) * 6 + self.die() - 1) * 10 - self.north)
            blasts.append(
                Vec(
                    rounded(cluster.x + 2 * BLAST_RADIUS * sin(angle)),
                    rounded(cluster.y - 2 * BLAST_RADIUS * cos(angle)),
                )
            )
        cluster.piece = ""
        for man in self.standing():
            hits = sum(self._is_under(man, blast) for blast in blasts)
            wounds = sum(self.die() >= needs_to_wound(4, man.line.t) for _ in range(hits))
            if man.line.save < 4:
                raise NotImplementedError("AP 4 leaves all these profiles no save")
            for _ in range(wounds):
                self.wound(man)
        self.check_end()

    def _owner_places(self, cluster: Cluster, blasts: Sequence[Vec]) -> Vec:
        """``CC-11``  The owner places a blast touching any that is placed already."""
        for _ in range(100):
            first = self.chance.choice(blasts)
            angle = radians(self.chance.randrange(360))
            at = Vec(
                rounded(first.x + 2 * BLAST_RADIUS * sin(angle)),
                rounded(first.y - 2 * BLAST_RADIUS * cos(angle)),
            )
            if 0.0 <= at.x <= LONG and 0.0 <= at.y <= WIDE:
                self.ask("CC-11", SWARM, cluster.id, at)
                return at
        raise TooClose

    def _is_under(self, man: Man, blast: Vec) -> bool:
        off = gap(man.base, Disc(*blast, BLAST_RADIUS))
        if -CLEAR < off < CONTACT + CLEAR:
            raise TooClose
        return off <= 0.0

    # -- combat

    def melee_of(self, man: Man) -> list[Man]:
        """``PU-16``  Return all who are in contact with each other, enemy by enemy."""
        found, edge = [man], [man]
        while edge:
            new = [m for m in self.foes(edge.pop()) if m not in found]
            found += new
            edge += new
        return [m for m in self.men if m in found]

    def due(self, man: Man) -> list[Man]:
        """``PU-16``  Return those of a melee who fight a round now."""
        fresh = [m for m in self.melee_of(man) if not m.fought]
        return [m for m in fresh if any(f in fresh for f in self.foes(m))]

    def clash(self, man: Man, others: Iterable[Man], *, charging: bool = False) -> None:
        """``PU-20``  A model that has come to enemies fights them, even if they have fought."""
        fresh = [m for m in others if m.on]
        if fresh and man.on:
            fighters = [m for m in self.men if m is man or m in fresh]
            aims = {m.id: [man] for m in fresh} | {man.id: fresh}
            self.fight(fighters, man.side, aims, man if charging else None)

    def fight(
        self,
        fighters: Sequence[Man],
        active: str,
        aims: dict[str, list[Man]] | None = None,
        charger: Man | None = None,
    ) -> None:
        """``CC-24`` to ``CC-28``  A round of combat."""
        if aims is None:
            aims = {m.id: [f for f in self.foes(m) if f in fighters] for m in fighters}
        sides = sorted({m.side for m in fighters}, key=lambda side: side != active)
        ordered = [m for side in sides for m in fighters if m.side == side]
        for man in ordered:
            self.tell(man.id, Deed.CHARGES if man is charger else Deed.FIGHTS)
        targets = {m.id: self._aim(m, aims[m.id]) for m in ordered}
        for step in range(10, 0, -1):
            strikers = [
                m for m in ordered if m.on and in_round(m, charges=m is charger).i == step
            ]
            for side in sides:
                for man in (m for m in strikers if m.side == side):
                    self._strike(man, targets[man.id], in_round(man, charges=man is charger))
            for man in fighters:
                if man.on and man.wounds <= 0:
                    self.remove(man, Deed.KILLED)
            self.check_end()
        for man in fighters:
            man.fought = True
            if man.on and self.foes(man):
                man.stuck = ""

    def _aim(self, man: Man, targets: Sequence[Man]) -> Man:
        """``CC-25``  Settle before the first blow whom a model attacks."""
        if len(targets) == 1:
            return targets[0]
        target = self.chance.choice(targets)
        self.ask("CC-25", man.side, unit_of(man), unit_of(target))
        return target

    def _strike(self, man: Man, target: Man, line: Line) -> None:
        """``CC-36``  Roll a model's blows, none at one that is dead by now."""
        if target.wounds <= 0:
            return
        hit = needs_to_hit(line.ws, target.line.ws)
        hits = sum(self.die() >= hit for _ in range(line.attacks))
        need = needs_to_wound(line.s, target.line.t)
        wounds = sum(self.die() >= need for _ in range(hits))
        for _ in range(wounds):
            if self.die() < target.line.save:
                target.wounds -= 1

    # -- the phase

    def play(self) -> None:
        """Play the phase to its end, or until the game is decided."""
        try:
            self._phase()
        except Decided:
            self.decided = True

    def _phase(self) -> None:
        self.order = self._settled_order()
        self.pressed = [
            (m.id, b.id)
            for m in self.men
            for b in self.city()
            if b.impassable and self._is_ahead(b, m)
        ]
        self.waiting += [b.id for b in self.blocks if not b.on and b.id not in self.waiting]
        for id_ in self.order:
            man = next((m for m in self.men if m.id == id_), None)
            if man is None:
                self.slide(self.block(id_))
            elif man.on and man.queued:
                man.queued = False
                self.handle(man)
        self.place_pieces()
        self.bring_mines()

    def _is_ahead(self, block: Block, man: Man) -> bool:
        off = meets(block.shape, man.base, 1.0, CONTACT)
        return off is not None

    def _settled_order(self) -> list[str]:
        """``PU-07``  The furthest from the Arrival first; whatever is within 0.01" ties."""
        off = {m.id: LONG - m.x for m in self.men} | {b.id: LONG - b.at.x for b in self.city()}
        left, found = [*off], list[str]()
        while left:
            most = max(off[id_] for id_ in left)
            if any(abs(most - off[id_] - CONTACT) < ROUNDED for id_ in left):
                raise TooClose
            tied = [id_ for id_ in left if most - off[id_] <= CONTACT]
            found += self.roll_off(tied)
            left = [id_ for id_ in left if id_ not in tied]
        return found

    def handle(self, man: Man) -> None:
        """``PU-11``, ``PU-12``, ``PU-16``, ``PU-23``  A model's turn has come."""
        self.tell(man.id, Deed.HANDLED)
        if man.fought:
            return
        if self.foes(man):
            if due := self.due(man):
                self.fight(due, man.side)
            return
        if man.stuck:
            return
        away = abs((man.facing - 90.0 + 180.0) % 360.0 - 180.0)
        if away > 45.0 + EXACT:
            self.go_back(man, ROLL, charging=True)
            return
        dice = self.chance.choice(self.paces)
        self.ask("PU-11", man.side, man.id, f"slow-{dice}" if dice else "keep")
        if dice:
            self.go_back(man, float(sum(self.die() for _ in range(dice))))

    def go_back(self, man: Man, inches: float, *, charging: bool = False) -> None:
        """``PU-13``, ``PU-15``, ``PU-19``, ``PU-20``, ``PU-22``, ``PU-24``  Move straight back.

        A ruin that a model stands in at first does not stop it, there it tests.
        """
        before, start, gone = self.foes(man), man.x, 0.0
        clear = self._spans(man)
        stops = [
            b
            for b in self.city()
            if b.impassable or (b.is_difficult(man) and not overlaps(b.shape, man.base))
        ]
        rolled = dict.fromkeys(clear, 0)
        while True:
            limit, ends = self._way(man, man.base._replace(x=start - gone), stops, gone, inches)
            due: list[tuple[float, int, int, Cluster | Block]] = [
                (gone + off, 0, n, cluster)
                for n, cluster in enumerate(self.mines())
                if (
                    off := meets_disc(
                        man.base._replace(x=start - gone), cluster.disc, limit - gone
                    )
                )
                is not None
            ]
            for n, block in enumerate(self.city()):
                dice = [*due_dice((low, min(limit, high)) for low, high in clear[block.id])]
                due += [(at, 1, n, block) for at in dice[rolled[block.id] :][:1]]
            if not due:
                break
            gone, _, _, thing = min(due, key=lambda event: event[:3])
            man.x = start - gone
            if isinstance(thing, Cluster):
                self.explode(thing)
            else:
                rolled[thing.id] += 1
                if self.ruin_dice(man, thing):
                    limit, ends = gone, Deed.GOES_BACK
                    break
            if not man.on:
                return
        man.x = rounded(start - limit)
        if ends is Deed.LOST:
            self.remove(man, Deed.LOST)
            self.check_end()
            return
        self.tell(man.id, ends)
        if any(gap(man.base, cluster.disc) <= CONTACT + CLEAR for cluster in self.mines()):
            raise TooClose
        self.clash(man, [m for m in self.foes(man) if m not in before], charging=charging)

    def _way(
        self, man: Man, base: Disc, stops: Sequence[Block], gone: float, inches: float
    ) -> tuple[float, Deed]:
        """Return how far a model gets, and what is the end of its way."""
        limit, ends = inches, Deed.GOES_BACK
        if base.x + gone - inches < base.r - EXACT:
            limit, ends = max(0.0, base.x + gone - base.r), Deed.LOST
        left = inches - gone
        offs = [(meets(b.shape, base, -1.0, left), Deed.STOPS_AT_PIECE) for b in stops]
        offs += [
            (meets_disc(base, other.base, left), Deed.STOPS_AT_MODEL)
            for other in self.standing()
            if other is not man
        ]
        for off, at in offs:
            if off is not None and gone + off <= limit:
                limit, ends = gone + off, at
        return limit, ends

    def _spans(self, man: Man) -> dict[str, list[tuple[float, float]]]:
        """``PU-22``  Return, for each ruin, the inches of its way that a model is in it."""
        return {
            block.id: [
                (max(0.0, man.x - span.high), man.x - span.low)
                for span in reversed(shadow(block.shape, man.y, man.line.base))
                if block.is_difficult(man)
            ]
            for block in self.city()
        }

    # -- slides

    def slide(self, block: Block) -> None:
        """``PU-08``, ``PU-09``, ``PU-14``  A piece rolls back with all that it takes along."""
        self.tell(block.id, Deed.ROLLS)
        rear = min(p.x for p in block.shape)
        if abs(rear - ROLL) < ROUNDED and abs(rear - ROLL) > EXACT:
            raise TooClose
        leaves = rear <= ROLL + EXACT
        roll = Slide(
            self, block, min(rear, ROLL), [c for c in self.mines() if c.piece == block.id]
        )
        for man in self.standing():
            if man.stuck == block.id:
                roll.take(man)
        roll.run(roll.long)
        left = [c.disc for c in roll.mines if c.piece]
        if any(gap(m.base, mines) < CONTACT + CLEAR for m in self.standing() for mines in left):
            raise TooClose
        if leaves:
            self.tell(block.id, Deed.LEAVES)
            block.on = False
            self.waiting.append(block.id)
            for cluster in roll.mines:
                cluster.piece = ""
            for man in roll.taken:
                man.stuck = ""
            roll.run(ROLL)
        for man in [*roll.taken]:
            self._ends_its_way(man, roll)

    def _ends_its_way(self, man: Man, roll: Slide) -> None:
        """``PU-16``, ``PU-20``  Fight the rounds of a model that a piece has taken along."""
        if man.on:
            self.clash(man, roll.just_met(man))
        if man.on and self.foes(man) and (due := self.due(man)):
            self.fight(due, man.side)

    # -- pieces that come back

    def place_pieces(self) -> None:
        """``PU-09``  The players take turns to place the pieces that have left."""
        for id_ in [*self.waiting]:
            block = self.block(id_)
            place = self.place_for(block)
            if place is None:
                self.tell(id_, Deed.WAITS)
                continue
            self.waiting.remove(id_)
            by = SWARM if self.placed % 2 == 0 else RIDERS
            self.ask("PU-09", by, id_, place)
            self.placed += 1
            self.tell(id_, Deed.COMES_BACK)
            block.on, block.at, block.turned = True, Vec(place[0], place[1]), place[2]
            self.fresh.append(id_)

    def place_for(self, block: Block) -> tuple[float, float, float] | None:
        """``PU-09``  Return a place at the Arrival edge, or None if there is none.

        "Every half inch along the edge" does not say where the first place is: a case in which
        that matters is too close.
        """
        found, first = False, self.chance.randrange(24)
        for n in range(24):
            turned = 15.0 * ((first + n) % 24)
            shape = rotated(block.outline, turned)
            x = floor(1000.0 * (LONG - max(p.x for p in shape))) / 1000.0
            room = self._room(shape_moved(shape, x), CLEAR)
            if any(free.high - free.low > 0.5 for free in room):
                break
            found = found or bool(room or self._room(shape_moved(shape, x), -CLEAR))
        else:
            if found:
                raise TooClose
            return None
        free = self.chance.choice([free for free in room if free.high - free.low > CONTACT])
        return x, rounded(self.chance.uniform(free.low + ROUNDED, free.high - ROUNDED)), turned

    def _room(self, shape: Shape, more: float) -> list[Span]:
        """Return by which lengths along the edge a shape may be moved to have room.

        It is wholly on the table then and 2" from every model and other piece, and *more*.
        """
        far = 2.0 + more
        left = min(p.x for p in shape) - far
        taken = [
            Span(-inf, more - min(p.y for p in shape)),
            Span(WIDE - more - max(p.y for p in shape), inf),
        ]
        for man in self.standing():
            if man.x + man.line.base > left:
                taken += [*forbidden_by_disc(shape, man.base, far)]
        for block in self.city():
            other = block.shape
            if max(p.x for p in other) > left:
                taken += [*forbidden(shape, other, far)]
        free, at = list[Span](), -inf
        for low, high in sorted(taken):
            if low > at > -inf:
                free.append(Span(at, low))
            at = max(at, high)
        return free

    def bring_mines(self) -> None:
        """``PU-10``  The swarm's player may bring on one cluster."""
        away = [c for c in self.clusters if not c.piece]
        if not self.fresh or not away or len(self.mines()) >= MOST_CLUSTERS:
            return
        if self.chance.random() < 0.3:
            self.ask("PU-10", SWARM, away[0].id, "pass")
            return
        block = self.block(self.chance.choice(self.fresh))
        for _ in range(200):
            at = self.beside(block)
            if at is not None:
                self.ask("PU-10", SWARM, away[0].id, block.id)
                self.ask("PU-10", SWARM, away[0].id, at)
                away[0].x, away[0].y, away[0].piece = *at, block.id
                self.tell(away[0].id, Deed.MINES_COME)
                return
        raise TooClose

    def beside(self, block: Block) -> Vec | None:
        """Return a place for mines in contact with a piece, or None."""
        shape = block.shape
        a, b = self.chance.choice([*edges(shape)])
        t, off = self.chance.uniform(0.0, 1.0), MINES_RADIUS + 0.005
        long = hypot(b.x - a.x, b.y - a.y)
        for side in (-off, off):
            at = Vec(
                rounded(a.x + t * (b.x - a.x) - side * (b.y - a.y) / long),
                rounded(a.y + t * (b.y - a.y) + side * (b.x - a.x) / long),
            )
            here = Disc(*at, MINES_RADIUS)
            if (
                0.002 < off_shape(at, shape) - MINES_RADIUS < 0.008
                and is_on_table(here)
                and all(gap(m.base, here) > 2 * CONTACT for m in self.standing())
                and not any(overlaps(o.shape, here) for o in self.city())
                and all(gap(c.disc, here) > 2 * CONTACT for c in self.mines())
            ):
                return at
        return None


def in_round(man: Man, *, charges: bool) -> Line:
    """``CC-25``, ``CC-28``  Return a profile in a round: a charge is a blow more."""
    line = man.line
    if not charges:
        return line
    lance = 2 if man.profile == "rough-rider" else 0
    return line._replace(attacks=line.attacks + 1, s=line.s + lance, i=line.i + lance)


def unit_of(man: Man) -> str:
    return man.id.removesuffix("-1")


def due_dice(spans: Iterable[tuple[float, float]]) -> Iterator[float]:
    """``PU-22``  Yield the inches of a way at which a die is due, for each 2" in a piece."""
    had, rolled = 0.0, 0
    for low, high in spans:
        if high - low <= EXACT:
            continue
        if high - low < ROUNDED:
            raise TooClose
        while had + high - low > EACH * rolled + EXACT:
            if rolled and abs(had + high - low - EACH * rolled) < 2 * ROUNDED:
                raise TooClose
            yield low + EACH * rolled - had
            rolled += 1
        if rolled and EXACT < abs(EACH * rolled - had - high + low) < 2 * ROUNDED:
            raise TooClose
        had += high - low


@dataclass
class Slide:
    """A piece that rolls back, and all that it takes along."""

    street: Street
    block: Block
    long: float
    mines: list[Cluster]
    gone: float = 0.0
    taken: list[Man] = field(default_factory=list)
    aside: list[Man] = field(default_factory=list)
    """Models that were pressed out of the way."""
    dice: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.shape = self.block.shape
        self.start = self.block.at
        self.mined = [(c, c.x) for c in self.mines]
        self.stood = {m.id: m.base for m in self.street.men}
        self.from_x = dict[str, float]()
        """For each model taken along, where it would have stood when the slide began."""

    def take(self, man: Man) -> None:
        """``PU-07``  A model is taken along from here on, and counts as handled."""
        self.taken.append(man)
        self.from_x[man.id] = man.x + self.gone
        man.queued = False

    def run(self, until: float) -> None:
        while events := [*self._struck(until), *self._carried(until)]:
            ordered = sorted(events, key=lambda e: (round(e.at, 6), e.kind, e.order))
            first = ordered[0]
            for later in ordered[1:]:
                if EXACT < later.at - first.at < ROUNDED and later.man is not first.man:
                    raise TooClose
            self._to(first.at)
            self._happens(first)
            self.taken = [m for m in self.taken if m.on]
        self._to(until)

    def _to(self, gone: float) -> None:
        """Move all that rolls to its place after *gone* inches."""
        self.gone = gone
        if self.block.on:
            self.block.at = Vec(rounded(self.start.x - gone), self.start.y)
            for cluster, x in self.mined:
                cluster.x = rounded(x - gone)
        for man in self.taken:
            man.x = rounded(self.from_x[man.id] - gone)

    def _struck(self, until: float) -> Iterator[Event]:
        """Yield what the piece and its mines do next to those that it has not taken along."""
        if not self.block.on:
            return
        for n, man in enumerate(self.street.men):
            if not man.on or man in self.taken or man in self.aside:
                continue
            if self.block.impassable:
                off = self._front(man)
                if off is not None and self._in_time(off, until):
                    yield Event(off, Happening.HIT, n, man)
            elif self.block.is_difficult(man) and (dice := self._dice_left(man)):
                yield Event(max(self.gone, dice[0]), Happening.DIE, n, man)
            for cluster in self.mines:
                if cluster.piece:
                    off = meets_disc(cluster.disc, man.base, until - self.gone)
                    if off is not None:
                        yield Event(self.gone + off, Happening.MINES, n, man, cluster)

    def _dice_left(self, man: Man) -> list[float]:
        """``PU-14``  Return the inches at which a ruin has a model roll its next dice."""
        spans = [
            (max(0.0, s.low - man.x), min(self.long, s.high - man.x))
            for s in shadow(self.shape, man.y, man.line.base)
        ]
        return [*due_dice(spans)][self.dice.get(man.id, 0) :]

    def _front(self, man: Man) -> float | None:
        """Return the inch of the slide at which the piece touches a model, from ahead."""
        off = meets(shape_moved(self.shape, -self.gone), man.base, 1.0, ROLL)
        return None if off is None else self.gone + off

    def _in_time(self, off: float, until: float) -> bool:
        """``PU-14``  Contact just as the piece stops is no collision."""
        if EXACT < abs(until - off) < 2 * ROUNDED:
            raise TooClose
        return off < until - EXACT

    def _carried(self, until: float) -> Iterator[Event]:
        """Yield what those who are taken along meet next."""
        left, street = until - self.gone, self.street
        for n, man in enumerate(street.men):
            if man not in self.taken:
                continue
            base = man.base._replace(x=self.from_x[man.id] - self.gone)
            rear = base.x - base.r
            if abs(rear - left) < ROUNDED and abs(rear - left) > EXACT:
                raise TooClose
            if rear < left - EXACT:
                yield Event(self.gone + max(0.0, rear), Happening.REAR, n, man)
            for other in street.standing():
                if other in self.taken or other in self.aside:
                    continue
                off = meets_disc(base, other.base, left)
                if off is not None and self._in_time(self.gone + off, until):
                    yield Event(self.gone + off, Happening.PUSH, n, man, other)
            yield from self._carried_onto(n, man, base, until)

    def _carried_onto(self, n: int, man: Man, base: Disc, until: float) -> Iterator[Event]:
        """Yield what a model that is taken along meets next of mines and Impassable pieces."""
        left, street = until - self.gone, self.street
        for cluster in street.mines():
            if cluster not in self.mines:
                off = meets_disc(base, cluster.disc, left)
                if off is not None:
                    yield Event(self.gone + off, Happening.MINES, n, man, cluster)
        for wall in street.city():
            if wall is not self.block and wall.impassable:
                off = meets(wall.shape, base, -1.0, left)
                if off is not None and self._in_time(self.gone + off, until):
                    yield Event(self.gone + off, Happening.PRESS, n, man, wall)

    def _happens(self, event: Event) -> None:
        street, man = self.street, event.man
        match event.kind:
            case Happening.MINES:
                street.explode(event.other)
            case Happening.DIE:
                self.dice[man.id] = self.dice.get(man.id, 0) + 1
                if street.ruin_dice(man, self.block):
                    self.take(man)
            case Happening.HIT:
                self._hit(man)
            case Happening.PRESS:
                self._press(man)
            case Happening.PUSH:
                self._push(man, event.other)
            case Happening.REAR:
                street.remove(man, Deed.CARRIED_OFF)
                street.check_end()

    def _hit(self, man: Man) -> None:
        """``PU-14``  An Impassable piece takes a model along, and strikes it first."""
        street = self.street
        if (man.id, self.block.id) in street.pressed:
            street.tell(man.id, Deed.TAKEN)
        else:
            street.tell(man.id, Deed.HIT)
            street.strength_5(man)
            if man.on:
                street.turn("PU-14", man)
        if man.on:
            man.stuck = ""
            self.take(man)

    def just_met(self, man: Man) -> list[Man]:
        """``PU-20``  Return the enemies that a model has come to just as the slide ended."""
        return [
            foe
            for foe in self.street.foes(man)
            if foe not in self.taken and gap(self.stood[man.id], self.stood[foe.id]) > CONTACT
        ]

    def _push(self, man: Man, other: Man) -> None:
        """``PU-14``  A model is carried into another, and pushes it along."""
        off = gap(self.stood[man.id], self.stood[other.id])
        if ROUNDED < off < CONTACT + CLEAR:
            raise TooClose
        if man.side != other.side and off > CONTACT:
            self.street.clash(man, [other])
        if man.on and other.on:
            self.street.tell(other.id, Deed.PUSHED)
            other.stuck = ""
            self.take(other)

    def _press(self, man: Man) -> None:
        """``PU-14``  Pressed against a second piece: another hit, and the nearest free spot."""
        self.taken.remove(man)
        self.aside.append(man)
        self.street.tell(man.id, Deed.PRESSED)
        self.street.strength_5(man)
        if man.on:
            man.stuck = ""
            at = self._nearest_free(man)
            man.x, man.y = rounded(at.x), rounded(at.y)

    def _nearest_free(self, man: Man) -> Vec:
        """Return the nearest spot that is free when the piece has gone all its way."""
        street, r = self.street, man.line.base
        walls = [
            shape_moved(
                b.shape, b.at.x * 0.0 - (self.long - self.gone if b is self.block else 0.0)
            )
            for b in street.city()
            if b.impassable
        ]
        discs = [
            m.base._replace(x=self.from_x[m.id] - ROLL) if m in self.taken else m.base
            for m in street.standing()
            if m is not man
        ]
        discs += [
            c.disc._replace(x=c.x - (self.long - self.gone)) if c in self.mines else c.disc
            for c in street.mines()
        ]
        here = Vec(man.x, man.y)

        def is_free(p: Vec, hair: float) -> bool:
            base = Disc(p.x, p.y, r)
            return (
                r - hair <= p.x <= LONG - r + hair
                and r - hair <= p.y <= WIDE - r + hair
                and all(off_shape(p, wall) >= r - hair for wall in walls)
                and all(gap(base, disc) >= CONTACT - hair for disc in discs)
            )

        if is_free(here, ROUNDED):
            if not is_free(here, EXACT) and any(
                abs(gap(Disc(*here, r), d) - CONTACT) < ROUNDED for d in discs
            ):
                raise TooClose
            return here
        spots = sorted(
            (hypot(p.x - here.x, p.y - here.y), p)
            for p in candidates(here, r, walls, discs)
            if is_free(p, EXACT)
        )
        if not spots:
            raise TooClose
        nearest = spots[0]
        for far, p in spots:
            if far < nearest[0] + 0.02 and hypot(p.x - nearest[1].x, p.y - nearest[1].y) > 0.02:
                raise TooClose
        return nearest[1]
