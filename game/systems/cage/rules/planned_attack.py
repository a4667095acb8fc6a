"""An attack as it stands before its dice are rolled (TC-14, TC-15)."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from game.cores.kit.traits import trait
from game.play.game import GameView
from game.systems.cage.rules.floor import Bearing, bearing_to, cell_of, in_cage
from game.systems.cage.table import floor_of
from game.systems.cage.table.floor_state import rings_now
from game.table.events import Reason
from game.table.records import Cell, Fire, Model, ModelId, Side, Weapon

FAR_BETTER = 3
"""``TC-14``  More than this many times the other's WS rolls three dice."""


@dataclass(frozen=True, slots=True)
class CageAttack:
    """One attack as it stands before it is rolled; directions are those of this moment."""

    attacker: ModelId
    defender: ModelId
    weapon: Weapon
    _: KW_ONLY
    dice: int
    chooser: Side
    """``TC-14``  The side that chooses the die that counts."""
    reasons: tuple[Reason, ...]
    here: Cell
    """The cell of the attacker."""
    there: Cell
    """The cell of the defender."""
    parried: bool = False


def planned(
    view: GameView,
    attacker: Model,
    defender: Model,
    weapon: Weapon,
    *,
    parried: bool = False,
    raging: bool = False,
) -> CageAttack:
    """``TC-14``  Return the attack that a champion would make; the same for rules and odds.

    *parried*: ``TC-13``, one die less. *raging*: ``TC-29``, one more.
    """
    mine, theirs = trait(view, attacker, "ws").now, trait(view, defender, "ws").now
    flank = flanked(view, attacker, defender)
    mine += sum([r.amount for r in flank])
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
    return CageAttack(
        attacker.id,
        defender=defender.id,
        weapon=weapon,
        dice=dice,
        chooser=chooser,
        reasons=tuple(reasons),
        here=cell_of(view.table, attacker.id),
        there=cell_of(view.table, defender.id),
        parried=parried,
    )


def is_unarmed(weapon: Weapon) -> bool:
    """``TC-19``  Return whether an attack is made with bare hands."""
    return weapon.fire is Fire.MELEE and weapon.name == "bare hands"


def dice_by_skill(one: int, other: int) -> int:
    """``TC-14``  Return the number of dice.

    If WS are equal 1; if one is greater 2; if more than three times the other 3.
    """
    low, high = sorted((one, other))
    if low == high:
        return 1
    return 3 if high > FAR_BETTER * low else 2


def flanked(view: GameView, attacker: Model, defender: Model) -> tuple[Reason, ...]:
    """``TC-15``  Return +1 WS for attacks from flank or rear, or at one facing a corner."""
    table = view.table
    at = bearing_to(
        floor_of(table.board),
        rings_now(table),
        *in_cage(table, defender.id),
        cell_of(table, attacker.id),
    )
    if at is Bearing.FRONT:
        return ()
    return (Reason(1, "from behind" if at is Bearing.BACK else "from the flank", "TC-15"),)
