"""Cages for tests: two champions on the shipped floors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.content.armouries.armoury_library import load_armoury
from game.content.maps.map_library import load_map
from game.content.shipped_folders import MAPS
from game.cores.kit.game_rules import GameRules
from game.play.dice_sequences import SeededDice
from game.play.game import Game
from game.rules.catalog import rules_of
from game.systems.cage.table import edge_faced, floor_of
from game.systems.cage.table.floor_state import lay_rings, stand
from game.table.board import Board
from game.table.records import Cell, Clock, Model, ModelId, Profile, Side, Unit, UnitId
from game.table.state import Table

RED, BLUE = Side("red"), Side("blue")
RULES: GameRules = rules_of("cage")
ARMOURY = load_armoury("tests/armouries/training-ground.toml")
SHIPPED: Board = load_map(MAPS / "training-cage.tmj")
GREAT: Board = load_map(MAPS / "great-cage.tmj")
CHAMPIONS = ("captain", "veteran", "prelate", "warlock", "bulwark", "outrider")


def profile(kind: str, **other: Any) -> Profile:
    return replace(ARMOURY.kinds[kind].profile, **other)


def cage(
    red: tuple[Profile, Cell, str],
    blue: tuple[Profile, Cell, str],
    board: Board = SHIPPED,
    rings: tuple[int, ...] = (),
) -> Table:
    """Return a cage with one champion a side, given by profile, cell and faced edge."""
    table = Table(board, (RED, BLUE), first=RED)
    lay_rings(table, rings)
    table.clock = Clock(1, "actions")
    floor = floor_of(board)
    for side, (kind, cell, faces) in ((RED, red), (BLUE, blue)):
        edge = edge_faced(cell, faces, floor.edges(cell))
        assert edge is not None, faces
        id_ = ModelId(side)
        table.units[UnitId(side)] = Unit(UnitId(side), side=side, name=side, models=(id_,))
        table.models[id_] = Model(
            id_, unit=UnitId(side), side=side, profile=kind, base=0.8, wounds=kind.w
        )
        stand(table, id_, cell, edge)
    return table


def duel(red: str = "veteran", blue: str = "veteran", **raw: Any) -> Game:
    """Return two champions front to front: blue in cell 0 of the outer ring, red in cell 1."""
    table = cage(
        (profile(red), Cell(3, 1), "counter-clockwise"),
        (profile(blue), Cell(3, 0), "clockwise"),
        **raw,
    )
    return Game(RULES, table, SeededDice(1))
