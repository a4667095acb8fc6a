"""Odds of a ride (PU-18)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, field

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
from game.geometry.points import EPSILON, Path, Point, thousandths, vector_of_heading
from game.play.decisions import Aim
from game.play.game import GameView
from game.play.single_move import Ride, Stretches
from game.play.wording import name, with_article
from game.systems.pursuit.rules.mines import AP, MARKERS, MINE_STRENGTH
from game.systems.pursuit.rules.odds import FAILS, blows_up, kills
from game.systems.pursuit.rules.path_contacts import (
    ContactKind,
    PathContact,
    RidePathState,
    first_met,
    goes_on,
    trip_of,
)
from game.systems.pursuit.rules.pursuit_phase import ASTRAY
from game.systems.pursuit.rules.state import riders
from game.systems.pursuit.rules.street_hazards import COLLISION_STRENGTH
from game.systems.pursuit.rules.street_pieces import called
from game.systems.pursuit.table.street import ROLL, street_of
from game.table.apply import apply
from game.table.events import PieceLeft, Reason
from game.table.records import Model, ModelId
from game.table.state import Table

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
