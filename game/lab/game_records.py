"""Records of games as plain data."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import lru_cache
from typing import Annotated, NamedTuple

from pydantic import Field, TypeAdapter, ValidationError

from game.bots.chances.weighing import TERMS, chances
from game.bots.match import Match, SeatAssignment, answers
from game.bots.protocol import run_to_completion
from game.content.faults import UnusableFile
from game.content.reading import MIB
from game.content.schema_faults import faults_in
from game.content.state_hashes import story_hash
from game.geometry.points import distance, length
from game.lab.earners import earner, killer, unit_of
from game.lab.heat_maps import ATTACKS, Count, HeatRecord, heat_of, heat_record
from game.lab.luck_ledger import SideLuck, ledger
from game.lab.score_sheets import score_sheet
from game.play.session import Session
from game.rules.battles import Battle
from game.table.apply import apply
from game.table.events import Event, Moved, PhaseBegan, Removed, Rolled, Scored, TurnsOrdered
from game.table.records import How, Model, ModelId, Side, UnitId, Where
from game.table.state import SystemEvent, Table

Chance = Annotated[float, Field(ge=0.0, le=1.0)]
MAX_COSTLY = 5
"""Number of the most costly decisions that a record keeps."""
MAX_RECORD_BYTES = 4 * MIB


@dataclass(frozen=True, slots=True)
class UnitRecord:
    """The deeds of one unit."""

    unit: str
    side: str
    """Its side at the beginning."""
    name: str
    _: KW_ONLY
    cost: int | None
    """Its points in the roster; None if it has none."""
    fielded: bool
    """True if one of its models was ever on the table."""
    models: Count
    lost: Count
    """Number of its models that were lost; those that left the table alive are not."""
    kills: Count
    """Number of enemy models that it removed: see ``killer``."""
    kill_value: float
    """Their cost in points, each model an equal share of its unit; 0 without points."""
    scored: int
    """Victory points of its side that are its own: see ``earner``."""
    inches: float
    """Distance that its models moved together."""


@dataclass(frozen=True, slots=True)
class CostlyDecision:
    """An answer after which the chance of the side that gave it was lower."""

    round: Count
    phase: str
    side: str
    clause: str
    asks: str
    _: KW_ONLY
    before: Chance
    after: Chance
    """Chances to win before the answer, and at the next question."""

    @property
    def cost(self) -> float:
        """Return the lost chance, from 0 to 1."""
        return round(self.before - self.after, 6)


@dataclass(frozen=True, slots=True)
class DecisionSwings:
    """The swings of all decisions of one clause by one side."""

    side: str
    clause: str
    _: KW_ONLY
    answers: Count
    gained: float
    """Sum of the rises of the side's chance to win."""
    lost: float
    """Sum of the drops."""


@dataclass(frozen=True, slots=True)
class LuckRecord:
    """A side's luck in all rolls that had to reach a number."""

    side: str
    tried: Count
    won: Count
    mean: float
    """Expected number of successes."""
    percentile: Annotated[float, Field(ge=0.0, le=100.0)]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """All that reports tell of one game; it follows from its description alone.

    Only the seconds of its match differ from run to run.
    """

    match: Match
    story: str
    """Hash of its events."""
    first: str
    """Side with the first turn; empty if there is none."""
    _: KW_ONLY
    rounds: tuple[tuple[int, int], ...]
    """Points that both sides scored in each round."""
    ends: tuple[int, int]
    """Points at the end besides."""
    units: tuple[UnitRecord, ...]
    swings: tuple[DecisionSwings, ...] = ()
    costly: tuple[CostlyDecision, ...] = ()
    """The most costly decisions, the worst first."""
    luck: tuple[LuckRecord, ...] = ()
    heat: HeatRecord | None = None

    @property
    def totals(self) -> tuple[int, int]:
        """Return the points of both sides."""
        one = sum(points for points, _ in self.rounds) + self.ends[0]
        return one, sum(points for _, points in self.rounds) + self.ends[1]


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[GameRecord]:
    return TypeAdapter(GameRecord)


def to_json(record: GameRecord) -> bytes:
    """Return a record as JSON; equal records are equal bytes."""
    return _adapter().dump_json(record)


def packed(record: GameRecord) -> bytes:
    """Return a record as compressed JSON."""
    return zlib.compress(to_json(record), 6)


def parse_record(text: bytes, name: str) -> GameRecord:
    """Return the record of JSON text; raise UnusableFile for the file *name*."""
    try:
        return _adapter().validate_json(text)
    except ValidationError as error:
        raise UnusableFile(name, faults_in(error)) from error


class _Answered(NamedTuple):
    """A question that was answered, and the chance of its side before and after."""

    round: int
    phase: str
    side: Side
    clause: str
    asks: str
    before: float
    after: float


def play_record(battle: Battle, session: Session, seats: SeatAssignment) -> GameRecord:
    """Play a battle to its end, and return its record; see ``recorded``."""
    record: GameRecord = run_to_completion(recorded(battle, session, seats))
    return record


def recorded(
    battle: Battle, session: Session, seats: SeatAssignment
) -> Generator[None, None, GameRecord]:
    """Play a battle to its end, pausing after every answer; return its record.

    *session* is the battle's own, at its first question. Raise any exception that a rule or a
    bot raises.
    """
    answered = list[_Answered]()
    match = yield from _play(session, seats, answered)
    table, story, sides = session.table, session.game.story, battle.opening.sides
    sheet = score_sheet(table, story, battle.about)
    rounds = [tuple(cell.points for cell in row.cells) for row in sheet.rounds]
    ends = [sum(row.cells[n].points for row in sheet.ends) for n in range(2)]
    worst = sorted(answered, key=lambda one: one.after - one.before)[:MAX_COSTLY]
    heat = heat_of(battle.opening, session.game.rules, story, sighted=False)
    return GameRecord(
        match,
        story_hash(story),
        first_of(story),
        rounds=tuple((one, other) for one, other in rounds),
        ends=(ends[0], ends[1]),
        units=tuple(unit_records(battle, story)),
        swings=tuple(_swings(answered, sides)),
        costly=tuple(_costly(one) for one in worst if one.after < one.before),
        luck=tuple(map(_luck, ledger(story, sides))),
        heat=heat_record(heat),
    )


def _play(
    session: Session, seats: SeatAssignment, answered: list[_Answered]
) -> Generator[None, None, Match]:
    """Play to the end; append each question, with the chances if the game has any."""
    going, judged = answers(session, seats), session.game.rules.system in TERMS
    first = session.table.sides[0]
    now = chances(session.game)[first] if judged else 0.5
    while True:
        asked, clock = session.pending, session.table.clock
        try:
            next(going)
        except StopIteration as over:
            match: Match = over.value
            return match
        assert asked
        if judged:
            before, now = now, chances(session.game)[first]
            own = (before, now) if asked.by == first else (1.0 - before, 1.0 - now)
            where = clock.round, clock.phase, asked.by, asked.clause, asked.asks
            answered.append(_Answered(*where, *own))
        yield


def _swings(answered: Sequence[_Answered], sides: Sequence[Side]) -> Iterator[DecisionSwings]:
    """Yield the swings by side and clause, in the order of the clauses."""
    for side in sides:
        mine = [one for one in answered if one.side == side]
        for clause in sorted({one.clause for one in mine}):
            changes = [one.after - one.before for one in mine if one.clause == clause]
            yield DecisionSwings(
                side,
                clause,
                answers=len(changes),
                gained=round(sum(c for c in changes if c > 0.0), 6),
                lost=round(-sum(c for c in changes if c < 0.0), 6),
            )


def _luck(found: SideLuck) -> LuckRecord:
    of, mean = found.overall, round(float(found.overall.mean), 3)
    return LuckRecord(found.side, of.tried, of.won, mean, round(of.percentile, 2))


def _costly(one: _Answered) -> CostlyDecision:
    return CostlyDecision(
        one.round,
        one.phase,
        one.side,
        one.clause,
        one.asks,
        before=round(one.before, 6),
        after=round(one.after, 6),
    )


def first_of(story: Sequence[Event]) -> str:
    """Return the side with the first turn; empty if the game ended before."""
    for event in story:
        if isinstance(event, TurnsOrdered):
            return event.first
        if isinstance(event, PhaseBegan) and event.side and event.round:
            return event.side
    return ""


@dataclass(slots=True)
class _Deeds:
    fielded: bool = False
    kills: int = 0
    kill_value: float = 0.0
    scored: int = 0
    inches: float = 0.0
    lost: set[str] = field(default_factory=set)


class _DeedCounter:
    """Counts the deeds of units while events are applied to a table."""

    def __init__(self, table: Table, costs: Mapping[UnitId, int | None]) -> None:
        self.table = table
        self.units = dict(table.units)
        self.deeds = defaultdict[UnitId, _Deeds](_Deeds)
        self._worth = {
            unit: (costs.get(unit) or 0) / len(of.models) for unit, of in self.units.items()
        }
        self._attacks = dict[Side, Rolled]()
        """The latest attack of each side."""
        self._fell = dict[ModelId, Rolled | None]()
        """Models without a wound, with the latest attack of an enemy."""

    def take(self, event: Event) -> None:
        """Count an event, and apply it."""
        table = self.table
        model = table.models.get(getattr(event, "model", ModelId("")))
        stood = model.at if model and model.where is Where.TABLE else None
        match event:
            case Moved():
                self.deeds[table.models[event.model].unit].inches += length(event.path)
            case Rolled() if event.kind in ATTACKS:
                self._attacks[event.by] = event
            case Removed() if event.how is not How.LEFT:
                self._remove(event)
            case Scored():
                self.deeds[earner(table, event)].scored += event.points
            case _:
                pass
        apply(table, event)
        model = table.models.get(getattr(event, "model", ModelId("")))
        if model and model.where is Where.TABLE:
            did = self.deeds[model.unit]
            did.fielded = True
            if stood and isinstance(event, SystemEvent) and event.mover:
                did.inches += distance(stood, model.at)
        if model and model.wounds <= 0:
            self._fell.setdefault(model.id, self._attack_on(model))

    def _attack_on(self, model: Model) -> Rolled | None:
        return next((one for by, one in self._attacks.items() if by != model.side), None)

    def _remove(self, event: Removed) -> None:
        model = self.table.models[event.model]
        self._lose(model, killer(self.table, event, self._attack_on(model)))

    def _lose(self, model: Model, by: UnitId) -> None:
        self.deeds[model.unit].lost.add(model.id)
        did = self.deeds[by]
        did.kills += 1
        did.kill_value += self._worth.get(model.unit, 0.0)

    def end(self) -> None:
        """Count the models that fell where the rules leave them on the table."""
        for model_id, attack in self._fell.items():
            model = self.table.models[model_id]
            if model.wounds <= 0 and model_id not in self.deeds[model.unit].lost:
                self._lose(model, unit_of(self.table, attack.who if attack else ""))


def costs_of(battle: Battle) -> dict[UnitId, int | None]:
    """Return the points of each unit, as the rosters have them."""
    return {
        squad.brought(side)[0].id: squad.points
        for side, roster in zip(battle.opening.sides, battle.brought(), strict=False)
        for squad in roster.units
    }


def unit_records(battle: Battle, story: Sequence[Event]) -> Iterator[UnitRecord]:
    """Yield the deeds of each unit of both rosters, in the order of the table."""
    costs = costs_of(battle)
    counter = _DeedCounter(battle.opening.fork(), costs)
    for event in story:
        counter.take(event)
    counter.end()
    for unit_id, unit in counter.units.items():
        did = counter.deeds[unit_id]
        yield UnitRecord(
            unit_id,
            unit.side,
            unit.name,
            cost=costs.get(unit_id),
            fielded=did.fielded,
            models=len(unit.models),
            lost=len(did.lost),
            kills=did.kills,
            kill_value=round(did.kill_value, 3),
            scored=did.scored,
            inches=round(did.inches, 3),
        )
