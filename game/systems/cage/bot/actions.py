"""Effects of actions and attacks on a position (TC-08 to TC-29), and odds of trading blows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from game.play.decisions import PASS
from game.systems.cage.bot.position import (
    OUT,
    ChampionStats,
    DroppedWeapon,
    Fighter,
    HeldWeapon,
    HitEffect,
    Position,
    spent,
)
from game.systems.cage.rules.action_options import ADVANCE, FALL_BACK, PARRY, SIDES, TURN
from game.systems.cage.rules.attacks import BOTH, DISARMED, HARMED, KNOCKED, PUSHED
from game.systems.cage.rules.floor import (
    Bearing,
    bearing_to,
    beyond,
    facings,
    neighbours,
    retreats,
)
from game.systems.cage.rules.odds import chosen
from game.systems.cage.rules.planned_attack import dice_by_skill
from game.systems.cage.table import Floor, cell_id
from game.table.records import Cell


def entered(floor: Floor, at: Position, seat: int, cell: Cell) -> list[Position]:
    """``TC-03``, ``TC-19``  Enter a cell; return one position for each possible facing."""
    me = at.fighters[seat]
    lying = me.lying and tuple([one for one in me.lying if one.cell != cell])
    edges = facings(floor, at.rings, me.cell, me.edge, cell)
    return [at.with_(seat, Fighter(cell, e, me.wounds, lying)) for e in edges]


def ahead_of(floor: Floor, kind: ChampionStats, at: Position, seat: int) -> list[Cell]:
    """``TC-08``, ``TC-26``  Return the cells that one Advance can enter."""
    me, foe = at.fighters[seat], at.fighters[1 - seat]
    found = dict[Cell, None]()
    for bearing in (Bearing.FRONT, *(SIDES if kind.aside else ())):
        cells = beyond(floor, at.rings, me.cell, me.edge, bearing)
        found.update((cell, None) for cell in cells if cell != foe.cell)
    return list(found)


def goes(
    floor: Floor, kind: ChampionStats, at: Position
) -> Iterator[tuple[str, list[Position]]]:
    """Yield each action but attacks, as an answer, with the positions it may lead to.

    Where there are several, the acting champion has the choice.
    """
    seat = at.acts
    me, foe = at.fighters[seat], at.fighters[1 - seat]
    surged = spent(at, seat, surges=True)
    for cell in ahead_of(floor, kind, at, seat):
        there = entered(floor, surged, seat, cell)
        if kind.fleet:
            there += [p for one in there for p in onward(floor, kind, one, seat)]
        yield f"{ADVANCE} {cell_id(cell)}", there
    plain = spent(at, seat)
    for cell in beyond(floor, at.rings, me.cell, me.edge, Bearing.BACK):
        if cell != foe.cell:
            yield f"{FALL_BACK} {cell_id(cell)}", entered(floor, plain, seat, cell)
    by, halves = (1 if kind.heavy else 2), 2 * floor.edges(me.cell)
    for direction, turned in (("clockwise", by), ("counter-clockwise", -by)):
        after = me._replace(edge=(me.edge + turned) % halves)
        yield f"{TURN} {direction}", [plain.with_(seat, after)]
    yield PARRY, [spent(at, seat, parries=True)]
    yield PASS, [plain]


def onward(floor: Floor, kind: ChampionStats, at: Position, seat: int) -> list[Position]:
    """``TC-25``  Return the positions of a fleet champion that goes on into a second cell."""
    cells = ahead_of(floor, kind, at, seat)
    return [p for cell in cells for p in entered(floor, at, seat, cell)]


Kinds: TypeAlias = tuple[ChampionStats, ChampionStats]
Lottery: TypeAlias = list[tuple[float, Position]]
"""Positions with their chances, which add up to 1."""
NO_WEAPON = 1
"""``TC-19``  Number of dice of bare hands."""


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


def in_hand(kind: ChampionStats, fighter: Fighter) -> tuple[HeldWeapon, ...]:
    """``TC-19``  Return the weapons that a champion attacks with, bare hands if it has none."""
    return kind.held(fighter.lost) or (kind.hands,)


def has_attack(kind: ChampionStats, at: Position, seat: int) -> bool:
    """``TC-12``  Return whether a champion may make one more attack in this game turn."""
    made = at.made[seat]
    if made != kind.attacks:
        return made < kind.attacks
    return len(kind.held(at.fighters[seat].lost)) >= 2


def in_reach(floor: Floor, kind: ChampionStats, at: Position, seat: int) -> list[HeldWeapon]:
    """``TC-11``  Return the weapons that reach the other champion."""
    me, foe = at.fighters[seat], at.fighters[1 - seat]
    if abs(me.cell.ring - foe.cell.ring) > 1:
        return []
    where = bearing_to(floor, at.rings, me.cell, me.edge, foe.cell)
    return [arm for arm in in_hand(kind, me) if where in arm.sides] if where else []


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
    seen = bearing_to(floor, at.rings, foe.cell, foe.edge, me.cell)
    flank = seen is not Bearing.FRONT
    mine, theirs = kinds[seat].ws + flank, kinds[1 - seat].ws
    dice = NO_WEAPON if arm is kinds[seat].hands else dice_by_skill(mine, theirs)
    dice += raging - (at.parries == 1 - seat)
    return PlannedAttack(
        seat,
        arm=arm,
        dice=dice,
        chooser=1 - seat if theirs > mine else seat,
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
    seat, foe = attack.seat, 1 - attack.seat
    if face == HARMED:
        return AttackOutcome(seat, [_hit(at, seat, attack.arm.own)])
    if face == BOTH:
        return _both(floor, kinds, at, attack)
    if face == DISARMED:
        return _disarmed(floor, kinds[foe], at, attack)
    before = [(1.0, at)] if face == PUSHED else _hit(at, foe, attack.arm.foe)
    stands = kinds[foe].stubborn if face == PUSHED else kinds[foe].thirst
    if stands or face not in (PUSHED, KNOCKED):
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
    found = list[Lottery]()
    for cell in free:
        for n in range(len(entered(floor, at, foe, cell))):
            found.append(
                [
                    (
                        chance,
                        entered(floor, one, foe, cell)[n] if one.fighters[foe].wounds else one,
                    )
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
    here = at.fighters[attack.seat].cell
    cells = [c for c in neighbours(floor, at.rings, foe.cell) if c != here]
    found = list[Lottery]()
    for arm in kind.held(foe.lost) if foe.wounds > 0 else ():
        lost = [foe._replace(lying=(*foe.lying, DroppedWeapon(arm.name, c))) for c in cells]
        found.append([(1.0 / len(cells), at.with_(1 - attack.seat, one)) for one in lost])
    return AttackOutcome(attack.seat, found or [[(1.0, at)]])


Wounds: TypeAlias = tuple[int, int]
Lost: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""Names of the weapons not in hand, by seat."""
FACES = range(1, 7)
ROUNDS = 3
"""Number of times that dice are chosen anew, by the lead that the choice before led to."""
ASIDE = {PUSHED: 0.02, DISARMED: 0.05, KNOCKED: 0.02}
"""Value of results for what is not counted here; only to choose among dice."""


class _Blow(NamedTuple):
    """The part of an attack's ends, or of one result's, that changes the wounds."""

    changed: float
    """Chance that anybody loses a wound."""
    lead: float
    """Lead of the first seat after that, times this chance."""

    def worth(self, now: float) -> float:
        """Return the mean lead, if it is *now* where no wound is lost."""
        return self.lead + (1.0 - self.changed) * now


NOTHING = _Blow(0.0, 0.0)


@dataclass(slots=True)
class ExchangeOdds:
    """Leads in one bout by wounds and weapons alone, cached.

    Blows come in the proportion of both champions' attacks in a game turn. Nobody moves,
    parries or loses a weapon.
    """

    kinds: Kinds
    _leads: dict[tuple[Wounds, Lost], float] = field(default_factory=dict)

    def lead(self, wounds: Wounds, lost: Lost) -> float:
        """Return the chance that the first seat wins less the chance that it loses."""
        if min(wounds) <= 0:
            return float(wounds[0] > 0) - float(wounds[1] > 0)
        key = wounds, lost
        if (found := self._leads.get(key)) is None:
            found = self._leads[key] = self._lead(wounds, lost)
        return found

    def _lead(self, wounds: Wounds, lost: Lost) -> float:
        now = (wounds[0] - wounds[1]) / (wounds[0] + wounds[1])
        for _ in range(ROUNDS):
            lead = changed = 0.0
            for seat, kind in enumerate(self.kinds):
                held = kind.held(lost[seat])
                often = min(kind.actions, kind.attacks + (len(held) > 1))
                blows = [
                    self._attack(seat, a, wounds, lost, now) for a in held or (kind.hands,)
                ]
                best = max(blows, key=lambda blow: _sign(seat) * blow.worth(now))
                lead += often * best.lead
                changed += often * best.changed
            if not changed:
                return 0.0
            now = lead / changed
        return now

    def _attack(
        self, seat: int, arm: HeldWeapon, wounds: Wounds, lost: Lost, now: float
    ) -> _Blow:
        """``TC-14``  Return an attack of which the chooser takes the best die."""
        me, foe = self.kinds[seat], self.kinds[1 - seat]
        dice = 1 if arm is me.hands else dice_by_skill(me.ws, foe.ws)
        found = [self._result(seat, arm, wounds, lost, face) for face in FACES]
        if foe.tactics:
            found[BOTH - 1] = min(
                found[BOTH - 1], NOTHING, key=lambda blow: _sign(seat) * blow.worth(now)
            )
        worths = [
            _sign(seat) * blow.worth(now) + ASIDE.get(face, 0.0)
            for face, blow in zip(FACES, found, strict=True)
        ]
        order = sorted(FACES, key=lambda face: worths[face - 1], reverse=foe.ws <= me.ws)
        each = shares(dice, tuple(order))
        return _Blow(
            sum([share * blow.changed for share, blow in zip(each, found, strict=True)]),
            sum([share * blow.lead for share, blow in zip(each, found, strict=True)]),
        )

    def _result(
        self, seat: int, arm: HeldWeapon, wounds: Wounds, lost: Lost, face: int
    ) -> _Blow:
        """``TC-16`` to ``TC-21``  Return the hits of a result."""
        if face in (PUSHED, DISARMED):
            return NOTHING
        if face == HARMED:
            ends = _struck(wounds, seat, arm.own)
        else:
            ends = _struck(wounds, 1 - seat, arm.foe)
            back = _hardest(self.kinds[1 - seat], lost[1 - seat]) if face == BOTH else None
            if back:
                ends = [(a * b, end) for a, one in ends for b, end in _struck(one, seat, back)]
        changed = [(chance, left) for chance, left in ends if left != wounds]
        return _Blow(
            sum([chance for chance, _ in changed]),
            sum([chance * self.lead(left, lost) for chance, left in changed]),
        )


def _sign(seat: int) -> int:
    return 1 - 2 * seat


def _hardest(kind: ChampionStats, lost: Sequence[str]) -> HitEffect | None:
    """``TC-17``  Return the effect of the weapon with which a defender hits back, if it can."""
    held = [arm.foe for arm in kind.held(lost)]
    return max(held, key=lambda one: (one.outright, one.wounds), default=None)


def _struck(wounds: Wounds, seat: int, effect: HitEffect) -> list[tuple[float, Wounds]]:
    left = 0 if effect.outright else wounds[seat] - 1
    after = (left, wounds[1]) if seat == 0 else (wounds[0], left)
    return [(1.0 - effect.wounds, wounds), (effect.wounds, after)]
