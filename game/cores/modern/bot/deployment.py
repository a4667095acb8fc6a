"""Choice of zones, places or markers at deployment."""

from __future__ import annotations

from typing import Any

from game.bots.protocol import Thoughts
from game.bots.steady.scored_answers import ScoredAnswers
from game.cores.modern.bot.assessment import ModernAssessment, ModernUnitSummary
from game.geometry.points import Disc, Point, distance
from game.geometry.polygons import box
from game.play.decisions import Choose
from game.play.moves.arrange import Arrange
from game.play.moves.placement import Place
from game.table.board import centre_of
from game.table.records import UnitId

SPREAD = 24
"""Number of places evaluated for a unit."""
SHIFT = 1.0
"""Inches by which the best place is moved each way, to be compared with those around it."""


def zone_map(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MP-23``  Choose a near start for an army of close combat, a distant one for others."""
    yield
    mine = sum([t.strikes - t.shoots for t in _army(assessment)])
    name = "arrowhead" if mine > 0 else "long-edges"
    names = [o.id for o in asked.options]
    return name if name in names else names[0]


def _army(assessment: ModernAssessment) -> list[ModernUnitSummary]:
    table = assessment.view.table
    return [assessment.summary(u.id) for u in table.units.values() if u.side == assessment.side]


def zone(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """Weigh the zones by how much cover they hold."""
    yield
    board, weights = assessment.view.table.board, assessment.weights
    scored = ScoredAnswers(weights.temperature, is_varied=True)

    def shelter(name: str) -> float:
        left, top, right, low = box(board.zone(name).outline)
        return sum(
            1.0
            for piece in board.areas
            if piece.bonus
            and left <= (piece.box[0] + piece.box[2]) / 2 <= right
            and top <= (piece.box[1] + piece.box[3]) / 2 <= low
        )

    for option in asked.options:
        scored.add(weights.deploy_covered * shelter(option.id), option.id)
    return scored


def next_to_deploy(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """Deploy the largest unit first, because it needs the most room."""
    yield
    troops = [assessment.summary(UnitId(o.id)) for o in asked.options]
    return max(troops, key=lambda summary: len(summary.models)).id


def first_turn(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MP-24``  Begin, because the first volley is free."""
    yield
    names = [o.id for o in asked.options]
    return assessment.side if assessment.side in names else names[0]


def arrange(assessment: ModernAssessment, asked: Arrange) -> Thoughts:
    """Evaluate places spread over the zone: near to markers, in cover, forward if it fights."""
    table = assessment.view.table
    scored = ScoredAnswers(assessment.weights.temperature, is_varied=True)

    def add(answer: Any) -> None:
        scored.add(_worth(assessment, asked, [Point(*at) for _, at in answer]), answer)

    for k in range(SPREAD):
        yield
        if (answer := asked.sample(table, k, SPREAD)) is not None:
            add(answer)
    if not scored:
        return asked.anywhere(table)
    for answer in asked.around(table, scored.best, SHIFT):
        yield
        add(answer)
    return scored


def _worth(assessment: ModernAssessment, asked: Arrange, spots: list[Point]) -> float:
    table, summary = assessment.view.table, assessment.summary(asked.unit)
    middle = Point(
        sum([at.x for at in spots]) / len(spots), sum([at.y for at in spots]) / len(spots)
    )
    taken = [m.at for mate in assessment.mine for m in mate.models]
    worth = 0.0
    for place in assessment.scoring_places:
        near = min([distance(at, place.at) for at in taken], default=99.0)
        worth += (
            assessment.weights.deploy_near
            * place.value
            * max(0.0, near - distance(middle, place.at))
        )
    forward = distance(middle, centre_of(table.board))
    worth -= (
        assessment.weights.deploy_forward
        * forward
        * (1.0 if summary.strikes >= summary.shoots else 0.4)
    )
    bases = [Disc(at, summary.base) for at in spots]
    sheltered = any(
        all(piece.holds(base) for base in bases) for piece in table.board.areas if piece.bonus
    )
    return worth + (assessment.weights.deploy_covered if sheltered else 0.0)


def marker(assessment: ModernAssessment, asked: Place) -> Thoughts:
    """``MP-37``  Place a marker as far from the centre of the table as possible."""
    yield
    table, weights = assessment.view.table, assessment.weights
    centre = centre_of(table.board)
    scored = ScoredAnswers(weights.temperature, is_varied=True)
    for told in asked.samples(table, SPREAD):
        at = Point(*told[:2])
        scored.add(weights.deploy_near * distance(at, centre), [*at])
    return scored
