"""Twists that change the same numbers all battle long: ``MP-14`` to ``MP-16``, ``MP-18``."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.play.decisions import Refusal
from game.play.game import GameView
from game.rules.kit.core_api import TRAIT, Trait
from game.rules.matched.twists.state import during
from game.rules.modern.hooks import ADVANCE, CHARGE, DENY_TEST, MORALE, PERIL_MORE, PSYCHIC_TEST
from game.table.events import Reason
from game.table.records import Unit

STORM, EAGER, FRENZY, GRUDGE = 4, 5, 6, 8
FURTHER = 2
"""``MP-15``  Inches."""


def one_more(why: str, clause: str) -> Callable[[GameView, object], Iterator[Reason]]:
    """Return what answers any question for a number with one more."""

    def says(look: GameView, subject: object) -> Iterator[Reason]:
        yield Reason(1, why, clause)

    return says


_STORM = one_more("warp storm", "MP-14")
WARP_STORM = (
    during(STORM, PSYCHIC_TEST, _STORM),
    during(STORM, DENY_TEST, _STORM),
    during(STORM, PERIL_MORE, _STORM),
)


def _further(look: GameView, trait: Trait) -> Iterator[Reason]:
    """``MP-15``  +2" M."""
    if trait.name == "m":
        yield Reason(FURTHER, "eager for the fight", "MP-15")


_EAGER = one_more("eager for the fight", "MP-15")
EAGER_FOR_THE_FIGHT = (
    during(EAGER, TRAIT, _further),
    during(EAGER, ADVANCE, _EAGER),
    during(EAGER, CHARGE, _EAGER),
)


def _more_attacks(look: GameView, trait: Trait) -> Iterator[Reason]:
    """``MP-16``  +1 A."""
    if trait.name == "a":
        yield Reason(1, "battle frenzy", "MP-16")


BATTLE_FRENZY = (during(FRENZY, TRAIT, _more_attacks),)


def _bears_it(look: GameView, unit: Unit) -> Iterator[Refusal]:
    """``MP-18``  No Morale tests."""
    yield Refusal("grudge match: nobody tests", "MP-18")


GRUDGE_MATCH = (during(GRUDGE, MORALE, _bears_it),)
