"""The street of a chase and who is on it: who rides, who hunts."""

from __future__ import annotations

from game.table.records import Side
from game.table.state import Table
from game.table.street import ARRIVAL, Street, street_of

__all__ = ["ARRIVAL", "Street", "riders", "street_of", "swarm"]


def riders(table: Table) -> Side:
    """``PU-01``  The side that rides: the scenario's first."""
    return table.sides[0]


def swarm(table: Table) -> Side:
    """``PU-01``  The side that hunts."""
    return table.sides[1]
