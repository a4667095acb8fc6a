"""Where pieces and mines are brought back (``PU-09``, ``PU-10``): in the way, or out of it."""

from __future__ import annotations

from dataclasses import replace

from game.bots.policy import Thoughts
from game.bots.steady.pursuit.breakthrough import lanes_of
from game.bots.steady.pursuit.scene import Scene
from game.geometry.points import Disc, Point, distance, gap
from game.play.decisions import PASS, Choose
from game.play.placement import Lay, Place, rotation_of, spot_to_json
from game.rules.pursuit.free_space import CandidateRegion
from game.rules.pursuit.path_contacts import ACROSS

SPOTS = 16
"""So many places for a piece are weighed."""
MARKERS = 24
"""So many places for a marker are weighed."""
STANDING = 3.0
"""Inches from one's own figs within which no mines are laid."""


def lay(scene: Scene, asked: Lay) -> Thoughts:
    """Lay a piece where the riders' chances are the worst for it; their player, the best."""
    piece = scene.look.table.pieces[asked.about]
    best, most = None, float("-inf")
    for k in range(SPOTS):
        spot = asked.site.sample(k, SPOTS)
        yield
        if spot is None:
            continue
        worth = 0.0
        there = replace(piece, at=spot.at, turned=rotation_of(spot))
        for rider in scene.riders:
            lie = scene.lie(rider.profile, rider.base).adding(there, rider.profile)
            worth += lanes_of(lie, scene.dies(rider), plain=True).before(rider.at, rider.facing)
        worth = worth if scene.rides else -worth
        if worth > most:
            best, most = spot, worth
    if best is None:
        return next(asked.samples(scene.look.table, 64))
    return spot_to_json(best)


def mines_at(scene: Scene, asked: Choose) -> Thoughts:
    """``PU-10``  Bring mines to the piece that lies nearest to the riders' ways."""
    yield
    table = scene.look.table
    pieces = [o.id for o in asked.options if o.id != PASS]
    if not pieces:
        return PASS
    return min(pieces, key=lambda id_: _aside(scene, table.pieces[id_].at))


def _aside(scene: Scene, at: Point) -> float:
    """Return how far a place is aside of the riders' ways, all weighed by their chances."""
    street, off = scene.street, 0.0
    for rider in scene.riders:
        aside = abs(street.along(rider.at) - street.along(at))
        off += scene.hopes[rider.id] * min(aside, 16.0)
    return off


def lay_marker(scene: Scene, asked: Place) -> Thoughts:
    """``CC-11``, ``PU-24``  Lay the next marker where it costs the enemy most."""
    best, most = None, float("-inf")
    table = scene.look.table
    for told_ in asked.samples(table, MARKERS):
        yield
        marker, worth = Disc(Point(*told_), ACROSS / 2), 0.0
        for fig in table.standing():
            if gap(marker, fig.disc) <= 0.0:
                worth += scene.price(fig) * (-1.0 if fig.side == scene.side else 1.0)
        if worth > most:
            best, most = told_, worth
    return best


def lay_mines(scene: Scene, asked: Place) -> Thoughts:
    """``PU-10``  Lay mines where riders are likely to come by, in the open, off one's own."""
    yield
    region = asked.region
    assert isinstance(region, CandidateRegion)
    spots = sorted(region.spots(), key=lambda at: _mined(scene, at))
    best = next((at for at in spots if region.wrong(at) is None), None)
    if best is None:
        return next(asked.samples(scene.look.table, 64))
    return [*best]


def _mined(scene: Scene, at: Point) -> float:
    crowd = 0.0
    for fig in scene.mine:
        crowd += 4.0 * max(0.0, STANDING - distance(fig.at, at))
    return _aside(scene, at) + crowd
