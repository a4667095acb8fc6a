"""The prompt for further targets of a charge."""

from __future__ import annotations

from dataclasses import replace

from game.cores.modern.rules import ModernKind
from game.play.decisions import Option
from game.prompts.choose import ChoosePrompt
from game.prompts.prompt import PromptAction, PromptClasses, Weight


class FurtherTargetPrompt(ChoosePrompt):
    """Prompt for another target of a charge; its main action is to charge those named."""

    def _passing(self, passing: Option) -> PromptAction:
        return replace(super()._passing(passing), weight=Weight.URGED)


PROMPTS: PromptClasses = {ModernKind.CHARGE_ALSO: FurtherTargetPrompt}
