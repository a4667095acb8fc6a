"""Options of a champion's next action (TC-06 to TC-13)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.play.decisions import Option, Refusal
from game.play.game import GameView
from game.systems.cage.rules import bout_of
from game.systems.cage.rules.floor import (
    Bearing,
    arms,
    attacks,
    bearing_to,
    beyond,
    cell_of,
    cell_option,
    in_cage,
    reach,
    taken,
)
from game.systems.cage.table import Floor, Rings, edge_id, facing_text, floor_of
from game.systems.cage.table.floor_state import rings_now
from game.table.records import Cell, Model, ModelId, Weapon
from game.table.state import Table

ADVANCE, FALL_BACK, TURN, ATTACK, PARRY = "advance", "fall back", "turn", "attack", "parry"
SIDES = (Bearing.RIGHT, Bearing.LEFT)
PARRIES = Option(PARRY, "Parry", "TC-13")

_FORWARD = Option(ADVANCE, "Advance", "TC-08")
_BACK = Option(FALL_BACK, "Fall back", "TC-09")
_STRIKE = Option(ATTACK, "Attack", "TC-11")
_NOTHING_AHEAD = Refusal("no free cell ahead", "TC-08")
_NOTHING_BEHIND = Refusal("no free cell behind", "TC-09")
_AT_A_CORNER = Refusal("it faces a corner: no cell is ahead or behind", "TC-10")
_OUT_OF_REACH = Refusal("no weapon reaches the other champion", "TC-11")
_NO_ATTACK_LEFT = Refusal("it has no attacks left this turn", "TC-12")


def advance_options(table: Table, model: Model) -> tuple[Cell, ...]:
    """``TC-08``, ``TC-26``  Return the cells that one Advance may enter first."""
    floor, stance = floor_of(table.board), in_cage(table, model.id)
    sides = SIDES if model.profile.has("hit and run") else ()
    return _free(floor, rings_now(table), *stance, taken(table, model.id), sides)


@lru_cache(maxsize=8192)
def _free(
    floor: Floor,
    rings: Rings,
    cell: Cell,
    edge: int,
    foe: Cell | None,
    sides: tuple[Bearing, ...],
) -> tuple[Cell, ...]:
    found = dict[Cell, None]()
    for bearing in (Bearing.FRONT, *sides):
        found.update((c, None) for c in beyond(floor, rings, cell, edge, bearing) if c != foe)
    return tuple(found)


def fall_back_options(table: Table, model: Model) -> tuple[Cell, ...]:
    """``TC-09``  Return the cells at the back that hold no champion."""
    foe = taken(table, model.id)
    back = beyond(
        floor_of(table.board), rings_now(table), *in_cage(table, model.id), Bearing.BACK
    )
    return tuple([c for c in back if c != foe])


def turns(table: Table, model: Model) -> tuple[tuple[str, int], ...]:
    """``TC-10``  Return both ways to turn with the new facing: an edge on, or half one."""
    cell, edge = in_cage(table, model.id)
    halves = 2 * floor_of(table.board).edges(cell)
    by = 1 if model.profile.has("heavy armour") else 2
    return ("clockwise", (edge + by) % halves), ("counter-clockwise", (edge - by) % halves)


def weapons(table: Table, model: Model, foe: Model) -> tuple[Weapon, ...]:
    """``TC-11``  Return the weapons with which a champion reaches another from its cell."""
    floor = floor_of(table.board)
    at = bearing_to(floor, rings_now(table), *in_cage(table, model.id), cell_of(table, foe.id))
    if at is None:
        return ()
    return tuple([w for w in arms(table, model) if at in reach(w)])


def has_attack(view: GameView, model: Model) -> bool:
    """``TC-12``  Return whether a champion may make one more attack in this game turn."""
    seat = view.table.sides.index(model.side)
    return bout_of(view.table).made[seat] < attacks(view, model)


class ActionOptions(NamedTuple):
    """The options of an action, and those that are refused."""

    options: tuple[Option, ...]
    greyed: tuple[tuple[Option, Refusal], ...]


def actions(view: GameView, model: Model, foe: Model) -> ActionOptions:
    """``TC-06`` to ``TC-13``  Return all options of a champion's action but to let it go by."""
    table = view.table
    sides = SIDES if model.profile.has("hit and run") else ()
    heavy = model.profile.has("heavy armour")
    floor, stance, there = (
        floor_of(table.board),
        in_cage(table, model.id),
        cell_of(table, foe.id),
    )
    moves = _moves(floor, rings_now(table), *stance, there, sides, heavy)
    if not has_attack(view, model):
        return ActionOptions(
            (*moves.options, PARRIES), (*moves.greyed, (_STRIKE, _NO_ATTACK_LEFT))
        )
    if arms_ := weapons(table, model, foe):
        hits = [attack_with(w, foe.id) for w in arms_]
        return ActionOptions((*hits, *moves.options, PARRIES), moves.greyed)
    return ActionOptions((*moves.options, PARRIES), (*moves.greyed, (_STRIKE, _OUT_OF_REACH)))


@lru_cache(maxsize=256)
def attack_with(weapon: Weapon, foe: ModelId) -> Option:
    """``TC-11``  Return the option of an attack; on the board it is the other champion."""
    return Option(f"{ATTACK} {weapon.name}", f"Attack with {weapon.name}", "TC-11", foe)


@lru_cache(maxsize=8192)
def _moves(
    floor: Floor,
    rings: Rings,
    cell: Cell,
    edge: int,
    foe: Cell,
    sides: tuple[Bearing, ...],
    heavy: bool,  # noqa: FBT001
) -> ActionOptions:
    forward = _free(floor, rings, cell, edge, foe, ())
    aside = [c for c in _free(floor, rings, cell, edge, foe, sides) if c not in forward]
    back = [c for c in beyond(floor, rings, cell, edge, Bearing.BACK) if c != foe]
    options = [cell_option("Advance to", c, "TC-08", f"{ADVANCE} ") for c in forward]
    options += [cell_option("Advance aside to", c, "TC-26", f"{ADVANCE} ") for c in aside]
    options += [cell_option("Fall back to", c, "TC-09", f"{FALL_BACK} ") for c in back]
    halves, by = 2 * floor.edges(cell), 1 if heavy else 2
    for direction, after in (("clockwise", edge + by), ("counter-clockwise", edge - by)):
        label = f"Turn to face {facing_text(cell, after % halves)}"
        at = edge_id(cell, after % halves)
        options.append(Option(f"{TURN} {direction}", label, "TC-10", at))
    greyed = list[tuple[Option, Refusal]]()
    if not forward and not aside:
        greyed.append((_FORWARD, _AT_A_CORNER if edge % 2 else _NOTHING_AHEAD))
    if not back:
        greyed.append((_BACK, _AT_A_CORNER if edge % 2 else _NOTHING_BEHIND))
    return ActionOptions(tuple(options), tuple(greyed))
