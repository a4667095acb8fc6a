"""The prompt for each kind of decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.play.decisions import Aim, Amount, Choose, CommonKind, Decision
from game.play.moves.arrange import Arrange
from game.play.moves.march import March
from game.play.moves.placement import Lay, Place
from game.play.moves.single_move import Ride, Steer
from game.prompts.aim import AimPrompt
from game.prompts.amount import AmountPrompt
from game.prompts.arrange import ArrangePrompt
from game.prompts.casualties import CasualtyPrompt
from game.prompts.choose import ChoosePrompt
from game.prompts.march import MarchPrompt
from game.prompts.pick import PROMPTS as PICKS
from game.prompts.place import LayPrompt, PlacePrompt, StandPrompt
from game.prompts.prompt import AnyPrompt, PromptClasses
from game.prompts.ride import RidePrompt
from game.prompts.steer import SteerPrompt
from game.systems import Parts
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
OF_KIND: PromptClasses = {CommonKind.CASUALTY: CasualtyPrompt, **PICKS}
"""Prompts of kinds of questions that several rule systems ask."""
OWN_PROMPTS: Mapping[str, PromptClasses] = Parts("prompts", "PROMPTS")
"""For parts of the rules: the prompts of their own decisions, by kind."""


def prompt_for(decision: Decision[Any], table: Table, parts: Sequence[str] = ()) -> AnyPrompt:
    """Return the prompt through which a person answers; *parts*: those of the rules."""
    if decision.kind:
        for part in parts:
            if part in OWN_PROMPTS and (own := OWN_PROMPTS[part].get(decision.kind)):
                return own(decision, table)
        if decision.kind in OF_KIND:
            return OF_KIND[decision.kind](decision, table)
    if type(decision) is Place and decision.turns:
        return StandPrompt(decision, table)
    of = next(of for of in type(decision).__mro__ if of in PROMPTS)
    return PROMPTS[of](decision, table)
