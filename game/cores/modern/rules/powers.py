"""Psychic powers (MC-11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from math import inf

from game.cores.kit.dice import order_by_dice, ties
from game.cores.kit.sight_lines import nearest_seen
from game.cores.kit.units import discs
from game.cores.modern.rules import REACH
from game.cores.modern.rules.wounds import ONE_D3, ONE_D6, mortal_wounds, roll_number
from game.geometry.limits import is_within
from game.geometry.points import Disc, nearest_gap
from game.play.game import Game, GameView, Rule
from game.table.events import Act, Acted
from game.table.records import How, Model, ModelId, Side, UnitId
from game.table.state import Table

BOLT_RANGE = 18.0
STRONG = 11
"""``MC-11``  Test total from which a mind bolt inflicts d6 mortal wounds."""
BOLT = "mind bolt"
PSYKER = "PSYKER"


@dataclass(frozen=True, slots=True)
class PowerCast:
    """A power that was manifested."""

    psyker: ModelId
    total: int
    """Total of the psychic test."""


@dataclass(frozen=True, slots=True)
class Power:
    """A power that a psyker may manifest."""

    name: str
    clause: str
    charge: int
    _: KW_ONLY
    works: Callable[[Game, PowerCast], Rule[None]]
    finds: Callable[[GameView, Model], bool]
    """Returns whether the power would find a target; if not, it may not be tried."""
    harder: int = 0
    """Added to its charge by each try in the phase; 0 if tried once a turn (``MC-08``)."""
    most: int = 11
    """Upper limit of its charge."""

    def charge_after(self, tries: int) -> int:
        """``MC-11``  Return its charge after *tries* tries in the phase."""
        return min(self.most, self.charge + self.harder * tries)


def reach(view: GameView, side: Side, inches: float) -> float:
    """Return a range of *inches*, reduced to the limits that apply to a side."""
    return min([inches, *[float(limit.amount) for limit in REACH.of(view, side)]])


def off(table: Table, base: Disc, unit: UnitId) -> float:
    """Return the inches from a base to the nearest model of a unit, edge to edge."""
    return nearest_gap([base], discs(table.of(unit)))


def bolt_targets(view: GameView, psyker: Model) -> list[UnitId]:
    """``MC-11``  Return the closest visible enemy units; more than one only if they tie."""
    table, distance = view.table, reach(view, psyker.side, BOLT_RANGE)
    near = {
        foe.id: away
        for foe in table.fielded(table.enemy(psyker.side))
        if is_within(away := off(table, psyker.disc, foe.id), distance)
        and nearest_seen(table, psyker, foe.id, inf) is not None
    }
    groups = ties(list(near), near.__getitem__)
    return groups[0] if groups else []


async def mind_bolt(game: Game, cast: PowerCast) -> None:
    """``MC-11``  Inflict d3 mortal wounds on the closest visible enemy, d6 on 11 or more."""
    psyker = game.table.models[cast.psyker]
    tied = bolt_targets(game, psyker)
    if not tied:
        return
    units = game.table.units
    foe, *_ = order_by_dice(game, "MC-11", [tied], lambda unit: units[unit].side)
    game.do(Acted("MC-11", unit=psyker.unit, act=Act.MANIFESTS, target=foe))
    dice = ONE_D6 if cast.total >= STRONG else ONE_D3
    many = roll_number(game, "MC-11", psyker.side, BOLT, dice, id_=psyker.unit)
    await mortal_wounds(game, "MC-11", foe, many, How.POWER, psyker.unit)


POWERS: Mapping[str, Power] = {
    BOLT: Power(
        BOLT,
        "MC-11",
        charge=5,
        works=mind_bolt,
        finds=lambda view, psyker: bool(bolt_targets(view, psyker)),
        harder=1,
    ),
}
"""The powers that every psyker knows."""
