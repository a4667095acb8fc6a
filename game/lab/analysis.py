"""Analysis of one game: score sheet, luck ledger, turning points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple, TypeAlias

from game.cores.kit.parts import Bonus
from game.geometry.points import distance
from game.play.log_words import reaches
from game.play.wording import name, turn_word
from game.rules.catalog import points, score_of
from game.table.apply import apply
from game.table.events import Event, PhaseBegan, Removed, Rerolled, Rolled, Scored
from game.table.records import Clock, How, ModelId, Side, UnitId, Where
from game.table.state import Table

FACES = range(1, 7)
ALL = "All dice"


class DiceTrial(NamedTuple):
    """One die, or sum of dice, with its chance of success."""

    by: Side
    what: str
    chance: Fraction
    won: bool


@dataclass(frozen=True, slots=True)
class RollLuck:
    """Luck of a side in all rolls for one purpose."""

    what: str
    tried: int
    won: int
    _: KW_ONLY
    mean: Fraction
    """Expected number of successes."""
    variance: Fraction
    percentile: float
    """Percentage of such games with worse dice; games with equal dice count half."""


@dataclass(frozen=True, slots=True)
class SideLuck:
    """The luck of a side, overall and by purpose."""

    side: Side
    overall: RollLuck
    parts: tuple[RollLuck, ...]
    """One entry for each purpose of rolls, the most frequent first."""


def ledger(story: Sequence[Event], sides: Sequence[Side]) -> tuple[SideLuck, ...]:
    """Return the luck of each side in the dice of an event log."""
    found = [*trials(story)]
    return tuple(_account(side, [t for t in found if t.by == side]) for side in sides)


def _account(side: Side, mine: Sequence[DiceTrial]) -> SideLuck:
    named = sorted(mine, key=lambda t: t.what)
    parts = [luck_of_rolls(what, [*of]) for what, of in groupby(named, key=lambda t: t.what)]
    parts.sort(key=lambda part: (-part.tried, part.what))
    return SideLuck(side, luck_of_rolls(ALL, mine), tuple(parts))


def trials(story: Sequence[Event]) -> Iterator[DiceTrial]:
    """Yield every die, or sum of dice, that had to reach a number."""
    last: Rolled | None = None
    for event in story:
        match event:
            case Rolled() if event.need:
                last = event
                shown = [sum(event.faces)] if event.total else event.faces
                p = chance(event.need, len(event.faces) if event.total else 1, event.under)
                for face in shown:
                    yield DiceTrial(event.by, event.what, p, reaches(event, face))
            case Rolled():
                last = None
            case Rerolled() if last and not last.total:
                need = event.need or last.need
                won = event.face <= need if last.under else event.face >= need
                yield DiceTrial(event.by, last.what, chance(need, 1, last.under), won)
            case _:
                pass


@lru_cache(256)
def chance(need: int, dice: int, under: bool) -> Fraction:  # noqa: FBT001  as events have it
    """Return the chance that the sum of *dice* d6 reaches *need*.

    With *under*, need or less.
    """
    good = [total <= need if under else total >= need for total in _sums(dice)]
    return Fraction(sum(good), len(good))


def _sums(dice: int) -> list[int]:
    """Return the sums of all equally likely results of some dice."""
    sums = [0]
    for _ in range(dice):
        sums = [total + face for total in sums for face in FACES]
    return sums


def luck_of_rolls(what: str, mine: Sequence[DiceTrial]) -> RollLuck:
    """Return the luck in some trials together."""
    won = sum([t.won for t in mine])
    mean = sum([t.chance for t in mine], Fraction())
    variance = sum([t.chance * (1 - t.chance) for t in mine], Fraction())
    spread = distribution([float(t.chance) for t in mine])
    worse = sum(spread[:won]) + spread[won] / 2
    return RollLuck(
        what, tried=len(mine), won=won, mean=mean, variance=variance, percentile=100 * worse
    )


def distribution(chances: Sequence[float]) -> list[float]:
    """Return the chances of 0, 1, 2, … successes, exact, one trial at a time."""
    spread = [1.0]
    for p in chances:
        spread = [
            lost * (1 - p) + won * p
            for lost, won in zip([*spread, 0.0], [0.0, *spread], strict=True)
        ]
    return spread


MAX_TURNING_POINTS = 3
"""Number of turning points listed for points, and for wounds."""

PointsOf: TypeAlias = Callable[[Table], Mapping[Side, int]]
"""Returns the points of each side if the game ended with this table."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The changes during one phase."""

    count: int
    """Number of events before it."""
    clock: Clock
    points: tuple[int, int]
    """Points that each side gained, as if the game had ended with the phase."""
    wounds: tuple[int, int]
    """Wounds that each side lost; a lost model counts with all it had left."""

    @property
    def lead(self) -> int:
        """Return the points that the first side gained on the second."""
        return self.points[0] - self.points[1]

    @property
    def toll(self) -> int:
        """Return the wounds that the second side lost more than the first."""
        return self.wounds[1] - self.wounds[0]


@dataclass(frozen=True, slots=True)
class _Stand:
    count: int
    clock: Clock
    points: tuple[int, int]
    health: tuple[int, int]


def turning_points(
    opening: Table, story: Sequence[Event], points: PointsOf, most: int = MAX_TURNING_POINTS
) -> list[TurningPoint]:
    """Return the phases with the largest swings, in order of time.

    Return at most *most* phases for points, and as many for wounds.
    """
    swings = phases(opening, story, points)
    by_points = sorted(swings, key=lambda s: -abs(s.lead))[:most]
    by_wounds = sorted(swings, key=lambda s: -abs(s.toll))[:most]
    chosen = [s for s in by_points if s.lead] + [s for s in by_wounds if s.toll]
    return [s for s in swings if s in chosen]


def phases(opening: Table, story: Sequence[Event], points: PointsOf) -> list[TurningPoint]:
    """Return the changes of each phase in an event log."""
    table = opening.fork()
    stands = [_stand(table, 0, points)]
    for count, event in enumerate(story):
        if isinstance(event, PhaseBegan):
            # The table's clock still shows the phase that has just ended.
            stands.append(_stand(table, count, points))
        apply(table, event)
    stands.append(_stand(table, len(story), points))
    return [
        TurningPoint(
            before.count,
            after.clock,
            _difference(after.points, before.points),
            _difference(before.health, after.health),
        )
        for before, after in pairwise(stands)
    ]


def _stand(table: Table, count: int, points: PointsOf) -> _Stand:
    first, second = table.sides
    now = points(table)
    health = _health(table, first), _health(table, second)
    return _Stand(count, table.clock, (now.get(first, 0), now.get(second, 0)), health)


def _health(table: Table, side: Side) -> int:
    """Return the wounds left to a side: on the table, in reserve or safely away."""
    away = {loss.model for loss in table.losses if loss.how is How.LEFT}
    lost = (Where.GONE, Where.BODY)
    return sum(
        [
            m.wounds
            for m in table.models.values()
            if m.side == side and (m.where not in lost or m.id in away)
        ]
    )


def _difference(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] - other[0], one[1] - other[1]


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """The points of one side in one row."""

    points: int = 0
    text: str = ""
    """Reasons, or the current state: ``"marker 1 +2"``, ``"open"``."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A round, or a bonus at the end, with a cell for each side."""

    title: str
    cells: tuple[ScoreCell, ...]
    clause: str = ""
    words: str = ""
    """The condition of the bonus, in words for players."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The points of all sides, by round and at the end."""

    rounds: tuple[ScoreRow, ...]
    ends: tuple[ScoreRow, ...]
    """Bonuses at the end: scored already, or as they would be now."""
    totals: tuple[int, ...]
    over: bool


def score_sheet(table: Table, story: Sequence[Event], mission: str) -> ScoreSheet:
    """Return the score sheet of a game; *story* holds all its events so far."""
    over = table.result is not None
    bonuses = score_of(mission).bonuses
    scored, paid = dict[int, list[Scored]](), list[Scored]()
    for round_, event in _scored(story):
        if event.bonus:
            paid.append(event)
        else:
            scored.setdefault(round_, []).append(event)
    rounds = range(1, max([table.clock.round, *scored]) + 1)
    now = points(mission, table)
    ends = [_bonus(table, bonus, paid, over=over) for bonus in bonuses]
    if not bonuses:
        found = dict.fromkeys(table.sides, 0)
        for event in (e for events in scored.values() for e in events):
            found[event.side] += event.points
        rest = tuple(ScoreCell(now[side] - found[side]) for side in table.sides)
        if any(cell.points for cell in rest):
            what = score_of(mission).unscored or "as it stands"
            ends.append(ScoreRow(what[:1].upper() + what[1:], rest))
    return ScoreSheet(
        tuple(_round(table, n, scored.get(n, [])) for n in rounds),
        tuple(ends),
        tuple(now[side] for side in table.sides),
        over,
    )


def _scored(story: Sequence[Event]) -> Iterator[tuple[int, Scored]]:
    """Yield all Scored events, each with its round."""
    round_ = 0
    for event in story:
        if isinstance(event, PhaseBegan):
            round_ = event.round
        elif isinstance(event, Scored):
            yield round_, event


def _round(table: Table, number: int, scored: Sequence[Scored]) -> ScoreRow:
    cells = list[ScoreCell]()
    for side in table.sides:
        mine = [e for e in scored if e.side == side]
        text = ", ".join(f"{name(table, e.what)} {e.points:+d}" for e in mine)
        cells.append(ScoreCell(sum(e.points for e in mine), text))
    clause = scored[0].clause if scored else ""
    return ScoreRow(f"{turn_word(table).capitalize()} {number}", tuple(cells), clause)


def _bonus(table: Table, bonus: Bonus, paid: Sequence[Scored], *, over: bool) -> ScoreRow:
    def cell(side: Side) -> ScoreCell:
        if over or paid:
            mine = [e for e in paid if e.side == side and e.bonus == bonus.name]
            earned = [(e.points, e.what) for e in mine]
        else:
            earned = [*bonus.earned(table, side)] if table.clock.round else []
        many = sum(points for points, _ in earned)
        fallen = [name(table, what) for _, what in earned if what in table.units]
        if fallen:
            return ScoreCell(many, ", ".join(fallen))
        if bonus.may(table, side) and not over:
            return ScoreCell(many, "so far" if many else "open")
        return ScoreCell(many, "earned" if many else "missed")

    cells = tuple(cell(side) for side in table.sides)
    return ScoreRow(bonus.name, cells, bonus.clause, bonus.words)


HITS = How.SHOT, How.FOUGHT, How.POWER, How.PUSHED
"""The losses that an attack causes."""


def killer(table: Table, event: Removed, attack: Rolled | None) -> UnitId:
    """Return the enemy unit that removed a model; an empty id if none did.

    It is the one that the event names; else, for a loss by an attack, the enemy with the latest
    *attack*.
    """
    side = table.models[event.model].side
    by = event.by
    if not by and attack and event.how in HITS and attack.by != side:
        by = attack.who
    unit = unit_of(table, by)
    return unit if unit in table.units and table.units[unit].side != side else UnitId("")


def unit_of(table: Table, who: str) -> UnitId:
    """Return the unit of a model's id; any other id as it is."""
    return table.models[ModelId(who)].unit if who in table.models else UnitId(who)


def earner(table: Table, event: Scored) -> UnitId:
    """Return the unit whose points they are; an empty id if they are no single unit's.

    They belong to the model that the rule names; for an objective marker to the unit of the
    side's nearest model; for an enemy unit to the unit that removed its last model.
    """
    if event.by in table.models:
        return table.models[ModelId(event.by)].unit
    marker = next((m for m in table.objectives if m.id == event.what), None)
    if marker:
        mine, at = table.standing(event.side), marker.at
        nearest = min(mine, key=lambda m: distance(m.at, at) - m.base, default=None)
        return nearest.unit if nearest else UnitId("")
    for loss in reversed(table.losses):
        if loss.unit == event.what and loss.side != event.side:
            return UnitId(loss.by)
    return UnitId("")
