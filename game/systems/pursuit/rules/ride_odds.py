"""Odds of a ride (PU-18)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import NamedTuple

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
from game.play.decisions import Aim
from game.play.game import GameView
from game.play.log.wording import name, with_article
from game.play.moves.single_move import Ride
from game.systems.pursuit.rules import street_pieces
from game.systems.pursuit.rules.mines import AP, MARKERS, MINE_STRENGTH
from game.systems.pursuit.rules.odds import FAILS, blows_up, kills
from game.systems.pursuit.rules.path_contacts import (
    ContactKind,
    PathContact,
    RidePathState,
    contacts,
    trip_of,
)
from game.systems.pursuit.rules.pursuit_phase import ASTRAY
from game.systems.pursuit.rules.state import riders
from game.systems.pursuit.rules.street_hazards import COLLISION_STRENGTH
from game.systems.pursuit.table.street import ROLL, street_of
from game.table.apply import apply
from game.table.events import PieceLeft, Reason
from game.table.records import Model, ModelId
from game.table.state import Table

MINES = f"mines: {MARKERS} blasts, S{MINE_STRENGTH} AP{AP}"


CRASHES = ContactKind.PIECE, ContactKind.EDGE


class RideContact(NamedTuple):
    """A contact of a ride, with the chance of a model's death by it."""

    thing: ContactKind
    id: str
    at: Point
    harm: float


@dataclass(slots=True)
class RideProspect:
    """A ride as far as it goes if every die is passed, with the chances of its other ends.

    The chances of *ends*, *dies* and *out* sum to 1.
    """

    trip: RidePathState
    facing: float
    path: list[Point]
    _: KW_ONLY
    contacts: list[RideContact] = field(default_factory=list)
    ends: list[PossibleEnd] = field(default_factory=list)
    distance: float = 0.0
    free: float = 1.0
    """Chance that it comes so far alive and is not stopped."""
    dies: float = 0.0
    stopped: float = 0.0
    """``PU-23``  Chance to be stopped in a piece; part of the chances of *ends*."""
    exit: Path = ()
    """``PU-26``  Path out through the Arrival, if the ride leads there."""

    @property
    def out(self) -> float:
        """``PU-26``  Return the chance to leave through the Arrival."""
        return self.free if self.exit else 0.0

    @property
    def why_out(self) -> Reason | None:
        return Reason(0, "leaves", "PU-26") if self.exit else None

    @property
    def base(self) -> Disc:
        """Return the base at the end of the ride."""
        return self.trip.base

    @property
    def foe(self) -> ModelId | None:
        """``PU-20``  Return the enemy that ends the ride; None if there is none."""
        last = self.contacts[-1] if self.contacts else None
        return ModelId(last.id) if last and last.thing is ContactKind.ENEMY else None

    @property
    def crashes(self) -> bool:
        """``PU-21``  Return whether a collision ends the ride."""
        return bool(self.contacts) and self.contacts[-1].thing in CRASHES

    @property
    def mines(self) -> int:
        """``PU-24``  Return the number of clusters that the ride sets off."""
        return len([one for one in self.contacts if one.thing is ContactKind.MINES])

    def ends_here(self, chance: float) -> None:
        """Note a chance that the ride ends where it is now."""
        path, at = tuple(self.path), self.path[-1]
        self.ends.append(PossibleEnd(self.distance, at, self.facing, chance, path))


def prospect(
    view: GameView, model_id: ModelId, path: Sequence[Sequence[float]], markers: int = 1
) -> RideProspect:
    """Return the contacts of a model on a path, with the chance of each possible end.

    *markers*: the number of markers of each cluster that are taken to touch the model; one is
    sure to. Combat is not computed, only listed among the contacts.
    """
    table, model = view.table.fork(), view.table.models[model_id]
    odds = RideProspect(trip_of(table, model_id), model.facing, [model.at])
    for turn, inches in path:
        if odds.trip.over:
            break
        odds.facing, left = round((odds.facing + turn) % 360.0, 3), inches
        for met in contacts(table, odds.trip, vector_of_heading(odds.facing), inches):
            left -= met.distance
            odds.distance += met.distance
            odds.path.append(thousandths(odds.trip.base.at))
            _meets(view, table, odds, met, markers)
        if not odds.trip.over:
            odds.distance += left
            odds.path.append(thousandths(odds.trip.base.at))
    if odds.free > 0.0 and not odds.exit:
        odds.ends_here(odds.free)
    return odds


def _meets(
    view: GameView, table: Table, odds: RideProspect, met: PathContact, markers: int
) -> None:
    """Count the chances of a contact, as if its die were passed."""
    model, harm = table.models[odds.trip.model_id], 0.0
    match met.thing:
        case ContactKind.DIE:
            harm, fails = FAILS * kills(view, model), odds.free * FAILS
            stops = fails - odds.free * harm
            odds.ends_here(stops)
            odds.stopped += stops
            odds.dies += odds.free * harm
            odds.free -= fails
        case ContactKind.MINES:
            harm = 1.0 - (1.0 - blows_up(view, model)) ** markers
            odds.dies += odds.free * harm
            odds.free -= odds.free * harm
            apply(table, PieceLeft("PU-24", met.id))
        case ContactKind.PIECE | ContactKind.EDGE:
            harm = kills(view, model)
            odds.dies += odds.free * harm
            odds.free -= odds.free * harm
        case ContactKind.ARRIVAL if model.side == riders(table):
            odds.exit = tuple(odds.path)
        case _:
            pass
    odds.contacts.append(RideContact(met.thing, met.id, odds.path[-1], harm))


def _told(table: Table, odds: RideProspect, contact: RideContact) -> Encounter:
    """Return a contact in words, with its clause."""
    _, id_, at, harm = contact
    match contact.thing:
        case ContactKind.DIE:
            hit = f"on a 1 it takes an S{COLLISION_STRENGTH} hit and stops"
            words = f"Difficult ({street_pieces.called(id_)}): {hit}"
            return Encounter(at, words, "PU-22", harm=harm)
        case ContactKind.MINES:
            return Encounter(at, MINES, "PU-24", harm=harm)
        case ContactKind.PIECE | ContactKind.EDGE:
            hit = f"S{COLLISION_STRENGTH} hit without a save, and stops"
            words = f"hits {with_article(street_pieces.called(id_))}: {hit}"
            return Encounter(at, words, "PU-21", harm=harm)
        case ContactKind.ENEMY:
            return Encounter(at, f"charges {name(table, id_)}", "PU-20")
        case ContactKind.FRIEND:
            return Encounter(at, f"touches {name(table, id_)} and stops", "PU-19")
        case _:
            words = "out through the Arrival" if odds.exit else "stops at the edge"
            return Encounter(at, words, "PU-26", good=bool(odds.exit))


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
        odds, model = prospect(view, asked.model, answer), view.table.models[asked.model]
        yield from [_told(view.table, odds, contact) for contact in odds.contacts]
        if odds.free > 0.0 and not odds.exit:
            yield from _astray(view.table, model, odds.facing, odds.path[-1])
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
        stop=_stop(view.table, odds),
    )


def _stop(table: Table, odds: RideProspect) -> str:
    """Return what ends a ride before its full length, in words; empty for nothing."""
    last = odds.contacts[-1] if odds.contacts and odds.trip.over else None
    if last is None:
        return ""
    match last.thing:
        case ContactKind.PIECE | ContactKind.EDGE:
            return f"stopped by {with_article(street_pieces.called(last.id))}"
        case ContactKind.FRIEND:
            return f"stopped by {name(table, last.id)}"
        case ContactKind.ENEMY:
            return f"charges {name(table, last.id)}"
        case ContactKind.ARRIVAL if odds.exit:
            return "leaves"
        case _:
            return "stops at the edge"


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
