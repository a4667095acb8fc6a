"""Twists that only change numbers or tests (MP-14 to MP-16, MP-18)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.cores.kit.traits import TRAIT, Trait
from game.cores.modern.rules import ADVANCE, CHARGE, DENY_TEST, MORALE, PERIL_MORE, PSYCHIC_TEST
from game.play.decisions import Refusal
from game.play.game import GameView
from game.systems.matched.rules.twist_state import Twist, during
from game.table.events import Reason
from game.table.records import Unit

STORM = 4
EAGER = 5
FRENZY = 6
GRUDGE = 8
FURTHER = 2
"""``MP-15``  Inches added to M."""


def adds(
    more: int, why: str, clause: str, name: str = ""
) -> Callable[[GameView, object], Iterator[Reason]]:
    """Return a hook that adds to any number asked for, or only to the characteristic *name*."""

    def says(view: GameView, subject: object) -> Iterator[Reason]:
        if not name or (isinstance(subject, Trait) and subject.name == name):
            yield Reason(more, why, clause)

    return says


_STORM = adds(1, "warp storm", "MP-14")
_EAGER = adds(1, "eager for the fight", "MP-15")


def _bears_it(view: GameView, unit: Unit) -> Iterator[Refusal]:
    """``MP-18``  Yield the reason why no unit takes a Morale test."""
    yield Refusal("grudge match: no Morale tests", "MP-18")


WARP_STORM = Twist(
    STORM,
    name="Warp storm",
    clause="MP-14",
    words="+1 to psychic and deny tests; perils cost a mortal wound more",
    hooks=(
        during(STORM, PSYCHIC_TEST, _STORM),
        during(STORM, DENY_TEST, _STORM),
        during(STORM, PERIL_MORE, _STORM),
    ),
)
EAGER_FOR_THE_FIGHT = Twist(
    EAGER,
    name="Eager for the fight",
    clause="MP-15",
    words='+2" M, +1 to advances and charges',
    hooks=(
        during(EAGER, TRAIT, adds(FURTHER, "eager for the fight", "MP-15", "m")),
        during(EAGER, ADVANCE, _EAGER),
        during(EAGER, CHARGE, _EAGER),
    ),
)
BATTLE_FRENZY = Twist(
    FRENZY,
    name="Battle frenzy",
    clause="MP-16",
    words="+1 A",
    hooks=(during(FRENZY, TRAIT, adds(1, "battle frenzy", "MP-16", "a")),),
)
GRUDGE_MATCH = Twist(
    GRUDGE,
    name="Grudge match",
    clause="MP-18",
    words="No Morale tests",
    hooks=(during(GRUDGE, MORALE, _bears_it),),
)
