"""Exact end places of each movement option, up to the first collision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import fsum

from game.geometry.points import (
    EPSILON,
    Path,
    Point,
    distance,
    heading_of_vector,
    point_ahead,
    segments_of,
    unit_vector,
    vector_of_heading,
)
from game.physics.drift import DriftPath
from game.physics.drift import drift as drifts
from game.play.decisions import Aim, Choose
from game.play.game import GameView
from game.play.single_move import Steer
from game.play.wording import name
from game.rules.classic.wounds import best_save, dangerous_terrain_wound
from game.rules.kit.forecasts import FORECAST, ConsideredAnswer, ForecastFigure, counted
from game.rules.kit.probability import chance_of_face, of_dice
from game.rules.kit.queries import ENCOUNTERS, REACHES, Encounter, MoveOutcomes, PossibleEnd
from game.rules.zero_g.corpses import bodies
from game.rules.zero_g.drift import FLING, CollisionTest, is_on
from game.rules.zero_g.mobility import EXITS, TableExit, around_of, push_of, turns_by
from game.rules.zero_g.movement import mean_heading
from game.table.events import Reason
from game.table.records import Model, ModelId, UnitId

MAX_DIE_INCHES = FLING + 3
"""Maximum number of inches of one die."""
FAN = 6
"""Number of directions to each side in which a turn is forecast."""
HALF = 180.0
Cast = tuple[int, int]
"""Total inches of the dice, and the number of tests that their 6s bring."""


def reach(
    look: GameView, who: ModelId, option: str, turned: float | None = None
) -> MoveOutcomes:
    """``ZG-07`` to ``ZG-12``  Return the possible ends of one of the four options.

    *turned*: the direction that one arrow is turned to, of ``turn``.
    """
    model, way = course(look, who, option, turned)
    if option == "accelerate":
        casts = {(FLING + more, model.arrows - 1): 1 / 3 for more in (1, 2, 3)}
    else:
        casts = _casts(model.arrows, _stop(way))
    return _reach(look, model, way, casts)


def course(
    look: GameView, who: ModelId, option: str, turned: float | None = None
) -> tuple[Model, DriftPath]:
    """Return a model as it sets out by an option, and the longest path that it may take."""
    model = look.table.models[who]
    if option == "turn":
        aimed = model.heading if turned is None else turned
        model = replace(model, heading=mean_heading(model, aimed))
    elif option == "slow":
        model = replace(model, arrows=model.arrows - 1)
    dice = 1 if option == "accelerate" else model.arrows
    return model, _way(
        look, who, vector_of_heading(model.heading), float(MAX_DIE_INCHES * dice)
    )


def _way(look: GameView, who: ModelId, along: Point, far: float) -> DriftPath:
    """``ZG-12``  Return a model's path by the dice; ``ZG-13``: up to the first collision."""
    table = look.table
    around, walls = around_of(table, who), table.board.walls.segments
    if not is_on(look):
        return drifts(around, who, along, far)
    dead = {str(m.id): m.disc for m in bodies(table, table.models[who].side)}
    around = around._replace(discs={**around.discs, **dead})
    return drifts(around, who, along, far, firm=len(walls))


def _stop(way: DriftPath) -> float:
    """Return the inches after which nothing more is moved; infinite if nothing stops it."""
    return way.far if way.touch or way.left else float("inf")


def _casts(arrows: int, stop: float) -> dict[Cast, float]:
    """``ZG-07``  Return the chance of each total of a drift, with the tests of its 6s.

    A 6 that comes when the model has stopped brings none.
    """
    after: dict[Cast, float] = {(0, 0): 1.0}
    for _ in range(arrows):
        before, after = after, {}
        for (far, tests), chance in before.items():
            ways = [(far + face, tests, 1 / 6) for face in (0, 2, 3, 4, 5)]
            ways += [(far + FLING + n, tests + arrows - 1, 1 / 18) for n in (1, 2, 3)]
            if far >= stop - EPSILON:
                ways = [(far, tests, 1.0)]
            for total, many, share in ways:
                after[total, many] = after.get((total, many), 0.0) + chance * share
    return after


def _reach(
    look: GameView, model: Model, way: DriftPath, casts: dict[Cast, float]
) -> MoveOutcomes:
    deadly = danger(look, model)
    lives, lost = dict[float, list[float]](), list[float]()
    for (total, tests), chance in casts.items():
        far = min(float(total), way.far)
        rebounds = len([at for at in way.rebounds if at <= far + EPSILON])
        wounds = of_dice(tests + rebounds, deadly)
        alive = chance * fsum(wounds[: model.wounds])
        if way.left and total > way.far + EPSILON:
            lost.append(alive)
        else:
            lives.setdefault(far, []).append(alive)
    endings = tuple(_ending(model, way, far, fsum(lives[far])) for far in sorted(lives))
    gone = fsum(lost)
    dies = max(0.0, 1.0 - gone - fsum([e.chance for e in endings]))
    out = way.path if gone else ()
    return MoveOutcomes(
        model.id,
        endings,
        dies if dies > EPSILON else 0.0,
        gone,
        out,
        _exit(look, model.id, out),
    )


def _exit(look: GameView, who: ModelId, out: Path) -> Reason | None:
    """``ZG-14``  Return why a model that leaves the table survives; None if it is lost."""
    return next(EXITS.of(look, TableExit(who, out[-1])), None) if out else None


def danger(look: GameView, model: Model) -> float:
    """``CC-21``  Return the chance that a Dangerous terrain test costs a model a wound."""
    need, _ = best_save(look, model, dangerous_terrain_wound(look, model))
    return (1.0 - chance_of_face(need)) / 6


def _ending(model: Model, way: DriftPath, far: float, chance: float) -> PossibleEnd:
    path, left, along = [way.path[0]], far, vector_of_heading(model.heading)
    for start, toward_, leg in segments_of(way.path):
        if left <= EPSILON:
            break
        along, gone = toward_, min(left, leg)
        path.append(point_ahead(start, along, gone))
        left -= gone
    if any(abs(at - far) <= EPSILON for at in way.rebounds):
        along = _turned(way, far)
    return PossibleEnd(far, path[-1], heading_of_vector(along), chance, tuple(path))


def _turned(way: DriftPath, far: float) -> Point:
    """Return the heading of a model that ends exactly at a rebound."""
    gone = 0.0
    for _, along, leg in segments_of(way.path):
        if gone > far - EPSILON:
            return along
        gone += leg
    return way.toward


def reaches(look: GameView, question: ConsideredAnswer) -> Iterator[MoveOutcomes]:
    """``ZG-05`` to ``ZG-14``  Yield the possible ends of an answer.

    If the direction of a turn is not chosen yet: the ends for each of some directions.
    """
    asked, answer = question.decision, question.answer
    if isinstance(asked, Steer):
        yield from _pushed(look, asked.model, answer)
    elif isinstance(asked, Aim) and asked.kind == "turn":
        yield reach(look, who_of(look, asked.about), "turn", answer)
    elif isinstance(asked, Choose) and asked.kind == "drift":
        who = who_of(look, asked.about)
        if answer == "turn":
            model = look.table.models[who]
            by = turns_by(model)
            for n in range(-FAN, FAN + 1):
                if by < HALF or n < FAN:  # at 180° the last direction equals the first
                    yield reach(look, who, "turn", (model.heading + by * n / FAN) % 360.0)
        else:
            yield reach(look, who, answer)


def who_of(look: GameView, unit: str) -> ModelId:
    """Return the model that a question about a unit is about: each unit has only one."""
    return look.table.of(UnitId(unit))[0].id


def _pushed(look: GameView, who: ModelId, at: Point) -> Iterator[MoveOutcomes]:
    """``ZG-05``  Yield the end of a push off to a point; nothing if the model stays."""
    here = look.table.models[who].at
    if at == here:
        return
    along = unit_vector(here, at)
    push = push_of(look.table, who, along, distance(here, at))
    if push.left:
        yield MoveOutcomes(who, (), 0.0, 1.0, push.path, _exit(look, who, push.path))
    else:
        path = push.path or (here, here)
        end = PossibleEnd(
            distance(here, path[-1]), path[-1], heading_of_vector(along), 1.0, path
        )
        yield MoveOutcomes(who, (end,))


def figures(look: GameView, question: ConsideredAnswer) -> Iterator[ForecastFigure]:
    """``ZG-07`` to ``ZG-14``  Yield the distance of a move and the chances of a loss."""
    if isinstance(question.decision, Steer):
        return
    found = [*reaches(look, question)]
    if len(found) == 1:
        yield from _told(found[0])


def _told(found: MoveOutcomes) -> Iterator[ForecastFigure]:
    inches = dict[int, float]()
    for ending in found.endings:
        far = round(ending.far)
        inches[far] = inches.get(far, 0.0) + ending.chance
    sure = fsum(inches.values())
    if sure > EPSILON:
        spread = tuple(inches.get(n, 0.0) / sure for n in range(max(inches) + 1))
        yield counted("inches moved", spread, "ZG-07")
    if found.dies:
        yield ForecastFigure("dies on the way", found.dies, "CC-21")
    if found.lost and found.exit:
        yield ForecastFigure(found.exit.why, found.lost, found.exit.clause)
    elif found.lost:
        yield ForecastFigure("lost in space", found.lost, "ZG-14")


def encounters(look: GameView, question: ConsideredAnswer) -> Iterator[Encounter]:
    """``ZG-13``  Yield the first thing that a drift would strike, if it may go so far."""
    asked, answer = question.decision, question.answer
    if not is_on(look):
        return
    if isinstance(asked, Aim) and asked.kind == "turn":
        yield from _first(look, who_of(look, asked.about), "turn", answer)
    elif isinstance(asked, Choose) and asked.kind == "drift" and answer != "turn":
        yield from _first(look, who_of(look, asked.about), answer)


def _first(
    look: GameView, who: ModelId, option: str, turned: float | None = None
) -> Iterator[Encounter]:
    _, way = course(look, who, option, turned)
    if way.touch is None:
        return
    struck = way.touch.disc
    # Anything else is no collision: an enemy at 1", for one, only stops the model.
    if struck is None:
        what = "loose debris"
    elif CollisionTest(look.table)(who, struck) is None:
        what = name(look.table, struck)
    else:
        return
    yield Encounter(way.path[-1], f"strikes {what}: shown only up to here", "ZG-13")


HOOKS = (
    FORECAST.gets(figures),
    REACHES.gets(reaches),
    ENCOUNTERS.gets(encounters),
)
