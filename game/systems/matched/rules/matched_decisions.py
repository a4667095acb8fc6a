"""Kinds of decisions of matched play."""

from __future__ import annotations

from game.play.decisions import DecisionKind


class MatchedKind(DecisionKind):
    """Kinds of decisions of matched play."""

    SEIZE = "seize"
    SPAWN = "spawn"
    FIRE_SUPPORT = "fire support"
    MARKER = "marker"
    DISCARD = "discard"
    ADVICE = "advice"
    CONTINGENT = "contingent"
    EDGE = "edge"
    RESTORED_UNIT = "restored unit"
    RESTORED_MODEL = "restored model"
    DEBRIS = "debris"
    PRIORITY = "priority"
    STRIKE_OUT = "strike out"
