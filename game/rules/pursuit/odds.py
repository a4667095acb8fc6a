"""What the rolling table may do to a fig that chooses its pace: ``PU-11`` to ``PU-15``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from game.geometry.points import Disc, Point
from game.geometry.sweeps import Walls, sweep
from game.play.decisions import Choose
from game.play.game import Look
from game.rules.classic.needs import pierces, to_wound
from game.rules.classic.odds.chances import shows
from game.rules.classic.traits import trait
from game.rules.classic.wounds import Hit, is_slain
from game.rules.kit.forecast import FORECAST, Figure, Question
from game.rules.kit.spreads import NONE, Spread, mixed
from game.rules.pursuit import mines as clusters
from game.rules.pursuit.city import is_impassable, is_on, meets_at, mines
from game.rules.pursuit.harm import STRENGTH
from game.rules.pursuit.pace import DICE, KEEP, ROLL
from game.rules.pursuit.slide import dues, to_rear
from game.rules.pursuit.street import street_of
from game.rules.pursuit.way import Thing, Trip, first_met, goes_on, trip_of
from game.rules.pursuit.words import chase_of
from game.table.apply import apply
from game.table.events import PieceLeft
from game.table.pieces import Piece, PieceKind
from game.table.records import Model, ModelId
from game.table.state import Table

FAILS = 1 / 6
"""``PU-22``  The chance of a 1."""
_DIE: Spread = (0.0, *(1 / 6 for _ in range(6)))
_NOTHING = Walls()


class Threat(NamedTuple):
    """A piece that would come to a fig where it stands."""

    piece: str
    far: float
    """Inches that it rolls until then."""
    dice: int
    """``PU-14``  How many dice are rolled for a ruin; 0 for a hit at once."""
    hurts: bool = True
    """Whether it strikes, and does not only push whom it touched before."""
    mines: bool = False


@dataclass(frozen=True, slots=True)
class Fate:
    """Chances of what becomes of a fig in a Pursuit phase; together at most 1."""

    dies: float = 0.0
    lost: float = 0.0
    """Over the rear edge (``PU-15``)."""
    taken: float = 0.0
    """Back with a piece, alive (``PU-14``)."""

    def after(self, chance: float, other: Fate) -> Fate:
        """Return this, and by a chance the other as well."""
        return Fate(
            self.dies + chance * other.dies,
            self.lost + chance * other.lost,
            self.taken + chance * other.taken,
        )


class End(NamedTuple):
    """Where a fig that goes back may come to stand."""

    chance: float
    at: Point
    met: str = ""
    """What stopped it there."""
    stopped: bool = False
    """Whether it is stopped in a piece (``PU-23``)."""


def threats(table: Table, who: ModelId, base: Disc | None = None) -> list[Threat]:
    """Return the pieces that are still to roll, and would come to a fig, the first first.

    *base*: where it would stand; where it stands, if left out.
    """
    model = table.models[who]
    there = base or model.disc
    return [
        threat
        for piece in to_roll(table)
        for threat in sorted(_threats(table, piece, model, there), key=lambda one: one.far)
    ]


def to_roll(table: Table) -> list[Piece]:
    """``PU-07``  Return the pieces that have not rolled yet, in their order."""
    cities = [p for p in table.pieces.values() if p.kind is PieceKind.CITY and is_on(p)]
    if chase_of(table).rolled == table.clock.round:
        return [table.pieces[id_] for id_ in table.queue if table.pieces.get(id_) in cities]
    street = street_of(table.board)
    return sorted(cities, key=lambda p: -street.off(p.at))


def _threats(table: Table, piece: Piece, model: Model, base: Disc) -> Iterator[Threat]:
    street = street_of(table.board)
    far = min(ROLL, max(0.0, to_rear(street, piece)))
    for c in [c for c in mines(table) if c.on == piece.id]:
        if met := sweep(c.at, street.back, far, c.radius, _NOTHING, {"it": base}):
            yield Threat(piece.id, met.far, 0, mines=True)
    if is_impassable(piece):
        hit = meets_at(piece, base, street.ahead, far)
        if hit is not None and hit < far - 1e-9:
            pressed = (model.id, piece.id) in chase_of(table).pressed
            yield Threat(piece.id, hit, 0, hurts=not pressed)
    elif rolled := list(dues(piece, model, base, street.ahead, far)):
        yield Threat(piece.id, rolled[0], len(rolled))


def kills(look: Look, model: Model, strength: int = STRENGTH) -> float:
    """Return the chance that a hit without save kills a fig."""
    hit = Hit(look.table.enemy(model.side), strength, no_save=True)
    if model.wounds > 1 and not is_slain(look, model, hit):
        return 0.0
    return shows(to_wound(strength, trait(look, model, "t").now))


def blows_up(look: Look, model: Model) -> float:
    """``PU-24``  Return the chance that mines that it touches kill a fig, by one marker."""
    saves = 0.0 if pierces(clusters.AP, model.profile.sv) else shows(model.profile.sv or 7)
    return kills(look, model, clusters.STRENGTH) * (1.0 - saves)


def stays(look: Look, who: ModelId, base: Disc | None = None) -> Fate:
    """``PU-14``  What may become of a fig by all that is still to roll, if it stays there.

    Of mines only the marker that is sure to touch it counts; nobody else is thought to move.
    """
    table, model = look.table, look.table.models[who]
    there, street = base or model.disc, street_of(table.board)
    dies = lost = taken = 0.0
    free, dead = 1.0, kills(look, model)
    for threat in threats(table, who, there):
        if threat.mines:
            blown = blows_up(look, model)
            dies, free = dies + free * blown, free * (1.0 - blown)
            continue
        hurt = dead if threat.hurts else 0.0
        for n in range(max(1, threat.dice)):
            caught = free * FAILS if threat.dice else free
            goes = ROLL - threat.far - 2.0 * n
            over = street.to_rear(there) < goes - 1e-9
            dies += caught * hurt
            lost += caught * (1.0 - hurt) if over else 0.0
            taken += 0.0 if over else caught * (1.0 - hurt)
            free -= caught
    return Fate(dies, lost, taken)


def ends(look: Look, who: ModelId, far: float) -> tuple[list[End], Fate]:
    """``PU-11`` to ``PU-13``  Where a fig comes to stand that goes so far back, or what else.

    Exact, but for whom mines on its way kill beside it.
    """
    table, model = look.table.fork(), look.table.models[who]
    trip, back = trip_of(table, who, back=True), street_of(table.board).back
    found, free, dies = list[End](), 1.0, 0.0
    for _ in count():
        met = first_met(table, trip, back, far)
        goes_on(table, trip, back, met.far if met else far)
        if met is None or met.thing not in (Thing.DIE, Thing.MINES):
            break
        far -= met.far
        dead = free * (kills(look, model) * FAILS)
        if met.thing is Thing.MINES:
            apply(table, PieceLeft("PU-24", met.id))
            dead = free * blows_up(look, model)
        else:
            trip.rolled[met.id] = trip.rolled.get(met.id, 0) + 1
            found.append(End(free * FAILS - dead, trip.base.at, met.id, stopped=True))
            free -= free * FAILS - dead
        dies, free = dies + dead, free - dead
    if met and met.thing is Thing.REAR:
        return found, Fate(dies, lost=free)
    return [*found, _end(trip, free, met.id if met else "")], Fate(dies)


def _end(trip: Trip, chance: float, met: str) -> End:
    return End(chance, trip.base.at, met)


def slows(look: Look, who: ModelId, dice: int) -> Fate:
    """``PU-11``  What may become of a fig that slows down, before its next move."""
    base, fate = look.table.models[who].base, Fate()
    for far, chance in enumerate(totals(dice)):
        if not chance:
            continue
        places, by_way = ends(look, who, float(far))
        fate = fate.after(chance, by_way)
        for end in places:
            if not end.stopped:
                fate = fate.after(chance * end.chance, stays(look, who, Disc(end.at, base)))
    return fate


def totals(dice: int) -> Spread:
    """Return how likely each total of some dice is."""
    spread = NONE
    for _ in range(dice):
        spread = mixed([(p, (0.0,) * n + spread) for n, p in enumerate(_DIE) if p])
    return spread


def forecast(look: Look, question: Question) -> Iterator[Figure]:
    """``PU-11``  The chances of each pace, for whoever thinks of it."""
    asked, answer = question.decision, question.answer
    if not (isinstance(asked, Choose) and asked.kind == "pace"):
        return
    who = ModelId(asked.about)
    fate = stays(look, who) if answer == KEEP else slows(look, who, DICE[answer])
    yield from _figures(look.table.models[who], fate)


def _figures(model: Model, fate: Fate) -> Sequence[Figure]:
    told = (
        ("dies", fate.dies, "PU-14"),
        ("over the rear edge", fate.lost, "PU-15"),
        ("taken back", fate.taken, "PU-14"),
    )
    return [Figure(what, value, clause, model.unit) for what, value, clause in told]


HOOKS = (FORECAST.gets(forecast),)
