"""The restrictions of rule systems on the units of rosters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from game.content import cage, pursuit, zero_g
from game.content.faults import Fault
from game.content.roster_units import RosterUnit

UNFIT: Mapping[str, Callable[[Sequence[RosterUnit]], Iterator[Fault]]] = {
    "cage": cage.unfit_units,
    "pursuit": pursuit.unfit_units,
    "zero_g": zero_g.unfit_units,
}
"""Checks of units by system, for systems in which not all units may take part."""
