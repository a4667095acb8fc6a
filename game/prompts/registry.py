"""The prompt class of each kind of decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.play.arrange import Arrange
from game.play.decisions import Aim, Amount, Choose, Decision
from game.play.march import March
from game.play.placement import Lay, Place
from game.play.single_move import Ride, Steer
from game.prompts.arrange import ArrangePrompt
from game.prompts.choose import PACE, BoutPrompt, ChoosePrompt, PacePrompt
from game.prompts.march import MarchPrompt
from game.prompts.numbers import FLOOR, AimPrompt, AmountPrompt, FloorPrompt
from game.prompts.place import LayPrompt, PlacePrompt, StandPrompt
from game.prompts.prompt import AnyPrompt
from game.prompts.ride import RidePrompt
from game.prompts.sandbox import SandboxPrompt
from game.prompts.steer import SteerPrompt
from game.rules.sandbox.state import DEED
from game.table.state import Table

PROMPTS: Mapping[type[Decision[Any]], type[AnyPrompt]] = {
    Choose: ChoosePrompt,
    March: MarchPrompt,
    Arrange: ArrangePrompt,
    Place: PlacePrompt,
    Lay: LayPrompt,
    Aim: AimPrompt,
    Steer: SteerPrompt,
    Ride: RidePrompt,
    Amount: AmountPrompt,
}


BOUT = "TC-"
"""Prefix of the clauses of a bout; other rules may be played on the floor of a cage."""


def prompt_for(decision: Decision[Any], table: Table) -> AnyPrompt:
    """Return the prompt through which a person answers a decision."""
    if type(decision) is Place and decision.turns:
        return StandPrompt(decision, table)
    if type(decision) is Amount and decision.kind == FLOOR:
        return FloorPrompt(decision, table)
    if type(decision) is Choose and decision.kind == PACE:
        return PacePrompt(decision, table)
    if type(decision) is Choose and decision.kind == DEED:
        return SandboxPrompt(decision, table)
    if type(decision) is Choose and decision.clause.startswith(BOUT) and table.clock.round:
        return BoutPrompt(decision, table)
    kind = next(kind for kind in type(decision).__mro__ if kind in PROMPTS)
    return PROMPTS[kind](decision, table)
