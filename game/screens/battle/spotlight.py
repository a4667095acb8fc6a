"""The model whose card is shown."""

from __future__ import annotations

from game.prompts.prompt import AnyPrompt
from game.table.records import ModelId, UnitId
from game.table.state import Table


class Spotlight:
    """The model of the shown card; a click holds until the question's subject changes."""

    def __init__(self) -> None:
        self.kept = ""
        """The unit or model that was clicked."""
        self._turned: tuple[AnyPrompt, str] | None = None

    def follow(self, prompt: AnyPrompt | None) -> None:
        """Drop the clicked model when the question turns to another subject."""
        if prompt is None:
            return
        now = prompt, prompt.subject
        if self._turned is None or now != self._turned:
            self.kept = ""
        self._turned = now

    def rests_on(self, prompt: AnyPrompt | None, table: Table) -> str:
        """Return the model of the card that is shown while the mouse points at none."""
        return model_of(table, self.kept or (prompt.subject if prompt else ""))


def model_of(table: Table, id_: str) -> str:
    """Return a model of a unit, the id itself if it is a model's, else ""."""
    unit = table.units.get(UnitId(id_))
    if unit is None:
        return id_ if ModelId(id_) in table.models else ""
    return next((m.id for m in table.of(unit.id)), unit.models[0])
