"""Odds of a ride, and of pieces that roll toward a model (PU-08, PU-11, PU-14, PU-18)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, field
from typing import NamedTuple

from game.cores.classic.rules import ClassicHit
from game.cores.classic.rules.odds import is_wounded
from game.cores.classic.rules.wounds import is_slain
from game.cores.kit.attacks import Hit
from game.cores.kit.queries import (
    ENCOUNTERS,
    FORECAST,
    REACHES,
    ConsideredAnswer,
    Encounter,
    ForecastFigure,
    MoveOutcomes,
    PossibleEnd,
)
from game.geometry.points import EPSILON, Disc, Path, Point, thousandths, vector_of_heading
from game.geometry.sweeps import NO_WALLS, sweep
from game.play.decisions import Aim
from game.play.game import GameView
from game.play.single_move import Ride, Stretches
from game.play.wording import name, with_article
from game.systems.pursuit.rules.combat import foes_of
from game.systems.pursuit.rules.mines import ACROSS, AP, MARKERS, MINE_STRENGTH, mine_hit
from game.systems.pursuit.rules.path_contacts import (
    ContactKind,
    PathContact,
    RidePathState,
    first_met,
    goes_on,
    trip_of,
)
from game.systems.pursuit.rules.pursuit_phase import ASTRAY, is_astray
from game.systems.pursuit.rules.slides import dues, to_rear
from game.systems.pursuit.rules.state import pursuit_of, riders, rolling_order, stopped_in
from game.systems.pursuit.rules.street_hazards import COLLISION_STRENGTH
from game.systems.pursuit.rules.street_pieces import (
    called,
    is_impassable,
    is_on,
    is_on_the_way,
    meets_at,
    mines,
)
from game.systems.pursuit.table.street import ROLL, Street, street_of
from game.table.apply import apply
from game.table.events import PieceLeft, Reason
from game.table.records import Model, ModelId
from game.table.state import Piece, PieceKind, Table

FAILS = 1 / 6
"""``PU-22``  Chance of a 1."""


class Threat(NamedTuple):
    """A piece that would reach a model where it stands."""

    piece: str
    distance: float
    """Inches that the piece rolls until then."""
    dice: int
    """``PU-14``  Number of dice rolled in a ruin; 0 for a hit at once."""
    hurts: bool = True
    """False if the piece only pushes a model that it touched from ahead."""
    mines: bool = False


def threats(table: Table, model_id: ModelId, base: Disc | None = None) -> list[Threat]:
    """Return the pieces still to roll that would reach a model, in the order of rolling.

    *base*: where the model would stand; its present place if left out.
    """
    model = table.models[model_id]
    there = base or model.disc
    return [
        threat
        for piece in to_roll(table)
        for threat in sorted(_threats(table, piece, model, there), key=lambda one: one.distance)
    ]


def to_roll(table: Table) -> list[Piece]:
    """``PU-07``  Return the pieces that have not rolled yet, in their order."""
    cities = [p for p in table.pieces.values() if p.kind is PieceKind.CITY and is_on(p)]
    if pursuit_of(table).rolled == table.clock.round:
        return [table.pieces[id_] for id_ in table.queue if table.pieces.get(id_) in cities]
    street = street_of(table.board)
    return sorted(cities, key=lambda p: -street.off(p.at))


def _threats(table: Table, piece: Piece, model: Model, base: Disc) -> Iterator[Threat]:
    street = street_of(table.board)
    distance = min(ROLL, max(0.0, to_rear(street, piece)))
    for c in [c for c in mines(table) if c.on == piece.id]:
        if met := sweep(c.at, street.back, distance, c.radius, NO_WALLS, {"it": base}):
            yield Threat(piece.id, met.distance, 0, mines=True)
    if is_impassable(piece):
        hit = meets_at(piece, base, street.ahead, distance)
        if hit is not None and is_on_the_way(hit, distance):
            pressed = (model.id, piece.id) in pursuit_of(table).pressed
            yield Threat(piece.id, hit, 0, hurts=not pressed)
    elif rolled := list(dues(piece, model, base, street.ahead, distance)):
        yield Threat(piece.id, rolled[0], len(rolled))


def kills(view: GameView, model: Model, hit: ClassicHit | None = None) -> float:
    """Return the chance that a hit kills a model; by default that of a collision."""
    by = view.table.enemy(model.side)
    hit = hit or Hit(by, COLLISION_STRENGTH, no_save=True)
    if model.wounds > 1 and not is_slain(view, model, hit):
        return 0.0
    return is_wounded(view, model, hit)


def blows_up(view: GameView, model: Model) -> float:
    """``PU-24``  Return the chance that one marker of mines it touches kills a model."""
    return kills(view, model, mine_hit(view.table))


BESIDE = 1.0
"""Inches beside a model's path within which other models may interfere."""
BLOWN = 1.5 * ACROSS
"""``PU-24``  Inches from the middle of a cluster that its markers may reach."""


def is_alone(now: Table, table: Table, model_id: ModelId, back: float) -> bool:
    """Return whether no other model, no mines and no tie can change a model's fate.

    *now*: the table as it stands; *table*: as its Pursuit phase begins, or goes on; *back*: the
    most inches that the model goes back.
    """
    if foes_of(table, model_id) or _ties(now, model_id):
        return False
    street, me = street_of(table.board), table.models[model_id]
    others = [m for m in table.standing() if m.id != model_id]
    if any(_may_meet(street, table, me, other, back) for other in others):
        return False
    return not any(
        _is_near(street, me.disc, cluster.disc, back, BLOWN)
        and any(_is_near(street, m.disc, cluster.disc, ROLL, BESIDE) for m in table.standing())
        for cluster in mines(table)
    )


def _ties(now: Table, model_id: ModelId) -> bool:
    """``PU-07``  Return whether dice decide when a model is handled."""
    return any(model_id in group and len(group) > 1 for group in rolling_order(now))


def _may_meet(street: Street, table: Table, me: Model, other: Model, back: float) -> bool:
    apart = abs(street.along(me.at) - street.along(other.at)) - me.base - other.base
    if apart > BESIDE:
        return False
    behind = street.off(other.at) - street.off(me.at)
    if behind > 0.0:
        return back > 0.0 and behind - me.base - other.base <= back + BESIDE
    return -behind - me.base - other.base <= ROLL + BESIDE and _comes_back(table, other)


def _comes_back(table: Table, other: Model) -> bool:
    """Return whether a model that keeps pace may still go back."""
    return bool(is_astray(table, other) or stopped_in(other) or threats(table, other.id))


def _is_near(street: Street, base: Disc, cluster: Disc, back: float, reach: float) -> bool:
    """Return whether a model and a cluster may come within *reach* of each other."""
    off = reach + base.radius + cluster.radius
    if abs(street.along(base.at) - street.along(cluster.at)) > off:
        return False
    behind = street.off(cluster.at) - street.off(base.at)
    return -ROLL - off <= behind <= max(back, ROLL) + off


MINES = f"mines: {MARKERS} blasts, S{MINE_STRENGTH} AP{AP}"


@dataclass(slots=True)
class RideProspect:
    """Possible outcomes of a ride; the chances of *ends*, *dies* and *out* sum to 1."""

    met: list[Encounter] = field(default_factory=list)
    ends: list[PossibleEnd] = field(default_factory=list)
    dies: float = 0.0
    _: KW_ONLY
    stopped: float = 0.0
    """``PU-23``  Chance to be stopped in a piece; part of the chances of *ends*."""
    out: float = 0.0
    """``PU-26``  Chance to leave through the Arrival."""
    exit: Path = ()
    """Path out, if the ride reaches the Arrival."""

    @property
    def why_out(self) -> Reason | None:
        return Reason(0, "leaves", "PU-26") if self.exit else None


@dataclass(slots=True)
class _Going:
    """A ride up to the point that has been computed."""

    trip: RidePathState
    facing: float
    path: list[Point]
    _: KW_ONLY
    free: float = 1.0
    """Chance that nothing has stopped the ride yet."""
    distance: float = 0.0


def prospect(view: GameView, model_id: ModelId, path: Stretches) -> RideProspect:
    """Return the contacts of a model on a path, with the chance of each possible end.

    Of a cluster only the marker that is sure to touch the model counts, and combat is not
    computed. Both are listed among the contacts.
    """
    table, model = view.table.fork(), view.table.models[model_id]
    going = _Going(trip_of(table, model_id), model.facing, [model.at])
    odds = RideProspect()
    for turn, distance in path:
        if going.trip.over:
            break
        going.facing = round((going.facing + turn) % 360.0, 3)
        _goes(view, table, going, odds, distance)
    if going.free > 0.0 and not odds.exit:
        odds.ends.append(_ending(going, going.free))
        odds.met += _astray(table, model, going.facing, going.path[-1])
    return odds


def _goes(
    view: GameView, table: Table, going: _Going, odds: RideProspect, distance: float
) -> None:
    """Follow a segment as if all its dice were passed, recording the failures on the way."""
    trip, along = going.trip, vector_of_heading(going.facing)
    while not trip.over:
        met = first_met(table, trip, along, distance)
        went = met.distance if met else distance
        goes_on(table, trip, along, went)
        distance, going.distance = distance - went, going.distance + went
        going.path.append(thousandths(trip.base.at))
        if met is None:
            return
        _meets(view, table, going, odds, met)


def _meets(
    view: GameView, table: Table, going: _Going, odds: RideProspect, met: PathContact
) -> None:
    model, at = table.models[going.trip.model_id], going.path[-1]
    dead, what = kills(view, model), called(met.id)
    match met.thing:
        case ContactKind.DIE:
            trip = going.trip
            trip.rolled[met.id] = trip.rolled.get(met.id, 0) + 1
            fails = going.free * FAILS
            hit = f"on a 1 it takes an S{COLLISION_STRENGTH} hit and stops"
            words = f"Difficult ({what}): {hit}"
            odds.met.append(Encounter(at, words, "PU-22", harm=FAILS * dead))
            odds.ends.append(_ending(going, fails * (1.0 - dead)))
            odds.stopped += fails * (1.0 - dead)
            odds.dies += fails * dead
            going.free -= fails
        case ContactKind.MINES:
            blown = blows_up(view, model)
            odds.met.append(Encounter(at, MINES, "PU-24", harm=blown))
            odds.dies += going.free * blown
            going.free -= going.free * blown
            apply(table, PieceLeft("PU-24", met.id))
        case ContactKind.PIECE | ContactKind.EDGE:
            hit = f"S{COLLISION_STRENGTH} hit without a save, and stops"
            words = f"hits {with_article(what)}: {hit}"
            odds.met.append(Encounter(at, words, "PU-21", harm=dead))
            odds.dies += going.free * dead
            going.free -= going.free * dead
            going.trip.over = True
        case _:
            _ends(table, model, going, odds, met)


def _ends(
    table: Table, model: Model, going: _Going, odds: RideProspect, met: PathContact
) -> None:
    """End a ride at a contact that does no harm by itself."""
    at, going.trip.over = going.path[-1], True
    if met.thing is ContactKind.ENEMY:
        words = f"charges {name(table, met.id)}"
        odds.met.append(Encounter(at, words, "PU-20"))
    elif met.thing is ContactKind.FRIEND:
        odds.met.append(Encounter(at, f"touches {name(table, met.id)} and stops", "PU-19"))
    elif met.thing is ContactKind.ARRIVAL and model.side == riders(table):
        odds.met.append(Encounter(at, "out through the Arrival", "PU-26", good=True))
        odds.exit, odds.out = tuple(going.path), going.free
    else:
        odds.met.append(Encounter(at, "stops at the edge", "PU-26"))


def _ending(going: _Going, chance: float) -> PossibleEnd:
    at = going.path[-1]
    return PossibleEnd(
        going.distance, at=at, heading=going.facing, chance=chance, path=tuple(going.path)
    )


def _astray(table: Table, model: Model, facing: float, at: Point) -> Iterator[Encounter]:
    """``PU-12``  Yield a warning of a facing that costs a model its choice of pace."""
    off = street_of(table.board).turned_away(facing)
    if off > ASTRAY + EPSILON:
        words = f'faces {off:.0f}° away from the Arrival: {ROLL:g}" back next turn'
        yield Encounter(at, words, "PU-12", warns=True)


def encounters(view: GameView, question: ConsideredAnswer) -> Iterator[Encounter]:
    """Yield the contacts of a considered ride, or the effect of a considered facing."""
    asked, answer = question.decision, question.answer
    if isinstance(asked, Ride):
        yield from prospect(view, asked.model, answer).met
    elif isinstance(asked, Aim) and asked.about in view.table.models:
        model = view.table.models[ModelId(asked.about)]
        yield from _astray(view.table, model, answer, model.at)


def reaches(view: GameView, question: ConsideredAnswer) -> Iterator[MoveOutcomes]:
    """Yield the possible ends of a considered ride."""
    asked, answer = question.decision, question.answer
    if not isinstance(asked, Ride):
        return
    odds = prospect(view, asked.model, answer)
    ends = tuple(end for end in odds.ends if end.chance > 0.0)
    yield MoveOutcomes(
        asked.model,
        endings=ends,
        dies=odds.dies,
        lost=odds.out,
        leaves=odds.exit,
        exit=odds.why_out,
    )


def forecast(view: GameView, question: ConsideredAnswer) -> Iterator[ForecastFigure]:
    """Yield the chances of a considered ride."""
    asked, answer = question.decision, question.answer
    if not isinstance(asked, Ride):
        return
    odds, unit = prospect(view, asked.model, answer), view.table.models[asked.model].unit
    figures = (
        ForecastFigure("dies", value=odds.dies, clause="PU-21", about=unit),
        ForecastFigure("stuck", value=odds.stopped, clause="PU-23", about=unit),
        ForecastFigure("out", value=odds.out, clause="PU-26", about=unit),
    )
    yield from (figure for figure in figures if figure.value > 0.0)


HOOKS = (ENCOUNTERS.gets(encounters), REACHES.gets(reaches), FORECAST.gets(forecast))
