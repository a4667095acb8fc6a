"""Choice of where to deploy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from game.bots.protocol import Thoughts
from game.bots.steady import unit_paths
from game.bots.steady.scored_answers import ScoredAnswers
from game.bots.steady.walking_distance import DistanceField
from game.cores.classic.bot import unit_placement
from game.cores.classic.bot.assessment import ClassicAssessment
from game.cores.classic.bot.unit_summary import UnitSummary
from game.geometry.points import Disc, Point, distance
from game.play.decisions import Choose
from game.play.moves.arrange import Arrange
from game.table.board import Zone
from game.table.records import ModelId, UnitId
from game.table.state import Table

SPREAD = 24
"""Number of places evaluated for a unit."""
SHIFT = 1.0
"""Inches by which the best place is moved each way, to be compared with those around it."""
CLOSE = 1.0
"""Inches within which neighbours are deployed."""
LEANS = ((0.0, 0.0), (0.1, 0.0), (-0.1, 0.0), (0.0, 0.1), (0.0, -0.1))
"""Inches of its way that a unit gives up to stand an inch further right, and further down.

Without them there is often only one way to be drawn up, so that every battle begins alike.
"""


def zone(assessment: ClassicAssessment, asked: Choose) -> ScoredAnswers:
    """Weigh the zones by how near to the sites they are on average."""
    board, weights = assessment.view.table.board, assessment.weights
    scored = ScoredAnswers(weights.temperature, is_varied=True)
    for option in asked.options:
        middle = _middle(board.zone(option.id))
        off = sum([distance(middle, site.at) for site in assessment.sites])
        off /= max(1, len(assessment.sites))
        scored.add(-weights.deploy_near * off, option.id)
    return scored


def _middle(zone: Zone) -> Point:
    xs, ys = [p.x for p in zone.outline], [p.y for p in zone.outline]
    return Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def next_to_deploy(assessment: ClassicAssessment, asked: Choose) -> str:
    """Deploy the largest unit first: it reveals least and needs the most room."""
    units = [assessment.summary(UnitId(o.id)) for o in asked.options]
    return max(units, key=lambda unit: len(unit.models)).id


def first_turn(assessment: ClassicAssessment, asked: Choose) -> str:
    """Let the enemy begin, because the side that moves last reaches the sites last."""
    other = assessment.view.table.enemy(assessment.side)
    names = [o.id for o in asked.options]
    return other if other in names else names[0]


def arrange(assessment: ClassicAssessment, asked: Arrange) -> Thoughts:
    """Evaluate places spread over the zone: near to a site of its own, in cover."""
    unit = assessment.summary(asked.unit)
    mates = [m.at for mate in assessment.mine if mate.id != unit.id for m in mate.models]
    walks = [
        (field, min([field.left(at) for at in mates], default=99.0))
        for field in [assessment.field(unit, site) for site in assessment.sites]
    ]
    scored = ScoredAnswers(assessment.weights.temperature, is_varied=True)

    def add(answer: Any) -> None:
        spots = [Point(*at) for _, at in answer]
        scored.add(place_worth(assessment, unit, walks, spots), answer)

    for answer in _places(assessment, asked, unit):
        yield
        if answer is not None:
            add(answer)
    if not scored:
        return asked.anywhere(assessment.view.table)
    for answer in asked.around(assessment.view.table, scored.best, SHIFT):
        yield
        add(answer)
    return scored


def _places(assessment: ClassicAssessment, asked: Arrange, unit: UnitSummary) -> Iterator[Any]:
    table = assessment.view.table
    for site in assessment.sites:
        for lean in LEANS:
            yield _drawn_up(table, asked, assessment.field(unit, site), lean)
    for k in range(SPREAD):
        yield asked.sample(table, k, SPREAD)


def _drawn_up(
    table: Table, asked: Arrange, field: DistanceField, lean: tuple[float, float]
) -> Any:
    """Return the unit drawn up as near to a goal as it can be; None if it does not fit.

    *lean*: one of ``LEANS``.
    """
    bases, placed = asked.bases(table), dict[ModelId, Disc]()
    waiting, (left, top, right, low) = [*asked.models], asked.bounds()
    (right_worth, down_worth), inches = lean, field.inches
    spots = [
        (inches[n] - right_worth * at.x - down_worth * at.y, n, at)
        for n, at in enumerate(field.ground.places)
        if at and left <= at.x <= right and top <= at.y <= low and inches[n] < inf
    ]
    for _, _, at in sorted(spots):
        if not waiting:
            break
        base = Disc(at, asked.models[waiting[0]])
        near = unit_paths.is_near(at, base.radius, [[*placed.values()]], CLOSE)
        if near and not asked.wrong(table, bases, waiting[0], at):
            placed[waiting[0]] = bases[waiting.pop(0)] = base
    return None if waiting else [[model_id, [*disc.at]] for model_id, disc in placed.items()]


def place_worth(
    assessment: ClassicAssessment,
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
    worth = -assessment.weights.deploy_near * min(far, default=0.0)
    bases = [Disc(at, unit.base) for at in spots]
    return worth + (
        assessment.weights.deploy_covered if unit_placement.covered(assessment, bases) else 0.0
    )
