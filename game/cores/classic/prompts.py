"""The prompt for shooting or running."""

from __future__ import annotations

from collections.abc import Sequence

from game.play.decisions import CommonKind
from game.prompts.pick import PickPrompt
from game.prompts.prompt import PromptClasses


class ShootOrRunPrompt(PickPrompt):
    """``CC-22``  Prompt for the next unit of the Shooting phase; a drag lets it run."""

    @property
    def hands(self) -> Sequence[tuple[str, str]]:
        return (("Drag", "run, if it may"),)


PROMPTS: PromptClasses = {CommonKind.UNIT_TO_SHOOT: ShootOrRunPrompt}
