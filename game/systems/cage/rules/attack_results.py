"""The six results of an attack with their effects (TC-16 to TC-21)."""

from __future__ import annotations

from typing import NamedTuple

from game.table.events import Act

HARMED, BOTH, PUSHED, DISARMED, HARMS, KNOCKED = range(1, 7)
FACES = range(1, 7)


class Firmness(NamedTuple):
    """A special rule of defenders that a result does not push back."""

    rule: str
    clause: str
    act: Act
    """Act of the defender that the log names."""


class AttackResult(NamedTuple):
    """The effects of one result, in the order in which they are applied."""

    clause: str
    act: Act
    """Act of the attacker that the log names."""
    words: str
    """Its description, for questions."""
    brief: str
    """The same where there is little room."""
    hits_attacker: bool = False
    """True if the attack hits the attacker."""
    hits_defender: bool = False
    is_hit_back: bool = False
    """True if the defender hits the attacker, too, with a weapon in hand."""
    disarms: bool = False
    pushes: bool = False
    """True if the defender retreats (``TC-23``), unless it is firm."""
    firm: Firmness | None = None


RESULTS = {
    HARMED: AttackResult(
        "TC-16",
        Act.HURTS_ITSELF,
        words="the attacker is hit",
        brief="attacker hit",
        hits_attacker=True,
    ),
    BOTH: AttackResult(
        "TC-17",
        Act.TRADES,
        words="both are hit",
        brief="both hit",
        hits_defender=True,
        is_hit_back=True,
    ),
    PUSHED: AttackResult(
        "TC-18",
        Act.PUSHES,
        words="the defender is pushed back",
        brief="pushed back",
        pushes=True,
        firm=Firmness("stubborn", "TC-27", Act.IS_STUBBORN),
    ),
    DISARMED: AttackResult(
        "TC-19",
        Act.DISARMS,
        words="the defender is disarmed",
        brief="disarmed",
        disarms=True,
    ),
    HARMS: AttackResult(
        "TC-20",
        Act.HARMS,
        words="the defender is hit",
        brief="hit",
        hits_defender=True,
    ),
    KNOCKED: AttackResult(
        "TC-21",
        Act.KNOCKS,
        words="the defender is hit and knocked back",
        brief="knocked back",
        hits_defender=True,
        pushes=True,
        firm=Firmness("red thirst", "TC-29", Act.THIRSTS),
    ),
}
