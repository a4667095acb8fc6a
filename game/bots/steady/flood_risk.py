"""Rough risk estimates of the flood, and the bot's constant weights."""

from __future__ import annotations

from functools import lru_cache

from game.bots.steady.walking_distance import DistanceField, ground_of
from game.geometry.points import Disc, Point, segments_of
from game.geometry.sweeps import sweep
from game.play.game import GameView
from game.rules.classic import unit_state as classic
from game.rules.flood.flood_phase import AT_LAST, COMES_ON
from game.rules.flood.state import PAGE, water_of
from game.rules.kit.probability import chance_of_face
from game.rules.modern import dice_tables as modern
from game.table.records import Model, Profile
from game.table.water import Water

SWEPT = 0.25
"""What it costs to be swept away and live, as a share of what a model is worth."""
FURTHEST = 6.0
"""So many inches ahead of a model it is looked what it may be dashed against."""
GRAIN = 2
"""Places are told apart by a half of an inch."""
BY_WATER = ((1, 2 / 6), (2, 3 / 6), (3, 1 / 6))
"""``FF-09``, ``FF-16``  The Strength of the hit, and how likely it is, by the first die."""
DASH = 3


def comes_next(look: GameView) -> float:
    """``FF-06``  Return how likely the flood comes before this side moves again."""
    table = look.table
    if PAGE.name not in look.rules.pages or PAGE.of(table).came or not table.clock.round:
        return 0.0
    turn = table.clock.round + 1
    return chance_of_face(COMES_ON[turn]) if turn in COMES_ON else float(turn == AT_LAST)


def flood_loss(look: GameView, model: Model, at: Point) -> float:
    """Return the share of its worth that a model would lose if the flood came."""
    room = _room(water_of(look.table), model.base, *_rounded(at))
    return 0.0 if room is None else _price(model.profile, room)


@lru_cache(1024)
def _price(profile: Profile, room: int) -> float:
    """``FF-08``, ``FF-16``, ``FF-17``  *room*: whole inches to what is Impassable ahead."""
    swept = 1.0 - min(5, profile.s) / 6
    # Profiles of the modern core say how far they move.
    to_wound = modern.to_wound if profile.m else classic.to_wound
    hurt = sum([chance * chance_of_face(to_wound(s, profile.t)) for s, chance in BY_WATER])
    hurt += min(1.0, (7 - max(1, room)) / 6) * chance_of_face(to_wound(DASH, profile.t))
    return swept * min(1.0, SWEPT + hurt / profile.w)


@lru_cache(1 << 15)
def _room(water: Water, radius: float, x: int, y: int) -> int | None:
    """Return how many inches a base has before it would be dashed; None if it stays dry."""
    base = Disc(Point(x / GRAIN, y / GRAIN), radius)
    if (course := water.course(base)) is None:
        return None
    walls, walked = water.walls(water.stood_in(base)), 0.0
    for start, toward, far in segments_of(course.path):
        touch = sweep(start, toward, min(far, FURTHEST - walked), radius, walls, {})
        if touch:
            return int(walked + touch.far)
        walked += far
        if walked >= FURTHEST:
            return int(FURTHEST)
    return int(walked) if not water.onward(course) and water.is_wall(course) else int(FURTHEST)


def to_the_dry(look: GameView, radius: float) -> DistanceField | None:
    """Return the way of bases to the nearest ground that the flood does not reach."""
    table = look.table
    goals = _dry(water_of(table), radius)
    return ground_of(table.board, radius).field(goals) if goals else None


@lru_cache(16)
def _dry(water: Water, radius: float) -> tuple[int, ...]:
    places = enumerate(ground_of(water.board, radius).places)
    return tuple(n for n, at in places if at is not None and _stays_dry(water, radius, at))


def _stays_dry(water: Water, radius: float, at: Point) -> bool:
    x, y = _rounded(at)
    return water.course(Disc(Point(x / GRAIN, y / GRAIN), radius)) is None


def _rounded(at: Point) -> tuple[int, int]:
    return round(at.x * GRAIN), round(at.y * GRAIN)


PATIENCE = 0.85
"""What a point is worth that comes a turn later."""
USEFUL = 0.6
"""What a unit is worth beside the points for destroying it: for all that it may yet do."""
LONG = 3
"""With so many turns to come a unit may yet do all that."""
DESTROYED, BROKEN = 0.6, 0.25
"""What it is worth that a unit is gone, or falls back, beside its wounds."""

DANGER = 0.4
"""How much it counts what may be lost, against what may be won: enemies do not do it all."""
AIMED_AT = 0.5
"""How likely a unit that can be shot at is the one that is."""
UNSEEN = 0.35
"""How likely fire comes from an enemy who sees nobody yet, and may come nearer."""
CHARGED = 0.7
"""How likely an enemy that can charge does."""
SHELTER = 0.8
"""How much of the danger is gone for a unit that is locked: nobody shoots at it."""

PROSPECT = 1.0
"""What an attack of a later turn counts, beside that it comes later."""
BOTH = 0.3
"""What of the lesser counts, of fire and charge: hardly any unit does both."""
LATER_ROUNDS = 0.6
"""What the rounds of a combat after the first count, by a rough estimate."""
CONTESTED = 0.9
"""What a place is worth that enemies deny, too: at least they do not hold it."""


def later(turns: float) -> float:
    """Return what of a point counts that comes so many turns later."""
    share: float = PATIENCE**turns
    return share
