"""How many dice an attack has and who chooses among them: ``TC-12`` to ``TC-15``."""

from __future__ import annotations

from dataclasses import dataclass

from game.play.game import GameView
from game.rules.cage.floor import Bearing, bearing_to
from game.rules.cage.moves import cell_of
from game.rules.kit.core_api import trait
from game.table.cage_floor import floor_of
from game.table.events import Reason
from game.table.records import Cell, Fire, Model, ModelId, Side, Weapon

FAR_BETTER = 3
"""``TC-14``  More than so many times the other's WS: three dice."""


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack as it stands before it is rolled; directions are those of this moment."""

    attacker: ModelId
    defender: ModelId
    weapon: Weapon
    dice: int
    chooser: Side
    """``TC-14``  Whose player chooses which die counts."""
    reasons: tuple[Reason, ...]
    here: Cell
    """Where the attacker stands."""
    there: Cell
    """Where the defender stands."""


def planned(
    look: GameView,
    attacker: Model,
    defender: Model,
    weapon: Weapon,
    *,
    parried: bool = False,
    raging: bool = False,
) -> Attack:
    """``TC-14``  Return the attack that a champion would make; the same for rules and odds.

    *parried*: ``TC-13``, one die less. *raging*: ``TC-29``, one more.
    """
    mine, theirs = trait(look, attacker, "ws").now, trait(look, defender, "ws").now
    flank = flanked(look, attacker, defender)
    mine = min(10, mine + sum([r.amount for r in flank]))
    reasons = [Reason(0, f"WS {mine} against WS {theirs}", "TC-14"), *flank]
    if is_unarmed(weapon):
        dice = 1
        reasons.append(Reason(0, "without a weapon", "TC-19"))
    else:
        dice = dice_by_skill(mine, theirs)
    if parried:
        dice -= 1
        reasons.append(Reason(-1, "parried", "TC-13"))
    if raging:
        dice += 1
        reasons.append(Reason(1, "red thirst", "TC-29"))
    chooser = defender.side if theirs > mine else attacker.side
    return Attack(
        attacker.id,
        defender.id,
        weapon,
        dice,
        chooser,
        tuple(reasons),
        cell_of(attacker),
        cell_of(defender),
    )


def is_unarmed(weapon: Weapon) -> bool:
    """``TC-19``  Whether an attack is made with bare hands."""
    return weapon.fire is Fire.MELEE and weapon.name == "bare hands"


def dice_by_skill(one: int, other: int) -> int:
    """``TC-14``  Equal 1; one greater 2; one more than three times the other 3."""
    low, high = sorted((one, other))
    if low == high:
        return 1
    return 3 if high > FAR_BETTER * low else 2


def flanked(look: GameView, attacker: Model, defender: Model) -> tuple[Reason, ...]:
    """``TC-15``  From a side, from behind, or at one who faces a corner: +1 WS."""
    table = look.table
    at = bearing_to(
        floor_of(table.board), table.rings, cell_of(defender), defender.edge, cell_of(attacker)
    )
    if at is Bearing.FRONT:
        return ()
    return (Reason(1, "from behind" if at is Bearing.BACK else "from the flank", "TC-15"),)
