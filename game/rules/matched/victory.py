"""What is scored besides a mission's own aims: ``MP-32`` to ``MP-35``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from game.geometry.polygons import overlaps
from game.rules.matched.fallen import fell_first, is_destroyed, lost_in
from game.table.records import Side, Where
from game.table.state import Table

Earned: TypeAlias = Callable[[Table, Side], Iterator[tuple[int, str]]]
"""For a side: points, and what they are for."""
Open: TypeAlias = Callable[[Table, Side], bool]
"""Whether a side may still earn it, or more of it."""


def to_the_end(table: Table, side: Side) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points that are counted at the end of a battle."""

    name: str
    clause: str
    words: str
    """What it pays for, as a player reads it."""
    earned: Earned
    may: Open = to_the_end


def _warlord_slain(table: Table, side: Side) -> Iterator[tuple[int, str]]:
    for model in table.models.values():
        foe = model.side != side and model.profile.has("WARLORD")
        if foe and model.where not in (Where.TABLE, Where.RESERVE):
            yield 1, "slay the warlord"


def _struck_first(table: Table, side: Side) -> Iterator[tuple[int, str]]:
    if lost_in(table, table.enemy(side), 1):
        yield 1, "first strike"


def _first_blood(table: Table, side: Side) -> Iterator[tuple[int, str]]:
    if any(unit.side != side for unit in fell_first(table)):
        yield 1, "first blood"


def _broke_the_line(table: Table, side: Side) -> Iterator[tuple[int, str]]:
    if breaks_line(table, side):
        yield 1, "linebreaker"


def breaks_line(table: Table, side: Side) -> bool:
    """``MP-35``  Whether a side has a model in the enemy's zone."""
    enemy = table.enemy(side)
    if enemy not in table.zones:
        return False
    zone = table.board.zone(table.zones[enemy])
    return any([overlaps(model.disc, zone.outline) for model in table.standing(side)])


def _destroyed(table: Table, side: Side) -> Iterator[tuple[int, str]]:
    for unit in table.units.values():
        if unit.side != side and is_destroyed(table, unit):
            yield 1, unit.id


def _warlord_lives(table: Table, side: Side) -> bool:
    foes = [m for m in table.models.values() if m.side != side and m.profile.has("WARLORD")]
    return any(foe.where in (Where.TABLE, Where.RESERVE) for foe in foes)


def _in_round_one(table: Table, side: Side) -> bool:
    return table.clock.round <= 1 and not lost_in(table, table.enemy(side), 1)


def _nobody_fell(table: Table, side: Side) -> bool:
    return not fell_first(table)


def _somebody_stands(table: Table, side: Side) -> bool:
    return any(
        m.side == side and m.where in (Where.TABLE, Where.RESERVE)
        for m in table.models.values()
    )


def _foes_left(table: Table, side: Side) -> bool:
    return any(u.side != side and not is_destroyed(table, u) for u in table.units.values())


SLAY_THE_WARLORD = Bonus(
    "Slay the warlord",
    "MP-32",
    "Slay the enemy WARLORD: 1 point.",
    _warlord_slain,
    _warlord_lives,
)
FIRST_STRIKE = Bonus(
    "First strike",
    "MP-33",
    "Destroy a unit in the first round: 1 point.",
    _struck_first,
    _in_round_one,
)
FIRST_BLOOD = Bonus(
    "First blood",
    "MP-34",
    "Destroy the first unit of the battle: 1 point.",
    _first_blood,
    _nobody_fell,
)
LINEBREAKER = Bonus(
    "Linebreaker",
    "MP-35",
    "End with a model in the enemy's zone: 1 point.",
    _broke_the_line,
    _somebody_stands,
)
NO_MERCY = Bonus(
    "No mercy", "MP-38", "Destroy enemy units: 1 point each.", _destroyed, _foes_left
)
