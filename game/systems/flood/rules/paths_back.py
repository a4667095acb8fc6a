"""Paths of models back to their unit (FF-20, FF-23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.cores.kit.difficult_ground import goes_over
from game.cores.kit.units import sorted_by_distance
from game.geometry.limits import is_within, just_beyond
from game.geometry.points import Disc, Path, gap, length, segments_of
from game.geometry.sweeps import NO_WALLS, sweep
from game.play.moves.base_placement import impassable_under, on_table
from game.play.moves.path_goals import ContactGoal
from game.play.moves.pathfinding import UNREACHABLE, ShortestPath, shortest_path
from game.play.moves.paths import PULL_BACK, cut, furthest
from game.systems.flood.rules.coherency_watch import APART
from game.systems.flood.rules.flights import CLEAR, OFF, flight_to_landing
from game.table.records import Model, ModelId, UnitId
from game.table.state import Table

SPARE = 0.012
"""Inches that a model comes nearer to its mate than it must."""
BACK = APART - SPARE


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

    A model that moves over others flies straight to the nearest place where it may land.
    *first*: take the first mate that a path leads to, in their order; *through*: a unit that is
    no obstacle; *off*: inches to exceed from other enemies, less than 0 to ignore them;
    *apart*: inches from a mate at the end.
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
    table: Table, model: Model, mate: ModelId, through: UnitId | None, off: float, apart: float
) -> ShortestPath | None:
    at, radius = table.models[mate].disc
    goal = Disc(at, radius + apart)
    if gap(model.disc, goal) <= SPARE:
        return ShortestPath((model.at,), arrived=True)
    if goes_over(model):
        return flight_to_landing(
            table, model, goal, bases_to_avoid(table, model, off, through), through
        )
    others = bases_to_avoid(table, model, off, through)
    others.pop(mate, None)
    size = table.board.width, table.board.height
    walls = table.board.walls
    return shortest_path(
        model.disc, ContactGoal(goal), walls, others, size, UNREACHABLE, partly=True
    )


def bases_to_avoid(
    table: Table, model: Model, off: float, through: UnitId | None = None
) -> dict[str, Disc]:
    """Return the bases that a path goes round, more than *off* inches from enemies."""
    others = dict[str, Disc]()
    for m in table.standing():
        if m.id == model.id or m.unit == through:
            continue
        if m.side == model.side:
            others[m.id] = m.disc
        elif off >= 0.0:
            others[m.id] = m.disc._replace(radius=m.base + just_beyond(off))
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
    if goes_over(model):
        # Only those count that keep it from landing there, not those that it flies over.
        end = model.disc._replace(at=found.path[-1])
        foes = {foe: disc for foe, disc in foes.items() if is_within(gap(end, disc), OFF)}
    for start, toward, distance in segments_of(found.path):
        touch = sweep(start, toward, distance, model.base, NO_WALLS, foes, gap=just_beyond(OFF))
        if touch and touch.disc:
            return table.models[ModelId(touch.disc)].unit
    near = sorted_by_distance([*foes], lambda foe: gap(model.disc, foes[foe]))
    close = [
        foe for foe in near if goes_over(model) or is_within(gap(model.disc, foes[foe]), OFF)
    ]
    return table.models[close[0]].unit if close else None


def is_near(table: Table, base: Disc, foe: UnitId) -> bool:
    """``FF-23``  Return whether a base is within 1" of any model of a unit."""
    return any(is_within(gap(base, m.disc), OFF) for m in table.of(foe))


def as_far_as(table: Table, model_id: ModelId, path: Path, off: Mapping[UnitId, float]) -> Path:
    """Return the longest beginning of a path at the end of which a model may stand.

    It may not stand on other models or on Impassable terrain. *off*: least inches from the
    units named; from other enemies it keeps 0.02".
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
