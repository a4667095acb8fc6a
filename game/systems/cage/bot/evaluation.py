"""Value of a position, from -1 (lost) to 1 (won)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import lru_cache
from typing import NamedTuple

from game.systems.cage.bot.exchange_odds import ExchangeOdds, Lost, Wounds
from game.systems.cage.bot.weights import CageWeights
from game.systems.cage.rules.attack_effects import Kinds, planned, shares
from game.systems.cage.rules.attack_options import has_attack
from game.systems.cage.rules.attack_results import FACES, PUSHED, RESULTS
from game.systems.cage.rules.bout_end import needed
from game.systems.cage.rules.bout_position import Position, next_turn, turned_by
from game.systems.cage.rules.champion_stats import HeldWeapon, HitEffect
from game.systems.cage.rules.floor import Bearing, FloorStance, bearing_to, edge_to, retreats
from game.systems.cage.rules.planned_attack import attack_dice
from game.systems.cage.table import (
    CLOCKWISE,
    COUNTER,
    DEGREE,
    IN,
    OUT,
    TURN,
    Floor,
    Rings,
    facing_in_cell,
)
from game.systems.cage.table import STEP as TURN_STEP
from game.table.records import Cell

Worth = tuple[float, float]
"""Value to the first seat and to the second; both may lose a bout."""
LOST = -1.0
ANGLES = range(0, 360, 45)
"""Degrees by which a ring may be turned that are evaluated; a cell is wider than a step."""
APART = 0, 180
"""The same where both champions stand on rings: their cells side by side, or far apart."""
AROUND = {Bearing.FRONT: 0, Bearing.RIGHT: 1, Bearing.LEFT: 1, Bearing.BACK: 2}


class AttackKey(NamedTuple):
    """Cache key of an attack: everything that its value depends on."""

    seat: int
    arm: HeldWeapon
    dice: int
    chooser: int
    out: bool
    """True if a push would drive the defender out of the cage."""
    wounds: Wounds
    lost: Lost


class Sight(NamedTuple):
    """The part of a position's value that does not depend on the acting seat or actions left.

    Pairs are indexed by seat.
    """

    lead: float
    inner: float
    """Value to the first seat of the rings that both stand on."""
    gains: tuple[float, float]
    """Value that the next attack of each seat adds for it."""
    shares: tuple[float, float]
    """Share of these values that is left; it falls with the actions until the attack."""
    steps: tuple[int, int]
    """Approximate number of actions until each seat can attack; 0 now."""


@dataclass(slots=True)
class PositionEvaluator:
    """Evaluates positions of one bout and caches the results."""

    floor: Floor
    kinds: Kinds
    weights: CageWeights
    first: int
    """Seat with the initiative."""
    _: KW_ONLY
    agreed: int
    """``TC-32``  Number of game turns after which the bout ends; 0 for never."""
    _exchange: ExchangeOdds = field(init=False)
    _gains: dict[AttackKey, float] = field(default_factory=dict)
    _nexts: dict[tuple[object, ...], float] = field(default_factory=dict)
    _sights: dict[tuple[object, ...], Sight] = field(default_factory=dict)
    _floors: dict[tuple[object, ...], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Set up the odds of trading blows."""
        self._exchange = ExchangeOdds(self.kinds)

    def weigh(self, at: Position) -> Worth:
        """Return the value of a position without searching further."""
        if at.over:
            return self._ended(at)
        if not any(at.left):
            return self._turn_over(at)
        lead = self._seen(at)
        one, other = (0.0, 0.0) if at.fought else self._dawdles(at)
        return lead - one, -lead - other

    def _ended(self, at: Position) -> Worth:
        one, other = (max(0, f.wounds) for f in at.fighters)
        if one == other:
            return -self.weights.tie, -self.weights.tie
        return (1.0, LOST) if one > other else (LOST, 1.0)

    def _turn_over(self, at: Position) -> Worth:
        """``TC-31``, ``TC-32``  Return the value after standing off and the agreed end."""
        off = 0.0 if at.fought else _stands_off(at.quiet)
        on = 1.0 - off
        if self.agreed and at.turn >= self.agreed:
            after = self._ended(at)
        else:
            lead = self.floor_turned(at)
            cost = 0.0 if at.fought else self.weights.idle_turn
            after = lead - cost, -lead - cost
        return on * after[0] + off * LOST, on * after[1] + off * LOST

    def floor_turned(self, at: Position) -> float:
        """``TC-07``  Return the first seat's value after the last turn of the floor.

        The seat with the initiative turns second, so it decides which cells touch.
        """
        key = at.fighters, at.rings
        if (found := self._floors.get(key)) is None:
            one, other = self.kinds
            begun = next_turn(at, self.first, (one.actions, other.actions))
            mine, theirs = (at.fighters[n].cell.ring for n in (self.first, 1 - self.first))
            angles: Sequence[int] = (0,)
            if abs(mine - theirs) == 1:
                angles = self.angles(at, self.first, APART if mine and theirs else ANGLES)
            worths = [self._seen(turned_by(begun, mine, by)) for by in angles]
            found = self._floors[key] = min(worths) if self.first else max(worths)
        return found

    def angles(self, at: Position, seat: int, after: Sequence[int] = ANGLES) -> list[int]:
        """``TC-07``  Return degrees by which a seat's ring may turn.

        They are counted from where the middles of both cells are in one line.
        """
        mine, theirs = (at.fighters[n].cell for n in (seat, 1 - seat))
        ways = [facing_in_cell(self.floor, at.rings, cell, OUT) for cell in (mine, theirs)]
        between = round((ways[1] - ways[0]) / DEGREE / TURN_STEP) * TURN_STEP
        return [(between + by) % 360 for by in after]

    def _dawdles(self, at: Position) -> Worth:
        """Return the cost to each seat of not attacking yet; neither relies on the other."""
        off = _stands_off(at.quiet)
        one, other = self.sight(at).steps
        if one >= at.left[0] and other >= at.left[1]:
            return off, off
        step = self.weights.step
        return off * min(1.0, step * one), off * min(1.0, step * other)

    def _seen(self, at: Position) -> float:
        """Return the value of a position to the first seat, by lead, threats and ground."""
        sight = self.sight(at)
        threats = [self.threat(at, sight, seat) for seat in (0, 1)]
        threats[1 - at.acts] *= self.weights.second
        worth = sight.lead + threats[0] - threats[1] + sight.inner
        return max(-0.99, min(0.99, worth))

    def threat(self, at: Position, sight: Sight, seat: int) -> float:
        """Return the value of a champion's next attack to it, discounted for its delay."""
        gain = sight.gains[seat]
        if gain and not (at.left[seat] and has_attack(self.kinds[seat], at, seat)):
            gain *= self.weights.next_turn
        return gain * sight.shares[seat]

    def sight(self, at: Position) -> Sight:
        """Return the cached part of a position's value."""
        key = at.fighters, at.rings, at.parries
        if (found := self._sights.get(key)) is None:
            found = self._sights[key] = self._look(at)
        return found

    def _look(self, at: Position) -> Sight:
        one, other = at.fighters
        wounds, lost = (one.wounds, other.wounds), (one.lost, other.lost)
        stances = at.stance(self.floor, 0), at.stance(self.floor, 1)
        steps = self._steps(at, stances[0], 0), self._steps(at, stances[1], 1)
        later = self.weights.later
        return Sight(
            self.lead(wounds, lost),
            inner=self.weights.inner * ((other.cell.ring - one.cell.ring) / self.floor.outer),
            gains=(
                self._next_attack(at, stances, 0, near=not steps[0]),
                self._next_attack(at, stances, 1, near=not steps[1]),
            ),
            shares=(later ** steps[0], later ** steps[1]),
            steps=steps,
        )

    def lead(self, wounds: Wounds, lost: Lost) -> float:
        """Return the lead of the first seat by wounds and weapons, from -1 to 1."""
        return self._exchange.lead(wounds, lost)

    def _next_attack(
        self, at: Position, stances: Sequence[FloorStance], seat: int, *, near: bool
    ) -> float:
        """Return the value that a champion's next attack adds for it.

        *near*: the attack can be made now.
        """
        me, foe = at.fighters[seat], at.fighters[1 - seat]
        one, other = at.fighters
        wounds, lost = (one.wounds, other.wounds), (one.lost, other.lost)
        floor, rings = self.floor, at.rings
        if near:
            where = bearing_to(stances[seat], foe.cell)
            seen = bearing_to(stances[1 - seat], me.cell)
            out, parried = goes_out(floor, rings, me.cell, foe.cell), at.parries == 1 - seat
        else:
            where = seen = None
            # Attacked from within, a champion on the outer ring is pushed out.
            out, parried = me.cell.ring < foe.cell.ring == floor.outer, False
        key = seat, near, where, seen, out, parried, wounds, lost
        if (found := self._nexts.get(key)) is None:
            arms = self.kinds[seat].in_hand(me.lost)
            if near:
                attacks = [
                    planned(floor, self.kinds, at, seat, arm)
                    for arm in arms
                    if where in arm.sides
                ]
                plans = [(one.arm, one.dice, one.chooser) for one in attacks]
            else:
                mine, theirs = self.kinds[seat].ws, self.kinds[1 - seat].ws
                dice, defender_chooses = attack_dice(mine, theirs)
                chooser = 1 - seat if defender_chooses else seat
                plans = [(arm, dice, chooser) for arm in arms]
            keys = [AttackKey(seat, *plan, out, wounds, lost) for plan in plans]
            found = self._nexts[key] = max([0.0, *[self.gain(one) for one in keys]])
        return found

    def gain(self, stand: AttackKey) -> float:
        """Return the approximate value of an attack to the attacker, with the best die."""
        if (found := self._gains.get(stand)) is None:
            found = self._gains[stand] = self._gain(stand)
        return found

    def _gain(self, stand: AttackKey) -> float:
        if stand.dice < 1:
            return 0.0
        faces = [self._face(stand, face) for face in FACES]
        best = stand.chooser == stand.seat
        order = sorted(range(6), key=lambda n: faces[n], reverse=best)
        each = shares(stand.dice, tuple([n + 1 for n in order]))
        return sum([share * worth for share, worth in zip(each, faces, strict=True)])

    def _face(self, stand: AttackKey, face: int) -> float:
        """Return the approximate value of one result to the attacker."""
        seat, foe = stand.seat, 1 - stand.seat
        kind, sign, row = self.kinds[foe], 1 if stand.seat == 0 else -1, RESULTS[face]
        before = sign * self.lead(stand.wounds, stand.lost)
        if row.hits_attacker:
            return self._wounded(stand, seat, stand.arm.own)
        if row.disarms:
            return self.weights.ransom * self._robbed(stand, foe, before)
        worth = self._wounded(stand, foe, stand.arm.foe) if row.hits_defender else 0.0
        if row.is_hit_back:
            held = kind.held(stand.lost[foe])
            worth += min([self._wounded(stand, seat, arm.foe) for arm in held], default=0.0)
            return min(worth, self._face(stand, PUSHED)) if kind.tactics else worth
        if not row.pushes or face in kind.firm:
            return worth
        return 1.0 - before if stand.out else worth + self.weights.ground

    def _wounded(self, stand: AttackKey, who: int, cut: HitEffect) -> float:
        """Return the value to the attacker of a hit on the champion in a seat."""
        sign = 1 if stand.seat == 0 else -1
        before = sign * self.lead(stand.wounds, stand.lost)
        left = 0 if cut.outright else stand.wounds[who] - 1
        if left <= 0:
            after = LOST if who == stand.seat else 1.0
        else:
            wounds = (left, stand.wounds[1]) if who == 0 else (stand.wounds[0], left)
            after = sign * self.lead(wounds, stand.lost)
        return cut.wounds * (after - before)

    def _robbed(self, stand: AttackKey, foe: int, before: float) -> float:
        sign, most = (1 if stand.seat == 0 else -1), 0.0
        for arm in self.kinds[foe].held(stand.lost[foe]):
            now = (*stand.lost[foe], arm.name)
            lost = (now, stand.lost[1]) if foe == 0 else (stand.lost[0], now)
            most = max(most, sign * self.lead(stand.wounds, lost) - before)
        return most

    def _steps(self, at: Position, stance: FloorStance, seat: int) -> int:
        """Return the approximate number of actions until a champion can attack; 0 now."""
        me, foe, kind = at.fighters[seat], at.fighters[1 - seat], self.kinds[seat]
        sides, heavy, fleet = kind.reach(me.lost), kind.heavy, kind.fleet
        return steps(stance, foe.cell, sides, heavy, fleet)


def _stands_off(quiet: int) -> float:
    """``TC-31``  Return the chance that one more turn without an attack ends the bout."""
    return (7 - needed(quiet + 1)) / 6


@lru_cache(maxsize=2048)
def goes_out(floor: Floor, rings: Rings, attacker: Cell, defender: Cell) -> bool:
    """``TC-23``  Return whether a champion attacked from a cell has no cell to retreat to."""
    return not retreats(floor, rings, attacker, defender)


@lru_cache(maxsize=16384)
def steps(
    stance: FloorStance,
    foe: Cell,
    sides: frozenset[Bearing],
    heavy: bool,  # noqa: FBT001  a key
    fleet: bool,  # noqa: FBT001
) -> int:
    """Return the approximate number of actions until a champion can attack; 0 now."""
    floor, rings, cell, edge = stance
    near = abs(cell.ring - foe.ring) <= 1
    if near and edge_to(stance, foe) is not None:
        where = bearing_to(stance, foe)
        if where is None:
            return 1
        turns = 0 if where in sides else AROUND[where]
        return 2 * turns if heavy else turns
    moves, toward = _walk(floor, rings, cell, foe)
    if fleet:
        moves = (moves + 1) // 2
    if cell.ring == 0:
        halves = 2 * floor.edges(cell)
        apart = (facing_in_cell(floor, rings, cell, edge) - toward) % TURN
        off = round(min(apart, TURN - apart) * halves / TURN)
    else:
        apart = (edge - toward) % 8
        off = min(apart, 8 - apart)
    return moves + (off if heavy else (off + 1) // 2)


def _walk(floor: Floor, rings: Rings, cell: Cell, foe: Cell) -> tuple[int, int]:
    """Return the approximate number of cells between, and the direction to go.

    The direction is an edge, or an angle if one of the cells is the centre.
    """
    if cell.ring == 0 or foe.ring == 0:
        toward = facing_in_cell(floor, rings, foe, OUT) if foe.ring else IN
        return max(1, abs(cell.ring - foe.ring) - 1), toward
    apart = (
        facing_in_cell(floor, rings, foe, OUT) - facing_in_cell(floor, rings, cell, OUT)
    ) % TURN
    turned = min(apart, TURN - apart)
    inner = min(cell.ring, foe.ring)
    # Around the inner one of both rings, or through the centre.
    round_it = turned * floor.cells[inner] / TURN - (cell.ring != foe.ring) / 2
    across = abs(cell.ring - foe.ring)
    through = cell.ring + foe.ring
    cells = max(1, round(min(through, across + max(0.0, round_it))) - 1)
    if foe.ring > cell.ring and across >= round_it:
        return cells, OUT
    if foe.ring < cell.ring or through < across + round_it:
        return cells, IN
    return cells, CLOCKWISE if apart < TURN / 2 else COUNTER
