"""Options of a champion's next action (TC-06 to TC-13)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.play.decisions import Option, Refusal
from game.play.game import GameView
from game.systems.cage.rules.abilities import abilities_of
from game.systems.cage.rules.attack_options import has_attack, in_reach
from game.systems.cage.rules.bout_position import Position
from game.systems.cage.rules.floor import FloorStance, cell_option
from game.systems.cage.rules.moves import ADVANCE, FALL_BACK, PARRY, TURN, Moves, moves_of
from game.systems.cage.table import edge_id, facing_text, floor_of
from game.table.records import Model, ModelId, Weapon

ATTACK = "attack"
PARRIES = Option(PARRY, "Parry", "TC-13")

_FORWARD = Option(ADVANCE, "Advance", "TC-08")
_BACK = Option(FALL_BACK, "Fall back", "TC-09")
_STRIKE = Option(ATTACK, "Attack", "TC-11")
_NOTHING_AHEAD = Refusal("no free cell ahead", "TC-08")
_NOTHING_BEHIND = Refusal("no free cell behind", "TC-09")
_AT_A_CORNER = Refusal("it faces a corner: no cell is ahead or behind", "TC-10")
_OUT_OF_REACH = Refusal("no weapon reaches the other champion", "TC-11")
_NO_ATTACK_LEFT = Refusal("it has no attacks left this turn", "TC-12")


class ActionOptions(NamedTuple):
    """The options of an action, and those that are refused."""

    options: tuple[Option, ...]
    greyed: tuple[tuple[Option, Refusal], ...]


def actions(view: GameView, at: Position, model: Model, foe: Model) -> ActionOptions:
    """``TC-06`` to ``TC-13``  Return all options of a champion's action but to let it go by."""
    floor, kind = floor_of(view.table.board), abilities_of(view, model)
    seat = view.table.sides.index(model.side)
    stance = at.stance(floor, seat)
    moves = _moves(stance, moves_of(stance, at.fighters[1 - seat].cell, kind))
    if not has_attack(kind, at, seat):
        return ActionOptions(
            (*moves.options, PARRIES), (*moves.greyed, (_STRIKE, _NO_ATTACK_LEFT))
        )
    if arms := in_reach(floor, kind, at, seat):
        hits = [attack_with(arm.weapon, foe.id) for arm in arms]
        return ActionOptions((*hits, *moves.options, PARRIES), moves.greyed)
    return ActionOptions((*moves.options, PARRIES), (*moves.greyed, (_STRIKE, _OUT_OF_REACH)))


@lru_cache(maxsize=256)
def attack_with(weapon: Weapon, foe: ModelId) -> Option:
    """``TC-11``  Return the option of an attack; on the board it is the other champion."""
    return Option(f"{ATTACK} {weapon.name}", f"Attack with {weapon.name}", "TC-11", foe)


@lru_cache(maxsize=256)
def _moves(stance: FloorStance, moves: Moves) -> ActionOptions:
    options = [cell_option("Advance to", c, "TC-08", f"{ADVANCE} ") for c in moves.forward]
    options += [cell_option("Advance aside to", c, "TC-26", f"{ADVANCE} ") for c in moves.aside]
    options += [cell_option("Fall back to", c, "TC-09", f"{FALL_BACK} ") for c in moves.back]
    for direction, after in moves.turns:
        label = f"Turn to face {facing_text(stance.cell, after)}"
        at = edge_id(stance.cell, after)
        options.append(Option(f"{TURN} {direction}", label, "TC-10", at))
    greyed = list[tuple[Option, Refusal]]()
    if not moves.ahead:
        greyed.append((_FORWARD, _AT_A_CORNER if stance.faces_corner else _NOTHING_AHEAD))
    if not moves.back:
        greyed.append((_BACK, _AT_A_CORNER if stance.faces_corner else _NOTHING_BEHIND))
    return ActionOptions(tuple(options), tuple(greyed))
