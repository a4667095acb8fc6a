"""The cage's stored page."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from game.play.decisions import DecisionKind
from game.table.records import Model, Side, Where
from game.table.state import StatePage, Table


class CageKind(DecisionKind):
    """Kinds of decisions of the cage."""

    CHAMPION = "champion"
    FLOOR = "floor"
    FACING = "facing"
    ACTION = "action"
    ON = "on"
    HIT_BACK = "hit back"
    RETREAT = "retreat"
    DISARM = "disarm"
    COUNTER = "counter"
    DIE = "die"
    TACTICS = "tactics"


@dataclass(frozen=True, slots=True)
class BoutState:
    """The state of a bout; pairs hold one value for each side, the first side's first."""

    number: int = 1
    turn: int = 0
    """``TC-06``  The last game turn in which actions have begun."""
    acts: str = ""
    """``TC-06``  The side with the next action."""
    _: KW_ONLY
    left: tuple[int, int] = (0, 0)
    """``TC-06``  Actions left in this game turn."""
    made: tuple[int, int] = (0, 0)
    """``TC-12``  Attacks made in this game turn."""
    parries: str = ""
    """``TC-13``  The side with a champion that parries the very next action."""
    surged: tuple[bool, bool] = (False, False)
    """``TC-29``  True if the last action of the side's champion was an Advance."""
    fought: bool = False
    """``TC-31``  True if there was an attack in this game turn."""
    quiet: int = 0
    """``TC-31``  Game turns without an attack so far."""
    reckoned: int = 0
    """``TC-31``, ``TC-32``  The last game turn at the end of which the end was checked."""
    floor: int = 0
    """``TC-07``  The last game turn after which the floor may be turned, or was."""


PAGE = StatePage("cage", BoutState())


def bout_of(table: Table) -> BoutState:
    """Return the state of the current bout."""
    return PAGE.of(table)


def champion(table: Table, side: str) -> Model | None:
    """Return the champion of a side that stands in the cage."""
    for model in table.models.values():
        if model.where is Where.TABLE and model.side == side:
            return model
    return None


def fighter(table: Table, side: Side) -> Model:
    """Return the champion of a side that must have one in the cage."""
    model = champion(table, side)
    assert model, f"{side} has nobody in the cage"
    return model


def with_value(pair: tuple[int, int], seat: int, value: int) -> tuple[int, int]:
    """Return a pair with another number for one side."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def spent(
    table: Table,
    bout: BoutState,
    side: Side,
    *,
    surges: bool = False,
    parries: bool = False,
    attack: bool = False,
    fought: bool = False,
) -> BoutState:
    """``TC-06``  Return the state after a side used an action: the other is next, if it can.

    A parry of the other side lapses (``TC-13``). *surges*: the action was an Advance
    (``TC-29``); *attack*: it was an attack (``TC-12``), and *fought*: one with a die.
    """
    seat = table.sides.index(side)
    other = table.sides[1 - seat]
    shield = side if parries else "" if bout.parries == other else bout.parries
    return BoutState(
        bout.number,
        turn=bout.turn,
        acts=other if bout.left[1 - seat] else side,
        left=with_value(bout.left, seat, bout.left[seat] - 1),
        made=with_value(bout.made, seat, bout.made[seat] + attack),
        parries=shield,
        surged=(surges, bout.surged[1]) if seat == 0 else (bout.surged[0], surges),
        fought=bout.fought or fought,
        quiet=bout.quiet,
        reckoned=bout.reckoned,
        floor=bout.floor,
    )
