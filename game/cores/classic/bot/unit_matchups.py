"""Value of one unit against another."""

from __future__ import annotations

from game.cores.classic.bot.expected_damage import blows, volley_at
from game.cores.classic.bot.unit_summary import UnitSummary

NEAR_BY = 9.0
"""Inches at which units are compared with one another."""
ENGAGED = 0.8
"""Share of a unit that is likely to fight in a round of combat."""


def combined_unit(a: UnitSummary, b: UnitSummary) -> UnitSummary:
    """Return two units as one, because they charge the same enemy."""
    models, useful = a.models + b.models, a.useful + b.useful
    return UnitSummary(a.unit, models, a.full + b.full, a.kill, useful, a.weights)


def expected_melee(a: UnitSummary, b: UnitSummary, *, charged: bool) -> tuple[float, float]:
    """Return the expected wounds that two units inflict on each other in a round."""
    wide = min(1.0, (len(b.models) + 2) * 3 / len(a.models)) * ENGAGED
    by_a = sum([blows(m.profile, b.lead, charged=charged) for m in a.models]) * wide
    by_a = min(by_a, b.wounds)
    wide = min(1.0, (len(a.models) + 2) * 3 / len(b.models)) * ENGAGED
    by_b = sum([blows(m.profile, a.lead, charged=False) for m in b.models]) * wide
    by_b = min(by_b, a.wounds)
    if a.lead.i > b.lead.i:
        by_b *= 1.0 - by_a / b.wounds
    elif b.lead.i > a.lead.i:
        by_a *= 1.0 - by_b / a.wounds
    return by_a, by_b


def brawl_value(a: UnitSummary, b: UnitSummary, *, charged: bool) -> float:
    """Return the value in points of a fight to *a*, later rounds included."""
    by_a, by_b = expected_melee(a, b, charged=charged)
    value, rout = by_a * b.value - by_b * a.value, a.weights.rout
    if by_a >= by_b and not b.lead.has("fearless"):
        value += min(1.0, (by_a - by_b) / 3.0) * rout * b.wounds * b.value
    elif by_b > by_a and not a.lead.has("fearless"):
        value -= min(1.0, (by_b - by_a) / 3.0) * rout * a.wounds * a.value
    return value


def match(a: UnitSummary, b: UnitSummary) -> float:
    """Return in points how well a unit is matched against another, a few inches apart."""
    hand_to_hand = brawl_value(a, b, charged=True), brawl_value(b, a, charged=True)
    at_a_distance = volley_value(a, b), volley_value(b, a)
    return max(hand_to_hand[0], at_a_distance[0]) - max(hand_to_hand[1], at_a_distance[1])


def volley_value(a: UnitSummary, b: UnitSummary) -> float:
    """Return the value in points of a turn of fire by *a* at *b* from near by."""
    wounds = sum([volley_at(m.profile, b.lead, NEAR_BY, 0, moved=True) for m in a.models])
    return min(wounds, b.wounds) * b.value
