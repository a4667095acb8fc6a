"""What the two champions of a bout are to each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from game.play.dice import ScriptedDice
from game.play.game import Game, GameView
from game.rules.cage.floor import Bearing, reach
from game.rules.cage.odds import blow_at
from game.rules.classic.melee_attacks import BARE_HANDS
from game.rules.kit.core_api import TRAIT, trait
from game.rules.kit.modules import GameRules, Module
from game.table.records import Model, ModelId, Profile, Side, UnitId, Weapon
from game.table.state import Table

MANY = 9
"""Wounds with which nobody falls but outright (``CC-16``)."""


@dataclass(frozen=True, slots=True)
class Cut:
    """What one hit with a weapon does to somebody: ``TC-22``."""

    wounds: float
    """How likely it takes a wound."""
    outright: bool
    """Whether that wound kills, whatever is left."""


@dataclass(frozen=True, eq=False, slots=True)
class Arm:
    """A weapon, or bare hands. Equal only to itself: a key for what is remembered."""

    weapon: Weapon
    sides: frozenset[Bearing]
    """Where it reaches: bearings."""
    foe: Cut
    own: Cut
    """What it does to its own bearer (``TC-16``)."""

    @property
    def name(self) -> str:
        return self.weapon.name


@dataclass(frozen=True, eq=False, slots=True)
class Kind:
    """One of the two, with all that does not change in a bout."""

    ws: int
    attacks: int
    actions: int
    arms: tuple[Arm, ...]
    hands: Arm
    fleet: bool
    aside: bool
    """``TC-26``"""
    heavy: bool
    tactics: bool
    stubborn: bool
    counters: bool
    thirst: bool

    def held(self, lying: Sequence[str]) -> tuple[Arm, ...]:
        """``TC-19``  Return what is in hand when some weapons lie on the floor."""
        if not lying:
            return self.arms
        return tuple([arm for arm in self.arms if arm.name not in lying])

    def reach(self, lying: Sequence[str]) -> frozenset[Bearing]:
        """``TC-11``  Return where any of its weapons reaches."""
        sides = frozenset[Bearing]()
        for arm in self.held(lying) or (self.hands,):
            sides |= arm.sides
        return sides


def kind_of(look: GameView, me: Model, foe: Model) -> Kind:
    """Return what a champion is to another; neither need stand in the cage."""
    if TRAIT in look.rules.hooks:
        return _kind(look, me, foe)
    return _as_profiles_say(me.profile, foe.profile)


@lru_cache(maxsize=128)
def _as_profiles_say(me: Profile, foe: Profile) -> Kind:
    """Return what a champion is to another where nothing modifies either."""
    one, other = (
        Model(ModelId(name), UnitId(name), Side(name), profile, 0.0)
        for name, profile in (("me", me), ("foe", foe))
    )
    table = Table(models={one.id: one, other.id: other})
    return _kind(Game(GameRules(Module("duel")), table, ScriptedDice(())), one, other)


def _kind(look: GameView, me: Model, foe: Model) -> Kind:
    game = Game(look.rules, look.table.fork(), ScriptedDice(()))
    for model in (me, foe):
        game.table.models[model.id] = replace(model, wounds=MANY)

    def arm(weapon: Weapon) -> Arm:
        found = [blow_at(game, me.id, weapon, at.id) for at in (foe, me)]
        cuts = [Cut(h.wounded, h.falls > 0.0) for h in found]
        return Arm(weapon, reach(weapon), *cuts)

    has = me.profile.has
    return Kind(
        trait(look, me, "ws").now,
        trait(look, me, "a").now,
        trait(look, me, "i").now,
        tuple(arm(w) for w in me.profile.weapons),
        arm(BARE_HANDS),
        has("fleet"),
        has("hit and run"),
        has("heavy armour"),
        has("combat tactics"),
        has("stubborn"),
        has("counter-attack"),
        has("red thirst"),
    )
