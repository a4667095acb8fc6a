"""The psychic phase: ``MC-08``."""

from __future__ import annotations

from game.play.game import Step
from game.play.phases import once
from game.table.state import Table


async def _nothing(game: object) -> None:
    """Let the phase go by."""


def manifesting(table: Table) -> Step | None:
    """Return what is left to do in the phase."""
    return once(_nothing, "MC-08")(table)
