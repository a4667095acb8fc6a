"""The model whose card is shown."""

from __future__ import annotations

from typing import Protocol

from game.table.records import ModelId, UnitId
from game.table.state import Table


class HasSubject(Protocol):
    """A question about a unit or model."""

    @property
    def subject(self) -> str:
        """Return the id of the unit or model; empty for none."""


class Spotlight:
    """The model of the shown card; a click holds until the question's subject changes."""

    def __init__(self) -> None:
        self.kept = ""
        """The unit or model that was clicked."""
        self._turned: tuple[HasSubject, str] | None = None

    def follow(self, question: HasSubject | None) -> None:
        """Drop the clicked model when the question turns to another subject."""
        if question is None:
            return
        now = question, question.subject
        if self._turned is None or now != self._turned:
            self.kept = ""
        self._turned = now

    def rests_on(self, question: HasSubject | None, table: Table) -> str:
        """Return the model of the card that is shown while the mouse points at none."""
        return model_of(table, self.kept or (question.subject if question else ""))


def model_of(table: Table, id_: str) -> str:
    """Return a model of a unit, the id itself if it is a model's, else ""."""
    unit = table.units.get(UnitId(id_))
    if unit is None:
        return id_ if ModelId(id_) in table.models else ""
    return next((m.id for m in table.of(unit.id)), unit.models[0])
