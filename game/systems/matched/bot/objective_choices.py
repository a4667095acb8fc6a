"""The steady bot's choices about its objectives."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.bots.protocol import Thoughts
from game.cores.modern.bot.assessment import ModernAssessment, ModernUnitSummary, apart
from game.play.decisions import PASS, Choose
from game.systems.matched.rules.objective_conditions import (
    BIG,
    NOTHING,
    Pay,
    held_markers,
    marker_of,
    standing,
)
from game.systems.matched.rules.objective_deck import DECK, LED_MORE, ActiveObjective, hand_of
from game.systems.matched.rules.objective_markers import REACH
from game.systems.matched.rules.objective_scoring import name_of
from game.table.board import ObjectiveMarker
from game.table.command_points import commands

SPARE_POINTS = 3
"""Command points that are kept when an objective is swapped."""
LATER = 0.75
"""Discount on the hope for a marker for each turn it takes to get there."""
CROWD = 9.0
"""Inches around a marker within which units contest it."""


def mean(pay: Pay) -> float:
    return pay.fixed + 2.0 * pay.d3


def hope(assessment: ModernAssessment, held: ActiveObjective) -> float:
    """Return the points that a side may expect from an objective."""
    table, side = assessment.view.table, assessment.side
    if side in table.zones and table.markers:
        now = standing(table, side, held, hand_of(table, side)).pay
        if now != NOTHING:
            return mean(now) + LED_MORE * held.led
    chance = HOPES[held.objective.condition](assessment, held)
    return chance * (0.5 * (1 + LED_MORE) if held.led else 1.0)


def _marker(assessment: ModernAssessment, held: ActiveObjective) -> float:
    marker = marker_of(assessment.view.table, held.marker)
    return _to_hold(assessment, marker) if marker else 0.4


def _defend(assessment: ModernAssessment, held: ActiveObjective) -> float:
    before = held.marker in hand_of(assessment.view.table, assessment.side).held
    return (1.6 if before else 1.2) * _marker(assessment, held)


def _to_hold(assessment: ModernAssessment, marker: ObjectiveMarker) -> float:
    """Return the chance to control a marker soon, by the units near it."""

    def turns(summary: ModernUnitSummary) -> float:
        return max(0.0, apart([marker.at], 0.0, summary) - REACH) / max(1.0, summary.distance)

    mine = min([turns(summary) for summary in assessment.mine], default=9.0)
    theirs = sum(len(foe.models) for foe in assessment.foes if _is_by(foe, marker))
    ours = sum(len(summary.models) for summary in assessment.mine if _is_by(summary, marker))
    return 0.9 * float(LATER**mine) * (0.4 if theirs > ours else 1.0)


def _is_by(summary: ModernUnitSummary, marker: ObjectiveMarker) -> bool:
    return apart([marker.at], 0.0, summary) <= CROWD


def _many_markers(
    goal: int, worth: float
) -> Callable[[ModernAssessment, ActiveObjective], float]:
    def hoped(assessment: ModernAssessment, held: ActiveObjective) -> float:
        have = len(held_markers(assessment.view.table, assessment.side, led=held.led))
        return worth * float(0.5 ** max(1, goal - have))

    return hoped


def _if_foe(
    keyword: str, chance: float
) -> Callable[[ModernAssessment, ActiveObjective], float]:
    """Return an estimate for the loss of an enemy with a keyword; 0 if there is none."""

    def hoped(assessment: ModernAssessment, held: ActiveObjective) -> float:
        return chance if any(_has(foe, keyword) for foe in _enemies(assessment)) else 0.0

    return hoped


def _enemies(assessment: ModernAssessment) -> tuple[ModernUnitSummary, ...]:
    """Return the enemy units; before the battle all of them."""
    table = assessment.view.table
    if assessment.foes or table.clock.round:
        return assessment.foes
    return tuple(
        assessment.summary(u.id) for u in table.units.values() if u.side != assessment.side
    )


def _has(summary: ModernUnitSummary, keyword: str) -> bool:
    return any(m.profile.has(keyword) for m in summary.models)


def _giant(assessment: ModernAssessment, held: ActiveObjective) -> float:
    return 0.3 * any(m.profile.w >= BIG for foe in _enemies(assessment) for m in foe.models)


def _powers(assessment: ModernAssessment, held: ActiveObjective) -> float:
    models = assessment.view.table.models.values()
    mine = [m for m in models if m.side == assessment.side and m.profile.has("PSYKER")]
    return 0.8 if mine else 0.0


def _likely(chance: float) -> Callable[[ModernAssessment, ActiveObjective], float]:
    return lambda _, __: chance


HOPES: Mapping[str, Callable[[ModernAssessment, ActiveObjective], float]] = {
    "control": _marker,
    "control named": _marker,
    "defend": _defend,
    "leave home": _likely(0.35),
    "go deep": _likely(0.35),
    "hold home": _likely(0.4),
    "three markers": _many_markers(3, 1.6),
    "all markers": _many_markers(6, 3.0),
    "by fire": _likely(0.5),
    "blade": _likely(0.4),
    "slaughter": _likely(0.7),
    "clear centre": _likely(0.25),
    "nerve": _likely(0.35),
    "powers": _powers,
    "warlord dead": _if_foe("WARLORD", 0.5),
    "psyker": _if_foe("PSYKER", 0.25),
    "flyer": _if_foe("FLY", 0.3),
    "characters": _if_foe("CHARACTER", 0.35),
    "giant": _giant,
    "companion": _likely(0.6),
}
"""Expected points of an objective not achieved yet, by its condition."""


def _held(assessment: ModernAssessment, number: int) -> ActiveObjective:
    active = hand_of(assessment.view.table, assessment.side).active
    known = [held for held in active if held.number == number]
    return known[0] if known else ActiveObjective(number, DECK[number].marker)


def _least(assessment: ModernAssessment, asked: Choose) -> tuple[str, float]:
    """Return the offered objective with the lowest expected points, and those points."""
    numbers = [int(o.id) for o in asked.options if o.id != PASS]
    hopes = {number: hope(assessment, _held(assessment, number)) for number in numbers}
    least = min(numbers, key=hopes.__getitem__)
    return str(least), hopes[least]


def strike_out(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MP-41``  Strike out the objective with the lowest expected points."""
    yield
    return _least(assessment, asked)[0]


def advice(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MP-41``  Leave the enemy the objective from which it can expect less."""
    yield
    enemy = ModernAssessment(
        assessment.view, assessment.view.table.enemy(assessment.side), assessment.weights
    )
    return _least(enemy, asked)[0]


def discard(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MP-39``  Discard a hopeless objective; if required, the one with the lowest hope."""
    yield
    number, promised = _least(assessment, asked)
    may_keep = any(o.id == PASS for o in asked.options)
    hand = hand_of(assessment.view.table, assessment.side)
    dear = DECK[int(number)].kind == hand.priority
    return PASS if may_keep and (promised > assessment.weights.hopeless or dear) else number


def priority(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MP-42``  Name the type with the highest expected points of all its objectives."""
    yield
    hopes = {
        option.id: sum(
            [
                hope(assessment, _held(assessment, n))
                for n, o in DECK.items()
                if o.kind == option.id
            ]
        )
        for option in asked.options
    }
    return max(hopes, key=hopes.__getitem__)


def swaps(assessment: ModernAssessment) -> dict[str, ActiveObjective]:
    """``MP-39``  Return the objectives that may be swapped, by the ids of the options."""
    active = hand_of(assessment.view.table, assessment.side).active
    return {name_of(held): held for held in active if not held.led}


def new_orders(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MP-39``  Swap a hopeless objective while there are command points to spare."""
    yield
    hopes = {id_: hope(assessment, held) for id_, held in swaps(assessment).items()}
    least = min(hopes, key=hopes.__getitem__)
    spare = commands(assessment.view.table)[assessment.side].points > SPARE_POINTS
    offered = any(option.id == least for option in asked.options)
    return least if offered and spare and hopes[least] < assessment.weights.hopeless else PASS
