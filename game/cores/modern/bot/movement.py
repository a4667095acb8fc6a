"""Moving and set-up."""

from __future__ import annotations

from collections.abc import Iterator

from game.bots.protocol import Thoughts
from game.bots.steady.unit_paths import UnitWalk, shifts
from game.bots.steady.walking_distance import DistanceField
from game.cores.kit.difficult_ground import ENTERS, KEEPS_OUT
from game.cores.modern.bot.assessment import NEAR, ModernAssessment, ModernUnitSummary, apart
from game.cores.modern.bot.position_value import (
    MarkerAssignment,
    ModernPlaceEvaluator,
    assignments,
)
from game.cores.modern.rules.charge_odds import charge_requirement
from game.geometry.limits import is_within
from game.geometry.points import Disc, Path, Point, distance, length, point_along, unit_vector
from game.geometry.polygons import box
from game.play.arrange import Arrange
from game.play.decisions import PASS, Choose, CommonKind
from game.play.march import March, moves_to_json
from game.play.paths import Moves
from game.play.placement import Place
from game.table.board import centre_of
from game.table.records import Fire, ModelId, UnitId

WADES = 4.0
"""Inches that the higher of two dice almost always allows (``CC-20``)."""
STEP = 0.5
GOOD_TOTAL = 7
"""Highest total that two dice reach more often than not."""
HERE = 0.5
LIKELY = 9.0
"""Inches between a unit and an enemy after its move at which it forgoes to advance."""
AROUND = 30.0
PREY = 2
"""Number of nearest enemies that are considered as goals."""


def next_to_move(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """Send free units first, among them those nearest to an enemy."""
    yield
    troops = [scene.summary(UnitId(o.id)) for o in asked.options if o.id != PASS]
    if not troops:
        return PASS
    return min(troops, key=lambda t: (scene.engaged(t), _nearest(scene, t))).id


def _nearest(scene: ModernAssessment, summary: ModernUnitSummary) -> float:
    return min([_off(summary, foe) for foe in scene.foes], default=0.0)


def _off(summary: ModernUnitSummary, foe: ModernUnitSummary) -> float:
    return apart([m.at for m in summary.models], summary.base, foe)


def enters(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """``CC-20``  Enter Difficult ground if the path leads into it within ``WADES`` inches.

    When charging, enter it if the way around needs more than ``GOOD_TOTAL``.
    """
    yield
    summary = scene.summary(UnitId(asked.about))
    if scene.view.table.clock.phase == "charge":
        foe = min(scene.foes, key=lambda foe: _off(summary, foe))
        return (
            KEEPS_OUT
            if charge_requirement(scene.view, summary.id, [foe.id]).clear <= GOOD_TOTAL
            else ENTERS
        )
    field = _bound_for(scene, summary)
    if field is None:
        return KEEPS_OUT
    lead = min(summary.models, key=lambda m: field.left(m.at))
    path = field.route(lead.at, summary.distance)
    dry = _dry_part(scene, asked, path, lead.base)
    return ENTERS if dry < min(WADES, length(path) - STEP) else KEEPS_OUT


def _bound_for(scene: ModernAssessment, summary: ModernUnitSummary) -> DistanceField | None:
    """Return the distances to the unit's goal, or to the nearest enemy.

    None if it has no goal and mostly shoots, or if there are no enemies.
    """
    if goal := assignments(scene).get(summary.id):
        return goal.field
    if not summary.fights or not scene.foes:
        return None
    return scene.field(summary, min(scene.foes, key=lambda foe: _off(summary, foe)).middle)


def _dry_part(scene: ModernAssessment, asked: Choose, path: Path, base: float) -> float:
    """Return the inches of a path before the first of the areas that are asked about."""
    areas = [t for t in scene.view.table.difficult if t.id in asked.places]
    whole, walked = length(path), 0.0
    while walked < whole:
        at = Disc(point_along(path, walked), base)
        if any(area.holds(at) for area in areas):
            return walked
        walked += STEP
    return whole


def main_body(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """Among equally large groups, choose the one nearest to the unit's marker."""
    yield
    summary, models = scene.summary(UnitId(asked.about)), scene.view.table.models
    goal = assignments(scene).get(summary.id)
    at = goal.aim.at if isinstance(goal, MarkerAssignment) else summary.middle
    return min(
        (o.id for o in asked.options), key=lambda id_: distance(models[ModelId(id_)].at, at)
    )


def pace(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-05``  Advance unless that gives up a shot or a charge that is worth it."""
    yield
    summary = scene.summary(UnitId(asked.about))
    names = [o.id for o in asked.options]
    if "advance" not in names:
        return names[0]
    near = _nearest(scene, summary) - summary.distance
    if summary.fights:
        keeps = near <= LIKELY and any(summary.gain(foe) > 0.0 for foe in scene.foes)
    else:
        keeps = near <= summary.reach and not _fires_on_the_run(summary)
    if keeps:
        return "move"
    goal = assignments(scene).get(summary.id)
    if isinstance(goal, MarkerAssignment):
        left = min([goal.field.left(m.at) for m in summary.models]) - goal.aim.reach
        return "move" if left <= summary.distance else "advance"
    return "advance" if goal else "move"


def _fires_on_the_run(summary: ModernUnitSummary) -> bool:
    weapons = [w for m in summary.models for w in m.profile.weapons if w.fire is not Fire.MELEE]
    return all(w.fire is Fire.ASSAULT for w in weapons)


def best_march(scene: ModernAssessment, asked: March) -> Thoughts:
    """Evaluate some moves and return the one that leads to the best place."""
    summary = scene.summary(asked.unit)
    advances = asked.kind is CommonKind.RUN
    shoots = not advances or _fires_on_the_run(summary)
    goal = assignments(scene).get(summary.id)
    standing = ModernPlaceEvaluator(scene, summary, goal, shoots=shoots, charges=not advances)
    best: Moves = ()
    most = standing.score(best)
    for moves in _candidates(scene, asked, standing):
        yield
        worth = standing.score(moves)
        if worth > most:
            best, most = moves, worth
    asked.judge(scene.view.table, best)
    return moves_to_json(best)


def _candidates(
    scene: ModernAssessment, asked: March, standing: ModernPlaceEvaluator
) -> Iterator[Moves]:
    table, summary = scene.view.table, standing.summary
    if standing.goal:
        yield from UnitWalk(asked, table, standing.goal.field).whole_and_half()
    for refuge in scene.hazards.refuges(summary.base):
        yield from UnitWalk(asked, table, refuge).whole_and_half()
    here = summary.middle
    prey = [foe for foe in scene.foes if summary.gain(foe) > 0.0] or scene.foes
    for foe in sorted(prey, key=lambda foe: distance(here, foe.middle))[:PREY]:
        field = scene.field(summary, foe.middle)
        known = standing.goal and standing.goal.field is field
        if not known and (moves := UnitWalk(asked, table, field).moves()):
            yield moves
    foes = sorted(scene.foes, key=lambda foe: distance(here, foe.middle))
    for foe in foes[:PREY]:
        there = foe.middle
        if HERE < distance(here, there) < AROUND:
            yield from shifts(asked, table, unit_vector(here, there), (1.0, 0.5))
            yield from shifts(asked, table, unit_vector(there, here), (1.0,))


def falls_back(scene: ModernAssessment, asked: March) -> Thoughts:
    """``MC-06``  Leave a fight that costs more than it gains, if a way out exists."""
    yield
    table, summary = scene.view.table, scene.summary(asked.unit)
    places = [m.at for m in summary.models]
    foes = [foe for foe in scene.foes if is_within(apart(places, summary.base, foe), NEAR)]
    stays = sum([summary.blows_at(foe) * foe.value for foe in foes])
    stays += sum([summary.ties(foe) - foe.blows_at(summary) * summary.value for foe in foes])
    holds = any(
        is_within(apart([aim.at], 0.0, summary), aim.reach) and aim.value > 0.0
        for aim in scene.aims
    )
    if stays >= 0.0 or holds:
        return []
    return next((moves for moves in asked.samples(table, 24) if moves), [])


SPREAD = 24


def zone_map(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """``MP-23``  Choose a near start for an army of close combat, a distant one for others."""
    yield
    mine = sum([t.strikes - t.shoots for t in _army(scene)])
    name = "arrowhead" if mine > 0 else "long-edges"
    names = [o.id for o in asked.options]
    return name if name in names else names[0]


def _army(scene: ModernAssessment) -> list[ModernUnitSummary]:
    table = scene.view.table
    return [scene.summary(u.id) for u in table.units.values() if u.side == scene.side]


def zone(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """Choose the zone with more cover; among equal ones, the first."""
    yield
    board = scene.view.table.board

    def shelter(name: str) -> float:
        left, top, right, low = box(board.zone(name).outline)
        return sum(
            1.0
            for piece in board.areas
            if piece.bonus
            and left <= (piece.box[0] + piece.box[2]) / 2 <= right
            and top <= (piece.box[1] + piece.box[3]) / 2 <= low
        )

    return max((o.id for o in asked.options), key=shelter)


def next_to_deploy(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """Deploy the largest unit first, because it needs the most room."""
    yield
    troops = [scene.summary(UnitId(o.id)) for o in asked.options]
    return max(troops, key=lambda summary: len(summary.models)).id


def first_turn(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """``MP-24``  Begin, because the first volley is free."""
    yield
    names = [o.id for o in asked.options]
    return scene.side if scene.side in names else names[0]


def arrange(scene: ModernAssessment, asked: Arrange) -> Thoughts:
    """Evaluate places spread over the zone: near to markers, in cover, forward if it fights."""
    table = scene.view.table
    best, most = None, float("-inf")
    for k in range(SPREAD):
        yield
        answer = asked.sample(table, k, SPREAD)
        if answer is None:
            continue
        worth = _worth(scene, asked, [Point(*at) for _, at in answer])
        if worth > most:
            best, most = answer, worth
    return asked.anywhere(table) if best is None else best


def _worth(scene: ModernAssessment, asked: Arrange, spots: list[Point]) -> float:
    table, summary = scene.view.table, scene.summary(asked.unit)
    middle = Point(
        sum([at.x for at in spots]) / len(spots), sum([at.y for at in spots]) / len(spots)
    )
    taken = [m.at for mate in scene.mine for m in mate.models]
    worth = 0.0
    for aim in scene.aims:
        near = min([distance(at, aim.at) for at in taken], default=99.0)
        worth += (
            scene.weights.deploy_near * aim.value * max(0.0, near - distance(middle, aim.at))
        )
    forward = distance(middle, centre_of(table.board))
    worth -= (
        scene.weights.deploy_forward
        * forward
        * (1.0 if summary.strikes >= summary.shoots else 0.4)
    )
    bases = [Disc(at, summary.base) for at in spots]
    sheltered = any(
        all(piece.holds(base) for base in bases) for piece in table.board.areas if piece.bonus
    )
    return worth + (scene.weights.deploy_covered if sheltered else 0.0)


def marker(scene: ModernAssessment, asked: Place) -> Thoughts:
    """``MP-37``  Place a marker as far from the centre of the table as possible."""
    yield
    table = scene.view.table
    centre = centre_of(table.board)
    spots = [Point(*at[:2]) for at in asked.samples(table, SPREAD)]
    best = max(spots, key=lambda at: distance(at, centre))
    return [*best]
