"""Two small units on a bare table, made for tests of odds."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any

from game.cores.kit.queries import TableView
from game.geometry.points import Point
from game.play.decisions import Decision
from game.play.dice_sequences import SeededDice
from game.play.game import Game
from game.rules.catalog import rules_of
from game.table.board import Board, Terrain
from game.table.records import (
    Clock,
    Fire,
    Mark,
    Model,
    ModelId,
    Profile,
    Side,
    Unit,
    UnitId,
    Weapon,
)
from game.table.state import Table

US, THEM = Side("wardens"), Side("brood")
A, B = UnitId("a"), UnitId("b")
RULES = rules_of("classic", "combat_patrol")

RIFLE = Weapon("rifle", Fire.RAPID, 24.0, strength=3)
PLASMA = Weapon("plasma gun", Fire.RAPID, 24.0, strength=7, ap=2, rules=("gets hot",))
PISTOL = Weapon("pistol", Fire.PISTOL, 12.0, strength=3)
FRAG = Weapon("frag", Fire.ASSAULT, 24.0, strength=3, ap=6, blast=3.0)
CLAWS = Weapon("claws", Fire.MELEE)
RENDING = Weapon("rending claws", Fire.MELEE, rules=("rending",))
FIST = Weapon("power fist", Fire.MELEE, rules=("power fist",))

Ask = Callable[[Decision[Any], Table], Any]


@dataclass(frozen=True, slots=True)
class Row:
    """Models side by side, base to base, from a point to the right."""

    profiles: tuple[Profile, ...]
    x: float
    y: float
    base: float = 0.5

    def models(self, unit: UnitId, side: Side) -> list[Model]:
        return [
            Model(
                ModelId(f"{unit}-{n}"),
                unit=unit,
                side=side,
                profile=profile,
                base=self.base,
                at=Point(self.x + 2 * self.base * n, self.y),
                wounds=profile.w,
            )
            for n, profile in enumerate(self.profiles, 1)
        ]


def row_of(profile: Profile, many: int, x: float, y: float) -> Row:
    return Row((profile,) * many, x, y)


def duel(
    a: Row, b: Row, phase: str = "shooting", terrain: tuple[Terrain, ...] = ()
) -> TableView:
    """Return a table in our turn, with our unit *a* and their unit *b*."""
    table = Table(Board(terrain=terrain), clock=Clock(1, phase, US))
    for unit, side, of in ((A, US, a), (B, THEM, b)):
        models = of.models(unit, side)
        table.units[unit] = Unit(unit, side=side, name=unit, models=tuple(m.id for m in models))
        table.models |= {m.id: m for m in models}
    return TableView(table, RULES)


def charged(view: TableView, unit: UnitId) -> TableView:
    """Return the same table with a unit that has charged this turn."""
    table = view.table.fork()
    table.units[unit] = replace(table.units[unit], marks=(Mark("charged"),))
    return TableView(table, view.rules)


def game_with_dice(view: TableView, seed: int) -> Game:
    """Return a game on the table with its own dice."""
    return Game(view.rules, view.table.fork(), SeededDice(seed))


def carried_out(rule: Coroutine[Any, Any, Any], answer: Ask, table: Table) -> Any:
    """Run a rule to its end, answering each of its questions; return its result."""
    raw = None
    try:
        while True:
            asked = rule.send(raw)
            raw = asked.read(answer(asked, table))
    except StopIteration as over:
        return over.value
