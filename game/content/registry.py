"""Registry of the additions of systems to the formats of armouries, rosters and situations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from game.content.faults import Fault
from game.content.roster_units import RosterUnit
from game.systems.cage.content import keys as cage
from game.systems.pursuit.content import keys as pursuit
from game.systems.zero_g.content import keys as zero_g

ClassicSystem: TypeAlias = Literal["classic", "zero_g", "pursuit", "cage"]
"""Systems whose armouries have the profiles of the classic core."""
ModelRule: TypeAlias = Literal[pursuit.ModelRule, cage.ModelRule]
"""Special rules of models."""
WEAPON_RULES = (*pursuit.WEAPON_RULES, *cage.HANDS)
"""Special rules of weapons; none has a trigger."""
UNFIT: Mapping[str, Callable[[Sequence[RosterUnit]], Iterator[Fault]]] = {
    "cage": cage.unfit_units,
    "pursuit": pursuit.unfit_units,
    "zero_g": zero_g.unfit_units,
}
"""Checks of units by system, for systems in which not all units may take part."""


class RosterKeys(pursuit.PursuitRosterKeys):
    """Keys of a roster."""


class SituationKeys(cage.CageSituationKeys):
    """Keys of a situation."""


class SituationModelKeys(cage.ChampionKeys):
    """Keys of a model at the beginning of a situation."""


class ExpectedKeys(cage.ExpectedCageKeys):
    """Keys of the expected result of a situation; None where it is not checked."""


class ExpectedModelKeys(cage.ExpectedChampionKeys):
    """Keys of the expected state of a model; None where it is not checked."""
