"""What becomes of a fig in a Pursuit phase that keeps pace somewhere, or goes back from it.

Exact chances, but that nobody else is thought to move, and of mines only the marker counts that
is sure to touch it: so it is quick enough to be asked for many places (``PU-11`` to ``PU-15``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from game.geometry.points import CONTACT, EPSILON, Disc, Point
from game.geometry.sweeps import NO_WALLS, sweep
from game.play.game import GameView
from game.rules.pursuit.odds.threats import FAILS, Threat, blows_up, kills, to_roll
from game.rules.pursuit.path_contacts import ContactKind, first_met, goes_on, trip_of
from game.rules.pursuit.roll_back import dues, to_rear
from game.rules.pursuit.state import chase_of
from game.rules.pursuit.street_pieces import is_impassable, meets_at, mines
from game.table.apply import apply
from game.table.events import PieceLeft
from game.table.pieces import ROLL, Piece, Street, street_of
from game.table.records import Model, ModelId
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class Fate:
    """Chances of what becomes of a fig; together at most 1."""

    dies: float = 0.0
    lost: float = 0.0
    """Over the rear edge (``PU-15``)."""
    taken: float = 0.0
    """Back with a piece, alive (``PU-14``)."""

    @property
    def free(self) -> float:
        """Return the chance that nothing befalls it."""
        return 1.0 - self.dies - self.lost - self.taken


class End(NamedTuple):
    """Where a fig that goes back may come to stand."""

    chance: float
    at: Point
    stopped: bool = False
    """Whether it is stopped in a piece (``PU-23``)."""


class Roller(NamedTuple):
    """A piece that is still to roll."""

    piece: Piece
    first: float
    last: float
    """Between which places along the Arrival it lies, its mines as well."""
    far: float
    """How far it rolls on the table."""
    mines: tuple[Disc, ...]


def rollers(table: Table) -> tuple[Roller, ...]:
    """Return what is still to roll, in its order, with what is known of it for all figs."""
    street, found = street_of(table.board), list[Roller]()
    clusters = mines(table)
    for piece in to_roll(table):
        brings = tuple(c.disc for c in clusters if c.on == piece.id)
        along = [street.along(corner) for corner in piece.corners]
        along += [street.along(c.at) + by for c in brings for by in (-c.radius, c.radius)]
        far = min(ROLL, max(0.0, to_rear(street, piece)))
        found.append(Roller(piece, min(along), max(along), far, brings))
    return tuple(found)


def threats(
    table: Table, model: Model, there: Disc, rolling: Sequence[Roller]
) -> Iterator[Threat]:
    """``PU-14``  Yield what would come to a fig if it stood somewhere, the first first."""
    street = street_of(table.board)
    here, off = street.along(there.at), there.radius + CONTACT
    for roller in rolling:
        if roller.first - off <= here <= roller.last + off:
            yield from _threats(table, street, model, there, roller)


def _threats(
    table: Table, street: Street, model: Model, there: Disc, roller: Roller
) -> Iterator[Threat]:
    piece, far = roller.piece, roller.far
    for c in roller.mines:
        if met := sweep(c.at, street.back, far, c.radius, NO_WALLS, {"it": there}):
            yield Threat(piece.id, met.far, 0, mines=True)
    if is_impassable(piece):
        hit = meets_at(piece, there, street.ahead, far)
        if hit is not None and hit < far - EPSILON:
            pressed = (model.id, piece.id) in chase_of(table).pressed
            yield Threat(piece.id, hit, 0, hurts=not pressed)
    elif rolled := list(dues(piece, model, there, street.ahead, far)):
        yield Threat(piece.id, rolled[0], len(rolled))


def fate(
    look: GameView, model: Model, found: Sequence[Threat], rear: float, back: float
) -> Fate:
    """``PU-14``  Return what may become of a fig that threats come to.

    *rear*: inches to the rear edge from where it will stand; *back*: inches that this is
    further back than where the threats come to it.
    """
    dies = lost = taken = 0.0
    free, dead = 1.0, kills(look, model)
    for threat in found:
        far = threat.far + back
        if far >= ROLL - EPSILON:
            continue
        if threat.mines:
            blown = blows_up(look, model)
            dies, free = dies + free * blown, free * (1.0 - blown)
            continue
        hurt = dead if threat.hurts else 0.0
        for n in range(max(1, threat.dice)):
            goes = ROLL - far - 2.0 * n
            if n and goes <= EPSILON:
                break
            caught = free * FAILS if threat.dice else free
            over = rear < goes - EPSILON
            dies += caught * hurt
            lost += caught * (1.0 - hurt) if over else 0.0
            taken += 0.0 if over else caught * (1.0 - hurt)
            free -= caught
    return Fate(dies, lost, taken)


def stays(look: GameView, model: Model, there: Disc, rolling: Sequence[Roller]) -> Fate:
    """``PU-14``  What may become of a fig by all that is still to roll, if it stands there."""
    rear = street_of(look.table.board).to_rear(there)
    return fate(look, model, list(threats(look.table, model, there, rolling)), rear, 0.0)


def backs_freely(look: GameView, who: ModelId, far: float) -> bool:
    """``PU-11``  Whether nothing at all is in the way of a fig that goes so far back."""
    table = look.table
    trip, back = trip_of(table, who, back=True), street_of(table.board).back
    return first_met(table, trip, back, far) is None


def ends(look: GameView, who: ModelId, far: float) -> list[End]:
    """``PU-11`` to ``PU-13``  Return where a fig may come to stand that goes so far back.

    The chances that are missing are those that it dies on its way or is lost.
    """
    table, model = look.table.fork(), look.table.models[who]
    trip, back = trip_of(table, who, back=True), street_of(table.board).back
    found, free = list[End](), 1.0
    for _ in count():
        met = first_met(table, trip, back, far)
        goes_on(table, trip, back, met.far if met else far)
        if met is None or met.thing not in (ContactKind.DIE, ContactKind.MINES):
            break
        far -= met.far
        if met.thing is ContactKind.MINES:
            apply(table, PieceLeft("PU-24", met.id))
            free *= 1.0 - blows_up(look, model)
        else:
            trip.rolled[met.id] = trip.rolled.get(met.id, 0) + 1
            alive = 1.0 - kills(look, model)
            found.append(End(free * FAILS * alive, trip.base.at, stopped=True))
            free *= 1.0 - FAILS
    if not (met and met.thing is ContactKind.REAR):
        found.append(End(free, trip.base.at))
    return found
