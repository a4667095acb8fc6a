"""Declaration of what a system adds to the formats of files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from game.content.faults import Fault
from game.content.roster_units import RosterUnit
from game.content.schemas import Part
from game.table.state import Piece

UnfitUnits: TypeAlias = Callable[[Sequence[RosterUnit]], Iterator[Fault]]


class RosterAdditions(Part):
    """Keys that a system adds to rosters."""

    def pieces(self) -> tuple[Piece, ...]:
        """Return the pieces of terrain that the roster brings, all off the table."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatAdditions:
    """The additions of a system to file formats; by default there are none."""

    model_rules: Sequence[str] = ()
    """Special rules of models."""
    weapon_rules: Sequence[str] = ()
    """Special rules of weapons; none has a trigger."""
    unfit_units: UnfitUnits | None = None
    """Check of units, in a system in which not all units may take part."""
    roster: type[RosterAdditions] = RosterAdditions
    situation: type[Part] = Part
    situation_model: type[Part] = Part
    """Keys of a model at the beginning of a situation."""
    expected: type[Part] = Part
    """Keys of the expected result of a situation; None where it is not checked."""
    expected_model: type[Part] = Part
    """Keys of the expected state of a model; None where it is not checked."""
