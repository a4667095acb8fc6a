"""Difficult ground on the way of a unit (CC-20)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from game.cores.kit.dice_chances import HIGHER
from game.cores.kit.queries import ForecastFigure, counted
from game.geometry.polygons import (
    box,
    box_within,
    boxes_meet,
    off_polygon,
    widened,
    within_reach,
)
from game.play.decisions import Choose, CommonKind, Option
from game.play.game import Game
from game.play.moves.paths import MoveLimits
from game.table.board import Terrain
from game.table.events import Act, Acted, RollKind
from game.table.records import Model, ModelId, UnitId
from game.table.state import Table

FLYING = frozenset({"jump infantry", "skimmer", "flier", "FLY"})
UNSLOWED = frozenset({"bike", "jump infantry"})
KEEPS_OUT, ENTERS = "keep out", "enter"
OnTheWay: TypeAlias = Callable[[Terrain], bool]
"""Returns whether an area might be on the path of a unit to its goal."""


@dataclass(frozen=True, slots=True)
class GroundPermission:
    """Move limits of the models of a unit, and the areas that it keeps out of."""

    model_limits: Mapping[ModelId, MoveLimits]
    off_limits: tuple[Terrain, ...] = ()


def is_slowed(model: Model) -> bool:
    """``CC-20``  Return whether Difficult ground slows a model: not bikes or jump infantry."""
    return not model.profile.has_any(UNSLOWED)


def goes_over(model: Model) -> bool:
    """``CC-18``, ``MC-04``  Return whether a model moves over terrain and other models.

    Jump infantry, skimmers and fliers do, and in the modern core models with FLY.
    """
    return model.profile.has_any(FLYING)


def reach_of(
    table: Table, unit: UnitId, distances: Mapping[ModelId, float]
) -> dict[ModelId, MoveLimits]:
    """Return the move limits of the models of a unit that move, given their distances."""
    return {
        m.id: MoveLimits(distances[m.id], goes_over(m))
        for m in table.of(unit)
        if m.id in distances
    }


async def ask_to_cross(
    game: Game,
    unit_id: UnitId,
    distances: Mapping[ModelId, float],
    areas: Sequence[Terrain],
    on_the_way: OnTheWay | None = None,
) -> GroundPermission:
    """``CC-20``  Roll 2d6 for a unit that starts in Difficult terrain or wants to enter it.

    *distances*: inches that each model could move on open ground; *areas*: all Difficult
    terrain. If *on_the_way* is given and accepts no area near the unit, the player is not
    asked, and the unit keeps out of all areas.
    """
    near, inside = difficult_near(game.table, unit_id, distances, areas, on_the_way)
    if not near:
        off_limits = (
            difficult_near(game.table, unit_id, distances, areas)[0] if on_the_way else ()
        )
        return GroundPermission(reach_of(game.table, unit_id, distances), off_limits)
    if not inside and not await _wants_in(game, unit_id, near):
        game.do(Acted("CC-20", unit_id, Act.KEEPS_OUT))
        return GroundPermission(reach_of(game.table, unit_id, distances), near)
    if not inside:
        game.do(Acted("CC-20", unit_id, Act.ENTERS_DIFFICULT))
    side = game.table.units[unit_id].side
    most = max(
        game.throw("CC-20", side, "difficult ground", 2, id_=unit_id, kind=RollKind.DIFFICULT)
    )
    return difficult_ground_limit(game.table, unit_id, distances, most)


def difficult_near(
    table: Table,
    unit_id: UnitId,
    distances: Mapping[ModelId, float],
    areas: Sequence[Terrain],
    on_the_way: OnTheWay | None = None,
) -> tuple[tuple[Terrain, ...], bool]:
    """``CC-20``  Return the Difficult areas near a unit, and whether it starts in one."""
    models = [m for m in table.of(unit_id) if m.id in distances and is_slowed(m)]
    near = _near(areas, models, distances)
    inside = any(area.holds(m.disc) for area in near for m in models)
    if on_the_way and not inside and not any(on_the_way(area) for area in near):
        near = ()
    return near, inside


def is_on_the_way(
    table: Table,
    unit_id: UnitId,
    foe: UnitId,
    distances: Mapping[ModelId, float],
    touching: float,
    area: Terrain,
) -> bool:
    """Return whether a model might go through an area and still reach contact with a foe.

    Its path is at least as long as the distance to the area and from there to the foe.
    """
    offs = [off_polygon(m.at, area.outline) - m.base for m in table.of(foe)]
    for m in [m for m in table.of(unit_id) if m.id in distances]:
        there = max(0.0, off_polygon(m.at, area.outline) - m.base)
        for off in offs:
            if there + max(0.0, off - 2 * m.base) <= distances[m.id] + touching:
                return True
    return False


def difficult_ground_limit(
    table: Table, unit_id: UnitId, distances: Mapping[ModelId, float], most: int
) -> GroundPermission:
    """``CC-20``  Limit slowed models to the higher die, unless their move is less."""
    model_limits = reach_of(table, unit_id, distances)
    for m in table.of(unit_id):
        if m.id in distances and is_slowed(m):
            model_limits[m.id] = MoveLimits(min(distances[m.id], float(most)), goes_over(m))
    return GroundPermission(model_limits)


def _near(
    areas: Sequence[Terrain], models: Sequence[Model], distances: Mapping[ModelId, float]
) -> tuple[Terrain, ...]:
    """Return the Difficult areas that some model stands in or could reach."""
    if not models:
        return ()
    reaches = [(m.at, m.base + distances[m.id]) for m in models]
    around = widened(box([m.at for m in models]), max([reach for _, reach in reaches]))
    return tuple(
        area
        for area in areas
        if boxes_meet(area.box, around)
        and any(
            within_reach(at, area.outline, reach)
            for at, reach in reaches
            if box_within(area.box, at, reach)
        )
    )


async def _wants_in(game: Game, unit_id: UnitId, near: tuple[Terrain, ...]) -> bool:
    unit = game.table.units[unit_id]
    enter = "Enter Difficult ground: roll two dice, move up to the higher"
    answer = await Choose(
        unit.side,
        clause="CC-20",
        asks=f"{unit.name}: enter Difficult ground?",
        options=(
            Option(KEEPS_OUT, "Stay out", "CC-20"),
            Option(ENTERS, enter, "CC-20"),
        ),
        about=unit_id,
        places=tuple(area.id for area in near),
        kind=CommonKind.DIFFICULT,
    )
    return answer == ENTERS


def inches_through(answer: str) -> tuple[ForecastFigure, ...]:
    """``CC-20``  Return the distribution of a unit's move, if the answer is to enter."""
    if answer != ENTERS:
        return ()
    return (counted("inches", tuple(ways / 36 for ways in HIGHER), "CC-20"),)
