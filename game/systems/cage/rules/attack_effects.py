"""Effects of attacks on a position (TC-14 to TC-29)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from game.systems.cage.rules.attack_results import RESULTS
from game.systems.cage.rules.bout_position import OUT, DroppedWeapon, Fighter, Position
from game.systems.cage.rules.champion_stats import ChampionStats, HeldWeapon, HitEffect
from game.systems.cage.rules.floor import Bearing, bearing_to, facings, landings, retreats
from game.systems.cage.rules.moves import entered
from game.systems.cage.rules.odds import chosen
from game.systems.cage.rules.planned_attack import attack_dice
from game.systems.cage.table import Floor
from game.table.records import Cell

Kinds: TypeAlias = tuple[ChampionStats, ChampionStats]
Lottery: TypeAlias = list[tuple[float, Position]]
"""Positions with their chances, which add up to 1."""


class PlannedAttack(NamedTuple):
    """An attack before it is rolled."""

    seat: int
    arm: HeldWeapon
    dice: int
    chooser: int
    here: Cell
    there: Cell


class AttackOutcome(NamedTuple):
    """The outcome of one result: a seat chooses one of several lotteries."""

    chooser: int
    lotteries: list[Lottery]


def planned(
    floor: Floor,
    kinds: Kinds,
    at: Position,
    seat: int,
    arm: HeldWeapon,
    *,
    raging: bool = False,
) -> PlannedAttack:
    """``TC-14``  Return the attack that a champion would make with a weapon.

    It agrees with ``planned`` of the rules. *raging* adds a die.
    """
    me, foe = at.fighters[seat], at.fighters[1 - seat]
    flank = bearing_to(at.stance(floor, 1 - seat), me.cell) is not Bearing.FRONT
    dice, defender_chooses = attack_dice(
        kinds[seat].ws + flank,
        kinds[1 - seat].ws,
        unarmed=arm is kinds[seat].hands,
        parried=at.parries == 1 - seat,
        raging=raging,
    )
    return PlannedAttack(
        seat,
        arm=arm,
        dice=dice,
        chooser=1 - seat if defender_chooses else seat,
        here=me.cell,
        there=foe.cell,
    )


@lru_cache(maxsize=4096)
def shares(dice: int, order: tuple[int, ...]) -> tuple[float, ...]:
    """``TC-14``  Return the chance that each face counts if the chooser prefers *order*.

    *order* lists the faces from best to worst; the chances are in the order of the faces.
    """
    return tuple([float(share) for share in chosen(dice, order)])


def comes(
    floor: Floor, kinds: Kinds, at: Position, attack: PlannedAttack, face: int
) -> AttackOutcome:
    """``TC-16`` to ``TC-21``  Return the outcome of a result in a position."""
    seat, foe, row = attack.seat, 1 - attack.seat, RESULTS[face]
    if row.hits_attacker:
        return AttackOutcome(seat, [_hit(at, seat, attack.arm.own)])
    if row.is_hit_back:
        return _both(floor, kinds, at, attack)
    if row.disarms:
        return _disarmed(floor, kinds[foe], at, attack)
    before = _hit(at, foe, attack.arm.foe) if row.hits_defender else [(1.0, at)]
    if not row.pushes or face in kinds[foe].firm:
        return AttackOutcome(foe, [before])
    return AttackOutcome(foe, _retreated(floor, before, attack))


def _hit(at: Position, seat: int, cut: HitEffect) -> Lottery:
    fighter = at.fighters[seat]
    if fighter.wounds <= 0 or not cut.wounds:
        return [(1.0, at)]
    left = 0 if cut.outright else fighter.wounds - 1
    return [
        (1.0 - cut.wounds, at),
        (cut.wounds, at.with_(seat, Fighter(fighter.cell, fighter.edge, left, fighter.lying))),
    ]


def _both(floor: Floor, kinds: Kinds, at: Position, attack: PlannedAttack) -> AttackOutcome:
    """``TC-17``, ``TC-24``  The defender chooses the weapon, or gives ground instead."""
    seat, foe = attack.seat, 1 - attack.seat
    harmed = _hit(at, foe, attack.arm.foe)
    held = kinds[foe].held(at.fighters[foe].lost)
    found = [
        [(a * b, p) for a, one in harmed for b, p in _hit(one, seat, arm.foe)] for arm in held
    ]
    if kinds[foe].tactics:
        found += _retreated(floor, [(1.0, at)], attack)
    return AttackOutcome(foe, found or [harmed])


def _retreated(floor: Floor, before: Lottery, attack: PlannedAttack) -> list[Lottery]:
    """``TC-23``  Return one lottery for each cell and facing of the defender's retreat.

    Without such a cell the defender is pushed out of the cage.
    """
    foe = 1 - attack.seat
    at = before[0][1]
    ways = retreats(floor, at.rings, attack.here, attack.there)
    if not ways:
        out = at.fighters[foe]._replace(wounds=OUT)
        return [[(c, one.with_(foe, out) if _stands(one, foe) else one) for c, one in before]]
    free = [cell for cell in ways if cell != at.fighters[attack.seat].cell]
    stance, found = at.stance(floor, foe), list[Lottery]()
    for cell in free:
        for edge in facings(stance, cell):
            found.append(
                [
                    (chance, entered(one, foe, cell, edge) if _stands(one, foe) else one)
                    for chance, one in before
                ]
            )
    return found or [before]


def _stands(at: Position, seat: int) -> bool:
    return at.fighters[seat].wounds > 0


def _disarmed(
    floor: Floor, kind: ChampionStats, at: Position, attack: PlannedAttack
) -> AttackOutcome:
    """``TC-19``  The attacker chooses the weapon; where it falls is drawn evenly."""
    foe = at.fighters[1 - attack.seat]
    cells = landings(floor, at.rings, at.fighters[attack.seat].cell, foe.cell)
    found = list[Lottery]()
    for arm in kind.held(foe.lost) if foe.wounds > 0 else ():
        lost = [foe._replace(lying=(*foe.lying, DroppedWeapon(arm.name, c))) for c in cells]
        found.append([(1.0 / len(cells), at.with_(1 - attack.seat, one)) for one in lost])
    return AttackOutcome(attack.seat, found or [[(1.0, at)]])
