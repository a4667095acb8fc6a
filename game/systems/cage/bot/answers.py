"""Answers by kind of question: champions, rings, actions, dice, weapons, retreats, facings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, chain
from math import exp
from typing import Any

from game.bots.luck import luck_in
from game.bots.protocol import Thoughts
from game.bots.steady.personalities import SteadyWeights
from game.geometry.points import EPSILON
from game.play.decisions import PASS, Amount, Choose, Decision, DecisionKind
from game.play.game import Game
from game.systems.cage.bot import CageWeights
from game.systems.cage.bot.actions import (
    ExchangeOdds,
    PlannedAttack,
    comes,
    entered,
    in_hand,
    in_reach,
    planned,
)
from game.systems.cage.bot.position import (
    DroppedWeapon,
    Fighter,
    HeldWeapon,
    Position,
    kind_of,
    next_turn,
    turned_by,
)
from game.systems.cage.bot.search import DEPTHS, CageAssessment, Depths, countered, scene_of
from game.systems.cage.rules import CageKind
from game.systems.cage.rules.action_options import ATTACK
from game.systems.cage.rules.attacks import BOTH, PUSHED
from game.systems.cage.rules.champions import to_pick
from game.systems.cage.rules.floor import facings, neighbours
from game.systems.cage.table import CENTRE, cell_called, facing_text
from game.table.events import Rolled, RollKind
from game.table.records import Cell, Model, Side, UnitId

ROUNDS, STEP = 300, 0.05
"""Rounds in which both sides adapt their picks to each other's, and the share of each."""


def pick_champion(game: Game, side: Side, asked: Choose, weights: CageWeights) -> Thoughts:
    """``TC-04``  Draw a champion from the mixed equilibrium of the table of pairs.

    The other's pick is sealed: what it may be is weighed by the same equilibrium.
    """
    table = game.table
    foes, leads = to_pick(table, table.enemy(side)), list[list[float]]()
    for model in to_pick(table, side):
        yield
        leads.append([lead_of(game, model, foe) for foe in foes])
    chances = [*accumulate(mixed(leads, weights.pick_spread))] or [1.0]
    drawn = luck_in(game, side).below(1000) / 1000 * chances[-1]
    return asked.options[sum([chance <= drawn for chance in chances])].id


def mixed(leads: Sequence[Sequence[float]], spread: float) -> list[float]:
    """Return the chance of each row if both sides answer the other's picks (logit equilibrium).

    *leads* holds the lead of each row's champion over each column's; a lead of *spread* makes a
    pick e times as likely, because leads are only estimates.
    """
    columns = [*zip(*leads, strict=True)]
    mine, theirs = ([1.0 / len(lines)] * len(lines) for lines in (leads, columns))
    for _ in range(ROUNDS):
        best = _likely([_mean(line, theirs) for line in leads], spread)
        worst = _likely([-_mean(line, mine) for line in columns], spread)
        mine, theirs = _blend(mine, best), _blend(theirs, worst)
    return mine


def _mean(worths: Sequence[float], chances: Sequence[float]) -> float:
    return sum([worth * chance for worth, chance in zip(worths, chances, strict=True)])


def _likely(worths: Sequence[float], spread: float) -> list[float]:
    most = max(worths)
    weights = [exp((worth - most) / spread) for worth in worths]
    return [weight / sum(weights) for weight in weights]


def _blend(old: Sequence[float], new: Sequence[float]) -> list[float]:
    return [a + STEP * (b - a) for a, b in zip(old, new, strict=True)]


def lead_of(game: Game, me: Model, foe: Model) -> float:
    """Return the lead of a champion over another at the beginning of a bout."""
    odds = ExchangeOdds((kind_of(game, me, foe), kind_of(game, foe, me)))
    return odds.lead((me.wounds, foe.wounds), ((), ()))


def turns(scene: CageAssessment, asked: Amount) -> Thoughts:
    """Turn the ring so that the next game turn begins best; on a tie, by the least angle."""
    seat, ring = scene.seat, scene.at.fighters[scene.seat].cell.ring
    kinds, first = scene.scales.kinds, scene.scales.first
    begun = next_turn(scene.at, first, (kinds[0].actions, kinds[1].actions))
    best, most = 0, float("-inf")
    ways = {by - 360 if by > asked.most else by for by in scene.scales.angles(scene.at, seat)}
    for by in sorted({0, *ways}, key=lambda by: (abs(by), by)):
        yield
        there = turned_by(begun, ring, by)
        if seat == first:
            worth = scene.ahead.worth(there, AFTER)[seat]
        else:
            lead = scene.scales.floor_turned(there)
            worth = -lead if seat else lead
        if worth > most + EPSILON:
            best, most = by, worth
    return best


def acts(scene: CageAssessment, asked: Choose) -> Thoughts:
    """Take the action worth most; the last action attacks if the turn had no attack yet.

    Without an attack in a game turn the bout may end, lost by both (``TC-31``).
    """
    options = list[tuple[str, float]]()
    for answer, worths in chain(
        scene.ahead.attacks(scene.at, AFTER), scene.ahead.moves(scene.at)
    ):
        options.append((answer, worths[scene.seat]))
        yield
    if not scene.at.fought and scene.at.left[scene.seat] == 1:
        options = _attacks(scene, options) or options
    best, most = PASS, float("-inf")
    for answer, worth in options:
        if worth > most + EPSILON:
            best, most = answer, worth
    return best


def _attacks(
    scene: CageAssessment, options: list[tuple[str, float]]
) -> list[tuple[str, float]]:
    """Return the attacks that count for ``TC-31``: those that keep a die."""
    if not any(a.startswith(ATTACK) for a, _ in options):
        return []
    return [(a, w) for a, w in options if a.startswith(ATTACK) and has_die(scene, a)]


def has_die(scene: CageAssessment, answer: str) -> bool:
    seat, scales = scene.seat, scene.scales
    arms = in_reach(scales.floor, scales.kinds[seat], scene.at, seat)
    arm = next(a for a in arms if answer == f"{ATTACK} {a.name}")
    return scene.ahead.plan(scene.at, arm).dice > 0


AFTER = 1
"""Search depth, in actions after the current one."""


def on(scene: CageAssessment, asked: Choose) -> Thoughts:
    """``TC-25``  Go on into a second cell, or stay."""
    yield
    return _best_cell(scene, asked, scene.seat)


def retreat(scene: CageAssessment, asked: Choose) -> Thoughts:
    """``TC-23``  Retreat to the cell from which the next actions are worth most."""
    yield
    return _best_cell(scene, asked, scene.seat)


def _best_cell(scene: CageAssessment, asked: Choose, seat: int) -> str:
    def worth(answer: str) -> float:
        cell = cell_called(scene.scales.floor, answer)
        there = (
            [scene.at] if cell is None else entered(scene.scales.floor, scene.at, seat, cell)
        )
        return scene.ahead.best(there, seat, AFTER)[seat]

    return max([o.id for o in asked.options], key=worth)


def facing(scene: CageAssessment, asked: Choose) -> Thoughts:
    """``TC-03``  Choose among edges that are equally near."""
    yield
    seat, floor, at = scene.seat, scene.scales.floor, scene.at
    words = [o.id for o in asked.options]
    for cell in _entered_by(scene):
        edges = facings(floor, at.rings, at.fighters[seat].cell, at.fighters[seat].edge, cell)
        found = {
            facing_text(cell, edge): one
            for edge, one in zip(edges, _into(scene, cell), strict=True)
        }
        if list(found) == words:
            return max(words, key=lambda word: scene.ahead.worth(found[word], AFTER)[seat])
    return words[0]


def _entered_by(scene: CageAssessment) -> Sequence[Cell]:
    here = scene.at.fighters[scene.seat].cell
    taken = scene.at.fighters[1 - scene.seat].cell
    cells = [CENTRE] if here.ring else neighbours(scene.scales.floor, scene.at.rings, here)
    return [cell for cell in cells if cell != taken]


def _into(scene: CageAssessment, cell: Cell) -> list[Position]:
    return entered(scene.scales.floor, scene.at, scene.seat, cell)


def counter(scene: CageAssessment, asked: Choose) -> Thoughts:
    """``TC-28``  Counter-attack if that is worth an action."""
    yield
    seat, scales, ahead = scene.seat, scene.scales, scene.ahead
    foe = 1 - seat
    arms = in_reach(scales.floor, scales.kinds[foe], scene.at, foe)
    attack = planned(scales.floor, scales.kinds, scene.at, foe, arms[0])
    best, most = PASS, ahead.rolled(scene.at, attack, AFTER)[seat]
    for answer in ahead.answers_to(scene.at, attack):
        worth = ahead.exchanged(countered(scene.at, attack), attack, answer)[seat]
        if worth > most:
            best, most = answer.arm.name, worth
    return best


def die(scene: CageAssessment, asked: Choose) -> Thoughts:
    """``TC-14``  Choose the die that is worth most to the seat that chooses."""
    attack = _rolled(scene)
    worths = dict[str, float]()
    for option in asked.options:
        yield
        worth = scene.ahead.face(scene.at, attack, int(option.id), AFTER)
        worths[option.id] = worth[scene.seat]
    return max(worths, key=lambda face: worths[face])


def tactics(scene: CageAssessment, asked: Choose) -> Thoughts:
    """``TC-24``  Give ground if that is better than an exchange of hits."""
    yield
    attack = _rolled(scene)
    gives, stands = (_face(scene, attack, face) for face in (PUSHED, BOTH))
    return asked.options[0].id if gives > stands else PASS


def _face(scene: CageAssessment, attack: PlannedAttack, face: int) -> float:
    """Return the value of a result to the asked seat; at ``BOTH`` the defender stays."""
    scales = scene.scales
    chooser, lotteries = comes(scales.floor, scales.kinds, scene.at, attack, face)
    if face == BOTH:
        held = scales.kinds[chooser].held(scene.at.fighters[chooser].lost)
        lotteries = lotteries[: max(1, len(held))]
    return max([scene.ahead.drawn(one, AFTER)[scene.seat] for one in lotteries])


def hit_back(scene: CageAssessment, asked: Choose) -> Thoughts:
    """``TC-17``  Hit back with the weapon that does most harm."""
    yield
    arms = {arm.name: arm for arm in in_hand(scene.scales.kinds[scene.seat], _me(scene))}
    return max([o.id for o in asked.options], key=lambda name: _harm(arms[name]))


def disarm(scene: CageAssessment, asked: Choose) -> Thoughts:
    """``TC-19``  Take away the weapon that the other would miss most."""
    yield
    foe = scene.at.fighters[1 - scene.seat]

    def worth(name: str) -> float:
        lost = foe._replace(lying=(*foe.lying, DroppedWeapon(name, foe.cell)))
        return scene.scales.weigh(scene.at.with_(1 - scene.seat, lost))[scene.seat]

    return max([o.id for o in asked.options], key=worth)


def _me(scene: CageAssessment) -> Fighter:
    return scene.at.fighters[scene.seat]


def _harm(arm: HeldWeapon) -> tuple[bool, float]:
    return arm.foe.outright, arm.foe.wounds


def _rolled(scene: CageAssessment) -> PlannedAttack:
    """Return the attack that was rolled last."""
    view, table = scene.view, scene.view.table
    story = view.story if isinstance(view, Game) else []
    last = next(
        e
        for e in reversed(story)
        if isinstance(e, Rolled) and e.kind in (RollKind.ATTACK, RollKind.PARRIED)
    )
    seat = table.sides.index(table.units[UnitId(last.who)].side)
    arms = in_hand(scene.scales.kinds[seat], scene.at.fighters[seat])
    arm = next(a for a in arms if a.name == last.weapon)
    return planned(scene.scales.floor, scene.scales.kinds, scene.at, seat, arm)


CHOICES: Mapping[DecisionKind | None, Callable[[CageAssessment, Choose], Thoughts]] = {
    CageKind.ACTION: acts,
    CageKind.ON: on,
    CageKind.RETREAT: retreat,
    CageKind.FACING: facing,
    CageKind.COUNTER: counter,
    CageKind.DIE: die,
    CageKind.TACTICS: tactics,
    CageKind.HIT_BACK: hit_back,
    CageKind.DISARM: disarm,
}


def judge_of(
    game: Game,
    side: Side,
    asked: Decision[Any],
    weights: SteadyWeights,
    depths: Depths = DEPTHS,
) -> Thoughts | None:
    """Return the thoughts about a question; None if this package has no answer to it."""
    if isinstance(asked, Choose):
        if asked.kind is CageKind.CHAMPION:
            return pick_champion(game, side, asked, weights.cage)
        judge = CHOICES.get(asked.kind)
        return judge(scene_of(game, side, weights.cage, depths), asked) if judge else None
    if isinstance(asked, Amount) and asked.kind is CageKind.FLOOR:
        return turns(scene_of(game, side, weights.cage, depths), asked)
    return None
