"""An attack as it stands before its dice are rolled (TC-14, TC-15)."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import NamedTuple

from game.cores.kit.traits import trait
from game.play.game import GameView
from game.systems.cage.rules import fighter
from game.systems.cage.rules.abilities import abilities_of
from game.systems.cage.rules.attack_options import rages
from game.systems.cage.rules.bout_position import position_of
from game.systems.cage.rules.floor import Bearing, bearing_to, cell_of, stance_in
from game.table.events import Reason
from game.table.records import Cell, Fire, Model, ModelId, Side, Weapon

FAR_BETTER = 3
"""``TC-14``  More than this many times the other's WS rolls three dice."""


NO_WEAPON = 1
"""``TC-19``  Number of dice of bare hands."""


class AttackDice(NamedTuple):
    """``TC-14``  The dice of an attack."""

    dice: int
    defender_chooses: bool
    """True if the defender chooses the die that counts, otherwise the attacker."""


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
    flank, unarmed = flanked(view, attacker, defender), is_unarmed(weapon)
    mine += sum([r.amount for r in flank])
    reasons = [Reason(0, f"WS {mine} against WS {theirs}", "TC-14"), *flank]
    if unarmed:
        reasons.append(Reason(0, "without a weapon", "TC-19"))
    if parried:
        reasons.append(Reason(-1, "parried", "TC-13"))
    if raging:
        reasons.append(Reason(1, "red thirst", "TC-29"))
    dice, defender_chooses = attack_dice(
        mine, theirs, unarmed=unarmed, parried=parried, raging=raging
    )
    return CageAttack(
        attacker.id,
        defender=defender.id,
        weapon=weapon,
        dice=dice,
        chooser=defender.side if defender_chooses else attacker.side,
        reasons=tuple(reasons),
        here=cell_of(view.table, attacker.id),
        there=cell_of(view.table, defender.id),
        parried=parried,
    )


def attack_of(view: GameView, side: Side, weapon: Weapon) -> CageAttack:
    """Return the attack that a side's champion would make now with one of its weapons."""
    table = view.table
    me, foe = fighter(table, side), fighter(table, table.enemy(side))
    at, seat = position_of(table), table.sides.index(side)
    raging = rages(abilities_of(view, me), at, seat)
    return planned(view, me, foe, weapon, parried=at.parries == 1 - seat, raging=raging)


def is_unarmed(weapon: Weapon) -> bool:
    """``TC-19``  Return whether an attack is made with bare hands."""
    return weapon.fire is Fire.MELEE and weapon.name == "bare hands"


def attack_dice(
    mine: int,
    theirs: int,
    *,
    unarmed: bool = False,
    parried: bool = False,
    raging: bool = False,
) -> AttackDice:
    """``TC-13``, ``TC-14``, ``TC-19``, ``TC-29``  Return the dice of an attack.

    *mine*: the attacker's WS, with ``TC-15``; *theirs*: the defender's.
    """
    dice = NO_WEAPON if unarmed else dice_by_skill(mine, theirs)
    return AttackDice(dice - parried + raging, theirs > mine)


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
    at = bearing_to(stance_in(table, defender.id), cell_of(table, attacker.id))
    if at is Bearing.FRONT:
        return ()
    return (Reason(1, "from behind" if at is Bearing.BACK else "from the flank", "TC-15"),)
