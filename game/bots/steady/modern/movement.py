"""Moving and set-up."""

from __future__ import annotations

from collections.abc import Iterator

from game.bots.policy import Thoughts
from game.bots.steady.modern.assessment import (
    NEAR,
    MarkerAssignment,
    ModernAssessment,
    ModernUnitSummary,
    apart,
    posts,
)
from game.bots.steady.modern.position_value import (
    CHARGE,
    ModernPlaceEvaluator,
)
from game.bots.steady.unit_paths import UnitWalk, shifts
from game.geometry.points import Disc, Point, distance, unit_vector
from game.geometry.polygons import box
from game.play.arrange import Arrange
from game.play.decisions import PASS, Choose, CommonKind
from game.play.march import March, moves_to_json
from game.play.paths import Moves
from game.play.placement import Place
from game.rules.matched.zones_and_markers import centre_of
from game.table.records import Fire, UnitId

HERE = 0.5
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
    places = [m.at for m in summary.models]
    return min([apart(places, summary.base, foe) for foe in scene.foes], default=0.0)


def pace(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """``MC-05``  Advance unless that gives up a shot or a charge that is worth it."""
    yield
    summary = scene.summary(UnitId(asked.about))
    names = [o.id for o in asked.options]
    if "advance" not in names:
        return names[0]
    near = _nearest(scene, summary)
    charges = summary.strikes > 0.0 and near - summary.distance <= CHARGE - 2.0
    fires = (
        summary.reach
        and near - summary.distance <= summary.reach
        and not _fires_on_the_run(summary)
    )
    post = posts(scene).get(summary.id)
    arrives = post is not None and _left(summary, post) <= summary.distance
    idle = post is None and not _hunts(summary)
    return "move" if charges or fires or arrives or idle else "advance"


def _hunts(summary: ModernUnitSummary) -> bool:
    return summary.strikes >= summary.shoots


def _left(summary: ModernUnitSummary, post: MarkerAssignment) -> float:
    return min([post.field.left(m.at) for m in summary.models]) - post.aim.reach


def _fires_on_the_run(summary: ModernUnitSummary) -> bool:
    weapons = [w for m in summary.models for w in m.profile.weapons if w.fire is not Fire.MELEE]
    return all(w.fire is Fire.ASSAULT for w in weapons)


def best_march(scene: ModernAssessment, asked: March) -> Thoughts:
    """Evaluate some moves and return the one that leads to the best place."""
    summary = scene.summary(asked.unit)
    advances = asked.kind is CommonKind.RUN
    shoots = not advances or _fires_on_the_run(summary)
    post = posts(scene).get(summary.id)
    standing = ModernPlaceEvaluator(scene, summary, post, shoots=shoots, charges=not advances)
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
    if standing.post:
        yield from UnitWalk(asked, table, standing.post.field).whole_and_half()
    for refuge in scene.hazards.refuges(summary.base):
        yield from UnitWalk(asked, table, refuge).whole_and_half()
    here = summary.middle
    prey = sorted(standing.prey or scene.foes, key=lambda foe: distance(here, foe.middle))
    for foe in prey[:PREY]:
        if moves := UnitWalk(asked, table, scene.field(summary, foe.middle)).moves():
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
    foes = [foe for foe in scene.foes if apart(places, summary.base, foe) <= NEAR]
    stays = sum([summary.blows_at(foe) * foe.value for foe in foes])
    stays -= sum([foe.blows_at(summary) * summary.value for foe in foes])
    holds = any(
        apart([aim.at], 0.0, summary) <= aim.reach and aim.value > 0.0 for aim in scene.aims
    )
    if stays >= 0.0 or holds:
        return []
    return next((moves for moves in asked.samples(table, 24) if moves), [])


SPREAD = 24
COVERED = 0.4
NEARER = 0.03
FORWARD = 0.02


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


def marker(scene: ModernAssessment, asked: Place) -> Thoughts:
    """``MP-37``  Place a marker as far from the centre of the table as possible."""
    yield
    table = scene.view.table
    centre = centre_of(table.board)
    spots = [Point(*at[:2]) for at in asked.samples(table, SPREAD)]
    best = max(spots, key=lambda at: distance(at, centre))
    return [*best]


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
        worth += NEARER * aim.value * max(0.0, near - distance(middle, aim.at))
    forward = distance(middle, centre_of(table.board))
    worth -= FORWARD * forward * (1.0 if summary.strikes >= summary.shoots else 0.4)
    bases = [Disc(at, summary.base) for at in spots]
    sheltered = any(
        all(piece.holds(base) for base in bases) for piece in table.board.areas if piece.bonus
    )
    return worth + (COVERED if sheltered else 0.0)


def edge(scene: ModernAssessment, asked: Choose) -> Thoughts:
    """``MP-22``  Arrive at the edge that is nearest to the middle of the enemies."""
    yield
    board, spots = scene.view.table.board, [m.at for foe in scene.foes for m in foe.models]
    many = max(1, len(spots))
    x, y = sum([spot.x for spot in spots]) / many, sum([spot.y for spot in spots]) / many
    offs = {"north": y, "south": board.height - y, "west": x, "east": board.width - x}
    return min([option.id for option in asked.options], key=lambda name: offs[name])
