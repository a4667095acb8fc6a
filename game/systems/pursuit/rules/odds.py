"""Chances that one die or hit brings a model down (PU-22, PU-24)."""

from __future__ import annotations

from game.cores.classic.rules import ClassicHit
from game.cores.classic.rules.odds import is_wounded
from game.cores.classic.rules.wounds import is_slain
from game.cores.kit.attacks import Hit
from game.play.game import GameView
from game.systems.pursuit.rules.mines import mine_hit
from game.systems.pursuit.rules.street_hazards import COLLISION_STRENGTH
from game.table.records import Model

FAILS = 1 / 6
"""``PU-22``  Chance of a 1."""


def kills(view: GameView, model: Model, hit: ClassicHit | None = None) -> float:
    """Return the chance that a hit kills a model; by default that of a collision."""
    by = view.table.enemy(model.side)
    hit = hit or Hit(by, COLLISION_STRENGTH, no_save=True)
    if model.wounds > 1 and not is_slain(view, model, hit):
        return 0.0
    return is_wounded(view, model, hit)


def blows_up(view: GameView, model: Model) -> float:
    """``PU-24``  Return the chance that one marker of mines it touches kills a model."""
    return kills(view, model, mine_hit(view.table))
