"""Prompts of the cage, answered on its floor."""

from __future__ import annotations

from game.prompts.prompt import PromptClasses
from game.systems.cage.prompts.bout_prompt import BoutPrompt
from game.systems.cage.prompts.floor_prompt import FloorPrompt
from game.systems.cage.rules import CageKind

PROMPTS: PromptClasses = {
    **{kind: BoutPrompt for kind in CageKind if kind is not CageKind.CHAMPION},
    CageKind.FLOOR: FloorPrompt,
}
