"""Which prompt asks which kind of decision."""

from __future__ import annotations

from typing import Any

from game.play.aim import Aim
from game.play.arrange import Arrange
from game.play.decisions import Choose, Decision
from game.play.march import March
from game.play.place import Place
from game.play.steer import Steer
from game.prompts.aim import AimPrompt
from game.prompts.arrange import ArrangePrompt
from game.prompts.choose import ChoosePrompt
from game.prompts.march import MarchPrompt
from game.prompts.place import PlacePrompt
from game.prompts.prompt import AnyPrompt
from game.prompts.steer import SteerPrompt
from game.table.state import Table


def prompt_for(decision: Decision[Any], table: Table) -> AnyPrompt:
    """Return the prompt that asks a decision of a person."""
    match decision:
        case Choose():
            return ChoosePrompt(decision, table)
        case March():
            return MarchPrompt(decision, table)
        case Arrange():
            return ArrangePrompt(decision, table)
        case Place():
            return PlacePrompt(decision, table)
        case Aim():
            return AimPrompt(decision, table)
        case Steer():
            return SteerPrompt(decision, table)
        case _:
            raise TypeError(f"nobody wrote a prompt for {type(decision).__name__}")
