"""The steady bot's answers about places of models in zero-g.

They include set-up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from game.bots.protocol import Thoughts
from game.bots.steady.motives import Merit, added_up, main_motive
from game.bots.steady.scored_answers import Motive, ScoredAnswers
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
from game.play.decisions import PASS, Aim, Choose
from game.play.moves.arrange import Arrange
from game.play.moves.march import March, moves_to_json
from game.play.moves.paths import Moves
from game.play.moves.single_move import Steer
from game.systems.zero_g.bot.assessment import LOOK, ZeroGAssessment
from game.systems.zero_g.bot.position_value import (
    STAYS,
    ModelState,
    ZeroGPlaceEvaluator,
    evaluator_of,
)
from game.systems.zero_g.rules import move_outcomes
from game.systems.zero_g.rules.drift_die import DRIFT_DIE, rolled
from game.systems.zero_g.rules.mobility import is_free, push_of, turns_by
from game.table.records import Fire, Model, UnitId

FAN = 3
"""Number of turns considered to each side, if they are limited to 45 degrees."""
STEERING_STEP_DEGREES = 30
"""Degrees between the directions considered for a push, and for a turn any way."""
SHARES = 1.0, 0.5
"""Shares of the inches of a push off that are considered."""
FAINT = 0.02
"""Chance below which an end is merged with the next one."""
HERE = 0.5
FLYING_STEP_DEGREES = 45
"""Degrees between the directions considered."""
PLACES = 32
APART = 4.0
"""Inches within which friendly models obstruct each other, and share stray shots."""


class ArrowOutcome(NamedTuple):
    """A model's arrows after a drift, with the chance."""

    arrows: int
    snaps: bool
    chance: float


class MoveProspect(NamedTuple):
    """The value of an option, and its chance to lose the model over the table's edge."""

    worth: float
    lost: float


def model_of(assessment: ZeroGAssessment, unit: str) -> Model:
    """``ZG-01``  Return the only model of a unit."""
    return assessment.view.table.of(UnitId(unit))[0]


def drift(assessment: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``ZG-06``  Weigh the options by the places that they lead to on average."""
    model = model_of(assessment, asked.about)
    evaluator, prospects = (
        evaluator_of(assessment, model.id),
        list[tuple[MoveProspect, str | float, Motive]](),
    )
    for option in asked.options:
        for turned in _turns(assessment, model) if option.id == "turn" else (None,):
            yield
            why = partial(_motive, evaluator, option.id, turned)
            prospects.append((prospect(evaluator, option.id, turned), option.id, why))
    return safe_answers(assessment, prospects)


def turn(assessment: ZeroGAssessment, asked: Aim) -> Thoughts:
    """``ZG-09``, ``ZG-11``  Weigh the ways to turn an arrow by the places that it leads to."""
    model = model_of(assessment, asked.about)
    evaluator, prospects = (
        evaluator_of(assessment, model.id),
        list[tuple[MoveProspect, str | float, Motive]](),
    )
    for turned in _turns(assessment, model):
        yield
        why = partial(_motive, evaluator, "turn", turned)
        prospects.append((prospect(evaluator, "turn", turned), turned, why))
    return safe_answers(assessment, prospects)


def safe_answers(
    assessment: ZeroGAssessment,
    prospects: Sequence[tuple[MoveProspect, str | float, Motive]],
) -> ScoredAnswers:
    """Return the answers that hardly risk leaving the table."""
    least = min([found.lost for found, _, _ in prospects]) + assessment.weights.risked
    scored = ScoredAnswers(assessment.weights.temperature)
    for found, answer, why in prospects:
        if found.lost <= least:
            scored.add(found.worth, answer, why)
    return scored


def _motive(evaluator: ZeroGPlaceEvaluator, option: str, turned: float | None) -> str:
    """Return for what a model chooses an option, by what both lead to on average.

    An option is compared with drifting on; drifting on, with the present place.
    """
    chosen = _merits(evaluator, option, turned)
    if option != "drift":
        return main_motive(_merits(evaluator, "drift", None), chosen)
    model = evaluator.model
    here = evaluator.merits(ModelState(model.at, model.heading, model.arrows))
    return main_motive(added_up([Merit(0.0, STAYS), *here]), chosen)


def _merits(evaluator: ZeroGPlaceEvaluator, option: str, turned: float | None) -> list[Merit]:
    """Return the parts of the expected value of an option, each motive once."""
    model = evaluator.model
    found = move_outcomes.reach(evaluator.assessment.view, model.id, option, turned)
    lost = found.lost * _leaving(evaluator, found) - found.dies * evaluator.price
    arrows, last = model.arrows - (option == "slow"), len(found.endings) - 1
    here = ModelState(model.at, model.heading, model.arrows)
    merits = [Merit(lost, STAYS), *[Merit(0.0, one.motive) for one in evaluator.merits(here)]]
    for n, ending in enumerate(found.endings):
        flung = option == "accelerate"
        fates = (
            _flung(arrows) if flung else _fates(arrows, int(ending.distance), last=n == last)
        )
        for fate in fates:
            snaps = fate.snaps or option != "drift"
            end = ModelState(ending.at, ending.heading, fate.arrows, snaps=snaps)
            share = ending.chance * fate.chance
            merits += [Merit(share * worth, motive) for worth, motive in evaluator.merits(end)]
    return added_up(merits)


@lru_cache(512)
def prospect(
    evaluator: ZeroGPlaceEvaluator, option: str, turned: float | None = None
) -> MoveProspect:
    """``ZG-07`` to ``ZG-14``  Return the expected value of an option over its ends."""
    view, model = evaluator.assessment.view, evaluator.model
    found = move_outcomes.reach(view, model.id, option, turned)
    worth = found.lost * _leaving(evaluator, found) - found.dies * evaluator.price
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
            each += fate.chance * evaluator.worth(state)
        worth, chance = worth + chance * each, 0.0
    return MoveProspect(worth, 0.0 if found.exit else found.lost)


def _leaving(evaluator: ZeroGPlaceEvaluator, found: MoveOutcomes) -> float:
    """Return the value of leaving the table: death, or a container brought off."""
    if not found.leaves or found.exit is None:
        return -evaluator.price
    return float(found.exit.amount)


def _flung(arrows: int) -> tuple[ArrowOutcome, ...]:
    """``ZG-10``  Return the arrows after an acceleration."""
    return (ArrowOutcome(arrows + 1, snaps=True, chance=1.0),)


@lru_cache(512)
def _fates(arrows: int, inches: int, *, last: bool) -> tuple[ArrowOutcome, ...]:
    """``ZG-07``  Return the likeliest two results for the arrows of a drift of *inches*.

    *last*: of *inches* or more, since something is in the way.
    """

    def after(drifted: tuple[int, int, bool]) -> Iterator[tuple[tuple[int, int, bool], float]]:
        total, left, snaps = drifted
        for die in DRIFT_DIE:
            odd = die.face in (1, 6)
            yield (total + die.inches, left + die.arrows, snaps or odd), die.chance

    found = dict[tuple[int, bool], float]()
    for (total, left, snaps), chance in rolled(arrows, (0, arrows, False), after).items():
        if total == inches or (last and total > inches):
            found[left, snaps] = found.get((left, snaps), 0.0) + chance
    likely = sorted(found.items(), key=lambda item: -item[1])[:2]
    whole = sum([chance for _, chance in likely])
    if not whole:
        return (ArrowOutcome(arrows, snaps=False, chance=1.0),)
    return tuple(ArrowOutcome(left, snaps, p / whole) for (left, snaps), p in likely)


def _turns(assessment: ZeroGAssessment, model: Model) -> Sequence[float]:
    """Return the directions considered for an arrow that is turned."""
    by = turns_by(model)
    if by < 180.0:
        return tuple(
            round((model.heading + by * n / FAN) % 360.0, 3) for n in range(-FAN, FAN + 1) if n
        )
    headings = [float(n) for n in range(0, 360, STEERING_STEP_DEGREES)]
    headings += [heading_of_vector(heading) for heading in _wanted(assessment, model)]
    return tuple(dict.fromkeys(headings))


def push_off(assessment: ZeroGAssessment, asked: Steer) -> Thoughts:
    """``ZG-05``  Weigh the places to push off to; stay if no place is better."""
    model = assessment.view.table.models[asked.model]
    scored = ScoredAnswers(assessment.weights.temperature)
    scored.add(stays_worth(assessment, model, pushed=False), [*model.at])
    for at, worth in _push_points(assessment, model, asked.distance):
        yield
        scored.add(worth, [*at], partial(_push_motive, assessment, model, at))
    return scored


def _push_motive(assessment: ZeroGAssessment, model: Model, at: Point) -> str:
    """Return for what a model pushes off towards a place."""
    heading = unit_vector(model.at, at)
    push = push_of(assessment.view, model.id, heading, distance(model.at, at))
    if push.left or not push.path:
        return ""
    state = ModelState(push.path[-1], heading_of_vector(heading), 1)
    return evaluator_of(assessment, model.id).motive(state)


def stays_worth(assessment: ZeroGAssessment, model: Model, *, pushed: bool) -> float:
    state = ModelState(model.at, model.heading, model.arrows)
    return evaluator_of(assessment, model.id).worth(state._replace(fired=pushed))


def push_worth(assessment: ZeroGAssessment, model: Model, inches: float) -> float:
    """Return the value of pushing off to the best place."""
    return max(
        [worth for _, worth in _push_points(assessment, model, inches)], default=float("-inf")
    )


def _push_points(
    assessment: ZeroGAssessment, model: Model, most: float
) -> Iterator[tuple[Point, float]]:
    """Yield the points to which a model may push off, each with its value."""
    evaluator = evaluator_of(assessment, model.id)
    headings = [direction(n) for n in range(0, 360, STEERING_STEP_DEGREES)]
    headings += _wanted(assessment, model)
    heavy = any([w.fire is Fire.HEAVY for w in model.profile.weapons])
    for heading in headings:
        for share in SHARES:
            inches = (most - ROUNDING) * share
            push = push_of(assessment.view, model.id, heading, inches)
            if not push.path:
                continue
            end = push.path[-1]
            if push.left:
                worth = float(push.exit.amount) if push.exit else -evaluator.price
            else:
                worth = evaluator.worth(
                    ModelState(end, heading_of_vector(heading), 1, snaps=heavy)
                )
            yield thousandths(point_ahead(model.at, heading, inches)), worth


def _wanted(assessment: ZeroGAssessment, model: Model) -> list[Point]:
    """Return the directions of likely goals: enemies, containers, the way off."""
    here, headings = model.at, list[Point]()
    spots = [
        foe.at for foe in sorted(assessment.foes, key=lambda foe: distance(foe.at, here))[:2]
    ]
    fields = []
    if not is_free(model):
        if assessment.holds(model):
            fields = [assessment.home(model.side, model.base)]
        else:
            fields = [
                assessment.to_piece(c.piece, model.base) for c in assessment.unheld_cargoes
            ]
            spots += [
                assessment.view.table.pieces[c.piece].at for c in assessment.unheld_cargoes
            ]
    for field in fields:
        if field and (path := field.path(here, LOOK)):
            spots.append(path[-1])
    if assessment.holds(model):
        spots += sorted(assessment.homes(model.side), key=lambda at: distance(at, here))[:1]
    for at in spots:
        if distance(at, here) > ROUNDING:
            headings.append(unit_vector(here, at))
    return headings


def fly(assessment: ZeroGAssessment, asked: March) -> Thoughts:
    """``CC-18``, ``CC-30``  Weigh the places in some directions, at some distances."""
    table = assessment.view.table
    model = table.of(asked.unit)[0]
    evaluator = evaluator_of(assessment, model.id)
    scored = ScoredAnswers(assessment.weights.temperature)
    scored.add(evaluator.worth(ModelState(model.at, 0.0, 0)), [])
    headings = list[Moves]()
    for degrees in range(0, 360, FLYING_STEP_DEGREES):
        headings += shifts(asked, table, direction(degrees), (1.0, 0.5))
        yield
    for foe in assessment.foes:
        if distance(foe.at, model.at) > HERE:
            headings += shifts(asked, table, unit_vector(model.at, foe.at), (1.0,))
    yield
    for moves in headings:
        state = ModelState(moves[0][1][-1], 0.0, 0)
        why = partial(evaluator.motive, state)
        scored.add(evaluator.worth(state), moves_to_json(moves), why)
    return scored


def deploy(assessment: ZeroGAssessment, asked: Arrange) -> Thoughts:
    """``CC-33``  Weigh some places spread over the zone."""
    table = assessment.view.table
    model = table.models[next(iter(asked.models))]
    evaluator = evaluator_of(assessment, model.id)
    scored = ScoredAnswers(assessment.weights.temperature, is_varied=True)
    for k in range(PLACES):
        answer = asked.sample(table, k, PLACES)
        yield
        if answer is None:
            continue
        at = Point(*answer[0][1])
        worth = (
            evaluator.worth(ModelState(at, 0.0, 0))
            - _crowded(assessment, at)
            - _off(assessment, at)
        )
        scored.add(worth, answer)
    return scored or asked.anywhere(table)


def _crowded(assessment: ZeroGAssessment, at: Point) -> float:
    near = [max(0.0, APART - distance(at, mate.at)) for mate in assessment.mine]
    return assessment.weights.deploy_crowded * sum(near)


def _off(assessment: ZeroGAssessment, at: Point) -> float:
    board = assessment.view.table.board
    return assessment.weights.deploy_off * distance(
        at, Point(board.width / 2, board.height / 2)
    )


def next_to_move(assessment: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``CC-18``  Let the model nearest to an enemy move first, out of the others' way."""
    yield
    units = [o.id for o in asked.options if o.id != PASS]

    def off(unit: str) -> float:
        here = model_of(assessment, unit).at
        return min([distance(here, foe.at) for foe in assessment.foes], default=0.0)

    return min(units, key=off) if units else PASS


def next_to_shoot(assessment: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``CC-07``  Let the model with the most valuable position shoot first."""
    yield
    units = [o.id for o in asked.options if o.id != PASS]

    def fire(unit: str) -> float:
        model = model_of(assessment, unit)
        return evaluator_of(assessment, model.id).worth(
            ModelState(model.at, model.heading, model.arrows)
        )

    return max(units, key=fire) if units else PASS


def take_hold(assessment: ZeroGAssessment, asked: Choose) -> Thoughts:
    """``MI-05``  Take hold of a container, or leave with it, whenever that is offered."""
    yield
    return asked.options[0].id
