"""The steady bot's answers by kind of question in the cage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import accumulate, chain
from math import exp
from typing import Any

from game.bots.luck import luck_in
from game.bots.protocol import Thoughts
from game.bots.steady.personalities import SteadyWeights
from game.bots.steady.scored_answers import ScoredAnswers
from game.geometry.points import EPSILON
from game.play.decisions import PASS, Amount, Choose, Decision, DecisionKind
from game.play.game import Game
from game.systems.cage.bot.bout_motives import (
    BEST_OF,
    PositionContrast,
    action_motive,
    attack_motive,
)
from game.systems.cage.bot.exchange_odds import ExchangeOdds, Wounds
from game.systems.cage.bot.search import (
    DEPTHS,
    CageAssessment,
    Depths,
    assessment_of,
)
from game.systems.cage.bot.weights import CageWeights
from game.systems.cage.rules import CageKind
from game.systems.cage.rules.action_options import ATTACK
from game.systems.cage.rules.attack_effects import Kinds, PlannedAttack, comes, planned
from game.systems.cage.rules.attack_options import in_reach
from game.systems.cage.rules.attack_results import BOTH, PUSHED
from game.systems.cage.rules.bout_position import (
    DroppedWeapon,
    Fighter,
    Position,
    countered,
    next_turn,
    turned_by,
)
from game.systems.cage.rules.champion_stats import HeldWeapon, kind_of
from game.systems.cage.rules.champions import to_pick
from game.systems.cage.rules.floor import facings, neighbours
from game.systems.cage.rules.moves import entries
from game.systems.cage.table import CENTRE, cell_called, facing_text
from game.table.events import Rolled, RollKind
from game.table.records import Cell, Model, Side, UnitId

ROUNDS, STEP = 300, 0.05
"""Rounds in which both sides adapt their picks to each other's, and the share of each."""
AFTER = 1
"""Search depth, in actions after the current one."""


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
    return _lead((kind_of(game, me, foe), kind_of(game, foe, me)), (me.wounds, foe.wounds))


@lru_cache(maxsize=256)
def _lead(kinds: Kinds, wounds: Wounds) -> float:
    """Return the same, cached because all games with the same champions begin alike."""
    return ExchangeOdds(kinds).lead(wounds, ((), ()))


def turns(assessment: CageAssessment, asked: Amount) -> Thoughts:
    """Weigh turns of the ring by how the next game turn begins; on a tie, the least angle."""
    seat, ring = assessment.seat, assessment.at.fighters[assessment.seat].cell.ring
    kinds, first = assessment.scales.kinds, assessment.scales.first
    begun = next_turn(assessment.at, first, (kinds[0].actions, kinds[1].actions))
    scored, unturned = _scored(assessment), turned_by(begun, ring, 0)
    ways = {
        by - 360 if by > asked.most else by
        for by in assessment.scales.angles(assessment.at, seat)
    }
    for by in sorted({0, *ways}, key=lambda by: (abs(by), by)):
        yield
        there = turned_by(begun, ring, by)
        if seat == first:
            worth = assessment.ahead.worth(there, AFTER)[seat]
        else:
            lead = assessment.scales.floor_turned(there)
            worth = -lead if seat else lead
        scored.add(worth, by, PositionContrast(assessment, unturned, there).motive)
    return scored


def acts(assessment: CageAssessment, asked: Choose) -> Thoughts:
    """Weigh the actions; the last one attacks if the turn had no attack yet.

    Without an attack in a game turn the bout may end, lost by both (``TC-31``).
    """
    options = list[tuple[str, float]]()
    for answer, worths in chain(
        assessment.ahead.attacks(assessment.at, AFTER), assessment.ahead.moves(assessment.at)
    ):
        options.append((answer, worths[assessment.seat]))
        yield
    if not assessment.at.fought and assessment.at.left[assessment.seat] == 1:
        options = _attacks(assessment, options) or options
    scored = _scored(assessment)
    for answer, worth in options:
        attacks = answer.startswith(ATTACK)
        why = partial(attack_motive, assessment, asked, answer) if attacks else None
        scored.add(worth, answer, why or partial(action_motive, assessment, answer))
    return scored or PASS


def _scored(assessment: CageAssessment) -> ScoredAnswers:
    return ScoredAnswers(assessment.scales.weights.temperature, tie=EPSILON)


def _attacks(
    assessment: CageAssessment, options: list[tuple[str, float]]
) -> list[tuple[str, float]]:
    """Return the attacks that count for ``TC-31``: those that keep a die."""
    if not any(a.startswith(ATTACK) for a, _ in options):
        return []
    return [(a, w) for a, w in options if a.startswith(ATTACK) and has_die(assessment, a)]


def has_die(assessment: CageAssessment, answer: str) -> bool:
    seat, scales = assessment.seat, assessment.scales
    arms = in_reach(scales.floor, scales.kinds[seat], assessment.at, seat)
    arm = next(a for a in arms if answer == f"{ATTACK} {a.name}")
    return assessment.ahead.plan(assessment.at, arm).dice > 0


def on(assessment: CageAssessment, asked: Choose) -> Thoughts:
    """``TC-25``  Go on into a second cell, or stay."""
    yield
    return _cells(assessment, asked, assessment.seat)


def retreat(assessment: CageAssessment, asked: Choose) -> Thoughts:
    """``TC-23``  Weigh the cells to retreat to by the next actions."""
    yield
    return _cells(assessment, asked, assessment.seat)


def _cells(assessment: CageAssessment, asked: Choose, seat: int) -> ScoredAnswers:
    scored = ScoredAnswers(assessment.scales.weights.temperature)
    for option in asked.options:
        cell = cell_called(assessment.scales.floor, option.id)
        there = [assessment.at] if cell is None else _entries(assessment, seat, cell)
        best = max(there, key=lambda one: assessment.ahead.worth(one, AFTER)[seat])
        why = PositionContrast(assessment, assessment.at, best).motive
        scored.add(assessment.ahead.worth(best, AFTER)[seat], option.id, why)
    return scored


def _all_scored(
    assessment: CageAssessment, asked: Choose, worth: Callable[[str], float]
) -> ScoredAnswers:
    scored = ScoredAnswers(assessment.scales.weights.temperature)
    for option in asked.options:
        scored.add(worth(option.id), option.id)
    return scored


def facing(assessment: CageAssessment, asked: Choose) -> Thoughts:
    """``TC-03``  Choose among edges that are equally near."""
    yield
    seat, floor, at = assessment.seat, assessment.scales.floor, assessment.at
    words = [o.id for o in asked.options]
    for cell in _entered_by(assessment):
        edges = facings(at.stance(floor, seat), cell)
        found = {
            facing_text(cell, edge): one
            for edge, one in zip(edges, _entries(assessment, seat, cell), strict=True)
        }
        if list(found) == words:
            scored = ScoredAnswers(assessment.scales.weights.temperature)
            for word, there in found.items():
                scored.add(assessment.ahead.worth(there, AFTER)[seat], word)
            return scored
    return words[0]


def _entered_by(assessment: CageAssessment) -> Sequence[Cell]:
    here = assessment.at.fighters[assessment.seat].cell
    taken = assessment.at.fighters[1 - assessment.seat].cell
    cells = (
        [CENTRE]
        if here.ring
        else neighbours(assessment.scales.floor, assessment.at.rings, here)
    )
    return [cell for cell in cells if cell != taken]


def _entries(assessment: CageAssessment, seat: int, cell: Cell) -> list[Position]:
    at = assessment.at
    return entries(at.stance(assessment.scales.floor, seat), at, seat, cell)


def counter(assessment: CageAssessment, asked: Choose) -> Thoughts:
    """``TC-28``  Weigh a counter-attack, which costs an action."""
    yield
    seat, scales, ahead = assessment.seat, assessment.scales, assessment.ahead
    foe = 1 - seat
    arms = in_reach(scales.floor, scales.kinds[foe], assessment.at, foe)
    attack = planned(scales.floor, scales.kinds, assessment.at, foe, arms[0])
    scored = ScoredAnswers(scales.weights.temperature)
    scored.add(ahead.rolled(assessment.at, attack, AFTER)[seat], PASS)
    for answer in ahead.answers_to(assessment.at, attack):
        worth = ahead.exchanged(countered(assessment.at, seat), attack, answer)[seat]
        why = partial(attack_motive, assessment, asked, answer.arm.name)
        scored.add(worth, answer.arm.name, why)
    return scored


def die(assessment: CageAssessment, asked: Choose) -> Thoughts:
    """``TC-14``  Weigh the dice by what they are worth to the seat that chooses."""
    attack = _rolled(assessment)
    best = BEST_OF.get(len(asked.options), "") if attack.seat == assessment.seat else ""
    scored = ScoredAnswers(assessment.scales.weights.temperature)
    for option in asked.options:
        yield
        worth = assessment.ahead.face(assessment.at, attack, int(option.id), AFTER)
        scored.add(worth[assessment.seat], option.id, lambda: best)
    return scored


def tactics(assessment: CageAssessment, asked: Choose) -> Thoughts:
    """``TC-24``  Weigh giving ground, and an exchange of hits."""
    yield
    attack = _rolled(assessment)
    gives_ground, exchanges = (_face(assessment, attack, face) for face in (PUSHED, BOTH))
    scored = ScoredAnswers(assessment.scales.weights.temperature)
    scored.add(exchanges, PASS)
    scored.add(gives_ground, asked.options[0].id)
    return scored


def _face(assessment: CageAssessment, attack: PlannedAttack, face: int) -> float:
    """Return the value of a result to the asked seat; at ``BOTH`` the defender stays."""
    scales = assessment.scales
    chooser, lotteries = comes(scales.floor, scales.kinds, assessment.at, attack, face)
    if face == BOTH:
        held = scales.kinds[chooser].held(assessment.at.fighters[chooser].lost)
        lotteries = lotteries[: max(1, len(held))]
    return max([assessment.ahead.drawn(one, AFTER)[assessment.seat] for one in lotteries])


def hit_back(assessment: CageAssessment, asked: Choose) -> Thoughts:
    """``TC-17``  Hit back with the weapon that does most harm."""
    yield
    held = assessment.scales.kinds[assessment.seat].in_hand(_me(assessment).lost)
    arms = {arm.name: arm for arm in held}
    return max([o.id for o in asked.options], key=lambda name: _harm(arms[name]))


def disarm(assessment: CageAssessment, asked: Choose) -> Thoughts:
    """``TC-19``  Weigh the weapons to take away by how much the other would miss them."""
    yield
    foe = assessment.at.fighters[1 - assessment.seat]

    def worth(name: str) -> float:
        lost = foe._replace(lying=(*foe.lying, DroppedWeapon(name, foe.cell)))
        return assessment.scales.weigh(assessment.at.with_(1 - assessment.seat, lost))[
            assessment.seat
        ]

    return _all_scored(assessment, asked, worth)


def _me(assessment: CageAssessment) -> Fighter:
    return assessment.at.fighters[assessment.seat]


def _harm(arm: HeldWeapon) -> tuple[bool, float]:
    return arm.foe.outright, arm.foe.wounds


def _rolled(assessment: CageAssessment) -> PlannedAttack:
    """Return the attack that was rolled last."""
    view, table = assessment.view, assessment.view.table
    story = view.story if isinstance(view, Game) else []
    last = next(
        e
        for e in reversed(story)
        if isinstance(e, Rolled) and e.kind in (RollKind.ATTACK, RollKind.PARRIED)
    )
    seat = table.sides.index(table.units[UnitId(last.who)].side)
    arms = assessment.scales.kinds[seat].in_hand(assessment.at.fighters[seat].lost)
    arm = next(a for a in arms if a.name == last.weapon)
    return planned(assessment.scales.floor, assessment.scales.kinds, assessment.at, seat, arm)


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
            return pick_champion(game, side, asked, weights.of(CageWeights))
        judge = CHOICES.get(asked.kind)
        return (
            judge(assessment_of(game, side, weights.of(CageWeights), depths), asked)
            if judge
            else None
        )
    if isinstance(asked, Amount) and asked.kind is CageKind.FLOOR:
        return turns(assessment_of(game, side, weights.of(CageWeights), depths), asked)
    return None
