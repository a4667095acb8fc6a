"""Attacks that a champion may make in a position.

Clauses TC-11, TC-12, TC-28, TC-29.
"""

from __future__ import annotations

from typing import Any

from game.play.game import GameView
from game.systems.cage.rules.abilities import A, Abilities, Arm, abilities_of
from game.systems.cage.rules.bout_position import Position, position_of
from game.systems.cage.rules.floor import bearing_to
from game.systems.cage.table import Floor, floor_of
from game.table.records import Model


def has_attack(kind: Abilities[Any], at: Position, seat: int) -> bool:
    """``TC-12``  Return whether a champion may make one more attack in this game turn."""
    made = at.made[seat]
    if made != kind.attacks:
        return made < kind.attacks
    return made < kind.most_attacks(at.fighters[seat].lost)


def in_reach(floor: Floor, kind: Abilities[A], at: Position, seat: int) -> list[A]:
    """``TC-11``  Return the weapons that reach the other champion."""
    me, foe = at.fighters[seat], at.fighters[1 - seat]
    if abs(me.cell.ring - foe.cell.ring) > 1:
        return []
    where = bearing_to(at.stance(floor, seat), foe.cell)
    return [arm for arm in kind.in_hand(me.lost) if where in arm.sides] if where else []


def in_reach_now(view: GameView, model: Model) -> list[Arm]:
    """``TC-11``  Return the weapons with which a champion reaches the other on the table."""
    table = view.table
    kind, seat = abilities_of(view, model), table.sides.index(model.side)
    return in_reach(floor_of(table.board), kind, position_of(table), seat)


def rages(kind: Abilities[Any], at: Position, seat: int) -> bool:
    """``TC-29``  Return whether a champion's attack has one die more."""
    return kind.thirst and at.surged[seat]


def counters(floor: Floor, kind: Abilities[A], at: Position, seat: int) -> list[A]:
    """``TC-28``  Return the weapons with which an attack on a champion can be countered."""
    if not (kind.counters and at.left[seat] and has_attack(kind, at, seat)):
        return []
    return in_reach(floor, kind, at, seat)


def counters_now(view: GameView, defender: Model) -> list[Arm]:
    """``TC-28``  Return the weapons with which a champion on the table can counter."""
    kind = abilities_of(view, defender)
    if not kind.counters:
        return []
    table = view.table
    seat = table.sides.index(defender.side)
    return counters(floor_of(table.board), kind, position_of(table), seat)
