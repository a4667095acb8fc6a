"""Keys that the pursuit adds to files.

They are rules of models and weapons, and clusters of mines; units unfit for it are found here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from game.content.faults import Fault
from game.content.format_additions import FormatAdditions, RosterAdditions
from game.content.roster_units import RosterUnit
from game.content.schemas import ForSystem, Part, Word, about
from game.systems.pursuit.table.pieces import mines
from game.table.state import Piece

MODEL_RULES = ("leader", "over low ruins")
"""``PU-30``  With ``over low ruins``, fliers ignore size 1."""
WEAPON_RULES = ("over the shoulder",)
"""``PU-28``"""


class _Mines(Part):
    """``PU-01``, ``PU-30``  Clusters of mines."""

    id: Annotated[Word, about("beginning of the ids of the clusters", "PU-01")]
    clusters: Annotated[int, Field(ge=1, le=4), about("how many there are", "PU-01", "PU-30")]


class PursuitRosterKeys(RosterAdditions):
    mines: Annotated[
        _Mines | None, ForSystem("pursuit"), about("the mines of a swarm", "PU-01")
    ] = None

    def pieces(self) -> tuple[Piece, ...]:
        """``PU-04``  Add the roster's clusters of mines."""
        own = self.mines
        ids = [f"{own.id}-{n + 1}" for n in range(own.clusters)] if own else []
        return (*super().pieces(), *map(mines, ids))


def unfit_units(squads: Sequence[RosterUnit]) -> Iterator[Fault]:
    """Yield a fault for each unit with more than one model."""
    for n, squad in enumerate(squads):
        if len(squad.models) > 1:
            words = f"{squad.name} has {len(squad.models)} models: in a pursuit each acts alone"
            yield Fault(f"unit[{n}]", f"{words} (PU-01)")


ADDED = FormatAdditions(
    model_rules=MODEL_RULES,
    weapon_rules=WEAPON_RULES,
    unfit_units=unfit_units,
    roster=PursuitRosterKeys,
)
