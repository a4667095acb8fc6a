"""The abilities of a champion that do not change in a bout (TC-10 to TC-12, TC-24 to TC-29)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from game.cores.classic.rules.melee_attacks import BARE_HANDS
from game.cores.kit.traits import TRAIT, Value, trait
from game.play.game import GameView
from game.systems.cage.rules.attack_results import RESULTS
from game.systems.cage.rules.floor import Bearing, reach
from game.table.records import Model, Profile, Weapon

BY_TRAIT = ("ws", "a", "i")
"""Characteristics of a champion that may be modified, in the order of its abilities."""


@dataclass(frozen=True, eq=False, slots=True)
class Arm:
    """A weapon, or bare hands; equal only to itself, so that it can be a cache key."""

    weapon: Weapon
    sides: frozenset[Bearing]
    """``TC-11``  Bearings in which it reaches."""

    @property
    def name(self) -> str:
        return self.weapon.name


A = TypeVar("A", bound=Arm)


@dataclass(frozen=True, eq=False, slots=True)
class Abilities(Generic[A]):
    """A champion's abilities; equal only to themselves, so that they can be a cache key."""

    ws: int
    attacks: int
    actions: int
    _: KW_ONLY
    arms: tuple[A, ...]
    hands: A
    """``TC-19``  Its bare hands."""
    fleet: bool
    aside: bool
    """``TC-26``  Whether it may advance sideways."""
    heavy: bool
    tactics: bool
    counters: bool
    thirst: bool
    firm: frozenset[int]
    """``TC-27``, ``TC-29``  The results that do not push it back."""

    def held(self, lying: Sequence[str]) -> tuple[A, ...]:
        """``TC-19``  Return the weapons in hand when the named ones lie on the floor."""
        if not lying:
            return self.arms
        return tuple([arm for arm in self.arms if arm.name not in lying])

    def in_hand(self, lying: Sequence[str]) -> tuple[A, ...]:
        """``TC-19``  Return the weapons that it attacks with, bare hands if it has none."""
        return self.held(lying) or (self.hands,)

    def most_attacks(self, lying: Sequence[str]) -> int:
        """``TC-12``  Return the attacks per turn: A, and 1 more with two weapons in hand."""
        return self.attacks + (len(self.held(lying)) >= 2)

    def reach(self, lying: Sequence[str]) -> frozenset[Bearing]:
        """``TC-11``  Return the bearings in which any of its weapons reaches."""
        sides = frozenset[Bearing]()
        for arm in self.in_hand(lying):
            sides |= arm.sides
        return sides


def abilities_of(view: GameView, model: Model) -> Abilities[Arm]:
    """Return a champion's abilities, the same object as long as nothing changes them."""
    if TRAIT in view.rules.hooks:
        return _abilities(model.profile, *[trait(view, model, n).now for n in BY_TRAIT])
    return _unmodified(model.profile)


@lru_cache(maxsize=128)
def _unmodified(profile: Profile) -> Abilities[Arm]:
    return _abilities(profile, *[Value(getattr(profile, n) or 0).now for n in BY_TRAIT])


@lru_cache(maxsize=128)
def _abilities(profile: Profile, ws: int, attacks: int, actions: int) -> Abilities[Arm]:
    return abilities_with(profile, ws, attacks, actions, lambda w: Arm(w, reach(w)))


def abilities_with(
    profile: Profile, ws: int, attacks: int, actions: int, arm: Callable[[Weapon], A]
) -> Abilities[A]:
    """Return the abilities of a profile with some characteristics, and its weapons as *arm*."""
    has = profile.has
    return Abilities(
        ws,
        attacks=attacks,
        actions=actions,
        arms=tuple(arm(w) for w in profile.weapons),
        hands=arm(BARE_HANDS),
        fleet=has("fleet"),
        aside=has("hit and run"),
        heavy=has("heavy armour"),
        tactics=has("combat tactics"),
        counters=has("counter-attack"),
        thirst=has("red thirst"),
        firm=frozenset(n for n, row in RESULTS.items() if row.firm and has(row.firm.rule)),
    )
