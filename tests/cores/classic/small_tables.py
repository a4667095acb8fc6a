"""Small battlefields for tests of single rules."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from game.cores.classic.rules.system import classic
from game.cores.kit.game_rules import GameRules
from game.cores.kit.modules import Module
from game.geometry.points import Point
from game.play.dice_sequences import ScriptedDice
from game.play.game import Game
from game.table.board import Board, Terrain
from game.table.records import Clock, Model, ModelId, Profile, Side, Unit, UnitId
from game.table.state import Table

WARDENS, BROOD = Side("wardens"), Side("brood")

Result = TypeVar("Result")


def model_at(id_: str, unit: str, at: tuple[float, float], **profile: Any) -> Model:
    """Return a model; units of the brood are called ``foes…``.

    Its base radius: half an inch.
    """
    side = BROOD if unit.startswith("foes") else WARDENS
    like = Profile("Trooper", **{"ws": 4, "bs": 4, "s": 4, "t": 4, "i": 4, **profile})
    return Model(
        ModelId(id_),
        unit=UnitId(unit),
        side=side,
        profile=like,
        base=0.5,
        at=Point(*at),
        wounds=like.w,
    )


def shooting_game(
    *models: Model,
    terrain: Sequence[Terrain] = (),
    dice: str = "",
    modules: Sequence[Module] = (),
) -> Game:
    """Return a game in the wardens' Shooting phase, with the given dice."""
    table = Table(Board(terrain=tuple(terrain)), clock=Clock(1, "shooting", WARDENS))
    for m in models:
        table.models[m.id] = m
    for name in dict.fromkeys(m.unit for m in models):
        mates = [m for m in models if m.unit == name]
        table.units[name] = Unit(
            name, side=mates[0].side, name=name, models=tuple(m.id for m in mates)
        )
    rules = GameRules(classic({}), modules)
    return Game(rules, table, ScriptedDice(tuple(int(face) for face in dice.split())))


def done(rule: Coroutine[Any, Any, Result]) -> Result:
    """Run a rule that asks no question, and return its result."""
    try:
        asked = rule.send(None)
    except StopIteration as end:
        result: Result = end.value
        return result
    raise AssertionError(f"it was asked {asked}")


def all_dice_are_used(game: Game) -> bool:
    assert isinstance(game.dice, ScriptedDice)
    return game.table.rolls == len(game.dice.faces)
