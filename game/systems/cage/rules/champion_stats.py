"""A champion's abilities against an opponent, with the effects of each weapon's hits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from game.cores.kit.game_rules import GameRules
from game.cores.kit.modules import Module
from game.cores.kit.traits import TRAIT, trait
from game.play.dice_sequences import ScriptedDice
from game.play.game import Game, GameView
from game.systems.cage.rules.abilities import Abilities, Arm, abilities_with
from game.systems.cage.rules.floor import reach
from game.systems.cage.rules.odds import blow_at
from game.table.records import Model, ModelId, Profile, Side, UnitId, Weapon
from game.table.state import Table

MANY = 9
"""Wounds of a model that only an outright kill can fell (``CC-16``)."""


@dataclass(frozen=True, slots=True)
class HitEffect:
    """``TC-22``  The effect of one hit with a weapon."""

    wounds: float
    """Chance that the hit takes a wound."""
    outright: bool
    """True if the wound kills regardless of the wounds left."""


@dataclass(frozen=True, eq=False, slots=True)
class HeldWeapon(Arm):
    """A weapon, or bare hands, with the effects of its hits."""

    foe: HitEffect
    own: HitEffect
    """Effect on its own bearer (``TC-16``)."""


ChampionStats: TypeAlias = Abilities[HeldWeapon]
"""A champion's abilities against an opponent."""


def kind_of(view: GameView, me: Model, foe: Model) -> ChampionStats:
    """Return a champion's features against an opponent; neither need stand in the cage."""
    if TRAIT in view.rules.hooks:
        return _kind(view, me, foe)
    return _as_profiles_say(me.profile, foe.profile)


@lru_cache(maxsize=128)
def _as_profiles_say(me: Profile, foe: Profile) -> ChampionStats:
    """Return a champion's features against an opponent if nothing modifies either."""
    one, other = (
        Model(ModelId(name), unit=UnitId(name), side=Side(name), profile=profile, base=0.0)
        for name, profile in (("me", me), ("foe", foe))
    )
    table = Table(models={one.id: one, other.id: other})
    return _kind(Game(GameRules(Module("cage")), table, ScriptedDice(())), one, other)


def _kind(view: GameView, me: Model, foe: Model) -> ChampionStats:
    game = Game(view.rules, view.table.fork(), ScriptedDice(()))
    for model in (me, foe):
        game.table.models[model.id] = replace(model, wounds=MANY)

    def arm(weapon: Weapon) -> HeldWeapon:
        found = [blow_at(game, me.id, weapon, at.id) for at in (foe, me)]
        cuts = [HitEffect(h.wounded, h.falls > 0.0) for h in found]
        return HeldWeapon(weapon, reach(weapon), *cuts)

    ws, attacks, actions = (trait(view, me, name).now for name in ("ws", "a", "i"))
    return abilities_with(me.profile, ws, attacks, actions, arm)
