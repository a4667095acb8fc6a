"""Choice of places for pieces, mines or markers on the street."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.bots.protocol import Thoughts
from game.bots.steady.scored_answers import ScoredAnswers
from game.cores.kit.units import touch
from game.geometry.points import Point, distance
from game.play.decisions import PASS, Choose
from game.play.moves.placement import Lay, Place, rotation_of, spot_to_json
from game.play.moves.placement_regions import PlacedAt
from game.systems.pursuit.bot.assessment import PursuitAssessment
from game.systems.pursuit.bot.breakthrough import BreakthroughOdds
from game.systems.pursuit.rules.free_space import CandidateRegion
from game.systems.pursuit.rules.mines import marker_at

SPOTS = 16
"""Number of places considered for a piece."""
AT_ONCE = 8
"""Number of those that are weighed at once: many cost less together, but hold up a frame."""
MARKERS = 24
"""Number of places considered for a marker."""
STANDING = 3.0
"""Inches from one's own models within which no mines are laid, if possible."""


def lay(assessment: PursuitAssessment, asked: Lay) -> Thoughts:
    """Weigh places of a piece: worst for the riders' chances, or best as the riders."""
    yield
    spots = asked.site.samples(SPOTS)
    yield
    is_set_up = not assessment.view.table.clock.round
    scored = ScoredAnswers(assessment.weights.temperature, is_varied=is_set_up)
    for first in range(0, len(spots), AT_ONCE):
        some = spots[first : first + AT_ONCE]
        for spot, worth in zip(some, _worth_laid(assessment, asked.about, some), strict=True):
            scored.add(worth, spot_to_json(spot))
        yield
    return scored or next(asked.samples(assessment.view.table, 64))


def _worth_laid(
    assessment: PursuitAssessment, piece_id: str, spots: Sequence[PlacedAt]
) -> list[float]:
    """Return the value of laying a piece at each of some spots."""
    piece = assessment.view.table.pieces[piece_id]
    laid = [replace(piece, at=spot.at, turned=rotation_of(spot)) for spot in spots]
    worths, known = [0.0] * len(spots), dict[tuple[str, float], BreakthroughOdds]()
    for rider in assessment.riders:
        key = rider.profile.name, rider.base
        if key not in known:
            now = assessment.layout(rider.profile, rider.base)
            layouts = tuple([now.adding(there, rider.profile) for there in laid])
            alike = [r.at for r in assessment.riders if (r.profile.name, r.base) == key]
            known[key] = BreakthroughOdds(
                layouts,
                assessment.dies(rider),
                assessment.weights,
                plain=True,
                places=tuple(alike),
            )
        chances = known[key].each_before(rider.at, rider.facing)
        worths = [worth + chance for worth, chance in zip(worths, chances, strict=True)]
    return worths if assessment.rides else [-worth for worth in worths]


def mines_at(assessment: PursuitAssessment, asked: Choose) -> Thoughts:
    """``PU-10``  Bring mines to the piece nearest to the riders' paths."""
    yield
    table = assessment.view.table
    pieces = [o.id for o in asked.options if o.id != PASS]
    if not pieces:
        return PASS
    return min(pieces, key=lambda id_: _aside(assessment, table.pieces[id_].at))


def _aside(assessment: PursuitAssessment, at: Point) -> float:
    """Return the distance of a place from the riders' paths, weighted by their chances."""
    street, off = assessment.street, 0.0
    for rider in assessment.riders:
        aside = abs(street.along(rider.at) - street.along(at))
        off += assessment.hopes[rider.id] * min(aside, 16.0)
    return off


def lay_marker(assessment: PursuitAssessment, asked: Place) -> Thoughts:
    """``CC-11``, ``PU-24``  Weigh places of the next marker by what they cost the enemy."""
    scored = ScoredAnswers(assessment.weights.temperature)
    table = assessment.view.table
    for told_ in asked.samples(table, MARKERS):
        yield
        marker, worth = marker_at(Point(*told_)), 0.0
        for model in table.standing():
            if touch(marker, model.disc):
                worth += assessment.price(model) * (
                    -1.0 if model.side == assessment.side else 1.0
                )
        scored.add(worth, told_)
    return scored


def lay_mines(assessment: PursuitAssessment, asked: Place) -> Thoughts:
    """``PU-10``  Lay mines close to the riders' paths and away from one's own models."""
    yield
    region = asked.region
    assert isinstance(region, CandidateRegion)
    spots = sorted(region.spots(), key=lambda at: _mined(assessment, at))
    best = next((at for at in spots if region.wrong(at) is None), None)
    if best is None:
        return next(asked.samples(assessment.view.table, 64))
    return [*best]


def _mined(assessment: PursuitAssessment, at: Point) -> float:
    crowd = 0.0
    for model in assessment.mine:
        crowd += 4.0 * max(0.0, STANDING - distance(model.at, at))
    return _aside(assessment, at) + crowd
