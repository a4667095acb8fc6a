"""The prompt for the choice of a casualty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

import pygame

from game.content.table_actions import Action
from game.cores.kit.casualty_order import Rank, kept_by_losses, rank_of, suggested_casualties
from game.play.decisions import Choose
from game.play.left_questions import Scope
from game.play.log.wording import short_name
from game.prompts.choose import ChoosePrompt
from game.prompts.prompt import ENTER, ENTER_KEY, NUMBERS, REST, PromptAction, Weight
from game.table.records import ModelId
from game.table.state import Table
from game.view.overlays import Overlay, OverlayTone
from game.widgets.key_bindings import action_of, key_for

ONE_LINE = 32
"""Number of letters that fit on one line below an option."""
KEPT: Mapping[tuple[bool, bool], str] = {
    (True, True): "Coherency and cover are kept",
    (True, False): "Coherency is kept",
    (False, True): "Cover is kept, coherency is not",
    (False, False): "Coherency cannot be kept",
}
"""Words for whether losses leave coherency and cover as they are."""


class CasualtyPrompt(ChoosePrompt):
    """Prompt whose Enter takes the suggestion, also for like questions that follow at once."""

    keys: ClassVar = (
        ("Enter", "as suggested"),
        ("Click", "choose a model"),
        ("{before}, {next}", "choose among all"),
        ("{rest}", "decide the rest"),
    )

    def __init__(self, decision: Choose, table: Table) -> None:
        super().__init__(decision, table)
        self.suggested = suggested_casualties(table, decision)
        self.lit = self.rest = self.suggested[0]
        self.chooses = False
        """True once the player wants to choose among all models."""

    def choices(self) -> Sequence[PromptAction]:
        """Return the suggestion and the ways around it; or all models."""
        if self.chooses:
            return (*super().choices(), replace(self._suggestion(), key=key_for(Action.REST)))
        return (
            replace(self._suggestion(), key=ENTER_KEY, weight=Weight.URGED),
            PromptAction(
                "choose",
                "Choose…",
                key=NUMBERS[1],
                does=self.choose,
            ),
            PromptAction(
                "always",
                "Don't ask again in this battle",
                key=NUMBERS[2],
                does=partial(self.leave, Scope.BATTLE),
            ),
        )

    def _suggestion(self) -> PromptAction:
        label = f"{self._verb} {self._names(self.suggested)}"
        if self.chooses:
            label = f"Decide the rest for me: {label[0].lower()}{label[1:]}"
        does = partial(self.leave, Scope.SERIES)
        return PromptAction(REST, label, detail=self._reason(), does=does)

    @property
    def _verb(self) -> str:
        """Return the verb for the suggested models: they may have wounds left, or a save."""
        unit = self.table.of(self.table.models[self.suggested[0]].unit)
        saves = {(m.profile.sv, m.profile.inv, m.profile.has("stealth")) for m in unit}
        stands = any(self.table.models[m].wounds > 1 for m in self.suggested)
        return "Wound" if stands or len(saves) > 1 else "Remove"

    def _names(self, models: Sequence[ModelId]) -> str:
        """Return a model's short name; of several the names that they share, with counts."""
        if len(models) == 1:
            return short_name(self.table, models[0])
        counts = Counter(self.options[m].label for m in models)
        return ", ".join(f"{word} × {n}" if n > 1 else word for word, n in counts.items())

    def _reason(self) -> str:
        """Return the models that the suggestion spares, else what the unit keeps."""
        models = [self.table.models[ModelId(id_)] for id_ in self.options]
        spared = [m.id for m in models if m.id not in self.suggested]
        dear = [m for m in spared if rank_of(self.table, self.table.models[m]) > Rank.FILE]
        named = f"Last: {self._names(dear)}"
        if len(named) > ONE_LINE:
            return "Special weapons and leaders last"
        return named if dear else KEPT[kept_by_losses(self.table, self.suggested)]

    @property
    def subject(self) -> str:
        """Return the highlighted model, not its unit."""
        return self.lit

    def choose(self) -> None:
        """Show all models to choose from."""
        self.chooses = True
        self.looks += 1

    def propose(self, answer: str) -> str:
        """Highlight a model among all."""
        self.choose()
        return super().propose(answer)

    def press_key(self, event: pygame.Event) -> bool:
        """Go on by Enter; a step to another model begins to choose."""
        if not self.chooses:
            if event.key in ENTER:
                self.press(REST)
                return True
            if action_of(event) in {Action.BEFORE, Action.NEXT}:
                self.choose()
        return super().press_key(event)

    def press(self, id_: str) -> None:
        """Take an action of the panel, or a model on the board."""
        self.looks += 1
        super().press(id_)

    def above(self) -> Iterator[Overlay]:
        """Yield the suggested models, then the highlighted one."""
        if not self.chooses:
            for model_id in self.suggested:
                if model_id != self.lit:
                    yield from self.anchors[model_id].shown(OverlayTone.CHOSEN, aimed=True)
        yield from super().above()
