"""Drifting, flying, charging and set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from game.bots.protocol import Thoughts
from game.bots.steady.unit_paths import shifts
from game.cores.kit.queries import MoveOutcomes
from game.geometry.points import (
    ROUNDING,
    Point,
    direction,
    distance,
    heading_of_vector,
    point_ahead,
    thousandths,
    unit_vector,
)
from game.play.arrange import Arrange
from game.play.decisions import PASS, Aim, Choose
from game.play.march import March, moves_to_json
from game.play.paths import Moves
from game.play.single_move import Steer
from game.systems.zero_g.bot.assessment import LOOK, ZeroGAssessment
from game.systems.zero_g.bot.position_value import ModelState, ZeroGPlaceEvaluator
from game.systems.zero_g.rules.drift import FLING
from game.systems.zero_g.rules.mobility import EXITS, TableExit, is_free, push_of, turns_by
from game.systems.zero_g.rules.move_outcomes import reach
from game.table.records import Fire, Model, UnitId

Answer = TypeVar("Answer", str, float)
FAN = 3
"""Number of turns considered to each side, if they are limited to 45 degrees."""
STEERING_STEP_DEGREES = 30
"""Degrees between the directions considered for a push, and for a turn any way."""
SHARES = 1.0, 0.5
"""Shares of the inches of a push off that are considered."""
FAINT = 0.02
"""Chance below which an end is merged with the next one."""


class ArrowOutcome(NamedTuple):
    """A model's arrows after a drift, with the chance."""

    arrows: int
    snaps: bool
    chance: float


class MoveProspect(NamedTuple):
    """The value of an option, and its chance to lose the model over the table's edge."""

    worth: float
    lost: float


def model_of(chart: ZeroGAssessment, unit: str) -> Model:
    """``ZG-01``  Return the only model of a unit."""
    return chart.view.table.of(UnitId(unit))[0]


def drift(chart: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``ZG-06``  Take the option that leads to the best place on average."""
    model = model_of(chart, asked.about)
    outlook, prospects = ZeroGPlaceEvaluator(chart, model), list[tuple[MoveProspect, str]]()
    for option in asked.options:
        for turned in _turns(chart, model) if option.id == "turn" else (None,):
            yield
            prospects.append((prospect(outlook, option.id, turned), option.id))
    return best_of(chart, prospects)


def turn(chart: ZeroGAssessment, asked: Aim) -> Thoughts:
    """``ZG-09``, ``ZG-11``  Turn an arrow so that it leads to the best place."""
    model = model_of(chart, asked.about)
    outlook, prospects = ZeroGPlaceEvaluator(chart, model), list[tuple[MoveProspect, float]]()
    for turned in _turns(chart, model):
        yield
        prospects.append((prospect(outlook, "turn", turned), turned))
    return best_of(chart, prospects)


def best_of(chart: ZeroGAssessment, prospects: Sequence[tuple[MoveProspect, Answer]]) -> Answer:
    """Return the answer of highest value, of those that hardly risk leaving the table."""
    least = min([found.lost for found, _ in prospects]) + chart.weights.risked
    safe = [one for one in prospects if one[0].lost <= least]
    return max(safe, key=lambda one: one[0].worth)[1]


def prospect(
    outlook: ZeroGPlaceEvaluator, option: str, turned: float | None = None
) -> MoveProspect:
    """``ZG-07`` to ``ZG-14``  Return the expected value of an option over its ends."""
    view, model = outlook.chart.view, outlook.model
    found = reach(view, model.id, option, turned)
    worth = found.lost * _leaving(outlook, found) - found.dies * outlook.price
    arrows = model.arrows - (option == "slow")
    flung = option == "accelerate"
    chance = 0.0
    for n, ending in enumerate(found.endings):
        inches, chance = ending.distance, chance + ending.chance
        last = n == len(found.endings) - 1
        if chance < FAINT and not last:
            continue
        each = 0.0
        for fate in _flung(arrows) if flung else _fates(arrows, int(inches), last=last):
            snaps = fate.snaps or option != "drift"
            state = ModelState(
                ending.at, heading=ending.heading, arrows=fate.arrows, snaps=snaps
            )
            each += fate.chance * outlook.worth(state)
        worth, chance = worth + chance * each, 0.0
    return MoveProspect(worth, 0.0 if found.exit else found.lost)


def _leaving(outlook: ZeroGPlaceEvaluator, found: MoveOutcomes) -> float:
    """Return the value of leaving the table: death, or a container brought off."""
    if not found.leaves or found.exit is None:
        return -outlook.price
    return float(found.exit.amount)


def _flung(arrows: int) -> tuple[ArrowOutcome, ...]:
    """``ZG-10``  Return the arrows after an acceleration."""
    return (ArrowOutcome(arrows + 1, snaps=True, chance=1.0),)


@lru_cache(512)
def _fates(arrows: int, inches: int, *, last: bool) -> tuple[ArrowOutcome, ...]:
    """``ZG-07``  Return the likeliest two results for the arrows of a drift of *inches*.

    *last*: of *inches* or more, since something is in the way.
    """
    headings: dict[tuple[int, int, bool], float] = {(0, arrows, False): 1.0}
    for _ in range(arrows):
        before, headings = headings, {}
        for (total, left, snaps), chance in before.items():
            dice = [(0, -1, True, 1 / 6)]
            dice += [(n, 0, False, 1 / 6) for n in (2, 3, 4, 5)]
            dice += [(FLING + n, 1, True, 1 / 18) for n in (1, 2, 3)]
            for n, more, odd, share in dice:
                key = total + n, left + more, snaps or odd
                headings[key] = headings.get(key, 0.0) + chance * share
    found = dict[tuple[int, bool], float]()
    for (total, left, snaps), chance in headings.items():
        if total == inches or (last and total > inches):
            found[left, snaps] = found.get((left, snaps), 0.0) + chance
    likely = sorted(found.items(), key=lambda item: -item[1])[:2]
    whole = sum([chance for _, chance in likely])
    if not whole:
        return (ArrowOutcome(arrows, snaps=False, chance=1.0),)
    return tuple(ArrowOutcome(left, snaps, p / whole) for (left, snaps), p in likely)


def _turns(chart: ZeroGAssessment, model: Model) -> Sequence[float]:
    """Return the directions considered for an arrow that is turned."""
    by = turns_by(model)
    if by < 180.0:
        return tuple(
            round((model.heading + by * n / FAN) % 360.0, 3) for n in range(-FAN, FAN + 1) if n
        )
    headings = [float(n) for n in range(0, 360, STEERING_STEP_DEGREES)]
    headings += [heading_of_vector(heading) for heading in _wanted(chart, model)]
    return tuple(dict.fromkeys(headings))


def push_off(chart: ZeroGAssessment, asked: Steer) -> Thoughts:
    """``ZG-05``  Push off to the best place; stay if no place is better."""
    model = chart.view.table.models[asked.model]
    best, most = model.at, stays_worth(chart, model, pushed=False)
    for at, worth in _pushes(chart, model, asked.distance):
        yield
        if worth > most:
            best, most = at, worth
    return [*best]


def stays_worth(chart: ZeroGAssessment, model: Model, *, pushed: bool) -> float:
    state = ModelState(model.at, model.heading, model.arrows)
    return ZeroGPlaceEvaluator(chart, model).worth(state._replace(fired=pushed))


def push_worth(chart: ZeroGAssessment, model: Model, inches: float) -> float:
    """Return the value of pushing off to the best place."""
    return max([worth for _, worth in _pushes(chart, model, inches)], default=float("-inf"))


def _pushes(chart: ZeroGAssessment, model: Model, most: float) -> Iterator[tuple[Point, float]]:
    """Yield the points to which a model may push off, each with its value."""
    outlook = ZeroGPlaceEvaluator(chart, model)
    headings = [direction(n) for n in range(0, 360, STEERING_STEP_DEGREES)]
    headings += _wanted(chart, model)
    heavy = any([w.fire is Fire.HEAVY for w in model.profile.weapons])
    for heading in headings:
        for share in SHARES:
            inches = (most - ROUNDING) * share
            push = push_of(chart.view.table, model.id, heading, inches)
            if not push.path:
                continue
            end = push.path[-1]
            if push.left:
                home = next(EXITS.of(chart.view, TableExit(model.id, end)), None)
                worth = float(home.amount) if home else -outlook.price
            else:
                worth = outlook.worth(
                    ModelState(end, heading_of_vector(heading), 1, snaps=heavy)
                )
            yield thousandths(point_ahead(model.at, heading, inches)), worth


def _wanted(chart: ZeroGAssessment, model: Model) -> list[Point]:
    """Return the directions of likely goals: enemies, containers, the way off."""
    here, headings = model.at, list[Point]()
    spots = [foe.at for foe in sorted(chart.foes, key=lambda foe: distance(foe.at, here))[:2]]
    fields = []
    if not is_free(model):
        if chart.holds(model):
            fields = [chart.home(model.side, model.base)]
        else:
            fields = [chart.to_piece(c.piece, model.base) for c in chart.loose]
            spots += [chart.view.table.pieces[c.piece].at for c in chart.loose]
    for field in fields:
        if field and (path := field.path(here, LOOK)):
            spots.append(path[-1])
    if chart.holds(model):
        spots += sorted(chart.homes(model.side), key=lambda at: distance(at, here))[:1]
    for at in spots:
        if distance(at, here) > ROUNDING:
            headings.append(unit_vector(here, at))
    return headings


HERE = 0.5
FLYING_STEP_DEGREES = 45
"""Degrees between the directions considered."""


def fly(chart: ZeroGAssessment, asked: March) -> Thoughts:
    """``CC-18``, ``CC-30``  Move to the best place among some directions and distances."""
    table = chart.view.table
    model = table.of(asked.unit)[0]
    outlook = ZeroGPlaceEvaluator(chart, model)
    best: Moves = ()
    most = outlook.worth(ModelState(model.at, 0.0, 0))
    headings = list[Moves]()
    for degrees in range(0, 360, FLYING_STEP_DEGREES):
        headings += shifts(asked, table, direction(degrees), (1.0, 0.5))
        yield
    for foe in chart.foes:
        if distance(foe.at, model.at) > HERE:
            headings += shifts(asked, table, unit_vector(model.at, foe.at), (1.0,))
    yield
    for moves in headings:
        worth = outlook.worth(ModelState(moves[0][1][-1], 0.0, 0))
        if worth > most:
            best, most = moves, worth
    asked.judge(table, best)
    return moves_to_json(best)


PLACES = 32
APART = 4.0
"""Inches within which friendly models obstruct each other, and share stray shots."""


def deploy(chart: ZeroGAssessment, asked: Arrange) -> Thoughts:
    """``CC-33``  Deploy at the best of some places spread over the zone."""
    table = chart.view.table
    model = table.models[next(iter(asked.models))]
    outlook = ZeroGPlaceEvaluator(chart, model)
    best, most = None, float("-inf")
    for k in range(PLACES):
        answer = asked.sample(table, k, PLACES)
        yield
        if answer is None:
            continue
        at = Point(*answer[0][1])
        worth = outlook.worth(ModelState(at, 0.0, 0)) - _crowded(chart, at) - _off(chart, at)
        if worth > most:
            best, most = answer, worth
    return asked.anywhere(table) if best is None else best


def _crowded(chart: ZeroGAssessment, at: Point) -> float:
    near = [max(0.0, APART - distance(at, mate.at)) for mate in chart.mine]
    return chart.weights.deploy_crowded * sum(near)


def _off(chart: ZeroGAssessment, at: Point) -> float:
    board = chart.view.table.board
    return chart.weights.deploy_off * distance(at, Point(board.width / 2, board.height / 2))


def next_to_move(chart: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``CC-18``  Let the model nearest to an enemy move first, out of the others' way."""
    yield
    units = [o.id for o in asked.options if o.id != PASS]

    def off(unit: str) -> float:
        here = model_of(chart, unit).at
        return min([distance(here, foe.at) for foe in chart.foes], default=0.0)

    return min(units, key=off) if units else PASS


def next_to_shoot(chart: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``CC-07``  Let the model with the most valuable position shoot first."""
    yield
    units = [o.id for o in asked.options if o.id != PASS]

    def fire(unit: str) -> float:
        model = model_of(chart, unit)
        return ZeroGPlaceEvaluator(chart, model).worth(
            ModelState(model.at, model.heading, model.arrows)
        )

    return max(units, key=fire) if units else PASS


def take_hold(chart: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``MI-05``  Take hold of a container, or leave with it, whenever that is offered."""
    yield
    return asked.options[0].id
