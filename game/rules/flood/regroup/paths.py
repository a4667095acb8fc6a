"""Shortest legal paths back to a unit, and the enemies that block them (FF-20, FF-23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.geometry.points import CONTACT, Disc, Path, gap, length, segments_of
from game.geometry.sweeps import NO_WALLS, sweep
from game.play.base_placement import impassable_under, on_table
from game.play.path_goals import ContactGoal
from game.play.pathfinding import UNREACHABLE, ShortestPath, shortest_path
from game.play.paths import PULL_BACK, cut, furthest
from game.rules.flood.regroup.status import APART
from game.rules.kit.movement import goes_over
from game.rules.kit.units import sorted_by_distance
from game.table.records import Model, ModelId, UnitId
from game.table.state import Table

OFF = 1.0
"""``FF-20``  Inches that a legal path keeps from enemies."""
SPARE = 0.012
"""Inches that a model comes nearer to its mate than it must."""
BACK = APART - SPARE
CLEAR = 2 * CONTACT
"""Inches from an enemy's base at which there is no contact."""


def path_back_to_unit(
    table: Table,
    model_id: ModelId,
    mates: Sequence[ModelId],
    distance: float,
    *,
    first: bool = False,
    through: UnitId | None = None,
    off: float = OFF,
    apart: float = BACK,
) -> ShortestPath | None:
    """``CC-38``  Return the shortest path to within 2" of a mate, up to *distance*, or None.

    *first*: take the first mate that a path leads to, in their order; *through*: a unit that is
    no obstacle; *off*: inches to keep from other enemies, less than 0 to ignore them; *apart*:
    inches from a mate at the end.
    """
    model, best = table.models[model_id], None
    order = mates if first else sorted_by_distance(mates, lambda m: _gap(table, model, m))
    for mate in order:
        if best and _gap(table, model, mate) - apart >= length(best.path):
            break
        found = _to(table, model, mate, through, off, apart)
        if found and (best is None or length(found.path) < length(best.path)):
            best = found
        if best and first:
            break
    if best is None:
        return None
    whole = length(best.path)
    return best if whole <= distance else ShortestPath(cut(best.path, distance), arrived=False)


def _gap(table: Table, model: Model, mate: ModelId) -> float:
    return gap(model.disc, table.models[mate].disc)


def _to(
    table: Table,
    model: Model,
    mate: ModelId,
    through: UnitId | None,
    off: float,
    apart: float,
) -> ShortestPath | None:
    at, radius = table.models[mate].disc
    goal = Disc(at, radius + apart)
    if gap(model.disc, goal) <= SPARE:
        return ShortestPath((model.at,), arrived=True)
    if goes_over(model):
        return _flight(table, model, goal)
    others = bases_to_avoid(table, model, off, through)
    others.pop(mate, None)
    size = table.board.width, table.board.height
    walls = table.board.walls
    return shortest_path(
        model.disc, ContactGoal(goal), walls, others, size, UNREACHABLE, partly=True
    )


def _flight(table: Table, model: Model, goal: Disc) -> ShortestPath:
    """``CC-18``  Return the straight path over everything to the goal."""
    found = shortest_path(
        model.disc,
        ContactGoal(goal),
        NO_WALLS,
        {},
        (table.board.width, table.board.height),
        UNREACHABLE,
        partly=True,
    )
    return found or ShortestPath((model.at,), arrived=False)


def bases_to_avoid(
    table: Table, model: Model, off: float, through: UnitId | None = None
) -> dict[str, Disc]:
    """Return the bases that a path goes round, those of enemies enlarged by *off*."""
    others = dict[str, Disc]()
    for m in table.standing():
        if m.id == model.id or m.unit == through:
            continue
        if m.side == model.side:
            others[m.id] = m.disc
        elif off >= 0.0:
            others[m.id] = m.disc._replace(radius=m.base + off)
    return others


def enemy_in_the_way(
    table: Table, model_id: ModelId, mates: Sequence[ModelId]
) -> UnitId | None:
    """``FF-23``  Return the first enemy unit on the shortest path back; None if there is none.

    That path ignores enemies; it meets one where it would come within 1" of it.
    """
    found = path_back_to_unit(table, model_id, mates, UNREACHABLE, off=-1.0)
    if found is None:
        return None
    model = table.models[model_id]
    foes = {m.id: m.disc for m in table.standing(table.enemy(model.side))}
    for start, toward, distance in segments_of(found.path):
        touch = sweep(start, toward, distance, model.base, NO_WALLS, foes, gap=OFF)
        if touch and touch.disc:
            return table.models[ModelId(touch.disc)].unit
    near = sorted_by_distance([*foes], lambda foe: gap(model.disc, foes[foe]))
    close = [foe for foe in near if gap(model.disc, foes[foe]) < OFF]
    return table.models[close[0]].unit if close else None


def is_near(table: Table, base: Disc, foe: UnitId) -> bool:
    """``FF-23``  Return whether a base is within 1" of any model of a unit."""
    return any(gap(base, m.disc) <= OFF for m in table.of(foe))


def as_far_as(table: Table, model_id: ModelId, path: Path, off: Mapping[UnitId, float]) -> Path:
    """Return the longest beginning of a path at the end of which a model may stand.

    It may not stand on other models or on Impassable terrain. *off*: inches that it keeps from
    the units named; from other enemies it keeps 0.02".
    """
    model = table.models[model_id]

    def fits(part: Path) -> bool:
        base = model.disc._replace(at=part[-1])
        return (
            on_table(table.board, base)
            and impassable_under(table.board, base) is None
            and all(
                gap(base, m.disc) >= _least(model, m, off)
                for m in table.standing()
                if m.id != model_id
            )
        )

    return path if fits(path) else furthest(path, fits)


def _least(model: Model, other: Model, off: Mapping[UnitId, float]) -> float:
    if other.side == model.side:
        return -PULL_BACK / 2
    return off.get(other.unit, CLEAR)
