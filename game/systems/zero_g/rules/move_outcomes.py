"""Exact end places of each movement option, up to the first collision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import fsum
from typing import NamedTuple

from game.cores.classic.rules.odds import fails_save
from game.cores.classic.rules.wounds import dangerous_terrain_wound
from game.cores.kit.aimed_weapons import shooting_weapons
from game.cores.kit.probability import average, of_dice
from game.cores.kit.queries import (
    ENCOUNTERS,
    FORECAST,
    REACHES,
    ConsideredAnswer,
    Encounter,
    ForecastFigure,
    MoveOutcomes,
    PossibleEnd,
    counted,
)
from game.geometry.points import (
    EPSILON,
    Point,
    distance,
    heading_of_vector,
    point_ahead,
    segments_of,
    unit_vector,
    vector_of_heading,
)
from game.physics.travel import DriftPath
from game.physics.travel import drift as drifts
from game.play.decisions import Aim, Choose, CommonKind
from game.play.game import GameView
from game.play.log.wording import name
from game.play.moves.single_move import Steer
from game.systems.zero_g.rules.corpses import bodies
from game.systems.zero_g.rules.drift import CollisionTest, drift_is_on
from game.systems.zero_g.rules.drift_die import DRIFT_DIE, FLING, rolled
from game.systems.zero_g.rules.mobility import (
    ZeroGKind,
    around_of,
    exit_at,
    push_of,
    stop_text,
    turns_by,
)
from game.systems.zero_g.rules.movement import mean_heading
from game.table.records import Model, ModelId, UnitId

MAX_DIE_INCHES = FLING + 3
"""Maximum number of inches of one die."""
FAN = 6
"""Number of directions to each side in which a turn is forecast."""
HALF = 180.0
LOST = "lost in space"
SNAP_CLAUSES = {"drift": "ZG-07", "slow": "ZG-08", "turn": "ZG-09", "accelerate": "ZG-10"}
"""Clauses by which a model fires only snap shots after an option."""
Cast = tuple[int, int]
"""Total inches of the dice, and the number of tests that their 6s bring."""


def reach(
    view: GameView, model_id: ModelId, option: str, turned: float | None = None
) -> MoveOutcomes:
    """``ZG-07`` to ``ZG-12``  Return the possible ends of one of the four options.

    *turned*: the direction that one arrow is turned to, of ``turn``.
    """
    model, path = course(view, model_id, option, turned)
    if option == "accelerate":
        casts = {(FLING + more, model.arrows - 1): 1 / 3 for more in (1, 2, 3)}
        return _reach(view, model, path, casts)
    return _reach(view, model, path, _casts(model.arrows, _stop(path)))


def course(
    view: GameView, model_id: ModelId, option: str, turned: float | None = None
) -> tuple[Model, DriftPath]:
    """Return a model as it sets out by an option, and the longest path that it may take."""
    model = view.table.models[model_id]
    if option == "turn":
        aimed = model.heading if turned is None else turned
        model = replace(model, heading=mean_heading(model, aimed))
    elif option == "slow":
        model = replace(model, arrows=model.arrows - 1)
    dice = 1 if option == "accelerate" else model.arrows
    return model, _way(
        view, model_id, vector_of_heading(model.heading), float(MAX_DIE_INCHES * dice)
    )


def _way(view: GameView, model_id: ModelId, along: Point, inches: float) -> DriftPath:
    """``ZG-12``  Return a model's path by the dice; ``ZG-13``: up to the first collision."""
    table = view.table
    around, walls = around_of(table, model_id), table.board.walls.segments
    if not drift_is_on(view):
        return drifts(around, model_id, along, inches)
    dead = {str(m.id): m.disc for m in bodies(table, table.models[model_id].side)}
    around = around._replace(discs={**around.discs, **dead})
    return drifts(around, model_id, along, inches, firm=len(walls))


def _stop(path: DriftPath) -> float:
    """Return the inches after which nothing more is moved; infinite if nothing stops it."""
    return path.distance if path.touch or path.left else float("inf")


@lru_cache(256)
def _casts(arrows: int, stop: float) -> Mapping[Cast, float]:
    """``ZG-07``  Return the chance of each total of a drift, with the tests of its 6s.

    A 6 that comes when the model has stopped brings none.
    """

    def after(cast: Cast) -> Iterator[tuple[Cast, float]]:
        inches, tests = cast
        if inches >= stop - EPSILON:
            yield cast, 1.0
            return
        for die in DRIFT_DIE:
            more = arrows - 1 if die.is_six else 0
            yield (inches + die.inches, tests + more), die.chance

    return rolled(arrows, (0, 0), after)


def _reach(
    view: GameView, model: Model, path: DriftPath, casts: Mapping[Cast, float]
) -> MoveOutcomes:
    deadly = danger(view, model)
    lives, lost = dict[float, list[float]](), list[float]()
    for (total, tests), chance in casts.items():
        inches = min(float(total), path.distance)
        rebounds = len([at for at in path.rebounds if at <= inches + EPSILON])
        wounds = of_dice(tests + rebounds, deadly)
        alive = chance * fsum(wounds[: model.wounds])
        if path.left and total > path.distance + EPSILON:
            lost.append(alive)
        else:
            lives.setdefault(inches, []).append(alive)
    longest = _Course(vector_of_heading(model.heading), path, [*segments_of(path.path)])
    endings = tuple(_ending(longest, inches, fsum(lives[inches])) for inches in sorted(lives))
    gone = fsum(lost)
    dies = max(0.0, 1.0 - gone - fsum([e.chance for e in endings]))
    out = path.path if gone else ()
    return MoveOutcomes(
        model.id,
        endings=endings,
        dies=dies if dies > EPSILON else 0.0,
        lost=gone,
        leaves=out,
        exit=exit_at(view, model.id, out[-1]) if out else None,
    )


def _snap_chance(model: Model, option: str) -> float:
    """``ZG-07`` to ``ZG-10``  Return the chance that it fires only snap shots after an option.

    A drift leaves it aimed fire unless it rolls a 1 or a 6; the others never do.
    """
    return 1.0 - (4 / 6) ** model.arrows if option == "drift" else 1.0


def danger(view: GameView, model: Model) -> float:
    """``CC-21``  Return the chance that a Dangerous terrain test costs a model a wound."""
    return fails_save(view, model, dangerous_terrain_wound(view, model)) / 6


class _Course(NamedTuple):
    """The longest path that a model may take, measured once for all its ends."""

    toward: Point
    """Unit vector of the model's heading as it sets out."""
    route: DriftPath
    legs: Sequence[tuple[Point, Point, float]]
    """Start, unit vector and inches of each segment."""


def _ending(course: _Course, inches: float, chance: float) -> PossibleEnd:
    along, route, legs = course
    path, left = [route.path[0]], inches
    for start, toward_, leg in legs:
        if left <= EPSILON:
            break
        along, gone = toward_, min(left, leg)
        path.append(point_ahead(start, along, gone))
        left -= gone
    if any(abs(at - inches) <= EPSILON for at in route.rebounds):
        along = _turned(route, inches)
    return PossibleEnd(
        inches, at=path[-1], heading=heading_of_vector(along), chance=chance, path=tuple(path)
    )


def _turned(path: DriftPath, inches: float) -> Point:
    """Return the heading of a model that ends exactly at a rebound."""
    gone = 0.0
    for _, along, leg in segments_of(path.path):
        if gone > inches - EPSILON:
            return along
        gone += leg
    return path.toward


def reaches(view: GameView, question: ConsideredAnswer) -> Iterator[MoveOutcomes]:
    """``ZG-05`` to ``ZG-14``  Yield the possible ends of an answer.

    If the direction of a turn is not chosen yet: the ends for each of some directions.
    """
    if isinstance(question.decision, Steer):
        yield from _pushed(view, question.decision.model, question.answer)
    for model_id, option, turned in _options(view, question):
        yield reach(view, model_id, option, turned)


def _options(
    view: GameView, question: ConsideredAnswer
) -> Iterator[tuple[ModelId, str, float | None]]:
    """Yield a model with the option that it takes, and the direction of a turn."""
    asked, answer = question.decision, question.answer
    if isinstance(asked, Aim) and asked.kind is CommonKind.TURN:
        yield model_of_unit(view, asked.about), "turn", answer
    elif isinstance(asked, Choose) and asked.kind is ZeroGKind.DRIFT:
        model = view.table.models[model_of_unit(view, asked.about)]
        by = turns_by(model)
        for n in range(-FAN, FAN + 1) if answer == "turn" else ():
            if by < HALF or n < FAN:  # at 180° the last direction equals the first
                yield model.id, answer, (model.heading + by * n / FAN) % 360.0
        if answer != "turn":
            yield model.id, answer, None


def model_of_unit(view: GameView, unit: str) -> ModelId:
    """Return the model that a question about a unit is about: each unit has only one."""
    return view.table.of(UnitId(unit))[0].id


def _pushed(view: GameView, model_id: ModelId, at: Point) -> Iterator[MoveOutcomes]:
    """``ZG-05``  Yield the end of a push off to a point; nothing if the model stays."""
    here = view.table.models[model_id].at
    if at == here:
        return
    along, inches = unit_vector(here, at), distance(here, at)
    push = push_of(view, model_id, along, inches)
    if push.left:
        yield MoveOutcomes(
            model_id,
            endings=(),
            dies=0.0,
            lost=1.0,
            leaves=push.path,
            exit=push.exit,
            stop=push.exit.why if push.exit else LOST,
        )
    else:
        path = push.path or (here, here)
        end = PossibleEnd(
            distance(here, path[-1]),
            at=path[-1],
            heading=heading_of_vector(along),
            chance=1.0,
            path=path,
        )
        is_short = end.distance < inches - EPSILON
        stop = stop_text(view.table, push.touch) if is_short else ""
        yield MoveOutcomes(model_id, (end,), stop=stop)


def figures(view: GameView, question: ConsideredAnswer) -> Iterator[ForecastFigure]:
    """``ZG-07`` to ``ZG-14``  Yield the distance of a move, the chances of a loss, its cost."""
    if isinstance(question.decision, Steer):
        return
    found = [*reaches(view, question)]
    if len(found) == 1:
        yield from _figures(found[0])
    for model_id, option, _ in [*_options(view, question)][:1]:
        model = view.table.models[model_id]
        if any(shooting_weapons(model)):
            clause = SNAP_CLAUSES[option]
            yield ForecastFigure("only snap shots", _snap_chance(model, option), clause)


def _figures(found: MoveOutcomes) -> Iterator[ForecastFigure]:
    inches = dict[int, float]()
    for ending in found.endings:
        whole = round(ending.distance)
        inches[whole] = inches.get(whole, 0.0) + ending.chance
    sure = fsum(inches.values())
    if sure > EPSILON:
        # The same chances as on the board: together with those of a loss they make 100%.
        spread = tuple(inches.get(n, 0.0) for n in range(max(inches) + 1))
        yield replace(counted("inches moved", spread, "ZG-07"), value=average(spread) / sure)
    if found.dies:
        yield ForecastFigure("dies on the way", found.dies, "CC-21")
    if found.lost and found.exit:
        yield ForecastFigure(found.exit.why, found.lost, found.exit.clause)
    elif found.lost:
        yield ForecastFigure(LOST, found.lost, "ZG-14")


def encounters(view: GameView, question: ConsideredAnswer) -> Iterator[Encounter]:
    """``ZG-12``, ``ZG-13``  Yield what a move would first strike or be stopped by."""
    asked, found = question.decision, [*_options(view, question)]
    if isinstance(asked, Steer):
        for push in _pushed(view, asked.model, question.answer):
            if push.stop and push.endings:
                yield Encounter(push.endings[0].at, push.stop, asked.clause)
    if len(found) != 1:
        return
    model_id, option, turned = found[0]
    _, path = course(view, model_id, option, turned)
    if path.touch is None:
        return
    struck, stop, clause = path.touch.disc, stop_text(view.table, path.touch), "ZG-12"
    if drift_is_on(view):
        # Anything else is no collision: an enemy at 1", for one, only stops the model.
        if struck is None:
            stop, clause = "strikes loose debris: shown only up to here", "ZG-13"
        elif CollisionTest(view.table)(model_id, struck) is None:
            what = name(view.table, struck)
            stop, clause = f"strikes {what}: shown only up to here", "ZG-13"
    yield Encounter(path.path[-1], stop, clause)


HOOKS = (FORECAST.gets(figures), REACHES.gets(reaches), ENCOUNTERS.gets(encounters))
