"""What a position is worth to each, from -1, a bout lost, to 1, a bout won."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from game.bots.steady.duel.kinds import Arm, Cut
from game.bots.steady.duel.position import NOBODY, Position
from game.bots.steady.duel.striking import Attack, Kinds, has_attack, in_hand, planned, shares
from game.rules.cage.attack import dice_by_skill
from game.rules.cage.cells import Bearing, bearing_to, edge_to, retreats
from game.rules.cage.ending import needed
from game.rules.cage.results import BOTH, DISARMED, HARMED, HARMS, KNOCKED, PUSHED
from game.table.cage import CLOCKWISE, COUNTER, IN, OUT, TURN, Floor, Rings, way
from game.table.records import Cell

Worth = tuple[float, float]
"""To the first seat, and to the second: a bout may be lost by both."""
LOST = -1.0
TIE = -0.3
"""A bout that nobody wins, and none has lost."""
LATER = 0.8
"""What a threat is worth for each action that it takes to carry it out."""
SECOND = 0.6
"""What the threat is worth of the one who acts second."""
NEXT_TURN = 0.5
"""What a threat is worth that has to wait until the floor has been turned."""
INNER = 0.05
"""What it is worth to stand as far in, and the other as far out, as can be."""
GROUND = 0.03
"""What it is worth to push the other back."""
RANSOM = 0.8
"""What it is worth to disarm, of what it would be if nothing were picked up again."""
SKILLED, UNSKILLED = 1.5, 0.6
"""How much more, or less, harm attacks do of which one chooses the dice oneself."""
NEVER_HURT = 1e-3
STEP = 0.35
"""How much likelier each step to the other makes it that a game turn has no attack."""
QUIET = 0.15
"""What it costs both that one more game turn has had no attack: the next is more dangerous."""
AROUND = {Bearing.FRONT: 0, Bearing.RIGHT: 1, Bearing.LEFT: 1, Bearing.BACK: 2}


class Stand(NamedTuple):
    """What an attack is weighed by, and no more: a key."""

    seat: int
    arm: Arm
    dice: int
    chooser: int
    out: bool
    """Whether the defender would be pushed out."""
    wounds: tuple[int, int]
    lost: tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(slots=True)
class Scales:
    """What weighs positions of one bout; it remembers what it has weighed."""

    floor: Floor
    kinds: Kinds
    first: int
    """The seat with the initiative."""
    agreed: int
    """``TC-32``  After so many game turns it ends; 0 for never."""
    _leads: dict[tuple[object, ...], float] = field(default_factory=dict)
    _gains: dict[Stand, float] = field(default_factory=dict)
    _attacks: dict[tuple[object, ...], tuple[float, float]] = field(default_factory=dict)
    _steps: dict[tuple[object, ...], int] = field(default_factory=dict)

    def weigh(self, at: Position) -> Worth:
        """Return what a position is worth, as far as it can be seen at once."""
        if at.over:
            return self._ended(at)
        if not any(at.left):
            return self._turn_over(at)
        lead = self._seen(at, 1.0)
        one, other = (0.0, 0.0) if at.fought else self._dawdles(at)
        return lead - one, -lead - other

    def _ended(self, at: Position) -> Worth:
        one, other = (f.wounds for f in at.fighters)
        if one <= 0 and other <= 0:
            return TIE, TIE
        return (1.0, LOST) if one > 0 else (LOST, 1.0)

    def _turn_over(self, at: Position) -> Worth:
        """``TC-31``, ``TC-32``  The roll for standing off, then the agreed end."""
        off = 0.0 if at.fought else _stands_off(at.quiet)
        on = 1.0 - off
        if self.agreed and at.turn >= self.agreed:
            one, other = (f.wounds for f in at.fighters)
            after = (TIE, TIE) if one == other else (1.0, LOST) if one > other else (LOST, 1.0)
        else:
            lead = self._seen(at._replace(acts=self.first, parries=NOBODY), NEXT_TURN)
            cost = 0.0 if at.fought else QUIET
            after = lead - cost, -lead - cost
        return on * after[0] + off * LOST, on * after[1] + off * LOST

    def _dawdles(self, at: Position) -> Worth:
        """Return what it costs each that it cannot attack yet: neither relies on the other."""
        off = _stands_off(at.quiet)
        steps = [self.steps(at, seat) for seat in (0, 1)]
        if all([steps[seat] >= at.left[seat] for seat in (0, 1)]):
            return off, off
        one, other = (off * min(1.0, STEP * n) for n in steps)
        return one, other

    def _seen(self, at: Position, share: float) -> float:
        """Return what a position is worth to the first seat by lead, threats and ground."""
        wounds = at.fighters[0].wounds, at.fighters[1].wounds
        lost = at.fighters[0].lost, at.fighters[1].lost
        lead = self.lead(wounds, lost)
        threats = [self._threat(at, seat) for seat in (0, 1)]
        threats[1 - at.acts] *= SECOND
        inner = (at.fighters[1].cell.ring - at.fighters[0].cell.ring) / self.floor.outer
        worth = lead + share * (threats[0] - threats[1]) + INNER * inner
        return max(-0.99, min(0.99, worth))

    def lead(
        self, wounds: tuple[int, int], lost: tuple[tuple[str, ...], tuple[str, ...]]
    ) -> float:
        """Return who lasts longer, by wounds and by what each does to the other."""
        key = wounds, lost
        if (found := self._leads.get(key)) is None:
            one = wounds[0] / self._rate(1, wounds[0], lost[1])
            other = wounds[1] / self._rate(0, wounds[1], lost[0])
            found = self._leads[key] = 0.9 * (one - other) / (one + other)
        return found

    def _rate(self, seat: int, wounds: int, lost: tuple[str, ...]) -> float:
        """Return how many wounds a champion takes off the other in some time."""
        me, foe = self.kinds[seat], self.kinds[1 - seat]
        held = me.held(lost)
        most = max([_harm(arm.foe, wounds) for arm in held or (me.hands,)])
        skill = SKILLED if me.ws > foe.ws else UNSKILLED if me.ws < foe.ws else 1.0
        return max(NEVER_HURT, most * skill * min(me.actions, me.attacks + (len(held) > 1)))

    def _threat(self, at: Position, seat: int) -> float:
        """Return what a champion's next attack is worth to it, the later the less."""
        # All that the attack depends on: many positions differ in something else.
        key = seat, at.fighters, at.rings, at.parries == 1 - seat
        if (found := self._attacks.get(key)) is None:
            found = self._attacks[key] = self._next_attack(at, seat)
        gain, share = found
        if not at.left[seat] or not has_attack(self.kinds[seat], at, seat):
            gain *= NEXT_TURN
        return gain * share

    def _next_attack(self, at: Position, seat: int) -> tuple[float, float]:
        """Return what a champion's next attack adds, and what is left of it till then."""
        wounds = at.fighters[0].wounds, at.fighters[1].wounds
        lost = at.fighters[0].lost, at.fighters[1].lost
        me, foe = at.fighters[seat], at.fighters[1 - seat]
        kind, floor = self.kinds[seat], self.floor
        arms = in_hand(kind, me)
        steps = self.steps(at, seat)
        if not steps:
            where = bearing_to(floor, at.rings, me.cell, me.edge, foe.cell)
            stands = list[Stand]()
            for arm in arms:
                if where in arm.sides:
                    attack = planned(floor, self.kinds, at, seat, arm)
                    out = goes_out(floor, at.rings, me.cell, foe.cell)
                    stands.append(self._stand(attack, wounds, lost, out=out))
        else:
            mine, theirs = kind.ws, self.kinds[1 - seat].ws
            # Come to from within, who is on the outer ring goes out.
            out = foe.cell.ring == floor.outer and me.cell.ring < floor.outer
            chooser = 1 - seat if theirs > mine else seat
            stands = [
                Stand(seat, arm, dice_by_skill(mine, theirs), chooser, out, wounds, lost)
                for arm in arms
            ]
        gain = max([self.gain(stand) for stand in stands], default=0.0)
        return max(0.0, gain), float(LATER**steps)

    def _stand(
        self,
        attack: Attack,
        wounds: tuple[int, int],
        lost: tuple[tuple[str, ...], tuple[str, ...]],
        *,
        out: bool,
    ) -> Stand:
        return Stand(attack.seat, attack.arm, attack.dice, attack.chooser, out, wounds, lost)

    def gain(self, stand: Stand) -> float:
        """Return what an attack adds for the attacker, about, the die chosen for the best."""
        if (found := self._gains.get(stand)) is None:
            found = self._gains[stand] = self._gain(stand)
        return found

    def _gain(self, stand: Stand) -> float:
        if stand.dice < 1:
            return 0.0
        faces = [self._face(stand, face) for face in range(1, 7)]
        best = stand.chooser == stand.seat
        order = sorted(range(6), key=lambda n: faces[n], reverse=best)
        each = shares(stand.dice, tuple([n + 1 for n in order]))
        return sum([share * worth for share, worth in zip(each, faces, strict=True)])

    def _face(self, stand: Stand, face: int) -> float:
        """Return what one result adds for the attacker, about."""
        seat, foe = stand.seat, 1 - stand.seat
        kind, sign = self.kinds[foe], 1 if stand.seat == 0 else -1
        before = sign * self.lead(stand.wounds, stand.lost)
        hits = self._wounded(stand, foe, stand.arm.foe)
        if face == HARMED:
            return self._wounded(stand, seat, stand.arm.own)
        pushed = 0.0 if kind.stubborn else 1.0 - before if stand.out else GROUND
        if face == PUSHED:
            return pushed
        if face == BOTH:
            held = kind.held(stand.lost[foe])
            back = min([self._wounded(stand, seat, arm.foe) for arm in held], default=0.0)
            return min(hits + back, pushed) if kind.tactics else hits + back
        if face == DISARMED:
            return RANSOM * self._robbed(stand, foe, before)
        if face == HARMS or kind.thirst:
            return hits
        assert face == KNOCKED
        return 1.0 - before if stand.out else hits + GROUND

    def _wounded(self, stand: Stand, who: int, cut: Cut) -> float:
        """Return what it adds for the attacker that somebody is hit."""
        sign = 1 if stand.seat == 0 else -1
        before = sign * self.lead(stand.wounds, stand.lost)
        left = 0 if cut.outright else stand.wounds[who] - 1
        if left <= 0:
            after = LOST if who == stand.seat else 1.0
        else:
            wounds = (left, stand.wounds[1]) if who == 0 else (stand.wounds[0], left)
            after = sign * self.lead(wounds, stand.lost)
        return cut.wounds * (after - before)

    def _robbed(self, stand: Stand, foe: int, before: float) -> float:
        sign, most = (1 if stand.seat == 0 else -1), 0.0
        for arm in self.kinds[foe].held(stand.lost[foe]):
            now = (*stand.lost[foe], arm.name)
            lost = (now, stand.lost[1]) if foe == 0 else (stand.lost[0], now)
            most = max(most, sign * self.lead(stand.wounds, lost) - before)
        return most

    def steps(self, at: Position, seat: int) -> int:
        """Return about how many actions it takes a champion until it can attack; 0 now."""
        key = seat, at.fighters, at.rings
        if (found := self._steps.get(key)) is None:
            me, foe, kind = at.fighters[seat], at.fighters[1 - seat], self.kinds[seat]
            sides, heavy, fleet = kind.reach(me.lost), kind.heavy, kind.fleet
            found = self._steps[key] = steps(
                self.floor, at.rings, me.cell, me.edge, foe.cell, sides, heavy, fleet
            )
        return found


def _harm(cut: Cut, wounds: int) -> float:
    return cut.wounds * (wounds if cut.outright else 1)


def _stands_off(quiet: int) -> float:
    """``TC-31``  Return how likely one more turn without an attack ends the bout."""
    return (7 - needed(quiet + 1)) / 6


@lru_cache(maxsize=8192)
def goes_out(floor: Floor, rings: Rings, attacker: Cell, defender: Cell) -> bool:
    """``TC-23``  Whether a champion attacked from a cell has nothing at its back."""
    return not retreats(floor, rings, attacker, defender)


@lru_cache(maxsize=16384)
def steps(
    floor: Floor,
    rings: Rings,
    cell: Cell,
    edge: int,
    foe: Cell,
    sides: frozenset[Bearing],
    heavy: bool,  # noqa: FBT001  a key
    fleet: bool,  # noqa: FBT001
) -> int:
    """Return about how many actions it takes until a champion can attack; 0 if it can now."""
    near = abs(cell.ring - foe.ring) <= 1
    if near and edge_to(floor, rings, cell, foe, edge) is not None:
        where = bearing_to(floor, rings, cell, edge, foe)
        if where is None:
            return 1
        turns = 0 if where in sides else AROUND[where]
        return 2 * turns if heavy else turns
    moves, toward = _walk(floor, rings, cell, foe)
    if fleet:
        moves = (moves + 1) // 2
    if cell.ring == 0:
        halves = 2 * floor.edges(cell)
        apart = (way(floor, rings, cell, edge) - toward) % TURN
        off = round(min(apart, TURN - apart) * halves / TURN)
    else:
        apart = (edge - toward) % 8
        off = min(apart, 8 - apart)
    return moves + (off if heavy else (off + 1) // 2)


def _walk(floor: Floor, rings: Rings, cell: Cell, foe: Cell) -> tuple[int, int]:
    """Return how many cells lie between, about, and where to: an edge, or a way if central."""
    if cell.ring == 0 or foe.ring == 0:
        toward = way(floor, rings, foe, OUT) if foe.ring else IN
        return max(1, abs(cell.ring - foe.ring) - 1), toward
    apart = (way(floor, rings, foe, OUT) - way(floor, rings, cell, OUT)) % TURN
    turned = min(apart, TURN - apart)
    inner = min(cell.ring, foe.ring)
    # Round the inner of both rings, or through the centre.
    round_it = turned * floor.cells[inner] / TURN - (cell.ring != foe.ring) / 2
    across = abs(cell.ring - foe.ring)
    through = cell.ring + foe.ring
    cells = max(1, round(min(through, across + max(0.0, round_it))) - 1)
    if foe.ring > cell.ring and across >= round_it:
        return cells, OUT
    if foe.ring < cell.ring or through < across + round_it:
        return cells, IN
    return cells, CLOCKWISE if apart < TURN / 2 else COUNTER
