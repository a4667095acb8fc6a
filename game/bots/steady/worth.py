"""What things are worth, in points of the mission: every judge of the bot weighs by these.

A judge (``assault``, ``shooting``, ``moving``, …) adds up what may be won and what may be lost
by an answer, each as likely as it is, and takes the answer with the most. So points for places,
wounds, fire and blows can be set against one another, whoever asks for whatever.
"""

from __future__ import annotations

PATIENCE = 0.85
"""What a point is worth that comes a turn later."""
USEFUL = 0.6
"""What a unit is worth beside the points for destroying it: for all that it may yet do."""
LONG = 3
"""With so many turns to come a unit may yet do all that."""
DESTROYED, BROKEN = 0.6, 0.25
"""What it is worth that a unit is gone, or falls back, beside its wounds."""

DANGER = 0.4
"""How much it counts what may be lost, against what may be won: enemies do not do it all."""
AIMED_AT = 0.5
"""How likely a unit that can be shot at is the one that is."""
UNSEEN = 0.35
"""How likely fire comes from an enemy who sees nobody yet, and may come nearer."""
CHARGED = 0.7
"""How likely an enemy that can charge does."""
SHELTER = 0.8
"""How much of the danger is gone for a unit that is locked: nobody shoots at it."""

PROSPECT = 1.0
"""What an attack of a later turn counts, beside that it comes later."""
BOTH = 0.3
"""What of the lesser counts, of fire and charge: hardly any unit does both."""
LATER_ROUNDS = 0.6
"""What the rounds of a combat after the first count, by a rough estimate."""
CONTESTED = 0.9
"""What a place is worth that enemies deny, too: at least they do not hold it."""


def later(turns: float) -> float:
    """Return what of a point counts that comes so many turns later."""
    share: float = PATIENCE**turns
    return share
