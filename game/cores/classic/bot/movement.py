"""Moving and set-up, and doors to open (CC-39)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from math import inf
from typing import Any

from game.bots.steady.unit_paths import UnitWalk, is_near, shifts, turned
from game.bots.steady.walking_distance import SLOW, DistanceField, field_to
from game.cores.classic.bot.assessment import (
    ClassicAssessment,
    UnitAssignment,
    UnitSummary,
    apart,
    errands,
)
from game.cores.classic.bot.combat import enters_to_charge
from game.cores.classic.bot.objectives import STEP
from game.cores.classic.bot.position_value import (
    PlaceEvaluator,
    TurnOptions,
    covered,
    run_paths,
    run_stance,
    stretches,
)
from game.cores.kit.aimed_weapons import shooting_weapons
from game.cores.kit.sight_lines import sees
from game.geometry.limits import is_within
from game.geometry.points import Disc, Point, distance, gap, unit_vector
from game.play.arrange import Arrange
from game.play.decisions import PASS, Choose, CommonKind
from game.play.march import March, moves_to_json
from game.play.paths import Moves
from game.table.board import Zone
from game.table.records import ModelId, Side, Unit, UnitId
from game.table.state import Table

ASSAULT = "assault"
AROUND = 26.0
"""Inches within which enemies are worth moving toward or away from."""
HERE = 0.5
GAIN = 0.3
"""Inches per model that a path through Difficult ground must save."""


def next_to_move(survey: ClassicAssessment, asked: Choose) -> str:
    """Send the unit with the shortest way first, so that none stands in the others' way."""
    units = [survey.summary(UnitId(o.id)) for o in asked.options if o.id != PASS]
    if not units:
        return PASS
    sent = errands(survey)

    def off(unit: UnitSummary) -> float:
        places = [m.at for m in unit.models]
        if errand := sent.get(unit.id):
            return min([errand.field.left(at) for at in places])
        return min([apart(places, unit.base, foe) for foe in survey.foes], default=0.0)

    return min(units, key=off).id


def enters(survey: ClassicAssessment, asked: Choose) -> str:
    """Enter Difficult ground if the unit gets further through it than around it."""
    if survey.view.table.clock.phase == ASSAULT:
        return enters_to_charge(survey, asked)
    unit = survey.summary(UnitId(asked.about))
    errand = errands(survey).get(unit.id)
    if errand is None:
        return "keep out"
    smooth = survey.field(unit, errand.stake, smooth=True)
    left = {"keep out": 0.0, "enter": 0.0}
    for m in unit.models:
        left["keep out"] += errand.field.left(smooth.route(m.at, STEP)[-1])
        left["enter"] += errand.field.left(errand.field.route(m.at, STEP / SLOW)[-1])
    return "enter" if left["enter"] + GAIN * len(unit.models) < left["keep out"] else "keep out"


def best_march(survey: ClassicAssessment, asked: March) -> Generator[None, None, Any]:
    """Evaluate about a dozen moves and return the one that leads to the best place."""
    unit = survey.summary(asked.unit)
    if asked.kind is CommonKind.RUN:
        stance = run_stance(survey, unit)
        ways = run_paths(survey, unit, asked, stance)
    else:
        stance = PlaceEvaluator(survey, unit, errands(survey).get(unit.id), _outlook(asked))
        ways = candidates(survey, asked, unit, stance)
    best: Moves = ()
    most = stance.score(best)
    for moves in ways:
        yield
        worth = stance.score(moves)
        if worth > most:
            best, most = moves, worth
    asked.judge(survey.view.table, best)
    return moves_to_json(best)


def _outlook(asked: March) -> TurnOptions:
    shoots = asked.kind is CommonKind.MOVE
    return TurnOptions(shoots, charges=shoots)


def candidates(
    survey: ClassicAssessment, asked: March, unit: UnitSummary, stance: PlaceEvaluator
) -> Iterator[Moves]:
    """Yield moves worth evaluating: to the objective, to safety, toward and away from foes."""
    table = survey.view.table
    yield from stretches(survey, unit, asked, stance)
    if stance.errand:
        yield from _on_the_errand(survey, asked, unit, stance.errand)
    for foe in stance.prey:
        if moves := UnitWalk(asked, table, survey.field_toward(unit, foe)).moves():
            yield moves
    for refuge in stance.hazards.refuges(unit.base):
        yield from UnitWalk(asked, table, refuge).whole_and_half()
    goal = stance.errand.stake.at if stance.errand else None
    for at in shelters(survey, unit, goal):
        if moves := UnitWalk(asked, table, survey.field_at(unit, at)).moves():
            yield moves
    here = unit.middle()
    for foe in survey.foes:
        there = foe.middle()
        if HERE < distance(here, there) < AROUND:
            yield from shifts(asked, table, unit_vector(here, there), (1.0, 0.5))
            yield from shifts(asked, table, unit_vector(there, here), (1.0,))


def _on_the_errand(
    survey: ClassicAssessment, asked: March, unit: UnitSummary, errand: UnitAssignment
) -> Iterator[Moves]:
    table = survey.view.table
    field = survey.field(unit, errand.stake, smooth=True) if asked.shut else errand.field
    yield from UnitWalk(asked, table, field).whole_and_half()
    here = unit.middle()
    path = field.path(here, STEP)
    if path and distance(here, path[-1]) > HERE:
        toward = unit_vector(here, path[-1])
        yield from shifts(asked, table, toward, (1.0,))
        for degrees in (45, -45):
            yield from shifts(asked, table, turned(toward, degrees), (1.0,))


OFFSETS = tuple(
    Point(dx * step, dy * step)
    for step in (2.5, 5.0)
    for dx, dy in (
        (1, 0),
        (0.7, 0.7),
        (0, 1),
        (-0.7, 0.7),
        (-1, 0),
        (-0.7, -0.7),
        (0, -1),
        (0.7, -0.7),
    )
)
"""Offsets in inches from a unit's middle at which it looks for shelter."""
MAX_SHELTERS = 3
"""Maximum number of shelters evaluated."""


def shelters(
    survey: ClassicAssessment, unit: UnitSummary, goal: Point | None
) -> Iterator[Point]:
    """Yield the best hidden places within a move; among equal ones, the nearest to a goal."""
    board, here = survey.view.table.board, unit.middle()
    found = list[tuple[float, float, Point]]()
    for off in OFFSETS:
        at = Point(here.x + off.x, here.y + off.y)
        if not (0.0 < at.x < board.width and 0.0 < at.y < board.height):
            continue
        if good := _hidden(survey, Disc(at, unit.base)):
            found.append((-good, distance(at, goal or here), at))
    for _, _, at in sorted(found)[:MAX_SHELTERS]:
        yield at


def _hidden(survey: ClassicAssessment, base: Disc) -> float:
    """Return how well a base is hidden from the enemy units that shoot; 0 for not at all."""
    table = survey.view.table
    guns = [foe for foe in survey.foes if foe.reach and not foe.locked]
    if not guns:
        return 0.0
    blind = sum([not sees(table, base, foe.models[0].disc) for foe in guns]) / len(guns)
    covers = any(area.cover and area.holds(base) for area in table.board.areas)
    return blind + survey.weights.cover * covers


SPREAD = 24
"""Number of places evaluated for a unit."""
CLOSE = 1.0
"""Inches within which neighbours are deployed."""


def zone(survey: ClassicAssessment, asked: Choose) -> str:
    """Choose the zone that is nearer to the sites; among equal ones, the first."""
    board = survey.view.table.board

    def off(option: str) -> float:
        x, y = _middle(board.zone(option))
        return sum([distance(Point(x, y), stake.at) for stake in survey.stakes])

    return min((o.id for o in asked.options), key=off)


def _middle(zone: Zone) -> Point:
    xs, ys = [p.x for p in zone.outline], [p.y for p in zone.outline]
    return Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def next_to_deploy(survey: ClassicAssessment, asked: Choose) -> str:
    """Deploy the largest unit first: it reveals least and needs the most room."""
    units = [survey.summary(UnitId(o.id)) for o in asked.options]
    return max(units, key=lambda unit: len(unit.models)).id


def first_turn(survey: ClassicAssessment, asked: Choose) -> str:
    """Let the enemy begin, because the side that moves last reaches the sites last."""
    other = survey.view.table.enemy(survey.side)
    names = [o.id for o in asked.options]
    return other if other in names else names[0]


def arrange(survey: ClassicAssessment, asked: Arrange) -> Generator[None, None, Any]:
    """Evaluate places spread over the zone: near to a site of its own, in cover."""
    unit = survey.summary(asked.unit)
    mates = [m.at for mate in survey.mine if mate.id != unit.id for m in mate.models]
    walks = [
        (field, min([field.left(at) for at in mates], default=99.0))
        for field in [survey.field(unit, stake) for stake in survey.stakes]
    ]
    best, most = None, float("-inf")
    for answer in _places(survey, asked, unit):
        yield
        if answer is None:
            continue
        spots = [Point(*at) for _, at in answer]
        worth = place_worth(survey, unit, walks, spots)
        if worth > most:
            best, most = answer, worth
    return asked.anywhere(survey.view.table) if best is None else best


def _places(survey: ClassicAssessment, asked: Arrange, unit: UnitSummary) -> Iterator[Any]:
    table = survey.view.table
    for stake in survey.stakes:
        yield _drawn_up(table, asked, survey.field(unit, stake))
    for k in range(SPREAD):
        yield asked.sample(table, k, SPREAD)


def _drawn_up(table: Table, asked: Arrange, field: DistanceField) -> Any:
    """Return the unit drawn up as near to a goal as it can be; None if it does not fit."""
    stands, placed = asked.stands(table), dict[ModelId, Disc]()
    waiting = [*asked.models]
    inches = field.inches
    for n in sorted(range(len(inches)), key=inches.__getitem__):
        at = field.ground.places[n]
        if not waiting or at is None or inches[n] == inf:
            break
        base = Disc(at, asked.models[waiting[0]])
        near = is_near(at, base.radius, [[*placed.values()]], CLOSE)
        if near and not asked.wrong(table, stands, waiting[0], at):
            placed[waiting[0]] = stands[waiting.pop(0)] = base
    return None if waiting else [[model_id, [*disc.at]] for model_id, disc in placed.items()]


def place_worth(
    survey: ClassicAssessment,
    unit: UnitSummary,
    walks: Sequence[tuple[DistanceField, float]],
    spots: list[Point],
) -> float:
    """Return the value of starting at some places.

    *walks*: the way to each site, and how far the nearest other model has to walk there.
    """
    far = list[float]()
    for field, others in walks:
        mine = sum([field.left(at) for at in spots]) / len(spots)
        far.append(mine + max(0.0, 12.0 - (others - mine)))
    worth = -survey.weights.deploy_near * min(far, default=0.0)
    bases = [Disc(at, unit.base) for at in spots]
    return worth + (survey.weights.deploy_covered if covered(survey, bases) else 0.0)


AHEAD = 12.0
"""Inches of a unit's way on which a closed door is worth opening: about two turns."""


def door_to_open(survey: ClassicAssessment, asked: Choose) -> str:
    """``CC-39``  Open a door on the shortest way of a unit to a goal, or one that gives a shot.

    A door that the side opened stays open, so that it never goes to and fro.
    """
    table = survey.view.table
    offered = [option.id for option in asked.options]
    closed = [d.id for d in table.board.doors if not d.is_open and d.id in offered]
    if not closed:
        return PASS
    for unit in table.fielded(survey.side):
        wanted = next((door for door in _in_the_way(survey, unit) if door in closed), "")
        if wanted:
            return wanted
    return next((door for door in closed if _gives_a_shot(table, survey.side, door)), PASS)


def _in_the_way(survey: ClassicAssessment, unit: Unit) -> Iterator[str]:
    """Yield the first closed door on a unit's way to each of its goals.

    Goals are the places that score and where it is not yet, or else all enemies.
    """
    table = survey.view.table
    models = table.of(unit.id)
    places, base = [m.at for m in models], max([m.base for m in models])
    goals = [site.goals for site in survey.stakes if not site.is_near(places, base)]
    if not survey.stakes:
        goals = [(foe.at,) for foe in table.standing(table.enemy(survey.side))]
    for goal in goals:
        field = field_to(table.board, base, *goal)
        yield from (door for at in places if (door := field.first_door(at, AHEAD)))


def _gives_a_shot(table: Table, side: Side, door: str) -> bool:
    """Return whether a model would see an enemy in range that it does not see now."""
    opened = table.fork()
    opened.board = table.board.with_door(door, is_open=True)
    foes = table.standing(table.enemy(side))
    return any(
        is_within(gap(model.disc, foe.disc), reach)
        and sees(opened, model.disc, foe.disc)
        and not sees(table, model.disc, foe.disc)
        for model in table.standing(side)
        if (reach := max([w.range for w in shooting_weapons(model)], default=0.0))
        for foe in foes
    )
