"""How the steady bot sets up: its zone, its units, and who begins."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from math import inf
from typing import Any

from game.bots.steady.classic.assessment import Band, Survey
from game.bots.steady.cover import covered
from game.bots.steady.unit_paths import is_near
from game.bots.steady.walking_distance import Field
from game.geometry.points import Disc, Point, distance
from game.play.arrange import Arrange
from game.play.decisions import Choose
from game.table.board import Zone
from game.table.records import ModelId, UnitId
from game.table.state import Table

SPREAD = 24
"""So many places are weighed for a unit."""
CLOSE = 1.0
"""Inches within which neighbours are drawn up."""
COVERED = 0.5
"""What it is worth to start in cover."""
NEAR = 0.06
"""What an inch nearer to what is at stake is worth."""


def zone(survey: Survey, asked: Choose) -> str:
    """Take the zone that is nearer to what is at stake; of equal ones the first."""
    board = survey.look.table.board

    def off(option: str) -> float:
        x, y = _middle(board.zone(option))
        return sum([distance(Point(x, y), stake.at) for stake in survey.stakes])

    return min((o.id for o in asked.options), key=off)


def _middle(zone: Zone) -> Point:
    xs, ys = [p.x for p in zone.outline], [p.y for p in zone.outline]
    return Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def next_to_deploy(survey: Survey, asked: Choose) -> str:
    """Set the largest unit up first: it shows least of what is to come, and needs most room."""
    units = [survey.band(UnitId(o.id)) for o in asked.options]
    return max(units, key=lambda unit: len(unit.models)).id


def first_turn(survey: Survey, asked: Choose) -> str:
    """Let the enemy begin: who moves last takes what is at stake last."""
    other = survey.look.table.enemy(survey.side)
    names = [o.id for o in asked.options]
    return other if other in names else names[0]


def arrange(survey: Survey, asked: Arrange) -> Generator[None, None, Any]:
    """Weigh places spread over the zone: near to a marker of its own, in cover."""
    unit = survey.band(asked.unit)
    best, most = None, float("-inf")
    for answer in _places(survey, asked, unit):
        yield
        if answer is None:
            continue
        spots = [Point(*at) for _, at in answer]
        worth = place_worth(survey, unit, spots)
        if worth > most:
            best, most = answer, worth
    return asked.anywhere(survey.look.table) if best is None else best


def _places(survey: Survey, asked: Arrange, unit: Band) -> Iterator[Any]:
    table = survey.look.table
    for stake in survey.stakes:
        yield _drawn_up(table, asked, survey.field(unit, stake))
    for k in range(SPREAD):
        yield asked.sample(table, k, SPREAD)


def _drawn_up(table: Table, asked: Arrange, field: Field) -> Any:
    """Return the unit close together, as near to a goal as it can: nobody is in its way."""
    stands, placed = asked.stands(table), dict[ModelId, Disc]()
    waiting = [*asked.models]
    for n in sorted(range(len(field.inches)), key=field.inches.__getitem__):
        at = field.ground.places[n]
        if not waiting or at is None or field.inches[n] == inf:
            break
        base = Disc(at, asked.models[waiting[0]])
        near = is_near(at, base.radius, [[*placed.values()]], CLOSE)
        if near and not asked.wrong(table, stands, waiting[0], at):
            placed[waiting[0]] = stands[waiting.pop(0)] = base
    return None if waiting else [[who, [*disc.at]] for who, disc in placed.items()]


def place_worth(survey: Survey, unit: Band, spots: list[Point]) -> float:
    """Return what it is worth to start at some spots."""
    worth = 0.0
    mates = [mate for mate in survey.mine if mate.id != unit.id]
    walks = list[float]()
    for stake in survey.stakes:
        field = survey.field(unit, stake)
        mine = sum([field.left(at) for at in spots]) / len(spots)
        others = min([field.left(m.at) for mate in mates for m in mate.models], default=99.0)
        walks.append(mine + max(0.0, 12.0 - (others - mine)))
    worth -= NEAR * min(walks, default=0.0)
    bases = [Disc(at, unit.base) for at in spots]
    return worth + (COVERED if covered(survey, bases) else 0.0)
