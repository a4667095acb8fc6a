"""What psykers can do, as data: the powers, and what each of them does (``MC-11``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf

from game.geometry.points import Disc, gap
from game.play.game import Game, GameView, Rule
from game.rules.kit.dice import in_order, ties
from game.rules.kit.line_of_sight import nearest_seen
from game.rules.modern.dice_tables import ONE_D3, ONE_D6, thrown
from game.rules.modern.hooks import REACH
from game.rules.modern.wounds import mortal_wounds
from game.table.events import Act, Acted
from game.table.records import How, Model, ModelId, Side, UnitId
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class Cast:
    """A power that takes effect."""

    psyker: ModelId
    total: int
    """What the psychic test came to."""


@dataclass(frozen=True, slots=True)
class Power:
    """Something that a psyker may manifest."""

    name: str
    clause: str
    charge: int
    works: Callable[[Game, Cast], Rule[None]]
    finds: Callable[[GameView, Model], bool]
    """Whether there is anybody for it: if not, nobody tries it."""
    harder: int = 0
    """What each try in the phase adds to its charge; 0: it is tried once a turn (``MC-08``)."""
    most: int = 11
    """Its charge is never more than this."""

    def charge_after(self, tries: int) -> int:
        """``MC-11``  Return its charge once it was tried so often in the phase."""
        return min(self.most, self.charge + self.harder * tries)


BOLT_RANGE = 18.0
STRONG = 11
"""``MC-11``  A test of so much or more makes a mind bolt a d6."""


def reach(look: GameView, side: Side, inches: float) -> float:
    """Return how far something of a side reaches that would reach so many inches."""
    return min([inches, *[float(limit.amount) for limit in REACH.of(look, side)]])


def off(table: Table, base: Disc, unit: UnitId) -> float:
    """Return how far a base is from the nearest model of a unit, from edge to edge."""
    return min([gap(base, m.disc) for m in table.of(unit)])


def bolt_targets(look: GameView, psyker: Model) -> list[UnitId]:
    """``MC-11``  Return the closest visible enemy units: more than one only on a tie."""
    table, far = look.table, reach(look, psyker.side, BOLT_RANGE)
    near = {
        foe.id: away
        for foe in table.fielded(table.enemy(psyker.side))
        if (away := off(table, psyker.disc, foe.id)) <= far + 1e-9
        and nearest_seen(table, psyker, foe.id, inf) is not None
    }
    groups = ties(list(near), near.__getitem__)
    return groups[0] if groups else []


async def mind_bolt(game: Game, cast: Cast) -> None:
    """``MC-11``  The closest visible enemy unit takes d3 mortal wounds, d6 on 11 or more."""
    psyker = game.table.models[cast.psyker]
    tied = bolt_targets(game, psyker)
    if not tied:
        return
    units = game.table.units
    foe, *_ = in_order(game, "MC-11", tied, lambda _: 0.0, lambda unit: units[unit].side)
    game.do(Acted("MC-11", psyker.unit, Act.MANIFESTS, foe))
    dice = ONE_D6 if cast.total >= STRONG else ONE_D3
    many = thrown(game, "MC-11", psyker.side, BOLT, dice, who=psyker.unit)
    await mortal_wounds(game, "MC-11", foe, many, How.POWER, psyker.unit)


BOLT = "mind bolt"
POWERS: Mapping[str, Power] = {
    BOLT: Power(
        BOLT,
        "MC-11",
        charge=5,
        works=mind_bolt,
        finds=lambda look, psyker: bool(bolt_targets(look, psyker)),
        harder=1,
    ),
}
"""The powers that every psyker knows."""
