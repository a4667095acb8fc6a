"""Who is on the street of a chase: who rides, who hunts."""

from __future__ import annotations

from game.table.records import Side
from game.table.state import Table


def riders(table: Table) -> Side:
    """``PU-01``  The side that rides: the scenario's first."""
    return table.sides[0]


def swarm(table: Table) -> Side:
    """``PU-01``  The side that hunts."""
    return table.sides[1]
