"""Zero-g tables for tests, with a few models, walls and debris."""

from __future__ import annotations

from dataclasses import replace

from game.content.armouries.armoury_library import load_armoury
from game.cores.kit.game_rules import GameRules
from game.geometry.points import Point
from game.play.dice_sequences import Dice, ScriptedDice
from game.play.game import Game
from game.rules.catalog import rules_of
from game.table.board import Board, TerrainKind, terrain
from game.table.records import Clock, Model, ModelId, Side, Unit, UnitId
from game.table.state import Table

WARDENS, BROOD = Side("wardens"), Side("brood")
KINDS = load_armoury("zero-g").kinds
HALE = ModelId("hale-1")
RULES = rules_of("zero_g")


def wall(*corners: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(*corner) for corner in corners)


def void(*walls: tuple[Point, ...], width: float = 48.0, height: float = 48.0) -> Board:
    """Return a board with thin walls."""
    pieces = tuple(
        terrain(f"wall-{n}", TerrainKind.WALL, line, closed=False)
        for n, line in enumerate(walls)
    )
    return Board("void", width=width, height=height, terrain=pieces)


def drifter(
    unit: str,
    at: tuple[float, float],
    arrows: int = 0,
    heading: float = 0.0,
    kind: str = "boarder",
    side: Side = WARDENS,
    inv: int | None = None,
) -> Model:
    profile = replace(KINDS[kind].profile, inv=inv)
    return Model(
        ModelId(f"{unit}-1"),
        unit=UnitId(unit),
        side=side,
        profile=profile,
        base=KINDS[kind].base,
        at=Point(*at),
        wounds=profile.w,
        arrows=arrows,
        heading=heading,
    )


def table_of(board: Board, *models: Model, phase: str = "movement") -> Table:
    table = Table(board, clock=Clock(1, phase, WARDENS), first=WARDENS)
    for m in models:
        table.models[m.id] = m
        table.units[m.unit] = Unit(m.unit, side=m.side, name=m.unit, models=(m.id,))
    return table


def game_on(table: Table, dice: Dice | str = "", rules: GameRules = RULES) -> Game:
    """Return a game on a table, with scripted or other dice."""
    if isinstance(dice, str):
        dice = ScriptedDice(tuple(int(face) for face in dice.split()))
    return Game(rules, table, dice)
