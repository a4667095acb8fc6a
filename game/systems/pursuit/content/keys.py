"""Rules of models and weapons, clusters of mines, and units that may be in a pursuit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from game.content.faults import Fault
from game.content.roster_units import ForSystem, RosterUnit
from game.content.schemas import Part, Word
from game.systems.pursuit.table.pieces import mines
from game.table.state import Piece

ModelRule: TypeAlias = Literal["leader", "over low ruins"]
"""``PU-30``  With ``over low ruins``, fliers ignore size 1."""
WEAPON_RULES = ("over the shoulder",)
"""``PU-28``"""


class _Mines(Part):
    """``PU-01``, ``PU-30``  Clusters of mines."""

    id: Word
    clusters: Annotated[int, Field(ge=1, le=4)]


class PursuitRosterKeys(Part):
    mines: Annotated[_Mines | None, ForSystem("pursuit")] = None

    def pieces(self) -> tuple[Piece, ...]:
        """``PU-04``  Return the roster's clusters of mines, all off the table."""
        if self.mines is None:
            return ()
        return tuple(mines(f"{self.mines.id}-{n + 1}") for n in range(self.mines.clusters))


def unfit_units(squads: Sequence[RosterUnit]) -> Iterator[Fault]:
    """Yield a fault for each unit with more than one model."""
    for n, squad in enumerate(squads):
        if len(squad.models) > 1:
            words = f"{squad.name} has {len(squad.models)} models: in a pursuit each acts alone"
            yield Fault(f"unit[{n}]", f"{words} (PU-01)")
