"""The units that may be in a pursuit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.content.faults import Fault
from game.content.roster_units import RosterUnit


def unfit_units(squads: Sequence[RosterUnit]) -> Iterator[Fault]:
    """Yield a fault for each unit with more than one model."""
    for n, squad in enumerate(squads):
        if len(squad.models) > 1:
            words = f"{squad.name} has {len(squad.models)} models: in a pursuit each acts alone"
            yield Fault(f"unit[{n}]", f"{words} (PU-01)")
