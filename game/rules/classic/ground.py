"""Difficult and Dangerous ground: ``CC-20``, ``CC-21``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from game.geometry.points import Disc, Path
from game.geometry.shapes import Box, boxes_meet, off_polygon, sweeps_over
from game.play.decisions import Choose, Option
from game.play.game import Game, Look
from game.play.march import Going, Moves
from game.rules.classic.moments import WENT
from game.rules.classic.wounds import Hit, Tally, strike_saved
from game.table.events import Act, Acted
from game.table.records import How, Model, ModelId, UnitId, Where
from game.table.state import Table
from game.table.terrain import Terrain

FLYING = ("jump infantry", "skimmer", "flier")


@dataclass(frozen=True, slots=True)
class Leave:
    """How far a unit may go, and what it said it would keep out of."""

    goings: Mapping[ModelId, Going]
    shut: tuple[Terrain, ...] = ()


def slowed(model: Model) -> bool:
    """``CC-20``  Bikes and jump infantry are not slowed."""
    return not (model.profile.has("bike") or model.profile.has("jump infantry"))


def goes_over(model: Model) -> bool:
    """``CC-18``  Jump infantry, skimmers and fliers may move over models and Impassable."""
    return any(model.profile.has(kind) for kind in FLYING)


def reach_of(table: Table, unit: UnitId, far: Mapping[ModelId, float]) -> dict[ModelId, Going]:
    """*far*: how far each goes who goes at all."""
    return {m.id: Going(far[m.id], goes_over(m)) for m in table.of(unit) if m.id in far}


OnTheWay: TypeAlias = Callable[[Terrain], bool]
"""Whether an area might be on the way of a unit that goes somewhere."""


async def ask_leave(
    game: Game, who: UnitId, far: Mapping[ModelId, float], on_the_way: OnTheWay | None = None
) -> Leave:
    """``CC-20``  Roll 2d6 for a unit that starts in Difficult terrain or wants to enter it.

    *far*: how far each model could go on open ground. Of a unit that goes somewhere nobody is
    asked unless some area is *on the way*; then it keeps out of all.
    """
    near, inside = difficult_near(game.table, who, far, on_the_way)
    if not near:
        shut = difficult_near(game.table, who, far)[0] if on_the_way else ()
        return Leave(reach_of(game.table, who, far), shut)
    if not inside and not await _wants_in(game, who, near):
        game.do(Acted("CC-20", who, Act.KEEPS_OUT))
        return Leave(reach_of(game.table, who, far), near)
    if not inside:
        game.do(Acted("CC-20", who, Act.ENTERS_DIFFICULT))
    side = game.table.units[who].side
    most = max(game.throw("CC-20", side, "difficult ground", 2, who=who))
    return slow_leave(game.table, who, far, most)


def difficult_near(
    table: Table,
    who: UnitId,
    far: Mapping[ModelId, float],
    on_the_way: OnTheWay | None = None,
) -> tuple[tuple[Terrain, ...], bool]:
    """``CC-20``  The Difficult areas that concern a unit, and whether it starts in one."""
    models = [m for m in table.of(who) if m.id in far and slowed(m)]
    near = _near(table, models, far)
    inside = any(area.holds(m.disc) for area in near for m in models)
    if on_the_way and not inside and not any(on_the_way(area) for area in near):
        near = ()
    return near, inside


def slow_leave(table: Table, who: UnitId, far: Mapping[ModelId, float], most: int) -> Leave:
    """``CC-20``  The higher die is the most for a slowed model, unless its move is less."""
    goings = reach_of(table, who, far)
    for m in table.of(who):
        if m.id in far and slowed(m):
            goings[m.id] = Going(min(far[m.id], float(most)), goes_over(m))
    return Leave(goings)


def _near(
    table: Table, models: Sequence[Model], far: Mapping[ModelId, float]
) -> tuple[Terrain, ...]:
    """Return the Difficult areas that some model stands in or could come to."""
    return tuple(
        area
        for area in table.difficult
        if any(
            off_polygon(m.at, area.outline) < m.base + far[m.id]
            for m in models
            if boxes_meet(area.box, _around(m, far[m.id]))
        )
    )


def _around(model: Model, far: float) -> Box:
    (x, y), wide = model.at, model.base + far
    return x - wide, y - wide, x + wide, y + wide


async def _wants_in(game: Game, who: UnitId, near: tuple[Terrain, ...]) -> bool:
    unit = game.table.units[who]
    answer = await Choose(
        unit.side,
        "CC-20",
        f"{unit.name}: enter difficult ground?",
        (
            Option("keep out", "Keep out of it", "CC-18"),
            Option("enter", "Enter: 2d6, the higher is the most inches", "CC-20"),
        ),
        about=who,
        places=tuple(area.id for area in near),
        kind="difficult",
    )
    return answer == "enter"


async def test_ground(game: Game, who: UnitId, moves: Moves) -> None:
    """``CC-21``  A die for each model that went in Dangerous terrain: on a 1 it is wounded."""
    await WENT.has_come(game, moves)
    risky = [m for m, path in moves if _dangerous(game.table, game.table.models[m], path)]
    await endanger(game, "CC-21", [m.id for m in game.table.of(who) if m.id in risky])


async def endanger(game: Game, clause: str, tested: Sequence[ModelId]) -> None:
    """``CC-21``  A die for each test of models of one unit: a 1 is a wound (``peril``)."""
    if not tested:
        return
    first = game.table.models[tested[0]]
    wound = peril(game, first)
    what = "dangerous ground"
    faces = game.throw(clause, first.side, what, len(tested), need=2, who=first.unit)
    for model, face in zip(tested, faces, strict=True):
        if face == 1 and game.table.models[model].where is Where.TABLE:
            await strike_saved(game, [wound], model, Tally())


def peril(look: Look, model: Model) -> Hit:
    """``CC-21``  The wound of a failed test: neither armour nor cover saves."""
    enemy = look.table.enemy(model.side)
    return Hit(enemy, 0, how=How.HAZARD, no_armour=True, who=model.unit)


def _dangerous(table: Table, model: Model, path: Path) -> bool:
    """Return whether a path takes a model through what is Dangerous for it.

    What flies is in danger only where it starts or ends (``CC-20``).
    """
    for area in table.areas:
        if not (area.dangerous or (area.difficult and not slowed(model))):
            continue
        if goes_over(model):
            if any(area.holds(Disc(at, model.base)) for at in (path[0], path[-1])):
                return True
        elif any(sweeps_over(a, b, model.base, area.outline) for a, b in pairwise(path)):
            return True
    return False
