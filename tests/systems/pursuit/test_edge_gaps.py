"""The places where a piece can come back, found for all turns at once: ``PU-09``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from game.geometry.points import Disc, Point
from game.geometry.polygons import area_distance, off_polygon
from game.play.moves.placement_regions import PlacedAt
from game.systems.pursuit.rules.deployment import ArrivalRegion, site_of
from game.table.apply import apply
from game.table.events import Placed
from game.table.records import Where
from tests.systems.pursuit.pursuit_tables import mustered, piece, rectangle, street, winding
from tests.tiers import few

pytestmark = pytest.mark.rule("PU-09")


def strewn(luck: int) -> ArrivalRegion:
    """Return a spot for a returning piece, other random pieces, and models."""
    rng, table = Random(luck), mustered(winding())
    city = [block for block in table.pieces.values() if block.outline]
    for block in city:
        if rng.random() < 0.1:
            at = Point(rng.randrange(80, 142) / 2, rng.randrange(8, 88) / 2)
            table.pieces[block.id] = replace(block, at=at, turned=rng.choice((0, 0, 33.3, 90)))
    for model_id in list(table.models)[: rng.randrange(3)]:
        at = Point(round(rng.uniform(55, 70), 3), round(rng.uniform(2, 46), 3))
        apply(table, Placed("PU-04", model=model_id, at=at, facing=90.0))
    left = rng.choice(city)
    table.pieces[left.id] = replace(left, where=Where.RESERVE)
    return site_of(table, table.pieces[left.id])


def searched(site: ArrivalRegion) -> Iterator[PlacedAt]:
    """Search every half inch and every 15°, with a measurement at each place."""
    for by in range(0, 360, 15):
        shape = replace(site.piece, turned=float(by), at=Point(0.0, 0.0)).corners
        deep = round(max(x for x, _ in shape), 3)
        for n in range(97):
            there = tuple(Point(72.0 - deep + x, n / 2 + y) for x, y in shape)
            if min(y for _, y in there) < -0.001 or max(y for _, y in there) > 48.001:
                continue
            off = [area_distance(there, other) for _, _, other in site.others]
            off += [off_polygon(fig.at, there) - fig.radius for _, fig in site.bases]
            if min(off, default=9.0) >= 2.0 - 1e-9:
                yield PlacedAt(Point(round(72.0 - deep, 3), n / 2), float(by))


@pytest.mark.parametrize("luck", few(range(8), 3))
def test_all_places_are_found_and_no_others(luck: int) -> None:
    site = strewn(luck)
    assert list(site.places()) == list(searched(site))


@pytest.mark.parametrize("luck", range(2))
def test_all_samples_at_once_are_those_found_one_by_one(luck: int) -> None:
    site = strewn(luck)
    assert site.samples(16) == [spot for k in range(16) if (spot := site.sample(k, 16))]


def test_there_is_room_in_some_of_them_and_none_in_others() -> None:
    rooms = [next(strewn(luck).places(), None) is not None for luck in range(8)]
    assert set(rooms) == {True, False}


def places_on_empty_street() -> ArrivalRegion:
    """Return the places for a square of 6 inches to come back on an otherwise empty street."""
    table = mustered(street(piece("mill", rectangle(40, 21, 6, 6))))
    return site_of(table, replace(table.pieces["mill"], where=Where.RESERVE))


def test_it_may_lie_flush_with_the_sides_of_the_table() -> None:
    places = list(places_on_empty_street().places())

    assert places == list(searched(places_on_empty_street()))
    assert places[0] == PlacedAt(Point(69.0, 3.0), 0.0)


def test_a_fig_at_just_two_inches_hides_none_that_is_nearer() -> None:
    just, nearer = ("just", Disc(Point(64.5, 19.0), 0.5)), ("nearer", Disc(Point(64, 22), 0.5))
    spot = PlacedAt(Point(69.0, 24.0), 0.0)

    assert replace(places_on_empty_street(), bases=(just,)).wrong(spot) is None
    assert (
        replace(places_on_empty_street(), bases=(just, nearer)).wrong(spot)
        == 'is 1.5" from nearer, not 2"'
    )
